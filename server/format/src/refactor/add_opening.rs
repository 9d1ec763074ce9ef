//! Writes the opening of a game into its tags ECO, Opening and Variation (sections 9.3.1, 9.3.2 and 9.4.1), by its moves. Tags that say
//! something are kept.

use std::collections::BTreeMap;

use scoresheet_chess::openings::{NoOpening, of_game};
use scoresheet_grammar::ast::{self, Tag};

use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use crate::edit::Edit;
use crate::tag_edits::{has_certain_tags, inserted_tag};

/// The tags that are written, in the order of export format.
const TAGS: [&str; 3] = ["ECO", "Opening", "Variation"];

pub(super) fn add_opening(site: &Site) -> Answer {
    let tags = site.game.tags();
    if !lacks_opening(&tags) {
        return Ok(Vec::new());
    }
    if !has_certain_tags(site.game) {
        return refuse_at(site, "a tag is broken or in the wrong place: which tags the game has is not clear");
    }
    let opening = match of_game(site.game) {
        Ok(played) => played.opening,
        Err(NoOpening::OtherStart) => {
            return refuse_at(site, "it begins from another position or by other rules, so it has no opening");
        }
        Err(NoOpening::Broken) => return refuse_at(site, "a move of the opening cannot be played"),
        Err(NoOpening::Unnamed) => {
            return refuse_at(site, "no position of the game has a name in the table of openings");
        }
    };
    // A variation only says something beside the opening that it belongs to.
    let (name, variation) =
        opening.name.split_once(": ").map_or((opening.name, None), |(name, rest)| (name, Some(rest)));
    let opening_tag = tag(&tags, "Opening").map(Tag::value);
    let belongs = opening_tag.is_none_or(|value| is_unknown(&value) || value == name);
    let values = [Some(opening.eco), Some(name), variation.filter(|_| belongs)];
    let mut edits: BTreeMap<usize, Edit> = BTreeMap::new();
    let line_end = Score::of(site.game).line_end();
    for (name, value) in TAGS.into_iter().zip(values) {
        let Some(value) = value else { continue };
        match tag(&tags, name) {
            Some(tag) if is_unknown(&tag.value()) => {
                let range = tag.inner_range();
                edits.insert(range.start, Edit::replace(range, ast::escape(value)));
            }
            Some(_) => {}
            None => {
                let insert = inserted_tag(site.game, &tags, name, value);
                let place = insert.range.start;
                edits.entry(place).or_insert_with(|| Edit::insert(place, "")).text += &insert.text;
            }
        }
    }
    if tags.is_empty()
        && let Some(edit) = edits.values_mut().next()
    {
        // An empty line is between tags and moves (section 8.2).
        edit.text += line_end;
    }
    Ok(edits.into_values().collect())
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    let tags = site.game.tags();
    let has_other_start = tags.iter().any(|tag| matches!(tag.name, "FEN" | "Variant"));
    !score.tokens.is_empty() && !has_other_start && lacks_opening(&tags)
}

/// Whether the code or the name of the opening is missing.
fn lacks_opening(tags: &[Tag]) -> bool {
    let says = |name: &str| tag(tags, name).is_some_and(|tag| !is_unknown(&tag.value()));
    !(says("ECO") && says("Opening"))
}

fn tag<'t, 'game>(tags: &'t [Tag<'game>], name: &str) -> Option<&'t Tag<'game>> {
    tags.iter().find(|tag| tag.name == name)
}

fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-")
}
