//! Moves that were mistyped, left out, doubled or swapped.

use std::ops::Range;

use scoresheet_chess::replay::{Fitting, Meaning};
use scoresheet_chess::results::canonical;
use scoresheet_grammar::{TokenKind, ast};
use shakmaty::{Color, Move, Rank};

use super::{Rows, distance, is_attached};
use crate::explanation::costs;
use crate::explanation::likeness::garbling;
use crate::explanation::line::Board;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, How, Slip, Undone};
use crate::explanation::walk::{Head, Token};
use crate::finding::Edit;
use scoresheet_format::line_edits::delete;

/// How many moves before a trouble may be the one that was mistyped.
const MOVES_BACK: usize = 16;

/// The same where nothing near explains the trouble.
const MOVES_FAR_BACK: usize = 120;

/// The most moves before which one may be missing.
const GAPS_BACK: usize = 6;

/// The most moves back that one may be in another place than it belongs.
const NEIGHBOURS_BACK: usize = 5;

/// The most bytes between two moves of one side that changed places: a move with its number, and clocks.
const MOST_BETWEEN_MOVES_OF_ONE_SIDE: usize = 100;

/// The most bytes between two moves that changed places, without white space: a move number and a mark.
const BETWEEN_NEIGHBOURS: usize = 8;

impl Rows<'_, '_> {
    /// The move that does not fit, as it may have been meant.
    pub(super) fn moves_here(&mut self) {
        let (head, token) = (self.head, self.token);
        let written = self.slice(&token.range);
        let mark = self.text.tried(written).check_mark();
        for (action, cost) in self.meanings(head, written) {
            let (row, more, meaning) = match cost {
                Cost::Disambiguation => (&costs::DISAMBIGUATION, 0, Meaning::Play(action)),
                Cost::Letter => (&costs::FOREIGN_LETTER, 0, Meaning::Play(action)),
                Cost::Castling => (&costs::CASTLING_BY_SQUARES, 0, Meaning::Play(action)),
                Cost::Garbled(cost) => (&costs::RESPELLED, cost, Meaning::Play(action)),
                Cost::Unlike => (&costs::UNLIKE, 0, Meaning::StandIn(action)),
            };
            if self.is_within(row.cost + more, head) {
                let next = self.text.moved_as(head, token, action, mark);
                self.meant(row, row.cost + more, next, meaning);
            }
        }
        self.meant(&costs::EXTRA, costs::EXTRA.cost, self.skipped(), Meaning::Skip);
        let lost = head.line.moved(head.line.now.after_any(), token.range.clone());
        let lost = Head { line: lost, last: Some(TokenKind::San), ..self.skipped() };
        self.meant(&costs::UNEXPLAINED, costs::UNEXPLAINED.cost, lost, Meaning::Lose);
        self.swapped_here();
    }

    pub(super) fn meant(&mut self, row: &'static costs::Row, cost: u32, head: Head, meaning: Meaning) {
        let range = self.token.range.clone();
        self.push(self.here.clone(), head, Undone { row, cost, range, how: How::Meant(meaning) });
    }

    /// The legal moves that a written one may mean that fits none of them, or more than one.
    fn meanings(&self, head: &Head, written: &str) -> Vec<(Move, Cost)> {
        let board = &head.line.now;
        let Some(position) = &board.position else { return Vec::new() };
        let fitting = match self.text.tried(written).fit(position, board.in_check) {
            Fitting::Many(actions) => actions,
            Fitting::One(action, _) => vec![action],
            Fitting::Null | Fitting::None => Vec::new(),
        };
        // One that fits alone is what is written, and something else is the matter.
        let several = if fitting.len() > 1 { fitting.as_slice() } else { &[] };
        let mut meanings: Vec<(Move, Cost)> = several.iter().map(|action| (*action, Cost::Disambiguation)).collect();
        self.text.spend_on_options(board.playable().len());
        let bare = written.trim_end_matches(['+', '#']);
        let is_foreign = self.text.is_foreign(bare);
        for playable in board.playable().iter().filter(|(action, _)| !fitting.contains(action)) {
            let action = playable.0;
            let spellings = || self.text.spellings(is_foreign, playable);
            let cost = if is_castling_by_squares(bare, action) {
                Cost::Castling
            } else if is_foreign && spellings().any(|spelling| spelling == bare) {
                Cost::Letter
            } else {
                let garbled =
                    spellings().filter_map(|spelling| garbling(written, &spelling, costs::MOST_GARBLING)).min();
                garbled.map_or(Cost::Unlike, Cost::Garbled)
            };
            meanings.push((action, cost));
        }
        meanings
    }

    /// The move that does not fit and the next one in the wrong order.
    pub(super) fn swapped_here(&mut self) {
        if let Some(next) = self.next_move(self.token.range.end) {
            self.swapped_with(self.here.clone(), self.head, self.token, &next, 0);
            self.swapped_of_one_side(self.here.clone(), self.head, self.token, &next, 0);
        }
    }

    /// Earlier moves of the line, each of which can be played.
    pub(super) fn moves_before(&mut self, is_first: bool) {
        let mut depth = self.head.line.depth;
        let mut later: Vec<(Place, usize)> = Vec::new();
        let least = if is_first { 0 } else { self.here.path.since_undone() };
        let back = self.back().take_while(|place| place.path.stretches >= least);
        for (steps, place) in back.enumerate() {
            let (head, token) = (place.head(), place.token());
            if token.kind == TokenKind::VariationOpen {
                depth = depth.min(head.line.depth);
            }
            if token.kind != TokenKind::San || head.line.depth > depth || later.len() >= MOVES_BACK {
                continue;
            }
            self.mistyped(&place, distance(steps));
            if later.len() < GAPS_BACK {
                self.missing_before(&place, head, token, 1 + distance(steps));
            }
            self.null_move(&place, steps);
            let next = later.last().map_or_else(|| self.token.clone(), |(next, _)| next.token().clone());
            if later.len() < NEIGHBOURS_BACK && next.kind == TokenKind::San {
                self.swapped_with(place.clone(), head, token, &next, steps);
                self.swapped_of_one_side(place.clone(), head, token, &next, steps);
                self.repeated(&place, &next, steps);
            }
            later.push((place, steps));
        }
        self.repeated_pair(&later);
    }

    /// Moves that can be played, but are not what was played, at any distance.
    pub(super) fn mistyped_far_back(&mut self) {
        let mut depth = self.head.line.depth;
        let mut moves = 0;
        for (steps, place) in self.here.before().enumerate() {
            let (head, token) = (place.head(), place.token());
            if token.kind == TokenKind::VariationOpen {
                depth = depth.min(head.line.depth);
            }
            if token.kind == TokenKind::San && head.line.depth <= depth {
                moves += 1;
                self.mistyped(&place, distance(steps).min(costs::MOST_DISTANCE));
            }
            if moves >= MOVES_FAR_BACK {
                return;
            }
        }
    }

    /// A move that can be played, but is not what was played; `more` is what it costs for being so far back.
    fn mistyped(&mut self, place: &Place, more: u32) {
        let (head, token) = (place.head(), place.token());
        let board = &head.line.now;
        let Some(position) = board.position.as_ref().filter(|_| self.affords(&costs::EARLIER, head)) else { return };
        let written = self.slice(&token.range);
        let Fitting::One(played, _) = self.text.tried(written).fit(position, board.in_check) else { return };
        let bare = written.trim_end_matches(['+', '#']);
        self.text.spend_on_options(board.playable().len());
        for playable in board.playable().iter().filter(|(action, _)| *action != played) {
            let action = playable.0;
            if differences(bare, played, action) > 1 {
                continue;
            }
            let spellings = self.text.spellings(self.text.is_foreign(bare), playable);
            let costs = spellings.filter_map(|spelling| garbling(bare, &spelling, costs::MOST_GARBLING_BEFORE));
            let Some(cost) = costs.min() else { continue };
            let more = cost + more;
            if !self.is_within(costs::EARLIER.cost + more, head) {
                continue;
            }
            let next = self.text.moved(head, token, action);
            let meant = next.line.now.with_check_mark(&playable.1);
            self.write_move(&costs::EARLIER, more, (place, next), token.range.clone(), &meant, Slip::Mistyped);
        }
    }

    /// A move left out before the move of a token.
    pub(super) fn missing_before(&mut self, place: &Place, head: &Head, token: &Token, more: u32) {
        let board = &head.line.now;
        if board.position.is_none() || !self.affords(&costs::LOST_MOVE, head) {
            return;
        }
        let slip = Slip::Missing { number: board.number, turn: board.turn };
        let mut gap = None;
        for (after, san) in self.leading_to(board, token) {
            let (at, from) = gap.get_or_insert_with(|| self.gap(place)).clone();
            self.put_in(&costs::LOST_MOVE, more, (&from, after), at, &san, slip);
        }
    }

    /// The moves on a board after which the move of a token can be played: the board after each, and its SAN.
    pub(super) fn leading_to(&self, board: &Board, token: &Token) -> Vec<(Board, String)> {
        let tried = self.text.tried(self.slice(&token.range));
        self.text.spend_on_options(board.playable().len());
        let after_each = board.playable().iter().map(|(action, san)| (board.after(*action), san));
        let fits = |after: &Board| {
            let position = after.position.as_ref();
            position.is_some_and(|position| !matches!(tried.fit(position, after.in_check), Fitting::None))
        };
        let fitting = after_each.filter(|(after, _)| fits(after));
        let named = fitting.map(|(after, san)| {
            let san = after.with_check_mark(san);
            (after, san)
        });
        named.collect()
    }

    /// Moves put in at byte `at`, after which reading goes on from a place with another board.
    pub(super) fn put_in(
        &mut self,
        row: &'static costs::Row,
        more: u32,
        (from, after): (&Place, Board),
        at: usize,
        san: &str,
        slip: Slip,
    ) {
        let head = self.at(from).0.clone();
        let line = head.line.moved(after, at..at);
        let text = self.text.text;
        let before = if text[..at].ends_with(['(', '\n']) || at == 0 { "" } else { " " };
        let is_apart = text[at..].starts_with(|next: char| next.is_whitespace() || next == ')');
        let behind = if is_apart && !before.is_empty() { "" } else { " " };
        let next = Head { line, last: Some(TokenKind::San), ..head };
        self.insert(row, more, (from, next), at, &format!("{before}{san}{behind}"), slip);
    }

    /// Where a move belongs that is missing before the move at a place: after its own number, before its own comment, NAG or variation if
    /// they show, else after those of the move before it. Also the place from which to read on.
    pub(super) fn gap(&self, place: &Place) -> (usize, Place) {
        let head = self.at(place).0;
        let (depth, board, number) = (head.line.depth, &head.line.now, head.number());
        let mut between: Vec<Place> = Vec::new();
        for before in place.before() {
            let (head, token) = (before.head(), before.token());
            let is_edge = head.line.depth < depth || head.line.depth == depth && token.kind == TokenKind::San;
            if is_edge {
                break;
            }
            if head.line.depth == depth {
                between.push(before);
            }
        }
        between.reverse();
        let mut from = place.clone();
        let mut was_comment = false;
        for (index, before) in between.iter().enumerate() {
            let token = before.token();
            let is_last = index + 1 == between.len();
            match token.kind {
                TokenKind::MoveNumber => {
                    let written = ast::move_number(self.slice(&token.range));
                    let is_its_own = written.number == number && (written.periods >= 2) == board.turn.is_black();
                    from = if is_its_own || !is_last {
                        between.get(index + 1).unwrap_or(place).clone()
                    } else {
                        before.clone()
                    };
                    break;
                }
                TokenKind::VariationOpen => {
                    let next = self.text.token(token.range.end);
                    let is_its_own = next.is_some_and(|next| {
                        let written = ast::move_number(self.slice(&next.range));
                        next.kind == TokenKind::MoveNumber
                            && written.number == number
                            && (written.periods >= 2) == board.turn.is_black()
                    });
                    if is_its_own {
                        from = before.clone();
                        break;
                    }
                }
                kind if is_attached(kind) && was_comment => {
                    from = before.clone();
                    break;
                }
                _ => {}
            }
            was_comment = token.kind.is_comment();
        }
        let at = self.after(from.before().next().as_ref(), self.at(&from).1);
        (at, from)
    }

    /// A move and the next one in the wrong order.
    fn swapped_with(&mut self, place: Place, head: &Head, token: &Token, next: &Token, steps: usize) {
        let Some(between) = self.text.text.get(token.range.end..next.range.start) else { return };
        if !is_little(between) || between.contains(['{', '(', ')']) {
            return;
        }
        let (first, second) = (self.slice(&token.range), self.slice(&next.range));
        let Some(middle) = self.played(head, second) else { return };
        // The numbers before and between them stay, and speak for or against it.
        if self.has_number_of_other_side(head, token) || !self.numbers_fit(&middle, token.range.end..next.range.start) {
            return;
        }
        let Some(after) = self.played(&middle, first) else { return };
        let range = token.range.start..next.range.end;
        let text = format!("{second}{between}{first}");
        let head = Head { at: next.range.end, line: after.line.clone(), last: Some(TokenKind::San), ..after };
        self.replace(&costs::SWAPPED, distance(steps), (&place, head), range, &text, Slip::Swapped);
    }

    /// A move and the next one of the same side in the wrong order; `middle` is the move between them.
    fn swapped_of_one_side(&mut self, place: Place, head: &Head, token: &Token, middle: &Token, steps: usize) {
        let Some(last) = self.next_move(middle.range.end) else { return };
        let Some(between) = self.text.text.get(token.range.end..last.range.start) else { return };
        if between.contains(['(', ')', '*']) || between.len() > MOST_BETWEEN_MOVES_OF_ONE_SIDE {
            return;
        }
        let [first, second, third] = [token, middle, &last].map(|token| self.slice(&token.range));
        let after = self.played(head, third).and_then(|head| self.played(&head, second));
        let Some(after) = after.and_then(|head| self.played(&head, first)) else { return };
        let range = token.range.start..last.range.end;
        let text = format!("{third}{between}{first}");
        let head = Head { at: last.range.end, line: after.line.clone(), last: Some(TokenKind::San), ..after };
        let slip = Slip::Swapped;
        self.replace(&costs::SWAPPED_OF_ONE_SIDE, distance(steps), (&place, head), range, &text, slip);
    }

    /// Whether the number before a move is that of a move of the side that is not to move at a head.
    fn has_number_of_other_side(&self, head: &Head, token: &Token) -> bool {
        let before = self.text.text[..token.range.start].trim_end();
        let Some(digits) = before.strip_suffix('.').map(|before| before.trim_end_matches('.')) else { return false };
        let start = digits.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        let written = ast::move_number(&before[start..]);
        written.number == head.number() && (written.periods >= 2) != head.line.now.turn.is_black()
    }

    /// Whether the move numbers of a range are right at a head.
    fn numbers_fit(&self, head: &Head, range: Range<usize>) -> bool {
        let next = |at: usize| self.text.token(at).filter(|token| token.range.end <= range.end);
        let mut tokens = std::iter::successors(next(range.start), |token| next(token.range.end));
        tokens.all(|token| token.kind != TokenKind::MoveNumber || self.text.read(head, &token).is_ok())
    }

    /// The head after a move that is one legal move.
    pub(super) fn played(&self, head: &Head, written: &str) -> Option<Head> {
        let board = &head.line.now;
        let tried = self.text.tried(written);
        let Fitting::One(action, _) = tried.fit(board.position.as_ref()?, board.in_check) else { return None };
        Some(Head { line: head.line.moved(board.after(action), head.at..head.at), ..head.clone() })
    }

    /// The next move is the same, written once more.
    fn repeated(&mut self, place: &Place, next: &Token, steps: usize) {
        let token = place.token();
        let is_near = is_little(self.slice(&(token.range.end..next.range.start)));
        if self.slice(&token.range) != self.slice(&next.range) || !is_near {
            return;
        }
        let range = self.number_of_repeated(place, next).unwrap_or(next.range.start)..next.range.end;
        let edit = delete(self.text.text, range.clone());
        let candidate = Candidate::new(edit, range, Slip::Repeated);
        let head = Head {
            at: next.range.end,
            line: self.text.read(place.head(), token).map_or_else(|_| place.head().line.clone(), |head| head.line),
            last: Some(TokenKind::San),
            ..place.head().clone()
        };
        self.edit(&costs::REPEATED, distance(steps), place, head, candidate);
    }

    /// Where the number of a repeated move begins, if it has the number of the first one.
    fn number_of_repeated(&self, place: &Place, next: &Token) -> Option<usize> {
        let board = &place.head().line.now;
        let number = self.text.token(place.token().range.end).filter(|token| token.range.end <= next.range.start)?;
        let written = ast::move_number(self.slice(&number.range));
        let is_same = number.kind == TokenKind::MoveNumber
            && written.number == place.head().number()
            && (written.periods >= 2) == board.turn.is_black();
        is_same.then_some(number.range.start)
    }

    /// Moves of both sides, written twice; `later` are the moves before the trouble, the last one first.
    fn repeated_pair(&mut self, later: &[(Place, usize)]) {
        let mut tokens: Vec<Token> = later.iter().rev().map(|(place, _)| place.token().clone()).collect();
        let known = tokens.len();
        let mut at = self.token.range.start;
        while tokens.len() < known + 4
            && let Some(token) = self.text.token(at)
        {
            at = token.range.end;
            match token.kind {
                TokenKind::San => tokens.push(token),
                TokenKind::MoveNumber => {}
                _ => break,
            }
        }
        for index in (0..known.min(tokens.len().saturating_sub(3))).rev() {
            let four = &tokens[index..index + 4];
            let text = |token: &Token| self.slice(&token.range);
            if text(&four[0]) != text(&four[2]) || text(&four[1]) != text(&four[3]) {
                continue;
            }
            if has_end(self.slice(&(four[1].range.end..four[2].range.start))) {
                continue;
            }
            let (place, _) = &later[known - 1 - index];
            let Some(first) = self.played(place.head(), text(&four[0])) else { continue };
            let Some(second) = self.played(&first, text(&four[1])) else { continue };
            let range = four[1].range.end..four[3].range.end;
            let blanks = self.slice(&range).len() - self.slice(&range).trim_start().len();
            let slip = range.start + blanks..range.end;
            let head = Head { at: four[3].range.end, last: Some(TokenKind::San), ..second };
            let candidate = Candidate::new(Edit::delete(range), slip, Slip::Repeated);
            return self.edit(&costs::REPEATED, 1, place, head, candidate);
        }
    }
}

/// Whether a text is short enough to be between two moves that changed places, and ends no game.
fn is_little(between: &str) -> bool {
    let mut bytes = between.bytes().filter(|byte| !byte.is_ascii_whitespace());
    bytes.nth(BETWEEN_NEIGHBOURS).is_none() && !has_end(between)
}

/// Whether a text has a termination marker: after the end of a game, the same moves may begin another one.
fn has_end(between: &str) -> bool {
    between.contains('*') || between.split_whitespace().any(|word| canonical(word).is_some())
}

/// Whether a text is castling as a move of the king to its square: `Kg1`, `e1g1`, `Ke1-c1`.
fn is_castling_by_squares(written: &str, action: Move) -> bool {
    let Move::Castle { king, .. } = action else { return false };
    let Some(side) = action.castling_side() else { return false };
    let color = if king.rank() == Rank::First { Color::White } else { Color::Black };
    let to = side.king_to(color).to_string();
    let squares = written.strip_prefix('K').unwrap_or(written);
    let is_by_king = squares.len() < written.len() && squares == to;
    is_by_king || squares.replace('-', "") == format!("{king}{to}")
}

/// In how many of piece, file and rank of the target a move differs from the one that is written, as far as that shows. Much quicker than a
/// comparison of their characters, which costs more than one slip where two of them differ.
fn differences(written: &str, played: Move, action: Move) -> usize {
    let bytes = written.as_bytes();
    let Some(rank) = bytes.iter().rposition(|byte| matches!(byte, b'1'..=b'8')).filter(|rank| *rank > 0) else {
        return 0;
    };
    if action.is_castle() || !matches!(bytes[rank - 1], b'a'..=b'h') {
        return 0;
    }
    let to = action.to();
    [
        played.role() != action.role(),
        char::from(bytes[rank - 1]) != to.file().char(),
        char::from(bytes[rank]) != to.rank().char(),
    ]
    .into_iter()
    .filter(|differs| *differs)
    .count()
}

/// What speaks against a meaning.
#[derive(Clone, Copy)]
enum Cost {
    /// Only what says which piece is missing.
    Disambiguation,
    /// Only the piece letter, which is one of another language.
    Letter,
    /// Nothing but how castling is written.
    Castling,
    /// Characters.
    Garbled(u32),
    /// Everything.
    Unlike,
}
