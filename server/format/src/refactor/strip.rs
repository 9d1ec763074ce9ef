//! Removes comments, variations, NAGs, clock times or evaluations from a game or from one of its variations.

use std::ops::Range;

use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, NodeKind, TokenKind, ast};

use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};
use crate::edit::Edit;
use crate::line_edits::delete;

/// The content to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Comments,
    Variations,
    Nags,
    /// Commands with these names in comments.
    Commands(&'static [&'static str]),
}

pub(super) const CLOCKS: What = What::Commands(&["clk", "emt", "egt"]);
pub(super) const EVALUATIONS: What = What::Commands(&["eval"]);

/// The treatment of a token.
enum Fate {
    Stays,
    Goes,
    Becomes(String),
}

pub(super) fn from_game(site: &Site, what: What) -> Answer {
    let score = Score::of(site.game);
    score.check(0..0)?;
    let mut answer = Vec::new();
    if what == What::Comments {
        answer.extend(comments_before_movetext(site).into_iter().map(|range| delete(site.game.text, range)));
    }
    answer.extend(strip(&score, what, 0..score.tokens.len()));
    Ok(joined(answer))
}

/// Joins overlapping edits: two deleted comments share the white space between them.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if edit.range.start < last.range.end => {
                last.range.end = last.range.end.max(edit.range.end);
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

pub(super) fn from_variation(site: &Site, what: What) -> Answer {
    let score = Score::of(site.game);
    let Some(variation) = score.variation_at(site.offset) else {
        return refuse_at(site, "there is no variation here");
    };
    score.check(0..0)?;
    Ok(strip(&score, what, score.inside(variation)))
}

pub(super) fn is_offered(score: &Score, what: What, places: Range<usize>) -> bool {
    score.tokens[places].iter().any(|token| match what {
        What::Comments => token.kind.is_comment(),
        What::Variations => token.kind == TokenKind::VariationOpen,
        What::Nags => token.kind.is_annotation(),
        What::Commands(names) => {
            let text = &score.game.text[token.range.clone()];
            token.kind.is_comment() && commands(text, 0).any(|command| names.contains(&command.name))
        }
    })
}

fn strip(score: &Score, what: What, scope: Range<usize>) -> Vec<Edit> {
    let mut fates: Vec<Fate> = (0..score.tokens.len()).map(|_| Fate::Stays).collect();
    for place in scope.clone() {
        fates[place] = fate(score, what, place, &scope);
    }
    drop_emptied_variations(score, &mut fates, &scope);
    let mut pieces = Vec::new();
    let mut kept = 0;
    for (place, fate) in fates.into_iter().enumerate() {
        if matches!(fate, Fate::Stays) {
            continue;
        }
        pieces.push(Piece::Tokens(score, kept..place));
        kept = place + 1;
        if let Fate::Becomes(text) = fate {
            pieces.push(Piece::Instead { place, text, is_glued: false });
        }
    }
    pieces.push(Piece::Tokens(score, kept..score.tokens.len()));
    edits(score, &pieces, false)
}

fn fate(score: &Score, what: What, place: usize, scope: &Range<usize>) -> Fate {
    let token = &score.tokens[place];
    let goes = match what {
        What::Comments => token.kind.is_comment(),
        What::Nags => token.kind.is_annotation(),
        What::Variations => {
            // Every deeper token after the scope's parenthesis belongs to a variation in it.
            let line = if scope.start == 0 { 0 } else { score.tokens[scope.start - 1].line };
            token.line != line
        }
        What::Commands(names) => {
            return if token.kind.is_comment() {
                without_commands(token.kind, score.text(place), names)
            } else {
                Fate::Stays
            };
        }
    };
    if goes { Fate::Goes } else { Fate::Stays }
}

/// Also removes a variation that consists of numbers only after something was removed from it.
fn drop_emptied_variations(score: &Score, fates: &mut [Fate], scope: &Range<usize>) {
    let mut lost = vec![false; score.lines.len()];
    let mut has_content = vec![false; score.lines.len()];
    for place in scope.clone() {
        let token = &score.tokens[place];
        let is_frame = matches!(
            token.kind,
            TokenKind::VariationOpen | TokenKind::VariationClose | TokenKind::MoveNumber | TokenKind::Periods
        );
        match fates[place] {
            Fate::Goes => lost[token.line] = true,
            Fate::Stays | Fate::Becomes(_) => has_content[token.line] |= !is_frame,
        }
    }
    // A line comes after its parent.
    let mut is_emptied = vec![false; score.lines.len()];
    for (index, line) in score.lines.iter().enumerate().skip(1).rev() {
        let is_inside = scope.start <= line.open && line.close < scope.end;
        is_emptied[index] = is_inside && lost[index] && !has_content[index];
        let told = if is_emptied[index] { &mut lost } else { &mut has_content };
        told[line.parent] = true;
    }
    // Visits the content of nested removed variations once.
    let mut done = 0;
    for (line, _) in score.lines.iter().zip(is_emptied).filter(|(_, is_emptied)| *is_emptied) {
        if line.open >= done {
            fates[line.open..=line.close].iter_mut().for_each(|fate| *fate = Fate::Goes);
            done = line.close + 1;
        }
    }
}

/// Removes the commands with these names from a comment, or the whole comment if it has no other content.
fn without_commands(kind: TokenKind, comment: &str, names: &[&str]) -> Fate {
    let content = ast::comment_text(kind, comment);
    let start = 1;
    let end = start + content.len();
    let mut new = String::new();
    let mut done = 0;
    for command in commands(comment, 0).filter(|command| command.is_closed && names.contains(&command.name)) {
        let (before, after) = (&comment[done..command.range.start], &comment[command.range.end..end]);
        let is_last = after.trim_start().is_empty();
        let is_separate = before.len() <= 1 && done == 0 || before.is_empty() || before.ends_with(char::is_whitespace);
        if is_last {
            new.push_str(if done == 0 && before.trim_end().len() <= 1 { before } else { before.trim_end() });
            done = command.range.end;
        } else {
            new.push_str(before);
            done = command.range.end + if is_separate { after.len() - after.trim_start().len() } else { 0 };
        }
    }
    if done == 0 {
        return Fate::Stays;
    }
    new.push_str(&comment[done..]);
    if ast::comment_text(kind, &new).trim().is_empty() { Fate::Goes } else { Fate::Becomes(new) }
}

/// Returns the comments before the movetext.
fn comments_before_movetext(site: &Site) -> Vec<Range<usize>> {
    let events = site.game.tree.events();
    let head = events.take_while(|(event, _)| *event != Event::Enter(NodeKind::Movetext));
    head.filter(|(event, _)| matches!(event, Event::Token(kind) if kind.is_comment())).map(|(_, range)| range).collect()
}
