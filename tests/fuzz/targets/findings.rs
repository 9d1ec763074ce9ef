//! Checking ends and findings lie inside: replay, rules and root causes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_tests::laws::findings::check_places;

fuzz_target!(|text: &str| check_places(text));
