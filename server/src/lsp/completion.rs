//! `textDocument/completion`.

use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, Documentation, InsertTextFormat, MarkupContent, MarkupKind,
    Position, TextEdit,
};

use super::engine::{Completion, CompletionKind};
use super::position::Places;
use super::snapshot::Snapshot;

/// What could be written at `position`.
pub fn completion(snapshot: &Snapshot, position: Position) -> Option<CompletionResponse> {
    let offset = snapshot.offset(position);
    let completions = snapshot.completion(offset).into_iter();
    Some(CompletionResponse::Array(completions.map(|completion| item(snapshot, completion)).collect()))
}

fn item(snapshot: &Snapshot, completion: Completion) -> CompletionItem {
    let format = match snapshot.settings.completion_markdown {
        true => MarkupKind::Markdown,
        false => MarkupKind::PlainText,
    };
    let (text, is_snippet) = match completion.caret.filter(|_| snapshot.settings.snippets) {
        Some(caret) => (snippet(&completion.text, caret), true),
        None => (completion.text, false),
    };
    let documentation = |value| Documentation::MarkupContent(MarkupContent { kind: format, value });
    CompletionItem {
        label: completion.label,
        kind: Some(kind(completion.kind, snapshot.settings.constant_items)),
        detail: completion.detail,
        documentation: completion.documentation.map(documentation),
        sort_text: completion.sort_text,
        filter_text: completion.filter_text,
        text_edit: Some(TextEdit::new(snapshot.range(&completion.range), text).into()),
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        ..CompletionItem::default()
    }
}

/// `text` with the cursor at byte `caret`, in the protocol's snippet syntax.
fn snippet(text: &str, caret: usize) -> String {
    let escape = |part: &str| part.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}");
    let (before, after) = text.split_at_checked(caret).unwrap_or((text, ""));
    format!("{}$0{}", escape(before), escape(after))
}

/// The protocol has no chess pictures; these are the nearest.
fn kind(kind: CompletionKind, has_constants: bool) -> CompletionItemKind {
    match kind {
        CompletionKind::Move => CompletionItemKind::METHOD,
        CompletionKind::Nag if has_constants => CompletionItemKind::CONSTANT,
        CompletionKind::Nag => CompletionItemKind::VALUE,
        CompletionKind::TagName => CompletionItemKind::PROPERTY,
        CompletionKind::TagValue => CompletionItemKind::VALUE,
        CompletionKind::Command => CompletionItemKind::KEYWORD,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
    }
}
