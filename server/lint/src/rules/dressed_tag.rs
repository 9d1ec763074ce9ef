//! Tag pairs as other formats write them: quoted for a table, escaped for Markdown, or in elements of a web page.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use crate::finding::Edit;
use crate::walk::Walk;

/// The most characters before or after a tag pair that are looked at.
const LONGEST: usize = 80;

/// A format that puts something around tag pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// `"[Site ""London""]"`, a line of comma-separated values.
    Table,
    /// `\[Site "London"\]`
    Markdown,
    /// `<p>[Site "London"]</p>`, `[Site "London"]&nbsp;`
    WebPage,
}

impl Format {
    /// What it does with a tag pair.
    pub(super) fn message(self) -> &'static str {
        match self {
            Format::Table => {
                "The tag pair is in quotes, and so is its value once more, as in a table: other programs lose it"
            }
            Format::Markdown => "The brackets of the tag pair have backslashes, as in Markdown: other programs lose it",
            Format::WebPage => "What is beside the tag pair is of a web page: python-chess loses the tag",
        }
    }
}

/// What a format put around a tag pair.
pub(super) struct Dress {
    pub(super) format: Format,
    /// Where it begins.
    pub(super) first: Range<usize>,
    /// Delete all of it.
    pub(super) edits: Vec<Edit>,
}

/// What another format put around a tag pair, if that is alone on its line otherwise.
pub(super) fn dress_of(tag: &Tag, walk: &Walk) -> Option<Dress> {
    let text = walk.game.text;
    let (from, to) = (tag.range.start.saturating_sub(LONGEST), (tag.range.end + LONGEST).min(text.len()));
    let near = text.ceil_char_boundary(from)..text.floor_char_boundary(to);
    let start = match text[near.start..tag.range.start].rfind(['\n', '\r']) {
        Some(line_end) => near.start + line_end + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let end = match text[tag.range.end..near.end].find(['\n', '\r']) {
        Some(line_end) => tag.range.end + line_end,
        None if to == text.len() => to,
        None => return None,
    };
    let (before, after) = (start..tag.range.start, tag.range.end..end);
    let value = tag.value_range.clone();
    let inner_quotes = [value.start + 1..value.start + 2, value.end.saturating_sub(2)..value.end.saturating_sub(1)];
    let (format, ranges) = match (text[before.clone()].trim(), text[after.clone()].trim()) {
        ("\"", "\"") if inner_quotes.iter().all(|quote| text.get(quote.clone()) == Some("\"")) && value.len() > 3 => {
            let [first, last] = inner_quotes;
            (Format::Table, vec![before, first, last, after])
        }
        ("\\", "\\]") => (Format::Markdown, vec![before, after.start..after.start + text[after].find(']')?]),
        (head, tail) if is_of_web_page(head) && is_of_web_page(tail) && !(head.is_empty() && tail.is_empty()) => {
            (Format::WebPage, [before, after].into_iter().filter(|range| !range.is_empty()).collect())
        }
        _ => return None,
    };
    let first = ranges.first()?.clone();
    Some(Dress { format, first, edits: ranges.into_iter().map(Edit::delete).collect() })
}

/// The tag pair that a text outside of tag pairs is around, before it or after it on its line.
pub(super) fn tag_beside<'walk, 'game>(text: &Range<usize>, walk: &'walk Walk<'game>) -> Option<&'walk Tag<'game>> {
    let before = walk.text(0..text.start).trim_end_matches([' ', '\t']).len();
    let after = walk.game.text.len() - walk.text(text.end..walk.game.text.len()).trim_start_matches([' ', '\t']).len();
    walk.tag_at(after).filter(|tag| tag.range.start == after).or_else(|| walk.tag_at(before.checked_sub(1)?))
}

/// Whether a text is nothing but elements and entities of a web page.
fn is_of_web_page(text: &str) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = match rest.as_bytes()[0] {
            b'<' => rest
                .find('>')
                .filter(|end| rest[1..*end].starts_with(|first: char| first == '/' || first.is_ascii_alphabetic())),
            b'&' => rest.find(';').filter(|end| {
                *end > 1 && rest[1..*end].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#')
            }),
            _ => None,
        };
        let Some(end) = end else { return false };
        rest = rest[end + 1..].trim_start();
    }
    true
}
