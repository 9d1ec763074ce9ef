//! Which single slips could explain a trouble: each candidate is the edit that would undo one.

mod delimiters;
mod moves;

use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::habits::Habits;
use super::read_text::ReadText;
use super::reading::Trouble;
use super::slip::{Candidate, Slip};
use super::tokens::Token;
use crate::finding::Edit;

/// How many tokens before a trouble are looked at. A slip further back would have shown itself before.
const TOKENS_BACK: usize = 80;

/// The candidates for the first trouble of a game, likeliest kind first.
pub(super) fn candidates(read: &ReadText, trouble: &Trouble) -> Vec<Candidate> {
    let mut candidates = Candidates::new(read, trouble.range.start);
    candidates.add_delimiters(trouble);
    candidates.add_moves(trouble);
    candidates.found
}

/// The candidates for a comment that may have swallowed moves although everything else reads.
pub(super) fn comment_candidates(read: &ReadText, comment: &Range<usize>) -> Vec<Candidate> {
    let mut candidates = Candidates::new(read, comment.start);
    candidates.ends_of_comment(comment.clone());
    candidates.found
}

/// The candidates found so far, and where they are looked for.
struct Candidates<'game> {
    read: &'game ReadText,
    game: GameView<'game>,
    tokens: &'game [Token],
    /// The first token that does not begin before the trouble.
    here: usize,
    habits: &'game Habits,
    found: Vec<Candidate>,
}

impl<'game> Candidates<'game> {
    fn new(read: &'game ReadText, trouble: usize) -> Candidates<'game> {
        let game = read.game();
        let tokens = read.tokens();
        let here = tokens.partition_point(|token| token.range.start < trouble);
        Candidates { read, game, tokens, here, habits: read.habits(), found: Vec::new() }
    }

    fn text(&self, token: usize) -> &'game str {
        &self.game.text[self.tokens[token].range.clone()]
    }

    fn is(&self, token: usize, kind: TokenKind) -> bool {
        self.tokens.get(token).is_some_and(|token| token.kind == kind)
    }

    fn insert(&mut self, place: usize, text: impl Into<String>, slip: Slip) {
        self.found.push(Candidate::new(Edit::insert(place, text), place..place, slip));
    }

    fn replace(&mut self, range: Range<usize>, text: impl Into<String>, slip: Slip) {
        self.found.push(Candidate::new(Edit::replace(range.clone(), text), range, slip));
    }
}
