//! What only an editor can set, beside the keys of a `scoresheet.toml`. The reference page is made from these types.

use schemars::JsonSchema;
use serde::Deserialize;

/// The settings of which the page has a table.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[allow(dead_code, reason = "the page is made from the names and the documentation alone")]
pub(super) struct EditorSettings {
    /// The index of the games in the workspace folders.
    workspace_index: WorkspaceIndexOptions,
    /// Whether an editor that can ask for findings (`textDocument/diagnostic`) is offered those in files that are not open, too. An
    /// editor that can be told so later follows the setting at once; others learn it at the start, from `initializationOptions`. An editor
    /// that shows only what it has asked for is offered them in any case.
    workspace_diagnostics: bool,
}

/// The index of the games in the workspace folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WorkspaceIndexOptions {
    /// Whether the `*.pgn` files in the workspace folders that are not open are read in the background, so that references, the tree of
    /// openings, symbols, completion and renaming know their games. Passed over is what `scoresheet check` passes over: hidden files, and
    /// what a `.gitignore` or `exclude` names; compressed files and links, too.
    pub(crate) enabled: bool,
    /// How many megabytes of files are read at most; the index takes up to three times as much memory. Files for which there is no room
    /// are left out, which is said once. 128 unless set.
    pub(crate) megabytes: u32,
}

impl WorkspaceIndexOptions {
    /// The most that is read, in bytes.
    pub(crate) fn most_bytes(self) -> u64 {
        u64::from(self.megabytes) << 20
    }
}

impl Default for WorkspaceIndexOptions {
    /// More than the games that a club or an author has, and an index that a computer for work has room for.
    fn default() -> WorkspaceIndexOptions {
        WorkspaceIndexOptions { enabled: true, megabytes: 128 }
    }
}
