//! The meaning of commands inside comments, such as `[%clk 0:01:30]`, for hover and completion.
//!
//! The standard does not define them; programs agree on the spelling `[%name value]` and on the names below.

use std::borrow::Cow;
use std::fmt;

use scoresheet_grammar::command::Command;
use shakmaty::{Color, Square};

use crate::command_arguments::{Fault, fault};
use crate::diagram::Brush;

/// The documentation of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandDoc {
    /// The name of the command.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// A value in its common spelling.
    pub example: &'static str,
}

/// An engine's evaluation from White's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// In pawns; finite.
    Pawns(f64),
    /// Mate in this many moves; negative if Black mates.
    Mate(i32),
}

impl fmt::Display for Score {
    /// Writes the score as engines show it: `+0.25`, `-1.30`, `0.00`, `#3`, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Pawns(pawns) if pawns.abs() < 0.005 => write!(f, "0.00"),
            Score::Pawns(pawns) => write!(f, "{pawns:+.2}"),
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// The commands in common use, the commonest first.
pub const KNOWN_COMMANDS: &[CommandDoc] = &[
    CommandDoc { name: "clk", summary: "The time left on the clock after the move.", example: "1:30:00" },
    CommandDoc { name: "eval", summary: "An engine's evaluation in pawns, or #3 for mate in three.", example: "0.25" },
    CommandDoc { name: "emt", summary: "The time spent on the move.", example: "0:00:12" },
    CommandDoc { name: "csl", summary: "Coloured squares: G, R, B or Y and the square.", example: "Ge4,Rd5" },
    CommandDoc { name: "cal", summary: "Coloured arrows: G, R, B or Y and the two squares.", example: "Ge2e4" },
    CommandDoc { name: "egt", summary: "The time spent on the game so far.", example: "0:12:30" },
    CommandDoc { name: "mct", summary: "The time shown by a mechanical clock.", example: "17:10:42" },
];

/// The names of other commands that programs write for their own use.
pub(crate) const OTHER_COMMANDS: &[&str] = &[
    // ChessBase: evaluation profiles, training questions, times, win-draw-loss shares and the like.
    "evp",
    "tqu",
    "mdl",
    "wdl",
    "ctl",
    "cbm",
    "ctb",
    "cmd",
    "cpl",
    "crl",
    "csn",
    "cvl",
    "depth",
    "evl",
    "hcd",
    "nodes",
    "pv",
    "qtl",
    "score",
    "tim",
    // ChessForge.
    "brsp",
    "assm",
    "bkm",
    "diag",
    "ref",
    "thmb",
    "xaml",
    // chess.com.
    "c_arrow",
    "c_effect",
    "c_highlight",
    "timestamp",
    // pgn4web, Lichess.
    "pgn4web",
    "pgndg",
    "opd",
    "anno",
];

/// Whether a known program writes the command `name`.
pub fn is_known(name: &str) -> bool {
    describe_command(name).is_some() || OTHER_COMMANDS.contains(&name)
}

/// Whether this is the name of a command that only some programs write.
pub(crate) fn is_of_some_programs(name: &[u8]) -> bool {
    OTHER_COMMANDS.iter().any(|other| other.as_bytes() == name)
}

/// Returns the documentation of the command `name`.
pub fn describe_command(name: &str) -> Option<CommandDoc> {
    KNOWN_COMMANDS.iter().find(|command| command.name == name).copied()
}

/// Describes `command` in a sentence; `mover` made the move before the comment. Returns `None` for an unknown command
/// or arguments that cannot be parsed.
pub fn describe(command: &Command, mover: Color) -> Option<String> {
    let whose = mover.fold_wb("White's", "Black's");
    let arguments = usual(command);
    match command.name {
        "clk" => Some(format!("{} left on {whose} clock.", duration(&arguments)?)),
        "emt" => Some(format!("{} spent on the move.", duration(&arguments)?)),
        "egt" => Some(format!("{} spent on the game so far.", duration(&arguments)?)),
        "mct" => Some(format!("{whose} mechanical clock shows {arguments}.")),
        "eval" => evaluation(&arguments),
        "csl" => listed(squares(command)?.into_iter().map(|(color, square)| format!("{} on {square}", name(color)))),
        "cal" => listed(
            arrows(command)?.into_iter().map(|(color, from, to)| format!("{} arrow from {from} to {to}", name(color))),
        ),
        _ => None,
    }
}

/// Explains in a sentence why [`describe`] cannot describe `command`. Returns `None` for an unknown command or arguments
/// that can be parsed.
pub fn explain_fault(command: &Command) -> Option<String> {
    match fault(command.name, command.arguments)? {
        Fault::None => None,
        Fault::Empty => Some("The value is missing.".to_owned()),
        Fault::Dialect(dialect) => Some(format!("{}.", dialect.message(command.arguments))),
        Fault::Wrong(message) => Some(format!("{message}.")),
    }
}

/// Returns the squares of a `csl` command with their colour letters. Empty for another command, `None` if one square
/// cannot be parsed.
pub fn squares(command: &Command) -> Option<Vec<(char, Square)>> {
    let square = |mark: &str| Some((mark.chars().next()?, mark.get(1..)?.parse().ok()?));
    marks(command, "csl").map(square).collect()
}

/// Returns the arrows of a `cal` command with their colour letters. Empty for another command, `None` if one arrow
/// cannot be parsed.
pub fn arrows(command: &Command) -> Option<Vec<(char, Square, Square)>> {
    let arrow = |mark: &str| Some((mark.chars().next()?, mark.get(1..3)?.parse().ok()?, mark.get(3..)?.parse().ok()?));
    marks(command, "cal").map(arrow).collect()
}

/// Returns the comma-separated arguments of a command, without an extra comma at the end; none if the name differs.
fn marks<'text>(command: &Command<'text>, name: &str) -> impl Iterator<Item = &'text str> {
    let arguments = (command.name == name).then(|| command.arguments.trim_end_matches(','));
    arguments.into_iter().flat_map(|arguments| arguments.split(',')).map(str::trim)
}

/// Returns the arguments as most programs write them, where that is certain.
fn usual<'text>(command: &Command<'text>) -> Cow<'text, str> {
    let as_written = Cow::Borrowed(command.arguments);
    match fault(command.name, command.arguments) {
        Some(Fault::Dialect(dialect)) => dialect.usual(command.arguments).map_or(as_written, Cow::Owned),
        _ => as_written,
    }
}

fn name(color: char) -> String {
    Brush::from_letter(color).map_or_else(|| color.to_string(), |brush| brush.name().to_owned())
}

/// Writes `1:02:03` or `0:00:05.3` in words: "1 hour 2 minutes 3 seconds". Parts that are 0 are left out.
fn duration(value: &str) -> Option<String> {
    let parts: Vec<&str> = value.split(':').collect();
    let [hours, minutes, seconds] = parts[..] else { return None };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, "0"));
    if ![hours, minutes, whole, fraction].into_iter().all(is_number) {
        return None;
    }
    let trimmed = |part: &str| {
        let part = part.trim_start_matches('0');
        if part.is_empty() { "0".to_owned() } else { part.to_owned() }
    };
    let fraction = fraction.trim_end_matches('0');
    let dot = if fraction.is_empty() { "" } else { "." };
    let seconds = format!("{}{dot}{fraction}", trimmed(whole));
    let units = [(trimmed(hours), "hour"), (trimmed(minutes), "minute"), (seconds, "second")];
    let words: Vec<String> = units
        .iter()
        .filter(|(count, _)| count != "0")
        .map(|(count, unit)| format!("{count} {unit}{}", if count == "1" { "" } else { "s" }))
        .collect();
    Some(if words.is_empty() { "0 seconds".to_owned() } else { words.join(" ") })
}

/// Returns the score of an `eval` command and its search depth, if it has one. Returns `None` for another command or
/// arguments that cannot be parsed.
pub fn score(command: &Command) -> Option<(Score, Option<u32>)> {
    (command.name == "eval").then(|| read_score(&usual(command))).flatten()
}

/// Parses `0.25`, `-1.3`, `#3` or `#-3`, with or without a search depth after a comma.
fn read_score(value: &str) -> Option<(Score, Option<u32>)> {
    let (score, depth) = match value.split_once(',') {
        Some((score, depth)) => (score.trim(), Some(depth.trim().parse::<u32>().ok()?)),
        None => (value, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::Mate(moves.parse().ok()?),
        None => Score::Pawns(score.parse().ok().filter(|pawns: &f64| pawns.is_finite())?),
    };
    Some((score, depth))
}

fn evaluation(value: &str) -> Option<String> {
    let (score, depth) = read_score(value)?;
    let depth = depth.map(|depth| format!(", at depth {depth}")).unwrap_or_default();
    let pawns = match score {
        Score::Mate(moves) => {
            let winner = if moves < 0 { "Black" } else { "White" };
            return Some(format!("{winner} mates in {}{depth}.", moves.unsigned_abs()));
        }
        Score::Pawns(pawns) => pawns,
    };
    let better = match pawns {
        _ if pawns > 0.0 => format!("White is better by {}", plain_number(pawns)),
        _ if pawns < 0.0 => format!("Black is better by {}", plain_number(-pawns)),
        _ => return Some(format!("The position is even{depth}.")),
    };
    let unit = if pawns.abs() == 1.0 { "pawn" } else { "pawns" };
    Some(format!("{better} {unit}{depth}."))
}

fn plain_number(number: f64) -> String {
    let number = format!("{number:.2}");
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Joins marks to a sentence: "Red on d5, green on e4."
fn listed(marks: impl Iterator<Item = String>) -> Option<String> {
    let words = marks.collect::<Vec<_>>().join(", ");
    let first = words.chars().next()?;
    Some(format!("{}{}.", first.to_ascii_uppercase(), &words[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::command::commands;

    use super::*;

    fn described(text: &str) -> Option<String> {
        describe(&commands(text, 0).next().unwrap(), Color::Black)
    }

    #[test]
    fn commands_are_described_in_words() {
        let cases = [
            ("[%clk 1:02:03]", Some("1 hour 2 minutes 3 seconds left on Black's clock.")),
            ("[%clk 0:00:00]", Some("0 seconds left on Black's clock.")),
            ("[%clk 00:00:01.50]", Some("1.5 seconds left on Black's clock.")),
            ("[%clk 1:30]", None),
            ("[%clk 0:0x:00]", None),
            ("[%emt 0:01:00]", Some("1 minute spent on the move.")),
            ("[%egt 0:10:00]", Some("10 minutes spent on the game so far.")),
            ("[%mct 17:10:42]", Some("Black's mechanical clock shows 17:10:42.")),
            ("[%eval 0.25]", Some("White is better by 0.25 pawns.")),
            ("[%eval -1.0,18]", Some("Black is better by 1 pawn, at depth 18.")),
            ("[%eval 0.0]", Some("The position is even.")),
            ("[%eval #3]", Some("White mates in 3.")),
            ("[%eval #-2,30]", Some("Black mates in 2, at depth 30.")),
            ("[%eval -#2]", Some("Black mates in 2.")),
            ("[%eval NaN]", None),
            ("[%eval +0.35/13]", Some("White is better by 0.35 pawns, at depth 13.")),
            ("[%csl Rd5, Ge4,]", Some("Red on d5, green on e4.")),
            ("[%cal Ge2e4]", Some("Green arrow from e2 to e4.")),
            ("[%cal Ge2]", None),
            ("[%csl Xe4]", Some("X on e4.")),
            ("[%csl ♘e4]", None),
            ("[%csl]", None),
            ("[%unknown 1]", None),
        ];
        for (text, expected) in cases {
            assert_eq!(described(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn scores_are_shown_as_engines_show_them() {
        let shown =
            |text: &str| score(&commands(text, 0).next().unwrap()).map(|(score, depth)| (score.to_string(), depth));
        let cases = [
            ("[%eval 0.25]", "+0.25", None),
            ("[%eval -1.3,18]", "-1.30", Some(18)),
            ("[%eval -0.001]", "0.00", None),
            ("[%eval -M8]", "#-8", None),
            ("[%eval #3]", "#3", None),
        ];
        for (text, expected, depth) in cases {
            assert_eq!(shown(text), Some((expected.to_owned(), depth)), "{text}");
        }
        assert_eq!(shown("[%clk 0:01:00]"), None);
        assert_eq!(shown("[%eval --]"), None);
    }

    #[test]
    fn unreadable_commands_are_explained() {
        let wrong = |text: &str| explain_fault(&commands(text, 0).next().unwrap());
        assert_eq!(wrong("[%clk 1:30]").unwrap(), "1:30 is not in hours, minutes and seconds, such as 0:03:00.");
        assert_eq!(wrong("[%csl]").unwrap(), "The value is missing.");
        assert_eq!(wrong("[%clk 0:01:30]"), None);
        assert_eq!(wrong("[%unknown]"), None);
    }

    #[test]
    fn examples_can_be_read() {
        for command in KNOWN_COMMANDS {
            let text = format!("[%{} {}]", command.name, command.example);
            assert!(described(&text).is_some(), "{text}");
        }
    }
}
