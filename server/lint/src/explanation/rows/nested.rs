//! Comments in comments, and the brace of a command in one.

use scoresheet_chess::command_arguments::{Fault, fault};
use scoresheet_grammar::TokenKind;
use scoresheet_grammar::command::commands;

use super::Rows;
use crate::explanation::costs::{self, price};
use crate::explanation::path::Place;
use crate::explanation::prose::is_of_prose;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;

/// How many tokens of what was meant for the outer comment are looked at.
const MOST_TOKENS: usize = 60;

impl Rows<'_, '_> {
    /// A comment in a comment: the `}` of the inner one ended both, and words and other `}` follow.
    pub(super) fn nested_comment(&mut self, place: &Place, head: &Head, comment: &Token) {
        if comment.kind != TokenKind::BraceComment {
            return;
        }
        let mut open = opened_in(self.slice(&comment.range));
        let (mut at, mut cost, mut first_stray) = (comment.range.end, 0, None);
        let (mut moves, mut words) = (0, 0);
        for _ in 0..MOST_TOKENS {
            if open == 0 {
                break;
            }
            let Some(token) = self.text.token(at) else { return };
            match token.kind {
                TokenKind::StrayBrace => {
                    open -= 1;
                    first_stray.get_or_insert(token.range.clone());
                }
                TokenKind::BraceComment => open += opened_in(self.slice(&token.range)),
                TokenKind::VariationOpen | TokenKind::VariationClose => cost += costs::PRECIOUS_NUMBER,
                kind => cost += price(kind),
            }
            moves += usize::from(token.kind == TokenKind::San);
            words += usize::from(token.kind == TokenKind::Word && is_of_prose(self.slice(&token.range)));
            at = token.range.end;
        }
        // More moves than words are no comment.
        if moves > words {
            return;
        }
        let Some(stray) = first_stray.filter(|_| open == 0) else { return };
        let range = comment.range.start..at;
        let edit = Edit::replace(range.clone(), as_one(self.slice(&range)));
        let head = Head { at, last: Some(TokenKind::BraceComment), ..head.clone() };
        self.edit(&costs::COMMENT_IN_COMMENT, cost, place, head, Candidate::new(edit, stray, Slip::NestedComment));
    }
}

impl Rows<'_, '_> {
    /// The `}` before the trouble was typed for the `]` of a command: `{ [%clk 0:01:00} }`.
    pub(super) fn brace_of_command(&mut self) {
        let Some(place) = self.here.before().next().filter(|place| place.token().kind == TokenKind::BraceComment)
        else {
            return;
        };
        let comment = place.token().range.clone();
        let end = comment.end - 1;
        let rest = self.text.ahead(comment.end);
        let close = memchr::memchr2(b'{', b'}', rest.as_bytes()).filter(|close| rest[*close..].starts_with('}'));
        let (Some(close), Some(inside)) = (close, self.text.text.get(comment.start + 1..end)) else { return };
        self.text.spend_on_bytes(comment.len() + close);
        let last = commands(inside, 0).last().filter(|command| !command.is_closed);
        if last.is_none_or(|command| fault(command.name, command.arguments) != Some(Fault::None)) {
            return;
        }
        let at = comment.end + close + 1;
        let head = Head { at, last: Some(TokenKind::BraceComment), ..place.head().clone() };
        self.replace(&costs::BRACE_OF_COMMAND, 0, (&place, head), end..end + 1, "]", Slip::BraceOfCommand);
    }
}

/// How entities name the braces.
const OPEN: [&str; 4] = ["&#123;", "&lcub;", "&lbrace;", "&#x7B;"];
const CLOSE: [&str; 5] = ["&#125;", "&rcub;", "&rbrace;", "&#x7D;", "}"];

impl Rows<'_, '_> {
    /// A comment whose braces are entities: `&#123;fine&#125;`.
    pub(super) fn entity_braces(&mut self) {
        let start = self.token.range.start;
        let ahead = self.text.ahead(start);
        let Some(open) = OPEN.iter().find(|open| ahead.starts_with(**open)) else { return };
        let inside = &ahead[open.len()..];
        self.text.spend_on_bytes(ahead.len());
        let ends = CLOSE.iter().filter_map(|close| Some((inside.find(close)?, close.len())));
        let Some((length, close)) = ends.min().filter(|(end, _)| !inside[..*end].contains('{')) else { return };
        let range = start..start + open.len() + length + close;
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..self.head.clone() };
        let (here, text) = (self.here.clone(), format!("{{{}}}", &inside[..length]));
        self.replace(&costs::ENTITY_BRACES, 0, (&here, head), range, &text, Slip::OtherBraces);
    }
}

/// How many braces are opened inside of a comment, which its own `}` leaves open.
fn opened_in(comment: &str) -> usize {
    comment.matches('{').count().saturating_sub(1)
}

/// The text of nested comments as one comment: doubled braces once, and parentheses for the inner ones; nothing else changes. `text` begins
/// with `{` and ends with its `}`.
fn as_one(text: &str) -> String {
    let mut doubled = Vec::new();
    let (mut start, mut end) = (1, text.len() - 1);
    loop {
        let inside = &text[start..end];
        let open = start + (inside.len() - inside.trim_start().len());
        let close = (start + inside.trim_end().len()).saturating_sub(1);
        if open >= close || !inside.trim().starts_with('{') || !inside.trim().ends_with('}') {
            break;
        }
        if !is_balanced(&text[open + 1..close]) {
            break;
        }
        doubled.extend([open, close]);
        (start, end) = (open + 1, close);
    }
    let characters = text.char_indices().filter(|(at, _)| !doubled.contains(at));
    let inner = |(at, character): (usize, char)| match character {
        '{' if at > 0 => '(',
        '}' if at + 1 < text.len() => ')',
        other => other,
    };
    characters.map(inner).collect()
}

/// Whether each `}` has its `{` before it, and each `{` its `}`.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_usize;
    for brace in text.bytes().filter(|byte| matches!(byte, b'{' | b'}')) {
        match brace {
            b'{' => open += 1,
            _ if open == 0 => return false,
            _ => open -= 1,
        }
    }
    open == 0
}
