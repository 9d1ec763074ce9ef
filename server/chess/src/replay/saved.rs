//! Where a replay is, apart from the game, so that it can go on from there in a text that is the same up to there.

use scoresheet_grammar::GameView;

use super::open_lines::OpenLines;
use super::{Line, Phase, Ply, Replay, Setup};

/// All that a replay knows but the game, and how far it is in its tree.
#[derive(Clone, Debug)]
pub struct SavedReplay {
    setup: Setup,
    /// The line it is on, behind those that it interrupts.
    lines: Vec<Line>,
    ply: Ply,
    recoveries: usize,
    phase: Phase,
    keeps_positions: bool,
}

impl<'game> Replay<'game> {
    /// How many bytes of the game have been walked over, white space behind the last token included or not.
    #[inline]
    pub fn offset(&self) -> usize {
        self.events.offset()
    }

    /// How far the walk is in the game's tree.
    pub fn place(&self) -> scoresheet_grammar::Place {
        self.events.place()
    }

    /// Goes to a place on the same line, over variations that hang on the last move.
    pub(crate) fn skip_to(&mut self, place: scoresheet_grammar::Place) {
        self.events = self.game.tree.events_from(place);
    }

    /// What the replay knows now.
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

    /// A replay of `game` that goes on from `place` of its tree, knowing what one knew that was there in a text which is the same
    /// up to there.
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
    /// A walk of its own that goes on from here to the end of the line. It knows nothing of the lines around it, so that its
    /// cost does not grow with the variations that are open.
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
