//! A text in which slips are looked for, and what is known of it without any candidate: read once for all of them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use scoresheet_grammar::{Event, GameView, Parser, Place, Tree};

use super::excerpt::Excerpt;
use super::habits::Habits;
use super::reading::{Reading, ReadingWalk, Trouble};
use super::slip::Candidate;
use super::tokens::{Token, movetext_tokens};
use super::trials::{Trial, Trials};
use crate::finding::Edit;
use scoresheet_chess::replay::{Replay, SavedReplay, is_in_english};

/// The most places that are kept to continue from: the beginning of the movetext, and the ends of moves that cannot be
/// played.
const MOST_STARTS: usize = 32;

/// A text that is one game.
pub(super) struct ReadText {
    pub(super) excerpt: Excerpt,
    tree: Tree,
    pub(super) reading: Reading,
    /// The beginning of its movetext, if it has any, and the ends of the first moves that cannot be played, each with a replay
    /// that has come so far: setting up a position, and finding out what was meant, takes long.
    starts: Vec<(Place, SavedReplay)>,
    /// The ends of its tokens, computed on demand.
    ends: OnceCell<Vec<usize>>,
    /// The tokens of its movetext and its habits, computed once candidates are looked for.
    tokens: OnceCell<Vec<Token>>,
    habits: OnceCell<Habits>,
    /// What is known of candidates that were tried for another trouble.
    trials: RefCell<Trials>,
}

impl ReadText {
    /// Nothing where the text is not one game.
    pub(super) fn of(excerpt: Excerpt) -> Option<ReadText> {
        let mut tree = Tree::default();
        if Parser::new(&excerpt.text).next_game(&mut tree)? != (0..excerpt.text.len()) {
            return None;
        }
        let mut walk = ReadingWalk::new(GameView { text: &excerpt.text, tree: &tree });
        let mut starts = Vec::new();
        if walk.reach_moves() {
            starts.push((walk.replay.place(), walk.replay.save()));
        }
        while let Some((step, range)) = walk.replay.advance() {
            let failed = walk.reading.failed;
            walk.step(step, range, &|_| false);
            if walk.reading.failed > failed && starts.len() < MOST_STARTS {
                starts.push((walk.replay.place(), walk.replay.save()));
            }
        }
        walk.read(excerpt.is_whole, &|_| false);
        let reading = walk.reading;
        let (ends, tokens, habits) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Some(ReadText { excerpt, tree, reading, starts, ends, tokens, habits, trials: RefCell::default() })
    }

    pub(super) fn game(&self) -> GameView<'_> {
        GameView { text: &self.excerpt.text, tree: &self.tree }
    }

    /// The tokens of its movetext.
    pub(super) fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| movetext_tokens(self.game()))
    }

    /// The side of its delimiters on which it has spaces.
    pub(super) fn habits(&self) -> &Habits {
        self.habits.get_or_init(|| Habits::of(&self.excerpt.text))
    }

    /// The end of the first token that ends at byte `place` or after it; the end of the text if there is none.
    pub(super) fn end_of_token(&self, place: usize) -> usize {
        let ends = self.ends.get_or_init(|| {
            let tokens = self.tree.events().filter(|(event, _)| matches!(event, Event::Token(_)));
            tokens.map(|(_, range)| range.end).collect()
        });
        ends.get(ends.partition_point(|end| *end < place)).copied().unwrap_or(self.excerpt.text.len())
    }

    /// The part around byte `place`; nothing for all of it.
    pub(super) fn excerpt_around(&self, place: usize) -> Option<Excerpt> {
        let excerpt = Excerpt::around(self.game(), place);
        // What was read as a part of a game is read as a whole one there.
        (!excerpt.is_whole || !self.excerpt.is_whole).then_some(excerpt)
    }

    /// A part of it, or all; nothing where that is not one game.
    pub(super) fn part(self: &Rc<Self>, excerpt: Option<Excerpt>) -> Option<Rc<ReadText>> {
        match excerpt {
            Some(excerpt) => ReadText::of(excerpt).map(Rc::new),
            None => Some(Rc::clone(self)),
        }
    }

    /// What is known of a candidate if the first troubles are those `known`. A result from fewer known troubles holds if none of
    /// the troubles seen counts differently now.
    pub(super) fn recall(&self, candidate: &Candidate, known: &[Trouble]) -> Trial {
        let trial = self.trials.borrow_mut().take(&candidate.edit);
        debug_assert!(trial.iter().all(|trial| trial.known <= known.len()), "what is known only grows");
        trial.filter(|trial| trial.holds(candidate, &self.reading.troubles[..trial.known], known)).unwrap_or_default()
    }

    /// Remembers what is known of candidates with so many `known` troubles.
    pub(super) fn remember(&self, candidates: Vec<Candidate>, trials: Vec<Trial>, known: usize) {
        let mut remembered = self.trials.borrow_mut();
        for (candidate, trial) in candidates.into_iter().zip(trials) {
            remembered.put(candidate.edit, Trial { known, ..trial });
        }
    }

    /// A replay up to the last move that cannot be played and ends no later than byte `place`; at the beginning of the movetext
    /// if there is none.
    pub(super) fn replay_before(&self, place: usize) -> Replay<'_> {
        let before = self.starts.partition_point(|(start, _)| start.offset() <= place);
        match self.starts.get(before.saturating_sub(1)) {
            Some((place, saved)) => Replay::resume(self.game(), *place, saved),
            None => Replay::new(self.game()),
        }
    }

    /// A walk that notes troubles, from the beginning of the movetext on if there is any.
    pub(super) fn walk(&self) -> ReadingWalk<'_> {
        ReadingWalk::of(self.game(), self.replay_before(0))
    }

    /// A walk over a text that differs by an edit.
    pub(super) fn walk_over<'game>(&self, other: GameView<'game>, edit: &Edit) -> ReadingWalk<'game> {
        let here = self.game();
        // With the same tags, and moves in the same languages, it starts from the same position.
        let letters = [here, other].map(|game| game.tree.piece_letters());
        let starts_alike = |(place, _): &&(Place, SavedReplay)| {
            place.offset() <= edit.range.start
                && here.tree.is_same_up_to(other.tree, *place)
                && (letters[0] == letters[1] || letters.into_iter().all(is_in_english))
        };
        let start = self.starts.first().filter(starts_alike);
        let replay = start.map(|(place, saved)| Replay::resume(other, *place, saved));
        // Without a position, its first number decides whose move it is.
        let replay = replay.filter(|replay| replay.setup().start.is_some());
        ReadingWalk::of(other, replay.unwrap_or_else(|| Replay::new(other)))
    }
}
