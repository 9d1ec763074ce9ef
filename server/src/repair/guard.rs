//! Which fixes may be applied together: fixes that are safe one by one may change a text together. A restored bracket
//! may change the meaning of what another fix repaired.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_chess::duplicates::{Criteria, GameDigest};
use scoresheet_chess::meaning::meaning;
use scoresheet_chess::readable_moves::readable_moves;
use scoresheet_grammar::{GameView, Parser, Tree, is_certain_start, split};
use scoresheet_lint::finding::{Edit, Finding, Fix, Level};
use scoresheet_lint::rule::KnownRules;

use super::edits::apply;
use super::work::{Judge, Work};

/// Texts are read in parallel in pieces of about this many bytes.
const PIECE: usize = 128 << 10;

/// A text after some fixes.
pub(super) struct Round<F> {
    /// The new text.
    pub(super) text: String,
    /// The number of applied fixes, at least one.
    pub(super) count: usize,
    /// The findings of the new text.
    pub(super) remaining: Vec<F>,
}

/// Decides which fixes are applied.
#[derive(Clone, Copy)]
pub struct Guard {
    /// The parts of a text that can be judged independently, in order and without gaps: small ones, and the larger ones that they form where
    /// fixes in one of them may change how the next one is read.
    parts: fn(&str) -> Vec<Vec<Range<usize>>>,
    /// Whether two texts say the same.
    is_same: fn(&str, &str, &KnownGames) -> bool,
    /// Whether the second text has all the moves that could be read in the first one.
    keeps_moves: fn(&str, &str, &KnownGames) -> bool,
    /// Whether the new text may have more faults.
    may_add_faults: bool,
    /// The rules that findings may be of.
    rules: KnownRules,
}

impl Guard {
    /// Fixes must not change the moves, comments and variations of any game, nor leave more faults: these would mostly
    /// come from losing the evidence for a slip. `rules` are those that findings may be of.
    pub const fn of_games(rules: KnownRules) -> Guard {
        let is_same = games_say_the_same;
        Guard { parts: games_and_stretches, is_same, keeps_moves: moves_are_kept, may_add_faults: false, rules }
    }

    /// Accepts all fixes: those of records do not depend on each other.
    pub const NONE: Guard = Guard {
        parts: |_| Vec::new(),
        is_same: |_, _, _| true,
        keeps_moves: |_, _, _| true,
        may_add_faults: true,
        rules: &[],
    };

    /// The guard of unsafe fixes: they may change what a text says, but leave all moves that could be read.
    pub(super) fn of_unsafe_fixes(self) -> Guard {
        Guard { is_same: self.keeps_moves, may_add_faults: true, ..self }
    }

    /// Applies those of `fixes`, whose edits do not touch each other, that together keep what `text` says and leave no
    /// more faults than its `findings`; `check` returns the findings of another text. None if there are no such fixes.
    /// Linear in the text if all are applied; otherwise the parts with fixes are read or checked several times, and
    /// the text a few times more, within what is left of `work`.
    pub(super) fn apply<F: Borrow<Finding> + Send>(
        self,
        text: &str,
        fixes: &[&Fix],
        findings: &[F],
        check: impl Fn(&str) -> Vec<F> + Sync,
        work: &Work,
    ) -> Option<Round<F>> {
        let known = KnownGames::default();
        let is_same = |part| {
            let known = &known;
            move |fixed: &str| (self.is_same)(part, fixed, known)
        };
        let kept = self.keeping(text, fixes, (Judge::Reader, work), is_same);
        let round = round(text, &kept, &check, work)?;
        let faults = |findings: &[F]| Faults::of(findings, self.rules);
        if self.may_add_faults || !faults(&round.remaining).are_more_than(&faults(findings)) {
            return Some(round);
        }
        let adds_none = |part| {
            let before = Faults::of(&check(part), self.rules);
            let check = &check;
            move |fixed: &str| !Faults::of(&check(fixed), self.rules).are_more_than(&before)
        };
        self::round(text, &self.keeping(text, &kept, (Judge::Checker, work), adds_none), &check, work)
    }

    /// Those of `fixes`, in their order, after which the parts of `text`, and then the whole, are accepted. `accept`
    /// gets such a text before fixes, and returns what accepts it after fixes.
    fn keeping<'text, 'fix, IsKept: Fn(&str) -> bool>(
        self,
        text: &'text str,
        fixes: &[&'fix Fix],
        (mut judge, work): (Judge, &Work),
        accept: impl Fn(&'text str) -> IsKept + Sync,
    ) -> Vec<&'fix Fix> {
        let mut kept: Vec<usize> = (0..fixes.len()).collect();
        let mut judged: Vec<Range<usize>> = Vec::new();
        for parts in (self.parts)(text).into_iter().chain([std::iter::once(0..text.len()).collect()]) {
            let groups = grouped(fixes, &kept, &parts);
            let is_new = |part: &Range<usize>| {
                let same = judged.binary_search_by_key(&part.start, |judged| judged.start);
                same.is_err() || same.is_ok_and(|index| judged[index] != *part)
            };
            let new = groups.iter().filter_map(|(part, _)| part.clone()).filter(is_new);
            let most = work.tries(judge, new.map(|part| part.len()).sum());
            let in_group = |(part, indices): (Option<Range<usize>>, Vec<usize>)| {
                // Fixes across parts are judged with all others.
                let Some(part) = part.filter(is_new) else { return indices };
                let (text, start) = (&text[part.clone()], part.start);
                let moved: Vec<Fix> = indices.iter().map(|index| in_part(fixes[*index], start)).collect();
                let halves = Halves { text, fixes: &moved, most, judge, work };
                halves.kept(accept(text)).into_iter().map(|index| indices[index]).collect()
            };
            kept = groups.into_par_iter().flat_map_iter(in_group).collect();
            judged = parts;
            judge = judge.of_larger_parts();
        }
        kept.sort_unstable();
        kept.into_iter().map(|index| fixes[index]).collect()
    }
}

/// Some of `fixes`, given by their indices, by the part that they are in; those that are in several have none.
fn grouped(fixes: &[&Fix], some: &[usize], parts: &[Range<usize>]) -> Vec<(Option<Range<usize>>, Vec<usize>)> {
    let part_of = |index: usize| {
        let part = |offset: usize| parts.partition_point(|part| part.start <= offset).checked_sub(1);
        let mut places = fixes[index].edits.iter().flat_map(|edit| [part(edit.range.start), part(edit.range.end)]);
        let first = places.next()?;
        first.filter(|_| places.all(|place| place == first))
    };
    let mut placed: Vec<(Option<usize>, usize)> = some.iter().map(|index| (part_of(*index), *index)).collect();
    placed.sort_unstable();
    let groups = placed.chunk_by(|one, other| one.0 == other.0);
    let group = |group: &[(Option<usize>, usize)]| {
        (group[0].0.map(|part| parts[part].clone()), group.iter().map(|(_, index)| *index).collect())
    };
    groups.map(group).collect()
}

/// A text after some fixes; none without fixes.
fn round<F: Borrow<Finding>>(
    text: &str,
    fixes: &[&Fix],
    check: impl Fn(&str) -> Vec<F>,
    work: &Work,
) -> Option<Round<F>> {
    let text = (!fixes.is_empty()).then(|| apply(text, fixes))?;
    let remaining = check(&text);
    work.spend_on_check(text.len(), &remaining);
    Some(Round { remaining, text, count: fixes.len() })
}

/// The number of faults of a text.
#[derive(Default)]
struct Faults {
    /// Those about reading, whatever their rule: after a fix, the same slip may be reported by a better rule.
    unreadable: usize,
    /// All others, by rule.
    others: BTreeMap<&'static str, usize>,
}

impl Faults {
    /// Findings below a warning, by their own level or that of their rule, do not count: a fix may make a long line longer.
    fn of<F: Borrow<Finding>>(findings: &[F], rules: KnownRules) -> Faults {
        let mut faults = Faults::default();
        let findings = findings.iter().map(|finding| finding.borrow());
        for finding in findings.filter(|finding| finding.level >= Level::Warning) {
            *faults.others.entry(finding.rule.name).or_default() += 1;
        }
        faults.others.retain(|name, count| {
            let rule = rules.iter().find(|rule| rule.name == *name);
            let is_about_reading = rule.is_some_and(|rule| rule.is_about_reading());
            let is_fault = rule.is_none_or(|rule| rule.level >= Level::Warning);
            faults.unreadable += if is_about_reading && is_fault { *count } else { 0 };
            is_fault && !is_about_reading
        });
        faults
    }

    /// Whether anything occurs more often than `before`. Text that has become readable may have faults of its own: as
    /// many of each rule as slips were repaired.
    fn are_more_than(&self, before: &Faults) -> bool {
        let mended = before.unreadable.saturating_sub(self.unreadable);
        let are_more = |(rule, count): (&&str, &usize)| *count > before.others.get(*rule).unwrap_or(&0) + mended;
        self.unreadable > before.unreadable || self.others.iter().any(are_more)
    }
}

/// The search for the fixes of a part that are accepted together.
struct Halves<'a> {
    text: &'a str,
    fixes: &'a [Fix],
    /// How many combinations may be tried.
    most: usize,
    judge: Judge,
    work: &'a Work,
}

impl Halves<'_> {
    /// The indices of those fixes after which `is_kept` accepts the text: all at once if possible, otherwise found by bisection. With
    /// most of the tries, large parts come before small ones: nearly all can be kept beside one bad fix. With the last quarter, the small ones
    /// come first: something can be kept among many bad ones.
    fn kept(&self, is_kept: impl Fn(&str) -> bool) -> Vec<usize> {
        let mut kept = Vec::new();
        let mut untried: VecDeque<Vec<usize>> = VecDeque::from([(0..self.fixes.len()).collect()]);
        for number in 0..self.most {
            let is_broad = number < self.most - self.most / 4;
            let next = if is_broad { untried.pop_front() } else { untried.pop_back() };
            let Some(mut some) = next else { return kept };
            let with_them = [&kept[..], &some[..]].concat();
            let chosen: Vec<&Fix> = with_them.iter().map(|index| &self.fixes[*index]).collect();
            self.work.spend_on_try(self.judge, self.text.len());
            if is_kept(&apply(self.text, &chosen)) {
                kept = with_them;
            } else if some.len() > 1 {
                let later = some.split_off(some.len() / 2);
                untried.extend(if is_broad { [some, later] } else { [later, some] });
            }
        }
        if !untried.is_empty() {
            self.work.had_tries(self.most);
        }
        kept
    }
}

/// A fix with its edits relative to byte `start`.
fn in_part(fix: &Fix, start: usize) -> Fix {
    let moved = |edit: &Edit| Edit::replace(edit.range.start - start..edit.range.end - start, edit.text.clone());
    Fix { edits: fix.edits.iter().map(moved).collect(), ..fix.clone() }
}

/// The ranges of the games of a text.
fn games(text: &str) -> Vec<Range<usize>> {
    let of_piece = |piece: Range<usize>| {
        let mut parser = Parser::new(&text[piece.clone()]);
        let mut tree = Tree::default();
        std::iter::from_fn(move || parser.next_game(&mut tree))
            .map(move |range| piece.start + range.start..piece.start + range.end)
    };
    split(text, PIECE).into_par_iter().flat_map_iter(of_piece).collect()
}

/// The games of a text, and the stretches of several games between places where a game certainly begins.
fn games_and_stretches(text: &str) -> Vec<Vec<Range<usize>>> {
    let games = games(text);
    let stretches = games.chunk_by(|_, next| !is_certain_start(text, next.start));
    let stretches = stretches.map(|games| games[0].start..games[games.len() - 1].end).collect();
    vec![games, stretches]
}

/// Whether the games of two texts say the same, ignoring empty games. Reads both texts; replays only games that
/// differ, if there are as many in both.
fn games_say_the_same(one: &str, other: &str, _: &KnownGames) -> bool {
    let texts = |text| games(text).into_iter().map(move |range: Range<usize>| &text[range]).collect::<Vec<&str>>();
    let (games, others) = (texts(one), texts(other));
    let is_same = |(game, other): (&&str, &&str)| game == other || meaning_of(game) == meaning_of(other);
    if games.len() == others.len() && games.par_iter().zip(&others).all(is_same) {
        return true;
    }
    let said = |games: &[&str]| games.par_iter().filter_map(|game| meaning_of(game)).collect::<Vec<_>>();
    said(&games) == said(&others)
}

fn meaning_of(game: &str) -> Option<u64> {
    read(game, meaning).flatten()
}

/// Whether as many moves can be read in the second text as in the first one, but for those of whole games that were deleted although another
/// game has the same main line and no fewer moves. Reads both, and replays the games that are not known.
fn moves_are_kept(one: &str, other: &str, known: &KnownGames) -> bool {
    if one == other {
        return true;
    }
    let (before, after) = (known.moves(one), known.moves(other));
    let count = |games: &[MovesOfGame]| games.iter().map(|game| game.moves).sum::<usize>();
    let (many, left) = (count(&before), count(&after));
    let deleted = before.len().saturating_sub(after.len());
    if many <= left || deleted == 0 {
        return many <= left;
    }
    // The games of each main line that there are no longer, and the most moves of one that is still there.
    let mut lines: HashMap<u64, (isize, usize)> = HashMap::new();
    for game in &after {
        let (missing, most) = lines.entry(game.line).or_default();
        *missing -= 1;
        *most = game.moves.max(*most);
    }
    for game in &before {
        lines.entry(game.line).or_default().0 += 1;
    }
    let (mut repeated, mut moves) = (0, 0);
    for game in &before {
        let Some((missing @ 1.., most)) = lines.get_mut(&game.line) else { continue };
        if game.moves <= *most {
            *missing -= 1;
            repeated += 1;
            moves += game.moves;
        }
    }
    repeated <= deleted && many - moves <= left
}

/// The moves of a game.
#[derive(Clone, Copy)]
struct MovesOfGame {
    /// A hash of the main line.
    line: u64,
    /// How many moves can be read, with those of variations.
    moves: usize,
}

/// The moves of games that were read before, by hashes of their texts: most games are the same in all combinations of fixes.
#[derive(Default)]
struct KnownGames {
    hasher: RandomState,
    games: Mutex<HashMap<u64, MovesOfGame>>,
}

impl KnownGames {
    /// Those of each game of a text.
    fn moves(&self, text: &str) -> Vec<MovesOfGame> {
        games(text).into_par_iter().filter_map(|range| self.moves_of_game(&text[range])).collect()
    }

    fn moves_of_game(&self, game: &str) -> Option<MovesOfGame> {
        let hash = self.hasher.hash_one(game);
        let games = || self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = games().get(&hash) {
            return Some(*known);
        }
        let of = |game: GameView| {
            let line = GameDigest::of(game).bucket(&Criteria::default());
            MovesOfGame { line, moves: readable_moves(game) }
        };
        let moves = read(game, of)?;
        games().insert(hash, moves);
        Some(moves)
    }
}

/// What `of` says of a game; nothing if the text is none.
fn read<T>(game: &str, of: impl Fn(GameView) -> T) -> Option<T> {
    let mut tree = Tree::default();
    let range = Parser::new(game).next_game(&mut tree)?;
    Some(of(GameView { text: &game[range], tree: &tree }))
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::rules::RULES;

    use super::*;

    fn write_x(place: usize) -> Fix {
        Fix::safe("Write x", vec![Edit::replace(place..place + 1, "x")])
    }

    fn kept(guard: Guard, text: &str, fixes: &[Fix]) -> Vec<usize> {
        let fixes: Vec<&Fix> = fixes.iter().collect();
        let work = Work::on(text.len());
        let known = KnownGames::default();
        let is_same = |part| {
            let known = &known;
            move |fixed: &str| (guard.is_same)(part, fixed, known)
        };
        let kept = guard.keeping(text, &fixes, (Judge::Reader, &work), is_same);
        let place = |fix: &&Fix| fixes.iter().position(|other| std::ptr::eq(*other, *fix)).unwrap();
        kept.iter().map(place).collect()
    }

    #[test]
    fn those_that_change_something_are_found_among_others() {
        let is_same = |one: &str, other: &str, _: &KnownGames| one.match_indices('c').eq(other.match_indices('c'));
        let guard = Guard { is_same, ..Guard::NONE };
        let fixes: Vec<Fix> = (0..26).step_by(2).map(write_x).collect();
        assert_eq!(kept(guard, "a-b-c-d-e-f-g-a-b-c-d-e-f-", &fixes), [0, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    }

    fn lines(text: &str) -> Vec<Vec<Range<usize>>> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).collect();
        vec![std::iter::once(0).chain(ends.clone()).zip(ends).map(|(start, end)| start..end).collect()]
    }

    #[test]
    fn parts_are_judged_by_themselves() {
        // Too many to be found by bisection of the whole text.
        let is_same = |one: &str, other: &str, _: &KnownGames| one.matches('c').count() == other.matches('c').count();
        let guard = Guard { parts: lines, is_same, ..Guard::NONE };
        let text = "a c\n".repeat(300);
        let fixes: Vec<Fix> = (0..600).map(|index| write_x(index * 2)).collect();
        assert_eq!(kept(guard, &text, &fixes), (0..600).step_by(2).collect::<Vec<_>>());
        let over_all = Fix::safe("Write a", vec![Edit::replace(0..1, "A"), Edit::replace(1196..1197, "A")]);
        assert_eq!(kept(guard, &text, &[write_x(2), over_all]), [1]);
    }

    #[test]
    fn what_a_guess_rests_on_is_left_alone() {
        let illegal = RULES.iter().find(|rule| rule.name == "illegal-move").unwrap();
        let check = |text: &str| match text.contains('c') {
            true => Vec::new(),
            false => vec![illegal.finding(0..1, "without c it does not read")],
        };
        let fixes: Vec<Fix> = (0..8).step_by(2).map(write_x).collect();
        let fixes: Vec<&Fix> = fixes.iter().collect();
        let fixed = |guard: Guard, fixes: &[&Fix]| {
            let round = guard.apply("a-b-c-d-", fixes, &[], check, &Work::on(8));
            round.map(|round| (round.text, round.count, round.remaining.len()))
        };
        let guard = Guard { may_add_faults: false, rules: RULES, ..Guard::NONE };
        assert_eq!(fixed(guard, &fixes), Some(("x-x-c-x-".to_owned(), 3, 0)));
        assert_eq!(fixed(guard, &fixes[2..3]), None);
        assert_eq!(fixed(Guard::NONE, &fixes), Some(("x-x-x-x-".to_owned(), 4, 1)));
    }

    #[test]
    fn many_guesses_keep_nobody_from_repairing_the_rest() {
        let illegal = RULES.iter().find(|rule| rule.name == "illegal-move").unwrap();
        let finding = |_: &str| illegal.finding(0..1, "without c it does not read");
        let check = |text: &str| text.lines().filter(|line| !line.contains('c')).map(finding).collect::<Vec<_>>();
        let fixes: Vec<Fix> = (0..800).step_by(2).map(write_x).collect();
        let guard = Guard { parts: lines, may_add_faults: false, rules: RULES, ..Guard::NONE };
        let fixes: Vec<&Fix> = fixes.iter().collect();
        let round = guard.apply(&"c-a\n".repeat(200), &fixes, &[], check, &Work::on(800)).unwrap();
        assert_eq!((round.text, round.count), ("c-x\n".repeat(200), 200));
    }

    #[test]
    fn few_tries_find_most_of_what_can_be_kept() {
        let fixes: Vec<Fix> = (0..1000).map(write_x).collect();
        let kept = |text: &str, most: usize| {
            let work = Work::on(text.len());
            let halves = Halves { text, fixes: &fixes, most, judge: Judge::Reader, work: &work };
            let bad = text.matches('c').count();
            halves.kept(|fixed| fixed.matches('c').count() == bad).len()
        };
        let one_bad = |place: usize| format!("{}c{}", "a".repeat(place), "a".repeat(999 - place));
        for place in [0, 500, 999] {
            assert_eq!(kept(&one_bad(place), 24), 999, "{place}");
            assert!(kept(&one_bad(place), 12) > 900, "{place}");
        }
        assert!(kept(&"ca".repeat(500), 60) > 0);
        assert_eq!(kept(&"a".repeat(1000), 1), 1000);
    }

    #[test]
    fn a_game_may_go_if_another_one_has_its_moves() {
        let game = |moves: &str| format!("[Event \"a\"]\n\n{moves} *\n\n");
        let (plain, annotated) = (game("1. e4 e5 2. Nf3"), game("1. e4 e5 {x} (1... c5 2. c3) 2. Nf3"));
        let (other, shorter) = (game("1. d4"), game("1. e4 e5"));
        let is_kept =
            |one: &[&str], rest: &[&str]| moves_are_kept(&one.concat(), &rest.concat(), &KnownGames::default());
        assert!(is_kept(&[&plain, &other, &plain], &[&plain, &other]));
        assert!(is_kept(&[&plain, &annotated], &[&annotated]));
        assert!(!is_kept(&[&plain, &annotated], &[&plain]));
        assert!(!is_kept(&[&plain, &other], &[&plain]));
        // A move was lost, not a game.
        assert!(!is_kept(&[&plain, &plain], &[&plain, &shorter]));
    }

    #[test]
    fn games_that_say_nothing_do_not_count() {
        let is_same = |one: &str, other: &str| games_say_the_same(one, other, &KnownGames::default());
        let game = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
        assert!(is_same(&game.repeat(3), &game.replace("1. e4", "1.e4").repeat(3)));
        assert!(is_same(&format!("{game}[Event \"b\"]\n\n*\n\n{game}"), &game.repeat(2)));
        assert!(!is_same(&game.repeat(2), &game.repeat(3)));
        assert!(!is_same(&game.repeat(2), &format!("{game}{}", game.replace("e5", "e6"))));
    }
}
