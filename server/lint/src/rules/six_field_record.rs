use crate::finding::{Applicability, Edit};
use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_format::epd::{Counters, write_record};

declare_rule! {
    /// Records with the six fields of a FEN in an EPD file.
    ///
    /// ## What it does
    /// Checks for records with a halfmove clock and a move number after the four fields of EPD, as in most opening books for
    /// engines. Reported once per file.
    ///
    /// ## Why is this bad?
    /// An EPD record has four fields; clock and number are the operations `hmvc` and `fmvn`. Some programs read `0 1` as
    /// operations or reject the line, others read nothing else. `scoresheet format` keeps the fields.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - 5 39
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 39; hmvc 5;
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes `fmvn` and `hmvc` for the two fields. It is unsafe, because programs that require a FEN can no longer
    /// read the file.
    ///
    /// ## References
    /// PGN standard, sections 16.2.3, 16.2.5.13 and 16.2.5.14.
    name: "six-field-record", group: Portability, level: Info, fix: Sometimes, hooks: [Hook::RecordTrait(Traits::COUNTERS, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "Halfmove clock and move number as in a FEN; EPD writes hmvc and fmvn";
    let mut finding = seen.report(&RULE, |view| view.record.counters.clone(), message);
    let fix = seen.fix("Write fmvn and hmvc", as_operations);
    finding.fixes.extend(fix.map(|fix| crate::finding::Fix { applicability: Applicability::Unsafe, ..fix }));
    findings.push(finding);
}

fn as_operations(view: &RecordView) -> Vec<Edit> {
    let written = write_record(view, Counters::Operations).ok();
    written.map(|text| Edit::replace(view.record.range.clone(), text)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn counters_become_operations() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - 5 39
                            ^^^^ Halfmove clock and move number as in a FEN; EPD writes hmvc and fmvn (2 of 3 records)
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39 bm e4; id \"1\";\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; fmvn 39; hmvc 5; id \"1\";\n4k3/8/8/8/8/8/4P3/4K3 b - - fmvn 1; hmvc 0;\n",
        );
    }
}
