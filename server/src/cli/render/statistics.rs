//! Counting findings: the summary line and `--statistics`.

use std::collections::BTreeMap;
use std::fmt::Write;

use scoresheet_lint::finding::{Finding, Level};
use serde::Serialize;

use crate::cli::output::{counted, level_style, paint};
use crate::repair::{FixCount, usable_fix};

/// Counts over files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    /// Files that were read.
    pub(crate) files: usize,
    files_with_findings: usize,
    /// Findings that were fixed.
    pub(crate) fixed: usize,
    /// Findings whose fix was left out.
    left_out: usize,
    fixable: usize,
    unsafely_fixable: usize,
    levels: BTreeMap<Level, usize>,
    rules: BTreeMap<(&'static str, Level), RuleCount>,
}

#[derive(Clone, Debug, Default)]
struct RuleCount {
    count: usize,
    fixable: usize,
}

#[derive(Serialize)]
struct JsonCount<'a> {
    rule: &'a str,
    level: &'a str,
    count: usize,
    fixable: usize,
}

impl Statistics {
    /// The counts of one file; those that were fixed are no longer among `findings`.
    pub(crate) fn of_file<'a>(
        findings: impl IntoIterator<Item = &'a Finding>,
        fixes: FixCount,
        unsafe_fixes: bool,
    ) -> Statistics {
        let mut statistics =
            Statistics { files: 1, fixed: fixes.applied, left_out: fixes.left_out, ..Statistics::default() };
        for finding in findings {
            let fixable = usize::from(usable_fix(finding, unsafe_fixes).is_some());
            statistics.files_with_findings = 1;
            statistics.fixable += fixable;
            statistics.unsafely_fixable += usize::from(usable_fix(finding, true).is_some()) - fixable;
            *statistics.levels.entry(finding.level).or_default() += 1;
            let rule = statistics.rules.entry((finding.rule.name, finding.level)).or_default();
            rule.count += 1;
            rule.fixable += fixable;
        }
        statistics
    }

    /// The counts of several parts of one file.
    pub(crate) fn in_one_file(self) -> Statistics {
        Statistics { files: 1, files_with_findings: self.files_with_findings.min(1), ..self }
    }

    /// Adds the counts of other files, or of other parts of one file.
    pub(crate) fn add(&mut self, other: Statistics) {
        self.files += other.files;
        self.files_with_findings += other.files_with_findings;
        self.fixed += other.fixed;
        self.left_out += other.left_out;
        self.fixable += other.fixable;
        self.unsafely_fixable += other.unsafely_fixable;
        for (level, count) in other.levels {
            *self.levels.entry(level).or_default() += count;
        }
        for (rule, count) in other.rules {
            let sum = self.rules.entry(rule).or_default();
            sum.count += count.count;
            sum.fixable += count.fixable;
        }
    }

    /// The number of findings that fixes leave.
    pub(crate) fn left(&self) -> usize {
        self.levels.values().sum()
    }

    /// How many are of this level or a higher one.
    pub(crate) fn count_from(&self, level: Level) -> usize {
        self.levels.range(level..).map(|(_, count)| count).sum()
    }

    /// The names of the rules with findings.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.rules.keys().map(|(rule, _)| *rule)
    }

    /// "Found 3 errors, 2 warnings in 2 of 14 files (1 fixable with --fix)."
    pub(crate) fn summary(&self) -> String {
        let fixed = if self.fixed > 0 { format!("Fixed {}. ", counted(self.fixed, "finding")) } else { String::new() };
        if self.files == 0 {
            return String::new();
        }
        if self.files_with_findings == 0 {
            let left = if self.fixed > 0 { "Nothing left to report" } else { "Nothing to report" };
            return format!("{fixed}{left} in {}.\n", counted(self.files, "file"));
        }
        let levels: Vec<_> = self.levels.iter().rev().map(|(level, &count)| count_of_level(*level, count)).collect();
        let files = match self.files {
            1 => String::new(),
            files => format!(" in {} of {files} files", self.files_with_findings),
        };
        let fixable = match (self.fixable, self.unsafely_fixable) {
            (0, 0) => String::new(),
            (fixable, 0) => format!(" ({fixable} fixable with --fix)"),
            (0, unsafely) => format!(" ({unsafely} fixable with --fix --unsafe-fixes)"),
            (fixable, unsafely) => format!(" ({fixable} fixable with --fix, {unsafely} more with --unsafe-fixes)"),
        };
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!(" {} not applied: fewer moves could be read afterwards.", counted(count, "fix")),
        };
        format!("{fixed}Found {}{files}{fixable}.{left_out}\n", levels.join(", "))
    }

    /// The count of each rule at each of its levels as JSON, the most frequent first.
    pub(crate) fn json(&self) -> String {
        let count = |(&(rule, level), row): (&(&'static str, Level), &RuleCount)| JsonCount {
            rule,
            level: level.name(),
            count: row.count,
            fixable: row.fixable,
        };
        let counts: Vec<JsonCount> = self.rows().into_iter().map(count).collect();
        // Strings and numbers always serialise.
        serde_json::to_string_pretty(&counts).unwrap_or_default() + "\n"
    }

    /// The same as a table.
    pub(crate) fn table(&self, colors: bool) -> String {
        let rows = self.rows();
        let width = rows.iter().map(|(_, row)| row.count.to_string().len()).max().unwrap_or(0);
        let mut out = String::new();
        for ((rule, level), row) in rows {
            let level = paint(colors, level_style(*level), &format!("{:<7}", level.name()));
            let fixable = if row.fixable > 0 { format!("  ({} fixable)", row.fixable) } else { String::new() };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{:>width$}  {level}  {rule}{fixable}", row.count);
        }
        out
    }

    fn rows(&self) -> Vec<(&(&'static str, Level), &RuleCount)> {
        let mut rows: Vec<_> = self.rules.iter().collect();
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.count));
        rows
    }
}

fn count_of_level(level: Level, count: usize) -> String {
    match level {
        Level::Info => format!("{count} info"),
        Level::Error | Level::Warning | Level::Hint => counted(count, level.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::check_words;

    /// The sum over files with these texts.
    fn sum(texts: &[&str]) -> Statistics {
        let mut sum = Statistics::default();
        for text in texts {
            let findings = check_words(text);
            sum.add(Statistics::of_file(findings.iter().map(|located| &located.finding), FixCount::default(), false));
        }
        sum
    }

    #[test]
    fn the_summary_counts_levels_files_and_fixes() {
        assert_eq!(sum(&[""]).summary(), "Nothing to report in 1 file.\n");
        assert_eq!(
            sum(&["bad odd bad", "", "odd"]).summary(),
            "Found 2 errors, 2 warnings in 2 of 3 files (2 fixable with --fix, 2 more with --unsafe-fixes).\n"
        );
        assert_eq!(sum(&["bad"]).summary(), "Found 1 error (1 fixable with --fix).\n");
    }

    #[test]
    fn the_table_has_the_most_frequent_first() {
        let table = sum(&["bad odd odd", "odd"]).table(false);
        assert_eq!(table, "3  warning  odd-word\n1  error    bad-word  (1 fixable)\n");
    }

    #[test]
    fn levels_of_a_rule_are_counted_apart() {
        let mut findings = check_words("odd odd odd");
        findings[0].finding.level = Level::Info;
        let statistics =
            Statistics::of_file(findings.iter().map(|located| &located.finding), FixCount::default(), false);
        let table = statistics.table(false);
        assert_eq!(table, "2  warning  odd-word\n1  info     odd-word\n");
    }
}
