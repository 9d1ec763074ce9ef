//! Compressed files.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

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
            () => None,
        }
    }

    /// Decompresses `bytes` while it is read. Damage is an error of reading.
    pub(super) fn open<'a>(self, bytes: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
        let bytes = BufReader::with_capacity(BUFFER, bytes);
        Ok(match self {
            Archive::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(bytes)),
            Archive::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(bytes)),
            Archive::Zstandard => Box::new(zstd::stream::read::Decoder::with_buffer(bytes)?),
        })
    }
}

/// The path without the extension of the compression.
pub(crate) fn uncompressed(path: &Path) -> PathBuf {
    if Archive::of(path).is_some() { path.with_extension("") } else { path.to_path_buf() }
}
