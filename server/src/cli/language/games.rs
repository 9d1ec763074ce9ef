//! What the commands do with games.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use scoresheet_collection::text_game::TextGames;
use scoresheet_grammar::{Event, GAMES_PER_CALL, GameView, NodeKind, Parser, TokenKind, Tree, is_certain_start};
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::{DigestedGame, FileFacts, GameDigest, Source};
use scoresheet_lint::finding::Finding;
use scoresheet_lint::findings::Crowd;
use scoresheet_lint::linter::{CheckedGame, Linter, Unexplained};
use scoresheet_lint::suppression::FileAllowances;

use super::checker::{CheckedPiece, Checker, FileText, Joined, Needed};
use crate::cli::findings::{Hash, LocatedFinding, MOST_IN_FILE, Place};

/// The tags that name a game. The result is not one of them, because it gets corrected.
const NAMES: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "FEN"];
/// How many moves of the main line identify a game: more than an opening has, fewer than are edited often.
const FIRST_MOVES: usize = 24;

thread_local! {
    /// The trees of the last piece, to reuse their memory.
    static TREES: Cell<Option<Box<[Tree; GAMES_PER_CALL]>>> = const { Cell::new(None) };
}

/// Larger trees are not reused: few games need them.
const MOST_KEPT: usize = 64 << 10;

/// How many findings games may have, in a stretch of a text that cannot be cut, until those that follow are not explained and are counted
/// rather than listed. A text has one if it hardly reads; other texts can be cut at nearly every game.
const MOST_IN_STRETCH: usize = MOST_IN_FILE;

/// Asks the rules about games.
pub(super) struct GamesChecker<'a> {
    linter: Arc<Linter>,
    allowances: FileAllowances,
    facts: FileFacts<'a>,
    effort: Effort,
}

/// A game of a piece that does not read.
struct BrokenGame {
    /// The piece and the game in it, counted from 0.
    piece: usize,
    index: usize,
    /// Half-open byte offsets in the text of all pieces.
    range: Range<usize>,
    found: Found,
}

/// What is found in a game that does not read.
enum Found {
    Unexplained(Unexplained),
    Explained(CheckedGame),
}

impl Default for Found {
    fn default() -> Found {
        Found::Explained(CheckedGame::default())
    }
}

/// Games without a place between them where the text may be cut.
struct Stretch {
    findings: usize,
    crowd: Crowd<Place>,
}

impl Default for Stretch {
    fn default() -> Stretch {
        Stretch { findings: 0, crowd: Crowd::new(MOST_IN_STRETCH) }
    }
}

impl Stretch {
    fn is_full(&self) -> bool {
        self.findings > MOST_IN_STRETCH
    }

    /// Counts a finding. Returns whether it is listed.
    fn admits(&mut self, located: &LocatedFinding) -> bool {
        self.findings += 1;
        self.crowd.admits(&located.finding, || located.place())
    }

    /// Adds what was only counted, and starts anew.
    fn end(&mut self, findings: &mut Vec<LocatedFinding>) {
        if self.findings > 0 {
            let Stretch { crowd, .. } = std::mem::take(self);
            let listed = findings.len();
            findings.extend(crowd.rest("these games").map(|(place, rest)| place.of(rest)));
            if findings.len() > listed {
                findings.sort_by_key(|located| located.game);
            }
        }
    }
}

impl<'a> GamesChecker<'a> {
    /// The check of a file that begins with `text`.
    pub(super) fn new(text: &str, facts: FileFacts<'a>, linter: Arc<Linter>, effort: &Effort) -> GamesChecker<'a> {
        let allowances = linter.file_allowances(text);
        GamesChecker { linter, allowances, facts, effort: effort.clone() }
    }

    /// Explains a game that does not read, is a text of its own and begins at byte `start` of the file.
    fn explain_game(&self, text: &str, start: usize, found: &mut Found) {
        if let Found::Unexplained(unexplained) = std::mem::take(found) {
            let mut tree = Tree::default();
            Parser::new(text).next_game(&mut tree);
            let game = GameView { text, tree: &tree };
            *found =
                Found::Explained(self.linter.explain(game, start == 0, &self.allowances, unexplained, &self.effort));
        }
    }
}

impl Checker for GamesChecker<'_> {
    fn check_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut parser = Parser::new(piece);
        let mut trees = TREES.take().unwrap_or_default();
        let mut checked = CheckedPiece::default();
        let mut stretch = Stretch::default();
        loop {
            let games = parser.next_games(&mut trees);
            for (range, tree) in games.iter().zip(trees.iter()) {
                if is_certain_start(piece, range.start) {
                    stretch.end(&mut checked.findings);
                }
                let (game, start) = (checked.digests.len() + 1, start + range.start);
                let view = GameView { text: &piece[range.clone()], tree };
                let found = match self.linter.check_unexplained(view, start == 0, &self.allowances) {
                    Ok(found) => found,
                    Err(unexplained) if stretch.is_full() => {
                        self.effort.cut();
                        unexplained.found
                    }
                    Err(unexplained) => {
                        stretch.findings += unexplained.found.findings.len();
                        checked.unexplained.push((game - 1, unexplained));
                        checked.digests.push(DigestedGame { start, digest: GameDigest::default() });
                        continue;
                    }
                };
                checked.used = checked.used | found.used;
                let located = |finding: Finding| LocatedFinding::new(game, start, finding.shifted(start));
                let listed = found.findings.into_iter().map(located).filter(|located| stretch.admits(located));
                checked.findings.extend(listed);
                checked.digests.push(DigestedGame { start, digest: found.digest });
            }
            if games.len() < GAMES_PER_CALL {
                trees.iter_mut().filter(|tree| tree.heap_size() > MOST_KEPT).for_each(|tree| *tree = Tree::default());
                TREES.set(Some(trees));
                stretch.end(&mut checked.findings);
                return checked;
            }
        }
    }

    fn explain(&self, text: &str, start: usize, pieces: &mut [(Range<usize>, CheckedPiece)]) {
        let mut broken: Vec<BrokenGame> = Vec::new();
        for (number, (range, piece)) in pieces.iter_mut().enumerate() {
            for (index, found) in std::mem::take(&mut piece.unexplained) {
                let begin = |index: usize| piece.digests.get(index).map_or(range.end, |game| game.start - start);
                let range = begin(index)..begin(index + 1);
                broken.push(BrokenGame { piece: number, index, range, found: Found::Unexplained(found) });
            }
        }
        let mut left = broken.as_mut_slice();
        while !left.is_empty() {
            let granted = self.effort.side_by_side(left.iter().map(|game| game.range.len()));
            if granted == 0 {
                self.effort.exhaust();
                break;
            }
            let (some, later) = left.split_at_mut(granted);
            let explain = |game: &mut BrokenGame| {
                self.explain_game(&text[game.range.clone()], start + game.range.start, &mut game.found);
            };
            // One game alone needs no other thread.
            match some {
                [game] => explain(game),
                games => games.par_iter_mut().for_each(explain),
            }
            left = later;
        }
        let mut changed = vec![false; pieces.len()];
        for BrokenGame { piece: number, index, range, found } in broken {
            let (Found::Explained(found) | Found::Unexplained(Unexplained { found, .. })) = found;
            let (_, piece) = &mut pieces[number];
            piece.used = piece.used | found.used;
            piece.digests[index].digest = found.digest;
            let start = start + range.start;
            let located = |finding: Finding| LocatedFinding::new(index + 1, start, finding.shifted(start));
            piece.findings.extend(found.findings.into_iter().map(located));
            changed[number] = true;
        }
        for ((_, piece), _) in pieces.iter_mut().zip(changed).filter(|(_, changed)| *changed) {
            piece.findings.sort_by_key(|located| located.game);
        }
    }

    fn digest_piece(&self, piece: &str, start: usize) -> CheckedPiece {
        let mut checked = CheckedPiece::default();
        let mut games = TextGames::new(piece);
        while let Some(mut game) = games.next() {
            let plain = game.plain_tags().and_then(|tags| GameDigest::of_plain_game(game.text(), tags));
            let digest = plain.unwrap_or_else(|| self.linter.digest(game.view()));
            checked.digests.push(DigestedGame { start: start + game.range.start, digest });
        }
        checked
    }

    fn needed(&self) -> Needed {
        match (self.allowances.is_empty(), self.linter.has_file_rules()) {
            // Whether they are used depends on what is found.
            (false, _) => Needed::Findings,
            (true, true) => Needed::Digests,
            (true, false) => Needed::Places,
        }
    }

    fn check_file(&self, joined: &Joined, text: FileText) -> Vec<Finding> {
        let text_of = |index: usize| (text.read)(joined.game(index, text.length));
        self.linter.check_file(self.facts, &joined.digests, Source::Texts(&text_of), &self.allowances, joined.used)
    }
}

/// The games of a text, which is a whole file or a piece of one that can be read independently.
pub(super) fn units(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut games = TextGames::new(text);
    std::iter::from_fn(move || games.next().map(|game| game.range))
}

/// How a game is recognised: a hash of the tags that name it, and one of its first moves.
pub(super) fn identity(text: &str) -> (u64, u64) {
    let (mut names, mut moves) = (Hash::default(), Hash::default());
    let mut tree = Tree::default();
    let Some(range) = Parser::new(text).next_game(&mut tree) else { return (names.0, moves.0) };
    let game = GameView { text: &text[range], tree: &tree };
    for tag in game.tags().iter().filter(|tag| NAMES.contains(&tag.name)) {
        names.add(tag.name);
        names.add(tag.value().trim());
    }
    let (mut depth, mut count) = (0, 0);
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(TokenKind::San) if depth == 0 => {
                moves.add(&game.text[range]);
                count += 1;
            }
            _ => {}
        }
        if count == FIRST_MOVES {
            break;
        }
    }
    (names.0, moves.0)
}
