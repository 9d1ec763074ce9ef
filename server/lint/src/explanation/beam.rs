//! The search: several explanations side by side, from trouble to trouble; the cheapest whole one wins.

use std::rc::Rc;

use super::path::{Path, Place};
use super::rows::Rows;
use super::slip::{How, MOST_OTHERS, Undone};
use super::walk::{Head, Stop, Text, Token, Trouble};

/// How many explanations are carried along from one trouble to the next.
const WIDTH: usize = 10;

/// How many slips in a row are looked for before the best beginning of an explanation is taken for good.
const MOST_AT_ONCE: usize = 5;

/// How many moves an explanation must let read after its slip to be whole. More would hardly separate explanations.
const FAR: usize = 40;

/// So many bytes that an explanation reads farther weigh as much as one unit of cost.
const BYTES_PER_COST: usize = 2;

/// How many steps before a trouble are kept at least: no row of the table looks further back.
const MOST_STEPS_KEPT: usize = 512;

/// What is nearly as cheap is offered as another repair.
const NEARLY: u32 = 4;

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
    /// Reads from the beginning of the movetext.
    pub(super) fn beginning(head: Head, text: &Text) -> Reading {
        Reading::along(head, None, text)
    }

    /// Reads on after an explanation that has read far enough.
    pub(super) fn read_further(self, text: &Text) -> Reading {
        let place = Place::end_of(&self.path);
        Reading::along(self.head, Some((place.path, place.index)), text)
    }

    /// Reads up to a trouble, however far that is.
    fn along(mut head: Head, parent: Option<(Rc<Path>, usize)>, text: &Text) -> Reading {
        let mut steps = Vec::new();
        let stop = text.read_on(&mut head, 0, usize::MAX, |head, token| {
            if steps.len() >= 2 * MOST_STEPS_KEPT {
                steps.drain(..MOST_STEPS_KEPT);
            }
            steps.push((head.clone(), token.clone()));
        });
        Reading { path: Rc::new(Path { parent, undone: Vec::new(), steps }), head, stop }
    }

    /// Reads on after a step, past byte `trouble`.
    pub(super) fn after(step: Step, trouble: usize, text: &Text) -> Reading {
        let Step { place, mut head, undone } = step;
        let from = head.at.max(trouble);
        let mut steps = Vec::new();
        let stop = text.read_on(&mut head, from, FAR, |head, token| steps.push((head.clone(), token.clone())));
        let path = Rc::new(Path { parent: Some((place.path, place.index)), undone, steps });
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
    for _ in 0..MOST_AT_ONCE {
        let mut next: Vec<Reading> = Vec::new();
        // The cheapest first: once one is whole, dearer ones need not be read.
        let mut steps: Vec<(usize, Step)> = Vec::new();
        for reading in &beam {
            // Other threads must not wait for a search.
            std::thread::yield_now();
            steps.extend(Rows::of(reading, text).into_iter().map(|step| (reading.reach(), step)));
        }
        steps.sort_by_key(|(_, step)| step.head.cost);
        for (trouble, step) in steps {
            if whole.iter().any(|best| best.head.cost + NEARLY < step.head.cost) {
                break;
            }
            let read = Reading::after(step, trouble, text);
            match read.stop {
                Stop::Trouble(..) if read.reach() >= trouble => next.push(read),
                Stop::Trouble(..) => {}
                Stop::Over | Stop::Far => whole.push(read),
            }
        }
        if text.budget.get() == 0 {
            break;
        }
        let farthest = next.iter().map(Reading::reach).max().unwrap_or(0);
        next.sort_by_cached_key(|read| (score(read, farthest, text), read.head.cost));
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
    }
    let best = whole.iter().min_by_key(|read| read.head.cost).cloned();
    let best = best.map(|best| with_others(best, &whole)).or(begun);
    let is_any =
        |best: &Reading| best.reach() > from || best.path.undone.iter().any(|undone| matches!(undone.how, How::Left));
    best.filter(is_any).or(shortest)
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

/// Ranks explanations that are not whole yet: what they cost, and how much farther another one reads.
fn score(read: &Reading, farthest: usize, text: &Text) -> usize {
    let missed = text.text.as_bytes()[read.reach()..farthest].iter();
    // White space says nothing, so that what is found does not depend on it.
    let missed = missed.filter(|byte| !byte.is_ascii_whitespace()).count();
    read.head.cost as usize + missed / BYTES_PER_COST
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
            && read.head.cost <= best.head.cost + NEARLY
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
    let path = Path { parent: best.path.parent.clone(), undone, steps: best.path.steps.clone() };
    Reading { path: Rc::new(path), ..best }
}
