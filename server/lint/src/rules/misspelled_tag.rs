use super::fixes::perhaps_write;
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::{misspelled, name_in_two_words};
use scoresheet_grammar::ast::Tag;

declare_rule! {
    /// A tag name that is nearly a known one.
    ///
    /// ## What it does
    /// Checks for unknown tag names that differ in a letter or two from a known one: those of the standard, of Lichess,
    /// chess.com, ChessBase, and other sites and programs; and for names of the Seven Tag Roster in other languages where the game has no tag
    /// with the right name. Where only the case differs, that is a matter of style. Names unlike
    /// any known one are accepted, because anybody may define tags.
    ///
    /// ## Why is this bad?
    /// No program finds the tag under this name: databases show the game without its date, rating or opening.
    ///
    /// ## Example
    /// ```pgn
    /// [Plycount "2"]
    /// [WhiteEol "2750"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [PlyCount "2"]
    /// [WhiteElo "2750"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe, because it makes programs use a value that they ignored before.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1 and 9.
    name: "misspelled-tag", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    // A space in the name is another slip.
    let in_one_word = |(tag, _): &(&Tag, &str)| name_in_two_words(tag).is_none();
    for (tag, name) in misspelled(&walk.tags).filter(in_one_word) {
        let is_capitals = name.eq_ignore_ascii_case(tag.name);
        let message = if is_capitals {
            format!("The tag name is {name}, not {}: tag names are case-sensitive", tag.name)
        } else {
            format!("The tag {} is unknown; probably {name} is meant", tag.name)
        };
        let mut finding = RULE.finding(tag.name_range.clone(), message);
        if is_capitals {
            finding.level = Level::Info;
        }
        findings.push(finding.with_fix(perhaps_write(tag.name_range.clone(), name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn the_name_is_marked() {
        check(
            &RULE,
            r#"
[Evnet "E"]
 ^^^^^ The tag Evnet is unknown; probably Event is meant
[Seti "S"]
 ^^^^ The tag Seti is unknown; probably Site is meant
[Round1 "T"]
 ^^^^^^ The tag Round1 is unknown; probably Round is meant
[Blaxk "B"]
 ^^^^^ The tag Blaxk is unknown; probably Black is meant
[White1 "A"]
[White2 "B"]
[Rate "2000"]
[Dates "2000"]
[whiteelo "2000"]
 ^^^^^^^^ The tag name is WhiteElo, not whiteelo: tag names are case-sensitive
[BlackFideID "1503014"]
[Serial "17"]
[Black-Elo "2000"]
[Type "training"]

1. e4 *
"#,
        );
    }

    #[test]
    fn translated_names_are_misspelled() {
        check(
            &RULE,
            r#"
[Turnier "T"]
 ^^^^^^^ The tag Turnier is unknown; probably Event is meant
[Ort "O"]
 ^^^
[Data "2012.01.01"]
 ^^^^
[Ronda "1"]
 ^^^^^
[White "A"]
[Weiss "B"]
[Negras "C"]
 ^^^^^^
[Ergebnis "*"]
 ^^^^^^^^

1. e4 *
"#,
        );
        let text = |name: &str| format!("[Evento \"E\"]\n[{name} \"2012.01.01\"]\n\n1. e4 *");
        check_fix(&RULE, &text("Fecha"), &text("Date").replace("Evento", "Event"));
        check_applicability(&RULE, &text("Fecha"), Applicability::Unsafe);
    }

    #[test]
    fn capitals_are_a_matter_of_style() {
        assert_eq!(findings(&RULE, "[Eco \"C20\"]\n\n*")[0].level, Level::Info);
        assert_eq!(findings(&RULE, "[Anotator \"A\"]\n\n*")[0].level, Level::Warning);
    }

    #[test]
    fn what_the_tag_says_counts_once_it_has_its_name() {
        check_applicability(&RULE, "[result \"1-0\"]\n\n1. e4 0-1", Applicability::Unsafe);
    }

    #[test]
    fn another_rule_speaks_of_spaces() {
        check(&RULE, "\n[Whit e \"W\"]\n\n1. e4 *\n");
    }

    #[test]
    fn another_rule_speaks_of_setup() {
        check(&RULE, "[Setup \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*");
    }

    #[test]
    fn the_known_name_is_written() {
        check_fix(&RULE, "[Anotator \"A\"]\n\n*", "[Annotator \"A\"]\n\n*");
    }
}
