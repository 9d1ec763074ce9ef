//! Chess inside other documents: the blocks of PGN, EPD and FEN in a document, and the way from them to the document and back.
//!
//! ```
//! use scoresheet_embedded::DocumentKind;
//!
//! let document = "> ```pgn\n> 1. e4 e5 2. Nf3\n> ```\n";
//! let steps = DocumentKind::Markdown.steps(document);
//! let block = steps[0].block().unwrap();
//! assert_eq!(block.text(), "1. e4 e5 2. Nf3\n");
//! assert_eq!(&document[block.range_in_document(3..5)], "e4");
//! ```
//!
//! Pure functions: no input or output, no threads, no clock. Ranges are half-open byte offsets.

mod asciidoc;
mod block;
mod contents;
mod document_kind;
mod latex;
mod markdown;
mod step;

pub use block::{Block, BlockLanguage, DocumentEdit};
pub use document_kind::DocumentKind;
pub use step::{GameStart, Line, LineRole, MoveId, Step};
