//! The replay of one game up to an offset, for hover and completion.

use std::ops::Range;

use scoresheet_grammar::{Before, GameView, NodeKind, Place, TokenKind};
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use crate::openings::{LONGEST_OPENING, Opening, has_openings, move_number, opening};
use crate::position_key::PositionKey;
use crate::replay::{Replay, Step};

/// A game replayed up to an offset.
pub struct Reached<'game> {
    /// The replay at that offset.
    pub replay: Replay<'game>,
    /// The position before the first move.
    start: Option<VariantPosition>,
    line: Line,
}

/// The line that leads to an offset.
#[derive(Default)]
struct Line {
    /// The positions after each of its moves, from the start of the game; `None` where the position is unknown.
    positions: Vec<Option<VariantPosition>>,
    /// The number of positions before the innermost open variation.
    floor: usize,
    /// The lines that open variations interrupt, outermost first.
    interrupted: Vec<Interrupted>,
}

struct Interrupted {
    floor: usize,
    length: usize,
    /// The position after the move that the variation replaces.
    replaced: Option<Option<VariantPosition>>,
}

/// Replays `game` through its first `events` events, without variations that end before the last move among them.
/// Linear in the moves played and in the events.
pub fn reach(game: GameView<'_>, events: usize) -> Reached<'_> {
    let mut walk = game.tree.events();
    walk.by_ref().take(events).for_each(drop);
    reach_place(game, walk.place())
}

/// Replays `game` up to a place of its tree. Skipped variations cost next to nothing.
pub fn reach_place(game: GameView<'_>, place: Place) -> Reached<'_> {
    reached(LineWalk::new(game, place))
}

fn reached(mut walk: LineWalk<'_>) -> Reached<'_> {
    let start = walk.replay.position().cloned();
    let mut line = Line::default();
    while let Some((step, _)) = walk.next() {
        line.follow(step, &walk.replay);
    }
    Reached { replay: walk.replay, start, line }
}

/// A walk through a game up to a place, without variations that end before the last move up to there.
pub(crate) struct LineWalk<'game> {
    /// The replay at the current place.
    pub(crate) replay: Replay<'game>,
    game: GameView<'game>,
    /// The variations to skip, last first.
    ended: Vec<Ended>,
    end: Place,
}

/// A variation that has ended.
struct Ended {
    /// The place after its start.
    inside: Place,
    /// The place after its end.
    behind: Place,
}

impl<'game> LineWalk<'game> {
    /// Starts a walk up to `end`, a place of the game's tree.
    pub(crate) fn new(game: GameView<'game>, end: Place) -> LineWalk<'game> {
        LineWalk { replay: Replay::new(game), game, ended: ended_before_last_move(game, end), end }
    }

    /// Returns the next step and its range: half-open byte offsets relative to the game.
    pub(crate) fn next(&mut self) -> Option<(Step, Range<usize>)> {
        while let Some(next) = self.ended.last() {
            let mut ahead = self.game.tree.events_from(self.replay.place());
            if ahead.next().is_none() || ahead.place() != next.inside {
                break;
            }
            self.replay.skip_to(next.behind);
            self.ended.pop();
        }
        if self.replay.place() >= self.end {
            return None;
        }
        self.replay.advance()
    }
}

/// Returns the variations that end before the last move up to a place, without nested ones, last first.
fn ended_before_last_move(game: GameView, place: Place) -> Vec<Ended> {
    let mut ended = Vec::new();
    let mut has_moved = false;
    for before in game.tree.line_before(place) {
        match before {
            Before::Token { kind: TokenKind::San, .. } => has_moved = true,
            Before::Variation { inside, after, has_moves } => {
                if has_moved {
                    ended.push(Ended { inside, behind: after });
                }
                has_moved |= has_moves;
            }
            _ => {}
        }
    }
    ended
}

impl Reached<'_> {
    /// Returns the position before the last move of the line, if it is known.
    pub fn before_last_move(&self) -> Option<&VariantPosition> {
        match self.line.positions.len() {
            0 | 1 => self.start.as_ref(),
            length => self.line.positions[length - 2].as_ref(),
        }
    }

    /// Returns the opening of the last named position on the line. `None` if the game does not begin from the usual position by the
    /// usual rules.
    pub fn opening(&self) -> Option<Opening> {
        self.last_named().map(|(_, opening)| opening)
    }

    /// Returns the opening of the last named position on the line, and the index of that position.
    fn last_named(&self) -> Option<(usize, Opening)> {
        if !self.start.as_ref().is_some_and(has_openings) {
            return None;
        }
        let positions = self.line.positions.iter().enumerate().take(LONGEST_OPENING).rev();
        positions.flat_map(|(index, position)| Some((index, opening(position.as_ref()?)?))).next()
    }

    /// Returns how often the current position has occurred in this line (article 9.2 of the Laws of Chess), including
    /// now; 0 if it is unknown. Linear in the line.
    pub fn occurrences(&self) -> usize {
        let Some(now) = self.replay.position().map(PositionKey::of) else { return 0 };
        let halfmoves = self.replay.position().map_or(0, |position| position.halfmoves() as usize);
        // A capture or a pawn move rules out any earlier occurrence.
        let positions = &self.line.positions;
        let line = positions.iter().rev().skip(1).take(halfmoves).map(Option::as_ref);
        let start = (halfmoves >= positions.len() && !positions.is_empty()).then_some(self.start.as_ref());
        1 + line.chain(start).flatten().filter(|position| PositionKey::of(position) == now).count()
    }

    /// Returns where the line left the book: with the first move after the last named opening. `None` if it has not left it, or comes back
    /// to it. Plays as much of the rest of the line as the table of openings may cover.
    pub fn left_the_book(mut self) -> Option<LeftBook> {
        let (last_named, _) = self.last_named()?;
        let plies = self.line.positions.len();
        let left_with = last_named + 1;
        if left_with == plies {
            return None;
        }
        let depth = self.replay.depth();
        let mut rest = LONGEST_OPENING.saturating_sub(plies);
        while rest > 0
            && let Some((step, _)) = self.replay.advance()
            && self.replay.depth() >= depth
        {
            if step == Step::Move && self.replay.depth() == depth {
                if self.replay.position().and_then(opening).is_some() {
                    return None;
                }
                rest -= 1;
            }
        }
        Some(LeftBook { number: move_number(left_with), is_last: left_with + 1 == plies })
    }
}

/// Where a line left the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftBook {
    /// The number of the move.
    pub number: usize,
    /// Whether it is the last move of the line.
    pub is_last: bool,
}

impl Line {
    /// Updates the line with a step of `replay`.
    fn follow(&mut self, step: Step, replay: &Replay) {
        match step {
            Step::Move => self.positions.push(replay.position().cloned()),
            Step::Enter(NodeKind::Variation) => {
                let replaces = self.positions.len() > self.floor && !replay.continues_line();
                let replaced = if replaces { self.positions.pop() } else { None };
                self.interrupted.push(Interrupted { floor: self.floor, length: self.positions.len(), replaced });
                self.floor = self.positions.len();
            }
            Step::Leave(NodeKind::Variation) => {
                let Some(interrupted) = self.interrupted.pop() else { return };
                self.positions.truncate(interrupted.length);
                self.positions.extend(interrupted.replaced);
                self.floor = interrupted.floor;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use crate::board::fen;

    /// Checks the position before the last move and the opening at the end of `text`.
    #[track_caller]
    fn check(text: &str, before: &str, name: Option<&str>) {
        let database = Database::parse(text);
        let view = database.view(0).unwrap();
        // Without the end events of the movetext and of its open nodes.
        let tokens = view.tree.events().take_while(|(_, range)| range.end < text.len()).count() + 1;
        let reached = reach(view, tokens);
        let position = reached.before_last_move().map(fen);
        assert_eq!(position.as_deref().and_then(|fen| fen.split(' ').next()), Some(before), "{text}");
        assert_eq!(reached.opening().map(|opening| opening.name), name, "{text}");
    }

    #[test]
    fn lines_go_on_where_variations_interrupted_them() {
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        check("1. e4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Some("King's Pawn Game"));
        check("1. e4 e5", after_e4, Some("King's Pawn Game"));
        check("1. e4 e5 (1... c5", after_e4, Some("Sicilian Defense"));
        check("1. e4 e5 (1... c5 (1... e6) (1... c6", after_e4, Some("Caro-Kann Defense"));
        check("1. e4 (1. d4 d5) (1. c4) e5", after_e4, Some("King's Pawn Game"));
        check("1. e4 e5 ((1... c5", after_e4, Some("Sicilian Defense"));
        check(
            "1. e4 e5 2. a3 a6 3. a4",
            "rnbqkbnr/1ppp1ppp/p7/4p3/4P3/P7/1PPP1PPP/RNBQKBNR",
            Some("King's Pawn Game: Mengarini's Opening"),
        );
    }

    #[test]
    fn variations_that_are_over_change_nothing() {
        let text = "[Event \"a\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) (1. c4) 1... e5 $1 ((1... c5) 1... c6 {b} \
            2. Ke3) 2. Nf3 Nc6 (2... d6 (2... Nf6 3. Nxe5) ) {c} 3. Bb5 (3. Bc4 *) 3... a6 (3... Nf6";
        let database = Database::parse(text);
        let game = database.view(0).unwrap();
        let place = |events: usize| {
            let mut walk = game.tree.events();
            walk.by_ref().take(events).for_each(drop);
            walk.place()
        };
        for events in 0..game.tree.events().count() + 2 {
            let quick = reach(game, events);
            let whole = reached(LineWalk { ended: Vec::new(), ..LineWalk::new(game, place(events)) });
            assert_eq!(
                (&quick.line.positions, quick.line.floor),
                (&whole.line.positions, whole.line.floor),
                "{events}"
            );
            assert_eq!(quick.replay.place(), whole.replay.place());
            assert_eq!(quick.replay.ply(), whole.replay.ply(), "{events}");
            assert_eq!(quick.replay.position_before(), whole.replay.position_before(), "{events}");
            assert_eq!((quick.replay.turn(), quick.replay.depth()), (whole.replay.turn(), whole.replay.depth()));
        }
        assert!(ended_before_last_move(game, place(usize::MAX)).len() > 3);
    }

    /// Replays up to the move `at`.
    fn after<'text>(database: &'text Database, text: &str, at: &str) -> Reached<'text> {
        let view = database.view(0).unwrap();
        let place = text.find(at).unwrap();
        reach(view, view.tree.events().take_while(|(_, range)| range.start <= place).count())
    }

    #[test]
    fn positions_are_counted_along_the_line() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 (2... e5 3. Nf3 Ng8) 3. Nf3 Nf6 {🏆} 4. Ng1 Ng8 5. e4 e5 *";
        let database = Database::parse(text);
        let check = |at: &str, expected| assert_eq!(after(&database, text, at).occurrences(), expected, "{at}");
        check("Nf3 Nf6 2", 1);
        check("Ng8 (", 2);
        check("Nf3 Nf6 {", 2);
        check("Ng8 5", 3);
        check("e5 *", 1);
        check("Ng8)", 1);
    }

    #[test]
    fn the_book_is_left_once() {
        let text = "1. e4 e5 (1... c5 2. Nf3 h5 3. h3) 2. Nf3 Nc6 3. Bb5 {🏆} 3... h5 4. h3 a5 *";
        let database = Database::parse(text);
        let left = ["e5", "c5", "h5 3", "h3)", "Nc6", "Bb5", "h5 4", "h3 a5", "a5 *"];
        let found = left.map(|at| after(&database, text, at).left_the_book().map(|left| (left.number, left.is_last)));
        let (variation, main) = (Some((2, false)), Some((3, false)));
        assert_eq!(found, [None, None, Some((2, true)), variation, None, None, Some((3, true)), main, main]);
        let names = left.map(|at| after(&database, text, at).opening().map(|opening| opening.eco));
        assert_eq!(names, ["C20", "B20", "B27", "B27", "C44", "C60", "C60", "C60", "C60"].map(Some));
    }

    #[test]
    fn other_starts_have_no_opening() {
        let start = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n1... e5 *";
        for text in [start, "[Variant \"Atomic\"]\n\n1. e4 e5 *"] {
            let database = Database::parse(text);
            assert_eq!(after(&database, text, "e5 *").opening(), None, "{text}");
            assert_eq!(after(&database, text, "e5 *").left_the_book(), None, "{text}");
        }
    }
}
