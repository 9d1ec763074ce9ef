//! The arguments of `check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use scoresheet_lint::finding::Level;

use crate::cli::arguments::{EmbeddedArguments, EngineArguments, InputArguments, RevisionArguments};
use crate::cli::render::{FORMATS, OutputFormat, Statistics, format_of_name};
use crate::cli::repertoire_options::RepertoireOptions;
use crate::cli::shard::ShardArguments;

/// Arguments of `check`.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  scoresheet check games.pgn suites/                check a file and a folder
  scoresheet check --fix --diff games.pgn           show the safe fixes
  scoresheet check --across --select duplicate-game,inconsistent-name games/
  scoresheet check --select illegal-move --level error --output-format json
  scoresheet check --exclude 'old/**' --config rules.null-move=off games/
  scoresheet check --add-suppressions games/        allow what is found now
  scoresheet check --show-settings games/           what holds for each file
  scoresheet check --engine stockfish suite.epd     compare best moves, mates, marks and evaluations with an engine

Exit status: 0 no errors, 1 at least one finding of level error (or --level), 2 wrong usage, or a file that cannot be read or \
written, 130 or 143 Ctrl-C or SIGTERM ended the run: what was printed is about whole files.")]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) embedded: EmbeddedArguments,
    /// Apply the safe fixes: those that do not change what a game says
    #[arg(long, conflicts_with = "changed")]
    pub(crate) fix: bool,
    /// Let --fix and --diff apply unsafe fixes, too: those that are only probably right
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Show what --fix would change and write nothing; exit with 1 if anything would change or an error would remain
    #[arg(long, conflicts_with = "changed")]
    pub(crate) diff: bool,
    /// Report only these rules or groups (correctness, suspicious, portability, style, pedantic, engine, repertoire), or "all"
    /// (comma-separated), at any level [default: the rules that the configuration leaves on; by default all but the pedantic ones]
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(crate) select: Vec<String>,
    /// Report these rules or groups, too (comma-separated), at any level [default: none]
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(crate) extend_select: Vec<String>,
    /// Do not report these rules or groups (comma-separated) [default: none]
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(crate) ignore: Vec<String>,
    /// Report findings from this level up, and exit with 1 if there is one [default: report from warning up, exit with 1 on
    /// errors]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) level: Option<Level>,
    /// Compare all files: also report games that an earlier file has (rule duplicate-game), and names that most games of all files spell
    /// otherwise (rule inconsistent-name)
    #[arg(long, conflicts_with = "watch")]
    pub(crate) across: bool,
    /// Also search for claimed mates (dm 1 to dm 3) and count perft numbers of EPD records, up to a million positions a
    /// record
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) engine: EngineArguments,
    /// Print instead what explains the games that do not read: slip by slip, with what each one costs
    #[arg(long, conflicts_with_all = ["fix", "diff", "statistics", "output_format", "output_file", "baseline", "changed", "watch", "across"])]
    pub(crate) explain_slips: bool,
    /// Write remarks that allow what is found in the games and records, so that only what is new is reported; with --diff, show them
    #[arg(long, conflicts_with_all = ["fix", "statistics", "output_format", "output_file", "baseline", "changed", "watch", "across", "explain_slips", "shard"])]
    pub(crate) add_suppressions: bool,
    /// Exit with 0 even if there are findings
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Count the findings of each rule instead of showing them
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Print findings in this format [default: full on a terminal, otherwise concise]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) output_format: Option<&'static dyn OutputFormat>,
    /// Write the findings to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["diff", "statistics"])]
    pub(crate) output_file: Option<PathBuf>,
    /// Do not report the findings that this file lists; --write-baseline writes it [default: report all]
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to the file of --baseline, and report none
    #[arg(long, requires = "baseline", conflicts_with_all = ["fix", "diff", "statistics", "changed"])]
    pub(crate) write_baseline: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) revision: RevisionArguments,
    /// List the files that would be read, and read none
    #[arg(long, conflicts_with_all = ["fix", "diff", "watch", "across", "explain_slips"])]
    pub(crate) show_files: bool,
    /// Show what holds for each file: its configuration, the level, the layout, and the rules that are not as they are by default
    #[arg(long, conflicts_with_all = ["fix", "diff", "watch", "across", "explain_slips", "show_files"])]
    pub(crate) show_settings: bool,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "diff", "output_file", "write_baseline", "shard"])]
    pub(crate) watch: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) shard: ShardArguments,
    /// What `scoresheet repertoire check` asks for.
    #[arg(skip)]
    pub(crate) repertoire: Option<RepertoireOptions>,
}

impl CheckArguments {
    /// Whether files are, or standard input is, rewritten.
    pub(crate) fn writes(&self) -> bool {
        (self.fix || self.add_suppressions) && !self.diff
    }

    /// Why the arguments contradict each other.
    pub(super) fn misuse(&self) -> Option<String> {
        let changes_or_compares = self.fix || self.diff || self.baseline.is_some();
        if self.shard.shard.is_some() && changes_or_compares {
            return Some(
                "--shard checks a part of the games, so it does not go with --fix, --diff and --baseline".to_owned(),
            );
        }
        let counts = |format: &&dyn OutputFormat| format.statistics(&Statistics::default(), false).is_some();
        let format = self.output_format.filter(|format| self.statistics && !counts(format))?;
        let names: Vec<&str> = FORMATS.iter().filter(|format| counts(format)).map(|format| format.name()).collect();
        Some(format!("--statistics cannot be printed as {}; its formats are {}", format.name(), names.join(", ")))
    }
}

/// All output formats, as they present themselves.
pub(crate) fn formats() -> impl TypedValueParser<Value = &'static dyn OutputFormat> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.help()));
    PossibleValuesParser::new(names).try_map(|name| format_of_name(&name).ok_or("unknown format"))
}

pub(crate) fn levels() -> impl TypedValueParser<Value = Level> {
    let meanings = [
        (Level::Error, "The game or record cannot be read, or contradicts itself"),
        (Level::Warning, "Probably wrong, or read differently by other programs"),
        (Level::Info, "Not in export format"),
        (Level::Hint, "A matter of taste; most of these rules are off: --extend-select pedantic turns them on"),
    ];
    let names = meanings.map(|(level, meaning)| PossibleValue::new(level.name()).help(meaning));
    PossibleValuesParser::new(names).try_map(|name| Level::of_name(&name).ok_or("unknown level"))
}
