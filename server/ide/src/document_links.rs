//! Addresses in tags and comments, to be opened with a click.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Database, Event, NodeKind};

use scoresheet_chess::placed_game::{PlacedGame, look_through};

/// Addresses of a file beyond so many are left out: editors mark each of them, and a collection of a site has one in every game.
pub(crate) const MOST_LINKS: usize = 10_000;

/// Something to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// Where it stands: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// The address.
    pub target: String,
    /// What is to be found there.
    pub tooltip: String,
}

/// The web addresses in tag values, comments and escape lines, in file order. Linear in the file, without playing it.
pub fn document_links(database: &Database) -> Vec<DocumentLink> {
    let mut links = Vec::new();
    // Nearly no comment has one, and a look at the text is quicker than a walk over the tree.
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
        name => format!("Open the page of {name}"),
    }
}

/// The `http` and `https` addresses in a text: half-open byte offsets in it.
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

/// Up to white space, a quote, a bracket or a brace, without the punctuation of the sentence around it. A parenthesis that closes one
/// of the address belongs to it.
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
    fn addresses_are_found_where_they_stand() {
        let text = "% see http://x.org\r\n[Event \"🏆 no address ://\"]\r\n[Site \"https://lichess.org/abcd1234\"]\r\n[Annotator \"https://lichess.org/@/me\"]\r\n\r\n\
                    1. e4 {♘ (see https://en.wikipedia.org/wiki/Rook_(chess)), and ftp://no.where [%c https://a.b/c]} e5 *\r\n";
        let links = document_links(&Database::parse(text));
        let found: Vec<(&str, &str)> = links.iter().map(|link| (link.target.as_str(), link.tooltip.as_str())).collect();
        assert_eq!(
            found,
            [
                ("http://x.org", "Open the page"),
                ("https://lichess.org/abcd1234", "Open the game"),
                ("https://lichess.org/@/me", "Open the page of Annotator"),
                ("https://en.wikipedia.org/wiki/Rook_(chess)", "Open the page"),
                ("https://a.b/c", "Open the page"),
            ]
        );
        for link in &links {
            assert_eq!(text[link.range.clone()], link.target);
        }
    }

    #[test]
    fn what_is_no_address_is_left_alone() {
        for text in ["{https://}", "{xhttps://a.b}", "{https:/a}", "{}"] {
            assert!(document_links(&Database::parse(&format!("1. e4 {text} *"))).is_empty(), "{text}");
        }
    }
}
