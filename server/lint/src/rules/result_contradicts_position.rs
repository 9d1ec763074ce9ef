use shakmaty::Color;
use shakmaty::variant::VariantPosition;

use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::results;

declare_rule! {
    /// A result that contradicts mate or stalemate on the board.
    ///
    /// ## What it does
    /// Checks the position after the last move against the result. Mate with a win for the mated side is an error; mate with a
    /// draw, or stalemate with a win, is a warning; a finished game marked as unfinished (`*`) is a matter of style, because
    /// studies and exercises end that way.
    ///
    /// ## Why is this bad?
    /// Either the result or the last move is wrong, and statistics count a win for the loser.
    ///
    /// ## Example
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 1-0
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: the last move may be what is wrong.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "result-contradicts-position", group: Correctness, level: Error, fix: Always, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(right) = result_on_board(end, walk) else { return };
    let Some((stated, range)) = end.stated_result(walk) else { return };
    if stated == right {
        return;
    }
    // The tag is another place of the same slip, or contradicts the marker besides.
    let tag = walk.tag("Result").filter(|tag| tag.inner_range() != range);
    let tagged = tag.and_then(|tag| results::canonical(&tag.value()));
    let level = level_of(stated, right).max(match tagged {
        Some(tagged) if tagged == stated => Level::Hint,
        Some("*") => Level::Warning,
        Some(_) if stated == "*" => Level::Warning,
        Some(_) => Level::Error,
        None => Level::Hint,
    });
    if !walk.is_reported(level) {
        return findings.push(RULE.unreported(range, level));
    }
    let mut edits = vec![Edit::replace(range.clone(), right)];
    if let Some(tag) = tag.filter(|_| tagged.is_some_and(|tagged| tagged != right)) {
        edits.insert(0, Edit::replace(tag.inner_range(), right));
    }
    let happened = what_happened(right, walk);
    let message = match stated {
        "*" => format!("The game is marked as unfinished (*), but {happened}"),
        _ => format!("The result is {stated}, but {happened}"),
    };
    let mut finding = RULE.finding(range, message);
    if let (Some(tag), Some(tagged)) = (tag, tagged) {
        finding = finding.with_related(tag.inner_range(), format!("the Result tag says {tagged}"));
    }
    finding.level = level;
    findings.push(finding.with_fix(Fix::unsafe_(format!("Write {right}"), edits)));
}

fn level_of(stated: &str, right: &str) -> Level {
    match (stated, right) {
        ("*", _) => Level::Info,
        (_, "1/2-1/2") | ("1/2-1/2", _) => Level::Warning,
        _ => Level::Error,
    }
}

/// The result that the final position of the main line implies; `None` where moves are illegal.
pub(super) fn result_on_board(end: &GameEnd, walk: &Walk) -> Option<&'static str> {
    if end.failed > 0 || end.moves == 0 {
        return None;
    }
    results::on_board(walk.replay.position()?, walk.replay.in_check())
}

fn what_happened(right: &str, walk: &Walk) -> String {
    let is_chess = matches!(walk.replay.position(), Some(VariantPosition::Chess(_)));
    let loser = walk.replay.turn();
    match (right, is_chess) {
        ("1/2-1/2", _) => format!("{} is stalemated", name(loser)),
        (_, true) => format!("{} is checkmated", name(loser)),
        ("1-0", false) => "White has won".to_owned(),
        _ => "Black has won".to_owned(),
    }
}

fn name(color: Color) -> &'static str {
    if color.is_white() { "White" } else { "Black" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_findings, check, check_fix, findings};

    const STALEMATE: &str = "[FEN \"7k/8/8/8/8/8/8/K4Q2 w - - 0 1\"]\n\n1. Qf7";

    #[test]
    fn the_marker_is_marked() {
        check(
            &RULE,
            "
1. f3 e5 2. g4 Qh4# 1-0
                    ^^^ The result is 1-0, but White is checkmated
",
        );
        check(
            &RULE,
            "
1. f3 e5 2. g4 Qh4# *
                    ^ The game is marked as unfinished (*), but White is checkmated
",
        );
        check(
            &RULE,
            r#"
[Result "1/2-1/2"]
         ^^^^^^^ The result is 1/2-1/2, but White is checkmated

1. f3 e5 2. g4 Qh4#
"#,
        );
    }

    #[test]
    fn what_may_be_is_left_in_peace() {
        check(&RULE, "1. f3 e5 2. g4 Qh4# 0-1");
        check(&RULE, "1. f3 e5 2. g4 1-0");
        check(&RULE, "1. f3 e5 2. Kd5 Ke6 3. g4 Qh4# 1-0");
        check(&RULE, "[Variant \"Foo\"]\n\n1. f3 e5 2. g4 Qh4# 1-0");
    }

    #[test]
    fn levels_go_by_how_wrong_it_is() {
        let level = |text: &str| findings(&RULE, text)[0].level;
        assert_eq!(level("1. f3 e5 2. g4 Qh4# 1-0"), Level::Error);
        assert_eq!(level("1. f3 e5 2. g4 Qh4# 1/2-1/2"), Level::Warning);
        assert_eq!(level("1. f3 e5 2. g4 Qh4# *"), Level::Info);
        assert_eq!(level(&format!("{STALEMATE} 1-0")), Level::Warning);
    }

    #[test]
    fn tag_and_marker_are_one_finding() {
        for (tag, marker, related) in [
            ("1-0", "1-0", "the Result tag says 1-0"),
            ("0-1", "1-0", "the Result tag says 0-1"),
            ("1-0", "1/2-1/2", "the Result tag says 1-0"),
            ("1/2-1/2", "*", "the Result tag says 1/2-1/2"),
            ("*", "1-0", "the Result tag says *"),
        ] {
            let text = format!("[Result \"{tag}\"]\n\n1. f3 e5 2. g4 Qh4# {marker}");
            let found = all_findings(crate::rules::RULES, &text);
            let found: Vec<_> = found.iter().filter(|one| one.level >= Level::Warning).collect();
            assert_eq!(found.iter().map(|one| one.rule.name).collect::<Vec<_>>(), [RULE.name], "{text}");
            assert_eq!(found[0].related[0].message, related, "{text}");
            check_fix(&RULE, &text, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
        }
    }

    #[test]
    fn tag_and_marker_change_together() {
        check_fix(&RULE, "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    }
}
