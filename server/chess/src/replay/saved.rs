//! A snapshot of a replay without its game, to continue in a text that is the same up to there.

use scoresheet_grammar::GameView;

use super::line::Line;
use super::open_lines::OpenLines;
use super::{Phase, Ply, Replay, Setup};

/// A snapshot of a replay's state without the game.
#[derive(Clone, Debug)]
pub struct SavedReplay {
    setup: Setup,
    /// The interrupted lines, then the current one.
    lines: Vec<Line>,
    ply: Ply,
    recoveries: usize,
    phase: Phase,
    keeps_positions: bool,
}

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

    /// Returns a snapshot of the replay.
    pub fn save(&self) -> SavedReplay {
        SavedReplay {
            setup: self.setup.clone(),
            lines: self.line.all().to_vec(),
            ply: self.ply.clone(),
            recoveries: self.recoveries,
            phase: self.phase,
            keeps_positions: self.keeps_positions,
        }
    }

    /// Continues a replay of `game` at `place` of its tree from a snapshot taken at that place in a text that is the
    /// same up to there.
    pub fn resume(game: GameView<'game>, place: scoresheet_grammar::Place, saved: &SavedReplay) -> Replay<'game> {
        let SavedReplay { setup, lines, ply, recoveries, phase, keeps_positions } = saved.clone();
        let events = game.tree.events_from(place);
        Replay {
            game,
            events,
            setup,
            line: OpenLines::of(lines),
            ply,
            recoveries,
            gives_reasons: true,
            phase,
            keeps_positions,
            defers_repairs: false,
            awaits_repair: false,
        }
    }
}

impl<'game> Replay<'game> {
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
        }
    }
}
