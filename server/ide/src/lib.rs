//! Editor features for games and records: hover, completion, outline, navigation, board and more.
//!
//! Pure functions over parsed files: byte offsets in, byte ranges out. No types of the language server protocol.

pub mod annotate;
pub mod board_state;
pub mod call_hierarchy;
pub mod code_lenses;
pub mod colours;
pub mod completion;
pub mod document_links;
pub mod epd;
pub mod folding;
pub mod hover;
pub mod inlay_hints;
pub mod line_text;
pub mod move_list;
pub mod navigation;
pub mod on_type;
pub mod play;
pub mod position_index;
pub mod rename;
pub mod semantic_tokens;
mod set_up;
pub mod signature_help;
pub mod symbols;
#[cfg(test)]
mod testing;
