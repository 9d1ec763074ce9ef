//! A walk through the movetext that writes it to a page part by part.

use std::ops::Range;

use scoresheet_grammar::{GameView, NodeKind, TokenKind, ast};
use shakmaty::Color;

use super::clean::{Rules, move_trouble, number_trouble};
use super::layout::{MoveNumber, Page, Text};
use crate::formatted::Refusal;
use crate::style::{FormatOptions, Style, Suffixes};
use scoresheet_chess::hidden_moves::hides_next_moves;
use scoresheet_chess::nag;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{
    Listener, Outcome, PlainMove, Replay, Step, begins_in_word, may_be_piece, may_begin_with_sign,
};
use scoresheet_chess::results;

/// Writes the movetext of a game. `marker`, which may be empty, ends it if it has no termination marker. In reduced format, everything
/// outside the main line is left out (section 3.2.4) but still checked. `replay` ends after the movetext.
///
/// # Errors
/// The first part that does not read cleanly.
pub(super) fn write(
    game: GameView,
    replay: &mut Replay,
    marker: &str,
    options: FormatOptions,
    page: &mut impl Page,
) -> Result<(), Refusal> {
    let rules = Rules::of(replay.setup());
    let only_moves = options.style == Style::Reduced;
    let keeps_suffixes = options.suffixes == Suffixes::Keep && !only_moves;
    let mut walk = Walk {
        game,
        page,
        only_moves,
        keeps_suffixes,
        needs_number: true,
        written_number: 0..0,
        written_suffix: 0,
        depth: 0,
        marker,
        rules,
    };
    // The tags are already written.
    while let Some((step, _)) = replay.advance() {
        if step == Step::Enter(NodeKind::Movetext) {
            break;
        }
    }
    loop {
        if replay.may_walk_on_plainly() {
            walk.plain_run(replay)?;
        }
        let Some((step, range)) = replay.advance() else { break };
        match step {
            Step::Move => walk.ply(replay)?,
            Step::Token(kind) => walk.token(kind, range, replay)?,
            Step::Leave(NodeKind::Movetext) => break,
            Step::Enter(_) | Step::Leave(_) => {}
        }
    }
    let marker = walk.marker;
    walk.page.marker(marker);
    Ok(())
}

struct Walk<'walk, P> {
    game: GameView<'walk>,
    page: &'walk mut P,
    only_moves: bool,
    keeps_suffixes: bool,
    /// Whether Black's next move needs a number: at the start of a line, after a comment or a variation.
    needs_number: bool,
    /// The range of the last move number indication before the next move; empty if there is none.
    written_number: Range<usize>,
    /// Where the last suffix ends that was written with its move.
    written_suffix: usize,
    /// The number of open variations.
    depth: usize,
    marker: &'walk str,
    rules: Rules,
}

impl<P: Page> Walk<'_, P> {
    /// Writes the moves in canonical SAN that follow, with their numbers.
    #[inline(never)]
    fn plain_run(&mut self, replay: &mut Replay) -> Result<(), Refusal> {
        if self.rules == Rules::Unknown || self.keeps_suffixes {
            return Ok(());
        }
        let run = replay.walk_on_plainly(self);
        match &replay.ply().outcome {
            // The last move may need another text.
            Outcome::Played { notes, .. } if run.has_moved && !notes.is_empty() => self.ply(replay),
            _ => Ok(()),
        }
    }

    fn ply(&mut self, replay: &Replay) -> Result<(), Refusal> {
        let ply = replay.ply();
        if begins_in_word(self.game.text, ply.range.clone()) {
            return Err(runs_into_word(self.game.text, ply.range.clone()));
        }
        let san = match &ply.outcome {
            // The user must first decide: the promotion piece, or a sign that looks like a piece.
            Outcome::Played { notes, .. }
                if notes.has_any(Notes::MISSING_PROMOTION_PIECE.and(Notes::SIGN).and(Notes::MAY_BE_ANOTHER))
                    || notes.has_any(Notes::INNER_SPACE) && may_begin_with_sign(self.game.text, ply.range.clone()) =>
            {
                return Err(move_trouble(self.game, ply));
            }
            Outcome::Played { canonical: Some(canonical), .. } => Text::Other(canonical),
            Outcome::Played { canonical: None, .. } => Text::Written(ply.range.clone()),
            Outcome::Null { .. } => Text::Other("--"),
            Outcome::Unchecked if self.rules == Rules::Unknown => Text::Other(&self.game.text[ply.range.clone()]),
            Outcome::Unchecked | Outcome::Ambiguous { .. } | Outcome::Illegal(_) => {
                return Err(move_trouble(self.game, ply));
            }
        };
        let with_suffix;
        let san = match if self.keeps_suffixes { suffix_after(self.game.text, ply.range.end) } else { None } {
            Some(suffix) => {
                self.written_suffix = suffix.end;
                let san = match san {
                    Text::Written(range) => &self.game.text[range],
                    Text::Other(text) => text,
                };
                with_suffix = format!("{san}{}", &self.game.text[suffix]);
                Text::Other(&with_suffix)
            }
            None => san,
        };
        self.write_ply(ply.number, ply.turn, san);
        Ok(())
    }

    #[inline]
    fn write_ply(&mut self, number: u32, turn: Color, san: Text) {
        let written_number = std::mem::take(&mut self.written_number);
        if self.only_moves && self.depth > 0 {
            return;
        }
        let is_black = turn == Color::Black;
        let has_number = !is_black || self.needs_number;
        self.needs_number = false;
        let number = has_number.then(|| {
            let token = &self.game.text.as_bytes()[written_number.clone()];
            let written = is_written_so(token, number, is_black).then_some(written_number);
            MoveNumber { number, is_black, written }
        });
        self.page.ply(number, san);
    }

    fn token(&mut self, kind: TokenKind, range: Range<usize>, replay: &Replay) -> Result<(), Refusal> {
        let text = &self.game.text[range.clone()];
        if is_glued(self.game.text, kind, &range) {
            return Err(runs_into_word(self.game.text, range));
        }
        match kind {
            TokenKind::Glyph
                if is_letter(text)
                    && (!replay.has_moved()
                        || self.game.text[..range.start].trim_end().ends_with(['.', '…'])
                        || may_be_piece(&self.game.text[range.end..])) =>
            {
                return Err(Refusal { offset: range.start, reason: format!("{text} may be a sign or a piece") });
            }
            TokenKind::VariationOpen if holds_numbers_only(&self.game.text[range.end..]) => {
                return Err(Refusal { offset: range.start, reason: "a number in parentheses is no move".to_owned() });
            }
            TokenKind::VariationOpen if holds_marker_only(&self.game.text[range.end..]) => {
                return Err(Refusal {
                    offset: range.start,
                    reason: "a result in parentheses is no variation".to_owned(),
                });
            }
            TokenKind::MoveNumber if may_be_squares(text) && ast::move_number(text).number != replay.number() => {
                return Err(Refusal { offset: range.start, reason: format!("{text} may be a move in digits") });
            }
            TokenKind::MoveNumber if self.rules == Rules::Unknown => return number_trouble(text, range.start, replay),
            TokenKind::MoveNumber => self.written_number = range,
            TokenKind::Periods | TokenKind::EnPassantMark => {}
            TokenKind::EscapeLine => self.page.escape_line(text),
            TokenKind::VariationOpen => self.variation(1, range),
            TokenKind::VariationClose => self.variation(-1, range),
            TokenKind::Termination | TokenKind::OddTermination => self.termination(text),
            TokenKind::Suffix if range.start < self.written_suffix => {}
            _ if kind.is_annotation() => self.annotation(kind, range, replay.turn() == Color::Black),
            TokenKind::LineComment => return self.line_comment(range, replay),
            _ if kind.is_comment() => self.comment(kind, range),
            _ => return Err(Refusal { offset: range.start, reason: format!("{text} has no meaning here") }),
        }
        Ok(())
    }

    fn comment(&mut self, kind: TokenKind, range: Range<usize>) {
        if self.only_moves {
            return;
        }
        let range = text_of_comment(self.game.text, kind, &range);
        self.page.comment(range);
        self.needs_number = true;
    }

    /// Writes a line comment, in braces if possible. Moves of the game that its semicolon hides would be harder to find in braces, and lost in reduced
    /// format.
    fn line_comment(&mut self, range: Range<usize>, replay: &Replay) -> Result<(), Refusal> {
        let hides_moves = hides_next_moves(replay, &self.game.text[range.clone()]);
        if hides_moves && self.only_moves {
            let reason = "the ; hides moves with which the game goes on".to_owned();
            return Err(Refusal { offset: range.start, reason });
        }
        // Section 5: a brace ends a brace comment, whatever precedes it.
        if !hides_moves && !self.game.text[range.clone()].contains('}') {
            self.comment(TokenKind::LineComment, range);
        } else if !self.only_moves {
            self.page.line_comment(text_of_comment(self.game.text, TokenKind::LineComment, &range));
            self.needs_number = true;
        }
        Ok(())
    }

    /// Writes a NAG, or a sign for one (section 8.2.3.8). A sign without a NAG becomes a comment.
    fn annotation(&mut self, kind: TokenKind, range: Range<usize>, white_moved: bool) {
        if self.only_moves {
            return;
        }
        let text = &self.game.text[range.clone()];
        if kind == TokenKind::Entity && nag::is_space(text) {
            return;
        }
        let number = match kind {
            TokenKind::Nag => match without_zeros(text) {
                Some(number) => return self.page.nag(Text::Other(&format!("${number}"))),
                None => return self.page.nag(Text::Written(range)),
            },
            TokenKind::Entity => nag::from_entity(text, white_moved),
            _ => nag::from_glyph(text, white_moved),
        };
        match number {
            Some(number) => self.page.nag(Text::Other(&format!("${number}"))),
            None => {
                self.page.comment(range);
                self.needs_number = true;
            }
        }
    }

    fn variation(&mut self, step: isize, range: Range<usize>) {
        self.depth = self.depth.saturating_add_signed(step);
        if self.only_moves {
            return;
        }
        if step > 0 {
            self.page.open_variation(range);
        } else {
            self.page.close_variation(range);
        }
        self.needs_number = true;
    }

    fn termination(&mut self, text: &str) {
        let marker = results::canonical(text).unwrap_or("*");
        if self.depth == 0 {
            self.marker = marker;
        } else if !self.only_moves {
            self.page.marker_in_variation(marker);
        }
    }
}

impl<P: Page> Listener for Walk<'_, P> {
    #[inline(always)]
    fn number(&mut self, _: &[u8], range: &Range<usize>, _: u32, _: Color) -> bool {
        // Digits right after a move may be a part of it.
        let text = self.game.text;
        let is_apart = (range.start == 0 || !text.as_bytes()[range.start - 1].is_ascii_alphanumeric())
            && !is_glued(text, TokenKind::MoveNumber, range);
        if is_apart {
            self.written_number = range.clone();
        }
        is_apart
    }

    #[inline(always)]
    fn comment(&mut self, range: &Range<usize>) -> bool {
        self.comment(TokenKind::BraceComment, range.clone());
        true
    }

    #[inline(always)]
    fn nag(&mut self, range: &Range<usize>, _: bool) -> bool {
        self.annotation(TokenKind::Nag, range.clone(), false);
        true
    }

    #[inline(always)]
    fn played(&mut self, played: &PlainMove) {
        if played.notes.is_empty() {
            self.write_ply(played.number, played.turn, Text::Written(played.range.clone()));
        }
    }
}

/// The text of a comment, without its braces or its semicolon.
fn text_of_comment(game: &str, kind: TokenKind, comment: &Range<usize>) -> Range<usize> {
    let start = comment.start + 1;
    start..start + ast::comment_text(kind, &game[comment.clone()]).len()
}

/// The suffix of the standard (section 8.2.3.8) that follows a move, which ends at this byte.
fn suffix_after(game: &str, end: usize) -> Option<Range<usize>> {
    let after = &game[end..];
    let start = end + after.len() - after.trim_start_matches(' ').len();
    let length = game[start..].bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    matches!(&game[start..start + length], "!" | "?" | "!!" | "??" | "!?" | "?!").then_some(start..start + length)
}

fn runs_into_word(game: &str, range: Range<usize>) -> Refusal {
    Refusal { offset: range.start, reason: format!("{} runs into the word beside it", &game[range]) }
}

/// Whether a token runs into what is beside it, so that both may be one garbled word: a termination marker in another word
/// (`1/20-0-0`), a number without periods right after something (`0-00`, `0--0`, `Qe5+=20`), a score (`0.00`), a sign before a null move (`=--`).
fn is_glued(game: &str, kind: TokenKind, range: &Range<usize>) -> bool {
    let (before, after) = (&game[..range.start], &game[range.end..]);
    let text = &game[range.clone()];
    match kind {
        TokenKind::Termination | TokenKind::OddTermination => results::is_part_of_word(game, range),
        TokenKind::MoveNumber => {
            let is_score = || {
                let rest = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
                rest.len() < after.len() && !rest.starts_with(['-', '/', '.', '–'])
            };
            let has_periods = text.contains(['.', '…']);
            let is_apart = |last: char| last.is_whitespace() || matches!(last, '(' | ')' | '{' | '}');
            !has_periods && before.ends_with(|last: char| !is_apart(last)) || has_periods && is_score()
        }
        TokenKind::Glyph => nag::is_part_of_word(game, range),
        _ => false,
    }
}

/// Whether parentheses that open before a text hold numbers and nothing else: a score or a clock, `(0.00)`.
fn holds_numbers_only(after: &str) -> bool {
    let is_of_numbers = |character: char| character.is_ascii_digit() || character == '.' || character.is_whitespace();
    let rest = after.trim_start_matches(is_of_numbers);
    rest.starts_with(')') && after[..after.len() - rest.len()].contains(|character: char| character.is_ascii_digit())
}

/// The longest termination marker with spaces around it. Bytes.
const LONGEST_MARKER: usize = 20;

/// Whether parentheses that open before a text hold a termination marker and nothing else.
fn holds_marker_only(after: &str) -> bool {
    // Most variations begin with a number and a period, or with a move.
    let ends = |byte: &u8| matches!(byte, b')' | b'.' | b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N');
    let Some(end) = after.as_bytes().iter().take(LONGEST_MARKER).position(ends) else { return false };
    after[end..].starts_with(')') && results::canonical(after[..end].trim()).is_some()
}

/// Whether a number without periods may be a move by the digits of its squares, as correspondence players write: `5254`.
fn may_be_squares(number: &str) -> bool {
    matches!(number.len(), 4 | 5) && number.bytes().all(|byte| matches!(byte, b'1'..=b'8'))
}

/// Whether a sign is one that may be a piece: `N`, `D`.
fn is_letter(sign: &str) -> bool {
    sign.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a move number indication is in export format (section 8.2.2.2): no leading zeros, and one period, or three
/// before a move of Black.
#[inline]
fn is_written_so(token: &[u8], number: u32, is_black: bool) -> bool {
    let of_digits = |ten: u8, one: u8| u32::from(ten - b'0') * 10 + u32::from(one - b'0') == number;
    match (is_black, token) {
        (false, [one @ b'0'..=b'9', b'.']) | (true, [one @ b'0'..=b'9', b'.', b'.', b'.']) => of_digits(b'0', *one),
        (false, [ten @ b'1'..=b'9', one @ b'0'..=b'9', b'.']) => of_digits(*ten, *one),
        (true, [ten @ b'1'..=b'9', one @ b'0'..=b'9', b'.', b'.', b'.']) => of_digits(*ten, *one),
        _ => number > 99 && token == format!("{number}{}", if is_black { "..." } else { "." }).as_bytes(),
    }
}

/// Returns a NAG without its leading zeros; `None` if there are none.
fn without_zeros(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches('$');
    if digits.len() == 1 || !digits.starts_with('0') {
        return None;
    }
    let number = digits.trim_start_matches('0');
    Some(if number.is_empty() { "0" } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format_text;

    #[test]
    fn nags_keep_their_value() {
        let cases =
            [("$1", None), ("$014", Some("14")), ("$0", None), ("$000", Some("0")), ("$999", None), ("$01", Some("1"))];
        for (written, expected) in cases {
            assert_eq!(without_zeros(written), expected, "{written}");
        }
    }

    #[test]
    fn a_number_is_taken_over_only_as_it_would_be_written() {
        let written = |token: &str, number, is_black| is_written_so(token.as_bytes(), number, is_black);
        for number in [0, 1, 9, 10, 99, 100, 12345, u32::MAX] {
            assert!(written(&format!("{number}."), number, false) && written(&format!("{number}..."), number, true));
            assert!(!written(&format!("{number}."), number, true) && !written(&format!("{number}..."), number, false));
        }
        for odd in ["", ".", "1", "01.", "1..", "a.", "12.", "q.", "1.."] {
            assert!(!written(odd, 1, false), "{odd}");
        }
    }

    #[test]
    fn suffixes_are_kept_on_request() {
        let options = FormatOptions { suffixes: crate::Suffixes::Keep, ..FormatOptions::default() };
        let cases = [
            ("1. e4! e5 ?! *", "1. e4! e5?! *"),
            ("1.e2-e4!! $14 {a} e5?? ± *", "1. e4!! $14 { a } 1... e5?? $16 *"),
            ("1. e4 (1. d4!? d5) 1... e5 *", "1. e4 (1. d4!? d5) 1... e5 *"),
            // Other signs, and suffixes that do not directly follow their move, are written as usual.
            ("1. e4!!! e5 *", "1. e4 { !!! } 1... e5 *"),
            ("1. e4 {a} ! e5 $1 *", "1. e4 { a } $1 1... e5 $1 *"),
            ("1. e4 $10 ! e5 *", "1. e4 $10 $1 e5 *"),
        ];
        for (text, expected) in cases {
            let formatted = format_text(text, options);
            let (_, movetext) = formatted.text.split_once("\n\n").unwrap();
            assert_eq!(movetext.trim_end(), expected, "{text:?}");
            assert_eq!(format_text(&formatted.text, options).text, formatted.text, "{text:?}");
            let reduced = format_text(text, FormatOptions { style: Style::Reduced, ..options });
            assert!(reduced.text.ends_with("1. e4 e5 *\n\n"), "{}", reduced.text);
        }
    }
}
