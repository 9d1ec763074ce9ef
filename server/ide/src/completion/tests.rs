use super::*;
use crate::position_index::PositionIndex;
use crate::position_index::{GameId, IndexLimits, IndexedGame};
use crate::rename::NameKind;
use crate::testing::with_cursor;

/// Returns the text without the cursor, and the items at the cursor.
#[track_caller]
fn items_at(text: &str) -> (String, Vec<Item>) {
    let (text, offset) = with_cursor(text);
    let items = completion(&Database::parse(&text), offset);
    for item in &items {
        assert!(item.range.start <= offset && offset <= item.range.end, "{item:?}");
        assert!(!text[item.range.clone()].contains(['\n', '\r']), "{item:?}");
    }
    (text, items)
}

/// Returns the text after accepting the item `label`, with the cursor where it goes.
#[track_caller]
fn take(text: &str, label: &str) -> String {
    let (mut text, items) = items_at(text);
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    let item = items.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("no {label} in {labels:?}"));
    text.replace_range(item.range.clone(), &item.text);
    text.insert_str(item.range.start + item.caret.unwrap_or(item.text.len()), "<|>");
    text
}

#[track_caller]
fn check(text: &str, label: &str, expected: &str) {
    assert_eq!(take(text, label), expected);
}

fn labels(text: &str) -> Vec<String> {
    items_at(text).1.into_iter().map(|item| item.label).collect()
}

#[track_caller]
fn check_nothing(text: &str) {
    assert_eq!(labels(text), [""; 0], "{text}");
}

#[test]
fn moves_get_the_number_that_export_format_requires() {
    check("<|>", "e4", "1. e4<|>");
    check("1. <|>", "e4", "1. e4<|>");
    check("1.<|>", "e4", "1. e4<|>");
    check("1. e4 <|>", "e5", "1. e4 e5<|>");
    check("1. e4 e5 <|>", "Nf3", "1. e4 e5 2. Nf3<|>");
    check("1. e4! $14 <|>", "e5", "1. e4! $14 e5<|>");
    check("1. e4 {♘ 🏆} <|>", "e5", "1. e4 {♘ 🏆} 1... e5<|>");
    check("1. e4 1...<|>", "e5", "1. e4 1... e5<|>");
    check("1. e4 e5 (1... c5) <|> *", "Nf3", "1. e4 e5 (1... c5) 2. Nf3<|> *");
    check("1. e4 (1. d4) <|>", "e5", "1. e4 (1. d4) 1... e5<|>");
    check("[Event \"?\"]\r\n\r\n1. e4 e5\r\n<|>", "Nf3", "[Event \"?\"]\r\n\r\n1. e4 e5\r\n2. Nf3<|>");
    check("1. e4 *\n\n1. d4 <|> *", "d5", "1. e4 *\n\n1. d4 d5<|> *");
}

#[test]
fn a_partly_written_move_is_replaced() {
    check("1. e4 e5 2. N<|>", "Nf3", "1. e4 e5 2. Nf3<|>");
    check("1. e4 e5 2. Nf<|>3 Nc6", "Nc3", "1. e4 e5 2. Nc3<|> Nc6");
    check("1. e4 e5 2. <|>Nc6", "Nf3", "1. e4 e5 2. Nf3 <|>Nc6");
    check("1. e4 e<|>", "e5", "1. e4 e5<|>");
    check("1.e<|>", "e4", "1. e4<|>");
    check("[Event \"?\"]\n\n1.e<|>", "e4", "[Event \"?\"]\n\n1. e4<|>");
    check("N<|>", "Nf3", "1. Nf3<|>");
    check("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-<|>", "O-O", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O<|>");
    let (_, items) = items_at("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-<|>");
    assert!(items.iter().any(|item| item.filter_text.as_deref() == Some("0-0")));
}

#[test]
fn variations_continue_from_the_position_before_the_replaced_move() {
    check("1. e4 e5 (<|>)", "c5", "1. e4 e5 (1... c5<|>)");
    check("1. e4 e5 2. Nf3 (<|>", "Nc3", "1. e4 e5 2. Nf3 (2. Nc3<|>");
    check("1. e4 e5 (1... c5 <|>", "Nf3", "1. e4 e5 (1... c5 2. Nf3<|>");
    check("1. e4 e5 (1... c5 (1... e6) <|>) *", "Nf3", "1. e4 e5 (1... c5 (1... e6) 2. Nf3<|>) *");
}

#[test]
fn moves_are_those_of_the_start_position_and_the_variant() {
    let fen = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]\n\n";
    assert_eq!(labels(&format!("{fen}<|>")), ["a8=Q", "a8=B", "a8=N", "a8=R", "Ka2", "Kb1", "Kb2"]);
    check(&format!("{fen}<|>"), "a8=Q", &format!("{fen}60. a8=Q<|>"));
    // The first moves with the most named replies.
    assert_eq!(labels("<|>")[..3], ["e4", "Nf3", "d4"]);
    // Unnamed: pawn moves first, then the pieces by value.
    assert_eq!(labels("1. a3 h6 2. Ra2 h5 3. <|>")[..3], ["a4", "b3", "b4"]);
    check(
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. <|>",
        "@e4",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. @e4<|>",
    );
    check_nothing("[Variant \"Bughouse\"]\n\n1. <|>");
}

#[test]
fn moves_say_what_they_do() {
    let detail = |text: &str, label: &str| {
        let (_, items) = items_at(text);
        items.into_iter().find(|item| item.label == label).unwrap_or_else(|| panic!("no {label}")).detail
    };
    let mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. <|>";
    assert_eq!(detail(mate, "Qxf7#").as_deref(), Some("mate, captures the pawn"));
    assert_eq!(detail(mate, "Bxf7+").as_deref(), Some("check, captures the pawn"));
    assert_eq!(detail("1. e4 a6 2. e5 d5 3. <|>", "exd6").as_deref(), Some("captures en passant"));
    assert_eq!(
        detail("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]\n\n<|>", "a8=N").as_deref(),
        Some("promotes to a knight")
    );
    assert_eq!(detail("1. e4 <|>", "c5").as_deref(), Some("B20 Sicilian Defense"));
    assert_eq!(detail("[FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\"]\n\n<|>", "Qg6").as_deref(), Some("stalemate"));
}

#[test]
fn nags_are_found_by_number_sign_and_word() {
    check("1. e4 $<|>", "$1 !", "1. e4 $1<|>");
    check("1. e4 $1<|>4 e5", "$16 ±", "1. e4 $16<|> e5");
    check("1. e4 $win<|>", "$18 +−", "1. e4 $18<|>");
    let (_, items) = items_at("1. e4 $<|>");
    let winning = items.iter().find(|item| item.text == "$18").unwrap();
    assert_eq!(winning.filter_text.as_deref(), Some("$18 +- White is winning"));
    assert_eq!(winning.detail.as_deref(), Some("White is winning"));
    assert_eq!(items[0].text, "$1");
}

#[test]
fn tag_names_complete_the_pair_without_doubling() {
    check("[<|>", "Event", "[Event \"<|>\"]");
    check("[Ev<|>", "Event", "[Event \"<|>\"]");
    check("[Ev<|>]", "Event", "[Event \"<|>\"]");
    check("[Ev<|>ent \"Open\"]", "Event", "[Event<|> \"Open\"]");
    check("[Ev<|>\"]", "Event", "[Event \"<|>\"]");
    check("[Ev<|> \"Open\"]", "EventDate", "[EventDate<|> \"Open\"]");
    check("[Event \"?\"] [Si<|>\n\n*", "Site", "[Event \"?\"] [Site \"<|>\"]\n\n*");
    check("1. e4 *\n\n[<|>", "Event", "1. e4 *\n\n[Event \"<|>\"]");
}

#[test]
fn tag_names_begin_with_the_roster_and_end_with_those_already_there() {
    assert_eq!(labels("[<|>")[..7], ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
    let text = "[Event \"?\"]\r\n[Site \"?\"]\r\n[<|>\r\n[White \"?\"]\r\n\r\n*\r\n\r\n[Black \"?\"]";
    let found = labels(text);
    assert_eq!(found[..4], ["Date", "Round", "Black", "Result"]);
    assert_eq!(found[found.len() - 3..], ["Event", "Site", "White"]);
    assert_eq!(labels("[Event \"?\"]\n[S<|>ite \"?\"]\n[Date \"?\"]\n\n*")[..2], ["Site", "Round"]);
    let (_, items) = items_at("[<|>");
    assert_eq!(items[0].detail.as_deref(), Some("section 8.1.1.1"));
}

#[test]
fn closed_sets_of_values_are_offered_between_the_quotes() {
    check("[Result \"<|>\"]\n\n*", "1-0", "[Result \"1-0<|>\"]\n\n*");
    check("[Result \"1/<|>2-1/2\"]\n\n*", "0-1", "[Result \"0-1<|>\"]\n\n*");
    check("[Result \"<|>", "0-1", "[Result \"0-1\"]<|>");
    check("[Event \"?\"]\n[Result \"<|>]\n\n*", "0-1", "[Event \"?\"]\n[Result \"0-1\"<|>]\n\n*");
    check("[Variant \"<|>\"]", "Chess960", "[Variant \"Chess960<|>\"]");
    check("[SetUp \"<|>\"]", "1", "[SetUp \"1<|>\"]");
    assert_eq!(labels("[Result \"<|>\"]\n\n1. e4 0-1")[0], "0-1");
    check_nothing("[Event \"<|>\"]\n\n*");
    check_nothing("[Event \"a [b<|> c\"]\n\n*");
    assert!(!labels("[Event \"?\"]<|>\n\n*").contains(&"1-0".to_owned()));
}

#[test]
fn comments_offer_commands_and_nothing_else() {
    check("1. e4 {[<|>} e5", "[%clk]", "1. e4 {[%clk <|>]} e5");
    check("1. e4 {🏆 [%c<|>]} e5", "[%csl]", "1. e4 {🏆 [%csl <|>]} e5");
    check("1. e4 {[%cl<|>k 0:01:00]} e5", "[%emt]", "1. e4 {[%emt<|> 0:01:00]} e5");
    check("1. e4 ; [%<|>\ne5", "[%eval]", "1. e4 ; [%eval <|>]\ne5");
    check("1. e4 {[%<|>", "[%eval]", "1. e4 {[%eval <|>]");
    for text in
        ["1. e4 {<|>} e5", "1. e4 {N<|>} e5", "1. e4 { so $1<|>", "1. e4 ; N<|>", "1. e4 {[%clk 0<|>]}", "{[Ev<|>"]
    {
        let found = labels(text);
        assert!(found.is_empty() || text.starts_with("{[") && found[0] == "[%clk]", "{text}: {found:?}");
    }
}

#[test]
fn nothing_where_nothing_can_be_written() {
    for text in [
        "1. e4 * <|>",
        "1<|>",
        "1. e4 (1. d4)<|>",
        "% <|>",
        "some words <|>",
        "some wo<|>",
        "1. e4 e5 2. Nf3 =<|>",
        "<|>\n[Event \"?\"]\n\n1. e4 *",
        "1. e4 e5 2. Ke3 Nc3 3. Nh8 Qxa1 <|>",
    ] {
        check_nothing(text);
    }
}

#[test]
fn moves_are_ranked_by_the_games_at_hand() {
    let games =
        Database::parse("1. e4 c5 1-0\r\n\r\n1. e4 {🏆} c5 0-1\r\n\r\n1. d4 (1. Nh3) *\r\n\r\n1. e4 h6 1/2-1/2\r\n");
    let mut index = PositionIndex::default();
    for (number, (_, game)) in games.views().enumerate() {
        index.add(GameId(number as u64), &IndexedGame::read(game, IndexLimits::default()));
    }
    let ranked = |text: &str| -> Vec<String> {
        let (text, offset) = with_cursor(text);
        let items = completion_with(&Database::parse(&text), offset, Known { index: Some(&index), names: None });
        items.into_iter().map(|item| format!("{}: {}", item.label, item.detail.unwrap_or_default())).collect()
    };
    assert_eq!(
        ranked("[White \"🏆\"]\r\n\r\n1. <|>")[..4],
        [
            "e4: 3 games, White scores 50%; B00 King's Pawn Game",
            "d4: 1 game; A40 Queen's Pawn Game",
            "Nh3: in 1 variation; A00 Amar Opening",
            "Nf3: A04 Zukertort Opening",
        ]
    );
    assert_eq!(
        ranked("1. e4 <|>")[..2],
        ["c5: 2 games, White scores 50%; B20 Sicilian Defense", "h6: 1 game, White scores 50%; B00 Carr Defense"]
    );
    // Of moves played equally often, the better score for the side to move comes first.
    let games = Database::parse("1. e4 a6 1-0\n\n1. e4 h6 0-1\n\n1. e4 c5 1/2-1/2\n\n");
    let mut index = PositionIndex::default();
    for (number, (_, game)) in games.views().enumerate() {
        index.add(GameId(number as u64), &IndexedGame::read(game, IndexLimits::default()));
    }
    let (text, offset) = with_cursor("1. e4 <|>");
    let items = completion_with(&Database::parse(&text), offset, Known { index: Some(&index), names: None });
    let found: Vec<&str> = items[..3].iter().map(|item| item.label.as_str()).collect();
    assert_eq!((found, items[0].note.as_deref()), (vec!["h6", "c5", "a6"], Some("1 game, White scores 0%")));
    // Without games, named openings come first.
    let (_, items) = items_at("1. e4 e5 2. <|>");
    let named = items
        .iter()
        .take_while(|item| item.detail.as_ref().is_some_and(|detail| detail.starts_with(['A', 'B', 'C'])))
        .count();
    assert!(
        named > 10
            && items[named..].iter().all(|item| item.detail.as_ref().is_none_or(|detail| !detail.starts_with("C2")))
    );
}

#[test]
fn values_are_codes_and_names_that_are_known() {
    check(
        "[Event \"🏆\"]\r\n[ECO \"<|>\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "C60",
        "[Event \"🏆\"]\r\n[ECO \"C60<|>\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
    );
    let (_, items) = items_at("[ECO \"<|>\"]\n\n1. e4 c5 2. Nf3 *");
    assert_eq!((items[0].label.as_str(), items[0].detail.as_deref()), ("B27", Some("Sicilian Defense")));
    assert_eq!(items[1].filter_text.as_deref(), Some("A00 other first moves"));
    assert_eq!(items.len(), 500);
    check("[Site \"Oslo N<|>\"]\n\n*", "NOR", "[Site \"Oslo NOR<|>\"]\n\n*");
    check("[Site \"Oslo N<|>\n\n*", "NOR", "[Site \"Oslo NOR\"]<|>\n\n*");
    check_nothing("[Site \"N<|>\"]\n\n*");
    check("[WhiteTeamCountry \"<|>\"]\n\n*", "ENG", "[WhiteTeamCountry \"ENG<|>\"]\n\n*");
    let names = |kind, _: &str| match kind {
        NameKind::Player => vec![("Tal, Mikhail".to_owned(), 2), ("O\"Hara".to_owned(), 1)],
        _ => Vec::new(),
    };
    let (text, offset) = with_cursor("[Black \"<|>\"]\n\n*");
    let items = completion_with(&Database::parse(&text), offset, Known { index: None, names: Some(&names) });
    let found: Vec<(&str, &str)> = items.iter().map(|item| (item.label.as_str(), item.text.as_str())).collect();
    assert_eq!(found, [("Tal, Mikhail", "Tal, Mikhail"), ("O\"Hara", "O\\\"Hara")]);
    assert_eq!((items[0].detail.as_deref(), items[1].note.as_deref()), (Some("2 games"), Some("1 game")));
}

#[test]
fn names_are_queried_by_the_typed_text() {
    let names = |_, typed: &str| vec![(format!("has {typed}"), 7)];
    let (text, offset) = with_cursor("[Event \"🏆\"]\r\n[White \"play<|>ers\"]\r\n\r\n*");
    let items = completion_with(&Database::parse(&text), offset, Known { index: None, names: Some(&names) });
    assert_eq!(items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["has play"]);
}

#[test]
fn snippets_begin_games_and_variations() {
    let roster = "[Event \"<|>\"]\r\n[Site \"?\"]\r\n[Date \"????.??.??\"]\r\n[Round \"?\"]\r\n[White \"?\"]\r\n[Black \"?\"]\r\n[Result \"*\"]";
    check("1. e4 *\r\n<|>", "new game", &format!("1. e4 *\r\n\r\n{roster}\r\n\r\n*\r\n"));
    check("1. e4 *\r\n\r\n<|>", "new game", &format!("1. e4 *\r\n\r\n{roster}\r\n\r\n*\r\n"));
    assert_eq!(labels("1. f3 e5 2. g4 Qh4# <|>"), ["variation"]);
    let problem = take("<|>", "new position");
    assert!(problem.contains("[SetUp \"1\"]\n[FEN \"<|>\"]\n\n*\n"), "{problem}");
    check("{🏆} 1. e4 e5 <|>2. Nf3", "variation", "{🏆} 1. e4 e5 (1... <|>) 2. Nf3");
    check("1. e4 e5 2. Nf3 <|>*", "variation", "1. e4 e5 2. Nf3 (2. <|>) *");
    check("1. e4 (1. d4 <|>)", "variation", "1. e4 (1. d4 (1. <|>))");
    for text in ["1. e4 *", "1. e4 N<|>", "1. e4 (<|>)", "<|>\n[Event \"?\"]\n\n*", "1. e4 e5\n<|>", "1. e4 2. <|>"] {
        let text = if text.contains("<|>") { text.to_owned() } else { format!("{text}<|>") };
        let found = labels(&text);
        assert!(!found.contains(&"new game".to_owned()), "{text}");
        assert_eq!(found.contains(&"variation".to_owned()), text == "1. e4 e5\n<|>", "{text}");
    }
}
