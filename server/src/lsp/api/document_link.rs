//! `textDocument/documentLink`: web addresses in tags, comments and escape lines.

use scoresheet_ide::document_links;
use tower_lsp::lsp_types::{DocumentLink, Url};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::transport::raw_answer::RawAnswer;

/// About how long a link is in JSON.
const USUAL_BYTES: usize = 180;

/// All addresses that can be opened.
pub(crate) fn links(snapshot: &Snapshot) -> Option<RawAnswer> {
    let links = snapshot.links();
    if links.is_empty() {
        return None;
    }
    RawAnswer::of(&links.iter().filter_map(|link| proto(snapshot, link)).collect::<Vec<_>>(), links.len() * USUAL_BYTES)
}

/// Nothing for what looks like an address and is none.
fn proto(snapshot: &Snapshot, link: &document_links::DocumentLink) -> Option<DocumentLink> {
    Some(DocumentLink {
        range: snapshot.range(&link.range),
        target: Some(Url::parse(&link.target).ok()?),
        tooltip: Some(link.tooltip.clone()),
        data: None,
    })
}
