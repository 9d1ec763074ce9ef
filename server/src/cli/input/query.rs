//! The query of the options, with the queries that the configuration has under names.

use scoresheet_collection::query::{Query, SavedQueries};

use super::configurations::Configurations;
use crate::cli::arguments::{ConfigurationArguments, QueryArguments};
use crate::cli::output::{Streams, misread};

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
