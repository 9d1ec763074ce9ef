//! Line breaks where a refactoring makes a line longer than a wrapped game has them (section 8.2.1).

use std::ops::Range;

use super::site::apply;
use crate::edit::Edit;
use crate::line_edits::line_end;

/// A game whose lines are no longer than this is wrapped, if it has several. Characters; export format has fewer than 80, many programs 80.
const MOST_OF_WRAPPED: usize = 80;

/// To how many characters its lines are wrapped, if none was longer.
const WRAPPED: usize = 79;

/// Returns the edits of `text`, in ascending order, with line breaks where lines of movetext get too long; the lines after them are filled up to the first that
/// ends where it did. The same edits for a text that is not wrapped. Linear in the text.
pub(super) fn wrapped(text: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    let Some(width) = width_of(text) else { return edits };
    let new = apply(text, &edits);
    let line_end = line_end(text);
    let mut of_kept = Vec::new();
    // From the last on, so that what is written into an edit moves nothing before it.
    for gap in gaps(&new, width, line_end).into_iter().rev() {
        let old = if gap.breaks { " " } else { line_end };
        let written = if gap.breaks { line_end } else { " " };
        match origin(gap.start, &edits) {
            Origin::Edit(index, offset) => {
                edits[index].text.replace_range(offset..offset + old.len(), written);
            }
            Origin::Kept(offset) => of_kept.push(Edit::replace(offset..offset + old.len(), written)),
        }
    }
    edits.extend(of_kept);
    edits.sort_by_key(|edit| edit.range.start);
    edits
}

/// To how many characters the movetext of a game is wrapped; nothing if it is on one line, or a line is long.
fn width_of(text: &str) -> Option<usize> {
    let lines = movetext_lines(text).map(|line| text[line].chars().count()).filter(|length| *length > 0);
    let (count, longest) = lines.fold((0, 0), |(count, longest), length| (count + 1, longest.max(length)));
    (count > 1 && longest <= MOST_OF_WRAPPED).then(|| longest.max(WRAPPED))
}

/// The lines that are no tag pairs and no escape lines. Half-open byte offsets, without the line ends.
fn movetext_lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let lines = text.split(['\n', '\r']).map(move |line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    });
    lines.filter(|line| !text[line.clone()].starts_with(['[', '%']))
}

/// White space that becomes other white space.
struct Gap {
    /// A byte offset.
    start: usize,
    /// Whether a space becomes a line end, or a line end a space.
    breaks: bool,
}

/// What changes so that no line of movetext is too long, in text order.
fn gaps(text: &str, width: usize, line_end: &str) -> Vec<Gap> {
    let mut gaps = Vec::new();
    // The length of the rest of a line that was broken, which the next line may follow.
    let mut rest = None;
    // What is in braces stays byte for byte.
    let mut in_comment = false;
    for line in movetext_lines(text) {
        let written = &text[line.clone()];
        let first_word = written.split(' ').next().unwrap_or("").chars().count();
        let joins = |rest: &usize| {
            !in_comment
                && !written.is_empty()
                && text[..line.start].ends_with(line_end)
                && rest + 1 + first_word <= width
        };
        let joined = rest.take().filter(joins);
        if joined.is_some() {
            gaps.push(Gap { start: line.start - line_end.len(), breaks: false });
        } else if written.chars().count() <= width {
            in_comment = ends_in_comment(written, in_comment);
            continue;
        }
        let mut column = joined.map_or(0, |rest| rest + 1);
        let (mut begin, mut last, mut has_broken) = (0, None, joined.is_some());
        let mut goes_on = true;
        for (offset, character) in written.char_indices() {
            if column >= width
                && let Some(space) = last.take()
            {
                gaps.push(Gap { start: line.start + space, breaks: true });
                begin = space + 1;
                column = written[begin..offset].chars().count();
                has_broken = true;
            }
            match character {
                // The rest is a comment to the end of the line.
                ';' if !in_comment => {
                    goes_on = false;
                    break;
                }
                '{' => in_comment = true,
                '}' => in_comment = false,
                // At the start of a line these would be something else.
                ' ' if !in_comment && offset > begin && !written[offset + 1..].starts_with(['%', '[', ' ']) => {
                    last = Some(offset);
                }
                _ => {}
            }
            column += 1;
        }
        rest = (has_broken && goes_on && !in_comment).then_some(column);
    }
    gaps
}

/// Whether a comment in braces is open at the end of a line.
fn ends_in_comment(line: &str, mut in_comment: bool) -> bool {
    for character in line.chars() {
        match character {
            ';' if !in_comment => return false,
            '{' => in_comment = true,
            '}' => in_comment = false,
            _ => {}
        }
    }
    in_comment
}

/// Where a byte of the new text comes from.
enum Origin {
    /// An edit, and the byte in its text.
    Edit(usize, usize),
    /// A byte of the old text.
    Kept(usize),
}

fn origin(place: usize, edits: &[Edit]) -> Origin {
    // The bytes that the edits so far have added to the text and removed from it.
    let (mut added, mut removed) = (0, 0);
    for (index, edit) in edits.iter().enumerate() {
        let start = edit.range.start + added - removed;
        if place < start {
            break;
        }
        if place < start + edit.text.len() {
            return Origin::Edit(index, place - start);
        }
        added += edit.text.len();
        removed += edit.range.len();
    }
    Origin::Kept(place + removed - added)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, edit: Edit, expected: &str) {
        assert_eq!(apply(text, &wrapped(text, vec![edit])), expected);
    }

    #[test]
    fn long_lines_of_a_wrapped_game_are_broken() {
        let words = |count: usize| vec!["Nf3"; count].join(" ");
        let text = format!("[Event \"{}\"]\n\n{}\n{} *\n", "E".repeat(90), words(19), words(5));
        let place = text.find("Nf3").unwrap();
        let broken = format!("{} {}\n{} {} *", words(3), words(16), words(3), words(5));
        let expected = text.replacen(&format!("{}\n{} *", words(19), words(5)), &broken, 1);
        check(&text, Edit::insert(place, words(3) + " "), &expected);
        // A break inside of what is written.
        let broken = format!("{}\n{}\n{} *", words(19), words(19), words(16));
        let expected = text.replacen(&format!("{}\n{} *", words(19), words(5)), &broken, 1);
        check(&text, Edit::insert(place, words(30) + " "), &expected);
    }

    #[test]
    fn other_games_are_left() {
        let long = "e4 ".repeat(40);
        for text in ["1. e4 *\n".to_owned(), format!("1. {long}\n{long} *\n")] {
            check(&text, Edit::insert(0, long.clone()), &format!("{long}{text}"));
        }
    }

    #[test]
    fn comments_stay_as_they_are() {
        let words = "Nf3 ".repeat(18);
        let text = format!("{words}\ne5 *\n");
        let comment = "{[%cal Ge2e4,Gd2d4] a %b} ; a b";
        check(&text, Edit::insert(words.len(), comment), &format!("{}\n{comment}\ne5 *\n", words.trim_end()));
    }
}
