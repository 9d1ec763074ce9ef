//! Buffers that a thread reuses from one walk to the next: most games are small, and allocating the lists anew takes a good part of the
//! time of a check. Buffers that a large game has grown are freed.

use std::cell::Cell;

use scoresheet_grammar::ast::Tag;

use super::Walk;
use super::lines_of_play::{Annotation, Variations};

/// The number of variations that are kept for the next game; most games have fewer.
const MOST_VARIATIONS: usize = 64;

/// The largest capacity of a list of tag pairs, of open variations or of moves of a variation that is kept for the next game.
const MOST_KEPT: usize = 128;

/// Empty lists with capacity.
#[derive(Default)]
pub(super) struct WalkMemory {
    tags: Vec<Tag<'static>>,
    pub(super) annotations: Vec<Annotation>,
    pub(super) open_variations: Variations,
    pub(super) ended_variations: Variations,
    /// Variations whose contents no longer matter.
    pub(super) spare_variations: Variations,
}

thread_local! {
    static KEPT: Cell<Option<Box<WalkMemory>>> = const { Cell::new(None) };
}

impl WalkMemory {
    /// Takes the buffers that the last walk on this thread has given back.
    pub(super) fn take() -> Box<WalkMemory> {
        KEPT.take().unwrap_or_default()
    }

    pub(super) fn take_tags<'game>(&mut self) -> Vec<Tag<'game>> {
        of_another_text(std::mem::take(&mut self.tags))
    }
}

impl Walk<'_> {
    /// Gives the buffers back for the next walk on this thread.
    pub(crate) fn give_back(&mut self) {
        let Some(mut memory) = self.memory.take() else { return };
        self.tags.clear();
        self.annotations.clear();
        self.spare_variations.append(&mut self.ended_variations);
        self.spare_variations.append(&mut self.open_variations);
        self.spare_variations.truncate(MOST_VARIATIONS);
        self.spare_variations.retain(|variation| variation.played.capacity() <= MOST_KEPT);
        self.spare_variations.shrink_to(MOST_VARIATIONS);
        memory.tags = of_another_text(small(&mut self.tags));
        memory.annotations = small(&mut self.annotations);
        memory.open_variations = small(&mut self.open_variations);
        memory.ended_variations = small(&mut self.ended_variations);
        memory.spare_variations = small(&mut self.spare_variations);
        KEPT.set(Some(memory));
    }
}

/// Changes the lifetime of an empty list and keeps its memory: collecting into items of the same size reuses the allocation.
fn of_another_text<'game>(tags: Vec<Tag<'_>>) -> Vec<Tag<'game>> {
    tags.into_iter().map_while(|_| None).collect()
}

/// Takes the list; a new one if its capacity is too large to keep.
fn small<Item>(list: &mut Vec<Item>) -> Vec<Item> {
    let list = std::mem::take(list);
    if list.capacity() <= MOST_KEPT { list } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::explanation::Effort;
    use scoresheet_grammar::Database;

    use super::*;
    use crate::finding::Level;
    use crate::linter::Linter;
    use crate::rules::RULES;
    use crate::suppression::FileAllowances;

    #[test]
    fn a_game_leaves_nothing_behind_but_memory() {
        let games = [
            "1. e4 $1 {a} $2 (1. d4 d5 (1... Nf6 $6 2. c4) 2. c4) (1. d4 d5) e5 *",
            "[Event \"x\"]\n[White \"y\"]\n\n1. e4 (1. d4 d5) (1. d4) 1... e5 $3 $3 (1... c5 {b} (",
            "1. d4 (1. d4) $1 (1. e4 $4 e5) *",
            "($1 1. d4 d5) 1. e4 $2 $1 *",
            "1. e4 e5 2. Nf3 Nc6 3. Ke3 (3. Bb5 $1 a6) {c} $1 *",
        ];
        let linter = Linter::new(RULES, |_| true, Level::Hint);
        let findings = |text: &str| {
            let file = Database::parse(text);
            let games = file
                .views()
                .map(|(_, game)| linter.check_in_file(game, true, &FileAllowances::default(), &Effort::default()));
            games.flat_map(|checked| checked.findings).map(|finding| format!("{finding:?}")).collect::<Vec<_>>()
        };
        for game in games {
            let alone = std::thread::scope(|scope| scope.spawn(|| findings(game)).join().unwrap());
            for before in games {
                findings(before);
                assert_eq!(findings(game), alone, "{before}\n{game}");
            }
        }
    }

    #[test]
    fn lists_of_tags_keep_their_memory() {
        let tags: Vec<Tag> = Vec::with_capacity(16);
        let place = tags.as_ptr().addr();
        let other = of_another_text(tags);
        assert_eq!((other.as_ptr().addr(), other.capacity()), (place, 16));
    }
}
