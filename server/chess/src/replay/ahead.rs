//! Where a replay is in its game, and separate walks from there.

use super::Replay;
use super::line::Line;
use super::open_lines::OpenLines;

impl<'game> Replay<'game> {
    /// Returns the number of bytes of the game walked so far, with or without white space after the last token.
    #[inline]
    pub fn offset(&self) -> usize {
        self.events.offset()
    }

    /// Returns the current place in the game's tree.
    pub fn place(&self) -> scoresheet_grammar::Place {
        self.events.place()
    }

    /// Moves to a later place on the same line, past variations of the last move.
    pub(crate) fn skip_to(&mut self, place: scoresheet_grammar::Place) {
        self.events = self.game.tree.events_from(place);
    }

    /// Returns a separate walk from here to the end of the line. It does not know the lines around it, so its cost does
    /// not grow with the number of open variations.
    pub fn look_ahead(&self) -> Replay<'game> {
        Replay {
            game: self.game,
            events: self.events.clone(),
            setup: self.setup.clone(),
            line: OpenLines::alone(Line::clone(&self.line)),
            ply: self.ply.clone(),
            recoveries: self.recoveries,
            phase: self.phase,
            gives_reasons: self.gives_reasons,
            keeps_positions: false,
            defers_repairs: false,
            awaits_repair: false,
            meanings: self.meanings,
            letter: self.letter,
        }
    }
}
