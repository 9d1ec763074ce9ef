//! A conversation with an engine by the Universal Chess Interface.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use scoresheet_chess::board::fen;
use scoresheet_chess::evaluation::{BestLine, Evaluation, Question};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::error::{EngineError, Reason};
use super::process::{Process, Said};
use super::uci::{Info, Line};

/// The hash table of an engine in MB: fixed, as its size changes what is found.
pub(super) const HASH: u32 = 16;

/// The most moves that are kept of a line.
const LONGEST_LINE: usize = 24;

/// The most lines that an engine may print for one position.
const MOST_LINES_PRINTED: usize = 1_000_000;

/// How much an engine may work, and how long it is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The number of positions that it searches for an answer.
    pub(crate) nodes: u64,
    /// How long starting and preparing may take.
    pub(crate) preparing: Duration,
    /// How long an answer may take.
    pub(crate) answering: Duration,
}

/// An engine that searches fewer positions a second hangs.
const SLOWEST: u64 = 5_000;

/// How long even the shortest answer may take: the machine may be busy.
const LONGEST_PREPARING: Duration = Duration::from_secs(20);

impl Bounds {
    /// The bounds for so many nodes. The times only keep a run from hanging: no answer depends on them.
    pub(crate) fn of_nodes(nodes: u64) -> Bounds {
        let answering = LONGEST_PREPARING + Duration::from_secs(nodes / SLOWEST);
        Bounds { nodes, preparing: LONGEST_PREPARING, answering }
    }
}

/// A conversation with an engine.
#[derive(Debug)]
pub(crate) struct Session {
    path: PathBuf,
    process: Process,
    bounds: Bounds,
    /// The name that it gives itself.
    pub(crate) name: String,
    options: BTreeSet<String>,
}

impl Session {
    /// Starts the engine at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not speak UCI.
    pub(crate) fn start(path: &Path, bounds: Bounds) -> Result<Session, EngineError> {
        let process = Process::start(path).map_err(|error| EngineError::unstartable(path, &error))?;
        let (name, options) = (String::new(), BTreeSet::new());
        let mut session = Session { path: path.to_path_buf(), process, bounds, name, options };
        session.send("uci")?;
        let (mut name, mut options) = (String::new(), BTreeSet::new());
        session.read_until("uciok", bounds.preparing, |line| match line {
            Line::Name(given) => name = (*given).to_owned(),
            Line::Option(option) => drop(options.insert((*option).to_owned())),
            _ => {}
        })?;
        (session.name, session.options) = (name, options);
        for (option, value) in [("Threads", "1"), ("Hash", &HASH.to_string()), ("UCI_AnalyseMode", "true")] {
            session.set(option, value)?;
        }
        session.await_ready()?;
        Ok(session)
    }

    /// Evaluates a position. Nothing that was asked before changes the answer. `None` if the engine does not play the variant.
    ///
    /// # Errors
    ///
    /// If the engine does not answer, or not sensibly. Then it cannot be asked again.
    pub(crate) fn evaluate(&mut self, question: &Question) -> Result<Option<Evaluation>, EngineError> {
        if !self.ask(question)? {
            return Ok(None);
        }
        self.read_answer(question, &mut |_, _| true).map(Some)
    }

    /// Starts the search for an answer. Returns whether the engine plays the variant.
    fn ask(&mut self, question: &Question) -> Result<bool, EngineError> {
        let Question { position, lines, among } = *question;
        let is_chess960 = position.castles().mode().is_chess960();
        let is_known = matches!(position, VariantPosition::Chess(_));
        if !is_known || is_chess960 && !self.options.contains("UCI_Chess960") {
            return Ok(false);
        }
        self.set("UCI_Chess960", if is_chess960 { "true" } else { "false" })?;
        self.set("MultiPV", &lines.to_string())?;
        self.send("ucinewgame")?;
        self.await_ready()?;
        self.send(&format!("position fen {}", fen(position)))?;
        let mode = position.castles().mode();
        let among: Vec<String> = among.iter().map(|action| format!(" {}", action.to_uci(mode))).collect();
        let only = if among.is_empty() { String::new() } else { format!(" searchmoves{}", among.concat()) };
        self.send(&format!("go nodes {}{only}", self.bounds.nodes))?;
        Ok(true)
    }

    /// Searches a position, and passes the lines that are known so far to `tell` each time one changes.
    ///
    /// # Errors
    ///
    /// As [`Session::evaluate`]; also those of `tell`.
    pub(crate) fn analyse(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(u32, &[BestLine]) -> io::Result<()>,
    ) -> Result<Result<Option<Evaluation>, EngineError>, io::Error> {
        match self.ask(question) {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        }
        let mut failure = Ok(());
        let mut told = |depth: u32, found: &[Found]| {
            let line = |found: &Found| {
                let moves = read_moves(question.position, &found.moves).ok()?;
                Some(BestLine { score: found.score, moves })
            };
            let lines: Vec<BestLine> = found.iter().filter_map(line).collect();
            if failure.is_ok() {
                failure = tell(depth, &lines);
            }
            failure.is_ok()
        };
        let answer = self.read_answer(question, &mut told);
        failure?;
        Ok(answer.map(Some))
    }

    /// Reads up to the answer. `tell` gets the lines so far, and returns whether more are wanted.
    fn read_answer(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(u32, &[Found]) -> bool,
    ) -> Result<Evaluation, EngineError> {
        let Question { position, lines, among } = *question;
        let mode = position.castles().mode();
        let mut found: Vec<Found> = Vec::new();
        let (mut best, mut is_wanted) = (String::new(), true);
        self.read_until("bestmove", self.bounds.answering, |line| match line {
            Line::Info(info) if info.line <= lines => {
                keep(&mut found, info);
                is_wanted = is_wanted && tell(info.depth, &found);
            }
            Line::BestMove(text) => best = (*text).to_owned(),
            _ => {}
        })?;
        let illegal = |text: &str| self.error(Reason::IllegalMove { text: text.to_owned(), fen: fen(position) });
        let mut answer = Vec::new();
        for Found { score, moves, .. } in found {
            let moves = read_moves(position, &moves).map_err(illegal)?;
            answer.push(BestLine { score, moves });
        }
        let chosen = read_move(position, &best).ok_or_else(|| illegal(&best))?;
        if !among.is_empty() && !among.contains(&chosen) {
            return Err(illegal(&chosen.to_uci(mode).to_string()));
        }
        let Some(first) = answer.first_mut() else {
            return Err(self.error(Reason::NoScore { fen: fen(position) }));
        };
        if first.moves.first() != Some(&chosen) {
            first.moves = vec![chosen];
        }
        // Among several lines, those that the last search did not reach are of an earlier one.
        answer[1..].sort_by_key(|line| std::cmp::Reverse(line.score));
        Ok(Evaluation { lines: answer })
    }

    /// Sets an option that the engine has.
    fn set(&mut self, option: &str, value: &str) -> Result<(), EngineError> {
        if !self.options.contains(option) {
            return Ok(());
        }
        self.send(&format!("setoption name {option} value {value}"))
    }

    fn await_ready(&mut self) -> Result<(), EngineError> {
        self.send("isready")?;
        self.read_until("readyok", self.bounds.preparing, |_| {})
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        self.process.send(line).map_err(|_| self.error(Reason::Ended))
    }

    /// Reads lines up to the first one that begins with `last`, and passes all to `take`.
    fn read_until(
        &mut self,
        last: &'static str,
        within: Duration,
        mut take: impl FnMut(&Line),
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + within;
        for _ in 0..MOST_LINES_PRINTED {
            match self.process.next(deadline) {
                Said::Line(text) => {
                    let line = Line::read(&text);
                    take(&line);
                    let word = match line {
                        Line::UciOk => "uciok",
                        Line::ReadyOk => "readyok",
                        Line::BestMove(_) => "bestmove",
                        _ => continue,
                    };
                    if word == last {
                        return Ok(());
                    }
                }
                Said::Garbage => return Err(self.error(Reason::Garbage)),
                Said::End => return Err(self.error(Reason::Ended)),
                Said::Nothing => return Err(self.error(Reason::Silent(last))),
            }
        }
        Err(self.error(Reason::Garbage))
    }

    fn error(&self, reason: Reason) -> EngineError {
        EngineError::new(&self.path, reason)
    }
}

/// A line of the search so far.
struct Found {
    depth: u32,
    score: scoresheet_chess::evaluation::Score,
    is_bound: bool,
    moves: Vec<String>,
}

/// Keeps the latest state of a line. A bound does not replace the score of the same depth or of the one before, unless there is none.
fn keep(found: &mut Vec<Found>, info: &Info) {
    let moves = || info.moves.iter().take(LONGEST_LINE).map(|text| (*text).to_owned()).collect();
    let new = || Found { depth: info.depth, score: info.score, is_bound: info.is_bound, moves: moves() };
    if found.len() + 1 == info.line {
        return found.push(new());
    }
    let Some(known) = found.get_mut(info.line - 1) else { return };
    let is_newer = if info.is_bound && !known.is_bound {
        // A move that fails low or high in the last, unfinished search: the move is newer, the score is not certain.
        known.moves.first().map(String::as_str) != info.moves.first().copied()
    } else {
        info.depth >= known.depth || known.is_bound
    };
    if is_newer {
        *known = new();
    }
}

/// The moves of a line up to the first that is illegal; the error is the first move if that is.
fn read_moves<'a>(position: &VariantPosition, moves: &'a [String]) -> Result<Vec<Move>, &'a str> {
    let mut position = position.clone();
    let mut read = Vec::with_capacity(moves.len());
    for text in moves {
        let Some(action) = read_move(&position, text) else { break };
        position.play_unchecked(action);
        read.push(action);
    }
    match (read.is_empty(), moves.first()) {
        (true, Some(first)) => Err(first),
        _ => Ok(read),
    }
}

/// A legal move in coordinates.
pub(super) fn read_move(position: &VariantPosition, text: &str) -> Option<Move> {
    text.parse::<UciMove>().ok()?.to_move(position).ok()
}

#[cfg(test)]
mod tests;
