//! Checking ends and findings lie inside: replay, rules and root causes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_tests::laws::findings::{check_places, check_shortcuts};

fuzz_target!(|text: &str| {
    check_places(text);
    check_shortcuts(text);
});
