use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::tag_edits::is_cut_off;
use scoresheet_format::tag_edits::{ordered_tags, tag_place};

declare_rule! {
    /// Tags in another order than in export format.
    ///
    /// ## What it does
    /// Checks for the first tag of a game that comes too late: export format has the Seven Tag Roster in its order, then the
    /// other tags in ASCII order of their names.
    ///
    /// ## Why is this bad?
    /// It is not where games are only read: no program requires an order. Archives do, so that the same game is the same text.
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
    /// [WhiteTitle "-"]
    /// [Annotator "Marin, Mihail"]
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
    /// [Annotator "Marin, Mihail"]
    /// [WhiteTitle "-"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the order has no meaning. There is none where comments or syntax errors are among the tags.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.
    name: "tag-order", group: Style, level: Hint, fix: Sometimes, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let pairs = walk.tags.iter().zip(walk.tags.iter().skip(1));
    let Some((before, tag)) = pairs.into_iter().find(|(before, tag)| tag_place(before.name) > tag_place(tag.name))
    else {
        return;
    };
    if is_cut_off(walk.game) || walk.tags.iter().any(|tag| tag.name.is_empty()) {
        return;
    }
    let message = format!(
        "The tag {} comes after {}; export format has the Seven Tag Roster first, then the others in ASCII order",
        tag.name, before.name
    );
    let mut finding = RULE.finding(tag.name_range.clone(), message);
    if let Some(edits) = ordered_tags(walk.game, &walk.tags) {
        finding = finding.with_fix(Fix::safe("Sort the tags", edits));
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_first_one_out_of_order_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]
[Date "????.??.??"]
[Site "S"]
 ^^^^ The tag Site comes after Date; export format has the Seven Tag Roster first, then the others in ASCII order
[WhiteElo "2000"]
[ECO "C20"]

1. e4 *

[Event "E"]
[Result "*"]
[ECO "C20"]
[WhiteElo "2000"]
[WhiteTitle "GM"]

1. e4 *
"#,
        );
    }

    #[test]
    fn tags_change_places() {
        check_fix(
            &RULE,
            "[Black \"B\"]\n[ECO \"C20\"]\n\n[White \"W\"]\n[Foo \"1\"]\n[Foo \"0\"]\n\n*",
            "[White \"W\"]\n[Black \"B\"]\n\n[ECO \"C20\"]\n[Foo \"1\"]\n[Foo \"0\"]\n\n*",
        );
    }

    #[test]
    fn the_first_of_two_rivals_stays_the_first() {
        let found = findings(&RULE, "[Fen \"a\"]\n[FEN \"b\"]\n\n*");
        assert!(found[0].fixes.is_empty());
    }

    #[test]
    fn remarks_are_not_torn_from_their_tags() {
        for between in ["\n% remark\n", "\n; remark\n", " remark\n", "\n[Broken]\n"] {
            let found = findings(&RULE, &format!("[Black \"B\"]{between}[White \"W\"]\n\n*"));
            assert!(found[0].fixes.is_empty(), "{between}");
        }
    }
}
