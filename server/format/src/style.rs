//! The layout and the line ends of formatted games.

/// The options for formatting games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// The layout.
    pub style: Style,
    /// The line ends.
    pub line_ending: LineEnding,
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
