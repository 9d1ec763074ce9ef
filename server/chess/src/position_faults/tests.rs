use proptest::prelude::*;
use shakmaty::Position;

use super::*;

/// Returns the faults as "place: sentence", with "!" before a fatal fault.
fn faults(text: &str, variant: Variant, chess960: bool) -> Vec<String> {
    let faults = check_setup(&parse_fen(text), text, variant, chess960);
    let shown = faults.iter().map(|fault| {
        let mark = if fault.fatal { "!" } else { "" };
        format!("{mark}{}@{}: {}", &text[fault.range.clone()], fault.range.start, fault.message)
    });
    shown.collect()
}

fn check(text: &str, variant: Variant, expected: &[&str]) {
    assert_eq!(faults(text, variant, false), expected, "{text} in {variant}");
    let start = start_position(text, variant, false);
    let fatal = expected.iter().any(|fault| fault.starts_with('!'));
    assert_eq!(start.is_err(), fatal, "{text} in {variant}");
}

#[test]
fn the_fields_of_a_record_are_read_like_a_fen_with_counters() {
    for fields in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6",
        "rkq5/8/8/8/8/8/8/RKQ5 w Aa -",
        "rkq5/8/8/8/8/8/8/RKQ5 w Qq -",
        "r3k2r/8/8/8/8/8/4P3/R3K1R1 w KQkq -",
        "8/8/8/8/8/8/8/K6k w KQ e3",
        "8/8/8/8/8/8/8/K6k  w - -",
        "8/8/8/8/8/8/8/8 w - -",
    ] {
        for castling in [Castling::Ordinary, Castling::Chess960, Castling::ByFileLetters, Castling::ByRights] {
            let of_fields = start_position(fields, Variant::Chess, castling).ok();
            let of_fen = start_position(&format!("{fields} 0 1"), Variant::Chess, castling).ok();
            assert_eq!(of_fields, of_fen, "{fields} {castling:?}");
        }
    }
}

#[test]
fn ordinary_positions_have_no_faults() {
    let good = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Variant::Chess),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", Variant::Chess),
        ("nbrkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NBRKQRBN w FCfc - 0 1", Variant::Chess),
        ("4k3/8/8/8/8/8/8/4K3 w - -", Variant::Chess),
        ("4k3/8/8/8/8/8/8/4K3 w - - 250 0", Variant::Chess),
        ("4k3/8/8/8/8/8/8/8 b - - 0 1", Variant::Antichess),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Variant::Atomic),
        ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", Variant::RacingKings),
        ("4k3/8/8/8/8/8/8/P6P w - - 0 1", Variant::Horde),
        ("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", Variant::Crazyhouse),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1", Variant::ThreeCheck),
    ];
    for (text, variant) in good {
        check(text, variant, &[]);
    }
}

#[test]
fn kings_and_pawns() {
    check("8/8/8/8/8/8/8/8 w - - 0 1", Variant::Chess, &["!8/8/8/8/8/8/8/8@0: The board is empty"]);
    check("8/8/8/8/8/8/8/4K3 w - - 0 1", Variant::Chess, &["!8/8/8/8/8/8/8/4K3@0: Black has no king"]);
    check("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Variant::Chess, &["!K@18: White has 2 kings: a1, e1"]);
    check(
        "4k2P/8/8/8/8/8/8/p3K3 w - - 0 1",
        Variant::Chess,
        &[
            "!P@3: The white pawn on h8 cannot stand on the eighth rank",
            "!p@17: The black pawn on a1 cannot stand on the first rank",
        ],
    );
    check(
        "4k2P/8/8/8/8/8/8/8 b - - 0 1",
        Variant::Horde,
        &["!P@3: The white pawn on h8 cannot stand on the eighth rank"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        Variant::Horde,
        &["!k@1: In Horde only one side has a king, the other has pawns"],
    );
    check("4k3/8/8/8/8/8/8/8 b - - 0 1", Variant::Crazyhouse, &["!4k3/8/8/8/8/8/8/8@0: White has no king"]);
}

#[test]
fn castling_rights() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w Kq - 0 1",
        Variant::Chess,
        &[
            "Kq@22: The castling rights K and q are impossible: there is no white rook on h1; there is no black rook on a8",
        ],
    );
    check(
        "4k3/8/8/8/8/8/3K4/7R w K - 0 1",
        Variant::Chess,
        &["K@23: White cannot castle with this right (K): the white king is on d2, not on e1"],
    );
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Antichess, &["K@23: There is no castling in Antichess"]);
    check(
        "r3k3/8/8/8/8/8/8/3K3R b Kq - 0 1",
        Variant::Chess,
        &["K@24: White cannot castle with this right (K): the white king is on d1, not on e1"],
    );
    // Both have castled: what is left over are rights of ordinary chess.
    check(
        "r4rk1/8/8/8/8/8/8/R4RK1 w KQkq - 0 1",
        Variant::Chess,
        &[
            "KQkq@26: The castling rights K, Q, k and q are impossible: the white king is on g1, not on e1; the black king is on g8, not on e8",
        ],
    );
    let text = "4k3/8/8/8/8/8/8/RK6 w K - 0 1";
    assert_eq!(
        faults(text, Variant::Chess, true),
        ["K@22: White cannot castle with this right (K): no white rook stands to the right of its king",]
    );
}

#[test]
fn en_passant_squares() {
    check(
        "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
        Variant::Chess,
        &["e3@24: e3 says that White just played e2-e4, but there is no white pawn on e4"],
    );
    check(
        "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
        Variant::Chess,
        &["e3@28: e3 says that White just played e2-e4, but e2 is not empty"],
    );
    check(
        "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
        Variant::Chess,
        &["e6@28: e6 says that Black just played e7-e5, but e6 is not empty"],
    );
}

#[test]
fn checks() {
    check(
        "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
        Variant::Chess,
        &["!w@22: White is to move while the black king on e8 is in check from the queen on e7: it must be Black's \
         move, or a piece is on the wrong square"],
    );
    check(
        "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
        Variant::Chess,
        &["K@18: The white king on e1 is in check from the rook on a1 and the rook on h1 at once, which no move can \
         bring about"],
    );
    check(
        "3k4/8/8/8/P2R4/8/8/4K3 b - a3 0 1",
        Variant::Chess,
        &["k@1: The black king on d8 is in check from the rook on d4, which a2-a4 cannot have brought about"],
    );
    check(
        "8/8/8/8/8/8/k6K/R7 w - - 0 1",
        Variant::RacingKings,
        &["!w@19: In Racing Kings neither side may give check"],
    );
}

#[test]
fn too_much_material() {
    check("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", Variant::Chess, &["p@11: Black has 9 pawns"]);
    check(
        "4k3/8/8/8/8/QQQQ4/PPPPPP2/4K3 w - - 0 1",
        Variant::Chess,
        &["4k3/8/8/8/8/QQQQ4/PPPPPP2/4K3@0: White has 3 more pieces of a kind than at the start but only 2 fewer \
         pawns to promote"],
    );
    check(
        "nr1kqrbn/pbpppppp/1p6/8/8/8/8/3K4 w - - 0 1",
        Variant::Chess,
        &["nr1kqrbn/pbpppppp/1p6/8/8/8/8/3K4@0: Black has two bishops on light squares and none on dark ones but all \
         eight pawns"],
    );
}

#[test]
fn other_variants_fields() {
    check(
        "4k3/8/8/8/8/8/8/4K3[Q] w - - 3+3 0 1",
        Variant::Chess,
        &["[Q]@19: Only Crazyhouse has pieces in hand", "3+3@29: Only Three-check counts the checks"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1",
        Variant::ThreeCheck,
        &["!0+0@26: Both sides have given all their checks"],
    );
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Variant::RacingKings, &["!P@15: There are no pawns in Racing Kings"]);
}

#[test]
fn unreadable_fens_have_their_syntax_faults() {
    let faults = start_position("4k3/8/8/8/9/8/8/4K3 w - - 0 1", Variant::Chess, false).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].range.clone(), faults[0].fatal), (10..11, true));
}

#[test]
fn castling_mode_follows_the_rights() {
    let mode = |text: &str, chess960| start_position(text, Variant::Chess, chess960).unwrap().castles().mode();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(mode(start, false), CastlingMode::Standard);
    assert_eq!(mode(start, true), CastlingMode::Chess960);
    assert_eq!(mode("nbrkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NBRKQRBN w KQkq - 0 1", false), CastlingMode::Chess960);
    assert_eq!(mode("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", false), CastlingMode::Standard);
    // Rooks of one side began on one file.
    let castling = |fen| check_setup(&parse_fen(fen), fen, Variant::Chess, false).len();
    assert_eq!(castling("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"), 1);
    assert_eq!(castling("r3k2r/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"), 1);
    assert_eq!(castling("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"), 0);
    assert_eq!(castling("1r2k2r/8/8/8/8/8/8/1R2K2R w Qq - 0 1"), 0);
}

#[test]
fn castling_in_ordinary_chess_needs_the_king_and_the_rook_at_home() {
    let (letters, files) = ("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1");
    let cases = [
        (letters, Castling::ByRights, CastlingMode::Chess960),
        (letters, Castling::ByFileLetters, CastlingMode::Standard),
        (letters, Castling::Ordinary, CastlingMode::Standard),
        (letters, Castling::Chess960, CastlingMode::Chess960),
        (files, Castling::ByFileLetters, CastlingMode::Chess960),
        (files, Castling::Ordinary, CastlingMode::Standard),
    ];
    for (fen, castling, mode) in cases {
        let position = start_position(fen, Variant::Chess, castling).unwrap();
        assert_eq!(position.castles().mode(), mode, "{fen} {castling:?}");
        let may_castle = !position.castles().castling_rights().is_empty();
        assert_eq!(may_castle, mode == CastlingMode::Chess960, "{fen} {castling:?}");
    }
}

proptest! {
    #[test]
    fn fatal_faults_are_those_that_forbid_a_position(
        ranks in prop::collection::vec("[PNBRQKpnbrqk]{0,8}", 8),
        rest in " [wb] (-|K?Q?k?q?|[A-H][a-h]) (-|[a-h][36]) 0 1",
        variant in prop::sample::select(Variant::ALL.to_vec()),
        chess960 in any::<bool>(),
    ) {
        let ranks: Vec<String> = ranks.iter().map(|rank| match 8 - rank.len() {
            0 => rank.clone(),
            empty => format!("{rank}{empty}"),
        }).collect();
        let text = ranks.join("/") + &rest;
        let faults = check_setup(&parse_fen(&text), &text, variant, chess960);
        let start = start_position(&text, variant, chess960);
        prop_assert_eq!(start.is_err(), faults.iter().any(|fault| fault.fatal), "{} {:?} {:?}", text, variant, faults);
        for fault in &faults {
            prop_assert!(text.get(fault.range.clone()).is_some());
        }
        if let Err(faults) = start {
            prop_assert!(!faults.is_empty());
        }
    }
}
