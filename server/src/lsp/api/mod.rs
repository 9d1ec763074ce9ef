//! The handlers: each converts, queries the snapshot, and converts back.

pub(super) mod annotate;
pub(super) mod board;
pub(super) mod call_hierarchy;
pub(super) mod capabilities;
pub(super) mod code_action;
pub(super) mod code_lens;
pub(super) mod completion;
pub(super) mod definition;
pub(super) mod did_change_configuration;
pub(super) mod document_color;
pub(super) mod document_highlight;
pub(super) mod document_link;
pub(super) mod document_symbol;
pub(super) mod execute_command;
mod explorer;
pub(super) mod folding_range;
pub(super) mod formatting;
mod found_game;
pub(super) mod game;
mod game_symbols;
mod games_wanted;
pub(super) mod hover;
pub(super) mod inlay_hint;
mod line;
pub(super) mod linked_editing_range;
mod move_game;
pub(super) mod on_type_formatting;
pub(super) mod picture;
pub(super) mod play;
mod query;
pub(super) mod references;
pub(super) mod rename;
mod repertoires;
mod search;
pub(super) mod selection_range;
pub(super) mod semantic_tokens;
pub(super) mod signature_help;
mod warm_up;
pub(super) mod workspace_diagnostic;
pub(super) mod workspace_edit;
pub(super) mod workspace_symbol;

use std::sync::Arc;

use scoresheet_collection::query::Query;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CodeAction, CodeActionParams, CodeActionResponse,
    CodeLens, CodeLensParams, ColorInformation, ColorPresentation, ColorPresentationParams, CompletionItem,
    CompletionParams, CompletionResponse, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentColorParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, DocumentSymbolParams,
    DocumentSymbolResponse, ExecuteCommandParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint,
    InlayHintParams, LinkedEditingRangeParams, LinkedEditingRanges, Location, MessageType, PartialResultParams,
    PrepareRenameResponse, ReferenceParams, RenameParams, SelectionRange, SelectionRangeParams,
    SemanticTokensDeltaParams, SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, ServerInfo, SignatureHelp, SignatureHelpParams, SymbolInformation,
    TextDocumentPositionParams, TextEdit, WorkDoneProgressCancelParams, WorkDoneProgressParams,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams,
};
use tower_lsp::{Client, LanguageServer, async_trait};

use crate::lsp::diagnostics::publish;
use crate::lsp::diagnostics::pull;

use crate::lsp::documents::observer::Observer;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::collection::{
    Explorer, ExplorerParams, FoundGameParams, FoundGamePlace, QueryHelp, QueryParams, Scope, SearchAnswer,
    SearchParams,
};
use crate::lsp::proto::editing::{AnnotateParams, Line, LineParams, MoveGameParams, MovedGame};
use crate::lsp::proto::extensions::{
    Board, BoardParams, Game, GameParams, Picture, PictureParams, PlayParams, PlayedMove,
};
use crate::lsp::session::state::{State, refused};
use crate::lsp::session::{client_process, idle_trees, indexing};
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::settings::configurations::is_configuration;
use crate::lsp::tasks::reporter::Wanted;
use crate::lsp::transport::outbox::WeakOutbox;
use crate::lsp::transport::raw_answer;
use capabilities::capabilities;
use code_action::resolve;
use games_wanted::GamesWanted;

/// One session's handlers.
pub(super) struct Backend(Arc<State>);

impl Backend {
    pub(super) fn new(client: Client, outbox: WeakOutbox, observer: Arc<dyn Observer>) -> Backend {
        Backend(Arc::new(State::new(client, outbox, observer)))
    }

    /// `scoresheet/board`.
    pub(super) async fn board(&self, params: BoardParams) -> Result<Option<Board>> {
        board::handle(&self.0, params).await
    }

    /// `window/workDoneProgress/cancel`.
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.0.cancellable.cancel(&params.token);
    }

    /// The edits that rename what is at a place of the first document in all of the workspace.
    async fn renamed(
        &self,
        snapshots: Vec<Snapshot>,
        place: impl FnOnce(&Snapshot) -> usize + Send + 'static,
        new: String,
        work_done: WorkDoneProgressParams,
    ) -> Result<Option<WorkspaceEdit>> {
        let wanted = Wanted::default();
        let reporter = self.0.report("Renaming", &wanted, work_done, PartialResultParams::default());
        let renamed = move |index: &_, all: &[Snapshot]| {
            let renamed = rename::renamed(index, all, place(all.first()?), &new, &reporter);
            // Half of the edits are worse than none.
            Some(if reporter.is_cancelled() { Err(Error::request_cancelled()) } else { Ok(renamed) })
        };
        let answer = self.0.answer_of_names(snapshots, renamed).await?.transpose()?.flatten();
        let Some((edit, warning)) = answer.transpose().map_err(refused)? else { return Ok(None) };
        if let Some(warning) = warning {
            self.0.show(warning);
        }
        Ok(Some(edit))
    }

    /// The symbols of names, and those of the games that a query finds.
    async fn symbols_with_games(
        &self,
        settings: Arc<Settings>,
        text: String,
        query: Query,
        wanted: &Wanted,
        work_done: WorkDoneProgressParams,
    ) -> Result<Option<Vec<SymbolInformation>>> {
        // Both together are one answer.
        let silent = self.0.report("", wanted, Default::default(), Default::default());
        let columns = settings.encoding;
        let names = move |index: &_, all: &[_]| workspace_symbol::symbols(index, all, &settings, &text, &silent);
        let names = self.0.answer_of_names(self.0.snapshots(), names).await?.unwrap_or_default();
        let most = workspace_symbol::MOST_SYMBOLS.saturating_sub(names.len());
        let reporter = self.0.report("Finding games", wanted, work_done, PartialResultParams::default());
        let games = GamesWanted::of_query(&self.0, query);
        let open = games.open.clone();
        let find = move |found: &_| game_symbols::symbols(found, &games, most, columns);
        let games = self.0.answer_of_games(open, Scope::Workspace, reporter, find).await?;
        Ok(Some(names.into_iter().chain(games.unwrap_or_default()).collect()))
    }

    /// `scoresheet/game`.
    pub(super) async fn game(&self, params: GameParams) -> Result<Option<Game>> {
        game::handle(&self.0, params).await
    }

    /// `scoresheet/play`.
    pub(super) async fn play(&self, params: PlayParams) -> Result<Option<PlayedMove>> {
        play::handle(&self.0, params).await
    }

    /// `scoresheet/annotate`.
    pub(super) async fn annotate(&self, params: AnnotateParams) -> Result<Option<PlayedMove>> {
        annotate::handle(&self.0, params).await
    }

    /// `scoresheet/line`.
    pub(super) async fn line(&self, params: LineParams) -> Result<Option<Line>> {
        line::handle(&self.0, params).await
    }

    /// `scoresheet/moveGame`.
    pub(super) async fn move_game(&self, params: MoveGameParams) -> Result<Option<MovedGame>> {
        move_game::handle(&self.0, params).await
    }

    /// `scoresheet/explorer`.
    pub(super) async fn explorer(&self, params: ExplorerParams) -> Result<Option<Explorer>> {
        explorer::handle(&self.0, params).await
    }

    /// `scoresheet/search`.
    pub(super) async fn search(&self, params: SearchParams) -> Result<Option<SearchAnswer>> {
        search::handle(&self.0, params).await
    }

    /// `scoresheet/query`.
    pub(super) async fn query(&self, params: QueryParams) -> Result<Option<QueryHelp>> {
        query::handle(&self.0, params).await
    }

    /// `scoresheet/foundGame`.
    pub(super) async fn found_game(&self, params: FoundGameParams) -> Result<Option<FoundGamePlace>> {
        found_game::handle(&self.0, params).await
    }

    /// `scoresheet/picture`.
    pub(super) async fn picture(&self, params: PictureParams) -> Result<Picture> {
        picture::handle(&params, self.0.settings().config.board_colours)
    }
}

#[async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        client_process::watch(params.process_id, self.0.outbox.clone());
        let (settings, complaints) = Settings::new(params);
        let capabilities = capabilities(&settings);
        self.0.set_settings(settings);
        complaints.into_iter().for_each(|complaint| self.0.warn_once(complaint));
        let server_info = ServerInfo { name: "scoresheet".into(), version: Some(env!("CARGO_PKG_VERSION").into()) };
        Ok(InitializeResult { capabilities, server_info: Some(server_info) })
    }

    async fn initialized(&self, _: InitializedParams) {
        did_change_configuration::begin(&self.0);
        idle_trees::begin(&self.0);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        did_change_configuration::settings_changed(&self.0, params.settings);
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        execute_command::execute(&self.0, params).await
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        if params.changes.iter().any(|change| is_configuration(&change.uri)) {
            did_change_configuration::look_at_files(&self.0);
        }
        warm_up::files_changed(&self.0);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let DidChangeWorkspaceFoldersParams { event } = params;
        if self.0.set_settings(self.0.settings().with_folders(&event.added, &event.removed)) {
            did_change_configuration::look_at_files(&self.0);
            indexing::rescan(&self.0);
        }
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        self.0.documents.open(params.text_document);
        warm_up::publish_and_prepare(&self.0, &uri);
        did_change_configuration::look_at_disk(&self.0);
        warm_up::documents_changed(&self.0);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let encoding = self.0.settings().encoding;
        let complaints = self.0.documents.change(&document.uri, document.version, params.content_changes, encoding);
        for complaint in complaints {
            self.0.log(MessageType::WARNING, complaint);
        }
        did_change_configuration::look_at_unwatched_files(&self.0);
        publish::schedule_after_edit(&self.0, &document.uri);
        warm_up::documents_changed(&self.0);
    }

    /// The text was known before it was saved, and saving does not change it; but a configuration may be saved with it.
    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        did_change_configuration::look_at_disk(&self.0);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.0.documents.close(&params.text_document.uri);
        publish::clear(&self.0, params.text_document.uri);
        warm_up::documents_changed(&self.0);
        indexing::rescan(&self.0);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.0.answer_at(params.text_document_position_params, hover::hover).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let index = self.0.index.clone();
        let completion = move |snapshot: &_, position| completion::completion(&index, snapshot, position);
        self.0.answer_at(params.text_document_position, completion).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(completion::resolved(&self.0.settings(), item))
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.0.answer(&params.text_document.uri, document_symbol::symbols).await.map(raw_answer::answer)
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.0.answer(&params.text_document.uri, folding_range::folds).await.map(raw_answer::answer)
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        self.0.answer_of_any(&params.text_document.uri, semantic_tokens::full).await.map(raw_answer::answer)
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let previous = params.previous_result_id;
        let delta = move |snapshot: &_| semantic_tokens::delta(snapshot, &previous);
        self.0.answer_of_any(&params.text_document.uri, delta).await.map(raw_answer::answer)
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let range = params.range;
        let tokens = move |snapshot: &_| semantic_tokens::range(snapshot, range);
        self.0.answer_of_any(&params.text_document.uri, tokens).await.map(raw_answer::answer)
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        self.0.answer_at(params.text_document_position_params, document_highlight::highlights).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let positions = params.positions;
        let selections = move |snapshot: &_| selection_range::selections(snapshot, &positions);
        self.0.answer(&params.text_document.uri, selections).await
    }

    async fn linked_editing_range(&self, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
        self.0.answer_at(params.text_document_position_params, linked_editing_range::linked).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.0.answer(&params.text_document.uri, code_lens::lenses).await.map(raw_answer::answer)
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        code_lens::resolve(&self.0, lens).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.0.answer(&params.text_document.uri, document_link::links).await.map(raw_answer::answer)
    }

    async fn document_color(&self, params: DocumentColorParams) -> Result<Vec<ColorInformation>> {
        let answer = self.0.answer(&params.text_document.uri, document_color::colours).await;
        Ok(answer.map(raw_answer::answer)?.unwrap_or_default())
    }

    async fn color_presentation(&self, params: ColorPresentationParams) -> Result<Vec<ColorPresentation>> {
        Ok(document_color::presentations(params.range, params.color))
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        self.0.answer_at(params.text_document_position_params, signature_help::help).await
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let typed = params.ch;
        let edits = move |snapshot: &_, position| on_type_formatting::edits(snapshot, position, &typed);
        self.0.answer_at(params.text_document_position, edits).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.0.answer(&params.text_document.uri, move |snapshot| inlay_hint::hints(snapshot, params.range)).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.0.answer_of_any(&params.text_document.uri, formatting::document).await.map(raw_answer::answer)
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let range = params.range;
        let edits = move |snapshot: &_| formatting::range(snapshot, range);
        self.0.answer_of_any(&params.text_document.uri, edits).await.map(raw_answer::answer)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let (range, context) = (params.range, params.context);
        self.0.documents.look_at(&params.text_document.uri, range.start.line);
        let index = self.0.index.clone();
        let actions = move |snapshot: &_| code_action::actions(&index, snapshot, range, &context);
        self.0.answer_of_any(&params.text_document.uri, actions).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.0.answer_at(params.text_document_position_params, definition::definition).await
    }

    async fn goto_type_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.0.answer_at(params.text_document_position_params, definition::type_definition).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let Some(snapshots) = self.0.snapshots_from(&at.text_document.uri) else { return Ok(None) };
        let wanted = Wanted::default();
        let (work_done, parts) = (params.work_done_progress_params, params.partial_result_params);
        let reporter = self.0.report("Finding the same position", &wanted, work_done, parts);
        let references =
            move |index: &_, all: &[_], reporter: &_| references::references(index, all, at.position, reporter);
        self.0.answer_of_positions(snapshots, reporter, references).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let position = params.position;
        self.0.answer(&params.text_document.uri, move |snapshot| rename::prepare(snapshot, position)).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let RenameParams { text_document_position: at, new_name: new, work_done_progress_params: work_done } = params;
        let Some(snapshots) = self.0.snapshots_from(&at.text_document.uri) else { return Ok(None) };
        let place = move |snapshot: &Snapshot| snapshot.offset(at.position);
        self.renamed(snapshots, place, new, work_done).await
    }

    async fn code_action_resolve(&self, mut action: CodeAction) -> Result<CodeAction> {
        let Some(unresolved) = resolve::of_action(&action) else { return Ok(action) };
        let uri = unresolved.uri.clone();
        if let Some((offset, new)) = unresolved.renaming() {
            let snapshots = self.0.snapshots_from(&uri).filter(|all| unresolved.is_about(all));
            let snapshots = snapshots.ok_or_else(Error::content_modified)?;
            let edit = self.renamed(snapshots, move |_| offset, new, WorkDoneProgressParams::default()).await?;
            return Ok(CodeAction { edit, ..action });
        }
        let edit = self.0.answer(&uri, move |snapshot| resolve::resolve(snapshot, &unresolved)).await?;
        action.edit = Some(edit.ok_or_else(Error::content_modified)?.map_err(refused)?);
        Ok(action)
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        self.0.prepare_positions();
        let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
        self.0.answer(&text_document.uri, move |snapshot| call_hierarchy::prepare(snapshot, position)).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let wanted = Wanted::default();
        let (work_done, parts) = (params.work_done_progress_params, params.partial_result_params);
        let reporter = self.0.report("Finding the ways to the position", &wanted, work_done, parts);
        let calls = move |index: &_, all: &[_], reporter: &_| {
            call_hierarchy::incoming_calls(index, all, &params.item, reporter)
        };
        self.0.answer_of_positions(self.0.snapshots(), reporter, calls).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let wanted = Wanted::default();
        let (work_done, parts) = (params.work_done_progress_params, params.partial_result_params);
        let reporter = self.0.report("Finding the moves from the position", &wanted, work_done, parts);
        let calls = move |index: &_, all: &[_], reporter: &_| {
            call_hierarchy::outgoing_calls(index, all, &params.item, reporter)
        };
        self.0.answer_of_positions(self.0.snapshots(), reporter, calls).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let report = move |snapshot: &_| Some(pull::report(snapshot, params.previous_result_id.as_deref()));
        Ok(self.0.answer_of_any(&params.text_document.uri, report).await?.unwrap_or_else(pull::nothing))
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        let settings = self.0.settings();
        let WorkspaceSymbolParams { query, work_done_progress_params: work_done, partial_result_params: parts } =
            params;
        let wanted = Wanted::default();
        if let Some(of_games) = game_symbols::query_of(&query) {
            return self.symbols_with_games(settings, query, of_games, &wanted, work_done).await;
        }
        let reporter = self.0.report("Finding names", &wanted, work_done, parts);
        let symbols = move |index: &_, all: &[_]| {
            let symbols = workspace_symbol::symbols(index, all, &settings, &query, &reporter);
            Some(if reporter.is_cancelled() { Err(Error::request_cancelled()) } else { Ok(symbols) })
        };
        self.0.answer_of_names(self.0.snapshots(), symbols).await?.transpose().map(Option::flatten)
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        workspace_diagnostic::report(&self.0, params).await
    }
}
