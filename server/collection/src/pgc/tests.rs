//! The words of section 20, round trips, and streams that are broken.

use proptest::prelude::*;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, Parser, Tree};
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Position};

use super::*;

/// The records of the games of a text.
fn encoded(text: &str) -> (Vec<u8>, Vec<(&'static str, usize)>) {
    let (mut out, mut losses) = (Vec::new(), Losses::default());
    let (mut parser, mut tree) = (Parser::new(text), Tree::default());
    while let Some(range) = parser.next_game(&mut tree) {
        encode(GameView { text: &text[range], tree: &tree }, &mut out, &mut losses).unwrap();
    }
    (out, losses.iter().collect())
}

#[track_caller]
fn check_records(text: &str, expected: &[u8]) {
    let (records, losses) = encoded(text);
    assert_eq!(records.escape_ascii().to_string(), expected.escape_ascii().to_string());
    assert_eq!(losses, []);
}

/// Checks that a text is lost in nothing on its way through PGC.
#[track_caller]
fn check_round_trip(text: &str) {
    let (records, losses) = encoded(text);
    assert_eq!(losses, [], "{text}");
    let Decoded { text: read, faults, .. } = decode(&records);
    assert_eq!((read.as_str(), faults), (text, vec![]));
}

#[track_caller]
fn check_losses(text: &str, expected: &[(&'static str, usize)]) {
    assert_eq!(encoded(text).1, expected);
}

#[track_caller]
fn check_faults(stream: &[u8], expected: &[(usize, &str)]) {
    let faults = decode(stream).faults;
    let faults: Vec<(usize, &str)> = faults.iter().map(|fault| (fault.offset, fault.message.as_str())).collect();
    assert_eq!(faults, expected);
}

/// The legal moves as section 20.2 orders them: by their SAN with the signs for check and mate.
fn ordered(position: &VariantPosition) -> Vec<String> {
    let san = |action| SanPlus::from_move(position.clone(), action).to_string();
    let mut ordered: Vec<String> = position.legal_moves().into_iter().map(san).collect();
    ordered.sort_unstable();
    ordered
}

#[test]
fn the_ordinals_of_the_first_move_are_those_of_the_standard() {
    let start = VariantPosition::from(Chess::default());
    let san = |ordinal| move_of(&start, ordinal).map(|action| SanPlus::from_move(start.clone(), action).to_string());
    assert_eq!([0, 1, 4, 19].map(|ordinal| san(ordinal).unwrap()), ["Na3", "Nc3", "a3", "h4"]);
    assert_eq!(san(20), None);
}

proptest! {
    #[test]
    fn ordinals_are_places_in_the_order_of_the_san(
        // A few hundred positions in all: finding the place of each of their moves is quadratic.
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        variant in prop::sample::select(vec![Variant::Chess, Variant::Crazyhouse, Variant::Antichess]),
    ) {
        let mut position = VariantPosition::new(variant);
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let in_order = ordered(&position);
            for action in &legal {
                let san = SanPlus::from_move(position.clone(), *action).to_string();
                let place = in_order.iter().position(|other| *other == san).unwrap();
                prop_assert_eq!(ordinal_of(&position, *action), u8::try_from(place).ok());
                if let Ok(ordinal) = u8::try_from(place) {
                    prop_assert_eq!(move_of(&position, ordinal), Some(*action));
                }
            }
            position.play_unchecked(legal[choice.index(legal.len())]);
        }
    }

    #[test]
    fn no_stream_is_too_broken(stream in prop::collection::vec(prop_oneof![0..12_u8, any::<u8>()], 0..200)) {
        let decoded = decode(&stream);
        prop_assert!(decoded.faults.iter().all(|fault| fault.offset < stream.len().max(1)));
    }

    #[test]
    fn a_changed_byte_is_a_fault_or_another_game(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let (mut stream, _) = encoded(GAMES);
        let at = at.index(stream.len());
        stream[at] = byte;
        let decoded = decode(&stream);
        // What is read is a game that reads.
        let (mut parser, mut tree) = (Parser::new(&decoded.text), Tree::default());
        while let Some(range) = parser.next_game(&mut tree) {
            let mut replay = Replay::new(GameView { text: &decoded.text[range], tree: &tree });
            while let Some((step, _)) = replay.advance() {
                let is_played = !matches!(step, Step::Move) || matches!(replay.ply().outcome, Outcome::Played { .. });
                prop_assert!(is_played, "{}", decoded.text);
            }
        }
    }
}

const GAMES: &str = "\
[Event \"E\"]
[Site \"S\"]
[Date \"2001.02.03\"]
[Round \"1\"]
[White \"Müller\"]
[Black \"B \\\"b\\\" \\\\\"]
[Result \"1-0\"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

%between games
[Event \"E\"]
[Result \"*\"]
[FEN \"8/P6k/8/8/8/8/8/K7 b - - 0 9\"]
[SetUp \"1\"]

9... Kg7 $1 ( 9... Kg6 10. a8=Q ( 10. a8=N Kf5 ) 10... Kh5 ) 10. a8=Q $255 $7
%in a game
Kf6 *

";

#[test]
fn a_game_is_written_byte_for_byte_as_the_section_says() {
    check_records(
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"\"]\n[White \"\u{e9}\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. Na3 h5 *\n",
        b"\x01\x01E\x01?\x01?\x00\x01\xe9\x01b\x01*\x02\x00\x00\x12",
    );
    check_records(
        "%x\n[White \"w\"]\n\n1. Na3 $3 (1. Nc3 a6) 1... a6 1-0\n",
        b"\x0a\x01\x00x\x05\x02\x05White\x01w\x02\x06Result\x031-0\x03\x01\x00\x07\x03\x08\x03\x02\x01\x05\x09\x03\x01\x05\x06",
    );
    check_records("%only\n", b"\x0a\x04\x00only");
}

#[test]
fn long_lines_are_long_move_sequences() {
    let text = format!("[Result \"*\"]\n\n{}*\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(64));
    let (records, _) = encoded(&text);
    let moves = &records[b"\x05\x02\x06Result\x01*".len()..];
    assert_eq!((moves[0], u16::from_le_bytes([moves[1], moves[2]])), (0x04, 256));
    assert_eq!(decode(&records).text.matches("Ng8").count(), 64);
}

#[test]
fn nothing_is_lost_that_has_a_place() {
    check_round_trip(GAMES);
    check_round_trip("[Result \"*\"]\n\n*\n\n");
    check_round_trip("[Event \"a forfeit\"]\n[Result \"0-0\"]\n\n*\n\n");
    check_round_trip(
        "[Event \"E\"]\n[Variant \"Chess960\"]\n[FEN \"nrk2bbr/pppppppp/8/8/8/8/PPPPPPPP/NRK2BBR w KQkq - 0 1\"]\n[Result \"*\"]\n\n1. O-O-O *\n\n",
    );
}

#[test]
fn what_has_no_place_is_counted() {
    check_losses("1. e4 {a} e5 ; b\n2. Nf3 $256 *\n", &[("comment", 2), ("out-of-range NAG", 1)]);
    let long = format!("[White \"Łódź{}\"]\n\n*\n", "x".repeat(300));
    check_losses(&long, &[("non-Latin-1 character", 2), ("overlong tag value", 1)]);
    check_losses("[Result \"1-0\"]\n\n1. e4 0-1\n", &[("contradicted termination marker", 1)]);
}

#[test]
fn a_move_without_an_ordinal_is_refused() {
    let text = "1. e4 -- *\n";
    let mut tree = Tree::default();
    Parser::new(text).next_game(&mut tree);
    let (mut out, mut losses) = (Vec::new(), Losses::default());
    let refused = encode(GameView { text, tree: &tree }, &mut out, &mut losses);
    assert_eq!((refused, out.len()), (Err(NoOrdinal { offset: 6 }), 0));
}

#[test]
fn faults_are_at_their_bytes() {
    check_faults(b"", &[]);
    check_faults(b"\x00\x00", &[]);
    check_faults(b"\x0b", &[(0, "no record has the marker 0x0b")]);
    check_faults(b"\x05\x02\x05Whi", &[(1, "the file ends within this record")]);
    check_faults(b"\x05", &[(0, "the game that begins here does not end")]);
    check_faults(b"\x06", &[(0, "a game ends here, but none has begun")]);
    check_faults(b"\x00\x07\x01", &[(1, "a NAG outside of a game")]);
    check_faults(b"\x03\x01\x00", &[(0, "a move sequence outside of a game")]);
    check_faults(b"\x05\x03\x02\x00\x14\x06", &[(4, "move ordinal 20, but there are only 20 legal moves")]);
    check_faults(b"\x05\x08\x06", &[(2, "the game ends in a variation")]);
    check_faults(b"\x05\x09\x06", &[(1, "a variation ends here, but none has begun")]);
    check_faults(b"\x05\x03\x01\x00\x08\x06", &[(5, "the game ends in a variation")]);
    check_faults(b"\x05\x05\x06", &[(1, "a game begins in a game")]);
    check_faults(b"\x05\x02\x01 \x01x\x06", &[(1, "\" \" is no tag name")]);
    check_faults(b"\x05\x02\x01A\x01\n\x06", &[(1, "the value of the tag A has a line end")]);
    check_faults(b"\x05\x03\x01\x00\x02\x01A\x01x\x06", &[(4, "the tag A follows moves")]);
    check_faults(b"\x05\x02\x03FEN\x01x\x03\x01\x00\x06", &[(10, "the start position does not read")]);
    check_faults(b"\x0a\x01\x00\n", &[(0, "an escape string has a line end")]);
}

#[test]
fn a_broken_game_is_left_out_and_the_next_one_is_read() {
    let (stream, _) = encoded(GAMES);
    let whole = [b"\x05\x03\x02\x00\x14\x07\x01\x06".as_slice(), &stream].concat();
    let decoded = decode(&whole);
    assert_eq!((decoded.text.as_str(), decoded.games, decoded.faults.len()), (GAMES, 3, 1));
    assert_eq!(decoded.faults[0].game, 1);
}
