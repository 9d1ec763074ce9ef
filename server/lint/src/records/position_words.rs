//! The fields of a position by which records are compared.

/// Returns the fields of a position, with `-` for an en passant square that no pawn can use: some programs write the square after every double step, as section
/// 16.1.3.4 has it, others only where there is a capture.
pub(super) fn position_words(fields: &str) -> impl Iterator<Item = &str> {
    let placement = fields.split_ascii_whitespace().next().unwrap_or("");
    let is_idle = move |square: &str| matches!(square.as_bytes(), [_, b'3' | b'6']) && !may_capture(placement, square);
    let words = fields.split_ascii_whitespace().enumerate();
    words.map(move |(index, word)| if index == EN_PASSANT && is_idle(word) { "-" } else { word })
}

/// The place of the en passant square among the fields, from 0.
const EN_PASSANT: usize = 3;

/// Whether a pawn beside an en passant square can capture on it.
fn may_capture(placement: &str, square: &str) -> bool {
    let [target @ b'a'..=b'h', rank] = *square.as_bytes() else { return false };
    let (pawn, row) = if rank == b'3' { (b'p', 4) } else { (b'P', 3) };
    let mut file = b'a';
    for man in placement.split('/').nth(row).unwrap_or("").bytes() {
        if man == pawn && file.abs_diff(target) == 1 {
            return true;
        }
        file = file.saturating_add(if man.is_ascii_digit() { man - b'0' } else { 1 });
    }
    false
}
