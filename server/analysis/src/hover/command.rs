//! Hover on a command inside a comment, such as `[%clk 0:01:30]`: what it says, in words.

use std::ops::Range;

use scoresheet_grammar::GameView;
use scoresheet_grammar::command::commands;

use super::page::Page;
use super::target::Target;
use crate::command_docs::{arrows, describe_command, say, squares};
use crate::diagram::Diagram;
use crate::reach::reach;

/// Describe the command at byte `offset` of the game; returns the range described. Nothing for other text.
pub(super) fn describe(game: GameView, target: &Target, offset: usize, page: &mut Page) -> Option<Range<usize>> {
    let comment = &game.text[target.range.clone()];
    let command = commands(comment, target.range.start).find(|command| command.range.contains(&offset))?;
    let known = describe_command(command.name);
    let reached = reach(game, target.events);
    let name = format!("[%{}]:", command.name);
    match (say(&command, reached.replay.ply().turn), known) {
        (Some(words), _) => page.title(&name, &words),
        (None, Some(doc)) => {
            page.title(&name, doc.summary);
            page.line(&format!("This value cannot be read; it is written like {}.", doc.example));
        }
        (None, None) => page.title(&name, "A command for some program; its meaning is not known here."),
    }
    let marks = Diagram {
        squares: squares(&command).unwrap_or_default(),
        arrows: arrows(&command).unwrap_or_default(),
        ..Diagram::default()
    };
    let has_marks = !(marks.squares.is_empty() && marks.arrows.is_empty());
    if let Some(position) = reached.replay.position().filter(|_| has_marks && page.has_images()) {
        page.board(position, &marks);
    }
    Some(command.range)
}
