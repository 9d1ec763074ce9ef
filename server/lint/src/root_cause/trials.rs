//! The results of candidates, kept from one trouble of a text to the next: mostly they share their candidates.

use std::collections::BTreeMap;

use super::reading::{Trouble, TroubleKind};
use super::slip::Candidate;
use super::tried::{Tried, is_new};
use crate::finding::Edit;

/// The result of reading only the text near an edit.
pub(super) struct Bound {
    /// How many moves are played at most before the first new trouble; `usize::MAX` if that is unknown.
    pub(super) most: usize,
    /// Where what is near ends in the text as it is.
    pub(super) end: usize,
    /// All troubles that were seen; none if that is unknown.
    pub(super) troubles: Vec<Trouble>,
    /// How much was read.
    pub(super) work: usize,
}

/// What is known of a candidate.
#[derive(Default)]
pub(super) struct Trial {
    /// How many of the troubles of the text as it is were known when it was found out.
    pub(super) known: usize,
    /// How far the text can read with it at most, if that was looked at.
    pub(super) bound: Option<Bound>,
    /// What becomes of it, if that was: nothing inside where it is no game then.
    pub(super) tried: Option<Option<Tried>>,
}

impl Trial {
    /// How many moves are played at most before the first new trouble, without one that was put in.
    pub(super) fn most(&self, candidate: &Candidate) -> usize {
        let most = self.bound.as_ref().map_or(usize::MAX, |bound| bound.most);
        if most == usize::MAX { most } else { most.saturating_sub(candidate.own_moves()) }
    }

    /// Whether the result would be the same with other `known` troubles than `then`. A reading depends on them only by which of
    /// its troubles are new: those that it notes, and a move that cannot be played also as if it were explained. An unknown
    /// bound stays unknown.
    pub(super) fn holds(&self, candidate: &Candidate, then: &[Trouble], known: &[Trouble]) -> bool {
        // The same edit may undo another slip.
        if self.tried.iter().flatten().any(|tried| tried.candidate != *candidate) {
            return false;
        }
        let near = self.bound.iter().flat_map(|bound| &bound.troubles);
        let all = self.tried.iter().flatten().flat_map(|tried| &tried.reading.troubles);
        let is_alike = |trouble: &Trouble| is_new(trouble, candidate, then) == is_new(trouble, candidate, known);
        let explained = |trouble: &Trouble| match trouble.kind {
            TroubleKind::Move { is_explained } => {
                let kind = TroubleKind::Move { is_explained: !is_explained };
                is_alike(&Trouble { range: trouble.range.clone(), kind })
            }
            _ => true,
        };
        near.chain(all).all(|trouble| is_alike(trouble) && explained(trouble))
    }
}

/// What is known of the candidates of a text, by their edits: begin, end and new text. Ordered, so that the same work takes
/// the same memory in every run.
#[derive(Default)]
pub(super) struct Trials(BTreeMap<(usize, usize, String), Trial>);

impl Trials {
    pub(super) fn take(&mut self, edit: &Edit) -> Option<Trial> {
        if self.0.is_empty() {
            return None;
        }
        self.0.remove(&(edit.range.start, edit.range.end, edit.text.clone()))
    }

    pub(super) fn put(&mut self, edit: Edit, trial: Trial) {
        self.0.insert((edit.range.start, edit.range.end, edit.text), trial);
    }
}
