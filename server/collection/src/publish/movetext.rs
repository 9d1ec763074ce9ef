//! The moves of a game as HTML: lines of moves and comments, variations that fold, diagrams.

use std::collections::BTreeSet;
use std::ops::Range;

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::move_marks::MoveMarks;
use scoresheet_chess::nag;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, NodeKind, TokenKind, ast, command};
use shakmaty::Color;
use shakmaty::variant::VariantPosition;

use super::diagram::{self, Side};
use super::html::Html;
use super::notation::figurines;

/// Variations in so many others fold; deeper ones are in brackets: browsers do not nest elements any deeper than some hundreds.
const MOST_FOLDED: usize = 24;

/// A game has at most so many diagrams, so that a page is never much larger than its game. No book has as many for one game.
const MOST_DIAGRAMS: usize = 400;

/// What a page says of the moves elsewhere.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The NAGs in use.
    pub(super) nags: BTreeSet<u16>,
    /// The moves of the main line.
    pub(super) main_line: Vec<TimedMove>,
    /// How many diagrams there were to be beyond those that there are.
    pub(super) left_out: usize,
}

/// A move of the main line with what is measured.
#[derive(Debug)]
pub(super) struct TimedMove {
    pub(super) number: u32,
    pub(super) turn: Color,
    /// In figurines.
    pub(super) text: String,
    /// From White's side.
    pub(super) score: Option<Score>,
    /// Seconds left.
    pub(super) clock: Option<f64>,
}

/// Writes the moves of a game, after a diagram of the position that it begins from if that is set up. After every so many moves of the main line there is a diagram. Linear in the game.
pub(super) fn write(html: &mut Html, game: GameView, every: Option<u32>) -> Told {
    let mut writer = Writer {
        html,
        game,
        every,
        told: Told::default(),
        open: Vec::new(),
        place: Place::Outside,
        needs_number: true,
        last: None,
        marks: MoveMarks::default(),
        wanted: None,
        diagrams: 0,
        after_word: false,
    };
    let mut replay = Replay::new(game).for_troubles();
    if replay.setup().has_fen {
        writer.want(&replay, Side::White);
    }
    while let Some((step, range)) = replay.advance() {
        replay.repair_last();
        writer.follow(&replay, step, range);
    }
    writer.draw();
    writer.leave_line();
    writer.told
}

/// Where the next words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// No paragraph is open.
    Outside,
    /// In a paragraph.
    Line,
    /// In the summary of a variation, which has its first move or not.
    Summary { has_move: bool },
}

/// A variation that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Whether it folds, or is in brackets.
    folds: bool,
    /// The last move of the line that it interrupts.
    last: Option<(u32, Color)>,
}

/// A diagram that was asked for.
struct Wanted {
    position: VariantPosition,
    side: Side,
    after: Option<(u32, Color)>,
}

struct Writer<'a> {
    html: &'a mut Html,
    game: GameView<'a>,
    every: Option<u32>,
    told: Told,
    open: Vec<Open>,
    place: Place,
    /// Whether the next move has its number, though it is Black's.
    needs_number: bool,
    /// The last move of the line.
    last: Option<(u32, Color)>,
    /// What the comments after the last move say.
    marks: MoveMarks,
    wanted: Option<Wanted>,
    diagrams: usize,
    /// Whether a space comes before the next word.
    after_word: bool,
}

impl Writer<'_> {
    fn follow(&mut self, replay: &Replay, step: Step, range: Range<usize>) {
        match step {
            Step::Move => self.add_move(replay, range),
            Step::Enter(NodeKind::Variation) => self.enter(),
            Step::Leave(NodeKind::Variation) => self.leave(),
            Step::Token(kind) if kind.is_comment() => self.comment(replay, kind, range),
            Step::Token(kind) if kind.is_annotation() && replay.is_in_movetext() => self.annotate(replay, kind, range),
            Step::Token(kind) if kind.is_termination() && self.open.is_empty() => {
                self.draw();
                let marker = &self.game.text[range];
                self.word("span", &[("class", "result")], marker);
            }
            _ => {}
        }
    }

    fn add_move(&mut self, replay: &Replay, range: Range<usize>) {
        self.draw();
        if self.place == (Place::Summary { has_move: true }) {
            self.leave_line();
        }
        let ply = replay.ply();
        let written = &self.game.text[range];
        let (text, is_read) = match &ply.outcome {
            Outcome::Played { canonical, .. } => {
                // The move is after the sign at its start, if there is one.
                let san = canonical.as_deref().and_then(|canonical| canonical.split(' ').next_back());
                (figurines(san.unwrap_or(written)), true)
            }
            Outcome::Null { .. } => (written.to_owned(), true),
            _ => (written.to_owned(), false),
        };
        let number = match ply.turn {
            Color::White => Some(format!("{}.", ply.number)),
            Color::Black if self.needs_number => Some(format!("{}…", ply.number)),
            Color::Black => None,
        };
        if let Some(number) = number {
            self.word("span", &[("class", "number")], &number);
            // No line ends between a number and its move.
            self.html.text("\u{A0}");
            self.after_word = false;
        }
        let class = if is_read { "move" } else { "move unread" };
        self.word("span", &[("class", class)], &text);
        self.needs_number = false;
        self.marks = MoveMarks::default();
        self.last = Some((ply.number, ply.turn));
        if self.open.is_empty() && replay.is_in_movetext() {
            let (number, turn) = (ply.number, ply.turn);
            self.told.main_line.push(TimedMove { number, turn, text, score: None, clock: None });
            let is_due = |every: u32| turn.is_black() && number.is_multiple_of(every);
            if self.every.is_some_and(is_due) {
                self.want(replay, Side::White);
            }
        }
        if let Place::Summary { has_move } = &mut self.place {
            *has_move = true;
        }
    }

    fn annotate(&mut self, replay: &Replay, kind: TokenKind, range: Range<usize>) {
        let white_moved = self.last.is_none_or(|(_, turn)| turn.is_white());
        let Some(number) = nag::of_token(kind, &self.game.text[range], white_moved) else { return };
        if let Some(side) = diagram::asked_by(number) {
            self.want(replay, side);
            return;
        }
        let Some(meaning) = nag::meaning(number).filter(|_| number > 0) else { return };
        self.told.nags.insert(number);
        match nag::glyph(number) {
            Some(glyph) => {
                // The traditional suffixes are part of the move.
                self.after_word &= number > 6;
                self.word("abbr", &[("class", "nag"), ("title", meaning)], glyph);
            }
            None => self.word("span", &[("class", "nag words")], &format!("({meaning})")),
        }
    }

    fn comment(&mut self, replay: &Replay, kind: TokenKind, range: Range<usize>) {
        let text = ast::comment_text(kind, &self.game.text[range]);
        self.marks.add_all(text);
        if self.open.is_empty()
            && let Some(timed) = self.told.main_line.last_mut()
        {
            timed.score = self.marks.score.map(|(score, _)| score);
            timed.clock = self.marks.clock;
        }
        let text = command::without_commands(text);
        let words = text.replace(diagram::MARK, " ").split_whitespace().collect::<Vec<_>>().join(" ");
        if !words.is_empty() {
            if self.place == (Place::Summary { has_move: true }) {
                self.leave_line();
            }
            self.word("span", &[("class", "comment"), ("dir", "auto")], &words);
            self.needs_number = true;
        }
        if text.contains(diagram::MARK) {
            self.want(replay, Side::White);
        }
    }

    fn enter(&mut self) {
        self.draw();
        let folds = self.open.len() < MOST_FOLDED;
        self.open.push(Open { folds, last: self.last.take() });
        self.needs_number = true;
        self.marks = MoveMarks::default();
        if folds {
            self.leave_line();
            self.html.open("details", &[("class", "variation"), ("open", "")]);
            self.html.open("summary", &[]);
            (self.place, self.after_word) = (Place::Summary { has_move: false }, false);
        } else {
            self.word("span", &[("class", "bracket")], "(");
            self.after_word = false;
        }
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        // A diagram belongs to the variation.
        self.draw();
        if open.folds {
            if self.place == (Place::Summary { has_move: false }) {
                self.word("span", &[], "…");
            }
            self.leave_line();
            self.html.close();
            self.html.line();
        } else {
            self.after_word = false;
            self.word("span", &[("class", "bracket")], ")");
        }
        self.last = open.last;
        self.needs_number = true;
        self.marks = MoveMarks::default();
    }

    /// Notes that there is to be a diagram of the position here.
    fn want(&mut self, replay: &Replay, side: Side) {
        let Some(position) = replay.position() else { return };
        self.wanted = Some(Wanted { position: position.clone(), side, after: self.last });
    }

    /// Draws the diagram that is wanted, after what is said about its position.
    fn draw(&mut self) {
        // A summary holds no diagram.
        if self.wanted.is_none() || self.place == (Place::Summary { has_move: false }) {
            return;
        }
        let Some(wanted) = self.wanted.take() else { return };
        if self.diagrams >= MOST_DIAGRAMS {
            self.told.left_out += 1;
            return;
        }
        self.diagrams += 1;
        self.leave_line();
        diagram::write(self.html, &wanted.position, wanted.side, &self.marks, wanted.after);
        self.needs_number = true;
    }

    /// Writes a word in the line, which begins if there is none.
    fn word(&mut self, element: &'static str, attributes: &[(&'static str, &str)], text: &str) {
        if self.place == Place::Outside {
            let class = if self.open.is_empty() { "main line" } else { "line" };
            self.html.open("p", &[("class", class)]);
            (self.place, self.after_word) = (Place::Line, false);
        }
        if self.after_word {
            self.html.text(" ");
        }
        self.html.element(element, attributes, text);
        self.after_word = true;
    }

    /// Ends the line or the summary.
    fn leave_line(&mut self) {
        if self.place != Place::Outside {
            self.html.close();
            self.html.line();
        }
        (self.place, self.after_word) = (Place::Outside, false);
    }
}
