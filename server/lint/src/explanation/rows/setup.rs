//! Slips in the FEN tag, which show at the first move of a game.

use std::num::NonZeroU32;
use std::ops::Range;

use scoresheet_chess::replay::{Fitting, is_check, is_fen_tag};
use scoresheet_grammar::fen::parse_fen;
use scoresheet_grammar::{Event, NodeKind, Parser, TokenKind, Tree};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::variant::VariantPosition;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, EnPassantMode, File, Piece, Position, Rank, Role, Square, attacks,
};

use super::{Rows, STEPS_BACK};
use crate::explanation::costs;
use crate::explanation::line::{Board, Line, line_of};
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::start::{completed, other_board, other_sides};
use crate::explanation::walk::{Head, side_of};
use crate::finding::Edit;

/// How many tokens may be before the moves that show that the start position is another one.
const MOST_BEFORE_FIRST_MOVE: usize = 24;

/// The value of a FEN tag that gives no position, with its quotes.
const UNKNOWN_POSITION: &str = "\"?\"";

impl<'game> Rows<'_, 'game> {
    /// The FEN tag gives the move to the other side, or a position that the game reaches later.
    pub(super) fn setup(&mut self, is_first: bool) {
        let Some(fen) = self.text.fen.clone() else { return };
        let (first, head) = (self.here.root(), self.text.beginning.clone());
        if first.path.steps.first().is_some_and(|(read, _)| read.at != head.at) {
            return;
        }
        if !self.here.before().take(MOST_BEFORE_FIRST_MOVE).any(|place| place.token().kind == TokenKind::San) {
            self.other_side(&fen, &first, &head);
            self.en_passant(&fen, &first, &head);
        }
        self.castling_right(&fen, &first, &head);
        if self.here.before().nth(MOST_BEFORE_FIRST_MOVE).is_none() {
            self.later_position(&first, &head);
            self.position_after_first_move(&fen, &first, &head);
            self.other_position(&fen, &first, &head);
        }
        if is_first && self.here.before().nth(STEPS_BACK).is_none() {
            self.other_board(&first);
        }
    }

    /// The text before the movetext. Moves say nothing about the start position, and reading them takes time.
    fn tags(&self) -> &'game str {
        &self.text.text[..self.text.beginning.at]
    }

    /// The FEN tag lacks the right to castle. All rights are put in that the position allows: if one is forgotten, so are the others.
    fn castling_right(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let has_slips = self.here.before().any(|place| !place.path.undone.is_empty());
        if !self.slice(&self.token.range).starts_with(['O', '0']) {
            return;
        }
        let Some(position) = &head.line.now.position else { return };
        let rights = rights_at_home(position);
        let inside = fen.start + 1..fen.end - 1;
        let (edit, field) = match parse_fen(self.slice(&inside)).castling {
            Some(field) => {
                let field = inside.start + field.start..inside.start + field.end;
                (Edit::replace(field.clone(), rights), field)
            }
            None => {
                let side = position.turn().fold_wb("w", "b");
                let Some(whole) = self.completed(&inside, side, &rights) else { return };
                (Edit::replace(inside, whole), fen.clone())
            }
        };
        let is_same = edit.text == self.slice(&edit.range);
        let Some(line) = line_of(&edit.applied_to(self.tags())).filter(|_| !is_same) else { return };
        let candidate = Candidate::new(edit, field, Slip::CastlingRight);
        if !has_slips {
            return self.edit(&costs::CASTLING_RIGHT, 0, first, Head { line, ..head.clone() }, candidate);
        }
        // The slips before it stay undone: the right is given where it is needed.
        if let Some(board) = with_rights_at_home(&self.head.line.now) {
            let (here, line) = (self.here.clone(), self.head.line.with_board(board));
            self.edit(&costs::CASTLING_RIGHT, 0, &here, Head { line, ..self.head.clone() }, candidate);
        }
    }

    fn other_side(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        for (row, candidate) in other_sides(self.text.text, fen) {
            let Some(line) = line_of(&candidate.edit.applied_to(self.tags())) else { continue };
            self.edit(row, 0, first, Head { line, ..head.clone() }, candidate);
        }
        self.lost_side(fen, first, head);
    }

    /// The FEN tag has no side to move, so that it is White's, and perhaps none of the fields after it.
    fn lost_side(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let inside = fen.start + 1..fen.end - 1;
        let Some(position) = &head.line.now.position else { return };
        if inside.is_empty() || parse_fen(self.slice(&inside)).turn.is_some() {
            return;
        }
        let Some(whole) = self.completed(&inside, "b", &rights_at_home(position)) else { return };
        let edit = Edit::replace(inside, whole);
        let Some(line) = line_of(&edit.applied_to(self.tags())) else { return };
        let head = Head { line, ..head.clone() };
        self.edit(&costs::SIDE, 0, first, head, Candidate::new(edit, fen.clone(), Slip::WrongSideToMove));
    }

    /// The FEN at `inside` with the fields that it lacks.
    fn completed(&self, inside: &Range<usize>, side: &str, rights: &str) -> Option<String> {
        let number = self.text.number_of_first_move().map(|number| number.number).filter(|number| *number > 0);
        completed(self.slice(inside), side, rights, number)
    }

    /// The FEN tag has another board.
    fn other_board(&mut self, first: &Place) {
        let is_near = self.here.before().nth(MOST_BEFORE_FIRST_MOVE).is_none();
        if let Some((row, head, candidate)) = other_board(self.text, is_near) {
            self.edit(row, 0, first, head, candidate);
        }
    }

    /// The FEN tag lacks the square on which the first move captures en passant.
    fn en_passant(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let written = self.slice(&self.token.range);
        let (Some(position), Ok(san)) = (&head.line.now.position, SanPlus::from_ascii(written.as_bytes())) else {
            return;
        };
        let San::Normal { role: Role::Pawn, capture: true, to, .. } = san.san else { return };
        let text = self.text.text;
        let Some(field) = text[fen.clone()].split(' ').nth(3).filter(|field| *field == "-") else { return };
        let start = fen.start + text[fen.clone()].split(' ').take(3).map(|field| field.len() + 1).sum::<usize>();
        let field = start..start + field.len();
        let back = position.turn().fold_wb(-8, 8);
        let pawn = to.offset(back).and_then(|square| position.board().piece_at(square));
        if position.board().piece_at(to).is_some() || pawn != Some((!position.turn()).pawn()) {
            return;
        }
        let edit = Edit::replace(field.clone(), to.to_string());
        let Some(line) = line_of(&edit.applied_to(self.tags())) else { return };
        let head = Head { line, ..head.clone() };
        self.edit(&costs::EN_PASSANT, 0, first, head, Candidate::new(edit, field, Slip::EnPassantSquare));
    }

    /// The position is one of the game from the usual start itself.
    fn later_position(&mut self, first: &Place, head: &Head) {
        let Some(fen) = self.text.fen.clone() else { return };
        let is_setup = |name: &str| is_fen_tag(name) || name.eq_ignore_ascii_case("SetUp");
        let Some(range) = lines_of_tags(self.tags(), is_setup) else { return };
        let edit = Edit::delete(range);
        let Some(line) = line_of(&edit.applied_to(self.tags())) else { return };
        let head = Head { line, count: Default::default(), ..head.clone() };
        self.edit(&costs::POSITION, 0, first, head, Candidate::new(edit, fen, Slip::LaterPosition));
    }

    /// The position is another one: the FEN's number and the first one of the game differ, and the first moves do not fit. Then nothing says
    /// where the game begins.
    fn other_position(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let Some(number) = self.text.number_of_first_move() else { return };
        let given = head.line.now.number;
        // Games and FENs may both count from 1, whatever was before.
        if number.number <= 1 || given <= 1 || number.number == given {
            return;
        }
        let unknown = Board::new(None, false, side_of(number.periods), number.number);
        let head = Head { line: Line::main(unknown), count: Default::default(), ..head.clone() };
        let slip = Slip::OtherPosition;
        self.replace(&costs::OTHER_POSITION, 0, (first, head), fen.clone(), UNKNOWN_POSITION, slip);
    }

    /// The position is that after the first move of the game.
    fn position_after_first_move(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let Some(token) = self.next_move(head.at) else { return };
        let written = self.slice(&token.range);
        let (Some(after), Ok(san)) = (&head.line.now.position, SanPlus::from_ascii(written.as_bytes())) else { return };
        let tried = self.text.tried(written);
        for setup in setups_before(after, &san.san) {
            let mode = CastlingMode::detect(&setup);
            let Ok(position) = VariantPosition::from_setup(after.variant(), setup.clone(), mode) else { continue };
            let in_check = is_check(&position);
            let Fitting::One(action, _) = tried.fit(&position, in_check) else { continue };
            let mut played = position.clone();
            played.play_unchecked(action);
            let Some(before) = Fen::try_from_setup(setup).ok().filter(|_| played.board() == after.board()) else {
                continue;
            };
            let (turn, number) = (position.turn(), position.fullmoves().get());
            let line = Line::main(Board::new(Some(position), in_check, turn, number));
            let head = Head { line, ..head.clone() };
            let slip = Slip::PositionAfterFirstMove;
            self.replace(&costs::AFTER_FIRST_MOVE, 0, (first, head), fen.clone(), &format!("\"{before}\""), slip);
        }
    }
}

/// The same board with the castling rights of all kings and rooks that are at home.
fn with_rights_at_home(board: &Board) -> Option<Board> {
    let position = board.position.as_ref()?;
    let mut setup = position.to_setup(EnPassantMode::Always);
    for (color, side) in
        [Color::White, Color::Black].into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)))
    {
        let rook = Square::from_coords(
            if side.is_king_side() { File::H } else { File::A },
            color.fold_wb(Rank::First, Rank::Eighth),
        );
        if has_right_at_home(position, color, side) {
            setup.castling_rights.add(rook);
        }
    }
    let position = VariantPosition::from_setup(position.variant(), setup, CastlingMode::Standard).ok()?;
    Some(Board::new(Some(position), board.in_check, board.turn, board.number))
}

/// The castling rights, as in a FEN, of all kings and rooks that are at home; empty where there are none.
fn rights_at_home(position: &VariantPosition) -> String {
    let mut rights = String::new();
    for (color, side, letter) in [
        (Color::White, CastlingSide::KingSide, 'K'),
        (Color::White, CastlingSide::QueenSide, 'Q'),
        (Color::Black, CastlingSide::KingSide, 'k'),
        (Color::Black, CastlingSide::QueenSide, 'q'),
    ] {
        if has_right_at_home(position, color, side) {
            rights.push(letter);
        }
    }
    rights
}

/// Whether the king and the rook of a side are at home.
fn has_right_at_home(position: &VariantPosition, color: Color, side: CastlingSide) -> bool {
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let rook = Square::from_coords(if side.is_king_side() { File::H } else { File::A }, rank);
    let king = Square::from_coords(File::E, rank);
    let is_at_home = |square, piece: Piece| position.board().piece_at(square) == Some(piece);
    is_at_home(king, color.king()) && is_at_home(rook, color.rook())
}

/// The setups from which a move leads to a position, as far as the board shows. Whether they are possible is not looked at.
fn setups_before(after: &VariantPosition, san: &San) -> Vec<shakmaty::Setup> {
    let mut setup = after.to_setup(EnPassantMode::Always);
    let mover = !after.turn();
    setup.turn = mover;
    setup.ep_square = None;
    if mover.is_black() {
        setup.fullmoves = NonZeroU32::new(setup.fullmoves.get() - 1).unwrap_or(NonZeroU32::MIN);
    }
    let is_quiet = matches!(san, San::Normal { role, capture: false, .. } if *role != Role::Pawn);
    setup.halfmoves = if is_quiet || matches!(san, San::Castle(_)) { setup.halfmoves.saturating_sub(1) } else { 0 };
    match *san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            if after.board().piece_at(to) != Some(promotion.unwrap_or(role).of(mover)) {
                return Vec::new();
            }
            let captured: &[Option<Role>] = if capture { &CAPTURED } else { &[None] };
            let from = squares_before(after.board(), role.of(mover), to, capture).into_iter();
            let from = from.filter(|from| {
                file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
            });
            let moved_back = |from: Square, captured: Option<Role>| {
                let mut setup = setup.clone();
                setup.board.discard_piece_at(to);
                setup.board.set_piece_at(from, role.of(mover));
                if let Some(captured) = captured {
                    setup.board.set_piece_at(to, captured.of(!mover));
                }
                setup
            };
            from.flat_map(|from| captured.iter().map(move |captured| (from, *captured)))
                .map(|(from, captured)| moved_back(from, captured))
                .collect()
        }
        San::Castle(side) => {
            let rank = mover.fold_wb(Rank::First, Rank::Eighth);
            let (king, rook) = (side.king_to(mover), side.rook_to(mover));
            let at_home = Square::from_coords(if side.is_king_side() { File::H } else { File::A }, rank);
            for square in [king, rook] {
                setup.board.discard_piece_at(square);
            }
            setup.board.set_piece_at(Square::from_coords(File::E, rank), mover.king());
            setup.board.set_piece_at(at_home, mover.rook());
            setup.castling_rights.add(at_home);
            vec![setup]
        }
        _ => Vec::new(),
    }
}

/// What a move may have captured, the likeliest first; pieces more likely than pawns would be guesses.
const CAPTURED: [Option<Role>; 5] =
    [Some(Role::Pawn), Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// The empty squares from which a piece may have come to `to`.
fn squares_before(board: &shakmaty::Board, piece: Piece, to: Square, is_capture: bool) -> Bitboard {
    let squares = match piece.role {
        Role::Pawn if is_capture => attacks::pawn_attacks(!piece.color, to),
        Role::Pawn => {
            let back = piece.color.fold_wb(-8, 8);
            let one = to.offset(back);
            let two = one.filter(|one| board.piece_at(*one).is_none()).and_then(|one| one.offset(back));
            let home = piece.color.fold_wb(Rank::Second, Rank::Seventh);
            Bitboard::from_iter(one.into_iter().chain(two.filter(|two| two.rank() == home)))
        }
        _ => attacks::attacks(to, piece, board.occupied()),
    };
    squares & !board.occupied()
}

/// The lines of the tags with such names, if they follow each other.
fn lines_of_tags(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let mut tree = Tree::default();
    Parser::new(text).next_game(&mut tree)?;
    let mut whole: Option<Range<usize>> = None;
    let (mut start, mut is_one) = (0, false);
    for (event, range) in tree.events() {
        match event {
            Event::Enter(NodeKind::Tag) => (start, is_one) = (range.start, false),
            Event::Token(TokenKind::TagName) => is_one = is_wanted(&text[range]),
            Event::Leave(NodeKind::Tag) if is_one => {
                let end = end_of_line(text, range.end);
                match &mut whole {
                    None => whole = Some(start..end),
                    Some(whole) if whole.end == start => whole.end = end,
                    Some(_) => return None,
                }
            }
            Event::Enter(NodeKind::Movetext) => break,
            _ => {}
        }
    }
    whole
}

/// The place after the line break after byte `at`; `at` itself where something else follows on the line.
fn end_of_line(text: &str, at: usize) -> usize {
    let rest = text[at..].trim_start_matches([' ', '\t']);
    let after = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\r', '\n']));
    after.map_or(at, |after| text.len() - after.len())
}
