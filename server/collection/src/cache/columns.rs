//! A number for each game, in as many bytes as the largest number needs.

use super::bytes::Reader;

/// Appends a column.
pub(super) fn write_column(numbers: &[u32], out: &mut Vec<u8>) {
    let largest = numbers.iter().copied().max().unwrap_or(0);
    let width = (u32::BITS - largest.leading_zeros()).div_ceil(8) as usize;
    out.push(width as u8);
    out.reserve(width * numbers.len());
    match width {
        0 => {}
        1 => out.extend(numbers.iter().map(|number| *number as u8)),
        _ => numbers.iter().for_each(|number| out.extend(&number.to_le_bytes()[..width])),
    }
}

/// Reads a column of `count` numbers. `None` if the bytes are none.
pub(super) fn read_column(bytes: &[u8], count: usize) -> Option<Vec<u32>> {
    let mut reader = Reader::new(bytes);
    let width = usize::from(reader.byte()?);
    let bytes = reader.rest();
    if width > 4 || bytes.len() != width.checked_mul(count)? {
        return None;
    }
    Some(match width {
        0 => vec![0; count],
        1 => bytes.iter().map(|byte| u32::from(*byte)).collect(),
        2 => bytes.as_chunks::<2>().0.iter().map(|bytes| u32::from(u16::from_le_bytes(*bytes))).collect(),
        3 => bytes.as_chunks::<3>().0.iter().map(|[a, b, c]| u32::from_le_bytes([*a, *b, *c, 0])).collect(),
        _ => bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_bytes_they_need() {
        for (numbers, length) in
            [(&[][..], 1), (&[0, 0], 1), (&[255, 1], 3), (&[256, 1], 5), (&[0x01_0000, 7, 8], 10), (&[u32::MAX, 3], 9)]
        {
            let mut bytes = Vec::new();
            write_column(numbers, &mut bytes);
            assert_eq!((bytes.len(), read_column(&bytes, numbers.len()).as_deref()), (length, Some(numbers)));
            assert_eq!(read_column(&bytes[..bytes.len() - 1], numbers.len()), None);
        }
        assert_eq!(read_column(&[9, 0], 1), None);
        assert_eq!(read_column(&[4], usize::MAX), None);
    }
}
