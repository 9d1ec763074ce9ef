//! `file:line:col: level[rule] message`, a line per finding.

use super::format::{Audience, FileContext, OutputFormat};
use super::statistics::Statistics;
use crate::cli::findings::LocatedFinding;
use crate::cli::output::{display_path, level_style, paint, printable};

/// The format `concise`.
#[derive(Debug)]
pub(super) struct Concise;

impl OutputFormat for Concise {
    fn name(&self) -> &'static str {
        "concise"
    }

    fn help(&self) -> &'static str {
        "A line per finding"
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let finding = &located.finding;
        let at = file.parts.at(finding.range.start).locate(finding.range.start);
        let level = paint(file.renderer.colors, level_style(finding.level), finding.level.name());
        let (path, rule, message) = (display_path(file.path), finding.rule.name, printable(&finding.message));
        format!("{path}:{}:{}: {level}[{rule}] {message}{}\n", at.line, at.column, file.other_places(finding))
    }

    fn statistics(&self, statistics: &Statistics, colors: bool) -> Option<String> {
        Some(statistics.table(colors))
    }

    fn audience(&self) -> Audience {
        Audience::Person
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::testing::render;

    #[test]
    fn one_line_a_finding() {
        assert_eq!(
            render("concise", "1. bad\r\n♘ odd bad"),
            "games.pgn:1:4: error[bad-word] 'bad' is a bad word\n\
             games.pgn:2:3: warning[odd-word] 'odd' is an odd word (games.pgn:1:1: the file starts here)\n\
             games.pgn:2:7: error[bad-word] 'bad' is a bad word\n"
        );
    }
}
