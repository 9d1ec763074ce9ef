//! The end of the value of a tag pair, well formed or broken.

use crate::shape;

/// The extent of a value that begins with a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagValueEnd {
    /// Length in bytes, quotes included.
    pub(crate) length: usize,
    /// Whether the last byte is the closing quote.
    pub(crate) closed: bool,
    /// Whether a line end is inside.
    pub(crate) has_line_break: bool,
    /// Whether certainly neither a quote nor a backslash is inside.
    pub(crate) is_plain: bool,
}

/// How many further lines a value is followed over when its own line does not close it.
const MOST_EXTRA_LINES: usize = 3;

/// Find the end of the value that `rest` begins with; its first byte is a quote.
///
/// Real files hold unescaped quotes (`"5th "Mikis" Open"`) and values that end in a lone backslash (`"Round 1 \"`), so
/// the quote that ends a value is the first that `]` follows; only where none does, the first one at all. Looks no further
/// than that, the next tag pair or the end of the line.
pub(crate) fn tag_value_end(rest: &[u8]) -> TagValueEnd {
    if let Some(quote) = plain_value_end(rest) {
        return TagValueEnd { is_plain: true, ..TagValueEnd::closed(quote) };
    }
    let mut first_quote = None;
    let mut first_before_bracket = None;
    let mut backslashes = 0;
    let mut at = 1;
    // Where a tag pair was cut off and the next one follows on the same line, the value ends before that.
    while at < rest.len() && !ends_line_or_tag(&rest[at..]) {
        let escaped = backslashes % 2 == 1;
        backslashes = if rest[at] == b'\\' { backslashes + 1 } else { 0 };
        if rest[at] == b'"' {
            let before_bracket = is_before_bracket(rest, at);
            if before_bracket && !escaped {
                return TagValueEnd::closed(at);
            }
            if before_bracket {
                first_before_bracket = first_before_bracket.or(Some(at));
            }
            if !escaped {
                first_quote = first_quote.or(Some(at));
            }
        }
        at += 1;
    }
    if let Some(quote) = first_before_bracket {
        return TagValueEnd::closed(quote);
    }
    let line = &rest[..at.min(rest.len())];
    let is_string = first_quote.is_some();
    if first_quote.is_none_or(|quote| quote + 1 == line.trim_ascii_end().len())
        && let Some(length) = closed_on_later_line(rest, line.len(), is_string)
    {
        return TagValueEnd { length, closed: true, has_line_break: true, is_plain: false };
    }
    if let Some(quote) = first_quote {
        return TagValueEnd::closed(quote);
    }
    let unclosed = line.trim_ascii_end();
    let unclosed = unclosed.strip_suffix(b"]").map_or(unclosed, <[u8]>::trim_ascii_end);
    TagValueEnd { length: unclosed.len().max(1), closed: false, has_line_break: false, is_plain: false }
}

/// Where the quote is that closes a value in which there is nothing to look at, as in nearly all.
#[inline]
pub(crate) fn plain_value_end(rest: &[u8]) -> Option<usize> {
    /// A look into a table is less than five comparisons.
    static IS_SPECIAL: [bool; 256] = {
        let mut table = [false; 256];
        let special = b"\"\\[\n\r";
        let mut index = 0;
        while index < special.len() {
            table[special[index] as usize] = true;
            index += 1;
        }
        table
    };
    let at = 1 + rest.get(1..)?.iter().position(|byte| IS_SPECIAL[usize::from(*byte)])?;
    rest[at..].starts_with(b"\"]").then_some(at)
}

impl TagValueEnd {
    /// The end of a value on one line that the quote at byte `quote` closes.
    fn closed(quote: usize) -> TagValueEnd {
        TagValueEnd { length: quote + 1, closed: true, has_line_break: false, is_plain: false }
    }
}

/// Whether the line ends where `rest` begins, or another tag pair begins there.
fn ends_line_or_tag(rest: &[u8]) -> bool {
    match rest.first() {
        None | Some(b'\n' | b'\r') => true,
        Some(byte) => *byte == b'[' && shape::is_next_tag(rest),
    }
}

/// Whether `]` follows the quote at `position`: on the same line or, where the quote ends the line, below.
fn is_before_bracket(rest: &[u8], position: usize) -> bool {
    rest[position + 1..].trim_ascii_start().first() == Some(&b']')
}

/// The length of a value that a later line closes with `"]`, if nothing on the way contradicts that. After a line that is a string of its own, all
/// are: that is a value in several strings.
fn closed_on_later_line(rest: &[u8], first_line: usize, mut is_string: bool) -> Option<usize> {
    let mut at = first_line;
    for _ in 0..MOST_EXTRA_LINES {
        let line_end = rest[at..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if shape::has_empty_line(&rest[at..at + line_end]) {
            return None;
        }
        at += line_end;
        // Before the rest of the line is looked at: there may be tag pairs without an end all along it.
        if shape::skip_spaces(&rest[at..]).first() == Some(&b'[') {
            return None;
        }
        let line = &rest[at..at + shape::line_length(&rest[at..])];
        let content = line.trim_ascii();
        if content.is_empty() {
            return None;
        }
        let mut quotes = memchr::memchr_iter(b'"', line);
        let (first, second, third) = (quotes.next(), quotes.next(), quotes.next());
        let is_one_string = content.starts_with(b"\"") && second.is_some() && third.is_none();
        let last = if is_one_string { second } else { first };
        match last {
            None if !is_string => {}
            Some(quote) if (is_one_string || !is_string) && is_before_bracket(rest, at + quote) => {
                return Some(at + quote + 1);
            }
            Some(_) if is_one_string && content.ends_with(b"\"") => is_string = true,
            _ => return None,
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rest: &str, value: &str) {
        let end = tag_value_end(rest.as_bytes());
        assert_eq!(&rest[..end.length], value);
        assert_eq!(end.closed, value.len() > 1 && value.ends_with('"'));
    }

    #[test]
    fn values_end_where_a_reader_would_end_them() {
        check(r#""E"]"#, r#""E""#);
        check(r#""E" ]"#, r#""E""#);
        check("\"E\"\n]", r#""E""#);
        check(r#""The \"Closed\" Dragon"]"#, r#""The \"Closed\" Dragon""#);
        check(r#""5th "Mikis" Open"]"#, r#""5th "Mikis" Open""#);
        check(r#""Round 1 \"]"#, r#""Round 1 \""#);
        check(r#""[=0040.34h5a4]"]"#, r#""[=0040.34h5a4]""#);
        check(r#""a]b"] [Black "c"]"#, r#""a]b""#);
        check("\"W\n[Black \"B\"]", "\"W");
        check("\"W]\n[Black \"B\"]", "\"W");
        check("\"S\nT\"]", "\"S\nT\"");
        check("\"S\n\nT\"]", "\"S");
        check("\"S\"\n\"T\"]", "\"S\"\n\"T\"");
        check("\"S\"\n  \"T\"\r\n\"U\" ]", "\"S\"\n  \"T\"\r\n\"U\"");
        check("\"S\n\"T\"]", "\"S\n\"T\"");
        check("\"S\"\nT\"]", "\"S\"");
        check("\"S\"\nBlack \"T\"]", "\"S\"");
        check("\"S\"\n\n\"T\"]", "\"S\"");
        check("\"S\" x\n\"T\"]", "\"S\"");
        check("\"66.6+0.6[Event \"Batch\"]", "\"66.6+0.6");
        check(r#""a [b"]"#, r#""a [b""#);
        check("\"E\"\n1. e4", "\"E\"");
        check("\"", "\"");
        check("\"]", "\"");
    }
}
