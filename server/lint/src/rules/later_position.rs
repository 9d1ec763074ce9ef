use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A FEN tag with a position that the game reaches only later.
    ///
    /// ## What it does
    /// Checks, where the moves after a FEN tag are illegal, whether they are legal from the usual start, or from a position before the first
    /// move: the tag then holds the position at the end of the game, or after some of its moves. A tag that only contradicts the first
    /// move number and the first moves is reported, too; nothing then says where the game begins.
    ///
    /// ## Why is this bad?
    /// The game begins at the position of the FEN tag, so every program stops at the first move. Programs that export the board
    /// write such tags.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
    /// [SetUp "1"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the FEN and SetUp tags, or writes the position before the first move. It is unsafe: that the game is legal afterwards
    /// makes it likely, not certain. What the first move captured, and castling rights that it ended, are guesses.
    ///
    /// ## References
    /// PGN standard, section 9.7.2.
    name: "later-position", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, _: &str, findings: &mut Findings) {
    if candidate.slip == Slip::PositionAfterFirstMove {
        let message = "The game begins one move earlier: this is the position after its first move";
        let fix = Fix::unsafe_("Write the position before the first move", vec![candidate.edit.clone()]);
        return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
    if candidate.slip == Slip::OtherPosition {
        let message =
            "The game does not begin at this position: its first number is another one, and its moves do not fit";
        return findings.push(RULE.finding(candidate.range.clone(), message));
    }
    if candidate.slip != Slip::LaterPosition {
        return;
    }
    let message = "The game does not begin at this position: its moves can be played from the usual start";
    let fix = Fix::unsafe_("Delete the FEN tag and SetUp", vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn a_position_that_contradicts_number_and_moves_is_the_slip() {
        check(
            &RULE,
            "
[FEN \"8/8/8/8/8/k7/2q5/K7 w - - 0 58\"]
     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The game does not begin at this position: its first number is another one, and...

36. Nf3 Nc6 37. Bb5 a6 38. Bxc6 dxc6 39. O-O *
",
        );
        check(&RULE, "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 58\"]\n\n36. Ra7 Kd8 37. Kd2 *");
    }

    #[test]
    fn the_tag_goes_where_the_moves_play_from_the_usual_start() {
        let later = [
            ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "1. e4 e5 *"),
            ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 *"),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "1. f3 e5 2. g4 Qh4# 0-1"),
        ];
        for (fen, moves) in later {
            let text = format!("[White \"W\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves}");
            check_fix(&RULE, &text, &format!("[White \"W\"]\n\n{moves}"));
        }
    }
}
