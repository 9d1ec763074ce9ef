//! `textDocument/completion`, with what is known of the workspace at the moment, and `completionItem/resolve`.

use scoresheet_ide::completion::{MOST_NAMES, PlayedIn, documentation};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList, CompletionResponse, Documentation,
    InsertTextFormat, InsertTextMode, MarkupContent, MarkupKind, Position, TextEdit,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::workspace::WorkspaceIndex;
use scoresheet_ide::completion::Item as Completion;
use scoresheet_ide::completion::Kind as CompletionKind;
use scoresheet_ide::hover::Style as HoverStyle;

/// What could be written at `position`. Of very many names the list holds some, and is incomplete.
pub(crate) fn completion(
    index: &WorkspaceIndex,
    snapshot: &Snapshot,
    position: Position,
) -> Option<CompletionResponse> {
    let offset = snapshot.offset(position);
    let completions = snapshot.completion(offset, |ask| index.with_known(ask));
    let is_name = |completion: &&Completion| completion.kind == CompletionKind::TagValue;
    let is_incomplete = completions.iter().filter(is_name).count() >= MOST_NAMES;
    let items = completions.into_iter().map(|completion| item(snapshot, completion)).collect();
    Some(match is_incomplete {
        true => CompletionResponse::List(CompletionList { is_incomplete, items }),
        false => CompletionResponse::Array(items),
    })
}

/// What a client sends back of a move to have it resolved.
#[derive(Serialize, Deserialize)]
struct Data {
    fen: String,
    variant: String,
    san: String,
}

/// `completionItem/resolve`: the board after a move. It needs no document, so it is never out of date.
pub(crate) fn resolved(settings: &Settings, item: CompletionItem) -> CompletionItem {
    let data = item.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let Some(Data { fen, variant, san }) = data.filter(|_| item.documentation.is_none()) else { return item };
    let (kind, style) = match settings.completion_markdown {
        true => (MarkupKind::Markdown, HoverStyle::Markdown { images: settings.config.hover_colours() }),
        false => (MarkupKind::PlainText, HoverStyle::Plain),
    };
    let board = documentation(&PlayedIn { fen, variant }, &san, style);
    let documentation = board.map(|value| Documentation::MarkupContent(MarkupContent { kind, value }));
    CompletionItem { documentation, ..item }
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
    let in_document = snapshot.lines_in_document(completion.range.start, &text).filter(|_| text.contains('\n'));
    let insert_text_mode = in_document.as_ref().map(|_| InsertTextMode::AS_IS);
    let text = in_document.unwrap_or(text);
    let note = completion.note.filter(|_| snapshot.settings.label_details);
    let documentation = |value| Documentation::MarkupContent(MarkupContent { kind: format, value });
    let data = completion.played_in.map(|played_in| Data {
        fen: played_in.fen.clone(),
        variant: played_in.variant.clone(),
        san: completion.label.clone(),
    });
    CompletionItem {
        label: completion.label,
        label_details: note.map(|note| CompletionItemLabelDetails { detail: None, description: Some(note) }),
        kind: Some(kind(completion.kind, snapshot.settings.constant_items)),
        detail: completion.detail,
        documentation: completion.documentation.map(documentation),
        sort_text: completion.sort_text,
        filter_text: completion.filter_text,
        text_edit: Some(TextEdit::new(snapshot.range(&completion.range), text).into()),
        insert_text_mode,
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        data: data.and_then(|data| serde_json::to_value(data).ok()),
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
