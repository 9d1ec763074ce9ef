//! The client's capabilities, fixed at `initialize`, and its settings, which may change.

use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema};
use scoresheet_chess::diagram::BoardColours;
use scoresheet_chess::piece_letters::{Language, english, of_locale};
use scoresheet_chess::similar_words::most_similar;
use scoresheet_ide::inlay_hints::InlayHintOptions;
use scoresheet_ide::semantic_tokens::TokenType;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use tower_lsp::lsp_types::{
    ClientCapabilities, CompletionItemKind, InitializeParams, MarkupKind, ResourceOperationKind,
    SemanticTokensClientCapabilities, SemanticTokensFullOptions, SignatureHelpClientCapabilities, SymbolKind, Url,
    WorkspaceFolder,
};

use crate::configuration::{
    ConfigurationFile, FormatSettings, LevelName, MoveCacheOptions, Override, RuleLevels, WorkspaceIndexOptions,
    explain, schema_of,
};
use crate::lsp::proto::extensions::SHOW_BOARD;
use crate::lsp::proto::position::Encoding;

/// The client's settings: `initializationOptions`, or the section `scoresheet` of its own settings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "Members")]
pub(crate) struct Config {
    /// What a `scoresheet.toml` could say, too. Such a file wins over it, key by key.
    pub file: ConfigurationFile,
    /// Show the board in a hover as a picture. Off by default: of the editors tried only VS Code draws it, and
    /// Neovim loses the text after it.
    pub hover_images: bool,
    /// The colours of boards that are pictures.
    pub board_colours: BoardColours,
    /// Which inlay hints are shown. The signs of NAGs by default; evaluations follow the opcode `ce`, too.
    pub inlay_hints: InlayHintOptions,
    /// What the line above a game shows.
    pub code_lenses: CodeLensOptions,
    /// The index of the files of the workspace that are not open.
    pub workspace_index: WorkspaceIndexOptions,
    /// Report the findings of files that are not open, too, to clients that request them and take others besides.
    pub workspace_diagnostics: bool,
    /// The cache of what was read of games.
    pub move_cache: MoveCacheOptions,
}

// Unknown members are ignored here: see `unknown_members`.
/// The settings of the language server, as an editor sends them.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(title = "Scoresheet in an editor")]
struct Members {
    /// Findings from this level up are shown.
    #[schemars(with = "LevelName")]
    level: Option<LevelName>,
    /// The level of all findings of a rule or of the rules of a group, or `"off"`. The more particular key wins: a rule over
    /// its group over `all`. A `scoresheet.toml` wins over these.
    rules: RuleLevels,
    /// Other levels for some of the files. Of several that match a file the later wins over the earlier, and all of them over
    /// `rules`. Patterns are relative to the workspace folder.
    overrides: Vec<Override>,
    /// How games are written when a document is formatted.
    format: FormatSettings,
    /// Whether hovers show the board as a picture; else it is drawn with letters.
    hover_images: bool,
    /// The colours of boards that are pictures: brown, blue, green, grey, or those of light and dark squares as in
    /// `#f0d9b5,#b58863`. Brown by default.
    #[schemars(with = "Option<String>")]
    #[serde(deserialize_with = "read_colours")]
    board_colours: Option<BoardColours>,
    /// Which hints are shown between the words of a game.
    inlay_hints: InlayHintMembers,
    /// What the line above a game shows. There is none where all of it is off.
    code_lens: CodeLensOptions,
    /// The index of the files of the workspace that are not open.
    workspace_index: WorkspaceIndexOptions,
    /// Whether the findings of files that are not open are reported, too, to editors that request them.
    workspace_diagnostics: bool,
    /// The cache of what was read of games, for the explorer and the search of the collection.
    move_cache: MoveCacheOptions,
}

/// Which inlay hints are shown.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct InlayHintMembers {
    /// What a NAG such as `$14` looks like in print.
    glyph: bool,
    /// The move numbers that export format has and the text lacks.
    number: bool,
    /// An engine's evaluation after its move, and in EPD in words after the opcode `ce`.
    evaluation: bool,
    /// The time that a move took, after its clock.
    clock: bool,
}

impl Default for InlayHintMembers {
    /// A NAG means nothing to most readers without its sign; the others repeat the text, or distract while typing.
    fn default() -> InlayHintMembers {
        InlayHintMembers { glyph: true, number: false, evaluation: false, clock: false }
    }
}

/// What the line above a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CodeLensOptions {
    /// How many moves it has.
    pub moves: bool,
    /// How it ended.
    pub result: bool,
    /// Its opening.
    pub opening: bool,
    /// A way to its board, in editors that show one.
    pub board: bool,
}

impl Default for CodeLensOptions {
    fn default() -> CodeLensOptions {
        CodeLensOptions { moves: true, result: true, opening: true, board: true }
    }
}

/// The names of the members.
const MEMBERS: [&str; 11] = [
    "level",
    "rules",
    "overrides",
    "format",
    "hoverImages",
    "boardColours",
    "inlayHints",
    "codeLens",
    "workspaceIndex",
    "workspaceDiagnostics",
    "moveCache",
];

/// Members of the section that editors' packages read for themselves: how to start the server, and what to log of it.
const MEMBERS_OF_EDITORS: [&str; 3] = ["trace", "server", "path"];

impl From<Members> for Config {
    fn from(members: Members) -> Config {
        let Members { level, rules, overrides, format, hover_images, inlay_hints, code_lens, .. } = members;
        let InlayHintMembers { glyph, number, evaluation, clock } = inlay_hints;
        Config {
            file: ConfigurationFile {
                level,
                rules,
                overrides,
                format,
                exclude: Vec::new(),
                ..ConfigurationFile::default()
            },
            hover_images,
            board_colours: members.board_colours.unwrap_or(BoardColours::BROWN),
            inlay_hints: InlayHintOptions { glyphs: glyph, numbers: number, evaluations: evaluation, clocks: clock },
            code_lenses: code_lens,
            workspace_index: members.workspace_index,
            workspace_diagnostics: members.workspace_diagnostics,
            move_cache: members.move_cache,
        }
    }
}

impl Config {
    /// The colours of the boards in hovers; `None` where they are text.
    pub(crate) fn hover_colours(&self) -> Option<BoardColours> {
        self.hover_images.then_some(self.board_colours)
    }
}

/// Reads colours; null is as good as none.
fn read_colours<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BoardColours>, D::Error> {
    let written = Option::<String>::deserialize(deserializer)?;
    written.map(|written| written.parse().map_err(|hint| D::Error::custom(format!("boardColours: {hint}")))).transpose()
}

/// `docs/settings.schema.json`: the JSON schema of the settings, by which packages for editors offer them.
pub fn settings_schema() -> Schema {
    schema_of::<Members>()
}

impl Default for Config {
    fn default() -> Config {
        Members::default().into()
    }
}

/// One client's session.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub config: Config,
    /// `initializationOptions`: settings that change later are laid over them.
    initial: Map<String, Value>,
    /// The workspace folders, with links followed.
    pub folders: Vec<PathBuf>,
    pub encoding: Encoding,
    /// The client would rather have Markdown than plain text in hovers: it names first what it prefers.
    pub hover_markdown: bool,
    /// The client would rather have Markdown than plain text beside completion items.
    pub completion_markdown: bool,
    /// The client can put the cursor inside what a completion writes.
    pub snippets: bool,
    /// The client shows symbols as a tree.
    pub symbol_tree: bool,
    /// The client takes edits that name the version they are for, and refuses them on another.
    pub versioned_edits: bool,
    /// The client supports `workspace/applyEdit`.
    pub applies_edits: bool,
    /// The client can create files for us.
    pub creates_files: bool,
    /// The client pulls diagnostics and does not say that it takes published ones: a client that gets both shows them twice.
    pub pulls_diagnostics: bool,
    /// The client can pull diagnostics.
    pub can_pull_diagnostics: bool,
    /// Pull diagnostics are offered at `initialize`.
    pub offers_pulling: bool,
    /// The client lets pull diagnostics be registered and unregistered.
    pub can_register_diagnostics: bool,
    /// The client supports `workspace/diagnostic/refresh`.
    pub can_refresh_diagnostics: bool,
    /// The language of the user, where the standard has its piece letters and they are not the English ones.
    pub language: Option<&'static Language>,
    /// The client shows a few words beside a completion.
    pub label_details: bool,
    /// The client resolves the edits of a code action when it is chosen.
    pub resolves_edits: bool,
    /// The client supports `workspace/configuration`.
    pub can_ask_settings: bool,
    /// The client lets `workspace/didChangeConfiguration` be registered.
    pub can_register_settings: bool,
    /// The client lets `workspace/didChangeWatchedFiles` be registered.
    pub can_watch_files: bool,
    /// The client shows a document where it is requested to (`window/showDocument`).
    pub shows_documents: bool,
    /// The client shows how far work has come.
    pub shows_progress: bool,
    /// The client supports `workspace/inlayHint/refresh`.
    pub can_refresh_hints: bool,
    /// The client supports `workspace/codeLens/refresh`.
    pub can_refresh_lenses: bool,
    /// The client shows the board of a place where it runs our command for that.
    pub shows_boards: bool,
    /// The client marks a part of a signature by its place.
    pub label_offsets: bool,
    /// The client knows the names of our semantic token types.
    pub knows_token_types: bool,
    /// The client requests all semantic tokens of a document at once.
    pub asks_all_tokens: bool,
    /// The client takes code actions, and not commands only.
    pub action_literals: bool,
    /// The client supports `textDocument/prepareRename`.
    pub prepares_rename: bool,
    /// The client knows completion items of the kind `Constant`.
    pub constant_items: bool,
    /// The client knows symbols of the kind `Event` in the workspace.
    pub event_symbols: bool,
    /// The client takes links as the answer to `textDocument/definition`.
    pub definition_links: bool,
    /// The client takes links as the answer to `textDocument/typeDefinition`.
    pub type_definition_links: bool,
    /// The number of folds the client can take.
    pub fold_limit: Option<u32>,
    /// The client shows the text that the server gives for a closed fold.
    pub fold_texts: bool,
}

impl Settings {
    /// What `params` say, and complaints for the user about `initializationOptions`, which are not used at all if one of
    /// their values cannot be read.
    pub(crate) fn new(params: InitializeParams) -> (Settings, Vec<String>) {
        let folders = folders(&params);
        let language = params.locale.as_deref().and_then(of_locale).filter(|language| *language != english());
        let mut initial = match params.initialization_options {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        initial.retain(|_, value| !value.is_null());
        let mut complaints = unknown_members(&initial);
        let (config, initial) = match read(initial.clone()) {
            Ok(config) => (config, initial),
            Err(error) => {
                complaints.push(error);
                Default::default()
            }
        };
        let settings = Settings { config, initial, folders, language, ..Settings::of_client(params.capabilities) };
        // Where the client lets it be offered and taken back, it follows the settings: see `workspace`.
        let is_for_all_files = !settings.can_register_diagnostics && settings.offers_workspace_diagnostics();
        let offers_pulling = settings.pulls_diagnostics || is_for_all_files;
        (Settings { offers_pulling, ..settings }, complaints)
    }

    /// The same session with the client's settings changed to `members`, and complaints for the user about them. If a value
    /// cannot be read, nothing changes.
    pub(crate) fn with(&self, members: Value) -> (Settings, Vec<String>) {
        let Value::Object(mut members) = members else { return (self.with_members(Map::new()), Vec::new()) };
        members.retain(|_, value| !value.is_null());
        let mut complaints = unknown_members(&members);
        let settings = match read(members.clone()) {
            Ok(_) => self.with_members(members),
            Err(error) => {
                complaints.push(error);
                self.clone()
            }
        };
        (settings, complaints)
    }

    /// The session with readable settings laid over the first ones.
    fn with_members(&self, members: Map<String, Value>) -> Settings {
        let mut all = self.initial.clone();
        all.extend(members);
        Settings { config: read(all).unwrap_or_else(|_| self.config.clone()), ..self.clone() }
    }

    /// The same session with other workspace folders.
    pub(crate) fn with_folders(&self, added: &[WorkspaceFolder], removed: &[WorkspaceFolder]) -> Settings {
        let paths = |folders: &[WorkspaceFolder]| real_paths(folders.iter().map(|folder| &folder.uri));
        let (added, removed) = (paths(added), paths(removed));
        let kept = self.folders.iter().filter(|folder| !removed.contains(folder) && !added.contains(folder));
        Settings { folders: kept.cloned().chain(added.iter().cloned()).collect(), ..self.clone() }
    }

    /// Whether pull diagnostics of closed files are offered to a client to which those of open documents are published.
    pub(crate) fn offers_workspace_diagnostics(&self) -> bool {
        self.can_pull_diagnostics && !self.pulls_diagnostics && self.config.workspace_diagnostics
    }

    /// The innermost workspace folder that a file is in.
    pub(crate) fn folder_of(&self, path: &Path) -> Option<&Path> {
        let around = self.folders.iter().filter(|folder| path.starts_with(folder));
        around.max_by_key(|folder| folder.components().count()).map(PathBuf::as_path)
    }

    fn of_client(client: ClientCapabilities) -> Settings {
        let text_document = client.text_document.unwrap_or_default();
        let pulling = text_document.diagnostic.as_ref();
        let encodings = client.general.and_then(|general| general.position_encodings);
        let hover = text_document.hover.and_then(|hover| hover.content_format).unwrap_or_default();
        let completion = text_document.completion.unwrap_or_default();
        let item_kinds = completion.completion_item_kind.and_then(|kinds| kinds.value_set);
        let completion = completion.completion_item.unwrap_or_default();
        let documentation = completion.documentation_format.unwrap_or_default();
        let actions = text_document.code_action.unwrap_or_default();
        let resolved = actions.resolve_support.filter(|_| actions.data_support == Some(true));
        let resolved = resolved.map(|resolved| resolved.properties).unwrap_or_default();
        let symbols = text_document.document_symbol.unwrap_or_default();
        let workspace = client.workspace.unwrap_or_default();
        let symbol_kinds = workspace.symbol.and_then(|symbols| symbols.symbol_kind?.value_set);
        let edits = workspace.workspace_edit.unwrap_or_default();
        let operations = edits.resource_operations.unwrap_or_default();
        let settings = workspace.did_change_configuration.unwrap_or_default();
        let files = workspace.did_change_watched_files.unwrap_or_default();
        let window = client.window.unwrap_or_default();
        Settings {
            config: Config::default(),
            initial: Map::new(),
            folders: Vec::new(),
            encoding: Encoding::negotiate(encodings.as_deref()),
            hover_markdown: hover.first() == Some(&MarkupKind::Markdown),
            completion_markdown: documentation.first() == Some(&MarkupKind::Markdown),
            snippets: completion.snippet_support.unwrap_or_default(),
            symbol_tree: symbols.hierarchical_document_symbol_support.unwrap_or_default(),
            versioned_edits: edits.document_changes.unwrap_or_default(),
            applies_edits: workspace.apply_edit.unwrap_or_default(),
            creates_files: operations.contains(&ResourceOperationKind::Create),
            label_details: completion.label_details_support.unwrap_or_default(),
            can_pull_diagnostics: pulling.is_some(),
            offers_pulling: false,
            can_register_diagnostics: pulling.and_then(|pulling| pulling.dynamic_registration).unwrap_or_default(),
            can_refresh_diagnostics: workspace.diagnostic.and_then(|pulls| pulls.refresh_support).unwrap_or_default(),
            pulls_diagnostics: pulling.is_some() && text_document.publish_diagnostics.is_none(),
            language: None,
            resolves_edits: resolved.iter().any(|property| property == "edit"),
            can_ask_settings: workspace.configuration.unwrap_or_default(),
            can_register_settings: settings.dynamic_registration.unwrap_or_default(),
            can_watch_files: files.dynamic_registration.unwrap_or_default(),
            can_refresh_hints: workspace.inlay_hint.and_then(|hints| hints.refresh_support).unwrap_or_default(),
            can_refresh_lenses: workspace.code_lens.and_then(|lenses| lenses.refresh_support).unwrap_or_default(),
            shows_boards: runs_command(client.experimental.as_ref(), SHOW_BOARD),
            label_offsets: label_offsets(text_document.signature_help),
            shows_documents: window.show_document.is_some_and(|shows| shows.support),
            shows_progress: window.work_done_progress.unwrap_or_default(),
            asks_all_tokens: asks_all_tokens(text_document.semantic_tokens.as_ref()),
            knows_token_types: knows_token_types(text_document.semantic_tokens.as_ref()),
            action_literals: actions.code_action_literal_support.is_some(),
            prepares_rename: text_document.rename.and_then(|rename| rename.prepare_support).unwrap_or_default(),
            constant_items: item_kinds.unwrap_or_default().contains(&CompletionItemKind::CONSTANT),
            event_symbols: symbol_kinds.unwrap_or_default().contains(&SymbolKind::EVENT),
            definition_links: text_document.definition.and_then(|jump| jump.link_support).unwrap_or_default(),
            type_definition_links: text_document.type_definition.and_then(|jump| jump.link_support).unwrap_or_default(),
            fold_limit: text_document.folding_range.as_ref().and_then(|folding| folding.range_limit),
            fold_texts: text_document
                .folding_range
                .and_then(|folding| folding.folding_range?.collapsed_text)
                .unwrap_or_default(),
        }
    }
}

/// Whether a client runs a command, by the experimental capabilities that other servers use, too.
fn runs_command(experimental: Option<&Value>, name: &str) -> bool {
    let commands = experimental.and_then(|experimental| experimental.pointer("/commands/commands")?.as_array());
    commands.is_some_and(|commands| commands.iter().any(|command| command == name))
}

fn label_offsets(client: Option<SignatureHelpClientCapabilities>) -> bool {
    let information = client.and_then(|client| client.signature_information?.parameter_information);
    information.and_then(|information| information.label_offset_support).unwrap_or_default()
}

fn asks_all_tokens(client: Option<&SemanticTokensClientCapabilities>) -> bool {
    let full = client.and_then(|client| client.requests.full.as_ref());
    full.is_some_and(|full| !matches!(full, SemanticTokensFullOptions::Bool(false)))
}

/// Whether a client knows the names of our semantic token types. A client that knows one of them knows all.
fn knows_token_types(client: Option<&SemanticTokensClientCapabilities>) -> bool {
    client.is_some_and(|client| client.token_types.iter().any(|known| known.as_str() == TokenType::Move.name()))
}

fn read(members: Map<String, Value>) -> Result<Config, String> {
    let explained = |error: serde_json::Error| {
        format!("Scoresheet does not use these settings of the editor: {}", explain(&error.to_string()))
    };
    serde_json::from_value(Value::Object(members)).map_err(explained)
}

/// Complaints about unknown members, most often misspelt.
fn unknown_members(members: &Map<String, Value>) -> Vec<String> {
    let is_known = |name: &str| MEMBERS.contains(&name) || MEMBERS_OF_EDITORS.contains(&name);
    let unknown = members.keys().filter(|name| !is_known(name));
    let complaint = |name: &String| {
        let hint = match most_similar(name, &MEMBERS) {
            Some(known) => format!("did you mean '{known}'?"),
            None => format!("the settings are {}", MEMBERS.join(", ")),
        };
        format!("Scoresheet has no setting '{name}'; {hint}")
    };
    unknown.map(complaint).collect()
}

#[allow(deprecated, reason = "clients that know no workspace folders send a root")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let paths = real_paths(params.workspace_folders.iter().flatten().map(|folder| &folder.uri));
    if paths.is_empty() { real_paths(params.root_uri.iter()) } else { paths }
}

/// The paths of folders, with links followed.
fn real_paths<'a>(uris: impl Iterator<Item = &'a Url>) -> Vec<PathBuf> {
    let paths = uris.filter_map(|uri| uri.to_file_path().ok());
    paths.map(|path| std::fs::canonicalize(&path).unwrap_or(path)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn settings(params: Value) -> (Settings, Vec<String>) {
        Settings::new(serde_json::from_value(params).unwrap())
    }

    #[test]
    fn a_client_that_says_nothing_gets_the_protocols_defaults() {
        let (settings, complaint) = settings(json!({ "capabilities": {}, "initializationOptions": null }));
        assert_eq!((settings, complaint), (Settings::default(), Vec::new()));
    }

    #[test]
    fn reads_options_and_capabilities() {
        let (settings, complaint) = settings(json!({
            "initializationOptions": { "hoverImages": true, "boardColours": "#dee3e6,#8ca2ad", "codeLens": null, "trace": { "server": "off" } },
            "capabilities": {
                "general": { "positionEncodings": ["utf-16", "utf-8"] },
                "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] }, "foldingRange": { "rangeLimit": 7 } },
            },
        }));
        assert_eq!((settings.config.hover_colours(), settings.hover_markdown), (Some(BoardColours::BLUE), true));
        assert_eq!((settings.encoding, settings.fold_limit, complaint), (Encoding::Utf8, Some(7), Vec::new()));
    }

    #[test]
    fn the_schema_has_every_member() {
        let schema = settings_schema().to_value();
        let described: Vec<_> =
            MEMBERS.iter().filter(|name| schema["properties"][name]["description"].is_string()).collect();
        assert_eq!(described.len(), schema["properties"].as_object().unwrap().len(), "{schema}");
        assert_eq!(schema["properties"]["inlayHints"]["default"]["glyph"], json!(true));
    }

    #[test]
    fn the_index_has_a_switch_and_a_limit() {
        let read = |options: Value| settings(json!({ "capabilities": {}, "initializationOptions": options })).0.config;
        assert_eq!(read(json!({})).workspace_index, WorkspaceIndexOptions { enabled: true, megabytes: 128 });
        let config = read(json!({ "workspaceIndex": { "megabytes": 3 }, "workspaceDiagnostics": true }));
        assert!(config.workspace_index.enabled && config.workspace_diagnostics);
        assert_eq!(config.workspace_index.most_bytes(), 3 << 20);
        assert!(!read(json!({ "workspaceIndex": { "enabled": false } })).workspace_index.enabled);
    }

    #[test]
    fn workspace_folders_come_and_go() {
        let folder = |path: &str| WorkspaceFolder { uri: Url::from_file_path(path).unwrap(), name: path.to_owned() };
        let settings = Settings { folders: vec!["/a".into(), "/b".into()], ..Settings::default() };
        let changed = settings.with_folders(&[folder("/b"), folder("/c")], &[folder("/a")]);
        assert_eq!(changed.folders, ["/b", "/c"].map(PathBuf::from));
    }

    #[test]
    fn a_client_that_prefers_plain_text_gets_it() {
        let formats = json!(["plaintext", "markdown"]);
        let (settings, _) = settings(json!({ "capabilities": { "textDocument": {
            "hover": { "contentFormat": formats },
            "completion": { "completionItem": { "documentationFormat": formats } },
        } } }));
        assert!(!settings.hover_markdown && !settings.completion_markdown);
    }

    #[test]
    fn complains_of_options_it_cannot_read() {
        for options in
            [json!({ "hoverImages": 1 }), json!({ "rules": { "ilegal-move": "off" } }), json!({ "level": "loud" })]
        {
            let (settings, complaint) = settings(json!({ "capabilities": {}, "initializationOptions": options }));
            assert_eq!(settings.config, Config::default());
            assert!(complaint[0].starts_with("Scoresheet does not use these settings of the editor: "));
        }
    }

    #[test]
    fn names_members_that_it_does_not_know_and_uses_the_others() {
        let options = json!({ "levle": "info", "level": "hint", "exclude": ["a"] });
        let (settings, complaints) = settings(json!({ "capabilities": {}, "initializationOptions": options }));
        assert_eq!(settings.config.file.level, Some(LevelName::Hint));
        let all = "the settings are level, rules, overrides, format, hoverImages, boardColours, inlayHints, codeLens, \
            workspaceIndex, workspaceDiagnostics, moveCache";
        assert_eq!(
            complaints,
            [
                format!("Scoresheet has no setting 'exclude'; {all}"),
                "Scoresheet has no setting 'levle'; did you mean 'level'?".to_owned()
            ]
        );
    }

    #[test]
    fn changed_settings_lie_over_the_first_ones() {
        let first = json!({ "level": "hint", "hoverImages": true });
        let (settings, _) = settings(json!({ "capabilities": {}, "initializationOptions": first }));
        let (changed, _) = settings.with(json!({ "level": "error", "hoverImages": null }));
        assert_eq!((changed.config.file.level, changed.config.hover_images), (Some(LevelName::Error), true));
        assert_eq!(changed.with(Value::Null), (settings, Vec::new()));
        let (same, complaints) = changed.with(json!({ "level": "waning" }));
        assert_eq!(same, changed);
        assert!(complaints[0].ends_with("did you mean 'warning'?"), "{complaints:?}");
    }
}
