//! JUnit's XML: a suite for each file, a case for each finding. What does not fail the run is a skipped case, and a file
//! without findings is one case that passed.

use super::format::{FileContext, FileFrame, OutputFormat, RunFrame};
use super::xml::escaped;
use crate::cli::findings::LocatedFinding;

/// The format `junit`.
#[derive(Debug)]
pub(super) struct Junit;

impl OutputFormat for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn help(&self) -> &'static str {
        "JUnit's XML, a test case per finding"
    }

    fn start(&self) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"scoresheet\">\n".to_owned()
    }

    fn start_of_file(&self, file: &FileFrame) -> String {
        let path = file.path.to_string_lossy();
        let (all, failures) = (file.statistics.left(), file.statistics.count_from(file.failing));
        let (tests, skipped) = ((all + file.errors.len()).max(1), all - failures);
        let (name, class, errors) = (escaped(&path), escaped(class(&path)), file.errors.len());
        let mut out = format!(
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n"
        );
        if all + errors == 0 {
            out += &format!("    <testcase classname=\"{class}\" name=\"nothing to report\"/>\n");
        }
        for error in file.errors {
            let message = escaped(error);
            out += &format!(
                "    <testcase classname=\"{class}\" name=\"file\">\n      <error type=\"error\" message=\"{message}\"/>\n    </testcase>\n"
            );
        }
        out
    }

    fn is_document(&self) -> bool {
        true
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let at = file.parts.at(finding.range.start).locate(finding.range.start);
        let path = file.path.to_string_lossy();
        let (class, message, level) = (escaped(class(&path)), escaped(&finding.message), finding.level.name());
        let name = format!("{} ({}:{})", finding.rule.name, at.line, at.column);
        let outcome = match finding.level >= file.renderer.failing {
            true => {
                let place = escaped(&format!("{path}:{}:{}", at.line, at.column));
                format!("<failure type=\"{level}\" message=\"{message}\">{place}: {message}</failure>")
            }
            false => format!("<skipped type=\"{level}\" message=\"{message}\"/>"),
        };
        format!("    <testcase classname=\"{class}\" name=\"{name}\">\n      {outcome}\n    </testcase>\n")
    }

    fn end_of_file(&self, _: &FileFrame) -> String {
        "  </testsuite>\n".to_owned()
    }

    fn end(&self, _: &RunFrame) -> String {
        "</testsuites>\n".to_owned()
    }
}

/// Readers take the text after the last point as the name of a class, so the extension must not be there.
fn class(path: &str) -> &str {
    let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[name_start..].rfind('.') {
        Some(point) if point > 0 => &path[..name_start + point],
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::render;

    #[test]
    fn a_case_a_finding() {
        assert_eq!(
            render("junit", "bad odd"),
            "    <testcase classname=\"games\" name=\"bad-word (1:1)\">\n      \
             <failure type=\"error\" message=\"&apos;bad&apos; is a bad word\">games.pgn:1:1: &apos;bad&apos; is a bad word</failure>\n    \
             </testcase>\n    <testcase classname=\"games\" name=\"odd-word (1:5)\">\n      \
             <skipped type=\"warning\" message=\"&apos;odd&apos; is an odd word\"/>\n    </testcase>\n"
        );
    }

    #[test]
    fn classes_have_no_extension() {
        assert_eq!(["a.b/c.pgn", "a.b/c", ".pgn", "c.pgn.gz"].map(class), ["a.b/c", "a.b/c", ".pgn", "c.pgn"]);
    }
}
