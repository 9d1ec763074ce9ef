//! Formatting while typing: only move numbers are inserted.

use scoresheet_grammar::{Database, GameView};

use scoresheet_chess::move_numbers;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::game_at;
use scoresheet_lint::finding::Edit;

/// The characters that trigger formatting: each ends a move, a variation or a comment.
pub const TRIGGERS: [char; 4] = [' ', '\n', ')', '}'];

/// Returns the edits after `typed` has been typed right before byte `offset` of the file, in ascending order.
///
/// A move that ends there gets the number that export format requires (section 8.2.2.2), and so does the move of Black
/// that a new variation or comment has separated from its number. Only legal moves get numbers. Linear in the game.
pub fn on_type(database: &Database, offset: usize, typed: char) -> Vec<Edit> {
    if !TRIGGERS.contains(&typed) {
        return Vec::new();
    }
    let edits = || {
        // After a line end at the end of the file, the cursor still belongs to the last game.
        let game = game_at(database, offset)?;
        let edits = in_game(game.view, offset - game.start, typed);
        Some(edits.into_iter().map(|edit| edit.shifted(game.start)).collect())
    };
    edits().unwrap_or_default()
}

fn in_game(game: GameView, offset: usize, typed: char) -> Vec<Edit> {
    let Some(before) = game.text.get(..offset).filter(|before| before.ends_with(typed)) else { return Vec::new() };
    let tree = MoveTree::of(game);
    let word_end = match typed {
        // An editor indents the new line before it sends the request.
        ' ' | '\n' => before.trim_end().len(),
        typed => before.len() - typed.len_utf8(),
    };
    let ended = tree.moves.iter().position(|one| one.range.end == before[..word_end].trim_end().len());
    let cut_off =
        matches!(typed, ')' | '}').then(|| tree.moves.iter().position(|one| one.range.start >= offset)).flatten();
    let is_played = |index: &usize| tree.moves[*index].key.is_some();
    let starts: Vec<usize> =
        ended.into_iter().chain(cut_off).filter(is_played).map(|index| tree.moves[index].range.start).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    let missing = move_numbers::missing_in(game, &tree).into_iter().filter(|(start, _)| starts.contains(start));
    missing.map(|(start, number)| Edit::insert(start, format!("{number} "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    /// Compares the text after the character before the cursor has been typed.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let (mut text, offset) = with_cursor(text);
        let typed = text[..offset].chars().next_back().unwrap();
        let edits = on_type(&Database::parse(&text), offset, typed);
        edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        assert_eq!(text, expected);
    }

    #[test]
    fn moves_get_their_numbers() {
        let tags = "[Event \"🏆\"]\r\n\r\n";
        check(&format!("{tags}1. e4 e5 Nf3 <|>"), &format!("{tags}1. e4 e5 2. Nf3 "));
        check(&format!("{tags}1. e4 e5 Nf3\r\n<|>\r\n"), &format!("{tags}1. e4 e5 2. Nf3\r\n\r\n"));
        check("e4 <|>", "1. e4 ");
        check("1. e4 {🏆} e5 <|>", "1. e4 {🏆} 1... e5 ");
        check("1. e4 e5 (c5 <|>", "1. e4 e5 (1... c5 ");
        check("1. e4 e5 (1... c5 Nf3)<|> 2. Nf3", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3");
        check("1. e4 (1. d4)<|> e5 2. Nf3", "1. e4 (1. d4) 1... e5 2. Nf3");
        check("1. e4 {so}<|> e5", "1. e4 {so} 1... e5");
    }

    #[test]
    fn nothing_else_is_touched() {
        for text in [
            "1. e4 e5 <|>",
            "1. e4 e5 2. Nf3 <|>",
            "1. e4 e5 Ke3 <|>",
            "1. e4 c5 {Nf3 <|>}",
            "[Event \"a <|>\"]\n\n*",
            "1. e4 e5 Nf3 Nc6 <|>",
            "1. e4 e5 Nf3! <|>",
            "1. e4 (1. d4)<|> 1... e5 2. Nf3 Nc6 Bb5",
            "<|>",
        ] {
            let (plain, offset) = with_cursor(text);
            if offset > 0 {
                check(text, &plain);
            }
        }
        let typed = "1. e4 e5 Nf3x";
        assert!(on_type(&Database::parse(typed), typed.len(), 'x').is_empty());
    }
}
