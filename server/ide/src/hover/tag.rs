//! Hover on a tag pair: its meaning and the meaning of its value.

use std::ops::Range;

use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::Tag;
use shakmaty::Position;

use super::moves;
use super::page::Page;
use super::values;
use scoresheet_chess::openings::{self, NoOpening, PlayedOpening};
use scoresheet_chess::position_faults::start_position;
use scoresheet_chess::replay::Setup;
use scoresheet_chess::tag_docs;
use scoresheet_chess::variants::{VariantKind, variant_of_tag};

/// Describes `tag`, with the pointer on the token at `token`, and returns the range described.
///
/// `offset` is the byte of the game that the pointer is on.
pub(super) fn describe(
    game: GameView,
    tag: &Tag,
    token: &Range<usize>,
    offset: usize,
    page: &mut Page,
) -> Option<Range<usize>> {
    let is_value = *token == tag.value_range;
    match tag_docs::describe(tag.name) {
        _ if tag.name.is_empty() => return None,
        Some(doc) => {
            page.title(&format!("{}:", tag.name), doc.summary);
            page.line(&match doc.section {
                Some(section) => format!("PGN standard, section {section}."),
                None => "Not in the PGN standard, but in common use.".to_owned(),
            });
        }
        None => page.title(tag.name, "is a custom tag; the PGN standard allows any name (section 8.1)."),
    }
    if is_value {
        values::describe(tag.name, &tag.value(), offset.saturating_sub(tag.inner_range().start), page);
    }
    match tag.name {
        "FEN" | "Fen" | "fen" => position(game, tag, page),
        "Result" if is_value => {
            let value = tag.value();
            page.title(&value, moves::result(&value).unwrap_or("is not one of the four results."));
        }
        "Variant" if is_value => rules(tag, page),
        "ECO" | "Opening" | "Variation" | "SubVariation" => opening(game, page),
        _ => {}
    }
    Some(if is_value { token.clone() } else { tag.range.clone() })
}

/// Adds the position of a FEN, or its faults.
fn position(game: GameView, tag: &Tag, page: &mut Page) {
    let setup = Setup::of(game);
    let Some((variant, _)) = setup.variant.rules() else { return };
    match start_position(&tag.value(), variant, setup.castling) {
        Ok(position) => {
            page.title(position.turn().fold_wb("White", "Black"), "to move.");
            page.position(&position, None);
        }
        Err(faults) => faults.iter().for_each(|fault| page.line(&fault.message)),
    }
}

/// Adds the opening by the moves, or why there is none.
fn opening(game: GameView, page: &mut Page) {
    page.line(&match openings::of_game(game) {
        Ok(PlayedOpening { opening, left_at, .. }) => {
            let left = left_at.map_or_else(String::new, |number| format!("; the game left the book at move {number}"));
            format!("By the moves: {} {}{left}.", opening.eco, opening.name)
        }
        Err(NoOpening::OtherStart) => {
            "The game begins from another position or by other rules, so its moves have no opening.".to_owned()
        }
        Err(NoOpening::Broken | NoOpening::Unnamed) => return,
    });
}

fn rules(tag: &Tag, page: &mut Page) {
    match variant_of_tag(&tag.value()) {
        VariantKind::Unknown(name) => page.title(&name, "has rules that are not supported: the moves are not checked."),
        known => page.title(known.display_name(), "is the set of rules that the moves are checked against."),
    }
}
