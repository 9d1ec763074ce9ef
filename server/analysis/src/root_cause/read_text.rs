//! A text in which slips are looked for, and what is known of it without any candidate: read once for all of them.

use std::borrow::Cow;

use scoresheet_grammar::{GameView, Parser, Place, Tree};

use super::excerpt::Excerpt;
use super::reading::{Reading, ReadingWalk};
use crate::replay::{Replay, SavedReplay};

/// A text that is one game.
#[derive(Clone)]
pub(super) struct ReadText {
    pub(super) excerpt: Excerpt,
    tree: Tree,
    pub(super) reading: Reading,
    /// Where its movetext begins, if it has any, and what a replay knows there: the tags are not looked at again.
    start: Option<(Place, SavedReplay)>,
}

impl ReadText {
    /// Nothing where the text is not one game.
    pub(super) fn of(excerpt: Excerpt) -> Option<ReadText> {
        let mut tree = Tree::default();
        if Parser::new(&excerpt.text).next_game(&mut tree)? != (0..excerpt.text.len()) {
            return None;
        }
        let mut walk = ReadingWalk::new(GameView { text: &excerpt.text, tree: &tree });
        let start = walk.to_moves().then(|| (walk.replay.place(), walk.replay.save()));
        walk.read(excerpt.is_whole, &|_| false);
        let reading = walk.reading;
        Some(ReadText { excerpt, tree, reading, start })
    }

    pub(super) fn game(&self) -> GameView<'_> {
        GameView { text: &self.excerpt.text, tree: &self.tree }
    }

    /// The part around byte `place`; nothing for all of it.
    pub(super) fn excerpt_around(&self, place: usize) -> Option<Excerpt> {
        let excerpt = Excerpt::around(self.game(), place);
        // What was read as a part of a game is read as a whole one there.
        (!excerpt.is_whole || !self.excerpt.is_whole).then_some(excerpt)
    }

    /// A part of it, or all; nothing where that is not one game.
    pub(super) fn part(&self, excerpt: Option<Excerpt>) -> Option<Cow<'_, ReadText>> {
        match excerpt {
            Some(excerpt) => ReadText::of(excerpt).map(Cow::Owned),
            None => Some(Cow::Borrowed(self)),
        }
    }

    /// A replay that stands where the movetext begins, or before all if there is none.
    pub(super) fn replay(&self) -> Replay<'_> {
        match &self.start {
            Some((place, saved)) => Replay::resume(self.game(), *place, saved),
            None => Replay::new(self.game()),
        }
    }

    /// A walk that notes what stands in the way, from there.
    pub(super) fn walk(&self) -> ReadingWalk<'_> {
        ReadingWalk::of(self.game(), self.replay())
    }
}
