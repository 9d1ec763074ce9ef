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
mod measures;
mod movetext;
mod names;
mod notation;
mod page;
mod plain_text;
mod sheet;
mod site;
mod story;
#[cfg(test)]
mod template_tests;
mod templates;
#[cfg(test)]
mod tests;
mod typst;
mod values;

pub use entry::Entry;
pub use form::Form;
pub use game_page::Published;
pub use markdown::markdown_text;
pub use names::{PageNames, hash_of, is_page_name};
pub use page::is_asset_name;
pub use sheet::Sheet;
pub use site::{Site, Viewer};
pub use templates::Templates;

impl Site {
    /// The files that pages use: names and contents.
    pub fn assets(&self) -> Vec<(&'static str, &str)> {
        let style = self.templates.as_ref().and_then(Templates::style).unwrap_or(page::STYLE);
        let mut assets = vec![(page::STYLE_NAME, style), (page::SCRIPT_NAME, page::SCRIPT)];
        if let Some(Viewer { script, style, licence }) = self.viewer {
            assets.push((page::BOARD_SCRIPT_NAME, page::BOARD_SCRIPT));
            assets.extend([
                (page::VIEWER_SCRIPT_NAME, script),
                (page::VIEWER_STYLE_NAME, style),
                (page::VIEWER_LICENCE_NAME, licence),
            ]);
        }
        assets
    }

    /// The page of a game, which is `games/NAME.html`. Linear in the game.
    ///
    /// # Errors
    /// The file and line of a template, and what is wrong there.
    pub fn game(&self, game: &Published<'_>) -> Result<String, String> {
        self.by_template(templates::GAME, || values::game(self, game))
            .unwrap_or_else(|| Ok(game_page::page(self, game)))
    }

    /// The pages of the index: how many there are, then each one's name and content. Linear in the games in all. Errors are those of templates.
    pub fn index<'a>(
        &'a self,
        entries: &'a [Entry],
        sheets: &'a [Sheet],
    ) -> impl Iterator<Item = (String, Result<String, String>)> + 'a {
        let names: Vec<String> = (0..index::count(entries.len())).map(index::name).collect();
        (0..names.len()).map(move |page| {
            let (first, shown) = index::of_page(entries, page);
            let values = || values::index(self, shown, first, sheets, (page, &names));
            let content = self.by_template(templates::INDEX, values);
            (names[page].clone(), content.unwrap_or_else(|| Ok(index::page(self, entries, sheets, page))))
        })
    }

    /// The name and the page of a table. Errors are those of templates.
    pub fn sheet(&self, sheet: &Sheet) -> (String, Result<String, String>) {
        let content = self.by_template(templates::TABLE, || values::table(self, sheet));
        (sheet.file_name(), content.unwrap_or_else(|| Ok(sheet.page(self))))
    }

    fn by_template(&self, name: &str, values: impl FnOnce() -> minijinja::Value) -> Option<Result<String, String>> {
        self.templates.as_ref()?.render(name, values)
    }
}
