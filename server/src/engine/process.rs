//! A running engine: lines to it, and lines from it within a time.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is no UCI: a line of a hundred moves has 600 bytes.
const LONGEST_LINE: u64 = 64 << 10;

/// How many lines wait until the engine has to wait.
const WAITING_LINES: usize = 256;

/// How long an engine that was told to end may take.
const PARTING: Duration = Duration::from_millis(500);

/// A running engine. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Said>,
}

/// What comes from an engine.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A line, without its end.
    Line(String),
    /// A line that is too long.
    Garbage,
    /// Nothing more comes.
    End,
    /// Nothing came until the deadline.
    Nothing,
}

impl Process {
    /// Starts the program at `path`, without arguments.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    pub(super) fn start(path: &Path) -> io::Result<Process> {
        let mut command = Command::new(path);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let stdin = child.stdin.take();
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new().name("engine".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        }
        Ok(Process { child, stdin, lines })
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// If the engine no longer reads.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// Waits for the next line, at most until `deadline`.
    pub(super) fn next(&self, deadline: Instant) -> Said {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => Said::Nothing,
            Err(RecvTimeoutError::Disconnected) => Said::End,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The engine may be gone already, and whoever does not listen is ended.
        let _ = self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + PARTING;
        while !matches!(self.next(deadline), Said::End | Said::Nothing | Said::Garbage) {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(stdout: impl Read, sender: &SyncSender<Said>) {
    let mut stdout = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let said = match (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Said::End,
            Ok(count) if count as u64 == LONGEST_LINE && line.last() != Some(&b'\n') => Said::Garbage,
            Ok(_) => Said::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        let is_over = !matches!(said, Said::Line(_));
        if sender.send(said).is_err() || is_over {
            return;
        }
    }
}
