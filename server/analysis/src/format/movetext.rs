//! A walk through the movetext that writes it, part by part, on a page.

use std::ops::Range;

use scoresheet_grammar::{GameView, NodeKind, TokenKind, ast};
use shakmaty::Color;

use super::Refusal;
use super::clean::{Rules, move_trouble, number_trouble};
use super::layout::{MoveNumber, Page};
use crate::nag;
use crate::replay::notes::Notes;
use crate::replay::{Outcome, Replay, Step};
use crate::results;

/// Write the movetext of a game. `marker` ends it where it has no termination marker of its own. Where `only_moves`, all
/// but the main line is left out (section 3.2.4), though it is looked at. Afterwards `replay` stands behind the movetext.
///
/// # Errors
/// The first thing that does not read cleanly.
pub(super) fn write(
    game: GameView,
    replay: &mut Replay,
    marker: &str,
    only_moves: bool,
    page: &mut impl Page,
) -> Result<(), Refusal> {
    let rules = Rules::of(replay.setup());
    let mut walk = Walk { game, page, only_moves, needs_number: true, depth: 0, marker, rules };
    // The tags are written already.
    while let Some((step, _)) = replay.advance() {
        if step == Step::Enter(NodeKind::Movetext) {
            break;
        }
    }
    while let Some((step, range)) = replay.advance() {
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
    /// Whether Black's next move has a number: at the start of a line of play, after a comment or a variation.
    needs_number: bool,
    /// How many variations are open.
    depth: usize,
    marker: &'walk str,
    rules: Rules,
}

impl<P: Page> Walk<'_, P> {
    fn ply(&mut self, replay: &Replay) -> Result<(), Refusal> {
        let ply = replay.ply();
        let text = &self.game.text[ply.range.clone()];
        let san = match &ply.outcome {
            // What stands there is first to be made clear: the piece that a pawn becomes, a sign that looks like a piece.
            Outcome::Played { notes, .. } if notes.has_any(Notes::MISSING_PROMOTION_PIECE.and(Notes::SIGN)) => {
                return Err(move_trouble(self.game, ply));
            }
            Outcome::Played { canonical, .. } => canonical.as_deref().unwrap_or(text),
            Outcome::Null { .. } => "--",
            Outcome::Unchecked if self.rules == Rules::Unknown => text,
            Outcome::Unchecked | Outcome::Ambiguous { .. } | Outcome::Illegal(_) => {
                return Err(move_trouble(self.game, ply));
            }
        };
        if self.only_moves && self.depth > 0 {
            return Ok(());
        }
        let is_black = ply.turn == Color::Black;
        let has_number = !is_black || self.needs_number;
        self.needs_number = false;
        self.page.ply(has_number.then_some(MoveNumber { number: ply.number, is_black }), san);
        Ok(())
    }

    fn token(&mut self, kind: TokenKind, range: Range<usize>, replay: &Replay) -> Result<(), Refusal> {
        let text = &self.game.text[range.clone()];
        match kind {
            TokenKind::MoveNumber if self.rules == Rules::Unknown => return number_trouble(text, range.start, replay),
            TokenKind::MoveNumber | TokenKind::Periods | TokenKind::EnPassantMark => {}
            TokenKind::EscapeLine => self.page.escape_line(text),
            TokenKind::VariationOpen => self.variation(1),
            TokenKind::VariationClose => self.variation(-1),
            TokenKind::Termination | TokenKind::OddTermination => self.termination(text),
            _ if kind.is_annotation() => self.annotation(kind, text, replay.turn() == Color::Black),
            _ if kind.is_comment() => self.comment(kind, text),
            _ => return Err(Refusal { offset: range.start, reason: format!("{text} has no meaning here") }),
        }
        Ok(())
    }

    fn comment(&mut self, kind: TokenKind, token: &str) {
        if self.only_moves {
            return;
        }
        let text = ast::comment_text(kind, token);
        // Section 5: a brace ends a brace comment, whatever stands before it.
        if kind == TokenKind::LineComment && text.contains('}') {
            self.page.line_comment(text);
        } else {
            self.page.comment(text);
        }
        self.needs_number = true;
    }

    /// A NAG, or a sign that stands for one (section 8.2.3.8). A sign without a NAG becomes a comment.
    fn annotation(&mut self, kind: TokenKind, text: &str, white_moved: bool) {
        if self.only_moves {
            return;
        }
        let number = match kind {
            TokenKind::Nag => return self.page.nag(without_zeros(text, &mut String::new())),
            TokenKind::Entity => nag::from_entity(text, white_moved),
            _ => nag::from_glyph(text, white_moved),
        };
        match number {
            Some(number) => self.page.nag(&format!("${number}")),
            None => {
                self.page.comment(text);
                self.needs_number = true;
            }
        }
    }

    fn variation(&mut self, step: isize) {
        self.depth = self.depth.saturating_add_signed(step);
        if self.only_moves {
            return;
        }
        if step > 0 {
            self.page.open_variation();
        } else {
            self.page.close_variation();
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

/// A NAG without zeros before its number.
fn without_zeros<'text>(text: &'text str, scratch: &'text mut String) -> &'text str {
    let digits = text.trim_start_matches('$');
    if digits.len() == 1 || !digits.starts_with('0') {
        return text;
    }
    let number = digits.trim_start_matches('0');
    scratch.push('$');
    scratch.push_str(if number.is_empty() { "0" } else { number });
    scratch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nags_keep_their_value() {
        for (written, expected) in [("$1", "$1"), ("$014", "$14"), ("$0", "$0"), ("$000", "$0"), ("$999", "$999")] {
            assert_eq!(without_zeros(written, &mut String::new()), expected);
        }
    }
}
