//! The part of a large game around a trouble, as a game of its own that reads alike: what candidates are tried on there, so
//! that their cost depends on what is near and not on the size of the game.

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

/// A smaller game is tried as a whole. Bytes.
const SMALL: usize = 16 << 10;

/// How much of the game before a trouble is kept. Bytes.
const BEFORE: usize = 6 << 10;

/// How much of the game behind it. Bytes.
const BEHIND: usize = 10 << 10;

/// A part of a game behind a head that leads to the same position.
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
    /// All of a game.
    pub(super) fn whole(text: &str) -> Excerpt {
        Excerpt { text: text.to_owned(), head: 0, start: 0, is_whole: true }
    }

    /// The part of a game around byte `place`. Linear in the game.
    pub(super) fn around(game: GameView, place: usize) -> Excerpt {
        if game.text.len() <= SMALL {
            return Excerpt::whole(game.text);
        }
        let mut path = Path::default();
        let mut tags_end = 0;
        let mut start = None;
        let mut end = game.text.len();
        for (event, range) in game.tree.events() {
            match event {
                Event::Leave(NodeKind::TagSection) => tags_end = range.end,
                Event::Enter(NodeKind::Movetext) => path.text = format!("{}\n\n", &game.text[..tags_end]),
                Event::Token(_) if range.start > place + BEHIND => {
                    end = range.start;
                    break;
                }
                Event::Token(_) if start.is_none() && !path.text.is_empty() && range.start + BEFORE >= place => {
                    start = Some(range.start);
                }
                _ => {}
            }
            if start.is_none() {
                path.follow(event, &game.text[range]);
            }
        }
        let start = start.unwrap_or(0);
        let head = if start == 0 { "" } else { path.text.as_str() };
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

/// The moves that lead to a place, with the parentheses of the variations that are open there.
#[derive(Default)]
struct Path {
    text: String,
    /// How long the text was before each open variation.
    open: Vec<usize>,
}

impl Path {
    fn follow(&mut self, event: Event, text: &str) {
        match event {
            Event::Token(TokenKind::San) => {
                self.text.push_str(text);
                self.text.push(' ');
            }
            Event::Enter(NodeKind::Variation) => {
                self.open.push(self.text.len());
                self.text.push_str("( ");
            }
            Event::Leave(NodeKind::Variation) => {
                if let Some(length) = self.open.pop() {
                    self.text.truncate(length);
                }
            }
            _ => {}
        }
    }
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
        let text = format!("{text}{}", " ".repeat(BEHIND));
        let database = Database::parse(&text);
        let excerpt = Excerpt::around(database.game(0).unwrap().view(), text.find("d6)").unwrap());
        assert!(excerpt.text.starts_with("[White \"w\"]\n\ne4 e5 ( c5 2. Nf3 (2. c3 d5) d6)"), "{}", excerpt.text);
        let place = excerpt.place(text.find("d6)").unwrap());
        assert!(excerpt.text[place..].starts_with("d6)"));
        assert_eq!(excerpt.in_game(place), text.find("d6)"));
    }
}
