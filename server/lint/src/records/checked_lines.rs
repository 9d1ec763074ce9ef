//! The result of checking a piece of a file of records.

use super::traits::{RecordFacts, Traits};
use crate::finding::Finding;
use crate::rule_id::RuleId;
use crate::suppression::Allowance;

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
    /// The rules of which the top of the file has suppressed a finding.
    pub(crate) silenced: Vec<RuleId>,
}
