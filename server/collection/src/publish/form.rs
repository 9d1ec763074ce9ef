//! The forms of one file with all games.

use std::collections::BTreeSet;

use super::document;
use super::entry::Entry;
use super::game_page::{self, Published};
use super::index;
use super::latex::{self, Latex};
use super::markdown::{self, Markdown};
use super::page::GENERATOR;
use super::plain_text::PlainText;
use super::sheet::Sheet;
use super::site::Site;
use super::typst::{self, Typst};

/// The form of one file with all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page.
    Html,
    /// As GitHub and CommonMark read it.
    Markdown,
    /// Lines of letters.
    Text,
    /// A source for Typst.
    Typst,
    /// A source for LaTeX.
    Latex,
}

impl Form {
    /// The line by which a file in this form is known to be ours: one of the first ten. Text has none.
    pub fn made_by(self) -> Option<&'static str> {
        match self {
            Form::Html => Some(GENERATOR),
            Form::Markdown => Some(markdown::MADE_BY),
            Form::Text => None,
            Form::Typst => Some(typst::MADE_BY),
            Form::Latex => Some(latex::MADE_BY),
        }
    }

    /// The start of a file with all games; [parts](Form::part) follow in the order of the entries, then [the end](Form::end).
    pub fn start(self, site: &Site, entries: &[Entry], sheets: &[Sheet]) -> String {
        match self {
            Form::Html => index::single(site, entries, sheets),
            Form::Markdown => document::start(&Markdown, site, entries, sheets),
            Form::Text => document::start(&PlainText, site, entries, sheets),
            Form::Typst => document::start(&Typst, site, entries, sheets),
            Form::Latex => document::start(&Latex, site, entries, sheets),
        }
    }

    /// A game in such a file. Adds the NAGs that the end explains. Linear in the game.
    pub fn part(self, site: &Site, game: &Published<'_>, nags: &mut BTreeSet<u16>) -> String {
        match self {
            Form::Html => game_page::part(site, game),
            Form::Markdown => document::part(&Markdown, site, game, nags),
            Form::Text => document::part(&PlainText, site, game, nags),
            Form::Typst => document::part(&Typst, site, game, nags),
            Form::Latex => document::part(&Latex, site, game, nags),
        }
    }

    /// The end of such a file, with the NAGs of its games.
    pub fn end(self, nags: &BTreeSet<u16>) -> String {
        match self {
            Form::Html => index::SINGLE_END.to_owned() + "\n",
            Form::Markdown => document::end(&Markdown, nags),
            Form::Text => document::end(&PlainText, nags),
            Form::Typst => document::end(&Typst, nags),
            Form::Latex => document::end(&Latex, nags),
        }
    }
}
