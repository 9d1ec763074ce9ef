//! Memory that the walk over a game has needed, for the walk over the next: games are many and most of them small, and to ask for memory
//! again and again takes a good part of the time that it takes to check one.

use std::cell::Cell;

use scoresheet_grammar::ast::Tag;

use super::Walk;
use super::lines_of_play::{Annotation, Variations};

/// So many variations are kept in memory for the next game; of most games that is all of them.
const MOST_VARIATIONS: usize = 64;

/// Memory for more than so many tag pairs, open variations, or moves of a variation is not kept: what one game in a million needs is
/// not to be held for good.
const MOST_KEPT: usize = 128;

/// Lists with nothing in them, but with room.
#[derive(Default)]
pub(super) struct WalkMemory {
    tags: Vec<Tag<'static>>,
    pub(super) annotations: Vec<Annotation>,
    pub(super) open_variations: Variations,
    pub(super) ended_variations: Variations,
    /// These are variations that are forgotten.
    pub(super) spare_variations: Variations,
}

thread_local! {
    static KEPT: Cell<Option<Box<WalkMemory>>> = const { Cell::new(None) };
}

impl WalkMemory {
    /// What the last walk on this thread has given back.
    pub(super) fn take() -> Box<WalkMemory> {
        KEPT.take().unwrap_or_default()
    }

    pub(super) fn take_tags<'game>(&mut self) -> Vec<Tag<'game>> {
        of_another_text(std::mem::take(&mut self.tags))
    }
}

impl Walk<'_> {
    /// Leaves its memory to the next walk on this thread.
    pub(super) fn give_back(&mut self) {
        let mut memory = std::mem::take(&mut self.memory);
        self.tags.clear();
        self.annotations.clear();
        self.spare_variations.append(&mut self.ended_variations);
        self.spare_variations.append(&mut self.open_variations);
        self.spare_variations.truncate(MOST_VARIATIONS);
        self.spare_variations.retain(|variation| variation.played.capacity() <= MOST_KEPT);
        memory.tags = of_another_text(small(&mut self.tags));
        memory.annotations = small(&mut self.annotations);
        memory.open_variations = small(&mut self.open_variations);
        memory.ended_variations = small(&mut self.ended_variations);
        memory.spare_variations = small(&mut self.spare_variations);
        KEPT.set(Some(memory));
    }
}

/// The same empty list. The compiler keeps the memory where items of both kinds have the same size.
fn of_another_text<'game>(tags: Vec<Tag<'_>>) -> Vec<Tag<'game>> {
    tags.into_iter().map_while(|_| None).collect()
}

/// The list, or another without memory of its own where that is much.
fn small<Item>(list: &mut Vec<Item>) -> Vec<Item> {
    let list = std::mem::take(list);
    if list.capacity() <= MOST_KEPT { list } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tags_keep_their_memory() {
        let tags: Vec<Tag> = Vec::with_capacity(16);
        let place = tags.as_ptr().addr();
        let other = of_another_text(tags);
        assert_eq!((other.as_ptr().addr(), other.capacity()), (place, 16));
    }
}
