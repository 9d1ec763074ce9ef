//! The rules, one file each, and the list of them.

mod ambiguous_move;
mod comment_only_variation;
mod empty_variation;
mod en_passant_suffix;
mod explicit_pawn_letter;
mod figurine_move;
mod html_entity;
mod illegal_move;
mod incomplete_pawn_capture;
mod invalid_suffix;
mod localized_piece_letter;
mod long_algebraic_move;
mod malformed_command;
mod missing_capture_mark;
mod missing_check_mark;
mod missing_promotion_piece;
mod missing_promotion_sign;
mod nag_out_of_range;
mod nonstandard_capture_mark;
mod nonstandard_castling;
mod nonstandard_check_mark;
mod null_move;
mod redundant_disambiguation;
mod spelling;
mod superfluous_capture_mark;
mod traditional_glyph;
mod variation_before_first_move;
mod wrong_case_move;
mod wrong_check_mark;
mod wrong_move_number;
mod zero_castling;

#[cfg(test)]
mod doc_tests;

use crate::rule::Rule;

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[
    &ambiguous_move::AMBIGUOUS_MOVE,
    &comment_only_variation::COMMENT_ONLY_VARIATION,
    &empty_variation::EMPTY_VARIATION,
    &en_passant_suffix::EN_PASSANT_SUFFIX,
    &explicit_pawn_letter::EXPLICIT_PAWN_LETTER,
    &figurine_move::FIGURINE_MOVE,
    &html_entity::HTML_ENTITY,
    &illegal_move::ILLEGAL_MOVE,
    &incomplete_pawn_capture::INCOMPLETE_PAWN_CAPTURE,
    &invalid_suffix::INVALID_SUFFIX,
    &localized_piece_letter::LOCALIZED_PIECE_LETTER,
    &long_algebraic_move::LONG_ALGEBRAIC_MOVE,
    &malformed_command::MALFORMED_COMMAND,
    &missing_capture_mark::MISSING_CAPTURE_MARK,
    &missing_check_mark::MISSING_CHECK_MARK,
    &missing_promotion_piece::MISSING_PROMOTION_PIECE,
    &missing_promotion_sign::MISSING_PROMOTION_SIGN,
    &nag_out_of_range::NAG_OUT_OF_RANGE,
    &nonstandard_capture_mark::NONSTANDARD_CAPTURE_MARK,
    &nonstandard_castling::NONSTANDARD_CASTLING,
    &nonstandard_check_mark::NONSTANDARD_CHECK_MARK,
    &null_move::NULL_MOVE,
    &redundant_disambiguation::REDUNDANT_DISAMBIGUATION,
    &superfluous_capture_mark::SUPERFLUOUS_CAPTURE_MARK,
    &traditional_glyph::TRADITIONAL_GLYPH,
    &variation_before_first_move::VARIATION_BEFORE_FIRST_MOVE,
    &wrong_case_move::WRONG_CASE_MOVE,
    &wrong_check_mark::WRONG_CHECK_MARK,
    &wrong_move_number::WRONG_MOVE_NUMBER,
    &zero_castling::ZERO_CASTLING,
];
