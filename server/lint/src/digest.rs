//! The digest of a game for the rules about whole files.

use std::borrow::Cow;

use scoresheet_grammar::ast::Tag;

use crate::file_view::{DigestFlags, GameDigest, NAME_TAGS};
use crate::name_hash::NameHash;
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::dates;
use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::line_ends::{LineEnds, line_ends};

/// Returns the digest of a game at the end of its walk.
pub(crate) fn digest(walk: &Walk) -> GameDigest {
    let Walk { game, tags, moves, end, .. } = walk;
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(Tag::value);
    GameDigest {
        line: moves.main_line(game.text, tags),
        names: ["White", "Black"].map(|tag| NameHash::of(&value(tag)?)),
        date: value("Date").map_or(0, |date| dates::collation(&date)),
        line_ends: LineEnds::of(game.text),
        is_game: end.is_game,
        flags: DigestFlags::new(
            !game.text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']),
            end.is_game && lacks_empty_line(game.text, end),
            NAME_TAGS
                .into_iter()
                .rev()
                .fold(0, |bits, tag| bits << 1 | u8::from(value(tag).is_some_and(is_otherwise_unknown))),
            walk.replay.setup().is_variant_implied,
            walk.count.is_own(),
        ),
    }
}

/// Whether a value means unknown, but is neither empty nor the standard's `?` (section 8.1.1).
fn is_otherwise_unknown(value: Cow<str>) -> bool {
    let value = value.trim();
    !value.is_empty() && value != "?" && is_unknown(value)
}

/// Whether no empty line follows the movetext.
fn lacks_empty_line(text: &str, end: &GameEnd) -> bool {
    let has_movetext = end.moves > 0 || end.termination.is_some();
    let rest = &text[end.last_token_end..];
    has_movetext && end.after_end.is_none() && rest.trim().is_empty() && line_ends(rest).nth(1).is_none()
}
