//! Renaming in the closed files of the workspace: each file that may contain the name is read again, as the edits must match its text.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ropey::Rope;
use scoresheet_grammar::Database;
use scoresheet_ide::rename::{RenameTarget, rename_from};
use tower_lsp::lsp_types::{Position, TextEdit, Url};

use super::WorkspaceIndex;
use super::walk::{FoundFile, has_extension, is_in_place, walk, within};
use crate::lsp::proto::position::{self, Places};
use crate::lsp::proto::text_edit::text_edits;
use crate::lsp::proto::unit_position;
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::tasks::background::Pace;
use crate::lsp::tasks::reporter::Reporter;
use crate::text_file::{Block, Cut, Encoding, Origin, in_blocks};

/// The extensions of files of games. Records have no names.
const EXTENSIONS: [&str; 1] = ["pgn"];

/// The approximate size in bytes of a block; two blocks are in memory at a time.
const BLOCK_BYTES: usize = 4 << 20;

/// The edits in files, and the files that are left unchanged.
#[derive(Debug, Default)]
pub(crate) struct Renamed {
    /// The edits of each file, from the end to the start.
    pub edits: Vec<(Url, Vec<TextEdit>)>,
    /// Files that contain or may contain the name and are left unchanged.
    pub left: Vec<PathBuf>,
}

/// Returns the edits that rename `target` in the files of the workspace that are not `open`. Reads all files except those that certainly
/// do not contain the name, according to the index. Leaves files unchanged whose encoding an editor may not recognise: saving them could
/// damage other text.
///
/// # Errors
/// A sentence for the user: the new name is invalid, or a game already has a tag with that name.
pub(crate) fn renamed_files(
    index: &WorkspaceIndex,
    settings: &Settings,
    open: &HashSet<PathBuf>,
    (target, new): (&RenameTarget, &str),
    reporter: &Reporter,
) -> Result<Renamed, String> {
    let options = settings.config.workspace_index;
    let mut renamed = Renamed::default();
    if !options.enabled {
        return Ok(renamed);
    }
    let (files, left_out) = within(
        walk(&settings.folders, has_extension(&EXTENSIONS), &Pace::new(|| true, || false)).files,
        options.most_bytes(),
    );
    renamed.left = left_out.into_iter().map(|file| file.path).collect();
    let bytes: u64 = files.iter().map(|file| file.length).sum();
    let mut done = 0;
    for FoundFile { path, stamp, length } in files {
        reporter.reach((100 * done / bytes.max(1)) as u32);
        done += length;
        if !reporter.is_wanted() {
            break;
        }
        if open.contains(&path) || index.lacks(&path, stamp, target) || !is_in_place(&path) {
            continue;
        }
        match in_file(&path, settings, target, new)? {
            Some(edits) if edits.is_empty() => {}
            Some(edits) => renamed.edits.extend(Url::from_file_path(&path).ok().map(|uri| (uri, edits))),
            None => renamed.left.push(path),
        }
    }
    Ok(renamed)
}

/// Returns the edits of a file; `None` if it must be left unchanged.
fn in_file(
    path: &Path,
    settings: &Settings,
    target: &RenameTarget,
    new: &str,
) -> Result<Option<Vec<TextEdit>>, String> {
    let Ok(mut origin) = Origin::open(path, None, &|_| ()) else { return Ok(None) };
    let work = |file: &mut InFile, block: &Block| file.add(block, settings.encoding, target, new);
    let Ok(finished) = in_blocks(&mut origin, None, Cut::Games, BLOCK_BYTES, InFile::default, work) else {
        return Ok(None);
    };
    if let Some(refusal) = finished.state.refusal {
        return Err(format!("{refusal} ({})", path.display()));
    }
    let edits: Vec<TextEdit> = finished.state.edits.into_iter().rev().flatten().collect();
    let is_certain = finished.broken_off.is_none() && !origin.has_changed() && finished.state.is_unicode;
    Ok((is_certain || edits.is_empty()).then_some(edits))
}

#[derive(Default)]
struct InFile {
    games: usize,
    lines: u32,
    is_unicode: bool,
    /// The edits of each block.
    edits: Vec<Vec<TextEdit>>,
    refusal: Option<String>,
}

impl InFile {
    fn add(&mut self, block: &Block, encoding: position::Encoding, target: &RenameTarget, new: &str) {
        if self.refusal.is_some() {
            return;
        }
        if block.start == 0 {
            self.is_unicode = block.encoding == Encoding::UTF_8 || !block.bom.is_empty();
        }
        self.is_unicode &= block.encoding == Encoding::UTF_8
            || block.encoding == Encoding::UTF_16LE
            || block.encoding == Encoding::UTF_16BE;
        let database = Database::parse(&block.text);
        let places = BlockPlaces { text: Rope::from_str(&block.text), lines: self.lines, encoding };
        match rename_from(&database, self.games, target, new) {
            Ok(edits) => self.edits.push(text_edits(&places, &edits)),
            Err(refusal) => self.refusal = Some(refusal),
        }
        self.games += database.len();
        self.lines = self.lines.saturating_add(position::saturate(places.text.len_lines() - 1));
    }
}

/// A block of a file; converts byte offsets in the block to positions in the file.
struct BlockPlaces {
    text: Rope,
    /// The number of line ends before it.
    lines: u32,
    encoding: position::Encoding,
}

impl Places for BlockPlaces {
    fn position(&self, offset: usize) -> Position {
        let in_block = position::position(&self.text, offset, self.encoding);
        unit_position::in_file(Position::new(self.lines, 0), in_block)
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.get_byte(offset)
    }
}
