//! The files of a command in the order of its arguments.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::cli::arguments::{ConfigurationArguments, GlobalArguments, InputArguments};
use crate::cli::input::{Configurations, Input};
use crate::cli::output::{Streams, display_path};

/// The files in the order of the arguments, each once, which is reported; `None` if one cannot be read, which was reported.
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
    for again in keep_first_of_same_files(&mut found) {
        if !global.quiet {
            streams.note(format_args!("{}: named twice, read once", display_path(again.path())));
        }
    }
    if found.is_empty() {
        streams.error("there are no files");
        return None;
    }
    Some(found)
}

/// A file that is named twice, also by a link, is one file. Returns those that are left out.
fn keep_first_of_same_files(inputs: &mut Vec<Input>) -> Vec<Input> {
    let mut left_out = Vec::new();
    let mut seen = HashSet::new();
    inputs.retain(|input| {
        let path = input.path();
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut is_new = seen.insert(Identity::Path(real));
        #[cfg(unix)]
        if let Ok(metadata) = std::fs::metadata(path) {
            use std::os::unix::fs::MetadataExt;
            is_new &= seen.insert(Identity::Inode(metadata.dev(), metadata.ino()));
        }
        if !is_new {
            left_out.push(input.clone());
        }
        is_new
    });
    left_out
}

/// What only one file has.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Path(PathBuf),
    #[cfg(unix)]
    Inode(u64, u64),
}
