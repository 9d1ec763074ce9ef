//! Applying repairs to a text until nothing more can be repaired: the loop behind `check --fix` and `source.fixAll`.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use rayon::prelude::*;
use scoresheet_analysis::finding::{Applicability, Edit, Finding, Fix};
use scoresheet_analysis::meaning::meaning;
use scoresheet_grammar::{GameView, Parser, Tree, split};

/// Repairs make room for others (a lost brace found, then the moves behind it); real files need two or three rounds. Where
/// so many are not enough, what is left is for the next time.
const MOST_ROUNDS: usize = 100;

/// So often a text is read at most to tell fixes apart that change what is said from those beside them: for a handful of the first in any
/// file. What is not told apart by then is left alone.
const MOST_TRIALS: usize = 100;

/// Texts are read in pieces of about so many bytes, side by side.
const PIECE: usize = 128 << 10;

/// A repaired text.
#[derive(Debug)]
pub struct Repaired<F> {
    /// The new text; of no use where repairs undo each other.
    pub text: String,
    /// How many findings were repaired.
    pub count: usize,
    /// What is left to say about the new text.
    pub remaining: Vec<F>,
    /// False where repairs undo each other, so that one could go on for ever.
    pub settled: bool,
}

/// Repairs `text`, whose findings are `findings`, as far as it goes; `check` gives the findings of another text.
///
/// Each round applies the first usable fix of every finding, unless an earlier one touches the same place; the next
/// round looks at the new text. It ends where nothing is left to do, or after [`MOST_ROUNDS`] with what is done by then.
///
/// Safe fixes change nothing of what a text says: of those that do, as `says_the_same` tells of two texts, in a text that hardly reads, none
/// is applied.
pub fn repair<F: Borrow<Finding>>(
    text: &str,
    findings: Vec<F>,
    unsafe_fixes: bool,
    check: impl Fn(&str) -> Vec<F>,
    says_the_same: impl Fn(&str, &str) -> bool,
) -> Repaired<F> {
    let mut repaired = Repaired { text: text.to_owned(), count: 0, remaining: findings, settled: true };
    let hasher = RandomState::new();
    let mut seen = HashSet::from([hasher.hash_one(text)]);
    let mut trials = 0;
    for _ in 0..MOST_ROUNDS {
        let mut fixes = choose_fixes(&repaired.text, &repaired.remaining, unsafe_fixes);
        if !unsafe_fixes && !fixes.is_empty() {
            let text = &repaired.text;
            fixes = without_changes(fixes, &mut trials, |fixes| says_the_same(text, &apply(text, fixes)));
        }
        if fixes.is_empty() {
            break;
        }
        repaired.text = apply(&repaired.text, &fixes);
        if !seen.insert(hasher.hash_one(&repaired.text)) {
            repaired.settled = false;
            break;
        }
        repaired.count += fixes.len();
        repaired.remaining = check(&repaired.text);
    }
    repaired
}

/// Whether the games of two texts say the same, those left out that say nothing. Reads both; plays only games that differ, where there are
/// as many in both.
pub fn games_say_the_same(one: &str, other: &str) -> bool {
    let (games, others) = (games(one), games(other));
    let is_same = |(game, other): (&&str, &&str)| game == other || meaning_of(game) == meaning_of(other);
    if games.len() == others.len() && games.par_iter().zip(&others).all(is_same) {
        return true;
    }
    let said = |games: &[&str]| games.par_iter().filter_map(|game| meaning_of(game)).collect::<Vec<_>>();
    said(&games) == said(&others)
}

/// The texts of the games of a text.
fn games(text: &str) -> Vec<&str> {
    let of_piece = |piece: Range<usize>| {
        let (text, mut tree) = (&text[piece], Tree::default());
        let mut parser = Parser::new(text);
        std::iter::from_fn(move || parser.next_game(&mut tree)).map(|range| &text[range])
    };
    split(text, PIECE).into_par_iter().flat_map_iter(of_piece).collect()
}

fn meaning_of(game: &str) -> Option<u64> {
    let mut tree = Tree::default();
    let range = Parser::new(game).next_game(&mut tree)?;
    meaning(GameView { text: &game[range], tree: &tree })
}

/// The first fix of `finding` that may be applied.
pub fn usable_fix(finding: &Finding, unsafe_fixes: bool) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| unsafe_fixes || fix.applicability == Applicability::Safe)
}

/// Edits by their start, and by the order in which they were chosen.
type Edits<'a> = BTreeMap<(usize, usize), &'a Edit>;

/// What to do in one round.
fn choose_fixes<'a, F: Borrow<Finding>>(text: &str, findings: &'a [F], unsafe_fixes: bool) -> Vec<&'a Fix> {
    let mut edits = Edits::new();
    let mut fixes = Vec::new();
    for fix in findings.iter().filter_map(|finding| usable_fix(finding.borrow(), unsafe_fixes)) {
        let changes = fix.edits.iter().any(|edit| text.get(edit.range.clone()).is_some_and(|old| old != edit.text));
        let fits = fix.edits.iter().all(|edit| text.get(edit.range.clone()).is_some() && is_free(&edits, edit));
        if changes && fits {
            fix.edits.iter().for_each(|edit| add(&mut edits, edit));
            fixes.push(fix);
        }
    }
    fixes
}

fn add<'a>(edits: &mut Edits<'a>, edit: &'a Edit) {
    edits.insert((edit.range.start, edits.len()), edit);
}

/// Those fixes that change nothing together. Asks once where all are such, and else finds the others by halves, as long as the `trials`
/// that were made for the text are not too many.
fn without_changes<'a>(
    fixes: Vec<&'a Fix>,
    trials: &mut usize,
    changes_nothing: impl Fn(&[&Fix]) -> bool,
) -> Vec<&'a Fix> {
    let mut kept: Vec<&Fix> = Vec::new();
    let mut untried = vec![fixes];
    while let Some(mut some) = untried.pop() {
        let with_them = [&kept[..], &some[..]].concat();
        if changes_nothing(&with_them) {
            kept = with_them;
            continue;
        }
        *trials += 1;
        if *trials > MOST_TRIALS {
            break;
        }
        if some.len() > 1 {
            untried.push(some.split_off(some.len() / 2));
            untried.push(some);
        }
    }
    kept
}

/// Whether something stays as it is between `edit` and each chosen one. What is right at a seam depends on both sides of
/// it: two deletions that touch may each rely on the blank that the other takes.
fn is_free(chosen: &Edits<'_>, edit: &Edit) -> bool {
    let start = edit.range.start;
    let before = chosen.range(..=(start, usize::MAX)).next_back();
    let after = chosen.range((start, 0)..).next();
    before.is_none_or(|(_, other)| other.range.end < start)
        && after.is_none_or(|(&(other_start, _), _)| edit.range.end < other_start)
}

fn apply(text: &str, fixes: &[&Fix]) -> String {
    let mut edits = Edits::new();
    fixes.iter().flat_map(|fix| &fix.edits).for_each(|edit| add(&mut edits, edit));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits.values() {
        out.push_str(&text[done..edit.range.start]);
        out.push_str(&edit.text);
        done = edit.range.end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::{BAD_WORD, check_words};

    fn repair_words(text: &str, unsafe_fixes: bool) -> Repaired<crate::cli::engine::LocatedFinding> {
        repair(text, check_words(text), unsafe_fixes, check_words, |_, _| true)
    }

    #[test]
    fn safe_fixes_go_to_a_fixed_point() {
        let fixed = repair_words("bad baad odd bad", false);
        assert_eq!((fixed.text.as_str(), fixed.count, fixed.settled), ("good good odd good", 4, true));
        assert_eq!(fixed.remaining.len(), 1);
        assert_eq!(repair_words("odd", true).text, "even");
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_round() {
        let finding = |edits| Finding::new(&BAD_WORD, 0..1, "").with_fix(Fix::safe("", edits));
        let findings = [
            finding(vec![Edit::replace(2..4, "x"), Edit::insert(8, "y")]),
            finding(vec![Edit::replace(0..3, "overlaps")]),
            finding(vec![Edit::insert(8, "same place")]),
            finding(vec![Edit::replace(4..6, "z")]),
            finding(vec![Edit::replace(7..99, "outside")]),
        ];
        let text = "0123456789";
        let fixes = choose_fixes(text, &findings, false);
        assert_eq!((apply(text, &fixes).as_str(), fixes.len()), ("01x4567y89", 1));
    }

    #[test]
    fn many_rounds_are_no_quarrel() {
        // Each round leaves one letter less to repair.
        let shorten = |text: &str| {
            let fix = Fix::safe("Shorten", vec![Edit::delete(0..text.len().min(1))]);
            vec![Finding::new(&BAD_WORD, 0..1, "").with_fix(fix)]
        };
        let repaired = |length: usize| {
            let text = "a".repeat(length);
            let repaired = repair(&text, shorten(&text), false, shorten, |_, _| true);
            (repaired.text.len(), repaired.count, repaired.settled)
        };
        assert_eq!(repaired(MOST_ROUNDS - 1), (0, MOST_ROUNDS - 1, true));
        assert_eq!(repaired(MOST_ROUNDS + 7), (7, MOST_ROUNDS, true));
    }

    #[test]
    fn rules_that_undo_each_other_are_stopped() {
        let flip = |text: &str| {
            let other = if text == "a" { "b" } else { "a" };
            let fix = Fix::safe("Flip", vec![Edit::replace(0..1, other)]);
            vec![Finding::new(&BAD_WORD, 0..1, "").with_fix(fix)]
        };
        assert!(!repair("a", flip("a"), false, flip, |_, _| true).settled);
    }

    #[test]
    fn fixes_that_change_what_is_said_are_left_out() {
        // Every letter becomes an x, and what is said is where the c and the f stand.
        let to_x = |text: &str| {
            let letters = text.char_indices().filter(|(at, letter)| *letter != 'x' && at % 2 == 0);
            let fix = |at| Fix::safe("Write x", vec![Edit::replace(at..at + 1, "x")]);
            letters.map(|(at, _)| Finding::new(&BAD_WORD, at..at + 1, "").with_fix(fix(at))).collect::<Vec<_>>()
        };
        let says_the_same = |one: &str, other: &str| {
            one.find(['c', 'f']) == other.find(['c', 'f']) && one.rfind(['c', 'f']) == other.rfind(['c', 'f'])
        };
        let repaired = repair("a-b-c-d-e-f-g", to_x("a-b-c-d-e-f-g"), false, to_x, says_the_same);
        assert_eq!((repaired.text.as_str(), repaired.count, repaired.settled), ("x-x-c-x-x-f-x", 5, true));
        assert_eq!(repaired.remaining.len(), 2);
        let repaired = repair("a-b-c-d-e-f-g", to_x("a-b-c-d-e-f-g"), true, to_x, says_the_same);
        assert_eq!((repaired.text.as_str(), repaired.count), ("x-x-x-x-x-x-x", 7));
    }

    #[test]
    fn games_that_say_nothing_do_not_count() {
        let game = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
        let is_same = |one: &str, other: &str| games_say_the_same(one, other);
        assert!(is_same(&game.repeat(3), &game.replace("1. e4", "1.e4").repeat(3)));
        assert!(is_same(&format!("{game}[Event \"b\"]\n\n*\n\n{game}"), &game.repeat(2)));
        assert!(!is_same(&game.repeat(2), &game.repeat(3)));
        assert!(!is_same(&game.repeat(2), &format!("{game}{}", game.replace("e5", "e6"))));
    }
}
