//! Remarks that allow findings, for all findings of a file at once.

use std::collections::{BTreeMap, BTreeSet};

use scoresheet_chess::placed_game::{PlacedGame, games};
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::EpdFile;
use scoresheet_lint::finding::{Applicability, Edit, Fix};
use scoresheet_lint::record_linter::remarks;
use scoresheet_lint::rule::KnownRules;
use scoresheet_lint::suppression::{allow_in_file, allow_in_game};

use crate::cli::findings::LocatedFinding;
use crate::language::Language;
use crate::repair::apply;

/// What a remark holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// A game or a record.
    Unit,
    /// A whole file.
    File,
}

impl Language {
    /// `text` with remarks that allow these findings in it, as far as there is a place for them. Linear in the text and the findings.
    pub(crate) fn with_allowances(
        self,
        text: &str,
        findings: &[LocatedFinding],
        rules: KnownRules,
        reach: Reach,
    ) -> String {
        let edits = match (self, reach) {
            (Language::Pgn, Reach::Unit) => in_games(text, findings),
            (Language::Pgn, Reach::File) => Database::parse(text)
                .view(0)
                .filter(|_| !findings.is_empty())
                .map(|first| allow_in_file(first, &names(findings)))
                .into_iter()
                .collect(),
            (Language::Records(_), Reach::Unit) => in_records(text, findings, rules),
            (Language::Records(_), Reach::File) => {
                let file = EpdFile::parse(text);
                let ids: BTreeMap<&str, _> =
                    findings.iter().map(|located| (located.finding.rule.name, located.finding.rule)).collect();
                ids.into_values().map(|rule| remarks::allow_in_file(&file, rule)).collect()
            }
        };
        apply(text, &[&Fix { title: String::new(), applicability: Applicability::Safe, edits }])
    }
}

fn in_games(text: &str, findings: &[LocatedFinding]) -> Vec<Edit> {
    let database = Database::parse(text);
    let mut of_game = BTreeMap::<usize, BTreeSet<&str>>::new();
    for located in findings {
        of_game.entry(located.game_start).or_default().insert(located.finding.rule.name);
    }
    let games = games(&database);
    let edit = |game: PlacedGame| {
        let names = joined(of_game.get(&game.start)?);
        let before = game.index.checked_sub(1).and_then(|before| database.view(before));
        allow_in_game(game, before, &names)
    };
    games.filter_map(edit).collect()
}

fn in_records(text: &str, findings: &[LocatedFinding], rules: KnownRules) -> Vec<Edit> {
    let file = EpdFile::parse(text);
    let mut of_line = BTreeMap::new();
    for located in findings {
        let (start, name) = (located.finding.range.start, located.finding.rule.name);
        let line = file.line_around(start).map_or(start, |(line, _)| line);
        of_line.entry((line, name)).or_insert(start);
    }
    let allow = |((_, name), start): ((usize, &str), usize)| {
        let rule = rules.iter().find(|rule| rule.name == name)?;
        remarks::allow_in_record(&file, start, rule)
    };
    of_line.into_iter().filter_map(allow).collect()
}

fn names(findings: &[LocatedFinding]) -> String {
    joined(&findings.iter().map(|located| located.finding.rule.name).collect())
}

fn joined(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}
