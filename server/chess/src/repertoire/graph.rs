//! The positions of a repertoire, and the moves between them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Move, Position};

use crate::move_numbers::indication;
use crate::nag::is_mistake;
use crate::position_key::PositionKey;

/// What one side means to play, from the games of some files.
#[derive(Clone, Debug)]
pub struct Repertoire {
    /// The side whose repertoire it is.
    pub side: Color,
    /// The positions, in the order in which games reach them. A node is called by its index.
    pub nodes: Vec<Node>,
    /// The indices by the numbers of the keys; two positions with one key have two numbers in a row.
    by_key: HashMap<u64, usize>,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position, with the counters of the game that reaches it first.
    pub position: VariantPosition,
    /// The moves that games play here, in the order in which they come first.
    pub moves: Vec<RepertoireMove>,
    /// The games that begin here: the FEN tag, or the start of the game.
    pub starts: Vec<Place>,
}

/// A move of a position.
#[derive(Clone, Debug)]
pub struct RepertoireMove {
    /// The move.
    pub action: Move,
    /// The node after it.
    pub after: usize,
    /// Where it is written, in order.
    pub occurrences: Vec<Occurrence>,
}

/// A place where a move is written.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The place of the move.
    pub place: Place,
    /// Its NAGs, suffixes and signs, as numbers.
    pub nags: Vec<u16>,
    /// Comments before it at the start of a line, and after it: half-open byte offsets in the text of the file.
    pub comments: [Vec<Range<usize>>; 2],
    /// Whether its own line has a mistake of the repertoire's side before it.
    pub is_after_mistake: bool,
    /// Whether its line goes on, even with a move that cannot be played.
    pub goes_on: bool,
}

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The number of the file, from 0, as callers count them.
    pub file: usize,
    /// The number of the game in the file, from 0.
    pub game: usize,
    /// Where its range starts and ends: byte offsets in the text of the file.
    pub start: usize,
    /// The end.
    pub end: usize,
}

/// Names an occurrence: a node, a move of it, and one of its occurrences, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrenceId {
    /// The node before the move.
    pub node: usize,
    /// The move of the node.
    pub index: usize,
    /// The occurrence of the move.
    pub occurrence: usize,
}

impl Repertoire {
    /// An empty repertoire of a side.
    pub fn new(side: Color) -> Repertoire {
        Repertoire { side, nodes: Vec::new(), by_key: HashMap::new() }
    }

    /// Returns the node of a position, if games reach it. Constant time.
    pub fn find(&self, position: &VariantPosition) -> Option<usize> {
        self.find_key(PositionKey::of(position), position)
    }

    /// The same of a position whose key is known.
    pub fn find_key(&self, key: PositionKey, position: &VariantPosition) -> Option<usize> {
        let mut number = key.number();
        loop {
            let node = *self.by_key.get(&number)?;
            if is_same(&self.nodes[node].position, position) {
                return Some(node);
            }
            number = number.wrapping_add(1);
        }
    }

    /// Returns the node of a position, which is added if it is new. Constant time.
    pub(super) fn node(&mut self, position: &VariantPosition) -> usize {
        let mut number = PositionKey::of(position).number();
        loop {
            match self.by_key.entry(number) {
                Entry::Vacant(vacant) => {
                    vacant.insert(self.nodes.len());
                    self.nodes.push(Node { position: position.clone(), moves: Vec::new(), starts: Vec::new() });
                    return self.nodes.len() - 1;
                }
                Entry::Occupied(found) if is_same(&self.nodes[*found.get()].position, position) => return *found.get(),
                Entry::Occupied(_) => number = number.wrapping_add(1),
            }
        }
    }

    /// Adds an occurrence of a move between two nodes.
    pub(super) fn add(&mut self, node: usize, action: Move, after: usize, occurrence: Occurrence) -> OccurrenceId {
        let moves = &mut self.nodes[node].moves;
        let index = moves.iter().position(|other| other.action == action).unwrap_or_else(|| {
            moves.push(RepertoireMove { action, after, occurrences: Vec::new() });
            moves.len() - 1
        });
        moves[index].occurrences.push(occurrence);
        OccurrenceId { node, index, occurrence: moves[index].occurrences.len() - 1 }
    }

    /// The occurrence with this name.
    pub(super) fn occurrence_mut(&mut self, id: OccurrenceId) -> &mut Occurrence {
        &mut self.nodes[id.node].moves[id.index].occurrences[id.occurrence]
    }

    /// Whether the side of the repertoire moves in a node.
    pub fn is_own_turn(&self, node: usize) -> bool {
        self.nodes[node].position.turn() == self.side
    }

    /// Returns the indices of the moves of a node that are to be played: the answers where the side of the repertoire moves, and what the opponent may
    /// play elsewhere. What is written only after a mistake of the side is none, nor is a move of the side that is marked as one anywhere.
    pub fn lines(&self, node: usize) -> Vec<usize> {
        let is_own = self.is_own_turn(node);
        let mut found: Vec<(&Place, usize)> = Vec::new();
        for (index, played) in self.nodes[node].moves.iter().enumerate() {
            if is_own && played.is_mistake() {
                continue;
            }
            found.extend(played.first().map(|occurrence| (&occurrence.place, index)));
        }
        found.sort();
        found.into_iter().map(|(_, index)| index).collect()
    }

    /// Returns a move of a node as it is written in a game, with its number: `3. Bb5` or `3... a6`.
    pub fn numbered(&self, node: usize, action: Move) -> String {
        numbered(&self.nodes[node].position, action)
    }
}

/// A move as it is written in a game, with its number.
pub(crate) fn numbered(position: &VariantPosition, action: Move) -> String {
    let number = indication(position.fullmoves().get(), position.turn());
    format!("{number} {}", SanPlus::from_move(position.clone(), action))
}

impl RepertoireMove {
    /// Whether it is marked as a mistake anywhere.
    pub fn is_mistake(&self) -> bool {
        self.occurrences.iter().any(Occurrence::is_mistake)
    }

    /// The first occurrence that is not after a mistake of the repertoire's side.
    pub fn first(&self) -> Option<&Occurrence> {
        self.occurrences.iter().find(|occurrence| !occurrence.is_after_mistake)
    }
}

impl Occurrence {
    /// Whether it is marked as a mistake here.
    pub fn is_mistake(&self) -> bool {
        self.nags.iter().any(|nag| is_mistake(*nag))
    }
}

impl Place {
    /// Half-open byte offsets in the text of the file.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Whether two positions are one, whatever their counters are.
fn is_same(one: &VariantPosition, other: &VariantPosition) -> bool {
    let en_passant = |position: &VariantPosition| position.ep_square(EnPassantMode::Legal);
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castles().castling_rights() == other.castles().castling_rights()
        && one.variant() == other.variant()
        && en_passant(one) == en_passant(other)
        && one.pockets() == other.pockets()
        && one.remaining_checks() == other.remaining_checks()
}
