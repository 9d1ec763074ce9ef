//! EPD and FEN: findings lie inside, formatting and repairs keep what the records say, edits are seen.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_chess::epd::RecordKind;
use scoresheet_fuzz::Edit;
use scoresheet_tests::edits::RandomEdit;
use scoresheet_tests::laws::epd::{check_edits, check_features, check_formatting, check_repairs, check_text};

fuzz_target!(|input: (Vec<Edit>, u16, &str)| {
    let (edits, offset, text) = input;
    let kind = RecordKind::default();
    check_text(text, kind);
    check_formatting(text, kind);
    check_features(text, kind, offset.into());
    check_repairs(text, kind);
    let edits: Vec<RandomEdit> = edits.into_iter().map(Edit::into).collect();
    check_edits(text, &edits, kind);
});
