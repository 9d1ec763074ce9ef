use scoresheet_grammar::ast::Tag;

use super::tag_values::{Value, value};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::player_names::proper;

declare_rule! {
    /// A player's name with irregular spaces or periods.
    ///
    /// ## What it does
    /// Checks for names in White, Black and Annotator that differ from the form of the standard: a space after the comma that
    /// follows the family name and none before it, a period after an initial (`Smyslov, Vasily V.`), and several players of a
    /// side in alphabetical order. Names without a comma are not checked, because it is unclear which word is the family name.
    ///
    /// ## Why is this bad?
    /// In a database `So,W` and `So, W.` are two players.
    ///
    /// ## Example
    /// ```pgn
    /// [White "So,W"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "So, W."]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Correcting spaces and periods is safe. There is no fix for the order of players, because their titles and ratings would
    /// have to follow.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.5, 8.1.1.6 and 9.9.1.
    name: "name-format", group: Pedantic, level: Hint, fix: Sometimes,
    hooks: [Hook::TagNamed(&["White", "Black", "Annotator"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !value.text.contains("://")) else { return };
    let mut before: Option<Value> = None;
    for name in value.items() {
        let proper = proper(name.text);
        if proper != name.text {
            let message =
                "A name must be the family name, a comma, a space and the first name; a period follows an initial";
            findings.push(RULE.finding(name.range.clone(), message).with_fix(name.replaced_by(&proper)));
        }
        if let Some(before) = before.filter(|before| is_person(before) && is_person(&name) && before.text > name.text) {
            let message =
                format!("Several players must be in alphabetical order: {} before {}", name.text, before.text);
            findings.push(RULE.finding(name.range.clone(), message));
        }
        before = Some(name);
    }
}

/// A colon next to digits may be part of the name of a program or chapter.
fn is_person(name: &Value) -> bool {
    !name.text.contains(|character: char| character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_name_is_marked() {
        check(
            &RULE,
            r#"
[White "So,W"]
        ^^^^ A name must be the family name, a comma, a space and the first name; a period follows an initial
[Black "Zander, J.:Adams, P"]
                   ^^^^^^^^ A name must be the family name, a comma, a space and the first...
                   ^^^^^^^^ Several players must be in alphabetical order: Adams, P before Zander, J.
[Annotator "Mihail Marin"]

1. e4 *

[Black "Main Line: 5...Ba5"]

1. e4 *
"#,
        );
    }

    #[test]
    fn names_are_made_proper() {
        let cases = [
            ("So,W", "So, W."),
            ("So, W..", "So, W."),
            ("Petrosian, Arshak B", "Petrosian, Arshak B."),
            ("Smith ,John  Q", "Smith, John Q."),
            ("Firouzja,Alireza", "Firouzja, Alireza"),
            ("Raoult+Fritz 4,1997", "Raoult+Fritz 4, 1997"),
            ("Adams,", "Adams"),
        ];
        for (before, after) in cases {
            let game = |name: &str| format!("[White \"{name}\"]\n\n*");
            check_fix(&RULE, &game(before), &game(after));
        }
        for name in ["van der Wiel, Johan", "Tal, Mikhail N.", "Gukesh D", "Smith, John, Jr.", "?", "https://x.org/a,b"]
        {
            check(&RULE, &format!("[White \"{name}\"]\n\n*"));
        }
    }
}
