//! What differs between Linux, macOS and Windows: nothing else in the program asks which system it runs on.
//!
//! What is a matter of words, such as names, folders and messages, are functions of a [`System`]: so one machine tests all three. What only a system
//! itself can do is a function for each, with a second one that does without.

mod attributes;
mod directories;
mod file_facts;
mod handles;
mod names;
mod permissions;
mod processes;
mod replacing;
mod signals;
mod which;

pub(crate) use attributes::copy_attributes;
pub(crate) use directories::cache_directory;
pub(crate) use file_facts::{changed_nanoseconds, has_other_names, identity, is_device, is_program};
pub(crate) use handles::{WRITES_VECTORED, own_stdin, own_stdout, widen_pipe};
pub(crate) use names::{path_of_bytes, program_names, with_slashes};
pub(crate) use permissions::{is_administrator, keep_owner, readable_by_all, readable_by_owner, usable_by_owner};
pub(crate) use processes::start_of_process;
pub(crate) use replacing::why_not_replaced;
pub(crate) use signals::before_end_by_signal;
pub(crate) use which::System;
