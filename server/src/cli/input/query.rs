//! The query of the options, with the queries that the configuration has under names.

use std::path::PathBuf;

use scoresheet_collection::query::{Query, SavedQueries};

use super::configurations::Configurations;
use crate::cli::arguments::{ConfigurationArguments, QueryArguments};
use crate::cli::output::{Streams, misread, printable};

/// The query of the options; `None` for all games. No file with games is opened.
///
/// # Errors
///
/// What does not read was reported.
pub(crate) fn read_query(
    arguments: &QueryArguments,
    configuration: &ConfigurationArguments,
    colors: bool,
    streams: &mut Streams<'_>,
) -> Result<Option<Query>, Vec<String>> {
    let saved = match arguments.needs_saved_queries() {
        true => Configurations::saved_queries(configuration).map_err(|error| streams.refusal(error))?,
        false => SavedQueries::new(),
    };
    arguments.query(&saved).map_err(|error| {
        streams.note(misread(&error, colors));
        vec![error.error.message]
    })
}

/// Tells which option takes what was given as a file although it is a query.
pub(crate) fn note_queries_as_files(files: &[PathBuf], streams: &mut Streams<'_>) {
    let saved = SavedQueries::new();
    let missing = files.iter().filter(|path| !path.exists()).filter_map(|path| path.to_str());
    for text in missing.filter(|text| Query::parse_all(&[*text], &saved).is_ok()) {
        streams.note(format_args!("help: {} is a query: write --where before it", printable(text)));
    }
}
