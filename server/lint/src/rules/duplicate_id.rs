use std::ops::Range;

use crate::finding::Finding;
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

/// The rest are only counted.
const MOST_FINDINGS: usize = 500;

fn check(file: &RecordFile, findings: &mut Vec<Finding>) {
    let left_out = file.duplicates.ids.len().saturating_sub(MOST_FINDINGS);
    for (index, pair) in file.duplicates.ids.iter().take(MOST_FINDINGS).enumerate() {
        let (Some(one), Some(other)) = (file.read(pair.first), file.read(pair.later)) else { continue };
        let (Some(place), Some(range)) = (id(&one.1, &one.2), id(&other.1, &other.2)) else { continue };
        let mut message = format!("An earlier record has the id {} as well", &other.1[range.clone()]);
        if left_out > 0 && index + 1 == MOST_FINDINGS {
            message.push_str(&format!(" ({left_out}  more follow)"));
        }
        let in_file = |start: usize, range: Range<usize>| range.start + start..range.end + start;
        let finding = RULE.finding(in_file(other.0, range), message);
        findings.push(finding.with_related(in_file(one.0, place), "the first occurrence"));
    }
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
