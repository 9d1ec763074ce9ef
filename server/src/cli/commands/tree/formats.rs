//! The forms of a tree.

use std::fmt::Write;

use scoresheet_chess::position_key::PositionKey;
use scoresheet_collection::tree::{BestGame, NodeMove, Stats, Tree};
use serde::Serialize;

use super::arguments::TreeFormat;
use crate::cli::output::{aligned, counted, csv_row};

/// A game from here needs no FEN tag.
const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A tree that is printed.
pub(super) struct Printed<'a> {
    pub(super) tree: &'a Tree,
    /// The names of the files.
    pub(super) paths: Vec<String>,
}

/// A move with the moves before it.
struct Row<'a> {
    /// The number of its node, and how many plies it is below the root.
    node: usize,
    depth: usize,
    played: &'a NodeMove,
    /// The moves from the root to here, with move numbers.
    line: String,
}

impl Printed<'_> {
    /// The tree in a form that is text.
    pub(super) fn print(&self, format: TreeFormat) -> Vec<u8> {
        let text = match format {
            TreeFormat::Json => self.json(),
            TreeFormat::Csv => self.csv(),
            TreeFormat::Pgn => self.pgn(),
            TreeFormat::Text | TreeFormat::Polyglot => self.text(),
        };
        text.into_bytes()
    }

    /// All moves, each before those that follow it. A node that several moves lead to comes once, after the first of them.
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        let mut is_shown = vec![false; self.tree.nodes.len()];
        let mut open = vec![(0, 0, String::new())];
        while let Some((node, next, line)) = open.pop() {
            let Some(played) = self.tree.nodes[node].moves.get(next) else { continue };
            open.push((node, next + 1, line.clone()));
            let line = match line.is_empty() {
                true => played.numbered.clone(),
                // Black's moves need their number only at the start.
                false if played.numbered.contains("...") => format!("{line} {}", played.san),
                false => format!("{line} {}", played.numbered),
            };
            if let Some(child) = played.child.filter(|child| !std::mem::replace(&mut is_shown[*child], true)) {
                open.push((child, 0, line.clone()));
            }
            rows.push(Row { node, depth: self.tree.nodes[node].ply, played, line });
        }
        rows
    }

    fn text(&self) -> String {
        let root = &self.tree.nodes[0];
        if root.games == 0 {
            return "No game reaches the position.\n".to_owned();
        }
        let header = [
            "Move",
            "Games",
            "Share",
            "White",
            "Draw",
            "Black",
            "Score",
            "Elo",
            "Perf.",
            "Last",
            "Opening",
            "Best game",
        ];
        let mut cells: Vec<Vec<String>> = vec![header.map(str::to_owned).to_vec()];
        for row in self.rows() {
            let stats = &row.played.stats;
            let opening =
                row.played.opening.map_or_else(String::new, |opening| format!("{} {}", opening.eco, opening.name));
            let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
            cells.push(vec![
                format!("{}{}", "  ".repeat(row.depth), row.played.numbered),
                stats.games.to_string(),
                percent(ratio(stats.games, self.tree.nodes[row.node].games)),
                percent(self.share_of_results(stats, stats.white)),
                percent(self.share_of_results(stats, stats.draws)),
                percent(self.share_of_results(stats, stats.black)),
                percent(stats.score()),
                number(stats.average_elo()),
                number(stats.performance()),
                number(stats.last_year.map(u32::from)),
                opening,
                self.best(row.played),
            ]);
        }
        // Numbers are aligned to the right, words to the left.
        aligned(&cells, |column| (1..=9).contains(&column))
    }

    fn share_of_results(&self, stats: &Stats, count: u32) -> Option<f64> {
        ratio(count, stats.results())
    }

    /// The players of the best game, and where it is.
    fn best(&self, played: &NodeMove) -> String {
        let Some(JsonGame { white, black, path, line }) = self.best_game(played) else { return String::new() };
        let name = |name: &str| if name.is_empty() { "?".to_owned() } else { crate::cli::output::printable(name) };
        format!("{} - {}, {path}:{line}", name(&white), name(&black))
    }

    fn best_game(&self, played: &NodeMove) -> Option<JsonGame> {
        let BestGame { players: [white, black], file, line } = played.best.clone()?;
        Some(JsonGame { white, black, path: self.paths.get(file as usize)?.clone(), line: line + 1 })
    }

    fn csv(&self) -> String {
        let header = "line,move,uci,ply,games,share,white,draws,black,score,elo,performance,last_year,eco,opening,best_white,best_black,best_game";
        let mut out = format!("{header}\n");
        for row in self.rows() {
            let found = self.found(&row);
            let number = |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:.4}"));
            let whole = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
            let cells = [
                row.line,
                found.san.to_owned(),
                found.uci.unwrap_or_default(),
                (row.depth + 1).to_string(),
                found.games.to_string(),
                number(found.share),
                found.white.to_string(),
                found.draws.to_string(),
                found.black.to_string(),
                number(found.score),
                whole(found.elo),
                whole(found.performance),
                whole(found.last_year.map(u32::from)),
                found.eco.unwrap_or_default().to_owned(),
                found.opening.unwrap_or_default().to_owned(),
                found.best.as_ref().map_or_else(String::new, |best| best.white.clone()),
                found.best.as_ref().map_or_else(String::new, |best| best.black.clone()),
                found.best.as_ref().map_or_else(String::new, |best| format!("{}:{}", best.path, best.line)),
            ];
            out += &csv_row(&cells);
        }
        out
    }

    fn found<'p>(&'p self, row: &Row<'p>) -> JsonMove<'p> {
        let stats = &row.played.stats;
        JsonMove {
            san: &row.played.san,
            uci: row.played.uci.clone(),
            games: stats.games,
            share: ratio(stats.games, self.tree.nodes[row.node].games),
            white: stats.white,
            draws: stats.draws,
            black: stats.black,
            score: stats.score(),
            elo: stats.average_elo(),
            performance: stats.performance(),
            last_year: stats.last_year,
            eco: row.played.opening.map(|opening| opening.eco),
            opening: row.played.opening.map(|opening| opening.name),
            best: self.best_game(row.played),
            node: row.played.child,
        }
    }

    fn json(&self) -> String {
        // A list of nodes instead of nested objects: what several moves lead to is in it once.
        let mut nodes: Vec<JsonNode> = self
            .tree
            .nodes
            .iter()
            .map(|node| JsonNode {
                fen: &node.fen,
                hash: PositionKey::of(&node.position).number().cast_signed(),
                ply: node.ply,
                games: node.games,
                moves: Vec::new(),
            })
            .collect();
        for (index, node) in self.tree.nodes.iter().enumerate() {
            for played in &node.moves {
                let row = Row { node: index, depth: node.ply, played, line: String::new() };
                nodes[index].moves.push(self.found(&row));
            }
        }
        let json = serde_json::to_string_pretty(&JsonTree { nodes, is_cut: self.tree.is_cut });
        json.unwrap_or_default() + "\n"
    }

    fn pgn(&self) -> String {
        let root = &self.tree.nodes[0];
        let mut out = "[Event \"Opening tree\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n".to_owned();
        if root.fen != USUAL_START {
            let _ = write!(out, "[SetUp \"1\"]\n[FEN \"{}\"]\n", root.fen);
        }
        let _ = write!(out, "\n{{{}}}", counted(root.games as usize, "game"));
        let mut is_shown = vec![false; self.tree.nodes.len()];
        // What is still to be written: the rest of a node's moves as variations, or the end of one.
        let mut open = vec![Todo::Main(0)];
        while let Some(todo) = open.pop() {
            match todo {
                Todo::Close => out.push(')'),
                Todo::Variation(node, next) => {
                    out += " (";
                    open.push(Todo::Close);
                    self.write_move(node, next, &mut out);
                    open.extend(self.after(node, next, &mut is_shown));
                }
                Todo::Main(node) => {
                    if self.tree.nodes[node].moves.is_empty() {
                        continue;
                    }
                    out.push(' ');
                    self.write_move(node, 0, &mut out);
                    open.extend(self.after(node, 0, &mut is_shown));
                    open.extend((1..self.tree.nodes[node].moves.len()).rev().map(|next| Todo::Variation(node, next)));
                }
            }
        }
        out + " *\n"
    }

    fn after(&self, node: usize, next: usize, is_shown: &mut [bool]) -> Option<Todo> {
        let child = self.tree.nodes[node].moves[next].child?;
        (!std::mem::replace(&mut is_shown[child], true)).then_some(Todo::Main(child))
    }

    fn write_move(&self, node: usize, next: usize, out: &mut String) {
        let played = &self.tree.nodes[node].moves[next];
        let score = played.stats.score().map_or_else(String::new, |score| format!(", {}", percent(Some(score))));
        let _ = write!(out, "{} {{{}{score}}}", played.numbered, counted(played.stats.games as usize, "game"));
    }
}

/// What is still to be written of a game.
enum Todo {
    /// The main line from a node.
    Main(usize),
    /// A variation with a move of a node.
    Variation(usize, usize),
    Close,
}

#[derive(Serialize)]
struct JsonTree<'a> {
    nodes: Vec<JsonNode<'a>>,
    is_cut: bool,
}

#[derive(Serialize)]
struct JsonNode<'a> {
    fen: &'a str,
    /// The key of the position, as tables of `export` have it.
    hash: i64,
    ply: usize,
    games: u32,
    moves: Vec<JsonMove<'a>>,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    san: &'a str,
    uci: Option<String>,
    games: u32,
    share: Option<f64>,
    white: u32,
    draws: u32,
    black: u32,
    score: Option<f64>,
    elo: Option<u32>,
    performance: Option<u32>,
    last_year: Option<u16>,
    eco: Option<&'static str>,
    opening: Option<&'static str>,
    best: Option<JsonGame>,
    /// The index of the node after the move.
    node: Option<usize>,
}

#[derive(Serialize)]
struct JsonGame {
    white: String,
    black: String,
    path: String,
    line: u64,
}

pub(super) fn ratio(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("{:.1} %", share * 100.0))
}
