//! Shared test helpers.

/// Returns the text without `<|>`, and the byte offset of that mark. PGN reserves `<` and `>`.
#[track_caller]
pub(crate) fn with_cursor(text: &str) -> (String, usize) {
    let offset = text.find("<|>").expect("a cursor");
    (text.replacen("<|>", "", 1), offset)
}
