//! Splitting a FEN into its fields, and all of them but the first.

use std::ops::Range;

use super::{Fen, FenFaultKind, FenField, placement};

/// Fills `fen` from `text`.
pub(super) fn read(text: &str, fen: &mut Fen) {
    let mut fields = split(text, fen);
    let Some(first) = fields.first().cloned() else {
        fen.fault(FenFaultKind::Empty, 0..text.len());
        return;
    };
    if !text[first.clone()].contains('/') {
        fen.fault(FenFaultKind::NotAFen, first.start..fields.last().map_or(first.end, |last| last.end));
        return;
    }
    take_semicolon(text, &mut fields, fen);
    placement::read(text, first, fen);

    let mut rest = Fields { text, fields: &fields[1..], end: fields[0].end };
    read_turn(&mut rest, fen);
    read_castling(&mut rest, fen);
    read_en_passant(&mut rest, fen);
    read_checks(&mut rest, fen);
    read_counters(&mut rest, fen);
    read_checks(&mut rest, fen);
    if let (Some(first), Some(last)) = (rest.fields.first(), rest.fields.last()) {
        fen.fault(FenFaultKind::ExtraFields, first.start..last.end);
    }
}

/// The fields not read yet.
struct Fields<'a> {
    text: &'a str,
    fields: &'a [Range<usize>],
    /// Where the field read last ends: the place of whatever is missing next.
    end: usize,
}

impl<'a> Fields<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.fields.first().map(|range| &self.text[range.clone()])
    }

    /// Whether the field after the next is one of castling rights, so that the next is not.
    fn is_castling_next(&self) -> bool {
        self.fields.get(1).is_some_and(|range| is_plain_castling(&self.text[range.clone()]))
    }

    /// Whether as many fields are left as are after the board, with a number at the place of the second last one.
    fn has_all(&self) -> bool {
        self.fields.len() == 5 && is_number(&self.text[self.fields[3].clone()])
    }

    fn take(&mut self) -> Option<Range<usize>> {
        let (first, rest) = self.fields.split_first()?;
        self.fields = rest;
        self.end = first.end;
        Some(first.clone())
    }

    fn missing(&self, field: FenField, fen: &mut Fen) {
        fen.fault(FenFaultKind::MissingField(field), self.end..self.end);
    }
}

/// The signs that separate fields in a text without spaces, as in addresses of web pages.
const SIGNS: [&str; 3] = ["_", "%20", "+"];

/// The fields' ranges.
fn split(text: &str, fen: &mut Fen) -> Vec<Range<usize>> {
    let is_whole = !text.trim().contains(char::is_whitespace);
    let parts: Vec<&str> = match SIGNS.iter().find(|sign| is_whole && text.contains(**sign)) {
        Some(sign) => text.split(sign).collect(),
        None => text.split(char::is_whitespace).collect(),
    };

    let mut fields = Vec::new();
    let mut end = 0;
    for field in parts.into_iter().filter(|field| !field.is_empty()) {
        let start = field.as_ptr() as usize - text.as_ptr() as usize;
        check_separator(text, end..start, fields.is_empty(), fen);
        end = start + field.len();
        fields.push(start..end);
    }
    if !fields.is_empty() && end < text.len() {
        fen.fault(FenFaultKind::SurplusSpace, end..text.len());
    }
    fields
}

fn check_separator(text: &str, gap: Range<usize>, leading: bool, fen: &mut Fen) {
    let separator = &text[gap.clone()];
    if leading && !separator.is_empty() {
        fen.fault(FenFaultKind::SurplusSpace, gap);
    } else if separator.len() > 1 && separator.chars().all(|letter| letter == ' ') {
        fen.fault(FenFaultKind::SurplusSpace, gap.start + 1..gap.end);
    } else if !leading && separator.contains(|letter: char| !letter.is_whitespace()) {
        // All of them are one habit.
        if fen.faults.iter().all(|fault| fault.kind != FenFaultKind::SeparatorSign) {
            fen.fault(FenFaultKind::SeparatorSign, gap);
        }
    } else if !leading && separator != " " {
        fen.fault(FenFaultKind::Separator, gap);
    }
}

/// EPD lines cut at the wrong place leave their semicolon after.
fn take_semicolon(text: &str, fields: &mut Vec<Range<usize>>, fen: &mut Fen) {
    let Some(last) = fields.last_mut().filter(|last| text[(*last).clone()].ends_with(';')) else {
        return;
    };
    fen.faults.push(super::FenFault { kind: FenFaultKind::StraySemicolon, range: last.end - 1..last.end });
    last.end -= 1;
    if last.start == last.end && fields.len() > 1 {
        fields.pop();
    }
}

/// Standard, section 16.1.3.2.
fn read_turn(rest: &mut Fields<'_>, fen: &mut Fen) {
    let meant = match rest.peek() {
        Some("w") => 'w',
        Some("b") => 'b',
        Some(word) if word.eq_ignore_ascii_case("w") || word.eq_ignore_ascii_case("white") => 'w',
        Some(word) if word.eq_ignore_ascii_case("b") || word.eq_ignore_ascii_case("black") => 'b',
        Some(word) if rest.has_all() || word != "-" && (!is_plain_castling(word) || rest.is_castling_next()) => {
            fen.turn = rest.take();
            fen.fault(FenFaultKind::SideToMove, fen.turn.clone().unwrap_or_default());
            return;
        }
        _ => return rest.missing(FenField::Turn, fen),
    };
    let spelled = rest.peek().is_some_and(|word| word.len() == 1 && word.starts_with(meant));
    fen.turn = rest.take();
    fen.values.black_to_move = meant == 'b';
    if !spelled {
        fen.fault(FenFaultKind::SideToMoveSpelling { meant }, fen.turn.clone().unwrap_or_default());
    }
}

/// Standard, section 16.1.3.3; the files' letters are X-FEN and Shredder-FEN.
fn read_castling(rest: &mut Fields<'_>, fen: &mut Fen) {
    let field = match rest.peek() {
        Some(field) if !is_number(field) && !is_square(field) => field,
        _ => return rest.missing(FenField::Castling, fen),
    };
    let Some(range) = rest.take() else { return };
    fen.castling = Some(range.clone());
    if field == "-" {
        return;
    }
    let mut seen = String::new();
    let mut too_many = None;
    for (offset, letter) in field.char_indices() {
        let at = range.start + offset;
        let place = at..at + letter.len_utf8();
        if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
            fen.fault(FenFaultKind::CastlingLetter(letter), place);
        } else if seen.contains(letter) {
            fen.fault(FenFaultKind::CastlingRepeated(letter), place);
        } else if seen.chars().filter(|other| other.is_uppercase() == letter.is_uppercase()).count() == 2 {
            too_many = Some(too_many.map_or(place.clone(), |first: Range<usize>| first.start..place.end));
        } else {
            seen.push(letter);
            fen.dialect.castling_files |= !is_plain_right(letter);
        }
    }
    if let Some(place) = too_many {
        fen.fault(FenFaultKind::CastlingTooMany, place);
    }
    let ordered: String = "KQkq".chars().filter(|letter| seen.contains(*letter)).collect();
    if seen == field && is_plain_castling(field) && seen != ordered {
        fen.fault(FenFaultKind::CastlingOrder, range);
        seen = ordered;
    }
    fen.values.castling = seen;
}

/// Standard, section 16.1.3.4.
fn read_en_passant(rest: &mut Fields<'_>, fen: &mut Fen) {
    let field = match rest.peek() {
        Some(field) if !is_number(field) => field,
        _ => return rest.missing(FenField::EnPassant, fen),
    };
    let Some(range) = rest.take() else { return };
    fen.en_passant = Some(range.clone());
    if field == "-" {
        return;
    }
    if !is_square(field) {
        fen.fault(FenFaultKind::EnPassantSquare, range);
        return;
    }
    let expected = if fen.values.black_to_move { '3' } else { '6' };
    if !field.ends_with(expected) {
        fen.fault(FenFaultKind::EnPassantRank { expected }, range);
        return;
    }
    fen.values.en_passant = field.to_owned();
}

/// Three-check counts are before the counters (`3+3`, checks left) or after them (`+0+0`, checks given).
fn read_checks(rest: &mut Fields<'_>, fen: &mut Fen) {
    let Some(field) = rest.peek().filter(|field| fen.checks.is_none() && is_checks(field)) else {
        return;
    };
    fen.values.checks = field.to_owned();
    fen.dialect.checks = true;
    fen.checks = rest.take();
}

/// Standard, sections 16.1.3.5 and 16.1.3.6.
fn read_counters(rest: &mut Fields<'_>, fen: &mut Fen) {
    fen.values.fullmove = 1;
    let Some(first) = rest.peek() else {
        return rest.missing(FenField::Halfmove, fen);
    };
    fen.halfmove = rest.take();
    let range = fen.halfmove.clone().unwrap_or_default();
    let alone = rest.peek().is_none_or(is_checks);
    if alone && first.len() > 1 && first.starts_with('0') && is_number(first) {
        fen.fault(FenFaultKind::CountersRunTogether, range);
        fen.values.fullmove = first[1..].parse().unwrap_or(u32::MAX);
        return;
    }
    match number(first) {
        Some(clock) => fen.values.halfmove = clock,
        None => fen.fault(FenFaultKind::NotANumber(FenField::Halfmove), range),
    }
    if alone {
        return rest.missing(FenField::Fullmove, fen);
    }
    let Some(second) = rest.peek() else { return };
    fen.fullmove = rest.take();
    let range = fen.fullmove.clone().unwrap_or_default();
    match number(second) {
        Some(0) => fen.fault(FenFaultKind::MoveNumberZero, range),
        Some(number) => fen.values.fullmove = number,
        None => fen.fault(FenFaultKind::NotANumber(FenField::Fullmove), range),
    }
}

/// Whether this is a letter of the standard's own castling field.
fn is_plain_right(letter: char) -> bool {
    matches!(letter, 'K' | 'Q' | 'k' | 'q')
}

fn is_plain_castling(field: &str) -> bool {
    field.bytes().all(|letter| is_plain_right(letter.into()))
}

fn is_square(field: &str) -> bool {
    matches!(field.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

fn is_number(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_checks(field: &str) -> bool {
    matches!(field.as_bytes(), [b'0'..=b'3', b'+', b'0'..=b'3'] | [b'+', b'0'..=b'3', b'+', b'0'..=b'3'])
}

/// The value of a run of digits, at most `u32::MAX`.
fn number(field: &str) -> Option<u32> {
    is_number(field).then(|| field.parse().unwrap_or(u32::MAX))
}
