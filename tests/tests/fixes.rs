//! Safe fixes terminate, keep the meaning of the game, and add no new fault: on the edge cases, on real files, on random text.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use scoresheet::repair::Guard;
use scoresheet_tests::laws::fixes::{GAMES, check_fixes};
use scoresheet_tests::samples::{Sample, corpus, edge_cases, lenient_text};

/// The number of bytes that are read from real files, so that the tests take seconds without optimization; all with
/// `WHOLE_FILES=1 cargo test --release -p scoresheet-tests --test fixes`.
const MOST_BYTES: usize = 12_000;

/// The number of random texts.
const RANDOM_TEXTS: u32 = 2_000;

#[track_caller]
fn check_samples(samples: Vec<Sample>) {
    let broken: Vec<String> = samples
        .into_iter()
        .filter_map(|(path, bytes)| {
            let most = if std::env::var_os("WHOLE_FILES").is_some() { usize::MAX } else { MOST_BYTES };
            let text = lenient_text(&bytes[..bytes.len().min(most)]);
            check_fixes(&text, Guard::NONE).err().map(|broken| format!("{}: {broken}", path.display()))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

#[test]
fn edge_cases_keep_what_they_say() {
    check_samples(edge_cases());
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_keep_what_they_say() {
    check_samples(corpus("", &["pgn"]));
}

#[test]
fn texts_that_were_once_spoilt() {
    for text in [
        "[Event \"x\"] foo",
        "[Variant \"Losers\"]\n\ne4 2. e5 e6 2. d4 d5 *",
        "1. e4 ()e5 *",
        "1. e4 ()1-0",
        "1. e4 a6 2. e5 d5 3. exd6 e.p.exd6 *",
        "1. ♘f3½-½",
        "1. e4\0e5 2. Nf3\n\0\n2... Nc6 *",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 Bd6",
        "1. d4 d5\n()\n%y\n",
        "[Event \"x\"]\n[Round \"1[Event \"y\"]\n\n1. e4 *",
        "[Event \"x\"] [Site \"y\"] 1. e4\t{a\tb} $1 \n\n\u{A0}e5\u{FEFF}\n %y\r*\n[Event \"x\"]\r\n\r\n\r\n1. e4 ; x\n*",
        "1. d4 \n[Event \"x\"]\n\n\u{A0}e.p.{a}",
        "1. d4 * \r \ne4",
        "1. d4 \n\n\n1.\u{A0}e4",
        "1. d4 \r\u{FEFF}%",
        "[White \"w\"]\n[White \"v\"]\n[Result \"8 *",
        "[Event \"E\"]\n[\0\0\"]\n[White \"W\"]\n\n1. e4 e5 *\n",
        "[Event \"E\"]\n\n1. e4[Variant \"Chess960\"]\n (1. d4 d5) e5 *\n",
        "[Event \"E\"]\n[Site \"S\"]\n[Site \"S\"Z\n[Date \"2024.01.01\"]\n\n1. e4 *\n",
        "[Event \"E\"]\n[Site 'S']\n\u{12}\u{12}[Date \"2024.01.01\"]\n\n1. e4 e5 *\n",
        "1. e4 Kh\x007 *",
        "[Event \"E\"]\n\x13[Date \"1\"]\n\n1. e4 *",
        "[B\"\"d5 exd5 Qxd5.5",
        "[e\"[FEN\"\"[FEN",
        "[k\"\"[Resul[k\"\"[Resul[%e5",
        "[White \"W[FEN \"7/8 \"W[FEN \"7/8/8/8/8/8/8/K6k w - - 0 1\"]\ne6 *\n",
        "[Event \"E\"]\npv [Resul-\0\"*\"]\n\n1. e4 *\n",
        "e4 e5 f4 f4 Bc4 h4 Kf1 b5 Bb5 Nf6 Nf3 h6 d3 Nh5\nNh4 g5 Nf5 c6 g4\x006 11Rg1 cxb5 h4 g0",
        "1. e4 e5 2. Sf3 Sc6 3 Sc6 `. Lb5 *",
        "1. d4 0-0--Bb5+)}±",
        "[Event \"x\"]\ne2e4 Nf3\r\n({c})\r\ne2e4 exd4 1.)\n",
        "1. d4 Nc6\ne4 bb4 O-O -+Nf61-0\n",
        "1. d4 \n[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]\n\n d4 ; x\n ",
        "[Varian| \"Craz}house\"]\n\n1. pe$ d5 \x1e\x002.\n% scoresheet: allow",
        "[Event \"x\"]\n<>±\n±\n[event \"y\"]\n\n",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sd3 4. O-O Sf6 5. Te1 Le7 *",
        "2;arianFo \"to\"]4\n\n1.  1-0\n\ne4 e2 *\n",
        "\0[SetUp \"1\"]\n\0[SetU8/8/6K1/8 w - (- 0 1\"]\n\n1. e8 Kh7 *\n",
        "[Ev\x04[Variant \"Chess960\"]\n\x04ent-- \"E\"]\n!?ite \"S\"]\n[Date \"2024.01.01",
        "[Event \"E\"]\n[Site \"S\"\n[Round \"1\"]\n[\x19\0\0\0e \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 \0\0\0ef\x12 *\n",
        "[Date \"2024.01.00\"]\n[White \"W\"]\n[Black \"B\"]\n\n1. e4 *\n\n[Date \"2024.01.01\"]\n[White \"W\"]\n[Black \"B\"]\n\n1. e4 *\n",
        "[E \"E\"]\n[Sit[%clk 0:01:00]\"]\n[Round ,1\"]\n[White \"W\"]\nR[eck \"B\"]\n[\n\n1. d1 Ad5 *\ne5 ",
        "[Setup \"x\"]\n[Result \"1-0\"]\n8/8/[al%c Ge2e=]8/6K1/.p$\"1\"]] 0\"dx58 w - - 0 1\"]\n\n1. e8 Kh7e\n\n1. e *\n8",
        "[Varint \"Foo\"]\n\n1. e^ e5ant \"Foo\"]\n\n1. e2 e5 *\n",
        "[Event \"E\"]\n[Site \"S\"]\n[Date \"202[Eve\"1\"][Wh4.01.01\"]\n[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Resulite \"W\"][Black \"t \"*\"]\n\n1. e4 (1.B\"][Result  d4 d5 \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0[Sew - - 0 1\"]\n\n1. e8=Q J\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0e5 2.\0F*\n[Var N\"*\"]\x001. e4f3 iant \"Chess9* e\n5 60\"]\n*\n",
        "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.01.01\"(]\0\0\0\0\0\0\0\x0B\n[Round \"1\"]\n[Wte \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1.\u{A0}e4 e5 2.\u{A0}Nf38",
        "[Event \"E\"]\n[Site \"[[Result \"1-0\"]\ne \"W\"]\n[Black \"[=0040.\0\0\0\0\x0034h5a4]\"]\nKResult \"*\"]\x0C\n1. e4 e5 *\n",
        "[Event \"E\"]\n[Site.01\"]\n&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&& \"3\"]\n[FEN/8\n% scoresheet: al w -1\"]\n&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&[Round \"1unfounded-dr\"]\n[Blaco \"[%clk 0:01:00] \"B\"]\n\x0B\x0B\x0B\x0B\x0B\x0B\x0B'\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B\x0B~\x0B\x0B\x0B\x0B\x0B\x0B\x0B]\n\n1.\u{A0}e4 e5 2.\u{A0}Nf3 *\n",
    ] {
        check_fixes(text, GAMES).unwrap();
    }
}

/// The same texts in every run: in random noise, the fix of one slip will always reveal another one in some text.
#[test]
fn random_text_keeps_what_it_says() {
    let configuration = ProptestConfig { cases: RANDOM_TEXTS, failure_persistence: None, ..ProptestConfig::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(configuration, random);
    runner.run(&mixture(), |text| check_fixes(&text, Guard::NONE).map_err(TestCaseError::fail)).unwrap();
}

/// Pieces of games, valid and broken, in any order. Without letters of other languages, as all moves of a game determine the language of
/// each.
fn mixture() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "1.",
        "1. ",
        "1...",
        "2.",
        "2...",
        "(",
        ")",
        "()",
        "( )",
        "{a}",
        "{}",
        "({c})",
        "; x\n",
        "\n%y\n",
        "$1",
        "$01",
        "!",
        "?!",
        "!!!",
        "±",
        "+=",
        "-+",
        "&plusmn;",
        "*",
        "1-0",
        "1-O",
        "½-½",
        "e.p.",
        "--",
        "Z0",
        "<>",
        "$",
        "%",
        "}",
        "{",
        "word",
        "[%clk 0:01:00]",
        "{[%clk 0:01:00}",
        "{[%eval 1\n]}",
        "{[%clk 1:00]}",
        "\n",
        "\r\n",
        "\n\n",
    ]);
    let moves = prop::sample::select(vec![
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "d4",
        "exd4",
        "nf3",
        "♘f3",
        "e2e4",
        "e2-e4",
        "0-0",
        "o-o",
        "exd",
        "Bb5+",
        "Bb5",
        "bc4",
        "Ng1f3",
        "Nxf3",
        "dxe5 e.p.",
        "Ke2",
        "Bc4",
        "a6",
        "Nf6",
        "O-O",
        "Be7",
        "ee5",
        "bb4",
    ]);
    let tags = prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[Event \"x\"",
        "[Event \"x",
        "[Event x]\n",
        "Event \"x\"]\n",
        "[White \"a \"b\" c\"]\n",
        "[Result \"1-0\"]\n",
        "[Result \"½\"]",
        "[Result \"\"]\n",
        "[Result]\n",
        "[Date \"2020-1-2\"]\n",
        "[event \"y\"]\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]\n",
        "[SetUp \"0\"]\n",
        "[Setup \"1\"]",
        "[Site \"a\nb\"]\n",
        "[]",
        "[ \"v\"]",
        "[Variant \"Chess960\"]\n",
        "[Variant \"foo\"]\n",
        "[White 'w']\n",
        "[Black b\"]\n",
        "[Round \"1\\\"]\n",
        "[ECO \"A00\"][ECO \"A00\"]",
        "text ",
    ]);
    // On lines of their own: within a line, a tag pair starts the next game as soon as the text before it is removed.
    let tags = tags.prop_map(|tag| format!("\n{tag}\n"));
    let piece = prop_oneof![3 => marks.prop_map(str::to_owned), 4 => moves.prop_map(str::to_owned), 2 => tags];
    let gap = prop::sample::select(vec!["", " ", " ", " ", "\n", "\r\n"]);
    let start = prop::sample::select(vec!["1. d4 ", "[Event \"x\"]\n", "[Event \"x\"]\n\n1. d4 "]);
    let pieces = prop::collection::vec((piece, gap), 0..16);
    (start, pieces).prop_map(|(start, pieces)| {
        let pieces: String = pieces.into_iter().map(|(piece, gap)| format!("{piece}{gap}")).collect();
        format!("{start}{pieces}")
    })
}
