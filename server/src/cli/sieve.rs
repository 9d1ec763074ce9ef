//! Which findings of a file are told: those in games that changed, and those that are not known already.

use super::baseline::{KnownFindings, Tally};
use super::changed::ChangedParts;
use super::engine::LocatedFinding;
use super::identity::Identifier;
use super::language::Language;
use super::render::Parts;

/// Goes through the findings of one file.
pub struct Sieve<'a> {
    identifier: Option<Identifier>,
    changed: Option<&'a ChangedParts>,
    known: Option<KnownFindings<'a>>,
}

impl<'a> Sieve<'a> {
    /// For a file in `language`, of which only what `changed` is asked for, and not what is `known`. Findings are identified
    /// if that `is_asked` for or needed.
    pub fn new(
        language: Language,
        is_asked: bool,
        changed: Option<&'a ChangedParts>,
        known: Option<KnownFindings<'a>>,
    ) -> Sieve<'a> {
        let identifier = (is_asked || known.is_some()).then(|| Identifier::new(language));
        Sieve { identifier, changed, known }
    }

    /// One that everything falls through.
    #[cfg(test)]
    pub fn open() -> Sieve<'a> {
        Sieve { identifier: None, changed: None, known: None }
    }

    /// Takes away the findings that are not told.
    pub fn sift<T: AsRef<str>>(&mut self, parts: &Parts<T>, findings: &mut Vec<LocatedFinding>) {
        if let Some(identifier) = &mut self.identifier {
            findings.iter_mut().for_each(|located| identifier.identify(parts, located));
        }
        if let Some(changed) = self.changed {
            findings.retain(|located| changed.holds(located.game_start));
        }
        if let Some(known) = &mut self.known {
            findings.retain(|located| !known.takes(located));
        }
    }

    /// What came of it.
    pub fn end(self) -> Tally {
        self.known.map_or_else(Tally::default, KnownFindings::end)
    }
}
