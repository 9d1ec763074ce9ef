//! What a language of documents has to say: the forms that are one file, beside HTML.

use super::characters::isolated;
use super::diagram::Picture;
use super::entry::{Entry, Field};
use super::measures::Curve;
use super::sheet::Sheet;

/// A language of documents. What is called `inline` is written in it already; everything else is text of games or ours, which it escapes.
pub(super) trait Markup {
    /// What is between a number and its move: no line ends there.
    const TIE: &'static str;
    /// What is after the number of a move of Black.
    const DOTS: &'static str = "…";

    /// Text in a line; line ends become spaces.
    fn text(&self, text: &str) -> String;

    /// A move in SAN.
    fn san(&self, san: &str) -> String;

    /// A move that cannot be played, as it is written.
    fn unread(&self, written: &str) -> String {
        self.text(written)
    }

    /// The glyph of a NAG.
    fn glyph(&self, glyph: &str) -> String {
        self.text(glyph)
    }

    /// Moves of the main line.
    fn strong(&self, inline: &str) -> String;

    /// The start of a document, with its title.
    fn start(&self, out: &mut String, title: &str);

    /// The list of games, if the language makes none of itself.
    fn contents(&self, _out: &mut String, _entries: &[Entry]) {}

    /// A heading of a part of the document.
    fn section(&self, out: &mut String, title: &str);

    /// The heading of a game.
    fn game(&self, out: &mut String, heading: &Heading<'_>);

    /// A paragraph of a game, in a variation so deep, 0 for the main line.
    fn paragraph(&self, out: &mut String, depth: usize, inline: &str);

    /// A paragraph of words.
    fn note(&self, out: &mut String, text: &str) {
        self.paragraph(out, 0, &self.text(text));
    }

    /// A diagram, in a variation so deep.
    fn diagram(&self, out: &mut String, depth: usize, picture: &Picture);

    /// What is measured in a game, if the language has pictures.
    fn curve(&self, _out: &mut String, _curve: &Curve) {}

    /// The table of a tournament.
    fn table(&self, out: &mut String, sheet: &Sheet);

    /// The end of a game, or of what is before the first one.
    fn end_part(&self, _out: &mut String) {}

    /// What signs mean.
    fn signs(&self, out: &mut String, signs: &[(&str, &str)]);

    /// The end of a document.
    fn end(&self, _out: &mut String) {}
}

/// What is above the moves of a game.
#[derive(Debug)]
pub(super) struct Heading<'a> {
    /// The number of the game in the document, from 1.
    pub(super) number: usize,
    /// The players, or what the game is called.
    pub(super) title: String,
    pub(super) result: &'a str,
    /// Event, place, date and round in one line; may be empty.
    pub(super) facts: String,
    /// Its code and its name; may be empty.
    pub(super) opening: String,
}

impl Heading<'_> {
    pub(super) fn new(number: usize, entry: &Entry) -> Heading<'_> {
        let facts: Vec<String> =
            entry.facts().map(|(before, value)| before.to_owned() + &isolated(value.to_owned())).collect();
        let opening = [entry.get(Field::Eco), entry.get(Field::Opening)].join(" ");
        let (title, result) = (entry.rated_title(), entry.get(Field::Result));
        Heading { number, title, result, facts: facts.join(", "), opening: opening.trim().to_owned() }
    }
}
