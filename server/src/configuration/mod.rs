//! `scoresheet.toml`: finding it, reading it, what it means for a file, and writing in it.

mod edit;
mod editor;
mod fault;
mod file;
mod find;
mod page;
mod resolve;
mod rule_levels;
mod schema;

pub use edit::with_rule_off;
pub use editor::WorkspaceIndexOptions;
pub use fault::{Fault, explain};
pub use file::{ConfigurationFile, FormatSettings, LevelName, Override, Pattern, RuleLevels, StyleName};
pub use find::{FILE_NAME, Finder, Located, Source};
pub use page::page;
pub use resolve::{FileSettings, Layer, resolve};
pub use schema::{schema, schema_of};
