//! The tables of tournaments as cells.

use scoresheet_collection::publish::Sheet;
use scoresheet_collection::tournament::{Kind, Placed, Ranking, TieBreak, Tournament, Turn, Value, Way, missing};

use super::output::{Grid, counted, printable};

/// What a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The results of every player.
    Crosstable,
    /// Points and tie-breaks.
    Standings,
}

/// A field that a player cannot have a result in: the player's own.
const OWN: &str = "×";

/// There is no game.
const NONE: &str = ".";

/// The most columns for opponents or rounds: more are no table that can be read, and as every player has a cell in each, their number grows
/// with the square of the players.
const MOST_COLUMNS: usize = 250;

/// The cross table of a tournament for a page, by the usual tie-breaks.
pub(crate) fn published(tournament: &Tournament) -> Sheet {
    let ranking = Ranking::new(tournament, &TieBreak::usual(tournament.kind));
    let Grid { headings, is_number, rows } = grid(tournament, &ranking, Content::Crosstable, false);
    Sheet { title: title(tournament), headings, is_number, rows, notes: notes(tournament, Content::Crosstable) }
}

/// What is below the table of a tournament: what is missing or doubtful, and what is left out.
pub(crate) fn notes(tournament: &Tournament, content: Content) -> Vec<String> {
    let columns = result_columns(tournament);
    let mut notes = missing(tournament);
    if content == Content::Crosstable && columns > MOST_COLUMNS {
        let of = if tournament.kind == Kind::RoundRobin { "players" } else { "rounds" };
        notes.insert(0, format!("The results are left out: with {columns} {of} the table is too wide."));
    }
    notes
}

/// The title of a tournament with how it was played.
pub(crate) fn title(tournament: &Tournament) -> String {
    let kind = match (tournament.kind, tournament.cycles) {
        _ if tournament.players.len() == 2 => "match".to_owned(),
        (Kind::Swiss, _) => format!("Swiss, {}", counted(tournament.rounds as usize, "round")),
        (Kind::RoundRobin, 0 | 1) => "round robin".to_owned(),
        (Kind::RoundRobin, 2) => "double round robin".to_owned(),
        (Kind::RoundRobin, cycles) => format!("round robin, {cycles} games a pair"),
    };
    format!("{} ({kind})", tournament.title)
}

/// The table of a tournament; for CSV the headings are names of columns.
pub(crate) fn grid(tournament: &Tournament, ranking: &Ranking, content: Content, is_csv: bool) -> Grid {
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
        (Content::Crosstable, _) if result_columns(tournament) > MOST_COLUMNS => {}
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

/// How many columns the results of a crosstable need.
fn result_columns(tournament: &Tournament) -> usize {
    match tournament.kind {
        Kind::RoundRobin => tournament.players.len(),
        Kind::Swiss => rounds(tournament).len(),
    }
}

/// The number of each player in the table, from 1.
pub(crate) fn numbers(tournament: &Tournament, ranking: &Ranking) -> Vec<usize> {
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
