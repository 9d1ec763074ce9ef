//! The conversion of the fault kinds that the rules report to sentences with ranges.

use std::ops::Range;

use scoresheet_grammar::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, ByColor, CastlingMode, Color, File, PositionErrorKinds as Kinds, Rank, Setup, Square};

use super::{LAST_MOVE_NUMBER, SetupFault};
use crate::piece_letters::role_name;
use crate::variants::display_name;

/// Returns the faults of `setup`, where `kinds` is what the rules of `variant` report. In no particular order.
pub(super) fn faults(
    fen: &Fen,
    text: &str,
    setup: &Setup,
    variant: Variant,
    mode: CastlingMode,
    kinds: Kinds,
) -> Vec<SetupFault> {
    let mut explain = Explain { fen, text, setup, board: &setup.board, variant, mode, faults: Vec::new() };
    if kinds.contains(Kinds::EMPTY_BOARD) {
        explain.fatal(explain.placement(), "The board is empty");
        return explain.faults;
    }
    for (kind, explanation) in Explain::EXPLANATIONS {
        if kinds.intersects(kind) {
            explanation(&mut explain);
        }
    }
    explain.foreign_fields();
    explain.counters();
    explain.faults
}

struct Explain<'a> {
    fen: &'a Fen,
    text: &'a str,
    setup: &'a Setup,
    board: &'a Board,
    variant: Variant,
    mode: CastlingMode,
    faults: Vec<SetupFault>,
}

/// Kinds of faults, and the function that finds ranges and words for them.
type Explanation<'a> = (Kinds, fn(&mut Explain<'a>));

impl<'a> Explain<'a> {
    const EXPLANATIONS: [Explanation<'a>; 8] = [
        (Kinds::MISSING_KING.union(Kinds::TOO_MANY_KINGS), Explain::<'a>::kings),
        (Kinds::PAWNS_ON_BACKRANK, Explain::<'a>::pawns),
        (Kinds::INVALID_CASTLING_RIGHTS, Explain::<'a>::castling),
        (Kinds::INVALID_EP_SQUARE, Explain::<'a>::en_passant),
        (Kinds::OPPOSITE_CHECK, Explain::<'a>::opposite_check),
        (Kinds::IMPOSSIBLE_CHECK, Explain::<'a>::impossible_check),
        (Kinds::TOO_MUCH_MATERIAL, Explain::<'a>::material),
        (Kinds::VARIANT, Explain::<'a>::variant_rules),
    ];

    fn kings(&mut self) {
        // In Horde one side plays without a king; other variants check each side separately.
        let horde = self.variant == Variant::Horde;
        for color in Color::ALL {
            let kings: Vec<Square> = (self.board.kings() & self.board.by_color(color)).into_iter().collect();
            match kings[..] {
                [] if !horde => self.fatal(self.placement(), format!("{} has no king", side(color))),
                [_, second, ..] => {
                    let message = format!("{} has {} kings: {}", side(color), kings.len(), list(&kings));
                    self.fatal(self.piece(second), message);
                }
                _ => {}
            }
        }
        let kings: Vec<Square> = self.board.kings().into_iter().collect();
        match kings[..] {
            [] if horde => self.fatal(self.placement(), "Nobody has a king"),
            [_, second, ..] if horde => {
                self.fatal(self.piece(second), "In Horde only one side has a king, the other has pawns");
            }
            _ => {}
        }
        if self.setup.pockets.is_some_and(|hand| hand.white.king + hand.black.king > 0) {
            self.fatal(self.holdings(), "A king cannot be in hand");
        }
    }

    fn pawns(&mut self) {
        for square in self.board.pawns() & Bitboard::BACKRANKS {
            let Some(color) = self.board.color_at(square) else { continue };
            let own_first = square.rank() == color.backrank();
            if self.variant == Variant::Horde
                && own_first
                && (self.board.kings() & self.board.by_color(color)).is_empty()
            {
                continue;
            }
            let rank = if square.rank() == Rank::First { "first" } else { "eighth" };
            self.fatal(self.piece(square), format!("The {} cannot stand on the {rank} rank", self.name(square)));
        }
    }

    fn castling(&mut self) {
        let field = self.field(&self.fen.castling);
        if matches!(self.variant, Variant::Antichess | Variant::RacingKings) {
            let message = format!("There is no castling in {}", display_name(self.variant));
            return self.impossible_rights(field.clone(), message, field, String::new());
        }
        let letters = self.text[field.clone()].char_indices().map(|(offset, letter)| (field.start + offset, letter));
        let judged = letters.map(|(at, letter)| (at, letter, self.impossible_castling(letter)));
        let (impossible, possible): (Vec<_>, Vec<_>) = judged.partition(|(_, _, why)| why.is_some());
        let possible: String = possible.into_iter().map(|(_, letter, _)| letter).collect();
        let mut reasons: Vec<String> = impossible.iter().filter_map(|(_, _, why)| why.clone()).collect();
        reasons.dedup();
        let reasons = reasons.join("; ");
        let letters: Vec<String> = impossible.iter().map(|(_, letter, _)| letter.to_string()).collect();
        let (Some((first, letter, _)), Some((last, _, _))) = (impossible.first(), impossible.last()) else {
            return self.tolerate(field, "These castling rights do not fit the places of the kings and rooks");
        };
        let message = match letters.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("The castling rights {} and {last} are impossible: {reasons}", others.join(", "))
            }
            _ => {
                let who = side(Color::from_white(letter.is_ascii_uppercase()));
                format!("{who} cannot castle with this right ({letter}): {reasons}")
            }
        };
        let end = last + 1;
        self.impossible_rights(*first..end, message, field, possible);
    }

    fn impossible_rights(&mut self, range: Range<usize>, message: String, field: Range<usize>, possible: String) {
        let possible = if possible.is_empty() { "-".to_owned() } else { possible };
        self.faults.push(SetupFault { range, message, fatal: false, instead: Some((field, possible)) });
    }

    /// Explains why the castling right of a letter cannot exist.
    fn impossible_castling(&self, letter: char) -> Option<String> {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let rook_file = match (letter.to_ascii_lowercase(), self.mode) {
            ('k', CastlingMode::Standard) => Some(File::H),
            ('q', CastlingMode::Standard) => Some(File::A),
            ('k' | 'q', CastlingMode::Chess960) => None,
            (file, _) => Some(File::from_char(file)?),
        };
        let Some(king) = (self.board.kings() & self.board.by_color(color)).single_square() else {
            return Some(format!("there is not one {} king", adjective(color)));
        };
        let at_home = king.rank() == color.backrank() && (self.mode.is_chess960() || king.file() == File::E);
        if !at_home {
            let home = Square::from_coords(File::E, color.backrank());
            let home = if self.mode.is_chess960() { "its first rank".to_owned() } else { home.to_string() };
            return Some(format!("the {} king is on {king}, not on {home}", adjective(color)));
        }
        let rooks = self.board.rooks() & self.board.by_color(color) & color.backrank();
        let Some(file) = rook_file else {
            let king_side = letter.eq_ignore_ascii_case(&'k');
            let there = rooks.into_iter().any(|rook| (rook > king) == king_side);
            let side = if king_side { "right" } else { "left" };
            return (!there).then(|| format!("no {} rook stands to the {side} of its king", adjective(color)));
        };
        let corner = Square::from_coords(file, color.backrank());
        (!rooks.contains(corner)).then(|| format!("there is no {} rook on {corner}", adjective(color)))
    }

    fn en_passant(&mut self) {
        let field = self.field(&self.fen.en_passant);
        let Some(square) = self.setup.ep_square else { return };
        if self.variant == Variant::RacingKings {
            self.tolerate(field, "There are no pawns in Racing Kings");
            return;
        }
        let (from, to) = pawn_step(square);
        let mover = !self.setup.turn;
        let pawn_is_there = self.board.piece_at(to).is_some_and(|piece| piece == mover.pawn());
        let why = if !pawn_is_there {
            format!("there is no {} pawn on {to}", adjective(mover))
        } else if self.board.piece_at(square).is_some() {
            format!("{square} is not empty")
        } else {
            format!("{from} is not empty")
        };
        self.tolerate(field, format!("{square} says that {} just played {from}-{to}, but {why}", side(mover)));
    }

    fn opposite_check(&mut self) {
        let field = self.field(&self.fen.turn);
        let mover = self.setup.turn;
        if self.variant == Variant::RacingKings {
            self.fatal(field, "In Racing Kings neither side may give check");
            return;
        }
        let Some(king) = (self.board.kings() & self.board.by_color(!mover)).first() else { return };
        let attackers: Vec<Square> = self.board.attacks_to(king, mover, self.board.occupied()).into_iter().collect();
        let by = if attackers.is_empty() { String::new() } else { format!(" from the {}", self.names(&attackers)) };
        let message = format!(
            "{} is to move while the {} is in check{by}: it must be {}'s move, or a piece is on the wrong square",
            side(mover),
            self.name(king),
            side(!mover)
        );
        self.fatal(field, message);
    }

    fn impossible_check(&mut self) {
        let mover = self.setup.turn;
        let Some(king) = (self.board.kings() & self.board.by_color(mover)).first() else { return };
        if self.variant == Variant::RacingKings {
            self.tolerate(self.piece(king), "In Racing Kings neither king may be in check");
            return;
        }
        let checkers: Vec<Square> = self.board.attacks_to(king, !mover, self.board.occupied()).into_iter().collect();
        let (name, by) = (self.name(king), self.names(&checkers));
        let message = match self.setup.ep_square {
            Some(square) => {
                let (from, to) = pawn_step(square);
                format!("The {name} is in check from the {by}, which {from}-{to} cannot have brought about")
            }
            None => format!("The {name} is in check from the {by} at once, which no move can bring about"),
        };
        self.tolerate(self.piece(king), message);
    }

    fn material(&mut self) {
        let before = self.faults.len();
        if !matches!(self.variant, Variant::Crazyhouse | Variant::Horde) {
            Color::ALL.into_iter().for_each(|color| self.material_of(color));
        }
        if self.faults.len() == before {
            self.tolerate(self.placement(), "There are more pieces than can arise in a game");
        }
    }

    fn material_of(&mut self, color: Color) {
        let ours = self.board.by_color(color);
        let pawns: Vec<Square> = (self.board.pawns() & ours).into_iter().collect();
        if let Some(ninth) = pawns.get(8) {
            self.tolerate(self.piece(*ninth), format!("{} has {} pawns", side(color), pawns.len()));
            return;
        }
        if ours.count() > 16 {
            self.tolerate(self.placement(), format!("{} has {} pieces and pawns", side(color), ours.count()));
            return;
        }
        let surplus = surplus_pieces(self.board, color);
        if pawns.len() + surplus > 8 {
            let bishops = self.board.bishops() & ours;
            let twins = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].map(|squares| (bishops & squares).count());
            let what = match twins {
                [2, 0] if surplus == 1 => "two bishops on light squares and none on dark ones".to_owned(),
                [0, 2] if surplus == 1 => "two bishops on dark squares and none on light ones".to_owned(),
                _ if surplus == 1 => "1 more piece than at the start".to_owned(),
                _ => format!("{surplus} more pieces of a kind than at the start"),
            };
            let pawns = match 8 - pawns.len() {
                0 => "all eight pawns".to_owned(),
                1 => "only 1 pawn fewer to promote".to_owned(),
                gone => format!("only {gone} fewer pawns to promote"),
            };
            let message = format!("{} has {what} but {pawns}", side(color));
            self.tolerate(self.placement(), message);
        }
    }

    fn variant_rules(&mut self) {
        match self.variant {
            Variant::RacingKings if self.board.pawns().any() => {
                for square in self.board.pawns() {
                    self.fatal(self.piece(square), "There are no pawns in Racing Kings");
                }
            }
            Variant::RacingKings => {
                self.fatal(self.placement(), "Both kings have reached the eighth rank: the game is over");
            }
            Variant::ThreeCheck => {
                self.fatal(self.field(&self.fen.checks), "Both sides have given all their checks");
            }
            _ => self.fatal(self.placement(), "There are more pieces than squares"),
        }
    }

    /// Reports fields of the FEN that its variant does not use.
    fn foreign_fields(&mut self) {
        let in_hand = self.setup.pockets.is_some_and(|hand| hand != ByColor::default());
        if in_hand && self.variant != Variant::Crazyhouse {
            self.tolerate(self.holdings(), "Only Crazyhouse has pieces in hand");
        }
        if self.fen.dialect.checks && self.variant != Variant::ThreeCheck {
            self.tolerate(self.field(&self.fen.checks), "Only Three-check counts the checks");
        }
    }

    fn counters(&mut self) {
        for (field, name) in [(&self.fen.halfmove, "halfmove clock"), (&self.fen.fullmove, "move number")] {
            let Some(range) = field.clone() else { continue };
            let digits = &self.text[range.clone()];
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && digits.parse().map_or(true, |number: u32| number > LAST_MOVE_NUMBER) {
                self.tolerate(range, format!("The {name} is beyond {LAST_MOVE_NUMBER}, longer than any game can be"));
            }
        }
    }

    fn fatal(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.faults.push(SetupFault { range, message: message.into(), fatal: true, instead: None });
    }

    fn tolerate(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.faults.push(SetupFault { range, message: message.into(), fatal: false, instead: None });
    }

    fn placement(&self) -> Range<usize> {
        self.field(&self.fen.placement)
    }

    fn holdings(&self) -> Range<usize> {
        self.field(&self.fen.holdings)
    }

    fn field(&self, field: &Option<Range<usize>>) -> Range<usize> {
        field.clone().unwrap_or(0..self.text.len())
    }

    /// Returns the range of the letter of the piece on `square`.
    fn piece(&self, square: Square) -> Range<usize> {
        let index = u32::from(square);
        let piece = self.fen.pieces.iter().find(|piece| u32::from(piece.square) == index);
        piece.map_or_else(|| self.placement(), |piece| piece.range.clone())
    }

    /// Names the piece on a square: "white king on e1".
    fn name(&self, square: Square) -> String {
        match self.board.piece_at(square) {
            Some(piece) => format!("{} {} on {square}", adjective(piece.color), role_name(piece.role)),
            None => square.to_string(),
        }
    }

    /// Names the pieces on squares: "rook on e8 and bishop on b5".
    fn names(&self, squares: &[Square]) -> String {
        let names = squares.iter().map(|square| match self.board.role_at(*square) {
            Some(role) => format!("{} on {square}", role_name(role)),
            None => square.to_string(),
        });
        names.collect::<Vec<_>>().join(" and the ")
    }
}

/// Returns the squares from which and to which the pawn moved that passed an en passant square.
fn pawn_step(square: Square) -> (Square, Square) {
    let (from, to) = match square.rank() {
        Rank::Third => (Rank::Second, Rank::Fourth),
        _ => (Rank::Seventh, Rank::Fifth),
    };
    (Square::from_coords(square.file(), from), Square::from_coords(square.file(), to))
}

/// Returns the number of pieces that must have been pawns.
fn surplus_pieces(board: &Board, color: Color) -> usize {
    let ours = board.by_color(color);
    let beyond = |pieces: Bitboard, start: usize| (pieces & ours).count().saturating_sub(start);
    beyond(board.queens(), 1)
        + beyond(board.rooks(), 2)
        + beyond(board.knights(), 2)
        + beyond(board.bishops() & Bitboard::LIGHT_SQUARES, 1)
        + beyond(board.bishops() & Bitboard::DARK_SQUARES, 1)
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
