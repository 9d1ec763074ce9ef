//! The edits between an old and a new text, small enough to keep an editor's cursor in place.

use scoresheet_lint::finding::Edit;
use similar::{DiffOp, TextDiff};

/// How many bytes of changed lines are compared word by word. If every line of a large file changes, for example
/// because games on single lines are wrapped, the exact place of a cursor is not worth the time.
const LONGEST_WORD_DIFF: usize = 64 * 1024;

/// The edits that make `old` into `new`, in ascending order, not overlapping: found line by line, then word by word.
pub fn text_edits(old: &str, new: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (start, old, new) in changes(&TextDiff::from_lines(old, new), old, new) {
        if old.len().max(new.len()) > LONGEST_WORD_DIFF {
            edits.push(narrowed(start, old, new));
            continue;
        }
        let words = TextDiff::from_words(old, new);
        edits.extend(changes(&words, old, new).into_iter().map(|(at, old, new)| narrowed(start + at, old, new)));
    }
    edits
}

/// The differences: the offset of the old part, the old part and the new part.
fn changes<'text>(
    diff: &TextDiff<'text, 'text, str>,
    old: &'text str,
    new: &'text str,
) -> Vec<(usize, &'text str, &'text str)> {
    let old_starts = starts(diff.iter_old_slices());
    let new_starts = starts(diff.iter_new_slices());
    let changed = diff.ops().iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    changed
        .map(|operation| {
            let (from, to) = (operation.old_range(), operation.new_range());
            let (start, end) = (old_starts[from.start], old_starts[from.end]);
            (start, &old[start..end], &new[new_starts[to.start]..new_starts[to.end]])
        })
        .collect()
}

/// The edit of `old`, which begins at byte `start`, to `new`, without their common start and end.
pub fn narrowed(start: usize, old: &str, new: &str) -> Edit {
    let same = |(one, other): &(char, char)| one == other;
    let length = |(letter, _): (char, char)| letter.len_utf8();
    let before: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let after: usize = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(same).map(length).sum();
    let range = start + before..start + old.len() - after;
    Edit::replace(range, &new_rest[..new_rest.len() - after])
}

/// The byte offset of the start of each line, and that of the end of the last one.
fn starts<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(lines.scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &[Edit]) {
        assert_eq!(text_edits(old, new), expected, "{old:?} to {new:?}");
        let mut text = old.to_owned();
        for edit in expected.iter().rev() {
            text.replace_range(edit.range.clone(), &edit.text);
        }
        assert_eq!(text, new);
    }

    #[test]
    fn edits_are_no_larger_than_the_difference() {
        check("a", "a", &[]);
        check("", "a", &[Edit::insert(0, "a")]);
        check("a\nb\n", "", &[Edit::delete(0..4)]);
        check("a\nb c\nd\n", "a\nb x\nd\n", &[Edit::replace(4..5, "x")]);
        check("a\r\nb\rc\nd", "a\r\nx\rc\n", &[Edit::replace(3..4, "x"), Edit::delete(7..8)]);
        check("♘\n♗\n", "♘\n♗♗\n", &[Edit::insert(7, "♗")]);
        check("é\n", "è\n", &[Edit::replace(0..2, "è")]);
        check("aa\n", "aaa\n", &[Edit::insert(2, "a")]);
    }
}
