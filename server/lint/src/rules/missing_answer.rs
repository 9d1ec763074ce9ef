use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A line that ends with a move of the opponent.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for moves of the opponent after which its side has no move, by whatever moves the position comes about. A move
    /// that ends the game needs no answer, nor does one after which the position is judged (`=`, `+-` and their like). If the configuration names games,
    /// only moves that are common in them are reported. Moves after number 10, or after the number that the configuration names, are not reported.
    ///
    /// ## Why is this bad?
    /// The opponent plays the move, and there is nothing to play.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 (1... c5) 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "missing-answer", group: Repertoire, level: Warning, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "the line", |fault| {
        let FaultKind::MissingAnswer { played, share } = &fault.kind else { return None };
        let common = share.map_or_else(String::new, |share| format!(", which {share} play,"));
        Some(format!("{played}{common} has no answer: add one, or judge the position"))
    });
}
