//! The digest of a game for the rules about whole files.

use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::Tag;

use crate::file_view::GameDigest;
use crate::walk::GameEnd;
use scoresheet_chess::dates;
use scoresheet_chess::duplicates::LineHash;
use scoresheet_chess::line_ends::{LineEnds, line_ends};

/// Returns the digest of a game whose main line has the hashes `moves`.
pub(crate) fn digest(game: GameView, tags: &[Tag], moves: LineHash, end: &GameEnd) -> GameDigest {
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(Tag::value);
    GameDigest {
        line: moves.main_line(game.text, tags),
        date: value("Date").map_or(0, |date| dates::collation(&date)),
        line_ends: LineEnds::of(game.text),
        is_game: end.is_game,
        ends_in_line: !game.text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']),
        lacks_empty_line: end.is_game && lacks_empty_line(game.text, end),
    }
}

/// Whether no empty line follows the movetext.
fn lacks_empty_line(text: &str, end: &GameEnd) -> bool {
    let has_movetext = end.moves > 0 || end.termination.is_some();
    let rest = &text[end.last_token_end..];
    has_movetext && end.after_end.is_none() && rest.trim().is_empty() && line_ends(rest).nth(1).is_none()
}
