//! Games that a document tells in pieces: from which position each piece goes on.
//!
//! A piece is reported on only where that position is certain. Where it is merely likely, a piece that reads cleanly becomes a block, and any other
//! is left alone.

use std::collections::HashMap;

use scoresheet_chess::board::fen;
use scoresheet_chess::move_numbers::is_number_of;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_embedded::{Block, GameStart, Line, LineRole, MoveId, Step};
use scoresheet_grammar::ast::move_number;
use scoresheet_grammar::{Database, GameView};

/// So many variations of a game are remembered.
const MOST_VARIATIONS: usize = 16;

/// No longer line is remembered, in halfmoves. No game that people play has so many.
const MOST_PLIES: usize = 2000;

/// So many games that have a name are remembered.
const MOST_STORED: usize = 64;

/// The position before the first move of an ordinary game.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The blocks of a document, each piece of a game with the position in which it begins as its context.
pub(super) fn blocks(steps: Vec<Step>) -> Vec<Block> {
    let mut reader = Reader::default();
    let mut blocks = Vec::new();
    for step in steps {
        match step {
            Step::Block(block) => blocks.push(block),
            Step::Start(start) => reader.now = Game::begin(start),
            Step::Line(line) => blocks.extend(reader.line(line)),
            Step::Store(name) if reader.stored.len() < MOST_STORED => {
                drop(reader.stored.insert(name, reader.now.clone()))
            }
            Step::Store(name) => drop(reader.stored.remove(&name)),
            Step::Restore(name) => reader.now = reader.stored.get(&name).cloned().flatten(),
            Step::Lost => reader.now = None,
        }
    }
    blocks.sort_by_key(|block| block.extent().start);
    blocks
}

#[derive(Default)]
struct Reader {
    /// The game that goes on; nothing where that is not known.
    now: Option<Game>,
    stored: HashMap<String, Option<Game>>,
}

/// A game as far as it has been told.
#[derive(Clone)]
struct Game {
    main: Positions,
    variations: Vec<Positions>,
    /// Whether pieces may be judged by the positions.
    is_certain: bool,
    /// Whether a piece of the main line did not read.
    is_broken: bool,
    /// Whether a variation did not read, so that others may go on from it.
    has_unread: bool,
    /// Where the game may begin instead, as long as it has no moves.
    instead: Option<Positions>,
}

/// The positions of a line as FENs, one after the other.
#[derive(Clone)]
struct Positions {
    first: usize,
    fens: Vec<String>,
}

impl Positions {
    /// The position before the move with this number of halfmoves before it.
    fn at(&self, ply: usize) -> Option<&String> {
        self.fens.get(ply.checked_sub(self.first)?)
    }

    /// The number of halfmoves before its last position.
    fn end(&self) -> usize {
        self.first + self.fens.len() - 1
    }

    /// A line without moves from a position. Nothing if no game can begin there.
    fn from(text: &str) -> Option<Positions> {
        let (read, _) = read(text, "")?;
        Some(read)
    }
}

impl Game {
    fn begin(start: GameStart) -> Option<Game> {
        let written = start.fen.unwrap_or_else(|| INITIAL.to_owned());
        let main = Positions::from(&start.first.map_or_else(|| written.clone(), |first| with_first(&written, first)))?;
        Some(Game {
            main,
            variations: Vec::new(),
            is_certain: start.is_certain && written.split(' ').count() == FIELDS,
            is_broken: false,
            has_unread: false,
            instead: start.first.and_then(|_| Positions::from(&written)),
        })
    }
}

/// How many fields a FEN has.
const FIELDS: usize = 6;

/// A FEN with another next move.
fn with_first(fen: &str, first: MoveId) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields.resize(FIELDS, "-");
    let turn = if first.is_black { "b" } else { "w" };
    if fields[1] != turn {
        // A pawn of the side to move cannot just have moved.
        fields[3] = "-";
    }
    let [board, _, castling, en_passant, halfmoves, _] = fields[..] else { return fen.to_owned() };
    let halfmoves = if halfmoves == "-" { "0" } else { halfmoves };
    format!("{board} {turn} {castling} {en_passant} {halfmoves} {}", first.number)
}

impl Reader {
    /// The block of a piece, if it can be read from a position that is likely, or if the position is certain.
    fn line(&mut self, line: Line) -> Option<Block> {
        let Some(first) = line.first else { return self.line_without_number(line) };
        let ply = first.ply();
        let (places, is_certain) = self.places(line.role, ply);
        let mut partly_read = None;
        for (index, place) in places.iter().enumerate() {
            match read(place, &line.moves) {
                Some((positions, true)) => {
                    self.go_on(line.role, positions);
                    return line.block.map(|block| block.after(&context(place)));
                }
                Some((positions, false)) if is_certain && index == 0 => partly_read = Some(positions),
                _ => {}
            }
        }
        self.break_off(line.role, partly_read);
        let place = places.first().filter(|_| is_certain)?;
        Some(line.block?.after(&context(place)))
    }

    /// Where nothing is written yet, a move can be written that goes on.
    fn line_without_number(&mut self, line: Line) -> Option<Block> {
        let is_main = line.role == LineRole::Main;
        if !line.moves.is_empty() {
            self.break_off(line.role, None);
            return None;
        }
        let main = &self.now.as_ref().filter(|game| !game.is_broken)?.main;
        let place = if is_main { main.end() } else { main.end().checked_sub(1)? };
        Some(line.block?.after(&context(main.at(place)?)))
    }

    /// The positions from which a line may go on, likeliest first, and whether the first of them is certain.
    fn places(&self, role: LineRole, ply: usize) -> (Vec<String>, bool) {
        let Some(game) = &self.now else {
            // A part of a document may begin with a game that another part has announced.
            let is_start = role == LineRole::Main && ply == MoveId::FIRST.ply();
            return (if is_start { vec![INITIAL.to_owned()] } else { Vec::new() }, false);
        };
        let (main, end) = (game.main.at(ply), game.main.end());
        let mut places: Vec<String> = main.cloned().into_iter().collect();
        if role == LineRole::Main {
            places.extend(game.instead.as_ref().and_then(|instead| instead.at(ply)).cloned());
            return (places, game.is_certain && !game.is_broken && ply == end);
        }
        let in_variations: Vec<&String> =
            game.variations.iter().rev().filter_map(|positions| positions.at(ply)).collect();
        for place in in_variations {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        let is_usual = match role {
            LineRole::VariationAfter => ply == end,
            LineRole::VariationOfVariation => {
                let last = game.variations.last().and_then(|last| last.at(ply));
                places.splice(0..0, last.cloned());
                last.is_some() && !game.has_unread
            }
            LineRole::Main | LineRole::Variation => ply + 1 == end,
        };
        let is_only = places.len() == 1 && main.is_some() && !game.has_unread;
        (places, game.is_certain && (is_usual || is_only))
    }

    /// The game goes on with a line that was read.
    fn go_on(&mut self, role: LineRole, read: Positions) {
        if role != LineRole::Main {
            if let Some(game) = self.now.as_mut().filter(|_| read.fens.len() <= MOST_PLIES) {
                if game.variations.len() == MOST_VARIATIONS {
                    game.variations.remove(0);
                }
                game.variations.push(read);
            }
            return;
        }
        match &mut self.now {
            Some(game) if game.main.at(read.first) == read.fens.first() => {
                game.main.fens.truncate(read.first - game.main.first);
                game.main.fens.extend(read.fens);
            }
            Some(game) => game.main = read,
            None => {
                self.now = Game::begin(GameStart::default());
                self.go_on(role, read);
            }
        }
        self.now = self.now.take().filter(|game| game.main.fens.len() <= MOST_PLIES);
        if let Some(game) = &mut self.now {
            game.instead = None;
        }
    }

    /// A line was not read, or only up to where these positions end.
    fn break_off(&mut self, role: LineRole, read: Option<Positions>) {
        if role != LineRole::Main {
            if let Some(game) = &mut self.now {
                game.has_unread = true;
            }
            return;
        }
        match read {
            Some(read) => self.go_on(role, read),
            None => self.now = None,
        }
        if let Some(game) = &mut self.now {
            game.is_broken = true;
        }
    }
}

/// The tag pairs with a position in which a piece begins, as the formatter writes them. The initial position needs none.
fn context(fen: &str) -> String {
    if fen == INITIAL { String::new() } else { format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n") }
}

/// The positions of moves from a position, as far as they can be played, and whether that is all of them and their numbers are right. Nothing if no
/// game can begin there.
fn read(start: &str, moves: &str) -> Option<(Positions, bool)> {
    let text = context(start) + moves;
    let database = Database::parse(text.as_str());
    // Without moves there may be no game.
    let Some(game) = database.view(0) else {
        return Some((Positions { first: MoveId::FIRST.ply(), fens: vec![start.to_owned()] }, false));
    };
    let mut replay = Replay::new(game);
    let start = replay.position()?;
    let first = MoveId { number: replay.number(), is_black: replay.turn().is_black() }.ply();
    let mut fens = vec![fen(start)];
    let mut is_whole = database.len() == 1 && has_right_numbers(game);
    while let Some(next) = replay.next_of_main_line() {
        match (next, replay.position()) {
            (MainMove::Played(..) | MainMove::Null(_), Some(position)) => fens.push(fen(position)),
            _ => is_whole = false,
        }
    }
    Some((Positions { first, fens }, is_whole))
}

/// Whether all numbers that are written are right.
fn has_right_numbers(game: GameView) -> bool {
    let is_right = |range: &std::ops::Range<usize>, number: u32, turn| {
        is_number_of(move_number(&game.text[range.clone()]), number, turn)
    };
    let tree = MoveTree::of(game);
    tree.moves.iter().all(|one| one.number_range.as_ref().is_none_or(|range| is_right(range, one.number, one.turn)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::DocumentKind;

    /// The blocks of a document: the number and the side of the position in which each begins, and its own text. `?` is the initial position.
    fn shown(document: &str) -> Vec<String> {
        let of_block = |block: &Block| {
            let (context, own) = block.text().split_at(block.own_start());
            let fen = context.split('"').nth(1).map_or(INITIAL, |fen| fen);
            let fields: Vec<&str> = fen.split(' ').collect();
            format!("{}{}: {own}", fields[5], fields[1])
        };
        blocks(DocumentKind::Latex.steps(document)).iter().map(of_block).collect()
    }

    #[track_caller]
    fn check(document: &str, expected: &[&str]) {
        assert_eq!(shown(document), expected, "{document}");
    }

    #[test]
    fn a_main_line_goes_on() {
        check(
            "\\newgame\\mainline{1. e4 e5 2. Nf3} and \\mainline{2... Nc6} \\hidemoves{3. Bb5}\\mainline{}",
            &["1w: 1. e4 e5 2. Nf3", "2b: 2... Nc6", "3w: 3. Bb5", "3b: "],
        );
        check("\\newchessgame[white=A, moveid=4w]\\mainline{4. e4 e5 5. Ke3}", &["4w: 4. e4 e5 5. Ke3"]);
        check("\\newgame\\mainline{1. e4 \\xskakcomment{best} e5}\\mainline{2. Nf3}", &["2w: 2. Nf3"]);
    }

    #[test]
    fn a_variation_replaces_the_move_with_its_number() {
        check(
            "\\newgame\\mainline{1. e4 e5 2. Nf3 d6}\\variation{2... Nc6 3. Bb5}\\variation{3. Bc4}\\variation{1. d4 d5}\\mainline{3. d4}",
            &["1w: 1. e4 e5 2. Nf3 d6", "2b: 2... Nc6 3. Bb5", "3w: 3. Bc4", "1w: 1. d4 d5", "3w: 3. d4"],
        );
        check("\\newgame\\mainline{1. e4}\\variation{1. Ke2}", &["1w: 1. e4", "1w: 1. Ke2"]);
        check("\\newgame\\mainline{1. e4}\\variationcurrent{1... Ke7}", &["1w: 1. e4", "1b: 1... Ke7"]);
        check(
            "\\newgame\\mainline{1. e4}\\variation{1. d4 d5}\\continuevariationcurrent{2. c4}",
            &["1w: 1. e4", "1w: 1. d4 d5", "2w: 2. c4"],
        );
    }

    #[test]
    fn positions_are_set() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 26";
        check(
            &format!("\\fenboard{{{fen}}}\\mainline{{26. e4}}\\newchessgame[setfen={{{fen}}}]\\mainline{{1. e4}}"),
            &[&format!("26w: {fen}").replace("26w", "1w"), "26w: 26. e4", &format!("1w: {fen}"), "1w: 1. e4"],
        );
        // The number of the FEN is not that of the first move, but people write it.
        let started = format!("\\newchessgame[setfen={{{fen}}}]");
        check(&format!("{started}\\mainline{{26. e4}}"), &[&format!("1w: {fen}"), "26w: 26. e4"]);
        check(&format!("{started}\\mainline{{26. e5}}"), &[&format!("1w: {fen}")]);
    }

    #[test]
    fn what_is_not_certain_is_left_alone() {
        check("\\mainline{1. e4}\\mainline{1... e5}", &["1w: 1. e4", "1b: 1... e5"]);
        check("\\mainline{1. e5}\\mainline{2. e4}\\variation{a}\\variation{1. e5}", &[]);
        check("\\newgame\\mainline{1. e4 e5}\\input{a}\\mainline{2. Ke3}", &["1w: 1. e4 e5"]);
        check("\\newgame\\mainline{1. e4 e5}\\mainline{2... Nc6}\\mainline{3. Nf3}", &["1w: 1. e4 e5"]);
        check("\\newgame\\mainline{1. e5 e4}\\mainline{2. Nf3}", &["1w: 1. e5 e4"]);
        check("\\newgame\\mainline{1. e4 5. e5}\\mainline{e4}\\mainline{2. Nf3}", &["1w: 1. e4 5. e5"]);
        check("\\newchessgame[newvar=A]\\mainline{1. e5}", &[]);
        // Neither the main line nor the variation goes on like this, so something else may be meant.
        check(
            "\\newgame\\mainline{1. e4 e5 2. Nf3 d6 3. d4}\\variation{1. d4 d5 2. c4}\\variation{2. Ke8}",
            &["1w: 1. e4 e5 2. Nf3 d6 3. d4", "1w: 1. d4 d5 2. c4"],
        );
        // Pictures of one slide after the other begin again.
        check(
            "\\newgame\\only<1>{\\mainline{1.e4}}\\only<2>{\\hidemoves{1.e4}\\mainline{1... e5}}",
            &["1w: 1.e4", "1w: 1.e4", "1b: 1... e5"],
        );
    }

    #[test]
    fn stored_games_are_restored() {
        check(
            "\\newgame\\mainline{1. e4}\\storegame{a}\\mainline{1... e5}\\restoregame{a}\\mainline{1... c5}\\restoregame{b}\\mainline{2. Ke3}",
            &["1w: 1. e4", "1b: 1... e5", "1b: 1... c5"],
        );
    }
}
