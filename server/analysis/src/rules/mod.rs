//! The rules, one file each, and the list of them.

mod control_character;
mod illegal_move;
mod line_break_in_tag_value;
mod malformed_nag;
mod misplaced_tag;
mod missing_tag_name;
mod missing_tag_value;
mod not_a_game;
mod reserved_character;
mod stray_closing_brace;
mod stray_closing_parenthesis;
mod text_between_games;
mod unclosed_comment;
mod unclosed_tag;
mod unclosed_variation;
mod unescaped_quote;
mod unexpected_character;
mod unexpected_text;
mod unopened_tag;
mod unquoted_tag_value;

#[cfg(test)]
mod doc_tests;

use crate::rule::Rule;

/// Every rule, in the order of its name.
pub static RULES: &[&Rule] = &[
    &control_character::CONTROL_CHARACTER,
    &illegal_move::ILLEGAL_MOVE,
    &line_break_in_tag_value::LINE_BREAK_IN_TAG_VALUE,
    &malformed_nag::MALFORMED_NAG,
    &misplaced_tag::MISPLACED_TAG,
    &missing_tag_name::MISSING_TAG_NAME,
    &missing_tag_value::MISSING_TAG_VALUE,
    &not_a_game::NOT_A_GAME,
    &reserved_character::RESERVED_CHARACTER,
    &stray_closing_brace::STRAY_CLOSING_BRACE,
    &stray_closing_parenthesis::STRAY_CLOSING_PARENTHESIS,
    &text_between_games::TEXT_BETWEEN_GAMES,
    &unclosed_comment::UNCLOSED_COMMENT,
    &unclosed_tag::UNCLOSED_TAG,
    &unclosed_variation::UNCLOSED_VARIATION,
    &unescaped_quote::UNESCAPED_QUOTE,
    &unexpected_character::UNEXPECTED_CHARACTER,
    &unexpected_text::UNEXPECTED_TEXT,
    &unopened_tag::UNOPENED_TAG,
    &unquoted_tag_value::UNQUOTED_TAG_VALUE,
];
