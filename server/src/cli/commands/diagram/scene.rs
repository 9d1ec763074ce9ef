//! What is drawn: a position with its marks, from a FEN, a place in a game, or a record.

use std::num::NonZeroUsize;

use scoresheet_chess::diagram::Brush;
use scoresheet_chess::epd::RecordKind;
use scoresheet_chess::epd::at::{PlacedRecord, record_at};
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::placed_game::PlacedGame;
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::EpdFile;
use scoresheet_grammar::fen::{Fen, FenFaultKind, Severity, parse_fen};
use scoresheet_ide::board_state::{BoardState, board_state, board_state_at_ply};
use scoresheet_ide::epd::board::record_board;
use shakmaty::{Board, Color, Piece, Square};

use super::arguments::DiagramArguments;
use crate::cli::input::offset_at;
use crate::cli::output::counted;
use crate::text_file::LineCursor;

/// A position with its marks.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The number of the record, counted from 1; 1 for what is no record.
    pub(super) number: usize,
    pub(super) board: Board,
    /// The side to move, if it is known.
    pub(super) turn: Option<Color>,
    /// What it is called beside the side to move: `After 12...Nf6`, the `id` of a record; may be empty.
    pub(super) name: String,
    /// Whether a move before it cannot be played, so that the position is what was probably meant.
    pub(super) is_guessed: bool,
    pub(super) last_move: Option<(Square, Square)>,
    pub(super) arrows: Vec<(Brush, Square, Square)>,
    pub(super) squares: Vec<(Brush, Square)>,
}

/// The position of a FEN, of which only the pieces are needed.
///
/// # Errors
/// What is wrong with the pieces.
pub(super) fn of_fen(text: &str) -> Result<Scene, String> {
    Scene::of(&parse_fen(text), text)
}

/// The position of a game that the arguments choose.
///
/// # Errors
/// A message, if there is none.
pub(super) fn of_game(arguments: &DiagramArguments, text: &str) -> Result<Scene, String> {
    let database = Database::parse(text);
    if let (None, Some(at)) = (arguments.game, arguments.at) {
        return of_state(board_state(&database, offset_at(text, at)?));
    }
    let game = chosen_game(arguments, &database)?;
    if let Some(at) = arguments.at {
        return of_state(board_state(&database, game.start + offset_at(game.view.text, at)?));
    }
    let state = match board_state_at_ply(game, arguments.ply.unwrap_or(usize::MAX)) {
        Err(plies) if arguments.ply.is_none() => board_state_at_ply(game, plies),
        state => state,
    };
    let wanted = arguments.ply.unwrap_or_default();
    of_state(Some(state.map_err(|plies| no_such_ply(game.index + 1, plies, wanted))?))
}

/// The game that the arguments choose.
///
/// # Errors
/// A message, if there is none.
pub(super) fn chosen_game<'a>(arguments: &DiagramArguments, database: &'a Database) -> Result<PlacedGame<'a>, String> {
    let number = match arguments.game {
        Some(game) => game.get(),
        None if database.len() > 1 => {
            let games = counted(database.len(), "game");
            return Err(format!("the file has {games}: use --at LINE:COLUMN, or --game N and --ply M"));
        }
        None => 1,
    };
    let index = number - 1;
    let placed = database.start(index).zip(database.view(index));
    placed.map(|(start, view)| PlacedGame { index, start, view }).ok_or_else(|| missing(number, database.len(), "game"))
}

/// Says that a game is not as long.
pub(super) fn no_such_ply(number: usize, plies: usize, wanted: usize) -> String {
    format!("the main line of game {number} has {}, so there is no ply {wanted}", counted_plies(plies))
}

/// The position of a record at a place, or of the record with a number.
///
/// # Errors
/// A message, if there is none.
pub(super) fn of_record(arguments: &DiagramArguments, text: &str, kind: RecordKind) -> Result<Scene, String> {
    let file = EpdFile::parse(text);
    let offset = match (arguments.game, arguments.at) {
        (Some(game), at) => {
            let record = numbered(&file, kind, game)?;
            record.start + at.map_or(Ok(0), |at| offset_at(record.view.line, at))?
        }
        (None, Some(at)) => offset_at(text, at)?,
        (None, None) => 0,
    };
    let record = record_at(&file, kind, offset).ok_or("there is no record on this line")?;
    let state = record_board(&file, kind, offset);
    match state {
        // After one of the moves that the record names.
        Some(state) if state.last_move.is_some() => of_state(Some(state)),
        _ => of_view(&record.view, state.filter(|_| arguments.look.solution)),
    }
}

/// A record that cannot be drawn: the byte offset where it begins, its number, counted from 1, and why.
pub(super) struct Undrawn {
    pub(super) offset: usize,
    pub(super) number: usize,
    pub(super) reason: String,
}

/// The positions of all records.
pub(super) fn of_records(text: &str, kind: RecordKind, solution: bool) -> (Vec<Scene>, Vec<Undrawn>) {
    let file = EpdFile::parse(text);
    let (mut scenes, mut undrawn) = (Vec::new(), Vec::new());
    let records = file.lines().filter_map(|(start, line)| PlacedRecord::read(start, line, kind));
    for (index, record) in records.enumerate() {
        // A file of its own: the board of a record counts the records before it.
        let state = || record_board(&EpdFile::parse(record.view.line), kind, 0);
        match of_view(&record.view, solution.then(state).flatten()) {
            Ok(scene) => scenes.push(Scene { number: index + 1, ..scene }),
            Err(reason) => undrawn.push(Undrawn { offset: record.start, number: index + 1, reason }),
        }
    }
    (scenes, undrawn)
}

fn numbered(file: &EpdFile, kind: RecordKind, number: NonZeroUsize) -> Result<PlacedRecord<'_>, String> {
    let records = || file.lines().filter_map(|(start, line)| PlacedRecord::read(start, line, kind));
    records().nth(number.get() - 1).ok_or_else(|| missing(number.get(), records().count(), "record"))
}

/// The position of a record, with the arrows of a state.
fn of_view(view: &RecordView, state: Option<BoardState>) -> Result<Scene, String> {
    let name = view.value("id").unwrap_or_default().to_owned();
    let scene = Scene::of(view.fen(), view.line)?;
    let arrows = state.map(|state| state.arrows).unwrap_or_default();
    Ok(Scene { name, arrows, ..scene })
}

/// The position of a state.
pub(super) fn of_state(state: Option<BoardState>) -> Result<Scene, String> {
    let state = state.ok_or("there is no game in the file")?;
    let fen = state.fen.ok_or(
        "the position is not known here, because a move before it cannot be played; `scoresheet check` shows which",
    )?;
    let after = |at: scoresheet_ide::board_state::MoveAt| {
        format!("After {}{}{}", at.number, at.turn.fold_wb(".", "..."), at.text)
    };
    Ok(Scene {
        name: state.last_move.map(after).unwrap_or_default(),
        is_guessed: state.is_guessed,
        last_move: state.last_squares,
        arrows: state.arrows,
        squares: state.squares,
        ..of_fen(&fen)?
    })
}

impl Scene {
    /// The pieces and the side to move of a FEN in a text.
    fn of(fen: &Fen, text: &str) -> Result<Scene, String> {
        let concerns_pieces =
            |kind: &FenFaultKind| !matches!(kind, FenFaultKind::SideToMove | FenFaultKind::MissingField(_));
        let unreadable = fen.faults.iter().filter(|fault| fault.kind.severity() == Severity::Unreadable);
        if let Some(fault) = unreadable.map(|fault| &fault.kind).find(|kind| concerns_pieces(kind)) {
            return Err(fault.to_string());
        }
        let mut board = Board::empty();
        for piece in &fen.pieces {
            if let Some(drawn) = Piece::from_char(piece.letter) {
                board.set_piece_at(Square::new(u32::from(piece.square)), drawn);
            }
        }
        let turn = match fen.turn.clone().map(|range| text[range].to_ascii_lowercase()).as_deref() {
            Some("w" | "white") => Some(Color::White),
            Some("b" | "black") => Some(Color::Black),
            _ => None,
        };
        let (name, is_guessed, last_move, arrows, squares) = Default::default();
        Ok(Scene { number: 1, board, turn, name, is_guessed, last_move, arrows, squares })
    }

    /// The title of its picture: `After 12...Nf6, White to move`.
    pub(super) fn title(&self) -> String {
        // After mate no side moves.
        let turn = self.turn.filter(|_| !self.name.ends_with('#'));
        let turn = turn.map(|turn| turn.fold_wb("White to move", "Black to move"));
        match (self.name.trim(), turn) {
            ("", None) => "Chess diagram".to_owned(),
            ("", Some(turn)) => turn.to_owned(),
            (name, None) => name.to_owned(),
            (name, Some(turn)) => format!("{name}, {turn}"),
        }
    }
}

fn missing(number: usize, count: usize, noun: &str) -> String {
    match count {
        0 => format!("there is no {noun} in the file"),
        _ => format!("there is no {noun} {number}: the file has {count}"),
    }
}

fn counted_plies(plies: usize) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// The place of a record in a text, as messages write it.
pub(super) fn place(text: &str, offset: usize) -> String {
    let at = LineCursor::default().locate(text, offset);
    format!("{}:{}", at.line, at.column)
}
