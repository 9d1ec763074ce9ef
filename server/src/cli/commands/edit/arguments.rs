//! The arguments of `edit`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use scoresheet_chess::piece_letters::{self, languages};
use scoresheet_format::refactor::{ANNOTATE, REFACTORINGS, Refactoring, Scope};

use crate::cli::arguments::{EngineArguments, InputArguments, parse_number};
use crate::cli::input::parse_location;
use crate::text_file::Location;

/// The change that puts a game at another place.
const MOVE: &str = "move-game";

/// The change that copies a game, of which the refactoring only knows the place below the game.
const COPY: &str = "copy-game";

/// The refactoring that needs a language.
const LOCALISE: &str = "localise-pieces";

/// The change that reverses the order of games.
const REVERSE: &str = "reverse";

/// Arguments of `edit`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("place").args(["to", "before", "after"]), after_help = "\
Examples:
  scoresheet edit strip-comments games.pgn > plain.pgn
  scoresheet edit promote-variation --at 12:5 --write games.pgn
  scoresheet edit sort-tags --diff .
  scoresheet edit add-opening --write games.pgn
  scoresheet edit delete-game --game 3 --write games.pgn
  scoresheet edit move-game --game 3 --to 1 --write games.pgn
  scoresheet edit move-game --game 3 --into best.pgn --write games.pgn
  scoresheet edit reverse --write games.pgn
  scoresheet edit annotate --engine stockfish --write games.pgn

Many games at once: scoresheet extract writes those of a query to another file, scoresheet sort puts a file in order.

Exit status: 0 done, 1 a game was left unchanged because this cannot be done in it (with --diff: or a file would change), 2 wrong \
usage, or a file that cannot be read or written.")]
pub(crate) struct EditArguments {
    /// Make this change
    #[arg(value_name = "CHANGE", value_parser = changes())]
    pub(crate) change: Change,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    /// Change only this game, counted from 1 [default: every game]
    #[arg(long, value_name = "N", value_parser = parse_number)]
    pub(crate) game: Option<NonZeroUsize>,
    /// Change the variation or move at this place, both counted from 1; with --game in the lines of that game
    #[arg(long, value_name = "LINE:COLUMN", value_parser = parse_location)]
    pub(crate) at: Option<Location>,
    /// Write the piece letters of this language (German, French, ...)
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_letters)]
    pub(crate) letters: Option<&'static piece_letters::Language>,
    /// Move or copy the game so that it becomes game N
    #[arg(long, value_name = "N", value_parser = parse_number)]
    pub(crate) to: Option<NonZeroUsize>,
    /// Move or copy the game before game N
    #[arg(long, value_name = "N", value_parser = parse_number)]
    pub(crate) before: Option<NonZeroUsize>,
    /// Move or copy the game after game N
    #[arg(long, value_name = "N", value_parser = parse_number)]
    pub(crate) after: Option<NonZeroUsize>,
    /// Move or copy the game into this file, which is made if there is none; --to, --before and --after are places in it [default: its end]
    #[arg(long, value_name = "FILE")]
    pub(crate) into: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) engine: EngineArguments,
    /// Rewrite the files [default: print the new text]
    #[arg(long)]
    pub(crate) write: bool,
    /// Keep no copies of the old files [default: with --write, keep one beside each unless it is committed in Git as it is]
    #[arg(long, requires = "write")]
    pub(crate) no_backup: bool,
    /// Show what would change and write nothing; exit with 1 if anything would
    #[arg(long, conflicts_with = "write")]
    pub(crate) diff: bool,
}

/// What is changed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// Something in games.
    Refactor(&'static Refactoring),
    /// The place of a game.
    Move,
    /// The order of the games.
    Reverse,
}

impl Change {
    /// The name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Change::Refactor(refactoring) => refactoring.name,
            Change::Move => MOVE,
            Change::Reverse => REVERSE,
        }
    }

    fn of_name(name: &str) -> Option<Change> {
        match name {
            MOVE => Some(Change::Move),
            REVERSE => Some(Change::Reverse),
            _ => Refactoring::of_name(name).map(Change::Refactor),
        }
    }
}

impl EditArguments {
    /// Whether the arguments name a place for a game.
    pub(super) fn has_destination(&self) -> bool {
        self.into.is_some() || self.to.is_some() || self.before.is_some() || self.after.is_some()
    }

    /// Whether a game is copied to another place than below itself.
    pub(super) fn copies_elsewhere(&self) -> bool {
        self.change.name() == COPY && self.has_destination()
    }

    /// Why the arguments contradict each other, for so many files.
    pub(super) fn misuse(&self, files: usize) -> Option<String> {
        let name = self.change.name();
        let has_place = self.at.is_some() || self.game.is_some();
        let scope = match self.change {
            Change::Refactor(refactoring) => refactoring.scope,
            Change::Move => Scope::OneGame,
            Change::Reverse => Scope::Game,
        };
        match scope {
            Scope::Place if self.at.is_none() => {
                return Some(format!(
                    "{name} changes one place in a game: use --at LINE:COLUMN, with --game N for the lines of that game"
                ));
            }
            Scope::OneGame if !has_place => {
                return Some(format!("{name} changes one game: use --game N or --at LINE:COLUMN"));
            }
            _ => {}
        }
        if matches!(self.change, Change::Reverse) && has_place {
            return Some(format!("{name} changes the whole file: leave out --game and --at"));
        }
        if matches!(self.change, Change::Move) && !self.has_destination() {
            return Some(format!("{name} needs a place: use --to N, --before N, --after N or --into FILE"));
        }
        if self.has_destination() && !matches!(self.change, Change::Move) && name != COPY {
            return Some(format!("--to, --before, --after and --into are for {MOVE} and {COPY}"));
        }
        if self.into.is_some() && !self.write && !self.diff {
            return Some("--into changes another file: use --write or --diff".to_owned());
        }
        if name == LOCALISE && self.letters.is_none() {
            return Some(format!("{name} needs --letters LANGUAGE"));
        }
        if (name == ANNOTATE) != self.engine.engine.is_some() {
            return Some(match name == ANNOTATE {
                true => format!("{name} needs an engine: use --engine PATH"),
                false => format!("--engine is for {ANNOTATE}"),
            });
        }
        if files > 1 && has_place {
            return Some("--at and --game need exactly one file".to_owned());
        }
        (files > 1 && !self.write && !self.diff)
            .then(|| "only one file can be printed; use --write or --diff for several".to_owned())
    }
}

/// The names of all changes, with what each does and an example.
fn changes() -> impl TypedValueParser<Value = Change> {
    let value = |name: &'static str, title: &str, options: &str| {
        PossibleValue::new(name).help(format!("{title}. Example: {options}games.pgn"))
    };
    let mut names = Vec::new();
    for Refactoring { name, title, scope, .. } in REFACTORINGS {
        if *name == COPY {
            names.push(value(
                COPY,
                "Copy the game below itself, to another place or into another file",
                "--game 3 --to 1 ",
            ));
            names.push(value(
                MOVE,
                "Move the game to another place or into another file",
                "--game 3 --into best.pgn --write ",
            ));
            names.push(value(REVERSE, "Put the games of the file in the opposite order", ""));
            continue;
        }
        let options = match scope {
            _ if *name == LOCALISE => "--letters German ",
            _ if *name == ANNOTATE => "--engine stockfish ",
            Scope::Place => "--at 12:5 ",
            Scope::OneGame => "--game 3 ",
            Scope::Game => "",
        };
        names.push(value(name, title, options));
    }
    PossibleValuesParser::new(names).try_map(|name| Change::of_name(&name).ok_or("unknown change"))
}

fn parse_letters(name: &str) -> Result<&'static piece_letters::Language, String> {
    let found = languages().iter().find(|language| language.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = languages().iter().map(|language| language.name).collect();
        format!("the languages are {}", names.join(", "))
    })
}
