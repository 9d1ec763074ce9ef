//! All of the crates below under one name, while their callers move over.

pub use scoresheet_chess::*;
pub use scoresheet_format::*;
pub use scoresheet_ide::*;
pub use scoresheet_lint::*;

/// Formatting.
pub mod format {
    pub use scoresheet_format::{
        FormatOptions, Formatted, LineEnding, Refusal, RefusedGame, Style, format_game, format_text,
    };
}

/// Checking games.
pub mod lint {
    pub use scoresheet_lint::checked_file::*;
    pub use scoresheet_lint::linter::*;
    pub use scoresheet_lint::walk::*;
}

/// EPD and FEN.
pub mod epd {
    pub use scoresheet_chess::epd::*;
    pub use scoresheet_format::epd::*;
    pub use scoresheet_ide::epd::*;
    pub use scoresheet_lint::checked_records::*;
    pub use scoresheet_lint::record_linter::remarks::*;
    pub use scoresheet_lint::record_linter::*;
    pub use scoresheet_lint::records::*;
}
