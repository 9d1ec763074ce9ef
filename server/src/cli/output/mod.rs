//! What the commands print on, and how.

mod color;
mod diff;
mod exit;
mod messages;
mod rule_page;
mod streams;

pub use color::{BOLD, FRAME, level_style, paint};
pub use diff::unified_diff;
pub use exit::Exit;
pub use messages::{counted, display_path, printable, refusal};
pub use rule_page::{plain_text, rule_page, summary};
pub use streams::{InputStream, StandardInput, Streams, with_process_streams};
