//! Tests of each refactoring. `<|>` is the cursor.

use scoresheet_grammar::Database;

use super::*;
use crate::edit::Edit;
use crate::testing::with_cursor;
use scoresheet_chess::piece_letters::languages;

/// Returns the text after a refactoring at the cursor, or the reason for its refusal.
fn refactored(name: &str, text: &str) -> String {
    let (text, offset) = if text.contains("<|>") { with_cursor(text) } else { (text.to_owned(), 0) };
    let file = Database::parse(&text);
    let (placed, site) = Site::at(&file, offset).unwrap();
    let site = Site { language: languages().iter().find(|language| language.name == "German"), ..site };
    match Refactoring::of_name(name).unwrap().edits(&site) {
        Ok(edits) => {
            let edits: Vec<Edit> = edits.into_iter().map(|edit| edit.shifted(placed.start)).collect();
            apply(&text, &edits)
        }
        Err(refusal) => format!("refused: {}", refusal.reason),
    }
}

#[track_caller]
fn check(name: &str, cases: &[(&str, &str)]) {
    for (before, after) in cases {
        let found = refactored(name, before);
        assert_eq!(found, *after, "\n{name} {before}\nfound    {found}\nexpected {after}");
    }
}

#[test]
fn a_variation_is_promoted() {
    check(
        "promote-variation",
        &[
            ("1. e4 (1. d4<|> d5) e5 2. Nf3 *", "1. d4 (1. e4 e5 2. Nf3) 1... d5 *"),
            ("1. e4 e5 (1... c5 2. Nf3<|>) 2. Nc3 Nc6 *", "1. e4 c5 (1... e5 2. Nc3 Nc6) 2. Nf3 *"),
            (
                "1. e4 {a} 1... e5 $1 {b} (1... c5 <|>{c}) {d} 2. Nc3 *",
                "1. e4 {a} 1... c5 {c} (1... e5 $1 {b} {d} 2. Nc3) *",
            ),
            ("1. e4 (1. d4) (1. c4<|>) 1... e5 *", "1. e4 (1. c4) (1. d4) 1... e5 *"),
            ("1.e4 e5 (1...c5 2.Nf3<|>) 2.Nc3\n*", "1.e4 c5 (1...e5 2.Nc3) 2.Nf3\n*"),
            ("1. e4 (1. d4<|> (1. c4 c5) d5) (1. b3) e5 *", "1. d4 (1. e4 e5) (1. c4 c5) (1. b3) 1... d5 *"),
            ("1. e4 ({better} 1. d4<|>) e5 *", "{better} 1. d4 (1. e4 e5) *"),
            ("1. e4 (1. d4<|> ; why\n) e5 ; because\n*", "1. d4 ; why\n(1. e4 e5 ; because\n)\n*"),
            ("e4 e5 (c5 Nf3<|>) Nc3 *", "e4 c5 (e5 Nc3) Nf3 *"),
            ("1. e4 e5<|> *", "refused: there is no variation here to promote"),
            ("1. e4 ({none}<|>) e5 *", "refused: there is no move in this variation"),
            (
                "1. e4 (1. d4<|> *) e5 *",
                "refused: a result in the variation would end the game if the variation were moved",
            ),
        ],
    );
}

#[test]
fn lines_are_demoted() {
    check(
        "demote-variation",
        &[
            ("1. d4<|> (1. e4 e5 2. Nf3) 1... d5 *", "1. e4 (1. d4 d5) 1... e5 2. Nf3 *"),
            ("1. e4 (<|>1. c4) (1. d4) 1... e5 *", "1. e4 (1. d4) (1. c4) 1... e5 *"),
            ("1. e4 <|>e5 *", "refused: the move here has no variation that could replace it"),
            ("1. e4 (1. d4<|>) e5 *", "refused: no variation follows this one"),
        ],
    );
}

#[test]
fn a_variation_becomes_the_main_line() {
    check(
        "make-main-line",
        &[
            (
                "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5<|>) 2... d6) (1... e6) 2. Nc3 *",
                "1. e4 c5 (1... e5 2. Nc3) (1... e6) 2. c3 (2. Nf3 d6) 2... d5 *",
            ),
            ("1. e4 (1. d4) (1. c4<|> c5) e5 *", "1. c4 (1. e4 e5) (1. d4) 1... c5 *"),
            ("1. e4 (1. d4 (1. c4<|> c5) d5) e5 *", "1. c4 (1. e4 e5) (1. d4 d5) 1... c5 *"),
        ],
    );
}

#[test]
fn a_variation_is_deleted() {
    check(
        "delete-variation",
        &[
            ("1. e4 (1. d4<|> d5) 1... e5 *", "1. e4 e5 *"),
            ("1. e4 {a} (1. d4<|> d5) 1... e5 *", "1. e4 {a} 1... e5 *"),
            ("1. e4\n    (1. d4<|> d5)\n1... e5 *", "1. e4\ne5 *"),
            ("1. e4(1. d4<|>)e5 *", "1. e4 e5 *"),
        ],
    );
}

#[test]
fn a_move_is_deleted_with_all_that_follows_it() {
    check(
        "delete-rest",
        &[
            ("1. e4 e5 {a} 2. Nf3<|> Nc6 (2... d6) 3. Bb5 {b} 1-0 {c}", "1. e4 e5 {a} 1-0 {c}"),
            ("1. e4 e5<|> (1... c5 2. Nf3) 2. Nf3 *", "1. e4 *"),
            ("1. e4 e5 (1... c5 2. Nf3<|> {a} d6) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"),
            ("1. e4 e5 (1... c5<|> 2. Nf3 d6) 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
            ("[White \"w\"]\n\n{a} 1. e4<|> e5 *\n", "[White \"w\"]\n\n{a} *\n"),
        ],
    );
}

#[test]
fn a_variation_becomes_a_game() {
    check(
        "extract-variation",
        &[
            (
                "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4 {a} 1... e5 (1... c5 2. Nf3<|> (2. c3)) 2. Nc3 1-0\n",
                "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4 {a} 1... e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3 1-0\n\n\
                 [White \"w\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nf3 (2. c3) *\n",
            ),
            ("1. e4 (1. d4<|>) *\n\n1. c4 *\n", "1. e4 (1. d4) *\n\n1. d4 *\n\n1. c4 *\n"),
        ],
    );
}

#[test]
fn games_are_cut_and_started() {
    check(
        "split-game",
        &[
            (
                "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4<|> e5 2. Nc3 1-0\n",
                "[White \"w\"]\n[Result \"*\"]\n\n1. e4 *\n\n[White \"w\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
                 [FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n1... e5 2. Nc3 1-0\n",
            ),
            ("1. e4 e5<|> *", "refused: no move follows this one, so there is nothing to split off"),
        ],
    );
    check(
        "start-game",
        &[(
            "1. e4 (1. d4<|>) e5 *",
            "1. e4 (1. d4) e5 *\n\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"]\n[SetUp \"1\"]\n\n*\n",
        )],
    );
}

#[test]
fn the_game_below_is_merged() {
    check(
        "merge-games",
        &[
            ("1. e4 e5 2. Nf3 *\n\n1. e4 c5 2. c3 d5 *\n", "1. e4 e5 (1... c5 2. c3 d5) 2. Nf3 *\n\n"),
            ("1. e4 e5 *\n\n1. e4 e5 2. Nf3 1-0\n", "1. e4 e5 2. Nf3 *\n\n"),
            (
                "1. e4 e5 (1... c5) 2. Nf3 *\n\n1. e4 {a} c5 $1 2. Nf3 *\n",
                "1. e4 {a} 1... e5 (1... c5 $1 2. Nf3) 2. Nf3 *\n\n",
            ),
            (
                "1. e4 *\n\n[White \"Tal\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. d4 (1. c4) d5 1-0\n",
                "1. e4 (1. d4 d5 {Tal – B, 1-0}) (1. c4) *\n\n",
            ),
            ("1. e4 *\n\n1. e4 (1. d4) (1. c4) 1... e5 (1... c5) *\n", "1. e4 (1. d4) (1. c4) 1... e5 (1... c5) *\n\n"),
            (
                "1. e4 e5 (1... c5) *\n\n1. e4 c5 2. Nf3 (2. c3) 2... d6 *\n",
                "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) *\n\n",
            ),
            ("1. e4 *", "refused: there is no game below this one"),
        ],
    );
}

#[test]
fn annotations_are_stripped() {
    check(
        "strip-comments",
        &[
            ("{a} 1. e4 {b} 1... e5 ({c}) ; d\n2. Nf3 $1 {e} *", "1. e4 e5\n2. Nf3 $1 *"),
            ("1. e4 {b} (1. d4 {c} 1... d5) 1... e5 * {end}\n", "1. e4 (1. d4 d5) 1... e5 *\n"),
            ("1. e4 *", "1. e4 *"),
        ],
    );
    check(
        "strip-comments-of-variation",
        &[("1. e4 {b} (1. d4<|> {c} 1... d5) 1... e5 *", "1. e4 {b} (1. d4 d5) 1... e5 *")],
    );
    check("strip-comments", &[("1. e4 *\n\n{a}%y\n", "1. e4 *\n\n %y\n")]);
    // The next game begins right after the comment.
    check("strip-comments", &[("1. e4 *\n% x\n{a}[Event \"E\"]\n\n*", "1. e4 *\n% x\n[Event \"E\"]\n\n*")]);
    // Comments before the movetext and in it may share the white space between them.
    let before = "{[%eval 0.1] 0-1\n\n[%eval 0.1] 0-1\n\n\n\n; x\n[%eval 0.1] 0-1\n\n} {b\n[%eval 0.1] 0-1\n\n\n\n\n\n\n\n\n\n}\n\n[Event \"E\"]\n";
    assert!(!refactored("strip-comments", before).contains("eval"), "{}", refactored("strip-comments", before));
    check("strip-variations", &[("1. e4 (1. d4 (1. c4)) 1... e5 (1... c5) *", "1. e4 e5 *")]);
    check("strip-variations-of-variation", &[("1. e4 (1. d4<|> (1. c4) d5) 1... e5 *", "1. e4 (1. d4 d5) 1... e5 *")]);
    check("strip-nags", &[("1. e4! $14 e5 ?! 2. Nf3 $1 ± *", "1. e4 e5 2. Nf3 *")]);
    check(
        "strip-clocks",
        &[
            ("1. e4 {[%clk 1:00:00]} 1... e5 {[%eval 0.1] [%clk 1:00:00]} *", "1. e4 e5 {[%eval 0.1]} *"),
            ("1. e4 { [%clk 1:00:00] good } 1... e5 {bad [%emt 0:01] move} *", "1. e4 { good } 1... e5 {bad move} *"),
            ("1. e4 { good [%clk 1:00:00] } *", "1. e4 { good } *"),
        ],
    );
    check("strip-evaluations", &[("1. e4 { [%eval 0.1][%clk 1:00:00] } *", "1. e4 { [%clk 1:00:00] } *")]);
}

#[test]
fn tags_and_results_are_set() {
    check(
        "fill-roster",
        &[(
            "[White \"w\"]\n\n1. e4 1-0",
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"w\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0",
        )],
    );
    check("sort-tags", &[("[White \"w\"]\n[Event \"e\"]\n\n*", "[Event \"e\"]\n[White \"w\"]\n\n*")]);
    check(
        "set-result",
        &[
            ("[Result \"?\"]\n\n1. e4 1-0", "[Result \"1-0\"]\n\n1. e4 1-0"),
            ("[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1"),
            ("[Black \"b\"]\n\n1. e4 1-0", "[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0"),
        ],
    );
}

#[test]
fn signs_letters_and_numbers_are_written_otherwise() {
    check("glyphs-to-nags", &[("1. e4! e5 ?! ± 2. Nf3 ⩲*", "1. e4 $1 e5 $6 $16 2. Nf3 $14 *")]);
    check("nags-to-glyphs", &[("1. e4 $1 e5 $6 $16 2. Nf3 $146 $3 *", "1. e4! e5?! ± 2. Nf3 $146 $3 *")]);
    check("localise-pieces", &[("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O *")]);
    check("delocalise-pieces", &[("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")]);
    check(
        "renumber",
        &[
            ("1. e4 e5 3. Nf3 3... Nc6 (3. .. d6) Bb5 *", "1. e4 e5 2. Nf3 Nc6 (2... d6) 3. Bb5 *"),
            ("e4 e5 {a} Nf3 (f4) Nc6 *", "1. e4 e5 {a} 2. Nf3 (2. f4) 2... Nc6 *"),
            ("1. e4 2. e5 *", "1. e4 e5 *"),
        ],
    );
    check("line-comments-to-braces", &[("1. e4 ; a \n1... e5 ; b }\n*", "1. e4 { a }\n1... e5 ; b }\n*")]);
    check(
        "braces-to-line-comments",
        &[
            ("1. e4 {a}  \n1... e5 *{b}  \n", "1. e4 ;a\n1... e5 *;b\n"),
            ("1. e4 {a} 1... e5 {b\nc} (1... c5 {d}) *", "1. e4 ;a\n1... e5 {b\nc} (1... c5 ;d\n) *"),
        ],
    );
}

#[test]
fn what_does_not_read_cleanly_is_refused() {
    let found = refactored("promote-variation", "1. e4 (1. d4<|> d4) e5 *");
    assert_eq!(found, "refused: 1... d4 cannot be played: a white pawn stands on d4");
    let found = refactored("delete-variation", "1. e4 (1. d4<|> } d5) e5 *");
    assert_eq!(found, "refused: this } closes no comment");
}

#[test]
fn what_can_be_done_is_offered() {
    let offered = |text: &str| {
        let (text, offset) = with_cursor(text);
        let file = Database::parse(&text);
        let site = Site::at(&file, offset).unwrap().1;
        refactorings_at(site).iter().map(|offered| offered.refactoring.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        offered("1. e4<|> (1. d4) e5 *"),
        "demote-variation delete-rest split-game start-game strip-variations fill-roster add-opening renumber"
    );
    assert_eq!(
        offered("1. e4 (1. d4!<|> {a}) e5 *"),
        "promote-variation make-main-line delete-variation delete-rest extract-variation start-game strip-comments strip-variations \
         strip-nags strip-comments-of-variation strip-nags-of-variation fill-roster add-opening glyphs-to-nags \
         renumber braces-to-line-comments"
    );
}

#[test]
fn names_are_their_own_and_kinds_are_refactorings() {
    for (index, refactoring) in REFACTORINGS.iter().enumerate() {
        assert!(
            REFACTORINGS[..index].iter().all(|other| other.name != refactoring.name && other.kind != refactoring.kind)
        );
        assert!(refactoring.kind.starts_with("refactor."));
    }
}

#[test]
fn variations_may_be_nested_as_deep_as_they_like() {
    let depth = 20_000;
    let text = format!("1. e4 {}1. d4<|>{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    for name in ["promote-variation", "make-main-line", "delete-variation", "extract-variation", "strip-variations"] {
        assert!(!refactored(name, &text).starts_with("refused: the text"), "{name}");
    }
}

#[test]
fn the_opening_goes_into_the_tags() {
    let moves = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h3 *";
    let tags = "[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]\n[Variation \"Najdorf Variation, Adams Attack\"]";
    check(
        "add-opening",
        &[
            (&format!("[Result \"*\"]\n\n{moves}"), &format!("[Result \"*\"]\n{tags}\n\n{moves}")),
            (moves, &format!("{tags}\n\n{moves}")),
            // In the order of export format.
            (
                &format!("[Result \"*\"]\n[Annotator \"A\"]\n[PlyCount \"11\"]\n[WhiteElo \"1\"]\n\n{moves}"),
                &format!(
                    "[Result \"*\"]\n[Annotator \"A\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]\n[PlyCount \"11\"]\n\
                     [Variation \"Najdorf Variation, Adams Attack\"]\n[WhiteElo \"1\"]\n\n{moves}"
                ),
            ),
            // What says something is kept, what is unknown is replaced.
            (
                &format!("[ECO \"B99\"] {{why}}\r\n[Opening \"?\"]\r\n\r\n{moves}"),
                &format!(
                    "[ECO \"B99\"] {{why}}\r\n[Opening \"Sicilian Defense\"]\r\n\
                     [Variation \"Najdorf Variation, Adams Attack\"]\r\n\r\n{moves}"
                ),
            ),
            (
                &format!("[Opening \"Sizilianisch\"]\n\n{moves}"),
                &format!("[ECO \"B90\"]\n[Opening \"Sizilianisch\"]\n\n{moves}"),
            ),
            ("[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. e4 *", "[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. e4 *"),
            ("1. e4 (1. d4) *", "[ECO \"B00\"]\n[Opening \"King's Pawn Game\"]\n\n1. e4 (1. d4) *"),
            (
                "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... e5 *",
                "refused: it begins from another position or by other rules, so it has no opening",
            ),
            ("1. e4 e5 2. Ke4 *", "refused: a move of the opening cannot be played"),
            ("[White \"A\"]\n\n*", "refused: no position of the game has a name in the table of openings"),
            (
                "[White \"A\"\n\n1. e4 [Black \"B\"] e5 *",
                "refused: a tag is broken or in the wrong place: which tags the game has is not clear",
            ),
        ],
    );
}

#[test]
fn games_are_deleted_copied_and_moved() {
    let (a, b) = ("[White \"A<|>\"]\n\n1. e4 *\n\n", "[White \"B\"]\n\n1. d4 *\n");
    let (plain, both) = (a.replace("<|>", ""), [a, b].concat());
    assert_eq!(refactored("delete-game", &both), b);
    assert_eq!(refactored("delete-game", a), "");
    assert_eq!(refactored("copy-game", &both), [&*plain, &plain, b].concat());
    let copied = "[White \"B\"]\n\n1. d4 *\n\n[White \"B\"]\n\n1. d4 *\n";
    assert_eq!(refactored("copy-game", &b.replace('B', "B<|>")), copied);
    assert_eq!(refactored("move-game-down", &both), format!("{b}\n{}", plain.trim_end()) + "\n");
    assert!(refactored("move-game-down", a).starts_with("refused: there is no game below"));
    let without_tags = format!("1. e4<|> *\n\n{b}");
    assert!(refactored("move-game-down", &without_tags).starts_with("refused: there is text"));
}
