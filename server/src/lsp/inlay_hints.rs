//! `textDocument/inlayHint`: evaluations (the opcode `ce`) in words, where the settings want them.

use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, Range};

use super::position::Places;
use super::snapshot::Snapshot;

/// The hints on the lines that `range` touches.
pub fn hints(snapshot: &Snapshot, range: Range) -> Option<Vec<InlayHint>> {
    if !snapshot.settings.config.evaluation_hints {
        return None;
    }
    let evaluations = snapshot.evaluations(snapshot.offsets(range)).into_iter();
    Some(evaluations.map(|(offset, words)| hint(snapshot, offset, &words)).collect())
}

fn hint(snapshot: &Snapshot, offset: usize, words: &str) -> InlayHint {
    InlayHint {
        position: snapshot.position(offset),
        label: InlayHintLabel::String(words.trim_end_matches('.').to_owned()),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
