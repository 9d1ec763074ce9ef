//! LaTeX, with the fonts and boards of the packages `xskak` and `chessboard`: a source that its reader can lay out anew by the commands at its start.

use scoresheet_chess::diagram::Brush;

use super::characters::{isolated, one_line, with_breaks};
use super::diagram::{Picture, Side};
use super::markup::{Heading, Markup};
use super::measures::{Curve, HEIGHT, Kind, WIDTH};
use super::sheet::Sheet;

/// The language.
pub(super) struct Latex;

/// The line by which a file is known to be ours.
pub(super) const MADE_BY: &str = "% Made by Scoresheet.";

/// The signs that the chess fonts have.
const GLYPHS: [(&str, &str); 17] = [
    ("□", "\\onlymove"),
    ("=", "\\equal"),
    ("∞", "\\unclear"),
    ("⩲", "\\wbetter"),
    ("⩱", "\\bbetter"),
    ("±", "\\wupperhand"),
    ("∓", "\\bupperhand"),
    ("+−", "\\wdecisive"),
    ("−+", "\\bdecisive"),
    ("⨀", "\\zugzwang"),
    ("○", "\\moreroom"),
    ("↑↑", "\\devadvantage"),
    ("↑", "\\withinit"),
    ("→", "\\withattack"),
    ("=/∞", "\\compensation"),
    ("⇆", "\\counterplay"),
    ("⊕", "\\timelimit"),
];

/// The pieces in moves.
const FIGURINES: [(char, &str); 5] =
    [('K', "\\symking "), ('Q', "\\symqueen "), ('R', "\\symrook "), ('B', "\\symbishop "), ('N', "\\symknight ")];

impl Markup for Latex {
    const TIE: &'static str = "~";

    fn text(&self, text: &str) -> String {
        escaped(&isolated(text.to_owned()))
    }

    fn san(&self, san: &str) -> String {
        let mut out = String::new();
        let mut last = ' ';
        for letter in one_line(san) {
            // A piece is at the start or after the sign of a promotion.
            let piece = FIGURINES.iter().find(|(piece, _)| *piece == letter && matches!(last, ' ' | '='));
            match piece {
                Some((_, command)) => out += command,
                // No line ends within castling.
                None if letter == '-' => out += "\\mbox{-}",
                None => out += &escaped(&letter.to_string()),
            }
            last = letter;
        }
        // A space after a command at the end would be lost with it.
        if out.ends_with(' ') { out + "{}" } else { out }
    }

    fn unread(&self, written: &str) -> String {
        format!("\\Unread{{{}}}", escaped(written))
    }

    fn glyph(&self, glyph: &str) -> String {
        let command = GLYPHS.iter().find(|(sign, _)| *sign == glyph);
        command.map_or_else(|| escaped(glyph), |(_, command)| format!("{command}{{}}"))
    }

    fn strong(&self, inline: &str) -> String {
        format!("\\Main{{{inline}}}")
    }

    fn start(&self, out: &mut String, title: &str) {
        *out += MADE_BY;
        *out += "\n";
        *out += include_str!("latex.tex");
        *out += &format!("\\title{{{}}}\n\\begin{{document}}\n\\Start\n\n", escaped(title));
    }

    fn section(&self, out: &mut String, title: &str) {
        *out += &format!("\\Part{{{}}}\n\n", escaped(title));
    }

    fn game(&self, out: &mut String, heading: &Heading<'_>) {
        let Heading { number, title, result, facts, opening } = heading;
        let [title, result, facts, opening] = [title, *result, facts, opening].map(escaped);
        *out += &format!("\\Game{{{number}}}{{{title}}}{{{result}}}{{{facts}}}{{{opening}}}\n\n");
    }

    fn paragraph(&self, out: &mut String, depth: usize, inline: &str) {
        *out += &format!("\\Moves{{{depth}}}{{{inline}}}\n\n");
    }

    fn diagram(&self, out: &mut String, _depth: usize, picture: &Picture) {
        let mut options = format!("setfen={},", picture.board);
        if picture.side == Side::Black {
            options += "inverse,";
        }
        let colour = |brush: Brush| format!("color=Arrow{},", brush.name());
        for (brush, from, to) in picture.arrows.iter().filter(|(_, from, to)| from != to) {
            options += &format!("pgfstyle=straightmove,{}markmove={from}-{to},", colour(*brush));
        }
        for (brush, on) in &picture.squares {
            options += &format!("pgfstyle=circle,{}markfield={on},", colour(*brush));
        }
        *out += &format!("\\Diagram{{{options}}}{{{}}}\n\n", escaped(&picture.caption()));
    }

    fn curve(&self, out: &mut String, curve: &Curve) {
        let mut lines = String::new();
        for (kind, points) in &curve.lines {
            let look = match kind {
                Kind::Middle => "gray",
                Kind::Score | Kind::White => "thick",
                Kind::Black => "thick,dashed",
            };
            // From the left edge and the bottom, as parts of the width and the height.
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("({:.4},{:.3})", x / WIDTH, 1.0 - y / HEIGHT)).collect();
            lines += &format!("\\Line{{{look}}}{{{}}}\n", points.join("--"));
        }
        *out += &format!("\\Curve{{\n{lines}}}{{{}}}\n\n", escaped(&curve.caption));
    }

    fn table(&self, out: &mut String, sheet: &Sheet) {
        let sides: String = sheet.is_number.iter().map(|is_number| if *is_number { 'r' } else { 'l' }).collect();
        *out += &format!("\\begin{{Cells}}{{{sides}}}\n");
        for row in std::iter::once(&sheet.headings).chain(&sheet.rows) {
            // A bracket or a star after the end of a row would be an argument of it.
            let cells: Vec<String> = row.iter().map(|cell| format!("{{{}}}", escaped(cell))).collect();
            *out += &format!("{} \\\\\n", cells.join(" & "));
        }
        *out += "\\end{Cells}\n\n";
    }

    fn signs(&self, out: &mut String, signs: &[(&str, &str)]) {
        for (glyph, meaning) in signs {
            *out += &format!("\\Sign{{{}}}{{{}}}\n\n", self.glyph(glyph), escaped(meaning));
        }
    }

    fn end(&self, out: &mut String) {
        *out += "\\end{document}\n";
    }
}

/// Escapes what means something. Hyphens, commas and quotation marks may be joined to dashes and quotation marks, as always in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (letter, breaks) in with_breaks(text) {
        match letter {
            '\\' => out += "\\textbackslash{}",
            '^' => out += "\\textasciicircum{}",
            '~' => out += "\\textasciitilde{}",
            '`' => out += "\\textasciigrave{}",
            '"' => out += "\\textquotedbl{}",
            // Babel knows no isolates; marks of left to right at both ends keep what is beside the text in its place.
            '\u{2066}'..='\u{2069}' => out.push('\u{200E}'),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
        if breaks {
            out += "\\allowbreak{}";
        }
    }
    out
}
