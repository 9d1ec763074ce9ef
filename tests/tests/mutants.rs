//! The properties that the fuzzers check, on mutations of the sample files: the same mutations in every run, so that a failure is due to the
//! code change, and few enough for every run. The tests of each property have the inputs that the fuzzers have found.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use scoresheet::repair::Guard;
use scoresheet_chess::epd::RecordKind;
use scoresheet_tests::edits::edits;
use scoresheet_tests::laws::session::{Act, METHODS, check_session};
use scoresheet_tests::laws::{epd, findings, fixes, format, reparse, trees};
use scoresheet_tests::mutants::mutants;
use std::fmt::Debug;

/// Checks a property on `cases` inputs.
fn check<I: Debug>(cases: u32, inputs: impl Strategy<Value = I>, law: impl Fn(I)) {
    let configuration = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(configuration, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let held = runner.run(&inputs, |input| {
        law(input);
        Ok(())
    });
    if let Err(error) = held {
        panic!("{error}");
    }
}

fn games() -> impl Strategy<Value = String> {
    mutants(&["pgn"])
}

fn records() -> impl Strategy<Value = String> {
    mutants(&["epd", "fen"])
}

#[test]
fn trees_are_lossless() {
    check(4000, games(), |text| {
        trees::check_lossless(&text);
        trees::check_split(&text, 1);
    });
}

#[test]
fn games_after_edits_are_those_of_a_fresh_parse() {
    check(1000, (games(), edits(8)), |(text, edits)| reparse::check_edits(&text, &edits));
}

#[test]
fn findings_lie_inside() {
    check(300, games(), |text| findings::check_places(&text));
}

#[test]
fn formatting_loses_nothing() {
    check(400, games(), |text| drop(format::check_format(&text)));
}

#[test]
fn repairs_keep_what_games_say() {
    check(150, games(), |text| {
        if let Err(broken) = fixes::check_fixes(&text, Guard::NONE) {
            panic!("{broken}");
        }
    });
}

#[test]
fn records_are_read_formatted_and_repaired() {
    check(400, (records(), edits(3), any::<u16>()), |(text, edits, offset)| {
        let kind = RecordKind::default();
        epd::check_text(&text, kind);
        epd::check_formatting(&text, kind);
        epd::check_features(&text, kind, offset.into());
        epd::check_repairs(&text, kind);
        epd::check_edits(&text, &edits, kind);
    });
}

#[test]
fn every_request_is_answered() {
    let act = prop_oneof![
        1 => games().prop_map(|text| Act::Open { language: "pgn", text }),
        1 => records().prop_map(|text| Act::Open { language: "epd", text }),
        2 => edits(1).prop_map(|mut edits| Act::Change(edits.remove(0))),
        4 => (0..METHODS.len(), 0..40_u32, 0..80_u32)
            .prop_map(|(method, line, character)| Act::Ask { method, line, character }),
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    check(40, proptest::collection::vec(act, 4..20), |acts| {
        runtime.block_on(check_session(&acts));
    });
}
