//! `file:line:col: level[rule] message`, one line a finding.

use std::fmt::Write;

use super::{LineCursor, Renderer, printable};
use crate::cli::color::{self, paint};
use crate::cli::engine::LocatedFinding;
use crate::text_file::TextFile;

pub(super) fn render(file: &TextFile, findings: &[LocatedFinding], renderer: &Renderer) -> String {
    let mut out = String::new();
    let mut cursor = LineCursor::new(&file.text);
    let path = file.path.display();
    for LocatedFinding { finding, .. } in findings {
        let at = cursor.locate(finding.range.start);
        let level = paint(renderer.colors, color::level(finding.level), finding.level.name());
        let message = printable(&finding.message);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{path}:{}:{}: {level}[{}] {message}", at.line, at.column, finding.rule.name);
    }
    out
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
