//! What a merge of a version control system leaves in a text where it could not decide: lines of markers with the two versions between them.

use memchr::memchr2;

use crate::shape;

/// How far the other markers of a conflict are looked for. Bytes.
const FARTHEST: usize = 16 << 10;

/// The length of a marker.
const LENGTH: usize = 7;

/// The marker that `rest`, the text from the start of a line on, begins with: `<` before the one version, `|` before what both began with, `=`
/// before the other version, `>` at its end.
pub(crate) fn marker(rest: &[u8]) -> Option<u8> {
    let first = *rest.first()?;
    let is_marker = matches!(first, b'<' | b'|' | b'=' | b'>') && rest.len() >= LENGTH;
    if !is_marker || rest[..LENGTH].iter().any(|byte| *byte != first) {
        return None;
    }
    let after = &rest[LENGTH..];
    let is_alone = || matches!(shape::skip_spaces(after).first(), None | Some(b'\n' | b'\r'));
    (first != b'=' && after.starts_with(b" ") || is_alone()).then_some(first)
}

/// The length of what hides nothing of the game at a marker with which `rest` begins: its line, and after `|` and `=` what belongs to another
/// version than the first one.
pub(crate) fn hidden_length(rest: &[u8], marker: u8) -> usize {
    let line = shape::line_length(rest);
    match (marker, next_marker(rest)) {
        (b'=', Some((end, b'>'))) => end + shape::line_length(&rest[end..]),
        (b'|', Some((end, b'='))) => rest[..end].trim_ascii_end().len(),
        _ => line,
    }
}

/// Whether a `<` marker with which `rest` begins has the other markers after it.
pub(crate) fn is_whole(rest: &[u8]) -> bool {
    matches!(next_marker(rest), Some((_, b'=' | b'|')))
}

/// Where the next line with a marker begins, and the marker; nothing where another game certainly begins before.
fn next_marker(rest: &[u8]) -> Option<(usize, u8)> {
    let near = &rest[..rest.len().min(FARTHEST)];
    let mut at = 0;
    while let Some(end) = memchr2(b'\n', b'\r', &near[at..]) {
        at += end + 1;
        if let Some(marker) = marker(&rest[at..]) {
            return Some((at, marker));
        }
        if near.get(at) == Some(&b'[') && shape::is_certain_start(rest, at) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_lines_of_their_own() {
        for (line, expected) in [
            ("<<<<<<< HEAD\n", Some(b'<')),
            ("=======\r\n", Some(b'=')),
            ("=======", Some(b'=')),
            (">>>>>>> a branch", Some(b'>')),
            ("======= a title", None),
            ("========", None),
            ("<<<<<<<<", None),
            ("======", None),
        ] {
            assert_eq!(marker(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn the_other_version_is_hidden() {
        let text = "=======\n2. Nf3\n>>>>>>> x\n2... Nc6";
        assert_eq!(hidden_length(text.as_bytes(), b'='), text.len() - "\n2... Nc6".len());
        let text = "=======\n2. Nf3\n*\n\n[Event \"E\"]\n>>>>>>> x\n";
        assert_eq!(hidden_length(text.as_bytes(), b'='), 7);
        assert_eq!(hidden_length(b"||||||| base\ne4\n=======\n", b'|'), "||||||| base\ne4".len());
    }
}
