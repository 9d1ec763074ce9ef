//! `textDocument/completion`.

use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, Documentation, MarkupContent, MarkupKind, Position,
    TextEdit,
};

use super::engine::{Completion, CompletionKind};
use super::snapshot::Snapshot;

/// What could be written at `position`.
pub fn completion(snapshot: &Snapshot, position: Position) -> Option<CompletionResponse> {
    let completions = snapshot.engine.completion(snapshot.text(), snapshot.offset(position));
    Some(CompletionResponse::Array(completions.into_iter().map(|completion| item(snapshot, completion)).collect()))
}

fn item(snapshot: &Snapshot, completion: Completion) -> CompletionItem {
    let format = match snapshot.settings.completion_markdown {
        true => MarkupKind::Markdown,
        false => MarkupKind::PlainText,
    };
    let documentation = |value| Documentation::MarkupContent(MarkupContent { kind: format, value });
    CompletionItem {
        label: completion.label,
        kind: Some(kind(completion.kind)),
        detail: completion.detail,
        documentation: completion.documentation.map(documentation),
        sort_text: completion.sort_text,
        filter_text: completion.filter_text,
        text_edit: Some(TextEdit::new(snapshot.range(&completion.range), completion.text).into()),
        ..CompletionItem::default()
    }
}

/// The protocol has no chess pictures; these are the nearest.
fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Move => CompletionItemKind::METHOD,
        CompletionKind::Nag => CompletionItemKind::CONSTANT,
        CompletionKind::TagName => CompletionItemKind::PROPERTY,
        CompletionKind::TagValue => CompletionItemKind::VALUE,
        CompletionKind::Command => CompletionItemKind::KEYWORD,
    }
}
