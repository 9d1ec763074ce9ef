//! After any edits the games are those of a fresh parse.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_fuzz::Edit;
use scoresheet_tests::edits::RandomEdit;
use scoresheet_tests::laws::reparse::check_edits;

fuzz_target!(|input: (Vec<Edit>, &str)| {
    let (edits, text) = input;
    let edits: Vec<RandomEdit> = edits.into_iter().map(Edit::into).collect();
    check_edits(text, &edits);
});
