//! Writing a hover, as Markdown or as plain text.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::style::Style;
use scoresheet_chess::board::{self, TextStyle};
use scoresheet_chess::diagram::{self, Diagram};

/// Edge length of a picture. VS Code's hover scrolls beyond 250 pixels, of which a finding of two lines above it, or the title and two
/// lines below it, take their share.
const BOARD_PIXELS: u32 = 156;

/// Bytes of a picture's address. VS Code shows the source instead of the picture from 100,000 characters of Markdown on.
const MOST_PICTURE_BYTES: usize = 85_000;

/// A hover in the making: blocks one below the other.
pub(crate) struct Page {
    style: Style,
    blocks: Vec<String>,
}

impl Page {
    pub fn new(style: Style) -> Page {
        Page { style, blocks: Vec::new() }
    }

    /// A line with `strong` set off from the `rest` behind it.
    pub fn title(&mut self, strong: &str, rest: &str) {
        let strong = match self.style {
            Style::Plain => strong.to_owned(),
            Style::Markdown { .. } => format!("**{}**", escape(strong)),
        };
        let rest = self.words(rest);
        self.blocks.push(if rest.is_empty() { strong } else { format!("{strong} {rest}") });
    }

    /// A line of words.
    pub fn line(&mut self, words: &str) {
        let words = self.words(words);
        self.blocks.push(words);
    }

    /// A line to copy from.
    pub fn code(&mut self, text: &str) {
        self.blocks.push(match self.style {
            Style::Plain => text.to_owned(),
            Style::Markdown { .. } => format!("`{text}`"),
        });
    }

    /// A position: the board with the squares of the last move marked, and its FEN.
    pub fn position(&mut self, position: &VariantPosition, last_move: Option<Move>) {
        let last_move = last_move.map(board::squares_of);
        self.board(position, &Diagram { last_move, ..Diagram::default() });
        self.code(&board::fen(position));
    }

    /// A board. Arrows and coloured squares are seen only where it is a picture.
    pub fn board(&mut self, position: &VariantPosition, diagram: &Diagram) {
        if self.style == (Style::Markdown { images: true }) {
            let svg = diagram::svg(position.board(), &Diagram { size: BOARD_PIXELS, ..diagram.clone() });
            let uri = diagram::data_uri(&svg);
            if uri.len() <= MOST_PICTURE_BYTES {
                return self.blocks.push(format!("![board]({uri}|width={BOARD_PIXELS},height={BOARD_PIXELS})"));
            }
        }
        // Letters, as figurines have another width than blanks in many fonts, and look the wrong colour on black.
        let text = board::text(
            position.board(),
            TextStyle { letters: true, last_move: diagram.last_move, ..TextStyle::default() },
        );
        self.blocks.push(match self.style {
            Style::Plain => text,
            // A bare fence: with a language some Vim clients look for its syntax file and show nothing.
            Style::Markdown { .. } => format!("```\n{text}\n```"),
        });
    }

    /// Whether pictures are shown.
    pub fn has_images(&self) -> bool {
        self.style == (Style::Markdown { images: true })
    }

    pub fn finish(self) -> String {
        let between = if self.style == Style::Plain { "\n" } else { "\n\n" };
        self.blocks.join(between)
    }

    fn words(&self, words: &str) -> String {
        match self.style {
            Style::Plain => words.to_owned(),
            Style::Markdown { .. } => escape(words),
        }
    }
}

/// `text` as Markdown that shows it as it is. No more is escaped than must be, as some editors show the source.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '<' | '[' | '~' | '&') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;
    use shakmaty::variant::Variant;

    use super::*;
    use scoresheet_chess::diagram::Brush;

    #[test]
    fn pictures_are_small_enough_or_left_out() {
        let position = VariantPosition::new(Variant::Chess);
        let arrows = |count| {
            let all = Square::ALL.into_iter().flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)));
            all.take(count).map(|(from, to)| (Brush::Green, from, to)).collect()
        };
        for (count, picture) in [(0, true), (8, true), (4000, false)] {
            let mut page = Page::new(Style::Markdown { images: true });
            page.board(&position, &Diagram { arrows: arrows(count), ..Diagram::default() });
            let content = page.finish();
            assert_eq!(content.starts_with("![board](data:image/svg+xml;base64,"), picture, "{count}");
            assert_eq!(content.ends_with("|width=156,height=156)"), picture, "{count}");
            assert!(content.len() < 90_000, "{count} arrows make {} bytes", content.len());
        }
    }

    #[test]
    fn only_markdown_is_escaped() {
        let write = |style| {
            let mut page = Page::new(style);
            page.title("1. <>", "a_b [x](y)");
            page.code("8/8 w - - 0 1");
            page.finish()
        };
        assert_eq!(write(Style::Plain), "1. <> a_b [x](y)\n8/8 w - - 0 1");
        let markdown = "**1. \\<>** a\\_b \\[x](y)\n\n`8/8 w - - 0 1`";
        assert_eq!(write(Style::Markdown { images: false }), markdown);
    }
}
