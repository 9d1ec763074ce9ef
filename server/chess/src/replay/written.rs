//! The parts of a move symbol, read without the board.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::notes::Notes;
use crate::look_alikes;
use crate::piece_letters::{self, Language};

/// One reading of a move symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The move.
    pub action: Action,
    /// The check mark at its end.
    pub check: CheckMark,
    /// The departures from canonical SAN that show without the board.
    pub notes: Notes,
}

/// The action of a move symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move of a piece or pawn from one square to another.
    Piece(PieceMove),
    /// Castling.
    Castle(CastlingSide),
    /// A piece dropped on the board (crazyhouse).
    Drop {
        /// The piece.
        role: Role,
        /// The target square.
        to: Square,
    },
    /// A null move.
    Null,
}

/// A move from square to square as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The moving piece; `None` where both squares are given but no piece (UCI): any piece.
    pub role: Option<Role>,
    /// The file of origin, if given.
    pub from_file: Option<File>,
    /// The rank of origin, if given.
    pub from_rank: Option<Rank>,
    /// Whether a capture is marked.
    pub capture: bool,
    /// The target file.
    pub to_file: File,
    /// The target rank; missing in `exd`.
    pub to_rank: Option<Rank>,
    /// The promotion piece.
    pub promotion: Option<Role>,
}

/// The check mark of a move symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// No check mark.
    None,
    /// `+`, also `++` and `†`.
    Check,
    /// `#`, also `‡`.
    Mate,
}

impl PieceMove {
    fn simple(role: Role, to: Square) -> PieceMove {
        PieceMove {
            role: Some(role),
            from_file: None,
            from_rank: None,
            capture: false,
            to_file: to.file(),
            to_rank: Some(to.rank()),
            promotion: None,
        }
    }
}

/// Reads canonical SAN (section 8.2.3.3): the fast path for nearly every move.
#[inline]
pub fn read_plain(text: &[u8]) -> Option<Written> {
    let (body, check) = match text {
        [body @ .., b'+'] => (body, CheckMark::Check),
        [body @ .., b'#'] => (body, CheckMark::Mate),
        body => (body, CheckMark::None),
    };
    let action = match *body.first()? {
        b'a'..=b'h' => Action::Piece(plain_pawn_move(body)?),
        b'N' => Action::Piece(plain_piece_move(Role::Knight, &body[1..])?),
        b'B' => Action::Piece(plain_piece_move(Role::Bishop, &body[1..])?),
        b'R' => Action::Piece(plain_piece_move(Role::Rook, &body[1..])?),
        b'Q' => Action::Piece(plain_piece_move(Role::Queen, &body[1..])?),
        b'K' => Action::Piece(plain_piece_move(Role::King, &body[1..])?),
        b'O' if body == b"O-O" => Action::Castle(CastlingSide::KingSide),
        b'O' if body == b"O-O-O" => Action::Castle(CastlingSide::QueenSide),
        _ => return None,
    };
    Some(Written { action, check, notes: Notes::NONE })
}

#[inline]
fn plain_pawn_move(body: &[u8]) -> Option<PieceMove> {
    let (body, promotion) = match body {
        [body @ .., b'=', letter] => (body, Some(promotion_role(*letter)?)),
        body => (body, None),
    };
    match *body {
        [file, rank] => Some(PieceMove { promotion, ..PieceMove::simple(Role::Pawn, square(file, rank)?) }),
        [from, b'x', file, rank] => Some(PieceMove {
            promotion,
            from_file: Some(file_of(from)?),
            capture: true,
            ..PieceMove::simple(Role::Pawn, square(file, rank)?)
        }),
        _ => None,
    }
}

#[inline]
fn plain_piece_move(role: Role, rest: &[u8]) -> Option<PieceMove> {
    let [origin @ .., file, rank] = rest else { return None };
    let (origin, capture) = match origin {
        [origin @ .., b'x'] => (origin, true),
        origin => (origin, false),
    };
    let mut piece = PieceMove { capture, ..PieceMove::simple(role, square(*file, *rank)?) };
    match *origin {
        [] => {}
        [byte @ b'a'..=b'h'] => piece.from_file = file_of(byte),
        [byte @ b'1'..=b'8'] => piece.from_rank = rank_of(byte),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            piece.from_file = file_of(file);
            piece.from_rank = rank_of(rank);
        }
        _ => return None,
    }
    Some(piece)
}

/// Returns all readings of a move symbol, likeliest first, with the piece letters of `languages` (section 8.2.3.7 asks
/// for such tolerance). Empty if the symbol cannot be a move.
pub(crate) fn read_tolerant(text: &str, languages: &[&'static Language]) -> Vec<Written> {
    match read_plain(text.as_bytes()) {
        Some(written) if has_one_reading(text, languages) => vec![written],
        _ => all_readings(text, languages),
    }
}

/// Whether canonical SAN has no other reading: the `b` of `bxc3` may also be a bishop, and the `B` of `B1a3` a file.
fn has_one_reading(text: &str, languages: &[&'static Language]) -> bool {
    let is_english = matches!(languages, [only] if only.letters == piece_letters::english().letters);
    is_english && !matches!(text.as_bytes(), [b'b', b'x', ..] | [b'B', b'1'..=b'8', ..])
}

/// Whether a text without look-alike letters names what a move of a piece needs: a square, or the files of `exd` and `ed`. Spaces do not
/// count. Other texts have the same readings in all languages: castling, a null move, or none.
pub(super) fn names_target(text: &str) -> bool {
    let is_file = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'h');
    let mut before = b' ';
    text.bytes().filter(|byte| *byte != b' ').any(|byte| {
        let is_capture = matches!(before, b'x' | b'X' | b':') || !before.is_ascii();
        let is_target = is_file(before) && (rank_of(byte).is_some() || is_file(byte)) || is_capture && is_file(byte);
        before = byte;
        is_target
    })
}

fn all_readings(text: &str, languages: &[&'static Language]) -> Vec<Written> {
    if let Some(null) = read_null(text) {
        return vec![null];
    }
    if let Some(latin) = look_alikes::in_latin(text) {
        return read_look_alike(text, &latin, languages);
    }
    let mut notes = Notes::NONE;
    let (body, check) = take_check_mark(text, &mut notes);
    let body = take_en_passant(body, &mut notes);
    if let Some(side) = castling_side(body, &mut notes) {
        return vec![Written { action: Action::Castle(side), check, notes }];
    }
    let (plain_notes, behind_sign) = (notes, body.strip_prefix("N ").or_else(|| body.strip_prefix("D ")));
    let whole = body.replace(' ', "");
    notes.add_if(whole.len() < body.len(), Notes::INNER_SPACE);
    let mut readings = Vec::new();
    if !names_target(&whole) {
        return readings;
    }
    for language in languages {
        for (action, more) in piece_readings(&whole, language) {
            let written = Written { action, check, notes: notes.and(more) };
            if !readings.contains(&written) {
                readings.push(written);
            }
        }
    }
    let signed = behind_sign.into_iter().flat_map(|body| piece_readings(body, piece_letters::english()));
    readings.extend(signed.map(|(action, more)| Written {
        action,
        check,
        notes: plain_notes.and(more).and(Notes::SIGN),
    }));
    readings
}

/// Returns the readings of a move with letters of another script: as the letters they look like, then as Russian piece
/// letters.
fn read_look_alike(text: &str, latin: &str, languages: &[&'static Language]) -> Vec<Written> {
    let mut readings = read_tolerant(latin, languages);
    let first = text.chars().next().and_then(look_alikes::russian_piece);
    if let Some(role) = first {
        let rest = latin.get(1..).unwrap_or_default();
        readings.extend(read_tolerant(&format!("{}{rest}", role.upper_char()), languages));
    }
    for written in &mut readings {
        written.notes.add(Notes::LOOK_ALIKE);
    }
    readings
}

fn read_null(text: &str) -> Option<Written> {
    let notes = match text {
        "--" => Notes::NONE,
        "---" | "Z0" | "z0" | "@@@@" | "0000" | "<>" | "null" | "NULL" | "pass" | "PASS" => Notes::ODD_NULL_MOVE,
        _ => return None,
    };
    Some(Written { action: Action::Null, check: CheckMark::None, notes })
}

fn take_check_mark<'text>(text: &'text str, notes: &mut Notes) -> (&'text str, CheckMark) {
    let body = text.trim_end_matches(['+', '#', '†', '‡']);
    let mark = &text[body.len()..];
    let check = match mark {
        "" => CheckMark::None,
        "+" | "++" | "†" | "††" => CheckMark::Check,
        _ => CheckMark::Mate,
    };
    notes.add_if(!matches!(mark, "" | "+" | "#"), Notes::ODD_CHECK);
    (body, check)
}

fn take_en_passant<'text>(body: &'text str, notes: &mut Notes) -> &'text str {
    let suffixes = ["e.p.", "e.p", "ep.", "ep"];
    let Some(rest) = suffixes.iter().find_map(|suffix| body.strip_suffix(suffix)) else { return body };
    notes.add(Notes::EN_PASSANT_SUFFIX);
    rest
}

fn castling_side(body: &str, notes: &mut Notes) -> Option<CastlingSide> {
    let is_letter = |character: &char| matches!(character, 'O' | 'o' | '0' | 'О');
    let is_dash = |character: &char| matches!(character, '-' | '–' | '—' | '−' | '‐' | '‑');
    if let Some(side) = undashed_castling(body) {
        notes.add(Notes::ODD_CASTLING);
        return Some(side);
    }
    let mut characters = body.chars().filter(|character| *character != ' ');
    let mut letters = 0;
    loop {
        characters.next().filter(is_letter)?;
        letters += 1;
        match characters.next() {
            None => break,
            Some(character) if !is_dash(&character) => return None,
            Some(_) => {}
        }
    }
    let side = match letters {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    notes.add_if(body.contains('0'), Notes::ZERO_CASTLING);
    notes.add_if(!body.chars().all(|character| matches!(character, 'O' | '0' | '-')), Notes::ODD_CASTLING);
    Some(side)
}

fn undashed_castling(body: &str) -> Option<CastlingSide> {
    match body {
        "OO" => Some(CastlingSide::KingSide),
        "OOO" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Returns the readings of a symbol without check mark and suffix in one language.
fn piece_readings(body: &str, language: &'static Language) -> Vec<(Action, Notes)> {
    let mut notes = Notes::NONE;
    if let Some((letter, square_name)) = body.split_once('@') {
        let role = if letter.is_empty() { Some(Role::Pawn) } else { role_of(letter, language, &mut notes) };
        let to = square_name.parse::<Square>().ok();
        return role.zip(to).map(|(role, to)| (Action::Drop { role, to }, notes)).into_iter().collect();
    }
    let mut readings = Vec::new();
    if let Some((rest, promotion, promotion_notes)) = take_promotion(body, language) {
        readings.extend(
            origin_readings(rest, promotion, language)
                .into_iter()
                .map(|(piece, more)| (Action::Piece(piece), promotion_notes.and(more))),
        );
    }
    readings
}

/// Splits the promotion, if there is one, off the end of a symbol: `=Q`, and the spellings `Q`, `/Q`, `(Q)`, `=(Q)`,
/// `q`. `None` if the symbol ends in something else.
fn take_promotion<'text>(body: &'text str, language: &'static Language) -> Option<(&'text str, Option<Role>, Notes)> {
    let last = body.chars().next_back()?;
    let is_short_pawn_capture = body.len() == 2 && last.is_ascii_lowercase();
    if last.is_ascii_digit()
        || is_short_pawn_capture
        || (body.len() <= 4 && matches!(last, 'a'..='h')) && body.contains(['x', 'X', '×', ':'])
    {
        return Some((body, None, Notes::NONE));
    }
    let inner = body.strip_suffix(')').unwrap_or(body);
    let letter_start = inner.char_indices().rev().find(|(_, character)| !is_selector(*character))?.0;
    let letter = &inner[letter_start..];
    let before = inner[..letter_start].trim_end_matches('(');
    let rest = before.trim_end_matches(['=', '/']);
    let mut notes = Notes::NONE;
    let role = role_of(letter, language, &mut notes)?;
    let canonical = before.ends_with('=') && inner.len() == body.len();
    notes.add_if(!canonical, Notes::MISSING_PROMOTION_SIGN);
    Some((rest, Some(role), notes))
}

/// Returns the readings of the rest: piece letter, origin, capture mark and target square.
fn origin_readings(body: &str, promotion: Option<Role>, language: &'static Language) -> Vec<(PieceMove, Notes)> {
    let mut notes = Notes::NONE;
    let Some((head, to_file, to_rank)) = take_target(body, &mut notes) else { return Vec::new() };
    let origin = head.trim_end_matches(['x', 'X', '×', ':', '-', '–']);
    let mark = &head[origin.len()..];
    let is_long = mark.contains(['-', '–']);
    let capture = !mark.is_empty() && !is_long || to_rank.is_none();
    notes.add_if(capture && !matches!(mark, "" | "x"), Notes::ODD_CAPTURE);
    notes.add_if(to_rank.is_none(), Notes::INCOMPLETE_PAWN_CAPTURE);
    let piece = PieceMove { role: None, from_file: None, from_rank: None, capture, to_file, to_rank, promotion };
    let mut readings = Vec::new();
    for (role, from_file, from_rank, more) in origins(origin, language) {
        let mut notes = notes.and(more);
        let both = from_file.is_some() && from_rank.is_some();
        notes.add_if(is_long || both && role.is_none_or(|role| role == Role::Pawn), Notes::LONG_ALGEBRAIC);
        notes.add_if(origin.is_empty() && capture, Notes::INCOMPLETE_PAWN_CAPTURE);
        readings.push((PieceMove { role, from_file, from_rank, ..piece }, notes));
    }
    readings
}

/// Splits off the target: a square, or a file alone in `exd` and `ed`.
fn take_target<'text>(body: &'text str, notes: &mut Notes) -> Option<(&'text str, File, Option<Rank>)> {
    let bytes = body.as_bytes();
    let (&last, before) = bytes.split_last()?;
    let (file, rank, length) = match rank_of(last) {
        Some(rank) => (*before.last()?, Some(rank), 2),
        None => (last, None, 1),
    };
    notes.add_if(file.is_ascii_uppercase(), Notes::UPPER_CASE_FILE);
    let head = body.get(..body.len() - length)?;
    let is_short_pawn_capture = matches!(*bytes, [b'a'..=b'h', b'a'..=b'h']);
    if rank.is_none() && !is_short_pawn_capture && !head.ends_with(['x', 'X', '×', ':']) {
        return None;
    }
    Some((head, file_of(file.to_ascii_lowercase())?, rank))
}

type Origin = (Option<Role>, Option<File>, Option<Rank>, Notes);

/// Returns the readings of the text before the target: a piece letter, a file and a rank, in any combination.
fn origins(origin: &str, language: &'static Language) -> Vec<Origin> {
    let mut readings = Vec::new();
    // A pawn, or any piece if both coordinates are given. A capital alone is a piece: "Bb4" must not be read as b2-b4.
    let is_capital = matches!(origin.as_bytes(), [byte] if byte.is_ascii_uppercase());
    if !is_capital && let Some((file, rank, notes)) = coordinates(origin) {
        let role = if rank.is_some() { None } else { Some(Role::Pawn) };
        if file.is_some() || rank.is_none() {
            readings.push((role, file, rank, notes));
        }
    }
    let Some(first) = origin.chars().next() else { return readings };
    let selectors = origin[first.len_utf8()..].chars().take_while(|character| is_selector(*character));
    let letter_length = first.len_utf8() + selectors.map(char::len_utf8).sum::<usize>();
    let (letter, rest) = origin.split_at(letter_length);
    let mut notes = Notes::NONE;
    if let Some(role) = role_of(letter, language, &mut notes)
        && let Some((file, rank, more)) = coordinates(rest)
    {
        notes.add_if(role == Role::Pawn, Notes::PAWN_LETTER);
        let reading = (Some(role), file, rank, notes.and(more));
        // "bc4" is a capture by the b-pawn rather than a bishop; "Bc4" is a bishop rather than a file.
        if first.is_ascii_uppercase() { readings.insert(0, reading) } else { readings.push(reading) }
    }
    readings
}

/// Reads a file, a rank, both or an empty text.
fn coordinates(text: &str) -> Option<(Option<File>, Option<Rank>, Notes)> {
    let mut notes = Notes::NONE;
    let mut file = |byte: u8| {
        notes.add_if(byte.is_ascii_uppercase(), Notes::UPPER_CASE_FILE);
        file_of(byte.to_ascii_lowercase())
    };
    let (file, rank) = match *text.as_bytes() {
        [] => (None, None),
        [byte] if byte.is_ascii_digit() => (None, Some(rank_of(byte)?)),
        [byte] => (Some(file(byte)?), None),
        [first, second] => (Some(file(first)?), Some(rank_of(second)?)),
        _ => return None,
    };
    Some((file, rank, notes))
}

/// Returns the piece of a letter or figurine.
fn role_of(letter: &str, language: &'static Language, notes: &mut Notes) -> Option<Role> {
    if let Some((role, length)) = piece_letters::figurine(letter)
        && length == letter.len()
    {
        notes.add(Notes::FIGURINE);
        return Some(role);
    }
    let mut characters = letter.chars();
    let character = characters.next()?;
    if characters.next().is_some() {
        return None;
    }
    let upper = character.to_ascii_uppercase();
    let role = language.role(upper)?;
    notes.add_if(character != upper, Notes::LOWER_CASE_PIECE);
    notes.add_if(piece_letters::english().role(upper) != Some(role), Notes::LOCAL_LETTER);
    Some(role)
}

/// Whether a character only selects how the figurine before it is drawn.
fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE0E}' | '\u{FE0F}')
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::from_coords(file_of(file)?, rank_of(rank)?))
}

#[inline]
fn file_of(byte: u8) -> Option<File> {
    matches!(byte, b'a'..=b'h').then(|| File::new(u32::from(byte - b'a')))
}

#[inline]
fn rank_of(byte: u8) -> Option<Rank> {
    matches!(byte, b'1'..=b'8').then(|| Rank::new(u32::from(byte - b'1')))
}

#[inline]
fn promotion_role(letter: u8) -> Option<Role> {
    match letter {
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        b'K' => Some(Role::King), // antichess
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_no_target_is_no_move_of_a_piece() {
        let characters = ["N", "b", "B", "é", "♘", "×", "x", ":", "1", "9", "-", "=", "Q", "(", " ", "@", "n", "D"];
        let mut texts = vec![String::new()];
        for length in 0..4 {
            let longer = |text: &String| characters.map(|character| format!("{text}{character}"));
            let of_length = texts.iter().filter(|text| text.chars().count() == length);
            texts.extend(of_length.flat_map(longer).collect::<Vec<_>>());
        }
        let has_reading = |text: &&String| {
            piece_letters::languages()
                .iter()
                .any(|language| !piece_readings(&text.replace(' ', ""), language).is_empty())
        };
        let with_reading: Vec<&String> = texts.iter().filter(has_reading).collect();
        assert!(with_reading.len() > 1000 && texts.len() > 10 * with_reading.len());
        assert!(with_reading.iter().all(|text| names_target(text)));
        assert!(!["zz", "Nn3", "e9", "O-O", "qQ", "good"].iter().any(|text| names_target(text)));
    }

    #[test]
    fn canonical_san_in_english_can_be_read_in_one_way() {
        let english = [piece_letters::english()];
        let origins = ["", "a", "b", "c", "d", "e", "f", "g", "h", "1", "8", "c3", "b7"];
        let squares = ["a1", "b4", "c3", "e8", "h8"];
        let (mut pawn_moves, mut piece_moves) = (0, 0);
        for letter in ["", "N", "B", "R", "Q", "K"] {
            for (origin, capture) in origins.iter().flat_map(|origin| ["", "x"].map(|capture| (origin, capture))) {
                for (square, promotion) in
                    squares.iter().flat_map(|square| ["", "=Q", "=N"].map(|piece| (square, piece)))
                {
                    for mark in ["", "+", "#"] {
                        let text = format!("{letter}{origin}{capture}{square}{promotion}{mark}");
                        let plain = read_plain(text.as_bytes()).filter(|_| has_one_reading(&text, &english));
                        let Some(plain) = plain else { continue };
                        assert_eq!(all_readings(&text, &english), [plain], "{text}");
                        *if letter.is_empty() { &mut pawn_moves } else { &mut piece_moves } += 1;
                    }
                }
            }
        }
        for castling in ["O-O", "O-O-O", "O-O+", "O-O-O#"] {
            assert!(has_one_reading(castling, &english));
            assert_eq!(all_readings(castling, &english), [read_plain(castling.as_bytes()).unwrap()]);
        }
        assert!(pawn_moves > 300 && piece_moves > 1000, "{pawn_moves} {piece_moves}");
    }
}
