//! What an independent reader says about formatting and fixes: on the edge cases, on mutants, on real files.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use scoresheet_grammar::split;
use scoresheet_tests::independent_reader::{difference, moves_in, played, read};
use scoresheet_tests::laws::kept::{Compared, violations};
use scoresheet_tests::mutants::movetext_mutants;
use scoresheet_tests::samples::{Sample, corpus, edge_cases, fixtures, lenient_text};

/// How many of the mutants with one or two slips have unsafe fixes that lose moves or reach elsewhere, together or one by one: with other numbers
/// in `MUTANTS_SEED` one to seven. To be lowered with each one that is mended.
const MOST_HARMED: usize = 3;

#[track_caller]
fn check_samples(samples: Vec<Sample>) {
    let broken: Vec<String> = samples
        .into_iter()
        .flat_map(|(path, bytes)| {
            let text = lenient_text(&bytes);
            let of_piece = |piece: std::ops::Range<usize>| violations(&text[piece], Compared::Games);
            split(&text, 4000)
                .into_iter()
                .flat_map(of_piece)
                .map(|it| format!("{}: {it}", path.display()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn edge_cases_and_fixtures_are_kept() {
    check_samples(edge_cases());
    check_samples(fixtures(&["pgn"]));
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_are_kept() {
    check_samples(corpus("pgn", &["pgn"]));
}

/// The number of `cases` mutants that break a law whose name contains one of `laws`; prints them. Other mutants with another number in
/// `MUTANTS_SEED`.
fn broken_mutants(cases: u32, most_changes: usize, laws: &[&str]) -> usize {
    let configuration = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = match std::env::var("MUTANTS_SEED") {
        Ok(seed) => {
            let number: u64 = seed.parse().expect("a number");
            TestRng::from_seed(RngAlgorithm::ChaCha, number.to_le_bytes().repeat(4).as_slice())
        }
        Err(_) => TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    };
    let mut runner = TestRunner::new_with_rng(configuration, rng);
    let broken = RefCell::new(0);
    let held = runner.run(&movetext_mutants(most_changes), |text| {
        let mut found = violations(&text, Compared::Movetext);
        found.retain(|violation| laws.iter().any(|law| violation.law.contains(law)));
        if !found.is_empty() {
            *broken.borrow_mut() += 1;
            println!("{text:?}");
            found.iter().for_each(|violation| println!("  {violation}"));
        }
        Ok(())
    });
    held.unwrap();
    broken.into_inner()
}

#[test]
fn formatting_and_safe_fixes_keep_mutants() {
    assert_eq!(broken_mutants(1500, 10, &["keep"]), 0);
}

#[test]
fn unsafe_fixes_do_no_harm_to_mutants() {
    let broken = broken_mutants(1000, 2, &["no moves", "at its slip"]);
    assert!(broken <= MOST_HARMED, "{broken} mutants are harmed, at most {MOST_HARMED} were");
}

/// What the reader makes of dialects.
#[test]
fn dialects_are_read() {
    for (one, other) in [
        ("1. e4 e5 2. Nf3 *", "1.e4 e5 2.Ng1-f3 *"),
        ("1. e4 (1. d4) e5 1-0", "1. e4 ( 1.d4 ) 1... e5 1-O"),
        ("1. e4! e5 $6 *", "1. e4 $1 1... e5?! *"),
        ("1. e4 {good move} *", "1. e4 ; good move\n*"),
        ("1. e4 d5 2. exd5 *", "1. P-e4 d5 2. ed *"),
        ("1. Nf3 Nf6 *", "1. Sf3 Sf6 *"),
        ("1. Nf3 Bb5 *", "1. Nf3 Lb 5 *"),
        ("1. O-O O-O-O *", "1. 0-0 o-o-o *"),
        ("1. e8=Q *", "1. e8Q+ *"),
        ("1. e8=Q *", "1. e8(Q) *"),
        ("1. e8=Q+ $2 *", "1. e8+ = Q? *"),
        ("1. -- e5 *", "1. Z0 e5 *"),
        ("1. e4 (1. d4 {x}) *", "1. e4 (1. d4 {x} *) *"),
        ("1. e4 $16 *", "1. e4 ± *"),
        ("1. e4 $17 -- *", "1. e4 ∓-- *"),
        ("1. e4 $21 *", "1. e4 --+ *"),
        ("1. e8=Q *", "1. e8=\tQ *"),
        ("1. e4 dxe5 *", "1-e4 dxE5 *"),
        ("1. e4 e5 1-0", "1. e4 e5 2.1–0"),
        ("1. e4 e5 1/2-1/2", "1. e4 e51/2-1/2"),
    ] {
        let (games, others) = (read(one), read(other));
        assert_eq!((games.len(), others.len()), (1, 1), "{other}");
        assert_eq!(difference(&others[0], &games[0]), None, "{one} and {other}");
    }
}

#[test]
fn games_that_run_together_are_read() {
    for text in ["1. e4 1/2-1/21.d4 d5 *", "1. e4 1–0d4 d5 *"] {
        let said: Vec<usize> = read(text).iter().map(|game| game.moves()).collect();
        assert_eq!(said.last(), Some(&2), "{text}: {said:?}");
        assert_eq!(said.len(), 2, "{text}");
    }
}

#[test]
fn variations_without_an_end_are_a_part_of_their_line() {
    let said = |text: &str| {
        format!("{:?}", read(text)[0].without_unclosed().filter_map(|said| said.without_text()).collect::<Vec<_>>())
    };
    assert_eq!(said("1. e4 (1. c4 (1. d4) c5 (1... d5 *"), said("1. e4 c4 (1. d4) c5 d5 *"));
    assert_ne!(said("1. e4 (1. c4 c5) *"), said("1. e4 c4 c5 *"));
}

#[test]
fn differences_are_seen() {
    for (one, other) in [
        ("1. e4 e5 *", "1. e4 e6 *"),
        ("1. Nf3 *", "1. Nc3 *"),
        ("1. Lb 5 *", "1. Bb4 *"),
        ("1. Nf3 *", "1. f3 *"),
        ("1. Nbd2 *", "1. Nfd2 *"),
        ("1. e8=Q *", "1. e8=R *"),
        ("1. e4 {a} *", "1. e4 {b} *"),
        ("1. e4 $1 *", "1. e4 *"),
        ("1. e4 *", "1. e4 $1 *"),
        ("1. e4 N?c6 *", "1. e4 $146 $2 c6 *"),
        ("1. e4 (1. d4 d5) *", "1. e4 (1. d4) 1... d5 *"),
        ("1. e4 (1. d4) (1. c4) *", "1. e4 (1. d4 (1. c4)) *"),
        ("1. e4 e5 1-0", "1. e4 e5 0-1"),
        ("1. e4 *", "1. e4 e5 *"),
    ] {
        assert!(difference(&read(one)[0], &read(other)[0]).is_some(), "{one} and {other}");
    }
}

#[test]
fn moves_are_counted_and_played() {
    for (text, moves, legal) in [
        ("1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *", 6, 6),
        ("1. e4 e5 2. Nf6 Nc6 *", 4, 2),
        ("1. e4 e5 2. Nd2 {Nf3} *", 3, 2),
        ("1. e4 and not d4, good *", 2, 1),
        ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q Kg7 *", 2, 2),
    ] {
        let game = &read(text)[0];
        assert_eq!((game.moves(), played(game)), (moves, Some(legal)), "{text}");
    }
    assert_eq!(moves_in("White is fine. A bed in e4, Nf3 and a10"), 2);
}
