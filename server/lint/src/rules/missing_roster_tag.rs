use scoresheet_grammar::FaultKind;

use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_format::tag_edits::is_cut_off;
use scoresheet_format::tag_edits::{completed_roster, movetext_start, roster};

declare_rule! {
    /// A game without all tags of the Seven Tag Roster.
    ///
    /// ## What it does
    /// Checks for games that lack Event, Site, Date, Round, White, Black or Result. One finding lists all missing tags.
    /// Misspelled tags such as `white` are reported by `misspelled-tag`.
    ///
    /// ## Why is this bad?
    /// Archives require the seven tags, in this order, in every game. Programs that only read games do not need them.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    /// [Result "*"]
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
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix inserts the missing tags with the values for unknown, and the Result of the termination marker. It is safe,
    /// except in a game without any tags that does not read, or that text is beside.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.
    name: "missing-roster-tag", group: Style, level: Info, fix: Always, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let roster = roster(&walk.tags);
    let missing: Vec<&str> = roster.iter().filter(|(_, tag)| tag.is_none()).map(|(name, _)| *name).collect();
    // In a truncated game it is unclear which tags are missing.
    if !end.is_game || missing.is_empty() || is_cut_off(walk.game) || has_misplaced_tag(walk) {
        return;
    }
    let start = walk.tags.first().map_or_else(|| movetext_start(walk.game), |tag| tag.range.start);
    let first = walk.game.text[start..].chars().next().map_or(0, char::len_utf8);
    // Tag pairs would separate moves that do not read, or text beside them, from the game before it, whose part they may be.
    let is_in_line = !walk.game.text[..start].trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) && start > 0;
    let is_safe = !walk.tags.is_empty() || !is_in_line && walk.game.tree.faults().is_empty();
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }(
        "Insert the missing tags",
        completed_roster(walk.game, &walk.tags, end.termination.clone()),
    );
    let finding = RULE.finding(start..start + first, message(&missing));
    findings.push(finding.with_fix(fix));
}

/// Whether a tag pair is among the moves. It may be the one that is missing.
fn has_misplaced_tag(walk: &Walk) -> bool {
    walk.game.tree.faults().iter().any(|fault| fault.kind == FaultKind::MisplacedTag)
}

fn message(missing: &[&str]) -> String {
    match missing {
        [name] => format!("The tag {name} of the Seven Tag Roster is missing"),
        [names @ .., last] => format!("The tags {} and {last} of the Seven Tag Roster are missing", names.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn one_finding_names_them_all() {
        check(
            &RULE,
            r#"
[Event "E"]
^ The tags Date, Round and Black of the Seven Tag Roster are missing
[Site "S"]
[White "W"]
[Result "*"]

1. e4 *
"#,
        );
        check(
            &RULE,
            "
1. e4 *
^ The tags Event, Site, Date, Round, White, Black and Result of the Seven Tag Roster are missing
",
        );
    }

    #[test]
    fn text_before_the_moves_stays_with_them() {
        check_applicability(&RULE, "My games 1-0\n\ne4 e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "My games\n\n[Event \"a\"]\n\ne4 e5 *", Applicability::Safe);
        check_applicability(&RULE, " d4 d5 *1-0 *", Applicability::Unsafe);
        check_applicability(&RULE, "d4 d5 *", Applicability::Safe);
    }

    #[test]
    fn a_misspelled_tag_is_there() {
        check(
            &RULE,
            r#"
[Evnet "E"]
[Site "S"]
[Date "2024.01.01"]
[Round "1"]
[white "W"]
[Black "B"]
[Result "*"]

1. e4 *
"#,
        );
    }

    #[test]
    fn they_take_their_places() {
        check_fix(
            &RULE,
            "[Site \"S\"]\n[white \"W\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0",
            "[Event \"?\"]\n[Site \"S\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[white \"W\"]\n[Black \"?\"]\n\
             [Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0",
        );
        check_fix(
            &RULE,
            "% remark\r\n1. e4 ½-½",
            "% remark\r\n[Event \"?\"]\r\n[Site \"?\"]\r\n[Date \"????.??.??\"]\r\n[Round \"?\"]\r\n[White \"?\"]\r\n\
             [Black \"?\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1. e4 ½-½",
        );
    }

    #[test]
    fn what_follows_a_tag_stays_there() {
        check_fix(
            &RULE,
            "[Event \"E\"] foo\n[Site \"S\"] [Date \"????.??.??\"]\n[White \"W\"]\n[Black \"B\"] 1. e4 *",
            "[Event \"E\"] foo\n[Site \"S\"] [Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"B\"]\n\
             [Result \"*\"] 1. e4 *",
        );
        check_fix(
            &RULE,
            "[Site \"S\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"B\"] foo\n\n1. e4 *",
            "[Event \"?\"]\n[Site \"S\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"B\"] foo\n\
             [Result \"*\"]\n\n1. e4 *",
        );
    }
}
