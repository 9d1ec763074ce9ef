//! `textDocument/inlayHint`: the hints that the settings want; in a file of records the evaluations (the opcode `ce`) in words.

use scoresheet_ide::inlay_hints::{self, InlayHintKind};
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, Range, TextEdit};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// The hints in `range`; among records those on the lines that it touches.
pub(crate) fn hints(snapshot: &Snapshot, range: Range) -> Option<Vec<InlayHint>> {
    let options = snapshot.settings.config.inlay_hints;
    let range = snapshot.offsets(range);
    let hints = snapshot.hints(range, options)?;
    Some(hints.into_iter().map(|hint| to_proto(snapshot, hint)).collect())
}

fn to_proto(snapshot: &Snapshot, hint: inlay_hints::InlayHint) -> InlayHint {
    let is_in_front = hint.kind == InlayHintKind::Number;
    let insert = |text| vec![TextEdit::new(snapshot.range(&(hint.offset..hint.offset)), text)];
    InlayHint {
        position: snapshot.position(hint.offset),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: hint.insert.map(insert),
        tooltip: (!hint.tooltip.is_empty()).then(|| hint.tooltip.into()),
        padding_left: (!is_in_front).then_some(true),
        padding_right: is_in_front.then_some(true),
        data: None,
    }
}
