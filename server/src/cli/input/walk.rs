//! The files below a folder, without hidden ones and those that a `.gitignore` or `.ignore` excludes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::gitignore::gitconfig_excludes_path;
use ignore::{DirEntry, WalkBuilder};

use crate::patterns::{self, LIST_NAMES};

/// The files below `folder` that are `wanted`, ordered by path, and the errors.
///
/// A folder whose list of patterns cannot be read in full is skipped with an error. Otherwise files that the user
/// excluded would be checked, or even written.
pub(super) fn files(folder: &Path, wanted: impl Fn(&Path) -> bool) -> (Vec<PathBuf>, Vec<String>) {
    let fault = lists_above(folder).iter().find_map(|list| patterns::fault(list));
    if let Some(fault) = fault {
        return (Vec::new(), vec![passed_over(&fault, folder)]);
    }
    let faults = Arc::new(Mutex::new(Vec::new()));
    let is_readable = {
        let faults = faults.clone();
        move |entry: &DirEntry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let lists = if is_folder { lists_of(entry.path()) } else { Vec::new() };
            let fault = lists.iter().find_map(|list| patterns::fault(list));
            let message = fault.map(|fault| passed_over(&fault, entry.path()));
            let is_readable = message.is_none();
            faults.lock().unwrap_or_else(PoisonError::into_inner).extend(message);
            is_readable
        }
    };
    let walk =
        WalkBuilder::new(folder).require_git(false).sort_by_file_path(Ord::cmp).filter_entry(is_readable).build();
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for entry in walk {
        match entry {
            // Links are not followed: what is outside of the folder is not to be read or written, and the walk is to end.
            Ok(entry) if wanted(entry.path()) && entry.file_type().is_some_and(|kind| kind.is_file()) => {
                found.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => errors.push(told(&error)),
        }
    }
    errors.append(&mut faults.lock().unwrap_or_else(PoisonError::into_inner));
    (found, errors)
}

fn passed_over(fault: &str, folder: &Path) -> String {
    format!("{fault}; skipping the folder {}", folder.display())
}

/// The lists of patterns that apply to a folder: its own, those of the folders above, and that of the user.
fn lists_above(folder: &Path) -> Vec<PathBuf> {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    real.ancestors().flat_map(lists_of).chain(gitconfig_excludes_path()).collect()
}

/// The lists in a folder, including that of its repository.
fn lists_of(folder: &Path) -> Vec<PathBuf> {
    let mut lists: Vec<PathBuf> = LIST_NAMES.iter().map(|name| folder.join(name)).collect();
    lists.push(repository_of(&folder.join(".git")).join("info/exclude"));
    lists
}

/// The folder of the repository at `.git`. In a linked worktree `.git` is a file that names the folder.
fn repository_of(git: &Path) -> PathBuf {
    let first_line = |path: &Path| patterns::list(path).ok().flatten()?.into_iter().next();
    let common = || {
        let of_worktree = PathBuf::from(first_line(git)?.strip_prefix("gitdir: ")?);
        Some(of_worktree.join(first_line(&of_worktree.join("commondir"))?))
    };
    common().unwrap_or_else(|| git.to_path_buf())
}

/// "games/closed: Permission denied (os error 13)": the message of the operating system, with the path once.
fn told(error: &ignore::Error) -> String {
    let whole = error.to_string();
    let (_, told) = whole.split_once("IO error for operation on ").unwrap_or(("", &whole));
    told.to_owned()
}
