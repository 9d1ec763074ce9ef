//! UTF-8 that was read as Windows-1252 or Latin 1, read as what it is.

use encoding_rs::WINDOWS_1252;

/// What a word means if one of its runs of characters outside ASCII was read wrongly.
pub(crate) fn word_decoded_again(word: &str) -> Option<String> {
    let mut meant = String::with_capacity(word.len());
    let mut is_misread = false;
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|other: char| other.is_ascii() != first.is_ascii()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(length);
        let decoded = decoded_again(run).filter(|_| !run.is_ascii());
        is_misread |= decoded.is_some();
        meant.push_str(decoded.as_deref().unwrap_or(run));
        rest = after;
    }
    is_misread.then_some(meant)
}

/// What a run of characters means if its bytes in Windows-1252 are UTF-8.
fn decoded_again(run: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(run.len());
    for character in run.chars() {
        match u8::try_from(u32::from(character)) {
            Ok(byte) => bytes.push(byte),
            Err(_) => {
                let mut buffer = [0; 4];
                let (encoded, _, has_failed) = WINDOWS_1252.encode(character.encode_utf8(&mut buffer));
                match *encoded {
                    [byte] if !has_failed => bytes.push(byte),
                    _ => return None,
                }
            }
        }
    }
    String::from_utf8(bytes).ok()
}
