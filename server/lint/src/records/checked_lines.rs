//! What is known of a piece of a file of records once its records are checked.

use super::traits::{RecordFacts, Traits};
use crate::finding::Finding;
use crate::rule_id::RuleId;
use crate::suppression::Allowance;

/// What is known of a piece of a file when the rules have been asked about each of its records.
#[derive(Clone, Debug, Default)]
pub struct CheckedLines {
    /// Ordered by place. Ranges are relative to the piece.
    pub findings: Vec<Finding>,
    /// One a record.
    pub records: Vec<RecordFacts>,
    /// How many records have each trait, by its place.
    pub(crate) tally: [u32; Traits::COUNT],
    /// Remarks that mean to allow something in all of the file. Ranges are relative to the piece.
    pub(crate) of_file: Vec<Allowance>,
    /// The rules of which the top of the file has silenced a finding.
    pub(crate) silenced: Vec<RuleId>,
}
