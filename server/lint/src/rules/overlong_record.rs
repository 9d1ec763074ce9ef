use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A record of more than 1024 characters.
    ///
    /// ## What it does
    /// Checks for records of more than 1024 characters.
    ///
    /// ## Why is this bad?
    /// The standard asks programs to handle lines of up to 1024 characters; they need not handle longer ones.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. "; c1 "Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. "; c2 "Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. "; c3 "Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. "; c4 "Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. Remarks. ";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "A short remark.";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.3.
    name: "overlong-record", group: Portability, level: Info, fix: None, hooks: [Hook::Record(check)],
}

/// Characters.
const LONGEST: usize = 1024;

fn check(view: &RecordView, findings: &mut Findings) {
    let record = view.record.range.clone();
    let is_longer =
        |range: &std::ops::Range<usize>| range.len() > LONGEST && view.text(range.clone()).chars().count() > LONGEST;
    if is_longer(&record) {
        let message = format!(
            "This record has {} characters; programs need not read more than {LONGEST}",
            view.text(record.clone()).chars().count()
        );
        findings.push(RULE.finding(view.record.fields.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn characters_are_counted() {
        let found = |length: usize| {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{}\";", "é".repeat(length - 34));
            crate::testing::findings(&RULE, &line).len()
        };
        assert_eq!((found(1024), found(1026)), (0, 1));
    }
}
