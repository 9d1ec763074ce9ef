//! `scoresheet.toml`: finding it, reading it, what it means for a file, and writing in it.

mod edit;
mod editor;
mod fault;
mod file;
mod find;
mod page;
mod repertoire;
mod resolve;
mod rule_levels;
mod schema;

pub use page::page;
pub use schema::schema;

pub(crate) use edit::with_rule_off;
pub(crate) use editor::{MoveCacheOptions, WorkspaceIndexOptions};
pub(crate) use fault::{Fault, explain};
pub(crate) use file::{ConfigurationFile, FormatSettings, LevelName, Override, Pattern, RuleLevels};
pub(crate) use find::{FILE_NAME, Finder, Located, Source};
pub(crate) use repertoire::{Percent, RepertoireSettings};
pub(crate) use resolve::{FileSettings, Layer, resolve};
pub(crate) use schema::schema_of;
