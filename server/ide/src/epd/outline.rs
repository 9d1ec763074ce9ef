//! The outline and the folding ranges of a file of records.

use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::epd::{EpdFile, Line, Record, Records};

use crate::folding::{Fold, FoldKind};
use crate::symbols::{Symbol, SymbolKind};

/// Returns a symbol for every record: its `id` or its number, the side to move and the material. Linear in the file.
pub fn symbols(file: &EpdFile) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for (start, chunk) in file.units() {
        let of_chunk = symbols_of(chunk, symbols.len()).into_iter().map(|mut symbol| {
            for range in [&mut symbol.range, &mut symbol.selection_range] {
                *range = range.start + start..range.end + start;
            }
            symbol
        });
        symbols.extend(of_chunk);
    }
    symbols
}

/// Returns the symbols of a chunk of a file, with ranges relative to the chunk.
///
/// `records_before` is the number of records in the chunks before it. Linear in the chunk.
pub fn symbols_of(chunk: &Records, records_before: usize) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for (start, line) in chunk.lines() {
        let Line::Record(record) = Line::read(line) else { continue };
        let in_chunk = |range: &Range<usize>| range.start + start..range.end + start;
        let id = id(line, &record);
        symbols.push(Symbol {
            depth: 0,
            is_numbered: id.is_none(),
            name: id.unwrap_or_else(|| format!("Record {}", records_before + symbols.len() + 1)),
            detail: detail(line, &record),
            kind: SymbolKind::Game,
            range: in_chunk(&record.range),
            selection_range: in_chunk(&record.fields),
        });
    }
    symbols
}

/// Returns the number of records in a chunk.
pub fn records_in(chunk: &Records) -> usize {
    chunk.lines().filter(|(_, line)| matches!(read_start(line), Line::Record(_))).count()
}

/// Returns the number of records before the line that begins at byte `offset`. Linear in the file up to there.
pub fn records_before(file: &EpdFile, offset: usize) -> usize {
    let chunks = file.units().take_while(|(start, _)| *start < offset);
    let in_chunk = |(start, chunk): (usize, &Arc<Records>)| {
        if start + chunk.text().len() <= offset {
            return records_in(chunk);
        }
        let lines = chunk.lines().take_while(|(line_start, _)| start + line_start < offset);
        lines.filter(|(_, line)| matches!(read_start(line), Line::Record(_))).count()
    };
    chunks.map(in_chunk).sum()
}

fn id(line: &str, record: &Record) -> Option<String> {
    let operation = record.operation(line, "id")?;
    let mut id = String::new();
    for operand in record.operands(operation) {
        if !id.is_empty() {
            id.push(' ');
        }
        id.push_str(line[operand.inner()].trim());
    }
    (!id.is_empty()).then_some(id)
}

/// "White to move, Q2R5P – Q2RB4P".
fn detail(line: &str, record: &Record) -> Option<String> {
    // Fast path: few records have pieces in hand, and there can be millions.
    let mut words = line[record.fields.clone()].split(' ');
    if let (Some(placement), Some(turn @ ("w" | "b"))) = (words.next(), words.next())
        && !placement.contains('[')
    {
        return Some(turn_and_material(turn == "w", placement.chars()));
    }
    let fen = record.fen(line);
    match &line[fen.turn.clone()?] {
        turn @ ("w" | "b") => Some(turn_and_material(turn == "w", fen.pieces.iter().map(|piece| piece.letter))),
        _ => None,
    }
}

/// Most details are no longer, in bytes.
const USUAL_DETAIL: usize = 40;

/// Formats the side to move and the material. `letters` can contain other characters than the letters of pieces.
fn turn_and_material(is_white: bool, letters: impl Iterator<Item = char>) -> String {
    let mut counts = [0_usize; 128];
    letters.filter(char::is_ascii).for_each(|letter| counts[letter as usize] += 1);
    let mut detail = String::with_capacity(USUAL_DETAIL);
    detail.push_str(if is_white { "White to move, " } else { "Black to move, " });
    push_material(&mut detail, |letter| counts[letter as usize]);
    detail.push_str(" – ");
    push_material(&mut detail, |letter| counts[letter.to_ascii_lowercase() as usize]);
    detail
}

/// Appends the pieces of a side without its king, each with its count if above one; `K` for a bare king.
fn push_material(text: &mut String, count: impl Fn(char) -> usize) {
    let before = text.len();
    for letter in "QRBNP".chars() {
        match count(letter) {
            0 => continue,
            1 => {}
            count if count < 10 => text.push((b'0' + count as u8) as char),
            count => text.push_str(&count.to_string()),
        }
        text.push(letter);
    }
    if text.len() == before {
        text.push('K');
    }
}

/// Returns the folding ranges of a file: comments of several lines, and blocks of records below a comment or between
/// blank lines, where there are several blocks. Linear in the file.
pub fn folds(file: &EpdFile) -> Vec<Fold> {
    let blocks = blocks(file);
    let is_whole_file = blocks.len() == 1 && !blocks[0].begins_with_comment;
    let folded = blocks.into_iter().filter(|block| block.lines > 1 && !is_whole_file);
    let fold = |block: Block| Fold {
        range: block.range,
        kind: if block.has_records { FoldKind::Game } else { FoldKind::Comment },
    };
    folded.map(fold).collect()
}

/// A run of lines that folds.
struct Block {
    range: Range<usize>,
    lines: usize,
    begins_with_comment: bool,
    has_records: bool,
}

/// Returns the runs of lines that blank lines separate. A comment after records begins another run.
fn blocks(file: &EpdFile) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (start, line) in file.lines() {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        let is_comment = match read_start(line) {
            Line::Blank => {
                is_open = false;
                continue;
            }
            Line::Comment(_) => true,
            Line::Record(_) => false,
        };
        match blocks.last_mut().filter(|block| is_open && !(is_comment && block.has_records)) {
            Some(block) => {
                block.range.end = range.end;
                block.lines += 1;
                block.has_records |= !is_comment;
            }
            None => blocks.push(Block { range, lines: 1, begins_with_comment: is_comment, has_records: !is_comment }),
        }
        is_open = true;
    }
    blocks
}

/// The number of bytes that nearly always suffice to tell the kind of a line.
const START_BYTES: usize = 8;

/// Returns the kind of a line; the parts of the result are incomplete.
fn read_start(line: &str) -> Line {
    match Line::read(&line[..line.floor_char_boundary(START_BYTES)]) {
        Line::Blank => Line::read(line),
        known => known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_named_after_their_id() {
        let text = "# x\n4k3/8/8/8/8/8/4P3/R3K2R w - - id \"BK.01\";\n\n4k1n1/8/8/8/8/8/8/4K3 b - -\nstartpos\n";
        let lines: Vec<String> = symbols(&EpdFile::parse(text))
            .into_iter()
            .map(|symbol| {
                format!("{}: {} {}", &text[symbol.selection_range], symbol.name, symbol.detail.unwrap_or_default())
            })
            .collect();
        assert_eq!(
            lines,
            [
                "4k3/8/8/8/8/8/4P3/R3K2R w - -: BK.01 White to move, 2RP – K",
                "4k1n1/8/8/8/8/8/8/4K3 b - -: Record 2 Black to move, K – N",
                "startpos: Record 3 "
            ]
        );
    }

    #[test]
    fn material_is_the_same_in_any_form() {
        let plain = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b KQkq -\n8/8/8/4k3/8/4K3/8/QQQ5 w - -\n";
        let odd = plain.replace("8/8/8/8", "44/8/8/8").replace(" b ", "  b ").replace("8/4k3", "44/4k3");
        let details = |text: &str| -> Vec<String> {
            symbols(&EpdFile::parse(text)).into_iter().filter_map(|symbol| symbol.detail).collect()
        };
        assert_eq!(details(plain), ["Black to move, QR2B2N8P – Q2R2B2N8P", "White to move, 3Q – K"]);
        assert_eq!(details(&odd), details(plain));
    }

    #[test]
    fn blocks_fold() {
        let check = |text: &str, expected: &[&str]| {
            let found = folds(&EpdFile::parse(text));
            let found: Vec<&str> = found.iter().map(|fold| &text[fold.range.clone()]).collect();
            assert_eq!(found, expected, "{text:?}");
        };
        check("# a\n# b\n\n8/8 w\n8/8 b\n", &["# a\n# b", "8/8 w\n8/8 b"]);
        check("# a\n8/8 w\n# b\n8/8 b\n8/8 w\n", &["# a\n8/8 w", "# b\n8/8 b\n8/8 w"]);
        check("8/8 w\n8/8 b\n", &[]);
        check("8/8 w\n\n8/8 b", &[]);
        check("          # a\n          # b\n", &["          # a\n          # b"]);
    }
}
