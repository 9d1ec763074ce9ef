//! Lookahead on one line: is it a tag pair, is it movetext? Bounded work, no state.

use crate::tag_value::tag_value_end;

/// How far a tag name is looked at. Real names stay under 30 bytes; the bound keeps every look constant time.
const LONGEST_TAG_NAME: usize = 255;

/// The longest tag of a web page that is looked over. Bytes.
const LONGEST_ELEMENT: usize = 64;

const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The shortest name of a tag pair that is looked for in text, so that no move is one. Bytes.
const SHORTEST_NAME: usize = 3;

/// How many tag pairs on one line are looked over for the end of the line. Archives that lost their line ends have a dozen.
const MOST_TAGS_ON_LINE: usize = 64;

/// How much white space is looked over for what belongs to a tag pair on the next line.
const LONGEST_GAP: usize = 255;

/// Whether `rest` begins with `[`, a name and a quote: the shape of a tag pair (section 8.1). They may be on several
/// lines, but not with an empty line between them.
pub(crate) fn is_tag(rest: &[u8]) -> bool {
    let Some(inside) = rest.strip_prefix(b"[") else { return false };
    let named = &inside[tag_name_start(inside)..];
    let after_name = &named[tag_name_length(named)..];
    begins_symbol(named) && after_name[tag_gap_length(after_name)..].first() == Some(&b'"')
}

/// Whether `rest` begins with `[`, a name and a quote on one line.
fn is_tag_on_line(rest: &[u8]) -> bool {
    let Some(inside) = rest.strip_prefix(b"[") else { return false };
    is_named_value(skip_spaces(inside))
}

/// Where in `inside`, which follows the `[` of a tag pair or is the start of one that lost it, the name begins.
pub(crate) fn tag_name_start(inside: &[u8]) -> usize {
    let gap = tag_gap_length(inside);
    if begins_symbol(&inside[gap..]) { gap } else { inside.len() - skip_spaces(inside).len() }
}

/// The length of the white space at the start of `rest`, with at most one line end; only the spaces where there is more.
#[inline]
fn tag_gap_length(rest: &[u8]) -> usize {
    match *rest {
        [first, ..] if !first.is_ascii_whitespace() => 0,
        [b' ', second, ..] if !second.is_ascii_whitespace() => 1,
        _ => long_tag_gap_length(rest),
    }
}

fn long_tag_gap_length(rest: &[u8]) -> usize {
    let near = &rest[..rest.len().min(LONGEST_GAP)];
    let gap = near.len() - near.trim_ascii_start().len();
    if has_empty_line(&rest[..gap]) { rest.len() - skip_spaces(rest).len() } else { gap }
}

/// Whether `rest` begins like a symbol (section 7): with a letter or a digit.
fn begins_symbol(rest: &[u8]) -> bool {
    rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether `rest` begins with `[` and a letter: a tag pair, perhaps one that lost a quote.
pub(crate) fn is_tag_like(rest: &[u8]) -> bool {
    let Some(inside) = rest.strip_prefix(b"[") else { return false };
    skip_spaces(inside).first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'"')
}

/// Whether `rest` begins the tag section of a game: a tag pair, or a broken one with a name of the Seven Tag Roster
/// (section 8.1.1), which may have a space in it: `[Eve nt "E"]`. Other text in brackets may be anything.
pub(crate) fn begins_tags(rest: &[u8]) -> bool {
    const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];
    if is_tag(rest) {
        return true;
    }
    let Some(inside) = rest.strip_prefix(b"[") else { return false };
    let inside = skip_spaces(inside);
    ROSTER.contains(&&inside[..tag_name_length(inside)]) || ROSTER.iter().any(|name| is_split_name(inside, name))
}

/// Whether a text begins with a name that has spaces in it, and a quote after it.
fn is_split_name(text: &[u8], name: &[u8]) -> bool {
    let mut rest = text;
    for byte in name {
        match skip_spaces(rest) {
            [first, after @ ..] if first == byte => rest = after,
            _ => return false,
        }
    }
    skip_spaces(rest).first() == Some(&b'"')
}

/// Whether a tag of this name says from where or by which rules the game is played. Programs write it in capitals or not.
pub(crate) fn is_setup_tag(name: &str) -> bool {
    match name.len() {
        3 => name.eq_ignore_ascii_case("FEN"),
        7 => name.eq_ignore_ascii_case("Variant"),
        _ => false,
    }
}

/// Whether `rest` is a tag pair that lost its `[`: a name, a value in quotes and `]` on one line, with nothing but tag pairs after it. What
/// is after those does not count: it may belong to another game.
pub(crate) fn is_tag_without_bracket(rest: &[u8]) -> bool {
    // A line that begins with a number is rather text.
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) || !is_named_value(rest) {
        return false;
    }
    let value = skip_spaces(&rest[tag_name_length(rest)..]);
    let end = tag_value_end(value);
    let Some(after) = skip_spaces(&value[end.length..]).strip_prefix(b"]") else { return false };
    let after = skip_spaces(after);
    end.closed && !end.has_line_break && (is_white_space(&after[..line_length(after)]) || begins_tags(after))
}

/// Where the line after tag pairs begins that are alone on their line, the last one whole or without its end.
/// Looks no further than the tag pairs, and at so many of them that a line of thousands is not looked over from each.
pub(crate) fn line_after_tags(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    for _ in 0..MOST_TAGS_ON_LINE {
        if !is_tag_on_line(&rest[at..]) {
            break;
        }
        at += 1 + spaces(&rest[at + 1..]);
        at += tag_name_length(&rest[at..]);
        at += spaces(&rest[at..]);
        let end = tag_value_end(&rest[at..]);
        at += if end.has_line_break { line_length(&rest[at..]) } else { end.length };
        at += spaces(&rest[at..]);
        at += usize::from(rest[at..].starts_with(b"]"));
        at += spaces(&rest[at..]);
    }
    let line_end = match &rest[at..] {
        [b'\r', b'\n', _, ..] if 0 < at => 2,
        [b'\r' | b'\n', _, ..] if 0 < at => 1,
        _ => return None,
    };
    Some(at + line_end)
}

/// Whether a line is a name and a value in quotes with nothing but signs around and between them, as is a tag pair with other brackets or none:
/// `<Date "2001.02.03">`, `Date = "2001.02.03"`, `[/Date "2001.02.03"]`. Braces are those of a comment.
pub(crate) fn is_nearly_tag(line: &[u8]) -> bool {
    const MOST_SIGNS: usize = 4;
    let is_sign =
        |byte: &u8| (byte.is_ascii_punctuation() && !matches!(byte, b'{' | b'}' | b';' | b'%')) || *byte == b' ';
    let signs = line.iter().take_while(|byte| is_sign(byte)).count();
    let named = &line[signs..];
    let name = named.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let Some(first) = memchr::memchr(b'"', &named[..named.len().min(LONGEST_TAG_NAME)]) else { return false };
    let last = memchr::memrchr(b'"', named).filter(|last| *last > first);
    signs <= MOST_SIGNS
        && (SHORTEST_NAME..=first).contains(&name)
        && first - name <= MOST_SIGNS
        && named[name..first].iter().all(is_sign)
        && last.is_some_and(|last| {
            let end = named[last + 1..].trim_ascii_end();
            end.len() <= MOST_SIGNS && end.iter().all(is_sign)
        })
}

/// Whether a text begins with a name of letters and a colon or an equals sign: `Result: 1-0`.
pub(crate) fn is_named(rest: &[u8]) -> bool {
    let near = &rest[..rest.len().min(LONGEST_TAG_NAME)];
    let name = near.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    name >= SHORTEST_NAME && matches!(skip_spaces(&near[name..]), [b':' | b'=', ..])
}

/// A line of text up to the comment that begins on it and ends elsewhere, if there is one: other readers take what follows for a part of it.
pub(crate) fn before_open_comment(line: &[u8]) -> &[u8] {
    match memchr::memrchr2(b'{', b'}', line) {
        Some(last) if line[last] == b'{' && last > 0 => &line[..last],
        _ => line,
    }
}

/// Whether a byte may be mistyped for the `[` of a tag pair.
pub(crate) fn is_other_opening_bracket(byte: u8) -> bool {
    matches!(byte, b'{' | b'(' | b'<')
}

/// Whether a line has nothing but white space, as the lexer knows it.
fn is_white_space(line: &[u8]) -> bool {
    line.is_empty() || std::str::from_utf8(line).is_ok_and(|line| without_white_space(line).is_empty())
}

/// The length of the name at the start of `rest`, in bytes.
pub(crate) fn tag_name_length(rest: &[u8]) -> usize {
    let near = &rest[..rest.len().min(LONGEST_TAG_NAME)];
    near.iter().position(|byte| !IS_OF_TAG_NAME[usize::from(*byte)]).unwrap_or(near.len())
}

/// Which bytes a tag name holds, at least where it is a symbol (section 7).
static IS_OF_TAG_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte: u8 = 0;
    while byte < 0x80 {
        let is_sign = matches!(byte, b'_' | b'-' | b'+' | b'#' | b'=' | b':');
        table[byte as usize] = byte.is_ascii_alphanumeric() || is_sign;
        byte += 1;
    }
    table
};

/// Whether a line that begins with `rest` is movetext: a move number and a move, or something else that only
/// is in movetext.
pub(crate) fn is_movetext_number(rest: &[u8]) -> bool {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = &rest[digits..];
    let after = match after {
        // `1) e4`, `1.) e4`
        [b')', after @ ..] | [b'.', b')', after @ ..] if digits > 0 => after,
        after => after,
    };
    let periods = after.iter().take_while(|byte| matches!(byte, b'.' | b' ' | b'\t' | b'\r' | b'\n')).count();
    let symbol = &after[periods..];
    match symbol {
        [b'a'..=b'h', b'1'..=b'8' | b'x', ..] | [b'O' | b'0', b'-', ..] => true,
        // Null moves.
        [b'-', b'-', ..] | [b'Z' | b'z', b'0', ..] | [b'<', b'>', ..] | [b'@', b'@', ..] => true,
        [b'A'..=b'Z', b'a'..=b'h' | b'1'..=b'8' | b'x' | b'@', ..] if has_square(symbol) => true,
        // In the wrong case: `1. nf3`, `1. E4`.
        [b'n' | b'r' | b'q' | b'k', b'a'..=b'h' | b'x', ..] => has_square(symbol),
        [b'A'..=b'H', b'1'..=b'8', rest @ ..] => {
            after.first() == Some(&b'.') && rest.first().is_none_or(u8::is_ascii_whitespace)
        }
        [b'P', b'-', b'K' | b'Q', ..] => true, // descriptive notation
        [0xE2, 0x99, ..] => true,              // a figurine
        [b'{' | b'(' | b'$', ..] => periods > 0 && after.first() == Some(&b'.'),
        _ => false,
    }
}

/// Whether a line that begins with `rest` is movetext whose first number was read as a letter: `l. e4`, `I.e4`.
pub(crate) fn is_movetext_letter(rest: &[u8]) -> bool {
    matches!(rest, [b'l' | b'I', b'.', ..]) && is_movetext_number(&rest[1..])
}

/// Whether `rest` is an element of a web page with movetext in it: `<b>1. e4`.
pub(crate) fn is_movetext_in_element(rest: &[u8]) -> bool {
    let near = &rest[..rest.len().min(LONGEST_ELEMENT)];
    let [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] = near else { return false };
    let end = near.iter().position(|byte| *byte == b'>');
    end.is_some_and(|end| {
        rest[end + 1..].first().is_some_and(u8::is_ascii_digit) && is_movetext_number(&rest[end + 1..])
    })
}

/// Whether after a word that may be for a move, `rest` goes on as movetext does: with an annotation at once, with a
/// number, a move or a delimiter after white space, or not at all. What may be the next game does not count, so that a game
/// reads alone as it reads among others.
pub(crate) fn goes_on_with_moves(rest: &[u8]) -> bool {
    let near = &rest[..rest.len().min(LONGEST_GAP)];
    let next = near.trim_ascii_start();
    let gap = near.len() - next.len();
    if may_end_game(&rest[..gap], &rest[gap..]) {
        return true;
    }
    match next {
        [] | [b'+' | b'#' | b'!' | b'?' | b')', ..] => true,
        _ if gap == 0 => false,
        [b'0'..=b'9' | b'(' | b'{' | b'$' | b';' | b'*' | b'[', ..]
        | [b'a'..=b'h', b'1'..=b'8' | b'x', ..]
        | [b'A'..=b'Z', b'a'..=b'h' | b'1'..=b'8', b'a'..=b'h' | b'1'..=b'8' | b'x', ..]
        | [b'A'..=b'Z', b'x', b'a'..=b'h', ..]
        | [b'O' | b'-', b'-', ..] => true,
        [one @ b'a'..=b'h', other @ b'a'..=b'h', ..] => {
            one.abs_diff(*other) == 1 && !next.get(2).is_some_and(u8::is_ascii_alphabetic)
        }
        _ => false,
    }
}

/// Whether a game may end in front of `white_space`: the next one begins after an empty line, or with an escape line or a tag
/// pair that lost its bracket. How others begin is movetext too.
fn may_end_game(white_space: &[u8], rest: &[u8]) -> bool {
    has_empty_line(white_space)
        || memchr::memchr2(b'\n', b'\r', white_space).is_some()
            && (rest.starts_with(b"%") || is_tag_without_bracket(rest))
}

/// Whether a game begins at byte `position`, whatever is before: at a tag pair that follows an empty line, which follows a line that
/// ends in a termination marker. No comment (see the lexer), tag pair, variation or text reaches over such a place.
pub(crate) fn is_certain_start(bytes: &[u8], position: usize) -> bool {
    is_certain_border(&bytes[..position], &bytes[position..])
}

/// The same for a text whose two parts may lie apart. Looks back to the start of the last line with anything on it, forward
/// to the end of the first line.
pub(crate) fn is_certain_border(text_before: &[u8], rest: &[u8]) -> bool {
    const MARKERS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let before = text_before.trim_ascii_end();
    let Some(marker) = MARKERS.iter().find(|marker| before.ends_with(marker)) else { return false };
    if !has_empty_line(&text_before[before.len()..]) || !is_tag_on_line(rest) {
        return false;
    }
    let line_start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |line_end| line_end + 1);
    let last_line = before[line_start..].trim_ascii_start();
    let before_marker = &last_line[..last_line.len() - marker.len()];
    let is_alone = before_marker.last().is_none_or(|byte| *byte == b' ');
    is_alone && !may_hide_marker(before_marker)
}

/// Whether a line holds what may be a tag pair, an escape line or a comment to the line end: there a marker may be none. The
/// `[%` of a command is none of them.
fn may_hide_marker(line: &[u8]) -> bool {
    let mut stops = memchr::memchr3_iter(b'[', b'"', b';', line);
    without_byte_order_mark(line).first() == Some(&b'%')
        || stops.any(|stop| line[stop] != b'[' || line.get(stop + 1) != Some(&b'%'))
}

/// Whether byte `position` of `text` is the first of its line. A byte order mark before it does not count: files that were
/// joined hold them in the middle too.
pub(crate) fn is_line_start(text: &[u8], position: usize) -> bool {
    let before = &text[..position];
    let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
    matches!(before.last(), None | Some(b'\n' | b'\r'))
}

/// `line`, the rest of a text from the start of a line on, without the byte order mark at its start.
pub(crate) fn without_byte_order_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

/// The text without the white space at its start, as the lexer knows it, byte order marks among it.
pub(crate) fn without_white_space(text: &str) -> &str {
    text.trim_start_matches(|character: char| {
        let is_wide = matches!(character, '\u{A0}' | '\u{FEFF}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{3000}');
        character.is_ascii_whitespace() || character == '\x0B' || is_wide
    })
}

/// Whether only spaces are between the start of the line and byte `position` of `text`.
pub(crate) fn is_first_on_line(text: &[u8], position: usize) -> bool {
    let before = &text[..position];
    let spaces = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    is_line_start(text, position - spaces)
}

/// The length in bytes of what is left of a line, without its end.
pub(crate) fn line_length(rest: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// The length in bytes of what is left of a line up to the next tag pair on it; `rest` itself may begin with one.
/// Bounded by what it returns, so that a long line of many tag pairs is looked at once.
pub(crate) fn length_before_tag(rest: &[u8]) -> usize {
    let mut stops = memchr::memchr3_iter(b'\n', b'\r', b'[', rest);
    stops.find(|stop| rest[*stop] != b'[' || *stop > 0 && is_next_tag(&rest[*stop..])).unwrap_or(rest.len())
}

/// Whether another tag pair begins here, on the line of one that may be cut off. In `[Event "a [b"]` none does: there the
/// quote is the one that closes the value.
pub(crate) fn is_next_tag(rest: &[u8]) -> bool {
    if !is_tag_on_line(rest) {
        return false;
    }
    let quote = memchr::memchr(b'"', &rest[..rest.len().min(LONGEST_TAG_NAME)]);
    quote.is_none_or(|quote| rest.get(quote + 1) != Some(&b']'))
}

/// The length in bytes of what is left of a line up to the next `[` on it.
pub(crate) fn length_before_bracket(rest: &[u8]) -> usize {
    memchr::memchr3(b'\n', b'\r', b'[', rest).unwrap_or(rest.len())
}

/// Whether white space holds an empty line: two line ends with nothing but spaces between them.
pub(crate) fn has_empty_line(white_space: &[u8]) -> bool {
    let mut line_ends = 0;
    let mut bytes = white_space.iter().peekable();
    while let Some(byte) = bytes.next() {
        if *byte == b'\r' && bytes.peek() == Some(&&b'\n') {
            continue;
        }
        line_ends += usize::from(matches!(byte, b'\n' | b'\r'));
    }
    line_ends > 1
}

/// `rest` without the spaces and tabs at its start.
pub(crate) fn skip_spaces(rest: &[u8]) -> &[u8] {
    &rest[spaces(rest)..]
}

/// How many spaces and tabs `rest` begins with.
pub(crate) fn spaces(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Whether `rest` begins with a name and a quote.
fn is_named_value(rest: &[u8]) -> bool {
    let name = tag_name_length(rest);
    begins_symbol(rest) && skip_spaces(&rest[name..]).first() == Some(&b'"')
}

/// Whether the symbol at the start of `rest` names a square.
fn has_square(rest: &[u8]) -> bool {
    let symbol = rest.iter().take(8).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'@').count();
    rest[..symbol].windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_after_tag_pairs_is_found_from_few_of_them() {
        let after = |text: &str| line_after_tags(text.as_bytes());
        assert_eq!(after("[A \"b\"] [C \"d\"]\nx"), Some(16));
        assert_eq!(after("[A \"b\"]\t[C \"d\r\nx"), Some(15));
        assert_eq!(after("[A \"b\"]"), None);
        assert_eq!(after("[A \"b\"] x\nx"), None);
        assert_eq!(after("\nx"), None);
        let many = "[A \"b\"]".repeat(MOST_TAGS_ON_LINE + 1);
        assert_eq!(after(&format!("{many}\nx")), None);
        assert!(after(&format!("{}\nx", &many[..many.len() - 7])).is_some());
    }

    #[test]
    fn a_number_and_a_move_in_any_case_are_movetext() {
        for text in [
            "1. e4",
            "1.e4",
            "1. Nf3",
            "1. nf3 d5",
            "1. qxd5",
            "1. E4 e5",
            "1.E4",
            "1... nf6",
            "1. O-O",
            "1. Z0",
            "1. <>",
        ] {
            assert!(is_movetext_number(text.as_bytes()), "{text}");
        }
        assert!(is_movetext_number(b"1) e4") && is_movetext_number(b"1.) Nf3") && !is_movetext_number(b") e4"));
        assert!(is_movetext_letter(b"l. e4") && is_movetext_letter(b"I.Nf3") && !is_movetext_letter(b"l. best"));
        assert!(is_movetext_in_element(b"<b>1.e4</b>") && is_movetext_in_element(b"<p class=\"x\">1. d4"));
        assert!(
            !is_movetext_in_element(b"<b>word")
                && !is_movetext_in_element(b"<1. e4>")
                && !is_movetext_in_element(b"<b>")
        );
        for text in ["1. near", "1 E4 and more", "1. E45", "1. Round", "1. no moves", "1. King"] {
            assert!(!is_movetext_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_line_is_nearly_a_tag_pair_with_signs_around_name_and_value() {
        for line in
            ["<Date \"x\">", "Date = \"x y\"", "[/Date \"x\"]", "\"Date\" \"x\"", "Date \"\"", "[[Date \"x\"]] "]
        {
            assert!(is_nearly_tag(line.as_bytes()), "{line}");
        }
        for line in ["Date x", "e4 \"x\"", "Date \"x\" e4 e5", "Date of \"x\"", "{Date \"x\"}", "Date \"x", ""] {
            assert!(!is_nearly_tag(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_tag_pair_that_lost_its_bracket_has_no_text_beside_it() {
        let cases = [
            ("Event \"E\"]\n", true),
            ("Event \"E[a]\"] \r\n", true),
            ("Event \"E\"] [Site \"S\"]\n", true),
            ("Event \"E\"] x [Site \"S\"]\n", false),
            ("Event \"E\"\n", false),
            ("Event \"E\"] * [Site \"S\"]\n", false),
            ("Event \"E\"]*[k\"]\n", false),
            ("Event \"E\" ][k\"]\n", true),
            ("see \"E\" [Event \"E\"]\n", false),
            ("\"E\"]\n", false),
        ];
        for (line, expected) in cases {
            assert_eq!(is_tag_without_bracket(line.as_bytes()), expected, "{line}");
        }
    }
}
