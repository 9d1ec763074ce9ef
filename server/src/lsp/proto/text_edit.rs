//! Edits of bytes as edits of the protocol.

use std::ops::Range;

use ropey::Rope;
use scoresheet_lint::finding::Edit;
use tower_lsp::lsp_types::TextEdit;

use super::position::Places;

/// `edits` from the text's end to its start, so that a client that applies them one by one gets the same text as one
/// that applies them at once. Edits that overlap an earlier one are left out.
pub(crate) fn text_edits(places: &impl Places, edits: &[Edit]) -> Vec<TextEdit> {
    let edits = join(edits.iter().map(|edit| whole_line_ends(|offset| places.byte(offset), edit)).collect());
    edits.into_iter().rev().map(|edit| TextEdit::new(places.range(&edit.range), edit.text)).collect()
}

/// Replaces some bytes. Logarithmic in the length of the text, linear in what is replaced and in `new`.
pub(crate) fn replace(rope: &mut Rope, bytes: &Range<usize>, new: &str) {
    let first = rope.byte_to_char(bytes.start);
    rope.remove(first..rope.byte_to_char(bytes.end));
    rope.insert(first, new);
}

/// In ascending order, with edits that touch made one: the protocol leaves it to the order of the list which of two
/// edits at one place comes first.
fn join(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if edit.range.start < last.range.end => {
                tracing::error!("the edit of bytes {:?} overlaps that of {:?}", edit.range, last.range);
            }
            Some(last) if edit.range.start == last.range.end => {
                last.range.end = edit.range.end;
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// The same edit with no end between the bytes of a `\r\n`, where the protocol knows no position. `byte` gives those of the
/// text.
fn whole_line_ends(byte: impl Fn(usize) -> Option<u8>, edit: &Edit) -> Edit {
    let inside = |offset: usize| offset > 0 && byte(offset - 1) == Some(b'\r') && byte(offset) == Some(b'\n');
    let Range { mut start, mut end } = edit.range;
    let mut new = edit.text.clone();
    if inside(start) {
        start -= 1;
        new.insert(0, '\r');
    }
    if inside(end) {
        end += 1;
        new.push('\n');
    }
    Edit::replace(start..end, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_what_touches_and_drops_what_overlaps() {
        let edits = vec![
            Edit::replace(5..7, "c"),
            Edit::insert(1, "a"),
            Edit::insert(1, "b"),
            Edit::delete(1..3),
            Edit::delete(2..4),
        ];
        assert_eq!(join(edits), [Edit::replace(1..3, "ab"), Edit::replace(5..7, "c")]);
    }

    #[test]
    fn keeps_line_ends_whole() {
        let byte = |offset| b"a\r\nb".get(offset).copied();
        let check = |edit: Edit, expected: Edit| assert_eq!(whole_line_ends(byte, &edit), expected);
        check(Edit::delete(1..2), Edit::replace(1..3, "\n"));
        check(Edit::delete(2..3), Edit::replace(1..3, "\r"));
        check(Edit::insert(2, "x"), Edit::replace(1..3, "\rx\n"));
        check(Edit::delete(1..3), Edit::delete(1..3));
        check(Edit::insert(4, "x"), Edit::insert(4, "x"));
    }
}
