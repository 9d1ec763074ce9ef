//! References and highlights: where the same position is reached.

use std::ops::Range;

use scoresheet_grammar::{Database, GameView};

use super::places::{result_tag, start_place, touches};
use scoresheet_chess::move_tree::{MoveTree, termination};
use scoresheet_chess::placed_game::{game_at, games};
use scoresheet_chess::position_key::PositionKey;

/// The position of a move, a move number or a FEN tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAt {
    /// The range at the cursor: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// The key of the position: after a move, before the move of a move number, or of the FEN.
    pub key: PositionKey,
}

/// Returns the position of the move, the move number or the FEN tag's value at byte `offset` of the file, if it is
/// certain.
///
/// Linear in the game.
pub fn position_at(database: &Database, offset: usize) -> Option<PositionAt> {
    let game = game_at(database, offset)?;
    let (range, key) = position_in_game(game.view, &MoveTree::of(game.view), offset - game.start)?;
    Some(PositionAt { range: game.in_file(&range), key })
}

/// Returns every move of the file that reaches the position at byte `offset`, transpositions included, in file order.
///
/// Plays all games: a server with a position index queries the index instead.
pub fn references(database: &Database, offset: usize) -> Vec<Range<usize>> {
    let Some(PositionAt { key, .. }) = position_at(database, offset) else { return Vec::new() };
    games(database)
        .flat_map(|game| references_in_game(game.view, key).into_iter().map(move |range| game.in_file(&range)))
        .collect()
}

/// Returns the moves of a game that reach a position, on the main line and in variations, and its FEN tag's value if it
/// starts from it.
///
/// Half-open byte offsets relative to the game. Linear in the game.
pub fn references_in_game(game: GameView, key: PositionKey) -> Vec<Range<usize>> {
    reaching(game, &MoveTree::of(game), key)
}

/// Returns the ranges that belong to the one at byte `offset` in its game, in file order.
///
/// The moves that reach the same position, the two parentheses of a variation, the Result tag's value and the
/// termination marker. Half-open byte offsets in the file. Linear in the game.
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
        // On the main line and in the variation with the knights developed in the other order.
        let both = [("Nf3!", 3), ("Nc3 $1", 3)];
        check(references, "3. Nf3<|>!", &both);
        check(document_highlight, "3. N<|>c3 $1", &both);
        // A move number means the position before the move.
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
