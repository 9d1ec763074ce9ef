//! How findings in files of games are allowed, and what formatting changes.

use std::ops::Range;

use rayon::prelude::*;
use scoresheet_chess::placed_game::{PlacedGame, game_at, games};
use scoresheet_format::FormatOptions;
use scoresheet_grammar::{Database, GameView};
use scoresheet_lint::finding::{Edit, Finding};
use scoresheet_lint::suppression::{allow_in_file, allow_in_game};

use super::findings::Allowances;
use crate::text_edits::{narrowed, text_edits};

/// Up to so many bytes of changed games are compared with what they become, line by line and word by word, so that the cursor stays
/// where it is. In a large file that was never formatted nearly everything changes, and comparing takes fifty times as long as formatting:
/// there a game is replaced from its first to its last difference.
pub(crate) const MOST_COMPARED: usize = 1 << 16;

/// The edits that allow a finding; nothing where that is not possible.
pub(crate) fn allow(file: &Database, finding: &Finding) -> Option<Allowances> {
    let game = game_at(file, finding.range.start)?;
    let before = game.index.checked_sub(1).and_then(|before| file.view(before));
    Some(Allowances {
        in_unit: allow_in_game(game, before, finding.rule.name),
        in_file: allow_in_file(file.view(0)?, finding.rule.name),
    })
}

/// A game in the layout of `options`, as it is after the end of a line; nothing where it does not change. It depends on the game's
/// text alone.
pub(crate) fn format_game(game: GameView, options: FormatOptions) -> Option<String> {
    let mut new = String::with_capacity(game.text.len() + game.text.len() / 8);
    let is_clean = scoresheet_format::format_game(game, options, &mut new).is_ok();
    (is_clean && new != game.text).then_some(new)
}

/// The edits that bring the games that `range` touches into the layout of `options`, in ascending order, not overlapping, small
/// enough to keep the cursor in place.
pub(crate) fn format_range(file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit> {
    let has_line_end = |text: &&str| text.contains(['\n', '\r']);
    let first_line_end = games(file).map(|game| game.view.text).find(has_line_end);
    let options = options.for_text(first_line_end.unwrap_or(""));
    let mut changed = Vec::new();
    let mut new = String::new();
    for PlacedGame { view, start, .. } in games(file) {
        // Of what is before it, a game needs to know whether it ends a line: the last character shows that.
        let last = new.pop();
        new.clear();
        new.extend(last);
        let before = new.len();
        if range.start > start + view.text.len() || start > range.end {
            new.extend(view.text.chars().next_back());
        } else if scoresheet_format::format_game(view, options, &mut new).is_ok() && new[before..] != *view.text {
            changed.push((start, view.text, new[before..].to_owned()));
        }
    }
    let is_too_much = changed.iter().map(|(_, old, _)| old.len()).sum::<usize>() > MOST_COMPARED;
    let edits = |(start, old, new): &(usize, &str, String)| match is_too_much {
        true => vec![narrowed(*start, old, new)],
        false => text_edits(old, new).into_iter().map(|edit| edit.shifted(*start)).collect(),
    };
    changed.par_iter().flat_map_iter(edits).collect()
}
