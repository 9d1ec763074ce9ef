//! The rules, one file each, and the list of them.

mod adjacent_comments;
mod ambiguous_move;
mod blank_in_move;
mod blunder_on_only_move;
mod byte_order_mark;
mod clock_increases;
mod comment_after_variation;
mod comment_only_variation;
mod consultation_count;
mod contradictory_moves;
mod contradictory_nags;
mod control_character;
mod coordinate_move;
mod duplicate_game;
mod duplicate_id;
mod duplicate_nag;
mod duplicate_opcode;
mod duplicate_position;
mod duplicate_tag;
mod duplicate_variation;
mod eco_mismatch;
mod empty_comment;
mod empty_line_in_movetext;
mod empty_tag_value;
mod empty_variation;
mod en_passant_suffix;
mod escape_line;
mod escape_not_in_first_column;
mod escaped_quote;
mod evaluation_contradicts_result;
mod event_date_after_date;
mod explicit_pawn_letter;
mod fen_without_setup;
mod figurine_move;
mod file_name;
mod html_entity;
mod illegal_move;
mod impossible_cited_move;
mod impossible_date;
mod incomplete_pawn_capture;
mod invalid_board;
mod invalid_date;
mod invalid_eco;
mod invalid_elo;
mod invalid_fen;
mod invalid_mode;
mod invalid_operand;
mod invalid_player_type;
mod invalid_position;
mod invalid_result;
mod invalid_round;
mod invalid_setup;
mod invalid_square_marker;
mod invalid_suffix;
mod invalid_termination;
mod invalid_time;
mod invalid_time_control;
mod invalid_title;
mod joined_operations;
mod latin1_incompatible_character;
mod line_break_in_tag_value;
mod line_comment;
mod localized_piece_letter;
mod long_algebraic_move;
mod long_line;
mod look_alike_letter;
mod lower_case_tag_name;
mod malformed_command;
mod malformed_move_number;
mod malformed_nag;
mod malformed_opcode;
mod malformed_tag_name;
mod mate_score_mismatch;
mod misplaced_tag;
mod misplaced_variation;
mod missing_blank;
mod missing_blank_line;
mod missing_capture_mark;
mod missing_check_mark;
mod missing_counters;
mod missing_delimiter;
mod missing_move;
mod missing_move_number;
mod missing_promotion_piece;
mod missing_promotion_sign;
mod missing_roster_tag;
mod missing_semicolon;
mod missing_supplied_move;
mod missing_tag_name;
mod missing_tag_value;
mod missing_termination_marker;
mod misspelled_tag;
mod misspelled_termination_marker;
mod mistyped_delimiter;
mod mistyped_move;
mod mixed_line_endings;
mod move_after_game_end;
mod moves_in_line_comment;
mod nag_after_comment;
mod nag_before_move;
mod nag_out_of_range;
mod name_format;
mod nested_brace_comment;
mod no_break_space;
mod nonstandard_capture_mark;
mod nonstandard_castling;
mod nonstandard_check_mark;
mod nonstandard_termination_marker;
mod not_a_game;
mod null_move;
mod null_nag;
mod opcode_order;
mod operand_order;
mod operations_in_fen;
mod overlong_line;
mod overlong_record;
mod overlong_string;
mod overlong_symbol;
mod overlong_tag_value;
mod padded_tag_value;
mod ply_count_mismatch;
mod predicted_move_mismatch;
mod redundant_disambiguation;
mod repeated_move;
mod reserved_character;
mod result_contradicts_position;
mod result_mismatch;
mod setup_without_fen;
mod shared_tag_line;
mod six_field_record;
mod spelling;
mod stacked_suffixes;
mod stray_backslash;
mod stray_closing_brace;
mod stray_closing_parenthesis;
mod stray_semicolon;
mod suffix_annotation;
mod superfluous_capture_mark;
mod superfluous_move_number;
mod surplus_blank;
mod surplus_field;
mod swapped_moves;
mod tab_character;
mod tag_order;
mod tag_values;
mod termination_in_variation;
mod text_between_games;
mod token_map;
mod traditional_glyph;
mod trailing_white_space;
mod unclosed_comment;
mod unclosed_string;
mod unclosed_tag;
mod unclosed_variation;
mod undefined_nag;
mod unescaped_quote;
mod unexpected_character;
mod unexpected_text;
mod unfounded_draw_claim;
mod unknown_command;
mod unknown_country_code;
mod unknown_opcode;
mod unopened_tag;
mod unquoted_string;
mod unquoted_tag_value;
mod unsorted_games;
mod unsupported_variant;
mod untidy_move;
mod unused_suppression;
mod variant_position;
mod variation_before_first_move;
mod variation_repeats_main_line;
mod wrapped_command;
mod wrong_case_move;
mod wrong_check_mark;
mod wrong_mate_count;
mod wrong_move_number;
mod wrong_perft_count;
mod wrong_side_to_move;
mod zero_byte;
mod zero_castling;

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

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[
    &adjacent_comments::ADJACENT_COMMENTS,
    &ambiguous_move::AMBIGUOUS_MOVE,
    &blank_in_move::BLANK_IN_MOVE,
    &blunder_on_only_move::BLUNDER_ON_ONLY_MOVE,
    &byte_order_mark::BYTE_ORDER_MARK,
    &clock_increases::CLOCK_INCREASES,
    &comment_after_variation::COMMENT_AFTER_VARIATION,
    &comment_only_variation::COMMENT_ONLY_VARIATION,
    &consultation_count::CONSULTATION_COUNT,
    &contradictory_moves::CONTRADICTORY_MOVES,
    &contradictory_nags::CONTRADICTORY_NAGS,
    &control_character::CONTROL_CHARACTER,
    &coordinate_move::COORDINATE_MOVE,
    &duplicate_game::DUPLICATE_GAME,
    &duplicate_id::DUPLICATE_ID,
    &duplicate_nag::DUPLICATE_NAG,
    &duplicate_opcode::DUPLICATE_OPCODE,
    &duplicate_position::DUPLICATE_POSITION,
    &duplicate_tag::DUPLICATE_TAG,
    &duplicate_variation::DUPLICATE_VARIATION,
    &eco_mismatch::ECO_MISMATCH,
    &empty_comment::EMPTY_COMMENT,
    &empty_line_in_movetext::EMPTY_LINE_IN_MOVETEXT,
    &empty_tag_value::EMPTY_TAG_VALUE,
    &empty_variation::EMPTY_VARIATION,
    &en_passant_suffix::EN_PASSANT_SUFFIX,
    &escape_line::ESCAPE_LINE,
    &escape_not_in_first_column::ESCAPE_NOT_IN_FIRST_COLUMN,
    &escaped_quote::ESCAPED_QUOTE,
    &evaluation_contradicts_result::EVALUATION_CONTRADICTS_RESULT,
    &event_date_after_date::EVENT_DATE_AFTER_DATE,
    &explicit_pawn_letter::EXPLICIT_PAWN_LETTER,
    &fen_without_setup::FEN_WITHOUT_SETUP,
    &figurine_move::FIGURINE_MOVE,
    &file_name::FILE_NAME,
    &html_entity::HTML_ENTITY,
    &illegal_move::ILLEGAL_MOVE,
    &impossible_cited_move::IMPOSSIBLE_CITED_MOVE,
    &impossible_date::IMPOSSIBLE_DATE,
    &incomplete_pawn_capture::INCOMPLETE_PAWN_CAPTURE,
    &invalid_board::INVALID_BOARD,
    &invalid_date::INVALID_DATE,
    &invalid_eco::INVALID_ECO,
    &invalid_elo::INVALID_ELO,
    &invalid_fen::INVALID_FEN,
    &invalid_mode::INVALID_MODE,
    &invalid_operand::INVALID_OPERAND,
    &invalid_player_type::INVALID_PLAYER_TYPE,
    &invalid_position::INVALID_POSITION,
    &invalid_result::INVALID_RESULT,
    &invalid_round::INVALID_ROUND,
    &invalid_setup::INVALID_SETUP,
    &invalid_square_marker::INVALID_SQUARE_MARKER,
    &invalid_suffix::INVALID_SUFFIX,
    &invalid_termination::INVALID_TERMINATION,
    &invalid_time::INVALID_TIME,
    &invalid_time_control::INVALID_TIME_CONTROL,
    &invalid_title::INVALID_TITLE,
    &joined_operations::JOINED_OPERATIONS,
    &latin1_incompatible_character::LATIN1_INCOMPATIBLE_CHARACTER,
    &line_break_in_tag_value::LINE_BREAK_IN_TAG_VALUE,
    &line_comment::LINE_COMMENT,
    &localized_piece_letter::LOCALIZED_PIECE_LETTER,
    &long_algebraic_move::LONG_ALGEBRAIC_MOVE,
    &long_line::LONG_LINE,
    &look_alike_letter::LOOK_ALIKE_LETTER,
    &lower_case_tag_name::LOWER_CASE_TAG_NAME,
    &malformed_command::MALFORMED_COMMAND,
    &malformed_move_number::MALFORMED_MOVE_NUMBER,
    &malformed_nag::MALFORMED_NAG,
    &malformed_opcode::MALFORMED_OPCODE,
    &malformed_tag_name::MALFORMED_TAG_NAME,
    &mate_score_mismatch::MATE_SCORE_MISMATCH,
    &misplaced_tag::MISPLACED_TAG,
    &misplaced_variation::MISPLACED_VARIATION,
    &missing_blank::MISSING_BLANK,
    &missing_blank_line::MISSING_BLANK_LINE,
    &missing_capture_mark::MISSING_CAPTURE_MARK,
    &missing_check_mark::MISSING_CHECK_MARK,
    &missing_counters::MISSING_COUNTERS,
    &missing_delimiter::MISSING_DELIMITER,
    &missing_move::MISSING_MOVE,
    &missing_move_number::MISSING_MOVE_NUMBER,
    &missing_promotion_piece::MISSING_PROMOTION_PIECE,
    &missing_promotion_sign::MISSING_PROMOTION_SIGN,
    &missing_roster_tag::MISSING_ROSTER_TAG,
    &missing_semicolon::MISSING_SEMICOLON,
    &missing_supplied_move::MISSING_SUPPLIED_MOVE,
    &missing_tag_name::MISSING_TAG_NAME,
    &missing_tag_value::MISSING_TAG_VALUE,
    &missing_termination_marker::MISSING_TERMINATION_MARKER,
    &misspelled_tag::MISSPELLED_TAG,
    &misspelled_termination_marker::MISSPELLED_TERMINATION_MARKER,
    &mistyped_delimiter::MISTYPED_DELIMITER,
    &mistyped_move::MISTYPED_MOVE,
    &mixed_line_endings::MIXED_LINE_ENDINGS,
    &move_after_game_end::MOVE_AFTER_GAME_END,
    &moves_in_line_comment::MOVES_IN_LINE_COMMENT,
    &nag_after_comment::NAG_AFTER_COMMENT,
    &nag_before_move::NAG_BEFORE_MOVE,
    &nag_out_of_range::NAG_OUT_OF_RANGE,
    &name_format::NAME_FORMAT,
    &nested_brace_comment::NESTED_BRACE_COMMENT,
    &no_break_space::NO_BREAK_SPACE,
    &nonstandard_capture_mark::NONSTANDARD_CAPTURE_MARK,
    &nonstandard_castling::NONSTANDARD_CASTLING,
    &nonstandard_check_mark::NONSTANDARD_CHECK_MARK,
    &nonstandard_termination_marker::NONSTANDARD_TERMINATION_MARKER,
    &not_a_game::NOT_A_GAME,
    &null_move::NULL_MOVE,
    &null_nag::NULL_NAG,
    &opcode_order::OPCODE_ORDER,
    &operand_order::OPERAND_ORDER,
    &operations_in_fen::OPERATIONS_IN_FEN,
    &overlong_line::OVERLONG_LINE,
    &overlong_record::OVERLONG_RECORD,
    &overlong_string::OVERLONG_STRING,
    &overlong_symbol::OVERLONG_SYMBOL,
    &overlong_tag_value::OVERLONG_TAG_VALUE,
    &padded_tag_value::PADDED_TAG_VALUE,
    &ply_count_mismatch::PLY_COUNT_MISMATCH,
    &predicted_move_mismatch::PREDICTED_MOVE_MISMATCH,
    &redundant_disambiguation::REDUNDANT_DISAMBIGUATION,
    &repeated_move::REPEATED_MOVE,
    &reserved_character::RESERVED_CHARACTER,
    &result_contradicts_position::RESULT_CONTRADICTS_POSITION,
    &result_mismatch::RESULT_MISMATCH,
    &setup_without_fen::SETUP_WITHOUT_FEN,
    &shared_tag_line::SHARED_TAG_LINE,
    &six_field_record::SIX_FIELD_RECORD,
    &stacked_suffixes::STACKED_SUFFIXES,
    &stray_backslash::STRAY_BACKSLASH,
    &stray_closing_brace::STRAY_CLOSING_BRACE,
    &stray_closing_parenthesis::STRAY_CLOSING_PARENTHESIS,
    &stray_semicolon::STRAY_SEMICOLON,
    &suffix_annotation::SUFFIX_ANNOTATION,
    &superfluous_capture_mark::SUPERFLUOUS_CAPTURE_MARK,
    &superfluous_move_number::SUPERFLUOUS_MOVE_NUMBER,
    &surplus_blank::SURPLUS_BLANK,
    &surplus_field::SURPLUS_FIELD,
    &swapped_moves::SWAPPED_MOVES,
    &tab_character::TAB_CHARACTER,
    &tag_order::TAG_ORDER,
    &termination_in_variation::TERMINATION_IN_VARIATION,
    &text_between_games::TEXT_BETWEEN_GAMES,
    &traditional_glyph::TRADITIONAL_GLYPH,
    &trailing_white_space::TRAILING_WHITE_SPACE,
    &unclosed_comment::UNCLOSED_COMMENT,
    &unclosed_string::UNCLOSED_STRING,
    &unclosed_tag::UNCLOSED_TAG,
    &unclosed_variation::UNCLOSED_VARIATION,
    &undefined_nag::UNDEFINED_NAG,
    &unescaped_quote::UNESCAPED_QUOTE,
    &unexpected_character::UNEXPECTED_CHARACTER,
    &unexpected_text::UNEXPECTED_TEXT,
    &unfounded_draw_claim::UNFOUNDED_DRAW_CLAIM,
    &unknown_command::UNKNOWN_COMMAND,
    &unknown_country_code::UNKNOWN_COUNTRY_CODE,
    &unknown_opcode::UNKNOWN_OPCODE,
    &unopened_tag::UNOPENED_TAG,
    &unquoted_string::UNQUOTED_STRING,
    &unquoted_tag_value::UNQUOTED_TAG_VALUE,
    &unsorted_games::UNSORTED_GAMES,
    &unsupported_variant::UNSUPPORTED_VARIANT,
    &untidy_move::UNTIDY_MOVE,
    &unused_suppression::UNUSED_SUPPRESSION,
    &variant_position::VARIANT_POSITION,
    &variation_before_first_move::VARIATION_BEFORE_FIRST_MOVE,
    &variation_repeats_main_line::VARIATION_REPEATS_MAIN_LINE,
    &wrapped_command::WRAPPED_COMMAND,
    &wrong_case_move::WRONG_CASE_MOVE,
    &wrong_check_mark::WRONG_CHECK_MARK,
    &wrong_mate_count::WRONG_MATE_COUNT,
    &wrong_move_number::WRONG_MOVE_NUMBER,
    &wrong_perft_count::WRONG_PERFT_COUNT,
    &wrong_side_to_move::WRONG_SIDE_TO_MOVE,
    &zero_byte::ZERO_BYTE,
    &zero_castling::ZERO_CASTLING,
];
