//! The tag pairs in the order of export format (section 8.1.1): the roster, then the others in ASCII order.

use super::score::Score;
use super::{Answer, Site, refuse_at};
use crate::finding::Level;
use crate::lint::Linter;
use crate::rules::{TAG_ORDER, tag_place};
use crate::suppression::FileAllowances;

pub(super) fn sort_tags(site: &Site) -> Answer {
    let linter = Linter::new(&[&TAG_ORDER], Level::Hint);
    let found = linter.check_in_file(site.game, false, &FileAllowances::default()).findings;
    let Some(finding) = found.into_iter().next() else {
        return Ok(Vec::new());
    };
    match finding.fixes.into_iter().next() {
        Some(fix) => Ok(fix.edits),
        None => refuse_at(
            site,
            "among the tags stands text, a broken tag, or one name in different capitals: what belongs to what is not clear",
        ),
    }
}

pub(super) fn is_offered(site: &Site, _: &Score) -> bool {
    !site.game.tags().is_sorted_by(|tag, next| tag_place(tag.name) <= tag_place(next.name))
}
