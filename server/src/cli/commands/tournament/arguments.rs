//! The arguments of `crosstable` and `standings`.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};
use scoresheet_collection::tournament::{Kind, TieBreak};

use crate::cli::arguments::{GamesArguments, OutputArguments, SheetFormat};

/// Arguments of `crosstable`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet crosstable tournament.pgn
  scoresheet crosstable games/ --event 'Hastings*' --since 1990.12 --until 1991.01
  scoresheet crosstable club.pgn --event 'Club*' --together
  scoresheet crosstable open.pgn --kind swiss --tie-breaks buchholz-cut1,buchholz,wins
  scoresheet crosstable tournament.pgn --output-format html -o table.html

A round robin has the results of each pair in a cell, a Swiss the opponent, the colour and the result of each round: 12w1 is a win with White \
against number 12. + and - are a win and a loss without a game. Below the table is what is missing: rounds, pairings, results. Tie-breaks are \
counted by FIDE's regulations (Handbook C.07, 2026).

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/tournaments.md
Exit status: 0 there is a table, 1 there are no games, 2 wrong usage, more than a few events, or a file that cannot be read or written.")]
pub(crate) struct CrosstableArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) tournament: TournamentArguments,
}

/// Arguments of `standings`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet standings tournament.pgn
  scoresheet standings open.pgn --tie-breaks direct-encounter,wins,buchholz-cut1,buchholz
  scoresheet standings tournament.pgn --output-format csv > standings.csv

Players who are equal in points and all tie-breaks share a place. Tie-breaks are counted by FIDE's regulations (Handbook C.07, 2026).

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/tournaments.md
Exit status: 0 there is a table, 1 there are no games, 2 wrong usage, more than a few events, or a file that cannot be read or written.")]
pub(crate) struct StandingsArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) tournament: TournamentArguments,
}

/// What both commands take.
#[derive(Args, Debug)]
pub(super) struct TournamentArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) games: GamesArguments,
    /// Say how players are paired [default: found from the games: if most players met each other, a round robin]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) kind: Option<KindArgument>,
    /// Take all games as one tournament [default: games of one event and site, with dates near each other, are one]
    #[arg(long)]
    pub(super) together: bool,
    /// Decide between equal points by these, the weightiest first: direct-encounter, wins, wins-played (without byes and forfeits),
    /// black-games, black-wins, progressive, buchholz, buchholz-cut1 (without the lowest opponent), buchholz-median (without the lowest and the
    /// highest), sonneborn-berger, koya, average-rating (of the opponents), performance, or FIDE's short names as bh-c1 [default:
    /// sonneborn-berger,koya,direct-encounter,wins for a round robin,
    /// buchholz-cut1,buchholz,buchholz-median,sonneborn-berger,progressive,wins for a Swiss]
    #[arg(long, value_name = "TIE-BREAKS", value_delimiter = ',', value_parser = TieBreakParser, hide_possible_values = true)]
    pub(super) tie_breaks: Vec<TieBreak>,
    /// Print the table in this form [default: the one that the extension of the output names, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) output_format: Option<SheetFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) output: OutputArguments,
}

impl TournamentArguments {
    /// The form of the output.
    pub(super) fn form(&self) -> SheetFormat {
        self.output.form(self.output_format).unwrap_or(SheetFormat::Text)
    }
}

/// How players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KindArgument {
    /// Everyone meets everyone
    RoundRobin,
    /// By rounds
    Swiss,
}

impl From<KindArgument> for Kind {
    fn from(kind: KindArgument) -> Kind {
        match kind {
            KindArgument::RoundRobin => Kind::RoundRobin,
            KindArgument::Swiss => Kind::Swiss,
        }
    }
}

/// Reads the name of a tie-break.
#[derive(Clone)]
struct TieBreakParser;

impl TypedValueParser for TieBreakParser {
    type Value = TieBreak;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<TieBreak, clap::Error> {
        (|name: &str| name.parse::<TieBreak>()).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(TieBreak::all().map(|tie_break| PossibleValue::new(tie_break.name()))))
    }
}
