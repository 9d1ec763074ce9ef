//! `scoresheet diagram`: pictures of positions.

#[cfg(feature = "pictures")]
mod animation;
#[cfg(feature = "pictures")]
mod apng;
mod arguments;
mod film;
#[cfg(feature = "pictures")]
mod gif;
#[cfg(feature = "pictures")]
mod pixels;
mod scene;
#[cfg(not(feature = "pictures"))]
mod without_pixels;

use std::fs;
use std::io;
use std::path::Path;

#[cfg(feature = "pictures")]
use apng::apng;
use arguments::{PictureFormat, Side};
use film::of_film;
#[cfg(feature = "pictures")]
use gif::gif;
#[cfg(feature = "pictures")]
use pixels::png;
use scene::{Scene, of_fen, of_game, of_record, of_records, place};
use scoresheet_chess::board::{TextStyle, text as text_board};
use scoresheet_chess::diagram::{Diagram, SheetBoard, marks_in_words, sheet, svg};
use shakmaty::Color;
#[cfg(not(feature = "pictures"))]
use without_pixels::{apng, gif, png};

use crate::cli::arguments::{GlobalArguments, OutputArguments};
use crate::cli::input::Input;
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams, counted, trouble};
use crate::cli::writing::{print_or_create, refuses_binary};
use crate::text_file::{TextFile, name};

pub(super) use arguments::DiagramArguments;

/// An animation is at most so large: every position of a game is kept once.
const LARGEST_ANIMATION: u32 = 1024;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &DiagramArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    if let Err(error) = check_look(arguments) {
        return trouble(streams, error);
    }
    let is_binary = !arguments.sheet && format(arguments).has_pixels();
    if is_binary && refuses_binary(&arguments.output, streams) {
        return Ok(Exit::Trouble);
    }
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
        print_or_create(&arguments.output, sheet.as_bytes(), arguments.file.as_deref(), streams)?
    } else if is_folder(arguments) {
        write_all(arguments, global, &found.scenes, streams)?
    } else {
        let output = match format(arguments) {
            format if format.is_animation() => animation(arguments, &found),
            PictureFormat::Text => Ok(texts(arguments, &found).into_bytes()),
            _ => found.scenes.first().map_or(Ok(Vec::new()), |scene| picture(arguments, scene)),
        };
        match output {
            Ok(output) => print_or_create(&arguments.output, &output, arguments.file.as_deref(), streams)?,
            Err(error) => return trouble(streams, error),
        }
    };
    Ok(Exit::of(!is_written, !found.undrawn.is_empty()))
}

/// Checks what the form of the pictures does not have.
///
/// # Errors
/// A message.
fn check_look(arguments: &DiagramArguments) -> Result<(), String> {
    if arguments.sheet && format(arguments) != PictureFormat::Svg {
        return Err("a sheet is written as svg".to_owned());
    }
    if !format(arguments).is_animation() {
        return Ok(());
    }
    if arguments.at.is_some() || arguments.file.is_none() {
        return Err("an animation shows the main line of a game: use --game N".to_owned());
    }
    if is_folder(arguments) {
        return Err("an animation is one file".to_owned());
    }
    if arguments.look.size > LARGEST_ANIMATION {
        return Err(format!("an animation has at most {LARGEST_ANIMATION} pixels: use --size"));
    }
    Ok(())
}

/// What is to be drawn.
struct Found {
    /// What a sheet is called.
    file: String,
    scenes: Vec<Scene>,
    /// The seconds for which an animation shows each of them.
    seconds: Vec<f64>,
    /// A line for each record that cannot be drawn.
    undrawn: Vec<String>,
}

/// The positions that the arguments choose.
///
/// # Errors
/// A message, if the arguments contradict each other or what they choose, or there is no position.
fn find(arguments: &DiagramArguments, streams: &mut Streams<'_>) -> Result<Found, String> {
    let is_animation = format(arguments).is_animation();
    let one = |file: String, scene| Found { file, scenes: vec![scene], seconds: Vec::new(), undrawn: Vec::new() };
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
        None if is_animation => {
            let film = of_film(arguments, text).map_err(|error| format!("{shown}: {error}"))?;
            let (scenes, seconds) = film.into_iter().unzip();
            return Ok(Found { file: title_of(&input), scenes, seconds, undrawn: Vec::new() });
        }
        None => of_game(arguments, text),
        Some(_) if is_animation => return Err(format!("{shown}: an animation shows a game, and these are records")),
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
            let undrawn = undrawn.iter().map(line).collect();
            return Ok(Found { file: title_of(&input), scenes, seconds: Vec::new(), undrawn });
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
        "png" => Some(PictureFormat::Png),
        "gif" => Some(PictureFormat::Gif),
        "apng" => Some(PictureFormat::Apng),
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
///
/// # Errors
/// A message, if it cannot be drawn.
fn picture(arguments: &DiagramArguments, scene: &Scene) -> Result<Vec<u8>, String> {
    let diagram = diagram(arguments, scene);
    match format(arguments) {
        PictureFormat::Text => Ok(as_text(scene, &diagram).into_bytes()),
        PictureFormat::Png => png(&svg(&scene.board, &diagram)),
        _ => Ok((svg(&scene.board, &diagram) + "\n").into_bytes()),
    }
}

/// All positions in letters.
fn texts(arguments: &DiagramArguments, found: &Found) -> String {
    let texts = found.scenes.iter().map(|scene| as_text(scene, &diagram(arguments, scene)));
    texts.collect::<Vec<_>>().join("\n")
}

/// All positions one after the other.
fn animation(arguments: &DiagramArguments, found: &Found) -> Result<Vec<u8>, String> {
    let scenes = found.scenes.iter().zip(&found.seconds);
    let pictures = scenes.map(|(scene, seconds)| (svg(&scene.board, &diagram(arguments, scene)), *seconds));
    let pictures: Vec<(String, f64)> = pictures.collect();
    if format(arguments) == PictureFormat::Gif { gif(&pictures) } else { apng(&pictures) }
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
        PictureFormat::Png => "png",
        PictureFormat::Gif => "gif",
        PictureFormat::Apng => "apng",
    };
    let digits = scenes.last().map_or(1, |last| last.number).to_string().len();
    for scene in scenes {
        let path = folder.join(format!("{:0digits$}.{extension}", scene.number));
        let output = OutputArguments { output: Some(path), force: arguments.output.force };
        let picture = match picture(arguments, scene) {
            Ok(picture) => picture,
            Err(error) => {
                streams.error(error);
                return Ok(false);
            }
        };
        if !print_or_create(&output, &picture, arguments.file.as_deref(), streams)? {
            return Ok(false);
        }
    }
    if !global.quiet {
        streams.note(format_args!("{} in {}", counted(scenes.len(), "picture"), folder.display()));
    }
    Ok(true)
}
