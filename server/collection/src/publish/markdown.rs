//! Markdown, as GitHub and CommonMark read it.

use scoresheet_chess::board::{TextStyle, text as text_board};
use scoresheet_chess::diagram::marks_in_words;

use super::characters::{isolated, one_line};
use super::diagram::{Picture, Side};
use super::entry::Entry;
use super::markup::{Heading, Markup};
use super::notation::figurines;
use super::sheet::Sheet;

/// The language.
pub(super) struct Markdown;

/// The line by which a file is known to be ours.
pub(super) const MADE_BY: &str = "<!-- Made by Scoresheet. -->";

impl Markup for Markdown {
    const TIE: &'static str = "\u{A0}";

    fn text(&self, text: &str) -> String {
        isolated(markdown_text(text))
    }

    fn san(&self, san: &str) -> String {
        markdown_text(&figurines(san))
    }

    fn unread(&self, written: &str) -> String {
        // Underlined text has no marks of its own.
        format!("<u>{}</u>", markdown_text(written))
    }

    fn strong(&self, inline: &str) -> String {
        format!("**{}**", inline.trim())
    }

    fn start(&self, out: &mut String, title: &str) {
        *out += &format!("{MADE_BY}\n\n# {}\n\n", markdown_text(title));
    }

    fn contents(&self, out: &mut String, entries: &[Entry]) {
        self.section(out, "Games");
        for (index, entry) in entries.iter().enumerate() {
            let Heading { number, title, result, .. } = Heading::new(index + 1, entry);
            *out += &format!("{number}. [{}](#game-{number}) {}\n", markdown_text(&title), markdown_text(result));
        }
        *out += "\n";
    }

    fn section(&self, out: &mut String, title: &str) {
        *out += &format!("## {}\n\n", markdown_text(title));
    }

    fn game(&self, out: &mut String, heading: &Heading<'_>) {
        let Heading { number, title, result, facts, opening } = heading;
        *out += &format!(
            "## <a id=\"game-{number}\"></a>{number}\\. {} {}\n\n",
            markdown_text(title),
            markdown_text(result)
        );
        for line in [facts, opening].into_iter().filter(|line| !line.is_empty()) {
            *out += &format!("*{}*\n\n", markdown_text(line));
        }
    }

    fn paragraph(&self, out: &mut String, depth: usize, inline: &str) {
        *out += &format!("{}{}\n\n", "> ".repeat(depth), inline.trim());
    }

    fn diagram(&self, out: &mut String, depth: usize, picture: &Picture) {
        let style = TextStyle { letters: true, flipped: picture.side == Side::Black, last_move: None };
        let quote = "> ".repeat(depth);
        *out += &format!("{quote}```text\n");
        text_board(&picture.board, style).lines().for_each(|line| *out += &format!("{quote}{line}\n"));
        *out += &format!("{quote}```\n{}\n", quote.trim_end());
        let words = [vec![picture.caption()], marks_in_words(&picture.look())].concat();
        *out += &format!("{quote}{}\n\n", markdown_text(&words.join(" ")));
    }

    fn table(&self, out: &mut String, sheet: &Sheet) {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let row = |cells: &Vec<String>| line(cells.iter().map(|cell| markdown_text(cell)).collect());
        *out += &row(&sheet.headings);
        let marks = sheet.is_number.iter().map(|is_number| if *is_number { "---:" } else { "---" }.to_owned());
        *out += &line(marks.collect());
        sheet.rows.iter().for_each(|cells| *out += &row(cells));
        *out += "\n";
    }

    fn signs(&self, out: &mut String, signs: &[(&str, &str)]) {
        *out += "| sign | meaning |\n| --- | --- |\n";
        signs.iter().for_each(|(glyph, meaning)| {
            *out += &format!("| {} | {} |\n", markdown_text(glyph), markdown_text(meaning))
        });
    }
}

/// Returns a text as Markdown, in one line: every character that would be markup there or at the start of a line is escaped.
pub fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let (mut is_number, mut last) = (true, ' ');
    let mut letters = one_line(text).skip_while(|letter| *letter == ' ').peekable();
    while let Some(letter) = letters.next() {
        let is_start = out.is_empty();
        let next = letters.peek().copied().unwrap_or(' ');
        let is_escaped = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '{' | '}' | '|' | '#' | '$' | '^' | '~' | '@' => true,
            // A list, or a line below a heading.
            '-' | '+' | '=' => is_start && (next == ' ' || next == letter),
            // A list, or `www.` of an address.
            '.' | ')' => is_number && next == ' ' || matches!(last, 'w' | 'W'),
            // A name of a picture, or an address; but not a time.
            ':' => !(last.is_ascii_digit() && next.is_ascii_digit()),
            _ => false,
        };
        match letter {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            letter if is_escaped => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
        is_number &= letter.is_ascii_digit();
        last = letter;
    }
    out.truncate(out.trim_end().len());
    out
}
