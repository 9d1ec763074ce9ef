//! The files of a command in the order of its arguments.

use std::path::PathBuf;

use crate::cli::arguments::{ConfigurationArguments, GlobalArguments, InputArguments};
use crate::cli::input::{Configurations, Input};
use crate::cli::output::Streams;

/// The files in the order of the arguments; `None` if one cannot be read, which was reported.
pub(crate) fn inputs(files: &[PathBuf], global: &GlobalArguments, streams: &mut Streams<'_>) -> Option<Vec<Input>> {
    let colors = streams.colors(global.color);
    let mut found = Vec::new();
    for file in files {
        let one = InputArguments {
            files: vec![file.clone()],
            encoding: None,
            language: None,
            stdin_filename: None,
            configuration: ConfigurationArguments::default(),
        };
        let (_, inputs) = Configurations::with_inputs(&one, true, colors, streams).ok()?;
        inputs.report(streams);
        if !inputs.errors.is_empty() {
            return None;
        }
        found.extend(inputs.found);
    }
    if found.is_empty() {
        streams.error("there are no files");
        return None;
    }
    Some(found)
}
