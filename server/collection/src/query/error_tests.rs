//! Queries with errors: the span, the message and the help.

use super::*;

/// The text of a query, the part that does not read, the message and the help.
#[track_caller]
fn check_error(text: &str, at: &str, message: &str, help: &str) {
    let error = Query::parse(text).expect_err(text);
    assert_eq!(
        (&text[error.span.clone()], &*error.message, error.help.as_deref().unwrap_or("")),
        (at, message, help),
        "{text}"
    );
}

#[test]
fn what_does_not_read() {
    check_error("", "", "the query is empty", "write a term, as in white = \"Carlsen*\" and date >= 2019");
    check_error("whit = x", "whit", "whit is not a known search term", "did you mean white?");
    check_error("white = ", "", "the value of white is missing", "as in white = \"Carlsen*\"");
    check_error("white", "", "expected a comparison after white", "as in white = \"Carlsen*\"");
    check_error("white > x", "white > x", "white has no order, so > compares nothing", "as in white = \"Carlsen*\"");
    check_error(
        "white = x adn eco = B90",
        "adn",
        "expected and, or, then or the end of the query",
        "did you mean and?",
    );
    check_error("(white = x", "(", "the parenthesis has no end", "write ) after the last term inside of it");
    check_error("white = x)", ")", "there is no ( for this )", "");
    check_error("white = \"x", "\"", "the quote has no end", "write \" at the end of the text");
    check_error("date > yesterday", "yesterday", "yesterday is no date", "as in date >= 2019 or date = 2019.05.03");
    check_error("result = 2-0", "2-0", "2-0 is no result", "the results are 1-0, 0-1, 1/2-1/2 and *");
    check_error("eco in X", "X", "X is no code of an opening", "as in eco in B90..B99");
    check_error("site ~ \"(\"", "\"(\"", "the regular expression does not read: unclosed group", "");
    check_error("material KRPvKX", "X", "X is no kind of man; they are K, Q, R, B, N and P", "as in material KRPvKR");
    check_error("material v", "v", "the material of one side is missing; a king alone is K", "as in material KRPvKR");
    check_error("material KRv", "", "the material of one side is missing; a king alone is K", "as in material KRPvKR");
    check_error("date = 2019.13.45", "2019.13.45", "2019.13.45 is no date", "as in date >= 2019 or date = 2019.05.03");
    check_error(
        "eco in C99..C00",
        "C99..C00",
        "nothing is in C99..C00",
        "a range begins with what is less, as in eco in B90..B99",
    );
    check_error(
        "elo in 2700..2600",
        "2700..2600",
        "nothing is in 2700..2600",
        "a range begins with what is less, as in elo in 2600..2700",
    );
    check_error(
        "date in 2021..2019",
        "2021..2019",
        "nothing is in 2021..2019",
        "a range begins with what is less, as in date in 2019..2021.06",
    );
    check_error("white = \"Ada\\", "\"", "the quote has no end", "write \" at the end of the text");
    check_error("white = \"Ada\\\"", "\"", "the quote has no end", "write \" at the end of the text");
    check_error("\\", "\\", "\\ is not a known search term", "to search for a player, write player = \\");
    assert!(Query::parse("white = Ada\\").is_ok());
    check_error(
        "Carlsen",
        "Carlsen",
        "Carlsen is not a known search term",
        "to search for a player, write player = Carlsen",
    );
    for name in ["Carlsen, Magnus", "Magnus Carlsen"] {
        let word = name.split(' ').next().unwrap();
        let help = format!("to search for a player, write player = \"{name}\"");
        check_error(&format!("{name} and check"), word, &format!("{word} is not a known search term"), &help);
    }
    for (text, at, quote, meant) in [
        ("white = “Carlsen, Magnus” and mate", "“Carlsen, Magnus”", "“", "Carlsen, Magnus"),
        ("comment ~ „novelty“", "„novelty“", "„", "novelty"),
        ("fen ‘8/8’", "‘8/8’", "‘", "8/8"),
        ("event = «Tata", "«Tata", "«", "Tata"),
    ] {
        check_error(text, at, &format!("{quote} is no quote of a query"), &format!("did you mean \"{meant}\"?"));
    }
    let quoted = "\"“Carlsen”\"";
    check_error(&format!("player = {quoted}"), quoted, "the quotes are a part of the text", "did you mean Carlsen?");
    assert!(Query::parse(&format!("comment == {quoted}")).is_ok());
    for text in ["player = \"\"", "white != ' '", "players Ada ''"] {
        let at = &text[text.find(['"', '\'']).unwrap()..];
        check_error(text, at, "the name is empty", "white == \"\" finds games without a name");
    }
    assert!(Query::parse("white == \"\" and event = ''").is_ok());
    check_error("reaches \"1.\"", "\"1.\"", "there are no moves", "as in reaches \"1. d4 Nf6 2. c4 e6\"");
    check_error(
        "reaches \"1. e4 d5 2. Bb5+ --\"",
        "--",
        "-- cannot be played here",
        "as in reaches \"1. d4 Nf6 2. c4 e6\"",
    );
    check_error("date = 2023.02.29", "2023.02.29", "2023.02.29 is no date", "as in date >= 2019 or date = 2019.05.03");
    for (text, at, help) in [
        ("position \"8/8\"", "position", "write fen \"...\" for a whole position, board \"...\" for a part of one"),
        ("year >= 2019", "year", "write date = 2019"),
        ("check and en passant", "en", "write enpassant"),
        ("!mate", "!mate", "write not mate"),
        (
            "8/8/8/8/8/4k3/4p3/4K3 w - -",
            "8/8/8/8/8/4k3/4p3/4K3",
            "write fen \"...\" for a whole position, board \"...\" for a part of one",
        ),
        ("1:0", "1:0", "a result is written result = 1-0"),
        ("B90", "B90", "the code of an opening is written eco = B90"),
        ("KRPvKR", "KRPvKR", "material is written material KRPvKR"),
        ("1. e4 e5", "1.", "moves from the start are written line \"1. e4 c5\""),
    ] {
        check_error(text, at, &format!("{at} is not a known search term"), help);
    }
    check_error("2019", "", "expected a comparison after a count", "a year is written date = 2019");
    check_error("7", "", "expected a comparison after a count", "as in Q + q = 0");
    for (joining, meant) in [("&&", "and"), ("||", "or")] {
        let help = format!("did you mean {meant}?");
        check_error(&format!("mate {joining} check"), joining, "expected and, or, then or the end of the query", &help);
    }
    for (text, value, what, help) in [
        ("eco in B90-B99", "B90-B99", "code of an opening", "did you mean eco in B90..B99?"),
        ("elo = 2500-2600", "2500-2600", "rating", "did you mean elo in 2500..2600?"),
        ("date in 2019-2021", "2019-2021", "date", "did you mean date in 2019..2021?"),
    ] {
        check_error(text, value, &format!("{value} is no {what}"), help);
    }
    check_error("eco = B90a", "B90a", "B90a is no code of an opening", "as in eco = B90 or eco = B9*");
    check_error("up to move 3", "up", "a term is missing before up", "as in castling up to move 8");
    check_error("check and for 8 plies", "for", "a term is missing before for", "as in material KRPvKR for 8 plies");
    for (word, meant) in [("plyy", "ply"), ("movenumbr", "movenumber"), ("halfmove", "halfmoves"), ("btn", "btm")] {
        let message = format!("{word} is not a known search term");
        check_error(word, word, &message, &format!("did you mean {meant}?"));
    }
    for (query, operator, term) in [
        ("flip line \"1. e4\"", "flip", "line \"1. e4\""),
        ("check or flip (check and line e4)", "flip", "line e4"),
        ("mirror line e4 and check", "mirror", "line e4"),
        ("flip tag Result = 1-0", "flip", "tag Result = 1-0"),
        ("flip tag FEN ~ R", "flip", "tag FEN ~ R"),
    ] {
        let help = format!("write it outside, as in {term} and {operator} (...)");
        let message = match operator {
            "flip" => format!("flip cannot exchange the colours of {term}"),
            _ => format!("{term} cannot be seen in a mirror"),
        };
        check_error(query, operator, &message, &help);
    }
    check_error("@ and check", "@", "the name of a saved query is missing", "as in @greek-gift");
    assert!(Query::parse("ply = 99999").is_ok());
    check_error("material KRP", "", "the material of the other side is missing", "as in material KRPvKR");
    check_error("board \"8/8/9/8\"", "9", "9 is no man, no digit and no sign of a board", BOARD_HELP);
    check_error("board \"8/8/7/8\"", "/", "rank 6 has 7 squares instead of 8", BOARD_HELP);
    for never in ["e8=P", "Ne4=Q"] {
        let help = "write it in SAN, as in move Bxh7+; parts may be missing";
        check_error(&format!("move {never}"), never, &format!("{never} is no move"), help);
    }
    check_error("promotion to p", "p", "a pawn is promoted to a piece", "as in promotion to N");
    check_error("move Zf3", "Zf3", "Zf3 is no move", "write it in SAN, as in move Bxh7+; parts may be missing");
    check_error(
        "line \"1. e4 xx\"",
        "xx",
        "xx is no move",
        "write moves in SAN and * for any move, as in line \"1. e4 c5 2. * d6\"",
    );
    check_error("R =", "", "expected a number, men or squares", "as in R = 1, Q + q = 0 or P[d4,e5] = 2");
    check_error(
        "capture x for",
        "x",
        "expected and, or, then or the end of the query",
        "write and between two terms that must both hold",
    );
    check_error(
        "captured q by n",
        "captured q by n",
        "no side captures its own men",
        "as in captured q by N; capital letters are White's",
    );
    check_error("check then", "", "a term is missing at the end", "");
    check_error("check for x", "x", "expected a number from 1", "as in for 4 plies");
    check_error("Whitee = x", "Whitee", "Whitee is not a known search term", "did you mean white?");
    check_error(
        "Foo = x",
        "Foo",
        "Foo is not a known search term",
        "a tag is written tag Foo = \"...\"; --help lists the terms",
    );
    check_error("Bxh7+", "Bxh7", "Bxh7 is not a known search term", "a move is written move Bxh7");
    let flips = "flip ".repeat(20) + "check";
    assert_eq!(Query::parse(&flips).unwrap_err().message, "the query is too long");
}

const BOARD_HELP: &str = "a digit is that many squares of anything, _ an empty one, A and a any man of White and Black";

#[test]
fn long_queries_are_refused() {
    for text in ["flip ".repeat(12) + "white = \"" + &"a*".repeat(4000) + "\"", "a".repeat(1 << 15)] {
        assert_eq!(Query::parse(&text).unwrap_err().message, "the query is too long");
    }
}
