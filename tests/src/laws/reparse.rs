//! After any edits the games are those of a fresh parse, and only the changed ones were parsed again.

use std::sync::Arc;

use scoresheet_grammar::Database;

use crate::edits::RandomEdit;

/// Applies the edits one by one; before every other one, evicts idle trees.
pub fn check_edits(text: &str, edits: &[RandomEdit]) {
    let mut text = text.to_owned();
    let mut database = Database::parse(&text);
    for (number, edit) in edits.iter().enumerate() {
        // Trees that the last edit touched are evicted by the second call.
        for _ in 0..2 * (number % 2) {
            database = database.without_idle_trees().unwrap_or(database);
        }
        let (range, new) = edit.of(&text);
        let (edited, reparsed) = database.edit(range.clone(), new);
        text.replace_range(range.clone(), new);
        check_equal(&edited, &text);
        let games = |database: &Database| database.units().map(|(_, game)| game.clone()).collect::<Vec<_>>();
        let (before, after) = (games(&database), games(&edited));
        assert_eq!(before.len() - reparsed.removed + reparsed.inserted, after.len());
        let front = before.iter().zip(&after).take(reparsed.first_unit);
        let behind = before.iter().rev().zip(after.iter().rev());
        let behind = behind.take(before.len() - reparsed.first_unit - reparsed.removed);
        assert!(front.chain(behind).all(|(one, other)| Arc::ptr_eq(one, other)), "untouched games are not shared");
        database = edited;
    }
}

/// Both have the same games at the same places, also in lookups.
fn check_equal(database: &Database, text: &str) {
    let fresh = Database::parse(text);
    assert!(*database == fresh, "other games than in {text:?}");
    assert_eq!(database.len(), fresh.len());
    assert_eq!(database.text_length(), text.len());
    for (index, (start, _)) in fresh.units().enumerate() {
        assert_eq!(database.start(index), Some(start));
        assert_eq!(database.unit_at(start), Some(index));
        assert_eq!(database.unit(index), fresh.unit(index));
    }
}
