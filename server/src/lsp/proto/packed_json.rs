//! JSON about one game that is written once: when the game stands elsewhere, only the numbers of its lines are others.

use std::sync::Arc;

use serde::Serialize;
use tower_lsp::lsp_types::Position;

use super::unit_position::in_file;
use crate::lsp::transport::json_stream::Streamed;

/// How a position begins in JSON. In a string the quote would have a backslash before it, so this is nothing else.
const LINE: &[u8] = b"{\"line\":";

/// What stands between the two numbers of a position.
const CHARACTER: &[u8] = b",\"character\":";

/// What stands for a position; its numbers follow. No byte of JSON is that small, but for white space that we do not write.
const POSITION: u8 = 0;

/// What stands in every symbol of an outline, of which there are many. Each is kept as one byte: its place here, counted from 1. What
/// begins like another stands before it. No more than 31: other bytes are in JSON.
const USUAL: [&[u8]; 10] = [
    b"{\"name\":\"",
    b"\",\"detail\":\"White to move, ",
    b"\",\"detail\":\"Black to move, ",
    b"\",\"detail\":\"",
    b"\",\"kind\":",
    b",\"range\":{\"start\":",
    b",\"end\":",
    b"},\"selectionRange\":{\"start\":",
    b",\"children\":[",
    b",\"location\":{\"uri\":\"",
];

/// JSON of the protocol's types in which positions are relative to the start of a game, in a shape that takes less memory. Cheap
/// to clone.
#[derive(Clone, Debug)]
pub struct Piece {
    packed: Arc<[u8]>,
    lengths: Lengths,
}

/// From what it follows how long the JSON is.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    /// Bytes without the numbers of lines.
    without_lines: usize,
    /// How many positions there are, each with a line.
    lines: usize,
    /// The largest of them.
    last_line: u32,
}

impl Piece {
    /// The JSON of what has such positions. Nothing for what is not JSON.
    pub fn of(value: &impl Serialize) -> Option<Piece> {
        let (packed, lengths) = pack(&serde_json::to_vec(value).ok()?);
        Some(Piece { packed: packed.into(), lengths })
    }

    /// How many bytes are kept.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// The elements of lists, none of them empty, each with where its game begins, as those of one list.
    pub fn elements(lists: Vec<(Position, Piece)>) -> Streamed {
        let write = |lists: &[(Position, Piece)], bytes| {
            let mut json = Vec::with_capacity(bytes);
            let mut end = 0;
            for (start, piece) in lists {
                end += piece.elements_at_most(*start);
                let brackets_end = piece.packed.len().saturating_sub(1);
                write(piece.packed.get(1..brackets_end).unwrap_or_default(), *start, &mut json);
                // How long the numbers are is known by the largest of them. Blanks mean nothing between elements.
                json.resize(end - 1, b' ');
                json.push(b',');
            }
            json
        };
        Streamed::list(lists, |(start, piece)| piece.elements_at_most(*start), write)
    }

    /// How long the elements of a list are, with a comma behind, for a game that begins at `start`. They may be a little shorter.
    fn elements_at_most(&self, start: Position) -> usize {
        let Lengths { without_lines, lines, last_line } = self.lengths;
        let columns = if start.character == 0 { 0 } else { digits(u32::MAX) };
        without_lines - 1 + lines * (digits(start.line.saturating_add(last_line)) + columns)
    }
}

fn pack(json: &[u8]) -> (Vec<u8>, Lengths) {
    let mut packed = Vec::with_capacity(json.len() / 2);
    let mut lengths = Lengths { without_lines: json.len(), ..Lengths::default() };
    let mut rest = json;
    while let [first, behind_first @ ..] = rest {
        if !matches!(first, b'{' | b'}' | b'"' | b',') {
            packed.push(*first);
            rest = behind_first;
        } else if let Some((position, behind)) = position(rest) {
            lengths.without_lines -= digits(position.line);
            lengths.lines += 1;
            lengths.last_line = lengths.last_line.max(position.line);
            packed.push(POSITION);
            push_packed(&mut packed, position.line);
            push_packed(&mut packed, position.character);
            rest = behind;
        } else if let Some(place) = USUAL.iter().position(|usual| rest.starts_with(usual)) {
            packed.push(place as u8 + 1);
            rest = &rest[USUAL[place].len()..];
        } else {
            packed.push(*first);
            rest = behind_first;
        }
    }
    (packed, lengths)
}

/// The position that JSON begins with, and what is behind it.
fn position(json: &[u8]) -> Option<(Position, &[u8])> {
    let (line, behind) = number(json.strip_prefix(LINE)?);
    let (character, behind) = number(behind.strip_prefix(CHARACTER).unwrap_or(behind));
    Some((Position::new(line, character), behind.strip_prefix(b"}").unwrap_or(behind)))
}

fn write(packed: &[u8], start: Position, json: &mut Vec<u8>) {
    let mut rest = packed;
    loop {
        let as_it_is = length_before_sign(rest);
        json.extend_from_slice(&rest[..as_it_is]);
        let [sign, behind @ ..] = &rest[as_it_is..] else { return };
        rest = behind;
        if *sign != POSITION {
            json.extend_from_slice(USUAL[usize::from(*sign) - 1]);
            continue;
        }
        let line = packed_number(&mut rest);
        let character = packed_number(&mut rest);
        push_position(json, in_file(start, Position::new(line, character)));
    }
}

/// How many bytes stand before the first that stands for others. Most of an answer is looked at here, so many at a time.
fn length_before_sign(packed: &[u8]) -> usize {
    let is_sign = |byte: &u8| *byte <= USUAL.len() as u8;
    let is_plain = |bytes: &&[u8]| !bytes.iter().fold(false, |any, byte| any | is_sign(byte));
    let plain = 32 * packed.chunks_exact(32).take_while(is_plain).count();
    plain + packed[plain..].iter().position(is_sign).unwrap_or(packed.len() - plain)
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn push_packed(packed: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        packed.push(number as u8 | 0x80);
        number >>= 7;
    }
    packed.push(number as u8);
}

fn packed_number(packed: &mut &[u8]) -> u32 {
    let mut number = 0;
    let mut shift = 0;
    while let [byte, behind @ ..] = *packed {
        *packed = behind;
        number |= u32::from(byte & 0x7F) << shift;
        shift += 7;
        if *byte < 0x80 {
            break;
        }
    }
    number
}

/// The number at the start of `text`, and what stands behind it.
fn number(text: &[u8]) -> (u32, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let add = |number: u32, digit: &u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    (text[..digits].iter().fold(0, add), &text[digits..])
}

fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Adds the JSON of a position.
pub fn push_position(json: &mut Vec<u8>, position: Position) {
    json.extend_from_slice(LINE);
    json.extend_from_slice(itoa::Buffer::new().format(position.line).as_bytes());
    json.extend_from_slice(CHARACTER);
    json.extend_from_slice(itoa::Buffer::new().format(position.character).as_bytes());
    json.push(b'}');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::lsp_types::{DocumentSymbol, Range, TextEdit};

    use super::*;

    fn written(piece: &Piece, start: Position) -> Value {
        let mut json = Vec::new();
        write(&piece.packed, start, &mut json);
        serde_json::from_slice(&json).unwrap()
    }

    #[test]
    fn only_positions_change_with_the_start() {
        let edit = |(line, character), (end_line, end_character)| {
            let range = Range::new(Position::new(line, character), Position::new(end_line, end_character));
            TextEdit::new(range, "{\"line\":5,\"character\":7} \\{\"line\":1".to_owned())
        };
        let edits = [edit((0, 3), (1, 0)), edit((7, u32::MAX), (300, 70_000))];
        let cases = [
            (Position::new(0, 0), edits.clone()),
            (Position::new(0, 9), [edit((0, 12), (1, 0)), edit((7, u32::MAX), (300, 70_000))]),
            (Position::new(1000, 99), [edit((1000, 102), (1001, 0)), edit((1007, u32::MAX), (1300, 70_000))]),
        ];
        let piece = Piece::of(&edits).unwrap();
        for (start, expected) in cases {
            assert_eq!(written(&piece, start), json!(expected));
        }
    }

    #[test]
    fn what_is_usual_takes_little_memory_and_is_nothing_else() {
        let position = |line| json!({ "line": line, "character": 2 });
        let range = json!({ "start": position(0), "end": position(3) });
        let symbol = |name: &str, children: Value| {
            let mut symbol = json!({ "name": name, "kind": 5, "range": range, "selectionRange": range });
            symbol["detail"] = "\\".into();
            symbol["children"] = children;
            symbol
        };
        let value = json!([symbol("\u{0}\u{1}\u{8}\n,\"detail\":\"", json!([symbol("}", json!([]))]))]);
        // In the protocol's order.
        let symbols: Vec<DocumentSymbol> = serde_json::from_value(value.clone()).unwrap();
        let piece = Piece::of(&symbols).unwrap();
        assert_eq!(written(&piece, Position::default()), value);
        assert!(piece.len() * 2 < value.to_string().len());
        let places = [(0, 0), (98, 0), (0, 95), (u32::MAX, u32::MAX)];
        let lists = places.map(|(line, character)| (Position::new(line, character), piece.clone()));
        let expected = lists.clone().map(|(start, piece)| written(&piece, start)[0].clone());
        let streamed = Piece::elements(lists.to_vec());
        let bytes = streamed.bytes();
        let elements = streamed.into_iter().collect::<Vec<_>>().concat();
        assert_eq!(elements.len(), bytes);
        let list: Value = serde_json::from_slice(&[b"[", &elements[..], b"]"].concat()).unwrap();
        assert_eq!(list, json!(expected));
    }
}
