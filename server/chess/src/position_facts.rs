//! A description of a position in words: material, legal moves, check and game end, repetition and the move counters.

use shakmaty::variant::VariantPosition;
use shakmaty::{Board, Color, Position, Role};

/// The lowest number of moves without a capture or a pawn move that the description mentions.
const FIRST_SPOKEN_OF: u32 = 20;

/// The pieces in descending order of value, without kings.
const PIECES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Describes the material, the state of the game and possible claims in sentences. `occurrences` counts how often the
/// position has occurred.
pub fn facts(position: &VariantPosition, occurrences: usize) -> Vec<String> {
    // Pieces in hand would count as well, but there is no agreed value for them.
    let material = position.pockets().is_none().then(|| material(position.board()));
    let mut facts: Vec<String> = material.into_iter().collect();
    facts.push(state(position));
    facts.extend(match occurrences {
        0 | 1 => None,
        2 => Some("The position occurs for the second time.".to_owned()),
        3 => Some("The position occurs for the third time: a draw can be claimed.".to_owned()),
        5.. => Some("The position occurs for the fifth time: the game is drawn.".to_owned()),
        4 => Some("The position occurs for the fourth time: a draw can be claimed.".to_owned()),
    });
    facts.extend(counters(position.halfmoves()));
    facts
}

/// Describes the surplus material of one side.
pub fn material(board: &Board) -> String {
    let surplus = |color: Color| {
        let more = |role: Role| {
            let count = |color: Color| (board.by_color(color) & board.by_role(role)).count();
            (role, count(color).saturating_sub(count(!color)))
        };
        let words: Vec<String> = PIECES.into_iter().map(more).filter(|(_, count)| *count > 0).map(pieces).collect();
        joined(&words)
    };
    match (surplus(Color::White), surplus(Color::Black)) {
        (None, None) => "Material is even.".to_owned(),
        (Some(white), None) => format!("White is {white} up."),
        (None, Some(black)) => format!("Black is {black} up."),
        (Some(white), Some(black)) => format!("White has {white} for {black}."),
    }
}

/// Describes check, the end of the game, or the number of legal moves.
fn state(position: &VariantPosition) -> String {
    let moves = position.legal_moves().len();
    let side = position.turn().fold_wb("White", "Black");
    let is_ordinary = matches!(position, VariantPosition::Chess(_));
    match (position.is_check(), moves) {
        (true, 0) if is_ordinary => format!("{side} is checkmated."),
        (false, 0) if is_ordinary => format!("{side} is stalemated."),
        _ if position.is_variant_end() => "The game is over.".to_owned(),
        (_, 0) => format!("{side} has no legal move."),
        _ if is_ordinary && position.is_insufficient_material() => "Neither side can mate.".to_owned(),
        (true, 1) => format!("{side} is in check and has one legal move."),
        (true, _) => format!("{side} is in check and has {moves} legal moves."),
        (false, 1) => format!("{side} has one legal move."),
        (false, _) => format!("{side} has {moves} legal moves."),
    }
}

/// Describes the fifty-move and the seventy-five-move rule.
fn counters(halfmoves: u32) -> Option<String> {
    let moves = halfmoves / 2;
    let begun = format!("No capture and no pawn move for {moves} moves");
    match moves {
        _ if moves < FIRST_SPOKEN_OF => None,
        75.. => Some(format!("{begun}: the game is drawn.")),
        50.. => Some(format!("{begun}: a draw can be claimed.")),
        _ => Some(format!("{begun}.")),
    }
}

fn pieces((role, count): (Role, usize)) -> String {
    let name = crate::piece_letters::role_name(role);
    match count {
        1 => format!("a {name}"),
        2 => format!("two {name}s"),
        3 => format!("three {name}s"),
        4 => format!("four {name}s"),
        _ => format!("{count} {name}s"),
    }
}

/// Joins words: "a rook, a knight and two pawns".
fn joined(words: &[String]) -> Option<String> {
    let (last, before) = words.split_last()?;
    Some(if before.is_empty() { last.clone() } else { format!("{} and {last}", before.join(", ")) })
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::Variant;

    use super::*;
    use crate::position_faults::start_position;

    #[test]
    fn positions_are_described() {
        let cases: &[(&str, usize, &[&str])] = &[
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                1,
                &["Material is even.", "White has 20 legal moves."],
            ),
            (
                "4k3/8/8/8/8/8/PP6/4KB2 b - - 0 1",
                1,
                &["White is a bishop and two pawns up.", "Black has 5 legal moves."],
            ),
            (
                "4k3/3nbp2/8/8/8/8/8/4K2R w K - 0 1",
                1,
                &["White has a rook for a bishop, a knight and a pawn.", "White has 15 legal moves."],
            ),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1, &["White is a queen up.", "Black is checkmated."]),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, &["White is a queen up.", "Black is stalemated."]),
            ("7k/8/6K1/8/8/8/8/8 b - - 0 1", 1, &["Material is even.", "Neither side can mate."]),
            (
                "k7/8/8/8/8/8/8/K6R w - - 40 60",
                2,
                &[
                    "White is a rook up.",
                    "White has 16 legal moves.",
                    "The position occurs for the second time.",
                    "No capture and no pawn move for 20 moves.",
                ],
            ),
            (
                "k6R/8/K7/8/8/8/7p/8 b - - 150 99",
                3,
                &[
                    "White has a rook for a pawn.",
                    "Black is checkmated.",
                    "The position occurs for the third time: a draw can be claimed.",
                    "No capture and no pawn move for 75 moves: the game is drawn.",
                ],
            ),
            (
                "k7/7R/8/8/8/8/7p/K6R b - - 100 99",
                1,
                &[
                    "White has two rooks for a pawn.",
                    "Black has one legal move.",
                    "No capture and no pawn move for 50 moves: a draw can be claimed.",
                ],
            ),
        ];
        for (fen, occurrences, expected) in cases {
            let position = start_position(fen, Variant::Chess, false).unwrap();
            assert_eq!(facts(&position, *occurrences), *expected, "{fen}");
        }
        let won = start_position("8/8/8/3K4/8/8/8/7k b - - 0 1", Variant::KingOfTheHill, false).unwrap();
        assert_eq!(facts(&won, 1)[1], "The game is over.");
        let with_hands = VariantPosition::new(Variant::Crazyhouse);
        assert_eq!(facts(&with_hands, 1), ["White has 20 legal moves."]);
    }
}
