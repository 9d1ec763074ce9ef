//! The lines of the Universal Chess Interface, as far as analysis needs them.

use std::str::SplitAsciiWhitespace;

use scoresheet_chess::evaluation::Score;

/// A line of an engine.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// `id name Stockfish 15.1`
    Name(&'a str),
    /// `option name UCI_Chess960 type check default false`: its name.
    Option(&'a str),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `info ... score ... pv ...`
    Info(Info<'a>),
    /// `bestmove e2e4 ponder e7e5`: the move.
    BestMove(&'a str),
    /// Anything else: engines may print what they like.
    Other,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Info<'a> {
    /// Which line it is, from 1; 1 is the best.
    pub(super) line: usize,
    /// In plies.
    pub(super) depth: u32,
    /// For the side to move.
    pub(super) score: Score,
    /// Whether the score is only a bound of the real one.
    pub(super) is_bound: bool,
    /// The moves, in coordinates.
    pub(super) moves: Vec<&'a str>,
}

impl Line<'_> {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Line<'_> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uciok") => Line::UciOk,
            Some("readyok") => Line::ReadyOk,
            Some("bestmove") => words.next().map_or(Line::Other, Line::BestMove),
            Some("info") => read_info(words).map_or(Line::Other, Line::Info),
            Some("id") => line.split_once("name ").map_or(Line::Other, |(_, name)| Line::Name(name.trim())),
            Some("option") => match line.split_once("name ") {
                Some((_, rest)) => Line::Option(rest.split_once(" type").map_or(rest, |(name, _)| name).trim()),
                None => Line::Other,
            },
            _ => Line::Other,
        }
    }
}

/// Reads what follows `info`. `None` without a score and moves.
fn read_info<'a>(mut words: SplitAsciiWhitespace<'a>) -> Option<Info<'a>> {
    let (mut line, mut depth, mut score, mut is_bound) = (1, 0, None, false);
    while let Some(word) = words.next() {
        match word {
            "multipv" => line = words.next()?.parse().ok().filter(|line| *line > 0)?,
            "depth" => depth = words.next()?.parse().ok()?,
            "score" => score = Some(read_score(words.next()?, words.next()?)?),
            "lowerbound" | "upperbound" => is_bound = true,
            // What follows is free text.
            "string" => return None,
            "pv" => {
                let moves: Vec<&str> = words.collect();
                return (!moves.is_empty()).then_some(Info { line, depth, score: score?, is_bound, moves });
            }
            _ => {}
        }
    }
    None
}

fn read_score(kind: &str, value: &str) -> Option<Score> {
    let value: i32 = value.parse().ok()?;
    match kind {
        "cp" => Some(Score::Centipawns(value)),
        "mate" if value > 0 => Some(Score::Mates(value.unsigned_abs())),
        "mate" => Some(Score::Mated(value.unsigned_abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let info = |line, depth, score, is_bound, moves| Line::Info(Info { line, depth, score, is_bound, moves });
        let cases = [
            ("uciok", Line::UciOk),
            ("  readyok ", Line::ReadyOk),
            ("id name Stockfish 15.1", Line::Name("Stockfish 15.1")),
            ("id author A Man named B", Line::Other),
            ("option name Clear Hash type button", Line::Option("Clear Hash")),
            ("bestmove e7e8q ponder a1b1", Line::BestMove("e7e8q")),
            ("bestmove", Line::Other),
            (
                "info depth 20 seldepth 30 multipv 2 score cp -35 nodes 9 nps 1 time 3 pv e2e4 e7e5",
                info(2, 20, Score::Centipawns(-35), false, vec!["e2e4", "e7e5"]),
            ),
            ("info depth 3 score mate -2 upperbound pv e1d1", info(1, 3, Score::Mated(2), true, vec!["e1d1"])),
            ("info depth 3 score mate 4 pv e1d1", info(1, 3, Score::Mates(4), false, vec!["e1d1"])),
            ("info score cp 99999999999 pv e1d1", Line::Other),
            ("info depth 3 currmove e2e4", Line::Other),
            ("info string score cp 3 pv e2e4", Line::Other),
            ("info multipv 0 score cp 3 pv e2e4", Line::Other),
            ("info depth 3 score cp 3 pv", Line::Other),
            ("", Line::Other),
            ("\u{1b}[0m info", Line::Other),
        ];
        for (line, expected) in cases {
            assert_eq!(Line::read(line), expected, "{line:?}");
        }
    }
}
