use scoresheet_grammar::{Fault, FaultKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A file without any tag pair or move.
    ///
    /// ## What it does
    /// Checks for files that have text but no game, and for records of a binary file (`.pgc`) that cannot be read. The line and the column
    /// of such a record are those of a dump with 16 bytes a line.
    ///
    /// ## Why is this bad?
    /// The file is not PGN: it has another format, or a download failed.
    ///
    /// ## Example
    /// ```pgn
    /// The page you asked for was not found.
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Casual game"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "?"]
    /// [Black "?"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8 and 20.
    name: "not-a-game", group: Correctness, level: Error, fix: None,
    hooks: [Hook::Fault(FaultKind::NoGame, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let first_line = walk.text(span.clone()).lines().next().unwrap_or("").trim_end().len();
    let message = "The file has neither a tag pair nor a move: it is not PGN";
    findings.push(RULE.finding(span.start..span.start + first_line, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_first_line_is_marked() {
        check(
            &RULE,
            "
eco_names.pgn
^^^^^^^^^^^^^ The file has neither a tag pair nor a move: it is not PGN
and more
",
        );
    }
}
