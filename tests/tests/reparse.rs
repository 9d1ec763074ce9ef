//! After any edits the games are those of a fresh parse, and only the changed ones were parsed again.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use scoresheet_grammar::Database;
use scoresheet_tests::edits::{RandomEdit, edits, games_like, pgn_like};
use scoresheet_tests::laws::reparse::check_edits;
use scoresheet_tests::samples::{Sample, corpus, edge_cases, lenient_text};

/// Types and deletes a character in the middle of every game of a file: little more than that game may be parsed.
fn check_typing(text: &str) {
    let database = Database::parse(text);
    let mut read = 0;
    for (start, game) in database.units() {
        let place = start + game.text().floor_char_boundary(game.text().len() / 2);
        let (edited, reparsed) = database.edit(place..place, "x");
        read += reparsed.bytes;
        let (back, reparsed) = edited.edit(place..place + 1, "");
        read += reparsed.bytes;
        assert!(back.units().eq(database.units()));
    }
    println!("{read} bytes were read for typing twice in each game of {} bytes", text.len());
}

#[test]
fn edge_cases_can_be_edited() {
    for (path, bytes) in edge_cases() {
        println!("{}", path.display());
        check_typing(&lenient_text(&bytes));
    }
}

#[test]
fn an_ordinary_file_is_not_read_again_because_of_one_game() {
    let game = |number: u32| {
        format!("[Event \"{number}\"]\r\n[Site \"?\"]\r\n\r\n1. e4 {{ {number} }} e5\r\n2. Nf3 1-0\r\n\r\n")
    };
    let text: String = (0..500).map(game).collect();
    let database = Database::parse(&text);
    for (start, game) in database.units() {
        let first_line = game.text().find('\n').unwrap();
        for offset in first_line + 1..game.text().len() - "1-0\r\n\r\n".len() {
            let (_, reparsed) = database.edit(start + offset..start + offset, "x");
            let read = reparsed.bytes;
            assert!(read <= game.text().len() + 1, "{read} bytes were read for one at {offset}");
        }
    }
}

/// Text and edits after which a game, read again alone, was not what it is before the next game: `1--` was a result at the end of the text, and
/// a number and a null move elsewhere.
#[test]
fn a_null_move_before_the_next_game_is_no_result_alone() {
    let game = |number| format!("[Event \"{number}\"]\n[White \"w\"]\n\n1. e4 {{ {number} }} e5 *\n\n");
    let text = format!("{{a}}[%eval 0.1] 0-1\n\n[%eval 0.1] 0-1\n\n{}{}", game(0), game(100).repeat(3));
    let clock = "{ [%clk 0:01:00] } 1-0\n\n";
    let edits = [
        (286, 1, String::new()),
        (287, 97, "\"".to_owned()),
        (509, 0, format!("--\n\n1. e4 {clock}")),
        (456, 0, clock.to_owned()),
    ];
    check_edits(&text, &edits.map(|(place, length, new)| RandomEdit::new(place, length, new)));
}

/// Text and edits after which a tag pair with another bracket was one only because of the comment before it and the game after it.
#[test]
fn a_tag_pair_with_another_bracket_does_not_depend_on_the_next_game() {
    let text = "; * \n\n{Event \"E\"]\n\"}\n\n[Event\r*\n\n[Event \"F\"]\n\n1. d4 *\n\n";
    let insert = |place| RandomEdit::new(place, 0, " ".to_owned());
    check_edits(text, &[300, 999, 999, 999, 0].map(insert));
    for end in 0..text.len() {
        check_edits(&text[..end], &[999, 999, 999, 0].map(insert));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_edits_to_pieces_of_pgn(text in pgn_like(), edits in edits(12)) {
        check_edits(&text, &edits);
    }

    #[test]
    fn any_edits_to_games(text in games_like(), edits in edits(12)) {
        check_edits(&text, &edits);
    }
}

/// Applies edits, the same in every run, to each of the files.
fn check_samples(samples: Vec<Sample>) {
    const LARGEST: usize = 300_000;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for (_, bytes) in samples.into_iter().filter(|(_, bytes)| bytes.len() < LARGEST) {
        let edits = edits(8).new_tree(&mut runner).unwrap().current();
        check_edits(&lenient_text(&bytes), &edits);
    }
}

#[test]
fn any_edits_to_edge_cases() {
    check_samples(edge_cases());
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn any_edits_to_real_files() {
    check_samples(corpus("", &["pgn"]));
}
