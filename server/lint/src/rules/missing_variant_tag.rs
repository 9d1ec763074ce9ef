use std::ops::Range;

use scoresheet_grammar::GameView;

use crate::file_view::FileView;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::replay::{Setup, first_drop, is_fen_tag, is_variant_tag};
use scoresheet_format::line_edits::line_end;
use scoresheet_format::tag_edits::inserted_tag;

declare_rule! {
    /// A game of Chess960 or Crazyhouse without a Variant tag.
    ///
    /// ## What it does
    /// Checks games without a Variant tag that are certainly not ordinary chess: the FEN tag is a start of Chess960 or names rooks by other files than a and
    /// h or lists pieces in hand, or a captured piece is dropped. Their moves are read by the rules of the variant. One finding covers the
    /// whole file.
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
    /// The fix inserts the tag in all such games of the file. It is unsafe, because which variant was played is inferred.
    ///
    /// ## References
    /// The standard knows no variants; Lichess, python-chess and other programs have the tag.
    name: "missing-variant-tag", group: Portability, level: Warning, fix: Always, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    let is_lacking = |index: &usize| file.games[*index].digest.flags.lacks_variant_tag() && !file.allows(*index, &RULE);
    let mut lacking = (0..file.games.len()).filter(is_lacking).peekable();
    let Some(first) = lacking.peek().copied() else { return };
    let Some((range, mut message)) = file.read(first, describe) else { return };
    let inserted = |index: usize| {
        let edit = file.read(index, variant_tag)?;
        Some(Edit { range: file.in_file(index, &edit.range), ..edit })
    };
    let edits: Vec<Edit> = lacking.filter_map(inserted).collect();
    if edits.len() > 1 {
        message.push_str(&format!(" ({} games of the file lack the tag)", edits.len()));
    }
    let title = if edits.len() == 1 { "Insert the Variant tag" } else { "Insert the Variant tags of all games" };
    findings.push(RULE.finding(file.in_file(first, &range), message).with_fix(Fix::unsafe_(title, edits)));
}

/// The place that shows the variant of a game without a Variant tag, and a sentence.
fn describe(game: GameView) -> Option<(Range<usize>, String)> {
    let setup = Setup::of(game);
    let tags = game.tags();
    let fen = tags.iter().find(|tag| is_fen_tag(tag.name));
    let (range, why) = match (first_drop(game), fen) {
        (Some(drop), _) => (drop.clone(), format!("{} drops a captured piece", &game.text[drop])),
        (None, Some(fen)) => (fen.inner_range(), "the position is one of that variant".to_owned()),
        (None, None) => return None,
    };
    let name = setup.variant.display_name();
    Some((range, format!("The game is {name}, but has no Variant tag: {why}")))
}

/// The edit that names the variant of a game without a Variant tag.
fn variant_tag(game: GameView) -> Option<Edit> {
    let setup = Setup::of(game);
    let (name, tags) = (setup.variant.display_name(), game.tags());
    if let Some(tag) = tags.iter().find(|tag| is_variant_tag(tag.name)) {
        return Some(Edit::replace(tag.value_range.clone(), format!("\"{name}\"")));
    }
    let mut edit = inserted_tag(game, &tags, "Variant", name);
    if tags.is_empty() {
        edit.text += line_end(game.text);
    }
    Some(edit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Level;
    use crate::rules::RULES;
    use crate::testing::{all_findings, check, check_fix, findings};

    #[test]
    fn what_tells_the_variant_is_marked() {
        check(
            &RULE,
            r#"
[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The game is Chess960, but has no Variant tag: the position is one of that variant

1. e4 *
"#,
        );
        check(
            &RULE,
            "
1. e4 d5 2. exd5 Qxd5 3. P@d4 *
                         ^^^^ The game is Crazyhouse, but has no Variant tag: P@d4 drops a captured piece
",
        );
        check(
            &RULE,
            r#"
[FEN "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The game is Crazyhouse, but has no Variant tag: the position is one of that variant

1. Kd1 *
"#,
        );
        check(
            &RULE,
            r#"
[Variant "?"]
[FEN "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The game is Chess960, but has no Variant tag: the position is one of that variant

1. O-O *
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
    fn a_file_has_one_finding() {
        let game = "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. e4 *\n";
        let found = findings(&RULE, &[game, "1. d4 *\n", game, game].join("\n"));
        assert_eq!(found.len(), 1);
        assert!(found[0].message.ends_with("(3 games of the file lack the tag)"), "{}", found[0].message);
        assert_eq!(found[0].fixes[0].edits.len(), 3);
        // That one game needs no tag does not hold for the others.
        let allowed = format!("% scoresheet: allow missing-variant-tag\n{game}");
        let found = findings(&RULE, &[allowed.as_str(), game, game].join("\n"));
        assert!(found[0].message.ends_with("(2 games of the file lack the tag)"), "{}", found[0].message);
        assert!(found[0].range.start > allowed.len());
    }

    #[test]
    fn a_value_that_says_nothing_is_replaced() {
        let game = |variant: &str| format!("[Event \"E\"]\n[Variant \"{variant}\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *");
        check_fix(&RULE, &game("?"), &game("Crazyhouse"));
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
