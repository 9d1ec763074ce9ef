use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::nag;

declare_rule! {
    /// Marks in two places that cannot both be true.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for moves that are marked as good (`!`, `!!`) in one place and as a mistake (`?`, `??`, `?!`) in another, and
    /// for positions that are better for White in one place and better for Black, or drawish while one side is clearly better, in another. Positions are
    /// the same by whatever moves they come about. Marks in one place are compared by `contradictory-nags`.
    ///
    /// ## Why is this bad?
    /// One of the two is out of date or a slip, and the reader does not know which.
    ///
    /// ## Example
    /// ```pgn
    /// 1. d4 Nf6 (1... e6 2. c4 Nf6 $14) 2. c4 e6 $17 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. d4 Nf6 (1... e6 2. c4 Nf6 $14) 2. c4 e6 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 10.
    name: "contradictory-marks", group: Repertoire, level: Warning, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "the other mark", |fault| {
        let FaultKind::ContradictoryMark { played, mark, other, is_of_position } = &fault.kind else { return None };
        let [here, there] = [*mark, *other].map(with_meaning);
        let place = fault.shown_other();
        let what = if *is_of_position { format!("The position after {played}") } else { played.clone() };
        Some(format!("{what} is marked {here} here, but {there} {place}: only one can be true"))
    });
}

/// The sign of a NAG, or its number, with its meaning.
fn with_meaning(number: u16) -> String {
    let sign = nag::glyph(number).map_or_else(|| format!("${number}"), str::to_owned);
    nag::meaning(number).map_or(sign.clone(), |meaning| format!("{sign} ({meaning})"))
}
