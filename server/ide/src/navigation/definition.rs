//! Go to definition: the origin of a move.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};

use super::places::{result_tag, touches};
use scoresheet_chess::move_tree::{MoveTree, termination};
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::replay::is_fen_tag;

/// A jump from one range to another: half-open byte offsets in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The range at the cursor.
    pub origin: Range<usize>,
    /// The range to go to.
    pub target: Range<usize>,
}

impl Jump {
    /// Returns the jump with both ranges moved by `start` bytes.
    #[must_use]
    pub fn shifted(self, start: usize) -> Jump {
        let moved = |range: Range<usize>| range.start + start..range.end + start;
        Jump { origin: moved(self.origin), target: moved(self.target) }
    }
}

/// Returns the origin of what is at byte `offset` of the file.
///
/// The first move of a variation, and either of its parentheses, lead to the move that the variation replaces. Any
/// other move leads to the move before it, and the first move of the game to the FEN tag. The Result tag and the
/// termination marker lead to each other. Linear in the game.
pub fn definition(database: &Database, offset: usize) -> Option<Jump> {
    jump(database, offset, |game, offset| result(game, offset).or_else(|| of_move(game, offset)))
}

/// Returns the move that the variation at byte `offset` of the file replaces, wherever in the variation the cursor is.
///
/// Linear in the game.
pub fn type_definition(database: &Database, offset: usize) -> Option<Jump> {
    jump(database, offset, |game, offset| {
        let tree = MoveTree::of(game);
        let variation = &tree.variations[tree.variations_at(offset).next()?];
        let target = tree.moves[variation.replaces?].range.clone();
        let origin = tree.move_at(offset).map_or(variation.range.clone(), |at| tree.moves[at].range.clone());
        Some(Jump { origin, target })
    })
}

fn jump(database: &Database, offset: usize, find: impl Fn(GameView, usize) -> Option<Jump>) -> Option<Jump> {
    let game = game_at(database, offset)?;
    let Jump { origin, target } = find(game.view, offset - game.start)?;
    Some(Jump { origin: game.in_file(&origin), target: game.in_file(&target) })
}

fn result(game: GameView, offset: usize) -> Option<Jump> {
    let (tag, marker) = (result_tag(game)?, termination(game)?);
    if touches(&tag.range, offset) {
        Some(Jump { origin: tag.range, target: marker })
    } else if touches(&marker, offset) {
        Some(Jump { origin: marker, target: tag.value_range })
    } else {
        None
    }
}

fn of_move(game: GameView, offset: usize) -> Option<Jump> {
    let tree = MoveTree::of(game);
    if let Some(parenthesis) = parenthesis(&tree, game.text, offset) {
        return Some(parenthesis);
    }
    let is_at = |range: &Range<usize>| touches(range, offset);
    let index = tree.move_at(offset).or_else(|| {
        let has_number = |one: &scoresheet_chess::move_tree::TreeMove| one.number_range.as_ref().is_some_and(is_at);
        tree.moves.iter().position(has_number)
    })?;
    let one = &tree.moves[index];
    let replaced = one.variation.map(|variation| &tree.variations[variation]);
    let replaced = replaced.filter(|variation| variation.first == Some(index)).and_then(|variation| variation.replaces);
    let target = match replaced.or(one.previous) {
        Some(target) => tree.moves[target].range.clone(),
        None => game.tags().into_iter().find(|tag| is_fen_tag(tag.name))?.range,
    };
    Some(Jump { origin: one.range.clone(), target })
}

fn parenthesis(tree: &MoveTree, text: &str, offset: usize) -> Option<Jump> {
    let variation = &tree.variations[tree.variations_at(offset).next()?];
    let open = variation.range.start..variation.range.start + 1;
    let is_closed = text[variation.range.clone()].ends_with(')');
    let close = variation.range.end - usize::from(is_closed)..variation.range.end;
    let origin = [open, close].into_iter().find(|range| range.contains(&offset))?;
    Some(Jump { origin, target: tree.moves[variation.replaces?].range.clone() })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{GAME, ask};
    use super::*;

    /// Compares the jump that `find` returns at the cursor in `at`, a unique part of the game.
    #[track_caller]
    fn check(find: fn(&Database, usize) -> Option<Jump>, at: &str, origin: &str, target: Option<(usize, &str)>) {
        let plain = at.replace("<|>", "");
        assert_eq!(GAME.matches(&plain).count(), 1, "{at}");
        let text = GAME.replace(&plain, at);
        let found = ask(&text, |database, offset| {
            find(database, offset).into_iter().flat_map(|jump| [jump.origin, jump.target]).collect()
        });
        let expected: Vec<(usize, String)> =
            found.first().into_iter().map(|(at, _)| (*at, origin.to_owned())).collect();
        assert_eq!(found.first().into_iter().cloned().collect::<Vec<_>>(), expected);
        assert_eq!(found.get(1).map(|(at, text)| (*at, text.as_str())), target, "{at}");
    }

    #[test]
    fn moves_lead_to_what_they_come_from() {
        let (e5, nf3) = (GAME.find("e5").unwrap(), GAME.find("Nf3 (2. Nc3").unwrap());
        check(definition, "3. Nc<|>3 $1", "Nc3", Some((GAME.find("Nc6 3. Nc3").unwrap(), "Nc6")));
        check(definition, "1... c<|>5 ", "c5", Some((e5, "e5")));
        check(definition, "(1... e<|>6", "e6", Some((e5, "e5")));
        check(definition, "<|>(1... e6", "(", Some((e5, "e5")));
        check(definition, "Nf3!<|>)", ")", Some((nf3, "Nf3")));
        check(definition, "2. c<|>3", "c3", Some((GAME.find("Nf3 {").unwrap(), "Nf3")));
        check(definition, "<|>2... d6", "d6", Some((GAME.find("Nf3 {").unwrap(), "Nf3")));
        check(definition, "2<|>. Nf3 (", "Nf3", Some((e5, "e5")));
        check(definition, "1. e<|>4", "", None);
        check(definition, "{fo<|>ur}", "", None);
    }

    #[test]
    fn the_first_move_comes_from_the_fen() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n1. e<|>4 *";
        let found = ask(text, |database, offset| vec![definition(database, offset).unwrap().target]);
        assert_eq!(found, [(0, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]".to_owned())]);
    }

    #[test]
    fn the_result_leads_to_the_marker_and_back() {
        check(definition, "[Res<|>ult \"1-0\"]", "[Result \"1-0\"]", Some((GAME.rfind("1-0").unwrap(), "1-0")));
        check(definition, "Nf6 1<|>-0", "1-0", Some((GAME.find("\"1-0\"").unwrap(), "\"1-0\"")));
    }

    #[test]
    fn variations_lead_to_the_line_around_them() {
        let e5 = GAME.find("e5").unwrap();
        check(type_definition, "2... d<|>6", "d6", Some((e5, "e5")));
        check(type_definition, "c3 d<|>5", "d5", Some((GAME.find("Nf3 {").unwrap(), "Nf3")));
        check(type_definition, "3. Nc<|>3 $1", "", None);
    }
}
