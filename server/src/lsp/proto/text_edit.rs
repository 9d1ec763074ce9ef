//! Edits of bytes as edits the protocol can say.

use std::collections::HashMap;
use std::ops::Range;

use ropey::Rope;
use scoresheet_analysis::finding::Edit;
use tower_lsp::lsp_types::{
    self, CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
    ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::position::{self, Places};
use crate::lsp::documents::snapshot::Snapshot;
use crate::text_edits;

/// `edits` from the text's end to its start, so that a client that applies them one by one gets the same text as one
/// that applies them at once. Edits that overlap an earlier one are left out.
pub fn text_edits(places: &impl Places, edits: &[Edit]) -> Vec<TextEdit> {
    let edits = join(edits.iter().map(|edit| whole_line_ends(|offset| places.byte(offset), edit)).collect());
    edits.into_iter().rev().map(|edit| TextEdit::new(places.range(&edit.range), edit.text)).collect()
}

/// Replaces some bytes. Logarithmic in the length of the text, linear in what is replaced and in `new`.
pub fn replace(rope: &mut Rope, bytes: &Range<usize>, new: &str) {
    let first = rope.byte_to_char(bytes.start);
    rope.remove(first..rope.byte_to_char(bytes.end));
    rope.insert(first, new);
}

/// `edits` to the snapshot's document, bound to its version if the client can check that.
pub fn workspace_edit(snapshot: &Snapshot, edits: &[Edit]) -> WorkspaceEdit {
    workspace_edits(&[(snapshot, edits)])
}

/// The same for several documents.
pub fn workspace_edits(edited: &[(&Snapshot, impl AsRef<[Edit]>)]) -> WorkspaceEdit {
    let edits = edited.iter().map(|(snapshot, edits)| (*snapshot, text_edits(*snapshot, edits.as_ref())));
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
pub fn with_files(mut edit: WorkspaceEdit, is_versioned: bool, files: Vec<(Url, Vec<TextEdit>)>) -> WorkspaceEdit {
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
pub fn file_edit(snapshot: &Snapshot, uri: Url, old: &str, new: &str) -> Option<WorkspaceEdit> {
    let rope = Rope::from_str(old);
    let position = |offset| position::position(&rope, offset, snapshot.settings.encoding);
    let byte = |offset| old.as_bytes().get(offset).copied();
    let edits = join(text_edits::text_edits(old, new).iter().map(|edit| whole_line_ends(byte, edit)).collect());
    let edits: Vec<TextEdit> = edits
        .into_iter()
        .rev()
        .map(|edit| {
            TextEdit::new(lsp_types::Range::new(position(edit.range.start), position(edit.range.end)), edit.text)
        })
        .collect();
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
pub fn new_file_edit(snapshot: &Snapshot, uri: Url, text: &str) -> Option<WorkspaceEdit> {
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

/// In ascending order, with edits that touch made one: the protocol leaves it to the order of the list which of two
/// edits at one place comes first.
fn join(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if edit.range.start < last.range.end => {
                tracing::error!("the edit of bytes {:?} overlaps that of {:?}", edit.range, last.range);
            }
            Some(last) if edit.range.start == last.range.end => {
                last.range.end = edit.range.end;
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// The same edit with no end between the bytes of a `\r\n`, where the protocol knows no position. `byte` gives those of the
/// text.
fn whole_line_ends(byte: impl Fn(usize) -> Option<u8>, edit: &Edit) -> Edit {
    let inside = |offset: usize| offset > 0 && byte(offset - 1) == Some(b'\r') && byte(offset) == Some(b'\n');
    let Range { mut start, mut end } = edit.range;
    let mut new = edit.text.clone();
    if inside(start) {
        start -= 1;
        new.insert(0, '\r');
    }
    if inside(end) {
        end += 1;
        new.push('\n');
    }
    Edit::replace(start..end, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_what_touches_and_drops_what_overlaps() {
        let edits = vec![
            Edit::replace(5..7, "c"),
            Edit::insert(1, "a"),
            Edit::insert(1, "b"),
            Edit::delete(1..3),
            Edit::delete(2..4),
        ];
        assert_eq!(join(edits), [Edit::replace(1..3, "ab"), Edit::replace(5..7, "c")]);
    }

    #[test]
    fn keeps_line_ends_whole() {
        let byte = |offset| b"a\r\nb".get(offset).copied();
        let check = |edit: Edit, expected: Edit| assert_eq!(whole_line_ends(byte, &edit), expected);
        check(Edit::delete(1..2), Edit::replace(1..3, "\n"));
        check(Edit::delete(2..3), Edit::replace(1..3, "\r"));
        check(Edit::insert(2, "x"), Edit::replace(1..3, "\rx\n"));
        check(Edit::delete(1..3), Edit::delete(1..3));
        check(Edit::insert(4, "x"), Edit::insert(4, "x"));
    }
}
