use super::repertoire::report;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::repertoire::FaultKind;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A common reply of the opponent that is not in the repertoire.
    ///
    /// ## What it does
    /// Checks the files of a repertoire for moves of the opponent that many games play and the repertoire does not have, in the lines and where they
    /// end. The games are those of the collection that the configuration or `--against` names; without one, the rule reports nothing. Replies in 10 % of
    /// the games of a position are common, or in the share that is configured, if at least one game in a thousand of all has them. A reply that leads to
    /// a position for which there is an answer elsewhere is not missing. Moves after number 10, or after the number that the configuration names, are
    /// not reported.
    ///
    /// ## Why is this bad?
    /// The reply will come in the next game, and there is nothing to play.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix, in editors, is unsafe: it adds the reply, as the next move or as a variation, and the answer is left to the author.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "missing-reply", group: Repertoire, level: Warning, fix: Sometimes, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    report(&RULE, file, findings, "the line", |fault| {
        let FaultKind::MissingReply { after, reply, share } = &fault.kind else { return None };
        let after = after.as_ref().map_or_else(|| "At the start".to_owned(), |after| format!("After {after}"));
        Some(format!("{after} there is no answer to {reply}, which {share} play"))
    });
}
