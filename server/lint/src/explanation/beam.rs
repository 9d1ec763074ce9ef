//! The search: several explanations side by side, from trouble to trouble; the cheapest whole one wins.

use std::collections::HashMap;
use std::rc::Rc;

use super::costs;
use super::earlier;
use super::path::{Path, Place};
use super::rows::{Rows, Stage};
use super::slip::{How, MOST_OTHERS, Undone};
use super::walk::{Head, Stop, Text, Token, Trouble, Wanted};

/// How many explanations are carried along from one trouble to the next.
const WIDTH: usize = 10;

/// How many slips in a row are looked for before the best beginning of an explanation is taken for good.
const MOST_AT_ONCE: usize = 5;

/// The same for slips that cost next to nothing.
const MOST_CHEAP_AT_ONCE: usize = 16;

/// How many moves an explanation must let read after its slip to be whole. More would hardly separate explanations.
const FAR: usize = 40;

/// How many more moves are read where the board is unknown, as each of them speaks against giving up so early: else a game with two slips,
/// the second of which is hard, would be given up at the first.
const FAR_WITHOUT_BOARD: usize = 80;

/// How many steps before a trouble are kept at least: no row of the table looks further back.
const MOST_STEPS_KEPT: usize = 512;

/// Another way of undoing something.
#[derive(Clone)]
pub(super) struct Step {
    /// Where it branches off.
    pub(super) place: Place,
    /// The head after it, with its cost.
    pub(super) head: Head,
    pub(super) undone: Vec<Undone>,
}

/// An explanation of the text up to a trouble, or to the end.
#[derive(Clone)]
pub(super) struct Reading {
    pub(super) path: Rc<Path>,
    pub(super) head: Head,
    pub(super) stop: Stop,
}

impl Reading {
    /// Reads from a place up to byte `end`, or to a trouble before it, after what was undone before that place.
    pub(super) fn from(head: Head, undone: Vec<Undone>, end: usize, text: &Text) -> Reading {
        Reading::along(head, None, undone, end, text)
    }

    /// Reads on up to byte `end` after an explanation that has read far enough.
    pub(super) fn read_further(&self, end: usize, text: &Text) -> Reading {
        Reading::along(self.head.clone(), Some(Place::end_of(&self.path)), Vec::new(), end, text)
    }

    fn along(mut head: Head, parent: Option<Place>, undone: Vec<Undone>, end: usize, text: &Text) -> Reading {
        let mut steps = Vec::new();
        let stop = text.read_on(&mut head, Wanted { from: 0, moves: usize::MAX, end }, |head, token| {
            if steps.len() >= 2 * MOST_STEPS_KEPT {
                steps.drain(..MOST_STEPS_KEPT);
            }
            steps.push((head.clone(), token.clone()));
        });
        Reading { path: Path::new(parent, undone, steps), head, stop }
    }

    /// Reads on after a step, past byte `trouble`.
    pub(super) fn after(step: Step, trouble: usize, text: &Text) -> Reading {
        let Step { place, mut head, undone } = step;
        let mut steps = Vec::new();
        let wanted = Wanted { from: head.at.max(trouble), moves: FAR, end: usize::MAX };
        let mut note = |head: &Head, token: &Token| steps.push((head.clone(), token.clone()));
        let mut stop = text.read_on(&mut head, wanted, &mut note);
        if stop == Stop::Far && head.line.now.position.is_none() {
            let wanted = Wanted { from: head.at, moves: FAR_WITHOUT_BOARD, end: usize::MAX };
            stop = text.read_on(&mut head, wanted, note);
        }
        let path = Path::new(Some(place), undone, steps);
        Reading { path, head, stop }
    }

    /// The trouble at which it stopped.
    pub(super) fn trouble(&self) -> Option<(Trouble, &Token)> {
        match &self.stop {
            Stop::Trouble(trouble, token) => Some((*trouble, token)),
            Stop::Over | Stop::Far => None,
        }
    }

    /// How far it reads: the byte offset of its trouble.
    fn reach(&self) -> usize {
        self.trouble().map_or(usize::MAX, |(_, token)| token.range.start)
    }
}

/// The cheapest explanation of the trouble at which `first` stopped: whole, or the best beginning of one. Nothing where no row of the
/// table applies, or the budget is used up.
pub(super) fn explain(first: &Reading, text: &Text) -> Option<Reading> {
    let (_, token) = first.trouble()?;
    let from = token.range.start;
    let mut beam = vec![first.clone()];
    let mut whole: Vec<Reading> = Vec::new();
    let mut begun: Option<Reading> = None;
    // With the fewest slips, for where more of them lead nowhere.
    let mut shortest: Option<Reading> = None;
    let mut slips = 0;
    while slips < MOST_AT_ONCE || slips < MOST_CHEAP_AT_ONCE && is_cheap(&beam, first, slips) {
        let mut next: Vec<Reading> = Vec::new();
        let cheap = beam.iter().map(|reading| reading.head.cost).min().unwrap_or(0) + costs::CHEAP;
        let mut steps: Vec<(usize, Step)> = Vec::new();
        for stage in [Stage::AtPlace, Stage::Before { is_first: slips == 0 }] {
            for reading in &beam {
                // Other threads must not wait for a search.
                if text.is_time_to_yield() {
                    std::thread::yield_now();
                }
                let rows = Rows::of(reading, stage, affordable(&whole), text);
                let more = if has_mistyped_move(reading, first) { costs::ANOTHER_MOVE } else { 0 };
                steps.extend(rows.into_iter().map(|step| (reading.reach(), with_another(step, more))));
            }
            // The cheapest first: once one is whole, dearer ones need not be read.
            steps.sort_by_key(|(_, step)| step.head.cost);
            let most = if matches!(stage, Stage::AtPlace) { cheap } else { u32::MAX };
            let dearer = steps.split_off(steps.partition_point(|(_, step)| step.head.cost <= most));
            for (trouble, step) in std::mem::replace(&mut steps, dearer) {
                if step.head.cost > affordable(&whole) {
                    break;
                }
                let read = Reading::after(step, trouble, text);
                match read.stop {
                    Stop::Trouble(..) if read.reach() >= trouble => next.push(read),
                    Stop::Trouble(..) => {}
                    Stop::Over | Stop::Far => whole.push(read),
                }
            }
        }
        // Half a search explains nothing.
        if text.budget.get() == 0 {
            return None;
        }
        let missed = missed(&next, text);
        next.sort_by_cached_key(|read| (score(read, &missed), read.head.cost));
        next.dedup_by(|other, one| is_same(one, other));
        leave_room(&mut next, from);
        next.truncate(WIDTH);
        begun = next.first().cloned().or(begun);
        shortest = shortest.or_else(|| next.iter().find(|read| read.reach() > from).cloned());
        let least = whole.iter().map(|read| read.head.cost).min().unwrap_or(u32::MAX);
        next.retain(|read| read.head.cost < least);
        if next.is_empty() {
            break;
        }
        beam = next;
        slips += 1;
    }
    let best = whole.iter().min_by_key(|read| read.head.cost).cloned();
    if let Some(earlier) = earlier::explain(first, best.as_ref(), text) {
        return Some(earlier);
    }
    let best = best.map(|best| with_others(best, &whole)).or(begun);
    let is_any =
        |best: &Reading| best.reach() > from || best.path.undone.iter().any(|undone| matches!(undone.how, How::Left));
    best.filter(is_any).or(shortest)
}

/// Whether an explanation that began with `first` has a mistyped move by now.
fn has_mistyped_move(reading: &Reading, first: &Reading) -> bool {
    let mut path = &reading.path;
    while !Rc::ptr_eq(path, &first.path) {
        if path.undone.iter().any(|undone| costs::is_of_move(undone.row)) {
            return true;
        }
        let Some((parent, _)) = &path.parent else { return false };
        path = parent;
    }
    false
}

/// A step that costs more where it is about a move: one that was mistyped is likelier than two.
fn with_another(mut step: Step, more: u32) -> Step {
    if let [undone] = step.undone.as_mut_slice()
        && costs::is_of_move(undone.row)
    {
        undone.cost += more;
        step.head.cost += more;
    }
    step
}

/// Whether the best explanation of so many slips needs none that costs more than a missing blank: moves that run together are many slips.
fn is_cheap(beam: &[Reading], first: &Reading, slips: usize) -> bool {
    let most = first.head.cost as usize + slips * costs::HARDLY_NOTICED as usize;
    beam.first().is_some_and(|best| best.head.cost as usize <= most)
}

/// Keeps only so many explanations that are stuck at the trouble at byte `from` that others find room beside them: there are many ways of
/// putting in a move before it, and most of them help nothing.
fn leave_room(readings: &mut Vec<Reading>, from: usize) {
    let mut stuck = 0;
    readings.retain(|read| {
        stuck += usize::from(read.reach() == from);
        read.reach() > from || stuck <= WIDTH / 2
    });
}

/// What an explanation may cost to be of interest beside those that are whole.
fn affordable(whole: &[Reading]) -> u32 {
    whole.iter().map(|read| read.head.cost + costs::NEARLY).min().unwrap_or(u32::MAX)
}

/// Ranks explanations that are not whole yet: what they cost, and how much farther another one reads.
fn score(read: &Reading, missed: &HashMap<usize, usize>) -> usize {
    read.head.cost as usize + missed[&read.reach()] / costs::BYTES_PER_COST
}

/// How many bytes lie between where each explanation ends and where the one ends that reads farthest, by that place. White space says nothing, so that
/// what is found does not depend on it. Each byte is counted once.
fn missed(readings: &[Reading], text: &Text) -> HashMap<usize, usize> {
    let mut ends: Vec<usize> = readings.iter().map(Reading::reach).collect();
    ends.sort_unstable_by(|one, other| other.cmp(one));
    ends.dedup();
    let (mut from, mut missed) = (ends.first().copied().unwrap_or(0), 0);
    let up_to_farthest = |end: usize| {
        let between = text.text.as_bytes()[end..from].iter();
        missed += between.filter(|byte| !byte.is_ascii_whitespace()).count();
        from = end;
        (end, missed)
    };
    ends.into_iter().map(up_to_farthest).collect()
}

/// Whether two explanations read alike from here on.
fn is_same(one: &Reading, other: &Reading) -> bool {
    let (here, there) = (&one.head.line, &other.head.line);
    let is_alike = one.stop == other.stop && here.depth == there.depth && here.now.number == there.now.number;
    is_alike && here.now.position == there.now.position
}

/// The best explanation with what others do that are nearly as cheap and differ in its last slip only.
fn with_others(best: Reading, whole: &[Reading]) -> Reading {
    let [only] = best.path.undone.as_slice() else { return best };
    let How::Edit(candidate) = &only.how else { return best };
    let Some((parent, index)) = &best.path.parent else { return best };
    let mut candidate = candidate.clone();
    for read in whole {
        let is_beside = read.path.parent.as_ref().is_some_and(|(path, at)| Rc::ptr_eq(path, parent) && at == index);
        if let [Undone { how: How::Edit(other), .. }] = read.path.undone.as_slice()
            && is_beside
            && read.head.cost <= best.head.cost + costs::NEARLY
            && other.slip == candidate.slip
            && other.range == candidate.range
            && other.edit != candidate.edit
            && !candidate.others.contains(&other.edit)
            && candidate.others.len() < MOST_OTHERS
        {
            candidate.others.push(other.edit.clone());
        }
    }
    let undone = vec![Undone { how: How::Edit(candidate), ..only.clone() }];
    let place = Place { path: Rc::clone(parent), index: *index };
    Reading { path: Path::new(Some(place), undone, best.path.steps.clone()), ..best }
}
