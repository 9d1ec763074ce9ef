//! Queries to Git, through the program `git`.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::git_command::git;
use crate::cli::input::absolute;
use crate::system::{path_of_bytes, with_slashes};

/// The repository of the working directory, and a commit to compare with.
#[derive(Debug)]
pub(super) struct Repository {
    /// The top folder of the working tree, with symbolic links resolved.
    root: PathBuf,
    /// None if there is no commit yet.
    base: Option<String>,
}

/// The files of the working tree that differ from the commit. Paths are relative to the top folder.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// Files of the commit that differ now, or are gone.
    pub(super) old: Vec<PathBuf>,
    /// All files that differ, including new ones.
    pub(super) all: HashSet<PathBuf>,
    /// All files that Git tracks.
    pub(super) tracked: HashSet<PathBuf>,
}

impl Repository {
    /// Opens the repository of the working directory. The commit to compare with is the merge base of HEAD and
    /// `revision`; for HEAD this is HEAD.
    ///
    /// # Errors
    ///
    /// A message if there is no repository, no such revision, or no `git`.
    pub(super) fn open(revision: &str) -> Result<Repository, String> {
        let top = git(Path::new("."), ["rev-parse", "--show-toplevel"])
            .map_err(|error| format!("--changed needs a Git repository: {error}"))?;
        let root = path_of_bytes(trimmed(&top));
        let root = fs::canonicalize(&root).unwrap_or(root);
        let commit = |name: &str| {
            let name = format!("{name}^{{commit}}");
            git(&root, ["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).ok()
        };
        let Some(head) = commit("HEAD") else {
            return match revision {
                "HEAD" => Ok(Repository { root, base: None }),
                _ => Err("--changed: there is no commit yet".to_owned()),
            };
        };
        let Some(other) = commit(revision) else {
            return Err(format!("--changed: there is no revision '{revision}' in this repository; is it fetched?"));
        };
        let (head, other) = (text_of(&head), text_of(&other));
        let base = git(&root, ["merge-base", &head, &other]).map_err(|_| {
            format!(
                "--changed: HEAD and '{revision}' have no common ancestor here; \
                 a shallow clone may lack it (in GitHub Actions use fetch-depth: 0)"
            )
        })?;
        Ok(Repository { root, base: Some(text_of(&base)) })
    }

    /// The submodules that are checked out, including those in other submodules, each with the commit that its parent
    /// recorded.
    ///
    /// # Errors
    ///
    /// The message of Git.
    pub(super) fn submodules(&self) -> Result<Vec<Repository>, String> {
        let mut found: Vec<Repository> = Vec::new();
        let mut looked_at = 0;
        found.extend(self.own_submodules()?);
        while let Some(repository) = found.get(looked_at) {
            let inner = repository.own_submodules()?;
            found.extend(inner);
            looked_at += 1;
        }
        Ok(found)
    }

    fn own_submodules(&self) -> Result<Vec<Repository>, String> {
        let staged = git(&self.root, ["ls-files", "--stage", "-z"])?;
        let links = names(&staged).filter_map(|line| line.strip_prefix(LINK));
        let paths =
            links.filter_map(|line| Some(path_of_bytes(&line[line.iter().position(|byte| *byte == b'\t')? + 1..])));
        let mut found = Vec::new();
        for path in paths.filter(|path| self.root.join(path).join(".git").exists()) {
            let root = self.root.join(&path);
            let root = fs::canonicalize(&root).unwrap_or(root);
            let recorded = self.base.as_ref().and_then(|_| {
                let name = self.name_in_base(&path);
                git(&self.root, [OsStr::new("rev-parse"), OsStr::new("--verify"), OsStr::new("--quiet"), &name]).ok()
            });
            // A commit that is not fetched counts as none: all files are new.
            let base = recorded.map(|commit| text_of(&commit));
            let base = base.filter(|commit| git(&root, ["cat-file", "-e", &format!("{commit}^{{commit}}")]).is_ok());
            found.push(Repository { root, base });
        }
        Ok(found)
    }

    /// Whether a file is below the top folder.
    pub(super) fn holds(&self, path: &Path) -> bool {
        real(path).starts_with(&self.root)
    }

    /// The differences between the working tree and the commit.
    ///
    /// # Errors
    ///
    /// The message of Git.
    pub(super) fn differences(&self) -> Result<Differences, String> {
        let tracked = git(&self.root, ["ls-files", "-z"])?;
        let mut differences =
            Differences { tracked: names(&tracked).map(path_of_bytes).collect(), ..Differences::default() };
        let Some(base) = &self.base else {
            differences.all.clone_from(&differences.tracked);
            return Ok(differences);
        };
        let diff = ["diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let listed = git(&self.root, diff.into_iter().chain(["--ignore-submodules", base, "--"]))?;
        let mut words = names(&listed);
        while let (Some(status), Some(name)) = (words.next(), words.next()) {
            if status != b"A" {
                differences.old.push(path_of_bytes(name));
            }
            differences.all.insert(path_of_bytes(name));
        }
        Ok(differences)
    }

    /// The content of a file in the commit, as a checkout would write it.
    ///
    /// # Errors
    ///
    /// The message of Git.
    pub(super) fn old_text(&self, path: &Path) -> Result<Vec<u8>, String> {
        git(&self.root, [OsStr::new("cat-file"), OsStr::new("--filters"), &self.name_in_base(path)])
    }

    fn name_in_base(&self, path: &Path) -> OsString {
        let mut name = OsString::from(self.base.as_deref().unwrap_or_default());
        name.push(":");
        name.push(with_slashes(path));
        name
    }

    /// The path of a file as Git names it.
    ///
    /// # Errors
    ///
    /// A message if the file is not in the working tree.
    pub(super) fn name_of(&self, path: &Path) -> Result<PathBuf, String> {
        let inside = real(path).strip_prefix(&self.root).map(Path::to_path_buf);
        inside.map_err(|_| {
            format!("{}: --changed: the file is not in the repository at {}", path.display(), self.root.display())
        })
    }
}

/// The mode of a submodule, with which its line in the list of files begins.
const LINK: &[u8] = b"160000 ";

/// The path with symbolic links in its folder resolved, but not one in the file itself.
fn real(path: &Path) -> PathBuf {
    let full = absolute(path);
    let (folder, name) = (full.parent().unwrap_or(&full), full.file_name().unwrap_or_default());
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()).join(name)
}

fn names(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|byte| *byte == 0).filter(|name| !name.is_empty())
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(trimmed(line)).into_owned()
}
