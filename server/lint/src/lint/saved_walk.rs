//! Where a walk is, apart from the game, so that it can go on from there in a text that is the same up to there.

use std::ops::Range;

use scoresheet_grammar::{GameView, Place};

use super::lines_of_play::{Annotation, SinceMove, Variations};
use super::walk::{GameEnd, Walk};
use crate::digest::Hash;
use crate::finding::Level;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::{Replay, SavedReplay};

/// All that a walk knows but the game, and how far it is in its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedWalk {
    replay: SavedReplay,
    count: Count,
    since_move: SinceMove,
    annotations: Vec<Annotation>,
    end: GameEnd,
    is_over: bool,
    open_variations: Variations,
    ended_variations: Variations,
    pub(super) has_trouble: bool,
    moves: Hash,
    has_escape_line: bool,
}

impl<'game> Walk<'game> {
    /// What the walk knows now, behind the tag section.
    pub(super) fn save(&self) -> SavedWalk {
        SavedWalk {
            replay: self.replay.save(),
            count: self.count,
            since_move: self.since_move.clone(),
            annotations: self.annotations.clone(),
            end: self.end.clone(),
            is_over: self.is_over,
            open_variations: self.open_variations.clone(),
            ended_variations: self.ended_variations.clone(),
            has_trouble: self.has_trouble,
            moves: self.moves,
            has_escape_line: self.has_escape_line,
        }
    }

    /// A walk over `game` that goes on from `place` of its tree, knowing what one knew that was there in a text which is the same
    /// up to there.
    pub(super) fn resume(game: GameView<'game>, is_repaired: bool, place: Place, saved: &SavedWalk) -> Walk<'game> {
        let saved = saved.clone();
        Walk {
            game,
            tags: game.tags(),
            replay: Replay::resume(game, place, &saved.replay),
            lowest_heard: Level::Hint,
            count: saved.count,
            is_repaired,
            since_move: saved.since_move,
            annotations: saved.annotations,
            end: saved.end,
            tags_are_known: true,
            is_over: saved.is_over,
            open_variations: saved.open_variations,
            ended_variations: saved.ended_variations,
            spare_variations: Vec::new(),
            has_trouble: saved.has_trouble,
            trouble: None,
            moves: saved.moves,
            has_escape_line: saved.has_escape_line,
            has_commented_nag: true,
            memory: None,
        }
    }
}

impl SavedWalk {
    /// Has `change` change all places in the text.
    pub(super) fn move_ranges(&mut self, mut change: impl FnMut(&mut Range<usize>)) {
        self.replay.move_ranges(&mut change);
        self.since_move.move_ranges(&mut change);
        self.annotations.iter_mut().for_each(|annotation| change(&mut annotation.range));
        self.end.move_ranges(&mut change);
        let variations = self.open_variations.iter_mut().chain(&mut self.ended_variations);
        variations.for_each(|variation| variation.move_ranges(&mut change));
    }
}
