//! The opening tree as a call hierarchy: a position calls the moves played from it, and the moves that reach it call
//! it.

use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{Database, Event, Game, GameView, TokenKind};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use crate::position_index::{Counts, GameId, PositionIndex, Reach};
use scoresheet_chess::board::fen;
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::openings::opening;
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::position_faults::start_position;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_chess::reach::reach;
use scoresheet_chess::variants::{display_name, variant_of_tag};

/// The maximum number of incoming moves of a position: for each of them, one game is played up to it.
pub const MOST_WAYS: usize = 50;

/// A position of the tree.
///
/// It refers to no file: the position is rebuilt from the FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionItem {
    /// The move that led to the position: "2... Nc6".
    pub name: String,
    /// The opening, or the FEN where the opening has no name.
    pub detail: String,
    /// The position in Forsyth-Edwards Notation.
    pub fen: String,
    /// The name of the rules, as in a Variant tag.
    pub variant: String,
}

/// An edge of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionStep {
    /// The position at its other end.
    pub item: PositionItem,
    /// How often the move was played, and how the games ended.
    pub counts: Counts,
    /// An example of a place that reaches the item's position.
    pub place: Option<Reach>,
}

/// Returns the position that the move at byte `offset` of the file reaches, and the range of the move in half-open byte
/// offsets.
///
/// None where there is no move or its position is uncertain. Linear in the game up to the move.
pub fn position_item(database: &Database, offset: usize) -> Option<(PositionItem, Range<usize>)> {
    let game = game_at(database, offset)?;
    let at = offset - game.start;
    let (range, events) = move_where(game.view, |range| range.start <= at && at <= range.end)?;
    let reached = reach(game.view, events);
    let ply = reached.replay.ply();
    let name = format!("{} {}", indication(ply.number, ply.turn), &game.view.text[range.clone()]);
    let item = PositionItem::of(reached.replay.position().filter(|_| !reached.replay.is_guessed())?, name);
    Some((item, game.in_file(&range)))
}

/// Returns the moves played from a position with the positions they reach, the most frequent first.
pub fn outgoing(index: &PositionIndex, item: &PositionItem) -> Vec<PositionStep> {
    let Some(position) = item.position() else { return Vec::new() };
    let step = |next: crate::position_index::NextMove| {
        let name = numbered(&position, &next.san);
        let mut after = position.clone();
        after.play_unchecked(next.action);
        let place = index.example(PositionKey::of(&after));
        PositionStep { item: PositionItem::of(&after, name), counts: next.counts, place }
    };
    index.next_moves(&position).into_iter().map(step).collect()
}

/// Returns the positions from which a move led to this one, the most frequent move first, at most [`MOST_WAYS`].
///
/// `game` returns a game of the index. One game is played for each move returned.
pub fn incoming(
    index: &PositionIndex,
    item: &PositionItem,
    game: impl Fn(GameId) -> Option<Arc<Game>>,
) -> Vec<PositionStep> {
    let Some(position) = item.position() else { return Vec::new() };
    let ways = index.ways_to(PositionKey::of(&position));
    let step = |way: crate::position_index::Way| {
        let (place, game) = (way.example.place?, game(way.example.game)?);
        game.read(|view| {
            let (_, events) = move_where(view, |range| range.start == place)?;
            let reached = reach(view, events);
            let before = reached.before_last_move()?;
            let san = SanPlus::from_move(before.clone(), reached.replay.last_move()?).to_string();
            let place = index.example(PositionKey::of(before));
            Some(PositionStep {
                item: PositionItem::of(before, format!("before {}", numbered(before, &san))),
                counts: way.counts,
                place,
            })
        })
    };
    ways.into_iter().take(MOST_WAYS).filter_map(step).collect()
}

/// Returns the range of the move at byte `place` of the game, as the index stores it: half-open byte offsets in the
/// game.
pub fn move_at(game: GameView, place: usize) -> Option<Range<usize>> {
    move_where(game, |range| range.start == place).map(|(range, _)| range)
}

impl PositionItem {
    /// Creates the item of a position.
    pub(crate) fn of(position: &VariantPosition, name: String) -> PositionItem {
        let fen = fen(position);
        let detail = match opening(position) {
            Some(opening) => format!("{} {}", opening.eco, opening.name),
            None => fen.clone(),
        };
        PositionItem { name, detail, fen, variant: display_name(position.variant()).to_owned() }
    }

    /// Returns the position; none where the FEN is invalid.
    pub fn position(&self) -> Option<VariantPosition> {
        // Standard castling rights mean the same under the rules of Chess960.
        let (rules, _) = variant_of_tag(&self.variant).rules()?;
        start_position(&self.fen, rules, true).ok()
    }
}

fn numbered(position: &VariantPosition, san: &str) -> String {
    let turn: Color = position.turn();
    format!("{} {san}", indication(position.fullmoves().get(), turn))
}

/// Returns the first move whose range fits, and the number of events up to and including it.
fn move_where(game: GameView, fits: impl Fn(&Range<usize>) -> bool) -> Option<(Range<usize>, usize)> {
    let mut events = game.tree.events().enumerate();
    let (index, (_, range)) =
        events.find(|(_, (event, range))| *event == Event::Token(TokenKind::San) && fits(range))?;
    Some((range, index + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position_index::{IndexLimits, IndexedGame};

    const TEXT: &str = "[White \"🏆\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {♘} e5 2. Nf3 Nc6 (2... Nf6) 3. Bb5 1-0\r\n\r\n\
        1. Nf3 Nc6 2. e4 e5 1/2-1/2\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bc4 0-1\r\n";

    fn index(database: &Database) -> PositionIndex {
        let mut index = PositionIndex::new(IndexLimits::default());
        for (number, (_, game)) in database.views().enumerate() {
            index.add(GameId(number as u64), &IndexedGame::read(game, index.limits()));
        }
        index
    }

    fn shown(steps: &[PositionStep]) -> Vec<String> {
        steps.iter().map(|step| format!("{} | {} | {}", step.item.name, step.item.detail, step.counts)).collect()
    }

    #[test]
    fn a_position_shows_what_is_played_next_and_what_came_before() {
        let database = Database::parse(TEXT);
        let index = index(&database);
        let (item, range) = position_item(&database, TEXT.find("Nc6").unwrap() + 1).unwrap();
        assert_eq!((item.name.as_str(), &TEXT[range]), ("2... Nc6", "Nc6"));
        assert_eq!(item.detail, "C44 King's Knight Opening: Normal Variation");
        let next = outgoing(&index, &item);
        assert_eq!(
            shown(&next),
            [
                "3. Bb5 | C60 Ruy Lopez | 1 game, White scores 100%",
                "3. Bc4 | C50 Italian Game | 1 game, White scores 0%"
            ]
        );
        assert_eq!(next[1].place.unwrap().game, GameId(2));
        let before = incoming(&index, &item, |id| database.unit(id.0 as usize).cloned());
        assert_eq!(
            shown(&before),
            [
                "before 2... Nc6 | C40 King's Knight Opening | 2 games, White scores 50%",
                "before 2... e5 | B00 Nimzowitsch Defense: Declined Variation | 1 game, White scores 50%"
            ]
        );
        let place = next[0].place.unwrap().place.unwrap();
        assert_eq!(&TEXT[move_at(database.view(0).unwrap(), place).unwrap()], "Bb5");
        // An item is enough to continue.
        assert_eq!(outgoing(&index, &before[0].item)[0].item.name, "2... Nc6");
    }

    #[test]
    fn there_is_no_position_where_nothing_is_played() {
        let database = Database::parse(TEXT);
        assert_eq!(position_item(&database, 3), None);
        let lost = Database::parse("1. e4 e5 2. Ke3 *");
        assert_eq!(position_item(&lost, 14), None);
        let nowhere =
            PositionItem { name: String::new(), detail: String::new(), fen: "8".into(), variant: "Standard".into() };
        assert!(outgoing(&index(&database), &nowhere).is_empty());
    }
}
