//! `textDocument/formatting` and `textDocument/rangeFormatting`. The editor's tab size and the like do not apply: the
//! layout is export format's, or the one that is configured.

use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_lint::finding::Edit;
use tower_lsp::lsp_types;

use crate::embedded::{Block, format_options, laid_out, language_of, rewrite};
use crate::lsp::documents::games::MOST_COMPARED;
use crate::lsp::documents::open_blocks::ReadBlocks;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::{Formatted, LanguageUnit, Layout};
use crate::lsp::documents::unit_values::UnitValues;
use crate::lsp::transport::raw_answer::RawAnswer;
use crate::text_edits::text_edits;

/// What formatting does to a file of so many bytes is computed before the first request, by the background thread: a tenth of a second,
/// half a second where there are records.
const MOST_PREPARED: usize = 16 << 20;

/// About how long an edit is in JSON without its text.
const USUAL_BYTES: usize = 110;

/// So many bytes of edits are kept for a document. What does not fit is computed again for every answer.
const MOST_KEPT: usize = 16 << 20;

/// The edits that format the whole document.
pub(crate) fn document(snapshot: &Snapshot) -> Option<RawAnswer> {
    if let Some(read) = snapshot.read_blocks() {
        return answer(snapshot, &of_blocks(snapshot, read, |_| true));
    }
    let edits =
        snapshot.in_units(Formatting(snapshot)).unwrap_or_else(|| snapshot.format(layout(snapshot).options, None));
    answer(snapshot, &edits)
}

/// The edits that format the games or records that `range` touches.
pub(crate) fn range(snapshot: &Snapshot, range: lsp_types::Range) -> Option<RawAnswer> {
    let range = snapshot.offsets(range);
    if let Some(read) = snapshot.read_blocks() {
        let is_touched = |block: &Block| block.extent().start <= range.end && range.start <= block.extent().end;
        return answer(snapshot, &of_blocks(snapshot, read, is_touched));
    }
    answer(snapshot, &snapshot.format(layout(snapshot).options, Some(range)))
}

/// The edits of a document that format those of its blocks that are `wanted`.
fn of_blocks(snapshot: &Snapshot, read: &ReadBlocks, wanted: impl Fn(&Block) -> bool) -> Vec<Edit> {
    let options = layout(snapshot).options;
    let text = |block: &Block| match wanted(block) {
        true => laid_out(block, language_of(block).format(block.text(), format_options(block, options)).text),
        false => block.text().to_owned(),
    };
    let blocks: Vec<Block> = read.blocks.iter().map(|open| open.block.clone()).collect();
    let texts: Vec<String> = blocks.iter().map(text).collect();
    rewrite(read.kind, &read.text, &blocks, &texts)
}

/// Computes what the next answers are made of, where that is little work.
pub(crate) fn prepare(snapshot: &Snapshot) {
    if snapshot.text().len_bytes() <= MOST_PREPARED {
        snapshot.in_units(Formatting(snapshot));
    }
}

struct Formatting<'a>(&'a Snapshot);

impl UnitWork for Formatting<'_> {
    /// The edits that format all units, in ascending order. Nothing where what becomes of one depends on the one before it, as where
    /// both are on one line.
    type Answer = Option<Vec<Edit>>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Option<Vec<Edit>> {
        let Formatting(snapshot) = self;
        let file = version.file();
        let layout = layout(snapshot);
        let has_line_end = |text: &&str| text.contains(['\n', '\r']);
        let first = file.units().map(|(_, unit)| unit.text()).find(has_line_end);
        // Where the line ending is to be kept, it is that of the first line.
        let layout = Layout { options: layout.options.for_text(first.unwrap_or("")), ..layout };
        let is_valid = |_, formatted: &Formatted| formatted.layout == layout;
        let bytes = |formatted: &Formatted| formatted.edits.iter().map(|edit| edit.text.len()).sum();
        let format = |place: UnitPlace<'_, U>| U::format(file, place, layout);
        let units = version.kept::<UnitValues<U, Formatted>>();
        let units = units.update(file, is_valid, format, MOST_KEPT, bytes);
        if units.values().take(file.len().saturating_sub(1)).any(|unit| !unit.ends_line) {
            return None;
        }
        let changed =
            || units.iter().filter_map(|(place, unit)| Some((place, unit.filter(|it| !it.edits.is_empty())?)));
        let is_small = changed().map(|(place, _)| place.unit.text().len()).sum::<usize>() <= MOST_COMPARED;
        let in_file = |(place, unit): (UnitPlace<'_, U>, &Formatted)| {
            let edits = match unit.is_coarse && is_small {
                true => compared(place.unit.text(), &unit.edits),
                false => unit.edits.clone(),
            };
            edits.into_iter().map(move |edit| edit.shifted(place.start))
        };
        Some(changed().flat_map(in_file).collect())
    }
}

/// Edits with the same outcome that leave as much of the text as can be, so that the cursor stays where it is.
fn compared(old: &str, edits: &[Edit]) -> Vec<Edit> {
    let mut new = old.to_owned();
    edits.iter().rev().for_each(|edit| new.replace_range(edit.range.clone(), &edit.text));
    text_edits(old, &new)
}

fn layout(snapshot: &Snapshot) -> Layout {
    Layout { options: snapshot.configured.settings.format_options(), kind: snapshot.record_kind() }
}

fn answer(snapshot: &Snapshot, edits: &[Edit]) -> Option<RawAnswer> {
    let bytes = edits.iter().map(|edit| edit.text.len() + USUAL_BYTES).sum();
    RawAnswer::of(&snapshot.text_edits(edits), bytes)
}
