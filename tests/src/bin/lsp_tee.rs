//! `lsp_tee LOG SERVER [ARGUMENT...]`: stands between an editor and a language server and records every message, one JSON object a line:
//! `{"dir": "in", "t": seconds, "msg": {}}` from the editor, `"out"` from the server, and `{"dir": "end", "t": seconds}` when the editor
//! has hung up. Ends with the server's exit code.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("lsp_tee: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<u8> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(log), Some(server)) = (arguments.next(), arguments.next()) else {
        return Err(io::Error::other("usage: lsp_tee LOG SERVER [ARGUMENT...]"));
    };
    let log = Arc::new(Mutex::new(OpenOptions::new().create(true).append(true).open(log)?));
    let mut server = Command::new(server).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(to_server), Some(from_server)) = (server.stdin.take(), server.stdout.take()) else {
        return Err(io::Error::other("the server has no pipes"));
    };
    let log_of_editor = log.clone();
    thread::spawn(move || {
        // A server that has gone reads no more.
        let _ = pass_on(io::stdin(), to_server, "in", &log_of_editor);
        write_line(&log_of_editor, &json!({ "dir": "end", "t": seconds() }))
    });
    pass_on(from_server, io::stdout(), "out", &log)?;
    let status = server.wait()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// Passes on what `from` says until it says no more.
fn pass_on(from: impl Read, mut to: impl Write, direction: &str, log: &Mutex<File>) -> io::Result<()> {
    let mut from = BufReader::new(from);
    loop {
        let mut head = Vec::new();
        let mut length = 0;
        loop {
            let start = head.len();
            if from.read_until(b'\n', &mut head)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&head[start..]).to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        from.read_exact(&mut body)?;
        let message: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        write_line(log, &json!({ "dir": direction, "t": seconds(), "msg": message }))?;
        to.write_all(&head)?;
        to.write_all(&body)?;
        to.flush()?;
    }
}

fn write_line(log: &Mutex<File>, entry: &Value) -> io::Result<()> {
    let mut log = log.lock().map_err(|_| io::Error::other("the log failed"))?;
    log.write_all(format!("{entry}\n").as_bytes())
}

fn seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}
