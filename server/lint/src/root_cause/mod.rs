//! The search for the slip that explains faults. Where a delimiter was lost or mistyped, or two moves changed places,
//! everything after it is misread. Each candidate repair is tried on the whole game, and the one after which most of the
//! game reads cleanly is reported, once, at its own place.
//!
//! Nothing of this runs on a game that reads cleanly.

mod candidates;
mod excerpt;
mod habits;
mod read_text;
mod reading;
mod repairs;
mod seams;
mod slip;
mod stops;
mod suspicious_comment;
mod tokens;
mod trials;
mod tried;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::mem::Discriminant;
use std::ops::Range;
use std::rc::Rc;

use scoresheet_grammar::{Event, GameView, Parser, TokenKind, Tree};

use candidates::{candidates, comment_candidates};
use excerpt::Excerpt;
use read_text::ReadText;
use reading::{Trouble, nested_comments};
pub(crate) use reading::{is_among_moves, is_end_of_comment};
pub(crate) use repairs::{Repairs, is_of_repair, range_in_original, repaired_places};
pub(crate) use slip::MOST_OTHERS;
pub(crate) use slip::{Candidate, Slip};
use stops::{Stops, end_of_near};
pub(crate) use suspicious_comment::is_suspicious_comment;
use trials::Trial;
use tried::{Tried, is_new, needs_explaining};

/// How many slips of one game are looked for. A game with more is not a game with slips.
const MOST_SLIPS: usize = 40;

/// How many bytes of candidate texts are read for one game: about a tenth of a second.
pub(crate) const MOST_WORK: usize = 8 << 20;

/// Looking for what was meant by a move that cannot be played takes as long as reading so many bytes.
const WORK_OF_A_FAILED_MOVE: usize = 4 << 10;

/// How many moves further a game must read after a repair if another trouble follows then: more than by chance.
const LEAST_GAIN: usize = 3;

/// The slips that explain the troubles of a game, in text order, with ranges and edits in the game as it is; and the game's text
/// with all of them undone. Nothing where no slip explains anything.
///
/// Only slips that `is_reported` are undone: a slip that no rule reports must not hide its consequences.
pub(crate) fn find(game: GameView, is_reported: IsReported) -> Option<(Vec<Candidate>, String)> {
    let mut search = Search::of(game.text.to_owned(), true, 0, is_reported);
    search.undo_all();
    let Repairs { text, undone } = search.repairs;
    (!undone.is_empty()).then_some((undone, text))
}

/// The slips that explain the troubles around byte `place` of a large game, in text order, with ranges and edits in that
/// game. Adds to `work`, which is what was done for the game before; the work depends on the text around the place only.
pub(crate) fn find_around(game: GameView, place: usize, work: &mut usize, is_reported: IsReported) -> Vec<Candidate> {
    if *work >= MOST_WORK {
        return Vec::new();
    }
    let excerpt = Excerpt::around(game, place);
    let mut search = Search::of(excerpt.text.clone(), excerpt.is_whole, *work, is_reported);
    search.undo_all();
    *work = search.work;
    let undone = search.repairs.undone.into_iter();
    undone.filter_map(|candidate| candidate.moved(|place| excerpt.in_game(place))).collect()
}

/// The character before a place, to show that something is missing there: an empty range cannot be seen.
pub(crate) fn character_before(text: &str, place: usize) -> Range<usize> {
    let length = text[..place].chars().next_back().map_or(0, char::len_utf8);
    place - length..place
}

/// The character after a place.
pub(crate) fn character_after(text: &str, place: usize) -> Range<usize> {
    let length = text[place..].chars().next().map_or(0, char::len_utf8);
    place..place + length
}

/// The result of a candidate in a text; `None` if the text is no game then.
fn try_out(candidate: &Candidate, read: &ReadText, tree: &mut Tree, stops: &Stops, known: &[Trouble]) -> Option<Tried> {
    yield_to_requests();
    let text = candidate.edit.applied_to(&read.excerpt.text);
    let stop = stops.before(candidate.edit.range.start);
    let is_new = |trouble: &Trouble| is_new(trouble, candidate, known);
    let read_on = stop.and_then(|stop| Some((stop, stop.read_on(&text, tree)?)));
    let (stop, range) = match read_on {
        Some((stop, range)) => (Some(stop), range),
        None => (None, Parser::new(&text).next_game(tree)?),
    };
    if range != (0..text.len()) {
        return None;
    }
    let game = GameView { text: &text, tree };
    let mut walk = stop.and_then(|stop| stop.resume(game)).unwrap_or_else(|| read.walk_over(game, &candidate.edit));
    walk.read(read.excerpt.is_whole, &is_new);
    let reading = walk.reading;
    let work = text.len() + reading.failed * WORK_OF_A_FAILED_MOVE;
    let next = reading.troubles.iter().find(|trouble| is_new(trouble)).map(|trouble| trouble.range.start);
    // An inserted move is no evidence.
    let clean = reading.played_before(next.unwrap_or(usize::MAX)).saturating_sub(candidate.own_moves());
    Some(Tried { candidate: candidate.clone(), reading, clean, is_last: next.is_none(), work })
}

/// Lets other threads run. A search takes up to a tenth of a second and must not delay a hover request, which has 2 ms, on a
/// machine with few cores.
fn yield_to_requests() {
    std::thread::yield_now();
}

/// What is known of the trouble that is to be explained, without any candidate.
struct Given {
    /// Where it is.
    trouble: usize,
    /// How many moves were played before it.
    clean: usize,
}

/// Whether a rule reports a slip in a text.
pub(crate) type IsReported<'search> = &'search dyn Fn(&Candidate, &str) -> bool;

struct Search<'search> {
    is_reported: IsReported<'search>,
    /// The known results of that, by kind of slip.
    reported: HashMap<Discriminant<Slip>, bool>,
    repairs: Repairs,
    /// Whether the text is a whole game.
    is_whole: bool,
    work: usize,
    /// Memory for what is tried.
    tree: Tree,
}

impl Search<'_> {
    fn of(text: String, is_whole: bool, work: usize, is_reported: IsReported) -> Search {
        let repairs = Repairs::of(text);
        Search { repairs, is_whole, work, is_reported, reported: HashMap::new(), tree: Tree::default() }
    }

    /// Undoes slip after slip, until nothing is left that one explains.
    fn undo_all(&mut self) {
        let mut looked_up_to = 0;
        let Some(mut now) = self.read() else { return };
        while self.repairs.undone.len() < MOST_SLIPS && self.work < MOST_WORK {
            let mut troubles = now.reading.troubles.iter();
            let next = troubles.find(|it| it.range.start >= looked_up_to && needs_explaining(it));
            let found = match next {
                Some(trouble) => {
                    looked_up_to = trouble.range.end;
                    self.explain(&now, trouble)
                }
                None => self.swallowed(&now),
            };
            let is_last = next.is_none();
            if let Some(candidate) = found {
                looked_up_to = looked_up_to.min(candidate.edit.range.start);
                self.repairs.undo(candidate);
                let Some(left) = self.read() else { return };
                now = left;
            } else if is_last {
                return;
            }
        }
    }

    /// The text as it is now; nothing where it is not one game.
    fn read(&mut self) -> Option<Rc<ReadText>> {
        self.work += self.repairs.text.len();
        ReadText::of(Excerpt::all_of(&self.repairs.text, self.is_whole)).map(Rc::new)
    }

    /// The candidate after which most reads cleanly, if it betters the reading enough.
    fn explain(&mut self, now: &Rc<ReadText>, trouble: &Trouble) -> Option<Candidate> {
        yield_to_requests();
        let excerpt = now.excerpt_around(trouble.range.start);
        self.work += 4 * excerpt.as_ref().unwrap_or(&now.excerpt).text.len();
        let around = now.part(excerpt)?;
        let ReadText { excerpt, reading, .. } = &*around;
        let place = excerpt.place(trouble.range.start);
        let before = reading.troubles.partition_point(|other| other.range.start < place);
        let trouble = reading.troubles.get(before)?;
        let game = around.game();
        let candidates = candidates(&around, trouble);
        let known = &reading.troubles[..before];
        let clean = reading.played_before(trouble.range.start);
        let best = self.best(&around, candidates, known, Some(Given { trouble: trouble.range.start, clean }))?;
        // The next delimiter may have the same slip: one fault less and one move more are enough.
        let is_delimiter = best.candidate.slip.is_about_delimiters();
        let has_less =
            || best.reading.faults < reading.faults || best.nested_comments(game.text) < nested_comments(game);
        let is_step = is_delimiter && best.clean > clean && has_less();
        let goes_far = best.clean >= clean + LEAST_GAIN || is_step;
        // A delimiter may be the last thing in a game; of two moves in another order, or another move, what follows is
        // the only evidence.
        let goes_on = goes_far || is_delimiter && best.is_last && best.clean >= clean;
        if !goes_on || best.candidate.slip == Slip::Extra {
            return None;
        }
        best.candidate.moved(|place| excerpt.in_game(place))
    }

    /// A comment that swallowed moves so well that everything else reads.
    fn swallowed(&mut self, now: &Rc<ReadText>) -> Option<Candidate> {
        let game = now.game();
        let comments = game.tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::BraceComment));
        let suspicious = comments.filter(|(_, range)| is_suspicious_comment(&game.text[range.clone()]));
        suspicious.take(MOST_SLIPS).find_map(|(_, comment)| self.swallowed_by(comment, now))
    }

    fn swallowed_by(&mut self, comment: Range<usize>, now: &Rc<ReadText>) -> Option<Candidate> {
        let around = now.part(now.excerpt_around(comment.start))?;
        let ReadText { excerpt, reading, .. } = &*around;
        let comment = excerpt.place(comment.start)..excerpt.place(comment.end).min(excerpt.text.len());
        let game = around.game();
        let best = self.best(&around, comment_candidates(&around, &comment), &reading.troubles, None)?;
        // A second { is evidence enough that the first comment should have ended.
        let least_gain = if best.nested_comments(game.text) < nested_comments(game) { 1 } else { 2 };
        let reads_more = best.reading.played.len() >= reading.played.len() + least_gain;
        if !reads_more || best.reading.cost() > reading.cost() {
            return None;
        }
        best.candidate.moved(|place| excerpt.in_game(place))
    }

    /// The candidate after which most moves are read before a trouble that is not `known`; of equals, the one with the lowest cost; of those, the first.
    ///
    /// Candidates that better nothing of what is `given` are tried only where no other lets more moves read than they can.
    fn best(
        &mut self,
        read: &ReadText,
        candidates: Vec<Candidate>,
        known: &[Trouble],
        given: Option<Given>,
    ) -> Option<Tried> {
        let excerpt = &read.excerpt;
        let wanted = candidates.into_iter().filter(|candidate| self.is_wanted(candidate, excerpt));
        let candidates: Vec<Candidate> = wanted.collect();
        if candidates.is_empty() {
            return None;
        }
        let mut trials: Vec<Trial> = candidates.iter().map(|candidate| read.recall(candidate, known)).collect();
        let stops = OnceCell::new();
        let edits = || candidates.iter().map(|candidate| candidate.edit.range.start).collect();
        let stops = || stops.get_or_init(|| Stops::of(read, edits()));
        let least = given.as_ref().map_or(0, |given| given.clean);
        if let Some(given) = &given {
            for (candidate, trial) in candidates.iter().zip(&mut trials) {
                // A bound may depend on where the text ended from which it was computed.
                trial.bound =
                    trial.bound.take().filter(|bound| bound.end == end_of_near(read, candidate, given.trouble));
                let bound = trial.bound.get_or_insert_with(|| {
                    stops().most_played(candidate, given.trouble, &mut self.tree, |trouble| {
                        is_new(trouble, candidate, known)
                    })
                });
                self.work += bound.work;
            }
        } else {
            trials.iter_mut().for_each(|trial| trial.bound = None);
        }
        let mut most = 0;
        let mut tried: Vec<usize> = Vec::new();
        for is_promising in [true, false] {
            for (index, candidate) in candidates.iter().enumerate() {
                let bound = trials[index].most(candidate);
                if (bound > least) != is_promising || bound < most || self.work > MOST_WORK {
                    continue;
                }
                let trial =
                    trials[index].tried.get_or_insert_with(|| try_out(candidate, read, &mut self.tree, stops(), known));
                if let Some(found) = trial {
                    debug_assert!(found.clean <= bound, "{candidate:?} reads farther than it can");
                    self.work += found.work;
                    most = most.max(found.clean);
                    tried.push(index);
                }
            }
            if tried.is_empty() {
                break;
            }
        }
        tried.sort_unstable();
        let found = tried.into_iter().filter_map(|index| trials[index].tried.clone().flatten()).reduce(Tried::or);
        read.remember(candidates, trials, known.len());
        found
    }

    fn is_wanted(&mut self, candidate: &Candidate, excerpt: &Excerpt) -> bool {
        let undone = &self.repairs.undone;
        let is_in_repair = || {
            let in_game = candidate.clone().moved(|place| excerpt.in_game(place));
            in_game.is_some_and(|candidate| is_of_repair(&candidate, undone))
        };
        if !undone.is_empty() && is_in_repair() {
            return false;
        }
        let is_reported = self.is_reported;
        let reported = self.reported.entry(std::mem::discriminant(&candidate.slip));
        *reported.or_insert_with(|| candidate.slip == Slip::Extra || is_reported(candidate, &excerpt.text))
    }
}
