//! Counts of findings, as `check --statistics --output-format json` writes them: added by rule and level.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::no_report::no_report;
use scoresheet_lint::finding::Level;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Count {
    rule: String,
    level: String,
    count: u64,
    fixable: u64,
}

/// Merges reports, each with its name. The error is a message.
pub(super) fn merged(reports: &[(String, String)]) -> Result<String, String> {
    let mut sums: BTreeMap<(String, Option<Level>), Count> = BTreeMap::new();
    for (name, text) in reports {
        let counts: Vec<Count> = serde_json::from_str(text).map_err(|_| no_report(name))?;
        for count in counts {
            match sums.get_mut(&(count.rule.clone(), Level::of_name(&count.level))) {
                Some(sum) => {
                    sum.count += count.count;
                    sum.fixable += count.fixable;
                }
                None => {
                    sums.insert((count.rule.clone(), Level::of_name(&count.level)), count);
                }
            }
        }
    }
    // The most frequent first, else by name.
    let mut sums: Vec<Count> = sums.into_values().collect();
    sums.sort_by_key(|sum| Reverse(sum.count));
    Ok(serde_json::to_string_pretty(&sums).unwrap_or_default() + "\n")
}
