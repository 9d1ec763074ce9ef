//! ZIP archives: the files of games or of records in one, in its order, as one text.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::vec;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::archive::{Counted, uncompressed};
use super::origin::Advance;

/// The extensions of files that are read together, first those that are looked for first.
const LANGUAGES: [&[&str]; 2] = [&["pgn"], &["epd", "fen"]];

/// What follows a file, so that the next does not continue its last game or line.
const BETWEEN: &[u8] = b"\n\n";

/// Opens what is to be read of the archive `file`: the files in it whose extension is that of the language that `path` names, else those of
/// games, else those of records; or the only file, whatever its name.
///
/// # Errors
///
/// If it is no ZIP archive, has no such file, or one that is encrypted or compressed in an unusual way.
pub(super) fn open<'a>(path: &Path, file: File, advance: Advance<'a>) -> io::Result<ZipText<'a>> {
    let mut archive = ZipArchive::new(BufReader::new(file.try_clone()?)).map_err(io::Error::other)?;
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(io::Error::other)?;
        if !member.is_dir() {
            let name = member.name().map_err(io::Error::other)?.into_owned();
            let start = member.data_start().ok_or(io::ErrorKind::InvalidData)?;
            let method = (!member.encrypted()).then(|| member.compression());
            members.push(Member { name, start, length: member.compressed_size(), crc: member.crc32(), method });
        }
    }
    let members = chosen(path, members)?;
    members.iter().try_for_each(Member::ensure_readable)?;
    Ok(ZipText { file, advance, rest: members.into_iter(), current: None, separator: b"" })
}

/// What is read of an archive, file by file.
pub(super) struct ZipText<'a> {
    file: File,
    advance: Advance<'a>,
    rest: vec::IntoIter<Member>,
    current: Option<Unpacked<'a>>,
    /// What is still to be read before the next file.
    separator: &'static [u8],
}

impl Read for ZipText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.separator.is_empty() {
                return self.separator.read(buffer);
            }
            let Some(current) = &mut self.current else {
                let Some(next) = self.rest.next() else { return Ok(0) };
                self.current = Some(next.unpack(&self.file, self.advance)?);
                continue;
            };
            match current.read(buffer)? {
                0 if buffer.is_empty() => return Ok(0),
                0 => self.current = None,
                count => return Ok(count),
            }
            if self.rest.len() > 0 {
                self.separator = BETWEEN;
            }
        }
    }
}

/// A file in an archive.
struct Member {
    name: String,
    /// Where its compressed bytes begin in the archive.
    start: u64,
    length: u64,
    crc: u32,
    /// None if it is encrypted.
    method: Option<CompressionMethod>,
}

impl Member {
    fn ensure_readable(&self) -> io::Result<()> {
        let why = match self.method {
            Some(CompressionMethod::Stored | CompressionMethod::DEFLATE) => return Ok(()),
            Some(method) => format!("is compressed with {method}"),
            None => "is encrypted".to_owned(),
        };
        Err(unreadable(format!("{} in it {why}: extract it first", self.name)))
    }

    fn unpack<'a>(self, archive: &File, advance: Advance<'a>) -> io::Result<Unpacked<'a>> {
        let mut file = archive.try_clone()?;
        file.seek(SeekFrom::Start(self.start))?;
        let packed = Counted { file, advance }.take(self.length);
        let bytes: Box<dyn Read + Send + 'a> = match self.method {
            Some(CompressionMethod::Stored) => Box::new(packed),
            _ => Box::new(DeflateDecoder::new(packed)),
        };
        Ok(Unpacked { bytes, crc: Crc::new(), expected: self.crc })
    }
}

/// The bytes of a file in an archive.
struct Unpacked<'a> {
    bytes: Box<dyn Read + Send + 'a>,
    crc: Crc,
    expected: u32,
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.crc.update(&buffer[..count]);
        match count == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong")),
            false => Ok(count),
        }
    }
}

fn chosen(path: &Path, mut members: Vec<Member>) -> io::Result<Vec<Member>> {
    let any = LANGUAGES
        .into_iter()
        .find(|extensions| members.iter().any(|member| has_one(Path::new(&member.name), extensions)));
    let named = LANGUAGES.into_iter().find(|extensions| has_one(&uncompressed(path), extensions));
    if members.len() > 1 {
        members.retain(|member| named.or(any).is_some_and(|extensions| has_one(Path::new(&member.name), extensions)));
    }
    match members.is_empty() {
        true => Err(unreadable("there is no *.pgn, *.epd or *.fen file in it".to_owned())),
        false => Ok(members),
    }
}

fn has_one(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|own| extensions.iter().any(|extension| own.eq_ignore_ascii_case(extension)))
}

fn unreadable(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, reason)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// The text that is read of an archive with these files.
    fn text(archive: &str, files: &[(&str, &str)]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(archive);
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        for (name, text) in files {
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            writer.start_file(*name, options).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        read(&path)
    }

    fn read(path: &Path) -> Result<String, String> {
        let mut text = String::new();
        let read = open(path, File::open(path).unwrap(), &|_| {}).and_then(|mut zip| zip.read_to_string(&mut text));
        read.map(|_| text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_files_of_one_language_are_one_text() {
        let files = [("readme.txt", "x"), ("a/b.pgn", "1. e4 *"), ("suite.epd", "8/8"), ("C.PGN", "1. d4 *\n")];
        assert_eq!(text("t.zip", &files).unwrap(), "1. e4 *\n\n1. d4 *\n");
        assert_eq!(text("t.epd.zip", &files).unwrap(), "8/8");
        assert_eq!(text("t.zip", &files[2..3]).unwrap(), "8/8");
        assert_eq!(text("t.zip", &files[..1]).unwrap(), "x");
        assert_eq!(text("t.zip", &[("a.pgn", ""), ("b.pgn", "1. e4 *")]).unwrap(), "\n\n1. e4 *");
        let nothing = "there is no *.pgn, *.epd or *.fen file in it";
        assert_eq!(text("t.zip", &[("a.txt", ""), ("b.txt", "")]).unwrap_err(), nothing);
        assert_eq!(text("t.zip", &[]).unwrap_err(), nothing);
    }

    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.zip");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file("a.pgn", options).unwrap();
        writer.write_all(b"1. e4 e5 *").unwrap();
        writer.finish().unwrap();
        let bytes = fs::read(&path).unwrap();
        let place = bytes.windows(2).position(|two| two == b"e5").unwrap();
        let mut other = bytes.clone();
        other[place] = b'd';
        fs::write(&path, &other).unwrap();
        assert_eq!(read(&path).unwrap_err(), "its checksum is wrong");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(read(&path).is_err(), "{length}");
        }
    }
}
