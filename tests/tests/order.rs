//! Putting the games of a text in order loses nothing, whatever the text is.

use proptest::prelude::*;
use scoresheet_chess::collation::{Entries, SortOrder, sorted};
use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};
use scoresheet_tests::mutants::{movetext_mutants, mutants};
use scoresheet_tests::samples::{edge_cases, fixtures, lenient_text};

/// The games with tag pairs, each from its first tag pair to the last move or marker of its movetext, in alphabetical order.
fn games(text: &str) -> Vec<String> {
    let mut games = Vec::new();
    let mut parser = Parser::new(text);
    let mut tree = Tree::default();
    while let Some(range) = parser.next_game(&mut tree) {
        let game = GameView { text: &text[range], tree: &tree };
        let tags = game.tags();
        let (Some(first), Some(last)) = (tags.first(), tags.last()) else { continue };
        let mut events = game.tree.events().skip_while(|(event, _)| *event != Event::Enter(NodeKind::Movetext));
        let mut end = last.range.end;
        for (event, range) in events.by_ref() {
            match event {
                Event::Leave(NodeKind::Movetext) => break,
                Event::Token(kind) if !kind.is_comment() && kind != TokenKind::EscapeLine => end = range.end,
                _ => {}
            }
        }
        games.push(game.text[first.range.start..end].trim_end().to_owned());
    }
    games.sort();
    games
}

fn without_white_space(text: &str) -> Vec<u8> {
    let mut bytes: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    bytes.sort_unstable();
    bytes
}

/// Checks that the games read as before, and that no byte is lost.
#[track_caller]
fn check(text: &str) {
    if let Some(sorted) = check_bytes(text) {
        assert_eq!(games(&sorted), games(text), "{text:?}\n{sorted:?}");
    }
}

/// Checks that no byte is lost. Returns the sorted text.
#[track_caller]
fn check_bytes(text: &str) -> Option<String> {
    let entries: Vec<_> = Entries::new(text).collect();
    let joined: String = entries.iter().map(|entry| &text[entry.range.clone()]).collect();
    assert_eq!(joined, text);
    let sorted = sorted(text, &SortOrder::standard())?;
    for entry in &entries {
        assert!(sorted.contains(&text[entry.range.start..entry.end]), "{:?} is lost", &text[entry.range.clone()]);
    }
    assert_eq!(without_white_space(&sorted), without_white_space(text));
    Some(sorted)
}

/// Some texts one after the other, as a file that was joined carelessly.
fn joined(texts: &[String], between: &str) -> String {
    texts.join(between)
}

#[test]
fn sorting_the_samples_loses_nothing() {
    let samples: Vec<String> =
        edge_cases().into_iter().chain(fixtures(&["pgn"])).map(|(_, bytes)| lenient_text(&bytes)).collect();
    for text in &samples {
        check(text);
    }
    for pair in samples.windows(2) {
        check(&joined(&[pair[1].clone(), pair[0].clone()], "\n\n"));
    }
}

proptest! {
    #[test]
    fn sorting_broken_games_keeps_them(texts in prop::collection::vec((movetext_mutants(6), "[A-D]"), 1..6)) {
        let texts: Vec<String> = texts.iter().map(|(text, event)| text.replacen("\"E\"", &format!("\"{event}\""), 1)).collect();
        check(&joined(&texts, "\n\n"));
    }

    #[test]
    fn sorting_mutants_loses_nothing(
        texts in prop::collection::vec(mutants(&["pgn"]), 1..5),
        between in prop::sample::select(vec!["", "\n", "\n\n", "\r\n\r\n", " *\n\n", "\n% escape\n"]),
    ) {
        check_bytes(&joined(&texts, between));
    }
}
