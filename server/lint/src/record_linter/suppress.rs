//! Suppression of findings by remarks, and the report of remarks without effect.

use super::RecordLinter;
use crate::finding::Finding;
use crate::findings::Findings;
use crate::records::{AboveRecord, CheckedLines, RecordFile, Traits};
use crate::rule::{Hook, Rule};
use crate::rule_id::RuleId;
use crate::selector::Selector;
use crate::suppression::{Allowance, AllowedName, Idle, Scope, idle_parts};

impl RecordLinter {
    /// Removes the findings of a record that the top of the file or the remarks above the record suppress, and reports those remarks that
    /// suppress nothing. Consumes the remarks, which apply to this record only; those for the whole file, and those that name a rule about it, are
    /// kept until its end. `record` is the record below the remarks, if there is one: the byte offset in the text at which its line begins, and its
    /// traits, of which those are removed that are not to be reported.
    pub(super) fn suppress(
        &self,
        record: Option<(usize, &mut Traits)>,
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
        let is_record = record.is_some();
        findings.retain(|finding| {
            let in_file = self.allows(finding.rule);
            let in_record = remarks.iter().any(|remark| allows(remark, finding.rule));
            used.extend(in_record.then_some(finding.rule));
            if in_file && checked.silenced.iter().all(|rule| rule.name != finding.rule.name) {
                checked.silenced.push(finding.rule);
            }
            !in_file && !in_record
        });
        if let Some((record, traits)) = record {
            let is_allowed = |rule: &&&Rule| remarks.iter().any(|remark| allows(remark, rule.id()));
            for rule in self.rules.known.iter().filter(is_allowed) {
                used.extend(traits_of(rule).filter(|own| traits.has_any(*own)).map(|_| rule.id()));
                traits_of(rule).for_each(|own| *traits = traits.without(own));
            }
            let about_file = remarks.iter().filter(|remark| {
                remark.scope == Some(Scope::Game) && remark.names.iter().any(|name| self.names_rule_about_file(name))
            });
            let above = about_file.map(|remark| AboveRecord { record, remark: remark.clone(), used: used.clone() });
            checked.above_records.extend(above);
        }
        if self.reports_idle(|rule| self.allows(rule) || remarks.iter().any(|remark| allows(remark, rule))) {
            remarks.clear();
        }
        let mut found = Findings::in_record();
        let mut report =
            |remark: &Allowance, why| self.rules.idle.iter().for_each(|ask| ask(remark, why, text, &mut found));
        for remark in remarks.drain(..) {
            let is_used = |name: usize| used.iter().any(|rule| remark.names[name].names(*rule));
            match remark.scope {
                None => report(&remark, Idle::UnknownWord),
                Some(Scope::Game) => {
                    let may_be_unused =
                        |name: &AllowedName| self.were_asked(name) && !(is_record && self.names_rule_about_file(name));
                    idle_parts(&remark, is_used, may_be_unused, &mut report);
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
        let used_above = suppress_above_records(file, findings);
        if self.reports_idle(|rule| self.allows(rule)) {
            return;
        }
        self.report_idle_above_records(file, &used_above, findings);
        let first_record = file.first_record();
        for piece in file.pieces.iter().filter(|piece| !piece.checked.of_file.is_empty()) {
            let (text, mut found) = (piece.text(), Findings::in_record());
            let mut report =
                |remark: &Allowance, why| self.rules.idle.iter().for_each(|ask| ask(remark, why, &text, &mut found));
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

    /// Reports what is unused in remarks above records that name rules about the file. `used` are the rules of which each one has suppressed a finding on
    /// the file.
    fn report_idle_above_records(&self, file: RecordFile, used: &[Vec<RuleId>], findings: &mut Vec<Finding>) {
        let mut used = used.iter();
        for piece in file.pieces.iter().filter(|piece| !piece.checked.above_records.is_empty()) {
            let (text, mut found) = (piece.text(), Findings::in_record());
            for AboveRecord { remark, used: used_in_record, .. } in &piece.checked.above_records {
                let used_in_file = used.next().map_or(&[][..], Vec::as_slice);
                let is_used =
                    |name: usize| used_in_record.iter().chain(used_in_file).any(|rule| remark.names[name].names(*rule));
                let may_be_unused = |name: &AllowedName| self.names_rule_about_file(name) && self.were_asked(name);
                let is_of_file = |why: Idle| match why {
                    Idle::Unused(name) => may_be_unused(&remark.names[name]),
                    _ => false,
                };
                let mut report = |remark: &Allowance, why: Idle| {
                    if is_of_file(why) {
                        self.rules.idle.iter().for_each(|ask| ask(remark, why, &text, &mut found));
                    }
                };
                idle_parts(remark, is_used, may_be_unused, &mut report);
            }
            findings.extend(found.into_vec().into_iter().map(|finding| finding.shifted(piece.start)));
        }
    }

    /// Whether one of the rules of a name has its findings once all records are checked, and at its records.
    fn names_rule_about_file(&self, name: &AllowedName) -> bool {
        let is_about_file = |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::RecordFile(_)));
        self.rules.known.iter().any(|rule| name.names(rule.id()) && is_about_file(rule))
    }

    /// Whether the top of the file suppresses a rule.
    fn allows(&self, rule: RuleId) -> bool {
        !self.allowed.is_empty() && Selector::meaning(rule).any(|selector| self.allowed.contains(&selector))
    }

    /// Whether `holds` is true for a rule about remarks without effect.
    fn reports_idle(&self, holds: impl Fn(RuleId) -> bool) -> bool {
        self.rules.known.iter().any(|rule| rule.is_about_allowances() && holds(rule.id()))
    }

    /// Like [`RecordLinter::were_asked`] for a file. A linter that was created without the text lacks the suppressions at the
    /// file's top.
    fn may_be_unused_in_file(&self, name: &AllowedName) -> bool {
        self.were_asked(name) && name.selector.as_ref().is_ok_and(|selector| self.allowed.contains(selector))
    }

    /// Whether all rules that the name includes are called for records, so that it has no effect if none of them is suppressed.
    fn were_asked(&self, name: &AllowedName) -> bool {
        let mut meant = self.rules.known.iter().filter(|rule| name.names(rule.id()));
        meant.all(|rule| self.rules.asked.contains(rule.name) && rule.reports_whenever_it_applies())
    }
}

/// Removes the findings on the whole file that remarks above their records suppress. Returns the rules of which each remark has suppressed one.
fn suppress_above_records(file: RecordFile, findings: &mut Vec<Finding>) -> Vec<Vec<RuleId>> {
    let pieces = file.pieces.iter();
    let above: Vec<(usize, &Allowance)> = pieces
        .flat_map(|piece| piece.checked.above_records.iter().map(|above| (piece.start + above.record, &above.remark)))
        .collect();
    let mut used = vec![Vec::new(); above.len()];
    if above.is_empty() {
        return used;
    }
    findings.retain(|finding| {
        let Some(record) = file.record_at(finding.range.start) else { return true };
        let first = above.partition_point(|(place, _)| *place < record);
        let remarks = above[first..].iter().take_while(|(place, _)| *place == record);
        let mut is_allowed = false;
        for (index, _) in remarks.enumerate().filter(|(_, (_, remark))| names(remark, finding.rule)) {
            used[first + index].push(finding.rule);
            is_allowed = true;
        }
        !is_allowed
    });
    used
}

/// The traits that a rule reports once per file.
fn traits_of(rule: &Rule) -> impl Iterator<Item = Traits> {
    rule.hooks.iter().filter_map(|hook| match hook {
        Hook::RecordTrait(traits, _) => Some(*traits),
        _ => None,
    })
}

fn names(remark: &Allowance, rule: RuleId) -> bool {
    remark.names.iter().any(|name| name.names(rule))
}
