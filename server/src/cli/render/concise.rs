//! `file:line:col: level[rule] message`, one line a finding.

use std::path::Path;

use scoresheet_analysis::finding::Finding;

use super::{Parts, Renderer, printable};
use crate::cli::color::{self, paint};

pub(super) fn render<T: AsRef<str>>(path: &Path, parts: &Parts<T>, finding: &Finding, renderer: &Renderer) -> String {
    let at = parts.at(finding.range.start).locate(finding.range.start);
    let level = paint(renderer.colors, color::level(finding.level), finding.level.name());
    let (path, rule, message) = (printable(&path.to_string_lossy()), finding.rule.name, printable(&finding.message));
    format!("{path}:{}:{}: {level}[{rule}] {message}\n", at.line, at.column)
}

#[cfg(test)]
mod tests {
    use crate::cli::args::OutputFormat;
    use crate::cli::testing::render;

    #[test]
    fn one_line_a_finding() {
        assert_eq!(
            render(OutputFormat::Concise, "1. bad\r\n♘ odd bad"),
            "games.pgn:1:4: error[bad-word] 'bad' is a bad word\n\
             games.pgn:2:3: warning[odd-word] 'odd' is an odd word\n\
             games.pgn:2:7: error[bad-word] 'bad' is a bad word\n"
        );
    }
}
