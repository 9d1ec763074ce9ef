//! Linked editing of the Result tag and the termination marker.

use std::ops::Range;

use scoresheet_grammar::Database;

use super::places::{result_tag, touches};
use scoresheet_chess::move_tree::termination;
use scoresheet_chess::placed_game::game_at;

/// Returns the value of the Result tag, without quotes, and the termination marker, if byte `offset` is on either and
/// they are equal.
///
/// Section 8.1.1.7 requires them to be equal. Half-open byte offsets in the file; empty otherwise. Linear in the game;
/// plays no moves.
pub fn linked_editing(database: &Database, offset: usize) -> Vec<Range<usize>> {
    let linked = || {
        let game = game_at(database, offset)?;
        let (tag, marker) = (result_tag(game.view)?, termination(game.view)?);
        let value = tag.inner_range();
        let is_at = touches(&value, offset - game.start) || touches(&marker, offset - game.start);
        let is_same = game.view.text[value.clone()] == game.view.text[marker.clone()];
        (is_at && is_same).then(|| vec![game.in_file(&value), game.in_file(&marker)])
    };
    linked().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::testing::ask;
    use super::*;

    #[test]
    fn result_and_marker_are_edited_together() {
        let text = "[Event \"🏆\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1. e4 {🏆} (1. d4 1-0) 1/2-1/2\r\n";
        let (value, marker) = (text.find("1/2").unwrap(), text.rfind("1/2-").unwrap());
        for at in ["1/2-1/2\"", "1/2-1/2\r\n"] {
            for cursor in [format!("<|>{at}"), at.replacen("1/2-1/2", "1/2-1/2<|>", 1)] {
                let linked = ask(&text.replace(at, &cursor), linked_editing);
                assert_eq!(linked, [(value, "1/2-1/2".to_owned()), (marker, "1/2-1/2".to_owned())], "{cursor}");
            }
        }
        assert!(ask(&text.replace("e4", "e<|>4"), linked_editing).is_empty());
        assert!(ask("[Result \"<|>1-0\"]\r\n\r\n1. e4 0-1", linked_editing).is_empty());
        assert!(ask("[Result \"<|>\"]\r\n\r\n1. e4", linked_editing).is_empty());
    }
}
