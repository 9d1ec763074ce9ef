//! Slips in the FEN tag, which show at the first move of a game.

use std::ops::Range;

use scoresheet_chess::replay::{Setup, is_fen_tag};
use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::line::Line;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, board_of};
use crate::finding::Edit;

/// How many tokens may be before the moves that show that the start position is another one.
const MOST_BEFORE_FIRST_MOVE: usize = 24;

impl Rows<'_, '_> {
    /// The FEN tag gives the move to the other side, or a position that the game reaches later.
    pub(super) fn setup(&mut self) {
        let Some(fen) = self.text.fen.clone() else { return };
        let (first, head) = (self.here.root(), self.text.beginning.clone());
        if !self.here.before().take(MOST_BEFORE_FIRST_MOVE).any(|place| place.token().kind == TokenKind::San) {
            self.other_side(&fen, &first, &head);
        }
        if self.here.before().nth(MOST_BEFORE_FIRST_MOVE).is_none() {
            self.later_position(&first, &head);
        }
    }

    fn other_side(&mut self, fen: &Range<usize>, first: &Place, head: &Head) {
        let text = self.text.text;
        let Some(place) = text[fen.clone()].find(' ').map(|space| fen.start + space + 1) else { return };
        let other = match text.as_bytes().get(place) {
            Some(b'w') => "b",
            Some(b'b') => "w",
            _ => return,
        };
        let edit = Edit::replace(place..place + 1, other);
        let Some(line) = line_of(&edit.applied_to(text)) else { return };
        let head = Head { line, ..head.clone() };
        self.edit(&costs::SIDE, 0, first, head, Candidate::new(edit, place..place + 1, Slip::WrongSideToMove));
    }

    /// The position is one of the game from the usual start itself.
    fn later_position(&mut self, first: &Place, head: &Head) {
        let (text, Some(fen)) = (self.text.text, self.text.fen.clone()) else { return };
        let is_setup = |name: &str| is_fen_tag(name) || name.eq_ignore_ascii_case("SetUp");
        let Some(range) = lines_of_tags(text, is_setup) else { return };
        let edit = Edit::delete(range);
        let Some(line) = line_of(&edit.applied_to(text)) else { return };
        let head = Head { line, count: Default::default(), ..head.clone() };
        self.edit(&costs::POSITION, 0, first, head, Candidate::new(edit, fen, Slip::LaterPosition));
    }
}

/// The lines of the tags with such names, if they follow each other.
fn lines_of_tags(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let mut tree = Tree::default();
    Parser::new(text).next_game(&mut tree)?;
    let mut whole: Option<Range<usize>> = None;
    let (mut start, mut is_one) = (0, false);
    for (event, range) in tree.events() {
        match event {
            Event::Enter(NodeKind::Tag) => (start, is_one) = (range.start, false),
            Event::Token(TokenKind::TagName) => is_one = is_wanted(&text[range]),
            Event::Leave(NodeKind::Tag) if is_one => {
                let end = range.end + text[range.end..].find('\n').map_or(0, |end| end + 1);
                match &mut whole {
                    None => whole = Some(start..end),
                    Some(whole) if whole.end == start => whole.end = end,
                    Some(_) => return None,
                }
            }
            Event::Enter(NodeKind::Movetext) => break,
            _ => {}
        }
    }
    whole
}

/// The main line of a game with this text, before its first move.
fn line_of(text: &str) -> Option<std::rc::Rc<Line>> {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree)?;
    let setup = Setup::of(GameView { text: &text[range], tree: &tree });
    setup.start.as_ref()?;
    Some(Line::main(board_of(&setup)))
}
