//! A block of a document: its text, and the way from its places and edits to those of the document and back.

use std::ops::Range;

/// What precedes a block in its line is no longer, in bytes.
const LONGEST_PREFIX: usize = 1024;

/// The language of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockLanguage {
    /// Games, or parts of games.
    Pgn,
    /// Records of four fields and operations.
    Epd,
    /// Records of six fields.
    Fen,
}

impl BlockLanguage {
    /// Returns the name of the language in lower case, which is also the extension of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BlockLanguage::Pgn => "pgn",
            BlockLanguage::Epd => "epd",
            BlockLanguage::Fen => "fen",
        }
    }
}

/// Some chess in a document.
///
/// Its text is its context, which the document does not have, and then that of its pieces. After a piece follows a line feed where the document has
/// the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    language: BlockLanguage,
    text: String,
    /// The length of the context.
    context: usize,
    /// Whether it may have nothing but moves.
    has_moves_only: bool,
    /// What a new line of the document has before text of the block.
    prefix: String,
    /// At least one; in the order of the text and of the document.
    pieces: Vec<Piece>,
}

/// A part of a block's text that is in the document, at most a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Where it begins in the block's text.
    start: usize,
    /// Where it is in the document, without the end of the line.
    document: Range<usize>,
    /// How many bytes of its line precede it.
    prefix: usize,
    /// Whether the text goes on with the end of this line.
    ends_line: bool,
}

/// An edit of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentEdit {
    /// What is replaced.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Block {
    /// Creates a block without text.
    pub(crate) fn new(language: BlockLanguage) -> Block {
        let (text, prefix) = (String::new(), String::new());
        Block { language, text, context: 0, has_moves_only: false, prefix, pieces: Vec::new() }
    }

    /// Creates a block without text that can have moves, their numbers and marks, and nothing else.
    pub(crate) fn of_moves() -> Block {
        Block { has_moves_only: true, ..Block::new(BlockLanguage::Pgn) }
    }

    /// Returns the block with a context in front of its text, such as a tag pair with the position in which it begins.
    #[must_use]
    pub fn after(mut self, context: &str) -> Block {
        self.text.insert_str(0, context);
        self.context += context.len();
        self.pieces.iter_mut().for_each(|piece| piece.start += context.len());
        self
    }

    /// Adds a line of a document, or the rest of one: what is at `range`, and the end of the line if there is one.
    pub(crate) fn add_line(&mut self, document: &str, range: Range<usize>) {
        let ends_line = line_end_at(document, range.end).is_some();
        self.add(document, range, ends_line);
    }

    /// Adds a part of a line that is not followed by anything.
    pub(crate) fn add_part(&mut self, document: &str, range: Range<usize>) {
        self.add(document, range, false);
    }

    fn add(&mut self, document: &str, range: Range<usize>, ends_line: bool) {
        let before = start_of_line(&document[..range.start]);
        // An empty line may lack the indentation of the others.
        if !range.is_empty() && self.pieces.iter().all(|piece| piece.document.is_empty()) {
            let length = before.find(|letter| !is_prefix(letter)).unwrap_or(before.len());
            self.prefix = before[..length].to_owned();
        }
        // The first line of moves follows a command; the second one has the indentation of the others.
        if self.has_moves_only && self.pieces.len() == 1 {
            before.clone_into(&mut self.prefix);
        }
        let start = self.text.len();
        self.text.push_str(&document[range.clone()]);
        if ends_line {
            self.text.push('\n');
        }
        self.pieces.push(Piece { start, prefix: before.len(), document: range, ends_line });
    }

    /// Returns the language of the text.
    #[must_use]
    pub fn language(&self) -> BlockLanguage {
        self.language
    }

    /// Returns the text, whose lines end with line feeds.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns where the text begins that the document has: after the context.
    #[must_use]
    pub fn own_start(&self) -> usize {
        self.context
    }

    /// Whether the block can have nothing but moves, their numbers and marks.
    #[must_use]
    pub fn has_moves_only(&self) -> bool {
        self.has_moves_only
    }

    /// Returns the part of the document from the first to the last piece of the text, which may have prefixes of lines between them.
    #[must_use]
    pub fn extent(&self) -> Range<usize> {
        let start = self.pieces.first().map_or(0, |piece| piece.document.start);
        start..self.pieces.last().map_or(start, |piece| piece.document.end)
    }

    /// Returns the place in the document of a place in the text. The start of a line is after its prefix.
    #[must_use]
    pub fn offset_in_document(&self, offset: usize) -> usize {
        let after = self.pieces.partition_point(|piece| piece.start <= offset);
        self.pieces.get(after.saturating_sub(1)).map_or(0, |piece| piece.at(offset))
    }

    /// Returns the range in the document of a range in the text. It begins and ends in pieces, and is empty where the other one is.
    #[must_use]
    pub fn range_in_document(&self, range: Range<usize>) -> Range<usize> {
        let start = self.offset_in_document(range.start);
        if range.is_empty() {
            return start..start;
        }
        let after = self.pieces.partition_point(|piece| piece.start < range.end);
        let end = self.pieces.get(after.saturating_sub(1)).map_or(start, |piece| piece.at(range.end));
        start..end.max(start)
    }

    /// Returns the place in the text of a place in the document: that of the next piece for one in a prefix. Nothing outside of the lines of the
    /// block.
    #[must_use]
    pub fn offset_in_block(&self, offset: usize) -> Option<usize> {
        let extent = self.extent();
        if offset > extent.end {
            return None;
        }
        let next = self.pieces.partition_point(|piece| piece.document.end < offset);
        let piece = self.pieces.get(next)?;
        let is_before_block = next == 0 && offset < piece.document.start;
        (!is_before_block).then(|| piece.start + offset.saturating_sub(piece.document.start))
    }

    /// Returns the edit of `document` that replaces `range` of the block's text by `text`: with the prefixes and the line ends of the document. The
    /// end of the last line stays. Nothing if the range has text that the document does not have, or if the block cannot have such text.
    #[must_use]
    pub fn edit_in_document(&self, document: &str, range: Range<usize>, text: &str) -> Option<DocumentEdit> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut range = range.start..range.end.min(self.text.len());
        if !self.can_have(&text, self.text.get(range.clone()).unwrap_or("")) {
            return None;
        }
        let mut text = text.as_str();
        let last = self.pieces.last()?;
        let mut starts_line = String::new();
        if last.ends_line && range.end == self.text.len() {
            range.end -= 1;
            text = text.strip_suffix('\n').unwrap_or(text);
            let is_after_last_line = range.start > range.end;
            let starts_later_line = self.pieces.iter().skip(1).any(|piece| piece.start == range.start);
            if is_after_last_line {
                range.start = range.end;
                starts_line.push('\n');
            } else if text.is_empty() && starts_later_line {
                // The end of the line before becomes that of the last line.
                range.start -= 1;
            }
        }
        starts_line.push_str(text);
        let first = self.pieces.partition_point(|piece| piece.start <= range.start).checked_sub(1)?;
        let after = self.pieces.partition_point(|piece| piece.start <= range.end);
        let touched = self.pieces.get(first..after)?;
        let breaks = touched.len().saturating_sub(1);
        let is_of_document = touched.iter().take(breaks).all(|piece| piece.ends_line)
            && touched.first().is_some_and(|piece| piece.holds(range.start))
            && touched.last().is_some_and(|piece| piece.holds(range.end));
        if !is_of_document {
            return None;
        }
        let (first, last) = (touched.first()?, touched.last()?);
        let mut text = with_prefixes(&starts_line, &self.prefix, self.line_end(document));
        let mut range = first.at(range.start)..last.at(range.end);
        if first.document.is_empty() && first.prefix < self.prefix.len() && !text.is_empty() {
            range.start -= first.prefix;
            text.insert_str(0, &self.prefix);
        }
        Some(DocumentEdit { range, text })
    }

    /// Returns the edit of `document` after which the block has this text. Lines that the block has already keep what precedes them. Nothing if the
    /// context is another one, or if the block cannot have such text.
    #[must_use]
    pub fn rewrite_in_document(&self, document: &str, text: &str) -> Option<DocumentEdit> {
        let (last, others) = self.pieces.split_last()?;
        let (context, own) = self.text.split_at(self.context);
        let text = text.strip_prefix(context)?;
        if !others.iter().all(|piece| piece.ends_line) || !self.can_have(text, own) {
            return None;
        }
        let text = if last.ends_line { text.strip_suffix('\n').unwrap_or(text) } else { text };
        let first = self.pieces.first()?;
        let mut written = String::with_capacity(text.len());
        let mut left = self.pieces.iter();
        for (index, line) in text.split('\n').enumerate() {
            let mut same = left.clone();
            let known = same.find(|piece| document[piece.document.clone()] == *line);
            if known.is_some() {
                left = same;
            }
            // The first line may follow other text, which no other line follows.
            let known_prefix =
                known.map(|piece| piece.prefix_in(document)).filter(|prefix| prefix.chars().all(is_prefix));
            let prefix = known_prefix.unwrap_or(self.prefix_of(line));
            match index {
                0 if known.is_none() && !line.is_empty() => written.push_str(prefix.get(first.prefix..).unwrap_or("")),
                0 => {}
                _ => written.extend([self.line_end(document), prefix]),
            }
            written.push_str(line);
        }
        Some(DocumentEdit { range: self.extent(), text: written })
    }

    /// Whether this text may replace the other one.
    fn can_have(&self, text: &str, old: &str) -> bool {
        // The sign of mate is a special character of LaTeX, which some places do not take.
        let count = |text: &str| text.bytes().filter(|byte| *byte == b'#').count();
        let is_of_move = |letter: char| letter.is_ascii_alphanumeric() || " \n.+#=-!?/:$".contains(letter);
        !self.has_moves_only || (text.chars().all(is_of_move) && count(text) <= count(old))
    }

    /// What precedes a line: without white space at its end if the line is empty.
    fn prefix_of(&self, line: &str) -> &str {
        if line.is_empty() { self.prefix.trim_end_matches([' ', '\t']) } else { &self.prefix }
    }

    /// The end of lines in the document: that of the first line of the block, or else of the document.
    fn line_end<'a>(&self, document: &'a str) -> &'a str {
        let of_block = self.pieces.first().and_then(|piece| line_end_at(document, piece.document.end));
        let of_document = || document.find('\n').map(|at| if document[..at].ends_with('\r') { "\r\n" } else { "\n" });
        of_block.or_else(of_document).unwrap_or("\n")
    }
}

/// What precedes a place in its line. Nothing in very long lines, of which it is no indentation.
fn start_of_line(before: &str) -> &str {
    let least = before.len().saturating_sub(LONGEST_PREFIX);
    let line_end = before.as_bytes()[least..].iter().rposition(|byte| *byte == b'\n');
    match line_end {
        Some(line_end) => &before[least + line_end + 1..],
        None if least == 0 => before,
        None => "",
    }
}

/// Whether this may precede the lines of a block.
fn is_prefix(letter: char) -> bool {
    letter == '>' || letter.is_whitespace()
}

/// The end of a line at this place of a document.
fn line_end_at(document: &str, offset: usize) -> Option<&str> {
    ["\r\n", "\n"].into_iter().find(|end| document[offset..].starts_with(end))
}

impl Piece {
    /// The place in the document of a place in the text, at most its end.
    fn at(&self, offset: usize) -> usize {
        (self.document.start + offset.saturating_sub(self.start)).min(self.document.end)
    }

    fn prefix_in<'a>(&self, document: &'a str) -> &'a str {
        &document[self.document.start - self.prefix..self.document.start]
    }

    fn holds(&self, offset: usize) -> bool {
        (self.start..=self.start + self.document.len()).contains(&offset)
    }
}

/// `text` with another line end, and with `prefix` after each; without the white space at its end where a line is empty.
fn with_prefixes(text: &str, prefix: &str, line_end: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let lines: Vec<&str> = text.split('\n').collect();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            written.push_str(line_end);
            let is_empty = line.is_empty() && index + 1 < lines.len();
            written.push_str(if is_empty { prefix.trim_end_matches([' ', '\t']) } else { prefix });
        }
        written.push_str(line);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of the lines of a document after a prefix of this length, which is that of the first line.
    fn block(document: &str, prefix: usize) -> Block {
        let mut block = Block::new(BlockLanguage::Pgn);
        let mut start = 0;
        for line in document.split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            block.add_line(document, (start + prefix).min(end)..end);
            start += line.len();
        }
        block
    }

    /// Replaces a part of the block's text; the document must become `after`, and its block the new text with a line end.
    #[track_caller]
    fn check(document: &str, prefix: usize, range: Range<usize>, text: &str, after: &str) {
        let before = block(document, prefix);
        let edit = before.edit_in_document(document, range.clone(), text).unwrap();
        let mut edited = document.to_owned();
        edited.replace_range(edit.range, &edit.text);
        assert_eq!(edited, after);
        let mut expected = before.text().to_owned();
        expected.replace_range(range, text);
        let read = block(&edited, prefix);
        assert_eq!(read.text().trim_end_matches('\n'), expected.trim_end_matches('\n'));
    }

    #[test]
    fn edits_write_the_prefixes_and_line_ends_of_the_document() {
        check("> ab\r\n> cd\r\n", 2, 1..4, "x", "> axd\r\n");
        check("> ab\r\n> cd\r\n", 2, 1..1, "\n", "> a\r\n> b\r\n> cd\r\n");
        check("> ab\n> cd\n", 2, 0..0, "x\n\ny\n", "> x\n>\n> y\n> ab\n> cd\n");
        check("  ab\n", 2, 2..3, "\n\n  c\n", "  ab\n\n    c\n");
        check("\tab\n", 1, 3..3, "c\n", "\tab\n\tc\n");
    }

    #[test]
    fn an_empty_line_gets_the_indentation_that_it_lacks() {
        check("  ab\n\n  cd\n", 2, 3..3, "x", "  ab\n  x\n  cd\n");
        check("\n  ab\n", 2, 0..0, "x\n", "  x\n  \n  ab\n");
    }

    #[test]
    fn the_end_of_the_last_line_stays() {
        check("> ab\n> cd\n", 2, 3..6, "", "> ab\n");
        check("> ab\n> cd\n", 2, 4..6, "x", "> ab\n> cx\n");
        check("> ab\n> cd\n", 2, 6..6, "e\nf\n", "> ab\n> cd\n> e\n> f\n");
        check("> ab\n> cd\n", 2, 0..6, "x\n", "> x\n");
        check("ab", 0, 2..2, "\nc", "ab\nc");
    }

    #[test]
    fn rewritten_lines_keep_what_precedes_them() {
        let check = |document: &str, prefix: usize, text: &str, after: &str| {
            let edit = block(document, prefix).rewrite_in_document(document, text).unwrap();
            let mut edited = document.to_owned();
            edited.replace_range(edit.range, &edit.text);
            assert_eq!(edited, after);
        };
        check("> a\r\n> b\r\n", 2, "a\n\nc\n", "> a\r\n>\r\n> c\r\n");
        check("  a\n\n  b\n", 2, "a\n\nb\n\nc\n", "  a\n\n  b\n\n  c\n");
        check("\n  a\n", 2, "c\na\n", "  c\n  a\n");
        check("  a\n", 2, "", "  \n");
        check("a", 0, "b\nc", "b\nc");
    }

    #[test]
    fn a_context_is_not_of_the_document() {
        let document = "\\mainline{2.Nf3\n  Nc6}";
        let mut block = Block::of_moves();
        block.add_line(document, 10..15);
        block.add_part(document, 18..21);
        let block = block.after("[A \"b\"]\n\n");
        assert_eq!((block.text(), block.own_start(), block.extent()), ("[A \"b\"]\n\n2.Nf3\nNc6", 9, 10..21));
        assert_eq!((block.range_in_document(11..14), block.offset_in_block(18)), (12..15, Some(15)));
        let edited =
            |range: Range<usize>, text: &str| block.edit_in_document(document, range, text).map(|edit| edit.range);
        assert_eq!(edited(11..11, " "), Some(12..12));
        assert_eq!(
            [edited(4..4, "x"), edited(8..11, "x"), edited(18..18, "#"), edited(18..18, "{a}")],
            [None, None, None, None]
        );
        let rewritten = |text: &str| block.rewrite_in_document(document, text).map(|edit| edit.text);
        assert_eq!(rewritten("[A \"b\"]\n\n2. Nf3\nNc6").as_deref(), Some("2. Nf3\n  Nc6"));
        assert_eq!(rewritten("[A \"b\"]\n\n1. e4\n2.Nf3").as_deref(), Some("1. e4\n  2.Nf3"));
        assert_eq!([rewritten("2.Nf3"), rewritten("[A \"b\"]\n\n(2.Nf3)")], [None, None]);
    }

    #[test]
    fn places_are_found_in_the_document_and_back() {
        let document = "> é4\r\n>\r\n> f5\r\n";
        let mut block = Block::new(BlockLanguage::Pgn);
        [2..5, 8..8, 12..14].into_iter().for_each(|range| block.add_line(document, range));
        assert_eq!((block.text(), block.extent()), ("é4\n\nf5\n", 2..14));
        let ranges = [0..2, 2..3, 0..4, 3..4, 4..5, 5..7, 5..8, 8..8].map(|range| block.range_in_document(range));
        assert_eq!(ranges, [2..4, 4..5, 2..5, 5..5, 8..8, 12..14, 12..14, 14..14]);
        let places = [0, 1, 2, 5, 6, 8, 10, 12, 14, 15].map(|offset| block.offset_in_block(offset));
        assert_eq!(places, [None, None, Some(0), Some(3), Some(4), Some(4), Some(5), Some(5), Some(7), None]);
    }

    #[test]
    fn text_that_the_document_does_not_have_is_not_edited() {
        let document = "a b";
        let mut block = Block::new(BlockLanguage::Pgn);
        block.add_part(document, 0..1);
        block.text.push_str(" [x] ");
        block.add_part(document, 2..3);
        let edit = |range: Range<usize>| block.edit_in_document(document, range, "c").map(|edit| edit.range);
        assert_eq!(block.text(), "a [x] b");
        assert_eq!([edit(0..1), edit(6..7), edit(1..1)], [Some(0..1), Some(2..3), Some(1..1)]);
        assert_eq!([edit(0..7), edit(2..3), edit(0..3)], [None, None, None]);
        let mut empty = Block::new(BlockLanguage::Pgn);
        empty.add_line("\n", 0..0);
        assert_eq!(empty.edit_in_document("\n", 0..1, ""), Some(DocumentEdit { range: 0..0, text: String::new() }));
    }
}
