//! Checkstyle's XML, which many tools read.

use std::path::Path;

use scoresheet_analysis::finding::{Finding, Level};

use super::xml::escaped;
use super::{FileFrame, Parts};

pub(super) fn start() -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n".to_owned()
}

/// Files of which nothing is said are left out.
pub(super) fn start_of_file(file: &FileFrame) -> String {
    if is_silent(file) {
        return String::new();
    }
    let mut out = format!("  <file name=\"{}\">\n", escaped(&file.path.to_string_lossy()));
    for error in file.errors {
        let message = escaped(error);
        out += &format!("    <error line=\"1\" severity=\"error\" message=\"{message}\" source=\"scoresheet\"/>\n");
    }
    out
}

pub(super) fn render<T: AsRef<str>>(_: &Path, parts: &Parts<T>, finding: &Finding) -> String {
    let at = parts.at(finding.range.start).locate(finding.range.start);
    let severity = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Hint => "info",
    };
    format!(
        "    <error line=\"{}\" column=\"{}\" severity=\"{severity}\" message=\"{}\" source=\"scoresheet.{}\"/>\n",
        at.line,
        at.column,
        escaped(&finding.message),
        finding.rule.name
    )
}

pub(super) fn end_of_file(file: &FileFrame) -> String {
    if is_silent(file) { String::new() } else { "  </file>\n".to_owned() }
}

pub(super) fn end() -> String {
    "</checkstyle>\n".to_owned()
}

fn is_silent(file: &FileFrame) -> bool {
    file.statistics.left() == 0 && file.errors.is_empty()
}

#[cfg(test)]
mod tests {
    use crate::cli::args::OutputFormat;
    use crate::cli::testing::render;

    #[test]
    fn an_element_a_finding() {
        assert_eq!(
            render(OutputFormat::Checkstyle, "♘ bad"),
            "    <error line=\"1\" column=\"3\" severity=\"error\" message=\"&apos;bad&apos; is a bad word\" source=\"scoresheet.bad-word\"/>\n"
        );
    }
}
