//! The position of a record, and the rules it follows.

use std::path::Path;

use scoresheet_grammar::fen::{Fen, Severity};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Setup, Square};

use crate::position_faults::{SetupFault, position_of};
use crate::variants::{VariantKind, variant_of_tag};

/// The notation and the rules of the records of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordKind {
    /// The notation.
    pub notation: Notation,
    /// The rules, if the file is known not to be ordinary chess.
    pub variant: Option<Variant>,
}

/// A notation with one record per line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Extended Position Description: four fields and operations (section 16.2).
    #[default]
    Epd,
    /// Forsyth-Edwards Notation: six fields (section 16.1).
    Fen,
}

/// The outcome of setting up the fields of a record.
#[derive(Clone, Debug)]
pub enum PositionStatus {
    /// A position to play from.
    Ready(VariantPosition),
    /// A board of another game than chess, which is not checked.
    Foreign,
    /// No position.
    Faulty,
}

impl RecordKind {
    /// Derives the kind from the last part of a file's path: its extension names the notation, a word in it the variant
    /// (`giveaway-book.epd`).
    pub fn of_name(name: Option<&str>) -> RecordKind {
        let Some(path) = name.map(Path::new) else { return RecordKind::default() };
        let is_fen = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("fen"));
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        let words = stem.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let variant = words.map(variant_of_tag).find_map(|kind| match kind {
            VariantKind::Rules { variant, .. } => Some(variant),
            _ => None,
        });
        RecordKind { notation: if is_fen { Notation::Fen } else { Notation::Epd }, variant }
    }
}

/// Sets up the position of `fen`, which was read from a part of `line`, with its rules and its faults.
pub(super) fn set_up(fen: &Fen, line: &str, kind: RecordKind) -> (PositionStatus, Variant, Vec<SetupFault>) {
    let variant = kind.variant.unwrap_or_else(|| variant_of(fen));
    if !fen.is_readable() {
        let is_foreign = fen.placement.clone().is_some_and(|placement| is_foreign(fen, &line[placement]));
        return (if is_foreign { PositionStatus::Foreign } else { PositionStatus::Faulty }, variant, Vec::new());
    }
    let (position, mut faults) = position_of(fen, line, variant, false);
    // Programs disagree on how many pawns a horde has.
    faults.retain(|fault| fault.fatal || variant != Variant::Horde);
    (position.map_or(PositionStatus::Faulty, PositionStatus::Ready), variant, faults)
}

/// Returns the position of four fields, if they are in the standard's form and the position is possible in ordinary
/// chess, as nearly always. This costs a fraction of the full check. `shakmaty` decides whether the board is well
/// formed and the position possible.
pub(super) fn plain_position(fields: &str, kind: RecordKind) -> Option<VariantPosition> {
    let mut words = fields.split(' ');
    let (placement, turn, rights, square) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let has_adjacent_digits = placement.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
    let is_plain = kind.variant.is_none() && words.next().is_none() && !has_adjacent_digits;
    let turn = match turn {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    let mut setup = Setup { board: Board::from_ascii_board_fen(placement.as_bytes()).ok()?, turn, ..Setup::empty() };
    if rights != "-" {
        setup.castling_rights = plain_rights(rights)?;
    }
    if square != "-" {
        setup.ep_square = Some(square.parse().ok()?);
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok().filter(|_| is_plain)?;
    Some(VariantPosition::Chess(position))
}

/// Returns the corners of the rooks that may castle, if the rights are letters in the standard's order.
fn plain_rights(rights: &str) -> Option<Bitboard> {
    let mut corners = Bitboard::EMPTY;
    let mut letters = rights.chars().peekable();
    for (letter, corner) in [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)] {
        if letters.next_if_eq(&letter).is_some() {
            corners.add(corner);
        }
    }
    (letters.next().is_none() && !corners.is_empty()).then_some(corners)
}

/// Returns the rules that the fields imply.
fn variant_of(fen: &Fen) -> Variant {
    if fen.dialect.holdings {
        return Variant::Crazyhouse;
    }
    if fen.dialect.checks {
        return Variant::ThreeCheck;
    }
    let count = |letter: char| fen.pieces.iter().filter(|piece| piece.letter == letter).count();
    let is_horde = |king, pawn| fen.pieces.len() > ORDINARY_PIECES && count(king) == 0 && count(pawn) > ORDINARY_PAWNS;
    if is_horde('K', 'P') || is_horde('k', 'p') { Variant::Horde } else { Variant::Chess }
}

/// The number of pieces and pawns of both sides in ordinary chess.
const ORDINARY_PIECES: usize = 32;

/// The number of pawns of one side.
const ORDINARY_PAWNS: usize = 8;

/// The number of ranks and files on boards of other games.
const FOREIGN_SIZE: std::ops::RangeInclusive<usize> = 5..=16;

/// Whether a placement that is not chess is well formed for another game: a rectangle of another size, or pieces with
/// other letters on both sides.
fn is_foreign(fen: &Fen, placement: &str) -> bool {
    let ranks: Vec<&str> = placement.split('/').collect();
    let Some(width) = ranks.first().and_then(|rank| squares(rank)) else { return false };
    if !FOREIGN_SIZE.contains(&width) || !FOREIGN_SIZE.contains(&ranks.len()) {
        return false;
    }
    if ranks.iter().any(|rank| squares(rank) != Some(width)) {
        return false;
    }
    // Ranks of eight squares may be a chess board with a rank missing.
    if width != 8 || ranks.len() > 8 {
        return true;
    }
    if ranks.len() < 8 {
        return false;
    }
    let unreadable = fen.faults.iter().filter(|fault| fault.kind.severity() == Severity::Unreadable);
    let are_letters =
        unreadable.filter(|fault| fen.placement.as_ref().is_some_and(|field| fault.range.end <= field.end));
    let is_other = |letter: &char| letter.is_ascii_alphabetic() && !"PNBRQKpnbrqk".contains(*letter);
    let letters: Vec<char> = placement.chars().filter(is_other).collect();
    let has_both = |letter: &char| {
        letters.contains(&letter.to_ascii_uppercase()) && letters.contains(&letter.to_ascii_lowercase())
    };
    are_letters.count() == letters.len() && letters.iter().any(has_both)
}

/// Returns the number of squares of a rank with any piece letters and numbers of up to two digits.
fn squares(rank: &str) -> Option<usize> {
    let mut squares = 0_usize;
    let mut number = 0_usize;
    for letter in rank.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = (number * 10 + digit as usize).min(*FOREIGN_SIZE.end() + 1);
            continue;
        }
        squares += std::mem::take(&mut number);
        match letter {
            '+' | '~' => {}
            letter if letter.is_ascii_alphabetic() => squares += 1,
            _ => return None,
        }
        if squares > *FOREIGN_SIZE.end() {
            return None;
        }
    }
    Some(squares + number)
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::fen::parse_fen;

    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: &str, rules: Variant) {
        let (status, variant, _) = set_up(&parse_fen(fen), fen, RecordKind::default());
        let found = match status {
            PositionStatus::Ready(_) => "ready",
            PositionStatus::Foreign => "foreign",
            PositionStatus::Faulty => "faulty",
        };
        assert_eq!((found, variant), (expected, rules), "{fen}");
    }

    #[test]
    fn boards_of_other_games_are_told_from_broken_ones() {
        check("4k3/8/8/8/8/8/4P3/4K3 w - -", "ready", Variant::Chess);
        check("4k3/8/8/8/8/8/4P3/4K3[Qn] w - -", "ready", Variant::Crazyhouse);
        check("4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1", "ready", Variant::ThreeCheck);
        let pawns = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
        check(pawns, "ready", Variant::Horde);
        check("rmbq1bmr/pppppppp/3k4/8/8/8/PPPP1PPP/RMBQKBMR b KQ -", "foreign", Variant::Chess);
        check("r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 2 2", "foreign", Variant::Chess);
        check("4k3/8/8/8/8/8/4P3/4K4 w - -", "faulty", Variant::Chess);
        check("4k3/8/8/8/8/8/4P3 w - -", "faulty", Variant::Chess);
        check("rnbqkbnr/ppppippp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "faulty", Variant::Chess);
        check("blablabl/blablabl/8/8/8/8/8/8 w - -", "faulty", Variant::Chess);
        check("8/8/8/8/8/8/4P3/4K3 w - -", "faulty", Variant::Chess);
    }

    #[test]
    fn plain_positions_need_no_closer_look() {
        let is_plain = |fields: &str| plain_position(fields, RecordKind::default()).is_some();
        let plain = ["4k3/8/8/8/8/8/4P3/4K3 w - -", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"];
        let others = [
            "4k3/8/8/8/8/44/4P3/4K3 w - -",
            "4k3/8/8/8/8/8/4P3/4K3 W - -",
            "4k3/8/8/8/8/8/4P3/4K3 w K -",
            "4k3/8/8/8/8/8/4P3/4K3 w - e6",
            "r3k2r/8/8/8/8/8/8/R3K2R w qK -",
            "r3k2r/8/8/8/8/8/8/R3K2R w HA -",
            "4k3/8/8/8/8/8/4P3/4K3 w -",
            "4k3/8/8/8/8/8/4P3/4K3  w - -",
            "4k3/8/8/8/8/8/4P3/4K3 w  -",
            "4k3/8/8/8/8/8/4P3/4K3[] w - -",
        ];
        assert!(plain.iter().all(|fields| is_plain(fields)));
        for fields in others {
            assert!(!is_plain(fields), "{fields}");
        }
    }

    #[test]
    fn the_name_of_a_file_tells_its_kind() {
        let kind = |name| RecordKind::of_name(Some(name));
        assert_eq!(kind("a.FEN"), RecordKind { notation: Notation::Fen, variant: None });
        assert_eq!(kind("atomic-book.epd"), RecordKind { notation: Notation::Epd, variant: Some(Variant::Atomic) });
        assert_eq!(kind("wac.epd"), RecordKind::default());
    }
}
