//! Hover on a command in a comment, such as `[%clk 0:01:30]`: its meaning in words.

use std::ops::Range;

use scoresheet_grammar::GameView;
use scoresheet_grammar::command::commands;

use super::page::Page;
use super::target::Target;
use scoresheet_chess::command_docs::{self, arrows, describe_command, explain_fault, squares};
use scoresheet_chess::diagram::{Brush, Diagram};
use scoresheet_chess::reach::reach_place;

/// Describes the command at byte `offset` of the game and returns its range; none for other text.
pub(super) fn describe(game: GameView, target: &Target, offset: usize, page: &mut Page) -> Option<Range<usize>> {
    let comment = &game.text[target.range.clone()];
    let command = commands(comment, target.range.start).find(|command| command.range.contains(&offset))?;
    let known = describe_command(command.name);
    let reached = reach_place(game, target.place);
    let name = format!("[%{}]:", command.name);
    match (command_docs::describe(&command, reached.replay.ply().turn), known) {
        (Some(words), _) => page.title(&name, &words),
        (None, Some(doc)) => {
            page.title(&name, doc.summary);
            page.line(&explain_fault(&command).unwrap_or_default());
        }
        (None, None) => page.title(&name, "An unknown command, probably of another program."),
    }
    let squares = squares(&command).unwrap_or_default().into_iter();
    let arrows = arrows(&command).unwrap_or_default().into_iter();
    let marks = Diagram {
        squares: squares.filter_map(|(color, square)| Some((Brush::from_letter(color)?, square))).collect(),
        arrows: arrows.filter_map(|(color, from, to)| Some((Brush::from_letter(color)?, from, to))).collect(),
        ..Diagram::default()
    };
    let has_marks = !(marks.squares.is_empty() && marks.arrows.is_empty());
    if let Some(position) = reached.replay.position().filter(|_| has_marks && page.has_images()) {
        page.board(position, &marks);
    }
    Some(command.range)
}
