//! Ends of games that are none of PGN's: a result that it does not have, and a move that is cut off at the end of the text.

use memchr::memmem;
use std::ops::Range;

use super::{GameParser, Phase};
use crate::fault::{Fault, FaultKind};
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::Lexer;
use crate::shape;
use crate::tag_value::tag_value_end;
use crate::tree::Event;

/// The longest result in words that is looked for. Bytes.
const LONGEST_RESULT: usize = 40;

/// How far into a game its Result tag is looked for. Bytes; longer than the tags of any game.
const LONGEST_TAGS: usize = 16 << 10;

/// What is written in place of a result where a game was not played, in lower case and without spaces.
const RESULTS_IN_WORDS: [&str; 22] = [
    "forfeit",
    "forfeited",
    "forfait",
    "default",
    "doubleforfeit",
    "f",
    "ff",
    "bye",
    "w.o.",
    "w.o",
    "w/o",
    "wo",
    "w-o",
    "walkover",
    "walk-over",
    "noshow",
    "no-show",
    "unplayed",
    "notplayed",
    "kampflos",
    "cancelled",
    "canceled",
];

/// Evaluation signs, and the results that they mean where a game ends with one in place of a marker.
const SIGNS_OF_RESULTS: [(&str, &str); 3] = [("+-", "1-0"), ("-+", "0-1"), ("=", "1/2-1/2")];

impl GameParser<'_, '_> {
    /// Takes a result that PGN does not have, if one begins with this token of the movetext: the last text of the game that repeats the
    /// value of the Result tag or is a marker with one slip in it, or that is written like a result in a game without moves. Anywhere else
    /// `0-0` is castling and `+/-` a sign.
    pub(super) fn take_unknown_result(&mut self, kind: TokenKind, token: Range<usize>) -> bool {
        let Some(range) = self.unknown_result(kind, token) else { return false };
        self.end_text_run();
        self.fault(FaultKind::UnknownResult, range.clone());
        self.lexer.seek(range.end);
        self.token(TokenKind::OddTermination, range);
        self.tree.leave(NodeKind::Movetext);
        self.phase = Phase::Epilog;
        true
    }

    /// Whether a token of this kind may begin a result that PGN does not have; plain tokens do not.
    #[inline]
    pub(super) fn may_begin_unknown_result(&self, kind: TokenKind, range: &Range<usize>) -> bool {
        let bytes = self.text.as_bytes();
        match kind {
            TokenKind::San => matches!(bytes[range.start], b'0' | b'-'),
            TokenKind::MoveNumber => bytes[range.end - 1].is_ascii_digit(),
            TokenKind::Glyph | TokenKind::Word | TokenKind::Unknown => true,
            TokenKind::Termination | TokenKind::OddTermination => {
                bytes.get(range.end).is_some_and(|next| !next.is_ascii_whitespace())
            }
            _ => false,
        }
    }

    /// Marks a letter between a move number and the end of its line of play at byte `end_of_line`: it is no sign but the beginning of a move.
    pub(super) fn note_half_move(&mut self, end_of_line: usize) {
        let text = self.text[self.start..end_of_line].trim_end();
        let is_letter = matches!(text.as_bytes(), [.., b'.' | b' ' | b'\n' | b'\r', b'N' | b'D']);
        if is_letter && self.tree.last_token() == Some(TokenKind::Glyph) && ends_with_number(&text[..text.len() - 1]) {
            let end = self.start + text.len();
            self.tree.rename_last_token(TokenKind::Word);
            self.fault(FaultKind::CutOffMove, end - 1..end);
        }
    }

    /// Marks the beginning of a move at the end of a game without a termination marker: the text ends in the middle of the move.
    pub(super) fn note_cut_off_move(&mut self) {
        let text = self.text[self.start..self.position].trim_end();
        let end = self.start + text.len();
        let last = self.tree.last_token();
        if !matches!(last, Some(TokenKind::Glyph | TokenKind::Word | TokenKind::Unknown)) {
            return;
        }
        let is_apart = |character: char| character.is_whitespace() || matches!(character, '.' | '…' | '}' | '(' | ')');
        let word = text.rsplit(is_apart).next().unwrap_or("");
        let range = end - word.len()..end;
        let follows_number = || ends_with_number(&text[..text.len() - word.len()]);
        let is_half = is_beginning_of_move(word.as_bytes()) || word == "D" && follows_number();
        // `a8= Q` is whole.
        let is_promoted = text[..text.len() - word.len()].trim_end().ends_with(['=', '/']);
        if !is_half || is_promoted {
            return;
        }
        let starts_before = |fault: &Fault| {
            let span = fault.span();
            span.start < range.start - self.start && span.end == range.end - self.start
        };
        if self.tree.faults().last().is_some_and(starts_before) {
            return;
        }
        if last == Some(TokenKind::Glyph) {
            self.tree.rename_last_token(TokenKind::Word);
        }
        self.tree.drop_faults_from(range.start - self.start);
        self.fault(FaultKind::CutOffMove, range);
    }

    fn unknown_result(&self, kind: TokenKind, token: Range<usize>) -> Option<Range<usize>> {
        let Range { start, end: token_end } = token;
        if !self.open_variations.is_empty() {
            return None;
        }
        let rest = &self.text[start..];
        let near = &rest.as_bytes()[..rest.len().min(LONGEST_RESULT + 1)];
        let length = near.iter().position(|byte| matches!(byte, b'\n' | b'\r' | b'{' | b';')).unwrap_or(near.len());
        if length > LONGEST_RESULT {
            return None;
        }
        let result = rest[..length].trim_end();
        let end = start + result.len();
        if kind.is_termination() && end <= token_end {
            return None;
        }
        // `= 1/2-1/2`: a sign and a marker.
        let after = self.text.get(token_end..end).unwrap_or("");
        let is_before_marker = after.starts_with(char::is_whitespace) && is_marker(after.trim());
        if kind == TokenKind::Glyph && is_before_marker {
            return None;
        }
        let written = in_plain_characters(result);
        // What costs least first: the rest of the game is only read where the answer depends on it.
        let repeats_tag = self.result_tag().is_some_and(|value| is_value_of_tag(&written, &in_plain_characters(value)));
        let is_candidate = repeats_tag || is_written_like_result(&written);
        let is_result =
            is_candidate && self.is_last_but_comments(start..end) && (repeats_tag || self.has_tags_and_no_moves());
        is_result.then_some(start..end)
    }

    /// Whether the game ends after `text`, but for comments and escape lines: at the end of the file, and wherever it ends if `text` is read
    /// as tokens and not as a result, so that a game reads alone as it reads among others.
    fn is_last_but_comments(&self, text: Range<usize>) -> bool {
        let mut lexer = Lexer::at(self.text, text.end);
        let (mut empty_line, mut escape_line) = (false, false);
        while let Some((kind, range)) = lexer.next() {
            match kind {
                TokenKind::Whitespace => empty_line |= shape::has_empty_line(&self.text.as_bytes()[range]),
                TokenKind::EscapeLine => (empty_line, escape_line) = (false, true),
                _ if kind.is_comment() => (empty_line, escape_line) = (false, false),
                // After a marker, escape lines belong to the game that they precede.
                _ => {
                    return self.begins_game_after_marker(kind, range.start, empty_line || escape_line)
                        && self.ends_movetext(kind, range.start, empty_line, text);
                }
            }
        }
        true
    }

    /// Whether a token that would begin a game after a termination marker does so here too: it is one that ends any movetext, or a first move
    /// number where `text_before` holds a move, or `text_before` holds a marker.
    fn ends_movetext(&self, kind: TokenKind, start: usize, empty_line: bool, text_before: Range<usize>) -> bool {
        let mut lexer = Lexer::at(self.text, text_before.start);
        let mut kinds_before = std::iter::from_fn(|| lexer.next())
            .take_while(|(_, range)| range.start < text_before.end)
            .map(|(kind, _)| kind);
        match kind {
            TokenKind::Bracket if shape::is_first_on_line(self.text.as_bytes(), start) => true,
            TokenKind::MoveNumber if empty_line && self.begins_new_game(start) => {
                self.last_move.is_some() || kinds_before.any(|kind| kind == TokenKind::San || kind.is_termination())
            }
            _ => kinds_before.any(|kind| kind.is_termination()),
        }
    }

    /// The value of the game's Result tag.
    // Looked up in the text: only what may be the end of a game depends on it.
    fn result_tag(&self) -> Option<&str> {
        let game = &self.text[self.start..self.position];
        let game = &game[..game.floor_char_boundary(LONGEST_TAGS)];
        let after_name = memmem::find_iter(game.as_bytes(), b"[Result").map(|at| &game[at + b"[Result".len()..]);
        let value =
            after_name.map(|after| after.trim_start_matches([' ', '\t'])).find(|after| after.starts_with('"'))?;
        let end = tag_value_end(value.as_bytes());
        value[..end.length].strip_prefix('"')?.strip_suffix('"')
    }

    /// Whether the game has tag pairs from which its moves would begin at the usual position, and nothing of moves after them.
    fn has_tags_and_no_moves(&self) -> bool {
        if self.last_move.is_some() || self.tree.has_setup_tag() {
            return false;
        }
        let mut events = self.tree.events().map(|(event, _)| event);
        events.any(|event| event == Event::Leave(NodeKind::TagSection))
            && events.all(|event| match event {
                Event::Token(kind) => kind.is_comment() || kind.is_annotation() || kind == TokenKind::EscapeLine,
                Event::Enter(node) => node == NodeKind::Movetext,
                Event::Leave(_) => false,
            })
    }
}

/// Whether a text is the marker of a decided or drawn game.
fn is_marker(text: &str) -> bool {
    matches!(text, "1-0" | "0-1" | "1/2-1/2")
}

/// The text in lower case, without spaces, with hyphens for other dashes.
fn in_plain_characters(text: &str) -> String {
    let plain = |character: char| match character {
        '–' | '—' | '−' | '‐' | '‑' => '-',
        other => other.to_ascii_lowercase(),
    };
    let mut written = String::with_capacity(text.len());
    written.extend(text.chars().filter(|character| !character.is_whitespace()).map(plain));
    written
}

/// Whether a text, in plain characters, is what the Result tag says, or a termination marker that is cut off or has one slip in it.
fn is_value_of_tag(text: &str, value: &str) -> bool {
    if text == value || SIGNS_OF_RESULTS.contains(&(text, value)) {
        return true;
    }
    if is_marker(value) && text.replace('o', "0").replace(['l', 'i'], "1") == value {
        return true;
    }
    let is_of_markers = |byte: &u8| {
        matches!(
            byte,
            b'0'..=b'2' | b'-' | b'/' | b'=' | b'_' | b':' | b'.' | b'o' | b'l' | b'i' | b'}' | b')' | b'+' | b','
        )
    };
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    if !is_marker(value) || !has_digit || !text.as_bytes().iter().all(is_of_markers) {
        return false;
    }
    let is_cut_off = text.len() > 2 && (value.starts_with(text) || value.ends_with(text));
    text.len() > 1 && (is_cut_off || is_one_slip(text.as_bytes(), value.as_bytes()))
}

/// Whether two texts differ in one character: another one, one too many, or one too few.
fn is_one_slip(one: &[u8], other: &[u8]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let same = short.iter().zip(long).take_while(|(one, other)| one == other).count();
    match long.len() - short.len() {
        0 => same < short.len() && short[same + 1..] == long[same + 1..],
        1 => short[same..] == long[same + 1..],
        _ => false,
    }
}

/// Whether a text, in plain characters, says how a game ended that was not played: `0-0`, `+:-`, `½-0`, `1-0F`, `w.o.`.
fn is_written_like_result(text: &str) -> bool {
    if RESULTS_IN_WORDS.contains(&text) || matches!(text, "--" | "+-" | "-+" | "+--" | "--+" | "==" | "++") {
        return true;
    }
    let sides = text.strip_suffix("ff").or_else(|| text.strip_suffix('f')).unwrap_or(text);
    let is_separator = |character: char| matches!(character, '-' | ':' | '/');
    let Some((white, after)) = without_score(sides) else { return false };
    let Some(black) = after.strip_prefix(is_separator) else { return false };
    black.is_empty() || without_score(black).is_some_and(|(_, rest)| rest.is_empty()) && !(white == "1" && black == "2")
}

/// The score of one side at the start of a text, and the rest.
fn without_score(text: &str) -> Option<(&str, &str)> {
    ["1/2", "0.5", "0,5", "½", "1", "0", "o", "+", "-", "="]
        .into_iter()
        .find_map(|score| text.strip_prefix(score).map(|rest| (score, rest)))
}

/// Whether a text ends with the periods of a move number.
fn ends_with_number(text: &str) -> bool {
    text.trim_end().ends_with(['.', '…'])
}

/// Whether a word is the beginning of a move, of more than which nothing is there.
fn is_beginning_of_move(word: &[u8]) -> bool {
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h');
    match word {
        b"O-" | b"O-O-" | b"0-" | b"0-0-" => true,
        [b'N' | b'B' | b'R' | b'Q' | b'K', origin @ ..] => {
            let origin = origin.strip_prefix(b"x").map_or(origin, |to| to);
            match origin {
                [] | [b'x'] => true,
                [first] => is_file(first) || first.is_ascii_digit(),
                [first, b'x'] => is_file(first) || first.is_ascii_digit(),
                [first, second] => is_file(first) && is_file(second) || first.is_ascii_digit() && is_file(second),
                [first, b'x', file] => (is_file(first) || first.is_ascii_digit()) && is_file(file),
                _ => false,
            }
        }
        [file] | [file, b'x'] => is_file(file),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Games;
    use crate::fault::FaultKind;
    use crate::kind::TokenKind;
    use crate::tree::Event;

    const TAGS: &str = "[Event \"E\"]\n[Result \"*\"]\n\n";

    /// The fault of this kind, with the text that it is about.
    fn fault(text: &str, kind: FaultKind) -> Option<String> {
        let game = Games::new(text).next().unwrap();
        let view = game.view();
        let fault = view.tree.faults().iter().find(|fault| fault.kind == kind)?;
        Some(view.text[fault.span()].to_owned())
    }

    fn unknown_result(text: &str) -> Option<String> {
        fault(text, FaultKind::UnknownResult)
    }

    #[test]
    fn the_last_text_that_repeats_the_result_tag_is_a_result() {
        for result in [
            "0-0",
            "+/-",
            "-/+",
            "=-=",
            "0:0",
            "--",
            "½-0",
            "1-",
            "+:-",
            "forfeit",
            "w.o.",
            "Black wins",
            "1-0F",
            "0-½",
            "0,5-0,5",
            "-",
        ] {
            for end in ["", "\n", " {not played}\n", "\n\n[Event \"F\"]\n\n1. d4 *\n"] {
                let text = format!("[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 Nc6 {result}{end}");
                assert_eq!(unknown_result(&text).as_deref(), Some(result), "{text}");
                let events: Vec<_> = Games::new(&text).next().unwrap().view().tree.events().collect();
                let markers = events.iter().filter(|(event, _)| *event == Event::Token(TokenKind::OddTermination));
                assert_eq!(markers.count(), 1, "{text}");
            }
            let text = format!("[Result \"{result}\"]\n\n1. e4 {result} e5 2. Nf3 Nc6 *");
            assert_eq!(unknown_result(&text), None, "{text}");
        }
        assert_eq!(unknown_result("[Result \"0-0\"]\n\n1. e4 0 – 0").as_deref(), Some("0 – 0"));
    }

    #[test]
    fn a_marker_with_a_slip_is_one() {
        let slips = [
            ("1-0", "1=0 1_0 1- 10 1-0- 2-0 1-00 1--0 -0 l-O 1-0}"),
            ("0-1", "0=1 0_1 -1 01 0-2 0- O-l 0-1)"),
            ("1/2-1/2", "l/2-l/2 1/2-1-2 1/2- 1/2-12 12-1/2 1/2-1 1/2_1/2 1/2-1/ 1/2-1/22 /2-1/2"),
        ];
        for (result, slips) in slips {
            for slip in slips.split(' ') {
                let text = format!("[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 Nc6 {slip}\n");
                assert_eq!(unknown_result(&text).as_deref(), Some(slip), "{text}");
            }
        }
        for (result, last) in
            [("*", "1"), ("1-0", "3"), ("1-0", "2."), ("0-1", "O-O"), ("1/2-1/2", "2"), ("1-0", "1-0")]
        {
            assert_eq!(unknown_result(&format!("[Result \"{result}\"]\n\n1. e4 e5 {last}")), None, "{last}");
        }
    }

    #[test]
    fn in_a_game_without_moves_it_need_not_be_in_the_tag() {
        for result in [
            "0-0", "+/-", "-/+", "=-=", "0:0", "--", "½-0", "0-1/2", "1-", "+:-", "-:-", "forfeit", "W.O.", "bye",
            "+-", "1-0F", "1:1",
        ] {
            let text = format!("{TAGS}{result}\n\n{TAGS}1. e4 *\n");
            assert_eq!(unknown_result(&text).as_deref(), Some(result), "{text}");
            assert_eq!(unknown_result(&format!("{TAGS}{{not played}} {result}")).as_deref(), Some(result), "{result}");
        }
    }

    #[test]
    fn the_result_tag_has_a_value_in_quotes() {
        assert_eq!(unknown_result("[ResultCode \"x\"]\n[Result \"0-0\"]\n\n1. e4 0-0").as_deref(), Some("0-0"));
        for text in
            ["[Event \"E\"]\n[Result♘f3]\n\n1. e4 0-0", "[Event \"E\"]\n\n1. e4 [Result 0-0", "1. e4 [Result\n0-0"]
        {
            assert_eq!(unknown_result(text), None, "{text}");
        }
    }

    #[test]
    fn anywhere_else_it_is_a_move_or_a_sign() {
        for text in [
            "[Result \"*\"]\n\n1. e4 e5 0-0",
            "[Result \"*\"]\n\n1. e4 e5 +/-",
            "[Result \"1/2-1/2\"]\n\n1. e4 e5 = 1/2-1/2",
            "[Result \"1/2\"]\n\n1. e4 e5 1/2",
            "[Result \"½\"]\n\n½",
            "[Result \"1-0\"]\n\n1-0 1-0",
            "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n0-0",
            "[Result \"0-0\"]\n\n1. e4 (1. d4 0-0) *",
            "0-0",
            "+/-",
            "[Result \"0-0\"]\n\n1. e4 0-0 *",
        ] {
            assert_eq!(unknown_result(text), None, "{text}");
        }
    }

    /// What may be a result is read in the same way at the end of the text and before the game that begins after it.
    #[test]
    fn a_game_reads_alone_as_it_reads_among_others() {
        let results = [
            "1--",
            "1 --",
            "0-0",
            "--",
            "1-0F",
            "1/2-1/2 ff",
            "1-0 0-0",
            "0-0 1-0",
            "+-",
            "1-",
            "1 - - {c}",
            "1-0 cd",
            "1-0cd {c}",
            "(--) 1",
        ];
        let next = [
            "1. e4 *",
            "1... e5 *",
            "e4 e5 *",
            "$1 e4 *",
            "(e4) *",
            "♘f3 *",
            "[Event \"F\"]\n\n*",
            "Event \"F\"]\n\n*",
            "% line\n1. e4 *",
            "% line\n[Event \"F\"]\n\n*",
            "% line\nO-O *",
            "% line\nEvent \"F\"]\n\n*",
            "% line\n{ comment }\n1. e4 *",
            "{ comment }\n\n1. e4 *",
            "; comment\ne4 e5 *",
        ];
        for result in results {
            for value in ["*", result] {
                for gap in ["\n", "\n\n"] {
                    for next in next {
                        let text = format!("[Event \"E\"]\n[Result \"{value}\"]\n\n{result}{gap}{next}\n");
                        let first = Games::new(&text).next().unwrap();
                        let alone = Games::new(first.view().text).next().unwrap();
                        assert_eq!(alone.view().tree, first.view().tree, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_beginning_of_a_move_at_the_end_is_half_a_move() {
        for half in ["N", "B", "Nb", "Nx", "Rax", "R1", "Nbd", "Raxd", "e", "ex", "O-", "O-O-", "K"] {
            for before in ["1. e4 e5 2. ", "1. e4 e5 2.", "1. e4 ", "1. e4 {best} 1... ", "1. e4 (1. "] {
                for end in ["", "\n", "\n\n[Event \"F\"]\n\n*"] {
                    let text = format!("{before}{half}{end}");
                    assert_eq!(fault(&text, FaultKind::CutOffMove).as_deref(), Some(half), "{text}");
                    assert_eq!(fault(&text, FaultKind::UnexpectedText), None, "{text}");
                }
            }
        }
        assert_eq!(fault("1. e4 e5 2. D", FaultKind::CutOffMove).as_deref(), Some("D"));
        for text in ["1. e4 e5 2. N *", "1. e4 e5 2.N 1-0", "1. e4 e5 (2. N) *", "1. e4 e5 (2... N\n) *"] {
            assert_eq!(fault(text, FaultKind::CutOffMove).as_deref(), Some("N"), "{text}");
        }
    }

    #[test]
    fn other_ends_are_no_half_moves() {
        for text in [
            "1. e4 N *",
            "1. e4 e5 {B",
            "1. e4 e5 ; N",
            "1. e4 D",
            "1. e4 best",
            "1. e4 e5 N 1-0",
            "1. e4 N e5",
            "1. a8= Q",
            "N",
            "1. e4 +-",
        ] {
            assert_eq!(fault(text, FaultKind::CutOffMove), None, "{text}");
        }
    }
}
