//! The engine of the program: what the server is asked about chess, answered by the analysis.

use std::ops::Range;

use rayon::prelude::*;
use scoresheet_analysis::completion::completion_with;
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::file_view::FileFacts;
use scoresheet_analysis::finding::{Edit, Finding};
use scoresheet_analysis::folding::folds_of;
use scoresheet_analysis::format::{FormatOptions, format_game};
use scoresheet_analysis::hover::hover;
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::placed_game::{PlacedGame, game_at, games};
use scoresheet_analysis::suppression::{allow_in_file, allow_in_game};
use scoresheet_analysis::symbols::symbols_of;
use scoresheet_grammar::{Database, GameView};

use super::engine::{Allowances, CheckedFile, Completion, Engine, Fold, Hover, HoverStyle, Known, Share, Symbol};
use crate::lsp::api::game_formatting::MOST_COMPARED;
use crate::text_edits::{narrowed, text_edits};

/// Answers about PGN files.
#[derive(Default)]
pub struct PgnEngine;

impl Engine for PgnEngine {
    fn findings(
        &self,
        file: &Database,
        facts: FileFacts,
        configuration: &Configuration,
        before: Option<&CheckedFile>,
        share: Share,
    ) -> CheckedFile {
        let linter = Linter::configured(configuration);
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

    fn allow(&self, file: &Database, finding: &Finding) -> Option<Allowances> {
        let game = game_at(file, finding.range.start)?;
        let before = game.index.checked_sub(1).and_then(|before| file.view(before));
        Some(Allowances {
            in_game: allow_in_game(game, before, finding.rule.name),
            in_file: allow_in_file(file.view(0)?, finding.rule.name),
        })
    }

    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover> {
        hover(file, offset, style)
    }

    fn completion(&self, file: &Database, offset: usize, known: Known) -> Vec<Completion> {
        completion_with(file, offset, known)
    }

    fn symbols(&self, game: PlacedGame) -> Vec<Symbol> {
        symbols_of(game)
    }

    fn folds(&self, game: PlacedGame) -> Vec<Fold> {
        folds_of(game)
    }

    fn format_game(&self, game: GameView, options: FormatOptions) -> Option<String> {
        let mut new = String::with_capacity(game.text.len() + game.text.len() / 8);
        let is_clean = format_game(game, options, &mut new).is_ok();
        (is_clean && new != game.text).then_some(new)
    }

    fn format_range(&self, file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit> {
        let has_line_end = |text: &&str| text.contains(['\n', '\r']);
        let first_line_end = games(file).map(|game| game.view.text).find(has_line_end);
        let options = options.for_text(first_line_end.unwrap_or(""));
        let mut changed = Vec::new();
        let mut new = String::new();
        for PlacedGame { view, start, .. } in games(file) {
            // Of what stands before it, a game needs to know whether it ends a line: the last character tells.
            let last = new.pop();
            new.clear();
            new.extend(last);
            let before = new.len();
            if range.start > start + view.text.len() || start > range.end {
                new.extend(view.text.chars().next_back());
            } else if format_game(view, options, &mut new).is_ok() && new[before..] != *view.text {
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
}
