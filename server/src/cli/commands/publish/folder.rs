//! The folder of a site.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use scoresheet_collection::publish::{is_asset_name, is_page_name};

use crate::cli::writing::Replacement;

/// The file that marks a folder as a site of ours, and lists what we wrote.
const MARKER: &str = ".scoresheet-site";

/// The first line of the marker.
const FIRST_LINE: &str = "A site of `scoresheet publish`, which may replace and remove these files:";

/// The folder of the pages of games.
pub(super) const GAMES: &str = "games";

/// The folder of a site that is written.
pub(super) struct SiteFolder {
    path: PathBuf,
    /// What an earlier run wrote.
    before: BTreeSet<String>,
    /// What this run wrote or left as it is.
    now: Mutex<BTreeSet<String>>,
}

impl SiteFolder {
    /// Opens a folder that is new, empty, or an earlier site.
    ///
    /// # Errors
    /// A message, if it has other files or cannot be used.
    pub(super) fn open(path: &Path) -> Result<SiteFolder, String> {
        let before = match fs::read_to_string(path.join(MARKER)) {
            Ok(marker) => match marker.strip_prefix(FIRST_LINE) {
                Some(names) => names.lines().filter(|name| is_ours(name)).map(str::to_owned).collect(),
                None => return Err(format!("{MARKER} in it is none of ours; choose another folder")),
            },
            Err(_) => {
                let is_empty = fs::read_dir(path).map_or(!path.exists(), |mut files| files.next().is_none());
                if !is_empty {
                    return Err("it is no empty folder and no site of ours; choose another one".to_owned());
                }
                BTreeSet::new()
            }
        };
        fs::create_dir_all(path.join(GAMES)).map_err(|error| format!("cannot make the folder: {error}"))?;
        let folder = SiteFolder { path: path.to_path_buf(), before, now: Mutex::default() };
        // From here on it is ours, also if this run is interrupted.
        folder.write_marker(&folder.before).map_err(|error| format!("cannot write: {error}"))?;
        Ok(folder)
    }

    /// Writes a file, unless it has this content already. Returns whether it was written.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> io::Result<bool> {
        let is_written = self.write_file(name, content)?;
        self.now.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        Ok(is_written)
    }

    /// Removes what an earlier run wrote and this one did not, and notes what there is. Returns how many files were removed.
    pub(super) fn finish(self) -> io::Result<usize> {
        let now = std::mem::take(&mut *self.now.lock().unwrap_or_else(PoisonError::into_inner));
        let mut removed = 0;
        for name in self.before.difference(&now) {
            match fs::remove_file(self.path.join(name)) {
                Ok(()) => removed += 1,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        self.write_marker(&now)?;
        Ok(removed)
    }

    /// Notes what there is and removes nothing.
    pub(super) fn keep(self) -> io::Result<usize> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner).clone();
        now.extend(self.before.iter().cloned());
        self.write_marker(&now).map(|_| 0)
    }

    fn write_marker(&self, names: &BTreeSet<String>) -> io::Result<bool> {
        let names: String = names.iter().map(|name| format!("{name}\n")).collect();
        self.write_file(MARKER, format!("{FIRST_LINE}\n{names}").as_bytes())
    }

    fn write_file(&self, name: &str, content: &[u8]) -> io::Result<bool> {
        let path = self.path.join(name);
        let is_same = fs::metadata(&path).is_ok_and(|metadata| metadata.len() == content.len() as u64)
            && fs::read(&path).is_ok_and(|old| old == content);
        if is_same {
            return Ok(false);
        }
        let mut file = Replacement::create(&path, true)?.without_waiting();
        file.write_all(content)?;
        file.finish(None)?;
        Ok(true)
    }
}

/// Whether a name is one that we write: what a marker lists is removed, so it must not lead out of the folder.
fn is_ours(name: &str) -> bool {
    let page = |name: &str| name.strip_suffix(".html").is_some_and(is_page_name);
    match name.split_once('/') {
        Some((folder, name)) => folder == GAMES && page(name),
        None => page(name) || is_asset_name(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_written_again_and_other_folders_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        let open = || SiteFolder::open(&site);
        let first = open().unwrap();
        assert!(first.write("games/a.html", b"a").unwrap() && first.write("index.html", b"i").unwrap());
        assert_eq!(first.finish().unwrap(), 0);
        fs::write(site.join("own.txt"), "of the user").unwrap();
        let second = open().unwrap();
        assert!(!second.write("index.html", b"i").unwrap(), "unchanged");
        assert_eq!(second.finish().unwrap(), 1, "the page of the game is gone");
        assert!(!site.join("games/a.html").exists() && site.join("own.txt").exists());

        fs::remove_file(site.join(MARKER)).unwrap();
        assert!(open().err().unwrap().contains("no site of ours"));
        assert!(SiteFolder::open(&site.join("own.txt")).is_err());
    }

    #[test]
    fn a_marker_names_no_files_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let (outside, site) = (folder.path().join("a.html"), folder.path().join("site"));
        fs::write(&outside, "").unwrap();
        fs::create_dir(&site).unwrap();
        let names = "../a.html\n/etc/x.html\ngames/../../a.html\ngames\\a.html\n";
        fs::write(site.join(MARKER), format!("{FIRST_LINE}\n{names}")).unwrap();
        assert_eq!(SiteFolder::open(&site).unwrap().finish().unwrap(), 0);
        assert!(outside.exists());
    }
}
