//! A text in which slips are undone one after the other, and where its places are in the text as it was.

use std::ops::Range;

use super::Candidate;

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
        let Some(original) = candidate.clone().moved(|place| Some(in_original(place, &self.undone))) else { return };
        let edit = candidate.edit;
        self.text.replace_range(edit.range, &edit.text);
        let at = self.undone.partition_point(|other| other.edit.range.start < original.edit.range.start);
        self.undone.insert(at, original);
    }
}

/// A place in the repaired text as a place in the game as it is. `undone` is in text order.
pub(crate) fn in_original(place: usize, undone: &[Candidate]) -> usize {
    let mut shift = 0_isize;
    for Candidate { edit, .. } in undone {
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
    for Candidate { edit, .. } in undone {
        let start = edit.range.start.wrapping_add_signed(shift);
        places.push(start..start + edit.text.len());
        shift += edit.text.len() as isize - edit.range.len() as isize;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::Slip;
    use super::*;
    use crate::finding::Edit;

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
                let is_behind_deletion =
                    edits.iter().any(|(start, end, text)| text.is_empty() && (*start..*end).contains(&original));
                assert!(is_behind_deletion || before.as_bytes()[original] == byte, "{place} in {after} is {original}");
            }
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
