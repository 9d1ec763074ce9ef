//! Which findings of a file are reported: those in changed games that the baseline does not know.

use super::baseline::{KnownFindings, Tally};
use super::identify::Identifier;
use crate::cli::findings::LocatedFinding;
use crate::cli::language::Language;
use crate::cli::revision::ChangedParts;
use crate::text_file::Parts;

/// Filters the findings of one file.
pub(super) struct Filter<'a> {
    identifier: Option<Identifier>,
    changed: Option<&'a ChangedParts>,
    known: Option<KnownFindings<'a>>,
}

impl<'a> Filter<'a> {
    /// A filter for a file in `language` that reports what is in a `changed` game and not `known`. It identifies
    /// findings if the format needs that or the baseline does.
    pub(super) fn new(
        language: Language,
        needs_identities: bool,
        changed: Option<&'a ChangedParts>,
        known: Option<KnownFindings<'a>>,
    ) -> Filter<'a> {
        let identifier = (needs_identities || known.is_some()).then(|| Identifier::new(language));
        Filter { identifier, changed, known }
    }

    /// One that reports everything.
    #[cfg(test)]
    pub(super) fn open() -> Filter<'a> {
        Filter { identifier: None, changed: None, known: None }
    }

    /// Removes the findings that are not reported.
    pub(super) fn retain(&mut self, parts: &Parts, findings: &mut Vec<LocatedFinding>) {
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

    /// The result of comparing them with the baseline.
    pub(super) fn end(self) -> Tally {
        self.known.map_or_else(Tally::default, KnownFindings::end)
    }
}
