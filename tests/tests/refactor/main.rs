//! After a refactoring the game is the tree that the operation means, nothing is lost, and ways back lead back: on generated
//! games, on the edge cases, on real files.

mod checks;
mod games;
mod tree;

use proptest::prelude::*;
use scoresheet_format::refactor::apply;
use scoresheet_grammar::Database;
use scoresheet_tests::samples::{corpus, edge_cases, lenient_text};

use checks::*;
use games::game;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn variations_move_as_trees_do(text in game()) {
        prop_assert_eq!(slips(&text), (0, 0), "{}", text);
        check_variations(&text, usize::MAX);
    }

    #[test]
    fn stripping_takes_out_what_it_says(text in game()) {
        check_strips(&text);
    }

    #[test]
    fn ways_back_lead_back(text in game()) {
        check_ways_back(&text);
    }

    #[test]
    fn merging_shares_what_is_the_same(one in game(), other in game()) {
        check_merges(&one);
        let both = format!("{one}\n{other}");
        if let Ok(edits) = refactor("merge-games", &both, 0) {
            let merged = apply(&both, &edits);
            prop_assert_eq!(slips(&merged), (0, 0), "{}\n{}", both, merged);
            let found = contents(&merged);
            let kept = contents(&both).into_iter().filter(|part| part.contains(['{', ';', '$']));
            prop_assert!(kept.into_iter().all(|part| found.contains(&part)), "{}\n{}", both, merged);
        }
    }

    #[test]
    fn any_place_of_any_game(text in game(), place in 0..1000_usize) {
        check_anything(&text, text.floor_char_boundary(text.len() * place / 1000));
    }

    #[test]
    fn any_place_of_any_text(text in scoresheet_tests::edits::pgn_like(), place in 0..1000_usize) {
        check_anything(&text, text.floor_char_boundary(text.len() * place / 1000));
    }
}

#[test]
fn texts_that_were_once_spoilt() {
    // A percent sign in the first column begins an escape line.
    for text in ["{ [%clk 0:01:00] } 1-0\n\n{a}%y\n♘f3word ", "1. e4\n{a}%y e5 *", "{a}%y\n1. e4 e5 *"] {
        (0..=text.len())
            .filter(|offset| text.is_char_boundary(*offset))
            .for_each(|offset| check_anything(text, offset));
    }
}

/// Games of a file that are looked at: enough to meet what files hold, few enough to be done soon.
const GAMES_A_FILE: usize = 2;
/// Longer games are left out: every variation of a game is a reading of it.
const LONGEST_GAME: usize = 8_000;
/// Of the variations of a game so many are moved about.
const VARIATIONS_A_GAME: usize = 3;

fn check_file(bytes: &[u8]) {
    let text = lenient_text(bytes);
    let file = Database::parse(&text);
    let step = file.len().div_ceil(GAMES_A_FILE).max(1);
    for (_, game) in file.units().step_by(step).filter(|(_, game)| game.text().len() < LONGEST_GAME) {
        let text = game.text();
        check_anything(text, text.floor_char_boundary(text.len() * 7 / 10));
        if formatted(text).is_some() {
            check_variations(text, VARIATIONS_A_GAME);
            check_strips(text);
        }
        check_ways_back(text);
        check_merges(text);
    }
}

#[test]
fn edge_cases_are_refactored_or_refused() {
    for (path, bytes) in edge_cases() {
        println!("{}", path.display());
        check_file(&bytes);
    }
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_games_are_refactored_or_refused() {
    for (path, bytes) in corpus("", &["pgn"]) {
        println!("{}", path.display());
        check_file(&bytes);
    }
}
