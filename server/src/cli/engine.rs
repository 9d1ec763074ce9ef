//! What the commands ask of the analysis: the one place where the command line meets parser, rules and formatter.

use std::borrow::{Borrow, Cow};
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
    /// The check of a file that begins with this text, its first game and whatever more.
    pub checker: for<'a> fn(&str, FileFacts<'a>, &Configuration) -> Box<dyn Checker + 'a>,
    /// The text as the options want it.
    pub format: fn(&str, FormatOptions) -> Formatted,
    /// Runs the language server on standard input and output until the client leaves.
    pub serve: fn() -> ExitCode,
}

/// The check of one file: of pieces of it, side by side, then of the file as a whole.
pub trait Checker: Send + Sync {
    /// What is to be said of the games of a piece that begins at byte `start` of the file's text.
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece;

    /// What is to be said of the file once all pieces are `joined`. Ordered by start; ranges are byte offsets in the text.
    fn check_file<'file>(&'file self, joined: &'file Joined, source: Source<'file>) -> Vec<Finding>;
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

/// What is known of a piece of a text.
#[derive(Debug, Default)]
pub struct CheckedPiece {
    /// Games are counted from 1 in the piece; ranges are byte offsets in the text of the file.
    pub findings: Vec<LocatedFinding>,
    /// What of the file's own allowances was used.
    pub used: UsedAllowances,
    /// One a game: what the rules about whole files need of it.
    pub digests: Vec<DigestedGame>,
}

/// What is known of all pieces of a text up to some place: all that grows with the text, by 32 bytes a game.
#[derive(Debug, Default)]
pub struct Joined {
    /// What of the file's own allowances was used.
    pub used: UsedAllowances,
    /// One a game.
    pub digests: Vec<DigestedGame>,
}

impl Joined {
    /// Adds what is known of the next piece. Returns its findings, with their games counted in the file.
    pub fn add(&mut self, piece: CheckedPiece) -> Vec<LocatedFinding> {
        let games_before = self.digests.len();
        self.used = self.used | piece.used;
        self.digests.extend(piece.digests);
        let mut findings = piece.findings;
        findings.iter_mut().for_each(|located| located.game += games_before);
        findings
    }

    /// A finding about the file, with the game that it starts in.
    pub fn locate(&self, finding: Finding) -> LocatedFinding {
        let game = self.digests.partition_point(|game| game.start <= finding.range.start);
        LocatedFinding { game: game.max(1), finding }
    }

    /// The byte offsets of a game in the text, which is `length` bytes long.
    pub fn game(&self, index: usize, length: usize) -> Range<usize> {
        let start = |index: usize| self.digests.get(index).map_or(length, |game| game.start);
        start(index)..start(index + 1)
    }
}

/// The engine of the program.
pub static ENGINE: Engine = Engine { rules: RULES, checker: rules_checker, format, serve: crate::lsp::run };

/// About how many bytes one thread reads at a time: enough for the split to cost nothing, little enough for all threads
/// to end together.
pub const PIECE: usize = 128 * 1024;

impl Engine {
    /// The findings of a text, ordered by start.
    pub fn check(&self, text: &str, facts: FileFacts, configuration: &Configuration) -> Vec<LocatedFinding> {
        let checker = (self.checker)(text, facts, configuration);
        let pieces = split(text, PIECE);
        let check_piece = |piece: Range<usize>| checker.check_piece(&text[piece.clone()], piece.start);
        let checked: Vec<CheckedPiece> = pieces.into_par_iter().map(check_piece).collect();
        let mut joined = Joined::default();
        let mut findings: Vec<LocatedFinding> = checked.into_iter().flat_map(|piece| joined.add(piece)).collect();
        let text_of = |index: usize| Cow::Borrowed(&text[joined.game(index, text.len())]);
        let of_file = checker.check_file(&joined, Source::Texts(&text_of));
        if !of_file.is_empty() {
            findings.extend(of_file.into_iter().map(|finding| joined.locate(finding)));
            findings.sort_by_key(|located| located.finding.range.start);
        }
        findings
    }
}

/// Ask the rules.
struct RulesChecker<'a> {
    linter: Linter,
    allowances: FileAllowances,
    facts: FileFacts<'a>,
}

fn rules_checker<'a>(text: &str, facts: FileFacts<'a>, configuration: &Configuration) -> Box<dyn Checker + 'a> {
    let linter = Linter::configured(configuration);
    Box::new(RulesChecker { linter, allowances: FileAllowances::of_text(text), facts })
}

impl Checker for RulesChecker<'_> {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut parser = Parser::new(piece);
        let mut tree = Tree::default();
        let mut checked = CheckedPiece::default();
        while let Some(range) = parser.next_game(&mut tree) {
            let (game, start) = (checked.digests.len() + 1, start + range.start);
            let view = GameView { text: &piece[range], tree: &tree };
            let found = self.linter.check_in_file(view, start == 0, &self.allowances);
            checked.used = checked.used | found.used;
            let located =
                found.findings.into_iter().map(|finding| LocatedFinding { game, finding: finding.shifted(start) });
            checked.findings.extend(located);
            checked.digests.push(DigestedGame { start, digest: found.digest });
        }
        checked
    }

    fn check_file<'file>(&'file self, joined: &'file Joined, source: Source<'file>) -> Vec<Finding> {
        self.linter.check_file(self.facts, &joined.digests, source, &self.allowances, joined.used)
    }
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
        let findings = ENGINE.check(text, facts, &settings.configuration);
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
