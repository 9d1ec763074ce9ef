use std::ops::Range;

use crate::findings::Findings;
use crate::records::{Seen, Traits};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// Positions of a chess variant.
    ///
    /// ## What it does
    /// Checks for boards of another size, pieces that chess does not have, pieces in hand and check counts. Reported once per
    /// file.
    ///
    /// ## Why is this bad?
    /// The standard defines none of these. Boards and pieces of unknown variants are not checked.
    ///
    /// ## Example
    /// ```epd
    /// r1abqkbcnr/pppppppppp/2n7/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - id "1";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "1";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.3.1.
    name: "variant-position", group: Pedantic, level: Info, fix: None, hooks: [Hook::RecordTrait(Traits::VARIANT, check)],
}

fn check(seen: &Seen, findings: &mut Findings) {
    let message = "A position of a chess variant, not of chess";
    findings.push(seen.report(&RULE, place, message));
}

fn place(view: &RecordView) -> Option<Range<usize>> {
    Some(view.record.fields.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn variants_are_named_once() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3[Qn] w - -
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A position of a chess variant, not of chess (2 of 3 records)
4k3/8/8/8/8/8/4P3/4K3 w - - 3+3
4k3/8/8/8/8/8/4P3/4K3 w - -
",
        );
    }
}
