//! The opening of one game after the other: what a game shares with the one before is not played again.

use scoresheet_chess::openings::{LONGEST_OPENING, Opening, may_be_named, opening};

use super::node::{Node, position_after};

/// The opening of the game that was asked for last. What the next one shares with it is not played again.
#[derive(Default)]
pub(super) struct OpeningWalk {
    /// The codes of the moves that were played.
    codes: Vec<u8>,
    /// The positions after each of them.
    positions: Vec<(Node, Name)>,
}

/// The name of a position.
#[derive(Clone, Copy)]
enum Name {
    /// Its men may be those of a named one.
    MayBe,
    Known(Option<Opening>),
}

impl OpeningWalk {
    /// Returns the opening of the game with these codes, and after how many plies its position is reached.
    pub(super) fn named(&mut self, codes: &[u8]) -> Option<(Opening, u32)> {
        let shared = self.codes.iter().zip(codes).take_while(|(last, next)| last == next).count();
        self.positions.truncate(self.positions.partition_point(|(node, _)| node.end <= shared));
        let start = Node::start();
        while self.positions.len() < LONGEST_OPENING
            && let Some(next) = self.positions.last().map_or(&start, |(last, _)| last).next(codes)
        {
            let name = if may_be_named(next.key) { Name::MayBe } else { Name::Known(None) };
            self.positions.push((next, name));
        }
        let played = self.positions.last().map_or(0, |(last, _)| last.end);
        self.codes.clear();
        self.codes.extend_from_slice(&codes[..played]);
        // Only the last name counts, so the rules are asked about few positions.
        self.positions.iter_mut().enumerate().rev().find_map(|(index, (node, name))| {
            if matches!(name, Name::MayBe) {
                *name = Name::Known(opening(&position_after(&codes[..node.end])));
            }
            match name {
                Name::Known(opening) => opening.map(|opening| (opening, index as u32 + 1)),
                Name::MayBe => None,
            }
        })
    }
}
