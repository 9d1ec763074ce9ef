//! The start position and the result of a game, chosen on a board and written into its tags.

use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::game_at;
use scoresheet_format::line_edits::line_end;
use scoresheet_grammar::Database;
use scoresheet_grammar::ast::{self, Tag};
use scoresheet_lint::finding::Edit;

use crate::annotate::Annotated;
use crate::play::{insertion, last_token_before};

/// The placement, and the fields that follow, of the usual start position, which needs no tag (section 9.7).
const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The tags of the roster after which the result has its place (section 8.1.1).
const BEFORE_RESULT: [&str; 6] = ["Black", "White", "Round", "Date", "Site", "Event"];

/// Writes the start position of the game at byte `offset` of the file, a text in Forsyth-Edwards Notation, into the tags FEN and SetUp
/// (section 9.7). Linear in the game.
///
/// # Errors
/// A sentence for the user where there is no game, or where it has moves, which would be played from another position.
pub(crate) fn start(database: &Database, offset: usize, fen: &str) -> Result<Annotated, String> {
    let game = game_at(database, offset).ok_or("There is no game here to set up")?;
    if !MoveTree::of(game.view).moves.is_empty() {
        return Err("The game has moves, which start from its own position".to_owned());
    }
    let tags = game.view.tags();
    let fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = [("SetUp", "1"), ("FEN", &*fen)];
    let edits = match fen == USUAL_START {
        true => wanted.iter().filter_map(|(name, _)| Some(without_line(game.view.text, find(&tags, name)?))).collect(),
        false => with_values(game.view.text, &tags, &wanted, tags.last()),
    };
    let cursor = edits.iter().map(|edit| edit.range.start).min().map_or(offset, |first| offset.min(game.start + first));
    Ok(Annotated { edits: edits.into_iter().map(|edit| edit.shifted(game.start)).collect(), cursor })
}

/// Writes the result of the game at byte `offset` of the file into its tag and its termination marker (sections 8.1.1.7 and 8.2.6). Linear in
/// the game.
///
/// # Errors
/// A sentence for the user where there is no game.
pub(crate) fn result(database: &Database, offset: usize, result: &str) -> Result<Annotated, String> {
    let game = game_at(database, offset).ok_or("There is no game here that could have a result")?;
    let tree = MoveTree::of(game.view);
    let (text, tags) = (game.view.text, game.view.tags());
    let after = BEFORE_RESULT.iter().find_map(|name| find(&tags, name)).or(tags.last());
    let mut edits = match tags.is_empty() {
        true => Vec::new(),
        false => with_values(text, &tags, &[("Result", result)], after),
    };
    match &tree.termination {
        Some(marker) if text[marker.clone()] == *result => {}
        Some(marker) => edits.push(Edit::replace(marker.clone(), result)),
        None => edits.push(insertion(game.view, last_token_before(game.view, text.trim_end().len()), result).0),
    }
    let in_game = offset - game.start;
    let moved: isize = (edits.iter())
        .filter(|edit| edit.range.end <= in_game)
        .map(|edit| edit.text.len() as isize - edit.range.len() as isize)
        .sum();
    let cursor = offset.saturating_add_signed(moved);
    Ok(Annotated { edits: edits.into_iter().map(|edit| edit.shifted(game.start)).collect(), cursor })
}

fn find<'tags>(tags: &'tags [Tag], name: &str) -> Option<&'tags Tag<'tags>> {
    tags.iter().find(|tag| tag.name == name)
}

/// Gives tags their values, and adds those that are missing after the tag `after`. In ascending order.
fn with_values(text: &str, tags: &[Tag], wanted: &[(&str, &str)], after: Option<&Tag>) -> Vec<Edit> {
    let line_end = line_end(text);
    let (mut edits, mut missing) = (Vec::new(), Vec::new());
    for (name, value) in wanted {
        match find(tags, name) {
            Some(tag) if tag.value() == *value => {}
            Some(tag) => edits.push(Edit::replace(tag.inner_range(), ast::escape(value))),
            None => missing.push(format!("[{name} \"{}\"]", ast::escape(value))),
        }
    }
    if !missing.is_empty() {
        edits.push(match after {
            Some(after) => Edit::insert(after.range.end, format!("{line_end}{}", missing.join(line_end))),
            None => Edit::insert(0, format!("{}{line_end}{line_end}", missing.join(line_end))),
        });
    }
    edits.sort_by_key(|edit| edit.range.start);
    edits
}

/// Deletes a tag with its line.
fn without_line(text: &str, tag: &Tag) -> Edit {
    let end = tag.range.end;
    let rest = &text[end..];
    let line = ["\r\n", "\n", "\r"].iter().find(|line| rest.starts_with(**line)).map_or(0, |line| line.len());
    Edit::delete(tag.range.start..end + line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    #[track_caller]
    fn check(done: impl Fn(&Database, usize) -> Result<Annotated, String>, text: &str, expected: &str) {
        let (text, offset) = with_cursor(text);
        let Annotated { edits, cursor } = done(&Database::parse(&text), offset).unwrap();
        let mut new = text.clone();
        for edit in edits.iter().rev() {
            new.replace_range(edit.range.clone(), &edit.text);
        }
        new.insert_str(cursor, "<|>");
        assert_eq!(new, expected);
    }

    #[test]
    fn a_position_is_written_into_the_tags() {
        let set_up = |database: &Database, offset| start(database, offset, FEN);
        check(
            set_up,
            "[White \"🏆\"]\r\n[Black \"B\"]<|>\r\n\r\n*\r\n",
            "[White \"🏆\"]\r\n[Black \"B\"]<|>\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n*\r\n",
        );
        check(
            set_up,
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[White \"A\"]\n\n*<|>\n",
            "[FEN \"<|>4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[White \"A\"]\n[SetUp \"1\"]\n\n*\n",
        );
        check(set_up, "<|>*\n", "<|>[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n");
    }

    #[test]
    fn the_usual_start_needs_no_tags() {
        let text = "[White \"A\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n<|>*\n";
        check(|database, offset| start(database, offset, USUAL_START), text, "[White \"A\"]\n<|>\n*\n");
        check(
            |database, offset| start(database, offset, USUAL_START),
            "[White \"A\"]<|>\n\n*\n",
            "[White \"A\"]<|>\n\n*\n",
        );
    }

    #[test]
    fn a_game_with_moves_keeps_its_position() {
        let error = start(&Database::parse("1. e4 *"), 0, FEN).unwrap_err();
        assert_eq!(error, "The game has moves, which start from its own position");
        assert!(start(&Database::parse(""), 0, FEN).is_err());
    }

    #[test]
    fn a_result_is_written_into_its_tag_and_its_marker() {
        let won = |database: &Database, offset| result(database, offset, "1-0");
        check(won, "[Result \"*\"]\n\n1. e4<|> e5 *\n", "[Result \"1-0\"]\n\n1. e4<|> e5 1-0\n");
        check(
            won,
            "[White \"🏆\"]\n[ECO \"C20\"]\n\n1. e4<|> e5\n",
            "[White \"🏆\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4<|> e5 1-0\n",
        );
        check(
            won,
            "[Result \"1-0\"]\n\n1. e4<|> {x} 1/2-1/2\n\n1. d4 *",
            "[Result \"1-0\"]\n\n1. e4<|> {x} 1-0\n\n1. d4 *",
        );
        check(won, "1. e4 ; a\n<|>", "1. e4 ; a\n1-0\n<|>");
    }
}
