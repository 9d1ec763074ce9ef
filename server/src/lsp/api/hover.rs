//! `textDocument/hover`.

use tower_lsp::lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use scoresheet_ide::hover::Style as HoverStyle;

/// What there is to know about the thing at `position`.
pub(crate) fn hover(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let settings = &snapshot.settings;
    let (kind, style) = match settings.hover_markdown {
        true => (MarkupKind::Markdown, HoverStyle::Markdown { images: settings.config.hover_colours() }),
        false => (MarkupKind::PlainText, HoverStyle::Plain),
    };
    let offset = snapshot.offset(position);
    let hover = snapshot.hover(offset, style)?;
    let contents = HoverContents::Markup(MarkupContent { kind, value: hover.content });
    Some(Hover { contents, range: Some(snapshot.range(&hover.range)) })
}
