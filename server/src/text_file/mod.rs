//! Files as text: bytes to text and back, and places in the text.
//!
//! Reading loses nothing: encoding a decoded text gives the same bytes, whatever they were. A [`TextFile`] is held whole,
//! to be changed; [`in_blocks`] reads a file of any length.

mod archive;
mod blocks;
mod cut;
mod detect;
mod disk_offsets;
mod encoding;
mod file;
mod lines;
mod origin;
mod part;
mod read_error;
mod stamp;
mod stray_bytes;
mod stream_copy;

pub use archive::{Archive, uncompressed};
pub use blocks::{Block, Finished, block_size, in_blocks, in_blocks_by_stages};
pub use cut::Cut;
pub(crate) use disk_offsets::DiskOffsets;
pub use encoding::{Encoding, Unencodable, encode_latin1};
pub use file::{STDIN_NAME, TextFile, is_utf8_byte_order_mark, name};
pub use lines::{LineCursor, Location, count_breaks, line_end, line_start};
pub use origin::{Advance, CHANGED, Origin};
pub use part::{Part, Parts, Place};
pub use read_error::ReadError;
pub use stamp::Stamp;
