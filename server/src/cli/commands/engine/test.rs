//! `scoresheet engine test`: what an engine makes of test suites.

use std::io;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::evaluation::{Attempt, Engine, TestPosition, chances_lost};
use scoresheet_grammar::epd::{Line, lines};
use serde_json::json;
use shakmaty::san::SanPlus;

use crate::cli::arguments::{EngineArguments, GlobalArguments, InputArguments};
use crate::cli::input::{Configurations, InFolders, Input};
use crate::cli::language::Language;
use crate::cli::output::{Exit, Grid, Streams, counted, display_path, printable};
use crate::text_file::TextFile;

/// Arguments of `engine test`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet engine test --engine stockfish suite.epd
  scoresheet engine test --engine stockfish --nodes 1000000 --only-unsolved suites/

A record is solved if the engine plays a move of bm, or none of am; with dm alone, if it finds a mate in so many moves. For what it does not solve, \
the table shows the best move that would solve it, by the engine, and how many pawns the two are apart. The time is that of the answer in seconds; \
answers that were kept take none.

Exit status: 0 all records are solved, 1 one is not, 2 wrong usage, a file that cannot be read, or an engine that fails.")]
pub(crate) struct TestArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    engine: EngineArguments,
    /// Leave out the records that are solved
    #[arg(long)]
    only_unsolved: bool,
    /// Print the table in this form
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    output_format: Form,
}

/// The forms of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Columns for people, and a line with the totals
    Text,
    /// Comma-separated values, without totals
    Csv,
    /// A table in Markdown, and a line with the totals
    Markdown,
    /// One JSON object with the records and the totals
    Json,
}

/// A record that was tried.
struct Row {
    place: String,
    id: String,
    /// What it asks for: `bm Qxf7+`.
    asks: String,
    found: String,
    is_solved: bool,
    /// The move that would solve it, and its score.
    wanted: Option<String>,
    /// In pawns; `None` where one of the two is a mate.
    apart: Option<f64>,
    /// Whether the engine's move is better than what the record asks for, by as much as an inaccuracy loses.
    disagrees: bool,
    time: Duration,
}

/// From so many lost winning chances on, the engine disagrees with a record that it does not solve.
const DISAGREEMENT: f64 = 0.1;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &TestArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Ok((_, mut inputs)) = Configurations::with_inputs(&arguments.input, InFolders::ALL_GAMES, colors, streams)
    else {
        return Ok(Exit::Trouble);
    };
    inputs.report(streams);
    let started = match arguments.engine.start() {
        Ok(Some(started)) => started,
        Ok(None) => {
            streams.error("an engine is needed: use --engine PATH");
            return Ok(Exit::Trouble);
        }
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let engine = Engine::new(started.clone());
    let is_of_records = |input: &Input| !Language::of(input.path(), arguments.input.language).has_games();
    inputs.found.retain(is_of_records);
    let shows_file = inputs.found.len() > 1;
    let stdin = std::mem::take(&mut streams.stdin);
    let (mut rows, mut skipped, mut has_trouble) = (Vec::new(), 0, !inputs.errors.is_empty());
    for input in &inputs.found {
        let file = input.bytes(&stdin).map_err(|error| error.to_string()).and_then(|bytes| {
            TextFile::decode(input.path().to_path_buf(), bytes, arguments.input.encoding)
                .map_err(|error| error.to_string())
        });
        match file {
            Ok(file) => skipped += try_file(arguments, &file, shows_file, (&engine, &started), &mut rows),
            Err(error) => {
                streams.error(format_args!("{}: {error}", display_path(input.path())));
                has_trouble = true;
            }
        }
        if started.error().is_some() {
            break;
        }
    }
    print(arguments, &rows, streams)?;
    if skipped > 0 && !global.quiet {
        let verb = if skipped == 1 { "asks" } else { "ask" };
        streams.note(format_args!("{} {verb} for nothing that an engine can try.", counted(skipped, "record")));
    }
    if let Some(error) = started.error() {
        streams.error(error);
        has_trouble = true;
    }
    Ok(Exit::of(has_trouble, rows.iter().any(|row| !row.is_solved)))
}

/// Tries the records of a file up to the first that the engine fails at. Returns how many ask for nothing.
fn try_file(
    arguments: &TestArguments,
    file: &TextFile,
    shows_file: bool,
    (engine, started): (&Engine, &crate::engine::UserEngine),
    rows: &mut Vec<Row>,
) -> usize {
    let Some(kind) = Language::of(&file.path, arguments.input.language).record_kind() else { return 0 };
    let mut skipped = 0;
    for (number, range) in lines(&file.text).enumerate() {
        let Line::Record(record) = Line::read(&file.text[range.clone()]) else { continue };
        let view = RecordView::new(&file.text[range], record, kind);
        let start = Instant::now();
        let attempt = TestPosition::of(&view).and_then(|test| test.attempt(&view, &**engine));
        if started.error().is_some() {
            return skipped;
        }
        let Some(attempt) = attempt else {
            skipped += 1;
            continue;
        };
        let place =
            if shows_file { format!("{}:{}", file.path.display(), number + 1) } else { (number + 1).to_string() };
        rows.extend(row(place, &view, &attempt, start.elapsed()));
    }
    skipped
}

fn row(place: String, view: &RecordView, attempt: &Attempt, time: Duration) -> Option<Row> {
    let position = view.position()?;
    let written = |line: &scoresheet_chess::evaluation::BestLine| {
        let first = line.moves.first().map(|action| SanPlus::from_move(position.clone(), *action).to_string());
        format!("{} {}", first.unwrap_or_default(), line.score)
    };
    let asks = ["bm", "am", "dm"].into_iter().filter_map(|opcode| {
        let operation = view.operation(opcode)?;
        Some(view.text(view.body(operation)).split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let scores = attempt.wanted.as_ref().map(|wanted| (attempt.found.score, wanted.score));
    let apart = scores.and_then(|(found, wanted)| Some(f64::from(found.centipawns()? - wanted.centipawns()?) / 100.0));
    Some(Row {
        place,
        id: view.value("id").unwrap_or("").to_owned(),
        asks: asks.collect::<Vec<_>>().join("; "),
        found: written(&attempt.found),
        is_solved: attempt.is_solved,
        wanted: attempt.wanted.as_ref().map(written),
        apart,
        disagrees: scores.is_some_and(|(found, wanted)| chances_lost(found, wanted) >= DISAGREEMENT),
        time,
    })
}

fn print(arguments: &TestArguments, rows: &[Row], streams: &mut Streams<'_>) -> io::Result<()> {
    let shown = rows.iter().filter(|row| !arguments.only_unsolved || !row.is_solved);
    let solved = rows.iter().filter(|row| row.is_solved).count();
    let disagreements = rows.iter().filter(|row| row.disagrees).count();
    let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
    let time: Duration = rows.iter().map(|row| row.time).sum();
    if arguments.output_format == Form::Json {
        let record = |row: &Row| {
            json!({ "place": row.place, "id": row.id, "asks": row.asks, "engine": row.found, "solved": row.is_solved,
                "wanted": row.wanted, "apart": row.apart, "disagrees": row.disagrees, "seconds": row.time.as_secs_f64() })
        };
        let all = json!({ "records": shown.map(record).collect::<Vec<_>>(), "tried": rows.len(), "solved": solved,
            "disagreements": disagreements, "seconds": time.as_secs_f64() });
        serde_json::to_writer_pretty(&mut *streams.stdout, &all)?;
        return writeln!(streams.stdout);
    }
    let cells = |row: &Row| {
        vec![
            row.place.clone(),
            printable(&row.id),
            printable(&row.asks),
            row.found.clone(),
            if row.is_solved { "yes" } else { "no" }.to_owned(),
            row.wanted.clone().unwrap_or_default(),
            row.apart.map_or_else(String::new, |pawns| format!("{pawns:.2}")),
            seconds(row.time),
        ]
    };
    let headings = ["line", "id", "asks for", "engine", "solved", "wanted", "apart", "time"];
    let grid = Grid {
        headings: headings.map(str::to_owned).to_vec(),
        is_number: [true, false, false, false, false, false, true, true].to_vec(),
        rows: shown.map(cells).collect(),
    };
    let table = match arguments.output_format {
        Form::Csv => grid.csv(),
        Form::Markdown => grid.markdown() + "\n",
        _ if grid.rows.is_empty() => String::new(),
        _ => grid.text(),
    };
    write!(streams.stdout, "{table}")?;
    if arguments.output_format != Form::Csv {
        let share = if rows.is_empty() { 0.0 } else { 100.0 * solved as f64 / rows.len() as f64 };
        let total = format!("Solved {solved} of {} ({share:.1} %) in {} s", rows.len(), seconds(time));
        writeln!(streams.stdout, "{total}; the engine disagrees with {}.", counted(disagreements, "record"))?;
    }
    Ok(())
}
