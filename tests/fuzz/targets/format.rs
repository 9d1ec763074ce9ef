//! Formatting loses nothing and is done after one run.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_tests::laws::format::check_format;

fuzz_target!(|text: &str| {
    check_format(text);
});
