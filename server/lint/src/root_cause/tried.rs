//! The result of a candidate in a game, and which of its troubles are new then.

use std::cmp::{Ordering, Reverse};

use scoresheet_grammar::{GameView, Parser, Tree};

use super::reading::{Reading, Trouble, TroubleKind, nested_comments};
use super::repairs::in_original;
use super::slip::{Candidate, MOST_OTHERS};

/// A candidate and its result in the game.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) candidate: Candidate,
    pub(super) reading: Reading,
    /// How many moves were played before the first trouble that was not known before.
    pub(super) clean: usize,
    /// Whether there is none.
    pub(super) is_last: bool,
    /// How much work it was.
    pub(super) work: usize,
}

impl Tried {
    /// The better of two, the first of them where they are alike; with what the other undoes as another way, if that is so.
    pub(super) fn or(mut self, other: Tried) -> Tried {
        let rank = |tried: &Tried| (Reverse(tried.clean), tried.reading.cost());
        match rank(&other).cmp(&rank(&self)) {
            Ordering::Less => return other,
            Ordering::Equal if other.candidate.is_like(&self.candidate) => {
                self.candidate.others.truncate(MOST_OTHERS - 1);
                self.candidate.others.push(other.candidate.edit);
            }
            _ => {}
        }
        self
    }

    /// The number of `{` inside comments with the slip undone in `text`.
    pub(super) fn nested_comments(&self, text: &str) -> usize {
        let text = self.candidate.edit.applied_to(text);
        let mut tree = Tree::default();
        let range = Parser::new(&text).next_game(&mut tree);
        range.map_or(0, |range| nested_comments(GameView { text: &text[range], tree: &tree }))
    }
}

/// Whether a trouble of a game in which a candidate's slip is undone is none of those `known` in the game as it is, in text order.
pub(super) fn is_new(trouble: &Trouble, candidate: &Candidate, known: &[Trouble]) -> bool {
    let start = in_original(trouble.range.start, std::slice::from_ref(candidate));
    let is_known = known.binary_search_by_key(&start, |known| known.range.start).is_ok();
    // After the edit everything may have changed, except troubles that need no slip to explain them.
    let is_unchanged = start < candidate.edit.range.start || !needs_explaining(trouble);
    !is_known || !is_unchanged
}

/// A move whose repair lets the rest go on needs no other slip to explain it.
pub(super) fn needs_explaining(trouble: &Trouble) -> bool {
    trouble.kind != TroubleKind::Move { is_explained: true }
}
