//! Document links: web addresses in tags and comments.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Database, Event, NodeKind};

use scoresheet_chess::placed_game::{PlacedGame, look_through};

/// The maximum number of links in a file: editors mark each of them, and the games of an online collection have one
/// each.
pub(crate) const MOST_LINKS: usize = 10_000;

/// A link to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// Its range: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// The address.
    pub target: String,
    /// A description of the page.
    pub tooltip: String,
}

/// Returns the web addresses in tag values, comments and escape lines, in file order.
///
/// At most 10,000. Linear in the file; plays no moves.
pub fn document_links(database: &Database) -> Vec<DocumentLink> {
    let mut links = Vec::new();
    // Few games have an address, and searching the text is faster than walking the tree.
    let may_have_one = |text: &str| memchr::memmem::find(text.as_bytes(), b"://").is_some();
    look_through(database, &(0..database.text_length()), may_have_one, |game| {
        if links.len() < MOST_LINKS {
            in_game(game, &mut links);
        }
    });
    links.truncate(MOST_LINKS);
    links
}

fn in_game(game: PlacedGame, links: &mut Vec<DocumentLink>) {
    let text = game.view.text;
    let mut events = game.view.tree.events();
    while let Some((event, range)) = events.next() {
        let (place, tooltip) = match event {
            Event::Enter(NodeKind::Tag) => {
                let tag = game.view.read_tag(&mut events, range.start);
                (tag.inner_range(), tooltip(&tag))
            }
            Event::Token(kind) if kind.is_comment() => (range, "Open the page".to_owned()),
            Event::Token(scoresheet_grammar::TokenKind::EscapeLine) => (range, "Open the page".to_owned()),
            _ => continue,
        };
        let found = addresses(text.get(place.clone()).unwrap_or_default());
        links.extend(found.map(|at| {
            let at = place.start + at.start..place.start + at.end;
            DocumentLink { target: text[at.clone()].to_owned(), range: game.in_file(&at), tooltip: tooltip.clone() }
        }));
    }
}

fn tooltip(tag: &Tag) -> String {
    match tag.name {
        "Site" | "Link" | "GameURL" => "Open the game".to_owned(),
        "ECOUrl" => "Open the page about the opening".to_owned(),
        "StudyName" | "ChapterURL" => "Open the chapter of the study".to_owned(),
        "BroadcastURL" => "Open the broadcast".to_owned(),
        name => format!("Open the link in the {name} tag"),
    }
}

/// Returns the `http` and `https` addresses in a text as half-open byte offsets.
pub(crate) fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let colon = from + text.get(from..)?.find("://")?;
            let scheme = ["https", "http"].into_iter().find(|scheme| text[..colon].ends_with(scheme));
            let end = colon + 3 + address_length(&text[colon + 3..]);
            from = end;
            let Some(start) = scheme.map(|scheme| colon - scheme.len()) else { continue };
            let is_word = text[..start].ends_with(|before: char| before.is_ascii_alphanumeric());
            if !is_word && end > colon + 3 {
                return Some(start..end);
            }
        }
    })
}

/// Returns the length of the address at the start of `rest`, in bytes.
///
/// An address ends at white space, a quote, a bracket or a brace, without the punctuation of the surrounding sentence.
/// A closing parenthesis belongs to it if it closes one of the address.
fn address_length(rest: &str) -> usize {
    let is_end = |letter: char| letter.is_whitespace() || letter.is_control() || "\"<>{}[]|\\^`".contains(letter);
    let mut address = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    loop {
        let has_open = address.matches('(').count() >= address.matches(')').count();
        let punctuation =
            |letter: char| matches!(letter, '.' | ',' | ';' | ':' | '!' | '?' | '\'') || letter == ')' && !has_open;
        match address.strip_suffix(punctuation) {
            Some(shorter) => address = shorter,
            None => return address.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_with_their_ranges() {
        let text = "% see http://x.org\r\n[Event \"🏆 no address ://\"]\r\n[Site \"https://lichess.org/abcd1234\"]\r\n[Annotator \"https://lichess.org/@/me\"]\r\n\r\n\
                    1. e4 {♘ (see https://en.wikipedia.org/wiki/Rook_(chess)), and ftp://no.where [%c https://a.b/c]} e5 *\r\n";
        let links = document_links(&Database::parse(text));
        let found: Vec<(&str, &str)> = links.iter().map(|link| (link.target.as_str(), link.tooltip.as_str())).collect();
        assert_eq!(
            found,
            [
                ("http://x.org", "Open the page"),
                ("https://lichess.org/abcd1234", "Open the game"),
                ("https://lichess.org/@/me", "Open the link in the Annotator tag"),
                ("https://en.wikipedia.org/wiki/Rook_(chess)", "Open the page"),
                ("https://a.b/c", "Open the page"),
            ]
        );
        for link in &links {
            assert_eq!(text[link.range.clone()], link.target);
        }
    }

    #[test]
    fn other_text_is_not_a_link() {
        for text in ["{https://}", "{xhttps://a.b}", "{https:/a}", "{}"] {
            assert!(document_links(&Database::parse(&format!("1. e4 {text} *"))).is_empty(), "{text}");
        }
    }
}
