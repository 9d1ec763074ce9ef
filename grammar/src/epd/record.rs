//! What a line holds.

use std::ops::Range;

use crate::fen::{Fen, parse_fen};

/// A line of an EPD file or of a list of FEN records. All ranges are half-open byte offsets in the line.
///
/// ```
/// use scoresheet_grammar::epd::Line;
///
/// assert_eq!(Line::read("\n"), Line::Blank);
/// assert!(matches!(Line::read("# from a book"), Line::Comment(_)));
/// assert!(matches!(Line::read("4k3/8/8/8/8/8/4P3/4K3 w - -"), Line::Record(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing but spaces.
    Blank,
    /// A remark that programs skip: `# from ...`. The standard has none, but files do. The range is all of it.
    Comment(Range<usize>),
    /// Anything else.
    Record(Record),
}

/// A position and the operations about it (section 16.2).
///
/// ```
/// use scoresheet_grammar::epd::Line;
///
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
/// let Line::Record(record) = Line::read(line) else { panic!("a record") };
/// assert_eq!(&line[record.fields.clone()], "4k3/8/8/8/8/8/4P3/4K3 w - -");
/// assert_eq!(record.operations.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// From the first character that is not a space to the last.
    pub range: Range<usize>,
    /// The four fields, or what there is of them (section 16.2.3).
    pub fields: Range<usize>,
    /// A hyphen in place of a fifth field, or several.
    pub hyphen: Option<Range<usize>>,
    /// The fields of a FEN after those of an EPD: clock, move number, counts of checks.
    pub counters: Option<Range<usize>>,
    /// The operations, in text order.
    pub operations: Vec<Operation>,
    /// The operands of all operations; see [`Record::operands`].
    pub(super) operands: Vec<Operand>,
    /// How the record departs from the standard's form.
    pub dialects: Dialects,
}

/// An opcode and its operands (section 16.2.4).
///
/// ```
/// use scoresheet_grammar::epd::Line;
///
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
/// let Line::Record(record) = Line::read(line) else { panic!("a record") };
/// assert_eq!(&line[record.operations[0].range.clone()], "bm e4 e3;");
/// assert_eq!(&line[record.operations[0].opcode.clone()], "bm");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// From the opcode to the semicolon, or to the last operand where there is none.
    pub range: Range<usize>,
    /// The opcode.
    pub opcode: Range<usize>,
    /// Whether a semicolon ends it.
    pub is_terminated: bool,
    /// Places in the record's list of operands.
    pub(super) operands: Range<usize>,
}

/// An operand (section 16.2.4.1).
///
/// ```
/// use scoresheet_grammar::epd::Line;
///
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
/// let Line::Record(record) = Line::read(line) else { panic!("a record") };
/// let id = &record.operands(&record.operations[1])[0];
/// assert_eq!(&line[id.range.clone()], "\"pawn\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// All of it, quotes included.
    pub range: Range<usize>,
    /// What it is.
    pub kind: OperandKind,
}

/// What an operand is.
///
/// ```
/// use scoresheet_grammar::epd::{Line, OperandKind};
///
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
/// let Line::Record(record) = Line::read(line) else { panic!("a record") };
/// let kinds: Vec<_> = record.operations.iter().map(|operation| record.operands(operation)[0].kind).collect();
/// assert_eq!(kinds, [OperandKind::Symbol, OperandKind::Text]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// Characters without a space.
    Symbol,
    /// A string between quotes.
    Text,
    /// A string whose last quote is missing; it runs to the end of the line.
    UnclosedText,
}

/// A set of deviations from the standard that are read all the same.
///
/// ```
/// use scoresheet_grammar::epd::{Dialects, Line};
///
/// let Line::Record(record) = Line::read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") else { panic!("a record") };
/// assert_eq!(record.dialects, Dialects::COUNTERS);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialects(u16);

impl Record {
    /// The operands of an operation of this record.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// let moves = record.operands(&record.operations[0]);
    /// assert_eq!(moves.iter().map(|operand| &line[operand.range.clone()]).collect::<Vec<_>>(), ["e4", "e3"]);
    /// ```
    pub fn operands(&self, operation: &Operation) -> &[Operand] {
        self.operands.get(operation.operands.clone()).unwrap_or(&[])
    }

    /// Splits operations whose semicolon is missing, for callers that know which words are opcodes: an operand for which `begins` returns
    /// true becomes the opcode of an operation of its own. `begins` gets the opcode and an operand of an operation. Linear in the operands.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 3;";
    /// let Line::Record(mut record) = Line::read(line) else { panic!("a record") };
    /// record.split_where(|_, operand| &line[operand.range.clone()] == "dm");
    /// assert_eq!(record.operations.len(), 2);
    /// ```
    pub fn split_where(&mut self, begins: impl Fn(&Range<usize>, &Operand) -> bool) {
        let place = |operation: &Operation, operands: &[Operand]| {
            operands[operation.operands.clone()].iter().position(|operand| begins(&operation.opcode, operand))
        };
        if self.operations.iter().all(|operation| place(operation, &self.operands).is_none()) {
            return;
        }
        let mut operations = Vec::with_capacity(self.operations.len() + 1);
        for mut operation in std::mem::take(&mut self.operations) {
            while let Some(place) = place(&operation, &self.operands) {
                let (first, second) = self.cut(operation, place);
                operations.push(first);
                operation = second;
            }
            operations.push(operation);
        }
        self.operations = operations;
    }

    fn cut(&self, operation: Operation, place: usize) -> (Operation, Operation) {
        let at = operation.operands.start + place;
        let opcode = self.operands[at].range.clone();
        let end = if place == 0 { operation.opcode.end } else { self.operands[at - 1].range.end };
        let first = Operation {
            range: operation.range.start..end,
            opcode: operation.opcode,
            is_terminated: false,
            operands: operation.operands.start..at,
        };
        let second = Operation {
            range: opcode.start..operation.range.end,
            opcode,
            is_terminated: operation.is_terminated,
            operands: at + 1..operation.operands.end,
        };
        (first, second)
    }

    /// The first operation of this opcode, in a record read from `line`.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// assert!(record.operation(line, "id").is_some() && record.operation(line, "am").is_none());
    /// ```
    pub fn operation(&self, line: &str, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| &line[operation.opcode.clone()] == opcode)
    }

    /// What is read as a FEN: the fields, and the counters if they follow directly.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// assert_eq!(record.position(), record.fields);
    /// ```
    pub fn position(&self) -> Range<usize> {
        let end = match (&self.hyphen, &self.counters) {
            (None, Some(counters)) => counters.end,
            _ => self.fields.end,
        };
        self.fields.start..end
    }

    /// The fields of a record read from `line`, as a FEN whose ranges are byte offsets in the line.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// assert_eq!(record.fen(line).pieces.len(), 3);
    /// ```
    pub fn fen(&self, line: &str) -> Fen {
        let position = self.position();
        parse_fen(&line[position.clone()]).shifted(position.start)
    }

    /// The end of all fields: operations begin after it.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// assert_eq!(&line[record.end_of_fields()..], " bm e4 e3; id \"pawn\";");
    /// ```
    pub fn end_of_fields(&self) -> usize {
        let counters = self.counters.as_ref().map_or(0, |counters| counters.end);
        let hyphen = self.hyphen.as_ref().map_or(0, |hyphen| hyphen.end);
        self.fields.end.max(counters).max(hyphen)
    }
}

impl Operand {
    /// Where its value is: without quotes.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// let id = &record.operands(&record.operations[1])[0];
    /// assert_eq!(&line[id.inner()], "pawn");
    /// ```
    pub fn inner(&self) -> Range<usize> {
        match self.kind {
            OperandKind::Symbol => self.range.clone(),
            OperandKind::Text => self.range.start + 1..self.range.end - 1,
            OperandKind::UnclosedText => self.range.start + 1..self.range.end,
        }
    }

    /// Whether it is a string.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Line;
    ///
    /// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn\";";
    /// let Line::Record(record) = Line::read(line) else { panic!("a record") };
    /// let has_text = |operation| record.operands(operation)[0].is_text();
    /// assert!(!has_text(&record.operations[0]) && has_text(&record.operations[1]));
    /// ```
    pub fn is_text(&self) -> bool {
        self.kind != OperandKind::Symbol
    }
}

impl Dialects {
    /// The clock and the move number of a FEN after the four fields: `w - - 0 1`.
    pub const COUNTERS: Dialects = Dialects(1 << 0);
    /// A fifth field that is a hyphen: `w - - - bm e4;`.
    pub const HYPHEN: Dialects = Dialects(1 << 1);
    /// A semicolon before the first operation, or one that ends none: `w - - ; bm e4;`.
    pub const STRAY_SEMICOLON: Dialects = Dialects(1 << 2);
    /// No semicolon after the last operation.
    pub const MISSING_SEMICOLON: Dialects = Dialects(1 << 3);
    /// Zero bytes, read as spaces.
    pub const ZERO_BYTE: Dialects = Dialects(1 << 4);
    /// No space, several, or other white space instead of one space: between two parts, before a semicolon, at an end of the line.
    pub const ODD_SPACES: Dialects = Dialects(1 << 5);

    /// Both sets together.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Dialects;
    ///
    /// let both = Dialects::COUNTERS.and(Dialects::HYPHEN);
    /// assert!(both.has_any(Dialects::HYPHEN));
    /// ```
    pub const fn and(self, other: Dialects) -> Dialects {
        Dialects(self.0 | other.0)
    }

    /// Whether the two sets have anything in common.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Dialects;
    ///
    /// assert!(!Dialects::COUNTERS.has_any(Dialects::HYPHEN));
    /// ```
    pub const fn has_any(self, other: Dialects) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the record is in the standard's form.
    ///
    /// ```
    /// use scoresheet_grammar::epd::Dialects;
    ///
    /// assert!(Dialects::default().is_empty() && !Dialects::HYPHEN.is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn add(&mut self, other: Dialects) {
        self.0 |= other.0;
    }
}
