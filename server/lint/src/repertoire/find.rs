//! Finding what is wrong in a repertoire.

use std::collections::HashSet;

use scoresheet_chess::repertoire::{Occurrence, Place, PlayedHere, PlayedMoves, Reached, Repertoire, RepertoireMove};
use shakmaty::{Move, Position};

use super::fault::{Addition, Fault, FaultKind, Share};
use super::marks::contradictory;
use super::unreachable::unreachable_lines;

/// What a repertoire has to meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demands {
    /// Replies of the opponent in this share of the games, from 0 to 1, or in more are common.
    pub threshold: f64,
    /// Up to this move number common replies need an answer.
    pub moves: u32,
}

impl Default for Demands {
    fn default() -> Demands {
        Demands { threshold: 0.1, moves: 10 }
    }
}

/// One game in so many is not enough to call its moves common.
const RARE: u64 = 1000;

/// Returns what is wrong in a repertoire, in the order of the files: what games play shows which replies are common and which no game has. Linear in
/// the moves, but for games that begin elsewhere than usual, which are compared with all positions.
pub fn faults(repertoire: &Repertoire, played: Option<&PlayedMoves>, demands: Demands) -> Vec<Fault> {
    let reached = Reached::of(repertoire);
    let mut faults = Vec::new();
    contradictory(repertoire, &mut faults);
    unreachable_lines(repertoire, &reached, &mut faults);
    let search = Search { repertoire, reached: &reached, played, demands };
    for node in reached.order.iter().copied() {
        match repertoire.is_own_turn(node) {
            true => search.answers(node, &mut faults),
            false => search.replies(node, &mut faults),
        }
    }
    faults.sort_by(|one, other| one.place.cmp(&other.place));
    faults
}

struct Search<'r> {
    repertoire: &'r Repertoire,
    reached: &'r Reached,
    played: Option<&'r PlayedMoves>,
    demands: Demands,
}

impl Search<'_> {
    /// Where the side of the repertoire moves: one answer is needed.
    fn answers(&self, node: usize, faults: &mut Vec<Fault>) {
        let found = &self.repertoire.nodes[node];
        let lines = self.repertoire.lines(node);
        let Some((first, others)) = lines.split_first() else {
            faults.extend(self.missing_answer(node));
            return;
        };
        let (first, name) =
            (&found.moves[*first], |played: &RepertoireMove| self.repertoire.numbered(node, played.action));
        for other in others {
            let other = &found.moves[*other];
            let Some(place) = other.first().map(|occurrence| occurrence.place.clone()) else { continue };
            faults.push(Fault {
                kind: FaultKind::ConflictingAnswer { played: name(other), other: name(first) },
                place,
                other: first.first().map(|occurrence| occurrence.place.clone()),
                addition: None,
            });
        }
    }

    fn missing_answer(&self, node: usize) -> Option<Fault> {
        let (before, index) = self.reached.entry(node)?;
        if !self.is_demanded(before) || self.repertoire.nodes[node].position.is_game_over() {
            return None;
        }
        let played = &self.repertoire.nodes[before].moves[index];
        // Where the position is judged, the line is meant to end; and what cannot be played is a fault of its own.
        let is_judged = |occurrence: &Occurrence| occurrence.nags.iter().any(|nag| matches!(nag, 10..=21));
        if played.occurrences.iter().any(|occurrence| occurrence.goes_on || is_judged(occurrence)) {
            return None;
        }
        let share = match self.played {
            Some(moves) => Some(self.share(moves, &moves.nodes[before], played.action)?),
            None => None,
        };
        let name = self.repertoire.numbered(before, played.action);
        let place = played.first()?.place.clone();
        Some(Fault { kind: FaultKind::MissingAnswer { played: name, share }, place, other: None, addition: None })
    }

    /// Where the opponent moves: common replies are to be met, and the others are to be known from games.
    fn replies(&self, node: usize, faults: &mut Vec<Fault>) {
        let Some(played) = self.played else { return };
        let (found, here) = (&self.repertoire.nodes[node], &played.nodes[node]);
        let lines = self.repertoire.lines(node);
        let is_line = |action: Move| lines.iter().any(|index| found.moves[*index].action == action);
        for (action, _) in here.moves.iter().filter(|(action, _)| self.is_demanded(node) && !is_line(*action)) {
            if !self.is_answered(node, *action)
                && let Some(share) = self.share(played, here, *action)
            {
                faults.extend(self.missing_reply(node, *action, share));
            }
        }
        for reply in lines.iter().map(|index| &found.moves[*index]) {
            if here.all() == 0 || here.of(reply.action) > 0 || played.nodes[reply.after].reached > 0 {
                continue;
            }
            let Some(occurrence) = reply.first() else { continue };
            let name = self.repertoire.numbered(node, reply.action);
            faults.push(Fault {
                kind: FaultKind::UnplayedMove { played: name, games: here.all() },
                place: occurrence.place.clone(),
                other: None,
                addition: None,
            });
        }
    }

    fn missing_reply(&self, node: usize, action: Move, share: Share) -> Option<Fault> {
        let entry =
            self.reached.entry(node).map(|(before, index)| (before, &self.repertoire.nodes[before].moves[index]));
        let after = entry.map(|(before, played)| self.repertoire.numbered(before, played.action));
        let (place, end) = match entry {
            Some((_, played)) => {
                let place = played.first()?.place.clone();
                (place.clone(), place.end)
            }
            None => {
                let start = self.repertoire.nodes[node].starts.first()?.clone();
                let first =
                    self.repertoire.nodes[node].moves.iter().filter_map(RepertoireMove::first).map(|it| &it.place);
                let of_game = |place: &&Place| (place.file, place.game) == (start.file, start.game);
                let place = first.filter(of_game).min().unwrap_or(&start).clone();
                (place, start.start)
            }
        };
        let reply = self.repertoire.numbered(node, action);
        let addition = Some(Addition { after: end, node, action });
        Some(Fault { kind: FaultKind::MissingReply { after, reply, share }, place, other: None, addition })
    }

    /// Whether the repertoire has an answer to a move that is not in its lines: by another order of moves, or in a game that begins there.
    fn is_answered(&self, node: usize, action: Move) -> bool {
        let mut position = self.repertoire.nodes[node].position.clone();
        if !position.is_legal(action) {
            return true;
        }
        position.play_unchecked(action);
        position.is_game_over()
            || self.repertoire.find(&position).is_some_and(|after| !self.repertoire.lines(after).is_empty())
    }

    /// Whether replies in a node need an answer.
    fn is_demanded(&self, node: usize) -> bool {
        self.repertoire.nodes[node].position.fullmoves().get() <= self.demands.moves
    }

    /// How common a move is; `None` if it is not.
    fn share(&self, played: &PlayedMoves, here: &PlayedHere, action: Move) -> Option<Share> {
        let share = Share { games: here.of(action), of: here.all() };
        let is_common =
            share.games > 0 && share.games >= played.games / RARE && share.share() >= self.demands.threshold;
        is_common.then_some(share)
    }
}

/// The places of faults of one kind, so that what one slip shows in several ways is reported once.
pub(super) fn places(faults: &[Fault], is_kind: impl Fn(&FaultKind) -> bool) -> HashSet<Place> {
    let of_kind = faults.iter().filter(|fault| is_kind(&fault.kind));
    of_kind.flat_map(|fault| [Some(&fault.place), fault.other.as_ref()]).flatten().cloned().collect()
}
