//! Skipping in a tree without a walk, for the budget of a keystroke in one game of 1 MB, 30 ms: to a place, from there back along the line,
//! and over a variation. The search for slips needs that around each trouble, hover and completion at the cursor.

use std::ops::Range;

use super::{Event, Events, KIND, LONG, NODE_END, NODE_START, Place, SPACE_AFTER, Tree};
use crate::kind::{NodeKind, TokenKind};

/// So many events are gone over at once: their number fits into a byte, and bytes are counted many at a time.
const BLOCK: usize = 128;

/// So many events are passed at once on the way to the end of a variation: more would more often have as many ends as are open.
const STEP: usize = 16;

const TAG_START: u8 = NODE_START | NodeKind::Tag as u8;
const TAG_END: u8 = NODE_END | NodeKind::Tag as u8;
const VARIATION_START: u8 = NODE_START | NodeKind::Variation as u8;
const VARIATION_END: u8 = NODE_END | NodeKind::Variation as u8;

impl Tree {
    /// A place at or before byte `offset`, outside of tag pairs, at most some hundreds of events before it, or those of one tag pair. Linear
    /// in the tree up to there, at a fraction of the cost of a walk.
    #[doc(hidden)]
    pub fn place_before(&self, offset: usize) -> Place {
        let (mut place, mut found) = (Place::default(), Place::default());
        let mut is_in_tag = false;
        for block in self.events.chunks_exact(BLOCK) {
            let tokens = tokens(block);
            let of_block = self.covered(block, place.length..place.length + tokens, place.long);
            place.event += BLOCK;
            place.length += tokens;
            place.long += of_block.long;
            place.offset += of_block.bytes;
            if place.offset > offset {
                break;
            }
            is_in_tag = memchr::memrchr2(TAG_START, TAG_END, block).map_or(is_in_tag, |last| block[last] == TAG_START);
            if !is_in_tag {
                found = place;
            }
        }
        Place { token_end: self.events_before(found).last_token_end(), ..found }
    }

    /// What events cover whose tokens have these lengths; so many long ones are before them.
    fn covered(&self, events: &[u8], lengths: Range<usize>, long_before: usize) -> Covered {
        let is_space = |event: u8| event & (NODE_START | SPACE_AFTER) == SPACE_AFTER;
        let spaces: usize = events.chunks(BLOCK).map(|block| count(block, is_space)).sum();
        let lengths = &self.lengths[lengths];
        let long: usize = lengths.chunks(BLOCK).map(|block| count(block, |length| length == LONG)).sum();
        // In 32 bits, which a processor adds up many at a time.
        let sum = |block: &[u8]| block.iter().map(|length| u32::from(*length)).sum::<u32>();
        let all: usize = lengths.chunks(BLOCK).map(|block| sum(block) as usize).sum();
        let in_long: usize = match long {
            0 => 0,
            _ => self.long_lengths[long_before..long_before + long].iter().map(|length| *length as usize).sum(),
        };
        Covered { long, bytes: all - long * usize::from(LONG) + in_long + spaces }
    }

    /// The line that leads to a place of this tree, last first.
    #[doc(hidden)]
    pub fn line_before(&self, place: Place) -> LineBefore<'_> {
        LineBefore { events: self.events_before(place) }
    }

    /// The events before a place of this tree, last first.
    fn events_before(&self, place: Place) -> EventsBefore<'_> {
        let Place { event, length, long, offset, .. } = place;
        EventsBefore { tree: self, event, length, long, offset }
    }
}

impl Events<'_> {
    /// Skips the variation whose start was returned last. Linear in it, at a fraction of the cost of a walk.
    #[doc(hidden)]
    pub fn skip_variation(&mut self) {
        let end = self.event + first_end(&self.tree.events[self.event..]);
        let events = &self.tree.events[self.event..end];
        let lengths = self.length..self.length + tokens(events);
        let covered = self.tree.covered(events, lengths.clone(), self.long);
        let offset = self.offset + covered.bytes;
        let after =
            EventsBefore { tree: self.tree, event: end, length: lengths.end, long: self.long + covered.long, offset };
        let token_end = after.clone().last_token_end();
        let EventsBefore { length, long, .. } = after;
        *self =
            Events { tree: self.tree, event: (end + 1).min(self.tree.events.len()), length, long, offset, token_end };
    }
}

/// How many events are before the end of the variation that they are in from the first on; all where it has none.
fn first_end(events: &[u8]) -> usize {
    let mut depth = 1;
    let mut rest = events;
    loop {
        // Where fewer end than are open, it does not.
        while let Some((step, after)) = rest.split_first_chunk::<STEP>()
            && let (starts, ends) = starts_and_ends(step)
            && ends < depth
        {
            depth = depth + starts - ends;
            rest = after;
        }
        let (step, after) = rest.split_at(rest.len().min(STEP));
        for (place, event) in step.iter().enumerate() {
            depth += usize::from(*event == VARIATION_START);
            depth -= usize::from(*event == VARIATION_END);
            if depth == 0 {
                return events.len() - rest.len() + place;
            }
        }
        if after.is_empty() {
            return events.len();
        }
        rest = after;
    }
}

/// How many events are before the start of the variation that they are in up to the last; none where it has none.
// The mirror of the above: as one function with a parameter for the direction, both are slower.
fn last_start(events: &[u8]) -> usize {
    let mut depth = 1;
    let mut rest = events;
    loop {
        while let Some((before, step)) = rest.split_last_chunk::<STEP>()
            && let (starts, ends) = starts_and_ends(step)
            && starts < depth
        {
            depth = depth + ends - starts;
            rest = before;
        }
        let (before, step) = rest.split_at(rest.len().saturating_sub(STEP));
        for (place, event) in step.iter().enumerate().rev() {
            depth += usize::from(*event == VARIATION_END);
            depth -= usize::from(*event == VARIATION_START);
            if depth == 0 {
                return before.len() + place;
            }
        }
        if before.is_empty() {
            return 0;
        }
        rest = before;
    }
}

/// How many variations start and how many end among some events.
fn starts_and_ends(step: &[u8; STEP]) -> (usize, usize) {
    (count(step, |event| event == VARIATION_START), count(step, |event| event == VARIATION_END))
}

/// What some events cover.
struct Covered {
    /// How many of their tokens have a long length.
    long: usize,
    bytes: usize,
}

/// How many tokens are among some events.
fn tokens(events: &[u8]) -> usize {
    events.chunks(BLOCK).map(|block| count(block, |event| event & NODE_START == 0)).sum()
}

/// How many bytes of a block are such.
#[inline(always)]
fn count(block: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    usize::from(block.iter().fold(0_u8, |sum, byte| sum.wrapping_add(u8::from(is_such(*byte)))))
}

/// A part of the line that leads to a place in a game.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// A token of the line to the place.
    Token {
        /// What it is.
        kind: TokenKind,
        /// Half-open byte offsets relative to the game.
        range: Range<usize>,
        /// The place where it begins, with the white space before it walked over.
        place: Place,
    },
    /// A node begins that the place is in; a variation hangs on the line that the following items are of.
    Start {
        /// What it is.
        node: NodeKind,
        /// The byte offset relative to the game.
        at: usize,
    },
    /// A node that is no variation has ended.
    End(NodeKind),
    /// A variation that is over.
    Variation {
        /// The place after its start.
        inside: Place,
        /// The place after it.
        after: Place,
        /// Whether it or one inside of it has moves.
        has_moves: bool,
    },
}

/// The line that leads to a place, last first; see [`Tree::line_before`]. Linear in the text of the line and of the variations that end on
/// the way.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct LineBefore<'tree> {
    events: EventsBefore<'tree>,
}

impl Iterator for LineBefore<'_> {
    type Item = Before;

    fn next(&mut self) -> Option<Before> {
        match self.events.next()? {
            (Event::Token(kind), range) => Some(Before::Token { kind, range, place: self.events.place_of_token() }),
            (Event::Enter(node), range) => Some(Before::Start { node, at: range.start }),
            (Event::Leave(NodeKind::Variation), _) => Some(self.variation()),
            (Event::Leave(node), _) => Some(Before::End(node)),
        }
    }
}

impl LineBefore<'_> {
    /// The variation whose end was given last. Which events it has is looked for first, and only then what they cover.
    fn variation(&mut self) -> Before {
        let EventsBefore { tree, event: end, length, long, offset } = self.events;
        let after = self.events.place_after_node();
        let start = last_start(&tree.events[..end]);
        let events = &tree.events[start..end];
        let first_length = length - tokens(events);
        let long_lengths = tree.lengths[first_length..length].chunks(BLOCK);
        let long_before = long - long_lengths.map(|block| count(block, |length| length == LONG)).sum::<usize>();
        let covered = tree.covered(events, first_length..length, long_before);
        let is_move = |event: &u8| event & (NODE_START | KIND) == TokenKind::San as u8;
        self.events = EventsBefore {
            tree,
            event: start,
            length: first_length,
            long: long_before,
            offset: offset - covered.bytes,
        };
        Before::Variation { inside: self.events.place_after_node(), after, has_moves: events.iter().rev().any(is_move) }
    }
}

/// The events of a tree before a place, last first.
#[derive(Clone, Debug)]
struct EventsBefore<'tree> {
    tree: &'tree Tree,
    event: usize,
    length: usize,
    long: usize,
    offset: usize,
}

impl Iterator for EventsBefore<'_> {
    type Item = (Event, Range<usize>);

    /// An event and its range; the end of a node is where what is after it begins.
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.event = self.event.checked_sub(1)?;
            let byte = self.tree.events[self.event];
            match byte & NODE_END {
                NODE_START => return Some((Event::Enter(NodeKind::from_u8(byte & KIND)), self.offset..self.offset)),
                NODE_END => return Some((Event::Leave(NodeKind::from_u8(byte & KIND)), self.offset..self.offset)),
                _ => {}
            }
            let end = self.offset - usize::from(byte & SPACE_AFTER != 0);
            self.length -= 1;
            let mut length = usize::from(self.tree.lengths[self.length]);
            if length == usize::from(LONG) {
                self.long -= 1;
                length = self.tree.long_lengths[self.long] as usize;
            }
            self.offset = end - length;
            let kind = TokenKind::from_u8(byte & KIND);
            if kind != TokenKind::Whitespace {
                return Some((Event::Token(kind), self.offset..end));
            }
        }
    }
}

impl EventsBefore<'_> {
    /// The place where the token begins that was given last, with the white space before it walked over.
    fn place_of_token(&self) -> Place {
        let EventsBefore { event, length, long, offset, .. } = *self;
        Place { event, length, long, offset, token_end: offset }
    }

    /// The place after the start or end of a node that was given last.
    fn place_after_node(&self) -> Place {
        let EventsBefore { event, length, long, offset, .. } = *self;
        Place { event: event + 1, length, long, offset, token_end: self.clone().last_token_end() }
    }

    /// Where the last token before the walk ends that is not white space.
    fn last_token_end(mut self) -> usize {
        self.find_map(|(event, range)| matches!(event, Event::Token(_)).then_some(range.end)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parser::Parser;

    /// What leads to where a walk is, last first, as a walk from the start of the tree finds it.
    fn line(tree: &Tree, to: Place) -> Vec<Before> {
        let mut found: Vec<Before> = Vec::new();
        // The variations that are open: how much had been found before them, and the place after their starts.
        let mut open: Vec<(usize, Place)> = Vec::new();
        let mut events = tree.events();
        while events.place() < to
            && let Some((event, range)) = events.next()
        {
            match event {
                Event::Enter(NodeKind::Variation) => {
                    open.push((found.len(), events.place()));
                    found.push(Before::Start { node: NodeKind::Variation, at: range.start });
                }
                Event::Leave(NodeKind::Variation) => {
                    let (before, inside) = open.pop().unwrap();
                    let is_move = |it: &Before| {
                        matches!(
                            it,
                            Before::Token { kind: TokenKind::San, .. } | Before::Variation { has_moves: true, .. }
                        )
                    };
                    let has_moves = found[before..].iter().any(is_move);
                    found.truncate(before);
                    found.push(Before::Variation { inside, after: events.place(), has_moves });
                }
                Event::Enter(node) => found.push(Before::Start { node, at: range.start }),
                Event::Leave(node) => found.push(Before::End(node)),
                Event::Token(kind) => {
                    let place = events.place_of_token(range.start);
                    found.push(Before::Token { kind, range, place });
                }
            }
        }
        found.reverse();
        found
    }

    fn check(text: &str) {
        let mut tree = Tree::default();
        Parser::new(text).next_game(&mut tree);
        let mut events = tree.events();
        while let Some((event, _)) = events.next() {
            if event == Event::Enter(NodeKind::Variation) {
                let (mut skipped, mut walked) = (events.clone(), events.clone());
                skipped.skip_variation();
                let mut depth = 1;
                while depth > 0 {
                    match walked.next() {
                        Some((Event::Enter(NodeKind::Variation), _)) => depth += 1,
                        Some((Event::Leave(NodeKind::Variation), _)) => depth -= 1,
                        _ => {}
                    }
                }
                assert_eq!(skipped.place(), walked.place(), "{:?} of {text:?}", events.place());
            }
            let place = events.place();
            let found: Vec<Before> = tree.line_before(place).collect();
            assert_eq!(found, line(&tree, place), "{place:?} of {text:?}");
        }
    }

    #[test]
    fn closed_variations_are_one_step() {
        check("[A \"b\"]\n\n1. e4 (1. d4 (1. c4) d5) ({a}) 1... e5 (1... c5 {b}  (1... e6)) 2. Nf3 *\n; c\n");
        check(&format!("1. e4 {{{}}} (1. d4 {{{}}} ) e5 ( d5", "a".repeat(300), "b".repeat(700)));
    }

    proptest! {
        #[test]
        fn it_is_the_walk_from_the_start(parts in prop::collection::vec(prop::sample::select(PARTS), 0..60)) {
            check(&parts.concat());
        }

        #[test]
        fn few_steps_are_left(
            parts in prop::collection::vec(prop::sample::select(PARTS), 0..2000),
            offset in 0..20_000_usize,
        ) {
            let text = parts.concat();
            let mut tree = Tree::default();
            Parser::new(&text).next_game(&mut tree);
            let found = tree.place_before(offset);
            assert!(found.offset() <= offset);
            let is_in_tag = |place: Place| {
                let count = |byte: u8| tree.events[..place.event].iter().filter(|event| **event == byte).count();
                count(TAG_START) != count(TAG_END)
            };
            assert!(!is_in_tag(found));
            let mut walk = tree.events();
            // A walk gives no event for white space; where one is there, the place is inside of a step.
            while walk.next().is_some() {
                let place = walk.place();
                assert!(place.event != found.event || place == found);
                let is_nearer = place.event % BLOCK == 0 && place.event > found.event && place.offset <= offset;
                assert!(!is_nearer || is_in_tag(place), "{place:?}");
            }
        }
    }

    const PARTS: &[&str] = &[
        "e4 ",
        "Nf3 ",
        "1. ",
        "12... ",
        " ",
        "\n",
        "  ",
        "{f} ",
        "{",
        "}",
        " ( ",
        "(",
        ")",
        ") ",
        " * ",
        "$1 ",
        "!? ",
        "% x\n",
        "; y\n",
        "word ",
        "é",
        "[Site \"a\"]\n",
        "{a long comment that goes on and on, so that it needs more than a byte for its length, which takes no fewer than two \
         hundred and fifty-five letters, and that is a lot for a sentence which has nothing to say but that it is long, as \
         sentences of this kind always are, dear reader} ",
    ];
}
