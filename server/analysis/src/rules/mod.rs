//! The rules, one file each, and the list of them.

mod adjacent_comments;
mod ambiguous_move;
mod byte_order_mark;
mod comment_after_variation;
mod comment_only_variation;
mod control_character;
mod duplicate_game;
mod duplicate_tag;
mod empty_line_in_movetext;
mod empty_variation;
mod en_passant_suffix;
mod escape_line;
mod escape_not_in_first_column;
mod escaped_quote;
mod explicit_pawn_letter;
mod fen_without_setup;
mod figurine_move;
mod file_name;
mod html_entity;
mod illegal_move;
mod incomplete_pawn_capture;
mod invalid_date;
mod invalid_fen;
mod invalid_result;
mod invalid_suffix;
mod latin1_incompatible_character;
mod line_break_in_tag_value;
mod line_comment;
mod localized_piece_letter;
mod long_algebraic_move;
mod long_line;
mod malformed_command;
mod malformed_nag;
mod malformed_tag_name;
mod misplaced_tag;
mod missing_blank_line;
mod missing_capture_mark;
mod missing_check_mark;
mod missing_delimiter;
mod missing_promotion_piece;
mod missing_promotion_sign;
mod missing_roster_tag;
mod missing_tag_name;
mod missing_tag_value;
mod missing_termination_marker;
mod misspelled_termination_marker;
mod mistyped_delimiter;
mod mistyped_move;
mod mixed_line_endings;
mod move_after_game_end;
mod nag_after_comment;
mod nag_out_of_range;
mod no_break_space;
mod nonstandard_capture_mark;
mod nonstandard_castling;
mod nonstandard_check_mark;
mod nonstandard_termination_marker;
mod not_a_game;
mod null_move;
mod overlong_line;
mod overlong_symbol;
mod redundant_disambiguation;
mod reserved_character;
mod result_contradicts_position;
mod result_mismatch;
mod setup_without_fen;
mod shared_tag_line;
mod spelling;
mod stray_closing_brace;
mod stray_closing_parenthesis;
mod superfluous_capture_mark;
mod swapped_moves;
mod tab_character;
mod tag_places;
mod termination_in_variation;
mod text_between_games;
mod token_map;
mod traditional_glyph;
mod trailing_white_space;
mod unclosed_comment;
mod unclosed_tag;
mod unclosed_variation;
mod unescaped_quote;
mod unexpected_character;
mod unexpected_text;
mod unopened_tag;
mod unquoted_tag_value;
mod unsorted_games;
mod unsupported_variant;
mod unused_suppression;
mod variation_before_first_move;
mod wrong_case_move;
mod wrong_check_mark;
mod wrong_move_number;
mod zero_castling;

#[cfg(test)]
mod doc_tests;

use crate::rule::Rule;
pub(crate) use unused_suppression::UNUSED_SUPPRESSION;

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[
    &adjacent_comments::ADJACENT_COMMENTS,
    &ambiguous_move::AMBIGUOUS_MOVE,
    &byte_order_mark::BYTE_ORDER_MARK,
    &comment_after_variation::COMMENT_AFTER_VARIATION,
    &comment_only_variation::COMMENT_ONLY_VARIATION,
    &control_character::CONTROL_CHARACTER,
    &duplicate_game::DUPLICATE_GAME,
    &duplicate_tag::DUPLICATE_TAG,
    &empty_line_in_movetext::EMPTY_LINE_IN_MOVETEXT,
    &empty_variation::EMPTY_VARIATION,
    &en_passant_suffix::EN_PASSANT_SUFFIX,
    &escape_line::ESCAPE_LINE,
    &escape_not_in_first_column::ESCAPE_NOT_IN_FIRST_COLUMN,
    &escaped_quote::ESCAPED_QUOTE,
    &explicit_pawn_letter::EXPLICIT_PAWN_LETTER,
    &fen_without_setup::FEN_WITHOUT_SETUP,
    &figurine_move::FIGURINE_MOVE,
    &file_name::FILE_NAME,
    &html_entity::HTML_ENTITY,
    &illegal_move::ILLEGAL_MOVE,
    &incomplete_pawn_capture::INCOMPLETE_PAWN_CAPTURE,
    &invalid_date::INVALID_DATE,
    &invalid_fen::INVALID_FEN,
    &invalid_result::INVALID_RESULT,
    &invalid_suffix::INVALID_SUFFIX,
    &latin1_incompatible_character::LATIN1_INCOMPATIBLE_CHARACTER,
    &line_break_in_tag_value::LINE_BREAK_IN_TAG_VALUE,
    &line_comment::LINE_COMMENT,
    &localized_piece_letter::LOCALIZED_PIECE_LETTER,
    &long_algebraic_move::LONG_ALGEBRAIC_MOVE,
    &long_line::LONG_LINE,
    &malformed_command::MALFORMED_COMMAND,
    &malformed_nag::MALFORMED_NAG,
    &malformed_tag_name::MALFORMED_TAG_NAME,
    &misplaced_tag::MISPLACED_TAG,
    &missing_blank_line::MISSING_BLANK_LINE,
    &missing_capture_mark::MISSING_CAPTURE_MARK,
    &missing_check_mark::MISSING_CHECK_MARK,
    &missing_delimiter::MISSING_DELIMITER,
    &missing_promotion_piece::MISSING_PROMOTION_PIECE,
    &missing_promotion_sign::MISSING_PROMOTION_SIGN,
    &missing_roster_tag::MISSING_ROSTER_TAG,
    &missing_tag_name::MISSING_TAG_NAME,
    &missing_tag_value::MISSING_TAG_VALUE,
    &missing_termination_marker::MISSING_TERMINATION_MARKER,
    &misspelled_termination_marker::MISSPELLED_TERMINATION_MARKER,
    &mistyped_delimiter::MISTYPED_DELIMITER,
    &mistyped_move::MISTYPED_MOVE,
    &mixed_line_endings::MIXED_LINE_ENDINGS,
    &move_after_game_end::MOVE_AFTER_GAME_END,
    &nag_after_comment::NAG_AFTER_COMMENT,
    &nag_out_of_range::NAG_OUT_OF_RANGE,
    &no_break_space::NO_BREAK_SPACE,
    &nonstandard_capture_mark::NONSTANDARD_CAPTURE_MARK,
    &nonstandard_castling::NONSTANDARD_CASTLING,
    &nonstandard_check_mark::NONSTANDARD_CHECK_MARK,
    &nonstandard_termination_marker::NONSTANDARD_TERMINATION_MARKER,
    &not_a_game::NOT_A_GAME,
    &null_move::NULL_MOVE,
    &overlong_line::OVERLONG_LINE,
    &overlong_symbol::OVERLONG_SYMBOL,
    &redundant_disambiguation::REDUNDANT_DISAMBIGUATION,
    &reserved_character::RESERVED_CHARACTER,
    &result_contradicts_position::RESULT_CONTRADICTS_POSITION,
    &result_mismatch::RESULT_MISMATCH,
    &setup_without_fen::SETUP_WITHOUT_FEN,
    &shared_tag_line::SHARED_TAG_LINE,
    &stray_closing_brace::STRAY_CLOSING_BRACE,
    &stray_closing_parenthesis::STRAY_CLOSING_PARENTHESIS,
    &superfluous_capture_mark::SUPERFLUOUS_CAPTURE_MARK,
    &swapped_moves::SWAPPED_MOVES,
    &tab_character::TAB_CHARACTER,
    &termination_in_variation::TERMINATION_IN_VARIATION,
    &text_between_games::TEXT_BETWEEN_GAMES,
    &traditional_glyph::TRADITIONAL_GLYPH,
    &trailing_white_space::TRAILING_WHITE_SPACE,
    &unclosed_comment::UNCLOSED_COMMENT,
    &unclosed_tag::UNCLOSED_TAG,
    &unclosed_variation::UNCLOSED_VARIATION,
    &unescaped_quote::UNESCAPED_QUOTE,
    &unexpected_character::UNEXPECTED_CHARACTER,
    &unexpected_text::UNEXPECTED_TEXT,
    &unopened_tag::UNOPENED_TAG,
    &unquoted_tag_value::UNQUOTED_TAG_VALUE,
    &unsorted_games::UNSORTED_GAMES,
    &unsupported_variant::UNSUPPORTED_VARIANT,
    &unused_suppression::UNUSED_SUPPRESSION,
    &variation_before_first_move::VARIATION_BEFORE_FIRST_MOVE,
    &wrong_case_move::WRONG_CASE_MOVE,
    &wrong_check_mark::WRONG_CHECK_MARK,
    &wrong_move_number::WRONG_MOVE_NUMBER,
    &zero_castling::ZERO_CASTLING,
];
