//! What `dedupe` prints of the duplicates.

use std::io;

use scoresheet_chess::duplicates::{Duplicate, Reason};
use serde_json::{Value, json};

use crate::cli::input::Input;
use crate::cli::output::{display_path, printable};
use crate::cli::whole_files::{Duplicates, Games, Item, game_label};

/// The duplicates as lines: place, players, the place of the game that stays, the reason.
///
/// # Errors
///
/// If a file can no longer be read.
pub(super) fn text(games: &mut Games, duplicates: &Duplicates, inputs: &[Input]) -> io::Result<String> {
    let mut lines = String::new();
    for Duplicate { game, of, reason } in &duplicates.found {
        let (game, of) = (games.items[*game], games.items[*of]);
        let label = printable(&game_label(&games.text(&game)?));
        let lost = if loses_annotation(&game, *reason) { "; its annotations are not in the other game" } else { "" };
        let place = |item: &Item| format!("{}:{}", display_path(inputs[item.file as usize].path()), item.line);
        lines += &format!("{}: {label}: duplicate of {}: {reason}{lost}\n", place(&game), place(&of));
    }
    Ok(lines)
}

/// The duplicates as a JSON document.
pub(super) fn json(games: &Games, duplicates: &Duplicates, inputs: &[Input]) -> String {
    let place = |item: &Item| {
        json!({
            "file": inputs[item.file as usize].path().to_string_lossy(),
            "line": item.line,
            "game": item.game + 1,
            "plies": item.plies(),
        })
    };
    let found: Vec<Value> = duplicates
        .found
        .iter()
        .map(|Duplicate { game, of, reason }| {
            let (game, of) = (&games.items[*game], &games.items[*of]);
            json!({
                "duplicate": place(game),
                "stays": place(of),
                "reason": reason.to_string(),
                "losesAnnotations": loses_annotation(game, *reason),
            })
        })
        .collect();
    let document = json!({
        "files": inputs.len(),
        "games": games.items.len(),
        "duplicates": found,
        "complete": !duplicates.is_cut,
    });
    format!("{document:#}\n")
}

fn loses_annotation(game: &Item, reason: Reason) -> bool {
    game.is_annotated() && reason != Reason::SameText
}
