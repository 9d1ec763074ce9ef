//! The states of reading a game before the edits of candidates, so that the text before an edit is not re-read for each of
//! them; and how far a game can read with an edit, from the text near it alone.

use std::ops::Range;

use scoresheet_grammar::{GameView, Parser, Place, SavedParse, Tree};

use super::read_text::ReadText;
use super::reading::{Reading, ReadingWalk, Trouble};
use super::slip::Candidate;
use super::trials::Bound;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::{Replay, SavedReplay, is_in_english};

/// An edit changes no token that ends so many bytes before it.
const LONGEST_SYMBOL: usize = 64;

/// The least distance of two stops in bytes: re-reading so much costs no more than a stop does.
const BETWEEN: usize = 128;

/// The length of text that is read after a trouble and after an edit before all of the game is. Bytes.
const NEAR: usize = 200;

/// Where a reading was among the moves, with no trouble before.
pub(super) struct Stop {
    place: Place,
    parse: SavedParse,
    replay: SavedReplay,
    reading: Reading,
    count: Count,
    piece_letters: u32,
}

impl Stop {
    fn of(walk: &ReadingWalk) -> Option<Stop> {
        let ReadingWalk { game, replay, reading, count, is_over, .. } = walk;
        let is_clean = replay.is_in_movetext() && reading.troubles.is_empty() && reading.lost == 0 && !is_over;
        if !is_clean {
            return None;
        }
        Some(Stop {
            place: replay.place(),
            parse: SavedParse::of(*game, replay.place())?,
            replay: replay.save(),
            reading: reading.clone(),
            count: *count,
            piece_letters: game.tree.piece_letters(),
        })
    }

    /// Reads on in a text that is the same up to here. Returns the range of its first game; `None` if the text before may be
    /// read differently.
    pub(super) fn read_on(&self, text: &str, tree: &mut Tree) -> Option<Range<usize>> {
        Parser::resume(text, &self.parse, tree)
    }

    /// A walk over such a game that continues from here; `None` if its moves may be in another language.
    pub(super) fn resume<'game>(&self, game: GameView<'game>) -> Option<ReadingWalk<'game>> {
        let letters = game.tree.piece_letters();
        let is_alike = letters == self.piece_letters || is_in_english(letters) && is_in_english(self.piece_letters);
        is_alike.then(|| ReadingWalk {
            game,
            replay: Replay::resume(game, self.place, &self.replay).for_troubles(),
            reading: self.reading.clone(),
            count: self.count,
            is_over: false,
            termination: None,
            has_looked_ahead: false,
            never_looks_ahead: false,
        })
    }
}

/// Where what is near the edit of a candidate and byte `trouble` ends.
pub(super) fn end_of_near(read: &ReadText, candidate: &Candidate, trouble: usize) -> usize {
    read.end_of_token(trouble.max(candidate.edit.range.end) + NEAR)
}

/// The stops before the edits of some candidates for a game, in text order.
pub(super) struct Stops<'game> {
    read: &'game ReadText,
    /// The one before the first token of the movetext: an edit right after it changes nothing that was read.
    first: Option<Stop>,
    stops: Vec<Stop>,
}

impl<'game> Stops<'game> {
    /// `edits` are where the edits begin. Linear in the game.
    pub(super) fn of(read: &'game ReadText, mut edits: Vec<usize>) -> Stops<'game> {
        edits.sort_unstable();
        let mut walk = read.walk();
        let first = Stop::of(&walk);
        let mut stops: Vec<Stop> = Vec::new();
        'edits: for edit in edits {
            while walk.replay.offset() + LONGEST_SYMBOL < edit {
                let Some((step, range)) = walk.replay.advance() else { break 'edits };
                walk.step(step, range, &|_| true);
                if !walk.reading.troubles.is_empty() {
                    break 'edits;
                }
            }
            let is_far = stops
                .last()
                .or(first.as_ref())
                .is_none_or(|stop| stop.place.offset() + BETWEEN <= walk.replay.offset());
            if is_far && walk.replay.offset() + LONGEST_SYMBOL <= edit {
                stops.extend(Stop::of(&walk));
            }
        }
        Stops { read, first, stops }
    }

    /// The last one from which a text can be read on that is another from byte `edit` on.
    pub(super) fn before(&self, edit: usize) -> Option<&Stop> {
        let before = self.stops.partition_point(|stop| stop.place.offset() + LONGEST_SYMBOL <= edit);
        let first = || self.first.as_ref().filter(|first| first.place.offset() <= edit);
        before.checked_sub(1).map(|last| &self.stops[last]).or_else(first)
    }

    /// How many moves are played at most before the first trouble that `is_new` once a candidate's slip is undone, from the text
    /// near its edit and near byte `trouble`.
    pub(super) fn most_played(
        &self,
        candidate: &Candidate,
        trouble: usize,
        tree: &mut Tree,
        is_new: impl Fn(&Trouble) -> bool,
    ) -> Bound {
        let end = end_of_near(self.read, candidate, trouble);
        let mut work = 0;
        let near = self.read_near(candidate, end, tree, &mut work, is_new);
        let (most, troubles) = near.unwrap_or((usize::MAX, Vec::new()));
        Bound { most, end, troubles, work }
    }

    /// The same from the text up to `end`, and all troubles that are seen; `None` if that is not enough to know. Adds the bytes
    /// read to `work`.
    fn read_near(
        &self,
        candidate: &Candidate,
        end: usize,
        tree: &mut Tree,
        work: &mut usize,
        is_new: impl Fn(&Trouble) -> bool,
    ) -> Option<(usize, Vec<Trouble>)> {
        let (text, edit) = (self.read.game().text, &candidate.edit);
        let stop = self.before(edit.range.start).filter(|stop| is_in_english(stop.piece_letters))?;
        let near = [&text[..edit.range.start], &edit.text, &text[edit.range.end..end]].concat();
        *work += near.len() - stop.place.offset();
        if stop.read_on(&near, tree) != Some(0..near.len()) {
            return None;
        }
        let walk = stop.resume(GameView { text: &near, tree })?;
        // Nothing after a guess is evidence.
        let mut walk = ReadingWalk { never_looks_ahead: true, ..walk };
        walk.read(false, &is_new);
        if tree.faults().iter().any(|fault| fault.kind.depends_on_rest()) || walk.has_looked_ahead {
            return None;
        }
        let known = if end == text.len() { near.len() } else { near.len().saturating_sub(LONGEST_SYMBOL) };
        let first = walk.reading.troubles.iter().find(|trouble| is_new(trouble))?;
        (first.range.start < known)
            .then(|| walk.reading.played_before(first.range.start))
            .map(|most| (most, walk.reading.troubles))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

    use super::super::excerpt::Excerpt;
    use super::super::slip::Slip;
    use super::*;
    use crate::finding::Edit;

    /// How many times it was read on.
    fn check(text: &str, edits: &[(usize, usize, &str)]) -> usize {
        let mut tree = Tree::default();
        let Some(range) = Parser::new(text).next_game(&mut tree) else { return 0 };
        let text = &text[range];
        let edits = edits.iter().map(|(start, length, new)| {
            let start = text.floor_char_boundary(start % (text.len() + 1));
            Edit::replace(start..text.floor_char_boundary((start + length).min(text.len())), *new)
        });
        let candidates: Vec<_> = edits.map(|edit| Candidate::new(edit.clone(), edit.range, Slip::Extra)).collect();
        let Some(read) = ReadText::of(Excerpt::all_of(text, true)) else { return 0 };
        let stops = Stops::of(&read, candidates.iter().map(|candidate| candidate.edit.range.start).collect());
        let mut count = 0;
        for Candidate { edit, .. } in &candidates {
            let Some(stop) = stops.before(edit.range.start) else { continue };
            let edited = edit.applied_to(text);
            let (mut resumed, mut expected) = (Tree::default(), Tree::default());
            let Some(range) = stop.read_on(&edited, &mut resumed) else { continue };
            assert_eq!(Some(range), Parser::new(&edited).next_game(&mut expected), "{edit:?} in {text:?}");
            assert!(resumed.events().eq(expected.events()), "{edit:?} in {text:?}");
            assert_eq!(resumed.faults(), expected.faults(), "{edit:?} in {text:?}");
            count += 1;
        }
        count
    }

    /// The same texts at every run.
    #[test]
    fn to_read_on_is_to_read_anew() {
        let texts = (
            prop::sample::select(&["", "{a} ", "{a} {b} ", "%x\n", "; y\n"][..]),
            0..=MOVES.len(),
            prop::collection::vec(prop::sample::select(PARTS), 0..20),
            prop::collection::vec((any::<usize>(), 0_usize..4, prop::sample::select(PARTS)), 1..8),
        );
        let configuration = ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let count = std::cell::Cell::new(0);
        let held = TestRunner::new_with_rng(configuration, rng).run(&texts, |(first, moves, parts, edits)| {
            let moves = MOVES[..moves].concat();
            count.set(count.get() + check(&format!("[Event \"E\"]\n\n{first}{moves}{}", parts.concat()), &edits));
            Ok(())
        });
        held.unwrap();
        assert!(count.get() > 3000, "{count:?}");
    }

    const MOVES: &[&str] = &[
        "1. ",
        "e4 ",
        "e5 ",
        "2. ",
        "Nf3 ",
        "$1 ",
        "(2. ",
        "Bc4 ",
        "Nf6) ",
        "Nc6 ",
        "{a remark} ",
        "3. ",
        "Bb5 ",
        "a6\n",
        "4. ",
        "Ba4 ",
        "Nf6 ",
        "5. ",
        "O-O ",
        "Be7 ",
        "6. ",
        "Re1 ",
        "b5 ",
        "7. ",
        "Bb3 ",
        "d6\n",
        "8. ",
        "c3 ",
        "O-O ",
        "9. ",
        "h3 ",
        "Na5 ",
        "10. ",
        "Bc2 ",
        "c5 ",
        "11. ",
        "d4 ",
        "Qc7 ",
    ];

    const PARTS: &[&str] = &[
        "e4 ",
        "Nxe5 ",
        "N",
        "1. ",
        "12... ",
        " ",
        "\n",
        "\n\n",
        "{f} ",
        "{",
        "}",
        "(",
        ") ",
        " * ",
        "$1 ",
        "word ",
        "é",
        "; y\n",
        "% x\n",
        "[Site \"a\"]\n",
        "[Abc \"x ",
        "\"] ",
        "]",
        "/* ",
        "*/ ",
        "+",
        "\u{FEFF}",
        "--",
        "                                                                        ",
    ];
}
