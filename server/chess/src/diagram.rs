//! A position as a picture: SVG, or a data URI of the SVG.

mod arrows;
mod brush;
mod colours;
mod coordinates;
mod look;
mod markup;
mod sheet;
mod svg;
mod units;
mod words;

pub use brush::Brush;
pub use colours::{BoardColours, hexadecimal};
pub use look::{Diagram, SIZES};
pub use markup::{data_uri, escape};
pub use sheet::{SheetBoard, sheet};
pub use svg::{svg, svg_of_fen};
pub use words::{marks_in_words, position_in_words};
