use super::invalid_eco::is_code;
use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::openings::{Opening, opening};
use scoresheet_chess::replay::{Outcome, Replay, Step};

declare_rule! {
    /// An ECO code that no position of the game has.
    ///
    /// ## What it does
    /// Checks for ECO tags whose code belongs to no position of the game, according to the table of openings of Lichess.
    ///
    /// ## Why is this bad?
    /// A search for the opening does not find the game. But classifications differ: codes of other books and programs can be
    /// right in their own system.
    ///
    /// ## Example
    /// ```pgn
    /// [ECO "E60"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [ECO "C60"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes the last code that the game passes through. It is unsafe, because another code may be right.
    ///
    /// ## References
    /// PGN standard, section 9.4.1.
    name: "eco-mismatch", group: Pedantic, level: Hint, fix: Always, hooks: [Hook::Tags(check)],
}

/// The longest line of the table.
const LONGEST_LINE: usize = 40;

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(value) = walk.tag("ECO").and_then(value).filter(|value| is_code(value.text)) else { return };
    let code = &value.text[..3];
    let openings = openings(walk);
    let Some(last) = openings.last().filter(|_| !openings.iter().any(|opening| opening.eco == code)) else {
        return;
    };
    let message =
        format!("The opening is {}, {}; no position of the game has the ECO code {code}", last.eco, last.name);
    let finding = RULE.finding(value.range.clone(), message);
    findings.push(finding.with_fix(value.perhaps_replaced_by(last.eco)));
}

/// The named openings that the main line passes through.
fn openings(walk: &Walk) -> Vec<Opening> {
    let mut replay = Replay::new(walk.game);
    let mut openings = Vec::new();
    let mut plies = 0;
    while plies < LONGEST_LINE
        && let Some((step, _)) = replay.advance()
    {
        if step != Step::Move || replay.depth() > 0 {
            continue;
        }
        if !matches!(replay.ply().outcome, Outcome::Played { .. }) {
            break;
        }
        plies += 1;
        openings.extend(replay.position().and_then(opening));
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_code_is_marked() {
        check(
            &RULE,
            r#"
[ECO "B20"]
      ^^^ The opening is C60, Ruy Lopez; no position of the game has the ECO code B20

1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 *

[ECO "C44"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *
"#,
        );
        check_fix(&RULE, "[ECO \"B20\"]\n\n1. e4 e5 *", "[ECO \"C20\"]\n\n1. e4 e5 *");
    }
}
