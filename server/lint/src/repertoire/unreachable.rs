//! Lines that are never reached, because the side of the repertoire plays another move before them.

use std::collections::HashSet;

use scoresheet_chess::repertoire::{Occurrence, Place, Reached, Repertoire, RepertoireMove};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position};

use super::fault::{Fault, FaultKind};
use super::find::places;

/// Two plies change no more squares than this: castling of both sides.
const MOST_CHANGED: usize = 8;

/// So many positions are compared with those where games begin elsewhere: a fraction of a second. More are looked for among endgames only, in which all
/// positions are near each other.
const MOST_PLAYED: usize = 1 << 20;

/// Adds what is wrong. A second answer in a position is a fault of its own, so that the lines after it are not reported as well.
pub(super) fn unreachable_lines(repertoire: &Repertoire, reached: &Reached, faults: &mut Vec<Fault>) {
    let is_mark = |kind: &FaultKind| matches!(kind, FaultKind::ContradictoryMark { is_of_position: false, .. });
    let contradictory = places(faults, is_mark);
    let own = reached.order.iter().copied().filter(|node| repertoire.is_own_turn(*node));
    for node in own.clone() {
        let Some(answer) = answer(repertoire, node) else { continue };
        let rejected = repertoire.nodes[node].moves.iter().filter(|played| played.is_mistake());
        for played in rejected {
            let (marked, plain): (Vec<&Occurrence>, Vec<&Occurrence>) =
                played.occurrences.iter().partition(|occurrence| occurrence.is_mistake());
            let place = plain.iter().find(|it| !it.is_after_mistake).map(|it| &it.place);
            let Some((place, mark)) = place.zip(marked.first().map(|it| &it.place)) else { continue };
            if !contradictory.contains(place) {
                faults.push(fault(repertoire, node, (played.action, answer), (place, mark), false));
            }
        }
    }
    let own: Vec<usize> = own.collect();
    let entered = entered(repertoire, reached);
    let begins_alone = |node: &usize| !repertoire.nodes[*node].starts.is_empty() && !entered.contains(node);
    let mut left = MOST_PLAYED;
    for start in (0..repertoire.nodes.len()).filter(begins_alone) {
        let position = &repertoire.nodes[start].position;
        if is_usual_start(position) {
            continue;
        }
        faults.extend(begins_after_another_move(repertoire, &own, start, &mut left));
    }
}

/// The nodes that lines reach.
fn entered(repertoire: &Repertoire, reached: &Reached) -> HashSet<usize> {
    let moves = |node: &usize| {
        let node = *node;
        repertoire.lines(node).into_iter().map(move |index| repertoire.nodes[node].moves[index].after)
    };
    reached.order.iter().flat_map(moves).collect()
}

/// The fault that a game begins in a position that comes after a move, or after a move and a reply, that is not the answer; `None` if the
/// position may come otherwise.
fn begins_after_another_move(repertoire: &Repertoire, own: &[usize], start: usize, left: &mut usize) -> Option<Fault> {
    let (target, place) = (&repertoire.nodes[start].position, repertoire.nodes[start].starts.first()?);
    let mut found = None;
    for node in own.iter().copied().filter(|node| *node != start && is_near(&repertoire.nodes[*node].position, target))
    {
        let Some(answer) = answer(repertoire, node) else { continue };
        let lines: Vec<Move> =
            repertoire.lines(node).into_iter().map(|index| repertoire.nodes[node].moves[index].action).collect();
        let position = &repertoire.nodes[node].position;
        for action in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(action);
            if *left == 0 {
                // What was not looked at may lead there.
                return None;
            }
            if !leads_to(repertoire, &after, target, start, left) {
                continue;
            }
            // What comes after an answer is reached.
            if lines.contains(&action) {
                return None;
            }
            let other = &answer.first()?.place;
            found.get_or_insert_with(|| fault(repertoire, node, (action, answer), (place, other), true));
        }
    }
    found
}

/// Whether a position is the one of a node, or one move before it.
fn leads_to(
    repertoire: &Repertoire,
    position: &VariantPosition,
    target: &VariantPosition,
    node: usize,
    left: &mut usize,
) -> bool {
    *left = left.saturating_sub(1);
    if position.turn() == target.turn() {
        return repertoire.find(position) == Some(node);
    }
    let moves = position.legal_moves();
    *left = left.saturating_sub(moves.len());
    moves.into_iter().any(|action| {
        let mut after = position.clone();
        after.play_unchecked(action);
        after.board() == target.board() && repertoire.find(&after) == Some(node)
    })
}

/// Whether two plies may lead from one position to another.
fn is_near(one: &VariantPosition, other: &VariantPosition) -> bool {
    let (one, other) = (one.board(), other.board());
    let changed = Color::ALL.map(|color| one.by_color(color) ^ other.by_color(color));
    (changed[0] | changed[1]).count() <= MOST_CHANGED
}

fn answer(repertoire: &Repertoire, node: usize) -> Option<&RepertoireMove> {
    let first = repertoire.lines(node).into_iter().next()?;
    Some(&repertoire.nodes[node].moves[first])
}

fn fault(
    repertoire: &Repertoire,
    node: usize,
    (played, answer): (Move, &RepertoireMove),
    (place, other): (&Place, &Place),
    begins_after: bool,
) -> Fault {
    let (played, answer) = (repertoire.numbered(node, played), repertoire.numbered(node, answer.action));
    Fault {
        kind: FaultKind::UnreachableLine { played, answer, begins_after },
        place: place.clone(),
        other: Some(other.clone()),
        addition: None,
    }
}

fn is_usual_start(position: &VariantPosition) -> bool {
    let usual = VariantPosition::default();
    position.variant() == usual.variant() && position.board() == usual.board() && position.turn() == usual.turn()
}
