//! The table of a tournament.

use super::html::{Address, Html};
use super::names::{hash_of, letters};
use super::page::{self, Depth};
use super::site::Site;

/// The table of a tournament, cell by cell.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The name of the tournament.
    pub title: String,
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// Which columns are numbers.
    pub is_number: Vec<bool>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    /// What is missing.
    pub notes: Vec<String>,
}

impl Sheet {
    /// The name of its file.
    pub(super) fn file_name(&self) -> String {
        format!("tournament-{}-{:010x}.html", letters(&self.title), hash_of(self.title.as_bytes()))
    }

    pub(super) fn page(&self, site: &Site) -> String {
        let mut html = page::begin(&format!("{} – {}", self.title, site.title), Depth::Top);
        html.open("header", &[]);
        html.open("nav", &[("aria-label", "Games")]);
        html.open_link(Address::File("index.html", 0), &[("rel", "up")]);
        html.element("bdi", &[], &site.title);
        html.close();
        html.close();
        html.close();
        html.line();
        html.open("main", &[]);
        self.write(&mut html, "h1");
        page::end(html)
    }

    /// Writes the table and what is missing.
    pub(super) fn write(&self, html: &mut Html, heading: &'static str) {
        html.open("section", &[]);
        html.element(heading, &[("dir", "auto")], &self.title);
        html.line();
        html.open("section", &[("class", "wide"), ("tabindex", "0"), ("aria-label", &self.title)]);
        html.open("table", &[("class", "sheet")]);
        html.open("thead", &[]);
        html.open("tr", &[]);
        let class = |column: usize| if self.is_number.get(column) == Some(&true) { "number" } else { "cell" };
        for (column, heading) in self.headings.iter().enumerate() {
            html.element("th", &[("scope", "col"), ("class", class(column))], heading);
        }
        html.close();
        html.close();
        html.line();
        html.open("tbody", &[]);
        html.line();
        for row in &self.rows {
            html.open("tr", &[]);
            for (column, cell) in row.iter().enumerate() {
                html.element("td", &[("class", class(column)), ("dir", "auto")], cell);
            }
            html.close();
            html.line();
        }
        html.close();
        html.close();
        html.close();
        html.line();
        if !self.notes.is_empty() {
            html.open("ul", &[]);
            self.notes.iter().for_each(|note| html.element("li", &[("dir", "auto")], note));
            html.close();
            html.line();
        }
        html.close();
        html.line();
    }
}
