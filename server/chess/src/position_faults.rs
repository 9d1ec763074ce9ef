//! Setting up a position from a FEN, and what a player would say is wrong with it.

mod explain;
mod plain_setup;

use std::num::NonZeroU32;
use std::ops::Range;

use plain_setup::plain_setup;
use scoresheet_grammar::fen::{Fen, PlainFen, Severity, parse_fen, plain_fen};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Color, PositionError, PositionErrorKinds, Setup, Square};

/// Something wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    /// Half-open byte offsets in the FEN text.
    pub range: Range<usize>,
    /// One sentence for a chess player.
    pub message: String,
    /// No game can be played from here. Other faults are put up with, as real files have them.
    pub fatal: bool,
    /// What could stand there instead, and where: half-open byte offsets in the FEN text.
    pub instead: Option<(Range<usize>, String)>,
}

/// What is wrong with the position of `fen`, which was read from `text`, under the rules of `variant`.
///
/// Syntax is not repeated here: a FEN that is not readable has no setup faults. With `chess960` castling is
/// judged by Chess960's rules; without, they apply only where the castling rights make sense in no other way.
pub fn check_setup(fen: &Fen, text: &str, variant: Variant, chess960: bool) -> Vec<SetupFault> {
    let Some(setup) = setup_of(fen) else {
        return Vec::new();
    };
    let mode = castling_mode(fen.dialect.castling_files, &setup, variant, chess960);
    let kinds = match VariantPosition::from_setup(variant, setup.clone(), mode) {
        Ok(_) => PositionErrorKinds::empty(),
        Err(error) => error.kinds(),
    };
    let mut faults = explain::faults(fen, text, &setup, variant, mode, kinds);
    faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    faults
}

/// The position of `fen`, which was read from `text`, as tolerant as [`start_position`], where there is one; and what is wrong
/// with it, ordered by place, as [`check_setup`] says it.
pub fn position_of(
    fen: &Fen,
    text: &str,
    variant: Variant,
    chess960: bool,
) -> (Option<VariantPosition>, Vec<SetupFault>) {
    let Some(setup) = setup_of(fen) else { return (None, Vec::new()) };
    let mode = castling_mode(fen.dialect.castling_files, &setup, variant, chess960);
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

/// The position of a FEN under the rules of `variant`, tolerant of what real files have: missing counters,
/// impossible castling rights, checks and en passant squares, too much material. Counters beyond
/// [`LAST_MOVE_NUMBER`] are read as 0 and 1.
///
/// # Errors
/// The faults for which no position can be set up; never empty. Ranges are byte offsets in `fen`.
pub fn start_position(fen: &str, variant: Variant, chess960: bool) -> Result<VariantPosition, Vec<SetupFault>> {
    match sound_position(fen, variant, chess960) {
        Some((position, _)) => Ok(position),
        None => tolerated_position(fen, variant, chess960),
    }
}

/// The same for a FEN of which [`sound_position`] has none.
pub(crate) fn tolerated_position(
    fen: &str,
    variant: Variant,
    chess960: bool,
) -> Result<VariantPosition, Vec<SetupFault>> {
    let parsed = parse_fen(fen);
    let Some(setup) = setup_of(&parsed) else {
        return Err(syntax_faults(&parsed, fen));
    };
    let mode = castling_mode(parsed.dialect.castling_files, &setup, variant, chess960);
    VariantPosition::from_setup(variant, setup, mode).or_else(|error| {
        tolerated(error).ok_or_else(|| {
            let mut faults = check_setup(&parsed, fen, variant, chess960);
            faults.retain(|fault| fault.fatal);
            faults
        })
    })
}

/// The position of a FEN of which there is nothing to say but how it is written: nearly as the standard writes it, and its position
/// can be. Nothing for any other.
pub(crate) fn sound_position(fen: &str, variant: Variant, chess960: bool) -> Option<(VariantPosition, PlainFen)> {
    let form = plain_fen(fen)?;
    let setup = match plain_setup(fen) {
        Some(setup) => setup,
        None => shakmaty::fen::Fen::from_ascii(fen.as_bytes()).ok()?.into_setup(),
    };
    let mode = castling_mode(false, &setup, variant, chess960);
    Some((VariantPosition::from_setup(variant, setup, mode).ok()?, form))
}

/// The position in spite of what real files have.
fn tolerated(error: PositionError<VariantPosition>) -> Option<VariantPosition> {
    error
        .ignore_invalid_castling_rights()
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// No game is longer: by the rule of 75 moves every one ends before its move 8849. Larger counters are slips, and where they
/// do not fit their number type nobody knows how large they are.
pub const LAST_MOVE_NUMBER: u32 = 9999;

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

/// Chess960 if asked for, or if some castling right exists only there. `by_files` says whether rights are given by the letters of
/// files.
///
/// Both kings of a Chess960 game start on one file. Where they do not, `KQkq` letters are left over from another
/// position; the letters of files are plain enough to be believed.
fn castling_mode(by_files: bool, setup: &Setup, variant: Variant, chess960: bool) -> CastlingMode {
    if chess960 {
        return CastlingMode::Chess960;
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
    let one_file = king_files.all(|file| Some(file) == first);
    if one_file || by_files { CastlingMode::detect(setup) } else { CastlingMode::Standard }
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
