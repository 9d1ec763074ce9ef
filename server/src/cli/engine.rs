//! What the commands ask of the analysis: the one place where the command line meets parser, rules and formatter.

use std::borrow::{Borrow, BorrowMut, Cow};
use std::cell::Cell;
use std::ops::Range;
use std::process::ExitCode;

use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::epd::{CheckedLines, Piece, PieceText, RecordKind, RecordLinter, format_records};
use scoresheet_analysis::file_view::{DigestedGame, FileFacts, Source};
use scoresheet_analysis::finding::Finding;
use scoresheet_analysis::format::{FormatOptions, Formatted, format_text};
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::rule::Rule;
use scoresheet_analysis::rules::RULES;
use scoresheet_analysis::suppression::{FileAllowances, UsedAllowances};
use scoresheet_grammar::{GAMES_AT_ONCE, GameView, Parser, Tree};

use super::identity::Identity;
use super::language::Language;
use super::side_by_side::side_by_side;

/// The functions behind the commands. Tests put their own here.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Every rule, in the order in which lists show them.
    pub rules: &'static [&'static Rule],
    /// The check of a file that begins with this text, its first game or record and whatever more.
    pub checker: for<'a> fn(&str, Language, FileFacts<'a>, &Configuration) -> Box<dyn Checker + 'a>,
    /// The text as the options want it, in pieces, each with the byte offset at which it began.
    pub format_pieces: fn(&str, Language, FormatOptions) -> Vec<(usize, Formatted)>,
    /// Runs the language server on standard input and output until the client leaves.
    pub serve: fn() -> ExitCode,
}

/// The check of one file: of pieces of it, side by side, then of the file as a whole.
pub trait Checker: Send + Sync {
    /// What is to be said of the games or records of a piece that begins at byte `start` of the file's text.
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece;

    /// What is to be said of the file once all pieces are `joined`. Ordered by start; ranges are byte offsets in the text.
    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding>;
}

/// The text of a file, to be read again.
#[derive(Clone, Copy)]
pub struct FileText<'file> {
    /// In bytes.
    pub length: usize,
    /// Reads half-open byte offsets of it, no more than a piece; what cannot be read any more is empty.
    pub read: &'file dyn Fn(Range<usize>) -> Cow<'file, str>,
}

/// A finding and the game or record it is in.
#[derive(Clone, Debug)]
pub struct LocatedFinding {
    /// The game or record, counted from 1 in the file.
    pub game: usize,
    /// The byte offset in the decoded text of the file at which the game or record begins.
    pub game_start: usize,
    /// By what it is known again; only where that was asked for.
    pub identity: Identity,
    /// Its ranges are byte offsets in the decoded text of the file.
    pub finding: Finding,
}

impl LocatedFinding {
    /// A finding in this game or record, not yet identified.
    pub fn new(game: usize, game_start: usize, finding: Finding) -> LocatedFinding {
        LocatedFinding { game, game_start, identity: Identity::default(), finding }
    }
}

impl Borrow<Finding> for LocatedFinding {
    fn borrow(&self) -> &Finding {
        &self.finding
    }
}

impl BorrowMut<Finding> for LocatedFinding {
    fn borrow_mut(&mut self) -> &mut Finding {
        &mut self.finding
    }
}

/// What is known of a piece of a text.
#[derive(Debug, Default)]
pub struct CheckedPiece {
    /// Games and records are counted from 1 in the piece; ranges are byte offsets in the text of the file.
    pub findings: Vec<LocatedFinding>,
    /// What of the file's own allowances was used.
    pub used: UsedAllowances,
    /// One a game: what the rules about whole files need of it.
    pub digests: Vec<DigestedGame>,
    /// The same of records, where the piece has records.
    pub records: Option<PieceOfRecords>,
}

/// What is known of a piece with records.
#[derive(Debug)]
pub struct PieceOfRecords {
    /// The byte offsets in the text of the file at which it begins and ends.
    pub range: Range<usize>,
    /// How many records are before it.
    pub records_before: usize,
    /// What the rules about whole files need; its findings are elsewhere.
    pub lines: CheckedLines,
}

/// What is known of all pieces of a text up to some place: all that grows with the text, by 32 bytes a game and 24 a record.
#[derive(Debug, Default)]
pub struct Joined {
    /// What of the file's own allowances was used.
    pub used: UsedAllowances,
    /// One a game.
    pub digests: Vec<DigestedGame>,
    /// The pieces of a file of records.
    pub records: Vec<PieceOfRecords>,
    record_count: usize,
}

impl Joined {
    /// Adds what is known of the next piece. Returns its findings, with their games or records counted in the file.
    pub fn add(&mut self, piece: CheckedPiece) -> Vec<LocatedFinding> {
        let before = self.digests.len() + self.record_count;
        self.used = self.used | piece.used;
        self.digests.extend(piece.digests);
        if let Some(records) = piece.records {
            self.record_count += records.lines.records.len();
            self.records.push(PieceOfRecords { records_before: before, ..records });
        }
        let mut findings = piece.findings;
        findings.iter_mut().for_each(|located| located.game += before);
        findings
    }

    /// A finding about the file, with the game or record that it starts in.
    pub fn locate(&self, finding: Finding) -> LocatedFinding {
        let start = finding.range.start;
        let piece = self.records.partition_point(|piece| piece.range.start <= start);
        let (game, game_start) = match piece.checked_sub(1).map(|piece| &self.records[piece]) {
            Some(piece) => {
                let record = record_at(&piece.lines, start - piece.range.start);
                (piece.records_before + record, piece.range.start + start_of_record(&piece.lines, record))
            }
            None => {
                let game = self.digests.partition_point(|game| game.start <= start);
                (game, game.checked_sub(1).map_or(0, |index| self.digests[index].start))
            }
        };
        LocatedFinding::new(game.max(1), game_start, finding)
    }

    /// The byte offsets of a game in the text, which is `length` bytes long.
    pub fn game(&self, index: usize, length: usize) -> Range<usize> {
        let start = |index: usize| self.digests.get(index).map_or(length, |game| game.start);
        start(index)..start(index + 1)
    }
}

/// How many of these records begin at or before byte `offset` of their piece.
fn record_at(lines: &CheckedLines, offset: usize) -> usize {
    lines.records.partition_point(|record| record.start as usize <= offset)
}

/// The byte offset in its piece at which the record of this number, counted from 1, begins.
fn start_of_record(lines: &CheckedLines, number: usize) -> usize {
    number.checked_sub(1).and_then(|index| lines.records.get(index)).map_or(0, |record| record.start as usize)
}

/// The engine of the program.
pub static ENGINE: Engine = Engine { rules: RULES, checker: rules_checker, format_pieces, serve: crate::lsp::run };

impl Engine {
    /// The findings of a text, ordered by start.
    pub fn check(
        &self,
        text: &str,
        language: Language,
        facts: FileFacts,
        configuration: &Configuration,
    ) -> Vec<LocatedFinding> {
        let checker = (self.checker)(text, language, facts, configuration);
        let check_piece = |piece: Range<usize>| checker.check_piece(&text[piece.clone()], piece.start);
        let checked = side_by_side(text, language, check_piece);
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
    pub fn format(&self, text: &str, language: Language, options: FormatOptions) -> Formatted {
        let mut joined = Formatted::default();
        (self.format_pieces)(text, language, options)
            .into_iter()
            .for_each(|(start, piece)| joined.append(piece, start));
        joined
    }
}

fn rules_checker<'a>(
    text: &str,
    language: Language,
    facts: FileFacts<'a>,
    configuration: &Configuration,
) -> Box<dyn Checker + 'a> {
    match language {
        Language::Pgn => {
            let linter = Linter::configured(configuration);
            Box::new(GamesChecker { linter, allowances: FileAllowances::of_text(text), facts })
        }
        Language::Records(kind) => {
            Box::new(RecordsChecker { linter: RecordLinter::for_file(configuration, text), kind })
        }
    }
}

thread_local! {
    /// Memory for the trees of a piece, from the piece before it: to ask for it again and again takes time.
    static TREES: Cell<Option<Box<[Tree; GAMES_AT_ONCE]>>> = const { Cell::new(None) };
}

/// A tree that takes more bytes is not kept: few games are so large.
const MOST_KEPT: usize = 64 << 10;

/// Ask the rules about games.
struct GamesChecker<'a> {
    linter: Linter,
    allowances: FileAllowances,
    facts: FileFacts<'a>,
}

impl Checker for GamesChecker<'_> {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut parser = Parser::new(piece);
        let mut trees = TREES.take().unwrap_or_default();
        let mut checked = CheckedPiece::default();
        loop {
            let games = parser.next_games(&mut trees);
            for (range, tree) in games.iter().zip(trees.iter()) {
                let (game, start) = (checked.digests.len() + 1, start + range.start);
                let view = GameView { text: &piece[range.clone()], tree };
                let found = self.linter.check_in_file(view, start == 0, &self.allowances);
                checked.used = checked.used | found.used;
                let located = |finding: Finding| LocatedFinding::new(game, start, finding.shifted(start));
                checked.findings.extend(found.findings.into_iter().map(located));
                checked.digests.push(DigestedGame { start, digest: found.digest });
            }
            if games.len() < GAMES_AT_ONCE {
                trees.iter_mut().filter(|tree| tree.heap_size() > MOST_KEPT).for_each(|tree| *tree = Tree::default());
                TREES.set(Some(trees));
                return checked;
            }
        }
    }

    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding> {
        let text_of = |index: usize| (text.read)(joined.game(index, text.length));
        self.linter.check_file(self.facts, &joined.digests, Source::Texts(&text_of), &self.allowances, joined.used)
    }
}

/// Ask the rules about records.
struct RecordsChecker {
    linter: RecordLinter,
    kind: RecordKind,
}

impl Checker for RecordsChecker {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut lines = self.linter.check_lines(piece, self.kind);
        lines.records.shrink_to_fit();
        let findings = std::mem::take(&mut lines.findings);
        // A record's line may be long and full of findings: its end is looked for once.
        let (mut number, mut end) = (0, 0);
        let located = |finding: Finding| {
            let offset = finding.range.start;
            let begun = record_at(&lines, offset);
            if begun != number {
                let line = start_of_record(&lines, begun);
                (number, end) = (begun, piece[line..].find(['\n', '\r']).map_or(piece.len(), |length| line + length));
            }
            // A remark is about the record below it.
            let game = if begun == 0 || offset > end { begun + 1 } else { begun };
            let game_start = lines.records.get(game - 1).map_or(piece.len(), |record| record.start as usize);
            let game_start = start + game_start;
            LocatedFinding::new(game, game_start, finding.shifted(start))
        };
        let findings = findings.into_iter().map(located).collect();
        let records = Some(PieceOfRecords { range: start..start + piece.len(), records_before: 0, lines });
        CheckedPiece { findings, records, ..CheckedPiece::default() }
    }

    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding> {
        let read = |range: Range<usize>| (text.read)(range).into_owned();
        let pieces = joined.records.iter().map(|piece| Piece {
            start: piece.range.start,
            text: PieceText::Anew { length: piece.range.len(), read: &read },
            checked: &piece.lines,
        });
        let pieces: Vec<Piece> = pieces.collect();
        self.linter.check_pieces(&pieces, self.kind)
    }
}

/// Format the games or records of a text, pieces of it side by side.
fn format_pieces(text: &str, language: Language, options: FormatOptions) -> Vec<(usize, Formatted)> {
    let options = options.for_text(text);
    let format_piece = |piece: Range<usize>| match language {
        Language::Pgn => (piece.start, format_text(&text[piece], options)),
        Language::Records(kind) => (piece.start, format_records(&text[piece], kind, options)),
    };
    side_by_side(text, language, format_piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::settings::Choice;
    use crate::cli::side_by_side::PIECE;
    use crate::configuration::FileSettings;

    /// The names of the rules that speak of `text` as the file `name`, with the games they speak of.
    fn found(select: &str, text: &str, name: Option<&str>) -> Vec<(&'static str, usize)> {
        let select: Vec<_> = select.split(',').map(str::to_owned).collect();
        let mut settings = FileSettings::default();
        Choice::new(RULES, &select, &[], None).unwrap().apply(RULES, &mut settings);
        let facts = FileFacts { name, has_byte_order_mark: true };
        let findings = ENGINE.check(text, Language::Pgn, facts, &settings.configuration);
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
