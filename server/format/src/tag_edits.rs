//! Edits of a tag section: adding missing tags of the Seven Tag Roster, sorting the tag pairs in export order (section
//! 8.1.1).

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use scoresheet_chess::results;
use scoresheet_chess::tag_docs::{ROSTER, misspelled, name_in_two_words, name_with_odd_characters};
use scoresheet_grammar::ast::{self, Tag};
use scoresheet_grammar::{Event, Fault, FaultKind, GameView, NodeKind, TokenKind};

use crate::edit::Edit;
use crate::line_edits::line_end;

/// The tags of the roster by name, including misspelled ones.
pub type Roster<'tags, 'game> = [(&'static str, Option<&'tags Tag<'game>>); 7];

/// Returns the tags of the roster among `tags`.
pub fn roster<'tags, 'game>(tags: &'tags [Tag<'game>]) -> Roster<'tags, 'game> {
    let mut roster = ROSTER.map(|(name, _)| (name, tags.iter().find(|tag| tag.name == name)));
    if roster.iter().any(|(_, tag)| tag.is_none()) {
        let in_two_words = tags.iter().filter_map(|tag| Some((tag, name_in_two_words(tag)?.0)));
        let with_odd_characters = tags.iter().filter_map(|tag| Some((tag, name_with_odd_characters(tag)?)));
        for (tag, meant) in misspelled(tags).chain(in_two_words).chain(with_odd_characters) {
            roster.iter_mut().filter(|(name, _)| *name == meant).for_each(|(_, place)| *place = place.or(Some(tag)));
        }
    }
    roster
}

/// Returns whether a tag pair is truncated: the tags that follow may belong to the next game.
pub fn is_cut_off(game: GameView) -> bool {
    game.tree.faults().iter().any(|fault| fault.kind == FaultKind::UnclosedTagAndValue)
}

/// Returns whether it is certain which tags are those of the game: there is a game, no tag pair is truncated, and none is in the
/// movetext, where it may be the one that is missing. Linear in the events of the game.
pub fn has_certain_tags(game: GameView) -> bool {
    let is_misplaced = |fault: &Fault| fault.kind == FaultKind::MisplacedTag;
    is_game(game) && !is_cut_off(game) && !game.tree.faults().iter().any(is_misplaced)
}

/// Returns whether there is a tag section, or anything but comments and escape lines in a movetext.
fn is_game(game: GameView) -> bool {
    let mut is_in_movetext = false;
    game.tree.events().any(|(event, _)| match event {
        Event::Enter(NodeKind::TagSection) => true,
        Event::Enter(node) | Event::Leave(node) => {
            is_in_movetext |= node == NodeKind::Movetext;
            false
        }
        Event::Token(kind) => is_in_movetext && !kind.is_comment() && kind != TokenKind::EscapeLine,
    })
}

/// Returns the edits that insert the missing tags of the roster, each in its place: the Result from the termination
/// marker at `termination`, the others with the values for unknown (section 8.1.1).
pub fn completed_roster(game: GameView, tags: &[Tag], termination: Option<Range<usize>>) -> Vec<Edit> {
    let result = termination.and_then(|marker| results::canonical(&game.text[marker])).unwrap_or("*");
    let line_end = line_end(game.text);
    let mut edits: BTreeMap<usize, Edit> = BTreeMap::new();
    let mut tag_before = None;
    for (name, tag) in roster(tags) {
        if tag.is_some() {
            tag_before = tag;
            continue;
        }
        let tag = format!("[{name} \"{}\"]", value(name, result));
        let (offset, text) = match tag_before {
            Some(before) => (end_with_remarks(game, before), format!("{line_end}{tag}")),
            None => match tags.first() {
                Some(first) => (first.range.start, format!("{tag}{line_end}")),
                None => (movetext_start(game), format!("{tag}{line_end}")),
            },
        };
        edits.entry(offset).or_insert_with(|| Edit::insert(offset, "")).text.push_str(&text);
    }
    if tags.is_empty()
        && let Some(edit) = edits.values_mut().next()
    {
        edit.text.push_str(line_end);
    }
    edits.into_values().collect()
}

fn value<'a>(name: &str, result: &'a str) -> &'a str {
    match name {
        "Result" => result,
        _ => ROSTER.into_iter().find(|(other, _)| *other == name).map_or("?", |(_, unknown)| unknown),
    }
}

/// Returns the edit that inserts a tag pair into the tag section `tags` of a game, in its place in export order as far as the others are in
/// it. A game without tags lacks the empty line after it.
pub fn inserted_tag(game: GameView, tags: &[Tag], name: &str, value: &str) -> Edit {
    let (line_end, pair) = (line_end(game.text), format!("[{name} \"{}\"]", ast::escape(value)));
    let before = tags.iter().rev().find(|tag| tag_place(tag.name) < tag_place(name));
    match (before, tags.first()) {
        (Some(before), _) => Edit::insert(end_with_remarks(game, before), format!("{line_end}{pair}")),
        (None, Some(first)) => Edit::insert(first.range.start, format!("{pair}{line_end}")),
        (None, None) => Edit::insert(movetext_start(game), format!("{pair}{line_end}")),
    }
}

/// Returns the sort key of a tag in export order: its index in the roster, then its name.
pub fn tag_place(name: &str) -> (usize, &str) {
    match ROSTER.iter().position(|(roster, _)| *roster == name) {
        Some(place) => (place, ""),
        None => (ROSTER.len(), name),
    }
}

/// Returns the edits that put the tag pairs in export order: each misplaced tag pair is overwritten by the one that
/// belongs there. `None` if text, a broken tag or names that differ in case leave the right order open.
pub fn ordered_tags(game: GameView, tags: &[Tag]) -> Option<Vec<Edit>> {
    if is_cut_off(game) || tags.iter().any(|tag| tag.name.is_empty()) {
        return None;
    }
    if !has_only_tags(game, tags) || has_names_in_other_capitals(tags) {
        return None;
    }
    let mut ordered: Vec<&Tag> = tags.iter().collect();
    ordered.sort_by_key(|tag| tag_place(tag.name));
    let places = tags.iter().zip(ordered).filter(|(tag, other)| tag.range != other.range);
    Some(places.map(|(tag, other)| Edit::replace(tag.range.clone(), &game.text[other.range.clone()])).collect())
}

/// Whether two tag names differ only in case. Programs may pick either, depending on their order.
fn has_names_in_other_capitals(tags: &[Tag]) -> bool {
    let mut names = HashMap::with_capacity(tags.len());
    tags.iter().any(|tag| *names.entry(tag.name.to_ascii_lowercase()).or_insert(tag.name) != tag.name)
}

/// Whether only white space separates the tag pairs, and none is broken.
fn has_only_tags(game: GameView, tags: &[Tag]) -> bool {
    let (Some(first), Some(last)) = (tags.first(), tags.last()) else { return false };
    let section = first.range.start..last.range.end;
    let mut is_in_tag = false;
    let events = game.tree.events().skip_while(|(_, range)| range.start < section.start);
    let mut remarks = events.take_while(|(_, range)| range.start < section.end).filter(|(event, _)| match event {
        Event::Enter(NodeKind::Tag) | Event::Leave(NodeKind::Tag) => {
            is_in_tag = matches!(event, Event::Enter(_));
            false
        }
        Event::Token(_) => !is_in_tag,
        _ => false,
    });
    remarks.next().is_none() && !game.tree.faults().iter().any(|fault| section.contains(&fault.span().start))
}

/// Returns the byte offset where the movetext begins, which is the place for tag pairs in a game without any. 0 if
/// there is no movetext.
pub fn movetext_start(game: GameView) -> usize {
    let mut events = game.tree.events();
    events.find(|(event, _)| *event == Event::Enter(NodeKind::Movetext)).map_or(0, |(_, range)| range.start)
}

/// Returns the byte offset after a tag pair and the text after it on its line: another tag pair can begin a line there
/// without separating the two.
pub fn end_with_remarks(game: GameView, tag: &Tag) -> usize {
    let mut end = tag.range.end;
    let is_its_end =
        |(event, range): &(Event, Range<usize>)| *event == Event::Leave(NodeKind::Tag) && range.end == tag.range.end;
    let after = game.tree.events().skip_while(|event| !is_its_end(event)).skip(1);
    for (event, range) in after {
        match event {
            Event::Token(_) if !game.text[end..range.start].contains(['\n', '\r']) => end = range.end,
            _ => break,
        }
    }
    end
}
