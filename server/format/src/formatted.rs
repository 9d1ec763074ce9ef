//! What formatting answers: the new text, and what was left unchanged, with the reason.

/// Why a game was left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Byte offset of what stands in the way, relative to the game.
    pub offset: usize,
    /// What stands in the way, as one sentence for a player.
    pub reason: String,
}

/// A formatted text, and what was left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatted {
    /// The new text; refused games stand in it unchanged.
    pub text: String,
    /// The games that do not read cleanly, in order.
    pub refused: Vec<RefusedGame>,
    /// How many games were read.
    pub games: usize,
}

/// A game that was left byte for byte as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// Counted from 1.
    pub game: usize,
    /// Byte offset, in the text that was formatted, of what stands in the way.
    pub offset: usize,
    /// What stands in the way, as one sentence for a player.
    pub reason: String,
}

impl Formatted {
    /// Append the outcome of the next piece of a file, which begins at byte `start` of the file.
    pub fn append(&mut self, piece: Formatted, start: usize) {
        self.text.push_str(&piece.text);
        let games = self.games;
        let in_file = |refused: RefusedGame| RefusedGame {
            game: refused.game + games,
            offset: refused.offset + start,
            reason: refused.reason,
        };
        self.refused.extend(piece.refused.into_iter().map(in_file));
        self.games += piece.games;
    }
}
