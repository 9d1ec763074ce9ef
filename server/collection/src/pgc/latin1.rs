//! Text as Latin-1, the only character set of PGC (section 20.1).

/// Replaces characters outside Latin-1 (section 4.1).
const SUBSTITUTE: u8 = b'?';

/// Returns the bytes of a text, and how many of its characters had to be replaced by `?`.
pub(super) fn bytes(text: &str) -> (Vec<u8>, usize) {
    let mut replaced = 0;
    let byte = |letter: char| {
        u8::try_from(u32::from(letter)).unwrap_or_else(|_| {
            replaced += 1;
            SUBSTITUTE
        })
    };
    (text.chars().map(byte).collect(), replaced)
}

/// Returns the text of bytes.
pub(super) fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
