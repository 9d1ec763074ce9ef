//! A variation takes the place of the line that it hangs on: what promoting, demoting and making it the main line share.

#![allow(clippy::single_range_in_vec_init, reason = "a run of tokens is a range")]

use std::collections::VecDeque;
use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::score::{Block, Score};
use super::writer::{Piece, edits};
use crate::edit::Edit;
use crate::formatted::Refusal;

/// A run of tokens, by place.
type Run = Range<usize>;

/// A line of play taken apart at its first move.
struct Opened {
    /// What stands before the move.
    before: Vec<Run>,
    /// The move and what belongs to it.
    head: Run,
    /// What else can be played in its place.
    alternatives: VecDeque<Run>,
    /// How the line goes on, the last part first, so that a part can be put before the others at no cost.
    rest: Vec<Vec<Run>>,
}

/// The edits by which the innermost of `path`, in which every variation hangs on the one before it, takes the place of the line
/// that the first one hangs on. What it replaces becomes the first variation. Linear in the game.
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

/// The line `parent`, itself a variation, once `line`, which its variation `variation` was opened to, has taken its place from
/// the replaced move on.
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

/// Take a variation apart.
fn open(score: &Score, variation: usize) -> Result<Opened, Refusal> {
    let line = &score.lines[variation];
    let Some(start) = score.first_move(variation) else {
        return refuse(score, line.open, "there is no move in this variation");
    };
    if let Some(marker) = score.places(variation, line.open + 1).find(|place| is_marker(score, *place)) {
        return refuse(
            score,
            marker,
            "a result stands in the variation, and would end the game if the variation were moved",
        );
    }
    let Block { head, variations, rest } = score.block(start);
    Ok(Opened {
        before: vec![line.open + 1..start],
        head,
        alternatives: VecDeque::from([variations]),
        rest: vec![vec![rest.start..line.close]],
    })
}

/// The line that a variation hangs on, from the replaced move on, as a variation; and the others that hang on that move.
fn moved(score: &Score, variation: usize) -> Result<(Vec<Run>, Vec<Run>), Refusal> {
    let start = score.lead(replaced(score, variation)?);
    let parent = score.lines[variation].parent;
    let block = score.block(start);
    let (open, close) = (score.lines[variation].open, score.lines[variation].close);
    let mut moved = vec![open..open + 1, block.head];
    let mut others = Vec::new();
    let mut behind = block.variations.start;
    for other in score.variations_in(parent, block.variations.clone()) {
        let line = &score.lines[other];
        moved.push(behind..line.open);
        behind = line.close + 1;
        if other != variation {
            others.push(line.open..behind);
        }
    }
    moved.push(behind..score.lines[parent].close);
    moved.push(close..close + 1);
    Ok((moved, others))
}

/// The move that a variation replaces.
fn replaced(score: &Score, variation: usize) -> Result<usize, Refusal> {
    let line = &score.lines[variation];
    let Some(replaced) = line.replaced else {
        return refuse(score, line.open, "the variation stands before the first move and replaces none");
    };
    let block = score.block(replaced);
    if !(block.variations.start..block.variations.end).contains(&line.open) {
        return refuse(score, line.open, "the variation stands between a move number and its move");
    }
    Ok(replaced)
}

fn is_marker(score: &Score, place: usize) -> bool {
    matches!(score.tokens[place].kind, TokenKind::Termination | TokenKind::OddTermination)
}

/// A refusal that points at a token.
pub(super) fn refuse<T>(score: &Score, place: usize, reason: &str) -> Result<T, Refusal> {
    let offset = score.tokens.get(place).map_or(0, |token| token.range.start);
    Err(Refusal { offset, reason: reason.to_owned() })
}
