//! A document with all games, in any language: what comes after what.

use std::collections::BTreeSet;

use scoresheet_chess::nag;
use scoresheet_grammar::Database;

use super::entry::Entry;
use super::game_page::Published;
use super::markup::{Heading, Markup};
use super::measures::{clocks, evaluation};
use super::sheet::Sheet;
use super::site::Site;
use super::story::{Piece, PlayedMove, Story, tell};

/// Variations in so many others have paragraphs of their own; deeper ones are in parentheses, as in books.
const MOST_SET_APART: usize = 3;

/// Returns the start of a document: the title, the tables, the list of games.
pub(super) fn start(markup: &impl Markup, site: &Site, entries: &[Entry], sheets: &[Sheet]) -> String {
    let mut out = String::new();
    markup.start(&mut out, &site.title);
    for sheet in sheets {
        markup.section(&mut out, &sheet.title);
        markup.table(&mut out, sheet);
        sheet.notes.iter().for_each(|note| markup.note(&mut out, note));
    }
    markup.contents(&mut out, entries);
    markup.end_part(&mut out);
    out
}

/// Returns a game, and adds its NAGs to `nags`. Linear in the game.
pub(super) fn part(markup: &impl Markup, site: &Site, game: &Published<'_>, nags: &mut BTreeSet<u16>) -> String {
    let database = Database::parse(game.text);
    let story = database.view(0).map(|view| tell(view, site.every)).unwrap_or_default();
    let mut out = String::new();
    markup.game(&mut out, &Heading::new(game.number, game.entry));
    if game.entry.is_broken() {
        markup.note(&mut out, super::game_page::BROKEN);
    }
    moves(markup, &mut out, &story);
    if story.left_out > 0 {
        markup.note(&mut out, &format!("{} more diagrams were left out.", story.left_out));
    }
    let curves = [evaluation(&story.main_line), clocks(&story.main_line)];
    curves.iter().flatten().for_each(|curve| markup.curve(&mut out, curve));
    nags.extend(story.nags);
    markup.end_part(&mut out);
    out
}

/// Returns the end of a document: what the signs of its games mean.
pub(super) fn end(markup: &impl Markup, nags: &BTreeSet<u16>) -> String {
    let mut out = String::new();
    let signs: Vec<(&str, &str)> =
        nags.iter().filter_map(|number| Some((nag::glyph(*number)?, nag::meaning(*number)?))).collect();
    if !signs.is_empty() {
        markup.section(&mut out, "Signs");
        markup.signs(&mut out, &signs);
    }
    markup.end(&mut out);
    out
}

fn moves(markup: &impl Markup, out: &mut String, story: &Story) {
    let mut writer =
        Writer { markup, out, set_apart: Vec::new(), line: String::new(), run: String::new(), after_word: false };
    story.pieces.iter().for_each(|piece| writer.add(piece));
    writer.end_paragraph();
}

struct Writer<'a, M> {
    markup: &'a M,
    out: &'a mut String,
    /// The variations that are open: whether each is set apart.
    set_apart: Vec<bool>,
    /// The paragraph, written in the language.
    line: String,
    /// Moves of the main line after it.
    run: String,
    /// Whether a space comes before the next word.
    after_word: bool,
}

impl<M: Markup> Writer<'_, M> {
    fn add(&mut self, piece: &Piece) {
        match piece {
            Piece::Move(played) => self.add_move(played),
            Piece::Nag(number) => self.annotate(*number),
            Piece::Comment(words) => self.add_text(&self.markup.text(words)),
            Piece::Enter => self.enter(),
            Piece::Leave => self.leave(),
            Piece::Diagram(picture) => {
                self.end_paragraph();
                self.markup.diagram(self.out, self.depth(), picture);
            }
            Piece::Result(marker) => self.add_main(&self.markup.text(marker)),
        }
    }

    fn add_move(&mut self, played: &PlayedMove) {
        let number = played.shown_number(M::DOTS).map(|number| number + M::TIE).unwrap_or_default();
        let san = match played.is_read {
            true => self.markup.san(&played.text),
            false => self.markup.unread(&played.text),
        };
        self.add_main(&(number + &san));
    }

    fn annotate(&mut self, number: u16) {
        let Some(glyph) = nag::glyph(number) else {
            let meaning = format!("({})", nag::meaning(number).unwrap_or_default());
            return self.add_text(&self.markup.text(&meaning));
        };
        // The traditional suffixes are part of the move.
        self.after_word &= number > 6;
        match self.run.is_empty() {
            true => self.add_text(&self.markup.glyph(glyph)),
            false => self.add_main(&self.markup.glyph(glyph)),
        }
    }

    fn enter(&mut self) {
        let is_set_apart = self.set_apart.len() < MOST_SET_APART;
        if is_set_apart {
            self.end_paragraph();
        } else {
            self.add_text("(");
            self.after_word = false;
        }
        self.set_apart.push(is_set_apart);
    }

    fn leave(&mut self) {
        if self.set_apart.last() == Some(&true) {
            self.end_paragraph();
        } else {
            self.after_word = false;
            self.add_text(")");
        }
        self.set_apart.pop();
    }

    /// How deep the variation is that has a paragraph of its own.
    fn depth(&self) -> usize {
        self.set_apart.iter().filter(|is_set_apart| **is_set_apart).count()
    }

    /// Adds what is strong in the main line.
    fn add_main(&mut self, inline: &str) {
        if !self.set_apart.is_empty() {
            return self.add_text(inline);
        }
        let after_word = std::mem::replace(&mut self.after_word, true);
        match (self.run.is_empty(), after_word) {
            (true, true) => self.line.push(' '),
            (false, true) => self.run.push(' '),
            _ => {}
        }
        self.run.push_str(inline);
    }

    fn add_text(&mut self, inline: &str) {
        self.end_run();
        if std::mem::replace(&mut self.after_word, true) {
            self.line.push(' ');
        }
        self.line.push_str(inline);
    }

    fn end_run(&mut self) {
        if !self.run.is_empty() {
            self.line.push_str(&self.markup.strong(&std::mem::take(&mut self.run)));
        }
    }

    fn end_paragraph(&mut self) {
        self.end_run();
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.markup.paragraph(self.out, self.depth(), &line);
        }
        self.after_word = false;
    }
}
