//! Counting the moves of an opening tree.

use std::collections::HashMap;

use scoresheet_chess::board::fen;
use scoresheet_chess::openings::{Opening, opening};
use scoresheet_chess::position_key::PositionKey;
use scoresheet_chess::replay::pass;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::lines::{BestGame, OVER, TreeLines};
use super::move_counts::MoveCounts;
use super::stats::Stats;
use crate::cache::{CachedMove, read_long};

/// The most positions in a tree: what a reader, or a book, can use, in some hundred megabytes.
const MOST_NODES: usize = 1 << 18;

/// What a tree contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// How many plies.
    pub depth: usize,
    /// The least number of games of a move.
    pub min_games: u32,
}

/// An opening tree. Positions that are reached by several orders of moves are one node if they are equally far from the root.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes; the first is the root, and children come after their parents.
    pub nodes: Vec<Node>,
    /// Whether positions were left out because there are too many.
    pub is_cut: bool,
}

/// A position of a tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: VariantPosition,
    /// The position in FEN.
    pub fen: String,
    /// How many plies it is from the root.
    pub ply: usize,
    /// How many games reach it.
    pub games: u32,
    /// The moves, those that were played most first.
    pub moves: Vec<NodeMove>,
}

/// A move of a node.
#[derive(Clone, Debug)]
pub struct NodeMove {
    /// The move; `None` for a null move.
    pub action: Option<Move>,
    /// As it is written in a game.
    pub san: String,
    /// With its number: `1. e4` or `1... e5`.
    pub numbered: String,
    /// As engines write it; `None` for a null move.
    pub uci: Option<String>,
    /// What was counted.
    pub stats: Stats,
    /// The best game, in a [`Tree`].
    pub best: Option<BestGame>,
    /// The opening that is named after the position.
    pub opening: Option<Opening>,
    /// The node after it, if the tree goes on there.
    pub child: Option<usize>,
}

impl Tree {
    /// Counts the moves that games played from `root`. Linear in the moves.
    pub fn new(root: &VariantPosition, lines: &TreeLines, options: TreeOptions) -> Tree {
        let all = (0..lines.games().len() as u32).collect::<Vec<u32>>();
        let mut tree = Tree { nodes: vec![Node::new(root.clone(), 0, all.len())], is_cut: false };
        let mut level = vec![(0, all)];
        for ply in 0..options.depth {
            let mut next: Vec<(usize, Vec<u32>)> = Vec::new();
            let mut by_key: HashMap<PositionKey, usize> = HashMap::new();
            for (index, games) in level {
                let mut moves = Vec::new();
                for (played, stats, games) in moves_of(&tree.nodes[index].position, lines, ply, &games) {
                    let Some((mut found, after)) = described(&tree.nodes[index].position, played, stats) else {
                        continue;
                    };
                    if found.stats.games < options.min_games {
                        continue;
                    }
                    found.best = lines.best_game(&found.stats);
                    if ply + 1 < options.depth {
                        found.child = match by_key.get(&PositionKey::of(&after)) {
                            Some(place) => {
                                let (child, others): &mut (usize, Vec<u32>) = &mut next[*place];
                                others.extend(games);
                                tree.nodes[*child].games = others.len() as u32;
                                Some(*child)
                            }
                            None if tree.nodes.len() < MOST_NODES => {
                                by_key.insert(PositionKey::of(&after), next.len());
                                tree.nodes.push(Node::new(after, ply + 1, games.len()));
                                next.push((tree.nodes.len() - 1, games));
                                Some(tree.nodes.len() - 1)
                            }
                            None => {
                                tree.is_cut = true;
                                None
                            }
                        };
                    }
                    moves.push(found);
                }
                moves.sort_by(|one: &NodeMove, other| {
                    other.stats.games.cmp(&one.stats.games).then_with(|| one.san.cmp(&other.san))
                });
                tree.nodes[index].moves = moves;
            }
            level = next;
        }
        tree
    }

    /// The tree of one ply that was counted, without moves of fewer games.
    pub fn of_counts(root: &VariantPosition, counts: &MoveCounts<BestGame>, min_games: u32) -> Tree {
        let moves = counts.moves(root).into_iter().filter(|(found, _)| found.stats.games >= min_games);
        let moves = moves.map(|(found, best)| NodeMove { best: Some(best.clone()), ..found }).collect();
        let node = Node { moves, ..Node::new(root.clone(), 0, counts.all.games as usize) };
        Tree { nodes: vec![node], is_cut: false }
    }
}

impl Node {
    fn new(position: VariantPosition, ply: usize, games: usize) -> Node {
        Node { fen: fen(&position), position, ply, games: games as u32, moves: Vec::new() }
    }
}

/// The moves that games played in a position, with what was counted and the games.
fn moves_of(position: &VariantPosition, lines: &TreeLines, ply: usize, games: &[u32]) -> Vec<(u16, Stats, Vec<u32>)> {
    let mut moves: Vec<(u16, Stats, Vec<u32>)> = Vec::new();
    for index in games {
        let code = lines.move_of(*index, ply);
        if code == OVER {
            continue;
        }
        let place = moves.iter().position(|(other, ..)| *other == code).unwrap_or_else(|| {
            moves.push((code, Stats::default(), Vec::new()));
            moves.len() - 1
        });
        let (_, stats, of_move) = &mut moves[place];
        stats.add(*index, &lines.games()[*index as usize], position.turn());
        of_move.push(*index);
    }
    moves
}

/// A move with its names, and the position after it. `None` for a code that is no move here, as only a damaged cache has.
pub(super) fn described(position: &VariantPosition, code: u16, stats: Stats) -> Option<(NodeMove, VariantPosition)> {
    let (number, periods) = (position.fullmoves(), position.turn().fold_wb(".", "..."));
    let (action, san, after) = match read_long(code, position.board())? {
        CachedMove::Null => (None, "--".to_owned(), pass(position)?),
        CachedMove::Played(action) => {
            if !position.is_legal(action) {
                return None;
            }
            let mut after = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut after, action).to_string();
            (Some(action), san, after)
        }
    };
    let numbered = format!("{number}{periods} {san}");
    let uci = action.map(|action| action.to_uci(position.castles().mode()).to_string());
    Some((NodeMove { action, san, numbered, uci, stats, best: None, opening: opening(&after), child: None }, after))
}
