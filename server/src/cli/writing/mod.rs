//! Writing files so that no interrupted run leaves half of one.

mod atomic;
mod backup;
mod output;

pub(super) use crate::temporary_files::remove_leftovers;
pub(super) use atomic::{Replacement, create_atomically, ensure_replaceable, ensure_unchanged, write_atomically};
pub(super) use backup::{is_committed, keep_backup};
pub(super) use output::{check_output, print_or_create, refuses_binary};
