//! What the rules say of every edge case, at the levels that `check` shows. Files that are a legal game in a common
//! dialect have no error; where a file has one slip, the slip is named once.

use std::path::{Path, PathBuf};

use scoresheet::text_file::TextFile;
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::file_view::FileFacts;
use scoresheet_analysis::finding::Level;
use scoresheet_analysis::lint::Linter;
use scoresheet_grammar::Database;
use scoresheet_tests::samples::sample_files;

/// The name of a file, and level and rule of its findings in the order of their places.
const EXPECTED: [(&str, &[&str]); 102] = [
    ("00_plain", &[]),
    ("01_bom", &[]),
    ("02_crlf", &[]),
    ("03_cr_only", &[]),
    ("04_latin1", &[]),
    ("05_utf16le", &[]),
    ("06_nulZ0", &["warning null-move"]),
    ("07_null--", &["warning null-move"]),
    ("08_castle00", &["warning zero-castling"]),
    ("09_promo_noeq", &["warning missing-promotion-sign"]),
    ("10_promo_slash", &["warning missing-promotion-sign"]),
    ("11_promo_paren", &["warning missing-promotion-sign"]),
    ("12_promo_missing", &["error missing-promotion-piece"]),
    ("13_ep_suffix", &["warning en-passant-suffix"]),
    ("14_ep_glued", &["warning en-passant-suffix"]),
    ("15_result_in_comment", &[]),
    ("16_no_result", &["warning missing-termination-marker"]),
    ("17_no_result_then_game", &["warning missing-termination-marker"]),
    ("18_no_blank_between_games", &[]),
    ("19_no_blank_tags_moves", &[]),
    ("20_no_tags", &[]),
    ("21_unescaped_quote", &["warning unescaped-quote"]),
    ("22_escaped_quote", &[]),
    ("23_backslash_apos", &["warning stray-backslash"]),
    ("24_bracket_in_tag", &[]),
    ("25_tag_unclosed", &["error unquoted-tag-value"]),
    ("26_tags_one_line", &["warning shared-tag-line"]),
    ("27_dup_tag", &["warning duplicate-tag"]),
    ("28_blank_between_tags", &[]),
    ("29_comment_first", &[]),
    ("30_comment_var_start", &[]),
    ("31_comment_after_var", &[]),
    ("32_multi_comments", &[]),
    ("33_nested_brace", &["error missing-delimiter"]),
    ("34_unclosed_brace", &["error missing-delimiter"]),
    ("35_stray_close_brace", &["error stray-closing-brace"]),
    ("36_semicolon", &[]),
    ("37_semicolon_in_brace", &[]),
    ("38_brace_in_semicolon", &[]),
    ("39_percent", &[]),
    // What stands behind the % on its line is read as a move, and so comes twice.
    ("40_percent_mid", &["error escape-not-in-first-column", "error illegal-move"]),
    ("41_bracket_linestart_in_comment", &[]),
    ("42_blank_in_comment", &[]),
    ("43_tag_in_comment", &[]),
    ("44_rav_before_first", &["warning variation-before-first-move"]),
    ("45_empty_rav", &["warning empty-variation"]),
    ("46_comment_only_rav", &[]),
    // The moves of the game go on inside the variation.
    ("47_rav_unclosed", &["error missing-delimiter"]),
    ("48_rav_extra_close", &["error stray-closing-parenthesis"]),
    ("49_rav_result_inside", &["warning termination-in-variation"]),
    ("50_deep_rav", &[]),
    ("51_multi_nag", &[]),
    ("52_nag_comment_nag", &["warning nag-after-comment"]),
    ("53_nag_large", &["warning nag-out-of-range", "warning nag-out-of-range", "error malformed-nag"]),
    ("54_nag_before_first", &["warning nag-before-move"]),
    ("55_suffix_spaced", &[]),
    ("56_suffix_triple", &["warning invalid-suffix", "warning invalid-suffix"]),
    (
        "57_glyph_pm",
        &[
            "warning traditional-glyph",
            "warning traditional-glyph",
            "warning traditional-glyph",
            "warning traditional-glyph",
        ],
    ),
    (
        "58_glyph_ascii",
        &[
            "warning traditional-glyph",
            "warning traditional-glyph",
            "warning traditional-glyph",
            "warning traditional-glyph",
            "warning traditional-glyph",
        ],
    ),
    ("59_glyph_N", &["warning traditional-glyph", "warning traditional-glyph"]),
    ("60_figurine", &["warning figurine-move", "warning figurine-move"]),
    (
        "61_german",
        &["warning localized-piece-letter", "warning localized-piece-letter", "warning localized-piece-letter"],
    ),
    ("62_lower_piece", &["warning wrong-case-move", "warning wrong-case-move"]),
    (
        "63_long_alg",
        &[
            "warning long-algebraic-move",
            "warning long-algebraic-move",
            "warning long-algebraic-move",
            "warning long-algebraic-move",
        ],
    ),
    (
        "64_uci",
        &[
            "warning long-algebraic-move",
            "warning long-algebraic-move",
            "warning long-algebraic-move",
            "warning long-algebraic-move",
        ],
    ),
    ("65_overdisamb", &[]),
    ("66_missing_disamb", &["error ambiguous-move"]),
    ("67_illegal", &["error illegal-move"]),
    ("68_wrong_numbers", &["warning wrong-move-number"]),
    ("69_no_space_number", &[]),
    ("70_black_number_dots", &[]),
    ("71_wrong_check", &["warning wrong-check-mark"]),
    ("72_missing_check", &[]),
    ("73_result_mismatch", &["warning result-mismatch", "error result-contradicts-position"]),
    ("74_result_endash", &["warning result-mismatch", "warning nonstandard-termination-marker"]),
    ("75_result_half", &["warning result-mismatch", "warning nonstandard-termination-marker"]),
    ("76_result_12", &["warning result-mismatch", "warning nonstandard-termination-marker"]),
    ("77_fen_no_setup", &[]),
    ("78_setup_no_fen", &["warning setup-without-fen"]),
    ("79_fen_bad", &["error invalid-fen"]),
    ("80_960_xfen", &[]),
    ("81_960_shredder", &[]),
    ("81b_960_fischerandom", &[]),
    ("81c_960_novariant", &[]),
    ("82_variant_zh", &[]),
    ("83_variant_unknown", &[]),
    ("84_nbsp", &["warning no-break-space", "warning no-break-space"]),
    ("85_html_entity", &["warning html-entity"]),
    ("86_angle", &["error reserved-character"]),
    ("87_draw_offer", &["warning traditional-glyph"]),
    ("88_diagram_D", &["warning traditional-glyph"]),
    ("89_clk", &["warning invalid-square-marker"]),
    ("90_long_line", &[]),
    ("91_very_long_comment", &[]),
    ("92_typo_result_1-O", &["warning result-mismatch", "error misspelled-termination-marker"]),
    ("93_king_move_end", &["warning result-mismatch", "error illegal-move"]),
    ("94_cr_in_tag", &["error line-break-in-tag-value"]),
    ("95_nul_byte", &["warning control-character"]),
    ("96_tag_single_quote", &["error unquoted-tag-value"]),
    ("97_tag_lower", &[]),
    ("98_tag_after_move", &["error misplaced-tag"]),
    ("99_two_results", &["warning result-mismatch", "error move-after-game-end"]),
];

#[test]
fn every_edge_case_is_judged_as_expected() {
    let files = sample_files("edge-cases");
    if files.is_empty() {
        return;
    }
    let names: Vec<String> = files.iter().map(|(path, _)| name(path)).collect();
    let expected_names: Vec<&str> = EXPECTED.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, expected_names);
    let mut differences = Vec::new();
    for ((path, bytes), (name, expected)) in files.into_iter().zip(EXPECTED) {
        let found = shown_findings(path, bytes);
        if found != expected {
            differences.push(format!("{name}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Level and rule of what `check` shows of a file.
fn shown_findings(path: PathBuf, bytes: Vec<u8>) -> Vec<String> {
    let file = TextFile::decode(path, bytes, None).expect("a guess never fails");
    let linter = Linter::configured(&Configuration::new(Level::Warning));
    let facts = FileFacts { name: file.name(), has_byte_order_mark: file.has_utf8_byte_order_mark() };
    let findings = linter.check_database(&Database::parse(&file.text), facts);
    findings.iter().map(|finding| format!("{} {}", finding.level.name(), finding.rule.name)).collect()
}
