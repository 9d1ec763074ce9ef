//! From arguments to files that are read, each with its configuration.

mod configurations;
mod files;
mod location;
mod paths;
mod pipeline;
mod query;
mod source;
mod walk;

pub(super) use configurations::Configurations;
pub(super) use files::{Documents, InFolders, Inputs};
pub(super) use location::{offset_at, parse_location};
pub(super) use paths::{absolute, root_of, seen_from, working_directory};
pub(super) use pipeline::{Emit, map_in_order, stream_in_order, with_progress};
pub(super) use query::{note_queries_as_files, read_query};
pub(super) use source::{COMPRESSED, Input};
