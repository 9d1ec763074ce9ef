//! The result of formatting: the new text and the games left unchanged, with the reason.

use std::ops::AddAssign;

/// The reason why a game was left unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The byte offset of the obstacle, relative to the game.
    pub offset: usize,
    /// The obstacle in one sentence for a chess player.
    pub reason: String,
}

/// A formatted text with the games left unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatted {
    /// The new text, including refused games unchanged.
    pub text: String,
    /// The games that do not read cleanly, in order.
    pub refused: Vec<RefusedGame>,
    /// The games that were formatted and are still not in export format, in order; of each the first reason.
    pub departures: Vec<RefusedGame>,
    /// What reduced export format leaves out.
    pub left_out: LeftOut,
    /// The number of games.
    pub games: usize,
}

/// What is to be known of a game that was formatted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The first thing that was kept, so that nothing is lost, and that export format does not have.
    pub departure: Option<Refusal>,
    /// What reduced export format leaves out.
    pub left_out: LeftOut,
}

/// Counts of what reduced export format (section 3.2.4) leaves out. What is in a variation counts as the variation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Tag pairs outside the Seven Tag Roster.
    pub tags: usize,
    /// Comments.
    pub comments: usize,
    /// Variations of the main line.
    pub variations: usize,
    /// NAGs and signs.
    pub nags: usize,
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.tags += other.tags;
        self.comments += other.comments;
        self.variations += other.variations;
        self.nags += other.nags;
    }
}

/// A game with a reason: why it was left unchanged byte for byte, or is not in export format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// The 1-based number of the game.
    pub game: usize,
    /// The byte offset of the obstacle in the text before formatting.
    pub offset: usize,
    /// The obstacle in one sentence for a chess player.
    pub reason: String,
}

impl Formatted {
    /// Appends the result of the next piece of a file, which begins at byte `start` of the file.
    pub fn append(&mut self, piece: Formatted, start: usize) {
        self.text.push_str(&piece.text);
        let games = self.games;
        let in_file = |refused: RefusedGame| RefusedGame {
            game: refused.game + games,
            offset: refused.offset + start,
            reason: refused.reason,
        };
        self.refused.extend(piece.refused.into_iter().map(in_file));
        self.departures.extend(piece.departures.into_iter().map(in_file));
        self.left_out += piece.left_out;
        self.games += piece.games;
    }
}

/// Gives the formatted text of a fragment the line end at its end that the text before had, or none.
pub(crate) fn end_like(text: &str, formatted: &mut String, line_end: &str) {
    formatted.truncate(formatted.trim_end_matches(['\n', '\r']).len());
    if text.ends_with(['\n', '\r']) {
        formatted.push_str(line_end);
    }
}
