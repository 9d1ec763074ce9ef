//! Typst: a source that compiles with no other package, and that its reader can lay out anew by the functions at its start.

use scoresheet_chess::diagram::{BoardColours, Diagram, svg};

use super::characters::{isolated, with_breaks};
use super::diagram::Picture;
use super::markup::{Heading, Markup};
use super::measures::{Curve, HEIGHT, Kind, WIDTH, path};
use super::notation::figurines;
use super::sheet::Sheet;

/// A line may end there, and nothing shows it.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// The language.
pub(super) struct Typst;

/// The line by which a file is known to be ours.
pub(super) const MADE_BY: &str = "// Made by Scoresheet.";

impl Markup for Typst {
    const TIE: &'static str = "~";

    fn text(&self, text: &str) -> String {
        isolated(escaped(text))
    }

    fn san(&self, san: &str) -> String {
        // No line ends within castling.
        escaped(&figurines(san)).replace('-', "-\u{2060}")
    }

    fn unread(&self, written: &str) -> String {
        format!("#unread[{}]", escaped(written))
    }

    fn strong(&self, inline: &str) -> String {
        format!("#main[{inline}]")
    }

    fn start(&self, out: &mut String, title: &str) {
        *out += MADE_BY;
        *out += "\n";
        *out += include_str!("typst.typ");
        *out += &format!("\n#show: book.with(title: [{}])\n\n", escaped(title));
    }

    fn section(&self, out: &mut String, title: &str) {
        *out += &format!("#section[{}]\n\n", escaped(title));
    }

    fn game(&self, out: &mut String, heading: &Heading<'_>) {
        let Heading { number, title, result, facts, opening } = heading;
        let [title, result, facts, opening] = [title, *result, facts, opening].map(escaped);
        *out += &format!("#game({number}, [{title}], [{result}], facts: [{facts}], opening: [{opening}])\n\n");
    }

    fn paragraph(&self, out: &mut String, depth: usize, inline: &str) {
        *out += &format!("#line-of-moves({depth})[{inline}]\n\n");
    }

    fn diagram(&self, out: &mut String, depth: usize, picture: &Picture) {
        // In print, squares are white and grey.
        let drawn = svg(&picture.board, &Diagram { colours: BoardColours::GREY, ..picture.look() });
        let drawn = drawn.replace('\\', "\\\\").replace('"', "\\\"");
        *out += &format!("#diagram({depth}, \"{drawn}\", [{}])\n\n", escaped(&picture.caption()));
    }

    fn curve(&self, out: &mut String, curve: &Curve) {
        // Apostrophes need no backslashes in a text of Typst.
        let mut drawn = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' fill='none'>");
        for (kind, points) in &curve.lines {
            let look = match kind {
                Kind::Middle => "stroke='#999'",
                Kind::Score | Kind::White => "stroke='#000' stroke-width='2'",
                Kind::Black => "stroke='#000' stroke-width='2' stroke-dasharray='8 5'",
            };
            drawn += &format!("<path {look} d='{}'/>", path(points));
        }
        *out += &format!("#curve(\"{drawn}</svg>\", [{}])\n\n", escaped(&curve.caption));
    }

    fn table(&self, out: &mut String, sheet: &Sheet) {
        let sides: Vec<&str> =
            sheet.is_number.iter().map(|is_number| if *is_number { "right" } else { "left" }).collect();
        *out += &format!("#cells(({},),\n", sides.join(", "));
        for row in std::iter::once(&sheet.headings).chain(&sheet.rows) {
            row.iter().for_each(|cell| *out += &format!("[{}], ", escaped(cell)));
            *out += "\n";
        }
        *out += ")\n\n";
    }

    fn signs(&self, out: &mut String, signs: &[(&str, &str)]) {
        *out += "#signs(\n";
        signs.iter().for_each(|(glyph, meaning)| *out += &format!("[{}], [{}],\n", escaped(glyph), escaped(meaning)));
        *out += ")\n";
    }
}

/// Puts a backslash before every character that Typst would read as markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut last = ' ';
    for (letter, breaks) in with_breaks(text) {
        let is_sign = match letter {
            '\\' | '*' | '_' | '`' | '#' | '$' | '<' | '>' | '@' | '[' | ']' | '~' | '/' | '=' | ':' => true,
            // Letters beside them make them a sign of a word.
            '-' | '+' | '.' => !last.is_alphabetic(),
            _ => false,
        };
        if is_sign {
            out.push('\\');
        }
        out.push(letter);
        if breaks {
            out.push(ZERO_WIDTH_SPACE);
        }
        last = letter;
    }
    out
}
