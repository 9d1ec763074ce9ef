//! The capabilities of the server.

use tower_lsp::lsp_types::{
    CallHierarchyOptions, CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions, ExecuteCommandOptions,
    LinkedEditingRangeServerCapabilities, OneOf, ReferencesOptions, RenameOptions, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities, WorkspaceSymbolOptions,
};

use super::{code_action, execute_command, on_type_formatting, semantic_tokens, signature_help};
use crate::lsp::settings::client_settings::Settings;

/// Typed before something that can be completed: a move after a space, a move number's period or a parenthesis, a NAG
/// after `$`, a suffix after `!` or `?`, a tag name or command after `[`, a tag value after `"`, a command after `%`. A space
/// serves EPD's opcodes, too.
const TRIGGERS: [&str; 9] = [" ", ".", "(", "$", "!", "?", "[", "\"", "%"];

/// For a request that may have to look through the workspace.
const WITH_PROGRESS: WorkDoneProgressOptions = WorkDoneProgressOptions { work_done_progress: Some(true) };

/// The answer to `initialize`.
pub(crate) fn capabilities(settings: &Settings) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(settings.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            // A client that does not watch files at least reports when one is saved: it may be a configuration.
            save: (!settings.can_watch_files).then_some(true.into()),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(semantic_tokens::options(settings.knows_token_types).into()),
        document_highlight_provider: Some(OneOf::Left(true)),
        selection_range_provider: Some(true.into()),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true) }),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        color_provider: Some(true.into()),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(signature_help::TRIGGERS.map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        document_on_type_formatting_provider: Some(on_type_formatting::options()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        type_definition_provider: Some(true.into()),
        references_provider: Some(OneOf::Right(ReferencesOptions { work_done_progress_options: WITH_PROGRESS })),
        workspace_symbol_provider: Some(OneOf::Right(WorkspaceSymbolOptions {
            work_done_progress_options: WITH_PROGRESS,
            resolve_provider: None,
        })),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Options(CallHierarchyOptions {
            work_done_progress_options: WITH_PROGRESS,
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: execute_command::COMMANDS.map(str::to_owned).to_vec(),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        diagnostic_provider: settings.offers_pulling.then(|| {
            let workspace_diagnostics = true;
            let work_done_progress_options = WITH_PROGRESS;
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                workspace_diagnostics,
                work_done_progress_options,
                ..Default::default()
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        rename_provider: Some(match settings.prepares_rename {
            true => {
                OneOf::Right(RenameOptions { prepare_provider: Some(true), work_done_progress_options: WITH_PROGRESS })
            }
            // Options are for clients that know what they say.
            false => OneOf::Left(true),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        // A client that knows commands only has no use for edits.
        code_action_provider: settings.action_literals.then(|| {
            CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::SOURCE_FIX_ALL,
                    code_action::FIX_ALL,
                    code_action::refactor::ORGANIZE_TAGS,
                    CodeActionKind::REFACTOR,
                    code_action::rewrite_name::KIND,
                    code_action::extract_position::KIND,
                ]),
                resolve_provider: Some(true),
                ..CodeActionOptions::default()
            }
            .into()
        }),
        ..ServerCapabilities::default()
    }
}
