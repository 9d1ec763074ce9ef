//! The opening of a game: of its tags, or else of its moves.

use std::borrow::Cow;

use scoresheet_chess::collation::Entry;
use scoresheet_chess::openings;
use scoresheet_grammar::{GameView, Parser, Tree};

/// A tag for which the moves of a game have a value, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningTag {
    /// ECO: the code.
    Eco,
    /// Opening: the name.
    Opening,
}

impl OpeningTag {
    /// The tag of this name.
    pub(crate) fn of_name(name: &str) -> Option<OpeningTag> {
        [OpeningTag::Eco, OpeningTag::Opening].into_iter().find(|tag| tag.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            OpeningTag::Eco => "ECO",
            OpeningTag::Opening => "Opening",
        }
    }
}

/// What is known of the opening of a game of `text`: the value of the tag, or else that of the moves; empty if neither is known.
pub(crate) fn opening_value<'a>(tag: OpeningTag, entry: &'a Entry, text: &str) -> Cow<'a, str> {
    let value = entry.value(tag.name()).trim();
    if !matches!(value, "" | "?" | "-") {
        return value.into();
    }
    let game = &text[entry.game.clone()];
    let mut tree = Tree::default();
    Parser::new(game).next_game(&mut tree);
    let Some((opening, _)) = openings::of_main_line(GameView { text: game, tree: &tree }) else { return "".into() };
    match tag {
        OpeningTag::Eco => opening.eco,
        OpeningTag::Opening => opening.name,
    }
    .into()
}
