use scoresheet_grammar::epd::Operation;

use crate::finding::Edit;
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::is_opcode;

declare_rule! {
    /// A word that cannot be an opcode in place of one.
    ///
    /// ## What it does
    /// Checks for operations that begin with a number, a sign or a quote: `- id "x"`, `18 knights`. Reported once per file, at
    /// the first one.
    ///
    /// ## Why is this bad?
    /// Such an operation cannot be read. Often it is a remark that belongs in `c0`, or a superfluous hyphen.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; - id "1";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// ```
    ///
    /// ## Fix safety
    /// Deleting a hyphen is safe: it has no meaning. Remarks have no fix.
    ///
    /// ## References
    /// PGN standard, sections 16.2.4.1 and 16.2.4.2.
    name: "malformed-opcode", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::RecordTrait(Traits::MALFORMED_OPCODE, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let first = first_malformed(&seen.first.view);
    let word = first.map_or("", |operation| seen.first.view.opcode(operation));
    let message =
        format!("{word} is not an opcode, which is a letter followed by up to 14 letters, digits or underscores");
    let place = |view: &RecordView| Some(first_malformed(view)?.opcode.clone());
    let mut finding = seen.report(&RULE, place, &message);
    finding.fixes.extend(seen.fix("Delete the hyphen", without_hyphens));
    findings.push(finding);
}

fn first_malformed<'view>(view: &'view RecordView) -> Option<&'view Operation> {
    view.record.operations.iter().find(|operation| !is_opcode(view.opcode(operation)))
}

/// A hyphen in place of a field means that the field is empty.
fn without_hyphens(view: &RecordView) -> Vec<Edit> {
    let operations = view.record.operations.iter().filter(|operation| view.opcode(operation) == "-");
    let edits = operations.filter_map(|operation| {
        let next = view.operands(operation).first().filter(|next| is_opcode(view.text(next.range.clone())))?;
        Some(Edit::delete(operation.opcode.start..next.range.start))
    });
    edits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn what_cannot_be_an_opcode_is_told_once() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; 18 knights; +- x;
                                   ^^ 18 is not an opcode, which is a letter followed by up to 14 letters, digits or underscores (2 of 3 records)
4k3/8/8/8/8/8/4P3/4K3 w - - v=-12;
4k3/8/8/8/8/8/4P3/4K3 w - - Ae 1; private_opcode_ 2;
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; - id \"1\";",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"1\";",
        );
    }
}
