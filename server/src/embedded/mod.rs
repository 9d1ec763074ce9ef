//! Chess inside other documents: what its blocks are called elsewhere in the program, and the way of findings and of new texts into the document.

mod games_in_pieces;

use std::collections::HashMap;
use std::path::Path;

pub(crate) use scoresheet_embedded::{Block, DocumentKind};
use scoresheet_embedded::{DocumentEdit, Step};
use scoresheet_format::{FormatOptions, Style, Suffixes};
use scoresheet_lint::finding::{Edit, Finding};

use crate::configuration::FileSettings;
use crate::language::Language;
use crate::text_edits::text_edits;

/// The kind of document that the extension of a path names.
pub(crate) fn kind_of_path(path: &Path) -> Option<DocumentKind> {
    DocumentKind::of_extension(path.extension()?.to_str()?)
}

/// The blocks of a document, in its order.
pub(crate) fn blocks(kind: DocumentKind, document: &str) -> Vec<Block> {
    games_in_pieces::blocks(kind.steps(document))
}

/// The language of a block. Its variant is the ordinary one: the name of the document says nothing of it.
pub(crate) fn language_of(block: &Block) -> Language {
    Language::named(block.language().name(), Path::new("")).unwrap_or_default()
}

/// What holds for the blocks of a document for whose files `settings` are.
pub(crate) fn for_fragments(settings: &FileSettings) -> FileSettings {
    FileSettings { configuration: settings.configuration.clone().for_fragments(), ..settings.clone() }
}

/// What holds for the blocks that have moves only, of a document for whose blocks `settings` are.
pub(crate) fn for_moves_of_books(settings: &FileSettings) -> FileSettings {
    FileSettings { configuration: settings.configuration.clone().for_moves_of_books(), ..settings.clone() }
}

/// How a block is formatted for whose document these options are.
pub(crate) fn format_options(block: &Block, options: FormatOptions) -> FormatOptions {
    let options = FormatOptions { is_fragment: true, ..options };
    if !block.has_moves_only() {
        return options;
    }
    // LaTeX packages read marks, and not all of them read NAGs.
    FormatOptions { style: Style::Export, suffixes: Suffixes::Keep, ..options }
}

/// The formatted text of a block as it is written into the document: moves in the text of a book stay on their lines.
pub(crate) fn laid_out(block: &Block, text: String) -> String {
    let (context, old) = block.text().split_at(block.own_start());
    let Some(new) = text.strip_prefix(context).filter(|_| block.has_moves_only()) else { return text };
    let moves_in = |text: &str| text.split_whitespace().filter(|word| !is_number(word)).count();
    if moves_in(new) != moves_in(old) {
        return text;
    }
    let mut left = with_numbers(new).into_iter();
    let mut lines: Vec<Vec<String>> = old.lines().map(|line| left.by_ref().take(moves_in(line)).collect()).collect();
    lines.retain(|line| !line.is_empty());
    if let Some(last) = lines.last_mut() {
        last.extend(left);
    }
    let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    format!("{context}{}", lines.join("\n"))
}

/// The words of a text that are not only numbers, each with the number before it.
fn with_numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut before: Option<&str> = None;
    for word in text.split_whitespace() {
        match before.replace(word).filter(|before| is_number(before)).and_then(|_| found.last_mut()) {
            Some(numbered) => numbered.extend([" ", word]),
            None => found.push(word.to_owned()),
        }
    }
    found
}

/// Whether a word is a number with or without periods.
fn is_number(word: &str) -> bool {
    word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a finding is about text that the document has.
pub(crate) fn is_of_document(block: &Block, finding: &Finding) -> bool {
    finding.range.start >= block.own_start()
}

/// A finding in the text of a block, as one of `document`. A fix stays if all of its edits are of text that the document has.
pub(crate) fn finding_in_document(document: &str, block: &Block, mut finding: Finding) -> Finding {
    finding.range = block.range_in_document(finding.range);
    finding.related.retain(|related| related.range.start >= block.own_start());
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
    // Whether a piece of a game is a block depends on the moves of others. So what is read again are the pieces themselves.
    let old = kind.steps(document);
    let old: Vec<&Block> = old.iter().filter_map(Step::block).collect();
    let own = |block: &Block, text: &str| text.get(block.own_start()..).unwrap_or("").to_owned();
    let holds = |accepted: &[bool]| {
        let new: HashMap<usize, String> = blocks
            .iter()
            .zip(texts)
            .zip(accepted)
            .filter(|(_, accepted)| **accepted)
            .map(|((block, text), _)| (block.extent().start, own(block, text)))
            .collect();
        let read = kind.steps(&apply(document, &edits(accepted)));
        let read: Vec<&Block> = read.iter().filter_map(Step::block).collect();
        let is_expected = |(read, old): (&&Block, &&Block)| {
            read.text() == new.get(&old.extent().start).map_or(old.text(), String::as_str)
        };
        read.len() == old.len() && read.iter().zip(&old).all(is_expected)
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
        let blocks = blocks(DocumentKind::Markdown, document);
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
    fn moves_of_books_stay_on_their_lines() {
        let document = "\\newgame\\hidemoves{1. e4 e5 2. Nf3 \\x}\\mainline{2... Nc6\n 3.Bb5 a6 \n\t4.Ba4}";
        let blocks = blocks(DocumentKind::Latex, document);
        let laid =
            |text: &str| laid_out(&blocks[0], text.replacen("1. ", blocks[0].text().split("2...").next().unwrap(), 1));
        assert_eq!(laid("1. 2... Nc6 3. Bb5\na6 4. Ba4").split_once("\n\n").unwrap().1, "2... Nc6\n3. Bb5 a6\n4. Ba4");
        assert!(laid("1. 2... Nc6 3. Bb5\na6").ends_with("2... Nc6 3. Bb5\na6"));
        assert_eq!(laid_out(&blocks[0], "x".to_owned()), "x");
        assert_eq!(with_numbers("1. e4 e5 2.Nf3 3."), ["1. e4", "e5", "2.Nf3", "3."]);
    }

    #[test]
    fn a_text_that_would_not_be_the_block_is_not_written() {
        let document = "```pgn\n1. e4 {a ``` b}\n```\n~~~pgn\n1.d4\n~~~\n";
        let after = document.replace("1.d4", "1. d4");
        check(document, &["1. e4 {a\n```\nb}\n", "1. d4\n"], &after);
        check(document, &["", "1. d4\n"], &after);
    }
}
