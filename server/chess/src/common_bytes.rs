//! The common prefix and suffix of two texts, found block by block because texts may be large and edits are small.

/// The number of bytes compared at once.
const BLOCK: usize = 4 << 10;

/// Returns the length in bytes of the common prefix of two texts.
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let same_blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let from = same_blocks.count() * BLOCK;
    from + one[from..].iter().zip(&other[from..]).take_while(|(one, other)| one == other).count()
}

/// Returns the length in bytes of the common suffix of two texts.
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
