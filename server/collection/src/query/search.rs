//! Asks a game: tags first, then facts, the text, and the positions, with an early exit.

use std::ops::{ControlFlow, Range};

use scoresheet_chess::board::fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Position, Role};

use super::header::Cost;
use super::position::At;
use super::program::{Program, Run};
use crate::game::{Game, Kept, Lines, Reached, Visitor};
use crate::material::Material;
use crate::truth::Truth;

/// The answer to a query about one game.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The game is found.
    Found(Found),
    /// The game is not found.
    NotFound {
        /// Whether the search ended where the game no longer reads.
        is_broken: bool,
    },
    /// The source does not keep what decides; the text of the game does.
    Unknown,
}

/// Where a game fulfils a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The first position that does, in plies from the start; `None` if the query is not about positions.
    pub ply: Option<u32>,
    /// Where the move that leads to it is in the text of the game, if the source knows it.
    pub range: Range<usize>,
    /// How many variations are open there.
    pub depth: usize,
    /// The position.
    pub position: Option<VariantPosition>,
}

impl Found {
    /// The position as a FEN.
    pub fn fen(&self) -> Option<String> {
        self.position.as_ref().map(fen)
    }

    /// The number of the move that leads to the position, with its periods: `9.` or `9...`.
    pub fn move_number(&self) -> Option<String> {
        let position = self.position.as_ref()?;
        let next = position.fullmoves().get();
        // The move is the other side's.
        Some(if position.turn().is_black() { format!("{next}.") } else { format!("{}...", next.saturating_sub(1)) })
    }
}

/// Asks a game.
pub(super) fn find(program: &Program, lines: Lines, game: &mut impl Game) -> Answer {
    let mut run = program.run();
    let dearest = program.dearest();
    for cost in [Cost::Tags, Cost::Text, Cost::Moves] {
        program.ask(&mut run, cost, game);
        // A broken game is played whatever is known of it, so that where the search in it ends does not depend on the source.
        let facts = (cost == Cost::Tags && program.needs_positions())
            .then(|| game.facts())
            .filter(|facts| facts.is_broken != Some(true));
        match program.bound(&mut run, facts.as_ref()) {
            Truth::Yes => return Answer::Found(Found::default()),
            Truth::No => return Answer::NotFound { is_broken: false },
            // Playing the game may be cheaper than to count its moves.
            Truth::Unknown if dearest.is_none_or(|dearest| dearest <= cost) => break,
            Truth::Unknown => {}
        }
    }
    if !program.needs_positions() {
        return unknown(&run);
    }
    let mut last = Found::default();
    let mut is_broken = false;
    for part in (0..program.somewhere.len()).map(Some).chain([None]) {
        if part.is_none() && !program.is_of_positions() {
            return match program.bound(&mut run, None) {
                Truth::Yes => Answer::Found(last),
                Truth::No => Answer::NotFound { is_broken },
                Truth::Unknown => unknown(&run),
            };
        }
        if part.is_some_and(|part| run.somewhere[part] != Truth::Unknown) {
            continue;
        }
        run.slots.fill(0);
        let mut walk = Walk {
            program,
            part,
            is_of_material: program.is_of_material(part),
            run: &mut run,
            lines,
            found: None,
            material: None,
            interrupted: Vec::new(),
            before: Vec::new(),
        };
        let Kept::Known(reading) = game.play(lines, &mut walk) else { return Answer::Unknown };
        let found = walk.found;
        is_broken |= reading.is_broken && found.is_none();
        let Some(part) = part else {
            return found.map_or_else(
                || if run.lacks { Answer::Unknown } else { Answer::NotFound { is_broken } },
                Answer::Found,
            );
        };
        run.somewhere[part] = found.is_some().into();
        last = found.filter(|found| found.ply >= last.ply).unwrap_or(last);
        if program.bound(&mut run, None) == Truth::No {
            return Answer::NotFound { is_broken };
        }
    }
    unknown(&run)
}

fn unknown(run: &Run) -> Answer {
    if run.lacks { Answer::Unknown } else { Answer::NotFound { is_broken: false } }
}

/// A walk that looks for the first position in which a part of a query holds.
struct Walk<'a> {
    program: &'a Program,
    part: Option<usize>,
    /// Whether nothing but the material decides.
    is_of_material: bool,
    run: &'a mut Run,
    lines: Lines,
    found: Option<Found>,
    /// The material of the last position.
    material: Option<Material>,
    /// What sequences remember on the interrupted lines: before the last move of each, and after it.
    interrupted: Vec<(Vec<u32>, Vec<u32>)>,
    /// What they remembered before the last move of this line.
    before: Vec<u32>,
}

impl Visitor for Walk<'_> {
    #[inline]
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        let changes_material = reached.last.is_none_or(|action| action.is_capture() || action.is_promotion());
        let material = match self.material {
            Some(_) if !changes_material && self.is_of_material => return ControlFlow::Continue(()),
            Some(material) if !changes_material => material,
            _ => Material::of(reached.position.board()),
        };
        self.material = Some(material);
        if self.lines == Lines::All {
            self.before.clone_from(&self.run.slots);
        }
        let at = At { reached, material: &material };
        if self.program.holds(self.part, self.run, &at) == Truth::Yes {
            self.found = Some(Found {
                ply: Some(reached.ply),
                range: reached.range.clone(),
                depth: reached.depth,
                position: Some(reached.position.clone()),
            });
            return ControlFlow::Break(());
        }
        // What has changed for good: men that are gone, pawns that have left their squares.
        let changes = reached.last.is_none_or(|action| action.is_capture() || action.role() == Role::Pawn);
        let may_end = self.lines == Lines::Main && matches!(reached.position, VariantPosition::Chess(_));
        if changes && may_end && self.program.bound_after(self.part, self.run, &at) == Truth::No {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn enter_variation(&mut self, continues: bool) {
        let now = if continues { self.run.slots.clone() } else { self.before.clone() };
        self.interrupted.push((std::mem::take(&mut self.before), std::mem::replace(&mut self.run.slots, now)));
        self.material = None;
    }

    fn leave_variation(&mut self) {
        if let Some((before, now)) = self.interrupted.pop() {
            (self.before, self.run.slots) = (before, now);
        }
        self.material = None;
    }
}
