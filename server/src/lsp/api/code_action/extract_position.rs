//! The code action that takes the position at the cursor into a new file beside the document: from EPD or FEN to a PGN game, from
//! PGN to an EPD record.

use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Url};

use crate::lsp::api::workspace_edit::new_file_edit;
use crate::lsp::documents::answers::ExtractedPosition;
use crate::lsp::documents::snapshot::Snapshot;

/// Its kind: something is taken out of the file for a file of its own.
pub(crate) const KIND: CodeActionKind = CodeActionKind::REFACTOR_EXTRACT;

/// So many names are tried for the new file.
const MOST_NAMES: usize = 100;

/// The action for byte `offset`. Nothing where there is no position, no place for a file, or a client that cannot create one.
pub(crate) fn action(snapshot: &Snapshot, offset: usize) -> Option<CodeAction> {
    let ExtractedPosition { title, extension, text } = snapshot.extracted_position(offset)?;
    let (name, uri) = free_name(snapshot, offset, extension)?;
    Some(CodeAction {
        title: format!("{title} (in {name})"),
        kind: Some(KIND),
        edit: Some(new_file_edit(snapshot, uri, &text)?),
        ..CodeAction::default()
    })
}

/// The name of a file that does not exist, after the document's and the line: `wac-17.pgn`.
fn free_name(snapshot: &Snapshot, offset: usize, extension: &str) -> Option<(String, Url)> {
    let path = snapshot.configured.path.as_deref()?;
    let stem = format!("{}-{}", path.file_stem()?.to_str()?, snapshot.text().byte_to_line(offset) + 1);
    let ending = |number| if number == 1 { String::new() } else { format!("-{number}") };
    let names = (1..=MOST_NAMES).map(|number| format!("{stem}{}.{extension}", ending(number)));
    let name = names.into_iter().find(|name| !path.with_file_name(name).exists())?;
    let uri = Url::from_file_path(path.with_file_name(&name)).ok()?;
    Some((name, uri))
}
