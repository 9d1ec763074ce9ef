//! What the client can do and wants: fixed at `initialize`, but for the settings, which may change.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use tower_lsp::lsp_types::{ClientCapabilities, InitializeParams, MarkupKind, ResourceOperationKind};

use super::position::Encoding;
use crate::configuration::{ConfigurationFile, FormatSettings, LevelName, Override, RuleLevels, explain};

/// The client's settings: `initializationOptions`, or the section `scoresheet` of its own settings.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "Members")]
pub struct Config {
    /// What a `scoresheet.toml` could say, too. Such a file wins over it, key by key.
    pub file: ConfigurationFile,
    /// Show the board in a hover as a picture. Off unless asked for: of the editors tried only VS Code draws it, and
    /// Neovim loses the text behind it.
    pub hover_images: bool,
}

/// The members of the settings. Unknown members are ignored: editors share them between servers.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Members {
    level: Option<LevelName>,
    rules: RuleLevels,
    overrides: Vec<Override>,
    format: FormatSettings,
    hover_images: bool,
}

impl From<Members> for Config {
    fn from(members: Members) -> Config {
        let Members { level, rules, overrides, format, hover_images } = members;
        Config { file: ConfigurationFile { level, rules, overrides, format, exclude: Vec::new() }, hover_images }
    }
}

/// One client's session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub config: Config,
    /// `initializationOptions`: settings that change later are laid over them.
    initial: Map<String, Value>,
    /// The workspace folders, with links followed.
    pub folders: Vec<PathBuf>,
    pub encoding: Encoding,
    /// The client shows Markdown in hovers.
    pub hover_markdown: bool,
    /// The client shows Markdown beside completion items.
    pub completion_markdown: bool,
    /// The client can put the cursor inside what a completion writes.
    pub snippets: bool,
    /// The client shows symbols as a tree.
    pub symbol_tree: bool,
    /// The client takes edits that name the version they are for, and refuses them on another.
    pub versioned_edits: bool,
    /// The client can create files for us.
    pub creates_files: bool,
    /// The client can be asked for its settings.
    pub can_ask_settings: bool,
    /// The client can be asked to tell when its settings change.
    pub can_register_settings: bool,
    /// The client can be asked to tell when files change.
    pub can_watch_files: bool,
    /// The number of folds the client can take.
    pub fold_limit: Option<u32>,
}

impl Settings {
    /// What `params` say, and a complaint for the user if `initializationOptions` cannot be read.
    pub fn new(params: InitializeParams) -> (Settings, Option<String>) {
        let folders = folders(&params);
        let initial = match params.initialization_options {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        let (config, complaint) = match read(initial.clone()) {
            Ok(config) => (config, None),
            Err(error) => (Config::default(), Some(format!("initializationOptions are not used: {error}"))),
        };
        (Settings { config, initial, folders, ..Settings::of_client(params.capabilities) }, complaint)
    }

    /// The same session with the client's settings changed to `members`, or a complaint for the user.
    pub fn with(&self, members: Value) -> Result<Settings, String> {
        let mut all = self.initial.clone();
        if let Value::Object(members) = members {
            all.extend(members.into_iter().filter(|(_, value)| !value.is_null()));
        }
        let config = read(all).map_err(|error| format!("the new settings are not used: {error}"))?;
        Ok(Settings { config, ..self.clone() })
    }

    /// The innermost workspace folder that a file is in.
    pub fn folder_of(&self, path: &Path) -> Option<&Path> {
        let around = self.folders.iter().filter(|folder| path.starts_with(folder));
        around.max_by_key(|folder| folder.components().count()).map(PathBuf::as_path)
    }

    fn of_client(client: ClientCapabilities) -> Settings {
        let text_document = client.text_document.unwrap_or_default();
        let encodings = client.general.and_then(|general| general.position_encodings);
        let hover = text_document.hover.and_then(|hover| hover.content_format).unwrap_or_default();
        let completion = text_document.completion.and_then(|completion| completion.completion_item);
        let completion = completion.unwrap_or_default();
        let documentation = completion.documentation_format.unwrap_or_default();
        let symbols = text_document.document_symbol.unwrap_or_default();
        let workspace = client.workspace.unwrap_or_default();
        let edits = workspace.workspace_edit.unwrap_or_default();
        let operations = edits.resource_operations.unwrap_or_default();
        let settings = workspace.did_change_configuration.unwrap_or_default();
        let files = workspace.did_change_watched_files.unwrap_or_default();
        Settings {
            config: Config::default(),
            initial: Map::new(),
            folders: Vec::new(),
            encoding: Encoding::negotiate(encodings.as_deref()),
            hover_markdown: hover.contains(&MarkupKind::Markdown),
            completion_markdown: documentation.contains(&MarkupKind::Markdown),
            snippets: completion.snippet_support.unwrap_or_default(),
            symbol_tree: symbols.hierarchical_document_symbol_support.unwrap_or_default(),
            versioned_edits: edits.document_changes.unwrap_or_default(),
            creates_files: operations.contains(&ResourceOperationKind::Create),
            can_ask_settings: workspace.configuration.unwrap_or_default(),
            can_register_settings: settings.dynamic_registration.unwrap_or_default(),
            can_watch_files: files.dynamic_registration.unwrap_or_default(),
            fold_limit: text_document.folding_range.and_then(|folding| folding.range_limit),
        }
    }
}

fn read(members: Map<String, Value>) -> Result<Config, String> {
    serde_json::from_value(Value::Object(members)).map_err(|error| explain(&error.to_string()))
}

#[allow(deprecated, reason = "clients that know no workspace folders send a root")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut paths: Vec<PathBuf> = folders.filter_map(|uri| uri.to_file_path().ok()).collect();
    if paths.is_empty() {
        paths.extend(params.root_uri.as_ref().and_then(|uri| uri.to_file_path().ok()));
    }
    paths.into_iter().map(|path| std::fs::canonicalize(&path).unwrap_or(path)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn settings(params: Value) -> (Settings, Option<String>) {
        Settings::new(serde_json::from_value(params).unwrap())
    }

    #[test]
    fn a_client_that_says_nothing_gets_the_protocols_defaults() {
        let (settings, complaint) = settings(json!({ "capabilities": {}, "initializationOptions": null }));
        assert_eq!((settings, complaint), (Settings::default(), None));
    }

    #[test]
    fn reads_options_and_capabilities() {
        let (settings, complaint) = settings(json!({
            "initializationOptions": { "hoverImages": true, "other": 1 },
            "capabilities": {
                "general": { "positionEncodings": ["utf-16", "utf-8"] },
                "textDocument": { "hover": { "contentFormat": ["plaintext", "markdown"] }, "foldingRange": { "rangeLimit": 7 } },
            },
        }));
        assert!(settings.config.hover_images && settings.hover_markdown);
        assert_eq!((settings.encoding, settings.fold_limit, complaint), (Encoding::Utf8, Some(7), None));
    }

    #[test]
    fn complains_of_options_it_cannot_read() {
        for options in
            [json!({ "hoverImages": 1 }), json!({ "rules": { "ilegal-move": "off" } }), json!({ "level": "loud" })]
        {
            let (settings, complaint) = settings(json!({ "capabilities": {}, "initializationOptions": options }));
            assert_eq!(settings.config, Config::default());
            assert!(complaint.unwrap().contains("initializationOptions"));
        }
    }

    #[test]
    fn changed_settings_lie_over_the_first_ones() {
        let first = json!({ "level": "hint", "hoverImages": true });
        let (settings, _) = settings(json!({ "capabilities": {}, "initializationOptions": first }));
        let changed = settings.with(json!({ "level": "error", "hoverImages": null })).unwrap();
        assert_eq!((changed.config.file.level, changed.config.hover_images), (Some(LevelName::Error), true));
        assert_eq!(settings.with(Value::Null), Ok(settings.clone()));
        let complaint = settings.with(json!({ "level": "waning" })).unwrap_err();
        assert!(complaint.ends_with("did you mean 'warning'?"), "{complaint}");
    }
}
