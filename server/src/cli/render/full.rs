//! Excerpts like those of rustc: the lines of a finding and of its related places, and the first fix.

use std::borrow::Cow;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Patch, Renderer as Excerpts, Snippet};
use scoresheet_lint::finding::{Applicability, Finding, Fix, Level};

use super::excerpt::{Excerpt, excerpts};
use super::format::{Audience, FileContext, OutputFormat};
use super::statistics::Statistics;
use crate::cli::findings::LocatedFinding;
use crate::cli::output::{FRAME, display_path, paint, printable};
use crate::text_file::Parts;

/// Columns of line numbers and the frame, at most.
const GUTTER: usize = 12;
/// A fix with more edits is described but not shown.
const SHOWN_EDITS: usize = 4;

/// The format `full`.
#[derive(Debug)]
pub(super) struct Full;

impl OutputFormat for Full {
    fn name(&self) -> &'static str {
        "full"
    }

    fn help(&self) -> &'static str {
        "The lines of each finding, and how to fix it"
    }

    fn finding(&self, located: &LocatedFinding, file: &FileContext) -> String {
        let FileContext { parts, renderer, .. } = *file;
        let finding = &located.finding;
        let excerpts = if renderer.colors { Excerpts::styled() } else { Excerpts::plain() };
        // The lines fit the terminal already; a larger width keeps the library from cutting them again.
        let excerpts = excerpts.term_width(4 * renderer.width);
        let path = display_path(file.path);
        let width = renderer.width.saturating_sub(GUTTER);
        let at = parts.at(finding.range.start).locate(finding.range.start);
        let problem = problem(parts, finding, width);
        let help = finding.fixes.first().map(|fix| help(parts, fix, width));
        let last_line = problem.last_line.max(help.as_ref().map_or(0, |help| help.last_line));
        let report: Vec<_> = [Some(problem), help].into_iter().flatten().map(|section| section.group).collect();

        // The library would count columns in the shortened line, so the place is printed here, under the title.
        let rendered = excerpts.render(&report);
        let (title, body) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let arrow = paint(renderer.colors, FRAME, "-->");
        let indent = last_line.to_string().len();
        let elsewhere = finding.elsewhere.as_ref().map_or(String::new(), |place| {
            let arrow = paint(renderer.colors, FRAME, ":::");
            format!(
                "\n{:indent$}{arrow} {}:{}:{}: {}",
                "",
                display_path(Path::new(&place.file)),
                place.line,
                place.column,
                place.message
            )
        });
        format!("{title}\n{:indent$}{arrow} {path}:{}:{}{elsewhere}\n{body}\n\n", "", at.line, at.column)
    }

    fn statistics(&self, statistics: &Statistics, colors: bool) -> Option<String> {
        Some(statistics.table(colors))
    }

    fn audience(&self) -> Audience {
        Audience::Person
    }
}

/// A part of a report, and its highest line number, which decides the indentation of the whole report.
struct Section {
    group: Group<'static>,
    last_line: usize,
}

fn problem(parts: &Parts, finding: &Finding, width: usize) -> Section {
    let related = finding.related.iter();
    let mut marks = vec![finding.range.clone()];
    marks.extend(related.clone().map(|related| related.range.clone()));
    let mut labels = vec![None];
    labels.extend(related.map(|related| Some(printable(&related.message))));

    let mut excerpts = excerpts(parts, &marks, width);
    // The lines of the finding come before those of related places.
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

fn help(parts: &Parts, fix: &Fix, width: usize) -> Section {
    let certainty = match fix.applicability {
        Applicability::Safe => "",
        Applicability::Unsafe => " (unsafe)",
    };
    let title = Severity::HELP.secondary_title(printable(&fix.title) + certainty);
    let marks: Vec<_> = fix.edits.iter().map(|edit| edit.range.clone()).collect();
    let within_lines = fix.edits.iter().all(|edit| {
        let part = parts.at(edit.range.start);
        let inside = part.inside(edit.range.start)..part.inside(edit.range.end);
        let old = part.text.get(inside).unwrap_or("\n");
        !edit.text.contains(['\n', '\r']) && !old.contains(['\n', '\r']) && old.len().max(edit.text.len()) < width / 2
    });
    if marks.len() > SHOWN_EDITS || !within_lines {
        return Section { group: Group::with_title(title), last_line: 0 };
    }
    let excerpts = excerpts(parts, &marks, width);
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
    use scoresheet_lint::finding::Edit;

    use super::*;
    use crate::cli::findings::LocatedFinding;
    use crate::cli::render::Renderer;
    use crate::cli::testing::{BAD_WORD, render};
    use crate::text_file::TextFile;

    /// Renders the words of `text` for 100 columns.
    fn check(text: &str, expected: &str) {
        let trailing_blanks_off: String =
            render("full", text).lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        assert_eq!(trailing_blanks_off.trim_end(), expected);
    }

    #[test]
    fn a_finding_shows_its_line_and_its_repair() {
        check(
            "[Event \"x\"]\r\r\t1. e4 bad 2. ♘f3\r*",
            "\
error[bad-word]: 'bad' is a bad word
 --> games.pgn:3:8
  |
3 |     1. e4 bad 2. ♘f3
  |           ^^^
  |
help: Write 'good'
  |
3 -     1. e4 bad 2. ♘f3
3 +     1. e4 good 2. ♘f3
  |",
        );
    }

    #[test]
    fn a_distant_related_place_has_an_excerpt_of_its_own() {
        check(
            &format!("x\n{}odd", "line\n".repeat(40)),
            "\
warning[odd-word]: 'odd' is an odd word
  --> games.pgn:42:1
   |
42 | odd
   | ^^^
   |
  :::
 1 | x
   | - the file starts here
   |
help: Write 'even' (unsafe)
   |
42 - odd
42 + even
   |",
        );
    }

    #[test]
    fn a_line_of_a_whole_game_is_cut_around_the_finding() {
        let moves = "12. Nf3 Nc6 13. Bb5 a6 ".repeat(500);
        check(
            &format!("{moves}plain {moves}").replace("plain", "fussy"),
            "\
hint[fussy-word]: 'fussy' is a fussy word
 --> games.pgn:1:11501
  |
1 | …b5 a6 12. Nf3 Nc6 13. Bb5 a6 fussy 12. Nf3 Nc6 13. Bb5 a6 12. Nf3 Nc6 13. Bb5 a6 12. Nf3…
  |                               ^^^^^",
        );
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let shown = render("full", "bad \u{1b}[31m \u{0} \u{7f} \u{202e}");
        assert!(!shown.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{shown:?}");
    }

    #[test]
    fn an_empty_range_at_the_end_of_the_file_is_pointed_at() {
        let text = "1. e4 e5";
        let file = TextFile::decode("games.pgn".into(), text.into(), None).unwrap();
        let fix = Fix::safe("Write the marker", vec![Edit::insert(text.len(), " *")]);
        let finding = BAD_WORD.finding(text.len()..text.len(), "no marker").with_fix(fix);
        let renderer = Renderer { format: &Full, colors: false, width: 100, failing: Level::Error };
        let finding = [LocatedFinding::new(1, 0, finding)];
        assert_eq!(
            renderer.findings(&file.path, &Parts::whole(&file), &finding)[0].1.trim_end(),
            "\
error[bad-word]: no marker
 --> games.pgn:1:9
  |
1 | 1. e4 e5
  |         ^
  |
help: Write the marker
  |
1 | 1. e4 e5 *
  |          +"
        );
    }
}
