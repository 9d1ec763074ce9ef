//! Encodings: decoding without loss, and encoding.

use encoding_rs::{DecoderResult, EncoderResult};

use super::stray_bytes;

pub(super) const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";
pub(super) const UTF16_LE_BOM: &[u8] = b"\xFF\xFE";
pub(super) const UTF16_BE_BOM: &[u8] = b"\xFE\xFF";

/// How many bytes at a time go through the encoder.
const ENCODE_BUFFER: usize = 8192;

/// A character encoding that files are read and written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    base: &'static encoding_rs::Encoding,
    /// UTF-8 with some bytes that are not: see [`stray_bytes`].
    has_stray_bytes: bool,
}

/// A character that the encoding of a file lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// The character.
    pub character: char,
    /// Its byte offset in the text that was to be encoded.
    pub offset: usize,
    /// The encoding that lacks it.
    pub encoding: Encoding,
}

impl std::fmt::Display for Unencodable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (character, encoding) = (self.character, self.encoding.name());
        write!(
            f,
            "the file is in {encoding}, which has no '{character}' (U+{:04X}); convert the file to UTF-8 first",
            u32::from(character)
        )
    }
}

impl std::error::Error for Unencodable {}

/// Decoding the bytes would lose some of them.
#[derive(Debug)]
pub(super) struct Lossy(pub(super) Vec<u8>);

/// `text` in ISO 8859-1, the PGN standard's character set (section 4.1), or the first character that it lacks. The codes 128 to 159 are not
/// used: readers, ours too, take such bytes for letters of Windows-1252.
pub(crate) fn encode_latin1(text: &str) -> Result<Vec<u8>, char> {
    let is_used = |code: &u8| !(0x80..0xA0).contains(code);
    text.chars().map(|character| u8::try_from(character).ok().filter(is_used).ok_or(character)).collect()
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding::of(encoding_rs::UTF_8);
    /// UTF-8 with a few bytes that are not: files joined from several, or lines pasted from other files.
    pub const UTF_8_WITH_STRAY_BYTES: Encoding = Encoding { base: encoding_rs::UTF_8, has_stray_bytes: true };
    /// UTF-16, low byte first.
    pub const UTF_16LE: Encoding = Encoding::of(encoding_rs::UTF_16LE);
    /// UTF-16, high byte first.
    pub const UTF_16BE: Encoding = Encoding::of(encoding_rs::UTF_16BE);

    /// One byte per character. Every byte is a character (the gaps are C1 controls), so decoding is always reversible.
    pub(super) const WINDOWS_1252: Encoding = Encoding::of(encoding_rs::WINDOWS_1252);

    pub(super) const fn of(base: &'static encoding_rs::Encoding) -> Encoding {
        Encoding { base, has_stray_bytes: false }
    }

    /// The encoding of a WHATWG label: `latin1` and `iso-8859-1` mean windows-1252, as on the web.
    ///
    /// None for an unknown label, and for encodings without fixed bytes for a character (ISO-2022-JP).
    pub fn for_label(label: &str) -> Option<Encoding> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
        let stateful = encoding == encoding_rs::ISO_2022_JP || encoding == encoding_rs::REPLACEMENT;
        (!stateful).then_some(Encoding::of(encoding))
    }

    /// Its WHATWG name: `UTF-8`, `windows-1252`.
    pub fn name(self) -> &'static str {
        if self.has_stray_bytes { "UTF-8 with stray bytes" } else { self.base.name() }
    }

    /// Whether text in UTF-8 is text in this encoding, with the same bytes.
    pub(crate) fn extends_utf8(self) -> bool {
        self.base == encoding_rs::UTF_8
    }

    /// Whether its first 128 bytes are ASCII, and its line ends are bytes of their own.
    pub(crate) fn extends_ascii(self) -> bool {
        self.base.is_ascii_compatible()
    }

    /// The encoding of a [`name`](Encoding::name).
    pub(crate) fn of_name(name: &str) -> Option<Encoding> {
        let stray = Encoding::UTF_8_WITH_STRAY_BYTES;
        if name == stray.name() { Some(stray) } else { Encoding::for_label(name) }
    }

    /// The text without its byte order mark, and the mark; an error if encoding the text would give other bytes.
    pub(super) fn decode_file(self, mut bytes: Vec<u8>) -> Result<(String, &'static [u8]), Lossy> {
        let bom = self.bom_of(&bytes);
        if self == Encoding::UTF_8 {
            bytes.drain(..bom.len());
            return String::from_utf8(bytes).map(|text| (text, bom)).map_err(|error| {
                let bytes = error.into_bytes();
                Lossy(if bom.is_empty() { bytes } else { [bom, &bytes].concat() })
            });
        }
        if self.has_stray_bytes {
            return match stray_bytes::decode(&bytes[bom.len()..]) {
                Some(text) => Ok((text, bom)),
                None => Err(Lossy(bytes)),
            };
        }
        match self.decode_part(&bytes[bom.len()..]) {
            Some(text) => Ok((text, bom)),
            None => Err(Lossy(bytes)),
        }
    }

    /// The text of some lines of a file that was decoded before; none if the lines have changed.
    pub fn decode_piece(self, bytes: Vec<u8>) -> Option<String> {
        match self {
            _ if self == Encoding::UTF_8 => String::from_utf8(bytes).ok(),
            _ if self.has_stray_bytes => stray_bytes::decode(&bytes),
            _ => self.decode_part(&bytes),
        }
    }

    /// The text of bytes without a byte order mark, in any encoding except UTF-8; none if encoding the text would give
    /// other bytes.
    pub(super) fn decode_part(self, bytes: &[u8]) -> Option<String> {
        let text = self.decode(bytes)?;
        let back = self.encode(&text, b"").ok()?;
        (back == bytes).then_some(text)
    }

    fn decode(self, bytes: &[u8]) -> Option<String> {
        let mut decoder = self.base.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(bytes.len())?);
        match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
            (DecoderResult::InputEmpty, _) => Some(text),
            _ => None,
        }
    }

    /// The text of bytes that may begin and end within a character; broken characters become replacement characters.
    pub(super) fn decode_roughly(self, bytes: &[u8]) -> String {
        self.base.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// The byte order mark at the start of `bytes`. That of UTF-8 is also found, wrongly, before single-byte text.
    pub(super) fn bom_of(self, bytes: &[u8]) -> &'static [u8] {
        let own = match self {
            _ if self == Encoding::UTF_16LE => UTF16_LE_BOM,
            _ if self == Encoding::UTF_16BE => UTF16_BE_BOM,
            _ => UTF8_BOM,
        };
        if bytes.starts_with(own) { own } else { b"" }
    }

    /// `bom` and `text` in this encoding; an error at the first character that it lacks.
    pub fn encode(self, text: &str, bom: &[u8]) -> Result<Vec<u8>, Unencodable> {
        let mut bytes = bom.to_vec();
        match self {
            _ if self == Encoding::UTF_8 => bytes.extend_from_slice(text.as_bytes()),
            _ if self.has_stray_bytes => stray_bytes::encode(text, &mut bytes),
            // encoding_rs decodes UTF-16 but, like the web, does not encode it.
            _ if self == Encoding::UTF_16LE => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            _ if self == Encoding::UTF_16BE => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            _ => self.encode_legacy(text, |encoded| bytes.extend_from_slice(encoded))?,
        }
        Ok(bytes)
    }

    /// The same for an owned text, which needs no copy in UTF-8.
    pub fn encode_whole(self, text: String, bom: &[u8]) -> Result<Vec<u8>, Unencodable> {
        if self == Encoding::UTF_8 && bom.is_empty() { Ok(text.into_bytes()) } else { self.encode(&text, bom) }
    }

    /// How many bytes `text` takes on disk. It must be encodable.
    pub fn encoded_len(self, text: &str) -> usize {
        if self == Encoding::UTF_8 {
            return text.len();
        }
        if self.has_stray_bytes {
            return stray_bytes::encoded_len(text);
        }
        if self == Encoding::UTF_16LE || self == Encoding::UTF_16BE {
            return 2 * text.encode_utf16().count();
        }
        if self.base.is_single_byte() {
            return text.chars().count();
        }
        let mut length = 0;
        // Decoded text is always encodable; otherwise the length up to the fault is the best answer.
        let _ = self.encode_legacy(text, |encoded| length += encoded.len());
        length
    }

    fn encode_legacy(self, text: &str, mut take: impl FnMut(&[u8])) -> Result<(), Unencodable> {
        let mut encoder = self.base.new_encoder();
        let mut buffer = [0; ENCODE_BUFFER];
        let mut read = 0;
        loop {
            let (result, consumed, written) =
                encoder.encode_from_utf8_without_replacement(&text[read..], &mut buffer, true);
            take(&buffer[..written]);
            read += consumed;
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(character) => {
                    return Err(Unencodable { character, offset: read - character.len_utf8(), encoding: self });
                }
            }
        }
    }
}
