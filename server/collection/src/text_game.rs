//! The games of a PGN text, as queries see them.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use scoresheet_chess::collation::is_game;
use scoresheet_chess::openings::{Opening, of_main_line};
use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, NodeKind, Parser, PlainTagPair, Tree, is_certain_start, plain_game};

use crate::game::{Facts, Game, Kept, Lines, Reached, Reading, Visitor};

/// Reads the games of a text one by one.
pub struct TextGames<'text> {
    text: &'text str,
    parser: Parser<'text>,
    /// Where the next game begins.
    at: usize,
    /// Whether a game certainly begins there, at the start of a line.
    is_certain: bool,
    tags: Vec<PlainTagPair>,
    tree: Tree,
}

/// A game of a text, read as far as is needed.
pub struct TextGame<'game> {
    /// Where it is in the text that is read: half-open byte offsets.
    pub range: Range<usize>,
    text: &'game str,
    reading: State<'game>,
    facts: Facts,
}

enum State<'game> {
    Read(&'game Tree),
    /// Only the tag pairs have been read, and whether by now the tree has been, too.
    Tags(&'game [PlainTagPair], &'game mut Tree, bool),
}

impl<'text> TextGames<'text> {
    /// The games of `text`, which is a whole file or a piece of one that [`scoresheet_grammar::split`] has made.
    pub fn new(text: &'text str) -> TextGames<'text> {
        let (tags, tree) = (Vec::new(), Tree::default());
        TextGames { text, parser: Parser::new(text), at: 0, is_certain: true, tags, tree }
    }

    /// Finds the next game. `None` at the end.
    // It lends its memory, which an iterator cannot.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<TextGame<'_>> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        if self.is_certain
            && let Some(length) = plain_game(rest, &mut self.tags)
        {
            let range = self.at..self.at + length;
            self.at = range.end;
            let text = &self.text[range.clone()];
            return Some(TextGame {
                range,
                text,
                reading: State::Tags(&self.tags, &mut self.tree, false),
                facts: Facts::default(),
            });
        }
        self.parser.go_to(self.at);
        let range = self.parser.next_game(&mut self.tree)?;
        self.at = range.end;
        self.is_certain = is_certain_start(self.text, self.at);
        let text = &self.text[range.clone()];
        Some(TextGame { range, text, reading: State::Read(&self.tree), facts: Facts::default() })
    }
}

impl<'game> TextGame<'game> {
    /// A game that has been parsed. `start` is its byte offset in the text that is read.
    pub fn new(view: GameView<'game>, start: usize) -> TextGame<'game> {
        TextGame::with_facts(view, start, Facts::default())
    }

    /// The same of a game of which something is known, as what a cache keeps of it: [`Piece::add`](crate::cache::Piece::add).
    pub fn with_facts(view: GameView<'game>, start: usize, facts: Facts) -> TextGame<'game> {
        let GameView { text, tree } = view;
        TextGame { range: start..start + text.len(), text, reading: State::Read(tree), facts }
    }

    /// Whether it is a game, and not a text without one.
    pub fn is_game(&self) -> bool {
        match self.reading {
            State::Read(tree) => is_game(GameView { text: self.text, tree }),
            // They were found because they are a game's.
            State::Tags(..) => true,
        }
    }

    /// Its text.
    pub fn text(&self) -> &'game str {
        self.text
    }

    /// Its tag pairs, if the game was found by them, without the parser: see [`plain_game`].
    pub fn plain_tags(&self) -> Option<&[PlainTagPair]> {
        match &self.reading {
            State::Tags(tags, ..) => Some(tags),
            State::Read(_) => None,
        }
    }

    /// The text with its tree.
    pub fn view(&mut self) -> GameView<'_> {
        let text = self.text;
        match &mut self.reading {
            State::Read(tree) => GameView { text, tree },
            State::Tags(_, tree, is_read) => {
                if !*is_read {
                    Parser::new(text).next_game(tree);
                    *is_read = true;
                }
                GameView { text, tree }
            }
        }
    }
}

impl Game for TextGame<'_> {
    fn tag(&mut self, name: &str) -> Kept<Option<Cow<'_, str>>> {
        if let State::Tags(tags, ..) = &self.reading {
            let tag = tags.iter().find(|tag| &self.text[tag.name.clone()] == name);
            return Kept::Known(tag.map(|tag| Cow::Borrowed(&self.text[tag.value.clone()])));
        }
        Kept::Known(self.view().tag(name))
    }

    fn facts(&mut self) -> Facts {
        self.facts
    }

    fn opening(&mut self) -> Kept<Option<Opening>> {
        Kept::Known(of_main_line(self.view()).map(|(opening, _)| opening))
    }

    fn text(&mut self) -> Kept<GameView<'_>> {
        Kept::Known(self.view())
    }

    fn play(&mut self, lines: Lines, visitor: &mut impl Visitor) -> Kept<Reading> {
        let mut replay = Replay::new(self.view());
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
