use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::similar_words::in_other_capitals;
use scoresheet_chess::tag_docs::PLAYER_TYPES;

declare_rule! {
    /// A player type other than `human` and `program`.
    ///
    /// ## What it does
    /// Checks for WhiteType and BlackType tags with other values.
    ///
    /// ## Why is this bad?
    /// Programs that filter out engine games look for these two words.
    ///
    /// ## Example
    /// ```pgn
    /// [BlackType "computer"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [BlackType "program"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Replacing a synonym of one of the two words is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.1.5.
    name: "invalid-player-type", group: Style, level: Info, fix: Sometimes,
    hooks: [Hook::TagNamed(&["WhiteType", "BlackType"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag) else { return };
    for item in value.items().filter(|item| !PLAYER_TYPES.contains(&item.text)) {
        let message = format!("{} is not a player type: the types are {}", item.text, PLAYER_TYPES.join(" and "));
        let finding = RULE.finding(item.range.clone(), message);
        findings.push(match meant(item.text) {
            Some(kind) => finding.with_fix(item.replaced_by(kind)),
            None => finding,
        });
    }
}

fn meant(text: &str) -> Option<&'static str> {
    in_other_capitals(text, PLAYER_TYPES.iter().copied()).or(match text.to_ascii_lowercase().as_str() {
        "computer" | "engine" | "bot" | "ai" | "machine" => Some("program"),
        "person" => Some("human"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[WhiteType "cyborg"]
            ^^^^^^ cyborg is not a player type: the types are human and program
[BlackType "human:Human"]
                  ^^^^^

1. e4 *
"#,
        );
        check_fix(&RULE, "[WhiteType \"engine\"]\n\n*", "[WhiteType \"program\"]\n\n*");
    }
}
