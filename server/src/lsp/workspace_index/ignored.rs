//! What `.gitignore` and `.ignore` say of the files in a workspace folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::configuration::LONGEST_PATTERN;

/// The names of the files, the later stronger than the earlier.
const NAMES: [&str; 2] = [".gitignore", ".ignore"];

/// A longer file is no list of patterns.
const LONGEST_BYTES: u64 = 1 << 20;

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
        let mut patterns = self.clone();
        for name in NAMES {
            let path = folder.join(name);
            let Some(text) = read(&path) else { continue };
            let mut builder = GitignoreBuilder::new(folder);
            for line in text.lines().filter(|line| line.len() <= LONGEST_PATTERN) {
                // A line that cannot be read ignores nothing, as in git.
                let _ = builder.add_line(Some(path.clone()), line);
            }
            if let Ok(own) = builder.build() {
                patterns = Ignored(Some(Arc::new(Patterns { own, above: patterns })));
            }
        }
        patterns
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

/// The text of a file that is there and no link: like git, nothing is read through one, as it may lead anywhere.
fn read(path: &Path) -> Option<String> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LONGEST_BYTES {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
