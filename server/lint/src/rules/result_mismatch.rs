use super::move_after_game_end::ends_in_the_middle;
use super::result_contradicts_position::result_on_board;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::results;

declare_rule! {
    /// A Result tag that contradicts the termination marker.
    ///
    /// ## What it does
    /// Checks that the Result tag and the termination marker agree. Two different results are an error; if one of them is `*`,
    /// it is a warning, because it may only be out of date.
    ///
    /// ## Why is this bad?
    /// Some programs use the tag, others the marker: the same game is a win in one and a draw in the other.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 0-1
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "0-1"]
    ///
    /// 1. e4 e5 0-1
    /// ```
    ///
    /// ## Fix safety
    /// The fixes are unsafe: which of the two is right is a guess.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "result-mismatch", group: Correctness, level: Error, fix: Always, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let (Some(tag), Some(marker)) = (walk.tag("Result"), end.termination.clone()) else { return };
    let (Some(tagged), Some(marked)) =
        (results::canonical(&tag.value()), results::canonical(walk.text(marker.clone())))
    else {
        return;
    };
    if tagged == marked || ends_in_the_middle(end, walk) {
        return;
    }
    // A marker that contradicts the board is reported with the tag.
    let on_board = result_on_board(end, walk);
    if on_board.is_some_and(|result| marked != result) {
        return;
    }
    let write_tag =
        Fix::unsafe_(format!("Write {marked} in the Result tag"), vec![Edit::replace(tag.inner_range(), marked)]);
    let write_marker = Fix::unsafe_(format!("End the game with {tagged}"), vec![Edit::replace(marker.clone(), tagged)]);
    let message = format!("The Result tag is {tagged}, but the termination marker is {marked}");
    let mut finding = if tagged == "*" {
        RULE.finding(tag.inner_range(), message).with_related(marker, "the end of the game")
    } else {
        RULE.finding(marker, message).with_related(tag.range.clone(), "the Result tag")
    };
    if tagged == "*" || marked == "*" {
        finding.level = Level::Warning;
    }
    let tag_is_right = match on_board {
        Some(result) => tagged == result,
        None => marked == "*",
    };
    let (first, second) = if tag_is_right { (write_marker, write_tag) } else { (write_tag, write_marker) };
    findings.push(finding.with_fix(first).with_fix(second));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_stale_one_is_marked() {
        check(
            &RULE,
            r#"
[Result "1-0"]

1. e4 0-1
      ^^^ The Result tag is 1-0, but the termination marker is 0-1

[Result "*"]
         ^ The Result tag is *, but the termination marker is 1/2-1/2

1. e4 ½-½

[Result "1/2"]

1. e4 1/2-1/2
"#,
        );
    }

    #[test]
    fn a_star_may_only_be_stale() {
        assert_eq!(findings(&RULE, "[Result \"*\"]\n\n1. e4 1-0")[0].level, Level::Warning);
        assert_eq!(findings(&RULE, "[Result \"1-0\"]\n\n1. e4 *")[0].level, Level::Warning);
        assert_eq!(findings(&RULE, "[Result \"1-0\"]\n\n1. e4 0-1")[0].level, Level::Error);
    }

    #[test]
    fn the_likelier_one_comes_first() {
        let fixed = |before: (&str, &str), after: (&str, &str)| {
            let game = |(tag, end): (&str, &str)| format!("[Result \"{tag}\"]\n\n1. {end}");
            check_fix(&RULE, &game(before), &game(after));
        };
        fixed(("*", "e4 1-0"), ("1-0", "e4 1-0"));
        fixed(("1-0", "e4 *"), ("1-0", "e4 1-0"));
        fixed(("0-1", "e4 1-0"), ("1-0", "e4 1-0"));
        fixed(("1-0", "f3 e5 2. g4 Qh4# 0-1"), ("0-1", "f3 e5 2. g4 Qh4# 0-1"));
    }
}
