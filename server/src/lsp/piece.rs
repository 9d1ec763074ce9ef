//! JSON about one game that is written once: when the game stands elsewhere, only the numbers of its lines are others.

use std::sync::Arc;

use serde::Serialize;
use tower_lsp::lsp_types::Position;

use super::game_places::in_file;

/// How a position begins in JSON. In a string the quote would have a backslash before it, so this is nothing else.
const LINE: &[u8] = b"{\"line\":";

/// What stands between the two numbers of a position.
const CHARACTER: &[u8] = b",\"character\":";

/// The same in data of ours, where the members of an object are in the order of the alphabet.
const CHARACTER_FIRST: &[u8] = b"{\"character\":";
const LINE_SECOND: &[u8] = b",\"line\":";

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
pub struct Piece(Arc<[u8]>);

impl Piece {
    /// The JSON of what has such positions. Nothing for what is not JSON.
    pub fn of(value: &impl Serialize) -> Option<Piece> {
        Piece::without_end(value, b"")
    }

    /// The same up to the bytes `end`. Nothing if it does not end so.
    pub fn without_end(value: &impl Serialize, end: &[u8]) -> Option<Piece> {
        let json = serde_json::to_vec(value).ok()?;
        Some(Piece(pack(json.strip_suffix(end)?).into()))
    }

    /// How many bytes are kept.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes the JSON for a game that begins at `start`.
    pub fn write(&self, start: Position, json: &mut Vec<u8>) {
        write(&self.0, start, json);
    }

    /// Writes the elements of a list for a game that begins at `start`, behind others if there are any.
    pub fn write_elements(&self, start: Position, json: &mut Vec<u8>) {
        if json.last() != Some(&b'[') {
            json.push(b',');
        }
        let end = self.0.len().saturating_sub(1);
        write(self.0.get(1..end).unwrap_or_default(), start, json);
    }
}

fn pack(json: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(json.len() / 2);
    let mut rest = json;
    while let [first, behind_first @ ..] = rest {
        if !matches!(first, b'{' | b'}' | b'"' | b',') {
            packed.push(*first);
            rest = behind_first;
        } else if let Some((position, behind)) = position(rest) {
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
    packed
}

/// The position that JSON begins with, and what is behind it.
fn position(json: &[u8]) -> Option<(Position, &[u8])> {
    let (line, character, behind) = if let Some(numbers) = json.strip_prefix(LINE) {
        let (line, behind) = number(numbers);
        let (character, behind) = number(behind.strip_prefix(CHARACTER).unwrap_or(behind));
        (line, character, behind)
    } else {
        let (character, behind) = number(json.strip_prefix(CHARACTER_FIRST)?);
        let (line, behind) = number(behind.strip_prefix(LINE_SECOND).unwrap_or(behind));
        (line, character, behind)
    };
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
        let position = in_file(start, Position::new(line, character));
        json.extend_from_slice(LINE);
        push_number(json, position.line);
        json.extend_from_slice(CHARACTER);
        push_number(json, position.character);
        json.push(b'}');
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

/// Much quicker than the formatting of the standard library, and there are many.
pub fn push_number(json: &mut Vec<u8>, number: u32) {
    let digits = number.checked_ilog10().unwrap_or(0);
    for place in (0..=digits).rev() {
        json.push(b'0' + (number / 10_u32.pow(place) % 10) as u8);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::lsp_types::{DocumentSymbol, Range, TextEdit};

    use super::*;

    fn written(piece: &Piece, start: Position) -> Value {
        let mut json = Vec::new();
        piece.write(start, &mut json);
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
        // In the protocol's order, and in that of the alphabet.
        for piece in [Piece::of(&edits).unwrap(), Piece::of(&json!(edits)).unwrap()] {
            for (start, expected) in &cases {
                assert_eq!(written(&piece, *start), json!(expected));
            }
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
        let mut list = b"[".to_vec();
        piece.write_elements(Position::default(), &mut list);
        piece.write_elements(Position::default(), &mut list);
        list.push(b']');
        assert_eq!(serde_json::from_slice::<Value>(&list).unwrap(), json!([value[0], value[0]]));
        assert!(Piece::without_end(&symbols, b"x").is_none());
        let mut json = Vec::new();
        Piece::without_end(&symbols, b"}]").unwrap().write(Position::default(), &mut json);
        assert_eq!(serde_json::from_slice::<Value>(&[&json[..], b"}]"].concat()).unwrap(), value);
    }
}
