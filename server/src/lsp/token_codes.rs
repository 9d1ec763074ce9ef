//! The semantic tokens of a part of a file in a form that takes little memory, and as the JSON of an answer.
//!
//! Nearly every token stands right behind the one before it, or behind one blank, or at the start of the next line, and is short. It
//! is kept in one number of 16 bits: two say where it stands, five how long it is, four of what type it is, and the lowest four
//! are its modifiers. What does not fit follows in two more numbers each.

use std::sync::{Arc, LazyLock};

use tower_lsp::lsp_types::SemanticToken;

use super::piece::push_number;

const LENGTH_BITS: u32 = 5;
const KIND_BITS: u32 = 8;

/// Lengths below this fit.
const LENGTHS: u32 = 1 << LENGTH_BITS;

/// A token that stands at the start of the next line. Smaller numbers are blanks behind the one before it.
const NEXT_LINE: u32 = 2;

/// A token that stands elsewhere: the lines from the last one, and the columns, follow.
const ELSEWHERE: u32 = 3;

/// A length that does not fit: it follows.
const LONG: u32 = 0;

/// The longest JSON of a pair of numbers that are kept in bits, with a comma behind each.
const ENTRY_BYTES: usize = 8;

/// Tokens, each relative to the one before it.
#[derive(Clone, Debug)]
pub struct Codes {
    words: Arc<[u16]>,
    /// The length of the token before the first.
    length_before: u32,
    /// How long their JSON is, with a comma behind every number. Bytes.
    pub json_bytes: u32,
}

/// Some JSON that is written as often as there are tokens.
#[derive(Clone, Copy, Default)]
struct Entry {
    text: [u8; ENTRY_BYTES],
    length: usize,
}

/// The JSON of what is kept in bits.
struct Table {
    /// Lines and columns by the length of the token before, then by the blanks behind it; those of the next line last.
    places: Vec<[Entry; ELSEWHERE as usize]>,
    /// By length.
    lengths: Vec<Entry>,
    /// By type and modifiers.
    kinds: Vec<Entry>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Codes {
    /// Of tokens behind one of this length. Linear in their number.
    pub fn of(length_before: u32, tokens: impl ExactSizeIterator<Item = SemanticToken>) -> Codes {
        let mut words = Vec::with_capacity(tokens.len());
        let (mut before, mut json_bytes) = (length_before, 0_u32);
        for token in tokens {
            json_bytes = json_bytes.saturating_add(push(&mut words, before, &token));
            before = token.length;
        }
        Codes { words: words.into(), length_before, json_bytes }
    }

    /// How many bytes are kept.
    pub fn len(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Appends the numbers, with a comma behind each.
    pub fn write(&self, json: &mut Vec<u8>) {
        let table = &*TABLE;
        let mut before = self.length_before;
        let mut words = self.words.iter().copied();
        while let Some(word) = words.next().map(u32::from) {
            let gap = word >> (LENGTH_BITS + KIND_BITS);
            match table.places.get(before as usize) {
                Some(places) if gap < ELSEWHERE => places[gap as usize].write(json),
                _ if gap < NEXT_LINE => push_all(json, [0, before.saturating_add(gap)]),
                _ if gap == NEXT_LINE => push_all(json, [1, 0]),
                _ => push_all(json, [long(&mut words), long(&mut words)]),
            }
            before = word >> KIND_BITS & (LENGTHS - 1);
            if before == LONG {
                before = long(&mut words);
                push_all(json, [before]);
            } else {
                table.lengths[before as usize].write(json);
            }
            table.kinds[(word & ((1 << KIND_BITS) - 1)) as usize].write(json);
        }
    }
}

/// Adds a token behind one of the length `before`. Returns how long its JSON is.
fn push(words: &mut Vec<u16>, before: u32, token: &SemanticToken) -> u32 {
    let SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset } = *token;
    let gap = match (delta_line, delta_start) {
        (0, start) => start.checked_sub(before).filter(|blanks| *blanks < NEXT_LINE).unwrap_or(ELSEWHERE),
        (1, 0) => NEXT_LINE,
        _ => ELSEWHERE,
    };
    let short_length = if length < LENGTHS { length } else { LONG };
    let kind = (token_type & 0xF) << 4 | token_modifiers_bitset & 0xF;
    words.push((gap << (LENGTH_BITS + KIND_BITS) | short_length << KIND_BITS | kind) as u16);
    if gap == ELSEWHERE {
        push_long(words, delta_line);
        push_long(words, delta_start);
    }
    if short_length == LONG {
        push_long(words, length);
    }
    json_bytes(token)
}

/// How long the numbers of a token are in JSON, with a comma behind each.
pub fn json_bytes(token: &SemanticToken) -> u32 {
    let digits = |number: u32| number.checked_ilog10().unwrap_or(0) + 1;
    numbers(token).into_iter().map(|number| digits(number) + 1).sum()
}

/// The numbers of a token in the protocol's order.
pub fn numbers(token: &SemanticToken) -> [u32; 5] {
    [token.delta_line, token.delta_start, token.length, token.token_type, token.token_modifiers_bitset]
}

fn push_long(words: &mut Vec<u16>, number: u32) {
    words.extend([(number >> 16) as u16, number as u16]);
}

fn long(words: &mut impl Iterator<Item = u16>) -> u32 {
    let mut half = || u32::from(words.next().unwrap_or(0));
    half() << 16 | half()
}

/// Appends numbers with a comma behind each.
pub fn push_all<const N: usize>(json: &mut Vec<u8>, numbers: [u32; N]) {
    for number in numbers {
        push_number(json, number);
        json.push(b',');
    }
}

impl Table {
    fn new() -> Table {
        let place = |before: u32| [Entry::of([0, before]), Entry::of([0, before + 1]), Entry::of([1, 0])];
        Table {
            places: (0..LENGTHS).map(place).collect(),
            lengths: (0..LENGTHS).map(|length| Entry::of([length])).collect(),
            kinds: (0..1 << KIND_BITS).map(|kind| Entry::of([kind >> 4, kind & 0xF])).collect(),
        }
    }
}

impl Entry {
    fn of<const N: usize>(numbers: [u32; N]) -> Entry {
        let mut json = Vec::with_capacity(ENTRY_BYTES);
        push_all(&mut json, numbers);
        let length = json.len().min(ENTRY_BYTES);
        json.resize(ENTRY_BYTES, 0);
        Entry { text: json.try_into().unwrap_or_default(), length }
    }

    /// Appends all of the bytes and takes back those too many: copying a fixed number of them is a single instruction.
    #[inline]
    fn write(&self, json: &mut Vec<u8>) {
        let end = json.len() + self.length;
        json.extend_from_slice(&self.text);
        json.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![0..3_u32, 0..40_u32, 0..70_000_u32, any::<u32>()]
    }

    proptest! {
        #[test]
        fn the_numbers_stay_what_they_are(
            length_before in number(),
            tokens in prop::collection::vec((number(), number(), number(), 0..16_u32, 0..16_u32), 0..30),
        ) {
            let tokens: Vec<SemanticToken> = (tokens.into_iter())
                .map(|(delta_line, delta_start, length, token_type, token_modifiers_bitset)| {
                    SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset }
                })
                .collect();
            let expected: String = tokens.iter().flat_map(numbers).map(|number| format!("{number},")).collect();
            let codes = Codes::of(length_before, tokens.into_iter());
            let mut json = Vec::new();
            codes.write(&mut json);
            prop_assert_eq!(codes.json_bytes as usize, json.len());
            prop_assert_eq!(String::from_utf8(json).unwrap(), expected);
        }
    }

    #[test]
    fn usual_tokens_take_two_bytes() {
        let token = |delta_line, delta_start, length| SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: 12,
            token_modifiers_bitset: 15,
        };
        let codes = Codes::of(2, [token(0, 3, 4), token(0, 4, 31), token(1, 0, 1)].into_iter());
        assert_eq!(codes.len(), 6);
        let all_types_fit = scoresheet_analysis::semantic_tokens::TokenType::ALL.len() <= 16;
        let all_modifiers_fit = scoresheet_analysis::semantic_tokens::Modifiers::NAMES.len() <= 4;
        assert!(all_types_fit && all_modifiers_fit);
    }
}
