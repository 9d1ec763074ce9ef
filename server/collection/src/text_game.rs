//! The games of a PGN text, as queries see them.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, NodeKind, Parser, Tree};

use crate::game::{Facts, Game, Kept, Lines, Reached, Reading, Visitor};

/// Reads the games of a text one by one.
pub struct TextGames<'text> {
    text: &'text str,
    parser: Parser<'text>,
    tree: Tree,
}

/// A game of a text.
pub struct TextGame<'game> {
    /// Where it is in the text that is read.
    pub range: Range<usize>,
    view: GameView<'game>,
}

impl<'text> TextGames<'text> {
    /// The games of `text`, which is a whole file or a piece of one that [`scoresheet_grammar::split`] has made.
    pub fn new(text: &'text str) -> TextGames<'text> {
        TextGames { text, parser: Parser::new(text), tree: Tree::default() }
    }

    /// Reads the next game. `None` at the end.
    // It lends its memory, which an iterator cannot.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<TextGame<'_>> {
        let range = self.parser.next_game(&mut self.tree)?;
        Some(TextGame { view: GameView { text: &self.text[range.clone()], tree: &self.tree }, range })
    }
}

impl<'game> TextGame<'game> {
    /// A game that has been parsed. `start` is its byte offset in the text that is read.
    pub fn new(view: GameView<'game>, start: usize) -> TextGame<'game> {
        TextGame { view, range: start..start + view.text.len() }
    }

    /// The text with its tree.
    pub fn view(&self) -> GameView<'game> {
        self.view
    }
}

impl Game for TextGame<'_> {
    fn tag(&mut self, name: &str) -> Kept<Option<Cow<'_, str>>> {
        Kept::Known(self.view.tag(name))
    }

    fn facts(&mut self) -> Facts {
        Facts::default()
    }

    fn text(&mut self) -> Kept<GameView<'_>> {
        Kept::Known(self.view)
    }

    fn play(&mut self, lines: Lines, visitor: &mut impl Visitor) -> Kept<Reading> {
        let mut replay = Replay::new(self.view);
        Kept::Known(match lines {
            Lines::Main => play_main_line(&mut replay, visitor),
            Lines::All => play_all(replay, visitor),
        })
    }
}

fn play_main_line(replay: &mut Replay, visitor: &mut impl Visitor) -> Reading {
    let mut reading = Reading { is_broken: replay.position().is_none() };
    let (mut ply, mut last, mut range) = (0, None, 0..0);
    while let Some(position) = replay.position() {
        let in_check = replay.in_check();
        if visitor.reach(&Reached { position, ply, last, in_check, range, depth: 0 }).is_break() {
            break;
        }
        (last, range) = match replay.next_of_main_line() {
            Some(MainMove::Played(action, range)) => (Some(action), range),
            Some(MainMove::Null(range)) => (None, range),
            Some(MainMove::Broken(_)) => {
                reading.is_broken = true;
                break;
            }
            None => break,
        };
        ply += 1;
    }
    reading
}

fn play_all(replay: Replay, visitor: &mut impl Visitor) -> Reading {
    let mut replay = replay.for_troubles();
    let mut reading = Reading { is_broken: replay.position().is_none() };
    let mut ply = 0;
    // The plies of the interrupted lines.
    let mut interrupted = Vec::new();
    if let Some(position) = replay.position() {
        let start = Reached { position, ply, last: None, in_check: replay.in_check(), range: 0..0, depth: 0 };
        if visitor.reach(&start).is_break() {
            return reading;
        }
    }
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Enter(NodeKind::Variation) => {
                let continues = replay.continues_line() || replay.is_at_line_start();
                interrupted.push(ply);
                ply = if continues { ply } else { ply.saturating_sub(1) };
                visitor.enter_variation(continues);
            }
            Step::Leave(NodeKind::Variation) => {
                ply = interrupted.pop().unwrap_or(ply);
                visitor.leave_variation();
            }
            Step::Leave(NodeKind::Movetext) => break,
            Step::Move => {
                let last = match &replay.ply().outcome {
                    Outcome::Played { action, .. } => Some(*action),
                    Outcome::Null { .. } => None,
                    Outcome::Unchecked => continue,
                    Outcome::Ambiguous { .. } | Outcome::Illegal(_) => {
                        reading.is_broken = true;
                        replay.give_up_line();
                        continue;
                    }
                };
                ply += 1;
                let (in_check, depth) = (replay.in_check(), replay.depth());
                let Some(position) = replay.position() else { continue };
                if let ControlFlow::Break(()) = visitor.reach(&Reached { position, ply, last, in_check, range, depth })
                {
                    break;
                }
            }
            _ => {}
        }
    }
    reading
}
