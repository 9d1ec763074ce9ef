//! Moves in another writing, which says all of the move: the keys of another keyboard, names of pieces and numbers, codes of mail, and the half of
//! a move before the whole of it.

use scoresheet_chess::look_alikes::on_same_key;
use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::TokenKind;
use shakmaty::san::SanPlus;

use super::Rows;
use super::pieces::is_piece;
use super::spoken::piece_named_first;
use crate::explanation::costs;
use crate::explanation::likeness::whole_of_halves;
use crate::explanation::slip::Slip;
use crate::explanation::walk::Token;

/// Longer words are no moves. Bytes.
const LONGEST: usize = 24;

/// How many tokens before the trouble belong to the same word, at most.
const TOKENS_BEFORE: usize = 3;

/// Numbers in words, from one to eight.
const NUMBERS: [[&str; 8]; 2] = [
    ["one", "two", "three", "four", "five", "six", "seven", "eight"],
    ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
];

/// The signs of fonts with figurines where the font is missing.
const FIGURINES_OF_FONTS: [(char, char); 5] = [('¢', 'K'), ('£', 'Q'), ('¦', 'R'), ('¥', 'B'), ('¤', 'N')];

/// The codes of quoted-printable mail, and what they mean in a move: `=`, and blanks.
const CODES_OF_MAIL: [(&str, &str); 5] = [("=3D", "="), ("=C2=A0", ""), ("=A0", ""), ("=20", ""), ("=09", "")];

/// What is between the half of a move and the whole of it.
const AFTER_HALF: [&str; 4] = ["\u{8}", "^H", "_", "#"];

/// What a word may say in another writing than that of moves.
const WRITINGS: [fn(&str) -> Option<String>; 11] = [
    of_keys,
    of_greek_sounds,
    with_number_in_words,
    piece_named_first,
    with_promotion_in_words,
    of_mail,
    after_half,
    with_origin_apart,
    of_font,
    in_halves,
    corrected,
];

impl Rows<'_, '_> {
    /// The word around the trouble, where it is a legal move in another writing.
    pub(super) fn transcribed(&mut self) {
        let mut place = self.here.clone();
        for before in self.here.before().take(TOKENS_BEFORE) {
            let token = before.token();
            let is_glued = token.range.end == self.at(&place).1.range.start;
            if !is_glued || !is_piece(token.kind) || token.kind == TokenKind::MoveNumber {
                break;
            }
            place = before;
        }
        let start = self.at(&place).1.range.start;
        let run = self.run(|next| next.is_whitespace() || "(){};".contains(next));
        let end = run.end.max(self.token.range.end);
        if end - start > LONGEST {
            return;
        }
        let written = self.text.text[start..end].trim_end_matches(['!', '?']);
        let head = self.at(&place).0.clone();
        let board = &head.line.now;
        let Some(position) = &board.position else { return };
        for meant in WRITINGS.iter().filter_map(|read| read(written)).filter(|meant| meant != written) {
            let tried = self.text.tried(&meant);
            let Fitting::One(action, _) = tried.fit(position, board.in_check) else { continue };
            let range = start..start + written.len();
            let whole = Token { kind: TokenKind::San, range: range.clone() };
            let next = self.text.moved_as(&head, &whole, action, tried.check_mark());
            let san = SanPlus::from_move(position.clone(), action).to_string();
            return self.write_move(&costs::TRANSCRIBED, 0, (&place, next), range, &san, Slip::Unreadable);
        }
    }
}

/// A move that was typed while the keyboard was a Russian or Greek one: `у4`, `Νφ3`.
fn of_keys(word: &str) -> Option<String> {
    word.chars().map(|letter| if letter.is_ascii() { Some(letter) } else { on_same_key(letter) }).collect()
}

/// The same with a Greek letter for a file that sounds alike, but is on another key: `Nχ6`.
fn of_greek_sounds(word: &str) -> Option<String> {
    word.contains('χ').then(|| of_keys(&word.replace('χ', "c"))).flatten()
}

/// A move with its rank in words: `Nfthree`, `Bcfive`.
fn with_number_in_words(word: &str) -> Option<String> {
    let bare = word.trim_end_matches(['+', '#']);
    let lower = bare.to_lowercase();
    NUMBERS.iter().flat_map(|words| (1..).zip(words)).find_map(|(rank, number)| {
        let before = lower.strip_suffix(number).filter(|before| before.ends_with(|file| matches!(file, 'a'..='h')))?;
        Some(format!("{}{rank}{}", bare.get(..before.len())?, &word[bare.len()..]))
    })
}

/// A promotion to a piece in words: `e8=Queen`.
fn with_promotion_in_words(word: &str) -> Option<String> {
    let (pawn, piece) = word.split_once('=')?;
    Some(format!("{pawn}={}", piece_named_first(piece)?))
}

/// A move with codes of quoted-printable mail: `e8=3DQ`, `Nf3=20`.
fn of_mail(word: &str) -> Option<String> {
    word.contains('=')
        .then(|| CODES_OF_MAIL.iter().fold(word.to_owned(), |word, (code, meant)| word.replace(code, meant)))
}

/// The whole of a move after its beginning, which was to be deleted: `Nc^HNc6`, `Nf_Nf3`.
fn after_half(word: &str) -> Option<String> {
    AFTER_HALF.iter().find_map(|between| {
        let (half, whole) = word.split_once(between)?;
        (!half.is_empty() && whole.starts_with(half)).then(|| whole.to_owned())
    })
}

/// A move with its origin after it, or after a slash: `Rh2(h)`, `Nf3/g`, `Q/dg4`.
fn with_origin_apart(word: &str) -> Option<String> {
    let piece = word.get(..1).filter(|piece| matches!(*piece, "N" | "B" | "R" | "Q" | "K"))?;
    let bare = word[1..].trim_end_matches(['+', '#']);
    let marks = &word[1 + bare.len()..];
    if let Some(rest) = bare.strip_prefix('/') {
        return Some(format!("{piece}{rest}{marks}"));
    }
    let (to, origin) = bare.split_once(['(', '/', '-'])?;
    Some(format!("{piece}{}{to}{marks}", origin.strip_suffix(')').unwrap_or(origin)))
}

/// The letter of a piece in which a scanner saw two characters: `I<f6`, `IVe4`.
fn in_halves(word: &str) -> Option<String> {
    let piece = whole_of_halves(word.as_bytes().get(..2)?)?;
    Some(format!("{}{}", char::from(piece), word.get(2..)?))
}

/// A move after another one that it corrects: `Bc4/Bb5`.
fn corrected(word: &str) -> Option<String> {
    let (taken_back, meant) = word.split_once('/').or_else(|| word.split_once("->"))?;
    let ends_with_square =
        |word: &str| word.trim_end_matches(['+', '#']).ends_with(|last| matches!(last, '1'..='8' | 'O'));
    (ends_with_square(taken_back) && ends_with_square(meant) && meant.len() > 1).then(|| meant.to_owned())
}

/// A move with the sign of a font for its piece: `¤f3`.
fn of_font(word: &str) -> Option<String> {
    let (sign, letter) = FIGURINES_OF_FONTS.iter().find(|(sign, _)| word.starts_with(*sign))?;
    Some(format!("{letter}{}", &word[sign.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_words_say() {
        for (read, word, meant) in [
            (of_keys as fn(&str) -> Option<String>, "Νφ3", "Nf3"),
            (of_keys, "у4", "e4"),
            (of_greek_sounds, "Nχ6", "Nc6"),
            (with_number_in_words, "Qfthree+", "Qf3+"),
            (with_number_in_words, "RdfFünf", "Rdf5"),
            (piece_named_first, "Rook-ac1", "Rac1"),
            (with_promotion_in_words, "exd8=Queen+", "exd8=Q+"),
            (of_mail, "e8=3DQ=C2=A0", "e8=Q"),
            (after_half, "Nc\u{8}Nc6", "Nc6"),
            (with_origin_apart, "Rxh2(h)+", "Rhxh2+"),
            (with_origin_apart, "Q/dg4", "Qdg4"),
            (of_font, "¢f2", "Kf2"),
            (corrected, "Bc4+/Bb5", "Bb5"),
        ] {
            assert_eq!(read(word).as_deref(), Some(meant), "{word}");
        }
        assert_eq!([with_number_in_words("stone"), after_half("Nc_Nd6"), of_font("Nf3")], [None, None, None]);
    }
}
