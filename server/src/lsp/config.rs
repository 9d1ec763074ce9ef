//! What the client can do and wants, fixed at `initialize`.

use scoresheet_analysis::finding::Level;
use serde::{Deserialize, Deserializer, de};
use tower_lsp::lsp_types::{ClientCapabilities, InitializeParams, MarkupKind};

use super::position::Encoding;

/// The members of `initializationOptions`. Unknown members are ignored: editors share them between servers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Config {
    /// The least serious findings that are shown and fixed: `"error"`, `"warning"` (as `check` does), `"info"` or `"hint"`.
    #[serde(deserialize_with = "level")]
    pub level: Level,
    /// Show the board in a hover as a picture. Off unless asked for: of the editors tried only VS Code draws it, and
    /// Neovim loses the text behind it.
    pub hover_images: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { level: Level::Warning, hover_images: false }
    }
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let name = String::deserialize(deserializer)?;
    let level = [Level::Error, Level::Warning, Level::Info, Level::Hint].into_iter().find(|level| level.name() == name);
    level.ok_or_else(|| de::Error::unknown_variant(&name, &["error", "warning", "info", "hint"]))
}

/// One client's session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub config: Config,
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
    /// The number of folds the client can take.
    pub fold_limit: Option<u32>,
}

impl Settings {
    /// What `params` say, and a complaint for the user if `initializationOptions` cannot be read.
    pub fn new(params: InitializeParams) -> (Settings, Option<String>) {
        let (config, complaint) = match params.initialization_options.filter(|options| !options.is_null()) {
            None => (Config::default(), None),
            Some(options) => match serde_json::from_value(options) {
                Ok(config) => (config, None),
                Err(error) => (Config::default(), Some(format!("initializationOptions are not used: {error}"))),
            },
        };
        (Settings { config, ..Settings::of_client(params.capabilities) }, complaint)
    }

    fn of_client(client: ClientCapabilities) -> Settings {
        let text_document = client.text_document.unwrap_or_default();
        let encodings = client.general.and_then(|general| general.position_encodings);
        let hover = text_document.hover.and_then(|hover| hover.content_format).unwrap_or_default();
        let completion = text_document.completion.and_then(|completion| completion.completion_item);
        let completion = completion.unwrap_or_default();
        let documentation = completion.documentation_format.unwrap_or_default();
        let symbols = text_document.document_symbol.unwrap_or_default();
        let edits = client.workspace.and_then(|workspace| workspace.workspace_edit).unwrap_or_default();
        Settings {
            config: Config::default(),
            encoding: Encoding::negotiate(encodings.as_deref()),
            hover_markdown: hover.contains(&MarkupKind::Markdown),
            completion_markdown: documentation.contains(&MarkupKind::Markdown),
            snippets: completion.snippet_support.unwrap_or_default(),
            symbol_tree: symbols.hierarchical_document_symbol_support.unwrap_or_default(),
            versioned_edits: edits.document_changes.unwrap_or_default(),
            fold_limit: text_document.folding_range.and_then(|folding| folding.range_limit),
        }
    }
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
        let (settings, complaint) =
            settings(json!({ "capabilities": {}, "initializationOptions": { "hoverImages": 1 } }));
        assert_eq!(settings.config, Config::default());
        assert!(complaint.unwrap().contains("initializationOptions"));
    }
}
