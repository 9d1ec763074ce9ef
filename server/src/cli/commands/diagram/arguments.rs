//! The arguments of `diagram`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use scoresheet_chess::diagram::{BoardColours, Brush, SIZES};
use shakmaty::Square;

use crate::cli::arguments::{OutputArguments, parse_encoding, parse_number};
use crate::cli::input::parse_location;
use crate::cli::language::LanguageName;
use crate::text_file::{Encoding, Location};

/// Arguments of `diagram`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet diagram --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' > king.svg
  scoresheet diagram games.pgn --at 12:5 --side mover -o board.svg
  scoresheet diagram games.pgn --game 3 --ply 24 --output-format text
  scoresheet diagram problems.epd --sheet --colors grey -o sheet.svg
  scoresheet diagram problems.epd -o problems/ --output-format svg
  scoresheet diagram --fen '4k3/8/8/8/8/8/4P3/4K3' --arrow e2e4 --square d5:red
  scoresheet diagram games.pgn --at 12:5 -o board.png --size 720
  scoresheet diagram games.pgn --game 3 -o game.gif --pace clocks

PNG, GIF and APNG are in packages, and in a build with the cargo feature pictures.

Exit status: 0 done, 1 a record has no board that can be drawn, 2 wrong usage, a place without a position, or a file that cannot be \
read or written.")]
pub(crate) struct DiagramArguments {
    /// Draw a position of this file, which may be compressed, or - for standard input; of a file of records, draw every one
    #[arg(value_name = "FILE", required_unless_present = "fen", conflicts_with = "fen")]
    pub(crate) file: Option<PathBuf>,
    /// Draw this position; only the pieces are needed
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Draw the position at this place, both counted from 1; with --game in the lines of that game
    #[arg(long, value_name = "LINE:COLUMN", value_parser = parse_location, conflicts_with = "fen")]
    pub(crate) at: Option<Location>,
    /// Draw a position of this game, or this record, counted from 1 [default: the only one of the file; of records, all]
    #[arg(long, value_name = "N", conflicts_with = "fen", value_parser = parse_number)]
    pub(crate) game: Option<NonZeroUsize>,
    /// Draw the position after this many plies of the main line, 0 for the start; of an animation, the last one [default: the last one]
    #[arg(long, value_name = "M", conflicts_with_all = ["fen", "at"])]
    pub(crate) ply: Option<usize>,
    /// Show each position of an animation for so many seconds, or clocks for as long as the move took in proportion to the others
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_pace)]
    pub(crate) pace: Pace,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) look: LookArguments,
    /// Draw all records on one sheet
    #[arg(long, conflicts_with_all = ["fen", "at", "game", "ply"])]
    pub(crate) sheet: bool,
    /// Draw this many boards side by side on a sheet
    #[arg(long, value_name = "N", default_value = "3", requires = "sheet", value_parser = parse_number)]
    pub(crate) columns: NonZeroUsize,
    /// Write this form [default: the one that the extension of the output names; svg if it names none]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) output_format: Option<PictureFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) output: OutputArguments,
    /// Read the file in this language [default: the one that its extension names; PGN if it names none]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) language: Option<LanguageName>,
    /// Read the file in this encoding [default: the one detected]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
    /// Treat standard input as a file of this name: in messages, and for its language [default: <stdin>]
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// How a board is drawn.
#[derive(Args, Debug)]
pub(crate) struct LookArguments {
    /// Draw a board of this many pixels, from 16 to 4096
    #[arg(long, value_name = "PIXELS", default_value = "360", value_parser = clap::value_parser!(u32).range(pixels()))]
    pub(crate) size: u32,
    /// Draw squares in these colors: brown, blue, green, grey, or those of light and dark squares as in #f0d9b5,#b58863
    #[arg(long, value_name = "COLORS", default_value = "brown", value_parser = BoardColours::from_str)]
    pub(crate) colors: BoardColours,
    /// Draw no letters and numbers at the edge [default: drawn]
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// Draw the board as this side sees it
    #[arg(long, value_enum, value_name = "SIDE", default_value = "white")]
    pub(crate) side: Side,
    /// Draw an arrow, which is green unless a color follows, as in e2e4:red; may be given several times
    #[arg(long, value_name = "SQUARES", value_parser = parse_arrow)]
    pub(crate) arrow: Vec<(Brush, Square, Square)>,
    /// Mark a square, in green unless a color follows, as in d5:red; may be given several times
    #[arg(long, value_name = "SQUARE", value_parser = parse_square)]
    pub(crate) square: Vec<(Brush, Square)>,
    /// Draw neither the arrows and squares of the comments nor the last move [default: drawn]
    #[arg(long)]
    pub(crate) no_marks: bool,
    /// Draw the moves that a record names as arrows: best ones green, bad ones red [default: not drawn, records are problems]
    #[arg(long)]
    pub(crate) solution: bool,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A picture of lines, sharp at every size
    Svg,
    /// Nine lines of letters, and the arrows and squares in words
    Text,
    /// A picture of pixels
    Png,
    /// An animation of the main line of a game, in 256 colors
    Gif,
    /// An animation of the main line of a game as PNG, in all colors
    Apng,
}

impl PictureFormat {
    /// Whether it shows one position after the other.
    pub(super) fn is_animation(self) -> bool {
        matches!(self, PictureFormat::Gif | PictureFormat::Apng)
    }

    /// Whether it is made of pixels, and so no text.
    pub(super) fn has_pixels(self) -> bool {
        self == PictureFormat::Png || self.is_animation()
    }
}

/// How long an animation shows a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// So many seconds.
    Seconds(f64),
    /// In proportion to the time that the move took.
    Clocks,
}

/// The seconds that a position may be shown: browsers show nothing any faster, and nobody waits any longer.
const SECONDS: std::ops::RangeInclusive<f64> = 0.05..=60.0;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// White
    White,
    /// Black
    Black,
    /// The side to move
    Mover,
}

fn pixels() -> std::ops::RangeInclusive<i64> {
    i64::from(*SIZES.start())..=i64::from(*SIZES.end())
}

fn parse_pace(written: &str) -> Result<Pace, String> {
    let seconds = written.parse().ok().filter(|seconds| SECONDS.contains(seconds));
    match seconds {
        _ if written == "clocks" => Ok(Pace::Clocks),
        Some(seconds) => Ok(Pace::Seconds(seconds)),
        None => Err(format!("write clocks, or seconds from {} to {}", SECONDS.start(), SECONDS.end())),
    }
}

fn parse_arrow(written: &str) -> Result<(Brush, Square, Square), String> {
    let (squares, brush) = with_brush(written)?;
    let (from, to) = squares.split_at_checked(2).ok_or_else(|| no_square(squares))?;
    Ok((brush, square(from)?, square(to)?))
}

fn parse_square(written: &str) -> Result<(Brush, Square), String> {
    let (name, brush) = with_brush(written)?;
    Ok((brush, square(name)?))
}

fn square(name: &str) -> Result<Square, String> {
    name.parse().map_err(|_| no_square(name))
}

fn no_square(name: &str) -> String {
    format!("'{name}' is no square: squares are a1 to h8")
}

/// What is before the colour, and the colour.
fn with_brush(written: &str) -> Result<(&str, Brush), String> {
    let Some((squares, colour)) = written.split_once(':') else { return Ok((written, Brush::Green)) };
    let brush = Brush::ALL.into_iter().find(|brush| brush.name() == colour);
    let brush =
        brush.ok_or_else(|| format!("'{colour}' is no color of arrows and squares: green, red, blue, yellow"))?;
    Ok((squares, brush))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_squares_have_a_color() {
        assert_eq!(parse_arrow("e2e4"), Ok((Brush::Green, Square::E2, Square::E4)));
        assert_eq!(parse_arrow("a8h1:yellow"), Ok((Brush::Yellow, Square::A8, Square::H1)));
        assert_eq!(parse_square("d5:red"), Ok((Brush::Red, Square::D5)));
        for wrong in ["", "e", "e2", "e2e9", "e2e4e6", "♘e4", "e2e4:", "e2e4:pink"] {
            assert!(parse_arrow(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_square("i9"), Err("'i9' is no square: squares are a1 to h8".to_owned()));
    }

    #[test]
    fn paces_are_seconds_or_clocks() {
        assert_eq!((parse_pace("0.5"), parse_pace("clocks")), (Ok(Pace::Seconds(0.5)), Ok(Pace::Clocks)));
        for wrong in ["", "0", "-1", "inf", "NaN", "61", "fast"] {
            assert!(parse_pace(wrong).is_err(), "{wrong}");
        }
    }
}
