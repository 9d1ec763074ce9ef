//! Repertoires: the files that make one, what is wrong in them, and what games play in their positions.

mod faults;
mod files;
mod played;

pub(crate) use faults::faults_of_files;
pub(crate) use files::{MOST_BYTES, RepertoireFiles, SourceFile};
pub(crate) use played::{Against, played_moves};
