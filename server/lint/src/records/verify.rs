//! Whether what a record claims of its position is so: a mate in a few moves, the numbers of a perft suite.
//!
//! Both count what they look at, so that a claim costs no more than is allowed for it.

use shakmaty::Position;
use shakmaty::variant::VariantPosition;

/// The rules that ask, off unless selected: their work is a search.
pub const VERIFYING_RULES: [&str; 2] = ["wrong-mate-count", "wrong-perft-count"];

/// What a search for a mate has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move mates in so many moves at least, and can.
    In(u32),
    /// Not in as many moves as were looked at.
    No,
    /// The search was too long to finish.
    Unknown,
}

/// In how many moves, `most` at most, the side to move can force mate. Looks at no more than `budget` positions. The depth of
/// the recursion is twice `most`.
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

/// Whether the side to move forces mate in `moves` moves; nothing where the budget is used up.
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

/// Whether the side to move is mated, or will be after each of its moves in one move less than `moves`.
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

/// How many sequences of `depth` moves there are from a position: the number of its perft. Nothing as soon as there are more
/// than `most`, so that the work never is much more than that. The depth of the recursion is `depth`.
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
