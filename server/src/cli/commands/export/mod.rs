//! `scoresheet export`: games, positions and moves as tables for other engines.

mod arguments;
#[cfg(feature = "parquet")]
mod lake;
#[cfg(not(feature = "parquet"))]
mod without_tables;

pub(crate) use arguments::ExportArguments;
#[cfg(feature = "parquet")]
pub(super) use lake::run;
#[cfg(not(feature = "parquet"))]
pub(super) use without_tables::run;
