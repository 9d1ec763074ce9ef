//! A game of a cache, as queries see it.

use std::borrow::Cow;
use std::ops::ControlFlow;

use scoresheet_chess::openings::Opening;
use scoresheet_chess::replay::is_check;
use scoresheet_grammar::{Database, GameView, ast};
use shakmaty::variant::VariantPosition;
use shakmaty::{Board, Position};

use super::cached_move::CachedMove;
use super::men::Men;
use super::piece::Flags;
use super::segment::Segment;
use crate::exact_position::ExactPosition;
use crate::game::{Facts, Game, Kept, Lines, Reached, Reading, Visitor};

/// A game of a segment.
pub struct CachedGame<'s> {
    segment: &'s Segment<'s>,
    /// Its number in the segment, from 0.
    index: usize,
}

impl<'s> CachedGame<'s> {
    /// The game with this number in the segment, from 0.
    pub fn new(segment: &'s Segment<'s>, index: usize) -> CachedGame<'s> {
        CachedGame { segment, index }
    }

    /// Whether the main line may reach a position. Answers for games from another start without reading all of it.
    pub(super) fn may_reach(&self, position: &ExactPosition) -> bool {
        if !self.has(Flags::OTHER_START) || self.segment.tag(self.index, "Variant").is_some() {
            return true;
        }
        let men = self.segment.tag(self.index, "FEN").and_then(|fen| fen.split_whitespace().next());
        // What is written in another way, the whole reading decides.
        let board = men.and_then(|men| Board::from_ascii_board_fen(men.as_bytes()).ok());
        board.is_none_or(|board| position.may_follow(&board))
    }

    fn has(&self, flag: u32) -> bool {
        self.segment.flags(self.index) & flag != 0
    }

    /// The position before the first move. `None` if it is not known, as in the text.
    fn start(&self) -> Option<VariantPosition> {
        if !self.has(Flags::OTHER_START) {
            return Some(VariantPosition::default());
        }
        // What is read in the text decides: the tags are written as a text again.
        let tags = ["FEN", "Variant"].map(|name| (name, self.segment.tag(self.index, name)));
        let tag = |(name, value): (&str, Option<&str>)| {
            value.map_or_else(String::new, |value| format!("[{name} \"{}\"]\n", ast::escape(value)))
        };
        let database = Database::parse(&tags.map(tag).concat());
        scoresheet_chess::replay::Setup::of(database.view(0)?).start
    }
}

impl Game for CachedGame<'_> {
    fn tag(&mut self, name: &str) -> Kept<Option<Cow<'_, str>>> {
        match self.segment.tag(self.index, name) {
            None if self.has(Flags::INCOMPLETE) => Kept::Not,
            value => Kept::Known(value.map(Cow::Borrowed)),
        }
    }

    fn facts(&mut self) -> Facts {
        self.segment.facts(self.index)
    }

    fn opening(&mut self) -> Kept<Option<Opening>> {
        if self.has(Flags::INCOMPLETE) {
            return Kept::Not;
        }
        Kept::Known(self.segment.opening(self.index).map(|(opening, _)| opening))
    }

    fn text(&mut self) -> Kept<GameView<'_>> {
        Kept::Not
    }

    fn play(&mut self, lines: Lines, visitor: &mut impl Visitor) -> Kept<Reading> {
        let keeps_lines = lines == Lines::Main || !self.has(Flags::VARIATIONS);
        if !keeps_lines || self.has(Flags::INCOMPLETE) {
            return Kept::Not;
        }
        let ends = self
            .start()
            .is_none_or(|start| self.segment.with_codes(self.index, |codes| play(start, codes, visitor)).is_continue());
        Kept::Known(Reading { is_broken: ends && self.has(Flags::BROKEN) })
    }
}

/// Shows the positions until the visitor has seen enough.
fn play(mut position: VariantPosition, codes: &[u8], visitor: &mut impl Visitor) -> ControlFlow<()> {
    let mut men = Men::of(position.board(), position.turn());
    let (mut ply, mut last, mut at) = (0, None, 0);
    loop {
        let in_check = is_check(&position);
        let reached = Reached { position: &position, ply, last, in_check, range: 0..0, depth: 0 };
        visitor.reach(&reached)?;
        let Some((played, length)) = men.read(&codes[at..]) else { return ControlFlow::Continue(()) };
        match played {
            CachedMove::Played(action) => {
                position.play_unchecked(action);
                last = Some(action);
            }
            CachedMove::Null => {
                // As the replay of a text does.
                position = scoresheet_chess::replay::pass(&position).unwrap_or(position);
                last = None;
            }
        }
        men.follow(&position);
        ply += 1;
        at += length;
    }
}
