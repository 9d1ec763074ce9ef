//! Scores: pawns, or a forced mate.

use std::cmp::Ordering;
use std::fmt;

/// A score for one side, usually the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// The side is mated in so many of the other side's moves. 0 is checkmate on the board.
    Mated(u32),
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side mates in so many of its own moves.
    Mates(u32),
}

/// How fast winning chances grow with centipawns: fitted by Lichess to its games of players rated 2300.
const SLOPE: f64 = 0.003_682_08;

/// Beyond so many centipawns the winning chances no longer grow.
const WON: i32 = 1000;

impl Score {
    /// Returns the same score for the other side.
    pub fn for_opponent(self) -> Score {
        match self {
            Score::Mated(moves) => Score::Mates(moves),
            Score::Centipawns(centipawns) => Score::Centipawns(centipawns.saturating_neg()),
            Score::Mates(moves) => Score::Mated(moves),
        }
    }

    /// Returns the score of a move for the side that plays it, from the score of the position after it for the other side.
    pub fn before_move(self) -> Score {
        match self {
            Score::Mated(moves) => Score::Mates(moves.saturating_add(1)),
            other => other.for_opponent(),
        }
    }

    /// Returns the winning chances, as Lichess computes them: from -1, lost, to 1, won.
    pub fn winning_chances(self) -> f64 {
        let centipawns = match self {
            Score::Mated(_) => -WON,
            Score::Centipawns(centipawns) => centipawns.clamp(-WON, WON),
            Score::Mates(_) => WON,
        };
        2.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp()) - 1.0
    }

    /// Returns the hundredths of a pawn; `None` of a mate.
    pub fn centipawns(self) -> Option<i32> {
        match self {
            Score::Centipawns(centipawns) => Some(centipawns),
            Score::Mated(_) | Score::Mates(_) => None,
        }
    }

    /// Returns the argument of an `[%eval]` command for the score of White: `0.32`, `-2.9`, `#3`, `#-3`.
    pub fn command_argument(self) -> String {
        match self {
            Score::Mated(moves) => format!("#-{moves}"),
            Score::Mates(moves) => format!("#{moves}"),
            Score::Centipawns(centipawns) => {
                let decimals = format!("{:.2}", f64::from(centipawns) / 100.0);
                let short = decimals.strip_suffix('0').unwrap_or(&decimals);
                if short == "-0.0" { "0.0".to_owned() } else { short.to_owned() }
            }
        }
    }
}

/// `+0.30`, `-2.90`, `mate in 3`, `mated in 3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Mated(0) => write!(f, "checkmate"),
            Score::Mated(moves) => write!(f, "mated in {moves}"),
            Score::Centipawns(0) => write!(f, "0.00"),
            Score::Centipawns(centipawns) => write!(f, "{:+.2}", f64::from(*centipawns) / 100.0),
            Score::Mates(moves) => write!(f, "mate in {moves}"),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        // A late mate is better than an early one for the side that is mated, and worse for the other.
        let key = |score: &Score| match *score {
            Score::Mated(moves) => (0, i64::from(moves)),
            Score::Centipawns(centipawns) => (1, i64::from(centipawns)),
            Score::Mates(moves) => (2, -i64::from(moves)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Score::{Centipawns, Mated, Mates};

    #[test]
    fn scores_are_ordered_from_lost_to_won() {
        let all = [Mated(0), Mated(1), Mated(9), Centipawns(-500), Centipawns(0), Centipawns(20), Mates(9), Mates(1)];
        assert!(all.is_sorted());
        let chances: Vec<f64> = all.iter().map(|score| score.winning_chances()).collect();
        assert!(chances.is_sorted() && chances[4] == 0.0);
        let difference = chances.iter().zip(chances.iter().rev()).map(|(one, other)| (one + other).abs()).next();
        assert!(difference < Some(1e-9), "{difference:?}");
    }

    #[test]
    fn a_move_that_mates_is_a_mate_in_one() {
        let scores = [Mated(0), Mated(2), Mates(2), Centipawns(30), Centipawns(i32::MIN)];
        let before = [Mates(1), Mates(3), Mated(2), Centipawns(-30), Centipawns(i32::MAX)];
        assert_eq!(scores.map(|score| score.before_move()), before);
    }

    #[test]
    fn scores_are_written_for_people_and_for_programs() {
        let scores = [Centipawns(0), Centipawns(30), Centipawns(-290), Centipawns(-4), Mates(3), Mated(2), Mated(0)];
        let written = scores.map(|score| format!("{score} {}", score.command_argument()));
        let expected =
            ["0.00 0.0", "+0.30 0.3", "-2.90 -2.9", "-0.04 -0.04", "mate in 3 #3", "mated in 2 #-2", "checkmate #-0"];
        assert_eq!(written, expected);
    }
}
