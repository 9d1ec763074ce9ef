//! The index: a table of games.

use super::entry::{Entry, Field};
use super::html::{Address, Html};
use super::page::{self, Depth};
use super::sheet::Sheet;
use super::site::Site;

/// A page of the index has so many games: more would be slow to show and to filter.
const GAMES_PER_PAGE: usize = 1000;

/// A longer list of tournaments is folded, so that the games are in view.
const MOST_OPEN: usize = 12;

/// How many pages the index of so many games has.
pub(super) fn count(games: usize) -> usize {
    games.div_ceil(GAMES_PER_PAGE).max(1)
}

/// The name of a page of the index, from 0.
pub(super) fn name(page: usize) -> String {
    if page == 0 { "index.html".to_owned() } else { format!("index-{}.html", page + 1) }
}

/// The games of a page of the index, from 0, and how many are before them.
pub(super) fn of_page(entries: &[Entry], page: usize) -> (usize, &[Entry]) {
    let first = page * GAMES_PER_PAGE;
    let shown = entries.get(first..).unwrap_or_default();
    (first, &shown[..shown.len().min(GAMES_PER_PAGE)])
}

/// Returns a page of the index, from 0. Linear in its games.
pub(super) fn page(site: &Site, entries: &[Entry], sheets: &[Sheet], page: usize) -> String {
    let count = count(entries.len());
    let (first, shown) = of_page(entries, page);
    let title = if page == 0 { site.title.clone() } else { format!("{}, page {}", site.title, page + 1) };
    let mut html = page::begin(&title, Depth::Top);
    html.open("main", &[]);
    html.element("h1", &[("dir", "auto")], &title);
    html.line();
    if page == 0 && !sheets.is_empty() {
        html.open("section", &[]);
        html.element("h2", &[], "Tournaments");
        if sheets.len() > MOST_OPEN {
            html.open("details", &[]);
            html.element("summary", &[], &format!("{} tournaments", sheets.len()));
        }
        html.open("ul", &[]);
        for sheet in sheets {
            html.open("li", &[]);
            html.open_link(Address::File(&sheet.file_name(), 0), &[]);
            html.element("bdi", &[], &sheet.title);
            html.close();
            html.close();
            html.line();
        }
        html.close();
        if sheets.len() > MOST_OPEN {
            html.close();
        }
        html.close();
        html.line();
    }
    html.open("section", &[]);
    html.element("h2", &[("id", "games")], "Games");
    html.line();
    let caption = match count {
        1 => format!("{} games", entries.len()),
        _ => format!("Games {} to {} of {}", first + 1, first + shown.len(), entries.len()),
    };
    table(&mut html, shown, &caption, &|entry| format!("games/{}.html", entry.name), false);
    if count > 1 {
        pages(&mut html, page, count);
    }
    html.close();
    page::end(html)
}

/// Returns the start of a page with all games: the tables. The games follow; then [`SINGLE_END`].
pub(super) fn single(site: &Site, entries: &[Entry], sheets: &[Sheet]) -> String {
    let mut html = page::begin(&site.title, Depth::Single);
    html.open("main", &[]);
    html.element("h1", &[("dir", "auto")], &site.title);
    html.line();
    for sheet in sheets {
        sheet.write(&mut html, "h2");
    }
    html.open("section", &[("class", "contents")]);
    html.element("h2", &[("id", "games")], "Games");
    html.line();
    table(&mut html, entries, &format!("{} games", entries.len()), &|entry| entry.name.clone(), true);
    html.close();
    html.line();
    let page = html.finish();
    // The elements that the end closes.
    page.strip_suffix(SINGLE_END).unwrap_or(&page).to_owned()
}

/// What ends a page with all games.
pub(super) const SINGLE_END: &str = "</main></body></html>";

const COLUMNS: [(&str, Field, bool); 8] = [
    ("Date", Field::Date, false),
    ("White", Field::White, false),
    ("Elo", Field::WhiteElo, true),
    ("Black", Field::Black, false),
    ("Elo", Field::BlackElo, true),
    ("Result", Field::Result, false),
    ("ECO", Field::Eco, false),
    ("Moves", Field::Moves, true),
];

fn table(html: &mut Html, entries: &[Entry], caption: &str, address: &dyn Fn(&Entry) -> String, is_single: bool) {
    html.open("section", &[("class", "wide"), ("tabindex", "0"), ("aria-label", "Table of games")]);
    html.open("table", &[("class", "games")]);
    html.element("caption", &[], caption);
    html.line();
    html.open("thead", &[]);
    html.open("tr", &[]);
    html.element("th", &[("scope", "col")], "Game");
    for (heading, _, is_number) in COLUMNS {
        let attributes: &[_] = if is_number { &[("scope", "col"), ("class", "number")] } else { &[("scope", "col")] };
        html.element("th", attributes, heading);
    }
    html.close();
    html.close();
    html.line();
    html.open("tbody", &[]);
    html.line();
    for (index, entry) in entries.iter().enumerate() {
        html.open("tr", &[]);
        html.open("th", &[("scope", "row")]);
        let address = address(entry);
        let to = if is_single { Address::Place(&address) } else { Address::File(&address, 0) };
        // Those who speak to their computer say what they see: the name of the link begins with its number.
        let number = (index + 1).to_string();
        html.open_link(to, &[("aria-label", &format!("{number}: {}", entry.title()))]);
        html.text(&number);
        html.close();
        html.close();
        for (_, field, is_number) in COLUMNS {
            let value = if field == Field::Date { entry.date() } else { entry.get(field) };
            match is_number {
                true => html.element("td", &[("class", "number")], value),
                false => html.element("td", &[("dir", "auto")], value),
            }
        }
        html.close();
        html.line();
    }
    html.close();
    html.close();
    html.close();
    html.line();
}

/// Links to the other pages of the index.
fn pages(html: &mut Html, page: usize, count: usize) {
    html.open("nav", &[("aria-label", "Pages"), ("class", "pages")]);
    for other in 0..count {
        let number = (other + 1).to_string();
        let name = name(other);
        let current: &[_] = if other == page { &[("aria-current", "page")] } else { &[] };
        html.open_link(Address::File(&name, 0), current);
        html.text(&number);
        html.close();
        html.line();
    }
    html.close();
    html.line();
}
