//! The distinct names of the workspace, with the number of their occurrences.

use std::collections::HashMap;
use std::sync::Arc;

use super::facts::{Kind, LONGEST_NAME};

/// The limit on the memory for names in bytes; names beyond it are left out. Hundreds of thousands of real players fit.
const MOST_BYTES: usize = 64 << 20;

/// The approximate size in bytes of a name besides its letters: two table entries and the reference counts.
const BYTES_OF_ENTRY: usize = 112;

/// A name of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NameId(u32);

/// The names.
#[derive(Debug, Default)]
pub(super) struct Names {
    entries: Vec<Option<Entry>>,
    ids: HashMap<Kind, HashMap<Arc<str>, NameId>>,
    free: Vec<NameId>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    kind: Kind,
    name: Arc<str>,
    count: usize,
}

impl Names {
    /// Adds an occurrence of a name. Returns `None` if there is no memory for another name.
    pub(super) fn add(&mut self, kind: Kind, name: &str) -> Option<NameId> {
        let of_kind = self.ids.entry(kind).or_default();
        if let Some(id) = of_kind.get(name) {
            let entry = self.entries.get_mut(id.0 as usize)?.as_mut()?;
            entry.count += 1;
            return Some(*id);
        }
        if self.bytes + name.len() + BYTES_OF_ENTRY > MOST_BYTES {
            return None;
        }
        let id = match self.free.pop() {
            Some(id) => id,
            None => {
                self.entries.push(None);
                NameId(u32::try_from(self.entries.len() - 1).ok()?)
            }
        };
        let name: Arc<str> = name.into();
        self.bytes += name.len() + BYTES_OF_ENTRY;
        of_kind.insert(name.clone(), id);
        *self.entries.get_mut(id.0 as usize)? = Some(Entry { kind, name, count: 1 });
        Some(id)
    }

    /// Removes `count` occurrences of a name, and the name with its last occurrence.
    pub(super) fn remove(&mut self, id: NameId, count: usize) {
        let Some(slot) = self.entries.get_mut(id.0 as usize) else { return };
        let Some(entry) = slot else { return };
        entry.count = entry.count.saturating_sub(count);
        if entry.count > 0 {
            return;
        }
        self.bytes -= entry.name.len() + BYTES_OF_ENTRY;
        if let Some(of_kind) = self.ids.get_mut(&entry.kind) {
            of_kind.remove(&entry.name);
        }
        *slot = None;
        self.free.push(id);
        if self.bytes == 0 {
            // So that nothing stays of a large file that was closed.
            *self = Names::default();
        }
    }

    /// Returns the id of a name, if it is in the table.
    pub(super) fn find(&self, kind: Kind, name: &str) -> Option<NameId> {
        self.ids.get(&kind)?.get(name).copied()
    }

    /// Whether names were left out, or soon will be.
    pub(super) fn is_full(&self) -> bool {
        self.bytes + 2 * BYTES_OF_ENTRY + LONGEST_NAME > MOST_BYTES
    }

    /// Returns the names of a kind with the number of their occurrences, in no particular order.
    pub(super) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (NameId, &Arc<str>, usize)> {
        // In the order of the table: a map lookup for each of a hundred thousand names would take many times as long.
        let entries = (0..).zip(&self.entries).filter_map(|(id, entry)| Some((NameId(id), entry.as_ref()?)));
        entries.filter(move |(_, entry)| entry.kind == kind).map(|(id, entry)| (id, &entry.name, entry.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_and_go() {
        let mut names = Names::default();
        let tal = names.add(Kind::Opening, "Tal").unwrap();
        assert_eq!(names.add(Kind::Opening, "Tal"), Some(tal));
        let smyslov = names.add(Kind::Opening, "Smyslov").unwrap();
        names.remove(tal, 1);
        assert_eq!(names.find(Kind::Opening, "Tal"), Some(tal));
        names.remove(tal, 1);
        assert_eq!((names.find(Kind::Opening, "Tal"), names.add(Kind::Opening, "🏆")), (None, Some(tal)));
        let mut all: Vec<(&str, usize)> =
            names.of_kind(Kind::Opening).map(|(_, name, count)| (&**name, count)).collect();
        all.sort_unstable();
        assert_eq!(all, [("Smyslov", 1), ("🏆", 1)]);
        names.remove(smyslov, 9);
        names.remove(smyslov, 9);
        assert_eq!(names.of_kind(Kind::Opening).count(), 1);
        names.remove(tal, 1);
        assert_eq!((names.entries.capacity(), names.ids.len()), (0, 0), "nothing stays of names that have gone");
        assert!(names.add(Kind::Opening, "Tal").is_some());
    }

    #[test]
    fn there_is_an_end_to_names() {
        let mut names = Names::default();
        let name = |number: usize| format!("{number:0>255}");
        let count = (0..).take_while(|number| names.add(Kind::Opening, &name(*number)).is_some()).count();
        assert!(names.is_full() && count < MOST_BYTES / 255);
        assert!(names.add(Kind::Opening, &name(0)).is_some());
    }
}
