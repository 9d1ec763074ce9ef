//! Games that are left as they are.

use super::tests::{SAMPLE, check_movetext, formatted};
use super::*;

#[test]
fn a_game_that_does_not_read_cleanly_is_copied() {
    let cases = [
        ("1.e4 e5 2.Nf6 *", 10, "2. Nf6 cannot be played: no white knight can reach f6"),
        ("1. e4 {a e5 *", 6, "the comment that begins here with { is not closed"),
        ("1. e4 } e5 *", 6, "this } closes no comment"),
        ("1. e4 (1. d4 e5 *", 6, "the variation that begins here with ( is not closed"),
        ("1. e4 hello e5 *", 6, "this text is not in a comment"),
        ("1. e4 (1. Ke2) e5 *", 10, "1. Ke2 cannot be played: White's own pawn stands on e2"),
        ("1. Nf3 a6 2. Nc3 a5 3. Nd4 h6 4. Nb5 *", 33, "4. Nb5 can be any of Nbb5"),
        ("[Event \"E\"]\n{Site \"S\"]\n\n1. e4 *", 12, "a tag pair begins with another bracket than ["),
        ("[Eve nt \"E\"]\n[Site \"S\"]\n\n1. e4 *", 0, "the name of a tag pair has a space in it"),
        ("[Event \"x\"]\n; b\n[Site \"y\"]\n\n1. e4 *", 12, "a comment is among the tag pairs"),
        ("[Event \"x\"] {b}\n[Site \"y\"]\n\n1. e4 *", 12, "a comment is among the tag pairs"),
        ("1. b4 d5 2. Bb2 NBd7 *", 16, "2... NBd7 may be another move"),
        ("1. e4 e5 2. Q g4 *", 12, "2. Q g4 may be another move"),
        ("1. e4 e5 2. Nf3 N;xc6 3. Bb5", 16, "N may be a sign or a piece"),
        ("1. e4 1-0 1-0", 10, "the game has already ended: a result precedes this"),
    ];
    for (text, offset, reason) in cases {
        let formatted = formatted(text, Style::Export);
        if reason.contains("any of") {
            // Both knights can go to b5.
            assert_eq!(formatted.refused[0].offset, offset);
            assert!(formatted.refused[0].reason.starts_with("4. Nb5 can be any of N"));
            continue;
        }
        assert_eq!(formatted.text, text);
        assert_eq!(formatted.refused, [RefusedGame { game: 1, offset, reason: reason.to_owned() }]);
    }
    let three = format!("{SAMPLE}[Event \"x\"]\n\n1. e5 *\n\n\n{SAMPLE}");
    let formatted = formatted(&three, Style::Export);
    assert_eq!((formatted.text.as_str(), formatted.games), (three.as_str(), 3));
    assert_eq!((formatted.refused[0].game, formatted.refused[0].offset), (2, SAMPLE.len() + 16));
}

#[test]
fn a_game_with_another_result_or_half_a_move_at_its_end_is_left_unchanged() {
    let result = "the game ends with a result that PGN does not have";
    let half = "the text ends in the middle of this move";
    let cases = [
        ("[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0\n", result),
        ("[Result \"+/-\"]\n\n+/-\n", result),
        ("[Result \"*\"]\n\n0-0\n", result),
        ("1. e4 e5 2. N", half),
        ("1.e4  e5 2. Nf3 B\n", half),
    ];
    for (text, reason) in cases {
        check_refusal(text, reason);
    }
    check_movetext(&[
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
        ("1. e4 e5 +/-", "1. e4 e5 $16 *"),
        ("1. e4 e5 2. Nf3 N *", "1. e4 e5 2. Nf3 $146 *"),
    ]);
}

#[test]
fn a_sign_or_a_result_in_another_word_is_left_unchanged() {
    for (text, word) in [
        ("1. e4 e5 2. Nf3 Nc6 3. d3 d6 4+/- h3 *\n", "+/-"),
        ("1. e4 e5 2 N. Nf3 Nc6 *\n", "N"),
        ("1. e4 e5 2. Nf3 Nc6 1–0'\n", "1–0"),
        ("1. e4 e5 2. Nf3 Nc6 1/2-1/2>e5 *\n", "1/2-1/2"),
        ("[Event \"E\"]\n\n01-f3 d5 *\n", "-f3"),
        ("1. e4 d6 2. Bb5+-Bd7 *\n", "+-"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxe5+=20 *\n", "20"),
        ("1. e4± 3 e5 2. Nf3±3 Nc6 *\n", "3"),
    ] {
        check_refusal(text, &format!("{word} runs into the word beside it"));
    }
    check_movetext(&[("1. e4± e5=... 2. Nf3{x}1-0", "1. e4 $16 e5 $10 2. Nf3 { x } 1-0")]);
}

#[test]
fn text_after_a_tag_pair_that_comes_to_be_the_last_is_left_unchanged() {
    check_refusal(
        "[Event \"E\"]\n[WhiteElo \"2385\"]$1\n[BlackElo \"2330\"]\n\n1. e4 *\n",
        "text after the last tag pair may be read as moves",
    );
}

#[track_caller]
pub(super) fn check_refusal(text: &str, reason: &str) {
    let formatted = formatted(text, Style::Export);
    assert_eq!((formatted.text.as_str(), formatted.refused[0].reason.as_str()), (text, reason));
}
