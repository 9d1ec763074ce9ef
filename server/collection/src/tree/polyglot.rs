//! Opening books in the format of Polyglot, which engines read.
//!
//! An entry has sixteen bytes, the highest first: the key of the position, the move, its weight, and four bytes for learning, which
//! are 0 here. The entries are ordered by key. The key includes the en passant square if an enemy pawn is next to the pawn that moved, even
//! if it may not capture; [`PositionKey`](scoresheet_chess::position_key::PositionKey) includes it for legal captures only.

use std::collections::BTreeMap;

use scoresheet_chess::repertoire::{PlayedMoves, Reached, Repertoire};
use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position, Role};

use super::count::Tree;

/// An entry of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub action: u16,
    /// Two for each win of the side that moves, one for each draw, scaled where there are more than two bytes hold.
    pub weight: u16,
}

/// Returns the bytes of a book with the moves of a tree. Only positions of ordinary chess are in it.
pub fn book(tree: &Tree) -> Vec<u8> {
    let mut moves: BTreeMap<u64, Vec<(u16, u64)>> = BTreeMap::new();
    for node in tree.nodes.iter().filter(|node| matches!(node.position, VariantPosition::Chess(_))) {
        let key = key(&node.position);
        for (played, action) in node.moves.iter().filter_map(|played| Some((played, code(played.action?)?))) {
            let wins = node.position.turn().fold_wb(played.stats.white, played.stats.black);
            let points = 2 * u64::from(wins) + u64::from(played.stats.draws);
            // A position may be in the tree twice, at different distances from the root.
            let of_position = moves.entry(key).or_default();
            match of_position.iter_mut().find(|(other, _)| *other == action) {
                Some((_, sum)) => *sum += points,
                None => of_position.push((action, points)),
            }
        }
    }
    write(moves)
}

/// The bytes of a book with these moves of each key, and their weights.
fn write(moves: BTreeMap<u64, Vec<(u16, u64)>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, mut of_position) in moves {
        of_position.sort_by_key(|(action, points)| (u64::MAX - points, *action));
        let most = of_position.iter().map(|(_, points)| *points).max().unwrap_or(0);
        for (action, points) in of_position {
            let weight = if most > u64::from(u16::MAX) { points * u64::from(u16::MAX) / most } else { points };
            BookEntry { key, action, weight: weight as u16 }.write(&mut bytes);
        }
    }
    bytes
}

/// Returns the bytes of a book with the moves of a repertoire. A move weighs as much as there are places where it is written and not marked as a
/// mistake of the repertoire's side. Only positions of ordinary chess are in it.
pub fn book_of_repertoire(repertoire: &Repertoire) -> Vec<u8> {
    let reached = Reached::of(repertoire);
    let is_chess = |node: &usize| matches!(repertoire.nodes[*node].position, VariantPosition::Chess(_));
    let mut moves: BTreeMap<u64, Vec<(u16, u64)>> = BTreeMap::new();
    for node in reached.order.into_iter().filter(is_chess) {
        let found = &repertoire.nodes[node];
        for played in repertoire.lines(node).into_iter().map(|index| &found.moves[index]) {
            let Some(action) = code(played.action) else { continue };
            let places = played.occurrences.iter().filter(|it| !it.is_after_mistake).count();
            moves.entry(key(&found.position)).or_default().push((action, places as u64));
        }
    }
    write(moves)
}

/// Adds the moves of a book to what is played in the positions of a repertoire; a weight counts as so many games. Logarithmic in the book for each
/// position. A book is sorted by key; of one that is not, entries are missed.
pub fn count_book(bytes: &[u8], repertoire: &Repertoire, played: &mut PlayedMoves) {
    let (entries, _) = bytes.as_chunks::<ENTRY_BYTES>();
    for (node, found) in repertoire.nodes.iter().enumerate() {
        let VariantPosition::Chess(_) = found.position else { continue };
        let key = key(&found.position);
        let first = entries.partition_point(|entry| BookEntry::read(entry).key < key);
        let own = entries[first..].iter().map(BookEntry::read).take_while(|entry| entry.key == key);
        for entry in own {
            let is_entry = |action: &Move| code(*action) == Some(entry.action);
            if let Some(action) = found.position.legal_moves().into_iter().find(is_entry) {
                // A move of weight 0 is in the book as well.
                played.nodes[node].count(action, u64::from(entry.weight).max(1));
            }
        }
        played.nodes[node].reached += played.nodes[node].all();
    }
}

/// The key of a position in a book.
fn key(position: &VariantPosition) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// The size of an entry.
const ENTRY_BYTES: usize = 16;

impl BookEntry {
    fn read(entry: &[u8; ENTRY_BYTES]) -> BookEntry {
        let [a, b, c, d, e, f, g, h, action, action_low, weight, weight_low, ..] = *entry;
        BookEntry {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            action: u16::from_be_bytes([action, action_low]),
            weight: u16::from_be_bytes([weight, weight_low]),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.key.to_be_bytes());
        out.extend(self.action.to_be_bytes());
        out.extend(self.weight.to_be_bytes());
        out.extend([0; 4]);
    }
}

/// The move in two bytes: the target, the origin and the promotion; castling is the move of the king to the rook.
fn code(action: Move) -> Option<u16> {
    let promotion = match action.promotion() {
        None => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        Some(_) => return None,
    };
    Some(u16::from(u8::from(action.to())) | u16::from(u8::from(action.from()?)) << 6 | promotion << 12)
}
