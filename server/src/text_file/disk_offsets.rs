//! From byte offsets in the decoded text to byte offsets on disk.

use std::sync::OnceLock;

use super::encoding::Encoding;

/// Bytes of text between two checkpoints: a query measures at most that many.
const BLOCK: usize = 4096;

/// Checkpoints, built on first use: entry `n` is the disk offset of the character boundary at or before `n * BLOCK`.
#[derive(Debug, Default)]
pub(crate) struct DiskOffsets(OnceLock<Vec<usize>>);

impl DiskOffsets {
    /// The byte offset on disk of the byte offset `offset` in `text`, counted from the start of `text`. Offsets past
    /// the end count as the end, and those inside a character as its start. Constant time in UTF-8; otherwise the
    /// first call reads the text once, and each later call at most one block.
    pub(crate) fn offset(&self, encoding: Encoding, text: &str, offset: usize) -> usize {
        let offset = text.floor_char_boundary(offset);
        if encoding == Encoding::UTF_8 {
            return offset;
        }
        let checkpoints = self.0.get_or_init(|| checkpoints(encoding, text));
        let block = offset / BLOCK;
        let before = checkpoints.get(block).copied().unwrap_or(0);
        before + encoding.encoded_len(&text[text.floor_char_boundary(block * BLOCK)..offset])
    }
}

fn checkpoints(encoding: Encoding, text: &str) -> Vec<usize> {
    let boundaries = (0..=text.len() / BLOCK).map(|block| text.floor_char_boundary(block * BLOCK));
    let mut last = (0, 0);
    boundaries
        .map(|boundary| {
            last = (boundary, last.1 + encoding.encoded_len(&text[last.0..boundary]));
            last.1
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn offsets_beyond_the_first_block_are_exact() {
        let text = "é".repeat(3 * BLOCK);
        let latin1 = Encoding::for_label("latin1").unwrap();
        let disk = DiskOffsets::default();
        for chars in [0, 1, BLOCK / 2, BLOCK / 2 + 1, 2 * BLOCK + 7, 3 * BLOCK] {
            assert_eq!(disk.offset(latin1, &text, 2 * chars), chars);
        }
    }

    proptest! {
        #[test]
        fn offsets_are_lengths_of_encoded_prefixes(text in "[a-zé♘𝄞\n]{0,60}", label in "utf-8|utf-16le|gbk|koi8-u") {
            let encoding = Encoding::for_label(&label).unwrap();
            if encoding.encode(&text, b"").is_err() {
                return Ok(());
            }
            let disk = DiskOffsets::default();
            for (offset, _) in text.char_indices() {
                prop_assert_eq!(disk.offset(encoding, &text, offset), encoding.encode(&text[..offset], b"").unwrap().len());
            }
        }
    }
}
