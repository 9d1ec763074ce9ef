//! Moves that stand in the wrong order together with their numbers: pairs, lines, columns of a score sheet.

use std::ops::Range;

use scoresheet_grammar::{TokenKind, ast};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Head;

/// The longest text of the moves that changed places. Bytes.
const LONGEST: usize = 800;

/// A piece of movetext that begins with a move number: its range, and which halfmoves are in it; half-open, twice the number and one more for
/// Black's.
struct Block {
    range: Range<usize>,
    plies: Range<u64>,
}

impl Rows<'_, '_> {
    /// The number that does not fit begins moves that belong after those that follow them: `4. Ba4 Nf6 3. Bb5 a6 5. O-O`.
    pub(super) fn swapped_blocks(&mut self) {
        if !self.affords(&costs::SWAPPED, self.head) {
            return;
        }
        let Some(later) = self.block(self.token.range.start) else { return };
        let Some(earlier) = self.block(later.range.end) else { return };
        let expected = ply(self.head.number(), self.head.line.now.turn.is_black());
        let fit = earlier.plies.start == expected && later.plies.start == earlier.plies.end;
        if !fit || later.range.len() + earlier.range.len() > LONGEST {
            return;
        }
        let Some(middle) = self.played_all(self.head, &earlier.range) else { return };
        let Some(after) = self.played_all(&middle, &later.range) else { return };
        let text = |range: &Range<usize>| self.slice(range).trim_end();
        let between = &self.slice(&later.range)[text(&later.range).len()..];
        let range = later.range.start..earlier.range.start + text(&earlier.range).len();
        let swapped = format!("{}{between}{}", text(&earlier.range), text(&later.range));
        let head = Head { at: range.end, last: Some(TokenKind::San), ..after };
        let here = self.here.clone();
        self.replace(&costs::SWAPPED, 0, (&here, head), range, &swapped, Slip::Swapped);
    }

    /// The number that does not fit and the move after it belong after the next move: `2. Bc4 3. Qh5 Nc6 Nf6`.
    pub(super) fn swapped_over_number(&mut self) {
        let written = ast::move_number(self.slice(&self.token.range));
        let is_next =
            written.periods <= 1 && written.number == self.head.number() + 1 && self.head.line.now.turn.is_black();
        if !is_next || !self.affords(&costs::SWAPPED, self.head) {
            return;
        }
        let Some(later) = self.adjacent_move(self.token.range.end) else { return };
        let Some(earlier) = self.adjacent_move(later.end) else { return };
        let Some(middle) = self.played(self.head, self.slice(&earlier)) else { return };
        let Some(after) = self.played(&middle, self.slice(&later)) else { return };
        let range = self.token.range.start..earlier.end;
        let swapped = format!("{} {}", self.slice(&earlier), self.slice(&(range.start..later.end)));
        let head = Head { at: range.end, last: Some(TokenKind::San), ..after };
        let here = self.here.clone();
        self.replace(&costs::SWAPPED, 0, (&here, head), range, &swapped, Slip::Swapped);
    }

    /// The move at byte `at` or after white space there.
    fn adjacent_move(&self, at: usize) -> Option<Range<usize>> {
        self.text.token(at).filter(|token| token.kind == TokenKind::San).map(|token| token.range)
    }

    /// The moves from a number at byte `start` on whose numbers follow each other, up to the number that does not.
    fn block(&self, start: usize) -> Option<Block> {
        let mut plies: Option<Range<u64>> = None;
        let mut at = start;
        while at - start <= LONGEST {
            let Some(token) = self.text.token(at).filter(|token| !token.kind.is_termination()) else { break };
            match token.kind {
                TokenKind::VariationOpen | TokenKind::VariationClose => return None,
                TokenKind::MoveNumber => {
                    let written = ast::move_number(self.slice(&token.range));
                    let first = ply(written.number, written.periods > 1);
                    if plies.get_or_insert(first..first).end != first {
                        break;
                    }
                }
                TokenKind::San => plies.as_mut()?.end += 1,
                _ => {}
            }
            at = token.range.end;
        }
        let end = self.text.token(at).map_or(at, |token| token.range.start);
        plies.map(|plies| Block { range: start..end, plies })
    }

    /// The head after all moves of a range, where each of them can be played.
    fn played_all(&self, head: &Head, range: &Range<usize>) -> Option<Head> {
        let (mut head, mut at) = (head.clone(), range.start);
        while let Some(token) = self.text.token(at).filter(|token| token.range.end <= range.end) {
            at = token.range.end;
            match token.kind {
                TokenKind::San => head = self.played(&head, self.slice(&token.range))?,
                TokenKind::Word => return None,
                _ => {}
            }
        }
        self.text.spend_on_bytes(range.len());
        Some(head)
    }
}

fn ply(number: u32, is_black: bool) -> u64 {
    2 * u64::from(number) + u64::from(is_black)
}
