//! Comments that may have swallowed moves.

/// Whether a comment may hold swallowed moves: it holds another `{`, so the `}` of the first one may be lost. Parentheses say nothing: lists have
/// items, `a)`, and words have faces. Where the `)` is typed for the `}`, and no `{` follows, the game does not read after the comment.
pub(crate) fn is_suspicious_comment(comment: &str) -> bool {
    memchr::memchr(b'{', comment.get(1..).unwrap_or("").as_bytes()).is_some()
}

/// Whether a line comment holds the `}` of a comment that does not begin in it: an explanation gains nothing by ending that one before the semicolon.
pub(crate) fn ends_another(comment: &str) -> bool {
    memchr::memchr2(b'{', b'}', comment.as_bytes()).is_some_and(|first| comment.as_bytes()[first] == b'}')
}

/// Whether moves could go on after a space or a `)` in a comment: a number, a move, a delimiter.
pub(super) fn begins_moves(rest: &str) -> bool {
    let rest = rest.trim_ascii_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match &rest.as_bytes()[digits..] {
        after if digits > 0 => matches!(after.first(), Some(b'.' | b' ' | b'\n' | b'\r' | b'-' | b'/')),
        [b'(' | b')' | b'$' | b'*' | b'{', ..]
        | [b'Z', b'0', ..]
        | [b'a'..=b'h', b'1'..=b'8' | b'x', ..]
        | [b'O' | b'-', b'-', ..]
        | [b'N' | b'B' | b'R' | b'Q' | b'K', b'a'..=b'h' | b'1'..=b'8' | b'x', ..] => true,
        _ => false,
    }
}

/// The length of the face at the start of a text, which begins with a semicolon: `;-)`, `;)`. Zero where there is none.
pub(crate) fn wink(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(';') else { return 0 };
    let mouth = rest.strip_prefix(['-', 'o']).unwrap_or(rest);
    let after = mouth.trim_start_matches([')', '(', 'D', 'P', 'p', '/', '|']);
    let is_whole = after.len() < mouth.len() && !after.starts_with(|next: char| !next.is_whitespace());
    if is_whole { text.len() - after.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_suspicious_where_another_one_begins_in_it() {
        assert!(is_suspicious_comment("{a) 9...e6 {b}"));
        assert!(is_suspicious_comment("{a {b}"));
        assert!(!is_suspicious_comment("{see (a)) 3. Bc4, or not :) 3. d4}"));
        assert!(!is_suspicious_comment("{a) 3. Bc4; b) 3. d4}"));
    }

    #[test]
    fn a_wink_is_a_semicolon_with_a_mouth() {
        for (text, length) in [(";-) e5", 3), (";) e5", 2), ("; a) e5", 0), (";Nf3", 0), (";", 0), (";-)x", 0)] {
            assert_eq!(wink(text), length, "{text}");
        }
    }
}
