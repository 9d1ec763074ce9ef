//! Queries, games, and which of them are found where.

use super::*;
use crate::text_game::TextGames;

/// The games of these tests; a test names them by their first letter.
const GAMES: &str = r#"[Event "A Tournament"]
[Site "Wijk aan Zee"]
[Date "2019.01.12"]
[Round "1"]
[White "Carlsen, Magnus"]
[Black "Anand, Viswanathan"]
[Result "1-0"]
[WhiteElo "2835"]
[BlackElo "2773"]
[ECO "B90"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 1-0

[Event "B Match"]
[Site "?"]
[Date "1999.??.??"]
[White "Anand,V"]
[Black "Karpov"]
[Result "1/2-1/2"]
[WhiteElo "2781"]
[BlackElo "?"]

1. d4 {a novelty} d5 2. Bg5 $1 (2. c4 e6 3. Nc3 (3. Nf3 Nf6)) 2... h6 3. Bh4 1/2-1/2

[Event "C Endgame"]
[White "Ada"]
[Black "Bob"]
[Result "*"]
[FEN "8/8/8/4k3/8/2b5/4P3/R3K2r w - - 0 1"]

1. Kf2 Bxa1 2. e4 Kxe4 *

[Event "D Broken"]
[White "Cyd"]
[Black "Dee"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 3. Ke9 Kd9 0-1

[Event "E Promotion"]
[White "Eve"]
[Black "Fay"]
[FEN "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1"]

1. exd8=Q+ Kg7 2. Qc7+ Kg8 3. Qe7 -- *

[Event "F Broken early"]
[White "Gil"]
[Black "Hal"]

1. e4 e5 2. Ke3 Nc6 3. Nf3 *

[Event "G Scandinavian"]
[White "Magnus Carlsen"]
[Black "Ida"]
[Result "0-1"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Bg4 5. Be2 Nc6 6. O-O O-O-O 7. Re1 Bxf3 8. Bxf3 Qf5 0-1
"#;

/// Which games are found: the letter of each, and the first ply if the query is about positions. `?` is a game whose text is needed.
fn found(query: &str) -> Vec<String> {
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
    let (mut games, mut found) = (TextGames::new(GAMES), Vec::new());
    while let Some(mut game) = games.next() {
        let letter = game.view().tag("Event").unwrap().chars().next().unwrap();
        match query.find(&mut game) {
            Answer::Found(Found { ply: Some(ply), .. }) => found.push(format!("{letter}{ply}")),
            Answer::Found(_) => found.push(letter.to_string()),
            Answer::NotFound { .. } => {}
            Answer::Unknown => found.push(format!("{letter}?")),
        }
    }
    found
}

#[track_caller]
fn check(query: &str, expected: &str) {
    assert_eq!(found(query).join(" "), expected, "{query}");
}

#[test]
fn tags() {
    check("white = \"Carlsen*\"", "A");
    check("white = Carlsen", "A G");
    check("player = \"Anand, V\"", "A B");
    check("players Anand Karpov", "B");
    check("players Karpov Anand", "B");
    check("winner = Carlsen", "A");
    check("loser = Carlsen", "G");
    check("event ~ \"^[ab]\"", "A B");
    check("site = \"wijk*\"", "A");
    check("date >= 2000", "A");
    check("date < 2000", "B");
    check("date = 1999.06", "");
    check("not date = 1999.06", "A");
    check("date in 1999..2019.01", "A B");
    check("result = 1-0", "A");
    check("result = draw", "B");
    check("result != *", "A B D G");
    check("elo >= 2700", "A");
    check("whiteelo in 2700..2800", "B");
    check("averageelo > 2800", "A");
    check("eco in B80..B99", "A");
    check("eco = B9*", "A");
    check("tag Site = \"?\"", "B");
    check("Event = \"b*\"", "B");
    check("white = Carlsen and not black = Ida or player = Eve", "A E");
    check("white = Carlsen and (black = Ida or player = Eve)", "G");
}

#[test]
fn openings_are_known_by_tags_or_moves() {
    check("opening = \"*Najdorf*\"", "A");
    check("opening ~ scandinavian", "G");
    check("eco = B01", "G");
    check("eco = D", "B");
    check("opening = \"\"", "C E");
}

#[test]
fn the_name_of_an_opening_may_be_in_several_tags() {
    let text = "[Opening \"French Defense\"]\n[Variation \"Classical Variation\"]\n\n1. d4 *\n";
    let found = |query: &str| {
        let query = Query::parse(query).unwrap();
        matches!(query.find(&mut TextGames::new(text).next().unwrap()), Answer::Found(_))
    };
    for query in ["\"French Defense\"", "\"*Classical*\"", "\"French Defense: Classical Variation\""] {
        assert!(found(&format!("opening = {query}")), "{query}");
        assert!(!found(&format!("opening != {query}")), "{query}");
    }
    assert!(found("opening != \"Queen's*\"") && !found("opening = \"Queen's*\""));
}

#[test]
fn annotations() {
    check("has comments", "B");
    check("comment ~ novelty", "B");
    check("comment = \"*NOVEL*\"", "B");
    check("has variations", "B");
    check("has nags", "B");
    check("has !", "B");
    check("has $3", "");
    check("nag = $1", "B");
    check("has fen", "C E");
}

#[test]
fn lengths() {
    check("plies = 5", "B");
    check("plies < 4", "F");
    check("moves = 2", "C D");
    check("plies in 4..5", "B C D");
    check("broken", "D F");
}

#[test]
fn positions() {
    check("fen \"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"", "A2");
    check("fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\" and date > 2000", "A0");
    check("board \"8/8/3p4/8/3NP3/8/8/8\"", "A7");
    check("board \"8/8/8/8/8/8/8/[RK]3_3\"", "C1 E0 G11");
    check("pawns \"8/ppp1pppp/8/3P4/8/8/PPPP1PPP/8\"", "G3");
    check("material KRBvK", "C4");
    check("material KvKRB", "C4");
    check("material KvKRB black", "");
    check("material KPvKRB", "C2");
}

#[test]
fn counts() {
    check("Q = 2", "");
    check("Q + q = 0 and R = 1", "C0");
    check("P[d4,e4] = 2", "A5");
    check("p[d4,d5] and P = 8", "B2 G2");
    check("Qd7 and kg7", "");
    check("Qc7 and kg7", "E3");
    check("men = 4", "C4 E0");
    check("men <= 3", "E1");
    check("P = p - 1", "A6");
    check("n > N and not wtm", "G15");
    check("A[a-h3] >= 1 and movenumber = 3", "A5 G5");
    check("[QR]a-h1 = 1 and N = 0", "C0");
}

#[test]
fn moves() {
    check("move Qh4#", "D4");
    check("move Bxf3", "G14");
    check("move O-O", "G11");
    check("move x and wtm", "A6 C2 G4");
    check("castling queenside", "G12");
    check("castling", "G11");
    check("capture", "A6 C2 E1 G3");
    check("captured R", "C2");
    check("captured R by b", "C2");
    check("captured N by b", "G14");
    check("promotion", "E1");
    check("promotion to Q", "E1");
    check("promotion to q", "");
    check("check", "C0 D4 E1");
    check("mate", "D4");
    check("stalemate", "");
    check("enpassant", "");
    check("move e4", "A1 C3 F1 G1");
}

#[test]
fn positions_by_moves() {
    check("reaches \"1. Nf3 d6 2. e4 c5\" or reaches \"1. e4 d5 2. exd5\"", "A4 G3");
    check("move 1.e4", "A1 F1 G1");
    check("move \"1... d5\"", "B2 G2");
    check("flip move 1.d4", "B1 G2");
    check("move 4.", "A7 G7");
}

#[test]
fn saved_queries() {
    let saved = SavedQueries::from([
        ("castles".to_owned(), "castling or never check".to_owned()),
        ("broken".to_owned(), "castling andd".to_owned()),
        ("twice".to_owned(), "check or @castles".to_owned()),
    ]);
    let read = |text: &str| Query::parse_all(&[text], &saved).map(drop).map_err(|(_, error)| error);
    assert_eq!(read("@castles and white = Carlsen"), Ok(()));
    let error = |text: &str| {
        let error = read(text).unwrap_err();
        (text[error.span].to_owned(), error.message, error.help.unwrap_or_default())
    };
    let expected = ("@castle", "no query is saved as castle", "did you mean @castles?");
    let (at, message, help) = error("check or @castle");
    assert_eq!((&*at, &*message, &*help), expected);
    let (at, message, help) = error("@broken");
    let expected = (
        "@broken",
        "the query saved as broken does not read at andd: expected and, or, then or the end of the query",
        "did you mean and?",
    );
    assert_eq!((&*at, &*message, &*help), expected);
    let (at, message, help) = error("@twice");
    let expected = (
        "@twice",
        "the query saved as twice does not read at @castles: a saved query cannot use another one",
        "write the terms of castles in its place",
    );
    assert_eq!((&*at, &*message, &*help), expected);
}

#[test]
fn sequences() {
    check("move e4 then move Nc3", "A9 G5");
    check("move e4 then within 4 move Nc3", "G5");
    check("move e4 then within 2 moves move Nc3", "G5");
    check("move Nc3 then move e4", "");
    check("line \"1. e4\" then within 1 move d5", "G2");
    check("line \"1. e4 * 2. Nf3\"", "A3");
    check("move Nf3 then line \"1. e4\"", "");
    check("not line \"1. e4\" then within 1 move d5", "B2 G3");
    check("line \"e4\" and castling", "G11");
    check("not line \"1. e4\" and move e5", "D2");
    check("not line \"1. e4\"", "B C D E");
    check("Q = 1 and q = 0 for 4 plies", "E4");
    check("Q = 1 and q = 0 for 2 moves", "E4");
    check("check for 2", "");
    check("castling up to move 5", "");
    check("castling up to move 6", "G11");
    check("castling from ply 12", "G12");
    check("move e4 and white = Carlsen then castling or move a6", "A10 G11");
    check("ever castling and ever captured N", "G14");
    check("never move e4 and not has fen", "B D");
    check("never capture and date > 1990", "B");
}

/// In a sequence a line ends where its last move was played, whatever is around it.
#[test]
fn a_line_in_a_sequence_ends_at_its_last_move() {
    let line = "line \"1. e4 d5\"";
    let written = [
        line.to_owned(),
        format!("({line})"),
        format!("({line} and white = \"Magnus Carlsen\")"),
        format!("({line} or stalemate)"),
        format!("not not {line}"),
    ];
    for first in &written {
        check(&format!("{first} then within 1 move exd5 or move Qxd5"), "G3");
        check(&format!("({first} then within 1 move exd5) then within 1 move Qxd5"), "G4");
        check(&format!("{first} then within 2 move Nc3"), "");
        check(&format!("{first} then move Nc3"), "G5");
        check(&format!("capture then {first}"), "");
    }
    // What is said of the whole game holds everywhere.
    check(&format!("ever {line} then within 1 move Nc3"), "G5");
    check(&format!("(ever {line} then within 1 move Nc3) then castling"), "G11");
}

#[test]
fn colours_and_sides() {
    check("flip captured r", "C2");
    check("flip (white = Carlsen and result = 0-1)", "G");
    check("flip (black = Carlsen and result = 0-1)", "A");
    check("flip promotion to q", "E1");
    check("flip board \"8/8/8/8/8/8/6K1/8\"", "E2");
    check("mirror move Bg5", "B3");
    check("mirror castling queenside", "G11");
    check("mirror move 6.O-O-O", "G11");
    check("flip BlackElo = 2781", "B");
    check("flip tag BlackElo = 2781", "B");
    check("flip (tag Black = \"Magnus*\" and result = 1-0)", "G");
    check("flip (Event = \"A*\" and move a3)", "A10");
    check("mirror captured N by b and Bf3", "");
    check("flip mirror (wtm and imbalance R v B)", "");
    check("imbalance Q v N", "");
    check("imbalance Q v", "E1");
    check("imbalance v Q", "");
    check("imbalance RP v RB", "C0");
}

#[test]
fn variations() {
    check("move Nf6", "A8");
    check("move Nf6 in variations", "A8 B6");
    check("in variations move Nf6", "A8 B6");
    check("move c4 then move Nf6 in variations", "B6");
    check("move Nc3 then move Nf6 in variations", "");
    check("move Bg5 then move Nf6 in variations", "");
    check("move Bg5 then move h6 in variations", "B4");
    check("pawns \"8/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/8\" in variations", "B4");
}

#[test]
fn null_moves_and_drops() {
    check("move --", "E6");
    check("move 3...--", "E6");
    check("move 3.--", "");
    check("move Qe7 then within 1 move Z0", "E6");
    let game = "[Variant \"Crazyhouse\"]\n\n1. Nc3 d5 2. Nxd5 Qxd5 3. e3 N@f6 4. P@d4 *";
    let plies = |query: &str| {
        let found = Query::parse(query).unwrap().find(&mut TextGames::new(game).next().unwrap());
        match found {
            Answer::Found(found) => found.ply,
            _ => None,
        }
    };
    let queries = ["move N@f6", "move *@f6", "move N@", "move P@d4", "move @d4", "move @", "move @f6", "move N@f3"];
    assert_eq!(queries.map(plies), [Some(6), Some(6), Some(6), Some(7), Some(7), Some(6), None, None]);
    let text = "1. Nf3 -- *";
    let query = Query::parse("reaches \"1. Nf3 --\" and line \"1. Nf3 --\"").unwrap();
    assert!(matches!(query.find(&mut TextGames::new(text).next().unwrap()), Answer::Found(_)));
}

/// Positions of other variants are other positions.
#[test]
fn positions_are_those_of_ordinary_chess() {
    let is_found = |variant: &str, query: &str| {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 e5 2. Nf3 *");
        let answer = Query::parse(query).unwrap().find(&mut TextGames::new(&text).next().unwrap());
        matches!(answer, Answer::Found(_))
    };
    for query in [
        "reaches \"1. e4 e5\"",
        "fen \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"",
        "line \"1. e4 e5\"",
    ] {
        assert_eq!(["Standard", "Atomic", "Crazyhouse"].map(|variant| is_found(variant, query)), [true, false, false]);
    }
    assert!(is_found("Atomic", "board \"8/8/8/4p3/4P3/8/8/8\""));
}

/// However deep, a query is parsed and run without recursion.
#[test]
fn depth_is_no_trouble() {
    let deep = format!("{}check{}", "not (".repeat(2000), ")".repeat(2000));
    check(&deep, "C0 D4 E1");
}

proptest::proptest! {
    /// Whatever is written, reading a query and running it end.
    #[test]
    fn no_query_is_too_odd(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..12)) {
        let text = parts.concat();
        match Query::parse(&text) {
            Ok(query) => {
                let mut games = TextGames::new(GAMES);
                while let Some(mut game) = games.next() {
                    query.find(&mut game);
                }
                assert!(!query.explain().is_empty());
            }
            Err(error) => assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{text}: {error:?}"),
        }
    }
}

const PARTS: &[&str] = &[
    "white = ",
    "\"A*\" ",
    "Ada ",
    "and ",
    "or ",
    "then ",
    "within 2 ",
    "not ",
    "ever ",
    "never ",
    "flip ",
    "mirror ",
    "(",
    ") ",
    "for 2 plies ",
    "up to move 3 ",
    "in variations ",
    "check ",
    "move ",
    "Nf3 ",
    "e8=Q+ ",
    "é ",
    "12.",
    "material ",
    "KRvK ",
    "K*vKP+ ",
    "board ",
    "\"8/8/8/8/8/8/8/8\" ",
    "\"8/[Q\" ",
    "fen ",
    "line ",
    "\"1. e4 * \" ",
    "R ",
    "= ",
    ">= ",
    "1 ",
    "+ ",
    "- ",
    "P[d4,e5] ",
    "date ",
    "2019.0? ",
    "elo ",
    "in ",
    "1..2 ",
    "~ ",
    "\"(\" ",
    "\"",
    "'",
    "@x ",
    "has ",
    "$1 ",
    "nag ",
    "imbalance ",
    "Q v R ",
    "captured ",
    "q ",
    "by ",
    "N ",
    "promotion to ",
    "opening ",
    "eco ",
    "B90 ",
    "reaches ",
    "\"1. e4 e5 2. Ke2\" ",
    "turn = ",
    "white ",
    "pawns ",
    "players ",
    "title ",
    "tag ",
    "\u{0} ",
    "99999999999 ",
];
