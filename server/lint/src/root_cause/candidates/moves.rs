//! Moves that were left out, doubled, swapped or mistyped.

use std::cmp::Reverse;
use std::ops::Range;

use scoresheet_grammar::{Event, NodeKind, TokenKind, ast};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::{Candidates, TOKENS_BACK};
use crate::finding::Edit;
use crate::root_cause::reading::{Trouble, TroubleKind};
use crate::root_cause::seams::seams;
use crate::root_cause::slip::{Candidate, Slip};
use scoresheet_chess::move_numbers::is_number_of;
use scoresheet_chess::replay::{ReadMoves, Step, is_fen_tag};
use scoresheet_format::line_edits::delete;

/// How many moves before a trouble may be the one that was mistyped.
const MOVES_BACK: usize = 12;

/// How many moves before a trouble may be in another place than they belong.
const NEIGHBOURS_BACK: usize = 4;

/// The most bytes between two moves that changed places: a move number.
const BETWEEN_NEIGHBOURS: usize = 12;

/// The most moves before which one may be missing if no number shows it.
const GAPS_BACK: usize = 6;

impl Candidates<'_> {
    pub(super) fn add_moves(&mut self, trouble: &Trouble) {
        if !matches!(trouble.kind, TroubleKind::Move { .. } | TroubleKind::Number) {
            self.unreadable();
            return self.missing_space();
        }
        let line = self.line();
        self.played_otherwise(&line);
        self.missing_space();
        self.wrong_side();
        self.misplaced_variation();
        self.repeated(&line.moves);
        self.swapped(&line.moves);
        self.missing(&line);
        self.missing_before_variation();
        if trouble.kind == (TroubleKind::Move { is_explained: false }) {
            self.mistyped(&line);
        }
    }

    /// The line that the trouble is on.
    fn line(&self) -> Line {
        let moves = self.moves_of_line();
        let here = moves.iter().take_while(|token| **token < self.here).count();
        let first = here.saturating_sub(MOVES_BACK);
        let before = self.before_moves(&moves[first..moves.len().min(here + 1)]);
        Line { moves, here, first, before }
    }

    /// The moves of the line that the trouble is on up to it and the next two from it on, by token.
    fn moves_of_line(&self) -> Vec<usize> {
        let Some(depth) = self.tokens.get(self.here).map(|token| token.depth) else { return Vec::new() };
        let is_edge = |token: &usize| {
            let token = &self.tokens[*token];
            let is_delimiter = matches!(token.kind, TokenKind::VariationOpen | TokenKind::VariationClose);
            token.depth < depth || token.depth == depth && depth > 0 && is_delimiter
        };
        let is_move = |token: &usize| self.is(*token, TokenKind::San) && self.tokens[*token].depth == depth;
        let before = (self.here.saturating_sub(TOKENS_BACK)..self.here).rev();
        let mut line: Vec<usize> = before.take_while(|token| !is_edge(token)).filter(is_move).collect();
        line.reverse();
        let after = self.here..self.tokens.len().min(self.here + TOKENS_BACK);
        line.extend(after.take_while(|token| !is_edge(token)).filter(is_move).take(2));
        line
    }

    /// The move that cannot be played itself, as it may have been meant: what the replay guesses without any of this.
    fn played_otherwise(&mut self, line: &Line) {
        if !self.is(self.here, TokenKind::San) {
            return;
        }
        self.meant_otherwise(self.here, line.before(line.here), Slip::Extra);
    }

    /// A move as it may have been meant. Moves that cannot be played there are no candidates.
    fn meant_otherwise(&mut self, token: usize, before: Option<&Before>, slip: Slip) {
        for other in one_letter_off(self.text(token)) {
            let may_be_played = before.is_none_or(|before| {
                !before.is_english || ReadMoves::in_english(&[&other]).can_be_played(before.position.clone())
            });
            if may_be_played {
                self.replace(self.tokens[token].range.clone(), other, slip);
            }
        }
    }

    /// A separate word among the moves, as the move in whose place it is.
    fn unreadable(&mut self) {
        let is_word = |token: Option<usize>| token.is_some_and(|token| self.is(token, TokenKind::Word));
        if !is_word(Some(self.here)) || is_word(self.here.checked_sub(1)) || is_word(Some(self.here + 1)) {
            return;
        }
        let word = self.text(self.here);
        if !resembles_move(word) {
            return;
        }
        let Some(position) = self.position_before(self.here) else { return };
        let name = |action| SanPlus::from_move(position.clone(), action).to_string();
        let mut moves: Vec<String> = position.legal_moves().into_iter().map(name).collect();
        let common = |san: &String| san.bytes().zip(word.bytes()).take_while(|(one, other)| one == other).count();
        moves.sort_by_key(|san| Reverse(common(san)));
        for san in moves {
            self.replace(self.tokens[self.here].range.clone(), san, Slip::Unreadable);
        }
    }

    fn position_before(&self, token: usize) -> Option<VariantPosition> {
        let mut replay = self.read.replay_before(self.tokens[token].range.start);
        let before = token.checked_sub(1).map_or(0, |before| self.tokens[before].range.end);
        loop {
            // Only right before the token, as it is a copy.
            let position = replay.position().filter(|_| replay.offset() >= before).cloned();
            let (_, range) = replay.advance()?;
            if range == self.tokens[token].range {
                return position;
            }
        }
    }

    /// Pairs of moves next to each other, the last ones first.
    fn neighbours(&self, line: &[usize]) -> Vec<(usize, usize)> {
        let last = &line[line.len().saturating_sub(NEIGHBOURS_BACK + 2)..];
        let is_near = |pair: &(usize, usize)| {
            let between = &self.game.text[self.tokens[pair.0].range.end..self.tokens[pair.1].range.start];
            between.len() <= BETWEEN_NEIGHBOURS && !between.contains(['{', '(', ')'])
        };
        last.windows(2).rev().map(|pair| (pair[0], pair[1])).filter(is_near).collect()
    }

    /// Two moves, or a move and a number, without the space between them.
    fn missing_space(&mut self) {
        if !self.is(self.here, TokenKind::San) && !self.is(self.here, TokenKind::Word) {
            return;
        }
        let (range, text) = (self.tokens[self.here].range.clone(), self.game.text);
        for place in seams(text, range) {
            self.insert(place, " ", Slip::MissingSpace);
        }
    }

    /// The FEN tag gives the move to the other side.
    fn wrong_side(&mut self) {
        let is_first = |token: &usize| self.is(*token, TokenKind::San);
        if (0..self.here).rev().any(|token| is_first(&token)) {
            return;
        }
        let mut name = "";
        for (event, range) in self.game.tree.events() {
            match event {
                Event::Token(TokenKind::TagName) => name = &self.game.text[range],
                Event::Token(TokenKind::TagValue) if is_fen_tag(name) => {
                    let fen = &self.game.text[range.clone()];
                    let Some(place) = fen.find(' ').map(|space| range.start + space + 1) else { return };
                    let other = match self.game.text.as_bytes().get(place) {
                        Some(b'w') => "b",
                        Some(b'b') => "w",
                        _ => return,
                    };
                    return self.replace(place..place + 1, other, Slip::WrongSideToMove);
                }
                Event::Enter(NodeKind::Movetext) => return,
                _ => {}
            }
        }
    }

    /// A variation that is one move too early or too late.
    fn misplaced_variation(&mut self) {
        let first = self.here - usize::from(self.here > 0 && self.is(self.here - 1, TokenKind::MoveNumber));
        let Some(open) = first.checked_sub(1).filter(|open| self.is(*open, TokenKind::VariationOpen)) else { return };
        let close = self.end_of_variation_at(open);
        let variation = self.tokens[open].range.start..self.tokens[close - 1].range.end;
        let slip = self.tokens[open].range.clone();
        let mut exchange = |one: Range<usize>, other: Range<usize>| {
            let text = &self.game.text;
            let swapped = format!("{}{}{}", &text[other.clone()], &text[one.end..other.start], &text[one.clone()]);
            let edit = Edit::replace(one.start..other.end, swapped);
            self.found.push(Candidate::new(edit, slip.clone(), Slip::MisplacedVariation));
        };
        if let Some(before) = open.checked_sub(1).filter(|before| self.tokens[*before].kind == TokenKind::San) {
            exchange(self.tokens[before].range.clone(), variation.clone());
        }
        let next = close + usize::from(self.tokens.get(close).is_some_and(|token| token.kind == TokenKind::MoveNumber));
        if let Some(token) = self.tokens.get(next).filter(|token| token.kind == TokenKind::San) {
            exchange(variation, self.tokens[close].range.start..token.range.end);
        }
    }

    /// A move that was written twice, or a move of both sides.
    fn repeated(&mut self, line: &[usize]) {
        for four in line.windows(4).rev() {
            let (one, other) = (&four[..2], &four[2..]);
            if (0..2).all(|index| self.text(one[index]) == self.text(other[index])) && one[1] < self.here + 4 {
                let range = self.tokens[one[1]].range.end..self.tokens[other[1]].range.end;
                let slip = self.tokens[other[0]].range.start..range.end;
                self.found.push(Candidate::new(Edit::delete(range), slip, Slip::Repeated));
            }
        }
        for (one, other) in self.neighbours(line) {
            if self.text(one) == self.text(other) {
                let range = self.tokens[other].range.clone();
                let edit = delete(self.game.text, range.clone());
                self.found.push(Candidate::new(edit, range, Slip::Repeated));
            }
        }
    }

    /// Two moves in the wrong order.
    fn swapped(&mut self, line: &[usize]) {
        for (one, other) in self.neighbours(line) {
            let (first, second) = (self.tokens[one].range.clone(), self.tokens[other].range.clone());
            let between = &self.game.text[first.end..second.start];
            let text = format!("{}{between}{}", self.text(other), self.text(one));
            self.replace(first.start..second.end, text, Slip::Swapped);
        }
    }

    /// An earlier move of the line that can be played, but is not what was played: another piece, file or rank.
    fn mistyped(&mut self, line: &Line) {
        for index in (line.first..line.here).rev() {
            self.meant_otherwise(line.moves[index], line.before(index), Slip::Mistyped);
        }
    }

    /// A missing move before one of the last moves. Where a number shows that the moves before it are complete,
    /// none before those.
    fn missing(&mut self, line: &Line) {
        let Line { moves, here, .. } = line;
        for index in ((here + 1).saturating_sub(GAPS_BACK)..here + 1).rev() {
            let Some(before) = line.before(index) else { break };
            let previous = index.checked_sub(1).map(|index| moves[index]);
            let at = self.gap(previous, moves[index], before);
            let slip = Slip::Missing { number: before.number, turn: before.turn };
            let space_before = if self.game.text[..at].ends_with(['(', '\n']) || at == 0 { "" } else { " " };
            let is_apart = self.game.text[at..].starts_with(|next: char| next.is_whitespace() || next == ')');
            let space_after = if is_apart && !space_before.is_empty() { "" } else { " " };
            // The next move follows the missing one if no variation is between them.
            let next = self.tokens[moves[index]].range.clone();
            let follows = before.is_english && !self.game.text[at..next.start].contains('(');
            let next = follows.then(|| ReadMoves::in_english(&[&self.game.text[next]]));
            for action in before.position.legal_moves() {
                let mut after = before.position.clone();
                after.play_unchecked(action);
                if next.as_ref().is_some_and(|next| !next.can_be_played(after)) {
                    continue;
                }
                let san = SanPlus::from_move(before.position.clone(), action).to_string();
                self.insert(at, format!("{space_before}{san}{space_after}"), slip);
            }
            if index < *here && before.has_right_number {
                break;
            }
        }
    }

    /// A variation that does not fit from its beginning on may be one on a move that was left out before it.
    fn missing_before_variation(&mut self) {
        let first = self.here - usize::from(self.here > 0 && self.is(self.here - 1, TokenKind::MoveNumber));
        let Some(open) = first.checked_sub(1).filter(|open| self.is(*open, TokenKind::VariationOpen)) else { return };
        let outer = self.tokens[open].depth - 1;
        let ahead = self.tokens.iter().enumerate().skip(open);
        let mut after = ahead.filter(|(_, token)| token.depth <= outer).map(|(index, _)| index);
        let Some(after) = after.next() else { return };
        let here = std::mem::replace(&mut self.here, after);
        let line = self.line();
        if !self.has_number_of_other_side(open + 1, &line) {
            self.missing(&line);
        }
        self.here = here;
    }

    /// Whether a variation begins with a number of Black's although it would be White's move with one more move before it: then
    /// one more move explains nothing. `line` is the one that the variation belongs to.
    fn has_number_of_other_side(&self, number: usize, line: &Line) -> bool {
        let replaced = line.here.checked_sub(1).and_then(|replaced| line.before(replaced));
        replaced.is_some_and(|replaced| replaced.turn.is_black())
            && self.is(number, TokenKind::MoveNumber)
            && ast::move_number(self.text(number)).periods >= 2
    }

    /// The state of the replay before each of some moves of one line, in text order; `None` if the line is lost.
    fn before_moves(&self, moves: &[usize]) -> Vec<Option<Before>> {
        let first = moves.first().map_or(0, |first| self.tokens[*first].range.start);
        let mut replay = self.read.replay_before(first).for_troubles();
        let mut found = Vec::new();
        let mut has_right_number = false;
        while found.len() < moves.len() {
            // Not after the last move, which is mostly the one that cannot be played.
            replay.repair_last();
            // Only right before the move, as it is a copy.
            let before = moves[found.len()].checked_sub(1).map_or(0, |before| self.tokens[before].range.end);
            let position = replay.position().filter(|_| replay.offset() >= before).cloned();
            let (turn, number) = (replay.turn(), replay.number());
            let Some((step, range)) = replay.advance() else { break };
            match step {
                Step::Token(TokenKind::MoveNumber) => {
                    let written = ast::move_number(&self.game.text[range]);
                    has_right_number = is_number_of(written, number, turn);
                }
                Step::Move => {
                    if range == self.tokens[moves[found.len()]].range {
                        let is_english = replay.setup().is_english;
                        found.push(position.map(|position| Before {
                            position,
                            turn,
                            number,
                            has_right_number,
                            is_english,
                        }));
                    }
                    has_right_number = false;
                }
                _ => {}
            }
        }
        found.resize_with(moves.len(), || None);
        found
    }

    /// Where a move belongs that is missing before the move `next` of a line, and after `previous` if there is one: after
    /// its own number, before its own comment, NAG or variation if they show, else after those of the move before it.
    fn gap(&self, previous: Option<usize>, next: usize, missing: &Before) -> usize {
        let mut token = previous.map_or_else(|| self.start_of_line(next), |previous| previous + 1);
        while token < next {
            match self.tokens[token].kind {
                TokenKind::MoveNumber => {
                    // "15... {comment} 16. Nf3" has a number without its move, "15. Bb7" the number of White's.
                    let is_its_own = token + 1 < next || missing.turn.is_white() && self.is_number_of(token, missing);
                    token += usize::from(is_its_own);
                    break;
                }
                TokenKind::VariationOpen if self.is_number_of(token + 1, missing) => break,
                TokenKind::VariationOpen => token = self.end_of_variation_at(token),
                kind if is_attached(kind) && token > 0 && self.tokens[token - 1].kind.is_comment() => break,
                kind if is_attached(kind) => token += 1,
                _ => break,
            }
        }
        token.checked_sub(1).map_or(self.tokens[token].range.start, |before| self.tokens[before].range.end)
    }

    /// The first token of the line that `token` is on.
    fn start_of_line(&self, token: usize) -> usize {
        let depth = self.tokens[token].depth;
        let is_open =
            |before: &usize| self.is(*before, TokenKind::VariationOpen) && self.tokens[*before].depth == depth;
        (0..token).rev().find(is_open).map_or(0, |open| open + 1)
    }

    fn is_number_of(&self, token: usize, missing: &Before) -> bool {
        let written = ast::move_number(self.text(token));
        self.is(token, TokenKind::MoveNumber)
            && is_number_of(written, missing.number, missing.turn)
            && (written.periods >= 2) == missing.turn.is_black()
    }

    /// The token after the variation that opens at `open`.
    fn end_of_variation_at(&self, open: usize) -> usize {
        let depth = self.tokens[open].depth;
        let inside = self.tokens[open..].iter().take_while(|token| token.depth >= depth);
        let mut end = open;
        for token in inside {
            end += 1;
            if token.kind == TokenKind::VariationClose && token.depth == depth {
                break;
            }
        }
        end
    }
}

/// Whether a word is short and of the letters that moves are made of.
fn resembles_move(word: &str) -> bool {
    let is_of_moves = |byte: u8| {
        matches!(byte, b'a'..=b'h' | b'0'..=b'9' | b'x' | b'+' | b'#' | b'=' | b'-') || b"NBRQKO".contains(&byte)
    };
    word.len() <= LONGEST_MOVE && word.bytes().all(is_of_moves)
}

/// A longer word is no mistyped move. Bytes.
const LONGEST_MOVE: usize = 8;

/// Whether a token belongs to the move before it.
fn is_attached(kind: TokenKind) -> bool {
    kind.is_comment() || matches!(kind, TokenKind::Nag | TokenKind::Suffix | TokenKind::Glyph)
}

/// The line of moves that a trouble is on, as far as it is looked at.
struct Line {
    /// The moves, by token.
    moves: Vec<usize>,
    /// The index of the first that is not before the trouble; `moves.len()` if there is none.
    here: usize,
    /// The index of the first whose [`Before`] is looked for.
    first: usize,
    /// What is known before them, up to the one that is `here`.
    before: Vec<Option<Before>>,
}

impl Line {
    /// What is known before one of its moves.
    fn before(&self, index: usize) -> Option<&Before> {
        self.before.get(index.checked_sub(self.first)?)?.as_ref()
    }
}

/// The state of the replay before a move.
struct Before {
    position: VariantPosition,
    turn: Color,
    number: u32,
    /// Whether the move has a number, and a right one.
    has_right_number: bool,
    /// Whether the game's moves use English piece letters and no others.
    is_english: bool,
}

/// The moves that differ from `san` in the piece letter, or by one in the file or rank of the target.
fn one_letter_off(san: &str) -> Vec<String> {
    let mut others = Vec::new();
    let bytes = san.as_bytes();
    let Some(rank) = bytes.iter().rposition(|byte| matches!(byte, b'1'..=b'8')) else { return others };
    if rank == 0 || !matches!(bytes[rank - 1], b'a'..=b'h') || !san.is_ascii() {
        return others;
    }
    let mut with = |place: usize, byte: u8| {
        let mut other = san.to_owned();
        other.replace_range(place..place + 1, &char::from(byte).to_string());
        others.push(other);
    };
    for byte in [bytes[rank] + 1, bytes[rank] - 1].into_iter().filter(|byte| matches!(byte, b'1'..=b'8')) {
        with(rank, byte);
    }
    for byte in [bytes[rank - 1] + 1, bytes[rank - 1] - 1].into_iter().filter(|byte| matches!(byte, b'a'..=b'h')) {
        with(rank - 1, byte);
    }
    if matches!(bytes[0], b'N' | b'B' | b'R' | b'Q' | b'K') {
        for byte in b"NBRQK".iter().filter(|byte| **byte != bytes[0]) {
            with(0, *byte);
        }
    }
    // The letter may be lost.
    if matches!(bytes[0], b'a'..=b'h') {
        others.extend(["N", "B", "R", "Q", "K"].map(|letter| format!("{letter}{san}")));
    }
    others
}
