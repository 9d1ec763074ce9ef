//! What `.gitignore` and `.ignore` say of the files in a workspace folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::patterns::{self, is_readable};

/// The patterns of a folder and of those above it, up to the workspace folder. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Ignored(Option<Arc<Patterns>>);

#[derive(Debug)]
struct Patterns {
    own: Gitignore,
    above: Ignored,
}

impl Ignored {
    /// The patterns that hold in `folder`, which is in the folder of these, or is the workspace folder itself.
    pub fn in_folder(&self, folder: &Path) -> Ignored {
        let mut all = self.clone();
        for name in patterns::LIST_NAMES {
            let path = folder.join(name);
            let Some(lines) = read(&path) else { continue };
            let mut builder = GitignoreBuilder::new(folder);
            for line in lines.iter().filter(|line| is_readable(line)) {
                // A line that cannot be read ignores nothing, as in git.
                let _ = builder.add_line(Some(path.clone()), line);
            }
            if let Ok(own) = builder.build() {
                all = Ignored(Some(Arc::new(Patterns { own, above: all })));
            }
        }
        all
    }

    /// Whether a file or folder is ignored: the nearest file with patterns that fit decides.
    pub fn contains(&self, path: &Path, is_folder: bool) -> bool {
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

/// The lines of a list that is there and no link: like git, nothing is read through one, as it may lead anywhere.
fn read(path: &Path) -> Option<Vec<String>> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file.then(|| patterns::list(path).ok().flatten()).flatten()
}
