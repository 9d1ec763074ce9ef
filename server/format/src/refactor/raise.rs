//! The exchange of a variation with the line that it replaces, for promoting, demoting and making the main line.

#![allow(clippy::single_range_in_vec_init, reason = "a run of tokens is a range")]

use std::collections::VecDeque;
use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::score::{Block, Score};
use super::writer::{Piece, edits};
use crate::edit::Edit;
use crate::formatted::Refusal;

/// A run of tokens, by index.
type Run = Range<usize>;

/// A line split at its first move.
struct Opened {
    /// The tokens before the move.
    before: Vec<Run>,
    /// The move with its annotations.
    head: Run,
    /// The variations on the move.
    alternatives: VecDeque<Run>,
    /// The rest of the line, last part first, so that a part can be prepended at no cost.
    rest: Vec<Vec<Run>>,
}

/// Returns the edits that make the innermost variation of `path`, in which every variation replaces moves of the
/// previous one, replace the parent line of the first one. The replaced moves become the first variation. Linear in the
/// game.
pub(super) fn raise(score: &Score, path: &[usize]) -> Result<Vec<Edit>, Refusal> {
    let (Some(outermost), Some(innermost)) = (path.first(), path.last()) else { return Ok(Vec::new()) };
    let parent = score.lines[*outermost].parent;
    let replaced = replaced(score, *outermost)?;
    let start = score.block(score.lead(replaced)).head.start;
    let end = score.lines[parent].close;
    score.check(start..end)?;
    let mut line = open(score, *innermost)?;
    for (variation, parent) in path.iter().zip(&path[1..]).map(|(parent, variation)| (variation, parent)).rev() {
        line = raised_in_variation(score, line, *variation, *parent)?;
    }
    let (moved, others) = moved(score, *outermost)?;
    let mut runs = vec![0..start];
    runs.extend(line.before);
    runs.push(line.head);
    runs.extend(moved);
    runs.extend(line.alternatives);
    runs.extend(others);
    runs.extend(line.rest.into_iter().rev().flatten());
    runs.push(end..score.tokens.len());
    let pieces: Vec<Piece> = runs.into_iter().map(|run| Piece::Tokens(score, run)).collect();
    Ok(edits(score, &pieces, true))
}

/// Returns the variation `parent` after `line`, which is its variation `variation` split by [`open`], has replaced its
/// moves from the replaced move on.
fn raised_in_variation(score: &Score, mut line: Opened, variation: usize, parent: usize) -> Result<Opened, Refusal> {
    let (moved, others) = moved(score, variation)?;
    let start = score.lead(replaced(score, variation)?);
    let mut outer = open(score, parent)?;
    if outer.head.start == start {
        outer.before.append(&mut line.before);
        moved.into_iter().rev().for_each(|run| line.alternatives.push_front(run));
        line.alternatives.extend(others);
        return Ok(Opened { before: outer.before, ..line });
    }
    let block = score.block(outer.head.start);
    let mut runs = vec![block.rest.start..start];
    runs.append(&mut line.before);
    runs.push(line.head);
    runs.extend(moved);
    runs.extend(line.alternatives);
    runs.extend(others);
    line.rest.push(runs);
    Ok(Opened { rest: line.rest, ..outer })
}

/// Splits a variation at its first move.
fn open(score: &Score, variation: usize) -> Result<Opened, Refusal> {
    let line = &score.lines[variation];
    let Some(start) = score.first_move(variation) else {
        return refuse(score, line.open, "there is no move in this variation");
    };
    if let Some(marker) = score.places(variation, line.open + 1).find(|place| is_marker(score, *place)) {
        return refuse(score, marker, "a result in the variation would end the game if the variation were moved");
    }
    let Block { head, variations, rest } = score.block(start);
    Ok(Opened {
        before: vec![line.open + 1..start],
        head,
        alternatives: VecDeque::from([variations]),
        rest: vec![vec![rest.start..line.close]],
    })
}

/// Returns the line from the move that a variation replaces, as a variation, and the other variations on that move.
fn moved(score: &Score, variation: usize) -> Result<(Vec<Run>, Vec<Run>), Refusal> {
    let start = score.lead(replaced(score, variation)?);
    let parent = score.lines[variation].parent;
    let block = score.block(start);
    let (open, close) = (score.lines[variation].open, score.lines[variation].close);
    let mut moved = vec![open..open + 1, block.head];
    let mut others = Vec::new();
    let mut after = block.variations.start;
    for other in score.variations_in(parent, block.variations.clone()) {
        let line = &score.lines[other];
        moved.push(after..line.open);
        after = line.close + 1;
        if other != variation {
            others.push(line.open..after);
        }
    }
    moved.push(after..score.lines[parent].close);
    moved.push(close..close + 1);
    Ok((moved, others))
}

/// Returns the move that a variation replaces.
fn replaced(score: &Score, variation: usize) -> Result<usize, Refusal> {
    let line = &score.lines[variation];
    let Some(replaced) = line.replaced else {
        if line.continues {
            return refuse(score, line.open, "the variation continues the line and replaces no move");
        }
        return refuse(score, line.open, "the variation comes before the first move and replaces no move");
    };
    let block = score.block(replaced);
    if !(block.variations.start..block.variations.end).contains(&line.open) {
        return refuse(score, line.open, "the variation is between a move number and its move");
    }
    Ok(replaced)
}

fn is_marker(score: &Score, place: usize) -> bool {
    matches!(score.tokens[place].kind, TokenKind::Termination | TokenKind::OddTermination)
}

/// Refuses with a reason at a token.
pub(super) fn refuse<T>(score: &Score, place: usize, reason: &str) -> Result<T, Refusal> {
    let offset = score.tokens.get(place).map_or(0, |token| token.range.start);
    Err(Refusal { offset, reason: reason.to_owned() })
}
