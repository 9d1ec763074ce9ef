//! Selection ranges around a cursor, step by step.

use std::ops::Range;

use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Database, Event, GameView, NodeKind, TokenKind};

use super::places::touches;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::game_at;

/// The maximum number of enclosing lines in which pairs of moves are searched, from the inside out, and always the main
/// line: each search is linear in the moves.
const MOST_LINES: usize = 32;

/// Returns the selection ranges around byte `offset` of the file, from the inside out.
///
/// The token; the move with its number and annotations; the pair of moves; the variations; the movetext or the tag
/// section; the game; the file. In a comment also the word and the command, in a tag pair the value and the pair.
/// Half-open byte offsets. Linear in the game.
pub fn selection_range(database: &Database, offset: usize) -> Vec<Range<usize>> {
    let whole_file = 0..database.text_length();
    let mut steps = vec![whole_file];
    if let Some(game) = game_at(database, offset) {
        let found = in_game(game.view, offset - game.start);
        steps.extend(found.iter().map(|range| game.in_file(range)));
    }
    nested(steps, offset)
}

/// Returns those of `steps` that contain byte `offset`, sorted so that each is inside the next one.
pub(crate) fn nested(mut steps: Vec<Range<usize>>, offset: usize) -> Vec<Range<usize>> {
    steps.retain(|range| touches(range, offset));
    // Large ranges first: a range that is not inside the last one kept is dropped.
    steps.sort_by_key(|range| (std::cmp::Reverse(range.len()), range.start));
    let mut nested: Vec<Range<usize>> = Vec::new();
    for step in steps {
        let is_inside =
            nested.last().is_none_or(|outer| outer.start <= step.start && step.end <= outer.end && *outer != step);
        if is_inside {
            nested.push(step);
        }
    }
    nested.reverse();
    nested
}

/// Returns the ranges in a game, in no particular order.
fn in_game(game: GameView, offset: usize) -> Vec<Range<usize>> {
    let mut steps = Vec::new();
    let mut whole: Option<Range<usize>> = None;
    let mut open = Vec::new();
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(_) => open.push(range.start),
            Event::Leave(_) => {
                let start = open.pop().unwrap_or(range.end);
                steps.extend(Some(start..range.end).filter(|node| touches(node, offset)));
            }
            Event::Token(kind) => {
                whole.get_or_insert(range.clone()).end = range.end;
                // Between two adjacent tokens, the one after the cursor counts.
                if range.contains(&offset) || range.end == offset && !begins_token(game, offset) {
                    in_token(game, kind, &range, offset, &mut steps);
                    steps.push(range);
                }
            }
        }
    }
    steps.extend(whole);
    let is_in_movetext = |tree: &MoveTree| tree.movetext.as_ref().is_some_and(|movetext| touches(movetext, offset));
    let tree = MoveTree::of(game);
    if is_in_movetext(&tree) {
        moves(game, &tree, offset, &mut steps);
    }
    steps
}

/// Returns whether a character other than white space is at byte `offset`.
fn begins_token(game: GameView, offset: usize) -> bool {
    game.text[offset..].starts_with(|next: char| !next.is_whitespace())
}

/// Adds the ranges within a token: the inside of a tag value or a comment, a word or a command of a comment.
fn in_token(game: GameView, kind: TokenKind, range: &Range<usize>, offset: usize, steps: &mut Vec<Range<usize>>) {
    let text = &game.text[range.clone()];
    if kind == TokenKind::TagValue {
        steps.push(range.start + 1..range.end - 1);
    }
    if !kind.is_comment() {
        return;
    }
    let is_closed = kind == TokenKind::BraceComment;
    let inside = range.start + 1..range.end - usize::from(is_closed);
    if !touches(&inside, offset) {
        return;
    }
    let words = game.text[inside.clone()].trim();
    let lead = game.text[inside.clone()].len() - game.text[inside.clone()].trim_start().len();
    steps.push(inside.start + lead..inside.start + lead + words.len());
    for command in commands(text, range.start).filter(|command| touches(&command.range, offset)) {
        steps.push(command.range);
        steps.extend(Some(command.arguments_range).filter(|arguments| touches(arguments, offset)));
    }
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '-');
    let start = offset - trailing(&game.text[inside.start..offset], is_part);
    let end = offset
        + (game.text[offset..inside.end].len() - game.text[offset..inside.end].trim_start_matches(is_part).len());
    steps.extend(Some(start..end).filter(|word| !word.is_empty()));
}

/// Returns the length in bytes of the end of `text` whose characters fit.
fn trailing(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_end_matches(fits).len()
}

/// Adds the move at byte `offset` with its annotations and its pair, and the pairs of moves that enclose the variations
/// around it.
fn moves(game: GameView, tree: &MoveTree, offset: usize, steps: &mut Vec<Range<usize>>) {
    let ends = annotated_ends(game, tree);
    let with_marks = |index: usize| tree.moves[index].start()..ends[index];
    let started = tree.moves.partition_point(|one| one.start() <= offset);
    let lines = tree.variations_at(offset).map(Some).take(MOST_LINES).chain([None]);
    for line in lines {
        let Some(index) = tree.moves[..started].iter().rposition(|one| one.variation == line) else { continue };
        steps.push(with_marks(index));
        let one = &tree.moves[index];
        let other = match one.turn.is_white() {
            true => (index + 1..tree.moves.len()).find(|next| tree.moves[*next].previous == Some(index)),
            false => one.previous,
        };
        if let Some(other) = other.filter(|other| tree.moves[*other].variation == line) {
            let (first, second) = (index.min(other), index.max(other));
            steps.push(with_marks(first).start..with_marks(second).end);
        }
    }
}

/// Returns the end of each move including the NAGs, suffixes and comments after it.
fn annotated_ends(game: GameView, tree: &MoveTree) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::with_capacity(tree.moves.len());
    let mut is_open = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Token(TokenKind::San) => {
                ends.push(range.end);
                is_open = true;
            }
            Event::Token(kind)
                if is_open && (kind.is_annotation() || kind.is_comment() || kind == TokenKind::EnPassantMark) =>
            {
                if let Some(end) = ends.last_mut() {
                    *end = range.end;
                }
            }
            Event::Enter(NodeKind::Variation) | Event::Token(_) => is_open = false,
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::super::testing::{GAME, ask};
    use super::*;

    /// Compares the ranges inside the movetext or the tag section.
    #[track_caller]
    fn check(at: &str, expected: &[&str]) {
        let plain = at.replace("<|>", "");
        assert_eq!(GAME.matches(&plain).count(), 1, "{at}");
        let steps = ask(&GAME.replace(&plain, at), selection_range);
        let steps: Vec<&str> = steps.iter().map(|(_, text)| text.as_str()).collect();
        let second = GAME[GAME.find("[Event \"♘").unwrap()..].trim_end();
        let (game, file) = (steps[steps.len() - 2], steps[steps.len() - 1]);
        assert_eq!((game, file), (second, GAME));
        assert_eq!(steps[..steps.len() - 3], *expected, "{at}");
        let section = if at.contains('[') {
            "[Event \"♘ 🏆\"]\r\n[Result \"1-0\"]"
        } else {
            GAME[GAME.find("{🏆} 1. e4").unwrap()..].trim_end()
        };
        assert_eq!(steps[steps.len() - 3], section);
    }

    #[test]
    fn moves_grow_to_pairs_and_variations() {
        check("3. N<|>c3 $1", &["Nc3", "3. Nc3 $1 {four}", "3. Nc3 $1 {four} 3... Nf6"]);
        check("Nf6<|> 1-0", &["Nf6", "3... Nf6", "3. Nc3 $1 {four} 3... Nf6"]);
        check(
            "c3 d<|>5",
            &[
                "d5",
                "2. c3 d5",
                "(2. c3 d5)",
                "2. Nf3 {🏆} (2. c3 d5) 2... d6",
                "(1... c5 2. Nf3 {🏆} (2. c3 d5) 2... d6)",
            ],
        );
        check(
            "2... d<|>6)",
            &["d6", "2... d6", "2. Nf3 {🏆} (2. c3 d5) 2... d6", "(1... c5 2. Nf3 {🏆} (2. c3 d5) 2... d6)"],
        );
        check("<|>3. Nf3!", &["3.", "3. Nf3!", "(2. Nc3 Nc6 3. Nf3!)", "2. Nf3 (2. Nc3 Nc6 3. Nf3!) 2... Nc6"]);
    }

    #[test]
    fn comments_and_tags_have_their_own_steps() {
        check("{fo<|>ur}", &["four", "{four}", "3. Nc3 $1 {four}", "3. Nc3 $1 {four} 3... Nf6"]);
        check("[Event \"♘<|> 🏆\"]", &["♘ 🏆", "\"♘ 🏆\"", "[Event \"♘ 🏆\"]"]);
        let text = "1. e4 {so [%clk 0:01:<|>30] it goes} *";
        let steps = ask(text, selection_range);
        let steps: Vec<&str> = steps.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(steps[..3], ["30", "0:01:30", "[%clk 0:01:30]"]);
        assert_eq!(steps[3..5], ["so [%clk 0:01:30] it goes", "{so [%clk 0:01:30] it goes}"]);
    }

    #[test]
    fn an_empty_file_is_a_step() {
        assert_eq!(ask("<|>", selection_range), [(0, String::new())]);
    }
}
