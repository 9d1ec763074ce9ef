//! What is told of a game, piece by piece in the order of its text: all forms of a page are made of this.

use std::collections::BTreeSet;
use std::ops::Range;

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::engine_comment::engine_comment;
use scoresheet_chess::move_marks::MoveMarks;
use scoresheet_chess::nag;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, NodeKind, TokenKind, ast, command};
use shakmaty::Color;

use super::diagram::{self, Picture, Side};

/// A game has at most so many diagrams, so that a page is never much larger than its game. No book has as many for one game.
const MOST_DIAGRAMS: usize = 400;

/// What is told of a game.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// In the order of the text.
    pub(super) pieces: Vec<Piece>,
    /// The NAGs in use.
    pub(super) nags: BTreeSet<u16>,
    /// The moves of the main line.
    pub(super) main_line: Vec<TimedMove>,
    /// How many diagrams there were to be beyond those that there are.
    pub(super) left_out: usize,
}

/// A piece of a game.
#[derive(Debug)]
pub(super) enum Piece {
    Move(PlayedMove),
    /// A NAG that the standard or custom gives a meaning.
    Nag(u16),
    /// A comment without its commands, in one line; not empty.
    Comment(String),
    /// A variation begins.
    Enter,
    /// It ends.
    Leave,
    /// A diagram, after what is said about its position.
    Diagram(Box<Picture>),
    /// The result after the moves.
    Result(String),
}

/// A move in the text.
#[derive(Debug)]
pub(super) struct PlayedMove {
    pub(super) number: u32,
    pub(super) turn: Color,
    /// In SAN, or as it is written if it cannot be played.
    pub(super) text: String,
    /// Whether it can be played.
    pub(super) is_read: bool,
    /// Whether its number is shown.
    pub(super) has_number: bool,
}

/// A move of the main line with what is measured.
#[derive(Debug)]
pub(super) struct TimedMove {
    pub(super) number: u32,
    pub(super) turn: Color,
    /// In SAN.
    pub(super) text: String,
    /// From White's side.
    pub(super) score: Option<Score>,
    /// Seconds left.
    pub(super) clock: Option<f64>,
}

impl PlayedMove {
    /// The number with its sign, `12.` or for Black `12` and `dots`, if it is shown.
    pub(super) fn shown_number(&self, dots: &str) -> Option<String> {
        self.has_number.then(|| format!("{}{}", self.number, self.turn.fold_wb(".", dots)))
    }
}

/// Tells a game, beginning with a diagram of the position that it begins from if that is set up. After every so many moves of the main line there is a
/// diagram. Linear in the game.
pub(super) fn tell(game: GameView, every: Option<u32>) -> Story {
    let mut teller = Teller {
        game,
        every,
        story: Story::default(),
        interrupted: Vec::new(),
        needs_number: true,
        last: None,
        marks: MoveMarks::default(),
        wanted: None,
        diagrams: 0,
    };
    let mut replay = Replay::new(game).for_troubles();
    if replay.setup().has_fen {
        teller.want(&replay, Side::White);
    }
    while let Some((step, range)) = replay.advance() {
        replay.repair_last();
        teller.follow(&replay, step, range);
    }
    teller.draw();
    teller.story
}

struct Teller<'a> {
    game: GameView<'a>,
    every: Option<u32>,
    story: Story,
    /// The last moves of the lines that the open variations interrupt.
    interrupted: Vec<Option<(u32, Color)>>,
    /// Whether the next move has its number, though it is Black's.
    needs_number: bool,
    /// The last move of the line.
    last: Option<(u32, Color)>,
    /// What the comments after the last move say.
    marks: MoveMarks,
    /// The diagram that is wanted here.
    wanted: Option<Picture>,
    diagrams: usize,
}

impl Teller<'_> {
    fn follow(&mut self, replay: &Replay, step: Step, range: Range<usize>) {
        match step {
            Step::Move => self.add_move(replay, range),
            Step::Enter(NodeKind::Variation) => {
                self.draw();
                self.interrupted.push(self.last.take());
                self.turn_to(Piece::Enter);
            }
            Step::Leave(NodeKind::Variation) => {
                let Some(last) = self.interrupted.pop() else { return };
                // A diagram belongs to the variation.
                self.draw();
                self.last = last;
                self.turn_to(Piece::Leave);
            }
            Step::Token(kind) if kind.is_comment() => self.comment(replay, kind, range),
            Step::Token(kind) if kind.is_annotation() && replay.is_in_movetext() => self.annotate(replay, kind, range),
            Step::Token(kind) if kind.is_termination() && self.interrupted.is_empty() => {
                self.draw();
                self.story.pieces.push(Piece::Result(self.game.text[range].to_owned()));
            }
            _ => {}
        }
    }

    /// Goes on in another line.
    fn turn_to(&mut self, piece: Piece) {
        self.story.pieces.push(piece);
        self.needs_number = true;
        self.marks = MoveMarks::default();
    }

    fn add_move(&mut self, replay: &Replay, range: Range<usize>) {
        self.draw();
        let ply = replay.ply();
        let written = &self.game.text[range];
        let (text, is_read) = match &ply.outcome {
            Outcome::Played { canonical, .. } => {
                // The move is after the sign at its start, if there is one.
                let san = canonical.as_deref().and_then(|canonical| canonical.split(' ').next_back());
                (san.unwrap_or(written).to_owned(), true)
            }
            Outcome::Null { .. } => (written.to_owned(), true),
            _ => (written.to_owned(), false),
        };
        let (number, turn) = (ply.number, ply.turn);
        let has_number = turn.is_white() || self.needs_number;
        self.needs_number = false;
        self.marks = MoveMarks::default();
        self.last = Some((number, turn));
        if self.interrupted.is_empty() && replay.is_in_movetext() {
            self.story.main_line.push(TimedMove { number, turn, text: text.clone(), score: None, clock: None });
            let is_due = |every: u32| turn.is_black() && number.is_multiple_of(every);
            if self.every.is_some_and(is_due) {
                self.want(replay, Side::White);
            }
        }
        self.story.pieces.push(Piece::Move(PlayedMove { number, turn, text, is_read, has_number }));
    }

    fn annotate(&mut self, replay: &Replay, kind: TokenKind, range: Range<usize>) {
        let white_moved = self.last.is_none_or(|(_, turn)| turn.is_white());
        let Some(number) = nag::of_token(kind, &self.game.text[range], white_moved) else { return };
        if let Some(side) = diagram::asked_by(number) {
            self.want(replay, side);
        } else if number > 0 && nag::meaning(number).is_some() {
            self.story.nags.insert(number);
            self.story.pieces.push(Piece::Nag(number));
        }
    }

    fn comment(&mut self, replay: &Replay, kind: TokenKind, range: Range<usize>) {
        let comment = &self.game.text[range];
        let mover = self.last.map(|(_, turn)| turn);
        self.marks.add_all(comment, mover);
        if self.interrupted.is_empty()
            && let Some(timed) = self.story.main_line.last_mut()
        {
            timed.score = self.marks.score.map(|(score, _)| score);
            timed.clock = self.marks.clock;
        }
        let text = command::without_commands(ast::comment_text(kind, comment));
        // What engines wrote is in the curve and on the clocks; TCEC's comments would be most of the page.
        let data = mover.and_then(|mover| engine_comment(&text, mover));
        let words = paragraphs(&data.map_or(text.as_str(), |data| data.words).replace(diagram::MARK, " "));
        if !words.is_empty() {
            self.story.pieces.push(Piece::Comment(words));
            self.needs_number = true;
        }
        if text.contains(diagram::MARK) {
            self.want(replay, Side::White);
        }
    }

    /// Notes that there is to be a diagram of the position here.
    fn want(&mut self, replay: &Replay, side: Side) {
        let Some(position) = replay.position() else { return };
        self.wanted = Some(Picture::new(position, side, self.last));
    }

    /// Draws the diagram that is wanted, after what is said about its position.
    fn draw(&mut self) {
        let Some(wanted) = self.wanted.take() else { return };
        if self.diagrams >= MOST_DIAGRAMS {
            self.story.left_out += 1;
            return;
        }
        self.diagrams += 1;
        self.needs_number = true;
        let MoveMarks { arrows, squares, .. } = std::mem::take(&mut self.marks);
        self.story.pieces.push(Piece::Diagram(Box::new(wanted.with_marks(arrows, squares))));
    }
}

/// The words of a comment: a line end is a space, but empty lines divide paragraphs.
fn paragraphs(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for line in text.lines() {
        if line.trim().is_empty() && !words.is_empty() && !words.ends_with('\n') {
            words.push_str("\n\n");
        }
        for word in line.split_whitespace() {
            if !words.is_empty() && !words.ends_with('\n') {
                words.push(' ');
            }
            words.push_str(word);
        }
    }
    words.truncate(words.trim_end().len());
    words
}
