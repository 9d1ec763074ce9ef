//! Verification of the claims of a record about its position: a mate in a few moves, perft counts.
//!
//! Both searches have a budget, so that no claim costs more than it.

use shakmaty::Position;
use shakmaty::variant::VariantPosition;

/// The rules that use it; off unless selected, as they search.
pub const VERIFYING_RULES: [&str; 2] = ["wrong-mate-count", "wrong-perft-count"];

/// The result of a search for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move can force mate in this number of moves, and not in fewer.
    In(u32),
    /// No forced mate within the number of moves that were searched.
    No,
    /// The budget was used up.
    Unknown,
}

/// Searches for the shortest forced mate within `most` moves. Visits at most `budget` positions. The depth of the recursion is
/// twice `most`.
pub fn mate_in(position: &VariantPosition, most: u32, budget: u64) -> Mate {
    let mut left = budget;
    for moves in 1..=most {
        match forces_mate(position, moves, &mut left) {
            Some(true) => return Mate::In(moves),
            Some(false) => {}
            None => return Mate::Unknown,
        }
    }
    Mate::No
}

/// Whether the side to move forces mate in `moves` moves; `None` if the budget is used up.
fn forces_mate(position: &VariantPosition, moves: u32, left: &mut u64) -> Option<bool> {
    for action in position.legal_moves() {
        *left = left.checked_sub(1)?;
        let mut after = position.clone();
        after.play_unchecked(action);
        // The last move gives check.
        if moves == 1 && !after.is_check() {
            continue;
        }
        if is_lost(&after, moves, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the side to move is mated, or is after each of its moves in fewer than `moves` moves.
fn is_lost(position: &VariantPosition, moves: u32, left: &mut u64) -> Option<bool> {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return Some(position.is_checkmate());
    }
    if moves == 1 {
        return Some(false);
    }
    for reply in replies {
        *left = left.checked_sub(1)?;
        let mut after = position.clone();
        after.play_unchecked(reply);
        if !forces_mate(&after, moves - 1, left)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the perft of a position: the number of sequences of `depth` moves. Returns `None` as soon as there are more than `most`,
/// which bounds the work. The depth of the recursion is `depth`.
pub fn nodes_up_to(position: &VariantPosition, depth: u32, most: u64) -> Option<u64> {
    let moves = position.legal_moves();
    if depth <= 1 {
        let nodes = if depth == 0 { 1 } else { moves.len() as u64 };
        return (nodes <= most).then_some(nodes);
    }
    let mut nodes = 0;
    for action in moves {
        let mut after = position.clone();
        after.play_unchecked(action);
        nodes += nodes_up_to(&after, depth - 1, most - nodes)?;
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::Variant;

    use super::*;
    use crate::rule_id::Group;
    use crate::rules::RULES;
    use scoresheet_chess::position_faults::start_position;

    fn position(fen: &str) -> VariantPosition {
        start_position(fen, Variant::Chess, false).unwrap()
    }

    #[test]
    fn what_takes_time_is_off_unless_selected() {
        for name in VERIFYING_RULES {
            assert!(RULES.iter().any(|rule| rule.name == name && rule.group == Group::Pedantic), "{name}");
        }
    }

    #[test]
    fn mates_are_found_and_not_invented() {
        let two = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        assert_eq!(mate_in(&two, 3, 100_000), Mate::In(2));
        assert_eq!(mate_in(&two, 1, 100_000), Mate::No);
        assert_eq!(mate_in(&two, 3, 10), Mate::Unknown);
        assert_eq!(mate_in(&position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), 1, 1000), Mate::In(1));
        assert_eq!(mate_in(&position("7k/8/8/8/8/8/8/K7 w - - 0 1"), 3, 1_000_000), Mate::No);
    }

    #[test]
    fn perft_numbers_are_counted() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(nodes_up_to(&start, 1, 20), Some(20));
        assert_eq!(nodes_up_to(&start, 3, 8902), Some(8902));
        assert_eq!(nodes_up_to(&start, 3, 8901), None);
        assert_eq!(nodes_up_to(&start, 0, 1), Some(1));
    }
}
