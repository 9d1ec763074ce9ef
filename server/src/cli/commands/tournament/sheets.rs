//! The tables of tournaments in their forms.

use scoresheet_chess::diagram::escape;
use scoresheet_collection::publish::markdown_text;
use scoresheet_collection::tournament::{Kind, Placed, Ranking, Tournament, Turn, Value, Way, missing};
use serde::Serialize;

use crate::cli::arguments::SheetFormat;
use crate::cli::output::printable;
use crate::cli::tournament_table::{Content, grid, notes, numbers, title};

/// The tables of tournaments, one after the other.
pub(super) fn printed(ranked: &[(Tournament, Ranking)], content: Content, format: SheetFormat) -> String {
    if format == SheetFormat::Json {
        let tables: Vec<JsonTable> = ranked.iter().map(|(tournament, ranking)| json(tournament, ranking)).collect();
        // Strings and numbers always serialise.
        return serde_json::to_string_pretty(&tables).unwrap_or_default() + "\n";
    }
    let tables: Vec<String> = ranked
        .iter()
        .map(|(tournament, ranking)| {
            let grid = grid(tournament, ranking, content, format == SheetFormat::Csv);
            let title = printable(&title(tournament));
            let notes: Vec<String> = notes(tournament, content).iter().map(|note| printable(note)).collect();
            match format {
                SheetFormat::Csv => grid.csv(),
                SheetFormat::Markdown => {
                    let notes: String = notes.iter().map(|note| format!("- {}\n", markdown_text(note))).collect();
                    let gap = if notes.is_empty() { "" } else { "\n" };
                    format!("## {}\n\n{}{gap}{notes}", markdown_text(&title), grid.markdown())
                }
                SheetFormat::Html => {
                    let notes: String = notes.iter().map(|note| format!("<li>{}</li>\n", escape(note))).collect();
                    let notes = if notes.is_empty() { notes } else { format!("<ul>\n{notes}</ul>\n") };
                    format!("{}{notes}", grid.html(&title))
                }
                SheetFormat::Text | SheetFormat::Json => {
                    let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
                    let gap = if notes.is_empty() { "" } else { "\n" };
                    format!("{title}\n\n{}{gap}{notes}", grid.text())
                }
            }
        })
        .collect();
    tables.join("\n")
}

#[derive(Serialize)]
struct JsonTable {
    title: String,
    kind: &'static str,
    rounds: u32,
    games_per_pair: Option<u32>,
    tie_breaks: Vec<&'static str>,
    players: Vec<JsonPlayer>,
    missing: Vec<String>,
}

#[derive(Serialize)]
struct JsonPlayer {
    number: usize,
    place: u32,
    name: String,
    elo: Option<u16>,
    points: f64,
    /// In the order of the names in `tie_breaks`.
    tie_breaks: Vec<Option<f64>>,
    rounds: Vec<JsonTurn>,
}

#[derive(Serialize)]
struct JsonTurn {
    round: Option<u32>,
    /// The number of the opponent.
    opponent: Option<usize>,
    color: Option<&'static str>,
    points: Option<f64>,
    how: &'static str,
}

fn json(tournament: &Tournament, ranking: &Ranking) -> JsonTable {
    let numbers = numbers(tournament, ranking);
    let turn = |turn: &Turn| JsonTurn {
        round: Some(turn.round).filter(|round| *round > 0),
        opponent: turn.opponent.map(|(opponent, _)| numbers[opponent]),
        color: turn.opponent.map(|_| if turn.is_white() { "white" } else { "black" }),
        points: (turn.way != Way::Open).then(|| f64::from(turn.points) / 2.0),
        how: match turn.way {
            Way::Played => "played",
            Way::Forfeit => "forfeit",
            Way::Bye => "bye",
            Way::Absent => "absent",
            Way::Open => "open",
        },
    };
    let player = |(index, placed): (usize, &Placed)| JsonPlayer {
        number: index + 1,
        place: placed.place,
        name: tournament.players[placed.player].name.clone(),
        elo: tournament.players[placed.player].elo,
        points: placed.points.decimal(),
        tie_breaks: placed.values.iter().map(|value| value.map(Value::decimal)).collect(),
        rounds: tournament.players[placed.player].turns.iter().map(turn).collect(),
    };
    JsonTable {
        title: tournament.title.clone(),
        kind: match tournament.kind {
            Kind::RoundRobin => "round-robin",
            Kind::Swiss => "swiss",
        },
        rounds: tournament.rounds,
        games_per_pair: (tournament.kind == Kind::RoundRobin).then_some(tournament.cycles),
        tie_breaks: ranking.tie_breaks.iter().map(|tie_break| tie_break.name()).collect(),
        players: ranking.places.iter().enumerate().map(player).collect(),
        missing: missing(tournament),
    }
}
