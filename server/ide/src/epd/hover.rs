//! Hover in records: fields, opcodes and operands.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line, Operation};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position};

use crate::hover::page::Page;
use crate::hover::{Hover, Style};
use scoresheet_chess::epd::at::{place_of, record_at};
use scoresheet_chess::epd::opcodes::{FIRST_MATE, MATE};
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::steps::Steps;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::openings::opening;
use scoresheet_chess::position_facts::facts;

/// Describes the field, opcode or operand at byte `offset` of the file. Parses only its line.
pub fn hover(file: &EpdFile, kind: RecordKind, offset: usize, style: Style) -> Option<Hover> {
    let record = record_at(file, kind, offset)?;
    let at = offset - record.start;
    let mut page = Page::new(style);
    let range = field(&record.view, at, &mut page).or_else(|| operation(&record.view, at, &mut page))?;
    Some(Hover { range: record.in_file(range), content: page.finish() })
}

fn field(view: &RecordView, at: usize, page: &mut Page) -> Option<Range<usize>> {
    let fen = view.fen();
    let four = [&fen.placement, &fen.turn, &fen.castling, &fen.en_passant];
    let others = [&fen.halfmove, &fen.fullmove, &fen.holdings, &fen.checks];
    let ranges = four.into_iter().chain(others);
    let mut described = ranges.zip(FIELDS).filter_map(|(range, field)| Some((range.clone()?, field)));
    let (range, (title, meaning)) = described.find(|(range, _)| place_of([range], at).is_some())?;
    let is_turn = Some(&range) == fen.turn.as_ref();
    page.title(title, turn(view).filter(|_| is_turn).unwrap_or(""));
    page.line(meaning);
    if let Some(position) = Steps::of(view).position(None).filter(|_| is_turn || Some(&range) == fen.placement.as_ref())
    {
        describe_position(&position, None, page);
    }
    Some(range)
}

/// The fields of EPD, those that FEN adds, and those of variants: name and meaning.
const FIELDS: [(&str, &str); 8] = [
    (
        "Piece placement",
        "The pieces from a8 to h1: White's in capitals, a digit for empty squares, a slash between ranks (section 16.2.3.1).",
    ),
    ("Active color", "The side to move: w or b (section 16.2.3.2)."),
    (
        "Castling availability",
        "The castling that kings and rooks have not forfeited: KQ for White, kq for Black, the files of the rooks in Chess960, \
         a hyphen for none (section 16.2.3.3).",
    ),
    (
        "En passant target square",
        "The square that a pawn has just skipped with a double step, even if no capture there is possible; a hyphen for none \
         (section 16.2.3.4).",
    ),
    (
        "Halfmove clock",
        "The plies since the last pawn move or capture (section 16.1.3.5). In EPD this is the operation hmvc.",
    ),
    ("Fullmove number", "The number of the next move (section 16.1.3.6). In EPD this is the operation fmvn."),
    ("Pieces in hand", "The pieces that each side can drop, as in Crazyhouse. Not in the standard."),
    (
        "Check counts",
        "The checks that each side has left to give or has given, as in Three-check. Not in the standard.",
    ),
];

fn turn(view: &RecordView) -> Option<&'static str> {
    Some(view.position()?.turn().fold_wb("White to move", "Black to move"))
}

fn operation(view: &RecordView, at: usize, page: &mut Page) -> Option<Range<usize>> {
    let ranges: Vec<Range<usize>> = view.record.operations.iter().map(|operation| operation.range.clone()).collect();
    let index = place_of(&ranges, at)?;
    let operation = &view.record.operations[index];
    let moves = view.moves_of(index);
    if let Some(place) = place_of(moves.iter().map(|operand| &operand.range), at) {
        return describe_move(view, index, place, page);
    }
    let name = view.opcode(operation);
    let Some(known) = view.known(operation) else {
        let is_private = name.starts_with(|first: char| first.is_ascii_uppercase());
        let owner = if is_private {
            "is private to a program (section 16.2.4.2)."
        } else {
            "is not an opcode of the standard."
        };
        page.title(name, owner);
        return Some(operation.opcode.clone());
    };
    page.title(name, known.title);
    page.line(known.summary);
    if let Some(value) = value(view, operation) {
        page.line(&value);
    }
    let section =
        if known.section.is_empty() { "not in the standard".to_owned() } else { format!("section {}", known.section) };
    page.line(&format!("Takes {} ({section}).", known.operands.describe()));
    Some(operation.range.clone())
}

/// Returns the meaning of the number of a `ce` operation.
fn value(view: &RecordView, operation: &Operation) -> Option<String> {
    let operand = view.operands(operation).first()?;
    let number: i64 = view.text(operand.range.clone()).parse().ok()?;
    if view.opcode(operation) != "ce" || !(-MATE..=MATE).contains(&number) {
        return None;
    }
    Some(evaluation(number, view.position().map(Position::turn)))
}

/// Formats an evaluation: "+0.35 pawns for White.", "Mate in 3 for White."
///
/// `centipawns` is the operand of `ce`, from the point of view of `turn` (section 16.2.5.6).
pub fn evaluation(centipawns: i64, turn: Option<Color>) -> String {
    let (us, them) = match turn {
        Some(turn) => (turn.fold_wb("White", "Black"), turn.fold_wb("Black", "White")),
        None => ("the side to move", "the other side"),
    };
    let plies = MATE - centipawns.abs();
    match centipawns {
        _ if centipawns == -MATE => "The position is illegal.".to_owned(),
        _ if centipawns >= FIRST_MATE => format!("Mate in {} for {us}.", (plies + 1) / 2),
        _ if centipawns <= -FIRST_MATE => format!("Mate in {} for {them}.", plies / 2),
        _ => format!(
            "{}{}.{:02} pawns for {us}.",
            if centipawns < 0 { "-" } else { "+" },
            centipawns.abs() / 100,
            centipawns.abs() % 100
        ),
    }
}

/// Returns the evaluations on the lines that `range` overlaps, each with the byte offset in the file after which it can
/// be shown.
pub fn evaluations(file: &EpdFile, kind: RecordKind, range: Range<usize>) -> Vec<(usize, String)> {
    let lines = file.lines_from(range.start).take_while(|(start, _)| *start <= range.end);
    let records = lines.filter_map(|(start, line)| {
        let Line::Record(record) = Line::read(line) else { return None };
        let view = RecordView::new(line, record, kind);
        let operation = view.operation("ce")?;
        Some((start + view.body(operation).end, value(&view, operation)?))
    });
    records.collect()
}

fn describe_move(view: &RecordView, operation: usize, place: usize, page: &mut Page) -> Option<Range<usize>> {
    let moves = view.moves_of(operation);
    let known = view.known(&view.record.operations[operation])?;
    let operand = &moves[place];
    let steps = Steps::of(view);
    let index = view.moves.partition_point(|operand| operand.operation < operation) + place;
    let (number, turn) = steps.number_and_turn(index);
    match operand.san() {
        Some(san) => {
            page.title(
                &format!("{} {san}", indication(number, turn)),
                &format!("in {} ({}).", known.name, known.title),
            );
            if san != view.text(operand.range.clone()) {
                page.line(&format!("Written as {}.", view.text(operand.range.clone())));
            }
        }
        None => page.title(&operand.text, "is illegal or ambiguous here."),
    }
    // After an illegal move, show the last known position.
    let known = steps.path(index).rev().find_map(|step| Some((steps.position(Some(step))?, view.moves[step].action())));
    let (position, last) = known.or_else(|| Some((steps.position(None)?, None)))?;
    if let Some(opening) = opening(&position) {
        page.line(&format!("{} {}", opening.eco, opening.name));
    }
    describe_position(&position, last, page);
    Some(operand.range.clone())
}

/// Describes a position: board and facts.
fn describe_position(position: &VariantPosition, last: Option<Move>, page: &mut Page) {
    page.line(&facts(position, 1).join(" "));
    page.position(position, last);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    fn shown(text: &str) -> Option<(String, String)> {
        let (text, offset) = with_cursor(text);
        let file = EpdFile::parse(&text);
        let hover = hover(&file, RecordKind::default(), offset, Style::Plain)?;
        Some((text[hover.range].to_owned(), hover.content))
    }

    #[track_caller]
    fn check(text: &str, range: &str, beginning: &str) {
        let (at, content) = shown(text).expect("a hover");
        assert_eq!(at, range);
        assert!(content.starts_with(beginning), "{content}");
    }

    #[test]
    fn fields_and_operations_are_explained() {
        check("\n4k3/8/8/8/8<|>/8/4P3/4K3 w - - bm e4;", "4k3/8/8/8/8/8/4P3/4K3", "Piece placement\nThe pieces");
        check("4k3/8/8/8/8/8/4P3/4K3 w<|> - - bm e4;", "w", "Active color White to move");
        check("4k3/8/8/8/8/8/4P3/4K3 w - - b<|>m e4 e3;", "bm e4 e3;", "bm best move(s)\nThe best moves here");
        check("4k3/8/8/8/8/8/4P3/4K3 b - - ce -3<|>5;", "ce -35;", "ce centipawn evaluation");
        check("4k3/8/8/8/8/8/4P3/4K3 w - - D<|>1 6;", "D1", "D1 is private");
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4 Kd<|>7;",
            "Kd7",
            "1... Kd7 in pv (predicted variation).\nWhite is a pawn up.",
        );
        check("4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke<|>4;", "Ke4", "Ke4 is illegal or ambiguous here.");
        let (_, content) = shown("4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4 Kd<|>7;").unwrap();
        assert!(content.ends_with("\n8/3k4/8/8/4P3/8/8/4K3 w - - 1 2"), "{content}");
        let (_, content) = shown("4k3/8/8/8/8/8/4P3/4K3<|> w - - fmvn 40; hmvc 7;").unwrap();
        assert!(
            content.contains("\nWhite is a pawn up. White has 6 legal moves.\n")
                && content.ends_with("\n4k3/8/8/8/8/8/4P3/4K3 w - - 7 40"),
            "{content}"
        );
        let (_, content) = shown("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm N<|>f3;").unwrap();
        assert!(
            content.contains("C40 King's Knight Opening")
                && content.contains("Material is even. Black has 29 legal moves."),
            "{content}"
        );
        assert_eq!(shown("# a re<|>mark"), None);
    }

    #[test]
    fn evaluations_follow_their_operation() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 35; dm x;\n# ce 1\n4k3/8/8/8/8/8/4P3/4K3 b - - ce 99999;\n";
        let found = evaluations(&EpdFile::parse(text), RecordKind::default(), 0..text.len());
        assert_eq!(found, [(text.find(';').unwrap(), "+0.35 pawns for White.".to_owned())]);
    }

    #[test]
    fn evaluations_are_put_into_words() {
        assert_eq!(evaluation(35, Some(Color::Black)), "+0.35 pawns for Black.");
        assert_eq!(evaluation(-1205, None), "-12.05 pawns for the side to move.");
        assert_eq!(evaluation(32758, Some(Color::White)), "Mate in 5 for White.");
        assert_eq!(evaluation(-32757, Some(Color::White)), "Mate in 5 for Black.");
    }
}
