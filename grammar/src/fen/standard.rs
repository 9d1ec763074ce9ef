//! The form that nearly every FEN has, recognised without parsing it, so that `check` keeps its budget of 10 times pgn-extract.

/// The form of a FEN that is recognised without parsing it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainFen {
    /// As the standard writes it (section 16.1.3): [`parse_fen`](super::parse_fen) finds no fault in it and
    /// normalizes it to itself.
    Standard,
    /// The same with 0 as the number of the next move, as many programs write it: the one fault that is found in it.
    MoveNumberZero,
}

/// The form of a FEN of six fields as the standard writes them, with counters of at most four digits; the number of the next move may be
/// 0. Nothing for any other text. Linear in the text; allocates nothing.
#[doc(hidden)]
pub fn plain_fen(text: &str) -> Option<PlainFen> {
    let bytes = text.as_bytes();
    let length = bytes.iter().position(|byte| *byte == b' ')?;
    let (en_passant_rank, rest) = match &bytes[length + 1..] {
        [b'w', b' ', rest @ ..] => (b'6', rest),
        [b'b', b' ', rest @ ..] => (b'3', rest),
        _ => return None,
    };
    let counters = match &rest[castling_length(rest)..] {
        after if after.len() == rest.len() => return None,
        [b' ', b'-', b' ', counters @ ..] => counters,
        [b' ', b'a'..=b'h', rank, b' ', counters @ ..] if *rank == en_passant_rank => counters,
        _ => return None,
    };
    let space = counters.iter().position(|byte| *byte == b' ')?;
    let (halfmove, fullmove) = (&counters[..space], &counters[space + 1..]);
    let form = match fullmove {
        b"0" => PlainFen::MoveNumberZero,
        number if is_counter(number) => PlainFen::Standard,
        _ => return None,
    };
    ((halfmove == b"0" || is_counter(halfmove)) && is_standard_placement(&bytes[..length])).then_some(form)
}

/// Whether a placement field is written as the standard writes it, without pieces in hand and marks of promotion.
pub(super) fn is_standard_placement(field: &[u8]) -> bool {
    let (mut ranks, mut squares, mut is_after_digit) = (1, 0, false);
    for byte in field {
        match byte {
            b'1'..=b'8' if !is_after_digit => squares += usize::from(byte - b'0'),
            b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'p' | b'n' | b'b' | b'r' | b'q' | b'k' => squares += 1,
            b'/' if squares == 8 => (ranks, squares) = (ranks + 1, 0),
            _ => return false,
        }
        is_after_digit = byte.is_ascii_digit();
    }
    squares == 8 && ranks == 8
}

/// The length of the castling field that `rest` begins with; 0 where it begins with something else.
fn castling_length(rest: &[u8]) -> usize {
    if rest.first() == Some(&b'-') {
        return 1;
    }
    b"KQkq".iter().fold(0, |length, letter| length + usize::from(rest.get(length) == Some(letter)))
}

/// Up to four digits, the first of them no zero.
fn is_counter(digits: &[u8]) -> bool {
    matches!(digits, [b'1'..=b'9', ..]) && digits.len() <= 4 && digits.iter().all(u8::is_ascii_digit)
}
