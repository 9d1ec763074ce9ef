//! `scoresheet diagram`: pictures of positions.

mod arguments;
mod scene;

use std::fs;
use std::io;
use std::path::Path;

use arguments::{PictureFormat, Side};
use scene::{Scene, of_fen, of_game, of_record, of_records, place};
use scoresheet_chess::board::{TextStyle, text as text_board};
use scoresheet_chess::diagram::{Diagram, SheetBoard, marks_in_words, sheet, svg};
use shakmaty::Color;

use crate::cli::arguments::{GlobalArguments, OutputArguments};
use crate::cli::input::Input;
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams, counted, trouble};
use crate::cli::writing::print_or_create;
use crate::text_file::{TextFile, name};

pub(super) use arguments::DiagramArguments;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &DiagramArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let found = match find(arguments, streams) {
        Ok(found) => found,
        Err(error) => return trouble(streams, error),
    };
    found.undrawn.iter().for_each(|line| streams.note(line));
    if found.scenes.is_empty() {
        return Ok(Exit::Found);
    }
    let is_written = if arguments.sheet {
        let sheet = as_sheet(arguments, &found);
        print_or_create(&arguments.output, sheet.as_bytes(), streams)?
    } else if is_folder(arguments) {
        write_all(arguments, global, &found.scenes, streams)?
    } else {
        let pictures: Vec<String> = found.scenes.iter().map(|scene| picture(arguments, scene)).collect();
        print_or_create(&arguments.output, pictures.join("\n").as_bytes(), streams)?
    };
    Ok(Exit::of(!is_written, !found.undrawn.is_empty()))
}

/// What is to be drawn.
struct Found {
    /// What a sheet is called.
    file: String,
    scenes: Vec<Scene>,
    /// A line for each record that cannot be drawn.
    undrawn: Vec<String>,
}

/// The positions that the arguments choose.
///
/// # Errors
/// A message, if the arguments contradict each other or what they choose, or there is no position.
fn find(arguments: &DiagramArguments, streams: &mut Streams<'_>) -> Result<Found, String> {
    if arguments.sheet && format(arguments) != PictureFormat::Svg {
        return Err("a sheet is written as svg".to_owned());
    }
    let one = |file: String, scene| Found { file, scenes: vec![scene], undrawn: Vec::new() };
    let Some(path) = arguments.file.as_deref() else {
        let fen = arguments.fen.as_deref().unwrap_or_default();
        return of_fen(fen).map(|scene| one(String::new(), scene)).map_err(|error| format!("--fen: {error}"));
    };
    let input = match path {
        path if path == Path::new("-") => Input::stdin(arguments.stdin_filename.as_deref()),
        path => Input::File(path.to_path_buf()),
    };
    let shown = input.path().display();
    let stdin = std::mem::take(&mut streams.stdin);
    let bytes = input.bytes(&stdin).map_err(|error| format!("{shown}: {error}"))?;
    let file = TextFile::decode(input.path().to_path_buf(), bytes, arguments.encoding);
    let file = file.map_err(|error| format!("{shown}: {error}"))?;
    let text = &file.text;
    let chooses = arguments.at.is_some() || arguments.game.is_some();
    let scene = match Language::of(input.path(), arguments.language).record_kind() {
        None if arguments.sheet => {
            return Err(format!("{shown}: a sheet is drawn of records; `scoresheet convert` makes records of games"));
        }
        None => of_game(arguments, text),
        Some(_) if arguments.ply.is_some() => {
            return Err(format!("{shown}: a record has no main line; use --at on one of its moves"));
        }
        Some(kind) if chooses => of_record(arguments, text, kind),
        Some(kind) => {
            let (scenes, undrawn) = of_records(text, kind, arguments.look.solution);
            if scenes.is_empty() && undrawn.is_empty() {
                return Err(format!("{shown}: there is no record in the file"));
            }
            if scenes.len() > 1 && !arguments.sheet && !is_folder(arguments) && format(arguments) != PictureFormat::Text
            {
                let count = scenes.len();
                return Err(format!(
                    "{shown}: there are {count} records: use -o FOLDER/, --sheet, --game N or --at LINE:COLUMN"
                ));
            }
            let line = |one: &scene::Undrawn| {
                format!("{shown}:{}: record {} is not drawn: {}", place(text, one.offset), one.number, one.reason)
            };
            return Ok(Found { file: title_of(&input), scenes, undrawn: undrawn.iter().map(line).collect() });
        }
    };
    let scene = scene.map_err(|error| format!("{shown}: {error}"))?;
    if scene.is_guessed {
        streams.note(format_args!(
            "{shown}: a move before this place cannot be played; this is the position if its repair is right"
        ));
    }
    Ok(one(title_of(&input), scene))
}

/// The name of the file that is drawn, for the title of a sheet.
fn title_of(input: &Input) -> String {
    name(input.path()).unwrap_or("Chess diagrams").to_owned()
}

/// The form of the pictures.
fn format(arguments: &DiagramArguments) -> PictureFormat {
    let named = || match arguments.output.output.as_deref()?.extension()?.to_str()? {
        "txt" | "text" => Some(PictureFormat::Text),
        _ => None,
    };
    arguments.output_format.or_else(named).unwrap_or(PictureFormat::Svg)
}

/// Whether the output is a folder, which gets a file a position.
fn is_folder(arguments: &DiagramArguments) -> bool {
    let ends_as_one = |path: &Path| path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    arguments.output.output.as_deref().is_some_and(|path| path.is_dir() || ends_as_one(path))
}

/// A position in the form of the arguments.
fn picture(arguments: &DiagramArguments, scene: &Scene) -> String {
    let diagram = diagram(arguments, scene);
    match format(arguments) {
        PictureFormat::Svg => svg(&scene.board, &diagram) + "\n",
        PictureFormat::Text => as_text(scene, &diagram),
    }
}

/// How a position is drawn.
fn diagram(arguments: &DiagramArguments, scene: &Scene) -> Diagram {
    let look = &arguments.look;
    let mut diagram = Diagram {
        title: scene.title(),
        last_move: scene.last_move,
        arrows: scene.arrows.clone(),
        squares: scene.squares.clone(),
        flipped: match look.side {
            Side::White => false,
            Side::Black => true,
            Side::Mover => scene.turn == Some(Color::Black),
        },
        coordinates: !look.no_coordinates,
        colours: look.colors,
        size: look.size,
    };
    if look.no_marks {
        diagram.last_move = None;
        diagram.arrows.clear();
        diagram.squares.clear();
    }
    diagram.arrows.extend(&look.arrow);
    diagram.squares.extend(&look.square);
    diagram
}

/// The board in letters, below it the title and the marks in words.
fn as_text(scene: &Scene, diagram: &Diagram) -> String {
    let style = TextStyle { letters: true, flipped: diagram.flipped, last_move: diagram.last_move };
    let mut lines: Vec<String> = text_board(&scene.board, style).lines().map(str::to_owned).collect();
    if !diagram.coordinates {
        // The last line are the letters of the files, the first two characters the number of the rank.
        lines.pop();
        lines.iter_mut().for_each(|line| drop(line.drain(..2)));
    }
    let title: String = diagram.title.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    lines.push(String::new());
    lines.push(title + ".");
    lines.extend(marks_in_words(diagram));
    lines.join("\n") + "\n"
}

/// All positions on one sheet, numbered.
fn as_sheet(arguments: &DiagramArguments, found: &Found) -> String {
    let boards: Vec<SheetBoard> = found
        .scenes
        .iter()
        .map(|scene| {
            let diagram = diagram(arguments, scene);
            SheetBoard { board: scene.board.clone(), caption: format!("{}. {}", scene.number, diagram.title), diagram }
        })
        .collect();
    sheet(&found.file, &boards, arguments.columns.get()) + "\n"
}

/// Writes a file for each position to the folder, named by numbers. Returns whether all could be written.
fn write_all(
    arguments: &DiagramArguments,
    global: &GlobalArguments,
    scenes: &[Scene],
    streams: &mut Streams<'_>,
) -> io::Result<bool> {
    let folder = arguments.output.output.as_deref().unwrap_or(Path::new("."));
    if let Err(error) = fs::create_dir_all(folder) {
        streams.error(format_args!("{}: cannot write: {error}", folder.display()));
        return Ok(false);
    }
    let extension = match format(arguments) {
        PictureFormat::Svg => "svg",
        PictureFormat::Text => "txt",
    };
    let digits = scenes.last().map_or(1, |last| last.number).to_string().len();
    for scene in scenes {
        let path = folder.join(format!("{:0digits$}.{extension}", scene.number));
        let output = OutputArguments { output: Some(path), force: arguments.output.force };
        if !print_or_create(&output, picture(arguments, scene).as_bytes(), streams)? {
            return Ok(false);
        }
    }
    if !global.quiet {
        streams.note(format_args!("{} in {}", counted(scenes.len(), "picture"), folder.display()));
    }
    Ok(true)
}
