//! What is said of a file that is no report.

/// The message about a file that is no report of the kind of the first one.
pub(super) fn no_report(name: &str) -> String {
    format!("{name}: this is no report of `check` like the first one: SARIF, JUnit, JSON, or statistics as JSON")
}
