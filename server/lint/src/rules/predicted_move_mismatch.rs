use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A predicted move that is not the first move of the predicted variation.
    ///
    /// ## What it does
    /// Checks that `pm` is the first move of `pv`, in whatever notation.
    ///
    /// ## Why is this bad?
    /// The two contradict each other: probably only one of them was updated.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - pm e3; pv e4 Kd7;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - pm e4; pv e4 Kd7;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.18 and 16.2.5.19.
    name: "predicted-move-mismatch", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    let (Some(predicted), Some(first)) = (view.moves_named("pm").first(), view.moves_named("pv").first()) else {
        return;
    };
    if let (Some(one), Some(other)) = (predicted.action(), first.action())
        && one != other
    {
        let message = format!("{} is predicted, but pv begins with {}", predicted.text, first.text);
        let finding = RULE.finding(predicted.range.clone(), message);
        findings.push(finding.with_related(first.range.clone(), "the first move of pv"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn moves_are_compared_as_they_are_played() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - pm e3; pv e4 Kd7;
                               ^^ e3 is predicted, but pv begins with e4
4k3/8/8/8/8/8/4P3/4K3 w - - pm e2e4; pv e4 Kd7;
4k3/8/8/8/8/8/4P3/4K3 w - - pm e4; pv;
",
        );
    }
}
