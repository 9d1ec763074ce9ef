//! The digest of a game for the rules about whole files.

use std::borrow::Cow;

use scoresheet_grammar::PlainTagPair;
use scoresheet_grammar::ast::Tag;

use crate::file_view::{DigestFlags, GameDigest, NAME_TAGS};
use crate::name_hash::NameHash;
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::dates;
use scoresheet_chess::duplicates::Destinations;
use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::line_ends::{LineEnds, line_ends};
use scoresheet_chess::replay::{is_fen_tag, is_variant_tag};

/// Returns the digest of a game at the end of its walk.
pub(crate) fn digest(walk: &Walk) -> GameDigest {
    let Walk { game, tags, moves, end, .. } = walk;
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(Tag::value);
    GameDigest {
        line: moves.main_line(game.text, tags),
        names: names(value),
        date: date(value),
        line_ends: LineEnds::of(game.text),
        is_game: end.is_game,
        flags: DigestFlags::new(
            ends_in_line(game.text),
            end.is_game && is_whole(game.text, end) && lacks_empty_line(game.text),
            unknown_tags(value),
            walk.replay.setup().is_variant_implied,
            walk.count.is_own(),
        ),
    }
}

impl GameDigest {
    /// Returns the digest of a game with the tag pairs that [`plain_game`](scoresheet_grammar::plain_game) has found, if it can be read off the text
    /// without a replay. It is that of the walk. Linear, and many times as fast.
    pub fn of_plain_game(text: &str, tags: &[PlainTagPair]) -> Option<GameDigest> {
        let is_about_setup = |tag: &PlainTagPair| {
            let name = &text[tag.name.clone()];
            is_fen_tag(name) || is_variant_tag(name)
        };
        if tags.iter().any(is_about_setup) {
            return None;
        }
        let movetext = tags.last()?.value.end + "\"]".len();
        let moves = Destinations::of_plain_movetext(&text[movetext..])?;
        let value = |name: &str| {
            let tag = tags.iter().find(|tag| &text[tag.name.clone()] == name);
            tag.map(|tag| Cow::Borrowed(&text[tag.value.clone()]))
        };
        Some(GameDigest {
            line: moves.main_line(text, &[]),
            names: names(value),
            date: date(value),
            line_ends: LineEnds::of(text),
            is_game: true,
            flags: DigestFlags::new(ends_in_line(text), lacks_empty_line(text), unknown_tags(value), false, false),
        })
    }
}

fn names<'v>(value: impl Fn(&str) -> Option<Cow<'v, str>>) -> [Option<NameHash>; 2] {
    ["White", "Black"].map(|tag| NameHash::of(&value(tag)?))
}

fn date<'v>(value: impl Fn(&str) -> Option<Cow<'v, str>>) -> u32 {
    value("Date").map_or(0, |date| dates::collation(&date))
}

/// A bit for each of [`NAME_TAGS`] that is unknown in other words than the standard's.
fn unknown_tags<'v>(value: impl Fn(&str) -> Option<Cow<'v, str>>) -> u8 {
    let is_unknown = |tag: &str| value(tag).is_some_and(is_otherwise_unknown);
    NAME_TAGS.into_iter().rev().fold(0, |bits, tag| bits << 1 | u8::from(is_unknown(tag)))
}

/// Whether a value means unknown, but is neither empty nor the standard's `?` (section 8.1.1).
fn is_otherwise_unknown(value: Cow<str>) -> bool {
    let value = value.trim();
    !value.is_empty() && value != "?" && is_unknown(value)
}

/// Whether what follows the game is on the same line.
fn ends_in_line(text: &str) -> bool {
    !text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
}

/// Whether there is movetext, and nothing after it.
fn is_whole(text: &str, end: &GameEnd) -> bool {
    let has_movetext = end.moves > 0 || end.termination.is_some();
    has_movetext && end.after_end.is_none() && text[end.last_token_end..].trim().is_empty()
}

/// Whether no empty line follows the movetext. The white space at the end of an unclosed comment is after it, too.
fn lacks_empty_line(text: &str) -> bool {
    line_ends(&text[text.trim_end().len()..]).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::{GameView, Parser, Tree, is_certain_start, plain_game};

    use super::*;
    use crate::linter::Linter;
    use crate::rules::RULES;

    /// Compares the digests that are read off games with those of the walk. Returns how many are, and how many games there are.
    #[track_caller]
    fn check(text: &str) -> (usize, usize) {
        let linter = Linter::new(RULES, |_| true, crate::finding::Level::Hint);
        let (mut parser, mut tree, mut tags) = (Parser::new(text), Tree::default(), Vec::new());
        let (mut read_off, mut games) = (0, 0);
        while let Some(range) = parser.next_game(&mut tree) {
            games += 1;
            let is_certain = range.start == 0 || is_certain_start(text, range.start);
            if !is_certain || plain_game(&text[range.start..], &mut tags) != Some(range.len()) {
                continue;
            }
            let game = &text[range];
            if let Some(digest) = GameDigest::of_plain_game(game, &tags) {
                assert_eq!(digest, linter.digest(GameView { text: game, tree: &tree }), "{game}");
                read_off += 1;
            }
        }
        (read_off, games)
    }

    #[test]
    fn digests_are_read_off() {
        let game = |tags: &str, moves: &str| format!("{tags}\n\n{moves}\n\n");
        let games = [
            game(
                "[Event \"N.N.\"]\n[White \"Tal, M\"]\n[Black \"É\"]\n[Date \"1960.??.??\"]",
                "1. e4 {a} e5 2. Nf3 $1 (2. d4 exd4) 2... Nc6 *",
            ),
            game("[Event \"?\"]\n[White \"-\"]\n[White \"x\"]", "1-0"),
            // Does not read.
            game("[Event \"x\"]\n[Date \"5/12/1960\"]", "1. e4 e5 2. Ke4 Nf6 3. Qxf7# 1-0"),
            game("[Event \"x\"]", "1. e4 e5 1/2-1/2\n\n"),
            game("[Event \"x\"]\r\n[Site \"y\"]", "1. e4 e5 1/2-1/2"),
        ];
        assert_eq!(check(&games.concat()), (5, 5));
        assert_eq!(check(games.concat().trim_end()), (5, 5));
        assert_eq!(check(&games.concat().replace('\r', "").replace('\n', "\r\n")), (5, 5));
        let others = [
            game("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]", "1. Ka2 *"),
            game("[Event \"x\"]\n[Variant \"Standard\"]", "1. e4 *"),
            game("[Event \"x\"]", "1. e4 better *"),
        ];
        assert_eq!(check(&others.concat()), (0, 3));
    }

    #[test]
    #[ignore = "reads other people's files in ../shared/corpus"]
    fn digests_of_real_games_are_read_off() {
        let (mut read_off, mut games) = (0, 0);
        let mut folders = vec![std::path::PathBuf::from("../../../shared/corpus")];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "pgn") {
                    let found = check(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
                    (read_off, games) = (read_off + found.0, games + found.1);
                }
            }
        }
        assert!(read_off * 3 > games, "{read_off} of {games}");
    }
}
