//! The search for files in the workspace folders. It never leaves them: it follows no symbolic links.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::ignored::Ignored;
use crate::configuration::{Finder, Located};
use crate::lsp::tasks::background::Pace;
use crate::text_file::Stamp;

/// The limit on files and folders that are visited. A user who opens a home folder or a whole disk as a workspace hardly means all of it.
const MOST_ENTRIES: usize = 200_000;

/// A file of a workspace folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundFile {
    /// An absolute path without symbolic links.
    pub path: PathBuf,
    /// The stamp of the file when it was found.
    pub stamp: Stamp,
    /// The length in bytes.
    pub length: u64,
}

/// The files of some folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walked {
    /// Sorted by path.
    pub files: Vec<FoundFile>,
    /// Whether the limit was reached.
    pub is_cut_short: bool,
}

/// Returns the files below `folders`, which are absolute, whose names are wanted. Skips the files that `check` skips in
/// a folder: hidden files, and those that a `.gitignore`, a `.ignore` or `exclude` of the nearest `scoresheet.toml` matches. Unlike
/// `check`, reads no patterns outside of the folders.
pub(crate) fn walk(folders: &[PathBuf], is_named: impl Fn(&Path) -> bool, pace: &Pace) -> Walked {
    let mut walked = Walked::default();
    let mut seen = HashSet::new();
    let finder = Finder::default();
    let mut entries = 0;
    for folder in folders {
        let mut open = vec![(folder.clone(), Ignored::default())];
        while let Some((folder, above)) = open.pop() {
            if !pace.is_wanted() {
                walked.is_cut_short = true;
                return walked;
            }
            if !seen.insert(folder.clone()) {
                continue;
            }
            pace.yield_to_requests();
            let ignored = above.in_folder(&folder);
            // A folder that cannot be read is skipped.
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                entries += 1;
                if entries > MOST_ENTRIES {
                    walked.is_cut_short = true;
                    open.clear();
                    break;
                }
                let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                if is_hidden || kind.is_symlink() || ignored.contains(&path, kind.is_dir()) {
                    continue;
                }
                if kind.is_dir() {
                    open.push((path, ignored.clone()));
                } else if kind.is_file() && is_named(&path) && !is_excluded(&finder, &path) {
                    walked.files.extend(found(path));
                }
            }
        }
    }
    walked.files.sort_by(|one, other| one.path.cmp(&other.path));
    walked.files.dedup_by(|one, other| one.path == other.path);
    walked
}

/// Whether the path of a file that was found before still contains no symbolic link: a link in place of the file or of a folder above it
/// may lead outside the workspace.
pub(crate) fn is_in_place(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| real == path) && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

fn found(path: PathBuf) -> Option<FoundFile> {
    let length = fs::symlink_metadata(&path).ok().filter(|metadata| metadata.is_file())?.len();
    let stamp = Stamp::of(&path).ok()?;
    Some(FoundFile { path, stamp, length })
}

fn is_excluded(finder: &Finder, path: &Path) -> bool {
    let Located { path, source } = finder.locate(path);
    source.is_some_and(|source| source.excludes(&path))
}

/// Whether the name of a file has one of these extensions, in any case.
pub(crate) fn has_extension<'a>(extensions: &'a [&str]) -> impl Fn(&Path) -> bool + 'a {
    move |path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted)))
    }
}

/// Splits files into those that fit into `most` bytes together and the rest. A file that is too long does not exclude shorter ones after
/// it.
pub(crate) fn within(files: Vec<FoundFile>, most: u64) -> (Vec<FoundFile>, Vec<FoundFile>) {
    let mut bytes: u64 = 0;
    files.into_iter().partition(|file| {
        let is_within = bytes.saturating_add(file.length) <= most && file.length <= u64::from(u32::MAX);
        if is_within {
            bytes += file.length;
        }
        is_within
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(root: &Path) -> Vec<String> {
        let root = fs::canonicalize(root).unwrap();
        let found = walk(&[root.clone(), root.join("deep")], has_extension(&["pgn"]), &Pace::new(|| true, || false));
        assert!(!found.is_cut_short);
        found
            .files
            .iter()
            .map(|file| file.path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"))
            .collect()
    }

    fn write(root: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        }
    }

    #[test]
    fn what_check_passes_over_is_passed_over() {
        let root = tempfile::tempdir().unwrap();
        write(
            root.path(),
            &[
                ("b.pgn", ""),
                ("A.PGN", ""),
                ("notes.txt", ""),
                ("a.epd", ""),
                (".hidden/c.pgn", ""),
                (".gitignore", "out/\n*.tmp.pgn\n[\n"),
                ("x.tmp.pgn", ""),
                ("out/c.pgn", ""),
                ("deep/.gitignore", "!kept.tmp.pgn\n/d.pgn\n"),
                ("deep/kept.tmp.pgn", ""),
                ("deep/d.pgn", ""),
                ("deep/e/d.pgn", ""),
                ("deep/.ignore", "f.pgn\n"),
                ("deep/f.pgn", ""),
                ("scoresheet.toml", "exclude = ['old/**', 'z.pgn']"),
                ("old/g.pgn", ""),
                ("z.pgn", ""),
            ],
        );
        assert_eq!(walked(root.path()), ["A.PGN", "b.pgn", "deep/e/d.pgn", "deep/kept.tmp.pgn"]);
    }

    #[test]
    fn patterns_nested_without_end_ignore_nothing() {
        let root = tempfile::tempdir().unwrap();
        let deep = format!("{}a{}\nb.pgn\n", "{".repeat(100_000), "}".repeat(100_000));
        write(root.path(), &[("a.pgn", ""), ("b.pgn", ""), (".gitignore", &deep)]);
        assert_eq!(walked(root.path()), ["a.pgn"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(outside.path(), &[("secret.pgn", ""), ("list", "b.pgn")]);
        write(root.path(), &[("b.pgn", ""), ("folder/c.pgn", "")]);
        symlink(outside.path().join("secret.pgn"), root.path().join("a.pgn")).unwrap();
        symlink(outside.path(), root.path().join("way-out")).unwrap();
        symlink(outside.path().join("list"), root.path().join(".gitignore")).unwrap();
        symlink("/dev/zero", root.path().join(".ignore")).unwrap();
        symlink(".", root.path().join("round-and-round")).unwrap();
        assert_eq!(walked(root.path()), ["b.pgn", "folder/c.pgn"]);
        // A folder that is replaced by a link after it was found.
        let there = fs::canonicalize(root.path()).unwrap().join("folder/c.pgn");
        assert!(is_in_place(&there));
        fs::rename(root.path().join("folder"), root.path().join("moved")).unwrap();
        write(outside.path(), &[("c.pgn", "")]);
        symlink(outside.path(), root.path().join("folder")).unwrap();
        assert!(!is_in_place(&there));
    }

    #[test]
    fn files_that_are_too_long_do_not_keep_others_out() {
        let here = tempfile::NamedTempFile::new().unwrap();
        let stamp = Stamp::of(here.path()).unwrap();
        let file = |length: u64| FoundFile { path: length.to_string().into(), stamp, length };
        let (taken, left) = within([3, 9, 4, 4, 3].map(file).to_vec(), 10);
        let lengths = |files: Vec<FoundFile>| files.iter().map(|file| file.length).collect::<Vec<_>>();
        assert_eq!((lengths(taken), lengths(left)), (vec![3, 4, 3], vec![9, 4]));
    }
}
