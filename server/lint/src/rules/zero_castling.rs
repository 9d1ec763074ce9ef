use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// Castling written with the digit zero.
    ///
    /// ## What it does
    /// Checks for `0-0` and `0-0-0`, the notation of the Laws of Chess and of many books.
    ///
    /// ## Why is this bad?
    /// PGN writes castling with the capital letter O: to a parser, a token that begins with a digit is a number. kludwig's and
    /// mliebelt's PGN parsers reject the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "zero-castling", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::ZERO_CASTLING, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let text = walk.move_text();
    let message = format!("{text} is castling with zeros; PGN writes {} with the letter O", canonical(walk));
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn zeros_become_letters() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *
                                  ^^^ 0-0 is castling with zeros; PGN writes O-O with the letter O
",
        );
        check_fix(
            &RULE,
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 e6 4. Qd2 Be7 5. 0–0–0 0-0 *",
            "1. d4 d5 2. Nc3 Nf6 3. Bf4 e6 4. Qd2 Be7 5. O-O-O O-O *",
        );
    }
}
