//! Text that is no movetext: a mistyped move, a comment without braces, a sign.

use scoresheet_grammar::TokenKind;
use shakmaty::Position;
use shakmaty::san::{San, SanPlus};

use super::Rows;
use super::moves::MOST_GARBLING;
use crate::explanation::costs;
use crate::explanation::likeness::garbling;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token, Trouble};
use crate::finding::Edit;

/// A longer word is no mistyped move. Bytes.
const LONGEST_MOVE: usize = 9;

/// How many words and moves a comment without braces may have.
const LONGEST_REMARK: usize = 40;

impl Rows<'_, '_> {
    pub(super) fn words(&mut self) {
        self.mistyped_as_word();
        let text = self.slice(&self.token.range);
        if is_sign(text) {
            self.leave(&costs::SIGN, self.skipped());
        } else if is_measure(text) {
            self.leave(&costs::MEASURE, self.skipped());
        }
        self.note_in_parentheses();
        self.run_of_words();
    }

    /// A word in place of a move: it alone, or all up to the next blank.
    fn mistyped_as_word(&mut self) {
        let Some(position) = &self.head.line.now.position else { return };
        let rest = &self.text.text[self.token.range.start..];
        let run = rest.find(|next: char| next.is_whitespace() || "{}()".contains(next)).unwrap_or(rest.len());
        let run = self.token.range.start..self.token.range.start + run;
        let (here, mut ranges) = (self.here.clone(), vec![self.token.range.clone()]);
        if run != self.token.range {
            ranges.push(run);
        }
        for range in ranges.into_iter().filter(|range| (1..=LONGEST_MOVE).contains(&range.len())) {
            let written = self.slice(&range).trim_end_matches(['!', '?', '.', ',', '+', '#']);
            for action in position.legal_moves() {
                let san = San::from_move(position, action).to_string();
                // A word that shares nothing with a move is none.
                let Some(cost) = garbling(written, &san, MOST_GARBLING).filter(|_| shares_much(written, &san)) else {
                    continue;
                };
                let whole = Token { kind: TokenKind::San, range: range.clone() };
                let next = self.text.moved(self.head, &whole, action);
                let meant = SanPlus::from_move(position.clone(), action).to_string();
                self.replace(&costs::WORD_FOR_MOVE, cost, (&here, next), range.clone(), &meant, Slip::Unreadable);
            }
        }
    }

    /// A note in parentheses instead of braces.
    fn note_in_parentheses(&mut self) {
        let Some(open) = self.here.before().next().filter(|open| open.token().kind == TokenKind::VariationOpen) else {
            return;
        };
        let start = open.token().range.start;
        let (mut at, mut cost) = (self.token.range.start, 0);
        for _ in 0..LONGEST_REMARK {
            let Some(token) = self.text.token(at) else { return };
            at = token.range.end;
            match token.kind {
                TokenKind::VariationClose => {
                    let head = Head { at, last: Some(TokenKind::BraceComment), ..open.head().clone() };
                    let text = format!("{{{}}}", &self.text.text[start + 1..at - 1]);
                    let slip = Slip::NoteInParentheses;
                    return self.replace(&costs::NOTE, cost, (&open, head), start..at, &text, slip);
                }
                TokenKind::VariationOpen | TokenKind::StrayBrace => return,
                kind if kind.is_comment() => return,
                kind => cost += price(kind),
            }
        }
    }

    /// Words, and moves among them, without braces.
    fn run_of_words(&mut self) {
        let start = self.token.range.start;
        let (mut at, mut cost, mut has_moves) = (start, 0, false);
        for _ in 0..LONGEST_REMARK {
            let Some(token) = self.text.token(at) else { return };
            if token.kind.is_comment()
                || matches!(token.kind, TokenKind::VariationOpen | TokenKind::VariationClose | TokenKind::StrayBrace)
            {
                return;
            }
            at = token.range.end;
            let is_movetext =
                matches!(token.kind, TokenKind::San | TokenKind::MoveNumber) || token.kind.is_termination();
            has_moves |= is_movetext;
            cost += price(token.kind);
            let head = Head { at, last: Some(TokenKind::BraceComment), ..self.head.clone() };
            if !has_moves {
                // Reported by the fault itself, which covers all words up to the next token of movetext.
                let goes_on = |next: Token| {
                    let is_glued =
                        next.range.start == at && matches!(next.kind, TokenKind::Periods | TokenKind::Suffix);
                    is_glued || matches!(next.kind, TokenKind::Word | TokenKind::Unknown)
                };
                if !self.text.token(at).is_some_and(goes_on) {
                    self.leave_at(&costs::WORDS, costs::WORDS.cost + cost, head);
                }
            } else if !is_movetext || matches!(token.kind, TokenKind::San) {
                let range = start..at;
                let edit = Edit::replace(range.clone(), format!("{{{}}}", self.slice(&range)));
                let candidate = Candidate::new(edit, self.token.range.clone(), Slip::MissingBraces);
                self.edit(&costs::BRACES, cost, &self.here.clone(), head, candidate);
            }
        }
    }
}

/// What it costs to take a token for text.
pub(super) fn price(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::San => costs::PRECIOUS_MOVE,
        TokenKind::MoveNumber => costs::PRECIOUS_NUMBER,
        TokenKind::Word => costs::WORD,
        kind if kind.is_termination() => costs::PRECIOUS_NUMBER,
        _ => 0,
    }
}

fn is_sign(text: &str) -> bool {
    matches!(
        text,
        "," | ";" | ":" | "." | "'" | "`" | "\"" | "|" | "_" | "/" | "\\" | "*" | "^" | "-" | "=" | "·" | "•"
    )
}

/// Whether a word is the time on a clock or the score of an engine.
fn is_measure(text: &str) -> bool {
    let inside = text.trim_start_matches('(').trim_end_matches(')');
    inside.starts_with(|first: char| first.is_ascii_digit() || "+-−".contains(first))
        && inside.contains([':', '.', ','])
}

/// Whether two texts share enough characters to be one and the same, mistyped: half of the shorter at least.
fn shares_much(written: &str, meant: &str) -> bool {
    let shared = meant.chars().filter(|character| written.contains(*character)).count();
    2 * shared >= written.chars().count().min(meant.len())
}

/// Whether a trouble is about text among the moves.
pub(super) fn is_about_text(trouble: Trouble) -> bool {
    matches!(trouble, Trouble::Word | Trouble::Brace | Trouble::Termination | Trouble::Variation)
}
