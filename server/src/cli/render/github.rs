//! Workflow commands of GitHub Actions: an annotation for every finding.

use scoresheet_lint::finding::Level;

use super::format::{Audience, FileContext, OutputFormat, RunFrame};
use crate::cli::findings::LocatedFinding;
use crate::cli::output::printable;

/// The format `github`.
#[derive(Debug)]
pub(super) struct Github;

impl OutputFormat for Github {
    fn name(&self) -> &'static str {
        "github"
    }

    fn help(&self) -> &'static str {
        "Annotations of GitHub Actions"
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let start = file.parts.at(finding.range.start).locate(finding.range.start);
        let end = file.parts.at(finding.range.end).locate_end(finding.range.end);
        let command = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info | Level::Hint => "notice",
        };
        let path = file.path.to_string_lossy();
        // GitHub accepts columns only for a range within one line.
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.column, end.column.max(start.column)),
            false => String::new(),
        };
        // The log shows only the message, so the place is repeated in it.
        let others = file.other_places(finding);
        let message = data(&format!("{path}:{}:{}: {}{others}", start.line, start.column, finding.message));
        let (title, name) = (property(finding.rule.name), property(&path));
        format!("::{command} title={title},file={name},line={},endLine={}{columns}::{message}\n", start.line, end.line)
    }

    fn end(&self, run: &RunFrame) -> String {
        run.errors.iter().map(|message| error(message)).collect()
    }

    fn audience(&self) -> Audience {
        Audience::Service { root: Some("GITHUB_WORKSPACE") }
    }
}

/// What could not be checked, as an annotation of the whole run.
fn error(message: &str) -> String {
    format!("::error title=scoresheet::{}\n", data(message))
}

/// The text of a command, which ends with its line.
fn data(text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&escaped)
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::render;

    #[test]
    fn one_command_a_finding() {
        assert_eq!(
            render("github", "1. bad\r\n♘ odd"),
            "::error title=bad-word,file=games.pgn,line=1,endLine=1,col=4,endColumn=7::games.pgn:1:4: 'bad' is a bad word\n\
             ::warning title=odd-word,file=games.pgn,line=2,endLine=2,col=3,endColumn=6::games.pgn:2:3: 'odd' is an odd word (games.pgn:1:1: the file starts here)\n"
        );
    }

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("100% a:b,c\r\n::error::x\u{1B}[31m"), "100%25 a:b,c%0D%0A::error::x\u{FFFD}[31m");
        assert_eq!(property("C:\\a,b%.pgn"), "C%3A\\a%2Cb%25.pgn");
    }
}
