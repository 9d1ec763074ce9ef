use super::fen_without_setup::fen_tag;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::first_drop;
use scoresheet_format::line_edits::line_end;
use scoresheet_format::tag_edits::end_with_remarks;

declare_rule! {
    /// A game of Chess960 or Crazyhouse without a Variant tag.
    ///
    /// ## What it does
    /// Checks games without a Variant tag that are certainly not ordinary chess: the FEN tag is a start of Chess960 or names rooks by other files than a and
    /// h, or a captured piece is dropped. Their moves are read by the rules of the variant.
    ///
    /// ## Why is this bad?
    /// Other programs read the game as ordinary chess and stop at the first castling or drop.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Club"]
    ///
    /// 1. e4 d5 2. exd5 Qxd5 3. P@d4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Club"]
    /// [Variant "Crazyhouse"]
    ///
    /// 1. e4 d5 2. exd5 Qxd5 3. P@d4 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix inserts the tag. It is unsafe, because which variant was played is inferred.
    ///
    /// ## References
    /// The standard knows no variants; Lichess, python-chess and other programs have the tag.
    name: "missing-variant-tag", group: Portability, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let setup = walk.replay.setup();
    if !setup.is_variant_implied {
        return;
    }
    let name = setup.variant.display_name();
    let (range, why) = match (first_drop(walk.game), fen_tag(walk)) {
        (Some(drop), _) => (drop.clone(), format!("{} drops a captured piece", walk.text(drop))),
        (None, Some(fen)) => (fen.inner_range(), "the position is one of that variant".to_owned()),
        (None, None) => return,
    };
    let tag = format!("[Variant \"{name}\"]");
    let line_end = line_end(walk.game.text);
    let insert = match walk.tags.last() {
        Some(last) => Edit::insert(end_with_remarks(walk.game, last), format!("{line_end}{tag}")),
        None => Edit::insert(0, format!("{tag}{line_end}{line_end}")),
    };
    let finding = RULE.finding(range, format!("The game is {name}, but has no Variant tag: {why}"));
    findings.push(finding.with_fix(Fix::unsafe_(format!("Insert {tag}"), vec![insert])));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Level;
    use crate::rules::RULES;
    use crate::testing::{all_findings, check, check_fix};

    #[test]
    fn what_tells_the_variant_is_marked() {
        check(
            &RULE,
            r#"
[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The game is Chess960, but has no Variant tag: the position is one of that variant

1. e4 *

1. e4 d5 2. exd5 Qxd5 3. P@d4 *
                         ^^^^ The game is Crazyhouse, but has no Variant tag: P@d4 drops a captured piece
"#,
        );
        check(&RULE, "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *");
        check(&RULE, "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n*");
    }

    #[test]
    fn the_tag_is_inserted() {
        check_fix(
            &RULE,
            "[Event \"E\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *",
            "[Event \"E\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *",
        );
    }

    #[test]
    fn it_is_the_only_finding() {
        let start = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
        for text in [
            "1. e4 d5 2. exd5 Qxd5 3. P@d4 Qxd4 4. Nf3 Qxf2+ 5. Kxf2 P@e3+ *".to_owned(),
            format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1. O-O O-O *"),
        ] {
            let found = all_findings(RULES, &text);
            let found: Vec<&str> =
                found.iter().filter(|one| one.level > Level::Info).map(|one| one.rule.name).collect();
            assert_eq!(found, [RULE.name], "{text}");
        }
    }
}
