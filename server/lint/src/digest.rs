//! The digest of a game for the rules about whole files.

use std::borrow::Cow;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{GameView, NodeKind};

use crate::file_view::GameDigest;
use crate::walk::GameEnd;
use scoresheet_chess::dates;
use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::line_ends::{LineEnds, line_ends};
use scoresheet_chess::move_hash::MoveHash;
use scoresheet_chess::replay::{Replay, Step};

/// Returns the digest of a game whose moves have the hash `moves`.
pub(crate) fn digest(game: GameView, tags: &[Tag], moves: MoveHash, end: &GameEnd) -> GameDigest {
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(Tag::value);
    GameDigest {
        moves: if end.moves == 0 { 0 } else { moves.with_start(tags) },
        players: players(value("White"), value("Black")),
        date: value("Date").map_or(0, |date| dates::collation(&date)),
        line_ends: LineEnds::of(game.text),
        is_game: end.is_game,
        ends_in_line: !game.text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']),
        lacks_empty_line: end.is_game && lacks_empty_line(game.text, end),
    }
}

/// Returns the hash of a game's main line after every move; the last is that of the digest. Replays the game.
pub(crate) fn move_hashes(game: GameView) -> Vec<u64> {
    let tags = game.tags();
    let mut hash = MoveHash::START;
    let mut hashes = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Move if replay.depth() == 0 => {
                hash.add_move(&replay.ply().outcome, game.text, range);
                hashes.push(hash.with_start(&tags));
            }
            Step::Leave(NodeKind::Movetext) => break,
            _ => {}
        }
    }
    hashes
}

fn players(white: Option<Cow<str>>, black: Option<Cow<str>>) -> u64 {
    let (Some(white), Some(black)) = (white, black) else { return 0 };
    let (white, black) = (white.trim(), black.trim());
    if is_unknown(white) || is_unknown(black) {
        return 0;
    }
    let mut hash = MoveHash::START;
    hash.add_text(white);
    hash.add_text(black);
    hash.number()
}

/// Whether no empty line follows the movetext.
fn lacks_empty_line(text: &str, end: &GameEnd) -> bool {
    let has_movetext = end.moves > 0 || end.termination.is_some();
    let rest = &text[end.last_token_end..];
    has_movetext && end.after_end.is_none() && rest.trim().is_empty() && line_ends(rest).nth(1).is_none()
}
