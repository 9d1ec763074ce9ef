//! A file that is held as a whole, to be changed.

use std::path::{Path, PathBuf};

use super::detect::decode_guessing;
use super::encoding::{Encoding, UTF8_BOM, Unencodable};
use super::origin::Origin;
use super::read_error::ReadError;
use super::stamp::Stamp;

/// The name of standard input unless it is given another.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// A decoded file.
#[derive(Debug)]
pub struct TextFile {
    /// Its path, or the name given to standard input.
    pub path: PathBuf,
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding on disk.
    pub encoding: Encoding,
    /// The byte order mark on disk; empty if there is none.
    pub bom: &'static [u8],
    /// The state of the file when it was read; none for standard input.
    pub stamp: Option<Stamp>,
}

impl TextFile {
    /// Reads and decodes the file at `path`; see [`TextFile::decode`].
    pub fn read(path: &Path, encoding: Option<Encoding>) -> Result<TextFile, ReadError> {
        let stamp = Stamp::of(path).map_err(ReadError::Io)?;
        let bytes = Origin::open(path, None, &|_| {}).and_then(Origin::read_whole).map_err(ReadError::Io)?;
        let file = TextFile::decode(path.to_path_buf(), bytes, encoding)?;
        Ok(TextFile { stamp: Some(stamp), ..file })
    }

    /// Decodes `bytes` in `encoding`, or in the one that they seem to be in.
    ///
    /// Valid UTF-8 costs one validation and no copy. Never fails without an `encoding`; with one it fails if decoding
    /// would lose a byte.
    pub fn decode(path: PathBuf, bytes: Vec<u8>, encoding: Option<Encoding>) -> Result<TextFile, ReadError> {
        let (text, encoding, bom) = match encoding {
            Some(encoding) => {
                let (text, bom) = encoding.decode_file(bytes).map_err(|_| ReadError::NotIn(encoding))?;
                (text, encoding, bom)
            }
            None => decode_guessing(bytes),
        };
        Ok(TextFile { path, text, encoding, bom, stamp: None })
    }

    /// The last part of the path; none for standard input without a name.
    pub fn name(&self) -> Option<&str> {
        name(&self.path)
    }

    /// The name of the folder that the path puts the file in; none if it names none.
    pub fn folder(&self) -> Option<&str> {
        folder(&self.path)
    }

    /// Whether the file begins with the byte order mark of UTF-8, which it does not need.
    pub fn has_utf8_byte_order_mark(&self) -> bool {
        is_utf8_byte_order_mark(self.bom)
    }

    /// The same file with other text, as it will be on disk.
    pub fn with_text(&self, text: String) -> TextFile {
        TextFile { path: self.path.clone(), text, encoding: self.encoding, bom: self.bom, stamp: self.stamp }
    }

    /// `text` as the bytes of this file: in the same encoding, with the same byte order mark.
    ///
    /// Fails at the first character that the encoding lacks; it is never replaced by another.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, Unencodable> {
        self.encoding.encode(text, self.bom)
    }
}

/// The last part of a path; none for standard input without a name.
pub(crate) fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str().filter(|name| *name != STDIN_NAME)
}

/// The name of the folder that a path puts a file in; none if it names none.
pub(crate) fn folder(path: &Path) -> Option<&str> {
    path.parent()?.file_name()?.to_str()
}

/// Whether a byte order mark is that of UTF-8, which a file does not need.
pub(crate) fn is_utf8_byte_order_mark(bom: &[u8]) -> bool {
    bom == UTF8_BOM
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(bytes: &[u8]) -> TextFile {
        TextFile::decode("games.pgn".into(), bytes.to_vec(), None).unwrap()
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    /// Decodes, checks text and encoding, and checks that encoding gives the same bytes.
    fn check(bytes: &[u8], text: &str, encoding: &str) {
        let file = decode(bytes);
        assert_eq!((file.text.as_str(), file.encoding.name()), (text, encoding));
        assert_eq!(file.encode(&file.text).unwrap(), bytes);
    }

    #[test]
    fn encodings_are_recognised() {
        check(b"", "", "UTF-8");
        check("1. e4 {Réti}".as_bytes(), "1. e4 {Réti}", "UTF-8");
        check(b"\xEF\xBB\xBF1. e4", "1. e4", "UTF-8");
        check(&utf16("\u{FEFF}♘f3 𝄞", u16::to_le_bytes), "♘f3 𝄞", "UTF-16LE");
        check(&utf16("\u{FEFF}♘f3 𝄞", u16::to_be_bytes), "♘f3 𝄞", "UTF-16BE");
        check(&utf16("1. e4 e5 *", u16::to_le_bytes), "1. e4 e5 *", "UTF-16LE");
        check(&utf16("1. e4 e5 *", u16::to_be_bytes), "1. e4 e5 *", "UTF-16BE");
        check(b"[White \"H\xFCbner, Robert\"]\n", "[White \"Hübner, Robert\"]\n", "windows-1252");
        check(
            b"{R\xE9ti et Capablanca \xE0 New York, d\xE9j\xE0}",
            "{Réti et Capablanca à New York, déjà}",
            "windows-1252",
        );
    }

    #[test]
    fn a_stray_byte_in_utf8_loses_nothing() {
        let bytes = [b"{caf\xC3\xA9} ".repeat(50).as_slice(), b"\xE9\x81"].concat();
        let file = decode(&bytes);
        assert!(file.text.starts_with("{café} {café}"));
        assert_eq!(file.encode(&file.text).unwrap(), bytes);
    }

    #[test]
    fn a_character_the_encoding_lacks_is_refused() {
        let file = decode(b"[White \"H\xFCbner\"]");
        assert_eq!(file.encode("ü ♘").unwrap_err(), Unencodable { character: '♘', offset: 3, encoding: file.encoding });
    }

    #[test]
    fn the_encoding_asked_for_is_taken_or_refused() {
        let decode_as = |bytes: &[u8], label| {
            TextFile::decode("x".into(), bytes.to_vec(), Encoding::for_label(label)).map(|file| file.text)
        };
        assert_eq!(decode_as(b"\xEE\xE5", "windows-1251").unwrap(), "ое");
        assert_eq!(decode_as(b"\xB5", "latin1").unwrap(), "µ");
        assert!(decode_as(b"\xFF", "utf-8").is_err());
        assert!(decode_as(b"\xFF", "utf-16le").is_err());
        assert!(Encoding::for_label("iso-2022-jp").is_none());
    }

    proptest! {
        #[test]
        fn decoding_loses_no_byte(mark in prop::sample::select(vec![&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"]),
                                  bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let bytes = [mark, &bytes].concat();
            let file = decode(&bytes);
            prop_assert_eq!(file.encode(&file.text).unwrap(), bytes);
        }
    }
}
