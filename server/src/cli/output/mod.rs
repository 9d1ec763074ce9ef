//! What the commands print, and the streams that they print on.

mod color;
mod columns;
mod csv;
mod diff;
mod exit;
mod grid;
mod interruption;
mod json;
mod messages;
mod misread;
mod rule_page;
mod streams;

pub(super) use color::{BOLD, FRAME, level_style, paint};
pub(super) use columns::{aligned, aligned_row, width};
pub(super) use csv::csv_row;
pub(super) use diff::unified_diff;
pub(super) use exit::Exit;
pub(super) use grid::Grid;
pub(super) use interruption::{Printed, next_file, over_files, report_interruption, unbroken};
pub(super) use json::json_object;
pub(super) use messages::{counted, departure, display_path, printable, refusal};
pub(super) use misread::misread;
pub(super) use rule_page::{plain_text, rule_page, summary};
pub(super) use streams::{InputStream, StandardInput, Streams, trouble, with_process_streams};
