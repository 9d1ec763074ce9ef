use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Two answers to one position.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for positions in which its side plays two moves, by whatever moves the position comes about. The one that comes
    /// first, in the order of the files, counts as the answer; the others are reported. A move that is marked as a mistake (`?`, `??`, `?!`) is no
    /// answer, and the moves after it are no part of the repertoire: they show why it is one.
    ///
    /// ## Why is this bad?
    /// A repertoire is learnt by heart. With two answers to one position, neither is remembered, and a line that was improved lives on elsewhere in its
    /// old form.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 $6 Nf6) *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "conflicting-answers", group: Repertoire, level: Error, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "the other answer", |fault| {
        let FaultKind::ConflictingAnswer { played, other } = &fault.kind else { return None };
        let place = fault.shown_other();
        Some(format!(
            "The repertoire plays {played} here and {other} in the same position {place}: keep one, or mark the other with ?"
        ))
    });
}
