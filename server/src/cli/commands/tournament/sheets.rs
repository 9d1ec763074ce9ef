//! The tables of tournaments in their forms.

use scoresheet_collection::tournament::{Kind, Placed, Ranking, Tournament, Turn, Value, Way, missing};
use serde::Serialize;

use crate::cli::arguments::SheetFormat;
use crate::cli::output::{Grid, counted, html_text, markdown_text, printable};

/// What a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The results of every player.
    Crosstable,
    /// Points and tie-breaks.
    Standings,
}

/// A field that a player cannot have a result in: the player's own.
const OWN: &str = "×";

/// There is no game.
const NONE: &str = ".";

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
            let notes: Vec<String> = missing(tournament).iter().map(|note| printable(note)).collect();
            match format {
                SheetFormat::Csv => grid.csv(),
                SheetFormat::Markdown => {
                    let notes: String = notes.iter().map(|note| format!("- {}\n", markdown_text(note))).collect();
                    let gap = if notes.is_empty() { "" } else { "\n" };
                    format!("## {}\n\n{}{gap}{notes}", markdown_text(&title), grid.markdown())
                }
                SheetFormat::Html => {
                    let notes: String = notes.iter().map(|note| format!("<li>{}</li>\n", html_text(note))).collect();
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

fn title(tournament: &Tournament) -> String {
    let kind = match (tournament.kind, tournament.cycles) {
        _ if tournament.players.len() == 2 => "match".to_owned(),
        (Kind::Swiss, _) => format!("Swiss, {}", counted(tournament.rounds as usize, "round")),
        (Kind::RoundRobin, 0 | 1) => "round robin".to_owned(),
        (Kind::RoundRobin, 2) => "double round robin".to_owned(),
        (Kind::RoundRobin, cycles) => format!("round robin, {cycles} games a pair"),
    };
    format!("{} ({kind})", tournament.title)
}

fn grid(tournament: &Tournament, ranking: &Ranking, content: Content, is_csv: bool) -> Grid {
    let has_elos = tournament.players.iter().any(|player| player.elo.is_some());
    let numbers = numbers(tournament, ranking);
    let mut columns: Vec<(String, bool, Vec<String>)> = Vec::new();
    let name = |people: &str, key: &str| if is_csv { key.to_owned() } else { people.to_owned() };
    let places = || ranking.places.iter();
    match content {
        Content::Crosstable => {
            columns.push((
                name("#", "number"),
                true,
                (1..=ranking.places.len()).map(|number| number.to_string()).collect(),
            ));
        }
        Content::Standings => {
            columns.push((name("#", "place"), true, places().map(|placed| placed.place.to_string()).collect()));
        }
    }
    let player = |placed: &Placed| &tournament.players[placed.player];
    let names =
        places().map(|placed| if is_csv { player(placed).name.clone() } else { printable(&player(placed).name) });
    columns.push((name("Player", "player"), false, names.collect()));
    if has_elos {
        let elo = |placed: &Placed| player(placed).elo.map_or_else(String::new, |elo| elo.to_string());
        columns.push((name("Elo", "elo"), true, places().map(elo).collect()));
    }
    match (content, tournament.kind) {
        (Content::Standings, _) => {
            let games = |placed: &Placed| player(placed).turns.iter().filter(|turn| turn.is_played()).count();
            columns.push((name("Games", "games"), true, places().map(|placed| games(placed).to_string()).collect()));
        }
        (Content::Crosstable, Kind::RoundRobin) => {
            for (number, against) in ranking.places.iter().enumerate() {
                let cell = |placed: &Placed| round_robin_cell(&player(placed).turns, placed.player, against.player);
                columns.push(((number + 1).to_string(), false, places().map(cell).collect()));
            }
        }
        (Content::Crosstable, Kind::Swiss) => {
            for round in rounds(tournament) {
                let cell = |placed: &Placed| swiss_cell(&player(placed).turns, round, &numbers);
                let heading = if round == 0 { "?".to_owned() } else { round.to_string() };
                let heading = if is_csv { format!("round_{heading}") } else { heading };
                columns.push((heading, false, places().map(cell).collect()));
            }
        }
    }
    columns.push((name("Points", "points"), true, decimals(places().map(|placed| Some(placed.points)).collect())));
    for (column, tie_break) in ranking.tie_breaks.iter().enumerate() {
        let values = places().map(|placed| placed.values[column]).collect();
        columns.push((name(tie_break.heading(), &tie_break.name().replace('-', "_")), true, decimals(values)));
    }
    let rows = (0..ranking.places.len()).map(|row| columns.iter().map(|(.., cells)| cells[row].clone()).collect());
    Grid {
        rows: rows.collect(),
        is_number: columns.iter().map(|(_, is_number, _)| *is_number).collect(),
        headings: columns.into_iter().map(|(heading, ..)| heading).collect(),
    }
}

/// The number of each player in the table, from 1.
fn numbers(tournament: &Tournament, ranking: &Ranking) -> Vec<usize> {
    let mut numbers = vec![0; tournament.players.len()];
    for (index, placed) in ranking.places.iter().enumerate() {
        numbers[placed.player] = index + 1;
    }
    numbers
}

/// The rounds with at least one game; 0 holds the games without a round.
fn rounds(tournament: &Tournament) -> Vec<u32> {
    let turns = tournament.players.iter().flat_map(|player| &player.turns);
    let mut rounds: Vec<u32> = turns.map(|turn| turn.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    rounds
}

/// The results of a player against another one, in the order of the rounds.
fn round_robin_cell(turns: &[Turn], player: usize, against: usize) -> String {
    if player == against {
        return OWN.to_owned();
    }
    let games = turns.iter().filter(|turn| turn.opponent.is_some_and(|(opponent, _)| opponent == against));
    let cell: String = games.map(result).collect();
    if cell.is_empty() { NONE.to_owned() } else { cell }
}

/// What a player did in a round: `12w1`.
fn swiss_cell(turns: &[Turn], round: u32, numbers: &[usize]) -> String {
    let of_round = turns.iter().filter(|turn| turn.round == round);
    let cells = of_round.map(|turn| match (turn.opponent, turn.way) {
        (Some((opponent, _)), _) => {
            format!("{}{}{}", numbers[opponent], if turn.is_white() { 'w' } else { 'b' }, result(turn))
        }
        (None, Way::Absent) => NONE.to_owned(),
        (None, _) => format!("bye{}", result(turn)),
    });
    let cell = cells.collect::<Vec<_>>().join(" ");
    if cell.is_empty() { NONE.to_owned() } else { cell }
}

/// `+` and `-` are a win and a loss without a game.
fn result(turn: &Turn) -> &'static str {
    match (turn.way, turn.points) {
        (Way::Open, _) => "*",
        (Way::Forfeit, 0) => "-",
        (Way::Forfeit, 2) => "+",
        (_, 0) => "0",
        (_, 1) => "½",
        _ => "1",
    }
}

/// Values with as many decimals as one of them needs.
fn decimals(values: Vec<Option<Value>>) -> Vec<String> {
    let decimals = values.iter().flatten().map(|value| value.decimals()).max().unwrap_or(0);
    let written =
        |value: Option<Value>| value.map_or_else(String::new, |value| format!("{:.decimals$}", value.decimal()));
    values.into_iter().map(written).collect()
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
