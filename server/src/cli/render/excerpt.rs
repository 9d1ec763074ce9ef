//! The part of a text around a finding, short enough for a terminal.
//!
//! Whole games on one line and comments of 80 kB exist. Therefore nothing here looks further from a mark than a
//! terminal is wide: the cost of an excerpt does not depend on the length of the line.

use std::ops::Range;
use std::rc::Rc;

use crate::text_file::{Part, Parts, line_end, line_start};

/// Marks omitted text.
const ELLIPSIS: char = '…';
/// Columns that a tab is shown as.
const TAB_WIDTH: usize = 4;
/// The least width of a window, however many marks share a line.
const LEAST_WINDOW: usize = 24;

/// Adjacent lines with marks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The lines, shortened, with LF between them.
    pub(super) source: String,
    /// The number of the first one, from 1.
    pub(super) first_line: usize,
    /// Which mark (its index in the input) is at which bytes of `source`.
    pub(super) spans: Vec<(usize, Range<usize>)>,
}

/// The part of a line around a mark. Ranges are byte offsets in the part.
struct Window<'a> {
    part: Rc<Part<'a>>,
    mark: usize,
    line: usize,
    shown: Range<usize>,
    /// The mark, cut off where the line or the window ends.
    marked: Range<usize>,
}

/// Excerpts of a text around `marks`, in the order of lines, at most about `width` columns wide.
///
/// A mark over several lines is shown on its first line. Linear in the distance of the marks from the last place that
/// was located.
pub(super) fn excerpts(parts: &Parts, marks: &[Range<usize>], width: usize) -> Vec<Excerpt> {
    let of_marks: Vec<_> = marks.iter().map(|mark| parts.at(mark.start)).collect();
    let lines: Vec<_> = marks.iter().zip(&of_marks).map(|(mark, part)| part.line_near(mark.start)).collect();
    let window_of = |(index, mark): (usize, &Range<usize>)| {
        let on_same_line = lines.iter().filter(|&&line| line == lines[index]).count();
        let part = Rc::clone(&of_marks[index]);
        let inside = part.inside(mark.start)..part.inside(mark.end);
        let (shown, marked) = window(&part.text, &inside, (width / on_same_line).max(LEAST_WINDOW));
        Window { part, mark: index, line: lines[index], shown, marked }
    };
    let mut windows: Vec<_> = marks.iter().enumerate().map(window_of).collect();
    windows.sort_by_key(|window| (window.line, window.shown.start));
    windows.chunk_by(|a, b| b.line - a.line <= 1).map(excerpt).collect()
}

fn excerpt(windows: &[Window]) -> Excerpt {
    let mut excerpt = Excerpt { source: String::new(), first_line: windows[0].line, spans: Vec::new() };
    for (number, line) in windows.chunk_by(|a, b| a.line == b.line && Rc::ptr_eq(&a.part, &b.part)).enumerate() {
        if number > 0 {
            excerpt.source.push('\n');
        }
        add_line(line, &mut excerpt);
    }
    excerpt
}

fn add_line(windows: &[Window], excerpt: &mut Excerpt) {
    let text = &windows[0].part.text;
    let source = &mut excerpt.source;
    for windows in joined(windows) {
        let shown = windows[0].shown.start..windows.iter().map(|window| window.shown.end).max().unwrap_or(0);
        if !starts_line(text, shown.start) && !source.ends_with(ELLIPSIS) {
            source.push(ELLIPSIS);
        }
        let base = source.len();
        source.push_str(&text[shown.clone()]);
        if !ends_line(text, shown.end) {
            source.push(ELLIPSIS);
        }
        let moved = |offset: usize| base + offset - shown.start;
        excerpt
            .spans
            .extend(windows.iter().map(|window| (window.mark, moved(window.marked.start)..moved(window.marked.end))));
    }
}

/// Windows that overlap or touch, together.
fn joined<'w, 'a>(windows: &'w [Window<'a>]) -> Vec<&'w [Window<'a>]> {
    let mut groups = Vec::new();
    let (mut first, mut end) = (0, 0);
    for (index, window) in windows.iter().enumerate() {
        if index > first && window.shown.start > end {
            groups.push(&windows[first..index]);
            first = index;
        }
        end = window.shown.end.max(end);
    }
    groups.push(&windows[first..]);
    groups
}

/// The part of the line around the start of `mark` that is shown in `width` columns, and the marked part of it.
fn window(text: &str, mark: &Range<usize>, width: usize) -> (Range<usize>, Range<usize>) {
    let start = text.floor_char_boundary(mark.start);
    let near =
        |bytes: usize| text.floor_char_boundary(start.saturating_sub(bytes))..text.ceil_char_boundary(start + bytes);
    // A character takes at most four bytes; one byte more sees the line break after them.
    let near = near(4 * width + 1);
    let line = line_start(&text[near.clone()], start - near.start) + near.start
        ..line_end(&text[near.clone()], start - near.start) + near.start;
    let start = start.min(line.end);
    let end = text.floor_char_boundary(mark.end).clamp(start, line.end);
    let columns_before = columns(&text[line.start..start]);
    let columns_after = columns(&text[start..line.end]);
    if columns_before + columns_after <= width {
        return (line, start..end);
    }
    let before = (width / 3).max(width.saturating_sub(columns_after)).min(columns_before);
    let shown_start = start - length_of(text[line.start..start].chars().rev(), before);
    let shown_end = start + length_of(text[start..line.end].chars(), width - before);
    (shown_start..shown_end, start..end.min(shown_end))
}

/// The bytes of as many of `chars` as fit in `width` columns.
fn length_of(chars: impl Iterator<Item = char>, width: usize) -> usize {
    let mut left = width;
    chars
        .map_while(|c| {
            left = left.checked_sub(column_width(c))?;
            Some(c.len_utf8())
        })
        .sum()
}

fn columns(text: &str) -> usize {
    text.chars().map(column_width).sum()
}

/// Wide enough for every terminal: from the first script with double width on, all characters count as wide.
fn column_width(c: char) -> usize {
    match c {
        '\t' => TAB_WIDTH,
        '\u{1100}'..='\u{115F}' | '\u{2E80}'.. => 2,
        _ => 1,
    }
}

fn starts_line(text: &str, offset: usize) -> bool {
    offset == 0 || matches!(text.as_bytes()[offset - 1], b'\n' | b'\r')
}

fn ends_line(text: &str, offset: usize) -> bool {
    matches!(text.as_bytes().get(offset), None | Some(b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_file::{Encoding, Place};

    /// Compares the excerpts of a text that has `<>` around its marks with the expected ones, which have line numbers.
    fn check(marked: &str, width: usize, expected: &[(usize, &str)]) {
        let mut text = String::new();
        let mut marks = Vec::new();
        for c in marked.chars() {
            match c {
                '<' => marks.push(text.len()..text.len()),
                '>' => marks.last_mut().unwrap().end = text.len(),
                c => text.push(c),
            }
        }
        let place = Place { start: 0, disk_start: 0, first_line: 1, encoding: Encoding::UTF_8 };
        let parts = Parts::one(Part::new(text.as_str(), place));
        let shown = excerpts(&parts, &marks, width).into_iter().map(|mut excerpt| {
            for (_, span) in excerpt.spans.iter().rev() {
                excerpt.source.insert(span.end, '>');
                excerpt.source.insert(span.start, '<');
            }
            (excerpt.first_line, excerpt.source)
        });
        assert_eq!(
            shown.collect::<Vec<_>>(),
            expected.iter().map(|(line, s)| (*line, (*s).to_owned())).collect::<Vec<_>>()
        );
    }

    #[test]
    fn short_lines_are_shown_whole() {
        check("1. <e4>", 80, &[(1, "1. <e4>")]);
        check("a\r\n1. <e4> e5\r\nb", 80, &[(2, "1. <e4> e5")]);
        check("a\r1. <♘f3>\rb", 80, &[(2, "1. <♘f3>")]);
        check("a\n<>", 80, &[(2, "<>")]);
        check("a<\nb>", 80, &[(1, "a<>")]);
        check("", 80, &[]);
    }

    #[test]
    fn neighbouring_lines_stay_together() {
        check("<a> x\n<b>\nc\n<d>", 80, &[(1, "<a> x\n<b>"), (4, "<d>")]);
        check("<a> <b>", 80, &[(1, "<a> <b>")]);
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let long = "x".repeat(40);
        check(&format!("{long}<e4>{long}"), 24, &[(1, &format!("…{}<e4>{}…", "x".repeat(8), "x".repeat(14)))]);
        check(&format!("<{long}>"), 24, &[(1, &format!("<{}>…", "x".repeat(24)))]);
        check(&format!("{long}<e4>"), 24, &[(1, &format!("…{}<e4>", "x".repeat(22)))]);
        let distant = format!("<e4>{long}{long}<e5>");
        check(&distant, 24, &[(1, &format!("<e4>{}…{}<e5>", "x".repeat(22), "x".repeat(22)))]);
    }
}
