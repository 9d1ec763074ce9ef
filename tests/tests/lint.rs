//! Whatever the text, checking it ends, and every finding, related place and edit lies inside its game, or its file, on whole characters.

use proptest::prelude::*;
use scoresheet_tests::laws::findings::check_places;

#[test]
fn comments_without_an_end_anywhere() {
    for text in [
        "{a",
        "[Event \"x\"]\n{a",
        "[Event \"x\"]\n{a\n[Site \"y\"]",
        "{a\n\n[Event \"x\"]\n{b\n\n[Event \"y\"]\n\n1. e4 *",
        "1. e4 * {a",
        "[Event \"x\"] {a) [Site \"y\"]\n\n1. e5 {b)",
    ] {
        check_places(text);
    }
}

proptest! {
    #[test]
    fn any_mixture_is_checked(parts in proptest::collection::vec(prop_oneof![
        Just("[Event \"E\"]\n"), Just("[Site \"a \"b\" c\"]"), Just("[White \"W\n"), Just("\n\n"), Just("\n"), Just(" "), Just("1. e4 "), Just(" e5 "),
        Just("("), Just(")"), Just("{"), Just("}"), Just("{a}"), Just("{é) 1... e5 "), Just("; x\n"), Just("%y\n"), Just("% scoresheet: allow illegal-move, x\n"), Just("% scoresheet: allow-file all\n"), Just(" 1-0"), Just(" *"), Just(" 1–0"),
        Just("$1"), Just("$999"), Just("!?"), Just("±"), Just("word "), Just("\""), Just("]"), Just("["), Just("\r\n"), Just("♘f3 "), Just("2. Nf3 "),
        Just("Sf3 "), Just("e.p."), Just("[%clk"), Just("\u{FEFF}"), Just("\u{A0}"), Just("\t"), Just(" \r"), Just("[White \"w\"][Black \"b\"] "), Just("{“é”\t} $1 "),
        Just("\\"), Just(" O-O "), Just("Ke3 "), Just("3... d5 "), Just("--"), Just("\0"),
        Just("[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n"), Just("[Variant \"Atomic\"]\n"),
    ], 0..40)) {
        check_places(&parts.concat());
    }
}
