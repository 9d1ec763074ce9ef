//! Which fixes may be applied together: fixes that are safe one by one may change a text together. A restored bracket
//! may change the meaning of what another fix repaired.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use rayon::prelude::*;
use scoresheet_chess::duplicates::{Criteria, GameDigest};
use scoresheet_chess::meaning::meaning;
use scoresheet_chess::readable_moves::readable_moves;
use scoresheet_grammar::{GameView, Parser, Tree, split};
use scoresheet_lint::finding::{Edit, Finding, Fix, Level};
use scoresheet_lint::rule::KnownRules;

use super::edits::apply;

/// How many combinations of fixes may fail, in a part of a text and at last in all of it, before the search for the
/// bad ones ends: enough to find one among thousands, or some among dozens. The fixes that are untried by then are
/// left out.
const MOST_TRIALS: usize = 30;

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
    /// The parts of a text that can be judged independently, in order and without gaps.
    parts: fn(&str) -> Vec<Range<usize>>,
    /// Whether two texts say the same.
    is_same: fn(&str, &str) -> bool,
    /// Whether the second text has all the moves that could be read in the first one.
    keeps_moves: fn(&str, &str) -> bool,
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
        Guard { parts: games, is_same, keeps_moves: moves_are_kept, may_add_faults: false, rules }
    }

    /// Accepts all fixes: those of records do not depend on each other.
    pub const NONE: Guard = Guard {
        parts: |_| Vec::new(),
        is_same: |_, _| true,
        keeps_moves: |_, _| true,
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
    /// the text a few times more.
    pub(super) fn apply<F: Borrow<Finding> + Send>(
        self,
        text: &str,
        fixes: &[&Fix],
        findings: &[F],
        check: impl Fn(&str) -> Vec<F> + Sync,
    ) -> Option<Round<F>> {
        let kept = self.keeping(text, fixes, |part| move |fixed: &str| (self.is_same)(part, fixed));
        let round = round(text, &kept, &check)?;
        let faults = |findings: &[F]| Faults::of(findings, self.rules);
        if self.may_add_faults || !faults(&round.remaining).are_more_than(&faults(findings)) {
            return Some(round);
        }
        let adds_none = |part| {
            let before = Faults::of(&check(part), self.rules);
            let check = &check;
            move |fixed: &str| !Faults::of(&check(fixed), self.rules).are_more_than(&before)
        };
        self::round(text, &self.keeping(text, &kept, adds_none), &check)
    }

    /// Those of `fixes`, in their order, after which the parts of `text`, and then the whole, are accepted. `judge`
    /// gets such a text before fixes, and returns what accepts it after fixes.
    fn keeping<'text, 'fix, IsKept: Fn(&str) -> bool>(
        self,
        text: &'text str,
        fixes: &[&'fix Fix],
        judge: impl Fn(&'text str) -> IsKept + Sync,
    ) -> Vec<&'fix Fix> {
        let parts = (self.parts)(text);
        let of_part = |index: usize| {
            let place = |offset: usize| parts.partition_point(|part| part.start <= offset);
            let mut places =
                fixes[index].edits.iter().flat_map(|edit| [place(edit.range.start), place(edit.range.end)]);
            let first = places.next();
            first.filter(|first| places.all(|place| place == *first))
        };
        let mut grouped: Vec<(Option<usize>, usize)> = (0..fixes.len()).map(|index| (of_part(index), index)).collect();
        grouped.sort_unstable();
        let groups: Vec<&[(Option<usize>, usize)]> = grouped.chunk_by(|one, other| one.0 == other.0).collect();
        let of_group = |group: &&[(Option<usize>, usize)]| {
            let indices: Vec<usize> = group.iter().map(|(_, index)| *index).collect();
            // Fixes across parts are judged with all others.
            let Some(part) = group[0].0.and_then(|place| parts.get(place.checked_sub(1)?)) else { return indices };
            let (text, start) = (&text[part.clone()], part.start);
            let moved: Vec<Fix> = indices.iter().map(|index| in_part(fixes[*index], start)).collect();
            let kept = halve(text, (0..moved.len()).collect(), |index| &moved[index], judge(text));
            kept.into_iter().map(|index| indices[index]).collect()
        };
        let kept: Vec<usize> = groups.par_iter().flat_map_iter(of_group).collect();
        let mut kept = halve(text, kept, |index| fixes[index], judge(text));
        kept.sort_unstable();
        kept.into_iter().map(|index| fixes[index]).collect()
    }
}

/// A text after some fixes; none without fixes.
fn round<F>(text: &str, fixes: &[&Fix], check: impl Fn(&str) -> Vec<F>) -> Option<Round<F>> {
    let text = (!fixes.is_empty()).then(|| apply(text, fixes))?;
    Some(Round { remaining: check(&text), text, count: fixes.len() })
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

/// Those of `fixes`, given as indices for `fix`, after which `is_kept` accepts the text: all at once if possible,
/// otherwise found by bisection.
fn halve<'fix>(
    text: &str,
    fixes: Vec<usize>,
    fix: impl Fn(usize) -> &'fix Fix,
    is_kept: impl Fn(&str) -> bool,
) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut untried = vec![fixes];
    let mut trials = 0;
    while let Some(mut some) = untried.pop() {
        let with_them = [&kept[..], &some[..]].concat();
        let chosen: Vec<&Fix> = with_them.iter().map(|index| fix(*index)).collect();
        if is_kept(&apply(text, &chosen)) {
            kept = with_them;
            continue;
        }
        trials += 1;
        if trials > MOST_TRIALS {
            break;
        }
        if some.len() > 1 {
            untried.push(some.split_off(some.len() / 2));
            untried.push(some);
        }
    }
    kept
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

/// Whether the games of two texts say the same, ignoring empty games. Reads both texts; replays only games that
/// differ, if there are as many in both.
fn games_say_the_same(one: &str, other: &str) -> bool {
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
/// game has the same main line and no fewer moves. Reads and replays both.
fn moves_are_kept(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (before, after) = (moves_of_games(one), moves_of_games(other));
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
struct MovesOfGame {
    /// A hash of the main line.
    line: u64,
    /// How many moves can be read, with those of variations.
    moves: usize,
}

fn moves_of_games(text: &str) -> Vec<MovesOfGame> {
    let of_game = |range: Range<usize>| {
        let of = |game: GameView| {
            let line = GameDigest::of(game).bucket(&Criteria::default());
            MovesOfGame { line, moves: readable_moves(game) }
        };
        read(&text[range], of)
    };
    games(text).into_par_iter().filter_map(of_game).collect()
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
        let kept = guard.keeping(text, &fixes, |part| move |fixed: &str| (guard.is_same)(part, fixed));
        let place = |fix: &&Fix| fixes.iter().position(|other| std::ptr::eq(*other, *fix)).unwrap();
        kept.iter().map(place).collect()
    }

    #[test]
    fn those_that_change_something_are_found_among_others() {
        let is_same = |one: &str, other: &str| one.match_indices('c').eq(other.match_indices('c'));
        let guard = Guard { is_same, ..Guard::NONE };
        let fixes: Vec<Fix> = (0..26).step_by(2).map(write_x).collect();
        assert_eq!(kept(guard, "a-b-c-d-e-f-g-a-b-c-d-e-f-", &fixes), [0, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    }

    fn lines(text: &str) -> Vec<Range<usize>> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).collect();
        std::iter::once(0).chain(ends.clone()).zip(ends).map(|(start, end)| start..end).collect()
    }

    #[test]
    fn parts_are_judged_by_themselves() {
        // Too many to be found by bisection of the whole text.
        let is_same = |one: &str, other: &str| one.matches('c').count() == other.matches('c').count();
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
            let round = guard.apply("a-b-c-d-", fixes, &[], check);
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
        let round = guard.apply(&"c-a\n".repeat(200), &fixes.iter().collect::<Vec<_>>(), &[], check).unwrap();
        assert_eq!((round.text, round.count), ("c-x\n".repeat(200), 200));
    }

    #[test]
    fn a_game_may_go_if_another_one_has_its_moves() {
        let game = |moves: &str| format!("[Event \"a\"]\n\n{moves} *\n\n");
        let (plain, annotated) = (game("1. e4 e5 2. Nf3"), game("1. e4 e5 {x} (1... c5 2. c3) 2. Nf3"));
        let (other, shorter) = (game("1. d4"), game("1. e4 e5"));
        let is_kept = |one: &[&str], rest: &[&str]| moves_are_kept(&one.concat(), &rest.concat());
        assert!(is_kept(&[&plain, &other, &plain], &[&plain, &other]));
        assert!(is_kept(&[&plain, &annotated], &[&annotated]));
        assert!(!is_kept(&[&plain, &annotated], &[&plain]));
        assert!(!is_kept(&[&plain, &other], &[&plain]));
        // A move was lost, not a game.
        assert!(!is_kept(&[&plain, &plain], &[&plain, &shorter]));
    }

    #[test]
    fn games_that_say_nothing_do_not_count() {
        let game = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
        assert!(games_say_the_same(&game.repeat(3), &game.replace("1. e4", "1.e4").repeat(3)));
        assert!(games_say_the_same(&format!("{game}[Event \"b\"]\n\n*\n\n{game}"), &game.repeat(2)));
        assert!(!games_say_the_same(&game.repeat(2), &game.repeat(3)));
        assert!(!games_say_the_same(&game.repeat(2), &format!("{game}{}", game.replace("e5", "e6"))));
    }
}
