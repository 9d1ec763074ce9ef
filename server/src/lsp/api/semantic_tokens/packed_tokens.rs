//! The semantic tokens of a part of a file in a form that takes little memory, and as the JSON of an answer.
//!
//! Nearly every token stands on the line of the one before it or at the start of the next, and is short. It is kept in one number of
//! 16 bits: five say where it stands, five how long it is, and six of what kind it is. What does not fit follows in two more numbers
//! each. So an answer is put together of two entries of a table for each token: it has a million of them in a large file.

use std::sync::{Arc, LazyLock};

use tower_lsp::lsp_types::SemanticToken;

const LENGTH_BITS: u32 = 5;
const KIND_BITS: u32 = 6;
const REST_BITS: u32 = LENGTH_BITS + KIND_BITS;

const PLACES: usize = 1 << 5;
const RESTS: usize = 1 << REST_BITS;

/// Lengths below this fit.
const LENGTHS: u32 = 1 << LENGTH_BITS;

/// A length that does not fit: it follows.
const LONG: u32 = 0;

/// A token that stands in the first column of the next line. Smaller numbers are columns from the one before it.
const NEXT_LINE: u32 = 29;

/// In the second column, as the names of tags do.
const IN_NEXT_LINE: u32 = 30;

/// A token that stands elsewhere: the lines from the last one, and the columns, follow.
const ELSEWHERE: u32 = 31;

/// The sets of modifiers that fit, by their bits: in the main line, and in variations by depth.
const MODIFIERS: [u32; 4] = [0, 1, 2, 4];

/// A kind that does not fit: type and modifiers follow.
const ODD: u32 = (1 << KIND_BITS) - 1;

/// Tokens, each relative to the one before it.
#[derive(Clone, Debug)]
pub struct Codes {
    words: Arc<[u16]>,
    /// How long their JSON is, with a comma behind every number. Bytes.
    pub json_bytes: u32,
}

/// Some JSON that is written as often as there are tokens: the bytes, and behind them how many there are.
#[derive(Clone, Copy, Default)]
struct Entry([u8; ENTRY_BYTES]);

/// Copying a fixed number of bytes is a single instruction.
const ENTRY_BYTES: usize = 16;

/// The JSON of what is kept in bits; empty of what follows.
struct Table {
    /// Lines and columns.
    places: [Entry; PLACES],
    /// By length and kind.
    rests: [Entry; RESTS],
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Codes {
    /// Of tokens that stand behind one another. Linear in their number.
    pub fn of(tokens: impl Iterator<Item = SemanticToken>) -> Codes {
        let mut words = Vec::new();
        let mut json_bytes = 0_u32;
        for token in tokens {
            push(&mut words, &token);
            json_bytes = json_bytes.saturating_add(self::json_bytes(&token));
        }
        Codes { words: words.into(), json_bytes }
    }

    /// How many bytes are kept.
    pub fn len(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Writes the numbers into `room` from byte `at` on, with a comma behind each. Returns where they end: `json_bytes` further on. Behind
    /// them a few bytes may be written that mean nothing.
    pub fn write(&self, room: &mut [u8], at: usize) -> usize {
        let Table { places, rests } = &*TABLE;
        let (mut at, mut next) = (at, 0);
        while let Some(word) = self.words.get(next).copied().map(usize::from) {
            next += 1;
            let (place, rest) = (word >> REST_BITS, word & (RESTS - 1));
            // Two copies of a fixed length a token and nothing else: whatever is added here takes as long again.
            if is_usual(word) && at + 2 * ENTRY_BYTES <= room.len() {
                at = places[place].put(room, at);
                at = rests[rest].put(room, at);
            } else {
                (at, next) = self.write_unusual(word, next, room, at);
            }
        }
        at
    }

    /// Writes a token of which more follows from `next` on, or for which there is no more room than it takes. Returns where its JSON
    /// ends, and its numbers.
    #[cold]
    fn write_unusual(&self, word: usize, next: usize, room: &mut [u8], at: usize) -> (usize, usize) {
        let Table { places, rests } = &*TABLE;
        let (place, length, kind) = parts(word);
        let (mut at, mut next) = (at, next);
        let mut follow = |room: &mut [u8], at: &mut usize| {
            let half = |place: usize| u32::from(self.words.get(place).copied().unwrap_or_default());
            *at = put_numbers(room, *at, &[half(next) << 16 | half(next + 1)]);
            next += 2;
        };
        at = places[place as usize].put_exactly(room, at);
        if place == ELSEWHERE {
            follow(room, &mut at);
            follow(room, &mut at);
        }
        if length == LONG {
            follow(room, &mut at);
        }
        at = rests[word & (RESTS - 1)].put_exactly(room, at);
        if kind == ODD {
            follow(room, &mut at);
            follow(room, &mut at);
        }
        (at, next)
    }
}

/// Place, length and kind.
fn parts(word: usize) -> (u32, u32, u32) {
    let word = word as u32;
    (word >> REST_BITS, word >> KIND_BITS & (LENGTHS - 1), word & ODD)
}

/// Whether nothing follows a number.
fn is_usual(word: usize) -> bool {
    let (place, length, kind) = parts(word);
    place != ELSEWHERE && length != LONG && kind != ODD
}

/// Adds a token.
fn push(words: &mut Vec<u16>, token: &SemanticToken) {
    let SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset } = *token;
    let place = match (delta_line, delta_start) {
        (0, start) if start < NEXT_LINE => start,
        (1, 0) => NEXT_LINE,
        (1, 1) => IN_NEXT_LINE,
        _ => ELSEWHERE,
    };
    let short_length = if length < LENGTHS { length } else { LONG };
    let depth = MODIFIERS.iter().position(|modifiers| *modifiers == token_modifiers_bitset);
    let of_depth = |depth: usize| token_type * MODIFIERS.len() as u32 + depth as u32;
    let kind = depth.filter(|_| token_type < ODD / MODIFIERS.len() as u32).map_or(ODD, of_depth);
    words.push((place << REST_BITS | short_length << KIND_BITS | kind) as u16);
    if place == ELSEWHERE {
        push_following(words, [delta_line, delta_start]);
    }
    if short_length == LONG {
        push_following(words, [length]);
    }
    if kind == ODD {
        push_following(words, [token_type, token_modifiers_bitset]);
    }
}

fn push_following<const N: usize>(words: &mut Vec<u16>, numbers: [u32; N]) {
    words.extend(numbers.into_iter().flat_map(|number| [(number >> 16) as u16, number as u16]));
}

/// How long the numbers of a token are in JSON, with a comma behind each.
pub fn json_bytes(token: &SemanticToken) -> u32 {
    numbers(token).into_iter().map(|number| digits(number) + 1).sum()
}

/// The numbers of a token in the protocol's order.
pub fn numbers(token: &SemanticToken) -> [u32; 5] {
    [token.delta_line, token.delta_start, token.length, token.token_type, token.token_modifiers_bitset]
}

/// Writes numbers from byte `at` on, with a comma behind each. Returns where they end.
pub fn put_numbers(room: &mut [u8], at: usize, numbers: &[u32]) -> usize {
    let mut at = at;
    for number in numbers {
        let digits = digits(*number) as usize;
        let mut left = *number;
        for place in room[at..at + digits].iter_mut().rev() {
            *place = b'0' + (left % 10) as u8;
            left /= 10;
        }
        room[at + digits] = b',';
        at += digits + 1;
    }
    at
}

fn digits(number: u32) -> u32 {
    if number < 10 { 1 } else { number.ilog10() + 1 }
}

impl Table {
    fn new() -> Table {
        let mut table = Table { places: [Entry::default(); PLACES], rests: [Entry::default(); RESTS] };
        for (place, entry) in (0..).zip(&mut table.places) {
            *entry = match place {
                NEXT_LINE => Entry::of(&[1, 0]),
                IN_NEXT_LINE => Entry::of(&[1, 1]),
                ELSEWHERE => Entry::default(),
                column => Entry::of(&[0, column]),
            };
        }
        for (word, entry) in table.rests.iter_mut().enumerate() {
            let (_, length, kind) = parts(word);
            let depths = MODIFIERS.len() as u32;
            let numbers = [length, kind / depths, MODIFIERS[(kind % depths) as usize]];
            let first = usize::from(length == LONG);
            let behind = if kind == ODD { 1 } else { 3 };
            *entry = Entry::of(numbers.get(first..behind).unwrap_or_default());
        }
        table
    }
}

impl Entry {
    fn of(numbers: &[u32]) -> Entry {
        let mut entry = Entry::default();
        let length = put_numbers(&mut entry.0, 0, numbers);
        entry.0[ENTRY_BYTES - 1] = length as u8;
        entry
    }

    /// Writes all bytes from byte `at` on, where there is room for them; those too many are written over by what follows. Returns where
    /// the JSON ends.
    #[inline]
    fn put(&self, room: &mut [u8], at: usize) -> usize {
        // An array is copied by an instruction, a slice by a call.
        if let Some(place) = room[at..].first_chunk_mut() {
            *place = self.0;
        }
        at + self.length()
    }

    /// Writes the JSON and nothing else.
    fn put_exactly(&self, room: &mut [u8], at: usize) -> usize {
        let end = at + self.length();
        room[at..end].copy_from_slice(&self.0[..self.length()]);
        end
    }

    fn length(&self) -> usize {
        usize::from(self.0[ENTRY_BYTES - 1])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_analysis::semantic_tokens::{Modifiers, TokenType};

    use super::*;

    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![0..3_u32, 0..40_u32, 0..70_000_u32, any::<u32>()]
    }

    proptest! {
        #[test]
        fn the_numbers_stay_what_they_are(
            tokens in prop::collection::vec((number(), number(), number(), 0..18_u32, 0..18_u32), 0..30),
            before in 0..3_usize,
        ) {
            let tokens: Vec<SemanticToken> = (tokens.into_iter())
                .map(|(delta_line, delta_start, length, token_type, token_modifiers_bitset)| {
                    SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset }
                })
                .collect();
            let expected: String = tokens.iter().flat_map(numbers).map(|number| format!("{number},")).collect();
            let codes = Codes::of(tokens.into_iter());
            prop_assert_eq!(codes.json_bytes as usize, expected.len());
            let mut json = vec![b'x'; before + expected.len()];
            prop_assert_eq!(codes.write(&mut json, before), json.len());
            prop_assert_eq!(String::from_utf8(json).unwrap(), "x".repeat(before) + &expected);
        }
    }

    #[test]
    fn usual_tokens_take_two_bytes() {
        let token = |delta_line, delta_start, length, token_type, token_modifiers_bitset| SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type,
            token_modifiers_bitset,
        };
        let last_type = TokenType::ALL.len() as u32 - 1;
        let usual = [token(0, 28, 4, last_type, 4), token(1, 1, 31, 0, 0), token(1, 0, 1, 3, 2)];
        assert_eq!(Codes::of(usual.into_iter()).len(), 6);
        assert_eq!([0, 1, 2, 3].map(|depth| Modifiers::depth(depth).bits()), MODIFIERS);
    }
}
