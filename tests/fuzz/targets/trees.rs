//! Trees are lossless, and files can be read in pieces: the lexer and the parser.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_tests::laws::trees::{check_lossless, check_split};

fuzz_target!(|text: &str| {
    check_lossless(text);
    check_split(text, 1);
});
