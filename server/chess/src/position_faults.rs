//! The setup of a position from a FEN, and its faults in chess terms.

mod explain;
mod plain_setup;

use std::num::NonZeroU32;
use std::ops::Range;

use plain_setup::plain_setup;
use scoresheet_grammar::fen::{Fen, PlainFen, Severity, parse_fen, plain_fen};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Color, PositionError, PositionErrorKinds, Setup, Square};

/// A fault of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    /// The half-open byte range in the FEN text.
    pub range: Range<usize>,
    /// One sentence for a chess player.
    pub message: String,
    /// Whether no game can start from here. Other faults are tolerated because real files have them.
    pub fatal: bool,
    /// The text of a fix and the half-open byte range in the FEN text that it replaces.
    pub instead: Option<(Range<usize>, String)>,
}

/// By which rules castling rights are judged and castling is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// By those of ordinary chess: the king is at home, the rook in the corner.
    Ordinary,
    /// By those of Chess960.
    Chess960,
    /// By those of Chess960 if the rights are file letters and the king or a rook is not at home.
    ByFileLetters,
    /// By those of Chess960 if the castling rights make sense in no other way.
    ByRights,
}

impl From<bool> for Castling {
    /// The rules of Chess960, or by the rights.
    fn from(chess960: bool) -> Castling {
        if chess960 { Castling::Chess960 } else { Castling::ByRights }
    }
}

/// Returns the faults of the position of `fen`, which was read from `text`, under the rules of `variant`.
///
/// Syntax errors are not reported again: an unreadable FEN has no setup faults. `castling` says by which rules
/// castling is judged.
pub fn check_setup(fen: &Fen, text: &str, variant: Variant, castling: impl Into<Castling>) -> Vec<SetupFault> {
    let castling = castling.into();
    let Some(setup) = setup_of(fen) else {
        return Vec::new();
    };
    let mode = castling_mode(fen.dialect.castling_files, castling_field(fen, text), &setup, variant, castling);
    let kinds = match VariantPosition::from_setup(variant, setup.clone(), mode) {
        Ok(_) => PositionErrorKinds::empty(),
        Err(error) => error.kinds(),
    };
    let mut faults = explain::faults(fen, text, &setup, variant, mode, kinds);
    faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    faults
}

/// Returns the position of `fen`, which was read from `text`, if there is one, with the tolerance of
/// [`start_position`]; and its faults ordered by range, as in [`check_setup`].
pub fn position_of(
    fen: &Fen,
    text: &str,
    variant: Variant,
    castling: impl Into<Castling>,
) -> (Option<VariantPosition>, Vec<SetupFault>) {
    let castling = castling.into();
    let Some(setup) = setup_of(fen) else { return (None, Vec::new()) };
    let mode = castling_mode(fen.dialect.castling_files, castling_field(fen, text), &setup, variant, castling);
    match VariantPosition::from_setup(variant, setup.clone(), mode) {
        Ok(position) => {
            (Some(position), explain::faults(fen, text, &setup, variant, mode, PositionErrorKinds::empty()))
        }
        Err(error) => {
            let mut faults = explain::faults(fen, text, &setup, variant, mode, error.kinds());
            faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
            (tolerated(error), faults)
        }
    }
}

/// Returns the position of a FEN under the rules of `variant`. It tolerates what real files have: missing counters,
/// impossible castling rights, checks and en passant squares, and too much material. Counters beyond
/// [`LAST_MOVE_NUMBER`] are read as 0 and 1.
///
/// # Errors
/// The faults that prevent a setup; never empty. Ranges are byte offsets in `fen`.
pub fn start_position(
    fen: &str,
    variant: Variant,
    castling: impl Into<Castling>,
) -> Result<VariantPosition, Vec<SetupFault>> {
    let castling = castling.into();
    match sound_position(fen, variant, castling) {
        Some((position, _)) => Ok(position),
        None => tolerated_position(fen, variant, castling),
    }
}

/// Returns the position of a FEN for which [`sound_position`] returns `None`.
pub(crate) fn tolerated_position(
    fen: &str,
    variant: Variant,
    castling: impl Into<Castling>,
) -> Result<VariantPosition, Vec<SetupFault>> {
    let castling = castling.into();
    // The fields of a record have no counters.
    if fen.split(' ').count() == 4
        && let Some((position, _)) = sound_position(&format!("{fen} 0 1"), variant, castling)
    {
        return Ok(position);
    }
    let parsed = parse_fen(fen);
    let Some(setup) = setup_of(&parsed) else {
        return Err(syntax_faults(&parsed, fen));
    };
    let mode = castling_mode(parsed.dialect.castling_files, castling_field(&parsed, fen), &setup, variant, castling);
    VariantPosition::from_setup(variant, setup, mode).or_else(|error| {
        tolerated(error).ok_or_else(|| {
            let mut faults = check_setup(&parsed, fen, variant, castling);
            faults.retain(|fault| fault.fatal);
            faults
        })
    })
}

/// Returns the position of a FEN whose only possible faults are in its spelling: close to the standard's form, and a
/// possible position. `None` for any other FEN.
pub(crate) fn sound_position(
    fen: &str,
    variant: Variant,
    castling: impl Into<Castling>,
) -> Option<(VariantPosition, PlainFen)> {
    let form = plain_fen(fen)?;
    let setup = match plain_setup(fen) {
        Some(setup) => setup,
        None => shakmaty::fen::Fen::from_ascii(fen.as_bytes()).ok()?.into_setup(),
    };
    let mode = castling_mode(false, fen.split(' ').nth(2).unwrap_or_default(), &setup, variant, castling);
    Some((VariantPosition::from_setup(variant, setup, mode).ok()?, form))
}

/// Returns the position despite faults that real files have.
fn tolerated(error: PositionError<VariantPosition>) -> Option<VariantPosition> {
    error
        .ignore_invalid_castling_rights()
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// The highest move number: by the 75-move rule every game ends before move 8849. Larger counters are errors, and may
/// not fit their number type.
pub const LAST_MOVE_NUMBER: u32 = 9999;

fn castling_field<'text>(fen: &Fen, text: &'text str) -> &'text str {
    fen.castling.clone().map_or("", |field| &text[field])
}

fn setup_of(fen: &Fen) -> Option<Setup> {
    let normalized: shakmaty::fen::Fen = fen.normalized()?.parse().ok()?;
    let mut setup = normalized.into_setup();
    if setup.halfmoves > LAST_MOVE_NUMBER {
        setup.halfmoves = 0;
    }
    if setup.fullmoves.get() > LAST_MOVE_NUMBER {
        setup.fullmoves = NonZeroU32::MIN;
    }
    Some(setup)
}

/// Returns Chess960 if that is known, or, as far as `castling` leaves it to them, if the castling rights make sense only there. `by_files` says whether some of them are file letters,
/// `field` is the castling field of the FEN.
///
/// Both kings of a Chess960 game start on one file, as do the rooks on a side of them, and every right has a rook on its side of the king. Where
/// that is not so, `KQkq` letters are left over from another position, of ordinary chess; file letters are explicit enough to be trusted.
fn castling_mode(
    by_files: bool,
    field: &str,
    setup: &Setup,
    variant: Variant,
    castling: impl Into<Castling>,
) -> CastlingMode {
    let castling = castling.into();
    match castling {
        Castling::Chess960 => return CastlingMode::Chess960,
        Castling::Ordinary => return CastlingMode::Standard,
        Castling::ByFileLetters if !by_files => return CastlingMode::Standard,
        Castling::ByFileLetters | Castling::ByRights => {}
    }
    if setup.castling_rights.is_empty() || matches!(variant, Variant::Antichess | Variant::RacingKings) {
        return CastlingMode::Standard;
    }
    let mut king_files = Color::ALL
        .into_iter()
        .filter(|color| (setup.castling_rights & color.backrank()).any())
        .filter_map(|color| setup.board.king_of(color))
        .map(Square::file);
    let first = king_files.next();
    let is_one_file = king_files.all(|file| Some(file) == first);
    let mut letters = field.chars().filter(|letter| letter.is_ascii_alphabetic());
    let mut has_rooks = || letters.all(|letter| has_rook(letter, setup)) && are_on_same_files(setup);
    match by_files || is_one_file && has_rooks() {
        true => CastlingMode::detect(setup),
        false => CastlingMode::Standard,
    }
}

/// Whether the king of a `K`, `Q`, `k` or `q` is on its first rank, with a rook on that side of it.
fn has_rook(letter: char, setup: &Setup) -> bool {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let Some(king) = setup.board.king_of(color).filter(|king| king.rank() == color.backrank()) else { return false };
    let rooks = setup.board.rooks() & setup.board.by_color(color) & color.backrank();
    rooks.into_iter().any(|rook| (rook > king) == letter.eq_ignore_ascii_case(&'k'))
}

/// Whether White and Black castle with rooks of the same files, on each side on which both may castle. Their kings are on one file.
fn are_on_same_files(setup: &Setup) -> bool {
    let Some(king) = setup.board.king_of(Color::White).map(Square::file) else { return true };
    let rook = |color: Color, is_right: bool| {
        let mut rooks = (setup.castling_rights & color.backrank()).into_iter().map(Square::file);
        rooks.find(|file| (*file > king) == is_right)
    };
    [false, true].into_iter().all(|is_right| {
        let (white, black) = (rook(Color::White, is_right), rook(Color::Black, is_right));
        white.is_none() || black.is_none() || white == black
    })
}

fn syntax_faults(fen: &Fen, text: &str) -> Vec<SetupFault> {
    let unreadable = fen.faults.iter().filter(|fault| fault.kind.severity() == Severity::Unreadable);
    let faults: Vec<SetupFault> = unreadable
        .map(|fault| SetupFault {
            range: fault.range.clone(),
            message: fault.kind.to_string(),
            fatal: true,
            instead: None,
        })
        .collect();
    if faults.is_empty() {
        let message = "This FEN cannot be read".to_owned();
        return vec![SetupFault { range: 0..text.len(), message, fatal: true, instead: None }];
    }
    faults
}

#[cfg(test)]
mod tests;
