//! The part of a large game around a trouble, as a game of its own that reads alike: what candidates are tried on there, so
//! that their cost depends on what is near and not on the size of the game.

use std::ops::Range;

use scoresheet_grammar::{Before, Event, GameView, NodeKind, TokenKind};

/// A smaller game is tried as a whole. Bytes.
const SMALL: usize = 16 << 10;

/// How much of the game before a trouble is kept. Bytes.
const BEFORE: usize = 6 << 10;

/// How much of the game after it is kept. Bytes.
const AFTER: usize = 10 << 10;

/// A part of a game after a head that leads to the same position.
#[derive(Clone)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// How many bytes of `text` are the head: the tags, and the moves that lead here without what hangs on them.
    head: usize,
    /// Where the rest begins in the game.
    start: usize,
    /// Whether it is the whole game.
    pub(super) is_whole: bool,
}

impl Excerpt {
    /// All of a text, which may be a part of a game itself.
    pub(super) fn all_of(text: &str, is_whole: bool) -> Excerpt {
        Excerpt { text: text.to_owned(), head: 0, start: 0, is_whole }
    }

    /// The part of a game around byte `place`. Linear in the game, but negligible compared with a walk over it.
    pub(super) fn around(game: GameView, place: usize) -> Excerpt {
        if game.text.len() <= SMALL {
            return Excerpt::all_of(game.text, true);
        }
        let first_token = |from: usize| {
            let mut events = game.tree.events_from(game.tree.place_before(from));
            events
                .find(|(event, range)| matches!(event, Event::Token(_)) && range.start >= from)
                .map(|(_, range)| range)
        };
        let end = first_token(place + AFTER + 1).map_or(game.text.len(), |token| token.start);
        let moves = moves_start(game).and_then(|moves| first_token(place.saturating_sub(BEFORE).max(moves)));
        let start = moves.filter(|token| token.start < end).map_or(0, |token| token.start);
        let head = if start == 0 { String::new() } else { head(game, start) };
        let text = format!("{head}{}", &game.text[start..end]);
        Excerpt { text, head: head.len(), start, is_whole: false }
    }

    /// A place in the game as a place in the excerpt; one before it as the excerpt's begin.
    pub(super) fn place(&self, in_game: usize) -> usize {
        (in_game + self.head).saturating_sub(self.start)
    }

    /// A place in the excerpt as one in the game; nothing for one in the head.
    pub(super) fn in_game(&self, place: usize) -> Option<usize> {
        Some(place.checked_sub(self.head)? + self.start)
    }
}

/// Where the movetext begins, if there is any.
fn moves_start(game: GameView) -> Option<usize> {
    let mut events = game.tree.events();
    events.find(|(event, _)| *event == Event::Enter(NodeKind::Movetext)).map(|(_, range)| range.start)
}

/// The tags of a game and the moves that lead to the token at byte `place`, with the parentheses of the variations that are open
/// there.
fn head(game: GameView, place: usize) -> String {
    let tags_end =
        |(event, range): (Event, Range<usize>)| (event == Event::Leave(NodeKind::TagSection)).then_some(range.end);
    let is_before_moves = |(event, _): &(Event, Range<usize>)| *event != Event::Enter(NodeKind::Movetext);
    let tags = game.tree.events().take_while(is_before_moves).filter_map(tags_end).last().unwrap_or(0);
    let mut events = game.tree.events_from(game.tree.place_before(place.saturating_sub(1)));
    let mut here = events.place();
    while let Some((_, range)) = events.next()
        && range.start < place
    {
        here = events.place();
    }
    let mut words: Vec<&str> = Vec::new();
    for before in game.tree.line_before(here) {
        match before {
            Before::Token { kind: TokenKind::San, range, .. } => words.push(&game.text[range]),
            Before::Start { node: NodeKind::Variation, .. } => words.push("("),
            Before::Start { node: NodeKind::Movetext, .. } => break,
            _ => {}
        }
    }
    let mut head = format!("{}\n\n", &game.text[..tags]);
    for word in words.into_iter().rev() {
        head.push_str(word);
        head.push(' ');
    }
    head
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn the_head_leads_to_the_same_line() {
        let comment = format!("{{{}}}", "a ".repeat(BEFORE / 2));
        let text = format!(
            "[White \"w\"]\n\n1. e4 {{x}} (1. d4 d5) 1... e5 (1... c5 {comment}{comment} 2. Nf3 (2. c3 d5) d6) 2. Nc3 *"
        );
        let text = format!("{text}{}", " ".repeat(AFTER));
        let database = Database::parse(&text);
        let excerpt = Excerpt::around(database.view(0).unwrap(), text.find("d6)").unwrap());
        assert!(excerpt.text.starts_with("[White \"w\"]\n\ne4 e5 ( c5 2. Nf3 (2. c3 d5) d6)"), "{}", excerpt.text);
        let place = excerpt.place(text.find("d6)").unwrap());
        assert!(excerpt.text[place..].starts_with("d6)"));
        assert_eq!(excerpt.in_game(place), text.find("d6)"));
    }
}
