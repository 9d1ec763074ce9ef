//! The output formats of `check`. A format is one file here and one line in [`FORMATS`].

mod checkstyle;
mod concise;
mod excerpt;
mod format;
mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod rdjson;
mod sarif;
mod statistics;
mod xml;

pub(super) use format::{Audience, FileFrame, OutputFormat, Rendered, Renderer, RunFrame};
pub(super) use statistics::Statistics;

/// All formats, in the order of `--help`.
pub(super) static FORMATS: &[&dyn OutputFormat] = &[
    &full::Full,
    &concise::Concise,
    &json::Json,
    &json::JsonLines,
    &sarif::Sarif,
    &github::Github,
    &gitlab::Gitlab,
    &junit::Junit,
    &checkstyle::Checkstyle,
    &rdjson::Rdjson,
];

/// The format unless one is requested: excerpts on a terminal, otherwise a line per finding.
pub(super) fn default_format(is_terminal: bool) -> &'static dyn OutputFormat {
    if is_terminal { &full::Full } else { &concise::Concise }
}

/// The format that `--output-format` calls `name`.
pub(super) fn format_of_name(name: &str) -> Option<&'static dyn OutputFormat> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
