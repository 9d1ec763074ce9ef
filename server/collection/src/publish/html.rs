//! Writes HTML. Text of games gets in by [`Html::text`] and as values of attributes, which escape it; there is no other way.

use scoresheet_chess::base64::base64;

use super::characters::is_no_character;

/// A page, or a piece of one, that is being written.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    /// The elements that are open, the innermost last.
    open: Vec<&'static str>,
}

/// Where a link leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Address<'a> {
    /// A file of the site, by its name, which we made; from a page that is so many folders deep.
    File(&'a str, usize),
    /// A place on the same page, by its id, which we made.
    Place(&'a str),
    /// The PGN of a game, in the page itself.
    Source(&'a [u8]),
    /// A page elsewhere: see [`Address::web`].
    Web(&'a str),
}

impl<'a> Address<'a> {
    /// An address of the web that a game names. `None` for anything that is none, as `javascript:`.
    pub(super) fn web(text: &'a str) -> Option<Address<'a>> {
        let lower = text.get(..8)?.to_ascii_lowercase();
        let is_web = lower.starts_with("http://") || lower.starts_with("https://");
        let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
        (is_web && is_plain).then_some(Address::Web(text))
    }

    fn written(self) -> String {
        match self {
            Address::File(name, depth) => "../".repeat(depth) + name,
            Address::Place(id) => format!("#{id}"),
            // The media type is the one that IANA registered for PGN.
            Address::Source(bytes) => format!("data:application/vnd.chess-pgn;base64,{}", base64(bytes)),
            Address::Web(address) => address.to_owned(),
        }
    }
}

impl Html {
    /// Begins an element. The names of its attributes are ours; an address is only written by [`Html::link`] and its like.
    pub(super) fn open(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        debug_assert!(
            attributes.iter().all(|(name, _)| !matches!(*name, "href" | "src" | "style") && !name.starts_with("on"))
        );
        self.begin(name, attributes);
        self.open.push(name);
    }

    /// Ends the innermost element.
    pub(super) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    /// Writes an element with a text.
    pub(super) fn element(&mut self, name: &'static str, attributes: &[(&'static str, &str)], text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close();
    }

    /// Begins a link.
    pub(super) fn open_link(&mut self, address: Address<'_>, attributes: &[(&'static str, &str)]) {
        self.begin("a", &[&[("href", address.written().as_str())], attributes].concat());
        self.open.push("a");
    }

    /// Names a style sheet of the site.
    pub(super) fn style_sheet(&mut self, address: Address<'_>) {
        self.begin("link", &[("rel", "stylesheet"), ("href", address.written().as_str())]);
    }

    /// Names a script of the site.
    pub(super) fn script(&mut self, address: Address<'_>) {
        self.begin("script", &[("src", address.written().as_str()), ("defer", "")]);
        self.out.push_str("</script>");
    }

    /// Writes text. Characters that HTML does not allow become replacement characters.
    pub(super) fn text(&mut self, text: &str) {
        self.escape(text);
    }

    /// Writes markup of ours.
    pub(super) fn constant(&mut self, markup: &'static str) {
        self.out.push_str(markup);
    }

    /// Writes the picture of a board, which has no text of a game.
    pub(super) fn picture(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    /// Begins a new line of the file where white space means nothing.
    pub(super) fn line(&mut self) {
        self.out.push('\n');
    }

    /// Ends all elements and returns what was written.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn begin(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in attributes {
            self.out.push(' ');
            self.out.push_str(attribute);
            if !value.is_empty() {
                self.out.push_str("=\"");
                self.escape(value);
                self.out.push('"');
            }
        }
        self.out.push('>');
    }

    fn escape(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\n' | '\t' => self.out.push(letter),
                letter if letter.is_control() || is_no_character(letter) => self.out.push('\u{FFFD}'),
                letter => self.out.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_links() {
        for good in ["https://lichess.org/abc", "HTTP://a.b/?q=\"><script>"] {
            assert!(Address::web(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "https",
            "http:/ /",
            " https://a",
            "https://a b",
            "//a.b/cdefg",
            "",
        ] {
            assert!(Address::web(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn elements_are_closed_and_values_escaped() {
        let mut html = Html::default();
        html.open("p", &[("title", "\"><script>alert(1)</script>"), ("hidden", "")]);
        html.open_link(Address::File("a.html", 1), &[]);
        html.text("</a> & \u{0}");
        let expected = "<p title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\" hidden>\
                        <a href=\"../a.html\">&lt;/a&gt; &amp; \u{FFFD}</a></p>";
        assert_eq!(html.finish(), expected);
    }

    proptest! {
        #[test]
        fn no_text_becomes_markup(text in ".*") {
            let mut html = Html::default();
            html.element("p", &[("title", &text)], &text);
            let written = html.finish();
            // The marks of the element itself, and no other.
            prop_assert_eq!(written.matches('<').count(), 2);
            prop_assert_eq!(written.matches('>').count(), 2);
            prop_assert_eq!(written.matches('"').count(), if text.is_empty() { 0 } else { 2 });
        }
    }
}
