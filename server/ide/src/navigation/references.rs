//! Where the same position is reached.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};

use super::places::{result_tag, start_place, termination, touches};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::{game_at, games};
use scoresheet_chess::position_key::PositionKey;

/// The position that something in a file stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAt {
    /// What the cursor is on: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// For a move the position after it, for a move number the one before its move, for a FEN tag's value its own.
    pub key: PositionKey,
}

/// The position that the move, the move number or the FEN tag's value at byte `offset` of the file stands for, if it is certain. Linear in the game.
pub fn position_at(database: &Database, offset: usize) -> Option<PositionAt> {
    let game = game_at(database, offset)?;
    let (range, key) = position_in_game(game.view, &MoveTree::of(game.view), offset - game.start)?;
    Some(PositionAt { range: game.in_file(&range), key })
}

/// Every move of the file that reaches the position at byte `offset`, by whatever way, in file order. Plays all games: a server with
/// an index of positions asks that instead.
pub fn references(database: &Database, offset: usize) -> Vec<Range<usize>> {
    let Some(PositionAt { key, .. }) = position_at(database, offset) else { return Vec::new() };
    games(database)
        .flat_map(|game| references_in_game(game.view, key).into_iter().map(move |range| game.in_file(&range)))
        .collect()
}

/// The moves of a game that reach a position, in main line and variations, and its FEN tag's value where it starts from it: half-open byte offsets relative to the game. Linear in it.
pub fn references_in_game(game: GameView, key: PositionKey) -> Vec<Range<usize>> {
    reaching(game, &MoveTree::of(game), key)
}

/// What belongs to the thing at byte `offset` within its game: the moves that reach the same position, the two parentheses of a
/// variation, the Result tag's value and the termination marker. Half-open byte offsets in the file, in file order. Linear in the game.
pub fn document_highlight(database: &Database, offset: usize) -> Vec<Range<usize>> {
    let Some(game) = game_at(database, offset) else { return Vec::new() };
    let at = offset - game.start;
    let tree = MoveTree::of(game.view);
    let found = match position_in_game(game.view, &tree, at) {
        Some((_, key)) => reaching(game.view, &tree, key),
        None => result_places(game.view, at).or_else(|| parentheses(&tree, game.view.text, at)).unwrap_or_default(),
    };
    found.iter().map(|range| game.in_file(range)).collect()
}

fn reaching(game: GameView, tree: &MoveTree, key: PositionKey) -> Vec<Range<usize>> {
    let start = (tree.start == Some(key)).then(|| start_place(game)).flatten();
    let moves = tree.moves.iter().filter(|one| one.key == Some(key)).map(|one| one.range.clone());
    start.into_iter().chain(moves).collect()
}

fn position_in_game(game: GameView, tree: &MoveTree, offset: usize) -> Option<(Range<usize>, PositionKey)> {
    if let Some(start) = start_place(game).filter(|start| touches(start, offset)) {
        return Some((start, tree.start?));
    }
    if let Some(index) = tree.move_at(offset) {
        return Some((tree.moves[index].range.clone(), tree.moves[index].key?));
    }
    let of_number = |one: &scoresheet_chess::move_tree::TreeMove| {
        let range = one.number_range.clone().filter(|range| touches(range, offset))?;
        let key = one.previous.map_or(tree.start, |previous| tree.moves[previous].key)?;
        Some((range, key))
    };
    tree.moves.iter().find_map(of_number)
}

fn result_places(game: GameView, offset: usize) -> Option<Vec<Range<usize>>> {
    let (tag, marker) = (result_tag(game)?, termination(game)?);
    (touches(&tag.range, offset) || touches(&marker, offset)).then(|| vec![tag.inner_range(), marker])
}

fn parentheses(tree: &MoveTree, text: &str, offset: usize) -> Option<Vec<Range<usize>>> {
    let Range { start, end } = tree.variations[tree.variations_at(offset).next()?].range;
    if !text[start..end].ends_with(')') || offset != start && offset + 1 != end {
        return None;
    }
    Some(vec![start..start + 1, end - 1..end])
}

#[cfg(test)]
mod tests {
    use super::super::testing::{GAME, ask};
    use super::*;

    #[track_caller]
    fn check(find: fn(&Database, usize) -> Vec<Range<usize>>, at: &str, expected: &[(&str, usize)]) {
        let plain = at.replace("<|>", "");
        let text = GAME.replace(&plain, at);
        let expected: Vec<(usize, String)> = expected
            .iter()
            .map(|(place, length)| {
                let start = GAME.find(place).unwrap();
                (start, GAME[start..start + length].to_owned())
            })
            .collect();
        assert_eq!(ask(&text, find), expected, "{at}");
    }

    #[test]
    fn a_position_is_found_wherever_it_is_reached() {
        // By the main line and by the variation with the knights the other way round.
        let both = [("Nf3!", 3), ("Nc3 $1", 3)];
        check(references, "3. Nf3<|>!", &both);
        check(document_highlight, "3. N<|>c3 $1", &both);
        // The number stands for the position before.
        check(references, "<|>3. Nc3 $1", &[("Nc6 3. Nc3", 3)]);
        check(references, "{fo<|>ur}", &[]);
        check(references, "<|>1. d4", &[]);
        assert_eq!(position_at(&Database::parse(GAME), GAME.find("1. d4").unwrap()).unwrap().range.len(), 2);
    }

    #[test]
    fn a_game_that_starts_from_a_position_has_it_in_its_fen_tag() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        let games =
            format!("1. N<|>f3 Nf6 *\r\n\r\n[Event \"🏆\"]\r\n[FEN \"{fen}\"]\r\n\r\n1... Nf6 2. Ng1 Ng8 3. Nf3 *");
        let expected = ["Nf3", fen, "Nf3"];
        for text in [
            games.clone(),
            games.replace("<|>", "").replace("8/5N2", "8/5<|>N2"),
            games.replace("<|>", "").replace("1... N", "<|>1... N"),
        ] {
            assert_eq!(ask(&text, references).iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn positions_are_found_in_all_games() {
        let text = "1. e4 e5 2. N<|>f3 *\r\n\r\n1. Nf3 e5 {🏆} 2. e4 *\r\n\r\n1. e4 c5 (1... e5 2. Nf3) *";
        let found = ask(text, references);
        assert_eq!(found.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["Nf3", "e4", "Nf3"]);
        assert_eq!(ask(text, document_highlight).len(), 1);
    }

    #[test]
    fn what_belongs_together_is_shown_together() {
        check(document_highlight, "Nf6 1-<|>0", &[("1-0\"]", 3), ("1-0\r\n", 3)]);
        check(document_highlight, "<|>(1... e6)", &[("(1... e6", 1), (") 2. Nf3 (", 1)]);
        check(document_highlight, "e6<|>) 2", &[("e6) 2", 2)]);
    }
}
