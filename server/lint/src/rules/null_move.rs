use crate::finding::{Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::Outcome;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_format::line_edits::replace;

declare_rule! {
    /// A null move: the turn passes without a move.
    ///
    /// ## What it does
    /// Checks for null moves: a warning in the main line, an informational finding in a variation, where annotators use them to
    /// show a threat. The usual spelling is `--`; any other (`Z0`, `---`, `null`, `@@@@`, `<>`) is a warning anywhere.
    ///
    /// ## Why is this bad?
    /// The standard has no null move, and players cannot pass. pgn-extract drops a game with one in its main line; pgn-reader,
    /// chessops and chess.js stop reading at one anywhere.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 -- 2. d4 d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 { threatening d4 } 2. d4 d5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it writes `--` for the other spellings and keeps the null move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3, which knows moves only.
    name: "null-move", group: Portability, level: Warning, fix: Sometimes, hooks: [Hook::NullMove(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let ply = walk.replay.ply();
    let is_odd = matches!(&ply.outcome, Outcome::Null { notes } if notes.has_any(Notes::ODD_NULL_MOVE));
    let text = walk.move_text();
    let message = match (is_odd, walk.is_in_variation()) {
        (true, _) => format!("{text} is a null move in a rare spelling; the usual one is --"),
        (false, true) => format!("{text} is a null move: pgn-reader, chessops and chess.js stop reading here"),
        (false, false) => format!("{text} is a null move in the main line: pgn-extract drops the game"),
    };
    let mut finding = RULE.finding(ply.range.clone(), message);
    if is_odd && !is_alone(walk) {
        finding = finding.with_fix(Fix::safe("Write --", vec![replace(walk.game.text, ply.range.clone(), "--")]));
    } else if !is_odd && walk.is_in_variation() {
        finding.level = Level::Info;
    }
    findings.push(finding);
}

/// Whether nothing shows that this is a move: written as `--`, it could be the result of a game without moves.
fn is_alone(walk: &Walk) -> bool {
    let before = walk.text(0..walk.replay.ply().range.start).trim_end();
    walk.end.moves == 1 && !walk.is_in_variation() && !before.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Edit;
    use crate::testing::{check, findings};

    #[test]
    fn the_main_line_weighs_more_than_a_variation() {
        let text = "1. e4 -- 2. d4 (2. Nf3 --) d5 *";
        let levels: Vec<Level> = findings(&RULE, text).iter().map(|finding| finding.level).collect();
        assert_eq!(levels, [Level::Warning, Level::Info]);
    }

    #[test]
    fn other_spellings_become_the_usual_one() {
        for spelling in ["Z0", "---", "null", "pass", "@@@@", "<>", "0000"] {
            let found = findings(&RULE, &format!("1. e4 e5 (1... {spelling} 2. d4) *"));
            assert_eq!((found.len(), found[0].level), (1, Level::Warning), "{spelling}");
            assert_eq!(found[0].fixes[0].edits, [Edit::replace(15..15 + spelling.len(), "--")]);
        }
    }

    #[test]
    fn one_that_may_be_a_result_is_not_rewritten() {
        let has_fix = |text: &str| !findings(&RULE, text)[0].fixes.is_empty();
        assert!(!has_fix("[White \"W\"]\n\nZ0"));
        assert!(has_fix("[White \"W\"]\n\n1. Z0"));
    }

    #[test]
    fn a_null_move_in_check_is_illegal() {
        check(&RULE, "1. e4 f6 2. Qh5+ -- *");
    }
}
