//! The text of a hover, in Markdown or plain text.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::style::Style;
use scoresheet_chess::board::{self, TextStyle};
use scoresheet_chess::diagram::{self, Diagram};

/// The edge length of a board picture in pixels.
///
/// The hover of VS Code scrolls beyond 250 pixels, which also have to hold two lines of a diagnostic, or the title and
/// two lines of text.
const BOARD_PIXELS: u32 = 156;

/// The maximum length of the address of a picture, in bytes.
///
/// VS Code shows the source instead of the picture from 100,000 characters of Markdown on.
const MOST_PICTURE_BYTES: usize = 85_000;

/// A hover under construction: a sequence of blocks.
pub(crate) struct Page {
    style: Style,
    blocks: Vec<String>,
}

impl Page {
    pub(crate) fn new(style: Style) -> Page {
        Page { style, blocks: Vec::new() }
    }

    /// Adds a line with `strong` emphasised, followed by `rest`.
    pub(crate) fn title(&mut self, strong: &str, rest: &str) {
        let strong = match self.style {
            Style::Plain => strong.to_owned(),
            Style::Markdown { .. } => format!("**{}**", escape(strong)),
        };
        let rest = self.words(rest);
        self.blocks.push(if rest.is_empty() { strong } else { format!("{strong} {rest}") });
    }

    /// Adds a line of text.
    pub(crate) fn line(&mut self, words: &str) {
        let words = self.words(words);
        self.blocks.push(words);
    }

    /// Adds a line of code, to be copied.
    pub(crate) fn code(&mut self, text: &str) {
        self.blocks.push(match self.style {
            Style::Plain => text.to_owned(),
            Style::Markdown { .. } => format!("`{text}`"),
        });
    }

    /// Adds a position: the board with the squares of the last move marked, and the FEN.
    pub(crate) fn position(&mut self, position: &VariantPosition, last_move: Option<Move>) {
        let last_move = last_move.map(board::squares_of);
        self.board(position, &Diagram { last_move, ..Diagram::default() });
        self.code(&board::fen(position));
    }

    /// Adds a board: as a picture if the style allows it, else as text without arrows and coloured squares.
    pub(crate) fn board(&mut self, position: &VariantPosition, diagram: &Diagram) {
        if let Style::Markdown { images: Some(colours) } = self.style {
            let svg = diagram::svg(position.board(), &Diagram { size: BOARD_PIXELS, colours, ..diagram.clone() });
            let uri = diagram::data_uri(&svg);
            if uri.len() <= MOST_PICTURE_BYTES {
                return self.blocks.push(format!("![board]({uri}|width={BOARD_PIXELS},height={BOARD_PIXELS})"));
            }
        }
        // Letters instead of figurines: in many fonts, figurines are wider than spaces, and the colours look inverted
        // on a dark background.
        let text = board::text(
            position.board(),
            TextStyle { letters: true, last_move: diagram.last_move, ..TextStyle::default() },
        );
        self.blocks.push(match self.style {
            Style::Plain => text,
            // No language on the fence: some Vim clients then look for its syntax file and show nothing.
            Style::Markdown { .. } => format!("```\n{text}\n```"),
        });
    }

    /// Returns whether boards are pictures.
    pub(crate) fn has_images(&self) -> bool {
        matches!(self.style, Style::Markdown { images: Some(_) })
    }

    pub(crate) fn finish(self) -> String {
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

/// Escapes `text` for Markdown, only where necessary, since some editors show the source.
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
    use scoresheet_chess::diagram::{BoardColours, Brush};

    #[test]
    fn large_pictures_are_left_out() {
        let position = VariantPosition::new(Variant::Chess);
        let arrows = |count| {
            let all = Square::ALL.into_iter().flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)));
            all.take(count).map(|(from, to)| (Brush::Green, from, to)).collect()
        };
        for (count, picture) in [(0, true), (8, true), (4000, false)] {
            let mut page = Page::new(Style::Markdown { images: Some(BoardColours::BLUE) });
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
        assert_eq!(write(Style::Markdown { images: None }), markdown);
    }
}
