use super::*;
use crate::testing::with_cursor;
use scoresheet_chess::diagram::BoardColours;

const MARKDOWN: Style = Style::Markdown { images: None };

/// Returns the text described at the cursor, and the description.
#[track_caller]
fn hover_at(text: &str, style: Style) -> Option<(String, String)> {
    let (text, offset) = with_cursor(text);
    let database = Database::parse(&text);
    let hover = hover(&database, offset, style)?;
    Some((text[hover.range].to_owned(), hover.content))
}

/// Compares the text described, and the lines of the description without the board and the facts of a position in which
/// material is even.
#[track_caller]
fn check(text: &str, thing: &str, expected: &[&str]) {
    let (range, content) = hover_at(text, Style::Plain).unwrap_or_else(|| panic!("no hover: {text}"));
    let is_board = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_digit()) && line.as_bytes()[1] == b' ';
    let is_common = |line: &&str| is_board(line) || line.starts_with("   a") || line.starts_with("Material is even.");
    let lines: Vec<&str> = content.lines().filter(|line| !is_common(line)).collect();
    assert_eq!((range.as_str(), lines.as_slice()), (thing, expected), "{text}");
}

#[test]
fn a_move_shows_its_name_opening_board_and_fen() {
    let (range, content) = hover_at("1. e4 e<|>5 2. Nf3", MARKDOWN).unwrap();
    let expected = "\
**1... e5** C20 King's Pawn Game

Material is even. White has 29 legal moves.

```
8  r n b q k b n r
7  p p p p[.]p p p
6  . . . . . . . .
5  . . . .[p]. . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h
```

`rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2`";
    assert_eq!((range.as_str(), content.as_str()), ("e5", expected));
    let (_, plain) = hover_at("1. e4 e<|>5", Style::Plain).unwrap();
    assert_eq!(
        plain,
        expected.replace("**", "").replace("```\n", "").replace("\n```", "").replace('`', "").replace("\n\n", "\n")
    );
    let (_, picture) = hover_at("1. e4 e<|>5", Style::Markdown { images: Some(BoardColours::BROWN) }).unwrap();
    assert!(picture.contains("](data:image/svg+xml;base64,") && !picture.contains("```"));
}

#[test]
fn the_picture_comes_first_below_a_diagnostic() {
    for game in ["1. e4 Ke<|>4", "1. Nf3 d5 2. d3 d4 3. Nd<|>2"] {
        let (_, content) = hover_at(game, Style::Markdown { images: Some(BoardColours::BROWN) }).unwrap();
        assert!(content.starts_with("![board](data:image/svg+xml;base64,"), "{game}");
        assert!(content.contains("cannot be played") || content.contains("is ambiguous"), "{game}: {content}");
    }
}

#[test]
fn moves_in_every_line_and_from_any_start() {
    let spanish = "C60 Ruy Lopez";
    check(
        "1. e4 e5 (1... c5 2. N<|>f3) 2. Nf3 *",
        "Nf3",
        &["2. Nf3 B27 Sicilian Defense", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"],
    );
    check(
        "1. e4 e5 (1... c5) 2. Nf3 Nc6 {♘ 🏆} 3. Bb5<|> *",
        "Bb5",
        &[&format!("3. Bb5 {spanish}"), "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"],
    );
    // The last named opening of the line.
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h3 a<|>5",
        "a5",
        &[
            "4... a5 C60 Ruy Lopez",
            "The line left the book at move 3.",
            "r1bqkbnr/1ppp1pp1/2n5/pB2p2p/4P3/5N1P/PPPP1PP1/RNBQK2R w KQkq a6 0 5",
        ],
    );
    check(
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\r\n\r\n30... Kd7\r\n31. e<|>4 *",
        "e4",
        &["31. e4", "White is a pawn up. Black has 8 legal moves.", "8/3k4/8/8/4P3/8/8/4K3 b - e3 0 31"],
    );
    check(
        "1. e2<|>e4",
        "e2e4",
        &[
            "1. e4 B00 King's Pawn Game",
            "Written as e2e4; in standard algebraic notation it is e4.",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ],
    );
    check(
        "1. e4 -<|>-",
        "--",
        &["1... -- is a null move: the turn passes.", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"],
    );
    check(
        "[Variant \"Bughouse\"]\n\n1. e<|>4 *",
        "e4",
        &["1. e4 was not checked: the rules of Bughouse are not supported."],
    );
    // Only the game at the cursor counts.
    check(
        "1. d4 *\n\n1. e<|>4 *",
        "e4",
        &["1. e4 B00 King's Pawn Game", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"],
    );
}

#[test]
fn castling_marks_the_kings_squares() {
    let (_, content) = hover_at("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-<|>O", Style::Plain).unwrap();
    assert!(content.contains("1  . . . .[.]R[K]."), "{content}");
}

#[test]
fn a_move_that_cannot_be_played_says_why() {
    let (_, content) = hover_at("1. e4 e5 2. N<|>d4 Nc6 3. Bb5 a6 4. Ba4", Style::Plain).unwrap();
    let mut lines = content.lines();
    let reason = "2. Nd4 cannot be played: no white knight can reach d4.";
    assert_eq!(lines.next(), Some(reason));
    assert!(content.contains("\nThe position before it:\n8  r n b q k b n r\n"), "{content}");
    assert!(content.ends_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"), "{content}");
    let (_, content) = hover_at("1. Nf3 d5 2. d3 d4 3. N<|>d2", Style::Plain).unwrap();
    assert!(content.starts_with("3. Nd2 is ambiguous: it may be Nbd2 or Nfd2."), "{content}");
}

#[test]
fn annotations_say_what_they_mean() {
    let section = "PGN standard, section 10.";
    let suffix = "PGN standard, sections 8.2.3.8 and 10.";
    check("1. e4 $1<|>4", "$14", &["$14 ⩲: White is slightly better", section]);
    check(
        "1. e4 $1<|>46",
        "$146",
        &["$146 N: a novelty", "Not in the PGN standard, but used like this by chess programs."],
    );
    check("1. e4 $2<|>00", "$200", &["$200 has no meaning in the PGN standard (section 10), nor in common use."]);
    check("1. e4!<|>?", "!?", &["!? $5: an interesting move, worth a try", suffix]);
    check("1. e4!!<|>!", "!!!", &["!!! is not one of the six suffixes ! ? !! ?? !? ?! (section 8.2.3.8)."]);
    check("1. e4 ±<|>", "±", &["± $16: White is clearly better", section]);
    check("1. e4 e5 →<|>", "→", &["→ $41: Black has the attack", section]);
    let (_, markdown) = hover_at("1. e4<|>! e5", MARKDOWN).unwrap();
    assert_eq!(markdown, "**! $1:** a good move\n\nPGN standard, sections 8.2.3.8 and 10.");
}

#[test]
fn tags_are_described_with_their_section() {
    check(
        "[Ro<|>und \"3\"]\n\n*",
        "[Round \"3\"]",
        &[
            "Round: The round, or the game's number in a match; parts are separated by periods (3.1). - where rounds make no sense, ? if unknown.",
            "PGN standard, section 8.1.1.4.",
        ],
    );
    check("[Mine \"<|>x\"]\n\n*", "\"x\"", &["Mine is a custom tag; the PGN standard allows any name (section 8.1)."]);
    let (_, content) = hover_at("[Result \"1<|>-0\"]\n\n1-0", Style::Plain).unwrap();
    assert!(content.ends_with("\n1-0 White won."), "{content}");
    let (_, content) = hover_at("[Variant \"Bug<|>house\"]\n\n*", Style::Plain).unwrap();
    assert!(content.ends_with("\nBughouse has rules that are not supported: the moves are not checked."), "{content}");
    let (_, content) = hover_at("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b<|> - - 0 30\"]\n\n*", Style::Plain).unwrap();
    assert!(content.contains("\nBlack to move.\n8  . . . . k . . .\n"), "{content}");
    let (_, content) = hover_at("[FEN \"4k3/8/8/8/8/8/4P3/4K3K b<|> - - 0 30\"]\n\n*", Style::Plain).unwrap();
    assert!(!content.contains("Black to move.") && content.lines().count() > 2, "{content}");
}

#[test]
fn markers_numbers_and_commands() {
    check("1. e4 1-<|>0", "1-0", &["1-0 White won.", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]);
    check(
        "[Event \"?\"]\n\n½-<|>½",
        "½-½",
        &["1/2-1/2 The game was drawn.", "Written as ½-½; the standard's spelling is 1/2-1/2 (section 8.2.6)."],
    );
    check(
        "1. e4 e5 2<|>. Nf3",
        "2.",
        &[
            "Move 2 White to move. C20 King's Pawn Game",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        ],
    );
    check("1. e4 {🏆 so [%clk 0:0<|>1:00]} e5", "[%clk 0:01:00]", &["[%clk]: 1 minute left on White's clock."]);
    check(
        "1. e4 {[%eval #<|>x]}",
        "[%eval #x]",
        &[
            "[%eval]: An engine's evaluation in pawns, or #3 for mate in three.",
            "#x is not an evaluation, such as 0.35 or #-3.",
        ],
    );
    let command = "1. e4 {[%cal Ge<|>2e4]} e5";
    check(command, "[%cal Ge2e4]", &["[%cal]: Green arrow from e2 to e4."]);
    assert!(hover_at(command, Style::Markdown { images: Some(BoardColours::BROWN) }).unwrap().1.contains("![board]("));
}

#[test]
fn other_places_have_nothing_to_say() {
    for text in ["<|>", "1. e4 <|> e5", "1. e4 {wo<|>rds} e5", "1. e4 (<|> 1. d4)", "te<|>xt", "% es<|>cape\n*"] {
        assert_eq!(hover_at(text, MARKDOWN), None, "{text}");
    }
}

#[test]
fn a_move_says_what_its_comments_say_and_where_the_book_ends() {
    let text = "[White \"🏆\"]\r\n\r\n1. e4 e5 2. Bc4 {[%eval 0.2,18]} h<|>5 {♘ [%clk 0:01:30]} (2... Nf6 {[%clk 0:09:00]}) {[%eval 0.9]} \
                3. Qxh5 {[%clk 0:02:00]} *";
    let (_, content) = hover_at(text, Style::Plain).unwrap();
    let lines: Vec<&str> = content.lines().collect();
    assert_eq!(
        lines[1..5],
        [
            "Material is even. White has 33 legal moves.",
            "1 minute 30 seconds left on Black's clock.",
            "White is better by 0.9 pawns.",
            "This move leaves the book: no named opening continues with it.",
        ]
    );
    let (_, content) = hover_at("1. e4 e5 2. Bc4 a6 3. Qh5 Nf6 4. Qx<|>f7# 1-0", Style::Plain).unwrap();
    assert!(content.contains("C23 Bishop's Opening"), "{content}");
    assert!(
        content.contains("\nWhite is a pawn up. Black is checkmated.\nThe line left the book at move 2.\n8 "),
        "{content}"
    );
    let (_, content) = hover_at("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 N<|>g8 *", Style::Plain).unwrap();
    assert!(content.contains("The position occurs for the third time: a draw can be claimed."), "{content}");
}

#[test]
fn tags_of_the_opening_say_what_the_moves_say() {
    let last = |text: &str| {
        let (_, content) = hover_at(text, Style::Plain).unwrap();
        content.lines().last().map(str::to_owned).unwrap()
    };
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h3 *";
    let named = "By the moves: C60 Ruy Lopez; the game left the book at move 3.";
    assert_eq!(last(&format!("[ECO \"C6<|>5\"]\n\n{moves}")), named);
    assert_eq!(last(&format!("[Open<|>ing \"?\"]\n\n{moves}")), named);
    assert_eq!(
        last(&format!("[Variant \"Atomic\"]\n[Variation \"<|>?\"]\n\n{moves}")),
        "The game begins from another position or by other rules, so its moves have no opening."
    );
}

#[test]
fn parts_of_tag_values_are_described() {
    let last = |text: &str| {
        let (_, content) = hover_at(text, Style::Plain).unwrap();
        content.lines().last().map(str::to_owned).unwrap()
    };
    assert_eq!(last("[Date \"1992.1<|>1.04\"]\r\n\r\n*"), "1992.11.04 is 4 November 1992.");
    assert_eq!(last("[Event \"🏆\"]\r\n[TimeControl \"40<|>/7200\"]\r\n\r\n*"), "2 hours for 40 moves.");
    assert_eq!(last("[Site \"Oslo N<|>OR\"]\r\n\r\n*"), "NOR is Norway (section 15).");
    let (_, content) = hover_at("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b <|>- - 0 30\"]\n\n*", Style::Plain).unwrap();
    assert!(content.contains("\nCastling availability -: neither side can castle (section 16.1.3.3).\n"), "{content}");
}
