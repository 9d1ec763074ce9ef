use super::spelling::{canonical, character, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::piece_letters;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A figurine in place of the piece letter.
    ///
    /// ## What it does
    /// Checks for moves such as `♘f3`, copied from a book or a web page.
    ///
    /// ## Why is this bad?
    /// PGN uses the English piece letters. python-chess and chessops skip the figurine and silently read `♘f3` as the pawn move
    /// f3; pgn-reader loses the moves from there on, pgn-extract drops the game, and others reject it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. ♘f3 ♞f6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 Nf6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.2.
    name: "figurine-move", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::FIGURINE, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let text = walk.move_text();
    let message = format!("{text} has a figurine for a piece letter; PGN writes {}", canonical(walk));
    let figurine = character(walk, |sign| piece_letters::figurine(sign.encode_utf8(&mut [0; 4])).is_some());
    findings.push(misspelled(&RULE, walk, figurine, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn figurines_of_either_colour_become_letters() {
        check(
            &RULE,
            "
1. ♘f3 ♘f6 *
   ^ ♘f3 has a figurine for a piece letter; PGN writes Nf3
       ^ ♘f6 has a figurine for a piece letter; PGN writes Nf6
",
        );
        check_fix(&RULE, "1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    }
}
