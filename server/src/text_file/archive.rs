//! Compressed files.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::origin::Advance;
use super::zip;

/// How much of an archive is read at a time.
const BUFFER: usize = 1 << 17;

/// How a file is compressed. Several compressed parts in one file are one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Archive {
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// Zstandard.
    Zstandard,
    /// ZIP: the files of games or of records in it.
    Zip,
}

impl Archive {
    /// The compression that the last extension of a path names, whatever its case.
    pub(crate) fn of(path: &Path) -> Option<Archive> {
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        match () {
            () if is("gz") => Some(Archive::Gzip),
            () if is("bz2") => Some(Archive::Bzip2),
            () if is("zst") => Some(Archive::Zstandard),
            () if is("zip") => Some(Archive::Zip),
            () => None,
        }
    }

    /// Decompresses `file`, which has this path, while it is read. `advance` receives the progress in compressed bytes. Damage is an error of
    /// reading.
    pub(super) fn open<'a>(
        self,
        path: &Path,
        file: File,
        advance: Advance<'a>,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        let bytes = |file| BufReader::with_capacity(BUFFER, Counted { file, advance });
        Ok(match self {
            Archive::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(bytes(file))),
            Archive::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(bytes(file))),
            Archive::Zstandard => Box::new(zstd::stream::read::Decoder::with_buffer(bytes(file))?),
            Archive::Zip => Box::new(zip::open(path, file, advance)?),
        })
    }
}

/// A file that reports the progress of reading.
pub(super) struct Counted<'a> {
    pub(super) file: File,
    pub(super) advance: Advance<'a>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        (self.advance)(count as u64);
        Ok(count)
    }
}

/// How many bytes at the start tell an archive.
const LONGEST_START: u64 = 10;

/// Returns the first bytes of what is to be read as a text. Archives are read where a name tells in advance what they are.
///
/// # Errors
///
/// If they are those of an archive, and if they cannot be read.
pub(super) fn start_of_text(bytes: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    bytes.take(LONGEST_START).read_to_end(&mut start)?;
    let advice = match start[..] {
        [b'P', b'K', 3, 4, ..] => "this is a ZIP archive: name the file with .zip, or extract the files in it first",
        [0x1F, 0x8B, 8, ..] => "this is compressed with gzip: name the file with .gz, or pipe it through gzip -dc",
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y'] => {
            "this is compressed with bzip2: name the file with .bz2, or pipe it through bzip2 -dc"
        }
        [0x28, 0xB5, 0x2F, 0xFD, ..] => {
            "this is compressed with Zstandard: name the file with .zst, or pipe it through zstd -dc"
        }
        _ => return Ok(start),
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, advice))
}

/// The path without the extension of the compression.
pub(crate) fn uncompressed(path: &Path) -> PathBuf {
    if Archive::of(path).is_some() { path.with_extension("") } else { path.to_path_buf() }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use crate::text_file::{Origin, TextFile};

    #[test]
    fn an_archive_is_called_one_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bzip2.write_all(b"1. e4 *").unwrap();
        let archives = [
            (b"PK\x03\x04\x14\0\0\0".to_vec(), "this is a ZIP archive: "),
            (bzip2.finish().unwrap(), "this is compressed with bzip2: "),
            (zstd::encode_all(&b"1. e4 *"[..], 1).unwrap(), "this is compressed with Zstandard: "),
        ];
        for (bytes, expected) in archives {
            fs::write(&path, &bytes).unwrap();
            let mut stream = &bytes[..];
            let of_stream = Origin::stream(&mut stream, &|_| {}).err().unwrap().to_string();
            let of_file = TextFile::read(&path, None).unwrap_err().to_string();
            assert!(of_file.starts_with(expected) && of_stream == of_file, "{of_file}");
        }
        for text in ["PK", "BZh9", ""] {
            fs::write(&path, text).unwrap();
            assert_eq!(TextFile::read(&path, None).unwrap().text, text);
        }
    }
}
