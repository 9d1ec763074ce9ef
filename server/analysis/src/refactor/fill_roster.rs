//! The seven tags of the roster (section 8.1.1), where one is missing.

use super::score::Score;
use super::{Answer, Site};
use crate::finding::Level;
use crate::lint::Linter;
use crate::rules::MISSING_ROSTER_TAG;
use crate::suppression::FileAllowances;
use crate::tag_docs::ROSTER;

pub(super) fn fill_roster(site: &Site) -> Answer {
    let linter = Linter::new(&[&MISSING_ROSTER_TAG], Level::Hint);
    let found = linter.check_in_file(site.game, false, &FileAllowances::default()).findings;
    Ok(found.into_iter().flat_map(|finding| finding.fixes).next().map_or(Vec::new(), |fix| fix.edits))
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    let tags = site.game.tags();
    let is_game = !tags.is_empty() || !score.tokens.is_empty();
    is_game && ROSTER.iter().any(|(name, _)| !tags.iter().any(|tag| tag.name == *name))
}
