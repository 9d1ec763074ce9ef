//! The outline of a file of records, and what can be folded in it.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line, Record};
use scoresheet_grammar::fen::Fen;

use crate::folding::{Fold, FoldKind};
use crate::symbols::{Symbol, SymbolKind};

/// A line of the outline for every record: its `id` or its number, the side to move and the material. Linear in the file.
pub fn symbols(file: &EpdFile) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for (start, line) in file.lines() {
        let Line::Record(record) = Line::read(line) else { continue };
        let in_file = |range: &Range<usize>| range.start + start..range.end + start;
        let fen = record.fen(line);
        symbols.push(Symbol {
            depth: 0,
            name: id(line, &record).unwrap_or_else(|| format!("Record {}", symbols.len() + 1)),
            detail: detail(line, &fen),
            kind: SymbolKind::Game,
            range: in_file(&record.range),
            selection_range: in_file(&record.fields),
        });
    }
    symbols
}

fn id(line: &str, record: &Record) -> Option<String> {
    let operation = record.operation(line, "id")?;
    let words = record.operands(operation).iter().map(|operand| line[operand.inner()].trim());
    let id = words.collect::<Vec<_>>().join(" ");
    (!id.is_empty()).then_some(id)
}

/// "White to move, Q2R5P – Q2RB4P".
fn detail(line: &str, fen: &Fen) -> Option<String> {
    let turn = match &line[fen.turn.clone()?] {
        "w" => "White to move",
        "b" => "Black to move",
        _ => return None,
    };
    Some(format!("{turn}, {} – {}", material(fen, true), material(fen, false)))
}

/// The pieces of a side besides its king, each with its count before it where there are several.
fn material(fen: &Fen, is_white: bool) -> String {
    let mut material = String::new();
    for letter in "QRBNP".chars() {
        let written = if is_white { letter } else { letter.to_ascii_lowercase() };
        match fen.pieces.iter().filter(|piece| piece.letter == written).count() {
            0 => {}
            1 => material.push(letter),
            count => material.push_str(&format!("{count}{letter}")),
        }
    }
    if material.is_empty() { "K".to_owned() } else { material }
}

/// The blocks of a file: remarks of several lines, and the records below a remark or between blank lines, where there are
/// several such blocks. Linear in the file.
pub fn folds(file: &EpdFile) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut block: Option<Block> = None;
    for (start, line) in file.lines() {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        match Line::read(line) {
            Line::Blank => close(block.take(), &mut folds),
            Line::Comment(_) => match &mut block {
                Some(Block { all, remark: Some(remark), has_records: false, .. }) => {
                    (all.end, remark.end) = (range.end, range.end);
                }
                _ => {
                    close(block.take(), &mut folds);
                    block = Some(Block { all: range.clone(), remark: Some(range), has_records: false, lines: 0 });
                }
            },
            Line::Record(_) => {
                let block =
                    block.get_or_insert(Block { all: range.clone(), remark: None, has_records: false, lines: 0 });
                block.all.end = range.end;
                block.has_records = true;
            }
        }
        if let Some(block) = &mut block {
            block.lines += 1;
        }
    }
    close(block, &mut folds);
    // All of a file is no block.
    let whole = file.lines().next().map(|(_, line)| line.trim_end_matches(['\n', '\r']).len());
    folds.retain(|fold| {
        fold.kind == FoldKind::Comment
            || fold.range.start > 0
            || whole.is_some_and(|_| fold.range.end + 2 < file.text_length())
    });
    folds
}

struct Block {
    all: Range<usize>,
    remark: Option<Range<usize>>,
    has_records: bool,
    lines: usize,
}

fn close(block: Option<Block>, folds: &mut Vec<Fold>) {
    let Some(block) = block.filter(|block| block.lines > 1) else { return };
    let kind = if block.has_records { FoldKind::Game } else { FoldKind::Comment };
    folds.push(Fold { range: block.all, kind });
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
    }
}
