//! Checkstyle's XML, which many tools read.

use scoresheet_lint::finding::Level;

use super::format::{FileContext, FileFrame, OutputFormat, RunFrame};
use super::xml::escaped;
use crate::cli::findings::LocatedFinding;

/// The format `checkstyle`.
#[derive(Debug)]
pub(super) struct Checkstyle;

impl OutputFormat for Checkstyle {
    fn name(&self) -> &'static str {
        "checkstyle"
    }

    fn help(&self) -> &'static str {
        "Checkstyle's XML"
    }

    fn start(&self) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n".to_owned()
    }

    /// Files without findings and errors are left out.
    fn start_of_file(&self, file: &FileFrame) -> String {
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

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let at = file.parts.at(finding.range.start).locate(finding.range.start);
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

    fn end_of_file(&self, file: &FileFrame) -> String {
        if is_silent(file) { String::new() } else { "  </file>\n".to_owned() }
    }

    fn end(&self, _: &RunFrame) -> String {
        "</checkstyle>\n".to_owned()
    }
}

fn is_silent(file: &FileFrame) -> bool {
    file.statistics.left() == 0 && file.errors.is_empty()
}

#[cfg(test)]
mod tests {
    use crate::cli::testing::render;

    #[test]
    fn an_element_a_finding() {
        assert_eq!(
            render("checkstyle", "♘ bad"),
            "    <error line=\"1\" column=\"3\" severity=\"error\" message=\"&apos;bad&apos; is a bad word\" source=\"scoresheet.bad-word\"/>\n"
        );
    }
}
