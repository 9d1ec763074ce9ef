//! How the findings of a run are printed.

use std::path::PathBuf;

use super::arguments::CheckArguments;
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{root_of, working_directory};
use crate::cli::output::Streams;
use crate::cli::render::{Audience, OutputFormat, Renderer, default_format};
use crate::configuration::FileSettings;

/// How findings are printed.
pub(super) fn renderer(arguments: &CheckArguments, global: &GlobalArguments, streams: &Streams<'_>) -> Renderer {
    Renderer {
        format: arguments.output_format.unwrap_or_else(|| default_format(streams.stdout_is_terminal)),
        colors: streams.colors(global.color),
        width: streams.width,
        failing: FileSettings::default().exit_level,
    }
}

/// The folder that the readers of a format expect paths to be relative to.
pub(super) fn base(format: &dyn OutputFormat) -> PathBuf {
    match format.audience() {
        Audience::Service { root: Some(variable) } => root_of(variable),
        _ => working_directory(),
    }
}
