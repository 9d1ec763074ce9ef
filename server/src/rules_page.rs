//! `server/docs/rules.md`: the pages of all rules in one file, generated from their documentation.

use std::fmt::Write as _;

use scoresheet_lint::rule::Rule;

/// Where the page is published; the name of each rule is an anchor in it.
pub(crate) const RULES_PAGE: &str = "https://github.com/scoresheet/scoresheet/blob/main/server/docs/rules.md";

/// Where the page of the rule with this name is published.
pub fn address(rule: &str) -> String {
    format!("{RULES_PAGE}#{rule}")
}

/// The documentation of a rule in Markdown.
pub fn markdown(rule: &Rule) -> String {
    let line = |line: &'static str| line.strip_prefix(' ').unwrap_or(line);
    rule.docs.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The page of all rules in Markdown: a table, then a section for every rule. The heading is the rule's name, so that
/// a link ends in `#` and the name.
pub fn rules_page(rules: &[&Rule]) -> String {
    let mut page = String::from(
        "# Rules\n\n<!-- Generated from the documentation of the rules: `UPDATE=1 cargo test -p scoresheet-tests --test docs`. -->\n\n\
         Levels: *error* (the game or record cannot be read, or contradicts itself), *warning* (probably wrong, or read differently by \
         other programs), *info* (not in export format), *hint* (a matter of taste). `check` shows warnings and errors; `--level` \
         changes this.\n\n| rule | level | group | fix | files | what |\n|---|---|---|---|---|---|\n",
    );
    for rule in rules {
        let (name, level, group) = (rule.name, rule.level.name(), rule.group.name());
        let fix = match rule.fix {
            scoresheet_lint::rule::FixAvailability::None => "",
            scoresheet_lint::rule::FixAvailability::Sometimes => "sometimes",
            scoresheet_lint::rule::FixAvailability::Always => "always",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| [`{name}`](#{name}) | {level} | {group} | {fix} | {} | {} |",
            rule.languages().join(", "),
            rule.summary().replace('|', "\\|")
        );
    }
    for rule in rules {
        let _ = writeln!(page, "\n## {}\n", rule.name);
        let (level, group, languages) = (rule.level.name(), rule.group.name(), rule.languages().join(", "));
        let _ = writeln!(page, "*{level}, {group}; for {languages}.* {}\n", rule.fix.describe());
        rule.docs.lines().for_each(|line| page_line(line, &mut page));
    }
    page
}

/// A line of a rule's documentation, with headings one level lower.
fn page_line(line: &str, page: &mut String) {
    let line = line.strip_prefix(' ').unwrap_or(line);
    let step = if line.starts_with("## ") { "#" } else { "" };
    let _ = writeln!(page, "{step}{line}");
}
