//! Sorts the tag pairs in the order of export format (section 8.1.1): the roster, then the others in ASCII order.

use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use crate::tag_edits::{ordered_tags, tag_place};

pub(super) fn sort_tags(site: &Site) -> Answer {
    match ordered_tags(site.game, &site.game.tags()) {
        Some(edits) => Ok(edits),
        None => refuse_at(
            site,
            "text, a broken tag or one name in different capitals is among the tags: what belongs to what is not clear",
        ),
    }
}

pub(super) fn is_offered(site: &Site, _: &Score) -> bool {
    !site.game.tags().is_sorted_by(|tag, next| tag_place(tag.name) <= tag_place(next.name))
}
