use scoresheet_grammar::{Fault, FaultKind};

use super::misspelled_termination_marker::nearly_written;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A game that ends with a result that PGN does not have: `0-0`, `+/-`, `forfeit`.
    ///
    /// ## What it does
    /// Checks for the end of a game with another result than `1-0`, `0-1`, `1/2-1/2` and `*`: the last text of the game that repeats the value of
    /// the Result tag, or any such result in a game without moves. Elsewhere `0-0` is castling and `+/-` a sign. The result is reported here,
    /// and not again in the Result tag. `scoresheet format` leaves such a game unchanged: PGN cannot say that both players lost, and who won is
    /// not always certain.
    ///
    /// ## Why is this bad?
    /// Other programs read `0-0` as castling, `--` as a null move and `+/-` as an evaluation, or drop the game.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "+:-"]
    ///
    /// +:-
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1-0"]
    /// [Termination "rules infraction"]
    ///
    /// 1-0
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.7, 8.2.6 and 9.8.1.
    name: "unknown-termination-marker", group: Correctness, level: Error, fix: None,
    hooks: [Hook::Fault(FaultKind::UnknownResult, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    if nearly_written(walk).is_some() {
        return;
    }
    let text = walk.text(fault.span());
    let message = format!(
        "{text} is a result that PGN does not have: write 1-0, 0-1, 1/2-1/2 or *, and the reason in the Termination tag"
    );
    let finding = RULE.finding(fault.span(), message);
    findings.push(match walk.tag("Result") {
        Some(tag) => finding.with_related(tag.range.clone(), "the Result tag"),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, warnings};

    #[test]
    fn the_result_is_marked() {
        check(
            &RULE,
            r#"
[Result "0-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0
                               ^^^ 0-0 is a result that PGN does not have: write 1-0, 0-1, 1/2-1/2 or *, and the...

[Result "*"]

{The players did not come.} +/-
                            ^^^ +/- is a result that PGN does not have...
"#,
        );
        check(&RULE, "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0");
    }

    #[test]
    fn it_is_one_finding() {
        for result in ["0-0", "+/-", "-/+", "=-=", "0:0", "--", "½-0", "1-", "+:-", "forfeit", "w.o."] {
            for moves in ["", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 "] {
                let text = format!("[Result \"{result}\"]\n\n{moves}{result}\n");
                assert_eq!(warnings(&text), ["unknown-termination-marker"], "{text}");
            }
        }
    }
}
