//! rustc-like excerpts: the lines that a finding and its related places are on, and the first repair.

use std::borrow::Cow;
use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Patch, Renderer as Excerpts, Snippet};
use scoresheet_analysis::finding::{Applicability, Finding, Fix, Level};

use super::excerpt::{Excerpt, excerpts};
use super::{LineCursor, Renderer, printable};
use crate::cli::color::{self, paint};
use crate::cli::engine::LocatedFinding;
use crate::text_file::TextFile;

/// Columns that line numbers and their frame take at most.
const GUTTER: usize = 12;
/// A repair with more edits is described, not shown.
const SHOWN_EDITS: usize = 4;

pub(super) fn render(file: &TextFile, findings: &[LocatedFinding], renderer: &Renderer) -> String {
    let excerpts = if renderer.colors { Excerpts::styled() } else { Excerpts::plain() };
    // The lines are cut to the terminal already; being asked for more room keeps the library from cutting them again.
    let excerpts = excerpts.term_width(4 * renderer.width);
    let path = printable(&file.path.to_string_lossy());
    let width = renderer.width.saturating_sub(GUTTER);
    let mut cursor = LineCursor::new(&file.text);
    let mut out = String::new();
    for LocatedFinding { finding, .. } in findings {
        let at = cursor.locate(finding.range.start);
        let problem = problem(&file.text, finding, &cursor, width);
        let help = finding.fixes.first().map(|fix| help(&file.text, fix, &cursor, width));
        let last_line = problem.last_line.max(help.as_ref().map_or(0, |help| help.last_line));
        let report: Vec<_> = [Some(problem), help].into_iter().flatten().map(|section| section.group).collect();

        // The library would count columns in the shortened line, so the place is written here, under the title.
        let rendered = excerpts.render(&report);
        let (title, body) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let arrow = paint(renderer.colors, color::FRAME, "-->");
        let indent = last_line.to_string().len();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{title}\n{:indent$}{arrow} {path}:{}:{}\n{body}\n", "", at.line, at.column);
    }
    out
}

/// A part of a report, and the highest line number in it, which decides how far all of it is indented.
struct Section {
    group: Group<'static>,
    last_line: usize,
}

fn problem(text: &str, finding: &Finding, cursor: &LineCursor<'_>, width: usize) -> Section {
    let related = finding.related.iter();
    let mut marks = vec![finding.range.clone()];
    marks.extend(related.clone().map(|related| related.range.clone()));
    let mut labels = vec![None];
    labels.extend(related.map(|related| Some(printable(&related.message))));

    let mut excerpts = excerpts(text, &marks, cursor, width);
    // The finding's own lines come first, wherever those that explain it are.
    excerpts.sort_by_key(|excerpt| !excerpt.spans.iter().any(|(mark, _)| *mark == 0));
    let last_line = last_line(&excerpts);
    let title = severity(finding.level).primary_title(printable(&finding.message)).id(finding.rule.name);
    let snippets = excerpts.into_iter().map(|Excerpt { source, first_line, spans }| {
        let annotations = spans.into_iter().map(|(mark, span)| {
            let kind = if mark == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(span).label(labels[mark].clone().map(Cow::Owned))
        });
        Snippet::source(source).line_start(first_line).annotations(annotations)
    });
    Section { group: title.elements(snippets), last_line }
}

fn help(text: &str, fix: &Fix, cursor: &LineCursor<'_>, width: usize) -> Section {
    let certainty = match fix.applicability {
        Applicability::Safe => "",
        Applicability::Unsafe => " (unsafe)",
    };
    let title = Severity::HELP.secondary_title(printable(&fix.title) + certainty);
    let marks: Vec<_> = fix.edits.iter().map(|edit| edit.range.clone()).collect();
    let within_lines = fix.edits.iter().all(|edit| {
        let old = text.get(edit.range.clone()).unwrap_or("\n");
        !edit.text.contains(['\n', '\r']) && !old.contains(['\n', '\r']) && old.len().max(edit.text.len()) < width / 2
    });
    if marks.len() > SHOWN_EDITS || !within_lines {
        return Section { group: Group::with_title(title), last_line: 0 };
    }
    let excerpts = excerpts(text, &marks, cursor, width);
    let last_line = last_line(&excerpts);
    let snippets = excerpts.into_iter().map(|Excerpt { source, first_line, spans }| {
        let patches = spans.into_iter().map(|(mark, span)| Patch::new(span, printable(&fix.edits[mark].text)));
        Snippet::source(source).line_start(first_line).patches(patches)
    });
    Section { group: title.elements(snippets), last_line }
}

fn last_line(excerpts: &[Excerpt]) -> usize {
    let last_line = |excerpt: &Excerpt| excerpt.first_line + excerpt.source.matches('\n').count();
    excerpts.iter().map(last_line).max().unwrap_or(0)
}

fn severity(level: Level) -> Severity<'static> {
    match level {
        Level::Error => Severity::ERROR,
        Level::Warning => Severity::WARNING,
        Level::Info => Severity::INFO,
        Level::Hint => Severity::NOTE.with_name(Level::Hint.name()),
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::args::OutputFormat;
    use crate::cli::testing::render;

    #[test]
    fn look() {
        let long = "12. Nf3 Nc6 13. Bb5 a6 ".repeat(500);
        let cases = [
            format!("{long}bad {long}"),
            format!("{long}odd {long}"),
            format!("[Event \"x\"]\n{}1. e4 odd\n*", "line\n".repeat(40)),
            "1. e4 e5\n2. bad".to_owned(),
            "[Event \"x\"]\r\r1. e4 bad 2. odd\r*".to_owned(),
            "\t1. e4\tbad\todd".to_owned(),
            "1. bad\n2. e4 baadodd\n".to_owned(),
            format!("{}1. e4 odd", "\n".repeat(8)),
            "{棋譜の説明 é́ é} bad 2. e4 {将棋} odd".to_owned(),
            "plain\u{0}\u{1b}[31m bad \u{7f} \u{85}\u{202e}x".to_owned(),
            format!("{{{}}} bad", "很长".repeat(400)),
            format!("1. bad {}", "x".repeat(95)),
        ];
        for case in cases {
            println!("{}", render(OutputFormat::Full, &case));
        }
    }
}
