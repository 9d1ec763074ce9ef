//! How a query that does not read is shown: with the place, and what to write instead.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::messages::printable;
use crate::cli::arguments::Misread;

/// The error with the text of the query, the place marked, and the help.
pub(crate) fn misread(misread: &Misread, colors: bool) -> String {
    let Misread { option, text, error } = misread;
    let text = printable(text);
    let start = text.floor_char_boundary(error.span.start.min(text.len()));
    let end = text.ceil_char_boundary(error.span.end.clamp(start, text.len()));
    let snippet = Snippet::source(text.as_str()).path(*option).annotation(AnnotationKind::Primary.span(start..end));
    let report = Level::ERROR.primary_title(printable(&error.message)).element(snippet);
    let report = match &error.help {
        Some(help) => report.element(Level::HELP.message(printable(help))),
        None => report,
    };
    let renderer = if colors { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[report])
}
