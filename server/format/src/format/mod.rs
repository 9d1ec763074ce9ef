//! Games in export format (sections 3.2, 8.1 and 8.2 of the standard), reduced export format (3.2.4) and a readable
//! layout with a line for each pair of moves.
//!
//! Everything a game says is kept, in its order; a game that does not read cleanly is copied byte for byte. Every game
//! is formatted by itself and ends with its own empty line, so the pieces of a file can be formatted apart and joined.

pub(crate) mod clean;
mod comment;
mod layout;
mod movetext;
mod outside;
mod readable;
mod tags;

use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use clean::first_trouble;
use layout::Filler;
use readable::Readable;
use scoresheet_chess::replay::Replay;
use tags::TagSection;

/// How games are to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// The layout.
    pub style: Style,
    /// How lines end.
    pub line_ending: LineEnding,
}

/// The layout of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Export format (section 3.2): as many tokens on a line as 79 columns hold.
    #[default]
    Export,
    /// Reduced export format (section 3.2.4): only the Seven Tag Roster, the moves and the termination marker. Comments,
    /// NAGs, variations and other tags are dropped; that is what the format is. The tags without which the moves cannot
    /// be read, SetUp, FEN and Variant, stay.
    Reduced,
    /// A line for each pair of moves; comments and variations on indented lines of their own.
    Readable,
}

/// How lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// As the first line of the text does; a line feed where it has only one line.
    #[default]
    Keep,
    /// A line feed, as section 3.2.2 asks of archives.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A carriage return.
    Cr,
}

/// Why a game was left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Byte offset of what stands in the way, relative to the game.
    pub offset: usize,
    /// What stands in the way, as one sentence for a player.
    pub reason: String,
}

/// A formatted text, and what was left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formatted {
    /// The new text; refused games stand in it unchanged.
    pub text: String,
    /// The games that do not read cleanly, in order.
    pub refused: Vec<RefusedGame>,
    /// How many games were read.
    pub games: usize,
}

/// A game that was left byte for byte as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// Counted from 1.
    pub game: usize,
    /// Byte offset, in the text that was formatted, of what stands in the way.
    pub offset: usize,
    /// What stands in the way, as one sentence for a player.
    pub reason: String,
}

/// Format all games of a text, one after the other. Linear in the text.
///
/// The pieces that [`scoresheet_grammar::split`] makes of a file can be formatted apart, with options that
/// [`FormatOptions::for_text`] has fixed for the whole file, and joined with [`Formatted::append`]: the outcome is that
/// of formatting the file at once.
pub fn format_text(text: &str, options: FormatOptions) -> Formatted {
    let options = options.for_text(text);
    let mut formatted = Formatted { text: String::with_capacity(text.len() + text.len() / 16), ..Formatted::default() };
    let mut parser = Parser::new(text);
    let mut tree = Tree::default();
    while let Some(range) = parser.next_game(&mut tree) {
        formatted.games += 1;
        let game = GameView { text: &text[range.clone()], tree: &tree };
        if let Err(Refusal { offset, reason }) = format_game(game, options, &mut formatted.text) {
            formatted.refused.push(RefusedGame { game: formatted.games, offset: range.start + offset, reason });
        }
    }
    formatted
}

/// Append a formatted game to `out`, with the empty line that ends it (section 8.2.1). Linear in the game.
///
/// Text without a tag pair, a move or a termination marker is copied as it is.
///
/// # Errors
/// A game that does not read cleanly is appended byte for byte; the refusal names the first thing in the way.
pub fn format_game(game: GameView, options: FormatOptions, out: &mut String) -> Result<(), Refusal> {
    let start = out.len();
    let outcome = match first_trouble(game) {
        Some(trouble) => Err(trouble),
        None if is_game(game) => write_game(game, options.for_text(game.text), out),
        None => {
            out.push_str(game.text);
            Ok(())
        }
    };
    if outcome.is_err() {
        out.truncate(start);
        out.push_str(game.text);
    }
    outcome
}

fn write_game(game: GameView, options: FormatOptions, out: &mut String) -> Result<(), Refusal> {
    let start = out.len();
    let line_end = options.line_ending.text();
    let section = TagSection::of(game);
    let marker = section.marker();
    // A game that was copied may end in the middle of a line.
    if !out.is_empty() && !out.ends_with(['\n', '\r']) {
        outside::refuse_half_tag(out).map_err(|refusal| Refusal { offset: 0, ..refusal })?;
        out.push_str(line_end);
    }
    section.write(options.style, line_end, out)?;
    let mut replay = Replay::new(game);
    let mut filler = Filler::new(game.text, out, line_end);
    match options.style {
        Style::Export => movetext::write(game, &mut replay, marker, false, &mut filler)?,
        Style::Reduced => movetext::write(game, &mut replay, marker, true, &mut filler)?,
        Style::Readable => movetext::write(game, &mut replay, marker, false, &mut Readable::new(filler))?,
    }
    outside::write_after_game(game, &mut replay, options.style, line_end, out)?;
    out.push_str(line_end);
    out.push_str(line_end);
    outside::refuse_torn(game, &out[start..])
}

/// Whether there is a game at all: a tag pair, a move or a termination marker. The first two events or so tell.
fn is_game(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| match event {
        Event::Enter(node) => node == NodeKind::TagSection,
        Event::Token(kind) => kind == TokenKind::San || kind.is_termination(),
        Event::Leave(_) => false,
    })
}

impl FormatOptions {
    /// The same options with [`LineEnding::Keep`] replaced by how the first line of `text` ends.
    #[must_use]
    pub fn for_text(self, text: &str) -> FormatOptions {
        let line_ending = match self.line_ending {
            LineEnding::Keep => LineEnding::of(text),
            fixed => fixed,
        };
        FormatOptions { line_ending, ..self }
    }
}

impl LineEnding {
    /// How the first line of `text` ends; a line feed where there is only one line.
    pub fn of(text: &str) -> LineEnding {
        let bytes = text.as_bytes();
        match memchr::memchr2(b'\n', b'\r', bytes) {
            Some(end) if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') => LineEnding::CrLf,
            Some(end) if bytes[end] == b'\r' => LineEnding::Cr,
            _ => LineEnding::Lf,
        }
    }

    /// The line end itself, a line feed where it is not known.
    pub(crate) fn text(self) -> &'static str {
        match self {
            LineEnding::Keep | LineEnding::Lf => "\n",
            LineEnding::CrLf => "\r\n",
            LineEnding::Cr => "\r",
        }
    }
}

impl Formatted {
    /// Append the outcome of the next piece of a file, which begins at byte `start` of the file.
    pub fn append(&mut self, piece: Formatted, start: usize) {
        self.text.push_str(&piece.text);
        let games = self.games;
        let in_file = |refused: RefusedGame| RefusedGame {
            game: refused.game + games,
            offset: refused.offset + start,
            reason: refused.reason,
        };
        self.refused.extend(piece.refused.into_iter().map(in_file));
        self.games += piece.games;
    }
}

#[cfg(test)]
mod tests;
