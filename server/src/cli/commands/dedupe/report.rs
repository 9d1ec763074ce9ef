//! What `dedupe` prints of the duplicates.

use std::io;

use scoresheet_chess::duplicates::{Duplicate, Loss, Reason};
use serde_json::{Value, json};

use super::merging::{Merging, Taken};
use crate::cli::input::Input;
use crate::cli::output::{display_path, printable};
use crate::cli::whole_files::{Duplicates, Games, Item, game_label, with_game};

/// The duplicates as lines: place, players, the place of the game that stays, the reason, and what is lost with it.
///
/// # Errors
///
/// If a file can no longer be read.
pub(super) fn text(
    games: &mut Games,
    duplicates: &Duplicates,
    mut merging: Option<&mut Merging>,
    inputs: &[Input],
) -> io::Result<String> {
    let mut lines = String::new();
    for (index, duplicate) in duplicates.found.iter().enumerate() {
        let [game, of] = [duplicate.game, duplicate.of].map(|index| games.items[index]);
        let label = printable(&game_label(&games.text(&game)?));
        let lost = lost(games, duplicate, merging.as_deref_mut())?;
        let more = match merging.as_deref().map(|merging| &merging.taken[index]) {
            Some(Taken::Refused(reason)) => format!("; cannot be merged, so it stays: {reason}"),
            Some(taken) => told(taken) + &lost.told(),
            None => lost.told(),
        };
        let place = |item: &Item| format!("{}:{}", display_path(inputs[item.file as usize].path()), item.line);
        let reason = duplicate.reason;
        lines += &format!("{}: {label}: duplicate of {}: {reason}{more}\n", place(&game), place(&of));
    }
    Ok(lines)
}

/// The duplicates as a JSON document.
///
/// # Errors
///
/// As [`text`].
pub(super) fn json(
    games: &mut Games,
    duplicates: &Duplicates,
    mut merging: Option<&mut Merging>,
    inputs: &[Input],
) -> io::Result<String> {
    let place = |item: &Item| {
        json!({
            "file": inputs[item.file as usize].path().to_string_lossy(),
            "line": item.line,
            "game": item.game + 1,
            "plies": item.plies(),
        })
    };
    let mut found: Vec<Value> = Vec::new();
    for (index, duplicate) in duplicates.found.iter().enumerate() {
        let [game, of] = [duplicate.game, duplicate.of].map(|index| games.items[index]);
        let lost = lost(games, duplicate, merging.as_deref_mut())?;
        let mut one = json!({
            "duplicate": place(&game),
            "stays": place(&of),
            "reason": duplicate.reason.to_string(),
            "losesAnnotations": lost.annotation,
            "losesTags": lost.loss.tags,
        });
        if let Some([result, _]) = lost.loss.results {
            one["losesResult"] = json!(result);
        }
        match merging.as_deref().map(|merging| &merging.taken[index]) {
            None => {}
            Some(Taken::Refused(reason)) => one["notMerged"] = json!(reason),
            Some(Taken::Nothing) => one["takenOver"] = json!({ "tags": [], "annotations": false }),
            Some(Taken::Over { tags, has_annotation }) => {
                one["takenOver"] = json!({ "tags": tags, "annotations": has_annotation });
            }
        }
        found.push(one);
    }
    let document = json!({
        "files": inputs.len(),
        "games": games.count(),
        "duplicates": found,
        "complete": !duplicates.is_cut,
    });
    Ok(format!("{document:#}\n"))
}

/// What is lost with a duplicate.
#[derive(Default)]
struct Lost {
    annotation: bool,
    loss: Loss,
}

impl Lost {
    /// The end of its line.
    fn told(&self) -> String {
        let annotation = self.annotation.then(|| "annotations".to_owned());
        let what: Vec<String> = annotation.into_iter().chain(self.loss.tags.iter().map(|tag| printable(tag))).collect();
        let mut told = String::new();
        if !what.is_empty() {
            told += &format!("; not in the other game: {}", what.join(", "));
        }
        if let Some([result, other]) = self.loss.results {
            told += &format!("; its result is {result}, not {other}");
        }
        told
    }
}

/// What is lost if the duplicate is deleted after the game that stays took over what is merged.
fn lost(games: &mut Games, duplicate: &Duplicate, merging: Option<&mut Merging>) -> io::Result<Lost> {
    if duplicate.reason == Reason::SameText {
        return Ok(Lost::default());
    }
    let [game, of] = [duplicate.game, duplicate.of].map(|index| games.items[index]);
    let annotation = merging.is_none() && game.is_annotated();
    let kept = match merging {
        Some(merging) => merging.text(games, &of)?,
        None => games.text(&of)?,
    };
    let text = games.text(&game)?;
    let loss = with_game(&text, |game| with_game(&kept, |kept| Loss::of(game, kept)));
    Ok(Lost { annotation, loss: loss.flatten().unwrap_or_default() })
}

/// What the game that stays took over, as the end of a line.
fn told(taken: &Taken) -> String {
    let Taken::Over { tags, has_annotation } = taken else { return String::new() };
    let mut what: Vec<String> = tags.iter().map(|tag| printable(tag)).collect();
    if *has_annotation {
        what.push("annotations".to_owned());
    }
    format!("; taken over: {}", what.join(", "))
}
