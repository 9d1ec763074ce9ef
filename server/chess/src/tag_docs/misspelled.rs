//! Tag names that are probably misspelled, or translated.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use super::other_languages::roster_name;
use super::{ROSTER, is_in_use, is_well_formed, known_tags};
use crate::replay::is_fen_tag;
use crate::similar_words::{closest, in_other_capitals};

/// The number of unknown tags of a game that are checked; no game has more.
const MOST_UNKNOWN: usize = 50;

/// Returns the tags with a misspelled name, or one of the roster in another language, and the probable name, unless the game has a tag with
/// that name as well.
pub fn misspelled<'tags, 'game>(tags: &'tags [Tag<'game>]) -> impl Iterator<Item = (&'tags Tag<'game>, &'static str)> {
    let unknown = tags.iter().filter(move |tag| !is_in_use(tag.name) && is_well_formed(tag.name));
    unknown.take(MOST_UNKNOWN).filter_map(|tag| {
        let known = || known_tags().map(|known| known.name);
        let name = in_other_capitals(tag.name, known())
            .or_else(|| roster_name(tag.name))
            .or_else(|| closest(tag.name, known()))
            .or_else(|| roster_name_with_slip(tag, tags))?;
        // Other rules report a SetUp tag in other capitals that goes with a FEN.
        let is_told =
            name == "SetUp" && name.eq_ignore_ascii_case(tag.name) && tags.iter().any(|tag| is_fen_tag(tag.name));
        (!is_told && tags.iter().all(|tag| tag.name != name)).then_some((tag, name))
    })
}

/// The name of the roster that differs from a tag name in digits after it, in the order of its letters or in one letter: where the game lacks it,
/// less likeness is enough than to other known names.
fn roster_name_with_slip(tag: &Tag, tags: &[Tag]) -> Option<&'static str> {
    let is_numbered = |name: &str, tag: &Tag| {
        let number = tag.name.strip_prefix(name).filter(|number| !number.is_empty());
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_'))
    };
    // `White1` and `White2` are the players of a team.
    let is_alone = |name: &str| tags.iter().filter(|tag| is_numbered(name, tag)).count() == 1;
    let in_order = |name: &str| {
        let mut letters = name.to_ascii_lowercase().into_bytes();
        letters.sort_unstable();
        letters
    };
    let names = || ROSTER.iter().map(|(name, _)| *name);
    names()
        .find(|name| is_numbered(name, tag) && is_alone(name))
        .or_else(|| names().find(|name| name.len() == tag.name.len() && in_order(name) == in_order(tag.name)))
        .or_else(|| names().find(|name| name.len() > SHORT && is_one_letter_off(name, tag.name)))
}

/// Many other words differ in one letter from names that are no longer: `Side`, `Rate`.
const SHORT: usize = 4;

/// Whether two names of the same length differ in one letter after the first one.
fn is_one_letter_off(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.as_bytes()[0].eq_ignore_ascii_case(&other.as_bytes()[0])
        && one.bytes().zip(other.bytes()).filter(|(one, other)| !one.eq_ignore_ascii_case(other)).count() == 1
}

/// A known tag name with characters in it that no tag name has: `Ev-ent`, `White:`.
pub fn name_with_odd_characters(tag: &Tag) -> Option<&'static str> {
    if is_well_formed(tag.name) {
        return None;
    }
    let plain: String = tag.name.chars().filter(char::is_ascii_alphanumeric).collect();
    known_tags().map(|known| known.name).find(|name| name.eq_ignore_ascii_case(&plain))
}

/// A known tag name that was written in two words, `White Elo`, or a translated one with a letter that no tag name has, `Weiß`, so that the
/// rest of it was read as the value of a tag with its beginning as the name; and where all of it is: half-open byte offsets relative to the game.
pub fn name_in_two_words(tag: &Tag) -> Option<(&'static str, Range<usize>)> {
    if tag.is_quoted {
        return None;
    }
    let quote = tag.raw_value.find('"').filter(|quote| *quote > 0)?;
    let word = tag.raw_value[..quote].trim_end();
    let whole = format!("{}{word}", tag.name);
    let is_glued = tag.name_range.end == tag.value_range.start;
    let known = known_tags().map(|known| known.name).find(|known| known.eq_ignore_ascii_case(&whole));
    let name = known.or_else(|| roster_name(&whole).filter(|_| is_glued))?;
    Some((name, tag.name_range.start..tag.value_range.start + word.len()))
}
