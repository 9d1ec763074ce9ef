//! Typed readings of tokens: the value of a tag pair, the number of a move number indication or a NAG.

use std::borrow::Cow;
use std::ops::Range;

use crate::game_view::GameView;
use crate::kind::{NodeKind, TokenKind};
use crate::tree::{Event, Events};

/// A tag pair (section 8.1). Any part may be missing where the pair is broken.
///
/// ```
/// let game = scoresheet_grammar::Games::new("[White \"Ada\"]\n\n*").next().unwrap();
/// let tag = game.view().tags().remove(0);
/// assert_eq!((tag.name, tag.raw_value, tag.range), ("White", "\"Ada\"", 0..13));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'text> {
    /// The whole pair; half-open byte offsets relative to the game, as all ranges here.
    pub range: Range<usize>,
    /// The name, as written.
    pub name: &'text str,
    /// Where the name is; empty where there is none.
    pub name_range: Range<usize>,
    /// The value with its quotes, as written; empty where there is none.
    pub raw_value: &'text str,
    /// Where `raw_value` is.
    pub value_range: Range<usize>,
    /// Whether the value has both its quotes.
    pub is_quoted: bool,
}

impl<'text> Tag<'text> {
    /// The value without its quotes and escapes (section 7). Lone backslashes are kept. Where a quote is missing or of another kind, see
    /// [`without_quotes`].
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new(r#"[Event "a \"b\""]"#).next().unwrap();
    /// assert_eq!(game.view().tags()[0].value(), "a \"b\"");
    /// ```
    pub fn value(&self) -> Cow<'text, str> {
        unescape(&self.raw_value[self.inside()])
    }

    /// Where the value is without its quotes.
    ///
    /// ```
    /// let text = "[White \"Ada\"]\n\n*";
    /// let game = scoresheet_grammar::Games::new(text).next().unwrap();
    /// assert_eq!(&text[game.view().tags()[0].inner_range()], "Ada");
    /// ```
    pub fn inner_range(&self) -> Range<usize> {
        let Range { start, end } = self.inside();
        self.value_range.start + start..self.value_range.start + end
    }

    /// Where the value is in the raw one.
    fn inside(&self) -> Range<usize> {
        match self.is_quoted {
            true => 1..self.raw_value.len() - 1,
            false => without_quotes(self.raw_value),
        }
    }
}

impl<'text> GameView<'text> {
    /// The tag pairs of the tag section, in text order. Linear in the tag section.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("[White \"Ada\"]\n[Black \"Bob\"]\n\n*").next().unwrap();
    /// let names: Vec<&str> = game.view().tags().iter().map(|tag| tag.name).collect();
    /// assert_eq!(names, ["White", "Black"]);
    /// ```
    pub fn tags(self) -> Vec<Tag<'text>> {
        let mut tags = Vec::new();
        let mut events = self.tree.events();
        while let Some((event, range)) = events.next() {
            match event {
                Event::Enter(NodeKind::Tag) => tags.push(self.read_tag(&mut events, range.start)),
                Event::Enter(NodeKind::Movetext) => break,
                _ => {}
            }
        }
        tags
    }

    /// The tag pair that begins at byte `start`, where `events` has just returned the start of a tag pair. Goes on after it.
    ///
    /// ```
    /// use scoresheet_grammar::{Event, Games, NodeKind};
    ///
    /// let game = Games::new("[White \"Ada\"]\n\n*").next().unwrap();
    /// let mut events = game.view().tree.events();
    /// let (_, range) = events.find(|(event, _)| *event == Event::Enter(NodeKind::Tag)).unwrap();
    /// assert_eq!(game.view().read_tag(&mut events, range.start).value(), "Ada");
    /// ```
    pub fn read_tag(self, events: &mut Events<'_>, start: usize) -> Tag<'text> {
        if let Some(plain) = events.take_plain_tag() {
            let name_range = start + 1..start + 1 + plain.name_length;
            let value_range = name_range.end + 1..name_range.end + 1 + plain.value_length;
            return Tag {
                range: start..value_range.end + 1,
                name: &self.text[name_range.clone()],
                name_range,
                raw_value: &self.text[value_range.clone()],
                value_range,
                is_quoted: true,
            };
        }
        let mut tag = Tag {
            range: start..start,
            name: "",
            name_range: start..start,
            raw_value: "",
            value_range: start..start,
            is_quoted: false,
        };
        for (event, range) in events.by_ref() {
            match event {
                Event::Leave(_) => {
                    tag.range.end = range.end;
                    break;
                }
                Event::Token(TokenKind::TagName) => {
                    tag.name = &self.text[range.clone()];
                    tag.name_range = range.clone();
                    tag.value_range = range.end..range.end;
                }
                Event::Token(kind @ (TokenKind::TagValue | TokenKind::BrokenTagValue)) => {
                    tag.raw_value = &self.text[range.clone()];
                    tag.value_range = range;
                    tag.is_quoted = kind == TokenKind::TagValue;
                }
                _ => {}
            }
        }
        tag
    }
}

/// Where a tag value is in a text that is not in double quotes as section 7 asks for: quotes of other kinds (`“Ada”`, `'Ada'`, `&quot;Ada&quot;`)
/// and brackets are quotes, and one may be missing at either end. Single quotes only count at both: `'t Hart` is a name. A sign between the name
/// of the tag and the first quote (`, "Ada"`) is no part of the value. Half-open byte offsets in `text`.
///
/// ```
/// let inside = |text: &'static str| &text[scoresheet_grammar::ast::without_quotes(text)];
/// assert_eq!(["“Ada”", "\"Ada”", "Ada\"", "'Ada'", "''Ada''", "(Ada)", "= \"Ada\""].map(inside), ["Ada"; 7]);
/// assert_eq!(["'t Hart", "„Ada“ ", "(a) (b)", "＂Ada＂"].map(inside), ["'t Hart", "Ada", "(a) (b)", "Ada"]);
/// ```
pub fn without_quotes(text: &str) -> Range<usize> {
    let is_quote =
        |letter: char| matches!(letter, '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '＂' | '″' | '〝' | '〞' | '〟');
    let after_sign = text.trim_start_matches([',', ':', ';', '=', '.', '-', ' ']);
    let sign = if after_sign.starts_with('"') { text.len() - after_sign.len() } else { 0 };
    let text = &text[sign..];
    // Two single quotes look like a double one, as do two commas.
    const QUOTES: [(&str, &str); 14] = [
        ("&quot;", "&quot;"),
        ("&#34;", "&#34;"),
        ("\\\"", "\\\""),
        (",,", "\""),
        (",,", "''"),
        ("\"", "'"),
        ("''", "''"),
        ("``", "''"),
        ("'", "'"),
        ("`", "'"),
        ("`", "`"),
        ("´", "´"),
        ("‘", "’"),
        ("‚", "‘"),
    ];
    const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("{", "}"), ("<", ">")];
    let inside = |(open, close): (&str, &str)| {
        let inside = text.strip_prefix(open)?.trim_end().strip_suffix(close)?;
        Some(sign + open.len()..sign + open.len() + inside.len())
    };
    let is_single = |inside: &Range<usize>| !text[inside.start - sign..inside.end - sign].contains([')', '}', '>']);
    let in_brackets = || BRACKETS.into_iter().find_map(inside).filter(is_single);
    if let Some(inside) = QUOTES.into_iter().find_map(inside).or_else(in_brackets) {
        return inside;
    }
    let rest = text.strip_prefix(is_quote).unwrap_or(text);
    let inside = rest.trim_end();
    let start = sign + text.len() - rest.len();
    start..start + inside.strip_suffix(is_quote).unwrap_or(inside).trim_end().len()
}

/// A move number indication (section 8.2.2).
///
/// ```
/// let number = scoresheet_grammar::ast::move_number("12...");
/// assert_eq!((number.number, number.periods), (12, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number; `u32::MAX` where it is larger than that.
    pub number: u32,
    /// How many periods follow it. A horizontal ellipsis counts as three.
    pub periods: usize,
}

/// Read the text of a [`TokenKind::MoveNumber`].
///
/// ```
/// use scoresheet_grammar::ast::{MoveNumber, move_number};
///
/// assert_eq!(move_number("7."), MoveNumber { number: 7, periods: 1 });
/// ```
#[inline]
pub fn move_number(text: impl AsRef<[u8]>) -> MoveNumber {
    let digit = |byte: u8| u32::from(byte - b'0');
    match *text.as_ref() {
        [one @ b'0'..=b'9', b'.'] => MoveNumber { number: digit(one), periods: 1 },
        [ten @ b'0'..=b'9', one @ b'0'..=b'9', b'.'] => MoveNumber { number: digit(ten) * 10 + digit(one), periods: 1 },
        [one @ b'0'..=b'9', b'.', b'.', b'.'] => MoveNumber { number: digit(one), periods: 3 },
        [ten @ b'0'..=b'9', one @ b'0'..=b'9', b'.', b'.', b'.'] => {
            MoveNumber { number: digit(ten) * 10 + digit(one), periods: 3 }
        }
        _ => unusual_move_number(&String::from_utf8_lossy(text.as_ref())),
    }
}

fn unusual_move_number(text: &str) -> MoveNumber {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().unwrap_or(u32::MAX);
    let periods = text[digits..].chars().map(|character| match character {
        '.' => 1,
        '…' => 3,
        _ => 0,
    });
    MoveNumber { number, periods: periods.sum() }
}

/// The number of a [`TokenKind::Nag`]; `u32::MAX` where it is larger than that.
///
/// ```
/// assert_eq!(scoresheet_grammar::ast::nag_number("$14"), 14);
/// ```
pub fn nag_number(text: &str) -> u32 {
    let digit = |byte: u8| u32::from(byte - b'0');
    match *text.as_bytes() {
        [b'$', one @ b'0'..=b'9'] => digit(one),
        [b'$', ten @ b'0'..=b'9', one @ b'0'..=b'9'] => digit(ten) * 10 + digit(one),
        _ => unusual_nag_number(text),
    }
}

fn unusual_nag_number(text: &str) -> u32 {
    text.trim_start_matches('$').parse().unwrap_or(u32::MAX)
}

/// The text of a comment without its braces or semicolon, and where in `token` it begins.
///
/// ```
/// use scoresheet_grammar::{TokenKind, ast::comment_text};
///
/// assert_eq!(comment_text(TokenKind::BraceComment, "{best}"), "best");
/// assert_eq!(comment_text(TokenKind::LineComment, "; best"), " best");
/// ```
pub fn comment_text(kind: TokenKind, token: &str) -> &str {
    let inside = token.get(1..).unwrap_or("");
    if kind == TokenKind::BraceComment { inside.strip_suffix('}').unwrap_or(inside) } else { inside }
}

/// Undo the escapes of a tag value (section 7): `\"` and `\\`.
///
/// ```
/// assert_eq!(scoresheet_grammar::ast::unescape(r#"a \"b\""#), "a \"b\"");
/// ```
pub fn unescape(value: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        if character == '\\'
            && let Some(escaped @ ('"' | '\\')) = next
        {
            plain.push(escaped);
            characters.next();
        } else {
            plain.push(character);
        }
    }
    Cow::Owned(plain)
}

/// Write a tag value with its escapes (section 7), without the quotes around it.
///
/// ```
/// assert_eq!(scoresheet_grammar::ast::escape("a \"b\""), r#"a \"b\""#);
/// ```
pub fn escape(value: &str) -> Cow<'_, str> {
    if !value.contains(['"', '\\']) {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
}
