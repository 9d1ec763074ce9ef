use scoresheet_grammar::ast::Tag;

use super::tag_values::inner;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// Several players of a side, of whom one has no name.
    ///
    /// ## What it does
    /// Checks for colons at the start or end of White, Black and Annotator, and for two in a row. Colons separate the names of several players.
    ///
    /// ## Why is this bad?
    /// Programs that count the players read one too many, and `Tal, M.:` is another player than `Tal, M.`.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Jones::Smith"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Jones:Smith"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the colon. It is unsafe: a name may be missing.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.5 and 8.1.1.6.
    name: "empty-name", group: Suspicious, level: Warning, fix: Always,
    hooks: [Hook::TagNamed(&["White", "Black", "Annotator"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(names) = inner(tag).filter(|names| names.contains(':') && !names.contains("://")) else { return };
    let start = tag.inner_range().start;
    // Of a run of colons, the first one may separate names.
    let is_superfluous = |colon: &usize| {
        names[..*colon].trim_end().ends_with(':')
            || names[..*colon].trim().is_empty()
            || names[colon + 1..].trim().is_empty()
    };
    let colons = names.match_indices(':').map(|(colon, _)| colon).filter(is_superfluous);
    let edits: Vec<Edit> = colons.map(|colon| Edit::delete(start + colon..start + colon + 1)).collect();
    let Some(first) = edits.first() else { return };
    let message = "A colon separates the names of several players, but one of them is empty";
    let finding = RULE.finding(first.range.clone(), message);
    findings.push(finding.with_fix(Fix::unsafe_("Delete the colon", edits)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_colon_is_marked() {
        check(
            &RULE,
            r#"
[White "Tal, M.:"]
               ^ A colon separates the names of several players, but one of them is empty
[Black "a::b"]
          ^ A colon separates...

1. e4 *
"#,
        );
        for name in ["Jones:Smith", "https://lichess.org/@/x", "Stockfish (10:00)", ""] {
            check(&RULE, &format!("[White \"{name}\"]\n\n*"));
        }
    }

    #[test]
    fn the_names_stay() {
        check_fix(&RULE, "[White \":a: :b:\"]\n\n*", "[White \"a: b\"]\n\n*");
    }
}
