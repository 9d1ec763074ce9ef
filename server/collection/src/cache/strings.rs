//! Texts by number: every text once.

use std::collections::HashMap;

use super::bytes::{Reader, Write};

/// The longest text that is kept. Longer values are read from the game again.
pub(super) const LONGEST: usize = 1 << 12;

/// Numbers texts as they come. The empty text is 0.
#[derive(Debug)]
pub(super) struct StringsBuilder {
    numbers: HashMap<Box<str>, u32>,
    blob: String,
    ends: Vec<u32>,
}

impl Default for StringsBuilder {
    fn default() -> StringsBuilder {
        StringsBuilder { numbers: HashMap::from([("".into(), 0)]), blob: String::new(), ends: vec![0] }
    }
}

impl StringsBuilder {
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.ends.len() as u32;
        self.blob.push_str(text);
        self.ends.push(self.blob.len() as u32);
        self.numbers.insert(text.into(), number);
        number
    }

    pub(super) fn get(&self, number: u32) -> &str {
        slice(&self.blob, &self.ends, number)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.get(number))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.ends.len() as u32);
        self.ends.iter().for_each(|end| out.put_u32(*end));
        out.extend(self.blob.as_bytes());
    }
}

/// Texts that were read.
#[derive(Debug, Default)]
pub(super) struct Strings {
    blob: String,
    ends: Vec<u32>,
}

impl Strings {
    /// `None` if the bytes are none of [`StringsBuilder::write`].
    pub(super) fn read(bytes: &[u8]) -> Option<Strings> {
        let mut reader = Reader::new(bytes);
        let count = reader.u32()? as usize;
        let ends: Vec<u32> =
            reader.take(count.checked_mul(4)?)?.as_chunks().0.iter().map(|end| u32::from_le_bytes(*end)).collect();
        let blob = str::from_utf8(reader.rest()).ok()?;
        let is_sound = ends.is_sorted() && ends.iter().all(|end| blob.is_char_boundary(*end as usize));
        is_sound.then(|| Strings { blob: blob.to_owned(), ends })
    }

    /// The text of a number; empty for a number that there is not.
    pub(super) fn get(&self, number: u32) -> &str {
        slice(&self.blob, &self.ends, number)
    }
}

fn slice<'a>(blob: &'a str, ends: &[u32], number: u32) -> &'a str {
    let start = (number as usize).checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    ends.get(number as usize).and_then(|end| blob.get(start as usize..*end as usize)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_one_number() {
        let mut builder = StringsBuilder::default();
        let numbers = ["", "Réti", "a", "Réti", ""].map(|text| builder.number(text));
        assert_eq!(numbers, [0, 1, 2, 1, 0]);
        let mut bytes = Vec::new();
        builder.write(&mut bytes);
        let strings = Strings::read(&bytes).unwrap();
        assert_eq!([0, 1, 2, 3].map(|number| strings.get(number)), ["", "Réti", "a", ""]);
        assert!((0..bytes.len() - 1).all(|length| Strings::read(&bytes[..length]).is_none()));
    }
}
