//! What keeps a formatted game from being in its export format, and what reduced export format leaves out of it.

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use super::outside::keeps_comments_after;
use crate::formatted::{LeftOut, Refusal, Written};
use crate::style::{FormatOptions, Style};

/// The largest NAG (section 8.2.4).
const LAST_NAG: u32 = 255;

/// Looks through a game that was formatted without a refusal; `tags` are the tag pairs left out. Linear in the game.
pub(super) fn survey(game: GameView, options: FormatOptions, tags: usize) -> Written {
    match options.style {
        Style::Readable => return Written::default(),
        Style::Export if !options.is_for_archive && !is_suspicious(game.text) => return Written::default(),
        Style::Export | Style::Reduced => {}
    }
    let left_out = LeftOut { tags, ..LeftOut::default() };
    let mut survey = Survey { game, options, depth: 0, open_variation: None, departure: None, left_out };
    survey.walk();
    if options.is_for_archive {
        survey.characters();
    }
    Written { departure: survey.departure, left_out: survey.left_out }
}

/// Whether a text has a NAG of three digits, or a parenthesis that no move seems to follow, as few games have. So the others are not walked.
fn is_suspicious(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'$', b'(', bytes).any(|place| {
        let after = &bytes[place + 1..];
        match bytes[place] {
            b'$' => after.get(..3).is_some_and(|digits| digits.iter().all(u8::is_ascii_digit)),
            _ => !after_comments(after).first().is_some_and(u8::is_ascii_alphanumeric),
        }
    })
}

/// What follows white space and comments in braces.
fn after_comments(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes.trim_ascii_start();
    while rest.first() == Some(&b'{') {
        let end = memchr::memchr(b'}', rest).map_or(rest.len(), |brace| brace + 1);
        rest = rest[end..].trim_ascii_start();
    }
    rest
}

struct Survey<'game> {
    game: GameView<'game>,
    options: FormatOptions,
    /// The number of open variations.
    depth: usize,
    /// Where the last variation begins, as long as no move has followed.
    open_variation: Option<usize>,
    departure: Option<Refusal>,
    left_out: LeftOut,
}

impl Survey<'_> {
    fn walk(&mut self) {
        let game = self.game;
        let is_reduced = self.options.style == Style::Reduced;
        let is_strict = is_reduced || self.options.is_for_archive;
        let mut comments_stay = false;
        let mut events = game.tree.events();
        while let Some((event, range)) = events.next() {
            let start = range.start;
            match event {
                Event::Enter(NodeKind::Tag) if is_strict => self.tag(game.read_tag(&mut events, start).name, start),
                Event::Leave(NodeKind::Movetext) => comments_stay = is_reduced && keeps_comments_after(game),
                Event::Token(TokenKind::EscapeLine) if self.options.is_for_archive => {
                    self.depart(start, || "an archive has no lines that begin with % (section 20.4.10)".to_owned());
                }
                Event::Token(TokenKind::Text) if is_strict => {
                    self.depart(start, || "it has text that is neither a tag, a move nor a comment".to_owned());
                }
                Event::Token(kind) if is_reduced && kind.is_comment() && comments_stay => {
                    self.depart(start, || "a comment after the result is tied to what stands beside it".to_owned());
                }
                Event::Token(kind) if is_reduced => self.leave_out(kind),
                Event::Token(TokenKind::San) => self.open_variation = None,
                Event::Token(TokenKind::VariationOpen) => self.open_variation = Some(start),
                Event::Token(TokenKind::VariationClose) => {
                    if let Some(start) = self.open_variation.take() {
                        self.depart(start, || "a variation has at least one move (section 8.2.5)".to_owned());
                    }
                }
                Event::Token(TokenKind::Nag) if range.len() > "$255".len() - 1 => self.nag(&game.text[range], start),
                Event::Token(_) | Event::Enter(_) | Event::Leave(_) => {}
            }
        }
    }

    fn tag(&mut self, name: &str, start: usize) {
        let is_start = name.eq_ignore_ascii_case("FEN") || name.eq_ignore_ascii_case("Variant");
        if self.options.style == Style::Reduced && (is_start || name.eq_ignore_ascii_case("SetUp")) {
            let reason =
                "it has only seven tags (section 3.2.4), but without this one the moves would be another game's";
            self.depart(start, || reason.to_owned());
        }
        if self.options.is_for_archive && name.starts_with(|first: char| first.is_lowercase()) {
            self.depart(start, || format!("in an archive the tag name {name} begins with a capital (section 8.1)"));
        }
    }

    /// Counts what reduced export format leaves out: of a variation nothing but itself.
    fn leave_out(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::VariationOpen => {
                self.left_out.variations += usize::from(self.depth == 0);
                self.depth += 1;
            }
            TokenKind::VariationClose => self.depth = self.depth.saturating_sub(1),
            _ if self.depth > 0 => {}
            _ if kind.is_comment() => self.left_out.comments += 1,
            _ if kind.is_annotation() => self.left_out.nags += 1,
            _ => {}
        }
    }

    fn nag(&mut self, text: &str, start: usize) {
        let number = text.trim_start_matches('$').parse();
        if number.is_ok_and(|number: u32| number <= LAST_NAG) {
            return;
        }
        self.depart(start, || format!("{text} is no NAG: they end at ${LAST_NAG} (section 8.2.4)"));
    }

    /// Section 4.1: the codes 0 to 31, but for line ends, and 127 to 159 are not used. Tabs in values and comments become blanks.
    fn characters(&mut self) {
        let is_unused =
            |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\u{B}' | '\u{C}');
        if let Some((start, character)) = self.game.text.char_indices().find(|(_, character)| is_unused(*character)) {
            let code = u32::from(character);
            self.depart(start, || format!("the control character U+{code:04X} is no character of PGN (section 4.1)"));
        }
    }

    fn depart(&mut self, offset: usize, reason: impl FnOnce() -> String) {
        if self.departure.is_none() {
            self.departure = Some(Refusal { offset, reason: reason() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format_text;

    #[test]
    fn what_export_format_does_not_have_is_kept_and_told() {
        let archive = FormatOptions { is_for_archive: true, ..FormatOptions::default() };
        let (export, reduced) =
            (FormatOptions::default(), FormatOptions { style: Style::Reduced, ..FormatOptions::default() });
        let readable = FormatOptions { style: Style::Readable, ..FormatOptions::default() };
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *";
        let cases = [
            ("1. e4 $256 *", export, "$256"),
            ("1. e4 (1. d4 $4294967296) *", export, "$4294967296"),
            ("1. e4 $255 $0 $000001 *", export, ""),
            ("1. e4 $256 *", reduced, ""),
            ("1. e4 $256 *", readable, ""),
            ("1. e4 () *", export, "()"),
            ("1. e4 ({ x }) *", export, "({"),
            ("1. e4 (1. d4 ({ x })) *", export, "({"),
            ("1. e4 ( {a} { b } ) *", export, "( {a}"),
            ("1. e4 ( {a} { b } 1. d4) *", export, ""),
            ("1. e4 (1. d4 (1. c4) 1... d5) { () } *", export, ""),
            ("1. e4 () *", reduced, ""),
            ("%x\n1. e4 *", export, ""),
            ("%x\n1. e4 *", archive, "%x"),
            ("[Event \"a\"]\n%x\n[Site \"b\"]\n\n1. e4 *", archive, "%x"),
            ("1. e4\n%x\n*", archive, "%x"),
            ("1. e4 *\n%x", archive, "%x"),
            ("[eco \"C20\"]\n\n1. e4 *", archive, "[eco"),
            ("[eco \"C20\"]\n\n1. e4 *", export, ""),
            ("[White \"a\u{85}\"]\n\n1. e4 *", archive, "\u{85}"),
            ("[White \"Müller\"]\n\n1. e4 { a\tb }\n*", archive, ""),
            ("Some words\n\n[White \"a\"]\n\n1. e4 *", reduced, "Some"),
            (fen, reduced, "[SetUp"),
            (fen, archive, ""),
        ];
        for (text, options, at) in cases {
            let formatted = format_text(text, options);
            assert_eq!(formatted.refused, [], "{text:?}");
            let found: Vec<&str> = formatted.departures.iter().map(|departure| &text[departure.offset..]).collect();
            let is_right = if at.is_empty() { found.is_empty() } else { found.len() == 1 && found[0].starts_with(at) };
            assert!(is_right, "{text:?}: {:?}", formatted.departures);
        }
    }

    #[test]
    fn reduced_export_format_counts_what_it_leaves_out() {
        let text = "[ECO \"C20\"]\n[White \"a\"]\n\n{ a } 1. e4 ! $1 { b } (1. d4 { c } (1. c4)) (1. f4) e5 = *\n\n{ d } 1. e4 *";
        let options = FormatOptions { style: Style::Reduced, ..FormatOptions::default() };
        let left_out = format_text(text, options).left_out;
        assert_eq!((left_out.tags, left_out.comments, left_out.variations, left_out.nags), (1, 3, 2, 3));
        assert_eq!(format_text(text, FormatOptions::default()).left_out, crate::LeftOut::default());
    }
}
