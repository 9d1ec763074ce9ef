use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A move of the opponent that no game has.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for moves of the opponent that none of the games plays which reach the position, and that lead to no position
    /// that another game reaches. The games are those of the collection that the configuration or `--against` names; without one, the rule reports
    /// nothing.
    ///
    /// ## Why is this bad?
    /// Learning the line takes time that a move which is played would repay.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) (1... h5 2. d4) 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) 2. Nf3 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "unplayed-move", group: Repertoire, level: Info, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "the line", |fault| {
        let FaultKind::UnplayedMove { played, games } = &fault.kind else { return None };
        Some(match games {
            1 => format!("The only game that reaches this position does not play {played}: probably nobody will"),
            games => format!("None of the {games} games that reach this position plays {played}: probably nobody will"),
        })
    });
}
