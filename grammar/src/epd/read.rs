//! Reading one line.

use std::ops::Range;

use super::record::{Dialects, Line, Operand, OperandKind, Operation, Record};

/// Fields of an EPD (section 16.2.3).
const FIELDS: usize = 4;

/// Words after them that are no operation, at most: a clock, a move number, counts of checks. Hyphens say
/// nothing and do not count.
const MORE_FIELDS: usize = 4;

impl Line {
    /// Read a line, with its line end or without. Linear in its length.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let Line::Record(record) = Line::read("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n") else { panic!("a record") };
    /// assert!(record.operations[0].is_terminated);
    /// ```
    pub fn read(line: &str) -> Line {
        let content = line.trim_end_matches(['\n', '\r']);
        let mut reader = Reader { text: content, at: 0, record: Record::default() };
        if content.starts_with('\u{FEFF}') {
            reader.at = '\u{FEFF}'.len_utf8();
        }
        let start = reader.at;
        reader.skip_spaces();
        let end = content.trim_end_matches(|letter: char| u8::try_from(letter).is_ok_and(is_space)).len();
        if reader.at >= end {
            return Line::Blank;
        }
        reader.record.range = reader.at..end;
        // Lines that begin like this cannot begin a board.
        if content[reader.at..].starts_with(['#', ';', '%']) {
            return Line::Comment(reader.record.range);
        }
        if reader.at > start || end < content.len() {
            let edges = [&content.as_bytes()[start..reader.at], &content.as_bytes()[end..]];
            reader.note_spaces(edges.iter().any(|edge| edge.iter().any(|byte| *byte != 0)));
            if edges.iter().any(|edge| edge.contains(&0)) {
                reader.record.dialects.add(Dialects::ZERO_BYTE);
            }
        }
        reader.text = &content[..end];
        reader.fields();
        reader.operations();
        Line::Record(reader.record)
    }
}

struct Reader<'line> {
    text: &'line str,
    at: usize,
    record: Record,
}

impl Reader<'_> {
    fn fields(&mut self) {
        self.record.fields = self.at..self.at;
        for index in 0..FIELDS {
            let before = self.at;
            if index > 0 {
                self.separator();
            }
            let Some(word) = self.peek_word().filter(|word| may_be_field(index, &self.text[word.clone()])) else {
                self.at = before;
                return;
            };
            self.at = word.end;
            self.record.fields.end = word.end;
        }
        let mut more_fields = 0;
        while more_fields < MORE_FIELDS {
            let before = self.at;
            self.separator();
            let is_field = |word: &Range<usize>| self.text[word.clone()].starts_with(is_start_of_number);
            let Some(word) = self.peek_word().filter(is_field) else {
                self.at = before;
                return;
            };
            self.at = word.end;
            if self.record.counters.is_none() && &self.text[word.clone()] == "-" {
                self.record.dialects.add(Dialects::HYPHEN);
                self.record.hyphen.get_or_insert(word.clone()).end = word.end;
                continue;
            }
            more_fields += 1;
            self.record.dialects.add(Dialects::COUNTERS);
            self.record.counters.get_or_insert(word.clone()).end = word.end;
        }
    }

    fn operations(&mut self) {
        loop {
            self.separator();
            let Some(first) = self.text.as_bytes().get(self.at) else { return };
            if *first == b';' {
                self.record.dialects.add(Dialects::STRAY_SEMICOLON);
                self.at += 1;
                continue;
            }
            self.operation();
        }
    }

    fn operation(&mut self) {
        let start = self.at;
        let opcode = start..start + self.length_until(|byte| is_space(byte) || byte == b';' || byte == b'"').max(1);
        // A quote or another odd character in place of an opcode is one.
        let opcode = opcode.start..self.text.ceil_char_boundary(opcode.end);
        self.at = opcode.end;
        let first_operand = self.record.operands.len();
        let mut end = opcode.end;
        let mut is_terminated = false;
        loop {
            let before = self.at;
            self.skip_spaces();
            match self.text.as_bytes().get(self.at) {
                None => {
                    self.record.dialects.add(Dialects::MISSING_SEMICOLON);
                    break;
                }
                Some(b';') => {
                    self.note_spaces(self.at != before);
                    self.at += 1;
                    end = self.at;
                    is_terminated = true;
                    break;
                }
                Some(first) => {
                    self.note_separator(before);
                    let operand = if *first == b'"' { self.string() } else { self.symbol() };
                    end = operand.range.end;
                    self.at = end;
                    self.record.operands.push(operand);
                }
            }
        }
        let operands = first_operand..self.record.operands.len();
        self.record.operations.push(Operation { range: start..end, opcode, is_terminated, operands });
    }

    fn symbol(&self) -> Operand {
        let length = self.length_until(|byte| is_space(byte) || byte == b';');
        Operand { range: self.at..self.at + length, kind: OperandKind::Symbol }
    }

    /// A string ends with the first quote that has no backslash before it. The standard has no escapes, but programs that
    /// write a quote inside of a string write a backslash before it; only where no other quote follows it ends the string.
    fn string(&self) -> Operand {
        let bytes = self.text.as_bytes();
        let mut escaped = None;
        let mut backslashes = 0;
        for (at, byte) in bytes.iter().enumerate().skip(self.at + 1) {
            if *byte == b'"' && backslashes % 2 == 0 {
                return Operand { range: self.at..at + 1, kind: OperandKind::Text };
            }
            if *byte == b'"' {
                escaped = escaped.or(Some(at));
            }
            backslashes = if *byte == b'\\' { backslashes + 1 } else { 0 };
        }
        if let Some(at) = escaped {
            return Operand { range: self.at..at + 1, kind: OperandKind::Text };
        }
        let rest = &self.text[self.at + 1..];
        let rest = rest.strip_suffix(';').unwrap_or(rest);
        Operand { range: self.at..self.at + 1 + rest.trim_end().len(), kind: OperandKind::UnclosedText }
    }

    /// The next word up to a space, a semicolon or the end, if one begins here.
    fn peek_word(&self) -> Option<Range<usize>> {
        let length = self.length_until(|byte| is_space(byte) || byte == b';');
        (length > 0).then(|| self.at..self.at + length)
    }

    fn length_until(&self, ends: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        rest.iter().position(|byte| ends(*byte)).unwrap_or(rest.len())
    }

    /// Skips what is between two parts, where one space should.
    fn separator(&mut self) {
        let before = self.at;
        self.skip_spaces();
        if self.at < self.text.len() && self.text.as_bytes()[self.at] != b';' {
            self.note_separator(before);
        }
    }

    fn note_separator(&mut self, before: usize) {
        let between = &self.text.as_bytes()[before..self.at];
        self.note_spaces(between != b" ");
        if between.contains(&0) {
            self.record.dialects.add(Dialects::ZERO_BYTE);
        }
    }

    fn note_spaces(&mut self, are_odd: bool) {
        if are_odd {
            self.record.dialects.add(Dialects::ODD_SPACES);
        }
    }

    fn skip_spaces(&mut self) {
        self.at += self.length_until(|byte| !is_space(byte));
    }
}

/// Whether a word can be the field at this place (0-based). One that looks like an opcode instead ends the fields.
fn may_be_field(index: usize, word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.first() == Some(&b'"') {
        return false;
    }
    let is_opcode = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_';
    let looks_like_opcode = bytes.len() > 1 && bytes[0].is_ascii_lowercase() && bytes.iter().all(is_opcode);
    if !looks_like_opcode || index == 0 {
        return true;
    }
    let are_rights = bytes.len() <= 4 && bytes.iter().all(|byte| matches!(byte, b'k' | b'q' | b'a'..=b'h'));
    let is_square = matches!(bytes, [b'a'..=b'h', b'1'..=b'8']);
    match index {
        1 => are_rights || matches!(word, "white" | "black"),
        2 => are_rights || is_square,
        // A slip in the square is nearer than an opcode, but for the comments c0 and c9.
        _ => matches!(bytes, [b'a'..=b'h', b'0'..=b'9', ..]) && !matches!(word, "c0" | "c9"),
    }
}

/// Whether a word that begins with this is a number or a hyphen. Opcodes begin with a letter (section 16.2.4.1).
fn is_start_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '-' | '+')
}

/// White space, and zero bytes, which some programs write before every line end.
const fn is_space(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}
