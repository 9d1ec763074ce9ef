//! Formatting and safe fixes keep what a game says by an independent reading, whatever its movetext.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_tests::laws::kept::{Compared, violations};
use scoresheet_tests::mutants::{TAGS, has_only_our_tags};

fuzz_target!(|movetext: &str| {
    let text = format!("{TAGS}{movetext}");
    if has_only_our_tags(&text) {
        let mut found = violations(&text, Compared::Movetext);
        found.retain(|violation| violation.law.contains("keep"));
        assert!(found.is_empty(), "{text:?}: {found:#?}");
    }
});
