//! Chess inside other documents: what its blocks are called elsewhere in the program, and the way of findings and of new texts into the document.

use std::path::Path;

use scoresheet_embedded::DocumentEdit;
pub(crate) use scoresheet_embedded::{Block, DocumentKind};
use scoresheet_lint::finding::{Edit, Finding};

use crate::configuration::FileSettings;
use crate::language::Language;
use crate::text_edits::text_edits;

/// The kind of document that the extension of a path names.
pub(crate) fn kind_of_path(path: &Path) -> Option<DocumentKind> {
    DocumentKind::of_extension(path.extension()?.to_str()?)
}

/// The language of a block. Its variant is the ordinary one: the name of the document says nothing of it.
pub(crate) fn language_of(block: &Block) -> Language {
    Language::named(block.language().name(), Path::new("")).unwrap_or_default()
}

/// What holds for the blocks of a document for whose files `settings` are.
pub(crate) fn for_fragments(settings: &FileSettings) -> FileSettings {
    FileSettings { configuration: settings.configuration.clone().for_fragments(), ..settings.clone() }
}

/// A finding in the text of a block, as one of `document`. A fix stays if all of its edits are of text that the document has.
pub(crate) fn finding_in_document(document: &str, block: &Block, mut finding: Finding) -> Finding {
    finding.range = block.range_in_document(finding.range);
    for related in &mut finding.related {
        related.range = block.range_in_document(related.range.clone());
    }
    finding.fixes.retain_mut(|fix| match edits_in_document(document, block, &fix.edits) {
        Some(edits) => {
            fix.edits = edits;
            true
        }
        None => false,
    });
    finding
}

/// Edits of the text of a block, as edits of `document`, in ascending order. Nothing if some are of text that the document does not have.
pub(crate) fn edits_in_document(document: &str, block: &Block, edits: &[Edit]) -> Option<Vec<Edit>> {
    let edit = |edit: &Edit| {
        let edit = block.edit_in_document(document, edit.range.clone(), &edit.text)?;
        Some(Edit::replace(edit.range, edit.text))
    };
    let each: Option<Vec<Edit>> = edits.iter().map(edit).collect();
    // At empty lines, which may lack what precedes the others, edits that are next to each other may meet.
    let are_apart = |edits: &Vec<Edit>| edits.windows(2).all(|pair| pair[0].range.end < pair[1].range.start);
    each.filter(are_apart).or_else(|| edits_to_text(document, block, &apply(block.text(), edits)))
}

/// The edits of `document` after which a block has this text.
fn edits_to_text(document: &str, block: &Block, text: &str) -> Option<Vec<Edit>> {
    let DocumentEdit { range, text } = block.rewrite_in_document(document, text)?;
    let edits = text_edits(&document[range.clone()], &text);
    Some(edits.into_iter().map(|edit| edit.shifted(range.start)).collect())
}

/// The edits of `document` after which its `blocks` have these texts, in ascending order.
///
/// A block whose new text would not be read as this block stays as it is: a line of three backquotes in a comment would end a fence, for example.
/// So nothing outside of the blocks ever changes, or changes its meaning.
pub(crate) fn rewrite(kind: DocumentKind, document: &str, blocks: &[Block], texts: &[String]) -> Vec<Edit> {
    let change = |(block, text): (&Block, &String)| match block.text() == text {
        true => None,
        false => edits_to_text(document, block, text)
            .or_else(|| edits_in_document(document, block, &text_edits(block.text(), text))),
    };
    let changes: Vec<Option<Vec<Edit>>> = blocks.iter().zip(texts).map(change).collect();
    let edits = |accepted: &[bool]| -> Vec<Edit> {
        let accepted = changes.iter().zip(accepted).filter(|(_, accepted)| **accepted);
        accepted.flat_map(|(edits, _)| edits.iter().flatten().cloned()).collect()
    };
    let holds = |accepted: &[bool]| {
        let read = kind.blocks(&apply(document, &edits(accepted)));
        let expected = blocks.iter().zip(texts).zip(accepted);
        let mut expected = expected.map(|((block, text), accepted)| if *accepted { text } else { block.text() });
        read.len() == blocks.len() && read.iter().all(|block| expected.next() == Some(block.text()))
    };
    let mut accepted: Vec<bool> = changes.iter().map(Option::is_some).collect();
    if !accepted.contains(&true) || holds(&accepted) {
        return edits(&accepted);
    }
    let wanted = std::mem::replace(&mut accepted, vec![false; changes.len()]);
    for index in (0..wanted.len()).filter(|index| wanted[*index]) {
        accepted[index] = true;
        accepted[index] = holds(&accepted);
    }
    edits(&accepted)
}

/// A text after edits in ascending order.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut new = text.to_owned();
    edits.iter().rev().for_each(|edit| new.replace_range(edit.range.clone(), &edit.text));
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites the blocks of a Markdown document; the outcome must be `after`.
    #[track_caller]
    fn check(document: &str, texts: &[&str], after: &str) {
        let blocks = DocumentKind::Markdown.blocks(document);
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(apply(document, &rewrite(DocumentKind::Markdown, document, &blocks, &texts)), after);
    }

    #[test]
    fn blocks_are_rewritten_in_place() {
        check("a\n```pgn\n1.e4\n```\nb\n", &["1. e4\n"], "a\n```pgn\n1. e4\n```\nb\n");
        check("> ```pgn\r\n> 1.e4\r\n>  e5\r\n> ```\r\n", &["1. e4 e5\n"], "> ```pgn\r\n> 1. e4 e5\r\n> ```\r\n");
        check(
            "- ```pgn\n  [A \"b\"]\n  1.e4\n  ```\n",
            &["[A \"b\"]\n\n1. e4\n"],
            "- ```pgn\n  [A \"b\"]\n\n  1. e4\n  ```\n",
        );
        let long = "> ```pgn\n> [A \"é\"]\n> 1.e4 e5\n>   2.d4\n>\n>\n> ```\n";
        check(long, &["[A \"é\"]\n\n1. e4 e5 2. d4\n"], "> ```pgn\n> [A \"é\"]\n>\n> 1. e4 e5 2. d4\n> ```\n");
        check("```pgn\n1.e4", &["1. e4"], "```pgn\n1. e4");
        check("```pgn\n\n\n1.e4\n\n\n```\n", &["1. e4\n"], "```pgn\n1. e4\n```\n");
    }

    #[test]
    fn a_text_that_would_not_be_the_block_is_not_written() {
        let document = "```pgn\n1. e4 {a ``` b}\n```\n~~~pgn\n1.d4\n~~~\n";
        let after = document.replace("1.d4", "1. d4");
        check(document, &["1. e4 {a\n```\nb}\n", "1. d4\n"], &after);
        check(document, &["", "1. d4\n"], &after);
    }
}
