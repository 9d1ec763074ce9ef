//! The openings of games by their codes: `tree --openings`.

use std::io;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::tree::{CountedOpening, OpeningCounts, SegmentFacts};
use serde::Serialize;

use super::arguments::{TreeArguments, TreeFormat};
use super::formats::{percent, ratio};
use crate::cli::output::{Exit, Streams, aligned, csv_row};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;

/// Counts the openings of the games that a query finds.
pub(super) fn run(arguments: &TreeArguments, games: &ChosenGames, streams: &mut Streams<'_>) -> io::Result<Exit> {
    if matches!(arguments.form(), TreeFormat::Pgn | TreeFormat::Polyglot) {
        streams.error("--openings: the formats are text, json and csv");
        return Ok(Exit::Trouble);
    }
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, _: &Path| {
        let mut counts = OpeningCounts::default();
        let openings = segment.openings();
        let facts = SegmentFacts::of(segment);
        for game in (0..segment.count()).filter(|game| games.has(file, segment, text, *game)) {
            counts.add(openings[game].map(|(opening, _)| opening), &facts.of_game(game));
        }
        counts
    };
    let counting = Counting { start: &OpeningCounts::default, on_segment: &on_segment, add: &OpeningCounts::append };
    let (counts, has_trouble) = games.count(&counting, streams)?;
    let output = match arguments.form() {
        TreeFormat::Json => json(&counts, arguments.min_games),
        TreeFormat::Csv => csv(&counts, arguments.min_games),
        _ => text(&counts, arguments.min_games),
    };
    let is_written = print_or_create(&arguments.output, output.as_bytes(), games.inputs.files(), streams)?;
    Ok(Exit::of(!is_written || has_trouble, counts.games == 0))
}

fn frequent(counted: Vec<CountedOpening>, min_games: u32) -> impl Iterator<Item = CountedOpening> {
    counted.into_iter().filter(move |counted| counted.stats.games >= min_games)
}

fn text(counts: &OpeningCounts, min_games: u32) -> String {
    let header = ["ECO", "Games", "Share", "White", "Draw", "Black", "Score", "Last", "Opening"];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for CountedOpening { opening, stats } in frequent(counts.by_code(), min_games) {
        let share = |count: u32| percent(ratio(count, stats.results()));
        cells.push(vec![
            opening.eco.to_owned(),
            stats.games.to_string(),
            percent(ratio(stats.games, counts.games)),
            share(stats.white),
            share(stats.draws),
            share(stats.black),
            percent(stats.score()),
            stats.last_year.map_or_else(String::new, |year| year.to_string()),
            opening.name.to_owned(),
        ]);
    }
    aligned(&cells, |column| (1..=7).contains(&column))
}

fn csv(counts: &OpeningCounts, min_games: u32) -> String {
    let mut out = "eco,opening,games,share,white,draws,black,score,last_year\n".to_owned();
    for CountedOpening { opening, stats } in frequent(counts.by_name(), min_games) {
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:.4}"));
        let cells = [
            opening.eco.to_owned(),
            opening.name.to_owned(),
            stats.games.to_string(),
            number(ratio(stats.games, counts.games)),
            stats.white.to_string(),
            stats.draws.to_string(),
            stats.black.to_string(),
            number(stats.score()),
            stats.last_year.map_or_else(String::new, |year| year.to_string()),
        ];
        out += &csv_row(&cells);
    }
    out
}

#[derive(Serialize)]
struct JsonOpening {
    eco: &'static str,
    opening: &'static str,
    games: u32,
    white: u32,
    draws: u32,
    black: u32,
    score: Option<f64>,
    last_year: Option<u16>,
}

#[derive(Serialize)]
struct JsonOpenings {
    games: u32,
    openings: Vec<JsonOpening>,
}

fn json(counts: &OpeningCounts, min_games: u32) -> String {
    let opening = |CountedOpening { opening, stats }: CountedOpening| JsonOpening {
        eco: opening.eco,
        opening: opening.name,
        games: stats.games,
        white: stats.white,
        draws: stats.draws,
        black: stats.black,
        score: stats.score(),
        last_year: stats.last_year,
    };
    let openings = frequent(counts.by_name(), min_games).map(opening).collect();
    let json = serde_json::to_string_pretty(&JsonOpenings { games: counts.games, openings });
    json.unwrap_or_default() + "\n"
}
