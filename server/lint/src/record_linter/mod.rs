//! The check of the records of a file by all rules.

pub mod remarks;
mod suppress;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scoresheet_grammar::epd::{Line, lines};

use crate::configuration::{Configuration, Setting};
use crate::explanation::Effort;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::linter::Linter;
use crate::records::{CheckedLines, Duplicates, Piece, PieceText, RecordFacts, RecordFile, Seen, Traits};
use crate::rule::{
    AskAboutAllowance, AskAboutEvaluatedRecord, AskAboutRecord, AskAboutRecordFile, AskAboutTrait, Hook, KnownRules,
    Rule, ids,
};
use crate::rule_id::RuleId;
use crate::selector::Selector;
use crate::suppression::FileAllowances;
use remarks::{allowed_in_file, read_remark};
use scoresheet_chess::epd::at::PlacedRecord;
use scoresheet_chess::epd::mini_game::MiniGame;
use scoresheet_chess::epd::moves::{MoveOperand, Reading};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::evaluation::Engine;

/// The active rules about records, and what the top of a file allows. Cheap to clone.
#[derive(Clone)]
pub struct RecordLinter {
    pub(crate) rules: Arc<RecordRules>,
    engine: Option<Engine>,
    /// The suppressions of the whole file, at its top.
    pub(crate) allowed: BTreeSet<Selector>,
}

/// The active rules about records, sorted by their hooks. Built once, used for every record.
pub(crate) struct RecordRules {
    /// All rules; remarks refer to them by name.
    known: KnownRules,
    ids: Vec<RuleId>,
    pub(crate) lowest: Level,
    /// The names of the active rules.
    pub(crate) asked: Arc<BTreeSet<&'static str>>,
    /// The levels that the configuration gives to findings, by rule.
    pub(crate) levels: Arc<BTreeMap<&'static str, Level>>,
    record: Vec<AskAboutRecord>,
    evaluated: Vec<AskAboutEvaluatedRecord>,
    traits: Vec<(Traits, AskAboutTrait)>,
    file: Vec<AskAboutRecordFile>,
    idle: Vec<AskAboutAllowance>,
    /// The linter for the rules about the moves of games, which apply to the moves of records, too.
    moves: Linter,
}

impl RecordLinter {
    /// Creates a linter with those of the `known` rules for which `is_active` holds, for findings of level `lowest` and above.
    pub fn new(known: KnownRules, is_active: impl Fn(&Rule) -> bool, lowest: Level) -> RecordLinter {
        let asked = known.iter().filter(|rule| rule.level >= lowest && is_active(rule));
        RecordLinter::of(known, asked.map(|rule| (*rule, None)), lowest)
    }

    /// Creates a linter with those of the `known` rules that `configuration` turns on, at the levels that it sets.
    pub fn configured(known: KnownRules, configuration: &Configuration) -> RecordLinter {
        let asked = known.iter().filter(|rule| configuration.level(rule) >= Some(configuration.lowest));
        let with_level = asked.map(|rule| match configuration.setting(rule.id()) {
            Setting::At(level) => (*rule, Some(level)),
            Setting::On | Setting::Off => (*rule, None),
        });
        RecordLinter::of(known, with_level, configuration.lowest).with_engine(configuration.engine.clone())
    }

    /// Like [`RecordLinter::configured`] for a file with this text: the remarks at its top (`# scoresheet: allow-file RULE`) suppress
    /// findings. The text may end after its first record.
    pub fn for_file(known: KnownRules, configuration: &Configuration, text: &str) -> RecordLinter {
        RecordLinter::configured(known, configuration).for_text(text)
    }

    /// Returns the linter with the same rules for a file with this text; see [`RecordLinter::for_file`].
    #[must_use]
    pub fn for_text(&self, text: &str) -> RecordLinter {
        RecordLinter { allowed: allowed_in_file(text, &self.rules.ids), ..self.clone() }
    }

    /// Returns the same linter with this engine for the rules that ask one.
    pub fn with_engine(self, engine: Option<Engine>) -> RecordLinter {
        RecordLinter { engine, ..self }
    }

    fn of(
        known: KnownRules,
        rules: impl Iterator<Item = (&'static Rule, Option<Level>)>,
        lowest: Level,
    ) -> RecordLinter {
        let rules: Vec<_> = rules.collect();
        let is_about_moves =
            |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::Played(..) | Hook::Failed(_)));
        let asked: BTreeSet<&'static str> = rules.iter().map(|(rule, _)| rule.name).collect();
        let is_active_about_moves = |rule: &Rule| is_about_moves(rule) && asked.contains(rule.name);
        let mut sorted = RecordRules {
            lowest,
            asked: Arc::new(asked.clone()),
            levels: Arc::new(rules.iter().filter_map(|(rule, level)| Some((rule.name, (*level)?))).collect()),
            record: Vec::new(),
            evaluated: Vec::new(),
            traits: Vec::new(),
            file: Vec::new(),
            idle: Vec::new(),
            moves: Linter::new(known, is_active_about_moves, Level::Hint),
            known,
            ids: ids(known),
        };
        for hook in rules.iter().flat_map(|(rule, _)| rule.hooks) {
            match hook {
                Hook::Record(ask) => sorted.record.push(*ask),
                Hook::EvaluatedRecord(ask) => sorted.evaluated.push(*ask),
                Hook::RecordTrait(traits, ask) => sorted.traits.push((*traits, *ask)),
                Hook::RecordFile(ask) => sorted.file.push(*ask),
                Hook::IdleAllowance(ask) => sorted.idle.push(*ask),
                _ => {}
            }
        }
        RecordLinter { rules: Arc::new(sorted), engine: None, allowed: BTreeSet::new() }
    }

    /// Checks the records of a piece of a file: whole lines, not cut between a remark and the record below it. As much is read for explanations
    /// as is left of `effort`. Linear in the text.
    pub fn check_lines(&self, text: &str, kind: RecordKind, effort: &Effort) -> CheckedLines {
        let mut checked = CheckedLines::default();
        let mut remarks = Vec::new();
        for range in lines(text) {
            let start = range.start;
            let record = match Line::read(&text[range.clone()]) {
                Line::Blank => {
                    self.suppress(None, &mut remarks, &mut Vec::new(), text, &mut checked);
                    continue;
                }
                Line::Comment(remark) => {
                    remarks.extend(read_remark(&text[range], remark, start, &self.rules.ids));
                    continue;
                }
                Line::Record(record) => record,
            };
            let view = RecordView::new(&text[range], record, kind);
            let mut findings = self.check(&view, effort);
            let mut facts = RecordFacts::of(&view, start);
            self.suppress(Some((start, &mut facts.traits)), &mut remarks, &mut findings, text, &mut checked);
            checked.findings.extend(findings.into_iter().map(|finding| finding.shifted(start)));
            facts.traits.places().for_each(|place| checked.tally[place] += 1);
            checked.records.push(facts);
        }
        self.suppress(None, &mut remarks, &mut Vec::new(), text, &mut checked);
        checked
    }

    /// Returns the findings on the whole file once all its pieces are checked, ordered by place. Ranges are relative to the file.
    pub fn check_pieces(&self, pieces: &[Piece], kind: RecordKind) -> Vec<Finding> {
        let duplicates = if self.rules.file.is_empty() { Duplicates::default() } else { Duplicates::of(pieces) };
        self.check_file(RecordFile { pieces, kind, duplicates: &duplicates })
    }

    /// Like [`RecordLinter::check_pieces`], with the duplicates already known.
    pub(crate) fn check_file(&self, file: RecordFile<'_>) -> Vec<Finding> {
        let mut of_file = Findings::in_file();
        for (traits, ask) in &self.rules.traits {
            let tallies = file.pieces.iter().flat_map(|piece| traits.places().map(|place| piece.checked.tally[place]));
            let count = tallies.sum::<u32>() as usize;
            if count > 0
                && let Some((start, line)) = file.with(*traits).next()
                && let Some(first) = PlacedRecord::read(start, &line, file.kind)
            {
                ask(&Seen { file, traits: *traits, count, first }, &mut of_file);
            }
        }
        self.rules.file.iter().for_each(|ask| ask(&file, &mut of_file));
        let mut findings = of_file.into_vec();
        self.suppress_of_file(file, &mut findings);
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// Checks a text that is a file by itself. Findings are ordered by place.
    pub fn check_text(&self, text: &str, kind: RecordKind) -> Vec<Finding> {
        let mut checked = self.check_lines(text, kind, &Effort::of_piece(text.len()));
        let mut findings = std::mem::take(&mut checked.findings);
        findings.extend(self.check_pieces(&[Piece { start: 0, text: PieceText::Held(text), checked: &checked }], kind));
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// The findings on a record, ordered by place. Ranges are relative to its line.
    fn check(&self, view: &RecordView, effort: &Effort) -> Vec<Finding> {
        let mut findings = Findings::in_record();
        self.rules.record.iter().for_each(|ask| ask(view, &mut findings));
        if let Some(engine) = &self.engine {
            self.rules.evaluated.iter().for_each(|ask| ask(view, &**engine, &mut findings));
        }
        self.check_moves(view, effort, &mut findings);
        let mut findings = findings.into_vec();
        if !findings.is_empty() {
            self.set_levels(&mut findings);
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }

    fn check_moves(&self, view: &RecordView, effort: &Effort, findings: &mut Findings) {
        let is_odd = |operand: &&MoveOperand| matches!(operand.reading, Reading::Odd(..) | Reading::Failed);
        if view.moves.iter().all(|operand| !is_odd(&operand)) {
            return;
        }
        for (index, operation) in view.record.operations.iter().enumerate() {
            let moves = view.moves_of(index);
            let is_line = view.known(operation).is_some_and(|known| known.operands == Operands::Line);
            if is_line && moves.iter().any(|operand| is_odd(&operand)) {
                let all: Vec<&MoveOperand> = moves.iter().collect();
                let of_line = move_findings(&MiniGame::new(view, &all), &self.rules.moves, effort);
                // Moves that are written by their squares are reported once per file.
                let is_reported_once = |finding: &Finding| {
                    let after = moves.partition_point(|operand| operand.range.start <= finding.range.start);
                    let at = after.checked_sub(1).and_then(|at| moves.get(at));
                    at.is_some_and(|operand| matches!(operand.reading, Reading::Coordinates(..)))
                };
                findings.extend(of_line.into_iter().filter(|finding| !is_reported_once(finding)));
            } else {
                let odd = moves.iter().filter(is_odd);
                findings.extend(
                    odd.flat_map(|operand| move_findings(&MiniGame::new(view, &[operand]), &self.rules.moves, effort)),
                );
            }
        }
    }

    /// Gives findings their configured levels, and removes those below the lowest level.
    pub(crate) fn set_levels(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| {
            if let Some(level) = self.rules.levels.get(finding.rule.name) {
                finding.level = *level;
            }
            finding.level >= self.rules.lowest
        });
    }
}

/// Returns the findings of the rules about moves, mapped to the line.
fn move_findings(game: &MiniGame, linter: &Linter, effort: &Effort) -> Vec<Finding> {
    let mut findings = Vec::new();
    game.read(|game| findings = linter.check_in_file(game, true, &FileAllowances::default(), effort).findings);
    for finding in &mut findings {
        finding.move_ranges(|range| *range = game.place(range.start)..game.place(range.end));
        // The game has no tags of its own.
        finding.message = finding.message.replace("the FEN tag", "the field for castling");
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULES;

    /// Returns the findings on the moves of a line: the text, the rule, and the line after the first fix.
    fn found(line: &str) -> Vec<(String, &'static str, String)> {
        let findings =
            RecordLinter::configured(RULES, &Configuration::new(Level::Info)).check_text(line, RecordKind::default());
        let shown = findings.into_iter().map(|finding| {
            let mut repaired = line.to_owned();
            for edit in finding.fixes.first().iter().flat_map(|fix| fix.edits.iter().rev()) {
                repaired.replace_range(edit.range.clone(), &edit.text);
            }
            (line[finding.range].to_owned(), finding.rule.name, repaired)
        });
        shown.collect()
    }

    #[track_caller]
    fn check(operations: &str, expected: &[(&str, &str, &str)]) {
        let line = |operations: &str| format!("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - {operations}");
        let found = found(&line(operations));
        let found: Vec<_> =
            found.iter().map(|(text, rule, repaired)| (text.as_str(), *rule, repaired.clone())).collect();
        let expected: Vec<_> = expected.iter().map(|(text, rule, repaired)| (*text, *rule, line(repaired))).collect();
        assert_eq!(found, expected, "{operations}");
    }

    #[test]
    fn moves_are_judged_as_in_games() {
        check("bm Rxh8+ e4;", &[]);
        check("bm Ke3;", &[("Ke3", "illegal-move", "bm e3;")]);
        check(
            "am 0-0 Rxh8;",
            &[("0-0", "zero-castling", "am O-O Rxh8;"), ("Rxh8", "missing-check-mark", "am 0-0 Rxh8+;")],
        );
        check(
            "pv e4 O-O Rg1 Rg8;",
            &[("Rg1", "missing-check-mark", "pv e4 O-O Rg1+ Rg8;"), ("Rg8", "illegal-move", "pv e4 O-O Rg1 Rg8;")],
        );
        check("sm e4e5;", &[("e4e5", "illegal-move", "sm e4;")]);
    }

    #[test]
    fn a_line_with_one_odd_move_has_one_finding() {
        check(
            "pv e2e4 Ke8-d7 Kd2;",
            &[("e2e4", "coordinate-move", "pv e4 Ke8-d7 Kd2;"), ("Ke8-d7", "long-algebraic-move", "pv e2e4 Kd7 Kd2;")],
        );
    }

    #[test]
    fn castling_that_the_fields_forbid_is_reported_at_the_fields() {
        let line = "r3k2r/8/8/8/8/8/4P3/R3K2R w Qkq - bm O-O;";
        let found = found(line);
        assert_eq!(found, [("O-O".to_owned(), "illegal-move", line.replace("Qkq", "KQkq"))]);
    }
}
