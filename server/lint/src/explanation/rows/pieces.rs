//! Moves in pieces, and tokens without a blank between them.

use scoresheet_chess::line_ends::line_ends;
use scoresheet_chess::piece_letters;
use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::TokenKind;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Move, Role};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::seams::seams;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;
use crate::suspicious_comment::begins_moves;

/// How many tokens one move may lie in.
const MOST_PIECES: u32 = 6;

/// How many of them may come before the one that does not fit.
const PIECES_BEFORE: usize = 3;

/// What is written between two moves instead of a blank.
const BETWEEN_MOVES: [char; 6] = ['/', '\\', '|', ',', '_', '&'];

/// The same in a move that names both squares, or in castling: only where that is not legal.
const HYPHENS: [char; 3] = ['-', '–', '—'];

/// What is in castling, long notations and drops only.
const SIGNS_OF_SOME_MOVES: [char; 2] = ['-', '@'];

/// How many signs between moves are looked for in one word.
const SIGNS_IN_A_WORD: usize = 6;

/// The characters that end a line.
const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// The longest move. Bytes.
const LONGEST_MOVE: usize = 9;

impl Rows<'_, '_> {
    pub(super) fn pieces(&mut self) {
        self.joined(&self.here.clone());
        let before: Vec<Place> = self.here.before().take(PIECES_BEFORE).collect();
        for place in before {
            let kind = place.token().kind;
            let may_be_between =
                kind.is_comment() || matches!(kind, TokenKind::Nag | TokenKind::Periods | TokenKind::Angle);
            if !is_piece(kind) && !may_be_between || place.head().line.depth != self.head.line.depth {
                break;
            }
            self.joined(&place);
        }
        self.origin_in_parentheses();
        self.promotion_in_parentheses();
        self.split();
    }

    /// A move whose pieces begin at a place and include the token that does not fit, with another token at least.
    fn joined(&mut self, place: &Place) {
        let is_here = place.index == place.path.steps.len();
        let (head, first) = if is_here { (self.head, self.token) } else { (place.head(), place.token()) };
        let begins_with_sign = !self.slice(&first.range).contains(is_of_moves);
        if !is_piece(first.kind) || begins_with_sign && !self.is_stray_sign(first) {
            return;
        }
        let Some(position) = &head.line.now.position else { return };
        // A whole move is no piece of one, but for a square: `e2 e4`.
        let is_whole_move = first.kind == TokenKind::San
            && first.range.len() > 2
            && matches!(
                self.text.tried(self.slice(&first.range)).fit(position, head.line.now.in_check),
                Fitting::One(..)
            );
        let (mut san, mut marks, mut comments) = (String::new(), String::new(), String::new());
        let (mut token, mut pieces) = (first.clone(), 0_u32);
        loop {
            let text = self.slice(&token.range);
            match token.kind {
                TokenKind::Suffix => marks.push_str(text),
                TokenKind::Periods | TokenKind::Angle => {}
                TokenKind::Nag => marks.extend([" ", text]),
                kind if kind.is_comment() => comments.extend([" ", text, self.line_end_of(&token)]),
                TokenKind::San if pieces > 0 && is_whole_move => return,
                kind if is_piece(kind) => san.push_str(text),
                _ => return,
            }
            pieces += 1;
            // A number with its period is that of the next move.
            let is_number = token.kind == TokenKind::MoveNumber && text.ends_with(['.', '…']);
            let is_enough =
                pieces > 1 + u32::from(begins_with_sign) && token.range.end >= self.token.range.end && !is_number;
            if san.len() > LONGEST_MOVE || pieces > MOST_PIECES {
                return;
            }
            if is_enough && is_piece(token.kind) && text.contains(is_of_moves) {
                // Without what is never in a move.
                san.retain(|character| is_of_moves(character) || SIGNS_OF_SOME_MOVES.contains(&character));
                // A check mark is the last of a move; one inside of it was typed too early.
                if let Some(mark) = san.find(['+', '#']).filter(|mark| san[*mark..].contains(char::is_alphanumeric)) {
                    let mark = san.remove(mark);
                    san.push(mark);
                }
                san = san.replace("==", "=");
                // Hyphens are rather part of castling, and the sign of drops of a drop, where there are drops.
                let plain = san.replace(SIGNS_OF_SOME_MOVES, "");
                let readings =
                    if san.starts_with(['O', '0']) || san.contains('@') { [san, plain] } else { [plain, san] };
                let fit_of = |san: &str| self.text.tried(san).fit(position, head.line.now.in_check);
                let [first_reading, other] = readings;
                san = if matches!(fit_of(&first_reading), Fitting::None) { other } else { first_reading };
                let range = first.range.start..token.range.end;
                // Mail ends lines within words so.
                if self.slice(&range).contains("=\n") || self.slice(&range).contains("=\r") {
                    san = san.replace('=', "");
                }
                let tried = self.text.tried(&san);
                // Nothing is between the pieces of a move that lacks a character.
                let is_whole = self.slice(&range) == san;
                if let Fitting::One(action, _) = tried.fit(position, head.line.now.in_check)
                    && !is_whole
                {
                    let whole = Token { kind: TokenKind::San, range: range.clone() };
                    let next = self.text.moved_as(head, &whole, action, tried.check_mark());
                    // `efe.p.` is a move, but not written as one. Letters of other languages stay.
                    let is_english = self.text.languages.first().is_none_or(|first| *first == piece_letters::english());
                    if is_english && San::from_ascii(san.trim_end_matches(['+', '#']).as_bytes()).is_err() {
                        san = SanPlus::from_move(position.clone(), action).to_string();
                    }
                    // The line ends there in any case.
                    let is_last_of_line = self.text.text[range.end..].starts_with(LINE_ENDS);
                    let comments = if is_last_of_line { comments.trim_end_matches(LINE_ENDS) } else { &comments };
                    let text = format!("{san}{comments}");
                    let mut candidate = Candidate::new(Edit::replace(range.clone(), text), range.clone(), Slip::Apart);
                    // What was put in may have been meant for the move.
                    if !marks.is_empty() {
                        candidate.others.push(Edit::replace(range, format!("{san}{marks}{comments}")));
                    }
                    // A letter before it is rather part of it.
                    let without_letter = if head.letter.is_some() { costs::MARK + 1 } else { 0 };
                    self.edit(&costs::APART, pieces - 2 + without_letter, place, next, candidate);
                }
            }
            let Some(next) = self.text.token(token.range.end) else { return };
            token = next;
        }
    }

    /// The line end after a comment that goes as far as that: without it, the comment would take in what follows.
    fn line_end_of(&self, comment: &Token) -> &str {
        if comment.kind != TokenKind::LineComment {
            return "";
        }
        let rest = &self.text.text[comment.range.end..];
        line_ends(rest).next().map_or("", |end| &rest[end])
    }

    /// A move with its origin, or a part of that, in parentheses: `B(f1)b5`, `N(b)d2`.
    fn origin_in_parentheses(&mut self) {
        for place in self.here_and_back(PIECES_BEFORE) {
            let is_here = place.index == place.path.steps.len();
            let start = if is_here { self.token.range.start } else { place.token().range.start };
            let head = self.at(&place).0.clone();
            let Some((length, san)) = with_origin_in_parentheses(&self.text.text[start..]) else { continue };
            let Some(position) = &head.line.now.position else { continue };
            let tried = self.text.tried(&san);
            if let Fitting::One(action, _) = tried.fit(position, head.line.now.in_check) {
                let range = start..start + length;
                let whole = Token { kind: TokenKind::San, range: range.clone() };
                let next = self.text.moved_as(&head, &whole, action, tried.check_mark());
                let san = SanPlus::from_move(position.clone(), action).to_string();
                return self.write_move(&costs::APART, 0, (&place, next), range, &san, Slip::Apart);
            }
        }
    }

    /// A promotion to a piece in parentheses, after a space: `e8 (Q)`.
    fn promotion_in_parentheses(&mut self) {
        let mut before = self.here.before();
        let (Some(open), Some(place)) = (before.next(), before.next()) else { return };
        let (text, end) = (self.text.text, self.token.range.end);
        let is_enclosed = open.token().kind == TokenKind::VariationOpen && text[end..].starts_with(')');
        if !is_enclosed || place.token().kind != TokenKind::San || role_of(self.slice(&self.token.range)).is_none() {
            return;
        }
        let (head, pawn) = (place.head().clone(), place.token().range.clone());
        let rest = &text[end + 1..];
        let marks = &rest[..rest.len() - rest.trim_start_matches(['+', '#']).len()];
        let tried = self.text.tried(&format!("{}={}{marks}", self.slice(&pawn), self.slice(&self.token.range)));
        let Some(position) = &head.line.now.position else { return };
        if let Fitting::One(action, _) = tried.fit(position, head.line.now.in_check)
            && action.is_promotion()
        {
            let range = pawn.start..end + 1 + marks.len();
            let whole = Token { kind: TokenKind::San, range: range.clone() };
            let next = self.text.moved_as(&head, &whole, action, tried.check_mark());
            let san = SanPlus::from_move(position.clone(), action).to_string();
            self.write_move(&costs::APART, 0, (&place, next), range, &san, Slip::Apart);
        }
    }

    /// A capture that names the captured piece: `BxN`, `dxB`.
    pub(super) fn captured_piece(&mut self) {
        let written = self.slice(&self.token.range).trim_end_matches(['+', '#', '!', '?']);
        let Some((mover, captured)) = written.split_once(['x', ':']) else { return };
        let (Some(captured), Some(position)) = (role_of(captured), &self.head.line.now.position) else { return };
        let is_meant = |action: &Move| {
            let file = action.from().map(|from| from.file().char().to_string());
            let is_mover = match role_of(mover) {
                Some(role) => action.role() == role,
                None => action.role() == Role::Pawn && file.as_deref() == Some(mover),
            };
            is_mover && action.capture() == Some(captured)
        };
        let here = self.here.clone();
        let actions: Vec<Move> =
            self.head.line.now.playable().iter().map(|(action, _)| *action).filter(is_meant).collect();
        for action in actions {
            let next = self.text.moved(self.head, self.token, action);
            let san = SanPlus::from_move(position.clone(), action).to_string();
            let range = self.token.range.clone();
            self.write_move(&costs::CAPTURED_PIECE, 0, (&here, next), range, &san, Slip::Unreadable);
        }
    }

    /// Whether a token is a sign of no meaning right before other characters.
    fn is_stray_sign(&self, token: &Token) -> bool {
        let is_glued = self.text.text[token.range.end..].starts_with(char::is_alphanumeric);
        token.kind == TokenKind::Unknown && is_glued && !self.slice(&token.range).is_ascii()
    }

    /// Two moves, or a move and a number, without the blank between them.
    fn split(&mut self) {
        if !matches!(self.token.kind, TokenKind::San | TokenKind::Word) {
            return;
        }
        self.parted_by_sign();
        let Some(position) = &self.head.line.now.position else { return };
        for place in seams(self.text.text, self.token.range.clone()) {
            let range = self.token.range.start..place;
            let tried = self.text.tried(self.slice(&range));
            if let Fitting::One(action, _) = tried.fit(position, self.head.line.now.in_check) {
                let first = Token { kind: TokenKind::San, range };
                let next = self.text.moved_as(self.head, &first, action, tried.check_mark());
                self.insert(&costs::GLUED, 0, (&self.here.clone(), next), place, " ", Slip::MissingSpace);
            }
        }
    }

    /// Two moves with a sign for the blank between them: `e4/e5`.
    fn parted_by_sign(&mut self) {
        let board = &self.head.line.now;
        let (written, Some(position)) = (self.slice(&self.token.range), &board.position) else { return };
        let signs: Vec<(usize, char)> = written
            .char_indices()
            .filter(|(_, sign)| BETWEEN_MOVES.contains(sign) || HYPHENS.contains(sign))
            .take(SIGNS_IN_A_WORD)
            .collect();
        for (place, sign) in signs {
            let tried = self.text.tried(&written[..place]);
            let end = place + sign.len_utf8();
            let Fitting::One(action, _) = tried.fit(position, board.in_check) else { continue };
            let start = self.token.range.start;
            let first = Token { kind: TokenKind::San, range: start..start + place };
            let next = Head { at: start + end, ..self.text.moved_as(self.head, &first, action, tried.check_mark()) };
            let is_sure = !HYPHENS.contains(&sign) || self.is_one_move(&next);
            if is_sure && begins_moves(&written[end..]) {
                let sign = start + place..start + end;
                self.replace(&costs::GLUED, 0, (&self.here.clone(), next), sign, " ", Slip::MissingSpace);
            }
        }
    }

    /// Whether the token at a head is a move that can be played.
    fn is_one_move(&self, head: &Head) -> bool {
        let token = self.text.token(head.at).filter(|token| token.kind == TokenKind::San);
        token.is_some_and(|token| self.text.read(head, &token).is_ok())
    }
}

/// The length of a move with its origin in parentheses at the start of a text, in bytes, and the move without them.
fn with_origin_in_parentheses(text: &str) -> Option<(usize, String)> {
    let (piece, rest) = text.split_at_checked(1)?;
    let (origin, rest) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_origin = is_square(origin) || matches!(origin.as_bytes(), [b'a'..=b'h' | b'1'..=b'8']);
    if !piece.starts_with(|piece: char| piece.is_ascii_uppercase()) || !is_origin {
        return None;
    }
    let target = rest.trim_start_matches([' ', '-', 'x', ':']);
    let target = target.get(..2).filter(|target| is_square(target))?;
    let end = text.len() - rest.len() + rest.find(target)? + target.len();
    let marks = text[end..].len() - text[end..].trim_start_matches(['+', '#']).len();
    Some((end + marks, format!("{piece}{origin}{target}{}", &text[end..end + marks])))
}

/// The piece of a letter, in English.
fn role_of(letter: &str) -> Option<Role> {
    let mut letters = letter.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(|letter| piece_letters::english().role(letter))
}

/// Whether a character may be in a move.
fn is_of_moves(character: char) -> bool {
    character.is_alphanumeric() || "+#=".contains(character) || ('♔'..='♟').contains(&character)
}

/// Whether a token may be a piece of a move.
pub(super) fn is_piece(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::San
            | TokenKind::Word
            | TokenKind::MoveNumber
            | TokenKind::Glyph
            | TokenKind::Unknown
            | TokenKind::Suffix
            | TokenKind::EnPassantMark
    )
}
