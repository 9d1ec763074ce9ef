//! The rules, one file each, and the list of them.

/// Makes the modules of the rules, and the list of them.
macro_rules! rules {
    ($($module:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Every rule, in the order of its name.
        pub static RULES: &[&Rule] = &[$(&$module::RULE),+];

        #[cfg(test)]
        const MODULES: &[&str] = &[$(stringify!($module)),+];
    };
}

// A rule is a file and a line here.
rules! {
    adjacent_comments,
    ambiguous_move,
    blank_in_move,
    blunder_on_only_move,
    byte_order_mark,
    clock_increases,
    comment_after_variation,
    comment_only_variation,
    consultation_count,
    continuing_variation,
    contradictory_moves,
    contradictory_nags,
    control_character,
    coordinate_move,
    cut_off_move,
    descriptive_notation,
    duplicate_game,
    duplicate_id,
    duplicate_nag,
    duplicate_opcode,
    duplicate_position,
    duplicate_tag,
    duplicate_variation,
    eco_mismatch,
    empty_comment,
    empty_line_in_movetext,
    empty_tag_value,
    empty_variation,
    en_passant_suffix,
    escape_line,
    escape_not_in_first_column,
    escaped_quote,
    evaluation_contradicts_result,
    event_date_after_date,
    explicit_pawn_letter,
    fen_without_setup,
    figurine_move,
    file_name,
    html_entity,
    illegal_move,
    impossible_cited_move,
    impossible_date,
    incomplete_pawn_capture,
    inconsistent_name,
    invalid_board,
    invalid_date,
    invalid_eco,
    invalid_elo,
    invalid_fen,
    invalid_mode,
    invalid_operand,
    invalid_player_type,
    invalid_position,
    invalid_result,
    invalid_round,
    invalid_setup,
    invalid_square_marker,
    invalid_suffix,
    invalid_termination,
    invalid_time,
    invalid_time_control,
    invalid_title,
    joined_operations,
    later_position,
    latin1_incompatible_character,
    line_break_in_tag_value,
    line_comment,
    localized_piece_letter,
    long_algebraic_move,
    long_line,
    look_alike_letter,
    lower_case_tag_name,
    malformed_command,
    malformed_move_number,
    malformed_nag,
    malformed_opcode,
    malformed_tag_name,
    mate_score_mismatch,
    misplaced_tag,
    misplaced_variation,
    missing_blank,
    missing_blank_line,
    missing_capture_mark,
    missing_castling_right,
    missing_check_mark,
    missing_counters,
    missing_delimiter,
    missing_move,
    missing_move_number,
    missing_promotion_piece,
    missing_promotion_sign,
    missing_roster_tag,
    missing_semicolon,
    missing_supplied_move,
    missing_tag_name,
    missing_tag_value,
    missing_termination_marker,
    misspelled_tag,
    misspelled_termination_marker,
    mistyped_delimiter,
    mistyped_move,
    mixed_line_endings,
    move_after_game_end,
    moves_in_line_comment,
    nag_after_comment,
    nag_before_move,
    nag_out_of_range,
    name_format,
    nested_brace_comment,
    no_break_space,
    nonstandard_capture_mark,
    nonstandard_castling,
    nonstandard_check_mark,
    nonstandard_periods,
    nonstandard_termination_marker,
    not_a_game,
    null_move,
    null_nag,
    opcode_order,
    operand_order,
    operations_in_fen,
    overlong_line,
    overlong_record,
    overlong_string,
    overlong_symbol,
    overlong_tag_value,
    padded_tag_value,
    ply_count_mismatch,
    predicted_move_mismatch,
    redundant_disambiguation,
    repeated_move,
    reserved_character,
    result_contradicts_position,
    result_mismatch,
    setup_without_fen,
    shared_tag_line,
    six_field_record,
    stacked_suffixes,
    stray_backslash,
    stray_closing_brace,
    stray_closing_parenthesis,
    stray_semicolon,
    suffix_annotation,
    superfluous_capture_mark,
    superfluous_move_number,
    surplus_blank,
    surplus_field,
    swapped_moves,
    tab_character,
    tag_after_game_end,
    tag_order,
    termination_in_variation,
    text_between_games,
    traditional_glyph,
    trailing_white_space,
    unclosed_comment,
    unclosed_string,
    unclosed_tag,
    unclosed_variation,
    undefined_nag,
    unescaped_quote,
    unexpected_character,
    unexpected_text,
    unfounded_draw_claim,
    unknown_command,
    unknown_country_code,
    unknown_opcode,
    unknown_termination_marker,
    unknown_value,
    unopened_tag,
    unquoted_string,
    unquoted_tag_value,
    unsorted_games,
    unsupported_variant,
    untidy_move,
    unused_suppression,
    variant_position,
    variation_before_first_move,
    variation_repeats_main_line,
    wrapped_command,
    wrong_case_move,
    wrong_check_mark,
    wrong_mate_count,
    wrong_move_number,
    wrong_perft_count,
    wrong_side_to_move,
    zero_byte,
    zero_castling,
}

mod braced;
mod fixes;
mod record_traits;
mod repeated_records;
mod spelling;
mod tag_values;
mod token_map;

#[cfg(test)]
mod doc_tests;

use std::sync::LazyLock;

use crate::rule::{Rule, ids};
use crate::rule_id::RuleId;

/// The rule of this name. Logarithmic in their number.
pub fn rule(name: &str) -> Option<&'static Rule> {
    let place = RULES.binary_search_by_key(&name, |rule| rule.name).ok()?;
    Some(RULES[place])
}

/// What names the rules.
pub fn rule_ids() -> &'static [RuleId] {
    static IDS: LazyLock<Vec<RuleId>> = LazyLock::new(|| ids(RULES));
    &IDS
}
