//! Games that begin at a position that nothing gives: the FEN tag is lost.

use std::ops::Range;

use scoresheet_chess::replay::is_fen_tag;
use scoresheet_grammar::{Event, NodeKind, Parser, TokenKind, Tree};

use super::costs;
use super::line::{Board, Line};
use super::slip::{Candidate, How, Slip, Undone};
use super::walk::{Head, Stop, Text, Trouble, Wanted, side_of};
use crate::finding::Edit;
use crate::suspicious_comment::is_suspicious_comment;

/// So many moves that can be played speak for the usual start.
const FEWEST_MOVES: usize = 3;

/// A game that begins with this move or a later one is not one of which a move or two were lost.
const FIRST_NUMBER: u32 = 4;

/// The head at the start of a game without a FEN tag, with its position unknown, and the slip: a SetUp tag announces a position, or the first number
/// is a later one, and hardly a move can be played from the usual start.
pub(super) fn lost_start(text: &Text) -> Option<(Head, Undone)> {
    let tags = Tags::of(&text.text[..text.beginning.at]);
    let number_range = text.first_number().map(|token| token.range);
    // A comment that lost its end has swallowed the first moves.
    let comments =
        &text.text[text.beginning.at..number_range.as_ref().map_or(text.beginning.at, |number| number.start)];
    if comments.split('}').any(|comment| is_suspicious_comment(comment.trim_start())) {
        return None;
    }
    let first = text.number_of_first_move();
    let is_later = first.is_some_and(|first| first.number >= FIRST_NUMBER);
    if tags.has_fen || !(is_later || tags.setup.is_some()) || plays_from_usual_start(text) {
        return None;
    }
    let (number, turn) = first.map_or((1, side_of(1)), |first| (first.number.max(1), side_of(first.periods)));
    let at = tags.setup.as_ref().map_or(text.beginning.at, |setup| setup.start);
    let edit = Edit::insert(at, "[FEN \"?\"]\n");
    let range = tags.setup.or(number_range).unwrap_or(at..at);
    let candidate = Candidate::new(edit, range.clone(), Slip::LostFen);
    if !(text.is_reported)(&candidate) {
        return None;
    }
    let (row, line) = (&costs::LOST_FEN, Line::main(Board::new(None, false, turn, number)));
    let head = Head { line, cost: row.cost, ..text.beginning.clone() };
    Some((head, Undone { row, cost: row.cost, range, how: How::Edit(candidate) }))
}

/// Whether some moves, or all, can be played from the usual start, whatever their numbers are.
fn plays_from_usual_start(text: &Text) -> bool {
    let mut head = text.beginning.clone();
    let mut moves = 0;
    loop {
        let wanted = Wanted { from: 0, moves: FEWEST_MOVES, end: usize::MAX };
        let stop = text.read_on(&mut head, wanted, |_, token| moves += usize::from(token.kind == TokenKind::San));
        match stop {
            Stop::Over => return true,
            Stop::Trouble(Trouble::Number, token) if moves < FEWEST_MOVES => head = text.read_anyway(&head, &token),
            Stop::Trouble(..) | Stop::Far => return moves >= FEWEST_MOVES,
        }
    }
}

/// What the tags say of the start of a game.
#[derive(Default)]
struct Tags {
    has_fen: bool,
    /// The tag `[SetUp "1"]`.
    setup: Option<Range<usize>>,
}

impl Tags {
    fn of(text: &str) -> Tags {
        let (mut tags, mut tree) = (Tags::default(), Tree::default());
        Parser::new(text).next_game(&mut tree);
        let (mut start, mut name) = (0, "");
        for (event, range) in tree.events() {
            match event {
                Event::Enter(NodeKind::Tag) => (start, name) = (range.start, ""),
                Event::Token(TokenKind::TagName) => name = &text[range],
                Event::Token(TokenKind::TagValue) if is_fen_tag(name) => tags.has_fen = true,
                Event::Token(TokenKind::TagValue)
                    if name.eq_ignore_ascii_case("SetUp") && &text[range.clone()] == "\"1\"" =>
                {
                    tags.setup = Some(start..range.end + 1);
                }
                _ => {}
            }
        }
        tags
    }
}
