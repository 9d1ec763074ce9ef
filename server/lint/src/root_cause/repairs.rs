//! A text in which slips are undone one after the other, and where its places are in the text as it was.

use std::ops::Range;

use super::slip::Candidate;
use crate::finding::Edit;

/// A text in which slips are undone.
pub(crate) struct Repairs {
    /// As it is now.
    pub(crate) text: String,
    /// What has been undone, with ranges in the text as it was, in text order.
    pub(crate) undone: Vec<Candidate>,
}

impl Repairs {
    /// A text in which nothing has been undone.
    pub(crate) fn of(text: String) -> Repairs {
        Repairs { text, undone: Vec::new() }
    }

    /// Undoes a slip that was found in the text as it is now.
    pub(crate) fn undo(&mut self, candidate: Candidate) {
        let candidate = if candidate.is_included { candidate } else { self.including(candidate) };
        let Some(original) = candidate.clone().moved(|place| Some(in_original(place, &self.undone))) else { return };
        let edit = candidate.edit;
        let mut at = self.undone.partition_point(|other| other.edit.range.start < original.edit.range.start);
        if !candidate.is_included {
            let places = repaired_places(&self.undone);
            let apart = self.undone.iter_mut().enumerate().filter(|(_, other)| !other.is_included);
            for ((index, other), place) in apart.zip(places) {
                other.is_included = overlap(&place, &edit.range) || place.is_empty() && place.start == edit.range.start;
                // The text before it may begin at the same place of the original text.
                if !other.is_included && place.end <= edit.range.start {
                    at = at.max(index + 1);
                }
            }
            self.text.replace_range(edit.range, &edit.text);
        }
        self.undone.insert(at, original);
    }

    /// The same candidate with an edit that replaces all of an earlier insertion if it replaces a part of it, so that each edit
    /// has its place in the original text.
    fn including(&self, mut candidate: Candidate) -> Candidate {
        let Edit { range, text } = &mut candidate.edit;
        let whole = with_all_of(range.clone(), &repaired_places(&self.undone));
        if whole != *range {
            *text = [&self.text[whole.start..range.start], text, &self.text[range.end..whole.end]].concat();
            *range = whole;
            candidate.others.clear();
        }
        candidate
    }
}

/// A range of the repaired text as one of the game as it is: all of the replaced text if it begins or ends in a replacement.
/// `undone` is in text order, `repaired` is its [`repaired_places`].
pub(crate) fn range_in_original(range: Range<usize>, undone: &[Candidate], repaired: &[Range<usize>]) -> Range<usize> {
    let whole = with_all_of(range, repaired);
    in_original(whole.start, undone)..in_original(whole.end, undone)
}

/// A place in the repaired text as a place in the game as it is. `undone` is in text order.
pub(crate) fn in_original(place: usize, undone: &[Candidate]) -> usize {
    let mut shift = 0_isize;
    for Candidate { edit, .. } in undone.iter().filter(|candidate| !candidate.is_included) {
        let start = edit.range.start.wrapping_add_signed(shift);
        if place <= start {
            break;
        }
        let grown = edit.text.len() as isize - edit.range.len() as isize;
        if place < start + edit.text.len() {
            return edit.range.end.min(edit.range.start + (place - start));
        }
        shift += grown;
    }
    place.wrapping_add_signed(-shift)
}

/// Where the repaired text differs from the game as it is. `undone` is in text order.
pub(crate) fn repaired_places(undone: &[Candidate]) -> Vec<Range<usize>> {
    let mut shift = 0_isize;
    let mut places = Vec::new();
    for Candidate { edit, .. } in undone.iter().filter(|candidate| !candidate.is_included) {
        let start = edit.range.start.wrapping_add_signed(shift);
        places.push(start..start + edit.text.len());
        shift += edit.text.len() as isize - edit.range.len() as isize;
    }
    places
}

/// Whether a slip found in the repaired text begins or ends in an insertion, or its edit changes nothing but an insertion:
/// then one of the two is no slip of the writer's. `undone` is in text order.
pub(crate) fn is_of_repair(candidate: &Candidate, undone: &[Candidate]) -> bool {
    let is_within = |inner: &Range<usize>, outer: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
    repaired_places(undone).into_iter().any(|place| {
        let (range, edit) = (&candidate.range, &candidate.edit.range);
        let is_apart = !overlap(range, &place) || is_within(&place, range) && place != *range;
        !is_apart || overlap(edit, &place) && is_within(edit, &place)
    })
}

/// A range and all of the `places` that it has any part of.
fn with_all_of(range: Range<usize>, places: &[Range<usize>]) -> Range<usize> {
    let touched = places.iter().filter(|place| overlap(place, &range));
    touched.fold(range.clone(), |whole, place| whole.start.min(place.start)..whole.end.max(place.end))
}

/// Whether one of two ranges, each of which may be empty, begins or ends inside of the other.
fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use super::super::slip::Slip;
    use super::*;

    /// Undo the edits `(start, end, text)` in `before`; every place of what is left must lead back to where it was.
    #[track_caller]
    fn check_places(before: &str, edits: &[(usize, usize, &str)]) {
        let undone: Vec<Candidate> = edits
            .iter()
            .map(|(start, end, text)| Candidate::new(Edit::replace(*start..*end, *text), *start..*end, Slip::Extra))
            .collect();
        let mut after = before.to_owned();
        for (start, end, text) in edits.iter().rev() {
            after.replace_range(start..end, text);
        }
        let places = repaired_places(&undone);
        for (place, (_, _, text)) in places.iter().zip(edits) {
            assert_eq!(&after[place.clone()], *text);
        }
        for (place, byte) in after.bytes().enumerate() {
            if !places.iter().any(|repaired| repaired.contains(&place)) {
                let original = in_original(place, &undone);
                let is_after_deletion =
                    edits.iter().any(|(start, end, text)| text.is_empty() && (*start..*end).contains(&original));
                assert!(is_after_deletion || before.as_bytes()[original] == byte, "{place} in {after} is {original}");
            }
        }
    }

    /// Undo the edits `(start, end, text)` one after the other, each in the text that the previous ones have left: undone at
    /// once, in the original text, they give the same, and every place leads back.
    #[track_caller]
    fn check_undone(before: &str, edits: &[(usize, usize, &str)], after: &str) {
        let mut repairs = Repairs::of(before.to_owned());
        for (start, end, text) in edits {
            let candidate = Candidate::new(Edit::replace(*start..*end, *text), 0..0, Slip::Extra);
            assert!(!is_of_repair(&candidate, &repairs.undone));
            repairs.undo(candidate);
        }
        assert_eq!(repairs.text, after);
        let mut all_at_once = Repairs::of(before.to_owned());
        repairs.undone.iter().rev().for_each(|candidate| all_at_once.undo(candidate.clone()));
        assert_eq!((all_at_once.text.as_str(), &all_at_once.undone), (after, &repairs.undone));
        let apart = repairs.undone.iter().filter(|candidate| !candidate.is_included);
        let apart: Vec<_> = apart.map(|it| (it.edit.range.start, it.edit.range.end, it.edit.text.as_str())).collect();
        check_places(before, &apart);
    }

    #[test]
    fn an_edit_may_include_others() {
        check_undone("abcdef", &[(2, 2, "("), (3, 4, "C")], "ab(Cdef");
        check_undone("abcdef", &[(2, 3, "C"), (2, 2, "(")], "ab(Cdef");
        check_undone("abcdef", &[(2, 2, "("), (1, 4, "c(b"), (5, 6, "E")], "ac(bdEf");
        check_undone("abcdef", &[(2, 3, ""), (1, 4, "XY"), (0, 0, "-")], "-aXYf");
        check_undone("abcdef", &[(4, 4, "!"), (2, 4, "DC"), (5, 5, "?")], "abDC!?ef");
        check_undone("abcdef", &[(1, 2, ""), (0, 1, "A"), (1, 2, "C")], "ACdef");
        check_undone("abcdef", &[(1, 3, "CB"), (2, 4, "-"), (0, 0, "+"), (0, 3, "x")], "x-ef");
        check_undone("abcdef", &[(1, 2, "xy"), (4, 5, "zw"), (2, 5, "-")], "ax-wef");
    }

    #[test]
    fn what_was_put_in_is_no_slip() {
        let mut repairs = Repairs::of("abcdef".to_owned());
        repairs.undo(Candidate::new(Edit::replace(2..2, "(("), 2..2, Slip::Extra));
        let of_edit = |edit: Range<usize>| Candidate::new(Edit::delete(edit.clone()), edit, Slip::Extra);
        for edit in [2..4, 3..3, 2..3] {
            assert!(is_of_repair(&of_edit(edit.clone()), &repairs.undone), "{edit:?}");
        }
        for edit in [2..2, 4..4, 1..2, 4..5, 1..4, 2..5] {
            assert!(!is_of_repair(&of_edit(edit.clone()), &repairs.undone), "{edit:?}");
        }
        for range in [1..3, 3..3, 3..6] {
            assert!(is_of_repair(&Candidate { range: range.clone(), ..of_edit(0..6) }, &repairs.undone), "{range:?}");
            assert!(!is_of_repair(&Candidate { range: 0..1, ..of_edit(1..3) }, &repairs.undone));
        }
    }

    #[test]
    fn places_lead_back_through_repairs() {
        check_places("1. e4 {a) e5 {b) 2. Nf3", &[(8, 9, "}"), (15, 16, "}")]);
        check_places("abcdef", &[(1, 1, "xy"), (3, 3, "z")]);
        check_places("abcdef", &[(1, 3, ""), (4, 5, "long")]);
        check_places("abcdef", &[(2, 2, "("), (2, 3, "C")]);
    }
}
