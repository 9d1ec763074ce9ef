//! What the commands ask of the analysis: the one place where the command line meets parser, rules and formatter.

use std::borrow::Borrow;
use std::ops::Range;
use std::process::ExitCode;

use rayon::prelude::*;
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::file_view::{DigestedGame, FileFacts, Source};
use scoresheet_analysis::finding::Finding;
use scoresheet_analysis::format::{FormatOptions, Formatted, format_text};
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::rule::Rule;
use scoresheet_analysis::rules::RULES;
use scoresheet_analysis::suppression::{FileAllowances, UsedAllowances};
use scoresheet_grammar::{GameView, Parser, Tree, split};

/// The functions behind the commands. Tests put their own here.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Every rule, in the order in which lists show them.
    pub rules: &'static [&'static Rule],
    /// The findings of a text, ordered by start. Ranges are byte offsets in the text.
    pub check: fn(&str, FileFacts, &Configuration) -> Vec<LocatedFinding>,
    /// The text as the options want it.
    pub format: fn(&str, FormatOptions) -> Formatted,
    /// Runs the language server on standard input and output until the client leaves.
    pub serve: fn() -> ExitCode,
}

/// A finding and the game it is in.
#[derive(Clone, Debug)]
pub struct LocatedFinding {
    /// Counted from 1 in the file.
    pub game: usize,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub finding: Finding,
}

impl Borrow<Finding> for LocatedFinding {
    fn borrow(&self) -> &Finding {
        &self.finding
    }
}

/// The engine of the program.
pub static ENGINE: Engine = Engine { rules: RULES, check, format, serve: crate::lsp::run };

/// About how many bytes one thread reads at a time: enough for the split to cost nothing, little enough for all threads
/// to end together.
const PIECE: usize = 256 * 1024;

/// Check the games of a text, pieces of it side by side, then the file as a whole.
fn check(text: &str, facts: FileFacts, configuration: &Configuration) -> Vec<LocatedFinding> {
    let linter = Linter::configured(configuration);
    let allowances = FileAllowances::of_text(text);
    let pieces = split(text, PIECE);
    let check_piece = |piece: Range<usize>| check_piece(&linter, &allowances, &text[piece.clone()], piece.start);
    let checked: Vec<CheckedPiece> = pieces.into_par_iter().map(check_piece).collect();
    let mut games_before = 0;
    let mut used = UsedAllowances::default();
    let mut findings = Vec::new();
    let mut digests = Vec::new();
    for piece in checked {
        findings.extend(
            piece.findings.into_iter().map(|located| LocatedFinding { game: located.game + games_before, ..located }),
        );
        digests.extend(piece.digests);
        games_before += piece.games;
        used = used | piece.used;
    }
    let text_of = |index: usize| {
        let end = digests.get(index + 1).map_or(text.len(), |next| next.start);
        &text[digests[index].start..end]
    };
    let of_file = linter.check_file(facts, &digests, Source::Texts(&text_of), &allowances, used);
    if !of_file.is_empty() {
        findings.extend(of_file.into_iter().map(|finding| {
            let game = digests.partition_point(|game| game.start <= finding.range.start);
            LocatedFinding { game: game.max(1), finding }
        }));
        findings.sort_by_key(|located| located.finding.range.start);
    }
    findings
}

/// Format the games of a text, pieces of it side by side.
fn format(text: &str, options: FormatOptions) -> Formatted {
    let options = options.for_text(text);
    let pieces = split(text, PIECE);
    let formatted: Vec<Formatted> = pieces.par_iter().map(|piece| format_text(&text[piece.clone()], options)).collect();
    let mut joined = Formatted { text: String::with_capacity(text.len() + text.len() / 16), ..Formatted::default() };
    for (piece, formatted) in pieces.iter().zip(formatted) {
        joined.append(formatted, piece.start);
    }
    joined
}

/// What is known of a piece of a text.
#[derive(Default)]
struct CheckedPiece {
    /// How many games there are.
    games: usize,
    /// Games are counted from 1 in the piece; ranges are byte offsets in the text.
    findings: Vec<LocatedFinding>,
    /// What of the file's own allowances was used.
    used: UsedAllowances,
    /// One a game; empty where no rule about whole files asks for them.
    digests: Vec<DigestedGame>,
}

/// Check the games of a piece that begins at byte `start` of the text.
fn check_piece(linter: &Linter, file: &FileAllowances, piece: &str, start: usize) -> CheckedPiece {
    let mut parser = Parser::new(piece);
    let mut tree = Tree::default();
    let mut checked = CheckedPiece::default();
    while let Some(range) = parser.next_game(&mut tree) {
        checked.games += 1;
        let (game, start) = (checked.games, start + range.start);
        let found = linter.check_in_file(GameView { text: &piece[range], tree: &tree }, start == 0, file);
        checked.used = checked.used | found.used;
        let located =
            found.findings.into_iter().map(|finding| LocatedFinding { game, finding: finding.shifted(start) });
        checked.findings.extend(located);
        checked.digests.push(DigestedGame { start, digest: found.digest });
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::settings::Choice;
    use crate::configuration::FileSettings;

    /// The names of the rules that speak of `text` as the file `name`, with the games they speak of.
    fn found(select: &str, text: &str, name: Option<&str>) -> Vec<(&'static str, usize)> {
        let select: Vec<_> = select.split(',').map(str::to_owned).collect();
        let mut settings = FileSettings::default();
        Choice::new(RULES, &select, &[], None).unwrap().apply(RULES, &mut settings);
        let facts = FileFacts { name, has_byte_order_mark: true };
        let findings = check(text, facts, &settings.configuration);
        assert!(findings.is_sorted_by_key(|located| located.finding.range.start));
        findings.into_iter().map(|located| (located.finding.rule.name, located.game)).collect()
    }

    #[test]
    fn pieces_of_a_file_are_seen_together() {
        let game = |white: usize| format!("[White \"{white}\"]\n[Black \"b\"]\n\n1. e4 {{{}}} *\n\n", "x ".repeat(500));
        let count = 2 * PIECE / game(1).len();
        let mut text: String = (1..=count).map(game).collect();
        assert!(split(&text, PIECE).len() > 1);
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
