//! What one reading says and another does not.

use super::{Game, Notes, Said};

/// The first difference between what two games say: moves, marks, comments, variations, result. None if they say the same.
#[must_use]
pub fn difference(before: &Game, after: &Game) -> Option<String> {
    let is_foreign = before.said.iter().any(|said| matches!(said, Said::Move(text) if text.is_foreign()));
    let said = with_joined_letters(before, after);
    let length = said.len().max(after.said.len());
    let differ = (0..length).find(|index| match (said.get(*index), after.said.get(*index)) {
        (Some(one), Some(other)) => !one.is_kept_by(other, is_foreign),
        _ => true,
    });
    if let Some(index) = differ {
        return Some(format!("{:?} becomes {:?}", said.get(index), after.said.get(index)));
    }
    let result = before.result.as_deref().or_else(|| before.tag("Result")).unwrap_or("*");
    let is_kept = before.result.is_none() || after.result.as_deref() == Some(result);
    (!is_kept).then(|| format!("the result {result} becomes {:?}", after.result))
}

/// What a game says, without the letters that are a sign or belong to the next move (`N f3`) and became a part of it.
fn with_joined_letters<'game>(before: &'game Game, after: &Game) -> Vec<&'game Said> {
    let letter = Said::Notes(Notes { signs: vec!["N".to_owned()], ..Notes::default() });
    let mut said = Vec::with_capacity(before.said.len());
    for (index, one) in before.said.iter().enumerate() {
        let joined = (*one == letter).then(|| (before.said.get(index + 1), after.said.get(said.len())));
        if !matches!(joined, Some((Some(Said::Move(rest)), Some(Said::Move(whole))))
            if whole.text.starts_with('N') && rest.can_be(whole, false))
        {
            said.push(one);
        }
    }
    said
}

impl Said {
    fn is_kept_by(&self, after: &Said, is_foreign: bool) -> bool {
        match (self, after) {
            (Said::Move(one), Said::Move(other)) => one.can_be(other, is_foreign),
            (Said::Notes(notes), Said::Notes(others)) => notes.are_kept_by(others),
            (one, other) => one == other,
        }
    }
}

impl Notes {
    /// A sign may become a NAG or a comment.
    fn are_kept_by(&self, after: &Notes) -> bool {
        let mut comment = after.comment.clone();
        let mut signs = self.signs.clone();
        for sign in &after.signs {
            signs.iter().position(|other| other == sign).into_iter().for_each(|at| drop(signs.remove(at)));
        }
        if comment != self.comment {
            signs.retain(|sign| {
                let place = comment.find(sign.as_str());
                place.into_iter().for_each(|at| comment.replace_range(at..at + sign.len(), ""));
                place.is_none()
            });
        }
        let is_said =
            |mark: &u32| after.marks.contains(mark) || self.signs.iter().any(|sign| number(sign) == Some(*mark));
        self.marks.iter().all(is_said)
            && after.marks.difference(&self.marks).count() <= signs.len()
            && self.comment == comment
            && self.commands == after.commands
            && self.text == after.text
    }
}

/// The NAG of a sign that is one character, which says the same once more.
fn number(sign: &str) -> Option<u32> {
    let signs = [("=", 10), ("∞", 13), ("⩲", 14), ("⩱", 15), ("±", 16), ("∓", 17)];
    signs.iter().find(|(other, _)| *other == sign).map(|(_, number)| *number)
}
