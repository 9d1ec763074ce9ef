//! All of the crates below under one name, while their callers move over.

pub use scoresheet_chess::*;
pub use scoresheet_format::*;
pub use scoresheet_ide::*;
pub use scoresheet_lint::*;

/// EPD and FEN.
pub mod epd {
    pub use scoresheet_chess::epd::*;
    pub use scoresheet_format::epd::*;
    pub use scoresheet_ide::epd::*;
    pub use scoresheet_lint::epd::*;
}
