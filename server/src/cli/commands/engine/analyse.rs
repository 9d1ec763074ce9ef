//! `scoresheet engine analyse`: the states of a search, for programs that show them.

use std::io;
use std::path::PathBuf;

use clap::{Args, value_parser};
use scoresheet_chess::evaluation::{BestLine, Question, Score, final_score};
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::position_faults::start_position;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Color, Position};

use crate::cli::output::{Exit, Streams};
use crate::engine::{Bounds, Session};

/// Arguments of `engine analyse`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each line is an object: depth, lines (the best first), is_over. A line has score (in words), pawns (for White; null for a mate), mate (for White; \
null without one), text (the moves with numbers) and moves (in UCI notation).

Exit status: 0 the search is over, 2 wrong usage, or an engine that fails.")]
pub(crate) struct AnalyseArguments {
    /// Ask this engine, a program that speaks UCI such as stockfish, in the folders of PATH or with its path
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Analyse this position, in Forsyth-Edwards Notation
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// Read the FEN, and the castling rights in it, as one of Chess960
    #[arg(long)]
    chess960: bool,
    /// End the search after so many positions
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Show so many lines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=20))]
    lines: u8,
}

/// A state of the search.
#[derive(Serialize)]
struct State {
    depth: u32,
    lines: Vec<LineState>,
    is_over: bool,
}

#[derive(Serialize)]
struct LineState {
    score: String,
    pawns: Option<f64>,
    mate: Option<i64>,
    text: String,
    moves: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &AnalyseArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Ok(position) = start_position(&arguments.fen, Variant::Chess, arguments.chess960) else {
        streams.error(format_args!("--fen: this is no position to play from: {}", arguments.fen));
        return Ok(Exit::Trouble);
    };
    if final_score(&position).is_some() {
        let over = State { depth: 0, lines: Vec::new(), is_over: true };
        put(&over, streams)?;
        return Ok(Exit::Clean);
    }
    let mut session = match Session::start(&arguments.engine, Bounds::of_nodes(arguments.nodes)) {
        Ok(session) => session,
        Err(error) => {
            streams.error(error);
            return Ok(Exit::Trouble);
        }
    };
    let question = Question { position: &position, lines: usize::from(arguments.lines), among: &[] };
    let mut depth = 0;
    let shown = |lines: &[BestLine]| lines.iter().map(|line| line_state(&position, line)).collect();
    let answer = session.analyse(&question, &mut |reached, lines| {
        depth = reached;
        put(&State { depth, lines: shown(lines), is_over: false }, streams)
    })?;
    match answer {
        Ok(answer) => {
            let lines = answer.map_or_else(Vec::new, |answer| shown(&answer.lines));
            put(&State { depth, lines, is_over: true }, streams)?;
            Ok(Exit::Clean)
        }
        Err(error) => {
            streams.error(error);
            Ok(Exit::Trouble)
        }
    }
}

fn put(state: &State, streams: &mut Streams<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *streams.stdout, state)?;
    writeln!(streams.stdout)?;
    streams.stdout.flush()
}

fn line_state(position: &VariantPosition, line: &BestLine) -> LineState {
    let of_white = if position.turn().is_white() { line.score } else { line.score.for_opponent() };
    let mode = position.castles().mode();
    LineState {
        score: match of_white {
            Score::Centipawns(_) => of_white.to_string(),
            Score::Mates(_) | Score::Mated(_) => of_white.command_argument(),
        },
        pawns: of_white.centipawns().map(|centipawns| f64::from(centipawns) / 100.0),
        mate: match of_white {
            Score::Mates(moves) => Some(i64::from(moves)),
            Score::Mated(moves) => Some(-i64::from(moves)),
            Score::Centipawns(_) => None,
        },
        text: numbered(position, line),
        moves: line.moves.iter().map(|action| action.to_uci(mode).to_string()).collect(),
    }
}

/// `12... Nf6 13. Nc3`.
fn numbered(position: &VariantPosition, line: &BestLine) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for action in &line.moves {
        if position.turn() == Color::White || words.is_empty() {
            words.push(indication(position.fullmoves().get(), position.turn()));
        }
        words.push(SanPlus::from_move(position.clone(), *action).to_string());
        position.play_unchecked(*action);
    }
    words.join(" ")
}
