//! The findings of a file that is checked again and again while it is edited.

mod change;
mod counts;
mod file;
mod findings;
mod games;
mod of_file;
mod records;
mod shown;
mod unit;

#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use file::{CheckedFile, ComputedPart};
pub use findings::FileFindings;
pub use shown::{Near, Shown};
pub use unit::CheckedUnit;
