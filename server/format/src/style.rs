//! How games are to be written: the layout and the line ends.

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
