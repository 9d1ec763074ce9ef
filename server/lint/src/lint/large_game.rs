//! Games so large that nobody wants to wait for a walk over all of them at every keystroke: a repertoire of a megabyte.
//!
//! While such a game is walked over, what the walk knows is saved here and there. After an edit the walk goes on from the last
//! place before it; and behind it, where the walk knows the same as the one before did at the same place, the rest is taken over.
//! What explains a trouble is looked for as soon as the trouble is there, in the text around it, not once the game is over.
//!
//! Going on is exact: no rule looks further ahead than [`LOOK_AHEAD`] in a text without trouble, and with trouble before a place
//! nobody goes on from there. Nor does it matter, without trouble, whether slips have been undone in the text.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::{GameView, Place, Tree};

use super::saved_walk::SavedWalk;
use super::walk::Walk;
use super::{Linter, Walked};
use crate::finding::Finding;
use crate::root_cause::{self, Candidate, Repairs};
use scoresheet_chess::common_bytes::{common_prefix, common_suffix};
use scoresheet_chess::courtesy::let_others_go_first;

/// Games from so many bytes on are large: walking over a smaller one takes less than a millisecond.
pub(super) const LARGE: usize = 64 << 10;

/// What a walk knows is saved about every so many bytes.
const STRIDE: usize = 32 << 10;

/// Inside of more open variations the walk leaves no stop: a stop holds all of them, and a game that does nothing but open them
/// would take memory that grows with the square of its length. People nest ten at most.
const DEEPEST: usize = 64;

/// So many events of the tree a rule may look ahead of the walk, and a few more. `variation-repeats-main-line` looks farthest.
const LOOK_AHEAD: usize = 1_100;

/// What is kept of a walk over a large game from one version of a file to the next.
pub type KeptWalk = KnownWalk<'static>;

/// What is known of a walk over a large game.
#[derive(Debug, Default)]
pub struct KnownWalk<'game> {
    text: Cow<'game, str>,
    tree: Cow<'game, Tree>,
    /// Found while walking, in the order in which they were found.
    findings: Vec<Finding>,
    /// In text order.
    stops: Vec<Arc<Stop>>,
    /// Where the walk ended; nothing where it was given up.
    end: Option<Stop>,
}

/// A place at which a walk was, and what it knew there.
#[derive(Clone, Debug)]
struct Stop {
    place: Place,
    /// How many findings there were.
    findings: usize,
    walk: SavedWalk,
}

/// A walk over a large game.
struct Walking<'game> {
    walk: Walk<'game>,
    findings: Vec<Finding>,
    stops: Vec<Arc<Stop>>,
    /// Where to stop next to save what the walk knows, if it is saved at all. Byte offset.
    next_own: usize,
    /// The walk over another text that may know the rest of this one, too.
    rest: Option<Rest<'game>>,
}

/// How a text before an edit goes on like the one after it.
struct Rest<'game> {
    kept: &'game KnownWalk<'game>,
    /// The next of its stops that is yet to be compared.
    next: usize,
    edit: Edited,
}

/// Which part of a text is another now. Byte offsets.
#[derive(Clone, Copy, Debug)]
struct Edited {
    old: (usize, usize),
    new_end: usize,
}

impl Linter {
    /// What the rules say that go by the walk or by slips, given what is kept of the game, among others, as it was; and what is to be kept of
    /// it, if it `keeps` anything.
    pub(super) fn check_large(
        &self,
        game: GameView,
        former: &[Arc<KeptWalk>],
        keeps: bool,
        findings: &mut Vec<Finding>,
    ) -> Walked {
        // Both are copied where slips are undone in them, and at last, if they are kept.
        let mut text = Cow::Borrowed(game.text);
        let mut tree = Cow::Borrowed(game.tree);
        let mut undone: Vec<Candidate> = Vec::new();
        let mut work = 0;
        let mut last: Option<KnownWalk> = None;
        let mut looked_up_to = 0;
        loop {
            let view = GameView { text: &text, tree: &tree };
            let known: Vec<&KnownWalk> = last.iter().chain(former.iter().map(Arc::as_ref)).collect();
            let mut walking = self.begin_large(view, !undone.is_empty(), keeps, &known);
            let slips = self.walk_to_slips(&mut walking, &undone, &mut work, &mut looked_up_to);
            if let Some(slips) = slips {
                let stopped = walking.into_kept(false);
                looked_up_to = slips.iter().map(|slip| slip.edit.range.start).min().unwrap_or(looked_up_to);
                let mut repairs = Repairs { text: text.as_ref().to_owned(), undone: undone.clone() };
                // From the last on, so that the places of those before it stay as they are.
                slips.into_iter().rev().for_each(|slip| repairs.undo(slip));
                let others = former.iter().map(|kept| kept.view()).chain([view]);
                if let Some(read) = read_like(others, &repairs.text) {
                    undone = repairs.undone;
                    let text = std::mem::replace(&mut text, Cow::Owned(repairs.text));
                    let tree = std::mem::replace(&mut tree, Cow::Owned(read));
                    last = Some(KnownWalk { text, tree, ..stopped });
                    continue;
                }
                // It does not read as one game any more: the last repair is worse than what it repairs.
                looked_up_to = usize::MAX;
                last = None;
                continue;
            }
            let mut of_walk = walking.findings.clone();
            let mut walked = self.finish(&walking.walk, &mut of_walk);
            if undone.is_empty() {
                findings.append(&mut of_walk);
            } else {
                self.lead_back(game.text, &undone, of_walk, findings);
                // What the walk has seen is not what the text says.
                walked.has_commented_nag = true;
            }
            if keeps {
                let kept = walking.into_kept(true);
                let (text, tree) = (Cow::Owned(text.into_owned()), Cow::Owned(tree.into_owned()));
                walked.kept = Some(Arc::new(KeptWalk { text, tree, ..kept }));
            }
            return walked;
        }
    }

    /// A walk that stands as near to what is new as what is kept of others allows.
    fn begin_large<'game>(
        &self,
        game: GameView<'game>,
        is_repaired: bool,
        keeps: bool,
        known: &[&'game KnownWalk<'game>],
    ) -> Walking<'game> {
        let farthest = known.iter().filter_map(|kept| Some((kept, kept.last_stop_before_difference(game)?)));
        let farthest = farthest.max_by_key(|(kept, stop)| kept.stops[*stop].place.offset());
        let rest = known.iter().rfind(|kept| kept.end.is_some());
        let rest = rest.map(|kept| Rest { kept, next: 0, edit: Edited::between(&kept.text, game.text) });
        match farthest {
            None => {
                let walk = self.begin(game, is_repaired);
                let next_own = if keeps { STRIDE } else { usize::MAX };
                Walking { walk, findings: Vec::new(), stops: Vec::new(), next_own, rest }
            }
            Some((kept, stop)) => {
                let Stop { place, findings, walk } = kept.stops[stop].as_ref();
                Walking {
                    walk: Walk::resume(game, is_repaired, *place, walk),
                    findings: kept.findings[..*findings].to_vec(),
                    stops: kept.stops[..=stop].to_vec(),
                    next_own: place.offset() + STRIDE,
                    rest,
                }
            }
        }
    }

    /// Walks on up to a trouble that slips explain which are none of those `undone`, and returns those; to the end where there is none.
    fn walk_to_slips(
        &self,
        walking: &mut Walking,
        undone: &[Candidate],
        work: &mut usize,
        looked_up_to: &mut usize,
    ) -> Option<Vec<Candidate>> {
        let game = walking.walk.game;
        let is_among_moves = |fault: &&scoresheet_grammar::Fault| root_cause::is_among_moves(fault.kind);
        let mut faults = game.tree.faults().iter().filter(is_among_moves).map(|fault| fault.span().start).peekable();
        loop {
            let next_fault = faults.peek().copied().unwrap_or(usize::MAX);
            let until = walking.next_stop().min(next_fault);
            self.walk_on(&mut walking.walk, until, &mut walking.findings);
            let is_over = walking.walk.replay.is_at_end();
            let at = walking.walk.replay.offset();
            while faults.next_if(|fault| is_over || *fault <= at).is_some_and(|fault| {
                walking.walk.note_trouble(fault);
                true
            }) {}
            if let Some(place) = walking.walk.trouble.take()
                && place >= *looked_up_to
                && !self.hooks.slip.is_empty()
            {
                *looked_up_to = place + 1;
                let slips = root_cause::find_around(game, place, work, &|slip, text| self.speaks_of(slip, text));
                if !slips.is_empty() && !slips.iter().any(|slip| root_cause::is_of_repair(slip, undone)) {
                    return Some(slips);
                }
            }
            if is_over || walking.takes_over_rest() {
                return None;
            }
            walking.stop();
        }
    }
}

impl Walking<'_> {
    /// Where to stop next at the latest. Byte offset.
    fn next_stop(&mut self) -> usize {
        let at = self.walk.replay.offset();
        self.rest.as_mut().and_then(|rest| rest.next_place(at)).unwrap_or(usize::MAX).min(self.next_own)
    }

    /// Saves what the walk knows where it is, if that is far enough from the last place.
    fn stop(&mut self) {
        let_others_go_first();
        let place = self.walk.replay.place();
        if place.offset() < self.next_own {
            return;
        }
        self.next_own = place.offset() + STRIDE;
        let is_deep = self.walk.replay.depth() > DEEPEST;
        if self.walk.tags_are_known && !self.walk.has_trouble && !is_deep {
            self.stops.push(Arc::new(Stop { place, findings: self.findings.len(), walk: self.walk.save() }));
        }
    }

    /// Whether the rest of the game is as another walk knows it: then that is taken over, and the walk is at its end.
    fn takes_over_rest(&mut self) -> bool {
        let Some(rest) = &self.rest else { return false };
        let (Rest { kept, next, edit }, at) = (rest, self.walk.replay.place());
        let Some((stop, end)) = kept.stops.get(*next).zip(kept.end.as_ref()) else { return false };
        let game = self.walk.game;
        let is_same = !self.walk.has_trouble
            && !end.walk.has_trouble
            && edit.moved(stop.place.offset()) == Some(at.offset())
            && kept.tree.goes_on_like(stop.place, game.tree, at)
            && kept.tree.piece_letters() == game.tree.piece_letters()
            && kept.tree.faults().is_empty()
            && game.tree.faults().is_empty()
            && edit.stop(stop).is_some_and(|moved| moved.walk == self.walk.save());
        if !is_same {
            return false;
        }
        let found = self.findings.len();
        let moved = |stop: &Stop| {
            let stop = edit.stop(stop)?;
            let findings = stop.findings - kept.stops[*next].findings + found;
            Some(Stop { place: stop.place.moved(kept.stops[*next].place, at), findings, ..stop })
        };
        let stops: Option<Vec<Arc<Stop>>> = kept.stops[*next..].iter().map(|stop| moved(stop).map(Arc::new)).collect();
        let findings: Option<Vec<Finding>> =
            kept.findings[stop.findings..].iter().map(|finding| edit.finding(finding)).collect();
        let (Some(stops), Some(findings), Some(end)) = (stops, findings, moved(end)) else { return false };
        self.findings.extend(findings);
        self.stops.extend(stops);
        self.walk = Walk::resume(game, self.walk.is_repaired, end.place, &end.walk);
        true
    }

    /// What is kept of the walk, but the text and the tree.
    fn into_kept<'known>(self, is_whole: bool) -> KnownWalk<'known> {
        let end = Stop { place: self.walk.replay.place(), findings: self.findings.len(), walk: self.walk.save() };
        KnownWalk { findings: self.findings, stops: self.stops, end: is_whole.then_some(end), ..KnownWalk::default() }
    }
}

impl KnownWalk<'_> {
    fn view(&self) -> GameView<'_> {
        GameView { text: &self.text, tree: &self.tree }
    }

    /// The last of the stops from which a walk over another text can go on: nothing that is looked at up to there is different.
    fn last_stop_before_difference(&self, game: GameView) -> Option<usize> {
        if self.tree.piece_letters() != game.tree.piece_letters() {
            return None;
        }
        let same_text = common_prefix(self.text.as_bytes(), game.text.as_bytes());
        // A variation may be left open by an edit far behind its begin.
        let has_same_faults = |place: usize| {
            let before = |tree: &Tree| tree.faults().partition_point(|fault| fault.span().start < place);
            self.tree.faults()[..before(&self.tree)] == game.tree.faults()[..before(game.tree)]
        };
        self.stops.iter().rposition(|stop| {
            stop.place.offset() <= same_text
                && has_same_faults(stop.place.offset())
                && self.tree.is_same_up_to(game.tree, stop.place, LOOK_AHEAD)
                && self.tree.offset_behind(stop.place, LOOK_AHEAD) <= same_text
        })
    }
}

/// The tree of a text from that of the one among others that is most like it. Nothing where it is not one game.
fn read_like<'game>(others: impl Iterator<Item = GameView<'game>>, text: &str) -> Option<Tree> {
    let edits = others.map(|other| (other, Edited::between(other.text, text)));
    let (other, edit) = edits.min_by_key(|(_, edit)| edit.old.1.max(edit.new_end) - edit.old.0)?;
    Some(other.read_again(edit.old.0..edit.old.1, text)?.tree)
}

impl Rest<'_> {
    /// The place in the new text, behind `at`, at which the walk is to be compared next.
    fn next_place(&mut self, at: usize) -> Option<usize> {
        let is_behind = |stop: &Arc<Stop>| self.edit.moved(stop.place.offset()).is_some_and(|place| place > at);
        let from_edit = |stop: &Arc<Stop>| stop.place.offset() >= self.edit.old.1;
        self.next +=
            self.kept.stops[self.next..].iter().take_while(|stop| !(from_edit(stop) && is_behind(stop))).count();
        self.edit.moved(self.kept.stops.get(self.next)?.place.offset())
    }
}

impl Edited {
    fn between(old: &str, new: &str) -> Edited {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = common_prefix(old, new);
        let end = common_suffix(&old[start..], &new[start..]);
        Edited { old: (start, old.len() - end), new_end: new.len() - end }
    }

    /// A place in the old text as one in the new; nothing for one inside of what was changed.
    fn moved(self, place: usize) -> Option<usize> {
        let (start, end) = self.old;
        match place {
            _ if place >= end => Some(place - end + self.new_end),
            _ if place <= start => Some(place),
            _ => None,
        }
    }

    /// A stop with its ranges in the new text. Its place in the tree is left as it is.
    fn stop(self, stop: &Stop) -> Option<Stop> {
        let mut stop = stop.clone();
        self.all_moved(|change| stop.walk.move_ranges(change)).then_some(stop)
    }

    fn finding(self, finding: &Finding) -> Option<Finding> {
        let mut finding = finding.clone();
        self.all_moved(|change| finding.move_ranges(change)).then_some(finding)
    }

    /// Has `visit` move all its ranges; whether all have a place in the new text.
    fn all_moved(self, visit: impl FnOnce(&dyn Fn(&mut Range<usize>))) -> bool {
        let has_all = Cell::new(true);
        visit(&|range| match (self.moved(range.start), self.moved(range.end)) {
            (Some(start), Some(end)) => *range = start..end,
            _ => has_all.set(false),
        });
        has_all.get()
    }
}

#[cfg(test)]
mod tests;
