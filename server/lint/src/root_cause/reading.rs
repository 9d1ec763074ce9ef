//! How well a game reads: the measure for a candidate repair.

use std::ops::Range;

use scoresheet_grammar::{Event, FaultKind, GameView, NodeKind, TokenKind, ast};

use super::seams::seams;
use scoresheet_chess::move_numbers::{Count, Fit};
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, RepairAction, Replay, Step};

/// The troubles of reading a game, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// Syntax faults among the moves.
    pub(super) faults: usize,
    /// Moves that no legal move fits, or more than one.
    pub(super) failed: usize,
    /// Move numbers that do not fit.
    pub(super) wrong_numbers: usize,
    /// Termination markers that end nothing.
    pub(super) odd_terminations: usize,
    /// Moves that were not checked because the line was lost before, or the game over.
    pub(super) lost: usize,
    /// Where the moves that were played begin, in text order.
    pub(super) played: Vec<usize>,
    /// Every trouble, by place.
    pub(super) troubles: Vec<Trouble>,
}

/// One thing that does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// Where; half-open byte offsets relative to the game.
    pub(super) range: Range<usize>,
    /// What.
    pub(super) kind: TroubleKind,
}

/// What does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TroubleKind {
    /// A syntax fault.
    Fault(FaultKind),
    /// A move that cannot be played. `is_explained` if all that follows fits what was probably meant.
    Move {
        /// Whether nothing is left to explain.
        is_explained: bool,
    },
    /// A move number.
    Number,
    /// A termination marker that ends nothing: in a variation, or with moves after it.
    Termination,
}

impl Reading {
    /// What is known of a game before a walk over it.
    fn of_faults(game: GameView, is_whole: bool) -> Reading {
        let mut reading = Reading::default();
        let counts = |kind: FaultKind| is_among_moves(kind) && (is_whole || kind != FaultKind::UnclosedVariation);
        for fault in game.tree.faults().iter().filter(|fault| counts(fault.kind)) {
            reading.faults += 1;
            let range = fault.range.start as usize..fault.range.end as usize;
            reading.troubles.push(Trouble { range, kind: TroubleKind::Fault(fault.kind) });
        }
        reading
    }

    /// What a walk has found, together with what was known before it.
    fn with(mut self, faults: Reading) -> Reading {
        self.faults = faults.faults;
        self.troubles.extend(faults.troubles);
        // A syntax fault comes before a trouble of the walk at the same place.
        self.troubles.sort_by_key(|trouble| (trouble.range.start, !matches!(trouble.kind, TroubleKind::Fault(_))));
        // Leaving a move out explains nothing if the next number no longer fits.
        for index in 1..self.troubles.len() {
            if self.troubles[index].kind == TroubleKind::Number
                && let TroubleKind::Move { is_explained } = &mut self.troubles[index - 1].kind
            {
                *is_explained = false;
            }
        }
        self
    }

    /// How many moves were played before byte `place`.
    pub(super) fn played_before(&self, place: usize) -> usize {
        self.played.partition_point(|start| *start < place)
    }

    fn at_odd_termination(&mut self, range: Option<Range<usize>>) {
        let Some(range) = range else { return };
        self.odd_terminations += 1;
        self.troubles.push(Trouble { range, kind: TroubleKind::Termination });
    }

    fn at_move(&mut self, text: &str, replay: &Replay, range: Range<usize>) {
        let is_explained = match &replay.ply().outcome {
            // The piece to be captured is elsewhere: an earlier move may be another one.
            Outcome::Played { notes, .. } if notes.has_any(Notes::SUPERFLUOUS_CAPTURE) => false,
            Outcome::Played { .. } | Outcome::Null { .. } => return self.played.push(range.start),
            Outcome::Unchecked => {
                self.lost += 1;
                return;
            }
            Outcome::Ambiguous { chosen, .. } => chosen.is_some(),
            Outcome::Illegal(illegal) => illegal.repair.as_ref().is_some_and(|repair| {
                let (plays, tried) = repair.follows;
                matches!(repair.action, RepairAction::Play { .. } | RepairAction::Skip)
                    && (repair.is_translated || repair.is_certain && plays == tried && tried > 1)
                    && seams(text, range.clone()).is_empty()
            }),
        };
        self.failed += 1;
        self.troubles.push(Trouble { range, kind: TroubleKind::Move { is_explained } });
    }

    /// One number to compare readings by; 0 for a game that reads cleanly.
    pub(super) fn cost(&self) -> usize {
        4 * (self.faults + self.failed) + 3 * (self.wrong_numbers + self.odd_terminations) + self.lost
    }
}

/// The number of `{` inside comments of a game.
pub(super) fn nested_comments(game: GameView) -> usize {
    let comments = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::BraceComment));
    let inside = comments.map(|(_, range)| &game.text.as_bytes()[range.start + 1..range.end]);
    inside.map(|comment| memchr::memchr_iter(b'{', comment).count()).sum()
}

/// A walk over a game that notes troubles.
pub(super) struct ReadingWalk<'game> {
    pub(super) game: GameView<'game>,
    pub(super) replay: Replay<'game>,
    pub(super) reading: Reading,
    pub(super) count: Count,
    pub(super) is_over: bool,
    pub(super) termination: Option<Range<usize>>,
    /// Whether the meaning of a move may depend on moves after it.
    pub(super) has_looked_ahead: bool,
    /// Whether that is where to end.
    pub(super) never_looks_ahead: bool,
}

impl<'game> ReadingWalk<'game> {
    pub(super) fn new(game: GameView<'game>) -> ReadingWalk<'game> {
        ReadingWalk::of(game, Replay::new(game))
    }

    /// A walk by a replay that has not gone over any move or number yet.
    pub(super) fn of(game: GameView<'game>, replay: Replay<'game>) -> ReadingWalk<'game> {
        ReadingWalk {
            game,
            replay: replay.for_troubles(),
            reading: Reading::default(),
            count: Count::default(),
            is_over: false,
            termination: None,
            has_looked_ahead: false,
            never_looks_ahead: false,
        }
    }

    /// Walks on to where the movetext begins. Returns whether there is any.
    pub(super) fn reach_moves(&mut self) -> bool {
        std::iter::from_fn(|| self.replay.advance()).any(|(step, _)| step == Step::Enter(NodeKind::Movetext))
    }

    /// Reads the rest, up to the first trouble that `is_enough`, and combines the result with the syntax faults of the game. In a
    /// part of a game, variations without an end are no troubles.
    ///
    /// A move that is explained is enough only where every trouble at its place is.
    pub(super) fn read(&mut self, is_whole: bool, is_enough: &impl Fn(&Trouble) -> bool) {
        let faults = Reading::of_faults(self.game, is_whole);
        let end = faults.troubles.iter().find(|fault| is_enough(fault)).map(|fault| fault.range.start);
        self.walk_on(end.unwrap_or(usize::MAX), is_enough);
        self.reading = std::mem::take(&mut self.reading).with(faults);
    }

    /// Walks on up to byte `end`, or to a trouble that `is_enough`. Linear in what is walked over.
    fn walk_on(&mut self, end: usize, is_enough: &impl Fn(&Trouble) -> bool) {
        let mut looked_at = self.reading.troubles.len();
        while let Some((step, range)) = self.replay.advance() {
            if range.start > end || self.reading.troubles[looked_at..].iter().any(is_enough) {
                return;
            }
            looked_at = self.reading.troubles.len();
            self.step(step, range, is_enough);
            if self.has_looked_ahead && self.never_looks_ahead {
                return;
            }
        }
    }

    pub(super) fn step(&mut self, step: Step, range: Range<usize>, is_enough: &impl Fn(&Trouble) -> bool) {
        let ReadingWalk { game, replay, reading, count, is_over, termination, has_looked_ahead, never_looks_ahead } =
            self;
        match step {
            Step::Leave(NodeKind::Movetext) => *is_over = true,
            Step::Move if !*is_over => {
                // If a move that cannot be played is enough by itself, what was meant is not needed.
                let trouble = Trouble { range: range.clone(), kind: TroubleKind::Move { is_explained: true } };
                let is_enough = is_enough(&trouble);
                *has_looked_ahead |= match &replay.ply().outcome {
                    Outcome::Illegal(_) | Outcome::Ambiguous { .. } => !is_enough,
                    Outcome::Played { notes, .. } => notes.has_any(Notes::MISSING_PROMOTION_PIECE),
                    Outcome::Null { .. } | Outcome::Unchecked => false,
                };
                if !is_enough && !*never_looks_ahead {
                    replay.repair_last();
                }
                reading.at_move(game.text, replay, range);
            }
            Step::Move => {
                reading.lost += 1;
                reading.at_odd_termination(termination.take());
            }
            Step::Token(TokenKind::Text) if *is_over && is_end_of_comment(&game.text[range.clone()]) => {
                reading.at_odd_termination(termination.take());
            }
            Step::Token(kind) if kind.is_termination() && !*is_over => {
                if replay.depth() > 0 {
                    reading.at_odd_termination(Some(range));
                } else {
                    *termination = Some(range);
                }
            }
            Step::Token(TokenKind::MoveNumber) if !*is_over && replay.position().is_some() => {
                let written = ast::move_number(&game.text[range.clone()]);
                if count.check(written, replay.number(), replay.turn(), replay.setup().has_fen) == Fit::Wrong {
                    reading.wrong_numbers += 1;
                    reading.troubles.push(Trouble { range, kind: TroubleKind::Number });
                }
            }
            _ => {}
        }
    }
}

/// Whether text after a termination marker is the rest of a comment: what looked like the marker is part of that comment.
pub(crate) fn is_end_of_comment(text: &str) -> bool {
    memchr::memchr2(b'{', b'}', text.as_bytes()).is_some_and(|place| text.as_bytes()[place] == b'}')
}

/// Whether a fault is about the delimiters and words among the moves.
pub(crate) fn is_among_moves(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::UnclosedComment
            | FaultKind::StrayBrace
            | FaultKind::UnclosedVariation
            | FaultKind::StrayParenthesis
            | FaultKind::UnexpectedText
            | FaultKind::UnexpectedCharacter
    )
}
