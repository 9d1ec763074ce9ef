//! Settings of the editor beyond the keys of a `scoresheet.toml`. The reference page is generated from these types.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::move_cache::{CacheFolder, MoveCache};

/// The settings in the table of the page.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[allow(dead_code, reason = "the page is made from the names and the documentation alone")]
pub(super) struct EditorSettings {
    /// The index of the games in the workspace folders.
    workspace_index: WorkspaceIndexOptions,
    /// Whether to report findings in files that are not open, too, to editors that request findings
    /// (`textDocument/diagnostic`). Editors that accept dynamic registration follow the setting at once; others read
    /// it at the start, from `initializationOptions`. Editors that show only what they requested always get these
    /// findings.
    workspace_diagnostics: bool,
    /// The cache of what was read of games, which the explorer and the search of the collection use, and the command line, too.
    move_cache: MoveCacheOptions,
}

/// The index of the games in the workspace folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WorkspaceIndexOptions {
    /// Whether to read the `*.pgn` files of the workspace folders in the background, so that references, the tree of
    /// openings, symbols, completion and renaming know the games in files that are not open. Files that `scoresheet
    /// check` skips are skipped here, too: hidden files, and those excluded by a `.gitignore` or `exclude`; also
    /// compressed files and links.
    pub(crate) enabled: bool,
    /// How many megabytes of files to read at most; the index takes up to three times as much memory. Files that do
    /// not fit are left out, which is reported once. The default is 128.
    pub(crate) megabytes: u32,
}

impl WorkspaceIndexOptions {
    /// The limit in bytes.
    pub(crate) fn most_bytes(self) -> u64 {
        u64::from(self.megabytes) << 20
    }
}

impl Default for WorkspaceIndexOptions {
    /// More than the games of a club or an author, and little enough for the memory of a usual computer.
    fn default() -> WorkspaceIndexOptions {
        WorkspaceIndexOptions { enabled: true, megabytes: 128 }
    }
}

/// The cache of what was read of games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MoveCacheOptions {
    /// Whether to keep what was read of files of 64 kB or more, so that it need not be read again. `scoresheet cache status`
    /// shows it.
    pub(crate) enabled: bool,
    /// The folder for the cache, as an absolute path; by default `scoresheet` in the cache directory of the user.
    #[schemars(with = "Option<String>")]
    pub(crate) directory: Option<PathBuf>,
}

impl MoveCacheOptions {
    /// The caches.
    pub(crate) fn caches(&self) -> MoveCache {
        let of_user = || CacheFolder::of_user(|name| std::env::var_os(name));
        let folder = self.directory.clone().map(CacheFolder::at).or_else(of_user);
        MoveCache::new(folder.filter(|_| self.enabled))
    }
}

impl Default for MoveCacheOptions {
    /// A cache never changes an answer.
    fn default() -> MoveCacheOptions {
        MoveCacheOptions { enabled: true, directory: None }
    }
}
