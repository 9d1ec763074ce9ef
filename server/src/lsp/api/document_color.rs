//! `textDocument/documentColor` and `textDocument/colorPresentation`: the letters of `[%csl]` and `[%cal]`, of which there are four.

use scoresheet_chess::diagram::Brush;
use scoresheet_ide::colours::nearest;
use tower_lsp::lsp_types::{Color, ColorInformation, ColorPresentation, Range, TextEdit};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::transport::raw_answer::RawAnswer;

/// About how long a colour is in JSON.
const USUAL_BYTES: usize = 180;

/// The colour of each letter.
pub(crate) fn colours(snapshot: &Snapshot) -> Option<RawAnswer> {
    let colours = snapshot.colours();
    if colours.is_empty() {
        return None;
    }
    let information = colours
        .iter()
        .map(|at| ColorInformation { range: snapshot.range(&(at.offset..at.offset + 1)), color: color(at.brush) });
    RawAnswer::of(&information.collect::<Vec<_>>(), colours.len() * USUAL_BYTES)
}

/// The letter at `range` for the colour nearest to the one that was picked.
pub(crate) fn presentations(range: Range, picked: Color) -> Vec<ColorPresentation> {
    let brush = nearest(picked.red.into(), picked.green.into(), picked.blue.into());
    vec![ColorPresentation {
        label: brush.name().to_owned(),
        text_edit: Some(TextEdit::new(range, brush.letter().to_string())),
        additional_text_edits: None,
    }]
}

fn color(brush: Brush) -> Color {
    let [red, green, blue] = brush.rgb().map(|part| f32::from(part) / 255.0);
    Color { red, green, blue, alpha: 1.0 }
}
