//! What a block is by its name and by what is in it: games, records or neither.

use std::ops::Range;

use crate::block::{Block, BlockLanguage};

/// Names of blocks that hold one language.
const LANGUAGES: [(&str, BlockLanguage); 3] =
    [("pgn", BlockLanguage::Pgn), ("epd", BlockLanguage::Epd), ("fen", BlockLanguage::Fen)];

/// Names of blocks that several programs use, each in its own way: games, a position, or lines of keys and values, of which one may be a position.
const MIXED: [&str; 3] = ["chess", "chessboard", "chess-fen"];

/// The key of a line of such a block that has a position.
const POSITION_KEY: &str = "fen";

/// Whether blocks of this name, in any case, may be ours.
pub(crate) fn is_ours(name: &str) -> bool {
    let is_name = |other: &str| other.eq_ignore_ascii_case(name);
    LANGUAGES.iter().any(|(other, _)| is_name(other)) || MIXED.into_iter().any(is_name)
}

/// The blocks in the code of a document with this name in lower case: `lines` without the ends of lines. One, or one for each line with a position.
pub(crate) fn blocks_of_code(name: &str, document: &str, lines: &[Range<usize>]) -> Vec<Block> {
    let language = LANGUAGES.iter().find(|(other, _)| *other == name).map(|(_, language)| *language);
    let first = lines.iter().map(|line| document[line.clone()].trim()).find(|line| !line.is_empty());
    let Some(first) = first else { return Vec::new() };
    match language.or_else(|| language_of(first)) {
        Some(language) if !has_keys(first) => {
            let block = block_of_lines(language, document, lines);
            let is_readable = language != BlockLanguage::Pgn || !begins_in_the_middle(block.text());
            if is_readable { vec![block] } else { Vec::new() }
        }
        _ => lines.iter().filter_map(|line| position_of_line(document, line.clone())).collect(),
    }
}

/// The block of all lines.
pub(crate) fn block_of_lines(language: BlockLanguage, document: &str, lines: &[Range<usize>]) -> Block {
    let mut block = Block::new(language);
    lines.iter().for_each(|line| block.add_line(document, line.clone()));
    block
}

/// What a text is that begins with this line, where that is plain.
fn language_of(line: &str) -> Option<BlockLanguage> {
    if is_position(line) {
        return Some(BlockLanguage::Fen);
    }
    let is_tag = line.starts_with('[') && line.contains('"');
    let is_number = line.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with('.')
        && line.starts_with(|letter: char| letter.is_ascii_digit());
    (is_tag || is_number).then_some(BlockLanguage::Pgn)
}

/// Whether a text begins with a later move than the first of a game, and does not say from which position: nobody can tell whether its moves are
/// legal.
pub(crate) fn begins_in_the_middle(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('{') {
        rest = comment.split_once('}').map_or("", |(_, rest)| rest.trim_start());
    }
    let moves = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = &rest[..rest.len() - moves.len()];
    let is_black = moves.starts_with('…') || moves.trim_start().starts_with("..");
    !number.is_empty()
        && moves.trim_start().starts_with(['.', '…'])
        && (is_black || number.trim_start_matches('0') != "1")
}

/// Whether a text begins with a piece placement: eight ranks.
pub(crate) fn is_position(text: &str) -> bool {
    let placement = text.split_whitespace().next().unwrap_or("");
    placement.split('/').count() == 8
        && placement.chars().all(|letter| letter == '/' || letter.is_ascii_digit() || letter.is_ascii_alphabetic())
}

/// Whether a line is a key with its value, as plugins read them: `orientation: white`.
fn has_keys(line: &str) -> bool {
    let Some((key, _)) = line.split_once(':') else { return false };
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_')
}

/// The position of a line such as `fen: 8/8/8/8/8/8/8/K1k5 w - - 0 1`, with or without quotes.
fn position_of_line(document: &str, line: Range<usize>) -> Option<Block> {
    let (key, value) = document[line.clone()].split_once(':')?;
    let is_key = key.trim().eq_ignore_ascii_case(POSITION_KEY);
    let value = value.trim().trim_matches(['"', '\'']).trim();
    if !is_key || !is_position(value) {
        return None;
    }
    let start = line.start + document[line].rfind(value)?;
    let mut block = Block::new(BlockLanguage::Fen);
    block.add_part(document, start..start + value.len());
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The languages and texts of the blocks in code with this name.
    fn found<'a>(name: &str, code: &'a str) -> Vec<(&'static str, &'a str)> {
        let mut start = 0;
        let lines: Vec<Range<usize>> = code
            .split_inclusive('\n')
            .map(|line| {
                start += line.len();
                start - line.len()..start - line.len() + line.trim_end().len()
            })
            .collect();
        let shown = |block: &Block| (block.language().name(), &code[block.extent()]);
        blocks_of_code(name, code, &lines).iter().map(shown).collect()
    }

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_name_or_the_text_tells_the_language() {
        for (name, code, expected) in [
            ("pgn", "1. e4", Some("pgn")),
            ("pgn", "e4 e5", Some("pgn")),
            ("epd", FEN, Some("epd")),
            ("fen", FEN, Some("fen")),
            ("chess", "[Event \"a\"]\n1. e4", Some("pgn")),
            ("chess", "\n1. e4 e5", Some("pgn")),
            ("chess", "1... e5", None),
            ("pgn", "{a} {b}\n12. Nf3", None),
            ("pgn", "1… e5", None),
            ("pgn", "01. e4", Some("pgn")),
            ("pgn", "1-0", Some("pgn")),
            ("pgn", "[FEN \"a\"]\n\n12. Nf3", Some("pgn")),
            ("chess", FEN, Some("fen")),
            ("chessboard", FEN, Some("fen")),
            ("chess", "e4", None),
            ("chess", "board", None),
            ("chess", "", None),
            ("pgn", "\n\n", None),
        ] {
            assert_eq!(found(name, code).first().map(|(language, _)| *language), expected, "{name}: {code}");
        }
    }

    #[test]
    fn of_keys_and_values_the_position_is_ours() {
        let quoted = format!("orientation: black\nfen: \"{FEN}\"\n");
        let plain = format!("fen: {FEN}\narrows: e2e4\nfen:   8/8\n");
        for code in [&quoted, &plain] {
            assert_eq!(found("chess", code), [("fen", FEN)]);
            assert_eq!(found("pgn", code), [("fen", FEN)]);
        }
        assert_eq!(found("chess", "opening: Sicilian\nid: 1. e4"), []);
        assert_eq!(found("pgn", "chessStudyId: abc"), []);
    }
}
