//! Whatever the text, checking it ends, and every finding, related place and edit lies inside its game on whole characters.

use proptest::prelude::*;
use scoresheet_analysis::finding::Level;
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::rules::RULES;
use scoresheet_grammar::Database;

fn check_places(linter: &Linter, text: &str) {
    for game in Database::parse(text).games() {
        let game = game.view();
        for finding in linter.check(game) {
            let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.range);
            let related = finding.related.iter().map(|related| &related.range);
            for range in edits.chain(related).chain([&finding.range]) {
                assert!(game.text.get(range.clone()).is_some(), "{range:?} of {finding:?} in {:?}", game.text);
            }
        }
    }
}

#[test]
fn comments_without_an_end_anywhere() {
    let linter = Linter::new(RULES, Level::Hint);
    for text in [
        "{a",
        "[Event \"x\"]\n{a",
        "[Event \"x\"]\n{a\n[Site \"y\"]",
        "{a\n\n[Event \"x\"]\n{b\n\n[Event \"y\"]\n\n1. e4 *",
        "1. e4 * {a",
        "[Event \"x\"] {a) [Site \"y\"]\n\n1. e5 {b)",
    ] {
        check_places(&linter, text);
    }
}

proptest! {
    #[test]
    fn any_mixture_is_checked(parts in proptest::collection::vec(prop_oneof![
        Just("[Event \"E\"]\n"), Just("[Site \"a \"b\" c\"]"), Just("[White \"W\n"), Just("\n\n"), Just("\n"), Just(" "), Just("1. e4 "), Just(" e5 "),
        Just("("), Just(")"), Just("{"), Just("}"), Just("{a}"), Just("{é) 1... e5 "), Just("; x\n"), Just("%y\n"), Just("% scoresheet: allow illegal-move, x\n"), Just("% scoresheet: allow-file all\n"), Just(" 1-0"), Just(" *"), Just(" 1–0"),
        Just("$1"), Just("$999"), Just("!?"), Just("±"), Just("word "), Just("\""), Just("]"), Just("["), Just("\r\n"), Just("♘f3 "), Just("2. Nf3 "),
        Just("Sf3 "), Just("e.p."), Just("[%clk"), Just("\u{FEFF}"), Just("\\"), Just(" O-O "), Just("Ke3 "), Just("3... d5 "), Just("--"), Just("\0"),
        Just("[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n"), Just("[Variant \"Atomic\"]\n"),
    ], 0..40)) {
        check_places(&Linter::new(RULES, Level::Hint), &parts.concat());
    }
}
