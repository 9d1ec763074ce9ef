//! Marks of one move, or one position, that cannot all be true.

use std::collections::HashMap;

use scoresheet_chess::nag::{are_contradictory, is_mistake};
use scoresheet_chess::repertoire::{Place, Repertoire};

use super::fault::{Fault, FaultKind};

/// A mark and where it is.
struct Mark<'r> {
    nag: u16,
    place: &'r Place,
    node: usize,
    index: usize,
}

/// Adds what is wrong: the later of two marks of a move or of a position is reported, once for each.
pub(super) fn contradictory(repertoire: &Repertoire, faults: &mut Vec<Fault>) {
    let mut of_positions: HashMap<usize, Vec<Mark>> = HashMap::new();
    for (node, found) in repertoire.nodes.iter().enumerate() {
        for (index, played) in found.moves.iter().enumerate() {
            let mut of_move = Vec::new();
            for occurrence in &played.occurrences {
                for nag in occurrence.nags.iter().copied() {
                    let mark = Mark { nag, place: &occurrence.place, node, index };
                    match nag {
                        1..=6 => of_move.push(mark),
                        10..=21 => of_positions.entry(played.after).or_default().push(mark),
                        _ => {}
                    }
                }
            }
            report(repertoire, &of_move, false, faults);
        }
    }
    for marks in of_positions.values_mut() {
        marks.sort_by_key(|mark| mark.place);
        report(repertoire, marks, true, faults);
    }
}

fn report(repertoire: &Repertoire, marks: &[Mark], is_of_position: bool, faults: &mut Vec<Fault>) {
    for (number, mark) in marks.iter().enumerate() {
        // Two marks in one place are for the rule `contradictory-nags`.
        let mut others = marks[..number].iter().filter(|other| other.place != mark.place);
        let Some(other) = others.find(|other| contradicts(other.nag, mark.nag)) else { continue };
        let played = repertoire.numbered(mark.node, repertoire.nodes[mark.node].moves[mark.index].action);
        faults.push(Fault {
            kind: FaultKind::ContradictoryMark { played, mark: mark.nag, other: other.nag, is_of_position },
            place: mark.place.clone(),
            other: Some(other.place.clone()),
            addition: None,
        });
        return;
    }
}

fn contradicts(one: u16, other: u16) -> bool {
    let is_good = |nag| matches!(nag, 1 | 3);
    are_contradictory(one.into(), other.into())
        || is_good(one) && is_mistake(other)
        || is_good(other) && is_mistake(one)
}
