//! Files as text: bytes to text and back, and places in the text.
//!
//! Reading loses nothing: encoding a decoded text gives the same bytes, whatever they were. A [`TextFile`] is held whole,
//! to be changed; [`in_blocks`] reads a file of any length.

mod archive;
mod awaited;
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
mod zip;

pub use encoding::{Encoding, Unencodable};
pub use file::TextFile;
pub use read_error::ReadError;
pub use stamp::Stamp;

pub(crate) use archive::{Archive, uncompressed};
pub(crate) use blocks::{Block, block_size, in_blocks, in_blocks_by_stages, in_blocks_until};
pub(crate) use cut::Cut;
pub(crate) use detect::guessed_encoding;
pub(crate) use disk_offsets::DiskOffsets;
pub(crate) use encoding::encode_latin1;
pub(crate) use file::{STDIN_NAME, folder, is_utf8_byte_order_mark, name};
pub(crate) use lines::{LineCursor, Location, count_breaks, line_end, line_start};
pub(crate) use origin::{Advance, CHANGED, Origin};
pub(crate) use part::{Part, Parts, Place};
