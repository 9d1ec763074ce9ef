//! The page of a game.

use scoresheet_chess::nag;
use scoresheet_grammar::{Database, GameView};

use super::curves::{self, Level};
use super::entry::{Entry, Field};
use super::html::{Address, Html};
use super::movetext;
use super::page::{self, Depth, VIEWER_LICENCE_NAME};
use super::site::Site;
use super::story::{Story, tell};

/// What is said of a game that does not read to its end.
pub(super) const BROKEN: &str = "This game can be read only in part: its moves are shown as they are written from the first one on that cannot be played.";

/// A game that is published.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a> {
    /// Its number among all that are published, from 1.
    pub number: usize,
    /// What the index has of it.
    pub entry: &'a Entry,
    /// The bytes of the file, from the start of the game to the start of the next one.
    pub source: &'a [u8],
    /// The same as text.
    pub text: &'a str,
    /// The game before it.
    pub previous: Option<&'a Entry>,
    /// The game after it.
    pub next: Option<&'a Entry>,
}

/// Returns the page of a game. Linear in the game.
pub(super) fn page(site: &Site, game: &Published<'_>) -> String {
    let title = format!("{} – {}", game.entry.title(), site.title);
    let mut html = page::begin(&title, Depth::Game { has_board: site.viewer.is_some() });
    html.open("header", &[]);
    html.open("nav", &[("aria-label", "Games")]);
    let link = |html: &mut Html, entry: Option<&Entry>, relation: &'static str, what: &str| {
        if let Some(entry) = entry {
            let name = format!("{}.html", entry.name);
            html.open_link(Address::File(&name, 0), &[("rel", relation)]);
            html.text(what);
            html.element("bdi", &[], &entry.title());
            html.close();
            html.line();
        }
    };
    link(&mut html, game.previous, "prev", "← ");
    html.open_link(Address::File("index.html", 1), &[("rel", "up")]);
    html.element("bdi", &[], &site.title);
    html.close();
    html.line();
    link(&mut html, game.next, "next", "→ ");
    html.close();
    html.close();
    html.line();
    html.open("main", &[]);
    write(&mut html, site, game, Level::Page);
    page::end(html)
}

/// Returns a game as a part of a page.
pub(super) fn part(site: &Site, game: &Published<'_>) -> String {
    let mut html = Html::default();
    html.open("article", &[("class", "game"), ("id", &game.entry.name)]);
    html.line();
    write(&mut html, site, game, Level::Part);
    html.open("p", &[("class", "up")]);
    html.open_link(Address::Place("games"), &[]);
    html.text("All games");
    html.close();
    html.close();
    html.close();
    html.line();
    html.finish()
}

fn write(html: &mut Html, site: &Site, game: &Published<'_>, level: Level) {
    let database = Database::parse(game.text);
    let view = database.view(0);
    title(html, game.entry, level);
    if game.entry.is_broken() {
        html.element("p", &[("class", "note")], BROKEN);
        html.line();
    }
    let story = view.map(|view| tell(view, site.every)).unwrap_or_default();
    if site.viewer.is_some() && !game.entry.is_broken() && !story.main_line.is_empty() {
        board(html, game.text);
    }
    html.open("section", &[("class", "moves")]);
    html.element(level.heading(), &[], "Moves");
    html.line();
    movetext::write(html, &story);
    html.close();
    html.line();
    if story.left_out > 0 {
        html.element("p", &[("class", "note")], &format!("{} more diagrams were left out.", story.left_out));
    }
    curves::write(html, &story.main_line, level);
    signs(html, &story, level);
    if let Some(view) = view {
        tags(html, view);
    }
    html.open("p", &[("class", "source")]);
    let name = format!("{}.pgn", game.entry.name);
    html.open_link(Address::Source(game.source), &[("download", &name)]);
    html.text("Download this game as PGN");
    html.close();
    html.close();
    html.line();
}

/// Writes what becomes a board where scripts run.
fn board(html: &mut Html, text: &str) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    html.open("section", &[("class", "viewer"), ("data-pgn", text.trim()), ("hidden", "")]);
    html.open("p", &[("class", "made-by")]);
    html.text("Board: ");
    html.open_link(Address::Web("https://github.com/lichess-org/pgn-viewer"), &[("rel", "noopener noreferrer")]);
    html.text("the PGN viewer of Lichess");
    html.close();
    html.text(", ");
    html.open_link(Address::File(VIEWER_LICENCE_NAME, 1), &[]);
    html.text("GPL 3 or later");
    html.close();
    html.close();
    html.close();
    html.line();
}

fn title(html: &mut Html, entry: &Entry, level: Level) {
    html.open(level.title(), &[]);
    match entry.players() {
        Some([white, black]) => {
            html.element("bdi", &[], white);
            elo(html, entry.get(Field::WhiteElo));
            html.text(" – ");
            html.element("bdi", &[], black);
            elo(html, entry.get(Field::BlackElo));
        }
        None => html.element("bdi", &[], &entry.title()),
    }
    html.text(" ");
    html.element("span", &[("class", "result")], entry.get(Field::Result));
    html.close();
    html.line();
    let facts: Vec<(&str, &str)> = entry.facts().collect();
    if !facts.is_empty() {
        html.open("p", &[("class", "event")]);
        for (index, (before, value)) in facts.iter().enumerate() {
            html.text(if index > 0 { ", " } else { "" });
            html.text(before);
            match Address::web(value) {
                Some(address) => {
                    html.open_link(address, &[("rel", "noopener noreferrer nofollow")]);
                    html.element("bdi", &[], value);
                    html.close();
                }
                None => html.element("bdi", &[], value),
            }
        }
        html.close();
        html.line();
    }
    let (eco, opening) = (entry.get(Field::Eco), entry.get(Field::Opening));
    if !eco.is_empty() || !opening.is_empty() {
        html.open("p", &[("class", "opening")]);
        html.element("span", &[("class", "eco")], eco);
        html.text(if eco.is_empty() || opening.is_empty() { "" } else { " " });
        html.element("bdi", &[], opening);
        html.close();
        html.line();
    }
}

fn elo(html: &mut Html, elo: &str) {
    if !elo.is_empty() {
        html.text(" ");
        html.element("small", &[], &format!("({elo})"));
    }
}

/// Says what the signs of the game mean.
fn signs(html: &mut Html, story: &Story, level: Level) {
    let signs: Vec<(&str, &str)> =
        story.nags.iter().filter_map(|number| Some((nag::glyph(*number)?, nag::meaning(*number)?))).collect();
    if signs.is_empty() {
        return;
    }
    html.open("section", &[("class", "signs")]);
    html.element(level.heading(), &[], "Signs");
    html.open("dl", &[]);
    for (glyph, meaning) in signs {
        html.open("div", &[]);
        html.element("dt", &[], glyph);
        html.element("dd", &[], meaning);
        html.close();
    }
    html.close();
    html.close();
    html.line();
}

/// Lists the tags, which are folded.
fn tags(html: &mut Html, view: GameView) {
    let tags = view.tags();
    if tags.is_empty() {
        return;
    }
    html.open("details", &[("class", "tags")]);
    html.element("summary", &[], "All tags");
    html.open("dl", &[]);
    for tag in tags {
        html.open("div", &[]);
        html.element("dt", &[], tag.name);
        html.element("dd", &[("dir", "auto")], &tag.value());
        html.close();
    }
    html.close();
    html.close();
    html.line();
}
