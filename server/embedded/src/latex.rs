//! The positions of LaTeX with the packages skak and xskak: `\fenboard{...}` and `setfen=...`, outside of comments and verbatim text. Moves are not read: in
//! LaTeX a NAG such as `$1` is mathematics, and macros may be among them.

use crate::block::{Block, BlockLanguage};
use crate::contents::is_position;

/// What a position follows, and what ends it.
const BEGINNINGS: [(&str, &[char]); 2] = [("\\fenboard{", &['}']), ("setfen=", &[',', ']', '}'])];

/// Environments whose text is not LaTeX.
const VERBATIM: [&str; 4] = ["verbatim", "verbatim*", "lstlisting", "minted"];

/// Returns the blocks of a document, one for each position. Linear in the document.
pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut verbatim: Option<String> = None;
    let mut start = 0;
    for line in document.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        if let Some(end) = &verbatim {
            if line.contains(end.as_str()) {
                verbatim = None;
            }
            continue;
        }
        let text = without_comment(line);
        for (beginning, ends) in BEGINNINGS {
            for (at, _) in text.match_indices(beginning) {
                let rest = &text[at + beginning.len()..];
                let open = rest.len() - rest.trim_start_matches([' ', '{']).len();
                let Some(length) = rest[open..].find(ends) else { continue };
                let position = rest[open..open + length].trim_end();
                if is_position(position) && !position.contains('\\') {
                    let from = line_start + at + beginning.len() + open;
                    let mut block = Block::new(BlockLanguage::Fen);
                    block.add_part(document, from..from + position.len());
                    blocks.push(block);
                }
            }
        }
        let begun = VERBATIM.iter().find(|name| text.contains(&format!("\\begin{{{name}}}")));
        verbatim = begun.map(|name| format!("\\end{{{name}}}")).filter(|end| !text.contains(end.as_str()));
    }
    blocks.sort_by_key(|block| block.extent().start);
    blocks
}

/// A line up to the percent sign that begins a comment.
fn without_comment(line: &str) -> &str {
    let is_comment = |at: &usize| line[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0;
    let comment = line.match_indices('%').map(|(at, _)| at).find(is_comment);
    &line[..comment.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    #[track_caller]
    fn check(document: &str, count: usize) {
        let document = document.replace("FEN", FEN);
        let blocks = blocks(&document);
        assert_eq!(blocks.len(), count, "{document}");
        assert!(blocks.iter().all(|block| block.text() == FEN && document[block.extent()] == *FEN));
    }

    #[test]
    fn positions_are_found() {
        check("a \\fenboard{FEN} b\r\n\\fenboard{ FEN }\n", 2);
        check("\\newchessgame[setfen=FEN, moveid=1w]\n\\setchessboard{setfen={FEN}}\n", 2);
        check("100\\% \\fenboard{FEN}\n", 1);
    }

    #[test]
    fn other_text_is_not_ours() {
        check("% \\fenboard{FEN}\n", 0);
        check("\\\\% \\fenboard{FEN}\n", 0);
        check("\\fenboard{\\start}\n\\fenboard{#1}\n\\fenboard{4k3/8/\\x/8/8/8/8/8 w}\n", 0);
        check("\\begin{verbatim}\n\\fenboard{FEN}\n\\end{verbatim}\n\\fenboard{FEN}\n", 1);
        check("\\fenboard{FEN\n", 0);
    }
}
