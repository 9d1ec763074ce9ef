//! What all pages have.

use super::html::{Address, Html};

/// The style sheet of the site.
pub(super) const STYLE: &str = include_str!("style.css");

/// The script of tables, which work without it.
pub(super) const SCRIPT: &str = include_str!("tables.js");

/// The script that starts the board.
pub(super) const BOARD_SCRIPT: &str = include_str!("board.js");

/// The names of the files that pages use.
pub(super) const STYLE_NAME: &str = "style.css";
pub(super) const SCRIPT_NAME: &str = "tables.js";
pub(super) const BOARD_SCRIPT_NAME: &str = "board.js";
pub(super) const VIEWER_SCRIPT_NAME: &str = "pgn-viewer.js";
pub(super) const VIEWER_STYLE_NAME: &str = "pgn-viewer.css";
pub(super) const VIEWER_LICENCE_NAME: &str = "pgn-viewer.LICENSE.txt";

/// Whether a file has the name of one that pages use.
pub fn is_asset_name(name: &str) -> bool {
    let viewer = [BOARD_SCRIPT_NAME, VIEWER_SCRIPT_NAME, VIEWER_STYLE_NAME, VIEWER_LICENCE_NAME];
    [STYLE_NAME, SCRIPT_NAME].contains(&name) || viewer.contains(&name)
}

/// The line by which a file is known to be ours.
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"Scoresheet\">";

/// Where a page is, and so how it names the files that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// At the top, with tables.
    Top,
    /// In the folder of games, with a board or without one.
    Game { has_board: bool },
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
            html.style_sheet(Address::File(STYLE_NAME, 0));
            html.line();
            html.script(Address::File(SCRIPT_NAME, 0));
        }
        Depth::Game { has_board: false } => {
            html.constant("<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; object-src 'none'; base-uri 'none'\">\n");
            html.style_sheet(Address::File(STYLE_NAME, 1));
        }
        Depth::Game { has_board: true } => {
            // Only the scripts beside the page, which get nothing from elsewhere; `file:` is for pages that are read from a disk.
            html.constant("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'\">\n");
            [STYLE_NAME, VIEWER_STYLE_NAME].iter().for_each(|name| html.style_sheet(Address::File(name, 1)));
            html.line();
            [VIEWER_SCRIPT_NAME, BOARD_SCRIPT_NAME].iter().for_each(|name| html.script(Address::File(name, 1)));
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
