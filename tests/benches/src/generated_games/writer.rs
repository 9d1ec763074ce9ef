//! Movetext, token by token, on lines of a certain length or on one line.

/// How many columns are filled. A few of the 79 are left for the parentheses that close behind the last token.
pub(super) const COLUMNS: usize = 72;

pub(super) struct Writer {
    text: String,
    column: usize,
    columns: Option<usize>,
    is_glued: bool,
}

impl Writer {
    /// A writer of lines of so many columns, or of one line.
    pub(super) fn new(columns: Option<usize>) -> Writer {
        Writer { text: String::new(), column: 0, columns, is_glued: true }
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds a token of ASCII letters, with a blank or a line end before it.
    pub(super) fn token(&mut self, token: &str) {
        if !std::mem::take(&mut self.is_glued) {
            let is_full = self.columns.is_some_and(|columns| self.column + 1 + token.len() > columns);
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text += token;
        self.column += token.len();
    }

    pub(super) fn open_variation(&mut self) {
        self.token("(");
        self.is_glued = true;
    }

    pub(super) fn close_variation(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    /// The whole text, with a termination marker at its end.
    pub(super) fn ended_by(mut self, result: &str) -> String {
        self.token(result);
        self.text
    }
}
