//! Completion of legal moves, on the main line and in variations.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{Event, NodeKind, TokenKind};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position, Role};

use super::cursor::Cursor;
use super::item::{Item, Kind, Known};
use super::resolved::PlayedIn;
use crate::position_index::Counts;
use scoresheet_chess::move_numbers;
use scoresheet_chess::openings::{Opening, named_replies, opening};
use scoresheet_chess::piece_letters::role_name;
use scoresheet_chess::reach::{Reached, reach};

/// Returns the legal moves at the cursor, replacing a partly typed move; empty where no move can be.
pub(super) fn items(cursor: &Cursor, known: Known) -> Vec<Item> {
    let Some(word) = word_at(cursor) else { return Vec::new() };
    let Some(place) = Place::find(cursor, word.start) else { return Vec::new() };
    let reached = reach(cursor.game, place.events);
    let Some(position) = reached.replay.position() else { return Vec::new() };
    let text = cursor.game.text;
    let prefix = match text[..word.start].chars().next_back() {
        Some('.' | '…') => " ".to_owned(),
        _ => missing_number(&reached, place.previous),
    };
    let is_glued = word.is_empty() && text[word.start..].starts_with(is_move_letter);
    let suffix = if is_glued { " " } else { "" };
    let has_zero = text[word.clone()].starts_with('0');
    let item = |item: Item| Item {
        // Match castling that is typed with zeros.
        filter_text: Some(if has_zero { item.label.replace('O', "0") } else { item.label.clone() }),
        text: format!("{prefix}{}{suffix}", item.text),
        ..item
    };
    legal_moves(position, &word, known).into_iter().map(item).collect()
}

/// Returns the legal moves of a position as replacements of `word`, best first.
pub(crate) fn legal_moves(position: &VariantPosition, word: &Range<usize>, known: Known) -> Vec<Item> {
    let mut moves = candidates(position, known);
    moves.sort_by(|one, other| one.rank(position.turn()).cmp(&other.rank(position.turn())));
    let played_in = Arc::new(PlayedIn::of(position));
    let item = |one: Candidate| Item {
        detail: one.detail(position),
        note: one.played(),
        played_in: Some(played_in.clone()),
        ..Item::new(Kind::Move, one.san, word.clone())
    };
    moves.into_iter().map(item).collect()
}

/// Returns the range of the word at the cursor, possibly empty; none where the word cannot begin a move.
fn word_at(cursor: &Cursor) -> Option<Range<usize>> {
    let before = cursor.before();
    let word_before = before.len() - before.trim_end_matches(is_move_letter).len();
    let after = cursor.after();
    let word_after = after.len() - after.trim_start_matches(is_move_letter).len();
    let start = cursor.offset - word_before;
    let end = cursor.offset + if word_before > 0 { word_after } else { 0 };
    let word = &cursor.game.text[start..end];
    let begins_move = match word.chars().next() {
        None => true,
        Some('0') => word.starts_with("0-"),
        Some(first) => first == '@' || !first.is_ascii_digit() && !matches!(first, '+' | '#' | '=' | '-' | '/' | ':'),
    };
    let stands_alone = match cursor.game.text[..start].chars().next_back() {
        None => true,
        Some(letter) => letter.is_whitespace() || matches!(letter, '.' | '…' | '(' | '\u{FEFF}'),
    };
    (begins_move && stands_alone).then_some(start..end)
}

pub(crate) fn is_move_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '+' | '#' | '=' | '@' | '-' | '/' | ':' | '×' | '♔'..='♟')
}

/// The place of a word in the walk over a game.
pub(super) struct Place {
    /// The number of events up to and including the last token before the word.
    pub events: usize,
    /// That token.
    pub previous: Option<TokenKind>,
}

impl Place {
    /// Finds the place of the word at byte `word_start` of the game; none before the tags end and after the game is
    /// over.
    pub(super) fn find(cursor: &Cursor, word_start: usize) -> Option<Place> {
        let mut place = Place { events: 0, previous: None };
        let mut text: Option<Range<usize>> = None;
        let mut just_closed = false;
        for (index, (event, range)) in cursor.game.tree.events().enumerate() {
            match event {
                // Moves come after all tags.
                Event::Enter(NodeKind::Tag) if range.start >= word_start => return None,
                Event::Token(kind) if range.end <= word_start => {
                    place = Place { events: index + 1, previous: Some(kind) };
                    text = (kind == TokenKind::Text).then_some(range);
                    just_closed = kind == TokenKind::VariationClose;
                }
                Event::Token(TokenKind::Text) if range.start < word_start => text = Some(range.start..word_start),
                // A variation without its closing parenthesis is still open.
                Event::Leave(NodeKind::Variation) if just_closed => {
                    place.events = index + 1;
                    just_closed = false;
                }
                Event::Leave(NodeKind::Movetext)
                    if range.end <= word_start && place.previous.is_some_and(TokenKind::is_termination) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        // Words outside games are not moves, but the first move number is parsed as text until its move follows.
        let Some(text) = text else { return Some(place) };
        let written = &cursor.game.text[text.start..word_start];
        if written.trim_end().chars().all(|letter| letter.is_ascii_digit() || letter == '.') {
            place.previous = Some(TokenKind::MoveNumber);
            return Some(place);
        }
        written.contains(['\n', '\r']).then_some(place)
    }
}

/// Returns the move number that export format requires here, with a space after it; empty where it is present or not
/// needed.
fn missing_number(reached: &Reached, previous: Option<TokenKind>) -> String {
    let number = move_numbers::missing(reached.replay.number(), reached.replay.turn(), previous);
    number.map_or_else(String::new, |number| format!("{number} "))
}

/// A legal move and what it is ranked by.
struct Candidate {
    action: Move,
    san: String,
    /// How often the move was played in the known games.
    counts: Counts,
    /// The opening that the move leads to.
    opening: Option<Opening>,
    /// The number of replies that lead to a named opening: a heuristic for popularity.
    replies: usize,
}

fn candidates(position: &VariantPosition, known: Known) -> Vec<Candidate> {
    let mut played: HashMap<Move, Counts> = known
        .index
        .map(|index| index.next_moves(position))
        .unwrap_or_default()
        .into_iter()
        .map(|next| (next.action, next.counts))
        .collect();
    let candidate = |action: Move| {
        let mut after = position.clone();
        after.play_unchecked(action);
        let counts = played.remove(&action).unwrap_or_default();
        let opening = opening(&after);
        let replies = opening.map_or(0, |_| named_replies(&after));
        Candidate { action, san: name(position, action), counts, opening, replies }
    };
    position.legal_moves().into_iter().map(candidate).collect()
}

impl Candidate {
    /// Returns the sort key: the most played move first, then the better score for the side to move, then named
    /// openings, then the number of named replies.
    fn rank(&self, turn: Color) -> impl Ord {
        let Counts { games, in_variations, white, draws, black } = self.counts;
        let points = 2 * if turn.is_white() { white } else { black } + draws;
        let is_unnamed = self.opening.is_none();
        (Reverse((games, in_variations, points)), is_unnamed, Reverse(self.replies), group(self.action), &self.san)
    }

    /// "12 games, White scores 58%".
    fn played(&self) -> Option<String> {
        (self.counts != Counts::default()).then(|| self.counts.to_string())
    }

    /// "12 games, White scores 58%; C60 Ruy Lopez".
    fn detail(&self, position: &VariantPosition) -> Option<String> {
        let words: Vec<String> =
            [self.played(), detail(position, self.action, self.opening)].into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

fn name(position: &VariantPosition, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

/// Returns the group of a move that nothing else ranks: pawn moves, then pieces by value, castling, drops. In a group,
/// moves are sorted by name, but promotion to a queen comes first.
fn group(action: Move) -> (usize, bool) {
    let place = match (action, action.role()) {
        (Move::Castle { .. }, _) => 6,
        (Move::Put { .. }, _) => 7,
        (_, Role::Pawn) => 0,
        (_, Role::Knight) => 1,
        (_, Role::Bishop) => 2,
        (_, Role::Rook) => 3,
        (_, Role::Queen) => 4,
        (_, Role::King) => 5,
    };
    (place, action.promotion().is_some_and(|role| role != Role::Queen))
}

/// Returns what the move does: "mate, captures the pawn"; else the opening that it leads to.
fn detail(position: &VariantPosition, action: Move, opening: Option<Opening>) -> Option<String> {
    let mut after = position.clone();
    after.play_unchecked(action);
    let has_moves = !after.legal_moves().is_empty();
    let mut words = Vec::new();
    match (after.is_check(), has_moves) {
        (true, false) => words.push("mate".to_owned()),
        (true, true) => words.push("check".to_owned()),
        (false, false) if matches!(after, VariantPosition::Chess(_)) => words.push("stalemate".to_owned()),
        (false, _) => {}
    }
    if action.is_en_passant() {
        words.push("captures en passant".to_owned());
    } else if let Some(role) = action.capture() {
        words.push(format!("captures the {}", role_name(role)));
    }
    if let Some(role) = action.promotion() {
        words.push(format!("promotes to a {}", role_name(role)));
    }
    if words.is_empty() {
        return opening.map(|opening| format!("{} {}", opening.eco, opening.name));
    }
    Some(words.join(", "))
}
