//! Helpers for the rules about the spelling of moves.

use std::ops::Range;

use crate::finding::{Finding, Fix};
use crate::rule::Rule;
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, begins_in_word};
use scoresheet_format::line_edits::replace;

/// A finding about the spelling of the last move. Its fix writes the whole move in canonical SAN, so that all findings
/// about one move have the same fix.
pub(super) fn misspelled(rule: &'static Rule, walk: &Walk, range: Range<usize>, message: impl Into<String>) -> Finding {
    let finding = rule.finding(range, message);
    let ply = walk.replay.ply();
    let Outcome::Played { canonical: Some(san), notes, .. } = &ply.outcome else { return finding };
    let title = format!("Write {san}");
    let edits = vec![replace(walk.game.text, ply.range.clone(), san)];
    // Without a promotion piece in the text, the piece is a guess. After a guess, the text as it is may be what identifies the move.
    let is_guess = notes.has_any(Notes::MISSING_PROMOTION_PIECE)
        || notes.has_any(Notes::MAY_BE_ANOTHER)
        || walk.replay.is_guessed()
        || begins_in_word(walk.game.text, ply.range.clone());
    finding.with_fix(if is_guess { Fix::unsafe_(title, edits) } else { Fix::safe(title, edits) })
}

/// The canonical SAN of the last move, or else its text.
pub(super) fn canonical<'walk>(walk: &'walk Walk) -> &'walk str {
    match &walk.replay.ply().outcome {
        Outcome::Played { canonical: Some(san), .. } => san,
        _ => walk.move_text(),
    }
}

/// The range of the characters at the end of the last move that `belongs` accepts; all of the move if there are none.
pub(super) fn ending(walk: &Walk, belongs: impl Fn(char) -> bool) -> Range<usize> {
    let range = walk.replay.ply().range.clone();
    let body = walk.move_text().trim_end_matches(belongs).len();
    if range.start + body == range.end { range } else { range.start + body..range.end }
}

/// The range of the first character of the last move that `wanted` accepts; all of the move if there is none.
pub(super) fn character(walk: &Walk, wanted: impl Fn(char) -> bool) -> Range<usize> {
    let range = walk.replay.ply().range.clone();
    match walk.move_text().char_indices().find(|(_, character)| wanted(*character)) {
        Some((offset, found)) => range.start + offset..range.start + offset + found.len_utf8(),
        None => range,
    }
}

/// The fix that replaces `range` with `$number`.
pub(super) fn write_nag(walk: &Walk, range: Range<usize>, number: u8) -> Fix {
    let nag = format!("${number}");
    let edit = replace(walk.game.text, range, &nag);
    Fix::safe(format!("Write {nag}"), vec![edit])
}
