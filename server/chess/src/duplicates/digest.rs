//! What is kept of every game while duplicates are searched: 32 bytes.

use scoresheet_grammar::{GameView, NodeKind, TokenKind};

use super::facts::{Criteria, GameFacts};
use super::line_hash::{LineHash, MainLine};
use super::loss::known_tags;
use crate::replay::{Replay, Step};

/// A few numbers that tell which games need to be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameDigest {
    line: MainLine,
    /// The plies of its main line.
    pub plies: u32,
    /// The bytes of its comments, NAGs and variations, and of other text beside its moves.
    pub annotation: u32,
    /// How many of its tags have a known value.
    pub tags: u32,
}

impl GameDigest {
    /// The digest of a game. Linear.
    pub fn of(game: GameView) -> GameDigest {
        let (mut line, mut annotation) = (LineHash::START, 0_u32);
        let mut replay = Replay::new(game);
        while let Some((step, range)) = replay.advance() {
            let length = range.len() as u32;
            match step {
                Step::Move if replay.depth() == 0 => line.add_move(&replay.ply().outcome, game.text, range),
                Step::Move => annotation = annotation.saturating_add(length),
                Step::Token(kind)
                    if kind.is_comment() || kind.is_annotation() || is_remark(kind, &game.text[range.clone()]) =>
                {
                    annotation = annotation.saturating_add(length);
                }
                Step::Leave(NodeKind::Movetext) => break,
                _ => {}
            }
        }
        let tags = game.tags();
        let known = known_tags(&tags).count() as u32;
        GameDigest { line: line.main_line(game.text, &tags), plies: line.plies(), annotation, tags: known }
    }

    /// The digest of one of several games with this main line whose movetexts are the same: only their tags differ. The tree may end before the
    /// movetext. Linear in the tags.
    pub fn of_same_movetext(game: GameView, line: MainLine) -> GameDigest {
        let tags = known_tags(&game.tags()).count() as u32;
        GameDigest { line, tags, ..GameDigest::default() }
    }

    /// What decides which of some duplicates stays, the greatest: the plies of the main line, then the annotation, then the known tags.
    pub fn worth(&self) -> (u32, u32, u32) {
        (self.plies, self.annotation, self.tags)
    }

    /// Games that are duplicates by these criteria are in the same bucket.
    pub fn bucket(&self, criteria: &Criteria) -> u64 {
        self.line.bucket(criteria.may_lines_differ())
    }

    /// The game, as it is compared with others. Linear.
    pub fn facts(&self, game: GameView, criteria: &Criteria) -> GameFacts {
        GameFacts::of(game, self.line, criteria)
    }
}

/// Text, or an escape line that is not for this program: what it allows in a game says nothing of the game.
fn is_remark(kind: TokenKind, text: &str) -> bool {
    let is_own = |line: &str| line.trim_start_matches('%').trim_start().starts_with("scoresheet");
    kind == TokenKind::Text || kind == TokenKind::EscapeLine && !is_own(text)
}
