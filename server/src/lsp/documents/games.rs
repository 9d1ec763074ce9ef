//! The findings in files of games, how they are allowed, and what formatting changes.

use std::ops::Range;

use rayon::prelude::*;
use scoresheet_chess::placed_game::{PlacedGame, game_at, games};
use scoresheet_format::FormatOptions;
use scoresheet_grammar::{Database, GameView};
use scoresheet_lint::checked_file::CheckedFile;
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::{Edit, Finding};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rules::RULES;
use scoresheet_lint::suppression::{allow_in_file, allow_in_game};

use super::findings::{Allowances, Share};
use crate::text_edits::{narrowed, text_edits};

/// Up to so many bytes of changed games are compared with what they become, line by line and word by word, so that the cursor stays
/// where it is. In a large file that was never formatted nearly everything changes, and comparing takes fifty times as long as formatting:
/// there a game is replaced from its first to its last difference.
pub const MOST_COMPARED: usize = 1 << 16;

/// The findings in the file as `configuration` has it, as far as they are known from what was found in this text or one `before` it, and
/// by doing a `share` of the rest. `facts` are what is known besides its text.
pub fn findings(
    file: &Database,
    facts: FileFacts,
    configuration: &Configuration,
    before: Option<&CheckedFile>,
    share: Share,
) -> CheckedFile {
    let linter = Linter::configured(RULES, configuration);
    let mut checked = linter.take_over(file, before);
    let unchecked = checked.unchecked(share.near, share.games);
    let check = |index: usize| (share.is_wanted)().then(|| (index, linter.check_chunk(file, &checked, index)));
    let chunks: Vec<_> = match unchecked.len() {
        // After a keystroke there is one game to check: no work for several threads.
        0..=1 => unchecked.into_iter().filter_map(check).collect(),
        _ => unchecked.into_par_iter().filter_map(check).collect(),
    };
    chunks.into_iter().for_each(|(index, chunk)| checked.put(index, chunk));
    linter.check_whole_again(&mut checked, file, facts);
    if !checked.is_complete() && file.len() <= share.games_of_file && (share.is_wanted)() {
        linter.check_whole(&mut checked, file, facts);
    }
    checked
}

/// The edits that allow a finding; nothing where that is not possible.
pub fn allow(file: &Database, finding: &Finding) -> Option<Allowances> {
    let game = game_at(file, finding.range.start)?;
    let before = game.index.checked_sub(1).and_then(|before| file.view(before));
    Some(Allowances {
        in_unit: allow_in_game(game, before, finding.rule.name),
        in_file: allow_in_file(file.view(0)?, finding.rule.name),
    })
}

/// A game in the layout of `options`, as it is after the end of a line; nothing where it does not change. It depends on the game's
/// text alone.
pub fn format_game(game: GameView, options: FormatOptions) -> Option<String> {
    let mut new = String::with_capacity(game.text.len() + game.text.len() / 8);
    let is_clean = scoresheet_format::format_game(game, options, &mut new).is_ok();
    (is_clean && new != game.text).then_some(new)
}

/// The edits that bring the games that `range` touches into the layout of `options`, in ascending order, not overlapping, small
/// enough to keep the cursor in place.
pub fn format_range(file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit> {
    let has_line_end = |text: &&str| text.contains(['\n', '\r']);
    let first_line_end = games(file).map(|game| game.view.text).find(has_line_end);
    let options = options.for_text(first_line_end.unwrap_or(""));
    let mut changed = Vec::new();
    let mut new = String::new();
    for PlacedGame { view, start, .. } in games(file) {
        // Of what is in front of it, a game needs to know whether it ends a line: the last character tells.
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
