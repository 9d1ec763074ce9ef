//! Edits of documents and files, as the protocol's `WorkspaceEdit`.

use std::collections::HashMap;

use scoresheet_lint::finding::Edit;
use tower_lsp::lsp_types::{
    self, CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::text_edit::text_edits;
use crate::lsp::proto::unit_position::UnitPlaces;

/// `edits` to the snapshot's document, bound to its version if the client can check that.
pub(crate) fn workspace_edit(snapshot: &Snapshot, edits: &[Edit]) -> WorkspaceEdit {
    workspace_edits(&[(snapshot, edits)])
}

/// The same for several documents.
pub(crate) fn workspace_edits(edited: &[(&Snapshot, impl AsRef<[Edit]>)]) -> WorkspaceEdit {
    let edits = edited.iter().map(|(snapshot, edits)| (*snapshot, snapshot.text_edits(edits.as_ref())));
    if !edited.iter().any(|(snapshot, _)| snapshot.settings.versioned_edits) {
        return WorkspaceEdit::new(edits.map(|(snapshot, edits)| (snapshot.uri.clone(), edits)).collect());
    }
    let of_document = |(snapshot, edits): (&Snapshot, Vec<TextEdit>)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: snapshot.uri.clone(),
            version: Some(snapshot.version()),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(edits.map(of_document).collect())),
        ..WorkspaceEdit::default()
    }
}

/// `edit` with the edits of files that are not open added to it, which have no version.
pub(crate) fn with_files(
    mut edit: WorkspaceEdit,
    is_versioned: bool,
    files: Vec<(Url, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    if !is_versioned {
        edit.changes.get_or_insert_default().extend(files);
        return edit;
    }
    let of_files = files.into_iter().map(|(uri, edits)| unversioned(uri, edits));
    let mut all = match edit.document_changes.take() {
        Some(DocumentChanges::Edits(edits)) => edits,
        Some(operations) => return WorkspaceEdit { document_changes: Some(operations), ..edit },
        None => Vec::new(),
    };
    all.extend(of_files);
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(all)), changes: None, ..edit }
}

/// The edits that make the file at `uri`, which need not be open, say `new` where it says `old`. Nothing where it does.
pub(crate) fn file_edit(snapshot: &Snapshot, uri: Url, old: &str, new: &str) -> Option<WorkspaceEdit> {
    let places = UnitPlaces::new(old, snapshot.settings.encoding);
    let edits = text_edits(&places, &crate::text_edits::text_edits(old, new));
    if edits.is_empty() {
        return None;
    }
    if !snapshot.settings.versioned_edits {
        return Some(WorkspaceEdit::new(HashMap::from([(uri, edits)])));
    }
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![unversioned(uri, edits)])),
        ..WorkspaceEdit::default()
    })
}

/// The edit that creates the file at `uri`. Nothing for a client that cannot do that.
pub(crate) fn new_file_edit(snapshot: &Snapshot, uri: Url, text: &str) -> Option<WorkspaceEdit> {
    if !snapshot.settings.creates_files {
        return None;
    }
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    let text = TextEdit::new(lsp_types::Range::default(), text.to_owned());
    let operations = vec![
        DocumentChangeOperation::Op(ResourceOp::Create(create)),
        DocumentChangeOperation::Edit(unversioned(uri, vec![text])),
    ];
    Some(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(operations)), ..WorkspaceEdit::default() })
}

fn unversioned(uri: Url, edits: Vec<TextEdit>) -> TextDocumentEdit {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: None };
    TextDocumentEdit { text_document, edits: edits.into_iter().map(OneOf::Left).collect() }
}
