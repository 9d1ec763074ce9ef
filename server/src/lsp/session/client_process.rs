//! The program that started the server: when it is gone, the session ends, although something else may hold the input open.

use std::time::Duration;

use crate::lsp::transport::outbox::WeakOutbox;

/// How often the program is looked for. An end within some seconds is soon enough, and a look takes microseconds.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Ends the session after the process with this number is gone. A process that is not there now is not watched: the number may be that of
/// another machine or container. Does not wait.
pub(crate) fn watch(process: Option<u32>, outbox: WeakOutbox) {
    let Some((process, start)) = process.and_then(|process| Some((process, start_of(process)?))) else { return };
    tokio::spawn(async move {
        while !outbox.is_over() {
            tokio::time::sleep(LOOK_EVERY).await;
            if start_of(process).as_deref() != Some(&start) {
                tracing::info!("the program that started the server (process {process}) is gone");
                return outbox.close();
            }
        }
    });
}

/// When a process began, in the words of the system, so that another process with its number is told from it. `None` if it has ended. On
/// systems other than Linux nothing is known; there the end of the input ends the session.
fn start_of(process: u32) -> Option<String> {
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
