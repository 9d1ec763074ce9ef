//! From a file to the nearest configuration in its folder or above.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::fault::Fault;
use super::file::ConfigurationFile;

/// The name of a configuration file.
pub(crate) const FILE_NAME: &str = "scoresheet.toml";

/// A configuration file as it was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its content; empty if it cannot be read.
    pub(crate) text: String,
    /// The parsed content, or the fault.
    pub(crate) parsed: Result<ConfigurationFile, Fault>,
}

/// The place of a file, and its nearest configuration.
#[derive(Clone, Debug)]
pub(crate) struct Located {
    /// The absolute path of the file, with symbolic links in its folder resolved.
    pub(crate) path: PathBuf,
    /// The configuration of its folder or of the nearest folder above it that has one.
    pub(crate) source: Option<Arc<Source>>,
}

/// Finds configurations, reading each folder once.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    /// Real folders by the names they were requested with.
    folders: Mutex<HashMap<PathBuf, PathBuf>>,
    /// Configurations by real folder.
    found: Mutex<HashMap<PathBuf, Option<Arc<Source>>>>,
}

/// A longer file is not a configuration; a device or a pipe may never end.
const LONGEST_BYTES: u64 = 1 << 20;

impl Source {
    /// Reads the configuration file at `path`, which was found, not named: only if it is a file of reasonable length,
    /// and not a link to a file of another name. Faults of a configuration are printed with their line, and the author
    /// of a link might want to reveal a line of another file. None if there is no such file.
    fn find(path: &Path) -> Option<Source> {
        let metadata = fs::metadata(path).ok()?;
        let leads_elsewhere = || fs::canonicalize(path).is_ok_and(|real| !real.ends_with(FILE_NAME));
        let fault = match () {
            () if leads_elsewhere() => "it is a link to a file of another name",
            () if metadata.is_dir() || metadata.is_file() && metadata.len() <= LONGEST_BYTES => {
                return Source::read(path);
            }
            () if metadata.is_file() => "it is longer than 1 MiB",
            () => "it is not a regular file",
        };
        let parsed = Err(Fault { range: 0..0, message: format!("cannot read the configuration: {fault}") });
        Some(Source { path: path.to_owned(), text: String::new(), parsed })
    }

    /// Whether the file at `path`, absolute and with links resolved, is to be skipped in folders.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        let (Ok(file), Ok(path)) = (&self.parsed, path.strip_prefix(self.folder())) else { return false };
        file.exclude.iter().any(|pattern| pattern.matches(path))
    }

    /// Reads the configuration file at `path`. None if there is no such file.
    pub(crate) fn read(path: &Path) -> Option<Source> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            // It does not exist, or a folder above is not readable.
            Err(_) if fs::metadata(path).is_err() => return None,
            Err(error) => {
                let parsed = Err(Fault { range: 0..0, message: format!("cannot read the configuration: {error}") });
                return Some(Source { path: path.to_owned(), text: String::new(), parsed });
            }
        };
        let parsed = text.parse();
        Some(Source { path: path.to_owned(), text, parsed })
    }

    /// The folder that the patterns in it are relative to.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

impl Finder {
    /// The place of the file at `path`, which need not exist, and its configuration. A name without a folder is in the
    /// working directory.
    pub(crate) fn locate(&self, path: &Path) -> Located {
        let folder = self.real_folder(path.parent().unwrap_or(Path::new("")));
        let source = self.of_folder(&folder);
        Located { path: folder.join(path.file_name().unwrap_or_default()), source }
    }

    /// The configurations found so far, without duplicates, ordered by path.
    pub(crate) fn sources(&self) -> Vec<Arc<Source>> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sources: Vec<_> = found.values().flatten().cloned().collect();
        sources.sort_by(|one, other| one.path.cmp(&other.path));
        sources.dedup_by(|one, other| one.path == other.path);
        sources
    }

    fn real_folder(&self, folder: &Path) -> PathBuf {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(real) = folders.get(folder) {
            return real.clone();
        }
        let named = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let real = fs::canonicalize(named).or_else(|_| std::path::absolute(named));
        let real = real.unwrap_or_else(|_| named.to_owned());
        folders.insert(folder.to_owned(), real.clone());
        real
    }

    fn of_folder(&self, folder: &Path) -> Option<Arc<Source>> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut passed = Vec::new();
        let mut source = None;
        for folder in folder.ancestors() {
            if let Some(known) = found.get(folder) {
                source = known.clone();
                break;
            }
            passed.push(folder);
            source = Source::find(&folder.join(FILE_NAME)).map(Arc::new);
            if source.is_some() {
                break;
            }
        }
        found.extend(passed.into_iter().map(|folder| (folder.to_owned(), source.clone())));
        source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder, below a new one, of the configuration that is found for `file`.
    #[track_caller]
    fn check(configured: &[&str], file: &str, expected: Option<&str>) {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("a/b/c")).unwrap();
        for folder in configured {
            fs::write(root.path().join(folder).join(FILE_NAME), "").unwrap();
        }
        let finder = Finder::default();
        let real = fs::canonicalize(root.path()).unwrap();
        for _ in 0..2 {
            let located = finder.locate(&root.path().join(file));
            let folder = located.source.map(|source| source.folder().strip_prefix(&real).unwrap().to_owned());
            assert_eq!(folder.as_deref(), expected.map(Path::new));
        }
    }

    #[test]
    fn the_nearest_wins() {
        check(&[], "a/b/games.pgn", None);
        check(&[""], "a/b/games.pgn", Some(""));
        check(&["", "a", "a/b/c"], "a/b/games.pgn", Some("a"));
        check(&["", "a/b"], "a/b/c/missing/../games.pgn", Some("a/b"));
        check(&["", "a/b"], "a/b/c/../../games.pgn", Some(""));
        check(&["a"], "games.pgn", None);
    }

    #[test]
    fn what_is_too_long_is_a_fault() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(FILE_NAME), "# endless\n".repeat(200_000)).unwrap();
        let source = Finder::default().locate(&root.path().join("games.pgn")).source.unwrap();
        assert!(source.parsed.clone().unwrap_err().message.ends_with("longer than 1 MiB"));
    }

    /// The author of a workspace must not reveal other files or crash the program.
    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_a_configuration_or_is_a_fault() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let link = root.path().join(FILE_NAME);
        let check = |target: &Path, expected: Result<(), &str>| {
            std::os::unix::fs::symlink(target, &link).unwrap();
            let source = Finder::default().locate(&root.path().join("games.pgn")).source.unwrap();
            let told = source.parsed.as_ref().map(|_| ()).map_err(|fault| fault.message.as_str());
            assert_eq!(told, expected, "{}", target.display());
            let shown = source.parsed.as_ref().err().map(|fault| fault.render("", &source.text, false));
            assert!(!shown.unwrap_or_default().contains("hunter2"));
            fs::remove_file(&link).unwrap();
        };
        for name in ["secret", FILE_NAME] {
            fs::write(outside.path().join(name), "level = \"info\" # hunter2\n").unwrap();
        }
        fs::write(outside.path().join("broken"), "password = hunter2\n").unwrap();
        let elsewhere = "cannot read the configuration: it is a link to a file of another name";
        check(&outside.path().join("secret"), Err(elsewhere));
        check(&outside.path().join("broken"), Err(elsewhere));
        check(Path::new("/dev/zero"), Err(elsewhere));
        check(&outside.path().join(FILE_NAME), Ok(()));
    }

    #[test]
    fn what_is_nested_too_deeply_is_a_fault() {
        let deep = |open: &str, middle: &str, close: &str| {
            let text = format!("{}{middle}{}", open.repeat(100_000), close.repeat(100_000));
            assert!(format!("exclude = [{text}]").parse::<ConfigurationFile>().is_err());
            assert!(format!("exclude = ['{text}']").parse::<ConfigurationFile>().is_err());
        };
        deep("[", "'a'", "]");
        deep("{a=", "1", "}");
        deep("{", "a", "}");
        deep("a.", "a", "");
        // The greatest depth.
        let half = crate::patterns::LONGEST_PATTERN / 2;
        let _ = format!("exclude = ['{}{}']", "{".repeat(half), "}".repeat(half)).parse::<ConfigurationFile>();
    }

    #[test]
    fn a_folder_of_that_name_is_a_fault() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(FILE_NAME)).unwrap();
        let source = Finder::default().locate(&root.path().join("games.pgn")).source.unwrap();
        assert!(source.parsed.clone().unwrap_err().message.starts_with("cannot read"));
    }
}
