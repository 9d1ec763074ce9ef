//! What all pages have.

use super::html::{Address, Html};

/// The style sheet of the site.
pub(super) const STYLE: &str = include_str!("style.css");

/// The script of tables, which work without it.
pub(super) const SCRIPT: &str = include_str!("tables.js");

/// The line by which a file is known to be ours.
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"Scoresheet\">";

/// Where a page is, and so how it names the files that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// At the top, with tables.
    Top,
    /// In the folder of games.
    Game,
    /// The only file.
    Single,
}

/// Begins a page.
pub(super) fn begin(title: &str, depth: Depth) -> Html {
    let mut html = Html::default();
    html.constant("<!DOCTYPE html>\n");
    html.open("html", &[("lang", "en")]);
    html.line();
    html.open("head", &[]);
    html.line();
    html.constant(
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    );
    html.constant("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.constant(GENERATOR);
    html.line();
    match depth {
        Depth::Top => {
            html.style_sheet(Address::File("style.css", 0));
            html.line();
            html.script(Address::File("tables.js", 0));
        }
        Depth::Game => {
            html.constant("<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; object-src 'none'; base-uri 'none'\">\n");
            html.style_sheet(Address::File("style.css", 1));
        }
        Depth::Single => {
            html.constant("<style>\n");
            html.constant(STYLE);
            html.constant("</style>\n<script type=\"module\">\n");
            html.constant(SCRIPT);
            html.constant("</script>");
        }
    }
    html.line();
    html.element("title", &[], title);
    html.line();
    html.close();
    html.line();
    html.open("body", &[]);
    html.line();
    html
}

/// Ends a page.
pub(super) fn end(html: Html) -> String {
    html.finish() + "\n"
}
