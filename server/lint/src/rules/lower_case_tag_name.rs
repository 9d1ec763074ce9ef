use scoresheet_grammar::ast::Tag;

use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::misspelled;

declare_rule! {
    /// A tag name that begins with a lower-case letter.
    ///
    /// ## What it does
    /// Checks for tag names that begin with a lower-case letter. Misspelled known tags such as `white` are reported by
    /// `misspelled-tag`.
    ///
    /// ## Why is this bad?
    /// In archives all tag names begin with a capital letter. Tag names are case-sensitive: `[source "..."]` is another tag
    /// than `[Source "..."]`.
    ///
    /// ## Example
    /// ```pgn
    /// [serialNumber "17"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [SerialNumber "17"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe, because the program that wrote the tag may look for it in lower case.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "lower-case-tag-name", group: Style, level: Info, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let is_lower_case = |tag: &&Tag| tag.name.starts_with(|first: char| first.is_ascii_lowercase());
    if !walk.tags.iter().any(|tag| is_lower_case(&tag)) {
        return;
    }
    let misspelled: Vec<&Tag> = misspelled(&walk.tags).map(|(tag, _)| tag).collect();
    let is_misspelled = |tag: &Tag| misspelled.iter().any(|other| other.range == tag.range);
    for tag in walk.tags.iter().filter(is_lower_case).filter(|tag| !is_misspelled(tag)) {
        let name = format!("{}{}", tag.name[..1].to_ascii_uppercase(), &tag.name[1..]);
        let message =
            format!("The tag name {} begins with a lower-case letter; in archives all begin with a capital", tag.name);
        let finding = RULE.finding(tag.name_range.clone(), message);
        findings.push(finding.with_fix(perhaps_write(tag.name_range.clone(), name)));
    }
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
[white "W"]
[ePGN "0.1"]
 ^^^^ The tag name ePGN begins with a lower-case letter; in archives all begin with a capital
[_x "y"]

1. e4 *
"#,
        );
        check_fix(&RULE, "[myTag \"x\"]\n\n*", "[MyTag \"x\"]\n\n*");
    }
}
