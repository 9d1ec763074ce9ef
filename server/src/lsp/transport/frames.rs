//! Cuts the incoming bytes into messages, and finds its way back after garbage.

use memchr::memchr;
use memchr::memmem;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// Positions are 32-bit, so a longer message could not be about a text the protocol can address. A header that claims
/// more is a slip, and waiting for its end would be a hang.
const MAX_MESSAGE_BYTES: usize = 2 << 30;

/// A header line is a few dozen bytes; of a longer line only the last bytes are kept, in case they begin a header.
const MAX_LINE_BYTES: usize = 4096;

/// So much is read ahead: what follows a message of usual size is known when that is handled.
const BUFFER_BYTES: usize = 64 << 10;

/// Memory set aside at once for a message's body, whatever its header claims.
const FIRST_RESERVE_BYTES: usize = 1 << 20;

/// So much of what is no header is quoted to the client: enough to know what has written it.
const LONGEST_EXCERPT: usize = 60;

const LENGTH_HEADER: &[u8] = b"content-length:";

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The body of one message.
    Message(Vec<u8>),
    /// Bytes that belong to no message, described for the client. Reported once for each stretch.
    Garbage(String),
}

/// Reads [`Frame`]s from a stream of bytes.
pub(crate) struct FrameReader<R> {
    input: BufReader<R>,
    /// The length of the body, as the header that is being read gives it.
    length: Option<usize>,
    /// In a stretch of garbage that has been reported.
    lost: bool,
}

enum Header {
    End,
    Length(usize),
    Other,
    Garbage(String, Option<usize>),
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    /// A reader at the start of `input`.
    pub(crate) fn new(input: R) -> FrameReader<R> {
        FrameReader { input: BufReader::with_capacity(BUFFER_BYTES, input), length: None, lost: false }
    }

    /// The next frame, or `None` when the input has ended or can no longer be read.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        loop {
            match header(&self.line().await?) {
                Header::Length(length) => self.length = Some(length),
                Header::Other => {}
                Header::End => {
                    if let Some(length) = self.length.take() {
                        self.lost = false;
                        return self.body(length).await.map(Frame::Message);
                    }
                }
                Header::Garbage(reason, length) => {
                    self.length = length;
                    if !std::mem::replace(&mut self.lost, true) {
                        return Some(Frame::Garbage(reason));
                    }
                }
            }
        }
    }

    /// Whether more has been read than the last frame. It may not be a whole one.
    pub(crate) fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    async fn body(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut body = Vec::with_capacity(length.min(FIRST_RESERVE_BYTES));
        (&mut self.input).take(length as u64).read_to_end(&mut body).await.ok()?;
        (body.len() == length).then_some(body)
    }

    /// One line with its line feed, or what is left before the end of the input.
    async fn line(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let available = self.input.fill_buf().await.ok()?;
            if available.is_empty() {
                return (!line.is_empty()).then_some(line);
            }
            let end = memchr(b'\n', available).map(|at| at + 1);
            let taken = end.unwrap_or(available.len());
            line.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
            if end.is_some() {
                return Some(line);
            }
            if line.len() > 2 * MAX_LINE_BYTES {
                line.drain(..line.len() - MAX_LINE_BYTES);
            }
        }
    }
}

fn header(line: &[u8]) -> Header {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Header::End;
    }
    if let Some(at) = memmem::find(&line.to_ascii_lowercase(), LENGTH_HEADER) {
        return match (at, length(&line[at + LENGTH_HEADER.len()..])) {
            (0, Some(length)) => Header::Length(length),
            (0, None) => Header::Garbage(format!("not a usable header: {}", excerpt(line)), None),
            (_, length) => Header::Garbage(format!("bytes between messages: {}", excerpt(&line[..at])), length),
        };
    }
    let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_header = name.len() < line.len() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    if is_header { Header::Other } else { Header::Garbage(format!("not a header: {}", excerpt(line)), None) }
}

fn length(value: &[u8]) -> Option<usize> {
    let length = std::str::from_utf8(value).ok()?.trim().parse().ok()?;
    (length <= MAX_MESSAGE_BYTES).then_some(length)
}

fn excerpt(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_EXCERPT)]).escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `input` to its end; a message is written as its body, garbage as `?`.
    #[track_caller]
    fn check(input: &[u8], expected: &[&str]) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let frames = runtime.block_on(async {
            let mut reader = FrameReader::new(input);
            let mut frames = Vec::new();
            while let Some(frame) = reader.next().await {
                frames.push(match frame {
                    Frame::Message(body) => String::from_utf8(body).unwrap(),
                    Frame::Garbage(_) => "?".to_owned(),
                });
            }
            frames
        });
        assert_eq!(frames, expected, "{}", String::from_utf8_lossy(input));
    }

    #[test]
    fn reads_messages() {
        check(b"", &[]);
        check(b"Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\nabc", &["{}", "abc"]);
        check(b"content-length:2\nContent-Type: application/vscode-jsonrpc; charset=utf8\n\n{}", &["{}"]);
        check(b"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\na", &["", "a"]);
        check(b"Content-Length: 5\r\n\r\nabc", &[]);
    }

    #[test]
    fn finds_the_next_message_after_garbage() {
        let good = b"Content-Length: 1\r\n\r\na";
        let garbage: &[&[u8]] = &[
            b"hello\r\n",
            b"hello",
            b"\xff\xfe\x00\r\n\r\n\xff",
            b"Content-Length: many\r\n\r\n{\"a\": 1}",
            b"Content-Length: -1\r\n\r\n{}",
            b"Content-Length: 99999999999999999999999\r\n\r\n{}",
            b"Content-Length: 4611686018427387904\r\n\r\n{}",
            b"Content-Length: \r\n\r\n",
            &[b'x'; 100_000],
        ];
        for garbage in garbage {
            check(&[*garbage, good].concat(), &["?", "a"]);
            check(&[good, *garbage, good].concat(), &["a", "?", "a"]);
        }
        check(b"\r\n\r\nContent-Length: 1\r\n\r\na", &["a"]);
    }
}
