//! The form that nearly every FEN has, seen without taking it apart.

/// Whether a text is a FEN of six fields as the standard writes them (section 16.1.3), with counters of at most four digits:
/// [`parse_fen`](super::parse_fen) finds no fault in it and nothing to write otherwise. Linear in the text; allocates nothing.
pub fn is_standard_fen(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(length) = bytes.iter().position(|byte| *byte == b' ') else { return false };
    let (en_passant_rank, rest) = match &bytes[length + 1..] {
        [b'w', b' ', rest @ ..] => (b'6', rest),
        [b'b', b' ', rest @ ..] => (b'3', rest),
        _ => return false,
    };
    let counters = match &rest[castling_length(rest)..] {
        behind if behind.len() == rest.len() => return false,
        [b' ', b'-', b' ', counters @ ..] => counters,
        [b' ', b'a'..=b'h', rank, b' ', counters @ ..] if *rank == en_passant_rank => counters,
        _ => return false,
    };
    let Some(blank) = counters.iter().position(|byte| *byte == b' ') else { return false };
    let (halfmove, fullmove) = (&counters[..blank], &counters[blank + 1..]);
    (halfmove == b"0" || is_counter(halfmove)) && is_counter(fullmove) && is_standard_placement(&bytes[..length])
}

/// Whether a placement field is written as the standard writes it, without pieces in hand and marks of promotion.
pub fn is_standard_placement(field: &[u8]) -> bool {
    let (mut ranks, mut squares, mut is_behind_digit) = (1, 0, false);
    for byte in field {
        match byte {
            b'1'..=b'8' if !is_behind_digit => squares += usize::from(byte - b'0'),
            b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'p' | b'n' | b'b' | b'r' | b'q' | b'k' => squares += 1,
            b'/' if squares == 8 => (ranks, squares) = (ranks + 1, 0),
            _ => return false,
        }
        is_behind_digit = byte.is_ascii_digit();
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
