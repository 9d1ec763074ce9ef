//! JUnit's XML as `check` writes it: a suite for each file, with the cases of all reports in their order.
//!
//! Only what `check` writes is read, which has an element a line, so no reader of XML is needed.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::no_report::no_report;

const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
const SUITES: &str = "<testsuites name=\"scoresheet\">";
const SUITE: &str = "  <testsuite name=\"";
const CASE: &str = "    <testcase ";
const NOTHING: &str = "name=\"nothing to report\"/>";

/// The cases of a file.
#[derive(Default)]
struct Suite<'r> {
    /// Each with its place: an error of the file is before all others.
    cases: Vec<((u64, u64), String)>,
    /// The case that says that there is none.
    nothing: Option<&'r str>,
}

/// Merges reports, each with its name. The error is a message.
pub(super) fn merged(reports: &[(String, String)]) -> Result<String, String> {
    let mut suites: BTreeMap<&str, Suite> = BTreeMap::new();
    for (name, text) in reports {
        read(text, &mut suites).ok_or_else(|| no_report(name))?;
    }
    let mut out = format!("{START}\n{SUITES}\n");
    for (name, mut suite) in suites {
        suite.cases.sort();
        // A file that cannot be read is an error of each shard.
        suite.cases.dedup_by(|next, one| is_error(&one.1) && one == next);
        let count = |is_one: fn(&str) -> bool| suite.cases.iter().filter(|(_, case)| is_one(case)).count();
        let (tests, failures) = (suite.cases.len().max(1), count(|case| case.contains("\n      <failure ")));
        let (errors, skipped) = (count(is_error), count(|case| case.contains("\n      <skipped ")));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{SUITE}{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">"
        );
        match suite.nothing.filter(|_| suite.cases.is_empty()) {
            Some(nothing) => out += &format!("{nothing}\n"),
            None => suite.cases.iter().for_each(|(_, case)| out.push_str(case)),
        }
        out += "  </testsuite>\n";
    }
    Ok(out + "</testsuites>\n")
}

fn is_error(case: &str) -> bool {
    case.contains("\n      <error ")
}

/// Adds the cases of a report. `None` if it is none of `check`.
fn read<'r>(report: &'r str, suites: &mut BTreeMap<&'r str, Suite<'r>>) -> Option<()> {
    let mut lines = report.lines();
    if lines.next()? != START || lines.next()? != SUITES {
        return None;
    }
    while let Some(line) = lines.next() {
        if line == "</testsuites>" {
            return lines.next().is_none().then_some(());
        }
        let (name, _) = line.strip_prefix(SUITE)?.split_once('"')?;
        let suite = suites.entry(name).or_default();
        loop {
            let line = lines.next()?;
            if line == "  </testsuite>" {
                break;
            }
            if !line.starts_with(CASE) {
                return None;
            }
            if line.ends_with(NOTHING) {
                suite.nothing = Some(line);
                continue;
            }
            let (outcome, end) = (lines.next()?, lines.next()?);
            suite.cases.push((place(line)?, format!("{line}\n{outcome}\n{end}\n")));
        }
    }
    None
}

/// The line and column in the name of a case: `name="rule (3:14)">`. Zeros for an error of a file.
fn place(case: &str) -> Option<(u64, u64)> {
    let (_, name) = case.split_once("name=\"").and_then(|(_, rest)| rest.split_once("name=\""))?;
    let Some((_, place)) = name.rsplit_once(" (") else { return Some((0, 0)) };
    let (line, column) = place.strip_suffix(")\">")?.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
