//! Other processes.

/// When a process began, in the words of the system, so that another process with its number is told from it. `None` if it has ended. On
/// systems other than Linux nothing is known.
pub(crate) fn start_of_process(process: u32) -> Option<String> {
    let path = format!("/proc/{process}/stat");
    let stat = if cfg!(target_os = "linux") { std::fs::read_to_string(path).ok()? } else { return None };
    start_in(&stat)
}

/// The start of a process in the text that Linux has of it (proc_pid_stat(5)). The name, which may hold anything, is in parentheses.
fn start_in(stat: &str) -> Option<String> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    // A zombie has ended; its parent has not asked for it yet.
    let is_over = matches!(fields.next()?, "Z" | "X");
    // The state is field 3, the start field 22.
    fields.nth(18).filter(|_| !is_over).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_found_whatever_the_name() {
        let stat = |name: &str, state: &str| {
            let rest: Vec<String> = (4..=52).map(|field| field.to_string()).collect();
            format!("7 ({name}) {state} {}\n", rest.join(" "))
        };
        assert_eq!(start_in(&stat("cat", "S")).as_deref(), Some("22"));
        assert_eq!(start_in(&stat("a) Z 1 (", "R")).as_deref(), Some("22"));
        assert_eq!(start_in(&stat("cat", "Z")), None);
        assert_eq!(start_in("7 (cat) S 1"), None);
    }
}
