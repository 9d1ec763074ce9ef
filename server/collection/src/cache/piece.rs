//! What is kept of the games of a piece of text, before it is joined with other pieces. Pieces are read in parallel.

use std::borrow::Cow;

use scoresheet_chess::collation::is_game;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_grammar::{Event, GameView, Item, NodeKind, TokenKind};
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};

use super::cached_move::CachedMove;
use super::men::Men;
use super::strings::{LONGEST, StringsBuilder};
use crate::game::Facts;
use crate::material::{Material, MaterialBounds};

/// How many plies of a game are kept. No game is as long; a longer one is read again.
pub(super) const MOST_PLIES: u32 = 1 << 14;

/// What is known of a game beside its tags and moves, as bits.
pub(super) struct Flags;

impl Flags {
    /// Something in the main line does not read.
    pub(super) const BROKEN: u32 = 1;
    /// The game begins elsewhere than usual, or by other rules.
    pub(super) const OTHER_START: u32 = 1 << 1;
    pub(super) const COMMENTS: u32 = 1 << 2;
    pub(super) const VARIATIONS: u32 = 1 << 3;
    pub(super) const NAGS: u32 = 1 << 4;
    /// A pawn is promoted in the main line.
    pub(super) const PROMOTION: u32 = 1 << 5;
    /// The game has more than what is kept: only its text knows it.
    pub(super) const INCOMPLETE: u32 = 1 << 6;
    /// The result, in two bits: see [`GameResult`].
    pub(super) const RESULT_SHIFT: u32 = 7;
    /// It is text without a tag pair, a move or a termination marker.
    pub(super) const NO_GAME: u32 = 1 << 9;
}

/// What is kept of a game; its tags and codes are in the lists of the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceGame {
    /// The byte offset at which the game begins in the piece, on the disk.
    pub(super) start: u32,
    /// How many lines begin before it in the piece.
    pub(super) line: u32,
    /// How many characters are before it in its line.
    pub(super) column: u32,
    pub(super) plies: u32,
    pub(super) flags: u32,
    /// The men at the end and the pawns at home then, as [`Men::counted`] gives them. For games with the usual start.
    pub(super) material: u32,
    pub(super) home: u32,
    /// The ends of its tags and codes in the lists.
    pub(super) tags_end: u32,
    pub(super) codes_end: u32,
}

impl PieceGame {
    /// What is known of the game beside its tags and moves.
    pub(super) fn facts(&self) -> Facts {
        let has = |flag: u32| self.flags & flag != 0;
        if has(Flags::INCOMPLETE) {
            return Facts::default();
        }
        let has_usual_start = !has(Flags::OTHER_START);
        let last = unpacked(self.material).filter(|_| has_usual_start);
        let first = || Material::of(Chess::default().board());
        let home = u64::from(self.home);
        let home = Bitboard((home & 0xFF) << 8 | (home >> 8 & 0xFF) << 48);
        Facts {
            plies: Some(self.plies),
            material: last.map(|last| MaterialBounds::of_line(first(), last, has(Flags::PROMOTION))),
            pawns_at_home: Some(home).filter(|_| has_usual_start),
            has_usual_start: Some(has_usual_start),
            is_broken: Some(has(Flags::BROKEN)),
            has_comments: Some(has(Flags::COMMENTS)),
            has_variations: Some(has(Flags::VARIATIONS)),
            has_nags: Some(has(Flags::NAGS)),
        }
    }
}

/// Where a game is in its file, as far as it is not known from the games before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameExtent {
    /// The bytes of its text on the disk.
    pub bytes: usize,
    /// The line ends in its text.
    pub line_ends: usize,
    /// How many characters are before it in the line in which it begins.
    pub column: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// Unknown, or not a result of chess.
    #[default]
    Open = 0,
    /// White won.
    White = 1,
    /// Black won.
    Black = 2,
    /// Draw.
    Draw = 3,
}

impl GameResult {
    /// The result of a game: its termination marker, or else its Result tag. Linear in the game.
    pub fn of(game: GameView) -> GameResult {
        match game.result().as_deref() {
            Some("1-0") => GameResult::White,
            Some("0-1") => GameResult::Black,
            Some("1/2-1/2") => GameResult::Draw,
            _ => GameResult::Open,
        }
    }

    /// Returns the result as games write it.
    pub fn written(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }

    pub(super) fn of_bits(bits: u32) -> GameResult {
        match bits & 3 {
            1 => GameResult::White,
            2 => GameResult::Black,
            3 => GameResult::Draw,
            _ => GameResult::Open,
        }
    }
}

/// The games of a piece of text.
#[derive(Debug, Default)]
pub struct Piece {
    pub(super) strings: StringsBuilder,
    /// The numbers of names and values.
    pub(super) tags: Vec<(u32, u32)>,
    pub(super) codes: Vec<u8>,
    pub(super) games: Vec<PieceGame>,
    /// The bytes of the piece on the disk, and its line ends.
    pub(super) length: u32,
    pub(super) lines: u32,
}

impl Piece {
    /// Adds the next game. Linear in its text. Returns what is known of it then.
    pub fn add(&mut self, game: GameView, extent: GameExtent) -> Facts {
        let column = extent.column as u32;
        let mut kept = PieceGame { start: self.length, line: self.lines, column, ..PieceGame::default() };
        if !is_game(game) {
            kept.flags |= Flags::NO_GAME;
        }
        self.add_tags(game, &mut kept);
        self.add_moves(game, &mut kept);
        kept.tags_end = self.tags.len() as u32;
        kept.codes_end = self.codes.len() as u32;
        self.games.push(kept);
        self.length += extent.bytes as u32;
        self.lines += extent.line_ends as u32;
        kept.facts()
    }

    fn add_tags(&mut self, game: GameView, kept: &mut PieceGame) {
        let first = self.tags.len();
        let mut events = game.tree.events();
        while let Some((event, range)) = events.next() {
            match event {
                Event::Enter(NodeKind::Tag) => {
                    let tag = game.read_tag(&mut events, range.start);
                    let value: Cow<str> = tag.value();
                    if tag.name.len() > LONGEST || value.len() > LONGEST {
                        kept.flags |= Flags::INCOMPLETE;
                        continue;
                    }
                    let name = self.strings.number(tag.name);
                    if self.tags[first..].iter().all(|(other, _)| *other != name) {
                        let value = self.strings.number(&value);
                        self.tags.push((name, value));
                    }
                }
                Event::Enter(NodeKind::Movetext) => break,
                _ => {}
            }
        }
    }

    fn add_moves(&mut self, game: GameView, kept: &mut PieceGame) {
        kept.flags |= remarks(game) | (GameResult::of(game) as u32) << Flags::RESULT_SHIFT;
        let mut replay = Replay::new(game);
        let Some(start) = replay.position() else {
            kept.flags |= Flags::BROKEN | Flags::OTHER_START;
            return;
        };
        if !is_usual_start(start) {
            kept.flags |= Flags::OTHER_START;
        }
        let mut men = Men::of(start.board(), start.turn());
        while let Some(played) = replay.next_of_main_line() {
            let played = match played {
                MainMove::Played(action, _) => CachedMove::Played(action),
                MainMove::Null(_) => CachedMove::Null,
                MainMove::Broken(_) => {
                    kept.flags |= Flags::BROKEN;
                    break;
                }
            };
            if kept.plies == MOST_PLIES {
                kept.flags |= Flags::INCOMPLETE;
                break;
            }
            kept.plies += 1;
            men.write(played, &mut self.codes);
            replay.position().into_iter().for_each(|position| men.follow(position));
            match played {
                CachedMove::Played(Move::Normal { promotion: Some(_), .. }) => kept.flags |= Flags::PROMOTION,
                CachedMove::Played(_) | CachedMove::Null => {}
            }
        }
        if kept.flags & Flags::OTHER_START == 0 {
            (kept.material, kept.home) = men.counted();
        }
    }
}

/// Whether a position is the usual start by the usual rules.
fn is_usual_start(position: &VariantPosition) -> bool {
    matches!(position, VariantPosition::Chess(chess) if *chess == Chess::default())
}

/// The flags of comments, variations and NAGs, and the result. Linear in the game.
fn remarks(game: GameView) -> u32 {
    let is_plain = |(event, _): (Event, _)| {
        use TokenKind::{MoveNumber, San, Termination};
        matches!(
            event,
            Event::Token(San | MoveNumber | Termination) | Event::Enter(NodeKind::Movetext) | Event::Leave(_)
        )
    };
    let mut events = game.tree.events();
    let has_movetext = events.by_ref().any(|(event, _)| event == Event::Enter(NodeKind::Movetext));
    // Reading the items costs more, and most games have none of these.
    if !has_movetext || events.all(is_plain) {
        return 0;
    }
    let flag = |item| match item {
        Item::Comment(_) => Flags::COMMENTS,
        Item::VariationStart => Flags::VARIATIONS,
        Item::Nag(_) => Flags::NAGS,
        _ => 0,
    };
    game.items().fold(0, |flags, (item, _)| flags | flag(item))
}

/// The counts of [`Men::counted`]. `None` if they are not known.
fn unpacked(mut packed: u32) -> Option<Material> {
    if packed == u32::MAX {
        return None;
    }
    let mut material = Material::default();
    for color in [Color::Black, Color::White] {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            material.set(role.of(color), (packed & 3) as u8);
            packed >>= 2;
        }
        material.set(Role::Pawn.of(color), (packed & 15) as u8);
        packed >>= 4;
        material.set(Role::King.of(color), 1);
    }
    Some(material)
}
