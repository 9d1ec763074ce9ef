//! The files that `.gitignore` and `.ignore` exclude from a workspace folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::patterns::{self, is_readable};

/// The patterns of a folder and its parents, up to the workspace folder. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Ignored(Option<Arc<Patterns>>);

#[derive(Debug)]
struct Patterns {
    own: Gitignore,
    above: Ignored,
}

impl Ignored {
    /// Returns the patterns for `folder`, a child of the folder of these patterns or the workspace folder itself.
    pub(super) fn in_folder(&self, folder: &Path) -> Ignored {
        let mut all = self.clone();
        for name in patterns::LIST_NAMES {
            let path = folder.join(name);
            let Some(lines) = read(&path) else { continue };
            let mut builder = GitignoreBuilder::new(folder);
            for line in lines.iter().filter(|line| is_readable(line)) {
                // A line that cannot be parsed ignores nothing, as in git.
                let _ = builder.add_line(Some(path.clone()), line);
            }
            if let Ok(own) = builder.build() {
                all = Ignored(Some(Arc::new(Patterns { own, above: all })));
            }
        }
        all
    }

    /// Whether a file or folder is ignored: the nearest file with a matching pattern decides.
    pub(super) fn contains(&self, path: &Path, is_folder: bool) -> bool {
        let mut next = self.0.as_deref();
        while let Some(patterns) = next {
            match patterns.own.matched(path, is_folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => next = patterns.above.0.as_deref(),
            }
        }
        false
    }
}

/// Returns the lines of a list that exists and is not a symbolic link. Like git, this follows no links, as they may lead outside.
fn read(path: &Path) -> Option<Vec<String>> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file.then(|| patterns::list(path).ok().flatten()).flatten()
}
