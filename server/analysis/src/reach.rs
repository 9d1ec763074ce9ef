//! Playing one game up to a place in it: what hover and completion know of the position there.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, Place, TokenKind};
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use crate::openings::{LONGEST_OPENING, Opening, opening};
use crate::position_key::PositionKey;
use crate::replay::{Replay, Step};

/// A game played up to a place in it.
pub struct Reached<'game> {
    /// The replay, standing at that place.
    pub replay: Replay<'game>,
    /// The position before the first move.
    start: Option<VariantPosition>,
    /// The positions after each move of the line, from the game's first move on; unknown ones where it was lost.
    line: Vec<Option<VariantPosition>>,
    /// How much of `line` was played before the innermost open variation.
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

/// Play `game` through its first `events` events. Variations that are over before the last move among them are not played. Linear in
/// what is played, and in the events.
pub fn reach(game: GameView<'_>, events: usize) -> Reached<'_> {
    reach_around(game, events, &variations_before_last_move(game, events))
}

/// The same, going over these variations, which are over there, in text order.
fn reach_around<'game>(game: GameView<'game>, events: usize, ended: &[Ended]) -> Reached<'game> {
    let replay = Replay::new(game);
    let start = replay.position().cloned();
    let mut reached = Reached { replay, start, line: Vec::new(), floor: 0, interrupted: Vec::new() };
    let mut ended = ended.iter().peekable();
    let mut given = 0;
    while given < events {
        if let Some(variation) = ended.next_if(|variation| variation.events.start == given) {
            reached.replay.skip_to(variation.end);
            given = variation.events.end;
            continue;
        }
        let Some((step, _)) = reached.replay.advance() else { break };
        reached.follow(step);
        given += 1;
    }
    reached
}

/// A variation that is over.
struct Ended {
    /// Its events, counted from the game's first.
    events: Range<usize>,
    /// Where the walk over the game is behind it.
    end: Place,
}

/// The variations that are over before the last move among the first `events` events of a game, in text order, without those inside
/// of others. Linear in the events.
fn variations_before_last_move(game: GameView<'_>, events: usize) -> Vec<Ended> {
    let mut ended: Vec<Ended> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut last_move = 0;
    let mut walk = game.tree.events();
    for given in 0..events {
        let Some((event, _)) = walk.next() else { break };
        match event {
            Event::Enter(NodeKind::Variation) => open.push(given),
            Event::Leave(NodeKind::Variation) => {
                let Some(start) = open.pop() else { continue };
                let outside = ended.partition_point(|other| other.events.start < start);
                ended.truncate(outside);
                ended.push(Ended { events: start..given + 1, end: walk.place() });
            }
            Event::Token(TokenKind::San) => last_move = given,
            _ => {}
        }
    }
    ended.retain(|variation| variation.events.end <= last_move);
    ended
}

impl Reached<'_> {
    /// The position before the last move of the line, if it is known.
    pub fn before_last_move(&self) -> Option<&VariantPosition> {
        match self.line.len() {
            0 | 1 => self.start.as_ref(),
            length => self.line[length - 2].as_ref(),
        }
    }

    /// The opening of the last position on the line that has a name.
    pub fn opening(&self) -> Option<Opening> {
        self.line.iter().take(LONGEST_OPENING).rev().flatten().find_map(opening)
    }

    /// How often the position now has stood on the board in this line (section 9.2 of the Laws of Chess), this time counted; 0 where it is
    /// not known. Linear in the line.
    pub fn occurrences(&self) -> usize {
        let Some(now) = self.replay.position().map(PositionKey::of) else { return 0 };
        let halfmoves = self.replay.position().map_or(0, |position| position.halfmoves() as usize);
        // No position comes again after a capture or a pawn move.
        let line = self.line.iter().rev().skip(1).take(halfmoves).map(Option::as_ref);
        let start = (halfmoves >= self.line.len() && !self.line.is_empty()).then_some(self.start.as_ref());
        1 + line.chain(start).flatten().filter(|position| PositionKey::of(position) == now).count()
    }

    /// Whether the last move is the first of its line behind the last opening that has a name. Plays as much of the rest of the line as
    /// the table of openings could know.
    pub fn leaves_the_book(mut self) -> bool {
        let known = |position: Option<&VariantPosition>| position.and_then(opening).is_some();
        let plies = self.line.len();
        if !(2..=LONGEST_OPENING).contains(&plies) || !known(self.line[plies - 2].as_ref()) {
            return false;
        }
        let depth = self.replay.depth();
        let mut is_known = known(self.replay.position());
        let mut left = LONGEST_OPENING - plies;
        while !is_known
            && left > 0
            && let Some((step, _)) = self.replay.advance()
            && self.replay.depth() >= depth
        {
            if step == Step::Move && self.replay.depth() == depth {
                is_known = known(self.replay.position());
                left -= 1;
            }
        }
        !is_known
    }

    fn follow(&mut self, step: Step) {
        match step {
            Step::Move => self.line.push(self.replay.position().cloned()),
            Step::Enter(NodeKind::Variation) => {
                let replaced = if self.line.len() > self.floor { self.line.pop() } else { None };
                self.interrupted.push(Interrupted { floor: self.floor, length: self.line.len(), replaced });
                self.floor = self.line.len();
            }
            Step::Leave(NodeKind::Variation) => {
                let Some(interrupted) = self.interrupted.pop() else { return };
                self.line.truncate(interrupted.length);
                self.line.extend(interrupted.replaced);
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

    /// The position before the last move, and the opening, at the end of `text`.
    #[track_caller]
    fn check(text: &str, before: &str, name: Option<&str>) {
        let database = Database::parse(text);
        let view = database.game(0).unwrap().view();
        // Without the ends of the movetext and of what is still open in it.
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
        let game = database.game(0).unwrap().view();
        for events in 0..game.tree.events().count() + 2 {
            let (quick, whole) = (reach(game, events), reach_around(game, events, &[]));
            assert_eq!((&quick.line, quick.floor), (&whole.line, whole.floor), "{events}");
            assert_eq!(quick.replay.place(), whole.replay.place());
            assert_eq!(quick.replay.ply(), whole.replay.ply(), "{events}");
            assert_eq!(quick.replay.position_before(), whole.replay.position_before(), "{events}");
            assert_eq!((quick.replay.turn(), quick.replay.depth()), (whole.replay.turn(), whole.replay.depth()));
        }
        let events = text[..text.find("3. Bc4").unwrap()].len();
        assert!(variations_before_last_move(game, events).len() > 3);
    }

    /// Reached by the move `at`.
    fn after<'text>(database: &'text Database, text: &str, at: &str) -> Reached<'text> {
        let view = database.game(0).unwrap().view();
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
        let left = ["e5", "c5", "h5 3", "h3)", "Bb5", "h5 4", "h3 a5"];
        let found: Vec<bool> = left.iter().map(|at| after(&database, text, at).leaves_the_book()).collect();
        assert_eq!(found, [false, false, true, false, false, true, false]);
    }
}
