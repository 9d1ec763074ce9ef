//! From arguments to files that are read, each with its configuration.

mod configurations;
mod files;
mod paths;
mod pipeline;
mod source;
mod walk;

pub use configurations::Configurations;
pub use files::Inputs;
pub use paths::{absolute, root_of, seen_from, working_directory};
pub use pipeline::map_in_order;
pub use source::{COMPRESSED, Input};
