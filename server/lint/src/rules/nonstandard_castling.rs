use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// Castling in another spelling than `O-O` and `O-O-O`.
    ///
    /// ## What it does
    /// Checks for castling with lower-case letters (`o-o`), with typographic dashes (`O–O`) or none (`OO`), and for castling
    /// written as a king move (`e1g1`). Zeros are reported by `zero-castling`, letters of other scripts by `look-alike-letter`.
    ///
    /// ## Why is this bad?
    /// Many programs support only the two symbols, and reject the game or stop reading there.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o-o Nf6 *
    /// ```
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. OO Nf6 *
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
    name: "nonstandard-castling", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::ODD_CASTLING, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::ZERO_CASTLING.and(Notes::LOOK_ALIKE)) {
        return;
    }
    let (text, san) = (walk.move_text(), canonical(walk));
    let is_symbol = text.starts_with(['o', 'O']);
    let message = match is_symbol {
        true => {
            format!("{text} is a nonstandard spelling of castling; PGN writes {san}, with capital letters and hyphens")
        }
        false => format!("{text} is castling written as a king move; PGN writes {san}"),
    };
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn letters_dashes_and_kings_moves() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O Ke8-g8 *
                                  ^^^ O–O is a nonstandard spelling of castling; PGN writes O-O, with capital letters and hyphens
                                      ^^^^^^ Ke8-g8 is castling written as a king move; PGN writes O-O
",
        );
        for castling in ["o-o", "O—O", "e1g1", "e1h1"] {
            check_fix(
                &RULE,
                &format!("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. {castling} *"),
                "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *",
            );
        }
    }

    #[test]
    fn zeros_are_another_matter() {
        check(&RULE, "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0–0 *");
    }
}
