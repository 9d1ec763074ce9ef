//! JSON about one game that is written once: when the game stands elsewhere, only the numbers of its lines are others.

use std::sync::{Arc, LazyLock};

use memchr::memmem::Finder;
use serde::Serialize;
use tower_lsp::lsp_types::Position;

use super::game_places::in_file;

/// How a position begins in JSON. In a string the quote would have a backslash before it, so this is nothing else.
const LINE: &[u8] = b"{\"line\":";

/// What stands between the two numbers of a position.
const CHARACTER: &[u8] = b",\"character\":";

static POSITION: LazyLock<Finder> = LazyLock::new(|| Finder::new(LINE));

/// JSON of the protocol's types in which positions are relative to the start of a game. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Piece(Arc<[u8]>);

impl Piece {
    /// The JSON of what has such positions. Nothing for what is not JSON.
    pub fn of(value: &impl Serialize) -> Option<Piece> {
        serde_json::to_vec(value).ok().map(|json| Piece(json.into()))
    }

    /// The same without these bytes at its end, if they are there.
    pub fn without_end(self, end: &[u8]) -> Option<Piece> {
        Some(Piece(self.0.strip_suffix(end)?.into()))
    }

    /// How many bytes there are, before the lines have their numbers.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes the elements of a list for a game that begins at `start`, behind others if there are any.
    pub fn write_elements(&self, start: Position, json: &mut Vec<u8>) {
        if json.last() != Some(&b'[') {
            json.push(b',');
        }
        let brackets = self.0.len().saturating_sub(1);
        write(self.0.get(1..brackets).unwrap_or_default(), start, json);
    }

    /// Writes the JSON for a game that begins at `start`.
    pub fn write(&self, start: Position, json: &mut Vec<u8>) {
        write(&self.0, start, json);
    }
}

fn write(relative: &[u8], start: Position, json: &mut Vec<u8>) {
    if start == Position::default() {
        return json.extend_from_slice(relative);
    }
    let mut rest = relative;
    while let Some(found) = POSITION.find(rest) {
        let (before, numbers) = rest.split_at(found + LINE.len());
        let (line, behind_line) = number(numbers);
        let (character, behind) = number(behind_line.strip_prefix(CHARACTER).unwrap_or(behind_line));
        let position = in_file(start, Position::new(line, character));
        json.extend_from_slice(before);
        push_number(json, position.line);
        json.extend_from_slice(CHARACTER);
        push_number(json, position.character);
        rest = behind;
    }
    json.extend_from_slice(rest);
}

/// The number at the start of `text`, and what stands behind it.
fn number(text: &[u8]) -> (u32, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let add = |number: u32, digit: &u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    (text[..digits].iter().fold(0, add), &text[digits..])
}

/// Much quicker than the formatting of the standard library, and there are many.
fn push_number(json: &mut Vec<u8>, number: u32) {
    let digits = number.checked_ilog10().unwrap_or(0);
    for place in (0..=digits).rev() {
        json.push(b'0' + (number / 10_u32.pow(place) % 10) as u8);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_lsp::lsp_types::{Range, TextEdit};

    use super::*;

    #[test]
    fn only_positions_change_with_the_start() {
        let edit = |(line, character), (end_line, end_character)| {
            let range = Range::new(Position::new(line, character), Position::new(end_line, end_character));
            TextEdit::new(range, "{\"line\":5,\"character\":7} \\{\"line\":1".to_owned())
        };
        let edits = [edit((0, 3), (1, 0)), edit((7, u32::MAX), (10, 12))];
        let piece = Piece::of(&edits).unwrap();
        for (start, expected) in [
            (Position::new(0, 0), edits.clone()),
            (Position::new(0, 9), [edit((0, 12), (1, 0)), edit((7, u32::MAX), (10, 12))]),
            (
                Position::new(1_000_000, 99),
                [edit((1_000_000, 102), (1_000_001, 0)), edit((1_000_007, u32::MAX), (1_000_010, 12))],
            ),
        ] {
            let mut json = Vec::new();
            piece.write(start, &mut json);
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&json).unwrap(), json!(expected));
        }
    }
}
