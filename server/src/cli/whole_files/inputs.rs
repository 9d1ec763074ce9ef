//! The files of a command in the order of its arguments.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::cli::arguments::{GlobalArguments, InputArguments};
use crate::cli::file_identity::{FileIdentity, is_same_file};
use crate::cli::input::{Configurations, InFolders, Input};
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Streams, display_path};

/// The files in the order of the arguments, each once, which is reported; `None` if one cannot be read, which was reported. Of folders and
/// patterns, files of records are left out, and so is `output`, to which the games will be written.
pub(crate) fn inputs(
    files: &[PathBuf],
    output: Option<&Path>,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> Option<Vec<Input>> {
    let colors = streams.colors(global.color);
    let mut found = Vec::new();
    for file in files {
        let one = InputArguments { files: vec![file.clone()], ..InputArguments::default() };
        let (_, inputs) = Configurations::with_inputs(&one, InFolders::ALL_GAMES, colors, streams).ok()?;
        inputs.report(streams);
        if !inputs.errors.is_empty() {
            return None;
        }
        for input in inputs.found {
            let path = input.path();
            let (shown, is_named) = (display_path(path), path == file);
            let is_output = !input.is_stdin() && output.is_some_and(|output| is_same_file(output, path));
            if is_named && is_output {
                streams.error(format_args!("{shown}: this file is read; give the output another name"));
                return None;
            }
            let has_games = Language::of(path, None).name() == LanguageName::Pgn;
            if !is_named && (is_output || !has_games) {
                if !global.quiet {
                    let why = if is_output { "it is the output" } else { "it has records, not games" };
                    streams.note(format_args!("{shown}: left out: {why}"));
                }
                continue;
            }
            found.push(input);
        }
    }
    for again in keep_first_of_same_files(&mut found) {
        if !global.quiet {
            streams.note(format_args!("{}: named twice, read once", display_path(again.path())));
        }
    }
    if found.is_empty() {
        streams.error("there are no files of games");
        return None;
    }
    Some(found)
}

/// A file that is named twice, also by a link, is one file. Returns those that are left out.
fn keep_first_of_same_files(inputs: &mut Vec<Input>) -> Vec<Input> {
    let mut left_out = Vec::new();
    let mut seen = HashSet::new();
    inputs.retain(|input| {
        let mut is_new = true;
        FileIdentity::of(input.path()).into_iter().for_each(|identity| is_new &= seen.insert(identity));
        if !is_new {
            left_out.push(input.clone());
        }
        is_new
    });
    left_out
}
