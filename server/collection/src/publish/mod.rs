//! Games as pages: a site of HTML files, or one file: HTML, Markdown, text, Typst or LaTeX.
//!
//! A page needs no script and no network. The same game gives the same bytes, and its page holds its source, byte for byte. Text of games gets into a
//! page through [`html`] alone, which escapes it.

mod characters;
mod curves;
mod diagram;
mod document;
#[cfg(test)]
mod document_tests;
mod entry;
mod form;
mod game_page;
mod html;
mod index;
mod latex;
mod markdown;
mod markup;
mod movetext;
mod names;
mod notation;
mod page;
mod plain_text;
mod sheet;
mod site;
mod story;
#[cfg(test)]
mod tests;
mod typst;

pub use entry::Entry;
pub use form::Form;
pub use game_page::Published;
pub use names::{PageNames, hash_of, is_page_name};
pub use sheet::Sheet;
pub use site::Site;

impl Site {
    /// The files that pages use: names and contents.
    pub fn assets(&self) -> [(&'static str, &'static str); 2] {
        [("style.css", page::STYLE), ("tables.js", page::SCRIPT)]
    }

    /// The page of a game, which is `games/NAME.html`. Linear in the game.
    pub fn game(&self, game: &Published<'_>) -> String {
        game_page::page(self, game)
    }

    /// The pages of the index: how many there are, then each one's name and content. Linear in the games in all.
    pub fn index<'a>(
        &'a self,
        entries: &'a [Entry],
        sheets: &'a [Sheet],
    ) -> impl Iterator<Item = (String, String)> + 'a {
        (0..index::count(entries.len())).map(move |page| (index::name(page), index::page(self, entries, sheets, page)))
    }

    /// The name and the page of a table.
    pub fn sheet(&self, sheet: &Sheet) -> (String, String) {
        (sheet.file_name(), sheet.page(self))
    }
}
