//! What commands do with files of a language. All differences between games and records that commands see are here.

mod allowances;
mod checker;
mod games;
mod parallel;
mod records;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use clap::ValueEnum;
use scoresheet_chess::epd::{Notation, RecordKind};
use scoresheet_format::epd::{
    Converted, epd_to_fen, epd_to_games, fen_to_epd, format_records, games_to_epd, games_to_fen,
};
use scoresheet_format::{FormatOptions, Formatted, format_text};
use scoresheet_grammar::epd::split_lines;
use scoresheet_grammar::split;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::FileFacts;

use super::findings::LocatedFinding;
pub(crate) use crate::language::Language;
use crate::linters::Linters;
use crate::text_file::Cut;
pub(crate) use allowances::Reach;
pub(super) use checker::{CheckedPiece, Checker, FileText, Joined, Needed};

/// Of a text that is checked only until there are enough findings, about so many bytes are checked at once: few enough that these do not have
/// many times as many.
const AT_ONCE: usize = 128 << 10;

/// A language as options name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageName {
    /// Games
    Pgn,
    /// Records of four fields and operations
    Epd,
    /// Records of six fields
    Fen,
}

impl LanguageName {
    /// As people write it.
    pub(super) fn display(self) -> &'static str {
        match self {
            LanguageName::Pgn => "PGN",
            LanguageName::Epd => "EPD",
            LanguageName::Fen => "FEN",
        }
    }
}

impl Language {
    /// The `requested` language, else that of the extension, else PGN. The variant always comes from the file's name.
    pub(super) fn of(path: &Path, requested: Option<LanguageName>) -> Language {
        let named = match requested {
            Some(requested) => Language::named(requested.display(), path),
            None => Language::of_extension(path),
        };
        named.unwrap_or_default()
    }

    /// The name that options have for it.
    pub(super) fn name(self) -> LanguageName {
        match self {
            Language::Pgn => LanguageName::Pgn,
            Language::Records(RecordKind { notation: Notation::Epd, .. }) => LanguageName::Epd,
            Language::Records(RecordKind { notation: Notation::Fen, .. }) => LanguageName::Fen,
        }
    }

    /// Where its files may be cut.
    pub(super) fn cut(self) -> Cut {
        match self {
            Language::Pgn => Cut::Games,
            Language::Records(_) => Cut::Lines,
        }
    }

    /// Pieces of a text that can be read independently, each about `target` bytes long or longer.
    pub(super) fn split(self, text: &str, target: usize) -> Vec<Range<usize>> {
        match self {
            Language::Pgn => split(text, target),
            // An empty text is a piece, too: rules about files check it.
            Language::Records(_) if text.is_empty() => vec![Range::default()],
            Language::Records(_) => split_lines(text, target),
        }
    }

    /// What `work` returns for each piece of `text`, in text order; the pieces are worked on in parallel.
    pub(super) fn map_pieces<T: Send>(self, text: &str, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        parallel::map_pieces(text, |text, target| self.split(text, target), work)
    }

    /// The parts of a piece in which findings about the file can be shown, each about `target` bytes long or longer.
    pub(super) fn parts(self, piece: &str, target: usize) -> Vec<Range<usize>> {
        match self {
            Language::Pgn => self.split(piece, target),
            // A rule about a file of records may need a whole piece.
            Language::Records(_) => std::iter::once(0..piece.len()).collect(),
        }
    }

    /// Whether the files have games, not records.
    pub(super) fn has_games(self) -> bool {
        self == Language::Pgn
    }

    /// The games of a text, or its lines where it has records.
    pub(super) fn units(self, text: &str) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
        match self {
            Language::Pgn => Box::new(games::units(text)),
            Language::Records(_) => Box::new(records::units(text)),
        }
    }

    /// How the unit at the start of `text` is recognised: by a hash that edits of moves do not change, and one that
    /// edits of tags do not change.
    pub(super) fn identity(self, text: &str) -> (u64, u64) {
        match self {
            Language::Pgn => games::identity(text),
            Language::Records(_) => records::identity(text),
        }
    }

    /// The check of a file that begins with `text`, which is at least its first unit.
    pub(crate) fn checker<'a>(
        self,
        text: &str,
        facts: FileFacts<'a>,
        linters: &Linters,
        effort: &Effort,
    ) -> Box<dyn Checker + 'a> {
        match self {
            Language::Pgn => Box::new(games::GamesChecker::new(text, facts, linters.of_games(), effort)),
            Language::Records(kind) => Box::new(records::RecordsChecker::new(linters.of_records(text), kind)),
        }
    }

    /// The findings of a whole file, ordered by start.
    pub(crate) fn check(self, text: &str, facts: FileFacts, linters: &Linters, effort: &Effort) -> Vec<LocatedFinding> {
        let checker = self.checker(text, facts, linters, effort);
        self.check_beginning(text, checker.as_ref(), |_| false).with_findings_of_file(text, checker.as_ref())
    }

    /// The findings in the games or records at the beginning of a text: all, or those up to a place at which they `are_enough`.
    pub(crate) fn check_beginning(
        self,
        text: &str,
        checker: &dyn Checker,
        are_enough: impl Fn(&[LocatedFinding]) -> bool,
    ) -> CheckedBeginning {
        let mut checked = CheckedBeginning::default();
        let pieces = self.split(text, AT_ONCE);
        for piece in pieces {
            if are_enough(&checked.findings) {
                break;
            }
            let of_pieces = self.check_pieces(&text[piece.clone()], piece.start, checker);
            checked.findings.extend(of_pieces.into_iter().flat_map(|(_, piece)| checked.joined.add(piece)));
            checked.end = piece.end;
        }
        checked
    }

    /// What is found in each piece of a text, which begins at byte `start` of its file, without what rules about whole files find. Pieces
    /// are half-open byte offsets in the text.
    pub(crate) fn check_pieces(
        self,
        text: &str,
        start: usize,
        checker: &dyn Checker,
    ) -> Vec<(Range<usize>, CheckedPiece)> {
        let check =
            |piece: Range<usize>| (piece.clone(), checker.check_piece(&text[piece.clone()], start + piece.start));
        let mut checked = self.map_pieces(text, check);
        checker.explain(text, start, &mut checked);
        checked
    }

    /// What rules about whole files need of the pieces of a text, which begins at byte `start` of the file's text.
    pub(super) fn digest_pieces(
        self,
        text: &str,
        start: usize,
        checker: &dyn Checker,
    ) -> Vec<(Range<usize>, CheckedPiece)> {
        self.map_pieces(text, |piece| (piece.clone(), checker.digest_piece(&text[piece.clone()], start + piece.start)))
    }

    /// A formatted text, in pieces, each with the byte offset at which it began.
    pub(super) fn format_pieces(self, text: &str, options: FormatOptions) -> Vec<(usize, Formatted)> {
        let options = options.for_text(text);
        self.map_pieces(text, |piece| match self {
            Language::Pgn => (piece.start, format_text(&text[piece], options)),
            Language::Records(kind) => (piece.start, format_records(&text[piece], kind, options)),
        })
    }

    /// A formatted text.
    pub(crate) fn format(self, text: &str, options: FormatOptions) -> Formatted {
        let mut joined = Formatted::default();
        let pieces = self.format_pieces(text, options);
        pieces.into_iter().for_each(|(start, piece)| joined.append(piece, start));
        joined
    }

    /// A text in another language.
    pub(super) fn convert(self, text: &str, to: LanguageName) -> Converted {
        let mut joined = Converted::default();
        let pieces = self.map_pieces(text, |piece| (piece.start, self.convert_piece(&text[piece], to)));
        pieces.into_iter().for_each(|(start, converted)| joined.append(converted, start));
        joined
    }

    fn convert_piece(self, text: &str, to: LanguageName) -> Converted {
        match (self, to) {
            (Language::Records(kind), LanguageName::Pgn) => epd_to_games(text, kind),
            (Language::Records(kind), LanguageName::Fen) => epd_to_fen(text, kind),
            (Language::Records(_), LanguageName::Epd) => fen_to_epd(text),
            (Language::Pgn, LanguageName::Fen) => games_to_fen(text),
            (Language::Pgn, LanguageName::Epd | LanguageName::Pgn) => games_to_epd(text),
        }
    }
}

/// What is found in the games or records at the beginning of a text.
#[derive(Default)]
pub(crate) struct CheckedBeginning {
    /// Ordered by start.
    pub(crate) findings: Vec<LocatedFinding>,
    /// The byte offset up to which it was checked.
    pub(crate) end: usize,
    /// What rules about whole files need.
    joined: Joined,
}

impl CheckedBeginning {
    /// The findings with those of rules about whole files in `text`, all of which was checked.
    pub(crate) fn with_findings_of_file(self, text: &str, checker: &dyn Checker) -> Vec<LocatedFinding> {
        let CheckedBeginning { mut findings, joined, .. } = self;
        let read = |range: Range<usize>| Cow::Borrowed(&text[range]);
        let of_file = checker.check_file(&joined, FileText { length: text.len(), read: &read });
        if !of_file.is_empty() {
            findings.extend(of_file.into_iter().map(|finding| joined.locate(finding)));
            findings.sort_by_key(|located| located.finding.range.start);
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::configuration::{Configuration, Setting};
    use scoresheet_lint::finding::Level;
    use scoresheet_lint::rules::RULES;

    use super::parallel::PIECE;
    use super::*;

    /// The names of the rules that report on `text` as the file `name`, with the games of the findings.
    fn found(select: &str, text: &str, name: Option<&str>) -> Vec<(&'static str, usize)> {
        let mut configuration = Configuration::new(Level::Hint);
        for rule in RULES {
            let is_selected = select.split(',').any(|name| name == rule.name);
            configuration.set(rule, if is_selected { Setting::On } else { Setting::Off });
        }
        let facts = FileFacts { name, has_byte_order_mark: true, ..FileFacts::default() };
        let findings = Language::Pgn.check(text, facts, &Linters::new(RULES, configuration), &Effort::default());
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
    fn a_file_is_checked_until_there_are_enough_findings() {
        let game = "[White \"a\"]\n\n1. e4 e5 *\n\n";
        let text = game.repeat(3 * AT_ONCE / game.len());
        let linters = Linters::new(RULES, Configuration::new(Level::Hint));
        let checker = Language::Pgn.checker(&text, FileFacts::default(), &linters, &Effort::default());
        let some = Language::Pgn.check_beginning(&text, checker.as_ref(), |findings| findings.len() > 10);
        assert!((AT_ONCE..2 * AT_ONCE).contains(&some.end) && text[some.end..].starts_with(game));
        assert!(some.findings.iter().all(|located| located.finding.range.end <= some.end));
        let all = Language::Pgn.check_beginning(&text, checker.as_ref(), |_| false);
        assert!(all.end == text.len() && all.findings.len() >= text.len() / game.len());
    }

    #[test]
    fn the_name_and_the_mark_of_a_file_are_known() {
        assert_eq!(found("file-name", "1. e4 *", Some("a.txt")), [("file-name", 1)]);
        assert_eq!(found("file-name", "1. e4 *", None), []);
        assert_eq!(found("byte-order-mark", "1. e4 *", None), [("byte-order-mark", 1)]);
        assert_eq!(found("byte-order-mark", "", None), [("byte-order-mark", 1)]);
    }

    #[test]
    fn the_name_tells_the_language_unless_one_is_requested() {
        let of = |path: &str, requested| Language::of(Path::new(path), requested);
        let named = |name: &str| Language::Records(RecordKind::of_name(Some(name)));
        assert_eq!(of("a/b.PGN.zst", None), Language::Pgn);
        assert_eq!(of("a/b.EPD", None), named("b.epd"));
        assert_eq!(of("a/atomic-book.fen.gz", None), named("atomic-book.fen"));
        assert_eq!(of("a/b.txt", None), Language::Pgn);
        assert_eq!(of("atomic.txt", Some(LanguageName::Epd)), named("atomic.epd"));
        assert_eq!(of("a.epd", Some(LanguageName::Pgn)), Language::Pgn);
        assert_eq!(of("<stdin>", Some(LanguageName::Fen)), named("x.fen"));
    }
}
