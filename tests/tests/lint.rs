//! Checks of any text terminate, and every finding, related place and edit lies inside its game or file at character boundaries.

use proptest::prelude::*;
use scoresheet_tests::laws::findings::{check_places, check_shortcuts};

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

/// The text before a slip is not parsed again for each candidate repair, but the repair may change its meaning.
#[test]
fn slips_at_the_first_move() {
    check_places(
        "[White \"w\"][Black \"b\"] {é) 1... e5 word {é) 1... e5 {é) 1... e5 [Event \"E\"]\n{é) 1... e5 }\u{FEFF}Sf3 Sf3 [Event \"E\"]\n",
    );
    check_places(
        "[Event \"E\"]\n$1word % scoresheet: allow illegal-move, x\n$1[White \"w\"][Black \"b\"] )3... d5 \u{FEFF}--",
    );
}

/// The related place of a finding may be among moves that were swapped.
#[test]
fn what_is_named_stands_where_it_was_written() {
    check_places("[Event \"E\"]\n$1$1; x\n$1e.p.)3... d5 ♘f3 -- e5 ♘f3 ");
}

/// A move may be explained for another position than the one that the repaired game has there.
#[test]
fn a_meaning_is_played_only_where_it_is_legal() {
    check_places("1. e4 Nc6ce 6ce 3. Ke4 Ke5 1-0\n4 $22 e5 *\n");
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
        check_shortcuts(&parts.concat());
    }

    /// A game with castling, checks and an ambiguous knight, with surplus or missing text in some places.
    #[test]
    fn shortcuts_change_nothing(
        changes in proptest::collection::vec((0..GAME.len(), prop_oneof![
            Just(""), Just("{a} "), Just("{[%clk 0:00:09]} "), Just("{} "), Just("{\u{a0}}"), Just("{b {c} "), Just("{:)} "), Just("{[%clk 9]} "), Just("$2 "), Just("$14 "), Just("$1 $3"), Just("$14 $15 "), Just("$14 $14 "), Just("$0 "), Just("$140 "), Just("$07 "), Just("? "), Just("! "), Just("(1. d4) "), Just("(2. f4 exf4 3. Nf3+) "), Just("( "), Just(") "),
            Just("\n"), Just("\n\n"), Just("% x\n"), Just("5. "), Just("7... "), Just("3 "), Just("e4 "), Just("Nf3+ "), Just("Sf3 "), Just("Ng1f3 "), Just("-- "), Just("O-O "), Just("* "), Just("é "),
        ], any::<bool>()), 0..8),
        has_fen in any::<bool>(),
    ) {
        let mut parts: Vec<String> = GAME.iter().map(|part| format!("{part} ")).collect();
        for (place, change, replaces) in changes {
            parts[place] = if replaces { change.to_owned() } else { format!("{change}{}", parts[place]) };
        }
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        check_shortcuts(&format!("[Event \"E\"]\n{}\n{}", if has_fen { fen } else { "" }, parts.concat()));
    }
}

const GAME: [&str; 51] = [
    "1.", "e4", "e5", "2.", "Nf3", "d6", "3.", "d4", "Bg4", "4.", "dxe5", "Bxf3", "5.", "Qxf3", "dxe5", "6.", "Bc4",
    "Nf6", "7.", "Qb3", "Qe7", "8.", "Nc3", "c6", "9.", "Bg5", "b5", "10.", "Nxb5", "cxb5", "11.", "Bxb5+", "Nbd7",
    "12.", "O-O-O", "Rd8", "13.", "Rxd7", "Rxd7", "14.", "Rd1", "Qe6", "15.", "Bxd7+", "Nxd7", "16.", "Qb8+", "Nxb8",
    "17.", "Rd8#", "1-0",
];
