use proptest::prelude::*;

use super::*;

/// The faults of `text` as "place: sentence"; an empty place is written as its offset.
fn faults(text: &str) -> Vec<String> {
    let fen = parse_fen(text);
    fen.faults
        .iter()
        .map(|fault| match &text[fault.range.clone()] {
            "" => format!("@{}: {}", fault.range.start, fault.kind),
            place => format!("{place}: {}", fault.kind),
        })
        .collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(faults(text), expected, "{text:?}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn good_fens_have_no_faults() {
    let good = [
        START,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
        "nbrkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NBRKQRBN w FCfc - 0 1",
        "4R~3/8/6k1/1P6/8/4Q~3/2P3PK/n2Q2NR/NNBBBRRQpbr b - - 0 30",
        "8/8/8/8/8/8/8/8[Qn] w - - 0 1",
        "8/8/8/8/8/8/8/8[-] w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",
    ];
    for text in good {
        check(text, &[]);
    }
}

#[test]
fn placement_faults_point_at_the_slip() {
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP: 7 ranks where a board has 8"],
    );
    check("8/8/8/8/8/8/8/8/8 w - - 0 1", &["8: 9 ranks where a board has 8"]);
    check("8/8/8/8/8/88/8 w - - 0 1", &["88: Rank 3 has 16 squares instead of 8"]);
    check("8/8/8/ppp/8/8/8/8 w - - 0 1", &["ppp: Rank 5 has 3 squares instead of 8"]);
    check("8/8/8/8/8/8/ppppppppp/8 w - - 0 1", &["ppppppppp: Rank 2 has 9 squares instead of 8"]);
    check(
        "8/8/8/3S4/8/8/8/8 w - - 0 1",
        &["S: 'S' is no piece: white pieces are PNBRQK, black pieces pnbrqk, empty squares a digit from 1 to 8"],
    );
    check("9/8/8/8/8/8/8/8 w - - 0 1", &["9: Empty squares are counted by the digits 1 to 8"]);
    check(
        "8/8/8/2~6/8/8/8/8 w - - 0 1",
        &["~: '~' is no piece: white pieces are PNBRQK, black pieces pnbrqk, empty squares a digit from 1 to 8"],
    );
    check(
        "8/8/8/p11p31/8/8/8/8 w - - 0 1",
        &[
            "11: Empty squares next to each other are one number: 2",
            "31: Empty squares next to each other are one number: 4",
        ],
    );
    check(
        "♔7/8/8/8/8/8/8/8[x] w - - 0 1",
        &[
            "♔: '♔' is no piece: white pieces are PNBRQK, black pieces pnbrqk, empty squares a digit from 1 to 8",
            "x: 'x' is no piece: white pieces are PNBRQK, black pieces pnbrqk, empty squares a digit from 1 to 8",
        ],
    );
}

#[test]
fn field_faults_point_at_the_slip() {
    let cases: &[(&str, &[&str])] = &[
        ("", &["@0: The FEN is empty"]),
        (" ", &[" : The FEN is empty"]),
        (
            "Something invalid",
            &["Something invalid: This is no FEN: it should begin with eight ranks separated by slashes"],
        ),
        ("8/8/8/8/8/8/8/8 w - -", &["@21: The halfmove clock is missing (\"0\" if there is nothing to say)"]),
        ("8/8/8/8/8/8/8/8 w - - 0", &["@23: The move number is missing (\"1\" if there is nothing to say)"]),
        ("8/8/8/8/8/8/8/8 w - 0 1", &["@19: The en passant square is missing (\"-\" if there is nothing to say)"]),
        ("8/8/8/8/8/8/8/8 w e6 0 1", &["@17: The castling availability is missing (\"-\" if there is nothing to say)"]),
        ("8/8/8/8/8/8/8/8 KQkq - 0 1", &["@15: The side to move is missing (\"w\" if there is nothing to say)"]),
        ("8/8/8/8/8/8/8/8 w - - 0 1 x y", &["x y: A FEN ends with the move number; this is more"]),
        ("8/8/8/8/8/8/8/8 x - - 0 1", &["x: The side to move is w or b"]),
        ("8/8/8/8/8/8/8/8 Black - - 0 1", &["Black: The side to move is written b"]),
        ("8/8/8/8/8/8/8/8 W - - 0 1", &["W: The side to move is written w"]),
        (
            "8/8/8/8/8/8/8/8 w KXkq - 0 1",
            &["X: 'X' is no castling right: they are KQkq, the letters of the rooks' files, or -"],
        ),
        ("8/8/8/8/8/8/8/8 w KKq - 0 1", &["K: The castling right K is given twice"]),
        ("8/8/8/8/8/8/8/8 w KQBCDq - 0 1", &["BCD: A side has two castling rights at most"]),
        ("8/8/8/8/8/8/8/8 w kqKQ - 0 1", &["kqKQ: Castling rights are written in the order KQkq"]),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", &["e9: The en passant square is a square such as e3, or -"]),
        ("8/8/8/8/8/8/8/8 w - e3 0 1", &["e3: With White to move an en passant square is on rank 6"]),
        ("8/8/8/8/8/8/8/8 b - e6 0 1", &["e6: With Black to move an en passant square is on rank 3"]),
        ("8/8/8/8/8/8/8/8 w - - x 1", &["x: The halfmove clock is a number"]),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", &["-1: The move number is a number"]),
        ("8/8/8/8/8/8/8/8 w - - 01", &["01: The halfmove clock and the move number want a space between them"]),
        ("8/8/8/8/8/8/8/8 w - - 0 0", &["0: The move number counts from 1"]),
        (
            "8/8/8/8/8/8/8/8 w  - - 0 1 ",
            &[" : One space between two fields is enough", " : One space between two fields is enough"],
        ),
        ("8/8/8/8/8/8/8/8\tw - - 0 1", &["\t: Fields are separated by a single space"]),
        ("8/8/8/8/8/8/8/8 w - - 0 1;", &[";: A FEN does not end with a semicolon"]),
    ];
    for (text, expected) in cases {
        check(text, expected);
    }
}

#[test]
fn fields_have_their_ranges() {
    let text = "8/8/8/8/8/8/8/K6k[Qn] b Kq e3 3+2 12 34";
    let fen = parse_fen(text);
    let at = |range: Option<Range<usize>>| range.map(|range| &text[range]).unwrap_or_default();
    assert_eq!(at(fen.placement.clone()), "8/8/8/8/8/8/8/K6k");
    assert_eq!(at(fen.holdings.clone()), "[Qn]");
    assert_eq!(at(fen.turn.clone()), "b");
    assert_eq!(at(fen.castling.clone()), "Kq");
    assert_eq!(at(fen.en_passant.clone()), "e3");
    assert_eq!(at(fen.checks.clone()), "3+2");
    assert_eq!(at(fen.halfmove.clone()), "12");
    assert_eq!(at(fen.fullmove.clone()), "34");
    let pieces: Vec<_> = fen.pieces.iter().map(|piece| (piece.letter, piece.square, piece.range.start)).collect();
    assert_eq!(pieces, [('K', 0, 14), ('k', 7, 16)]);
}

#[test]
fn normalized_writes_the_standard_form() {
    let cases = [
        (START, Some(START)),
        ("8/8/8/8/8/8/8/8", Some("8/8/8/8/8/8/8/8 w - - 0 1")),
        ("  8/8/8/8/8/8/44/8  black  -  -", Some("8/8/8/8/8/8/8/8 b - - 0 1")),
        ("8/8/8/8/8/8/8/8 w qK e3 - 0;", Some("8/8/8/8/8/8/8/8 w Kq - 0 1")),
        ("8/8/8/8/8/8/8/8 b - e3 03", Some("8/8/8/8/8/8/8/8 b - e3 0 3")),
        ("8/8/8/8/8/8/8/8/Qn w - - 0 1 +1+0", Some("8/8/8/8/8/8/8/8[Qn] w - - +1+0 0 1")),
        ("8/8/8/8/8/8/8/8_w_HAha_-_0_1", Some("8/8/8/8/8/8/8/8 w HAha - 0 1")),
        ("8/8/8/8/8/8/8/9 w - - 0 1", None),
        ("8/8/8/8/8/8/8/8 x - - 0 1", None),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_fen(text).normalized().as_deref(), expected, "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_with_ranges_inside_it(text in any::<String>()) {
        check_ranges(&text)?;
    }

    #[test]
    fn any_fen_like_text_is_read_and_its_normal_form_is_clean(text in "[1-9PNBRQKpnbrqk/~\\[\\]]{0,40}[ _;]{0,2}[wbWB]?[ \t]{0,2}[-KQkqA-Ha-h]{0,6} ?[-a-i0-9]{0,3} {0,2}[0-9+ -]{0,8}") {
        check_ranges(&text)?;
        if let Some(normal) = parse_fen(&text).normalized() {
            let again = parse_fen(&normal);
            prop_assert_eq!(&again.faults, &[], "{} from {}", normal, text);
            prop_assert_eq!(again.normalized(), Some(normal));
        }
    }
}

proptest! {
    #[test]
    fn of_a_plain_fen_there_is_nothing_to_say_but_of_its_move_number(
        text in "([1-8PKrk]{1,3}/){6,8}(8|p7|pp6|7) [wb] (-|K?Q?k?q?|[KQkq]{1,5}) (-|[a-h][36]|e4) [0-9]{0,5} [0-9]{0,5} ?"
    ) {
        check_plain(&text)?;
    }
}

#[test]
fn usual_fens_are_standard() {
    let endings = ["w KQkq - 0 1", "b - e3 0 1", "w Kq d6 12 9999", "b q - 1500 3", "w KQkq - 0 0", "b - e3 7 0"];
    for ending in endings {
        let text = format!("r3k2r/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/R3K2R {ending}");
        let form = if ending.ends_with(" 0") { PlainFen::MoveNumberZero } else { PlainFen::Standard };
        assert_eq!(plain_fen(&text), Some(form), "{text}");
        check_plain(&text).unwrap();
        for end in 0..text.len() {
            check_plain(&text[..end]).unwrap();
            check_plain(&format!("{}{}", &text[..end], &text[end + 1..])).unwrap();
        }
    }
    for text in ["8/8/8/8/8/8/8/8 w - - 00 1", "8/8/8/8/8/8/8/8 w - - 0 00", "8/8/8/8/8/8/8/8 w - - 0 10000"] {
        assert_eq!(plain_fen(text), None, "{text}");
    }
}

fn check_plain(text: &str) -> Result<(), TestCaseError> {
    let fen = parse_fen(text);
    let number = text.len().saturating_sub(1)..text.len();
    let (faults, normalized) = match plain_fen(text) {
        None => return Ok(()),
        Some(PlainFen::Standard) => (vec![], text.to_owned()),
        Some(PlainFen::MoveNumberZero) => {
            let fault = FenFault { kind: FenFaultKind::MoveNumberZero, range: number.clone() };
            (vec![fault], format!("{}1", &text[..number.start]))
        }
    };
    prop_assert_eq!(fen.dialect, Dialect::default(), "{}", text);
    prop_assert_eq!((&fen.faults, fen.normalized()), (&faults, Some(normalized)), "{}", text);
    Ok(())
}

fn check_ranges(text: &str) -> Result<(), TestCaseError> {
    let fen = parse_fen(text);
    let pieces = fen.pieces.iter().map(|piece| piece.range.clone());
    for range in fen.faults.iter().map(|fault| fault.range.clone()).chain(pieces) {
        prop_assert!(text.get(range).is_some());
    }
    Ok(())
}
