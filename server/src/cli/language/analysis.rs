//! What the commands call of the linter and the formatter. Tests use their own.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::file_view::FileFacts;
use scoresheet_analysis::format::{FormatOptions, Formatted};
use scoresheet_analysis::rule::Rule;
use scoresheet_analysis::rules::RULES;

use super::Language;
use super::checker::{Checker, FileText, Joined};
use crate::cli::findings::LocatedFinding;

/// The functions that the commands call.
#[derive(Clone, Copy)]
pub(crate) struct Analysis {
    /// Every rule, in the order in which lists show them.
    pub(crate) rules: &'static [&'static Rule],
    /// The check of a file that begins with this text: at least its first game or record.
    pub(crate) checker: for<'a> fn(Language, &str, FileFacts<'a>, &Configuration) -> Box<dyn Checker + 'a>,
    /// The text as the options want it, in pieces, each with the byte offset at which it began.
    pub(crate) format_pieces: fn(Language, &str, FormatOptions) -> Vec<(usize, Formatted)>,
}

/// Those of the program.
pub(crate) static ANALYSIS: Analysis =
    Analysis { rules: RULES, checker: Language::checker, format_pieces: Language::format_pieces };

impl Analysis {
    /// The findings of a text, ordered by start.
    pub(crate) fn check(
        &self,
        text: &str,
        language: Language,
        facts: FileFacts,
        configuration: &Configuration,
    ) -> Vec<LocatedFinding> {
        let checker = (self.checker)(language, text, facts, configuration);
        let check_piece = |piece: Range<usize>| checker.check_piece(&text[piece.clone()], piece.start);
        let checked = language.map_pieces(text, check_piece);
        let mut joined = Joined::default();
        let mut findings: Vec<LocatedFinding> = checked.into_iter().flat_map(|piece| joined.add(piece)).collect();
        let read = |range: Range<usize>| Cow::Borrowed(&text[range]);
        let of_file = checker.check_file(&joined, FileText { length: text.len(), read: &read });
        if !of_file.is_empty() {
            findings.extend(of_file.into_iter().map(|finding| joined.locate(finding)));
            findings.sort_by_key(|located| located.finding.range.start);
        }
        findings
    }

    /// The text as the options want it.
    pub(crate) fn format(&self, text: &str, language: Language, options: FormatOptions) -> Formatted {
        let mut joined = Formatted::default();
        (self.format_pieces)(language, text, options)
            .into_iter()
            .for_each(|(start, piece)| joined.append(piece, start));
        joined
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_analysis::configuration::Setting;
    use scoresheet_analysis::finding::Level;

    use super::*;
    use crate::cli::language::parallel::PIECE;

    /// The names of the rules that report on `text` as the file `name`, with the games of the findings.
    fn found(select: &str, text: &str, name: Option<&str>) -> Vec<(&'static str, usize)> {
        let mut configuration = Configuration::new(Level::Hint);
        for rule in RULES {
            let is_selected = select.split(',').any(|name| name == rule.name);
            configuration.set(rule, if is_selected { Setting::On } else { Setting::Off });
        }
        let facts = FileFacts { name, has_byte_order_mark: true };
        let findings = ANALYSIS.check(text, Language::Pgn, facts, &configuration);
        assert!(findings.is_sorted_by_key(|located| located.finding.range.start));
        findings.into_iter().map(|located| (located.finding.rule.name, located.game)).collect()
    }

    #[test]
    fn pieces_of_a_file_are_seen_together() {
        let game = |white: usize| format!("[White \"{white}\"]\n[Black \"b\"]\n\n1. e4 {{{}}} *\n\n", "x ".repeat(500));
        let count = 2 * PIECE / game(1).len();
        let mut text: String = (1..=count).map(game).collect();
        assert!(Language::Pgn.split(&text, PIECE).len() > 1);
        assert_eq!(found("duplicate-game", &text, None), []);
        text += &game(1);
        text += &game(count);
        assert_eq!(
            found("duplicate-game", &text, None),
            [("duplicate-game", count + 1), ("duplicate-game", count + 2)]
        );
        let allowed = |names: &str| {
            let text = format!("% scoresheet: allow-file {names}\n{text}1. -- *\n");
            found("duplicate-game,null-move,unused-suppression,illegal-move", &text, None)
        };
        assert_eq!(allowed("duplicate-game, null-move"), []);
        assert_eq!(allowed("duplicate-game, illegal-move"), [("unused-suppression", 1), ("null-move", count + 3)]);
    }

    #[test]
    fn the_name_and_the_mark_of_a_file_are_known() {
        assert_eq!(found("file-name", "1. e4 *", Some("a.txt")), [("file-name", 1)]);
        assert_eq!(found("file-name", "1. e4 *", None), []);
        assert_eq!(found("byte-order-mark", "1. e4 *", None), [("byte-order-mark", 1)]);
        assert_eq!(found("byte-order-mark", "", None), [("byte-order-mark", 1)]);
    }
}
