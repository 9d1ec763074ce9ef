//! Completion of tag names, after `[`.

use super::cursor::{Cursor, word_length};
use super::item::{Item, Kind};
use scoresheet_chess::tag_docs::{TagDoc, known_tags};

/// Returns the known tags: the Seven Tag Roster first, those already in the tag section last.
///
/// `bracket` is the byte offset of the `[` in the game. `next_game` is the text of the next game: below an incomplete
/// tag pair, the parser puts the rest of the tags there.
pub(super) fn items(cursor: &Cursor, bracket: usize, next_game: &str) -> Vec<Item> {
    let after = cursor.after();
    let rest_of_name = word_length(after);
    let typed = cursor.game.text[bracket + 1..cursor.offset].trim_start();
    let range = cursor.offset - typed.len()..cursor.offset + rest_of_name;
    let tail = &after[rest_of_name..];
    let tail = &tail[..tail.find(['\n', '\r']).unwrap_or(tail.len())];
    let used = names_around(&cursor.game.text[..bracket], tail, &after[rest_of_name + tail.len()..], next_game);
    let item = |tag: TagDoc, is_used: bool| {
        let (text, caret) = completed(tag.name, tail);
        let section = tag.section.map(|section| format!("section {section}"));
        Item {
            label: tag.name.to_owned(),
            detail: if is_used { Some("already in this game".to_owned()) } else { section },
            documentation: Some(tag.summary.to_owned()),
            caret,
            filter_text: Some(tag.name.to_owned()),
            ..Item::new(Kind::TagName, text, range.clone())
        }
    };
    let (used, unused): (Vec<TagDoc>, Vec<TagDoc>) = known_tags().partition(|tag| used.contains(&tag.name));
    let unused = unused.into_iter().map(|tag| item(tag, false));
    unused.chain(used.into_iter().map(|tag| item(tag, true))).collect()
}

/// Returns the name with the parts of a tag pair that `tail`, the rest of the line, lacks, and the cursor's offset in
/// it.
fn completed(name: &str, tail: &str) -> (String, Option<usize>) {
    let rest = tail.trim();
    let end = match rest.strip_prefix('"') {
        Some(value) if tail.starts_with('"') && !value.contains('"') => " \"",
        Some(_) => "",
        None if rest.starts_with(']') => " \"\"",
        None => " \"\"]",
    };
    let caret = end.find('"').map(|quote| name.len() + quote + 1);
    (format!("{name}{end}"), caret)
}

/// Returns the names of the tag pairs on this line and on adjacent lines, up to a line that does not begin with `[`.
fn names_around<'text>(
    before: &'text str,
    tail: &'text str,
    below: &'text str,
    next_game: &'text str,
) -> Vec<&'text str> {
    let is_tag_line = |line: &&str| line.trim_start().starts_with('[');
    let line_start = before.rfind(['\n', '\r']).map_or(0, |line_end| line_end + 1);
    let (above, line) = before.split_at(line_start);
    let above = above.lines().rev().take_while(is_tag_line);
    let below = below.lines().skip(1).chain(next_game.lines()).take_while(is_tag_line);
    let lines = above.chain([line, tail]).chain(below);
    lines
        .flat_map(|line| line.split('[').skip(1))
        .map(|tag| &tag.trim_start()[..word_length(tag.trim_start())])
        .collect()
}
