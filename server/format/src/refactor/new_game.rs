//! A new game below another one.

use scoresheet_grammar::{GameView, ast};

use super::site::Site;
use crate::edit::Edit;
use crate::style::LineEnding;

/// A tag value that differs in the new game.
pub(super) struct Value<'text> {
    pub(super) name: &'static str,
    pub(super) value: &'text str,
    /// Whether the tag pair is added if it is missing.
    pub(super) is_needed: bool,
}

/// Returns the tag pairs of `game` as written, with other values for some, without the last line end.
pub(super) fn tag_section(game: GameView, values: &[Value]) -> String {
    let tags = game.tags();
    let mut section = String::new();
    let mut done = tags.first().map_or(0, |tag| tag.range.start);
    for tag in &tags {
        if let Some(new) = values.iter().find(|new| tag.name.eq_ignore_ascii_case(new.name)) {
            section.push_str(&game.text[done..tag.inner_range().start]);
            section.push_str(&ast::escape(new.value));
            done = tag.inner_range().end;
        }
    }
    section.push_str(&game.text[done..tags.last().map_or(done, |tag| tag.range.end)]);
    let is_missing =
        |value: &&Value| value.is_needed && !tags.iter().any(|tag| tag.name.eq_ignore_ascii_case(value.name));
    for Value { name, value, .. } in values.iter().filter(is_missing) {
        if !section.is_empty() {
            section.push_str(LineEnding::of(game.text).text());
        }
        section.push_str(&tag_pair(name, value));
    }
    section
}

/// Returns a tag pair in export format.
pub(super) fn tag_pair(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", ast::escape(value))
}

/// Returns the edit that inserts a game below this one.
pub(super) fn below(site: &Site, tag_section: &str, movetext: &str) -> Edit {
    let text = site.game.text;
    let line_end = LineEnding::of(text).text();
    let after = &text[text.trim_end().len()..];
    let line_ends = scoresheet_chess::line_ends::line_ends(after).count();
    let mut new = line_end.repeat(2_usize.saturating_sub(line_ends));
    if !tag_section.is_empty() {
        new.push_str(tag_section);
        new.push_str(&line_end.repeat(2));
    }
    new.push_str(movetext);
    let is_last = site.next.is_none() && line_ends < 2;
    new.push_str(&line_end.repeat(if is_last { 1 } else { 2 }));
    Edit::insert(text.len(), new)
}
