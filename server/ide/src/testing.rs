//! Helpers of the unit tests.

/// Returns the text without the cursor mark `<|>`, and the byte offset of the mark. PGN reserves `<` and `>`.
#[track_caller]
pub(crate) fn with_cursor(text: &str) -> (String, usize) {
    let offset = text.find("<|>").expect("a cursor");
    (text.replacen("<|>", "", 1), offset)
}
