//! The result of formatting: the new text and the games left unchanged, with the reason.

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
    /// The number of games.
    pub games: usize,
}

/// A game that was left unchanged byte for byte.
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
        self.games += piece.games;
    }
}
