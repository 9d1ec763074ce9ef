//! Whether a move number indication fits the move to come.

use scoresheet_grammar::ast::MoveNumber;
use shakmaty::Color;

/// How a move number indication fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It is that of the move to come.
    Right,
    /// It is wrong, but goes on counting from a wrong one before it.
    CountsOn,
    /// It is wrong.
    Wrong,
}

/// Compare a written number with the move to come. `offset` is how far the number before was off; the result says how far
/// this one is.
pub(crate) fn fit(written: MoveNumber, expected: u32, turn: Color, offset: i64) -> (Fit, i64) {
    let difference = i64::from(written.number) - i64::from(expected);
    // One period before a move of Black is import format; two or more before a move of White are a slip.
    let is_other_side = written.periods >= 2 && turn.is_white();
    let fit = match difference {
        _ if is_other_side => Fit::Wrong,
        0 => Fit::Right,
        _ if difference == offset => Fit::CountsOn,
        _ => Fit::Wrong,
    };
    (fit, difference)
}

/// The move number indication that export format has (section 8.2.2.2).
pub(crate) fn indication(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

/// Whether the number at byte `start` follows a dollar sign: it is a NAG with a blank in it.
pub(crate) fn follows_dollar(text: &str, start: usize) -> bool {
    text[..start].trim_end().ends_with('$')
}
