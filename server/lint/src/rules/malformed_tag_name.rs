use scoresheet_grammar::ast::Tag;

use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::is_well_formed;

declare_rule! {
    /// A tag name with other characters than letters, digits and underscores.
    ///
    /// ## What it does
    /// Checks for tag names such as `White:` and `Black-Elo`.
    ///
    /// ## Why is this bad?
    /// A tag name consists of letters, digits and underscores. Strict programs drop the tag or the game (pgn-extract reads
    /// `[Black-Elo "2000"]` as a tag `Black`), and others read another tag than was meant.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    /// [Result "*"]
    /// [Black-Elo "2000"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "?"]
    /// [Site "?"]
    /// [Date "????.??.??"]
    /// [Round "?"]
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    /// [Result "*"]
    /// [BlackElo "2000"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix removes the other characters. It is unsafe: that is likely, not certain, to be the name meant.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "malformed-tag-name", group: Correctness, level: Error, fix: Always, hooks: [Hook::Tag(check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    if is_well_formed(tag.name) {
        return;
    }
    let is_odd = |character: char| !character.is_ascii_alphanumeric() && character != '_';
    let plain: String = tag.name.chars().filter(|character| !is_odd(*character)).collect();
    let message = format!("{} is not a tag name: only letters, digits and underscores are allowed", tag.name);
    let finding = RULE.finding(tag.name_range.clone(), message);
    // `[Result-"1-0"]`
    let plain = if tag.name_range.end == tag.value_range.start { format!("{plain} ") } else { plain };
    findings.push(finding.with_fix(perhaps_write(tag.name_range.clone(), plain)));
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
[White: "Adams"]
 ^^^^^^ White: is not a tag name: only letters, digits and underscores are allowed
[Black_Elo "2000"]

1. e4 *
"#,
        );
        check_fix(&RULE, "[White-\"Adams\"]\n\n1. e4 *", "[White \"Adams\"]\n\n1. e4 *");
        check_fix(&RULE, "[White: \"Adams\"]\n\n1. e4 *", "[White \"Adams\"]\n\n1. e4 *");
    }
}
