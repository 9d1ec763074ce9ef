//! Which single slips could explain a trouble: each candidate is the edit that would undo one.

use std::ops::Range;

use scoresheet_grammar::{Event, FaultKind, GameView, TokenKind};

use super::reading::{Trouble, TroubleKind};
use super::{Candidate, Slip, is_suspicious_comment};
use crate::finding::Edit;

/// How many tokens before a trouble are looked at. A slip further back would have shown itself before.
const TOKENS_BACK: usize = 80;

/// How many tokens of a variation that has no end are looked at.
const TOKENS_AHEAD: usize = 300;

/// How many places inside one comment are tried as its end.
const ENDS_OF_A_COMMENT: usize = 60;

/// How many moves before a trouble may be the one that was mistyped.
const MOVES_BACK: usize = 12;

/// A token of the game with its place.
#[derive(Clone)]
struct Token {
    kind: TokenKind,
    range: Range<usize>,
    depth: usize,
}

/// The candidates for the first trouble of a game, likeliest kind first.
pub(super) fn candidates(game: GameView, trouble: &Trouble) -> Vec<Candidate> {
    let tokens = tokens(game);
    let here = tokens.partition_point(|token| token.range.start < trouble.range.start);
    let from = here.saturating_sub(TOKENS_BACK);
    let before = &tokens[from..here];
    let mut found = Vec::new();
    match trouble.kind {
        TroubleKind::Fault(FaultKind::UnclosedComment) => {
            // One before the tags is no token of the movetext.
            let comment = tokens.get(here).filter(|token| token.kind == TokenKind::UnclosedComment);
            comment.iter().for_each(|comment| ends_of_comment(game, comment, &mut found));
        }
        TroubleKind::Fault(FaultKind::UnclosedVariation) => {
            let inside = tokens[here..].iter().take(TOKENS_AHEAD).filter(|token| {
                token.kind == TokenKind::BraceComment && is_suspicious_comment(&game.text[token.range.clone()])
            });
            inside.for_each(|comment| ends_of_comment(game, comment, &mut found));
            ends_of_variation(game, &tokens[here..], &mut found);
            retype(trouble.range.start, "{", Slip::ParenthesisForOpeningBrace, &mut found);
        }
        _ => {}
    }
    let stray = stray_after(game, &tokens[here.min(tokens.len())..]);
    let mut strays: Vec<&Trouble> = Vec::new();
    if matches!(trouble.kind, TroubleKind::Fault(FaultKind::StrayBrace | FaultKind::StrayParenthesis)) {
        strays.push(trouble);
    }
    strays.extend(stray.iter());
    for stray in strays {
        let at = tokens.partition_point(|token| token.range.start < stray.range.start);
        let before = &tokens[at.saturating_sub(TOKENS_BACK)..at];
        let range = stray.range.clone();
        found.push(Candidate { edit: Edit::delete(range.clone()), range, slip: Slip::Extra });
        match stray.kind {
            TroubleKind::Fault(FaultKind::StrayBrace) => begins_of_comment(game, before, stray, &mut found),
            _ => begins_of_variation(game, before, &mut found),
        }
    }
    // What was swallowed, or let out, before the trouble.
    let comments = before.iter().rev().filter(|token| token.kind == TokenKind::BraceComment).take(4);
    comments.for_each(|comment| ends_of_comment(game, comment, &mut found));
    if let Some(open) = before.iter().rev().find(|token| token.kind == TokenKind::VariationOpen) {
        ends_of_variation(
            game,
            &tokens[tokens.partition_point(|token| token.range.start < open.range.start)..here.min(tokens.len())],
            &mut found,
        );
    }
    if matches!(trouble.kind, TroubleKind::Move { .. } | TroubleKind::Number) {
        let line = line_of(before, tokens.get(here).map_or(0, |token| token.depth));
        swaps(game, &line, tokens.get(here), &mut found);
        if trouble.kind == (TroubleKind::Move { is_explained: false }) {
            mistyped(game, &line, &mut found);
        }
    }
    found
}

/// The candidates for a comment that may have swallowed moves although everything else reads.
pub(super) fn comment_candidates(game: GameView, comment: &Range<usize>) -> Vec<Candidate> {
    let mut found = Vec::new();
    ends_of_comment(game, &Token { kind: TokenKind::BraceComment, range: comment.clone(), depth: 0 }, &mut found);
    found
}

fn tokens(game: GameView) -> Vec<Token> {
    let mut depth = 0;
    let mut tokens = Vec::new();
    let mut in_movetext = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(scoresheet_grammar::NodeKind::Movetext) => in_movetext = true,
            Event::Enter(scoresheet_grammar::NodeKind::Variation) => depth += 1,
            Event::Leave(scoresheet_grammar::NodeKind::Variation) => depth -= 1,
            Event::Token(kind) if in_movetext => tokens.push(Token { kind, range, depth }),
            _ => {}
        }
    }
    tokens
}

/// The closers without an opener among the next tokens.
fn stray_after(game: GameView, after: &[Token]) -> Option<Trouble> {
    let end = after.get(TOKENS_BACK.min(after.len().saturating_sub(1)))?.range.end;
    let start = after.first()?.range.start;
    let fault = game.tree.faults().iter().find(|fault| {
        (start..end).contains(&(fault.range.start as usize))
            && matches!(fault.kind, FaultKind::StrayBrace | FaultKind::StrayParenthesis)
    })?;
    let range = fault.range.start as usize..fault.range.end as usize;
    Some(Trouble { range, kind: TroubleKind::Fault(fault.kind) })
}

/// `}` was left out, or typed as `)`, somewhere inside a comment.
fn ends_of_comment(game: GameView, comment: &Token, found: &mut Vec<Candidate>) {
    let text = &game.text[comment.range.clone()];
    let bytes = text.as_bytes();
    let mut ends = 0;
    for (position, byte) in bytes.iter().enumerate().skip(1) {
        if ends == ENDS_OF_A_COMMENT {
            break;
        }
        let place = comment.range.start + position;
        if *byte == b')' {
            ends += 1;
            retype(place, "}", Slip::ParenthesisForBrace, found);
        } else if is_blank(*byte) && !is_blank(bytes[position - 1]) && begins_moves(&text[position..]) {
            ends += 1;
            insert(after_word(game.text, place, "}"), "}", Slip::MissingEndOfComment, found);
        }
    }
}

/// Whether moves could go on behind a blank in a comment: a number, a move, a delimiter.
pub(super) fn begins_moves(rest: &str) -> bool {
    matches!(
        rest.trim_start().as_bytes(),
        [b'0'..=b'9' | b'(' | b')' | b'$' | b'*' | b'{', ..]
            | [b'a'..=b'h', b'1'..=b'8' | b'x', ..]
            | [b'O' | b'-', b'-', ..]
            | [b'N' | b'B' | b'R' | b'Q' | b'K', b'a'..=b'h' | b'1'..=b'8' | b'x', ..]
    )
}

/// `)` was left out somewhere in a variation or in one inside it. Of places that fit alike the last is likeliest: comments
/// and NAGs go with the move before them.
fn ends_of_variation(game: GameView, from_open: &[Token], found: &mut Vec<Candidate>) {
    let inside = from_open.iter().skip(2).take(TOKENS_AHEAD);
    let ends = inside.filter(|token| token.kind != TokenKind::MoveNumber && !token.kind.is_termination());
    for token in ends.rev() {
        insert(after_word(game.text, token.range.end, ")"), ")", Slip::MissingEndOfVariation, found);
        if token.kind == TokenKind::StrayBrace {
            retype(token.range.start, ")", Slip::BraceForParenthesis, found);
        }
    }
}

/// `{` was left out or typed as `(` before a stray `}`; or the `}` is a `)`.
fn begins_of_comment(game: GameView, before: &[Token], stray: &Trouble, found: &mut Vec<Candidate>) {
    retype(stray.range.start, ")", Slip::BraceForParenthesis, found);
    let begin = before.iter().rposition(|token| token.kind == TokenKind::BraceComment).map_or(0, |comment| comment + 1);
    for token in before[begin..].iter().rev() {
        if token.kind == TokenKind::VariationOpen {
            retype(token.range.start, "{", Slip::ParenthesisForOpeningBrace, found);
        }
        insert(before_word(game.text, token.range.start, "{"), "{", Slip::MissingBeginOfComment, found);
    }
}

/// `(` was left out before a stray `)`.
fn begins_of_variation(game: GameView, before: &[Token], found: &mut Vec<Candidate>) {
    for (index, token) in before.iter().enumerate().rev() {
        let begins = match token.kind {
            TokenKind::MoveNumber | TokenKind::BraceComment => true,
            TokenKind::San => index == 0 || before[index - 1].kind != TokenKind::MoveNumber,
            _ => false,
        };
        if begins {
            insert(before_word(game.text, token.range.start, "("), "(", Slip::MissingBeginOfVariation, found);
        }
    }
}

/// The moves of the line that a trouble is on, last one last.
fn line_of(before: &[Token], depth: usize) -> Vec<Token> {
    let mut line: Vec<Token> = Vec::new();
    for token in before.iter().rev() {
        if token.depth < depth {
            break;
        }
        if token.depth == depth && token.kind == TokenKind::San {
            line.push(token.clone());
        }
    }
    line.reverse();
    line
}

/// Two moves that stand in each other's place.
fn swaps(game: GameView, line: &[Token], here: Option<&Token>, found: &mut Vec<Candidate>) {
    let mut moves: Vec<&Token> = line.iter().rev().take(4).rev().collect();
    moves.extend(here.filter(|token| token.kind == TokenKind::San));
    let next = here.and_then(|here| {
        tokens(game).into_iter().find(|token| {
            token.range.start > here.range.start && token.depth == here.depth && token.kind == TokenKind::San
        })
    });
    moves.extend(next.as_ref());
    for pair in moves.windows(2).rev() {
        let (one, other) = (pair[0], pair[1]);
        let between = &game.text[one.range.end..other.range.start];
        if between.len() > 12 || between.contains(['{', '(', ')']) {
            continue;
        }
        let text = format!("{}{between}{}", &game.text[other.range.clone()], &game.text[one.range.clone()]);
        let range = one.range.start..other.range.end;
        found.push(Candidate { edit: Edit::replace(range.clone(), text), range, slip: Slip::Swapped });
    }
}

/// An earlier move of the line that can be played, but is not what was played: another piece, file or rank.
fn mistyped(game: GameView, line: &[Token], found: &mut Vec<Candidate>) {
    for token in line.iter().rev().take(MOVES_BACK) {
        let text = &game.text[token.range.clone()];
        for other in one_letter_off(text) {
            let range = token.range.clone();
            found.push(Candidate { edit: Edit::replace(range.clone(), other), range, slip: Slip::Mistyped });
        }
    }
}

/// The moves that differ from `san` in the piece letter, or by one in the file or rank of the target.
fn one_letter_off(san: &str) -> Vec<String> {
    let mut others = Vec::new();
    let bytes = san.as_bytes();
    let Some(rank) = bytes.iter().rposition(|byte| matches!(byte, b'1'..=b'8')) else { return others };
    if rank == 0 || !matches!(bytes[rank - 1], b'a'..=b'h') || !san.is_ascii() {
        return others;
    }
    let mut with = |place: usize, byte: u8| {
        let mut other = san.to_owned();
        other.replace_range(place..place + 1, &char::from(byte).to_string());
        others.push(other);
    };
    for byte in [bytes[rank] + 1, bytes[rank] - 1].into_iter().filter(|byte| matches!(byte, b'1'..=b'8')) {
        with(rank, byte);
    }
    for byte in [bytes[rank - 1] + 1, bytes[rank - 1] - 1].into_iter().filter(|byte| matches!(byte, b'a'..=b'h')) {
        with(rank - 1, byte);
    }
    if matches!(bytes[0], b'N' | b'B' | b'R' | b'Q' | b'K') {
        for byte in b"NBRQK".iter().filter(|byte| **byte != bytes[0]) {
            with(0, *byte);
        }
    }
    others
}

fn insert(place: usize, text: &str, slip: Slip, found: &mut Vec<Candidate>) {
    found.push(Candidate { edit: Edit::insert(place, text), range: place..place, slip });
}

fn retype(place: usize, text: &str, slip: Slip, found: &mut Vec<Candidate>) {
    let range = place..place + 1;
    found.push(Candidate { edit: Edit::replace(range.clone(), text), range, slip });
}

/// Where a closer goes behind a word that ends at `place`: behind a blank where this game puts one before it and there are
/// two, as one of them stood on each side of what was lost.
fn after_word(text: &str, place: usize, closer: &str) -> usize {
    let is_doubled =
        matches!(text.as_bytes().get(place..place + 2), Some([one, other]) if is_blank(*one) && is_blank(*other));
    if is_doubled && is_mostly(text, &format!(" {closer}"), closer) { place + 1 } else { place }
}

/// Where an opener goes before a word that begins at `place`.
fn before_word(text: &str, place: usize, opener: &str) -> usize {
    let before = text.as_bytes().get(place.saturating_sub(2)..place);
    let is_doubled = matches!(before, Some([one, other]) if is_blank(*one) && is_blank(*other));
    if is_doubled && is_mostly(text, &format!("{opener} "), opener) { place - 1 } else { place }
}

/// Whether a delimiter of this game mostly has a blank on its inner side.
fn is_mostly(text: &str, with_blank: &str, delimiter: &str) -> bool {
    text.matches(with_blank).count() * 2 > text.matches(delimiter).count()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
