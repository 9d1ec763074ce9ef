//! `textDocument/inlayHint`: the hints that the settings want; in a file of records the evaluations (the opcode `ce`) in words.

use scoresheet_analysis::inlay_hints::{self, InlayHintKind};
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, Range, TextEdit};

use crate::lsp::documents::content::Content;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;

/// The hints in `range`; among records those on the lines that it touches.
pub fn hints(snapshot: &Snapshot, range: Range) -> Option<Vec<InlayHint>> {
    let options = snapshot.settings.config.inlay_hints;
    let range = snapshot.offsets(range);
    match snapshot.content() {
        Content::Games(_) => {
            let hints = snapshot.hints(range, options).into_iter();
            Some(hints.map(|hint| of_game(snapshot, hint)).collect())
        }
        Content::Records(..) if options.evaluations => {
            let evaluations = snapshot.evaluations(range).into_iter();
            Some(evaluations.map(|(offset, words)| behind(snapshot, offset, words.trim_end_matches('.'))).collect())
        }
        Content::Records(..) => None,
    }
}

fn of_game(snapshot: &Snapshot, hint: inlay_hints::InlayHint) -> InlayHint {
    let is_before = hint.kind == InlayHintKind::Number;
    let shown = behind(snapshot, hint.offset, &hint.label);
    let insert = |text| vec![TextEdit::new(snapshot.range(&(hint.offset..hint.offset)), text)];
    InlayHint {
        padding_left: (!is_before).then_some(true),
        padding_right: is_before.then_some(true),
        tooltip: Some(hint.tooltip.into()),
        text_edits: hint.insert.map(insert),
        ..shown
    }
}

/// A hint with a blank before it.
fn behind(snapshot: &Snapshot, offset: usize, label: &str) -> InlayHint {
    InlayHint {
        position: snapshot.position(offset),
        label: InlayHintLabel::String(label.to_owned()),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
