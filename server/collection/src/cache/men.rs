//! The men of a game while its cached moves are played, and the code of a move: mostly one byte.
//!
//! A code names the man that moves by its slot and where it goes by its way of moving, so that nothing needs to be
//! searched to read it. What has no such code (drops, castling in Chess960, moves of a seventeenth man) takes three
//! bytes. Budget: a cache that is at most 1.2 times as large as Scid's database, which two bytes a ply would exceed.

use std::sync::LazyLock;

use shakmaty::variant::VariantPosition;
use shakmaty::{Board, CastlingSide, Color, File, Move, Piece, Position, Role, Square};

use super::cached_move::{CachedMove, long_code, long_move, role_of_number, square};

/// The longest code of a move, in bytes.
pub(super) const LONGEST_CODE: usize = 3;

/// The slot of the king; the other men have the slots after it, in the order of their squares at the start.
const KING: u8 = 0;
/// A square without a man, as a slot without a man.
const NONE: u8 = 64;

/// The bits of a man beside its slot.
const KIND: u8 = 0xF0;

/// The code of a null move. The king has no such way of moving.
const NULL: u8 = 0x0E;
/// Two bytes with any move follow.
const ANY: u8 = 0x0F;
/// The way of kings to castle; the direction is one of eight.
const CASTLE_KING_SIDE: u8 = 8;
const CASTLE_QUEEN_SIDE: u8 = 9;
/// The way of pawns to advance two squares.
const DOUBLE_STEP: u8 = 15;

/// The steps of kings and knights, as files and ranks.
const KING_STEPS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// What a move changes on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A man goes to a square, where another may be taken, as in most moves. The men are of [`Men::kind`].
    Moved { man: u8, from: u8, to: u8, taken: u8 },
    /// Any other move.
    Other(CachedMove),
}

impl Change {
    /// The move; `None` for a null move.
    #[inline]
    pub(super) fn action(self) -> Option<Move> {
        match self {
            Change::Moved { man, from, to, taken } => Some(Move::Normal {
                role: role(man)?,
                from: square(from),
                capture: role(taken),
                to: square(to),
                promotion: None,
            }),
            Change::Other(CachedMove::Played(action)) => Some(action),
            Change::Other(CachedMove::Null) => None,
        }
    }
}

/// Where the men of both sides are, with their slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    /// On each square: 0, or the slot, the role above it (bits 4 to 6), and bit 7 for Black.
    at: [u8; 64],
    /// The square of each slot, Black's first, as [`Color`] counts.
    squares: [[u8; 16]; 2],
    turn: Color,
}

impl Men {
    /// The men of a position with their side to move. Men beyond sixteen have no slot: their moves take three bytes.
    pub fn of(board: &Board, turn: Color) -> Men {
        let mut men = Men { at: [0; 64], squares: [[NONE; 16]; 2], turn };
        let mut next = [KING + 1; 2];
        for (square, piece) in board.iter() {
            let (side, square) = (piece.color as usize, u8::from(square));
            let is_king = piece.role == Role::King && men.squares[side][usize::from(KING)] == NONE;
            let slot = if is_king { KING } else { next[side] };
            if slot < 16 {
                men.squares[side][usize::from(slot)] = square;
                next[side] += u8::from(!is_king);
            }
            men.at[usize::from(square)] = man(piece, slot & 15);
        }
        men
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        piece(self.at[usize::from(square)])
    }

    /// Reads the men from the position again after a move, where the rules may remove other men than what is taken.
    #[inline]
    pub fn follow(&mut self, position: &VariantPosition) {
        if !matches!(position, VariantPosition::Chess(_)) {
            *self = Men::of(position.board(), position.turn());
        }
    }

    /// Counts the men, and finds the pawns at home. The counts are packed as [`super::piece`] unpacks them; they are
    /// `u32::MAX` where there are more men of a kind than ordinary games have.
    pub(super) fn counted(&self) -> (u32, u32) {
        let mut counts = [[0_u32; 7]; 2];
        for man in self.at.iter().filter(|man| **man != 0) {
            counts[usize::from(man >> 7)][usize::from(man >> 4 & 7)] += 1;
        }
        let mut packed = 0;
        for [_, pawns, pieces @ .., kings] in counts {
            if pawns > 8 || kings != 1 || pieces.iter().any(|count| *count > 3) {
                packed = u32::MAX;
                break;
            }
            packed = pieces.iter().fold(packed << 4 | pawns, |packed, count| packed << 2 | count);
        }
        let is_home = |square: u8, side: u8| self.at[usize::from(square)] & KIND == side << 7 | (Role::Pawn as u8) << 4;
        let row =
            |start: u8, side: u8| (0..8).fold(0, |row, file| row | u32::from(is_home(start + file, side)) << file);
        (packed, row(8, 0) | row(48, 1) << 8)
    }

    /// Appends the code of a move to `codes`, and plays it.
    pub fn write(&mut self, played: CachedMove, codes: &mut Vec<u8>) {
        match played {
            CachedMove::Null => codes.push(NULL),
            CachedMove::Played(action) => match self.short_code(action) {
                Some((code, None)) => codes.push(code),
                Some((code, Some(to))) => codes.extend([code, to]),
                None => {
                    codes.push(ANY);
                    codes.extend(long_code(action).to_le_bytes());
                }
            },
        }
        self.play(played);
    }

    /// Reads the next move of `codes`, and plays it. Returns the move and the number of bytes of its code; `None` at
    /// the end, and for bytes that are no code of a move here.
    #[inline]
    pub fn read(&mut self, codes: &[u8]) -> Option<(CachedMove, usize)> {
        let (played, length) = self.decoded(codes)?;
        self.play(played);
        Some((played, length))
    }

    /// The same, by a table as far as possible. So most moves cost a few nanoseconds.
    #[inline]
    pub(super) fn read_change(&mut self, steps: &Steps, codes: &[u8]) -> Option<(Change, usize)> {
        let code = *codes.first()?;
        let side = self.turn as usize;
        let from = self.squares[side][usize::from(code >> 4)];
        if let Some(&man) = self.at.get(usize::from(from))
            && code != NULL
            && code != ANY
        {
            let step = steps.0[side][usize::from(man >> 4 & 7)][usize::from(code & 15)][usize::from(from & 63)];
            let to = step & 63;
            let taken = self.at[usize::from(to)];
            if step == to || step & Steps::OTHER == 0 && taken != 0 {
                self.turn = !self.turn;
                let man = self.lift(!self.turn, square(from), square(to));
                self.at[usize::from(to)] = man;
                let (man, taken) = (man & KIND, taken & KIND);
                return Some((Change::Moved { man, from, to, taken }, 1));
            }
        }
        self.read(codes).map(|(played, length)| (Change::Other(played), length))
    }

    /// The kind of a man as [`Change::Moved`] has it.
    pub(super) fn kind(piece: Piece) -> u8 {
        man(piece, 0)
    }

    /// The men on a board.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::empty();
        for square in Square::ALL {
            if let Some(piece) = self.piece_at(square) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    #[inline]
    fn decoded(&self, codes: &[u8]) -> Option<(CachedMove, usize)> {
        let code = *codes.first()?;
        match code {
            NULL => return Some((CachedMove::Null, 1)),
            ANY => {
                let [_, low, high, ..] = *codes else { return None };
                return Some((
                    CachedMove::Played(long_move(u16::from_le_bytes([low, high]), |square| {
                        role(self.at[usize::from(square)])
                    })?),
                    3,
                ));
            }
            _ => {}
        }
        let (slot, way) = (code >> 4, code & 15);
        let from = self.squares[self.turn as usize][usize::from(slot)];
        if from == NONE {
            return None;
        }
        let role = role(self.at[usize::from(from)])?;
        let (file, rank) = (from & 7, from >> 3);
        let to = match role {
            Role::Pawn => return self.pawn_move(from, way).map(|action| (CachedMove::Played(action), 1)),
            Role::Rook => line_target(from, way),
            Role::Queen if way == file => {
                let to = *codes.get(1)? & 63;
                let action = self.normal(Role::Queen, from, to, None);
                return Some((CachedMove::Played(action), 2));
            }
            Role::Queen => line_target(from, way),
            Role::Bishop => {
                let (to_file, is_falling) = (way & 7, way > 7);
                let files = if is_falling { file.wrapping_sub(to_file) } else { to_file.wrapping_sub(file) };
                on_board(to_file, rank.wrapping_add(files))?
            }
            Role::Knight => stepped(from, *KNIGHT_STEPS.get(usize::from(way))?)?,
            Role::King if way < 8 => stepped(from, KING_STEPS[usize::from(way)])?,
            Role::King => {
                let side = match way {
                    CASTLE_KING_SIDE => CastlingSide::KingSide,
                    CASTLE_QUEEN_SIDE => CastlingSide::QueenSide,
                    _ => return None,
                };
                let rook = corner(self.turn, side);
                return Some((CachedMove::Played(Move::Castle { king: square(from), rook }), 1));
            }
        };
        Some((CachedMove::Played(self.normal(role, from, to, None)), 1))
    }

    #[inline]
    fn pawn_move(&self, from: u8, way: u8) -> Option<Move> {
        let ahead = if self.turn == Color::White { 1 } else { -1 };
        if way == DOUBLE_STEP {
            let to = stepped(from, (0, 2 * ahead))?;
            return Some(Move::Normal {
                role: Role::Pawn,
                from: square(from),
                capture: None,
                to: square(to),
                promotion: None,
            });
        }
        let to = stepped(from, (way as i8 % 3 - 1, ahead))?;
        let promotion = if way < 3 { None } else { role_of_number(way / 3 + 1) };
        if way % 3 != 1 && self.at[usize::from(to)] == 0 {
            return Some(Move::EnPassant { from: square(from), to: square(to) });
        }
        Some(self.normal(Role::Pawn, from, to, promotion))
    }

    #[inline]
    fn normal(&self, role: Role, from: u8, to: u8, promotion: Option<Role>) -> Move {
        Move::Normal {
            role,
            from: square(from),
            capture: self::role(self.at[usize::from(to)]),
            to: square(to),
            promotion,
        }
    }

    /// The code of a move in one byte, or two for a diagonal move of a queen.
    fn short_code(&self, action: Move) -> Option<(u8, Option<u8>)> {
        let from = u8::from(action.from()?);
        let slot = self.at[usize::from(from)] & 15;
        if self.squares[self.turn as usize][usize::from(slot)] != from {
            return None;
        }
        let (way, to) = self.way(action)?;
        let code = slot << 4 | way;
        // What the code means here decides; so no move can be written that reads differently.
        let codes = [code, to.unwrap_or(0)];
        (code != NULL && code != ANY && self.decoded(&codes)?.0 == CachedMove::Played(action)).then_some((code, to))
    }

    fn way(&self, action: Move) -> Option<(u8, Option<u8>)> {
        let from = u8::from(action.from()?);
        let to = u8::from(action.to());
        let (files, ranks) = ((to & 7) as i8 - (from & 7) as i8, (to >> 3) as i8 - (from >> 3) as i8);
        let step = |steps: &[(i8, i8); 8]| steps.iter().position(|step| *step == (files, ranks)).map(|way| way as u8);
        let way = match action {
            Move::Put { .. } => return None,
            Move::Castle { king, rook } if king < rook => CASTLE_KING_SIDE,
            Move::Castle { .. } => CASTLE_QUEEN_SIDE,
            Move::EnPassant { .. } => (files + 1) as u8,
            Move::Normal { role, promotion, .. } => match role {
                Role::Pawn if ranks.abs() == 2 => DOUBLE_STEP,
                Role::Pawn => (files + 1) as u8 + 3 * promotion.map_or(0, |role| (role as u8).wrapping_sub(1)),
                Role::Knight => step(&KNIGHT_STEPS)?,
                Role::King => step(&KING_STEPS)?,
                Role::Bishop => (to & 7) + if (files > 0) == (ranks > 0) { 0 } else { 8 },
                Role::Rook | Role::Queen if ranks == 0 => to & 7,
                Role::Rook | Role::Queen if files == 0 => 8 + (to >> 3),
                Role::Rook => return None,
                Role::Queen => return Some((from & 7, Some(to))),
            },
        };
        Some((way & 15, None))
    }

    #[inline]
    fn play(&mut self, played: CachedMove) {
        let side = self.turn;
        self.turn = !side;
        let CachedMove::Played(action) = played else { return };
        match action {
            Move::Normal { from, to, promotion, .. } => {
                let man = self.lift(side, from, to);
                let man = promotion.map_or(man, |role| man & 0x8F | (role as u8) << 4);
                self.at[usize::from(to)] = man;
            }
            Move::EnPassant { from, to } => {
                self.at[usize::from(Square::from_coords(to.file(), from.rank()))] = 0;
                self.at[usize::from(to)] = self.lift(side, from, to);
            }
            Move::Castle { king, rook } => {
                let castling = CastlingSide::from_king_side(king < rook);
                let (king_to, rook_to) = (castling.king_to(side), castling.rook_to(side));
                // Both are lifted first, because in Chess960 one may go to the square of the other.
                let (king_man, rook_man) = (self.lift(side, king, king_to), self.lift(side, rook, rook_to));
                self.at[usize::from(king_to)] = king_man;
                self.at[usize::from(rook_to)] = rook_man;
            }
            // A dropped man has no slot of its own. It gets the number of the king's slot, whose square is another one.
            Move::Put { role, to } => self.at[usize::from(to)] = man(Piece { color: side, role }, KING),
        }
    }

    /// Takes a man off its square, and notes where its slot goes. The slot of a captured man keeps its square.
    /// No other man can be mistaken for it there: a test decodes every code that is written.
    #[inline]
    fn lift(&mut self, side: Color, from: Square, to: Square) -> u8 {
        let man = std::mem::take(&mut self.at[usize::from(from)]);
        let square = &mut self.squares[side as usize][usize::from(man & 15)];
        if *square == u8::from(from) {
            *square = u8::from(to);
        }
        man
    }
}

/// Where men go, by the side to move, their role, the way in a code and their square.
pub(super) struct Steps([[[[u8; 64]; 16]; 8]; 2]);

impl Steps {
    /// Set where a man goes only if there is one to take; else it takes en passant.
    const TAKES: u8 = 64;
    /// What is no such move.
    const OTHER: u8 = 128;

    /// Returns the table. The first call makes it of what the codes mean on a board with one man.
    pub(super) fn get() -> &'static Steps {
        static STEPS: LazyLock<Steps> = LazyLock::new(|| {
            let mut steps = Steps([[[[Steps::OTHER; 64]; 16]; 8]; 2]);
            for piece in Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| role.of(color))) {
                for (way, from) in (0..16).flat_map(|way| (0..64).map(move |from| (way, from))) {
                    let to = &mut steps.0[piece.color as usize][piece.role as usize][usize::from(way)];
                    to[usize::from(from)] = Steps::of(piece, way, from);
                }
            }
            steps
        });
        &STEPS
    }

    fn of(piece: Piece, way: u8, from: u8) -> u8 {
        const SLOT: u8 = 1;
        if piece.role == Role::Pawn && (3..DOUBLE_STEP).contains(&way) {
            // A promotion.
            return Steps::OTHER;
        }
        let mut men = Men { at: [0; 64], squares: [[NONE; 16]; 2], turn: piece.color };
        men.at[usize::from(from)] = man(piece, SLOT);
        men.squares[piece.color as usize][usize::from(SLOT)] = from;
        match men.decoded(&[SLOT << 4 | way]) {
            Some((CachedMove::Played(Move::Normal { to, promotion: None, .. }), _)) => u8::from(to),
            Some((CachedMove::Played(Move::EnPassant { to, .. }), _)) => u8::from(to) | Steps::TAKES,
            _ => Steps::OTHER,
        }
    }
}

fn man(piece: Piece, slot: u8) -> u8 {
    u8::from(piece.color.is_black()) << 7 | (piece.role as u8) << 4 | slot
}

#[inline]
fn piece(man: u8) -> Option<Piece> {
    role(man).map(|role| Piece { color: Color::from_white(man < 0x80), role })
}

#[inline]
fn role(man: u8) -> Option<Role> {
    role_of_number(man >> 4 & 7)
}

/// The square one step away.
#[inline]
fn stepped(from: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    on_board((from & 7).wrapping_add_signed(files), (from >> 3).wrapping_add_signed(ranks))
}

#[inline]
fn on_board(file: u8, rank: u8) -> Option<u8> {
    (file < 8 && rank < 8).then_some(rank << 3 | file)
}

/// The target of a rook: its file, or its rank after the files.
#[inline]
fn line_target(from: u8, way: u8) -> u8 {
    if way < 8 { from & 56 | way } else { (way - 8) << 3 | from & 7 }
}

/// The square of the rook that castles in ordinary chess.
#[inline]
fn corner(side: Color, castling: CastlingSide) -> Square {
    let file = if castling.is_king_side() { File::H } else { File::A };
    Square::from_coords(file, side.backrank())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::variant::Variant;
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    /// Writes the moves that `choices` pick from a position, and reads them again.
    fn check(mut position: VariantPosition, choices: &[u16]) {
        let start = position.clone();
        let mut writing = Men::of(start.board(), start.turn());
        let (mut codes, mut played) = (Vec::new(), Vec::new());
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let action = moves[usize::from(*choice) % moves.len()];
            writing.write(CachedMove::Played(action), &mut codes);
            position.play_unchecked(action);
            writing.follow(&position);
            played.push(action);
        }
        let mut position = start.clone();
        let mut reading = Men::of(start.board(), start.turn());
        let mut at = 0;
        for action in &played {
            let mut by_table = reading.clone();
            let (change, _) = by_table.read_change(Steps::get(), &codes[at..]).unwrap();
            let (read, length) = reading.read(&codes[at..]).unwrap();
            assert_eq!((read, change.action()), (CachedMove::Played(*action), Some(*action)));
            assert_eq!(by_table, reading);
            at += length;
            position.play_unchecked(*action);
            reading.follow(&position);
        }
        assert_eq!((at, reading.read(&codes[at..])), (codes.len(), None));
        assert_eq!(writing, reading);
        assert_eq!(reading.board(), *position.board());
    }

    fn position(fen: &str, mode: CastlingMode) -> VariantPosition {
        VariantPosition::Chess(fen.parse::<Fen>().unwrap().into_position::<Chess>(mode).unwrap())
    }

    #[test]
    fn the_moves_of_ordinary_chess_take_a_byte() {
        let mut men = Men::of(Chess::default().board(), Color::White);
        let mut position = Chess::default();
        let mut codes = Vec::new();
        for san in "e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 Nb6 Bb3 Nc6 O-O Bf5 d4 Qd7 Re1 O-O-O".split(' ') {
            let action = san.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
            men.write(CachedMove::Played(action), &mut codes);
            position.play_unchecked(action);
        }
        assert_eq!(codes.len(), 16);
    }

    #[test]
    fn damaged_codes_are_no_moves_and_no_fault() {
        for first in 0..=u8::MAX {
            for second in [0, 63, 255] {
                let mut men = Men::of(Chess::default().board(), Color::White);
                let codes = [first, second, second, 0xFF, 0x8A, first];
                let mut at = 0;
                while let Some((_, length)) = men.read(&codes[at..]) {
                    at += length;
                }
            }
        }
    }

    proptest! {
        #[test]
        fn moves_read_as_they_were_written(choices in prop::collection::vec(any::<u16>(), 0..300), variant in 0..8_usize,
                                           number in 0..960_u32) {
            check(VariantPosition::new(Variant::ALL[variant]), &choices);
            let mut setup = shakmaty::Setup::initial();
            setup.board = Board::chess960(number);
            setup.castling_rights = setup.board.rooks();
            check(VariantPosition::Chess(setup.position::<Chess>(CastlingMode::Chess960).unwrap()), &choices);
            check(position("k7/5P2/2q5/3pP3/2B1n3/8/3p2p1/K6R w - d6 0 1", CastlingMode::Standard), &choices);
        }
    }
}
