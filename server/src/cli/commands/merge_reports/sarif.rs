//! SARIF: results in the order of files and places, the rules that they need once, all errors.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::no_report::no_report;

/// What a report has besides its results.
#[derive(Default)]
struct Merged {
    results: Vec<Value>,
    /// By name.
    rules: BTreeMap<String, Value>,
    notifications: Vec<Value>,
    /// The first report, of which everything else is taken.
    first: Option<Value>,
}

/// Merges reports, each with its name. The error is a message.
pub(super) fn merged(reports: &[(String, String)]) -> Result<String, String> {
    let mut merged = Merged::default();
    for (name, text) in reports {
        let report: Value = serde_json::from_str(text).map_err(|_| no_report(name))?;
        merged.add(report).ok_or_else(|| no_report(name))?;
    }
    merged.written().ok_or_else(|| no_report(reports.first().map_or("", |(name, _)| name)))
}

impl Merged {
    /// `None` if it is no report of one run.
    fn add(&mut self, mut report: Value) -> Option<()> {
        let run = report["runs"].as_array_mut().filter(|runs| runs.len() == 1)?.first_mut()?;
        self.results.append(run["results"].as_array_mut()?);
        for rule in std::mem::take(run["tool"]["driver"]["rules"].as_array_mut()?) {
            self.rules.insert(rule["id"].as_str()?.to_owned(), rule);
        }
        self.notifications.append(run["invocations"][0]["toolExecutionNotifications"].as_array_mut()?);
        self.first.get_or_insert(report);
        Some(())
    }

    fn written(mut self) -> Option<String> {
        // A file with an error is read by each shard that has a part of it.
        let mut seen = Vec::new();
        self.notifications.retain(|notification| {
            !seen.contains(notification) && {
                seen.push(notification.clone());
                true
            }
        });
        self.results.sort_by_cached_key(|result| (place(result), result.to_string()));
        count_anew(&mut self.results);
        let mut report = self.first?;
        let run = report["runs"].as_array_mut()?.first_mut()?;
        run["tool"]["driver"]["rules"] = self.rules.into_values().collect();
        run["invocations"] = json!([{
            "executionSuccessful": self.notifications.is_empty(),
            "toolExecutionNotifications": self.notifications,
        }]);
        run["results"] = Value::Array(self.results);
        Some(report.to_string() + "\n")
    }
}

/// Counts how often a finding with the same hashes came before in its file: no shard knows of the others.
fn count_anew(results: &mut [Value]) {
    let mut seen: HashMap<(String, String), u64> = HashMap::new();
    for result in results {
        let (uri, _) = place(result);
        let Some(prints) = result["partialFingerprints"].as_object_mut() else { continue };
        let hash = |print: &Value| Some(print.as_str()?.rsplit_once(':')?.0.to_owned());
        let hashes: Vec<Option<String>> = prints.values().map(hash).collect();
        let key = hashes.iter().flatten().cloned().collect::<Vec<_>>().concat();
        let count = seen.entry((uri, key)).or_default();
        *count += 1;
        for (print, hash) in prints.values_mut().zip(hashes) {
            if let Some(hash) = hash {
                *print = format!("{hash}:{count}").into();
            }
        }
    }
}

/// Where a result is.
fn place(result: &Value) -> (String, [u64; 2]) {
    let place = &result["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap_or_default().to_owned();
    (uri, ["startLine", "startColumn"].map(|name| place["region"][name].as_u64().unwrap_or(0)))
}
