use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A line that the repertoire never reaches.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for lines through a move that is marked as a mistake of its side elsewhere, while another move is the answer,
    /// and for games that begin in a position which comes about only if the side does not play its answer. A second answer that is not marked is
    /// reported by `conflicting-answers`, once for all lines after it.
    ///
    /// ## Why is this bad?
    /// The line is learnt for nothing: the position cannot come about.
    ///
    /// ## Example
    /// ```pgn
    /// 1. d4 Nf6 (1... e6 2. c4 Nf6 3. g3 d5) 2. c4 e6 3. Nc3 (3. g3 $6 d5) 3... d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. d4 Nf6 (1... e6 2. c4 Nf6) 2. c4 e6 3. Nc3 (3. g3 $6 d5) 3... d5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "unreachable-line", group: Repertoire, level: Warning, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "what makes the line unreachable", |fault| {
        let FaultKind::UnreachableLine { played, answer, begins_after } = &fault.kind else { return None };
        let place = fault.shown_other();
        Some(match begins_after {
            true => format!(
                "This game begins after {played}, but the repertoire plays {answer} there, {place}: the position never comes about"
            ),
            false => format!(
                "{played} is marked as a mistake {place}, and the repertoire plays {answer}: this line is never reached"
            ),
        })
    });
}
