//! The arguments of every command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use scoresheet_analysis::finding::Level;
use scoresheet_analysis::piece_letters::{Language, languages};
use scoresheet_analysis::refactor::{REFACTORINGS, Refactoring};

use super::render::Location;
use crate::text_file::Encoding;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Check, format and edit chess games in PGN files and positions in EPD and FEN files.
#[derive(Debug, Parser)]
#[command(name = "scoresheet", version, styles = STYLES, subcommand_required = true, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The flags that every command understands.
    #[command(flatten)]
    pub global: GlobalArguments,
}

/// Flags that every command understands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArguments {
    /// Whether to use colors
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Show no progress bar
    #[arg(long, global = true)]
    pub no_progress: bool,
    /// Print findings, differences and errors, but no summary
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find faults in games and positions: illegal moves, broken syntax, contradictions
    Check(CheckArguments),
    /// Rewrite games in the PGN standard's export format, and records in EPD's
    Format(FormatArguments),
    /// Change annotated games: promote, extract or strip variations, annotations, tags, numbers
    Edit(EditArguments),
    /// Turn lists of FEN records into EPD and back, games into a record for every position, problems into games
    Convert(ConvertArguments),
    /// Explain a rule
    Rule(RuleArguments),
    /// List all rules
    Rules(RulesArguments),
    /// Run the language server on standard input and output
    Lsp(LspArguments),
    /// Say what is installed and configured, and what each editor here needs
    Doctor(DoctorArguments),
    /// Print completions for a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write those of all commands to a folder
    Man(ManArguments),
}

/// Which files, how to read them, and what is configured for them.
#[derive(Args, Debug)]
pub struct InputArguments {
    /// Files, folders (all *.pgn, *.epd and *.fen in them), glob patterns, or - for standard input [default: the current
    /// folder]. Files compressed with gzip, bzip2 or Zstandard (*.pgn.gz, .bz2, .zst) can be checked, not changed
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Read the files in this encoding instead of guessing (utf-8, latin1, windows-1251, utf-16le, ...)
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub encoding: Option<Encoding>,
    /// Read all files as this [default: what their names end in; PGN for other names and for standard input without one]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub language: Option<LanguageName>,
    /// The name that standard input goes by in messages; its extension says what it is
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub configuration: ConfigurationArguments,
}

/// Where settings come from.
#[derive(Args, Debug, Default)]
pub struct ConfigurationArguments {
    /// Use this configuration for all files instead of the nearest scoresheet.toml above each
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Use no configuration file
    #[arg(long, conflicts_with = "config")]
    pub isolated: bool,
}

/// `scoresheet check`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 no errors, 1 at least one finding of level error (or --level), 2 usage or file trouble."
)]
pub struct CheckArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub input: InputArguments,
    /// Repair what can be repaired without changing a game's meaning
    #[arg(long, conflicts_with = "changed")]
    pub fix: bool,
    /// Let --fix and --diff also make repairs that are only probably right
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Write nothing; show what --fix would change, and exit with 1 if that is anything or an error would be left
    #[arg(long, conflicts_with = "changed")]
    pub diff: bool,
    /// Report only these rules or groups, or "all" (comma-separated)
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub select: Vec<String>,
    /// Do not report these rules or groups (comma-separated)
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub ignore: Vec<String>,
    /// Report findings from this level up, and exit with 1 if there is one [default: report warnings, exit with 1 on errors]
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    pub level: Option<Level>,
    /// Also search for claimed mates (dm 1 to dm 3) and count perft numbers of EPD records, where that takes no more than a
    /// million positions a record
    #[arg(long)]
    pub verify: bool,
    /// Exit with 0 even when there are findings
    #[arg(long)]
    pub exit_zero: bool,
    /// Count the findings of each rule instead of showing them
    #[arg(long)]
    pub statistics: bool,
    /// How to print findings [default: full on a terminal, else concise]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub output_format: Option<OutputFormat>,
    /// Print findings to this file instead of standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["diff", "statistics"])]
    pub output_file: Option<PathBuf>,
    /// Do not report the findings that this file knows already; --write-baseline writes it
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings that there are now to the file of --baseline, and report none
    #[arg(long, requires = "baseline", conflicts_with_all = ["fix", "diff", "statistics", "changed"])]
    pub write_baseline: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub revision: RevisionArguments,
    /// Check again what is written to, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "diff", "output_file", "write_baseline"])]
    pub watch: bool,
}

/// What is compared with a revision.
#[derive(Args, Debug, Default)]
pub struct RevisionArguments {
    /// Only games that are not the same in a revision of the Git repository: HEAD, or what the work on HEAD since this
    /// REVISION started from, as in --changed=origin/main
    #[arg(long, value_name = "REVISION", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub changed: Option<String>,
}

/// `scoresheet format`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 done, 1 a game was left as it is because it does not read cleanly (with --check or \
                        --diff: or a file would change), 2 usage or file trouble."
)]
pub struct FormatArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub input: InputArguments,
    /// Write nothing; name the files that would change, and exit with 1 if there is one
    #[arg(long)]
    pub check: bool,
    /// Write nothing; show what would change, and exit with 1 if that is anything
    #[arg(long)]
    pub diff: bool,
    /// The layout [default: export]
    #[arg(long, value_enum)]
    pub style: Option<Style>,
    /// Write LF line ends and, where the text allows it, ISO 8859-1
    #[arg(long)]
    pub archive: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub revision: RevisionArguments,
}

/// `scoresheet edit`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 done, 1 a game was left as it is because that cannot be done in it (with --diff: or a file \
                        would change), 2 usage or file trouble."
)]
pub struct EditArguments {
    /// What to do
    #[arg(value_name = "REFACTORING", value_parser = refactorings(), hide_possible_values = true)]
    pub refactoring: &'static Refactoring,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub input: InputArguments,
    /// Only in this game, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<NonZeroUsize>,
    /// The variation or move at this place, both counted from 1; with --game in that game's own lines
    #[arg(long, value_name = "LINE:COLUMN", value_parser = parse_location)]
    pub at: Option<Location>,
    /// Whose piece letters (German, French, ...)
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_language)]
    pub letters: Option<&'static Language>,
    /// Write the files instead of printing the new text
    #[arg(long)]
    pub write: bool,
    /// Write nothing; show what would change, and exit with 1 if that is anything
    #[arg(long, conflicts_with = "write")]
    pub diff: bool,
}

/// `scoresheet convert`.
#[derive(Args, Debug)]
#[command(
    after_help = "What has no place in the new form is counted on standard error. Exit status: 0 done, 1 a record or game was \
                        left out because it does not read cleanly, 2 usage or file trouble."
)]
pub struct ConvertArguments {
    /// The file to read, also a compressed one, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    /// What to write [default: what the name of the output ends in]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub to: Option<LanguageName>,
    /// Write this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output where it is there already
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Read the file as this [default: what its name ends in]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub language: Option<LanguageName>,
    /// Read the file in this encoding instead of guessing; what is written is in the same
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub encoding: Option<Encoding>,
    /// The name that standard input goes by in messages; its extension says what it is
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
}

/// `scoresheet rule`.
#[derive(Args, Debug)]
pub struct RuleArguments {
    /// The rule's name, as in illegal-move
    pub name: String,
}

/// `scoresheet rules`.
#[derive(Args, Debug)]
pub struct RulesArguments {
    /// How to print the list
    #[arg(long, value_enum, default_value_t = ListFormat::Text, value_name = "FORMAT")]
    pub output_format: ListFormat,
}

/// `scoresheet lsp`.
#[derive(Args, Debug)]
pub struct LspArguments {
    /// Talk over standard input and output; this is what happens anyway, some editors say it
    #[arg(long)]
    pub stdio: bool,
}

/// `scoresheet doctor`.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 nothing is wrong, 1 a configuration cannot be used.")]
pub struct DoctorArguments {
    /// The folder whose configuration is looked for [default: the current folder]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// `scoresheet completions`.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `scoresheet man`.
#[derive(Args, Debug)]
pub struct ManArguments {
    /// Write a page for every command to this folder
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// Whether to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageName {
    /// Games
    Pgn,
    /// Records of four fields and operations
    Epd,
    /// Records of six fields
    Fen,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// With the lines they are about
    Full,
    /// One line each
    Concise,
    /// An array of objects
    Json,
    /// The same objects, one a line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit's XML, a test case a finding
    Junit,
    /// Checkstyle's XML
    Checkstyle,
    /// The Reviewdog Diagnostic Format
    Rdjson,
}

/// How the list of rules is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// A table
    Text,
    /// An array of objects
    Json,
}

/// The layouts of `format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// The standard's export format
    Export,
    /// The standard's reduced export format (section 3.2.4): seven tags, no comments or variations
    Reduced,
    /// One move pair a line, comments and variations on lines of their own
    Readable,
}

fn parse_encoding(label: &str) -> Result<Encoding, String> {
    Encoding::for_label(label).ok_or_else(|| "not an encoding known here; try utf-8, latin1 or utf-16le".to_owned())
}

/// The names of all refactorings, with what each does.
fn refactorings() -> impl TypedValueParser<Value = &'static Refactoring> {
    let names = REFACTORINGS.iter().map(|refactoring| PossibleValue::new(refactoring.name).help(refactoring.title));
    PossibleValuesParser::new(names).try_map(|name| Refactoring::of_name(&name).ok_or("not a refactoring known here"))
}

fn parse_language(name: &str) -> Result<&'static Language, String> {
    let found = languages().iter().find(|language| language.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = languages().iter().map(|language| language.name).collect();
        format!("the languages are {}", names.join(", "))
    })
}

fn parse_location(place: &str) -> Result<Location, String> {
    let parts = place.split_once(':').and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
    match parts {
        Some((line, column)) if line > 0 && column > 0 => Ok(Location { line, column }),
        _ => Err("a line and a column are two numbers from 1 with a colon between them, as in 12:5".to_owned()),
    }
}

fn parse_level(name: &str) -> Result<Level, String> {
    Level::of_name(name).ok_or_else(|| "the levels are error, warning, info and hint".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn rule_lists_are_comma_separated_and_repeatable() {
        let arguments =
            Arguments::try_parse_from(["scoresheet", "check", "--select", "a,b", "--select", "c", "x.pgn"]).unwrap();
        let Command::Check(check) = arguments.command else { panic!("not check") };
        assert_eq!(check.select, ["a", "b", "c"]);
    }
}
