//! The first field: ranks from 8 to 1, files from a to h (standard, section 16.1.3.1).

use std::ops::Range;

use super::standard::is_standard_placement;
use super::{Fen, FenFaultKind, FenPiece};

/// Reads the placement field, with pieces in hand after it.
pub(super) fn read(text: &str, field: Range<usize>, fen: &mut Fen) {
    if is_standard_placement(&text.as_bytes()[field.clone()]) {
        return read_standard(text, field, fen);
    }
    let ranks = read_holdings(text, field.clone(), fen);
    fen.placement = Some(ranks.clone());

    let mut start = ranks.start;
    let mut lengths = Vec::with_capacity(8);
    fen.pieces.reserve(USUAL_PIECES);
    let mut ninth = None;
    for (index, rank) in text[ranks.clone()].split('/').enumerate() {
        let range = start..start + rank.len();
        if index < 8 {
            lengths.push(read_rank(text, range, index, fen));
        } else {
            ninth.get_or_insert(range.start);
        }
        start += rank.len() + 1;
    }

    let found = text[ranks.clone()].split('/').count();
    // Where slashes were forgotten, the rank that is too long says it all.
    let forgotten = lengths.iter().filter(|&&squares| squares == 16).count();
    if found + forgotten != 8 {
        fen.fault(FenFaultKind::RankCount { found }, ninth.unwrap_or(ranks.start)..ranks.end);
    }
    write_placement(fen);
}

/// Reads what nearly all FENs have: nothing in it can be wrong.
fn read_standard(text: &str, field: Range<usize>, fen: &mut Fen) {
    fen.values.placement = text[field.clone()].to_owned();
    fen.placement = Some(field.clone());
    fen.pieces.reserve(USUAL_PIECES);
    let (mut rank, mut file) = (7, 0);
    for (at, byte) in field.clone().zip(text[field].bytes()) {
        match byte {
            b'/' => (rank, file) = (rank - 1, 0),
            b'1'..=b'8' => file += byte - b'0',
            _ => {
                let piece =
                    FenPiece { letter: char::from(byte), square: rank * 8 + file, promoted: false, range: at..at + 1 };
                fen.pieces.push(piece);
                file += 1;
            }
        }
    }
}

/// A board rarely has more pieces.
const USUAL_PIECES: usize = 32;

fn is_piece_letter(letter: char) -> bool {
    matches!(letter.to_ascii_uppercase(), 'P' | 'N' | 'B' | 'R' | 'Q' | 'K')
}

/// Takes `[Qn]` or a ninth part `/Qn` off the field and returns what is left.
fn read_holdings(text: &str, field: Range<usize>, fen: &mut Fen) -> Range<usize> {
    let placement = &text[field.clone()];
    let split = match placement.find('[') {
        Some(bracket) => Some(bracket),
        None => placement.match_indices('/').nth(7).map(|(slash, _)| slash).filter(|slash| {
            let rest = &placement[slash + 1..];
            rest.chars().all(is_piece_letter)
        }),
    };
    let Some(split) = split else {
        return field;
    };
    let start = field.start + split;
    fen.holdings = Some(start..field.end);
    fen.dialect.holdings = true;
    let hand = placement[split + 1..].strip_suffix(']').unwrap_or(&placement[split + 1..]);
    for (offset, letter) in hand.char_indices() {
        if is_piece_letter(letter) {
            fen.values.holdings.push(letter);
        } else if hand != "-" {
            let at = start + 1 + offset;
            fen.fault(FenFaultKind::UnknownPiece(letter), at..at + letter.len_utf8());
        }
    }
    field.start..start
}

/// Reads one rank and returns how many squares it describes; 0 if a character in it was not understood.
fn read_rank(text: &str, range: Range<usize>, index: usize, fen: &mut Fen) -> usize {
    let rank = &text[range.clone()];
    let mut file = 0;
    let mut understood = true;
    let mut digits: Option<(Range<usize>, usize)> = None;
    let mut long_digits = Vec::new();
    let mut letters = rank.char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        let at = range.start + offset;
        if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
            let empty = empty as usize;
            file += empty;
            digits = match digits {
                Some((run, sum)) => Some((run.start..at + 1, sum + empty)),
                None => Some((at..at + 1, empty)),
            };
            continue;
        }
        long_digits.extend(digits.take());
        if !is_piece_letter(letter) {
            understood = false;
            file += 1;
            fen.fault(FenFaultKind::UnknownPiece(letter), at..at + letter.len_utf8());
            continue;
        }
        let promoted = letters.next_if(|(_, mark)| *mark == '~').is_some();
        fen.dialect.promoted |= promoted;
        if let Some(square) = square(index, file) {
            fen.pieces.push(FenPiece { letter, square, promoted, range: at..at + 1 + usize::from(promoted) });
        }
        file += 1;
    }
    long_digits.extend(digits);

    // An unknown character is the slip; the count that it spoils is not another.
    if !understood {
        return 0;
    }
    if file != 8 {
        fen.fault(FenFaultKind::RankLength { rank: 8 - index, squares: file }, range);
        return file;
    }
    for (run, sum) in long_digits {
        if run.len() > 1 {
            fen.fault(FenFaultKind::AdjacentDigits { sum }, run);
        }
    }
    file
}

/// The square of the `index`th rank from the top, 0 for a1; `None` beyond the h-file.
fn square(index: usize, file: usize) -> Option<u8> {
    if file > 7 {
        return None;
    }
    u8::try_from((7 - index) * 8 + file).ok()
}

/// The ranks of a board full of pieces, with their slashes. Bytes.
const LONGEST_PLACEMENT: usize = 71;

/// Writes the pieces back as ranks, with runs of empty squares as one digit.
fn write_placement(fen: &mut Fen) {
    let mut board = [None; 64];
    for piece in &fen.pieces {
        board[usize::from(piece.square)] = Some((piece.letter, piece.promoted));
    }
    let mut written = String::with_capacity(LONGEST_PLACEMENT);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for square in &board[rank * 8..rank * 8 + 8] {
            let Some((letter, promoted)) = square else {
                empty += 1;
                continue;
            };
            push_empty(&mut written, empty);
            empty = 0;
            written.push(*letter);
            if *promoted {
                written.push('~');
            }
        }
        push_empty(&mut written, empty);
        if rank > 0 {
            written.push('/');
        }
    }
    fen.values.placement = written;
}

fn push_empty(written: &mut String, empty: u8) {
    if empty > 0 {
        written.push(char::from(b'0' + empty));
    }
}
