//! The result of checking a piece of a file of records.

use super::traits::{RecordFacts, Traits};
use crate::finding::Finding;
use crate::rule_id::RuleId;
use crate::suppression::Allowance;

/// A remark above a record that names a rule about the whole file, which has its say once all records are checked.
#[derive(Clone, Debug)]
pub(crate) struct AboveRecord {
    /// The byte offset in the piece at which the record's line begins.
    pub(crate) record: usize,
    /// Ranges are relative to the piece.
    pub(crate) remark: Allowance,
    /// The rules of which it has suppressed a finding in the record.
    pub(crate) used: Vec<RuleId>,
}

/// The result of checking the records of a piece of a file.
#[derive(Clone, Debug, Default)]
pub struct CheckedLines {
    /// Ordered by place. Ranges are relative to the piece.
    pub findings: Vec<Finding>,
    /// The facts about each record.
    pub records: Vec<RecordFacts>,
    /// The number of records with each trait, by the index of the trait.
    pub(crate) tally: [u32; Traits::COUNT],
    /// Remarks for the whole file. Ranges are relative to the piece.
    pub(crate) of_file: Vec<Allowance>,
    /// Remarks above records that name a rule about the whole file. Ordered by record.
    pub(crate) above_records: Vec<AboveRecord>,
    /// The rules of which the top of the file has suppressed a finding.
    pub(crate) silenced: Vec<RuleId>,
}
