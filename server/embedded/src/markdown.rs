//! The blocks of Markdown: fenced code blocks, as a parser of CommonMark finds them, in quotes and lists, too.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::block::Block;
use crate::contents::{blocks_of_code, is_ours};

/// What documents of GitHub and Obsidian have beside CommonMark, as far as a fence may be in it, or may not begin in it.
const OPTIONS: [Options; 4] = [
    Options::ENABLE_TABLES,
    Options::ENABLE_FOOTNOTES,
    Options::ENABLE_TASKLISTS,
    Options::ENABLE_YAML_STYLE_METADATA_BLOCKS,
];

/// Returns the blocks of a document. Linear in the document.
pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut code: Option<(String, Vec<Range<usize>>)> = None;
    let options = OPTIONS.into_iter().collect();
    for (event, range) in Parser::new_ext(document, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                code = named(&info).map(|name| (name, Vec::new()));
            }
            Event::Text(_) => {
                if let Some((_, lines)) = &mut code {
                    add_lines(document, range, lines);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((name, lines)) = code.take() {
                    blocks.extend(blocks_of_code(&name, document, &lines));
                }
            }
            _ => {}
        }
    }
    blocks
}

/// The name of the language that the words after a fence begin with, if it is one of ours: `pgn`, `pgn title="x"`, `{.pgn}`, `pgn,linenums`.
fn named(info: &str) -> Option<String> {
    let words = info.trim_start_matches(['{', ' ']).trim_start_matches('.');
    let name = words.split(|letter: char| letter.is_whitespace() || "{},:".contains(letter)).next()?;
    is_ours(name).then(|| name.to_ascii_lowercase())
}

/// Adds the lines of a text that the parser found in a block.
///
/// It reports spaces that stand for a part of a tab, at an empty range; and a line feed after a carriage return by itself.
fn add_lines(document: &str, range: Range<usize>, lines: &mut Vec<Range<usize>>) {
    let mut start = range.start;
    while start < range.end {
        let line_feed = document[start..].find('\n').map_or(document.len(), |length| start + length);
        let end = if document[..line_feed].ends_with('\r') { line_feed - 1 } else { line_feed };
        if lines.last().is_none_or(|line| line.end < end) {
            lines.push(start.min(end)..end);
        }
        start = line_feed + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks of a document, with the parts of the document that they are.
    fn found(document: &str) -> Vec<(&'static str, String, &str)> {
        let shown = |block: Block| (block.language().name(), block.text().to_owned(), &document[block.extent()]);
        blocks(document).into_iter().map(shown).collect()
    }

    #[track_caller]
    fn check(document: &str, text: &str, extent: &str) {
        assert_eq!(found(document), [("pgn", text.to_owned(), extent)]);
        let with_two_characters = document.replace('\n', "\r\n");
        let extent = extent.replace('\n', "\r\n");
        assert_eq!(found(&with_two_characters), [("pgn", text.to_owned(), extent.as_str())]);
    }

    #[test]
    fn fences_are_found_wherever_they_are() {
        check("a\n```pgn\n1. e4\n\n2. d4\n```\nb\n", "1. e4\n\n2. d4\n", "1. e4\n\n2. d4");
        check("~~~~ PGN\n1. e4\n~~~\n~~~~\n", "1. e4\n~~~\n", "1. e4\n~~~");
        check("> ```pgn\n> 1. e4\n>\n> 2. d4\n> ```\n", "1. e4\n\n2. d4\n", "1. e4\n>\n> 2. d4");
        check("- a\n\n  ```pgn\n  1. e4\n\n    2. d4\n  ```\n", "1. e4\n\n  2. d4\n", "1. e4\n\n    2. d4");
        check("-\t```pgn\n\t1. e4\n\t\t2. d4\n\t```\n", "1. e4\n\t2. d4\n", "1. e4\n\t\t2. d4");
        check(">```pgn\n>1. e4\n>\t2. d4\n>```\n", "1. e4\n2. d4\n", "1. e4\n>\t2. d4");
        check("1. > - ```pgn\n   >   1. é4\n   >   ```\n", "1. é4\n", "1. é4");
        check("<details>\n\n```pgn\n1. e4\n```\n\n</details>\n", "1. e4\n", "1. e4");
        check("[^1]: a\n\n    ```pgn\n    1. e4\n    ```\n", "1. e4\n", "1. e4");
        check("```pgn\n1. e4", "1. e4", "1. e4");
        check("---\ntitle: a\n---\n```{.pgn .x}\n1. e4\n```\n", "1. e4\n", "1. e4");
    }

    #[test]
    fn other_text_is_not_ours() {
        for document in [
            "1. e4 e5\n",
            "```\n1. e4\n```\n",
            "```pgnx\n1. e4\n```\n",
            "    ```pgn\n    1. e4\n    ```\n",
            "<!--\n```pgn\n1. e4\n```\n-->\n",
            "````\n```pgn\n1. e4\n```\n````\n",
            "`` ```pgn `` 1. e4\n",
            "---\na: |\n  ```pgn\n  1. e4\n  ```\n---\n",
            "```pgn\n```\n",
            "",
        ] {
            assert_eq!(found(document), []);
        }
    }
}
