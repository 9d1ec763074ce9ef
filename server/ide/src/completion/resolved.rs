//! The documentation of a completed move, resolved on request: the board after the move.

use shakmaty::Position;
use shakmaty::san::San;
use shakmaty::variant::VariantPosition;

use crate::hover::Style;
use crate::hover::page::Page;
use scoresheet_chess::board::fen;
use scoresheet_chess::openings::opening;
use scoresheet_chess::position_facts::facts;
use scoresheet_chess::position_faults::start_position;
use scoresheet_chess::variants::{display_name, variant_of_tag};

/// The position in which a move is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedIn {
    /// The position in Forsyth-Edwards Notation.
    pub fen: String,
    /// The name of the rules, as in a Variant tag.
    pub variant: String,
}

impl PlayedIn {
    pub(super) fn of(position: &VariantPosition) -> PlayedIn {
        PlayedIn { fen: fen(position), variant: display_name(position.variant()).to_owned() }
    }
}

/// Returns the board after a move in canonical SAN, with the facts about the position, in `style`.
///
/// None where the move cannot be played.
pub fn documentation(played_in: &PlayedIn, san: &str, style: Style) -> Option<String> {
    let (rules, _) = variant_of_tag(&played_in.variant).rules()?;
    // Standard castling rights mean the same under the rules of Chess960.
    let mut position = start_position(&played_in.fen, rules, true).ok()?;
    let action = san.trim_end_matches(['+', '#']).parse::<San>().ok()?.to_move(&position).ok()?;
    position.play_unchecked(action);
    let mut page = Page::new(style);
    if let Some(opening) = opening(&position) {
        page.line(&format!("{} {}", opening.eco, opening.name));
    }
    page.line(&facts(&position, 1).join(" "));
    page.position(&position, Some(action));
    Some(page.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, variant: &str, san: &str, expected: &[&str]) {
        let played_in = PlayedIn { fen: fen.to_owned(), variant: variant.to_owned() };
        let content = documentation(&played_in, san, Style::Plain).unwrap();
        assert!(expected.iter().all(|words| content.contains(words)), "{content}");
    }

    #[test]
    fn the_board_after_a_move_is_shown() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "Standard", "e4", &["B00 King's Pawn Game", "4  . . . .[P]. . .", "Black has 20 legal moves."]);
        check("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Standard", "Re8#", &["Black is checkmated."]);
        check("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "Chess960", "O-O", &["4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"]);
        check("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Crazyhouse", "N@e4", &["4k3/8/8/8/4N3/8/8/4K3[] b - - 1 1"]);
        let nowhere = PlayedIn { fen: "8".into(), variant: "Standard".into() };
        assert_eq!(documentation(&nowhere, "e4", Style::Plain), None);
    }
}
