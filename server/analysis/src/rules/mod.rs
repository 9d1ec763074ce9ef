//! The rules, one file each, and the list of them.

mod control_character;
mod duplicate_tag;
mod fen_without_setup;
mod illegal_move;
mod invalid_date;
mod invalid_fen;
mod invalid_result;
mod line_break_in_tag_value;
mod malformed_nag;
mod misplaced_tag;
mod missing_roster_tag;
mod missing_tag_name;
mod missing_tag_value;
mod missing_termination_marker;
mod misspelled_termination_marker;
mod move_after_game_end;
mod nonstandard_termination_marker;
mod not_a_game;
mod reserved_character;
mod result_contradicts_position;
mod result_mismatch;
mod setup_without_fen;
mod stray_closing_brace;
mod stray_closing_parenthesis;
mod termination_in_variation;
mod text_between_games;
mod unclosed_comment;
mod unclosed_tag;
mod unclosed_variation;
mod unescaped_quote;
mod unexpected_character;
mod unexpected_text;
mod unopened_tag;
mod unquoted_tag_value;
mod unsupported_variant;

#[cfg(test)]
mod doc_tests;

use crate::rule::Rule;

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[
    &control_character::CONTROL_CHARACTER,
    &duplicate_tag::DUPLICATE_TAG,
    &fen_without_setup::FEN_WITHOUT_SETUP,
    &illegal_move::ILLEGAL_MOVE,
    &invalid_date::INVALID_DATE,
    &invalid_fen::INVALID_FEN,
    &invalid_result::INVALID_RESULT,
    &line_break_in_tag_value::LINE_BREAK_IN_TAG_VALUE,
    &malformed_nag::MALFORMED_NAG,
    &misplaced_tag::MISPLACED_TAG,
    &missing_roster_tag::MISSING_ROSTER_TAG,
    &missing_tag_name::MISSING_TAG_NAME,
    &missing_tag_value::MISSING_TAG_VALUE,
    &missing_termination_marker::MISSING_TERMINATION_MARKER,
    &misspelled_termination_marker::MISSPELLED_TERMINATION_MARKER,
    &move_after_game_end::MOVE_AFTER_GAME_END,
    &nonstandard_termination_marker::NONSTANDARD_TERMINATION_MARKER,
    &not_a_game::NOT_A_GAME,
    &reserved_character::RESERVED_CHARACTER,
    &result_contradicts_position::RESULT_CONTRADICTS_POSITION,
    &result_mismatch::RESULT_MISMATCH,
    &setup_without_fen::SETUP_WITHOUT_FEN,
    &stray_closing_brace::STRAY_CLOSING_BRACE,
    &stray_closing_parenthesis::STRAY_CLOSING_PARENTHESIS,
    &termination_in_variation::TERMINATION_IN_VARIATION,
    &text_between_games::TEXT_BETWEEN_GAMES,
    &unclosed_comment::UNCLOSED_COMMENT,
    &unclosed_tag::UNCLOSED_TAG,
    &unclosed_variation::UNCLOSED_VARIATION,
    &unescaped_quote::UNESCAPED_QUOTE,
    &unexpected_character::UNEXPECTED_CHARACTER,
    &unexpected_text::UNEXPECTED_TEXT,
    &unopened_tag::UNOPENED_TAG,
    &unquoted_tag_value::UNQUOTED_TAG_VALUE,
    &unsupported_variant::UNSUPPORTED_VARIANT,
];
