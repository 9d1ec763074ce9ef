//! The edits of the language server make the text that `scoresheet format` writes.

use proptest::prelude::*;
use scoresheet::lsp::engine::Engine;
use scoresheet::lsp::pgn_engine::PgnEngine;
use scoresheet_analysis::format::{FormatOptions, format_text};
use scoresheet_grammar::Database;

fn check(engine: &PgnEngine, text: &str) -> Result<(), TestCaseError> {
    let mut edits = engine.format(&Database::parse(text), FormatOptions::default());
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut edited = text.to_owned();
    for edit in edits.iter().rev() {
        edited.replace_range(edit.range.clone(), &edit.text);
    }
    prop_assert_eq!(edited, format_text(text, FormatOptions::default()).text, "{:?}", text);
    Ok(())
}

#[test]
fn a_game_behind_one_that_was_left_alone_begins_a_line() {
    check(&PgnEngine, "1. Ke5 1-0 1. d4 d5 *").unwrap();
    check(&PgnEngine, "1. e4 * 1. d4 d5 *\r\n").unwrap();
}

/// More than is compared word by word.
#[test]
fn a_large_text_is_the_same_too() {
    let game =
        |number| format!("[White \"♘ {number}\"]\r\n\r\n{{🏆}} 1.e4 e5 2.Nf3!? (2.f4) Nc6 ; {number}\r\n1-0\r\n\r\n");
    check(&PgnEngine, &(0..20_000).map(game).collect::<String>()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_edits_make_the_same_text(text in mixture()) {
        check(&PgnEngine, &text)?;
    }
}

fn mixture() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "1. e4 ",
        "1... e5 ",
        "2. Nf3 ",
        "Ke5 ",
        "(1. d4) ",
        "{c} ",
        "; c\n",
        "foo ",
        "%z\n",
        "} ",
        "{ ",
        "* ",
        "1-0\n",
        "1-0 ",
        "\n",
        "\n\n",
        "\r\n",
        "[Event \"x\"]\n",
        "[Event \"x\"] ",
    ]);
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}
