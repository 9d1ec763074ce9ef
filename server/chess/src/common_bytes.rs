//! What two texts have in common at their ends, found block by block: they may be large, and an edit is small.

/// Texts are compared so many bytes at once.
const BLOCK: usize = 4 << 10;

/// How many bytes two texts have in common at their start.
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let same_blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let from = same_blocks.count() * BLOCK;
    from + one[from..].iter().zip(&other[from..]).take_while(|(one, other)| one == other).count()
}

/// How many bytes two texts have in common at their end.
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let same_blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let from = same_blocks.count() * BLOCK;
    let (one, other) = (&one[..one.len() - from], &other[..other.len() - from]);
    from + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_texts_have_in_common() {
        let long = "a".repeat(3 * BLOCK);
        for (one, other, prefix, suffix) in [
            ("abc", "abd", 2, 0),
            ("abc", "xbc", 0, 2),
            ("abc", "abc", 3, 3),
            ("", "a", 0, 0),
            (&format!("{long}x{long}"), &format!("{long}yy{long}"), long.len(), long.len()),
        ] {
            assert_eq!(common_prefix(one.as_bytes(), other.as_bytes()), prefix);
            assert_eq!(common_suffix(one.as_bytes(), other.as_bytes()), suffix);
        }
    }
}
