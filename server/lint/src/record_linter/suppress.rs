//! Suppression of findings by remarks, and the report of remarks without effect.

use super::RecordLinter;
use crate::finding::Finding;
use crate::findings::Findings;
use crate::records::{CheckedLines, RecordFile};
use crate::rule::{Hook, Rule};
use crate::rule_id::RuleId;
use crate::selector::Selector;
use crate::suppression::{Allowance, AllowedName, Idle, Scope, idle_parts};

impl RecordLinter {
    /// Removes the findings of a record that the top of the file or the remarks above the record suppress, and reports those remarks that
    /// suppress nothing. Consumes the remarks, which apply to this record only; those for the whole file are kept until its end.
    pub(super) fn suppress(
        &self,
        remarks: &mut Vec<Allowance>,
        findings: &mut Vec<Finding>,
        text: &str,
        checked: &mut CheckedLines,
    ) {
        if remarks.is_empty() && self.allowed.is_empty() {
            return;
        }
        let allows = |remark: &Allowance, rule: RuleId| remark.scope == Some(Scope::Game) && names(remark, rule);
        let mut used: Vec<RuleId> = Vec::new();
        // Two suppressions of the same finding both count as used.
        findings.retain(|finding| {
            let in_file = self.allows(finding.rule);
            let in_record = remarks.iter().any(|remark| allows(remark, finding.rule));
            used.extend(in_record.then_some(finding.rule));
            if in_file && checked.silenced.iter().all(|rule| rule.name != finding.rule.name) {
                checked.silenced.push(finding.rule);
            }
            !in_file && !in_record
        });
        if self.reports_idle(|rule| self.allows(rule) || remarks.iter().any(|remark| allows(remark, rule))) {
            remarks.clear();
        }
        let mut found = Findings::in_record();
        let mut report = |remark: &Allowance, why| self.idle.iter().for_each(|ask| ask(remark, why, text, &mut found));
        for remark in remarks.drain(..) {
            let is_used = |name: usize| used.iter().any(|rule| remark.names[name].names(*rule));
            match remark.scope {
                None => report(&remark, Idle::UnknownWord),
                Some(Scope::Game) => {
                    idle_parts(&remark, is_used, |name| self.may_be_unused_in_record(name), &mut report);
                }
                Some(Scope::File) => checked.of_file.push(remark),
            }
        }
        let mut found = found.into_vec();
        self.set_levels(&mut found);
        checked.findings.append(&mut found);
    }

    /// Removes the findings on the whole file that its top suppresses, and reports unused suppressions, once all pieces are checked.
    pub(super) fn suppress_of_file(&self, file: RecordFile, findings: &mut Vec<Finding>) {
        let of_records = file.pieces.iter().flat_map(|piece| piece.checked.silenced.iter().copied());
        let of_file = findings.iter().map(|finding| finding.rule).filter(|rule| self.allows(*rule));
        let silenced: Vec<RuleId> = of_records.chain(of_file).collect();
        findings.retain(|finding| !self.allows(finding.rule));
        if self.reports_idle(|rule| self.allows(rule)) {
            return;
        }
        let first_record = file.first_record();
        for piece in file.pieces.iter().filter(|piece| !piece.checked.of_file.is_empty()) {
            let (text, mut found) = (piece.text(), Findings::in_record());
            let mut report =
                |remark: &Allowance, why| self.idle.iter().for_each(|ask| ask(remark, why, &text, &mut found));
            for remark in &piece.checked.of_file {
                let is_used = |name: usize| silenced.iter().any(|rule| remark.names[name].names(*rule));
                match first_record {
                    Some(first) if first < piece.start + remark.line.start => report(remark, Idle::NotAtTop),
                    _ => idle_parts(remark, is_used, |name| self.may_be_unused_in_file(name), &mut report),
                }
            }
            findings.extend(found.into_vec().into_iter().map(|finding| finding.shifted(piece.start)));
        }
    }

    /// Whether the top of the file suppresses a rule.
    fn allows(&self, rule: RuleId) -> bool {
        !self.allowed.is_empty() && Selector::meaning(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Whether `holds` is true for a rule about remarks without effect.
    fn reports_idle(&self, holds: impl Fn(RuleId) -> bool) -> bool {
        self.known.iter().any(|rule| rule.is_about_allowances() && holds(rule.id()))
    }

    /// Whether all rules that the name includes are called for records, so that it has no effect if none of them is suppressed.
    fn may_be_unused_in_record(&self, name: &AllowedName) -> bool {
        let is_about_file =
            |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::RecordTrait(..) | Hook::RecordFile(_)));
        self.were_asked(name) && !self.known.iter().any(|rule| name.names(rule.id()) && is_about_file(rule))
    }

    /// Like [`RecordLinter::may_be_unused_in_record`] for a file. A linter that was created without the text lacks the suppressions at the
    /// file's top.
    fn may_be_unused_in_file(&self, name: &AllowedName) -> bool {
        self.were_asked(name) && name.selector.as_ref().is_ok_and(|selector| self.allowed.contains(selector))
    }

    fn were_asked(&self, name: &AllowedName) -> bool {
        let mut meant = self.known.iter().filter(|rule| name.names(rule.id()));
        meant.all(|rule| self.asked.contains(rule.name) && !rule.is_about_allowances())
    }
}

fn names(remark: &Allowance, rule: RuleId) -> bool {
    remark.names.iter().any(|name| name.names(rule))
}
