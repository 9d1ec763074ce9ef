//! Text without any markup, in lines of a width that a terminal and a letter have.

use scoresheet_chess::board::{TextStyle, text as text_board};
use scoresheet_chess::diagram::marks_in_words;
use unicode_width::UnicodeWidthStr;

use super::characters::{isolated, one_line};
use super::diagram::{Picture, Side};
use super::entry::Entry;
use super::markup::{Heading, Markup};
use super::sheet::Sheet;

/// The language.
pub(super) struct PlainText;

/// The columns of a line.
const WIDTH: usize = 79;

/// The columns by which a variation is moved in.
const INDENT: usize = 4;

/// No line ends there.
const TIE: char = '\u{A0}';

impl Markup for PlainText {
    const TIE: &'static str = "\u{A0}";
    const DOTS: &'static str = "...";

    fn text(&self, text: &str) -> String {
        isolated(one_line(text).collect())
    }

    fn san(&self, san: &str) -> String {
        san.to_owned()
    }

    fn strong(&self, inline: &str) -> String {
        inline.to_owned()
    }

    fn start(&self, out: &mut String, title: &str) {
        underlined(out, &self.text(title), '=');
    }

    fn contents(&self, out: &mut String, entries: &[Entry]) {
        self.section(out, "Games");
        let digits = entries.len().to_string().len();
        for (index, entry) in entries.iter().enumerate() {
            let Heading { number, title, result, .. } = Heading::new(index + 1, entry);
            *out += &format!("{number:digits$}. {}  {}\n", self.text(&title), self.text(result));
        }
    }

    fn section(&self, out: &mut String, title: &str) {
        end_block(out);
        underlined(out, &self.text(title), '-');
    }

    fn game(&self, out: &mut String, heading: &Heading<'_>) {
        let Heading { number, title, result, facts, opening } = heading;
        self.section(out, &format!("{number}. {title}  {result}"));
        [facts, opening].into_iter().filter(|line| !line.is_empty()).for_each(|line| wrapped(out, 0, &self.text(line)));
        end_block(out);
    }

    fn paragraph(&self, out: &mut String, depth: usize, inline: &str) {
        wrapped(out, depth * INDENT, inline);
    }

    fn diagram(&self, out: &mut String, depth: usize, picture: &Picture) {
        let style = TextStyle { letters: true, flipped: picture.side == Side::Black, last_move: None };
        let indent = " ".repeat((depth + 1) * INDENT);
        end_block(out);
        text_board(&picture.board, style).lines().for_each(|line| *out += &format!("{indent}{line}\n"));
        let words = [vec![picture.caption()], marks_in_words(&picture.look())].concat();
        words.iter().for_each(|line| wrapped(out, indent.len(), line));
        *out += "\n";
    }

    fn table(&self, out: &mut String, sheet: &Sheet) {
        let rows = || std::iter::once(&sheet.headings).chain(&sheet.rows);
        let cells: Vec<Vec<String>> = rows().map(|row| row.iter().map(|cell| self.text(cell)).collect()).collect();
        let width = |column: usize| cells.iter().filter_map(|row| Some(row.get(column)?.width())).max().unwrap_or(0);
        let widths: Vec<usize> = (0..sheet.headings.len()).map(width).collect();
        for row in &cells {
            let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let spaces = " ".repeat(width - cell.width());
                if sheet.is_number.get(column) == Some(&true) { spaces + cell } else { cell.clone() + &spaces }
            });
            *out += padded.collect::<Vec<_>>().join("  ").trim_end();
            *out += "\n";
        }
    }

    fn end_part(&self, out: &mut String) {
        end_block(out);
    }

    fn signs(&self, out: &mut String, signs: &[(&str, &str)]) {
        signs.iter().for_each(|(glyph, meaning)| *out += &format!("{glyph:4} {meaning}\n"));
    }
}

/// Ends what is above with one empty line.
fn end_block(out: &mut String) {
    while !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

fn underlined(out: &mut String, title: &str, line: char) {
    *out += &format!("{title}\n{}\n\n", line.to_string().repeat(title.width().min(WIDTH)));
}

/// Adds words in lines that are moved in by so many columns.
fn wrapped(out: &mut String, indent: usize, words: &str) {
    let mut column = 0;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let width = word.width();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.extend(word.chars().map(|letter| if letter == TIE { ' ' } else { letter }));
        column += width;
    }
    if column > 0 {
        out.push('\n');
    }
}
