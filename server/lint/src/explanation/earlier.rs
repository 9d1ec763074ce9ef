//! Moves far before a trouble that were mistyped: likely only where nothing near explains as much as one of them.

use super::beam::Reading;
use super::costs;
use super::rows::Rows;
use super::walk::{Stop, Text, Trouble, Wanted};

/// How many moves after a trouble must read for an explanation to be the whole truth.
const TO_THE_END: usize = 400;

/// How many tokens may be read to find one. The search near the trouble takes about as many.
const MOST_TOKENS: usize = 40_000;

/// Finds a single mistyped move, however far back, whose repair lets the game read to its end. `best` is the explanation found near the trouble
/// of `first`. It is kept if it is cheap and the game reads to its end with it, or if it is not about a move.
pub(super) fn explain(first: &Reading, best: Option<&Reading>, text: &Text) -> Option<Reading> {
    // A word or a number that does not fit says nothing about moves before it.
    let Some((Trouble::Move | Trouble::Capture, token)) = first.trouble() else { return None };
    let is_dear = |best: &Reading| best.head.cost >= first.head.cost + costs::DEAR;
    let is_about_move = |best: &Reading| best.path.undone.iter().all(|undone| costs::is_about_move(undone.row));
    let is_doubtful =
        best.is_none_or(|best| is_about_move(best) && (is_dear(best) || cost_to_the_end(best, text).is_none()));
    if !is_doubtful {
        return None;
    }
    let before = text.budget.get();
    let mut steps = Rows::mistyped_before(first, text);
    steps.sort_by_key(|step| step.head.cost);
    for step in steps {
        if before - text.budget.get() >= MOST_TOKENS {
            break;
        }
        let cost = step.place.head().cost + step.undone.iter().map(|undone| undone.cost).sum::<u32>();
        let read = Reading::after(step, token.range.start, text);
        let is_whole = !matches!(read.stop, Stop::Trouble(..));
        // A check that is written must stay one.
        if is_whole && cost_to_the_end(&read, text).is_some_and(|end| end - cost < costs::CHECK_THAT_IS_NONE) {
            return Some(read);
        }
    }
    None
}

/// What an explanation costs where the game then reads to its end, or very far.
fn cost_to_the_end(read: &Reading, text: &Text) -> Option<u32> {
    let wanted = Wanted { from: 0, moves: TO_THE_END, end: usize::MAX };
    let mut head = read.head.clone();
    let reads =
        matches!(read.stop, Stop::Over) || !matches!(text.read_on(&mut head, wanted, |_, _| ()), Stop::Trouble(..));
    reads.then_some(head.cost)
}
