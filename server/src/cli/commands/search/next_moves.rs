//! `--next` and `--manoeuvres`: which moves follow what was found, in how many games, and how these ended.

use std::collections::{HashMap, HashSet};

use scoresheet_collection::cache::GameResult;
use scoresheet_collection::following::following;
use scoresheet_collection::game::Kept;
use scoresheet_collection::query::Found;
use scoresheet_collection::text_game::TextGame;
use scoresheet_collection::tree::score;
use serde_json::{Value, json};

use super::format::SearchFormat;
use crate::cli::output::csv_row;

/// The moves of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NextMoves {
    rows: HashMap<String, Results>,
    /// Of all games, with those in which no move follows.
    all: Results,
}

/// How some games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Results {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
}

impl NextMoves {
    /// Adds a game with the moves that follow in it, each of them once.
    pub(super) fn add(&mut self, game: &mut TextGame, found: &Found, plies: u32) {
        let result = GameResult::of(game.view());
        self.all.add(result);
        let Kept::Known(moves) = following(game, found, plies) else { return };
        let written = |next: scoresheet_collection::following::Following| match next.color.fold_wb(true, false) {
            true => next.san,
            false => format!("...{}", next.san),
        };
        for next in moves.into_iter().map(written).collect::<HashSet<String>>() {
            self.rows.entry(next).or_default().add(result);
        }
    }

    /// Adds other games.
    pub(super) fn append(&mut self, other: NextMoves) {
        self.all.append(other.all);
        for (next, results) in other.rows {
            self.rows.entry(next).or_default().append(results);
        }
    }

    /// The table, the most frequent move first. `None` for a format that has none.
    pub(super) fn render(&self, format: SearchFormat) -> Option<String> {
        let mut rows: Vec<(&String, &Results)> = self.rows.iter().collect();
        rows.sort_by(|(one, of_one), (other, of_other)| of_other.games.cmp(&of_one.games).then_with(|| one.cmp(other)));
        Some(match format {
            SearchFormat::Text => self.text(&rows),
            SearchFormat::Json => {
                let values: Vec<Value> = rows.iter().map(|(next, results)| self.object(next, results)).collect();
                format!("{}\n", Value::Array(values))
            }
            SearchFormat::Jsonl => {
                rows.iter().map(|(next, results)| format!("{}\n", self.object(next, results))).collect()
            }
            SearchFormat::Csv => {
                let rows = rows.iter().map(|(next, results)| csv_row(&self.cells(next, results)));
                "move,games,share,white,draws,black,score\n".to_owned() + &rows.collect::<String>()
            }
            SearchFormat::Pgn | SearchFormat::Locations | SearchFormat::Epd => return None,
        })
    }

    fn text(&self, rows: &[(&String, &Results)]) -> String {
        let mut text = format!(
            "{:<9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n",
            "move", "games", "share", "white", "draws", "black", "score"
        );
        for (next, results) in rows {
            let percent = |count: u64, of: u64| format!("{:.1}%", share(count, of) * 100.0);
            text += &format!(
                "{next:<9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n",
                results.games,
                percent(results.games, self.all.games),
                results.white,
                results.draws,
                results.black,
                results.score().map_or("-".to_owned(), |score| format!("{:.1}%", score * 100.0)),
            );
        }
        text
    }

    fn cells(&self, next: &str, results: &Results) -> Vec<String> {
        let number = |number: u64| number.to_string();
        vec![
            next.to_owned(),
            number(results.games),
            format!("{:.4}", share(results.games, self.all.games)),
            number(results.white),
            number(results.draws),
            number(results.black),
            results.score().map_or_else(String::new, |score| format!("{score:.4}")),
        ]
    }

    fn object(&self, next: &str, results: &Results) -> Value {
        json!({
            "move": next,
            "games": results.games,
            "share": share(results.games, self.all.games),
            "white": results.white,
            "draws": results.draws,
            "black": results.black,
            "score": results.score(),
        })
    }
}

impl Results {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::White => self.white += 1,
            GameResult::Black => self.black += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Open => {}
        }
    }

    fn append(&mut self, other: Results) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }

    /// White's score from 0 to 1, of the games with a result.
    fn score(&self) -> Option<f64> {
        score(self.white, self.draws, self.black)
    }
}

fn share(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}
