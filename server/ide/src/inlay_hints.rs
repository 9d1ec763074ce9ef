//! Inlay hints: signs of NAGs, missing move numbers, evaluations, time used.

use std::ops::Range;

use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Database, Event, GameView, TokenKind, ast};

use scoresheet_chess::command_docs;
use scoresheet_chess::move_marks::{Clocks, clock_face};
use scoresheet_chess::move_numbers;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::nag;
use scoresheet_chess::placed_game::games_in;

/// The kinds of hints that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlayHintOptions {
    /// The sign of a NAG after it, or its meaning if it has no sign.
    pub glyphs: bool,
    /// Move numbers that export format requires and the text lacks.
    pub numbers: bool,
    /// An engine's evaluation after its move.
    pub evaluations: bool,
    /// The time used for a move, after the clock in its comment.
    pub clocks: bool,
}

impl Default for InlayHintOptions {
    fn default() -> InlayHintOptions {
        InlayHintOptions { glyphs: true, numbers: true, evaluations: true, clocks: true }
    }
}

/// A label shown between the characters of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Its byte offset in the file.
    pub offset: usize,
    /// The label.
    pub label: String,
    /// The kind of the hint.
    pub kind: InlayHintKind,
    /// A longer description, shown on request.
    pub tooltip: String,
    /// The text that accepting the hint inserts at `offset`; none where there is nothing to insert.
    pub insert: Option<String>,
}

/// The kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlayHintKind {
    /// The sign of a NAG, after it. Needs a space on its left.
    Glyph,
    /// A move number, before the move. Needs a space on its right.
    Number,
    /// An evaluation, after the move. Needs a space on its left.
    Evaluation,
    /// The time used, after the clock. Needs a space on its left.
    ClockUsed,
}

/// Returns the hints within `range` of the file, half-open byte offsets, sorted by offset. Linear in the games that
/// `range` overlaps.
pub fn inlay_hints(database: &Database, range: Range<usize>, options: InlayHintOptions) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for game in games_in(database, &range) {
        let first = hints.len();
        in_game(game.view, options, &mut hints);
        hints[first..].iter_mut().for_each(|hint| hint.offset += game.start);
    }
    hints.retain(|hint| range.start <= hint.offset && hint.offset <= range.end);
    hints
}

/// Adds the hints of a game, with offsets relative to the game.
fn in_game(game: GameView, options: InlayHintOptions, hints: &mut Vec<InlayHint>) {
    let first = hints.len();
    if options.glyphs {
        glyphs(game, hints);
    }
    if options.numbers || options.evaluations || options.clocks {
        let tree = MoveTree::of(game);
        if options.numbers {
            numbers(game, &tree, hints);
        }
        if options.evaluations {
            evaluations(game, &tree, hints);
        }
        if options.clocks {
            clocks(game, &tree, hints);
        }
    }
    hints[first..].sort_by_key(|hint| hint.offset);
}

fn glyphs(game: GameView, hints: &mut Vec<InlayHint>) {
    for (event, range) in game.tree.events() {
        if event != Event::Token(TokenKind::Nag) {
            continue;
        }
        let Ok(number) = u16::try_from(ast::nag_number(&game.text[range.clone()])) else { continue };
        let Some(meaning) = nag::meaning(number).filter(|_| number > 0) else { continue };
        hints.push(InlayHint {
            offset: range.end,
            label: nag::glyph(number).unwrap_or(meaning).to_owned(),
            kind: InlayHintKind::Glyph,
            tooltip: format!("${number}: {meaning}"),
            insert: None,
        });
    }
}

fn numbers(game: GameView, tree: &MoveTree, hints: &mut Vec<InlayHint>) {
    hints.extend(move_numbers::missing_in(game, tree).into_iter().map(|(offset, number)| InlayHint {
        offset,
        insert: Some(format!("{number} ")),
        label: number,
        kind: InlayHintKind::Number,
        tooltip: "Export format requires the move number here (section 8.2.2.2).".to_owned(),
    }));
}

fn evaluations(game: GameView, tree: &MoveTree, hints: &mut Vec<InlayHint>) {
    for comment in &tree.comments {
        let Some(index) = comment.previous_move else { continue };
        let text = &game.text[comment.range.clone()];
        let evaluation = |command: &_| {
            Some((command_docs::score(command)?.0, command_docs::describe(command, tree.moves[index].turn)?))
        };
        let Some((score, words)) =
            commands(text, comment.range.start).filter_map(|command| evaluation(&command)).last()
        else {
            continue;
        };
        hints.push(InlayHint {
            offset: tree.moves[index].range.end,
            label: score.to_string(),
            kind: InlayHintKind::Evaluation,
            tooltip: words,
            insert: None,
        });
    }
}

fn clocks(game: GameView, tree: &MoveTree, hints: &mut Vec<InlayHint>) {
    let clocks = Clocks::of(game, tree);
    for comment in &tree.comments {
        let Some(index) = comment.previous_move else { continue };
        let text = &game.text[comment.range.clone()];
        let Some(clock) = commands(text, comment.range.start).filter(|command| command.name == "clk").last() else {
            continue;
        };
        let Some(used) = clocks.used(tree, index) else { continue };
        let side = tree.moves[index].turn.fold_wb("White", "Black");
        hints.push(InlayHint {
            offset: clock.range.end,
            label: format!("{} used", clock_face(used)),
            kind: InlayHintKind::ClockUsed,
            tooltip: format!(
                "{side}'s clock here, compared with {side}'s clock after the previous move, plus the increment."
            ),
            insert: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"🏆\"]\r\n[TimeControl \"300+3\"]\r\n\r\n1. e4 {[%eval 0.3][%clk 0:04:58]} e5 $1 {♘ [%clk 0:04:30]}\r\n\
                        Nf3 $138 {[%clk 0:04:31]} (2. Bc4 $999) Nc6 {[%eval #-3,22]} 3. Bb5 *\r\n";

    /// Returns the text with its hints inserted.
    fn shown(text: &str, range: Range<usize>, options: InlayHintOptions) -> String {
        let database = Database::parse(text);
        let mut shown = text.to_owned();
        for hint in inlay_hints(&database, range, options).iter().rev() {
            let label = match hint.kind {
                InlayHintKind::Number => format!("<{}> ", hint.label),
                _ => format!(" <{}>", hint.label),
            };
            shown.insert_str(hint.offset, &label);
        }
        shown
    }

    #[test]
    fn hints_are_placed_where_they_belong() {
        let expected = "[Event \"🏆\"]\r\n[TimeControl \"300+3\"]\r\n\r\n1. e4 <+0.30> {[%eval 0.3][%clk 0:04:58] <0:02 used>} \
                        <1...> e5 $1 <!> {♘ [%clk 0:04:30] <0:30 used>}\r\n\
                        <2.> Nf3 $138 <⊕> {[%clk 0:04:31] <0:30 used>} (2. Bc4 $999) <2...> Nc6 <#-3> {[%eval #-3,22]} 3. Bb5 *\r\n";
        assert_eq!(shown(TEXT, 0..TEXT.len(), InlayHintOptions::default()), expected);
    }

    #[test]
    fn each_kind_can_be_switched_off() {
        let none = InlayHintOptions { glyphs: false, numbers: false, evaluations: false, clocks: false };
        assert_eq!(shown(TEXT, 0..TEXT.len(), none), TEXT);
        let counts = [
            (InlayHintOptions { glyphs: true, ..none }, InlayHintKind::Glyph, 2),
            (InlayHintOptions { numbers: true, ..none }, InlayHintKind::Number, 3),
            (InlayHintOptions { evaluations: true, ..none }, InlayHintKind::Evaluation, 2),
            (InlayHintOptions { clocks: true, ..none }, InlayHintKind::ClockUsed, 3),
        ];
        for (options, kind, count) in counts {
            let hints = inlay_hints(&Database::parse(TEXT), 0..TEXT.len(), options);
            assert_eq!(hints.len(), count, "{hints:?}");
            assert!(
                hints.iter().all(|hint| hint.kind == kind && hint.insert.is_some() == (kind == InlayHintKind::Number))
            );
        }
    }

    #[test]
    fn only_hints_in_the_range_are_given() {
        let text = format!("{TEXT}\r\n1. d4 d5 c4 *\r\n");
        let second = text.rfind("1. d4").unwrap();
        let hints = inlay_hints(&Database::parse(&text), second..second + 10, InlayHintOptions::default());
        let found: Vec<(&str, &str)> =
            hints.iter().map(|hint| (hint.label.as_str(), &text[hint.offset..hint.offset + 2])).collect();
        assert_eq!(found, [("2.", "c4")]);
    }
}
