//! What `dedupe` prints of the duplicates.

use std::io;

use scoresheet_chess::duplicates::{Duplicate, Reason};
use serde_json::{Value, json};

use super::merging::Taken;
use crate::cli::input::Input;
use crate::cli::output::{display_path, printable};
use crate::cli::whole_files::{Duplicates, Games, Item, game_label};

/// The duplicates as lines: place, players, the place of the game that stays, the reason.
///
/// # Errors
///
/// If a file can no longer be read.
pub(super) fn text(
    games: &mut Games,
    duplicates: &Duplicates,
    taken: Option<&[Taken]>,
    inputs: &[Input],
) -> io::Result<String> {
    let mut lines = String::new();
    for (index, Duplicate { game, of, reason }) in duplicates.found.iter().enumerate() {
        let (game, of) = (games.items[*game], games.items[*of]);
        let label = printable(&game_label(&games.text(&game)?));
        let more = match taken.map(|taken| &taken[index]) {
            Some(taken) => told(taken),
            None if loses_annotation(&game, *reason) => "; its annotations are not in the other game".to_owned(),
            None => String::new(),
        };
        let place = |item: &Item| format!("{}:{}", display_path(inputs[item.file as usize].path()), item.line);
        lines += &format!("{}: {label}: duplicate of {}: {reason}{more}\n", place(&game), place(&of));
    }
    Ok(lines)
}

/// The duplicates as a JSON document.
pub(super) fn json(games: &Games, duplicates: &Duplicates, taken: Option<&[Taken]>, inputs: &[Input]) -> String {
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
        .enumerate()
        .map(|(index, Duplicate { game, of, reason })| {
            let taken = taken.map(|taken| &taken[index]);
            let (game, of) = (&games.items[*game], &games.items[*of]);
            let mut one = json!({
                "duplicate": place(game),
                "stays": place(of),
                "reason": reason.to_string(),
                "losesAnnotations": taken.is_none() && loses_annotation(game, *reason),
            });
            match taken {
                None => {}
                Some(Taken::Refused(reason)) => one["notMerged"] = json!(reason),
                Some(Taken::Nothing) => one["takenOver"] = json!({ "tags": [], "annotations": false }),
                Some(Taken::Over { tags, has_annotation }) => {
                    one["takenOver"] = json!({ "tags": tags, "annotations": has_annotation });
                }
            }
            one
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

/// What becomes of a duplicate, as the end of its line.
fn told(taken: &Taken) -> String {
    match taken {
        Taken::Nothing => String::new(),
        Taken::Refused(reason) => format!("; cannot be merged, so it stays: {reason}"),
        Taken::Over { tags, has_annotation } => {
            let mut what: Vec<String> = tags.iter().map(|tag| printable(tag)).collect();
            if *has_annotation {
                what.push("annotations".to_owned());
            }
            format!("; taken over: {}", what.join(", "))
        }
    }
}

fn loses_annotation(game: &Item, reason: Reason) -> bool {
    game.is_annotated() && reason != Reason::SameText
}
