//! The findings of a file that is checked again and again while it is edited.

pub(crate) mod change;
pub(crate) mod counts;
mod findings;
mod kept;
pub(crate) mod of_file;
mod shown;
mod since_asked;

pub use findings::{CheckedChunk, CheckedFile, ShownGame};
pub use shown::{Near, Shown};
