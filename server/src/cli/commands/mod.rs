//! The commands: a file or a folder each.

mod cache;
mod check;
mod completions;
mod convert;
mod dedupe;
mod diagram;
mod doctor;
mod edit;
mod engine;
mod export;
mod format;
pub(super) mod lsp;
mod man;
mod merge;
mod merge_reports;
mod names;
mod publish;
mod repertoire;
mod rule;
mod rules;
mod search;
mod sort;
mod split;
mod stats;
mod table;
mod tournament;
mod tree;

use std::io;

use clap::Subcommand;
use scoresheet_lint::rule::KnownRules;

use super::arguments::GlobalArguments;
use super::output::{Exit, Streams};

/// The commands, each with its arguments.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find faults in games and positions: illegal moves, broken syntax, contradictions
    Check(check::CheckArguments),
    /// Rewrite games in the PGN standard's export format, and records in EPD's
    Format(format::FormatArguments),
    /// Change annotated games: variations, annotations, tags, numbers; delete, copy and move games
    Edit(edit::EditArguments),
    /// Convert FEN to EPD and back, games to a record for every position, problems to games
    Convert(convert::ConvertArguments),
    /// Find games: by players, dates, openings, positions, material, moves, sequences
    Search(search::SearchArguments),
    /// Check a repertoire: two answers, missing replies, lines that are never reached; see how many games stay in it; export it
    Repertoire(repertoire::RepertoireArguments),
    /// Put the games of a file in order: the standard's, or by any columns
    Sort(sort::SortArguments),
    /// Write the games of a file to several files: by number, size, player, event, year, opening, queries
    Split(split::SplitArguments),
    /// Write the games of several files to one, all or those of a query, in order and without duplicates if asked to
    Merge(merge::MergeArguments),
    /// Write the games of a query to another file, byte for byte; takes the options of merge, too
    #[command(after_help = merge::EXTRACT_HELP)]
    Extract(merge::MergeArguments),
    /// Find games that occur more than once, in one file or several, and delete them
    Dedupe(dedupe::DedupeArguments),
    /// Count what was played from a position: moves, scores, ratings, openings
    Tree(tree::TreeArguments),
    /// List games in a table with chosen columns: as text, CSV, JSON, Markdown or HTML
    Table(table::TableArguments),
    /// Write games, positions and moves as tables for other engines: DuckDB, ClickHouse, Polars, Spark
    Export(export::ExportArguments),
    /// Show who played whom in a tournament: a round robin as a grid, a Swiss by rounds
    Crosstable(tournament::CrosstableArguments),
    /// Rank the players of a tournament: by points and tie-breaks
    Standings(tournament::StandingsArguments),
    /// Draw positions: of a FEN, a place in a game, or all records of a file, as SVG or text
    Diagram(diagram::DiagramArguments),
    /// Count games: by player, opening, ECO code, year, month, result, event, site, length, final material or promotions
    Stats(stats::StatsArguments),
    /// Make pages of games: a site, or one file, with diagrams, an index and the tables of tournaments
    Publish(publish::PublishArguments),
    /// List how players, events and sites are spelt and which may be the same, and unify them
    Names(names::NamesArguments),
    /// Ask a chess engine of yours: let it solve test positions, or analyse one
    Engine(engine::EngineCommandArguments),
    /// Show or remove what is kept of games that were read
    Cache(cache::CommandArguments),
    /// Merge the reports of several runs of check: SARIF, JUnit, statistics
    MergeReports(merge_reports::MergeReportsArguments),
    /// Explain a rule
    Rule(rule::RuleArguments),
    /// List all rules
    Rules(rules::RulesArguments),
    /// Run the language server on standard input and output
    Lsp(lsp::LspArguments),
    /// Show what is installed and configured, and what each editor found here needs
    Doctor(doctor::DoctorArguments),
    /// Print completions for a shell
    Completions(completions::CompletionsArguments),
    /// Print the manual page, or write those of all commands to a folder
    Man(man::ManArguments),
}

/// Runs a command of `program`.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    command: &Command,
    program: clap::Command,
    global: &GlobalArguments,
    rules: KnownRules,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    match command {
        Command::Check(arguments) => check::run(arguments, global, rules, streams),
        Command::Format(arguments) => format::run(arguments, global, streams),
        Command::Edit(arguments) => edit::run(arguments, global, streams),
        Command::Convert(arguments) => convert::run(arguments, global, streams),
        Command::Search(arguments) => search::run(arguments, global, streams),
        Command::Repertoire(arguments) => repertoire::run(arguments, global, rules, streams),
        Command::Sort(arguments) => sort::run(arguments, global, streams),
        Command::Split(arguments) => split::run(arguments, global, streams),
        Command::Merge(arguments) | Command::Extract(arguments) => merge::run(arguments, global, streams),
        Command::Dedupe(arguments) => dedupe::run(arguments, global, streams),
        Command::Tree(arguments) => tree::run(arguments, global, streams),
        Command::Table(arguments) => table::run(arguments, global, streams),
        Command::Export(arguments) => export::run(arguments, global, rules, streams),
        Command::Crosstable(arguments) => tournament::crosstable(arguments, global, streams),
        Command::Standings(arguments) => tournament::standings(arguments, global, streams),
        Command::Diagram(arguments) => diagram::run(arguments, global, streams),
        Command::Stats(arguments) => stats::run(arguments, global, streams),
        Command::Publish(arguments) => publish::run(arguments, global, streams),
        Command::Names(arguments) => names::run(arguments, global, streams),
        Command::Engine(arguments) => engine::run(arguments, global, streams),
        Command::Cache(arguments) => cache::run(arguments, global, streams),
        Command::MergeReports(arguments) => merge_reports::run(arguments, global, streams),
        Command::Rule(arguments) => rule::run(arguments, global, rules, streams),
        Command::Rules(arguments) => rules::run(arguments, global, rules, streams),
        // It takes the streams of the process, so it is run before there are any.
        Command::Lsp(_) => Ok(Exit::Clean),
        Command::Doctor(arguments) => doctor::run(arguments, global, streams),
        Command::Completions(arguments) => completions::run(arguments, program, rules, streams),
        Command::Man(arguments) => man::run(arguments, program, streams),
    }
}
