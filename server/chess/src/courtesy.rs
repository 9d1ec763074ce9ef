//! Long work that leaves room for short work.

/// Lets a thread that waits for a processor go first. Called every tenth of a millisecond or so while much is checked: where there are
/// two processors, what somebody has asked meanwhile would else wait for some milliseconds, until the system ends this thread's turn. Where
/// nobody waits it takes less than a microsecond.
pub fn let_others_go_first() {
    std::thread::yield_now();
}
