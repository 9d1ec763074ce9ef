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
