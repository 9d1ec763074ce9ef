//! Compressed files.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// How much of an archive is read at a time.
const BUFFER: usize = 1 << 17;

/// How a file is compressed. What was compressed in several parts, one behind the other, is one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Archive {
    /// gzip.
    Gzip,
    /// bzip2.
    Bzip2,
    /// Zstandard.
    Zstandard,
}

impl Archive {
    /// As the last extension of a path says it; the case does not matter.
    pub(crate) fn of(path: &Path) -> Option<Archive> {
        let extension = path.extension()?;
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        match () {
            () if is("gz") => Some(Archive::Gzip),
            () if is("bz2") => Some(Archive::Bzip2),
            () if is("zst") => Some(Archive::Zstandard),
            () => None,
        }
    }

    /// What is compressed in `bytes`, read as it is asked for. Damage is told as an error of reading.
    pub(super) fn open<'a>(self, bytes: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
        let bytes = BufReader::with_capacity(BUFFER, bytes);
        Ok(match self {
            Archive::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(bytes)),
            Archive::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(bytes)),
            Archive::Zstandard => Box::new(zstd::stream::read::Decoder::with_buffer(bytes)?),
        })
    }
}

/// The path without the extension that says how the file is compressed.
pub(crate) fn uncompressed(path: &Path) -> PathBuf {
    if Archive::of(path).is_some() { path.with_extension("") } else { path.to_path_buf() }
}
