//! Compressed files.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
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

/// How ZIP archives begin. One may hold any number of files.
const ZIP: &[u8] = b"PK\x03\x04";

/// Returns an error if an open file is a ZIP archive. The file is at its start before and after.
pub(super) fn refuse_zip(file: &mut File) -> io::Result<()> {
    let mut start = Vec::with_capacity(ZIP.len());
    (&mut *file).take(ZIP.len() as u64).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    if start == ZIP {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this is a ZIP archive: extract the files in it first"));
    }
    Ok(())
}

/// The path without the extension of the compression.
pub(crate) fn uncompressed(path: &Path) -> PathBuf {
    if Archive::of(path).is_some() { path.with_extension("") } else { path.to_path_buf() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::text_file::TextFile;

    #[test]
    fn a_zip_archive_is_called_one_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["games.zip", "games.pgn"] {
            let path = folder.path().join(name);
            fs::write(&path, b"PK\x03\x04\x14\0\0\0").unwrap();
            let error = TextFile::read(&path, None).unwrap_err().to_string();
            assert_eq!(error, "this is a ZIP archive: extract the files in it first", "{name}");
        }
        let path = folder.path().join("short.pgn");
        fs::write(&path, "PK").unwrap();
        assert_eq!(TextFile::read(&path, None).unwrap().text, "PK");
    }
}
