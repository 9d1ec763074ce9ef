//! Tests of the reasons why moves are illegal.

use scoresheet_grammar::Database;

use crate::replay::{Outcome, Replay, Step};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the reason why the single move of the game is illegal in the position.
#[track_caller]
fn reason(variant: &str, fen: &str, text: &str) -> String {
    let database =
        Database::parse(&format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {text} *\n"));
    let mut replay = Replay::new(database.view(0).unwrap());
    while let Some((step, _)) = replay.advance() {
        if step == Step::Move {
            return match &replay.ply().outcome {
                Outcome::Illegal(illegal) => illegal.reason.clone(),
                other => panic!("{text} in {fen}: {other:?}"),
            };
        }
    }
    panic!("{text} is no move");
}

#[test]
fn every_reason_is_named() {
    let cases = [
        // The piece
        (START, "Bb5", "no white bishop can reach b5: Bf1 is blocked by the white pawn on e2"),
        (START, "Nd2", "White's own pawn stands on d2"),
        (START, "Qd4", "the white pawn on d2 is in the way of the queen on d1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "White has no knight left"),
        (START, "Nc1c3", "no white knight stands on c1"),
        (START, "Nef3", "no white knight stands on the e-file"),
        (START, "N3f5", "no white knight stands on the third rank"),
        (START, "e3e4", "there is no piece on e3"),
        (START, "e7e5", "a black pawn stands on e7"),
        (START, "Ng1f4", "the knight on g1 cannot reach f4"),
        (START, "Nf3=Q", "only a pawn can promote, not a knight"),
        (START, "Ra1", "a white rook is on a1 already"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1=N", "a white pawn promotes on the eighth rank, not on a1"),
        ("7k/8/8/4n3/4P3/8/8/4K3 w - - 0 1", "e8=Q", "the pawn on e4 cannot step as far as e8"),
        // The king
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke1", "the king is on e1 already"),
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", "the knight on c3 is pinned to the king by the bishop on b4"),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "Ke2", "the king would be attacked on e2 by the rook on e4"),
        (
            "4k3/8/8/8/4r3/8/3N4/4K3 w - - 0 1",
            "Nb3",
            "White is in check (from the rook on e4) and the move does not answer it",
        ),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "--", "a null move cannot be made in check (from the rook on e4)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke3", "the king on e1 cannot reach e3"),
        (
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
            "exd6",
            "without the pawns on e5 and d5 the king on a5 would be attacked by the rook on h5",
        ),
        // Castling
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the FEN tag gives White no right to castle kingside"),
        ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "O-O", "White cannot castle with the king on d1"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "the bishop on f1 stands between the king and the rook"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "the knight on b1 stands between the king and the rook"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king would pass f1, attacked by the rook on f8"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king would stand on g1, attacked by the rook on g8"),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king is in check (from the rook on e7)"),
        // Pawns
        (START, "e5", "the pawn on e2 cannot step as far as e5"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "the pawn on e2 is blocked by the knight on e3"),
        ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "a black pawn stands on e4"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "a black pawn stands on d5; the capture is written exd5"),
        (START, "exd3", "there is nothing to capture on d3"),
        (START, "exd5", "no white pawn on the e-file can capture on d5"),
        (START, "xd4", "no white pawn can capture on d4"),
        (START, "exd", "no white pawn can capture on the d-file"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6",
            "the pawn on d5 can be captured en passant only right after its double step",
        ),
        ("8/8/8/8/8/8/8/K6k w - - 0 1", "e4", "no white pawn can step to e4"),
        (START, "e4=Q", "a white pawn promotes on the eighth rank, not on e4"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=K", "a pawn becomes a queen, rook, bishop or knight"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=P", "a pawn becomes a queen, rook, bishop or knight"),
        ("3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "exd8P", "a pawn becomes a queen, rook, bishop or knight"),
        ("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "d4", "the pawn on d2 is pinned to the king by the bishop on b4"),
        // The side
        (START, ".. Nf6", "it is White's move, and no white knight can reach f6"),
        (
            "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
            "O-O",
            "it is Black's move, and Black cannot castle kingside without a rook on h8",
        ),
        // The text
        (START, "Xf3", "there is nothing to capture on f3"),
        (START, "Yf3", "it is not a move in any notation known here"),
        (START, "N@f3", "pieces can be dropped only in Crazyhouse"),
    ];
    let mut wrong = Vec::new();
    for (fen, text, expected) in cases {
        let found = std::panic::catch_unwind(|| reason("Standard", fen, text)).unwrap_or_else(|_| "PLAYED".to_owned());
        if found != expected {
            wrong.push(format!("{text} in {fen}\n   found {found}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn drops_have_reasons_of_their_own() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3[NP] w - - 0 1";
    let cases = [
        ("Q@e4", "White has no queen in hand"),
        ("N@e2", "a white pawn stands on e2"),
        ("P@e8", "a black king stands on e8"),
        ("P@d8", "a pawn cannot be dropped on the first or the eighth rank"),
    ];
    for (text, expected) in cases {
        assert_eq!(reason("Crazyhouse", fen, text), expected, "{text}");
    }
}

#[test]
fn what_stands_in_the_way_of_chess960_castling_is_named() {
    let cases = [
        ("4k3/8/8/8/8/8/8/1K1R2N1 w D - 0 1", "O-O", "the knight on g1 stands where the king goes"),
        ("4k3/8/8/8/8/8/8/1R1NKB2 w B - 0 1", "O-O-O", "the knight on d1 stands between the king and the rook"),
        ("4k3/8/8/8/8/8/8/RKBN4 w A - 0 1", "O-O-O", "the bishop on c1 stands where the king goes"),
        ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "O-O-O", "the knight on d1 stands where the rook goes"),
        ("4k3/8/8/8/8/8/8/1KRN4 w C - 0 1", "O-O", "the knight on d1 stands in the king's way"),
    ];
    for (fen, text, expected) in cases {
        assert_eq!(reason("Chess960", fen, text), expected, "{text} in {fen}");
    }
}
