use crate::explanation::{Candidate, Slip, character_before};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A FEN tag without the right to castle, in a game with castling.
    ///
    /// ## What it does
    /// Checks, where castling is illegal, whether only the castling field of the FEN tag forbids it.
    ///
    /// ## Why is this bad?
    /// Other programs reject the castling, and stop there.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. O-O Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. O-O Kd7 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes all rights that kings and rooks at home allow. It is unsafe: some of them may be lost by then.
    ///
    /// ## References
    /// PGN standard, section 16.1.3.3.
    name: "missing-castling-right", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::CastlingRight {
        return;
    }
    let range = match candidate.range.is_empty() {
        true => character_before(text, candidate.range.start),
        false => candidate.range.clone(),
    };
    let message = "The castling field of the FEN tag forbids castling, but the game has it";
    let fix = Fix::unsafe_(format!("Write {}", candidate.edit.text), vec![candidate.edit.clone()]);
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_field_is_marked() {
        check(
            &RULE,
            r#"
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w Q - 0 1"]
                                  ^ The castling field of the FEN tag forbids castling, but the game has it

1. e4 O-O 2. O-O-O *
"#,
        );
    }
}
