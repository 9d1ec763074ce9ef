//! The cache directory.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use scoresheet_collection::cache::Checksum;

use super::stored::StoredCache;
use crate::system::{System, cache_directory, usable_by_owner};
use crate::text_file::Encoding;

/// The extension of caches.
const EXTENSION: &str = "moves";

/// The extension of the answers of engines.
const ANSWERS: &str = "answers";

/// The most bytes of all caches together. The ones that were not used for the longest time go first.
const MOST_BYTES: u64 = 2 << 30;

/// A use is noted in the time of a cache, but not more often.
const LEAST_BETWEEN_USES: Duration = Duration::from_secs(60 * 60);

/// The directory of the caches. It need not exist.
#[derive(Clone, Debug)]
pub(crate) struct CacheFolder {
    path: PathBuf,
}

/// A cache in the directory.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The file of the cache.
    pub(crate) path: PathBuf,
    /// Whether it has the answers of an engine, not games.
    pub(crate) has_answers: bool,
    /// The file that it is of; `None` if the cache is of another version or damaged, or has answers of an engine.
    pub(crate) of: Option<PathBuf>,
    /// How many games it has.
    pub(crate) games: u64,
    /// Its size in bytes.
    pub(crate) bytes: u64,
    /// When it was made or used last.
    pub(crate) used: SystemTime,
}

impl CacheFolder {
    /// The directory at `path`.
    pub(crate) fn at(path: PathBuf) -> CacheFolder {
        CacheFolder { path }
    }

    /// The directory of the user, by the environment that `variable` reads. `None` if there is none.
    pub(crate) fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<CacheFolder> {
        cache_directory(System::CURRENT, variable).map(|path| CacheFolder { path: path.join("scoresheet") })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The cache of the file at the absolute path `of`, if it is read in the `requested` encoding.
    pub(super) fn cache_of(&self, of: &Path, requested: Option<Encoding>) -> PathBuf {
        let mut name = Checksum::default();
        name.add(of.as_os_str().as_encoded_bytes());
        name.add(b"\0");
        name.add(requested.map_or("", Encoding::name).as_bytes());
        self.path.join(format!("{:016x}.{EXTENSION}", name.finish()))
    }

    /// The file of an engine's answers with this checksum of what it is.
    pub(crate) fn file_of_answers(&self, of: u64) -> PathBuf {
        self.path.join(format!("{of:016x}.{ANSWERS}"))
    }

    /// Creates the directory, for its owner only.
    pub(crate) fn create(&self) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        usable_by_owner(&mut builder);
        builder.recursive(true).create(&self.path)
    }

    /// The caches, those first that were not used for the longest time. Empty if the directory cannot be read.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.files().into_iter().map(|file| file.entry()).collect();
        entries.sort_by(|one, other| (one.used, &one.path).cmp(&(other.used, &other.path)));
        entries
    }

    /// Removes caches until all together have at most [`MOST_BYTES`], but not the one at `kept`.
    pub(super) fn trim(&self, kept: &Path) {
        self.trim_to(MOST_BYTES, kept);
    }

    fn trim_to(&self, most: u64, kept: &Path) {
        let mut files = self.files();
        files.sort_by_key(|file| file.used);
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        for file in files.iter().filter(|file| file.path != kept) {
            if bytes <= most {
                break;
            }
            // Another program may have removed it.
            let _ = fs::remove_file(&file.path);
            bytes -= file.bytes;
        }
    }

    /// Notes that a cache is used.
    pub(super) fn note_use(path: &Path) {
        let now = SystemTime::now();
        let Ok(modified) = fs::metadata(path).and_then(|metadata| metadata.modified()) else { return };
        if now.duration_since(modified).is_ok_and(|age| age > LEAST_BETWEEN_USES)
            && let Ok(file) = fs::File::options().write(true).open(path)
        {
            // Without it the cache is removed earlier.
            let _ = file.set_modified(now);
        }
    }

    fn files(&self) -> Vec<CacheFile> {
        let Ok(entries) = fs::read_dir(&self.path) else { return Vec::new() };
        let file = |entry: fs::DirEntry| {
            let path = entry.path();
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let is_ours = [EXTENSION, ANSWERS].into_iter().any(|ours| has_extension(&path, ours));
            is_ours.then(|| Some(CacheFile { path, bytes: metadata.len(), used: metadata.modified().ok()? }))?
        };
        entries.flatten().filter_map(file).collect()
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

struct CacheFile {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl CacheFile {
    fn entry(self) -> Entry {
        let has_answers = has_extension(&self.path, ANSWERS);
        let stored = if has_answers { None } else { StoredCache::open(&self.path) };
        let head = stored.as_ref().map(StoredCache::head);
        Entry {
            has_answers,
            of: head.map(|head| PathBuf::from(&head.path)),
            games: head.map_or(0, |head| head.segments.iter().map(|segment| u64::from(segment.games)).sum()),
            path: self.path,
            bytes: self.bytes,
            used: self.used,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_long_goes_first_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let caches = CacheFolder::at(folder.path().to_path_buf());
        let write = |name: &str, age: u64| {
            let path = folder.path().join(name);
            fs::write(&path, [0; 10]).unwrap();
            let time = SystemTime::now() - Duration::from_secs(age);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            path
        };
        let (new, old, oldest) = (write("new.moves", 7200), write("old.moves", 7300), write("oldest.moves", 7400));
        let other = write("other.txt", 9000);
        CacheFolder::note_use(&old);
        caches.trim_to(20, &oldest);
        assert_eq!([&new, &old, &oldest, &other].map(|path| path.exists()), [false, true, true, true]);
        assert_eq!(caches.entries().iter().map(|entry| entry.bytes).collect::<Vec<_>>(), [10, 10]);
    }
}
