//! What a move loses, in the classes and by the thresholds of Lichess.

use super::score::Score;

/// A class of mistakes, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// The winning chances, of which there are 2 between lost and won, from whose loss on a move belongs to a class.
const LOSSES: [(f64, Judgement); 3] =
    [(0.3, Judgement::Blunder), (0.2, Judgement::Mistake), (0.1, Judgement::Inaccuracy)];

/// Where one side leads by more than so many centipawns anyway, missing or allowing a mate is judged more mildly: as this.
const DECIDED: [(i32, Judgement); 2] = [(999, Judgement::Inaccuracy), (700, Judgement::Mistake)];

impl Judgement {
    /// Returns the name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// Returns the number of the NAG.
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Returns the suffix.
    pub const fn glyph(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// Returns how many winning chances a move loses, from 0 to 2: `best` is the score of the best move for the side to move, `played` that of the move.
pub fn chances_lost(best: Score, played: Score) -> f64 {
    (best.winning_chances() - played.winning_chances()).max(0.0)
}

/// Judges a move: `best` is the score of the best move for the side to move, `played` that of the move. `None` if it is good enough.
pub fn judge(best: Score, played: Score) -> Option<Judgement> {
    let of_decided = |ahead: i32| {
        let class = DECIDED.into_iter().find(|(least, _)| ahead > *least);
        Some(class.map_or(Judgement::Blunder, |(_, judgement)| judgement))
    };
    match (best, played) {
        (Score::Centipawns(_), Score::Centipawns(_)) => {
            let loss = chances_lost(best, played);
            LOSSES.into_iter().find(|(least, _)| loss >= *least).map(|(_, judgement)| judgement)
        }
        (Score::Centipawns(centipawns), Score::Mated(_)) => of_decided(centipawns.saturating_neg()),
        (Score::Mates(_), Score::Centipawns(centipawns)) => of_decided(centipawns),
        (Score::Mates(_), Score::Mated(_)) => Some(Judgement::Blunder),
        (Score::Mated(_), _) | (_, Score::Mates(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::Score::{Centipawns, Mated, Mates};
    use super::Judgement::{Blunder, Inaccuracy, Mistake};
    use super::*;

    #[test]
    fn moves_are_judged_as_lichess_does() {
        let moves = [
            (Centipawns(30), Centipawns(30), None),
            (Centipawns(30), Centipawns(-10), None),
            (Centipawns(30), Centipawns(-30), Some(Inaccuracy)),
            (Centipawns(30), Centipawns(-90), Some(Mistake)),
            (Centipawns(30), Centipawns(-290), Some(Blunder)),
            (Centipawns(900), Centipawns(750), None),
            (Centipawns(0), Mated(3), Some(Blunder)),
            (Centipawns(-750), Mated(3), Some(Mistake)),
            (Centipawns(-1200), Mated(3), Some(Inaccuracy)),
            (Mates(2), Centipawns(1200), Some(Inaccuracy)),
            (Mates(2), Centipawns(800), Some(Mistake)),
            (Mates(2), Centipawns(0), Some(Blunder)),
            (Mates(2), Mated(4), Some(Blunder)),
            (Mates(2), Mates(7), None),
            (Mated(2), Mated(1), None),
        ];
        for (best, played, judgement) in moves {
            assert_eq!(judge(best, played), judgement, "{best} {played}");
        }
        assert_eq!(chances_lost(Centipawns(0), Centipawns(50)), 0.0);
    }
}
