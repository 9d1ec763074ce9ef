//! The blocks of AsciiDoc: source blocks (`[source,pgn]`), and fences as in Markdown. A scanner of lines: these blocks begin in the first column, and a
//! line that is equal to the first one ends them.

use std::ops::Range;

use crate::block::Block;
use crate::contents::{blocks_of_code, is_ours};

/// What a delimited block begins and ends with, at least four of them; of the comment, the passthrough, the listing and the literal block no text is read as
/// AsciiDoc.
const VERBATIM: [char; 4] = ['/', '+', '-', '.'];

/// Returns the blocks of a document. Linear in the document.
pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut lines = lines(document).peekable();
    let mut blocks = Vec::new();
    let mut name: Option<String> = None;
    while let Some(line) = lines.next() {
        let text = document[line.clone()].trim_end();
        let fence = text.strip_prefix("```").map(str::trim);
        if is_delimiter(text) || fence.is_some() {
            let end = if fence.is_some() { "```" } else { text };
            let mut code = Vec::new();
            let is_closed = lines.by_ref().any(|line| {
                let is_end = document[line.clone()].trim_end() == end;
                if !is_end {
                    code.push(line);
                }
                is_end
            });
            let of_fence = fence.filter(|name| is_ours(name)).map(str::to_ascii_lowercase);
            // What is never closed may be meant to end anywhere. In a comment there is nothing.
            if let Some(name) = of_fence.or(name.take()).filter(|_| is_closed && !text.starts_with("//")) {
                blocks.extend(blocks_of_plain(&name, document, &code));
            }
        } else if let Some(attributes) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            // Several lines of attributes belong together, such as an anchor after the language.
            name = language_of(attributes).or(name.filter(|_| !attributes.is_empty()));
        } else if let Some(name) = name.take_if(|_| !is_title(text)) {
            // Without delimiters, a paragraph is the code.
            let mut code = vec![line];
            while let Some(line) = lines.next_if(|line| !document[line.clone()].trim().is_empty()) {
                code.push(line);
            }
            if !text.is_empty() {
                blocks.extend(blocks_of_plain(&name, document, &code));
            }
        }
    }
    blocks
}

/// The blocks in code that is plain: without directives and callouts, which are not a part of the game.
fn blocks_of_plain(name: &str, document: &str, code: &[Range<usize>]) -> Vec<Block> {
    let is_plain = |line: &Range<usize>| {
        let text = document[line.clone()].trim_end();
        let is_callout =
            text.ends_with('>') && text.rsplit('<').next().is_some_and(|rest| is_number(&rest[..rest.len() - 1]));
        let is_directive =
            ["include::", "ifdef::", "ifndef::", "ifeval::", "endif::"].iter().any(|it| text.starts_with(it));
        !is_callout && !is_directive
    };
    if code.iter().all(is_plain) { blocks_of_code(name, document, code) } else { Vec::new() }
}

fn is_number(text: &str) -> bool {
    text == "." || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_delimiter(line: &str) -> bool {
    VERBATIM.iter().any(|letter| line.len() >= 4 && line.chars().all(|other| other == *letter))
}

/// The title of a block: `.Immortal Game`.
fn is_title(line: &str) -> bool {
    line.strip_prefix('.')
        .is_some_and(|title| title.starts_with(|letter: char| !letter.is_whitespace() && letter != '.'))
}

/// The language in the attributes of a source block, if it is one of ours: `source,pgn`, `source%linenums,pgn,title=x`, `,pgn`.
fn language_of(attributes: &str) -> Option<String> {
    let mut parts = attributes.split(',').map(str::trim);
    let style = parts.next()?.split(['%', '#', '.']).next()?;
    let language = parts.next()?.trim_matches('"');
    let is_source = matches!(style, "source" | "" | "listing");
    (is_source && is_ours(language)).then(|| language.to_ascii_lowercase())
}

/// The lines of a document without their ends.
fn lines(document: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    document.split_inclusive('\n').map(move |line| {
        let range = start
            ..start + line.strip_suffix('\n').map_or(line.len(), |line| line.strip_suffix('\r').unwrap_or(line).len());
        start += line.len();
        range
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(document: &str, expected: &[&str]) {
        for document in [document.to_owned(), document.replace('\n', "\r\n")] {
            let blocks = blocks(&document);
            assert_eq!(blocks.iter().map(Block::text).collect::<Vec<_>>(), expected, "{document:?}");
        }
    }

    #[test]
    fn source_blocks_are_found() {
        check("a\n\n[source,pgn]\n----\n1. e4\n\n2. d4\n----\nb\n", &["1. e4\n\n2. d4\n"]);
        check("[source%linenums,PGN,title=\"x\"]\n.Title\n----\n1. e4\n----\n", &["1. e4\n"]);
        check("[,pgn]\n[[anchor]]\n-----\n1. e4\n----\n-----\n", &["1. e4\n----\n"]);
        check("[source,fen]\n....\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n....\n", &["8/8/8/8/8/8/8/K1k5 w - - 0 1\n"]);
        check("[source,pgn]\n1. e4 e5\n2. d4\n\n1. c4\n", &["1. e4 e5\n2. d4\n"]);
        check("```pgn\n1. e4\n```\n", &["1. e4\n"]);
    }

    #[test]
    fn other_text_is_not_ours() {
        check("[source,rust]\n----\n1. e4\n----\n1. d4\n", &[]);
        check("----\n[source,pgn]\n1. e4\n----\n", &[]);
        check("////\n[source,pgn]\n----\n1. e4\n----\n////\n", &[]);
        check("[source,pgn]\n////\n1. e4\n////\n", &[]);
        check("[source,pgn]\n----\ninclude::games.pgn[]\n----\n", &[]);
        check("[source,pgn]\n----\n1. e4 <1>\n----\n", &[]);
        check("[source,pgn]\n----\n1. e4\n", &[]);
        check("[source,pgn]\n\n1. e4\n", &[]);
        check("[quote,pgn]\n1. e4\n", &[]);
    }
}
