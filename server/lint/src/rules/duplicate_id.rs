use super::repeated_records::report_later;
use crate::findings::Findings;
use crate::records::{RecordFile, id};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// An `id` that occurs twice in the file.
    ///
    /// ## What it does
    /// Checks for records with the `id` of an earlier record.
    ///
    /// ## Why is this bad?
    /// An `id` names a position. Test suites list their results by it.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// 4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "1";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1";
    /// 4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "2";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.5.15.
    name: "duplicate-id", group: Suspicious, level: Warning, fix: None, hooks: [Hook::RecordFile(check)],
}

fn check(file: &RecordFile, findings: &mut Findings) {
    let message = |id: &str| format!("An earlier record has the id {id} as well");
    findings.extend(report_later(&RULE, file, file.duplicates.ids.iter(), id, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_later_one_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
4k3/8/8/8/8/8/4P3/4K3 b - - id \"2\";
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";
                                ^ An earlier record has the id 1 as well
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;
",
        );
    }
}
