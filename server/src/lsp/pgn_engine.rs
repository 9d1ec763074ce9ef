//! The engine of the program: what the server is asked about chess, answered by the analysis.

use std::ops::Range;

use scoresheet_analysis::completion::completion;
use scoresheet_analysis::file_view::{DigestedGame, FileOptions, FileView};
use scoresheet_analysis::finding::{Edit, Finding, Level};
use scoresheet_analysis::folding::folds;
use scoresheet_analysis::format::{FormatOptions, format_game};
use scoresheet_analysis::hover::hover;
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::placed_game::{PlacedGame, games};
use scoresheet_analysis::rule::Group;
use scoresheet_analysis::rules::RULES;
use scoresheet_analysis::symbols::symbols;
use scoresheet_grammar::Database;

use super::engine::{Completion, Engine, Fold, Hover, HoverStyle, Symbol};
use crate::text_edits::text_edits;

/// Answers about PGN files.
pub struct PgnEngine {
    linter: Linter,
}

impl Default for PgnEngine {
    /// An engine with the rules that are on by default.
    fn default() -> PgnEngine {
        PgnEngine { linter: Linter::new(RULES.iter().filter(|rule| rule.group != Group::Pedantic), Level::Hint) }
    }
}

impl Engine for PgnEngine {
    /// Each game by itself, so that what is known of one can be kept while another is edited; then the file as a whole.
    fn findings(&self, file: &Database) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut digests = Vec::new();
        for PlacedGame { view, start, .. } in games(file) {
            let checked = self.linter.check_game(view);
            findings.extend(checked.findings.into_iter().map(|finding| finding.shifted(start)));
            digests.push(DigestedGame { start, digest: checked.digest });
        }
        findings.extend(self.linter.check_file(&FileView {
            name: None,
            has_byte_order_mark: false,
            games: &digests,
            text: &|index| file.games()[index].view().text,
            options: FileOptions::default(),
        }));
        findings.sort_by_key(|finding| finding.range.start);
        findings
    }

    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover> {
        hover(file, offset, style)
    }

    fn completion(&self, file: &Database, offset: usize) -> Vec<Completion> {
        completion(file, offset)
    }

    fn symbols(&self, file: &Database) -> Vec<Symbol> {
        symbols(file)
    }

    fn folds(&self, file: &Database) -> Vec<Fold> {
        folds(file)
    }

    fn format(&self, file: &Database) -> Vec<Edit> {
        formatted(file, None)
    }

    fn format_range(&self, file: &Database, range: Range<usize>) -> Vec<Edit> {
        formatted(file, Some(range))
    }
}

/// The edits of the games that `range` touches, of all games where there is none. Game by game, so that a difference in one
/// does not blur the next.
fn formatted(file: &Database, range: Option<Range<usize>>) -> Vec<Edit> {
    let has_line_end = |text: &&str| text.contains(['\n', '\r']);
    let first_line_end = games(file).map(|game| game.view.text).find(has_line_end);
    let options = FormatOptions::default().for_text(first_line_end.unwrap_or(""));
    let mut edits = Vec::new();
    let mut new = String::new();
    for PlacedGame { view, start, .. } in games(file) {
        let is_touched =
            range.as_ref().is_none_or(|range| range.start <= start + view.text.len() && start <= range.end);
        // Of what stands before it, a game needs to know whether it ends a line: the last character tells.
        let last = new.pop();
        new.clear();
        new.extend(last);
        let before = new.len();
        if !is_touched {
            new.push_str(view.text);
        } else if format_game(view, options, &mut new).is_ok() && new[before..] != *view.text {
            edits.extend(text_edits(view.text, &new[before..]).into_iter().map(|edit| edit.shifted(start)));
        }
    }
    edits
}
