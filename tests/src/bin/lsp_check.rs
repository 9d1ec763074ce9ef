//! `lsp_check LOG...`: checks recorded sessions against the protocol. A log has one message per line, as `tests/editors/tee.py` writes it.
//! Prints the faults of the server and oddities of the editor; exit code 1 if the server has a fault, 2 if a log cannot be read.

use std::process::ExitCode;

use scoresheet_tests::meta_model::{Direction, Session, meta_model};
use serde_json::Value;

/// The time in seconds from which an unanswered request is the server's fault: an editor may exit without waiting.
const PATIENCE: f64 = 1.0;

fn main() -> ExitCode {
    if meta_model().is_none() {
        eprintln!(
            "there is no metaModel.json: the shapes of messages are not checked (tests/meta_model.sh fetches it)"
        );
    }
    let mut has_faults = false;
    for log in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&log) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{log}: {error}");
                return ExitCode::from(2);
            }
        };
        match check(&log, &text) {
            Some(is_clean) => has_faults |= !is_clean,
            None => {
                eprintln!("{log}: no recording");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::from(u8::from(has_faults))
}

/// Prints the faults of a recording, which may contain several sessions. Returns whether the server has none.
fn check(log: &str, text: &str) -> Option<bool> {
    let (mut faults, mut remarks, mut messages) = (Vec::new(), Vec::new(), 0);
    let mut session = Session::new(meta_model());
    let mut times = Vec::new();
    let mut now = 0.0;
    let mut finish = |session: &Session, times: &[f64], now: f64| {
        let late = session.unanswered().filter(|(number, _)| now - times[number - 1] > PATIENCE);
        faults.extend(late.map(|(number, method)| format!("message {number} ({method}): never answered")));
        faults.extend(session.faults().iter().cloned());
        remarks.extend(session.remarks().iter().cloned());
        messages += session.len();
    };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let entry: Value = serde_json::from_str(line).ok()?;
        let begins_session = entry["dir"] == "in" && entry["msg"]["method"] == "initialize";
        if begins_session && !session.is_empty() {
            // `now` is still the end of that session: the next editor may start long after it.
            finish(&session, &times, now);
            session = Session::new(meta_model());
            times.clear();
        }
        now = entry["t"].as_f64().unwrap_or(now);
        let direction = match entry["dir"].as_str()? {
            "in" => Direction::ToServer,
            "out" => Direction::ToClient,
            _ => continue,
        };
        let message = entry.get("msg")?;
        times.push(now);
        session.message(direction, message);
    }
    finish(&session, &times, now);
    println!(
        "{log}: {messages} messages, {} faults of the server, {} remarks about the editor",
        faults.len(),
        remarks.len()
    );
    faults.iter().for_each(|fault| println!("  SERVER {fault}"));
    remarks.iter().for_each(|remark| println!("  editor {remark}"));
    Some(faults.is_empty())
}

#[cfg(test)]
mod tests {
    use super::check;

    /// An editor that goes at once does not wait for the answer to `shutdown`, however long it takes until the next one starts.
    #[test]
    fn a_request_is_late_by_the_end_of_its_own_session() {
        let session = |ends: f64| {
            format!(
                r#"{{"dir": "in", "t": 1.0, "msg": {{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {{"processId": null, "rootUri": null, "capabilities": {{}}}}}}}}
{{"dir": "end", "t": {ends}}}
{{"dir": "in", "t": 9.0, "msg": {{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {{"processId": null, "rootUri": null, "capabilities": {{}}}}}}}}
"#
            )
        };
        assert_eq!(check("at once", &session(1.01)), Some(true));
        assert_eq!(check("late", &session(3.0)), Some(false));
    }
}
