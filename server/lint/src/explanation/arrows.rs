//! Arrows between moves that are read as an annotation and a reserved sign.

use std::ops::Range;

/// Whether a sign of a text, with the one before it, is an arrow: `=>`, `<=`.
pub(super) fn is_in_arrow(text: &str, sign: &Range<usize>) -> bool {
    let (before, sign) = (&text[..sign.start], &text[sign.clone()]);
    before.ends_with('=') && sign.starts_with('>') || before.ends_with('<') && sign.starts_with('=')
}

/// Whether a reserved sign of a text is part of an arrow.
pub(super) fn is_of_arrow(text: &str, sign: &Range<usize>) -> bool {
    is_in_arrow(text, sign) || text[sign.clone()].ends_with('<') && text[sign.end..].starts_with('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_has_a_shaft() {
        for (text, sign, is_arrow) in [
            ("e4 => e5", 4..5, true),
            ("e4 <== e5", 4..6, true),
            ("e4 <b> e5", 5..6, false),
            ("e4 = > e5", 5..6, false),
        ] {
            assert_eq!(is_in_arrow(text, &sign), is_arrow, "{text}");
        }
        assert!(is_of_arrow("e4 <= e5", &(3..4)) && !is_of_arrow("e4 < = e5", &(3..4)));
    }
}
