//! Trees are lossless: on the edge cases, on real files, on random text.

use proptest::prelude::*;
use scoresheet_grammar::{Database, Event, GAMES_PER_CALL, GameView, NodeKind, Parser, Tree};
use scoresheet_tests::laws::trees::{check_lossless, check_split};
use scoresheet_tests::samples::{corpus, edge_cases, lenient_text};

/// The games of a text, one per line: nodes in parentheses, tag pairs as `Name=value`, the kinds of other tokens, and the faults.
fn outlines(text: &str) -> Vec<String> {
    check_lossless(text);
    check_split(text, 1);
    Database::parse(text).views().map(|(_, game)| outline(game)).collect()
}

fn outline(game: GameView) -> String {
    let mut parts = Vec::new();
    let mut events = game.tree.events();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Enter(NodeKind::Tag) => {
                let tag = game.read_tag(&mut events, range.start);
                parts.push(format!("{}={}", tag.name, tag.value()));
            }
            Event::Enter(node) => parts.push(format!("{node:?}(")),
            Event::Leave(_) => parts.push(")".to_owned()),
            Event::Token(kind) => parts.push(format!("{kind:?}")),
        }
    }
    parts.extend(game.tree.faults().iter().map(|fault| format!("!{:?}", fault.kind)));
    parts.join(" ")
}

#[test]
fn some_games_at_once_are_those_one_by_one() {
    for count in [0, 1, GAMES_PER_CALL - 1, GAMES_PER_CALL, GAMES_PER_CALL + 1, 3 * GAMES_PER_CALL] {
        let text: String =
            (0..count).map(|game| format!("[White \"{game}\"]\n\n1. {} *\n\n", "e4 ".repeat(game))).collect();
        let (mut one_by_one, mut at_once) = (Parser::new(&text), Parser::new(&text));
        let (mut tree, mut trees) = (Tree::default(), <[Tree; GAMES_PER_CALL]>::default());
        let mut read = 0;
        loop {
            let games = at_once.next_games(&mut trees);
            for (range, one) in games.iter().zip(&trees) {
                assert_eq!(one_by_one.next_game(&mut tree).as_ref(), Some(range));
                assert_eq!(one, &tree);
            }
            read += games.len();
            if games.len() < GAMES_PER_CALL {
                break;
            }
        }
        assert_eq!((read, one_by_one.next_game(&mut tree)), (count, None));
    }
}

#[test]
fn a_tag_pair_may_stand_on_several_lines() {
    let expected = ["TagSection( Event=x Site=y ) Movetext( San )"];
    for text in [
        "[Event \"x\"]\n[Site \"y\"]\n\ne4",
        "[\nEvent \"x\"]\n[\r\n Site\r\n\t\"y\"\r\n]\n\ne4",
        "[Event\n\"x\"\n]\n[\nSite\n\"y\"\n]\n\ne4",
    ] {
        assert_eq!(outlines(text), expected, "{text}");
    }
    let next = outlines("1. e4 *\n\n[\nEvent \"x\"]\n\n1. d4 *\n");
    assert_eq!(next.len(), 2, "{next:?}");
    let text = outlines("[Event \"x\"]\n\n1. e4 [\n\nSite \"y\"] e5 *\n");
    assert!(text[0].contains("!UnexpectedText"), "{text:?}");
}

#[test]
fn a_byte_order_mark_counts_as_the_start_of_a_line() {
    let games = outlines(
        "1. e4\n\n\u{FEFF}[Event \"x\"]\n\nd4 *\n\n\u{FEFF}% esc\n\u{FEFF}[Event \"y\"]\n\n\u{FEFF}% esc\nc4 *",
    );
    assert_eq!(
        games,
        [
            "Movetext( MoveNumber San )",
            "TagSection( Event=x ) Movetext( San Termination )",
            "EscapeLine TagSection( Event=y EscapeLine ) Movetext( San Termination )"
        ]
    );
    assert_eq!(outlines("(e4 *\n\n\u{FEFF}[Event \"x\"]\n\nd4 *").len(), 2);
}

#[test]
fn a_closed_comment_may_hold_what_looks_like_a_tag_pair() {
    let games = outlines("1. e4 { compare\n\n[b \"c\"] } e5 *");
    assert_eq!(games, ["Movetext( MoveNumber San BraceComment San Termination )"]);
}

#[test]
fn an_unclosed_comment_never_costs_the_next_game() {
    let next = "[Event \"y\"]\n\n1. d4";
    for (comment, behind) in [
        ("{ a", " { c } d5 *\n"),
        ("{ a", " d5 *\n"),
        ("{ a e5 *", " d5 } *\n"),
        ("{ a", " d5 *\n\n[Event \"z\"]\n\n1. c4 } *\n"),
        ("{ a", " { d5 *\n"),
    ] {
        let text = format!("[Event \"x\"]\n\n1. e4 {comment}\n\n{next}{behind}");
        let games = outlines(&text);
        assert_eq!(
            games[0], "TagSection( Event=x ) Movetext( MoveNumber San UnclosedComment ) !UnclosedComment",
            "{text}"
        );
        assert!(games[1].starts_with("TagSection( Event=y ) Movetext( MoveNumber San"), "{games:?}");
    }
    assert_eq!(Database::parse(&"[Event \"x\"]\n\n1. e4 { a\n\n".repeat(100_000)).len(), 100_000);
}

#[test]
fn comments_may_stand_among_the_tag_pairs() {
    for (between, tokens) in [
        ("\n; entered by hand\n", "LineComment"),
        ("\n{ c }\n", "BraceComment"),
        (" ; c\n", "LineComment"),
        (" { c }\n", "BraceComment"),
        (" { c } ", "BraceComment"),
        ("\n; a\n\n{ b\n\n}\n% c\n; d\n", "LineComment BraceComment EscapeLine LineComment"),
    ] {
        let games = outlines(&format!("[Event \"x\"]{between}[Site \"y\"]\n\ne4 *\n"));
        assert_eq!(
            games,
            [format!("TagSection( Event=x {tokens} Site=y ) Movetext( San Termination )")],
            "{between:?}"
        );
    }
}

#[test]
fn a_comment_behind_the_tag_pairs_begins_the_movetext() {
    for text in [
        "[Event \"x\"]\n{ c }\n\ne4 *\n",
        "[Event \"x\"] { c }\ne4 *\n",
        "[Event \"x\"]\n\n{ c } e4 *\n\n[Site \"y\"]\n",
    ] {
        assert!(
            outlines(text)[0].starts_with("TagSection( Event=x ) Movetext( BraceComment San Termination )"),
            "{text}"
        );
    }
    // No moves: the next tag pairs belong to another game.
    for behind in ["[Event \"y\"]", "\n[Site \"y\"]"] {
        let games = outlines(&format!("[Event \"x\"]\n\n{{ c }}\n{behind}\n\ne4 *\n"));
        assert_eq!(games[0], "TagSection( Event=x ) Movetext( BraceComment )", "{behind}");
        assert_eq!(games.len(), 2);
    }
}

#[test]
fn comments_at_the_top_belong_to_the_first_game() {
    for between in ["\n", "\n\n", " "] {
        let games = outlines(&format!("{{ c }}{between}[Event \"x\"]\n\ne4 *\n"));
        assert_eq!(games, ["BraceComment TagSection( Event=x ) Movetext( San Termination )"], "{between:?}");
    }
    let games = outlines("text\n; a\n\n% b\n{ c }\n\n[Event \"x\"]\n\ne4 *\n\n{ d }\n\n[Event \"y\"]\n\n*\n");
    assert!(games[0].starts_with("Text LineComment EscapeLine BraceComment TagSection("), "{games:?}");
    assert_eq!(games.len(), 2);
    let games = outlines("{ c } e4\n\n[Event \"x\"]\n\ne4 *\n");
    assert_eq!(games[0], "Movetext( BraceComment San )");
}

#[test]
fn a_tag_pair_that_lost_its_bracket_may_have_others_behind_it() {
    let game = "TagSection( Event=E Site=S Date=? ) Movetext( Termination ) !UnopenedTag";
    assert_eq!(outlines("[Event \"E\"]\nSite \"S\"][Date \"?\"]\n\n*"), [game]);
}

#[test]
fn what_follows_a_tag_pair_that_lost_its_bracket_may_be_another_game() {
    let text = "Event \"E\"]*[k\"]";
    assert_eq!(outlines(text), ["Text !NoGame"]);
    check_lossless(text);
}

#[test]
fn escape_lines_behind_a_text_make_no_game_of_it() {
    assert_eq!(outlines("text\n% x\n"), ["Text EscapeLine !NoGame"]);
    assert_eq!(outlines("one\n% x\n\nother\n% y\n"), ["Text EscapeLine Text EscapeLine !NoGame !TextBetweenGames"]);
}

#[test]
fn what_text_after_a_game_leaves_open_is_no_game() {
    let open_comment = ["Movetext( San Termination ) Text UnclosedComment !TextBetweenGames !UnclosedComment"];
    assert_eq!(outlines("e4 *\ntext {e4\n\n1. d4 *\n"), open_comment);
    assert_eq!(outlines("e4 *\ntext {e4} e5\n\n1. d4 *\n").len(), 2);
    assert_eq!(outlines("e4 *\ntext (e4\n1. d4 *\n").len(), 1);
    assert_eq!(outlines("e4 *\ntext (e4\n\n1. d4 *\n").len(), 2);
    assert_eq!(outlines("e4 *\ntext (e4)\n1. d4 *\n").len(), 2);
}

#[test]
fn an_escape_line_belongs_to_the_tag_pair_behind_it_that_lost_its_bracket() {
    let games = ["Movetext( Termination )", "EscapeLine TagSection( Event=E ) !UnopenedTag"];
    assert_eq!(outlines("*\n%\nEvent \"E\"]"), games);
}

#[test]
fn a_tag_name_may_begin_with_a_digit() {
    assert_eq!(outlines("[9x \"y\"]\n[Event \"x\"]\n\n*"), ["TagSection( 9x=y Event=x ) Movetext( Termination )"]);
}

#[test]
fn edge_cases_are_lossless() {
    for (path, bytes) in edge_cases() {
        println!("{}", path.display());
        check_lossless(&lenient_text(&bytes));
    }
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_are_lossless_and_can_be_split() {
    for (path, bytes) in corpus("", &["pgn"]) {
        println!("{}", path.display());
        let text = lenient_text(&bytes);
        check_lossless(&text);
        check_split(&text, 1);
        check_split(&text, 10_000);
    }
}

#[test]
fn hostile_text_is_read_in_linear_time_and_without_overflow() {
    for (name, text) in [
        ("nested variations", "(".repeat(200_000)),
        ("closed nested variations", format!("1. e4 {} {} *", "(1. d4 ".repeat(200_000), ")".repeat(200_000))),
        ("tags without values", "[a".repeat(500_000)),
        ("tags on one line", "[a \"b\" ".repeat(500_000)),
        ("quotes", "[a \"".repeat(500_000)),
        ("tags with a bracket for a value", "[A \"] ".repeat(200_000)),
        ("tags with an escaped quote", format!("[A \"b\"] {}", "[A \"x \\\"] ".repeat(200_000))),
        ("tags without names", format!("[A \"b\"] {}", "[\"x".repeat(200_000))),
        ("tags on two lines", "[\nA\n\"b\"\n]".repeat(200_000)),
        ("brackets and line ends", "[\n".repeat(200_000)),
        ("brackets and blanks", format!("[{}", " ".repeat(500)).repeat(5_000)),
        ("text before tags", "x[a \"b\"]".repeat(300_000)),
        ("unclosed comments", "[Event \"x\"]\n\n1. e4 {\n\n".repeat(100_000)),
        ("an unclosed comment before games without any", format!("{{{}", "\n\n[Event \"x\"]\n\n1. e4".repeat(100_000))),
        ("comments before tags", format!("{}[Event \"x\"]", "{a}\n".repeat(300_000))),
        ("comments among tags", "[Event \"x\"] {a}\n; b\n{c}\n[Site \"y\"]\n; d\n\n".repeat(50_000)),
        ("comments and escape lines", format!("[Event \"x\"]\n{}[Site \"y\"]", "{a}\n%\n".repeat(200_000))),
        ("unclosed comments and tags", "{\n\n[Event \"x\"]\n\n[Event \"y\"]\n\n".repeat(50_000)),
        ("escape lines", format!("1. e4 *\n{}", "%\n".repeat(500_000))),
        ("blank lines in a comment", format!("{{{}", "\n".repeat(1_000_000))),
        ("terminations", "1-0 ".repeat(500_000)),
        ("open variation and terminations", format!("( {}", "* ".repeat(500_000))),
        ("numbers and blanks", format!("1{}", " ".repeat(2_000_000))),
        ("nul bytes", "\0".repeat(1_000_000)),
        ("one long line", "e4 ".repeat(1_000_000)),
        ("words", "word ".repeat(500_000)),
        ("brackets", "[".repeat(500_000)),
        ("names without brackets", "a \"b\"]\n".repeat(200_000)),
        ("backslashes", format!("[a \"{}", "\\".repeat(1_000_000))),
    ] {
        println!("{name}");
        check_lossless(&text);
    }
}

proptest! {
    #[test]
    fn any_text_is_lossless(text in any::<String>()) {
        check_lossless(&text);
    }

    #[test]
    fn any_mixture_of_pgn_is_lossless_and_can_be_split(parts in proptest::collection::vec(prop_oneof![
        Just("[Event \"E\"]\n"), Just("[Site \"a \"b\" c\"]"), Just("[White \"W\n"), Just("\n\n"), Just("\n"), Just(" "), Just("1. e4 "),
        Just("e5"), Just("("), Just(")"), Just("{"), Just("}"), Just("{a}"), Just("; x\n"), Just("%y\n"), Just("1-0"), Just("*"), Just(" 1/2-1/2\n\n"),
        Just("$1"), Just("!?"), Just("word "), Just("\""), Just("]"), Just("["), Just("\r\n"), Just("\r"), Just("♘f3"), Just("\u{FEFF}"), Just("\\"),
        Just("[\nA \"b\"]"), Just("["), Just("{b\n"), Just("}\n\n[Event \"E\"]\n"), Just("*\n\n[Event \"E\"]\n"), Just("{c}\n[Date \"d\"]\n"), Just("O - O "),
    ], 0..60)) {
        let text = parts.concat();
        check_lossless(&text);
        check_split(&text, 1);
        check_split(&text, 40);
    }
}
