use super::spelling::{canonical, character, misspelled};
use crate::finding::{Applicability, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::look_alikes::{latin, russian_piece};
use scoresheet_chess::piece_letters::role_name;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A Cyrillic or Greek letter that looks like a Latin one.
    ///
    /// ## What it does
    /// Checks for moves such as `с3` and `О-О` with letters typed on another keyboard: they look like `c` and `O` but are other
    /// characters.
    ///
    /// ## Why is this bad?
    /// Readers cannot see the difference, but other programs can: they lose the move or reject the game.
    ///
    /// ## Example
    /// In this example the `с` is Cyrillic.
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. с3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. c3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes the same move with Latin letters. In Russian `К` is the knight and `С` the bishop: a fix that has to
    /// choose between such a piece and the Latin letter that it looks like is unsafe.
    ///
    /// ## References
    /// PGN standard, sections 4.1 and 8.2.3.2.
    name: "look-alike-letter", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Played(Notes::LOOK_ALIKE, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let (text, san) = (walk.move_text(), canonical(walk));
    let Some((letter, (looks_like, script))) = text.chars().find_map(|letter| Some((letter, latin(letter)?))) else {
        return;
    };
    let piece = text.chars().next().and_then(russian_piece);
    let message = match piece {
        Some(role) if san.starts_with(role.upper_char()) => {
            format!("{letter} in {text} is the Russian letter for the {}; PGN writes {san}", role_name(role))
        }
        _ => format!("{letter} in {text} is a {} letter that looks like {looks_like}; PGN writes {san}", script.name()),
    };
    let range = character(walk, |character| character == letter);
    let mut finding = misspelled(&RULE, walk, range, message);
    if piece.is_some() {
        let unsafe_ = |fix: Fix| Fix { applicability: Applicability::Unsafe, ..fix };
        finding.fixes = finding.fixes.into_iter().map(unsafe_).collect();
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_letter_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. Кf3 Nс6 3. с3 Nf6 4. Вс4 Nxе4 5. О-О *
            ^ К in Кf3 is the Russian letter for the knight; PGN writes Nf3
                 ^     ^         ^     ^     ^
",
        );
        check(
            &RULE,
            "
1. c3 Νf6 *
      ^ Ν in Νf6 is a Greek letter that looks like N; PGN writes Nf6
",
        );
        check(&RULE, "1. e4 {с3 О-О} e5 2. ♘f3 *");
    }

    #[test]
    fn latin_letters_are_written() {
        let before = "1. e4 e5 2. Nf3 Nс6 3. Вс4 Nf6 4. о–о Nхе4 *";
        check_fix(&RULE, before, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4 *");
        check_applicability(&RULE, before, Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 2. Кe2 *", Applicability::Unsafe);
    }
}
