//! What was read on the way to a place: a chain of stretches, each begun by a slip that was undone.

use std::rc::Rc;

use super::slip::{How, Undone};
use super::walk::{Head, Token};

/// A stretch of text read without trouble, after a slip was undone at its beginning.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The stretch before this one, and how many of its steps were gone before this one branched off.
    pub(super) parent: Option<(Rc<Path>, usize)>,
    /// What was undone where it branched off.
    pub(super) undone: Vec<Undone>,
    /// The heads and their tokens, in text order.
    pub(super) steps: Vec<(Head, Token)>,
    /// How many stretches are before this one.
    pub(super) stretches: usize,
}

/// A step of a path, by the stretch that it is in and its index there.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) path: Rc<Path>,
    pub(super) index: usize,
}

impl Place {
    /// The place after the last step of a path.
    pub(super) fn end_of(path: &Rc<Path>) -> Place {
        Place { path: Rc::clone(path), index: path.steps.len() }
    }

    /// The place before the first step of all.
    pub(super) fn root(&self) -> Place {
        let mut path = &self.path;
        while let Some((parent, _)) = &path.parent {
            path = parent;
        }
        Place { path: Rc::clone(path), index: 0 }
    }

    pub(super) fn head(&self) -> &Head {
        &self.path.steps[self.index].0
    }

    pub(super) fn token(&self) -> &Token {
        &self.path.steps[self.index].1
    }

    /// The steps before this place, the last one first.
    pub(super) fn before(&self) -> impl Iterator<Item = Place> + use<> {
        let mut here = self.clone();
        std::iter::from_fn(move || {
            while here.index == 0 {
                let (path, index) = here.path.parent.clone()?;
                here = Place { path, index };
            }
            here.index -= 1;
            Some(here.clone())
        })
    }
}

impl Path {
    pub(super) fn new(parent: Option<Place>, undone: Vec<Undone>, steps: Vec<(Head, Token)>) -> Rc<Path> {
        let stretches = parent.as_ref().map_or(0, |place| place.path.stretches + 1);
        let parent = parent.map(|Place { path, index }| (path, index));
        Rc::new(Path { parent, undone, steps, stretches })
    }

    /// How many stretches are before the one at whose beginning something was changed last: what was left as it is does not count.
    pub(super) fn since_undone(&self) -> usize {
        let mut path = self;
        while path.undone.iter().all(|undone| matches!(undone.how, How::Left))
            && let Some((parent, _)) = &path.parent
        {
            path = parent;
        }
        path.stretches
    }

    /// Everything undone on the way, in text order.
    pub(super) fn all_undone(self: &Rc<Path>) -> Vec<Undone> {
        let mut all = Vec::new();
        let mut path = Some(self);
        while let Some(here) = path {
            all.extend(here.undone.iter().rev().cloned());
            path = here.parent.as_ref().map(|(parent, _)| parent);
        }
        all.reverse();
        all
    }
}
