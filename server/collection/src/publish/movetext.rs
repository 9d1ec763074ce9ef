//! The moves of a game as HTML: lines of moves and comments, variations that fold, diagrams.

use scoresheet_chess::diagram::svg;
use scoresheet_chess::nag;

use super::diagram::Picture;
use super::html::Html;
use super::notation::figurines;
use super::story::{Piece, PlayedMove, Story};

/// Variations in so many others fold; deeper ones are in brackets: browsers do not nest elements any deeper than some hundreds.
const MOST_FOLDED: usize = 24;

/// Writes the moves of a game. Linear in the story.
pub(super) fn write(html: &mut Html, story: &Story) {
    let mut writer = Writer { html, open: Vec::new(), place: Place::Outside, after_word: false };
    story.pieces.iter().for_each(|piece| writer.add(piece));
    writer.leave_line();
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

struct Writer<'a> {
    html: &'a mut Html,
    /// The variations that are open: whether each folds, or is in brackets.
    open: Vec<bool>,
    place: Place,
    /// Whether a space comes before the next word.
    after_word: bool,
}

impl Writer<'_> {
    fn add(&mut self, piece: &Piece) {
        match piece {
            Piece::Move(played) => self.add_move(played),
            Piece::Nag(number) => self.annotate(*number),
            Piece::Comment(words) => {
                self.leave_summary();
                self.word("span", &[("class", "comment"), ("dir", "auto")], words);
            }
            Piece::Enter => self.enter(),
            Piece::Leave => self.leave(),
            Piece::Diagram(picture) => self.draw(picture),
            Piece::Result(marker) => self.word("span", &[("class", "result")], marker),
        }
    }

    fn add_move(&mut self, played: &PlayedMove) {
        self.leave_summary();
        if let Some(number) = played.shown_number("…") {
            self.word("span", &[("class", "number")], &number);
            // No line ends between a number and its move.
            self.html.text("\u{A0}");
            self.after_word = false;
        }
        let class = if played.is_read { "move" } else { "move unread" };
        self.word("span", &[("class", class)], &figurines(&played.text));
        if let Place::Summary { has_move } = &mut self.place {
            *has_move = true;
        }
    }

    fn annotate(&mut self, number: u16) {
        let meaning = nag::meaning(number).unwrap_or_default();
        match nag::glyph(number) {
            Some(glyph) => {
                // The traditional suffixes are part of the move.
                self.after_word &= number > 6;
                self.word("abbr", &[("class", "nag"), ("title", meaning)], glyph);
            }
            None => self.word("span", &[("class", "nag words")], &format!("({meaning})")),
        }
    }

    fn enter(&mut self) {
        let folds = self.open.len() < MOST_FOLDED;
        self.open.push(folds);
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
        if self.open.pop() == Some(true) {
            self.leave_line();
            self.html.close();
            self.html.line();
        } else {
            self.after_word = false;
            self.word("span", &[("class", "bracket")], ")");
        }
    }

    fn draw(&mut self, picture: &Picture) {
        self.leave_line();
        self.html.open("figure", &[("class", "diagram")]);
        self.html.picture(&svg(&picture.board, &picture.look()));
        self.html.element("figcaption", &[], &picture.caption());
        self.html.close();
        self.html.line();
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

    /// Ends the summary that has its move.
    fn leave_summary(&mut self) {
        if self.place == (Place::Summary { has_move: true }) {
            self.leave_line();
        }
    }

    /// Ends the line or the summary, which is not empty.
    fn leave_line(&mut self) {
        if self.place == (Place::Summary { has_move: false }) && !self.after_word {
            self.word("span", &[], "…");
        }
        if self.place != Place::Outside {
            self.html.close();
            self.html.line();
        }
        (self.place, self.after_word) = (Place::Outside, false);
    }
}
