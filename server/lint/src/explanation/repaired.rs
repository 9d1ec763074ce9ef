//! A game with its slips undone, and where its places are in the game as it is.

use std::ops::Range;

use scoresheet_chess::replay::Meaning;

use super::{Candidate, Explanation};
use crate::finding::Edit;

/// A game with its slips undone.
#[derive(Debug)]
pub(crate) struct Repaired {
    pub(crate) text: String,
    /// What moves mean that do not fit, by their byte offsets in `text`, ascending.
    pub(crate) meanings: Vec<(usize, Meaning)>,
    pub(crate) slips: Vec<Candidate>,
    /// Where `text` differs from the game as it is: the range in `text`, by slip.
    places: Vec<Range<usize>>,
    /// Where the move is that does not read, if that is all; a byte offset in the game as it is.
    only_move: Option<usize>,
}

impl Repaired {
    /// Undoes the slips of an explanation, which are in text order and apart from each other. Linear in the game.
    pub(crate) fn of(game: &str, explanation: Explanation) -> Repaired {
        let Explanation { slips, meanings, parts } = explanation;
        let only_move = meanings.first().map(|(place, _)| *place).filter(|_| parts.len() == 1);
        let mut text = String::with_capacity(game.len());
        let (mut done, mut places) = (0, Vec::new());
        for Candidate { edit, .. } in &slips {
            text.push_str(&game[done..edit.range.start]);
            let start = text.len();
            text.push_str(&edit.text);
            places.push(start..text.len());
            done = edit.range.end;
        }
        text.push_str(&game[done..]);
        let mut repaired = Repaired { text, meanings: Vec::new(), slips, places, only_move };
        repaired.meanings = meanings.into_iter().map(|(place, meaning)| (repaired.place_of(place), meaning)).collect();
        repaired
    }

    /// A place of the game as it is, in the text: not inside of an edit.
    fn place_of(&self, place: usize) -> usize {
        let before = self.slips.partition_point(|slip| slip.edit.range.end <= place);
        match before.checked_sub(1) {
            Some(last) => self.places[last].end + (place - self.slips[last].edit.range.end),
            None => place,
        }
    }

    /// Whether a single move does not read, and it comes after a place of the game as it is.
    pub(crate) fn begins_after(&self, place: usize) -> bool {
        self.only_move.is_some_and(|only| place <= only)
    }

    /// Whether an edit of the text changes nothing that was repaired, and puts nothing next to what was replaced.
    pub(crate) fn is_apart_from(&self, edit: &Edit) -> bool {
        let mut replaced = self.places.iter().zip(&self.slips).filter(|(_, slip)| !slip.edit.range.is_empty());
        let touches = |place: &Range<usize>| place.start <= edit.range.end && edit.range.start <= place.end;
        self.is_apart(&edit.range) && !(edit.range.is_empty() && replaced.any(|(place, _)| touches(place)))
    }

    /// Keeps the text of an edit apart from a neighbour from which only a space that was put in parts it.
    pub(crate) fn keep_apart(&self, edit: &mut Edit) {
        let spaces =
            self.places.iter().filter(|place| !place.is_empty() && self.text[Range::clone(place)].trim().is_empty());
        let (follows, precedes) = spaces.fold((false, false), |(follows, precedes), place| {
            (follows || place.end == edit.range.start, precedes || place.start == edit.range.end)
        });
        if follows && !edit.text.is_empty() {
            edit.text.insert(0, ' ');
        }
        if precedes {
            edit.text.push(' ');
        }
    }

    /// Whether a range of the text holds nothing that was repaired.
    pub(crate) fn is_apart(&self, range: &Range<usize>) -> bool {
        self.places.iter().all(|place| range.end <= place.start || place.end <= range.start)
    }

    /// Whether a range ends where the end of a comment was put in: what is wrong at the end of that comment is that it is cut off.
    pub(crate) fn is_cut_off(&self, range: &Range<usize>) -> bool {
        let is_end = |slip: &Candidate| slip.edit.range.is_empty() && slip.edit.text.starts_with('}');
        self.places.iter().zip(&self.slips).any(|(place, slip)| place.start == range.end && is_end(slip))
    }

    /// A range of the text as one of the game as it is: all of what was replaced if it begins or ends inside of a replacement, and nothing of
    /// what was deleted before or after it.
    pub(crate) fn in_game(&self, range: Range<usize>) -> Range<usize> {
        self.in_game_at(range.start, false)..self.in_game_at(range.end, !range.is_empty())
    }

    fn in_game_at(&self, place: usize, is_end: bool) -> usize {
        let is_before = |other: &Range<usize>| other.end <= place && !(is_end && other.start == place);
        let before = self.places.partition_point(is_before);
        if let Some(other) = self.places.get(before)
            && other.start < place
        {
            let edit = &self.slips[before].edit.range;
            return if is_end { edit.end } else { edit.start };
        }
        match before.checked_sub(1) {
            Some(last) => self.slips[last].edit.range.end + (place - self.places[last].end),
            None => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slip::Slip;
    use super::*;

    #[test]
    fn places_lead_back_through_repairs() {
        let game = "1. e4 {a) e5 b) 2. Nf3 Nc6";
        let edits = [Edit::replace(8..9, "}"), Edit::insert(13, "{"), Edit::replace(14..15, "}"), Edit::delete(15..16)];
        let slips = edits.map(|edit| Candidate::new(edit.clone(), edit.range, Slip::Swapped)).to_vec();
        let meanings = vec![(23, Meaning::Skip)];
        let repaired = Repaired::of(game, Explanation { slips, meanings, parts: Vec::new() });
        assert_eq!(repaired.text, "1. e4 {a} e5 {b}2. Nf3 Nc6");
        assert_eq!(&repaired.text[repaired.meanings[0].0..], "Nc6");
        for (text, place) in [("1. e4", 0..5), ("e5", 10..12), ("2.", 16..18), ("Nc6", 23..26)] {
            let start = repaired.text.find(text).unwrap();
            assert_eq!(repaired.in_game(start..start + text.len()), place, "{text}");
            assert!(repaired.is_apart(&(start..start + text.len())), "{text}");
        }
        assert!(!repaired.is_apart(&(13..14)));
        assert_eq!(repaired.in_game(13..16), 13..15);
        assert_eq!((repaired.in_game(14..16), repaired.in_game(16..16)), (13..15, 16..16));
    }
}
