//! The texts of moves, and whether two of them can be the same move.

use std::fmt;

/// What a text can mean as a move.
#[derive(Clone, PartialEq, Eq)]
pub struct MoveText {
    /// As it is written, without check marks.
    pub text: String,
    pub meanings: Vec<Meaning>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Null,
    Castling { is_short: bool },
    Step(Step),
}

/// A move to a square. What the text leaves open is None.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The English letter of the piece, `P` for a pawn. None for letters of other languages and where the origin says it.
    pub piece: Option<char>,
    pub from_file: Option<char>,
    pub from_rank: Option<char>,
    pub to_file: char,
    pub to_rank: Option<char>,
    pub promotion: Option<char>,
    pub is_drop: bool,
}

impl MoveText {
    /// The move at the start of a run of characters, and its length with its check marks.
    pub(super) fn at_start_of(run: &str) -> Option<(MoveText, usize)> {
        let (meanings, length) = null(run).or_else(|| castling(run)).or_else(|| steps(run))?;
        let marks = run[length..].find(|letter| !matches!(letter, '+' | '#' | '†' | '‡')).unwrap_or(run.len() - length);
        // A sign such as `+-` or `+/-` after the move is no check mark.
        let marks = if run[length + marks..].starts_with(['-', '/', '=']) { 0 } else { marks };
        let mut end = length + marks;
        for remark in ["e.p.", "e.p", "ep"] {
            if run[end..].starts_with(remark) {
                end += remark.len();
            }
        }
        Some((MoveText { text: run[..length].to_owned(), meanings }, end))
    }

    /// Takes the piece that a pawn becomes from a text that begins with it: `(Q)`, `= Q`. Returns its length; None if it is not there.
    pub(super) fn promote(&mut self, after: &str) -> Option<usize> {
        let [Meaning::Step(step)] = &mut self.meanings[..] else { return None };
        if step.promotion.is_some() || !matches!(step.to_rank, Some('1' | '8')) {
            return None;
        }
        let rest = after.trim_start_matches([' ', '\t', '+']);
        let is_enclosed = rest.starts_with('(');
        let rest = rest.strip_prefix(['=', '('])?.trim_start_matches([' ', '\t']);
        let piece = rest.chars().next().filter(|piece| "QRBN".contains(*piece))?;
        let rest = if is_enclosed { rest[1..].strip_prefix(')')? } else { &rest[1..] };
        if rest.starts_with(char::is_alphanumeric) {
            return None;
        }
        step.promotion = Some(piece);
        Some(after.len() - rest.len())
    }

    /// Adds what the text means without its first letter.
    pub(super) fn or_without_its_letter(&mut self) {
        let other = MoveText::at_start_of(&self.text[1..]);
        self.meanings.extend(other.into_iter().flat_map(|(other, _)| other.meanings));
    }

    /// Whether both can be the same move; pieces do not count where the letters of another language may be meant.
    pub(super) fn can_be(&self, other: &MoveText, is_foreign: bool) -> bool {
        self.text == other.text
            || self.meanings.iter().any(|one| other.meanings.iter().any(|other| one.can_be(*other, is_foreign)))
    }

    /// Whether the letter of the piece is none of the English ones.
    pub(super) fn is_foreign(&self) -> bool {
        let first = self.text.chars().next().unwrap_or_default();
        first.is_alphabetic() && !first.is_ascii_lowercase() && !"KQRBNPO".contains(first)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.text)
    }
}

impl Meaning {
    fn can_be(self, other: Meaning, is_foreign: bool) -> bool {
        match (self, other) {
            (Meaning::Step(one), Meaning::Step(other)) => one.can_be(other, is_foreign),
            (Meaning::Step(step), Meaning::Castling { is_short })
            | (Meaning::Castling { is_short }, Meaning::Step(step)) => {
                // `e1g1`, `Kg1`, and the king to its rook.
                let files = if is_short { 'f'..='h' } else { 'a'..='d' };
                step.piece.is_none_or(|piece| piece == 'K') && files.contains(&step.to_file)
            }
            (one, other) => one == other,
        }
    }
}

impl Step {
    fn can_be(self, other: Step, is_foreign: bool) -> bool {
        let agree = |one: Option<char>, other: Option<char>| one.is_none() || other.is_none() || one == other;
        self.to_file == other.to_file
            && agree(self.to_rank, other.to_rank)
            && agree(self.from_file, other.from_file)
            && agree(self.from_rank, other.from_rank)
            && (is_foreign || agree(self.piece, other.piece))
            && self.is_drop == other.is_drop
            && (self.promotion == other.promotion
                || is_foreign && self.promotion.is_some() == other.promotion.is_some())
    }
}

fn null(run: &str) -> Option<(Vec<Meaning>, usize)> {
    // `--+` is the sign that Black has a crushing advantage.
    if run.starts_with("--") && !run.starts_with("--+") {
        return Some((vec![Meaning::Null], run.len() - run.trim_start_matches('-').len()));
    }
    let spelling = ["Z0", "<>", "@@@@", "0000", "null"].into_iter().find(|spelling| run.starts_with(spelling))?;
    Some((vec![Meaning::Null], spelling.len()))
}

fn castling(run: &str) -> Option<(Vec<Meaning>, usize)> {
    let is_letter = |letter: char| matches!(letter, 'O' | 'o' | '0' | 'О' | 'о');
    let is_dash = |letter: char| matches!(letter, '-' | '–' | '—' | '−' | '‐' | '‑');
    let end = run.find(|letter| !(is_letter(letter) || is_dash(letter))).unwrap_or(run.len());
    let letters = run[..end].chars().filter(|letter| is_letter(*letter)).count();
    let is_castling = run.starts_with(is_letter) && run[..end].ends_with(is_letter) && (2..=3).contains(&letters);
    is_castling.then(|| (vec![Meaning::Castling { is_short: letters == 2 }], end))
}

/// Moves to a square; a small b may be a file or a bishop.
fn steps(run: &str) -> Option<(Vec<Meaning>, usize)> {
    let mut letters: Vec<char> = run.chars().take(12).collect();
    // `E4`, `EXD5`
    if let [file @ 'A'..='H', '1'..='8' | 'x' | 'X', ..] = letters[..]
        && !(file == 'B' && letters[1].eq_ignore_ascii_case(&'x'))
    {
        letters.iter_mut().for_each(|letter| letter.make_ascii_lowercase());
    }
    // `exD5`, `NF3`
    if let Some(at) = letters.windows(2).position(|pair| matches!(pair, ['A'..='H', '1'..='8']))
        && at > 0
    {
        letters[at].make_ascii_lowercase();
    }
    let as_pawn = step(&letters, None, 0);
    let first = *letters.first()?;
    let piece = match first {
        'K' | 'Q' | 'R' | 'B' | 'N' | 'P' => Some(Some(first)),
        'k' | 'q' | 'r' | 'b' | 'n' | 'p' => Some(Some(first.to_ascii_uppercase())),
        '♔' | '♚' => Some(Some('K')),
        '♕' | '♛' => Some(Some('Q')),
        '♖' | '♜' => Some(Some('R')),
        '♗' | '♝' => Some(Some('B')),
        '♘' | '♞' => Some(Some('N')),
        '♙' | '♟' => Some(Some('P')),
        '@' => Some(Some('P')),
        letter if letter.is_uppercase() => Some(None),
        _ => None,
    };
    let as_piece = piece.and_then(|piece| {
        // Russian has a piece of two letters.
        let is_king = first == 'К' && letters.get(1) == Some(&'р');
        let is_drawn_otherwise = matches!(letters.get(1), Some('\u{FE0E}' | '\u{FE0F}'));
        let skipped = if first == '@' { 0 } else { 1 + usize::from(is_king) + usize::from(is_drawn_otherwise) };
        step(&letters, Some(piece), skipped)
    });
    let found: Vec<(Step, usize)> = as_pawn.into_iter().chain(as_piece).collect();
    let longest = found.iter().map(|(_, length)| *length).max()?;
    let meanings = found.into_iter().filter(|(_, length)| *length == longest).map(|(step, _)| Meaning::Step(step));
    let bytes = letters[..longest].iter().map(|letter| letter.len_utf8()).sum();
    Some((meanings.collect(), bytes))
}

/// A move by the letters from `at` on. `piece` is None for a pawn without a letter, and Some(None) for one of another language.
fn step(letters: &[char], piece: Option<Option<char>>, mut at: usize) -> Option<(Step, usize)> {
    let file = |at: usize| letters.get(at).copied().filter(|letter| ('a'..='h').contains(letter));
    let rank = |at: usize| letters.get(at).copied().filter(|letter| ('1'..='8').contains(letter));
    let mut step = Step { piece: piece.unwrap_or(Some('P')), ..Step::default() };
    if letters.get(at) == Some(&'@') {
        step.is_drop = true;
        at += 1;
    }
    let mut square: (Option<char>, Option<char>) = (None, None);
    let mut has_dash = false;
    loop {
        if let Some(to) = file(at) {
            // `e4e.p.`
            if square.1.is_some() && square.0.is_some() && rank(at + 1).is_none() {
                break;
            }
            if square.0.is_some() {
                if step.from_file.is_some() {
                    break;
                }
                (step.from_file, step.from_rank) = square;
            } else if square.1.is_some() {
                step.from_rank = square.1;
            }
            square = (Some(to), rank(at + 1));
            at += 1 + usize::from(square.1.is_some());
        } else if let (Some(digit), None) = (rank(at), square.0) {
            square.1 = Some(digit);
            at += 1;
        } else if matches!(letters.get(at), Some('x' | 'X' | ':' | '×' | '-' | '–' | '—')) && (file(at + 1).is_some())
        {
            has_dash |= !matches!(letters.get(at), Some('x' | 'X'));
            at += 1;
        } else {
            break;
        }
    }
    step.to_file = square.0?;
    step.to_rank = square.1;
    let is_pawn = piece.is_none() && step.from_rank.is_none();
    // `ee4` says the file twice.
    let is_twice = |from: char| from == step.to_file && step.to_rank.is_some() && letters.get(at) != Some(&'.');
    let is_beside = |from: char| u32::from(from).abs_diff(u32::from(step.to_file)) == 1 || is_twice(from);
    if is_pawn && !step.from_file.is_none_or(is_beside) {
        return None;
    }
    let following = letters.get(at).copied().unwrap_or(' ');
    // `exd`, `ed`: without the rank only for pawns that take.
    if step.to_rank.is_none() && (!is_pawn || step.from_file.is_none() || has_dash || following.is_alphanumeric()) {
        return None;
    }
    // `e51-0` is a move and a result, `a10` is nothing.
    let is_glued = || matches!(letters[at..], [_, '-' | '/' | '.', ..] | [_, _, '.', ..]);
    if following.is_ascii_digit() && (following == '0' && letters.get(at + 1) != Some(&'-') || !is_glued()) {
        return None;
    }
    if step.from_rank.is_some() && step.from_file.is_some() && piece.is_none() {
        step.piece = None;
    }
    let sign = usize::from(matches!(letters.get(at), Some('=' | '/')));
    let becomes = letters
        .get(at + sign)
        .copied()
        .filter(|letter| sign == 1 && letter.is_uppercase() || "QRBNqrbn".contains(*letter));
    if let Some(becomes) = becomes.map(|letter| letter.to_ascii_uppercase())
        && matches!(step.to_rank, Some('1' | '8') | None)
        && file(at + sign).is_none_or(|_| rank(at + sign + 1).is_none())
    {
        step.promotion = Some(becomes);
        at += sign + 1;
    }
    Some((step, at))
}
