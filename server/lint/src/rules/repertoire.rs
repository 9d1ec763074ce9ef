//! What the rules about repertoires share: a rule reports what was found of its kind in the file, see [`crate::repertoire`].

use crate::file_view::FileView;
use crate::finding::{Elsewhere, Finding, Related};
use crate::findings::Findings;
use crate::repertoire::{FaultOfFile, OtherPlace};
use crate::rule::Rule;

/// Adds the findings of a rule: `message` says what is wrong, if it is this rule's concern; `label` what is in the other place.
pub(super) fn report(
    rule: &Rule,
    file: &FileView,
    findings: &mut Findings,
    label: &'static str,
    message: impl Fn(&FaultOfFile) -> Option<String>,
) {
    for fault in file.elsewhere.repertoire {
        if let Some(message) = message(fault) {
            findings.push(finding(fault, rule, message, label));
        }
    }
}

fn finding(fault: &FaultOfFile, rule: &Rule, message: String, label: &'static str) -> Finding {
    let mut finding = rule.finding(fault.range.clone(), message);
    match &fault.other {
        Some(OtherPlace::Here(range)) => {
            finding.related.push(Related { range: range.clone(), message: label.to_owned() });
        }
        Some(OtherPlace::Elsewhere(place)) => {
            finding.elsewhere = Some(Box::new(Elsewhere { message: label, ..place.clone() }));
        }
        None => {}
    }
    finding.fixes.extend(fault.fix.clone());
    finding
}
