use super::spelling::{canonical, character, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A capture marked with another sign than `x`.
    ///
    /// ## What it does
    /// Checks for captures with `×`, `:` and `X`.
    ///
    /// ## Why is this bad?
    /// PGN marks captures with a lower-case x; a colon or a multiplication sign is not part of a move, and many programs reject
    /// the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 d5 2. e×d5 Q:d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 d5 2. exd5 Qxd5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "nonstandard-capture-mark", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::ODD_CAPTURE, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::SUPERFLUOUS_CAPTURE) {
        return;
    }
    let mark = character(walk, |sign| matches!(sign, 'X' | '×' | ':'));
    let message = format!("{} is not the capture mark of PGN; PGN writes {}", walk.text(mark.clone()), canonical(walk));
    findings.push(misspelled(&RULE, walk, mark, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn other_signs_become_x() {
        check(
            &RULE,
            "
1. e4 d5 2. e×d5 QXd5 *
             ^ × is not the capture mark of PGN; PGN writes exd5
                  ^ X is not the capture mark of PGN; PGN writes Qxd5
",
        );
        check_fix(&RULE, "1. e4 d5 2. e:d5 Q×d5 *", "1. e4 d5 2. exd5 Qxd5 *");
    }
}
