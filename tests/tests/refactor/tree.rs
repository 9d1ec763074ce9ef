//! A game as a tree of lines, and what the operations on variations mean for it.

use scoresheet_grammar::{Database, Event, GameView, NodeKind, TokenKind, ast};

/// A line of play, by what stands in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub before: Vec<String>,
    pub moves: Vec<Move>,
    /// Where its parenthesis stands in the text that it was read from.
    pub start: usize,
}

/// A move with its NAGs and comments, in order, and what else can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    pub san: String,
    pub items: Vec<String>,
    pub lines: Vec<Line>,
    pub start: usize,
}

/// The main line of a game; nothing where a variation stands before the first move, or a comment between a number and its move.
pub fn tree(game: GameView) -> Option<Line> {
    let mut line = Line::default();
    let mut open = Vec::new();
    let mut has_number = false;
    let mut in_movetext = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Movetext) => in_movetext = true,
            Event::Leave(NodeKind::Movetext) => in_movetext = false,
            Event::Enter(NodeKind::Variation) => {
                if line.moves.is_empty() || has_number {
                    return None;
                }
                open.push(std::mem::replace(&mut line, Line { start: range.start, ..Line::default() }));
            }
            Event::Leave(NodeKind::Variation) => {
                let inner = std::mem::replace(&mut line, open.pop()?);
                line.moves.last_mut()?.lines.push(inner);
                has_number = false;
            }
            Event::Token(TokenKind::San) if in_movetext => {
                line.moves.push(Move {
                    san: game.text[range.clone()].to_owned(),
                    start: range.start,
                    ..Move::default()
                });
                has_number = false;
            }
            Event::Token(TokenKind::MoveNumber | TokenKind::Periods) => has_number = true,
            Event::Token(kind) if in_movetext && (kind.is_comment() || kind.is_annotation()) => {
                if has_number || kind.is_annotation() && line.moves.is_empty() {
                    return None;
                }
                let text = &game.text[range];
                let item =
                    if kind.is_comment() { ast::comment_text(kind, text).to_owned() } else { format!("&{text}") };
                match line.moves.last_mut() {
                    Some(last) => last.items.push(item),
                    None => line.before.push(item),
                }
            }
            Event::Token(kind) if kind.is_termination() && !open.is_empty() => return None,
            _ => {}
        }
    }
    Some(line)
}

/// The same tree in one way of several: what replaces the first move of a variation stands beside the variation.
pub fn normal(mut line: Line) -> Line {
    line.start = 0;
    for played in &mut line.moves {
        played.start = 0;
        for inner in std::mem::take(&mut played.lines) {
            let mut inner = normal(inner);
            let beside = inner.moves.first_mut().map(|first| std::mem::take(&mut first.lines));
            played.lines.push(inner);
            played.lines.extend(beside.unwrap_or_default());
        }
    }
    line
}

/// Change the line in which the variation that begins at byte `start` hangs on a move: the places of both are given.
pub fn change(line: &mut Line, start: usize, how: &mut dyn FnMut(&mut Line, usize, usize)) -> bool {
    for place in 0..line.moves.len() {
        if let Some(index) = line.moves[place].lines.iter().position(|inner| inner.start == start) {
            how(line, place, index);
            return true;
        }
        if line.moves[place].lines.iter_mut().any(|inner| change(inner, start, how)) {
            return true;
        }
    }
    false
}

/// A variation takes the place of the line it hangs on.
pub fn raise(parent: &mut Line, place: usize, index: usize) {
    let variation = parent.moves[place].lines.remove(index);
    let mut moves = variation.moves.into_iter();
    let Some(mut first) = moves.next() else { return };
    let mut moved = parent.moves.split_off(place);
    let others = std::mem::take(&mut moved[0].lines);
    let nested = std::mem::take(&mut first.lines);
    first.lines.push(Line { moves: moved, ..Line::default() });
    first.lines.extend(nested.into_iter().chain(others));
    match parent.moves.last_mut() {
        Some(last) => last.items.extend(variation.before),
        None => parent.before.extend(variation.before),
    }
    parent.moves.push(first);
    parent.moves.extend(moves);
}

pub fn promote(line: &mut Line, start: usize) {
    change(line, start, &mut |parent, place, index| match index {
        0 => raise(parent, place, 0),
        _ => parent.moves[place].lines.swap(index - 1, index),
    });
}

pub fn make_main(line: &mut Line, path: &[usize]) {
    for start in path.iter().rev() {
        change(line, *start, &mut raise);
    }
}

/// Every variation with those that it is in, itself last.
pub fn paths(line: &Line, above: &[usize], found: &mut Vec<Vec<usize>>) {
    for inner in line.moves.iter().flat_map(|played| &played.lines) {
        let path = [above, &[inner.start]].concat();
        paths(inner, &path, found);
        found.push(path);
    }
}

/// Take out items and variations, and variations in which nothing is left.
pub fn strip(line: &mut Line, drops_item: &dyn Fn(&str) -> bool, drops_lines: bool) {
    line.before.retain(|item| !drops_item(item));
    for played in &mut line.moves {
        played.items.retain(|item| !drops_item(item));
        if drops_lines {
            played.lines.clear();
        }
        let had = |inner: &Line| !inner.before.is_empty();
        played.lines.retain_mut(|inner| {
            let had_something = had(inner);
            strip(inner, drops_item, drops_lines);
            !had_something || had(inner) || !inner.moves.is_empty()
        });
    }
}

pub fn main_line(text: &str) -> Option<Line> {
    tree(Database::parse(text).view(0)?)
}

pub fn starts(line: &Line, found: &mut Vec<usize>) {
    for played in &line.moves {
        found.push(played.start);
        played.lines.iter().for_each(|inner| starts(inner, found));
    }
}

/// The moves of the line that the variation at `start` is, from the first of the game on.
pub fn moves_to(line: &Line, start: usize, so_far: &mut Vec<String>, found: &mut Vec<String>) {
    for played in &line.moves {
        for inner in &played.lines {
            if inner.start == start {
                *found = so_far.iter().cloned().chain(inner.moves.iter().map(|played| played.san.clone())).collect();
            }
            moves_to(inner, start, &mut so_far.clone(), found);
        }
        so_far.push(played.san.clone());
    }
}

/// Whether a move stands twice among those that can be played.
pub fn has_twins(line: &Line) -> bool {
    line.moves.iter().any(|played| {
        let firsts = played.lines.iter().map(|inner| inner.moves.first().map(|first| &first.san));
        let mut all: Vec<Option<&String>> = firsts.chain([Some(&played.san)]).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1]) || played.lines.iter().any(has_twins)
    })
}
