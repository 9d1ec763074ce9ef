//! Reads the terms about positions and moves.

use scoresheet_chess::position_faults::{Castling, start_position};
use scoresheet_chess::replay::pass;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Board, CastlingSide, Color, Piece, Position, Role};

use super::board_pattern::BoardPattern;
use super::count::{Comparison, Quantity};
use super::error::QueryError;
use super::lexer::{Compare, Kind, Token, Wanted};
use super::material_pattern::MaterialPattern;
use super::move_pattern::{MovePattern, NULL_MOVE};
use super::position::PositionTerm;
use super::term::{Term, inside};
use crate::exact_position::ExactPosition;

/// Between them a number alone is probably a year.
const EARLIEST_YEAR: i32 = 1400;
const LATEST_YEAR: i32 = 2100;

/// A finding about a FEN as a message here, which begins with a small letter unless with a name.
fn as_message(finding: &str) -> String {
    match finding.split_once(' ') {
        Some((first @ ("The" | "There" | "A" | "An" | "This" | "No"), rest)) => {
            format!("{} {rest}", first.to_ascii_lowercase())
        }
        _ => finding.to_owned(),
    }
}

impl<'text> Term<'_, 'text> {
    /// Reads what follows a word, in quotes or not.
    pub(super) fn operand(&mut self, example: &str) -> Result<(String, Token<'text>), QueryError> {
        self.value(example)
    }

    pub(super) fn fen(&mut self) -> Result<PositionTerm, QueryError> {
        let (fen, token) = self.operand("fen \"8/8/8/8/8/4k3/4p3/4K3 w - -\"")?;
        let position = start_position(&fen, Variant::Chess, Castling::ByRights).map_err(|faults| {
            let (range, message) = faults
                .into_iter()
                .next()
                .map_or((0..0, "the FEN does not read".to_owned()), |fault| (fault.range, as_message(&fault.message)));
            let inside = inside(&token);
            let error = QueryError::new(inside + range.start..(inside + range.end).min(token.span.end), message);
            error.with_help("for a part of a board write board \"...\", where digits are squares of anything")
        })?;
        Ok(PositionTerm::Exact(ExactPosition::new(&position)))
    }

    pub(super) fn line(&mut self) -> Result<Vec<Option<MovePattern>>, QueryError> {
        let example = "line \"1. e4 c5 2. * d6\"";
        let (text, token) = self.operand(example)?;
        let mut moves = Vec::new();
        let mut at = 0;
        for word in text.split_whitespace() {
            let start = at + text[at..].find(word).unwrap_or(0);
            at = start + word.len();
            let Some(written) = without_number(word) else { continue };
            match written {
                "*" => moves.push(None),
                _ => match MovePattern::read(written) {
                    Some(pattern) => moves.push(Some(pattern)),
                    None => {
                        let inside = inside(&token) + start;
                        let error = QueryError::new(inside..inside + word.len(), format!("{written} is no move"));
                        return Err(error.with_help(format!("write moves in SAN and * for any move, as in {example}")));
                    }
                },
            }
        }
        if moves.is_empty() {
            return Err(QueryError::new(token.span, "the line has no moves").with_help(format!("as in {example}")));
        }
        Ok(moves)
    }

    /// The position after some moves, however it is reached.
    pub(super) fn reaches(&mut self) -> Result<PositionTerm, QueryError> {
        let example = "reaches \"1. d4 Nf6 2. c4 e6\"";
        let (text, token) = self.operand(example)?;
        let mut position = VariantPosition::default();
        let (mut at, mut has_moves) = (0, false);
        for word in text.split_whitespace() {
            let start = at + text[at..].find(word).unwrap_or(0);
            at = start + word.len();
            let Some(written) = without_number(word) else { continue };
            let span = inside(&token) + start..inside(&token) + at;
            let wrong = |message: String| QueryError::new(span.clone(), message).with_help(format!("as in {example}"));
            has_moves = true;
            if written == NULL_MOVE {
                position = pass(&position).ok_or_else(|| wrong(format!("{written} cannot be played here")))?;
                continue;
            }
            let san = written.trim_end_matches(['!', '?']).parse::<SanPlus>();
            let san = san.map_err(|_| wrong(format!("{written} is no move")))?;
            let action = san.san.to_move(&position).map_err(|_| wrong(format!("{written} cannot be played here")))?;
            position.play_unchecked(action);
        }
        if !has_moves {
            return Err(QueryError::new(token.span, "there are no moves").with_help(format!("as in {example}")));
        }
        Ok(PositionTerm::Exact(ExactPosition::new(&position)))
    }

    pub(super) fn board(&mut self) -> Result<PositionTerm, QueryError> {
        let (text, token) = self.operand("board \"8/6b1/3p4/3N4/4P3/8/8/8\"")?;
        let inside = inside(&token);
        let pattern = BoardPattern::read(&text).map_err(|(at, message)| {
            let at = inside + at;
            QueryError::new(at..(at + 1).min(token.span.end.max(at)), message).with_help(
                "a digit is that many squares of anything, _ an empty one, A and a any man of White and Black",
            )
        })?;
        Ok(PositionTerm::Board(pattern))
    }

    pub(super) fn pawns(&mut self) -> Result<PositionTerm, QueryError> {
        let example = "pawns \"8/pp3ppp/4p3/8/3P4/8/PP3PPP/8\"";
        let (text, token) = self.operand(example)?;
        let board = text.split_whitespace().next().unwrap_or_default().parse::<Board>().map_err(|_| {
            QueryError::new(token.span.clone(), "the board does not read").with_help(format!("as in {example}"))
        })?;
        let pawns = |color: Color| board.pawns() & board.by_color(color);
        Ok(PositionTerm::Pawns(pawns(Color::White), pawns(Color::Black)))
    }

    pub(super) fn material(&mut self) -> Result<PositionTerm, QueryError> {
        let (text, token) = self.raw("material KRPvKR")?;
        let inside = inside(&token);
        let pattern = MaterialPattern::read(&text).map_err(|(at, message)| {
            let at = inside + at;
            QueryError::new(at..(at + 1).min(token.span.end.max(at)), message).with_help("as in material KRPvKR")
        })?;
        self.lexer.want(Wanted::Word("white")).peek()?;
        let next = self.lexer.want(Wanted::Word("black")).peek()?;
        let side = match next.kind {
            Kind::Word(word) if word.eq_ignore_ascii_case("white") => Some(pattern.as_written()),
            Kind::Word(word) if word.eq_ignore_ascii_case("black") => Some(pattern.as_written().swapped()),
            _ => None,
        };
        if side.is_some() {
            self.lexer.next()?;
        }
        Ok(PositionTerm::Material(side.unwrap_or(pattern)))
    }

    pub(super) fn raw(&mut self, example: &str) -> Result<(String, Token<'text>), QueryError> {
        self.operand(example)
    }

    pub(super) fn imbalance(&mut self) -> Result<PositionTerm, QueryError> {
        let example = "imbalance B v N";
        let mut more = [0_i8; 6];
        let mut sign = 1;
        let mut has_both = false;
        let start = self.lexer.peek()?.span.start;
        let mut end = start;
        loop {
            let token = self.lexer.peek()?;
            let Kind::Word(word) = token.kind else { break };
            if !word.chars().all(|letter| matches!(letter, 'Q' | 'R' | 'B' | 'N' | 'P' | 'v')) {
                break;
            }
            self.lexer.next()?;
            end = token.span.end;
            for letter in word.chars() {
                match Role::from_char(letter) {
                    Some(role) => more[role as usize - 1] = more[role as usize - 1].saturating_add(sign),
                    None => (sign, has_both) = (-1, true),
                }
            }
        }
        if !has_both {
            let error = QueryError::new(start..end, "expected what White has more, v, and what Black has more");
            return Err(error.with_help(format!("as in {example}")));
        }
        Ok(PositionTerm::Imbalance(more))
    }

    pub(super) fn played(&mut self) -> Result<PositionTerm, QueryError> {
        let (text, token) = self.raw("move Bxh7+")?;
        let pattern = MovePattern::read(&text).ok_or_else(|| {
            QueryError::new(token.span, format!("{text} is no move"))
                .with_help("write it in SAN, as in move Bxh7+; parts may be missing")
        })?;
        Ok(PositionTerm::Move(pattern))
    }

    /// A man that may come next, as its letter in a FEN.
    pub(super) fn man(&mut self) -> Result<Option<Piece>, QueryError> {
        let Kind::Word(word) = self.lexer.peek()?.kind else { return Ok(None) };
        let mut letters = word.chars();
        let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
        if piece.is_some() {
            self.lexer.next()?;
        }
        Ok(piece)
    }

    /// The man that must come next.
    pub(super) fn needed_man(&mut self, example: &str) -> Result<Piece, QueryError> {
        let at = self.lexer.peek()?.span;
        self.man()?.ok_or_else(|| {
            let error = QueryError::new(at, "expected the letter of a man");
            error.with_help(format!("as in {example}; capital letters are White's"))
        })
    }

    /// `capture`, `captured q`, `captured q by N`.
    pub(super) fn capture(&mut self) -> Result<MovePattern, QueryError> {
        let captured = self.man()?;
        if !self.optional("by")? {
            return Ok(MovePattern::capture(captured, None));
        }
        let at = self.lexer.peek()?.span;
        let by = self.needed_man("captured q by N")?;
        if captured.is_some_and(|captured| captured.color == by.color) {
            let error = QueryError::new(self.first.span.start..at.end, "no side captures its own men");
            return Err(error.with_help("as in captured q by N; capital letters are White's"));
        }
        Ok(MovePattern::capture(captured, Some(by)))
    }

    /// `promotion`, `promotion to n`.
    pub(super) fn promotion(&mut self) -> Result<MovePattern, QueryError> {
        if !self.optional("to")? {
            return Ok(MovePattern::promotion(None));
        }
        let at = self.lexer.peek()?.span;
        let man = self.needed_man("promotion to N")?;
        if man.role == Role::Pawn {
            return Err(QueryError::new(at, "a pawn is promoted to a piece").with_help("as in promotion to N"));
        }
        Ok(MovePattern::promotion(Some(man)))
    }

    /// `castling`, `castling kingside`.
    pub(super) fn castling(&mut self) -> Result<MovePattern, QueryError> {
        let side = if self.optional("kingside")? {
            Some(CastlingSide::KingSide)
        } else if self.optional("queenside")? {
            Some(CastlingSide::QueenSide)
        } else {
            None
        };
        Ok(MovePattern::castling(side))
    }

    pub(super) fn turn(&mut self) -> Result<Color, QueryError> {
        let example = "turn = white";
        let compare = self.compare(example)?;
        let (value, token) = self.value(example)?;
        match value.to_ascii_lowercase().as_str() {
            "white" | "w" if compare == Compare::Same => Ok(Color::White),
            "black" | "b" if compare == Compare::Same => Ok(Color::Black),
            _ => Err(QueryError::new(token.span, "expected white or black").with_help(format!("as in {example}"))),
        }
    }

    /// Reads the rest of a comparison that begins with `first`; a man on its own means at least one.
    pub(super) fn comparison(&mut self, first: Quantity) -> Result<Comparison, QueryError> {
        let left = self.sum(vec![(1, first)])?;
        let Kind::Compare(compare) = self.lexer.peek()?.kind else {
            if left.len() == 1 && matches!(first, Quantity::Men(..)) {
                return Ok(Comparison::with_number(first, Compare::MoreOrEqual, 1));
            }
            let error = QueryError::new(self.lexer.peek()?.span, "expected a comparison after a count");
            return Err(match first {
                Quantity::Number(year @ EARLIEST_YEAR..=LATEST_YEAR) => {
                    error.with_help(format!("a year is written date = {year}"))
                }
                _ => error.with_help("as in Q + q = 0"),
            });
        };
        let at = self.lexer.next()?.span;
        if compare == Compare::Finds {
            return Err(QueryError::new(at, "numbers are not compared by ~").with_help("as in R = 1"));
        }
        let first = self.quantity()?;
        let right = self.sum(vec![(1, first)])?;
        Ok(Comparison::new(left, compare, right))
    }

    pub(super) fn sum(&mut self, mut parts: Vec<(i32, Quantity)>) -> Result<Vec<(i32, Quantity)>, QueryError> {
        loop {
            let sign = match self.lexer.peek()?.kind {
                Kind::Plus => 1,
                Kind::Minus => -1,
                _ => return Ok(parts),
            };
            self.lexer.next()?;
            parts.push((sign, self.quantity()?));
        }
    }

    pub(super) fn quantity(&mut self) -> Result<Quantity, QueryError> {
        let token = self.lexer.next()?;
        let quantity = match token.kind {
            Kind::Word(word) => Quantity::read(word),
            _ => None,
        };
        quantity.ok_or_else(|| {
            QueryError::new(token.span, "expected a number, men or squares")
                .with_help("as in R = 1, Q + q = 0 or P[d4,e5] = 2")
        })
    }
}

/// A word of some moves without a move number; `None` for a number alone and for a result.
fn without_number(word: &str) -> Option<&str> {
    let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let written = if after.starts_with(['.', '…']) { after.trim_start_matches(['.', '…']) } else { word };
    (!matches!(written, "" | "1-0" | "0-1" | "1/2-1/2")).then_some(written)
}
