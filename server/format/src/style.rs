//! The layout and the line ends of formatted games.

use std::ops::RangeInclusive;

/// The options for formatting games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// The layout.
    pub style: Style,
    /// The line ends.
    pub line_ending: LineEnding,
    /// The length of lines.
    pub line_width: LineWidth,
    /// How suffixes are written.
    pub suffixes: Suffixes,
    /// Whether the games are for an archive, so that what archives do not have is reported as a departure.
    pub is_for_archive: bool,
    /// Whether the text is a fragment, such as some moves in a document: then tags, termination markers and the empty line after the last game
    /// are not added.
    pub is_fragment: bool,
}

/// The layout of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Export format (section 3.2): as many tokens per line as fit 79 columns.
    #[default]
    Export,
    /// Reduced export format (section 3.2.4): only the Seven Tag Roster, the moves and the termination marker, without
    /// comments, NAGs, variations and other tags. The tags SetUp, FEN and Variant stay, because the moves cannot be
    /// read without them.
    Reduced,
    /// One line for each pair of moves; comments and variations on separate indented lines.
    Readable,
}

/// The maximum number of columns of a line, one a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineWidth(u8);

/// How `!`, `?` and their pairs after a move are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Suffixes {
    /// As NAGs, as export format requires (section 8.2.3.8).
    #[default]
    Nags,
    /// As they are, right after their move. Other programs read them; NAGs stay NAGs.
    Keep,
}

/// The line ends of formatted text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// The line end of the first line of the text; a line feed for a single line.
    #[default]
    Keep,
    /// A line feed, as section 3.2.2 requires for archives.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A carriage return.
    Cr,
}

impl FormatOptions {
    /// Returns the same options with [`LineEnding::Keep`] replaced by the line end of the first line of `text`.
    #[must_use]
    pub fn for_text(self, text: &str) -> FormatOptions {
        let line_ending = match self.line_ending {
            LineEnding::Keep => LineEnding::of(text),
            fixed => fixed,
        };
        FormatOptions { line_ending, ..self }
    }
}

impl LineWidth {
    /// The possible widths. In shorter lines words and commands stand alone; longer lines are not read by all programs: import format
    /// allows 255 characters (section 4.3).
    pub const RANGE: RangeInclusive<u8> = 40..=255;

    /// Returns the width of so many columns; `None` if they are out of [range](LineWidth::RANGE).
    pub fn new(columns: u8) -> Option<LineWidth> {
        LineWidth::RANGE.contains(&columns).then_some(LineWidth(columns))
    }

    /// Returns the number of columns.
    pub fn columns(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for LineWidth {
    /// Export format has "less than 80 printing characters" (section 8.2.1).
    fn default() -> LineWidth {
        LineWidth(79)
    }
}

impl LineEnding {
    /// Returns the line end of the first line of `text`; a line feed for a single line.
    pub fn of(text: &str) -> LineEnding {
        let bytes = text.as_bytes();
        match memchr::memchr2(b'\n', b'\r', bytes) {
            Some(end) if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') => LineEnding::CrLf,
            Some(end) if bytes[end] == b'\r' => LineEnding::Cr,
            _ => LineEnding::Lf,
        }
    }

    /// Returns the text of the line end; a line feed for [`LineEnding::Keep`].
    pub(crate) fn text(self) -> &'static str {
        match self {
            LineEnding::Keep | LineEnding::Lf => "\n",
            LineEnding::CrLf => "\r\n",
            LineEnding::Cr => "\r",
        }
    }
}
