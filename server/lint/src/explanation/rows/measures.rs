//! Times on clocks and scores of engines, without braces.

use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Head;

/// Units of time.
const UNITS: [char; 5] = ['h', 'm', 's', '\'', '"'];

/// Signs before a score that are read as annotations: `+-0.5`.
const SIGNS: [char; 7] = ['=', '±', '∓', '⩲', '⩱', '~', '≈'];

impl Rows<'_, '_> {
    /// Text that programs write, in braces.
    pub(super) fn braced(&mut self, range: Range<usize>) {
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..self.head.clone() };
        let (here, text) = (self.here.clone(), format!("{{{}}}", self.slice(&range)));
        self.replace(&costs::MEASURE, 0, (&here, head), range, &text, Slip::MissingBraces);
    }

    /// Several clocks and scores in a row, or a command without its braces.
    pub(super) fn measures(&mut self) {
        let start = self.token.range.start;
        let rest = self.text.ahead(start);
        let end = if rest.starts_with("[%") {
            end_of_commands(rest)
        } else {
            let words = rest.split_inclusive(char::is_whitespace).take_while(|word| is_measure(word.trim_end()));
            let lengths: Vec<usize> = words.map(|word| word.trim_end().len()).collect();
            let mut ends = (0..lengths.len()).scan(0, |at, index| {
                let end = *at + lengths[index];
                *at = end + rest[end..].chars().next().map_or(0, char::len_utf8);
                Some(end)
            });
            ends.nth(1).map(|second| ends.last().unwrap_or(second))
        };
        if let Some(end) = end {
            self.braced(start..start + end);
        }
    }

    /// A time or score that was read as several tokens: `2.0s`, `5s`, `1h05`, `+-0.5`. Whether there is one.
    pub(super) fn measure_in_pieces(&mut self) -> bool {
        let mut run = self.run(char::is_whitespace);
        let place = self.glued_before(run.start).unwrap_or(self.here.clone());
        run.start = self.at(&place).1.range.start;
        let text = self.slice(&run);
        // Without a unit it may be a number, with a garbled move.
        let is_alone = place.index == self.here.index;
        let first = self.at(&place).1.kind;
        let is_measure = match first {
            TokenKind::MoveNumber => is_time(text) || is_measure(text) && (is_alone || text.ends_with(UNITS)),
            kind if kind.is_annotation() => is_measure(text.trim_start_matches(SIGNS)),
            _ => {
                is_time(text) && text.contains(|digit: char| digit.is_ascii_digit()) && text.ends_with(char::is_numeric)
            }
        };
        // In parentheses it is a note.
        if !is_measure || text.contains(['(', ')', '{', '}']) {
            return false;
        }
        let head = Head { at: run.end, last: Some(TokenKind::BraceComment), ..self.at(&place).0.clone() };
        let braced = format!("{{{text}}}");
        self.replace(&costs::MEASURE, 0, (&place, head), run, &braced, Slip::MissingBraces);
        true
    }

    /// The place of the number or the annotation that ends at byte `end` and is a word of its own up to there.
    fn glued_before(&self, end: usize) -> Option<Place> {
        let before = self.here.before().next().filter(|place| place.token().range.end == end)?;
        let is_apart = self.text.text[..before.token().range.start].ends_with(char::is_whitespace);
        let kind = before.token().kind;
        (kind == TokenKind::MoveNumber || kind == TokenKind::Glyph && is_apart).then_some(before)
    }

    /// The depth or another number of an engine that runs into the NAG of its score: `$18/22`.
    pub(super) fn measure_after_nag(&mut self) {
        let run = self.run(|next| next.is_whitespace() || "(){}".contains(next));
        let text = self.slice(&run);
        let is_of_measures = |character: char| character.is_ascii_digit() || ".:,+-".contains(character);
        let is_measure =
            text.strip_prefix('/').is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_of_measures));
        if is_measure && self.head.last == Some(TokenKind::Nag) {
            let head = Head { at: run.end, last: Some(TokenKind::BraceComment), ..self.head.clone() };
            let (here, text) = (self.here.clone(), format!(" {{{text}}}"));
            self.replace(&costs::MEASURE, 0, (&here, head), run, &text, Slip::MissingBraces);
        }
    }
}

/// Where the commands end that a text begins with, with spaces between them.
fn end_of_commands(text: &str) -> Option<usize> {
    let mut end = None;
    loop {
        let rest = &text[end.unwrap_or(0)..];
        let command = rest.trim_start_matches([' ', '\n', '\r']);
        if !command.starts_with("[%") {
            return end;
        }
        let length = memchr::memchr3(b']', b'{', b'}', command.as_bytes());
        let Some(length) = length.filter(|length| command[*length..].starts_with(']')) else { return end };
        end = Some(text.len() - command.len() + length + 1);
    }
}

/// Whether a word is the time on a clock or the score of an engine: `0:05`, `+0.35/18`, `(1.5s)`, `-M3.`.
pub(super) fn is_measure(text: &str) -> bool {
    let inside = text.trim_start_matches('(').trim_end_matches(')');
    let is_of_measures = |character: char| character.is_ascii_digit() || ":.,+-−/#()Msmh".contains(character);
    let is_castling = inside.trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with(".0-0");
    inside.starts_with(|first: char| first.is_ascii_digit() || "+-−".contains(first))
        && inside.contains(|character: char| character.is_ascii_digit())
        && inside.trim_end_matches([':', '.', ',']).contains([':', '.', ','])
        && inside.chars().all(is_of_measures)
        && !is_castling
}

/// Whether a text is several clocks, scores and the like: `0.35/12 3s`.
pub(super) fn are_measures(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().nth(1).is_some() && words().any(is_measure) && words().all(|word| is_measure(word) || is_time(word))
}

/// Whether a word is a time in one or more units, the last of which may be left out after an hour or a minute: `5s`, `12m`, `1h05`, `2m30s`.
pub(super) fn is_time(text: &str) -> bool {
    let (mut rest, mut units) = (text, 0);
    while !rest.is_empty() {
        let after = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if after.len() == rest.len() || after.is_empty() && units == 0 {
            return false;
        }
        let unit = after.strip_prefix(UNITS);
        if unit.is_none() && !after.is_empty() {
            return false;
        }
        (rest, units) = (unit.unwrap_or(""), units + 1);
    }
    units > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit() {
        for text in ["5s", "12m", "1h05", "1h05m", "2m30s", "0h12", "12'30\""] {
            assert!(is_time(text), "{text}");
        }
        for text in ["", "5", "h5", "1hh", "5b", "1h05x", "h"] {
            assert!(!is_time(text), "{text}");
        }
    }
}
