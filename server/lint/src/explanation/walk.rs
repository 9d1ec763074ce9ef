//! Reading on from a place, as far as nothing is in the way.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use scoresheet_chess::move_numbers::{Count, Fit};
use scoresheet_chess::nag;
use scoresheet_chess::pasted::is_emphasised_result;
use scoresheet_chess::piece_letters::{self, Language};
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::written::CheckMark;
use scoresheet_chess::replay::{Fitting, TriedMove, whole_move};
use scoresheet_grammar::{Event, NodeKind, TokenKind, Tree, ast, token_at};
use shakmaty::{Color, Move};

use super::arrows::is_in_arrow;
use super::costs;
use super::habits::Habits;
use super::hidden_moves::hides_moves;
use super::line::{Board, Line};
use super::prose::ProseAhead;
use super::slip::Candidate;
use crate::suspicious_comment::{ends_another, is_suspicious_comment};

/// How far reading goes: over so many moves after byte `from`, and up to byte `end`.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) from: usize,
    pub(super) moves: usize,
    pub(super) end: usize,
}

/// A place in the text with all that is known there.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// Byte offset: where the next token, or white space before it, begins.
    pub(super) at: usize,
    pub(super) line: Rc<Line>,
    pub(super) count: Count,
    /// The sum of the costs so far.
    pub(super) cost: u32,
    /// The kind of the last token but for white space, if there is one.
    pub(super) last: Option<TokenKind>,
    /// The byte offset of an `N` on its own since the last move.
    pub(super) letter: Option<usize>,
}

impl Head {
    /// The number of the next move of a board on this line, as the game counts.
    pub(super) fn number_on(&self, board: &Board) -> u32 {
        self.count.number(board.number)
    }

    /// The same at this place.
    pub(super) fn number(&self) -> u32 {
        self.number_on(&self.line.now)
    }
}

/// A token of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Half-open byte offsets in the game.
    pub(super) range: Range<usize>,
}

/// Where reading stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// At a token that does not fit.
    Trouble(Trouble, Token),
    /// At the end of the game.
    Over,
    /// So far that no more is needed.
    Far,
}

impl Stop {
    pub(super) fn is_over(&self) -> bool {
        *self == Stop::Over
    }
}

/// What does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A move that no legal move fits, or more than one.
    Move,
    /// A capture of nothing: an earlier move may be another one.
    Capture,
    /// A move number.
    Number,
    /// Text that is no movetext.
    Word,
    /// `)` without `(`.
    Parenthesis,
    /// `}` without `{`.
    Brace,
    /// A comment without an end.
    UnclosedComment,
    /// A comment that may have swallowed moves.
    Comment,
    /// The same to the end of a line.
    LineComment,
    /// A variation before the first move of its line.
    Variation,
    /// A termination marker with moves after it, or in a variation.
    Termination,
    /// A variation without an end: the token is its `(`.
    UnclosedVariation,
}

/// The text of a game, for reading on from any place.
pub(super) struct Text<'game> {
    pub(super) text: &'game str,
    pub(super) languages: Cow<'static, [&'static Language]>,
    /// Whether the game starts from a FEN tag.
    pub(super) has_fen: bool,
    /// The value of the FEN tag with its quotes, if there is one; half-open byte offsets.
    pub(super) fen: Option<Range<usize>>,
    pub(super) habits: Habits,
    /// Where words of prose are.
    pub(super) prose: ProseAhead,
    /// Where the movetext begins.
    pub(super) beginning: Head,
    /// Whether a rule reports a slip.
    pub(super) is_reported: &'game dyn Fn(&Candidate) -> bool,
    /// How many more tokens may be read.
    pub(super) budget: Cell<usize>,
    /// What the budget was when other threads were last let run.
    pub(super) yielded_at: Cell<usize>,
}

static ALL_LANGUAGES: LazyLock<Vec<&'static Language>> = LazyLock::new(|| piece_letters::languages().iter().collect());

/// A longer token takes the time of several.
const BYTES_PER_TOKEN: usize = 64;

/// In the time of so many tokens nobody notices that a search is running: about a tenth of a millisecond.
const TOKENS_BETWEEN_YIELDS: usize = 100;

/// So many legal moves are compared with a written one in the time in which a token is read.
const OPTIONS_PER_TOKEN: usize = 4;

/// So much text before a trouble is read: more than any row of the table looks back. Bytes.
const READ_BEFORE: usize = 1 << 14;

/// The longest comment whose end is looked for among text that is no comment. Bytes.
const LONGEST_COMMENT: usize = 4096;

/// How many tokens after the end of a game are looked at: more of them would speak no louder.
const MOST_LEFT_OVER: usize = 40;

/// More open variations than any game has: deeper ones are not read.
pub(crate) const MOST_OPEN: usize = 200;

impl Text<'_> {
    /// The token at byte `at` or after white space there.
    pub(super) fn token(&self, at: usize) -> Option<Token> {
        let mut at = at;
        loop {
            let rest = &self.text.as_bytes()[at..];
            at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let (kind, range) = token_at(self.text, at)?;
            if kind != TokenKind::Whitespace {
                return Some(Token { kind, range });
            }
            at = range.end;
        }
    }

    /// The text from byte `at` on, as far as a comment may reach.
    pub(super) fn ahead(&self, at: usize) -> &str {
        let rest = &self.text[at..];
        &rest[..rest.floor_char_boundary(LONGEST_COMMENT)]
    }

    /// Whether so much was read since the last time that other threads should run.
    pub(super) fn is_time_to_yield(&self) -> bool {
        let is_time = self.budget.get().saturating_add(TOKENS_BETWEEN_YIELDS) <= self.yielded_at.get();
        if is_time {
            self.yielded_at.set(self.budget.get());
        }
        is_time
    }

    /// Takes the work on so many tokens from the budget.
    pub(super) fn spend(&self, tokens: usize) {
        self.budget.set(self.budget.get().saturating_sub(tokens));
    }

    /// Takes the work on so many legal moves from the budget.
    pub(super) fn spend_on_options(&self, options: usize) {
        self.spend(options.div_ceil(OPTIONS_PER_TOKEN));
    }

    /// Takes the work of looking at so many bytes from the budget.
    pub(super) fn spend_on_bytes(&self, bytes: usize) {
        self.spend(bytes.div_ceil(BYTES_PER_TOKEN));
    }

    /// How a legal move with its SAN may be written here: with the piece letters of the game, and with those of all languages where what is
    /// written is foreign, see [`Text::is_foreign`].
    pub(super) fn spellings<'san>(
        &'san self,
        is_foreign: bool,
        (action, san): &'san (Move, String),
    ) -> impl Iterator<Item = Cow<'san, str>> {
        let english = piece_letters::english().letter(action.role());
        let languages: &[&Language] = if !san.starts_with(english) {
            // Moves without a letter are the same in all languages. The first is English.
            &ALL_LANGUAGES[..1]
        } else if is_foreign {
            &ALL_LANGUAGES
        } else {
            &self.languages
        };
        let letters = move |language: &&Language| language.letter(action.role());
        let is_first = move |(index, letter): &(usize, char)| {
            !languages[..*index].iter().map(letters).any(|before| before == *letter)
        };
        languages.iter().map(letters).enumerate().filter(is_first).map(move |(_, letter)| {
            if letter == english { Cow::Borrowed(san.as_str()) } else { format!("{letter}{}", &san[1..]).into() }
        })
    }

    /// Whether a move begins with a letter that is no piece letter of the game.
    pub(super) fn is_foreign(&self, written: &str) -> bool {
        let letter = written.chars().next().filter(|letter| letter.is_uppercase() && *letter != 'O');
        letter.is_some_and(|letter| self.languages.iter().all(|language| language.role(letter).is_none()))
    }

    pub(super) fn tried(&self, text: &str) -> TriedMove {
        TriedMove::read(text, &self.languages)
    }

    /// Reads on until something does not fit, or as far as is wanted. Calls `note` with every head and its
    /// token before the token is read.
    pub(super) fn read_on(&self, head: &mut Head, wanted: Wanted, mut note: impl FnMut(&Head, &Token)) -> Stop {
        let mut moves = 0;
        loop {
            if self.budget.get() == 0 || head.at >= wanted.end {
                return Stop::Far;
            }
            let Some(token) = self.token(head.at) else { return self.end(head) };
            self.spend(1 + token.range.len() / BYTES_PER_TOKEN);
            if moves >= wanted.moves {
                return Stop::Far;
            }
            match self.read(head, &token) {
                Ok(next) => {
                    moves += usize::from(token.kind == TokenKind::San && token.range.start >= wanted.from);
                    note(head, &token);
                    *head = next;
                }
                Err(trouble) => return Stop::Trouble(trouble, token),
            }
            if head.line.depth == 0 && is_termination(head.last) && self.is_last(head.at, false) {
                head.cost += self.left_over(head.at);
                return Stop::Over;
            }
        }
    }

    fn end(&self, head: &Head) -> Stop {
        if head.line.depth == 0 {
            return Stop::Over;
        }
        let end = self.text.len();
        Stop::Trouble(Trouble::UnclosedVariation, Token { kind: TokenKind::VariationOpen, range: end..end })
    }

    /// The place of the main line from which on the text is read: a good way before byte `trouble`, up to which all fits. So the time for a
    /// slip does not depend on the size of the game. Linear in the nodes of the tree before it.
    pub(super) fn shortly_before(&self, tree: &Tree, trouble: usize) -> Head {
        let mut head = self.beginning.clone();
        let Some(end) = trouble.checked_sub(READ_BEFORE) else { return head };
        let mut events = tree.events();
        while let Some((event, range)) = events.next() {
            match event {
                _ if range.start >= end => break,
                Event::Enter(NodeKind::Variation) => events.skip_variation(),
                Event::Token(kind) if kind != TokenKind::Whitespace && range.start >= head.at => {
                    let Ok(next) = self.read(&head, &Token { kind, range }) else { break };
                    head = next;
                }
                _ => {}
            }
        }
        head
    }

    /// What it costs to take all from a place after the end of the game on for text.
    pub(super) fn left_over(&self, mut at: usize) -> u32 {
        let mut cost = 0;
        for _ in 0..MOST_LEFT_OVER {
            let Some(token) = self.token(at) else { break };
            self.spend(1);
            at = token.range.end;
            cost += costs::price(token.kind);
        }
        cost
    }

    /// Whether no more movetext follows a termination marker.
    fn is_last(&self, at: usize, is_in_variation: bool) -> bool {
        let mut at = at;
        while let Some(token) = self.token(at) {
            self.spend_on_bytes(token.range.end - at);
            match token.kind {
                TokenKind::San | TokenKind::MoveNumber | TokenKind::VariationOpen | TokenKind::VariationClose => {
                    return false;
                }
                TokenKind::StrayBrace => return false,
                kind if kind.is_termination() || kind.is_comment() || kind == TokenKind::EscapeLine => {
                    at = token.range.end
                }
                // The rest of the line is text between games.
                _ => {
                    let rest = &self.text[token.range.start..];
                    let line = rest.find(['\n', '\r']).map_or(rest, |end| &rest[..end]);
                    return !(line.contains('}') || is_in_variation && line.contains(')'));
                }
            }
        }
        true
    }

    /// The head after a token; what is the matter where it does not fit.
    pub(super) fn read(&self, head: &Head, token: &Token) -> Result<Head, Trouble> {
        let mut next = Head { at: token.range.end, last: Some(token.kind), ..head.clone() };
        match token.kind {
            TokenKind::San => {
                if head.letter.is_some_and(|letter| self.is_rest_of_move(head, letter, token))
                    || self.is_number_with_letter(token)
                {
                    return Err(Trouble::Move);
                }
                next.letter = None;
                let (board, cost) = self.played(head, token)?;
                next.line = head.line.moved(board, token.range.clone());
                next.cost += cost;
            }
            TokenKind::MoveNumber if head.line.now.position.is_some() && head.last != Some(TokenKind::StrayDollar) => {
                let written = ast::move_number(&self.text[token.range.clone()]);
                let Board { number, turn, .. } = *head.line.now;
                if next.count.check(written, number, turn, self.has_fen) == Fit::Wrong {
                    return Err(Trouble::Number);
                }
                next.cost += if self.is_number_restated(head, token) { costs::RESTATED_NUMBER } else { 0 };
                let begins_variation = head.last == Some(TokenKind::VariationOpen);
                next.cost += costs::of_period(written.periods == 1 && turn.is_black(), begins_variation);
            }
            TokenKind::VariationOpen => {
                if head.line.before.is_none() || head.line.depth >= MOST_OPEN {
                    return Err(Trouble::Variation);
                }
                next.line = head.line.varied();
            }
            // `2) Nf3`
            TokenKind::VariationClose if self.ends_number(head, token.range.start) => next.last = head.last,
            TokenKind::VariationClose => {
                let Some(outer) = &head.line.outer else { return Err(Trouble::Parenthesis) };
                next.line = Rc::clone(outer);
                next.cost += if head.line.last.is_none() { costs::EMPTY_VARIATION } else { 0 };
            }
            TokenKind::BraceComment if is_suspicious_comment(&self.text[token.range.clone()]) => {
                return Err(Trouble::Comment);
            }
            TokenKind::LineComment if self.hides_moves(head, token) => return Err(Trouble::LineComment),
            TokenKind::LineComment if ends_another(&self.text[token.range.clone()]) => next.cost += costs::STRAY.cost,
            TokenKind::UnclosedComment => return Err(Trouble::UnclosedComment),
            TokenKind::Glyph if &self.text[token.range.clone()] == "N" => next.letter = Some(token.range.start),
            TokenKind::StrayBrace => return Err(Trouble::Brace),
            TokenKind::Word | TokenKind::Unknown | TokenKind::Bracket | TokenKind::StrayBracket => {
                return Err(Trouble::Word);
            }
            TokenKind::Angle | TokenKind::Glyph if is_in_arrow(self.text, &token.range) => return Err(Trouble::Word),
            TokenKind::Entity if nag::is_unknown_entity(&self.text[token.range.clone()]) => return Err(Trouble::Word),
            kind if kind.is_termination() => {
                if is_emphasised_result(&self.text[token.range.start..]) {
                    return Err(Trouble::Termination);
                }
                if !self.is_last(token.range.end, head.line.depth > 0) {
                    return Err(Trouble::Termination);
                }
                if head.line.depth > 0 {
                    return Err(Trouble::UnclosedVariation);
                }
            }
            _ => {}
        }
        Ok(next)
    }

    /// Whether a token is the number of a move of Black directly after White's, in a game that has such numbers only after comments and
    /// variations.
    pub(super) fn is_number_restated(&self, head: &Head, token: &Token) -> bool {
        let is_after_move = head.last.is_some_and(|last| last == TokenKind::San || last.is_annotation());
        token.kind == TokenKind::MoveNumber
            && is_after_move
            && head.line.now.turn.is_black()
            && !self.habits.restates_numbers
            && ast::move_number(&self.text[token.range.clone()]).periods >= 2
    }

    fn hides_moves(&self, head: &Head, comment: &Token) -> bool {
        let position = head.line.now.position.as_ref().filter(|_| head.line.depth == 0 && head.line.last.is_some());
        self.spend_on_bytes(comment.range.len());
        position
            .is_some_and(|position| hides_moves(self.text, &comment.range, position, head.number(), &self.languages))
    }

    /// Whether a parenthesis ends a move number, as the parser reads it.
    fn ends_number(&self, head: &Head, start: usize) -> bool {
        let before = &self.text[..start];
        head.line.depth == 0
            && head.last == Some(TokenKind::MoveNumber)
            && before.strip_suffix('.').unwrap_or(before).ends_with(|last: char| last.is_ascii_digit())
    }

    /// Whether a null move in a rare spelling, `Z0`, is a move number with a letter in it.
    fn is_number_with_letter(&self, token: &Token) -> bool {
        self.text[token.range.clone()].starts_with('Z') && self.text[token.range.end..].starts_with('.')
    }

    /// Whether a move is the rest of a knight's move, separated from its letter.
    fn is_rest_of_move(&self, head: &Head, letter: usize, rest: &Token) -> bool {
        let board = &head.line.now;
        board.position.as_ref().is_some_and(|position| {
            whole_move(position, board.in_check, self.text, letter, rest.range.clone()).is_some()
        })
    }

    /// The board after a move, and what the evidence against it costs.
    fn played(&self, head: &Head, token: &Token) -> Result<(Board, u32), Trouble> {
        let board = &head.line.now;
        let Some(position) = &board.position else { return Ok((board.after_any(), costs::UNREAD_MOVE)) };
        let tried = self.tried(&self.text[token.range.clone()]);
        match tried.fit(position, board.in_check) {
            Fitting::One(_, notes) if notes.has_any(Notes::SUPERFLUOUS_CAPTURE) => Err(Trouble::Capture),
            Fitting::One(action, notes) => {
                let after = board.after(action);
                let unmarked = notes.has_any(Notes::MISSING_CAPTURE) && self.habits.writes_captures;
                let cost = after.against(tried.check_mark());
                Ok((after, cost + if unmarked { costs::MISSING_CAPTURE } else { 0 }))
            }
            Fitting::Null => board.after_pass().map(|after| (after, 0)).ok_or(Trouble::Move),
            Fitting::Many(_) | Fitting::None => Err(Trouble::Move),
        }
    }

    /// The head after a move that is taken for `action`, whatever is written but for its check mark.
    pub(super) fn moved(&self, head: &Head, token: &Token, action: Move) -> Head {
        self.moved_as(head, token, action, self.tried(&self.text[token.range.clone()]).check_mark())
    }

    /// The same with another check mark.
    pub(super) fn moved_as(&self, head: &Head, token: &Token, action: Move, mark: CheckMark) -> Head {
        let after = head.line.now.after(action);
        let cost = head.cost + after.against(mark);
        let line = head.line.moved(after, token.range.clone());
        Head { at: token.range.end, line, cost, last: Some(TokenKind::San), letter: None, ..head.clone() }
    }

    /// The head after a capture of nothing, or after a number that does not fit, taken for what they are.
    pub(super) fn read_anyway(&self, head: &Head, token: &Token) -> Head {
        let mut next = Head { at: token.range.end, last: Some(token.kind), ..head.clone() };
        let text = &self.text[token.range.clone()];
        match token.kind {
            TokenKind::MoveNumber => {
                let Board { number, turn, .. } = *head.line.now;
                next.count.check(ast::move_number(text), number, turn, self.has_fen);
            }
            TokenKind::San => {
                let board = &head.line.now;
                if let Some(position) = &board.position
                    && let Fitting::One(action, _) = self.tried(text).fit(position, board.in_check)
                {
                    next.line = head.line.moved(board.after(action), token.range.clone());
                }
            }
            _ => {}
        }
        next
    }
}

pub(super) fn is_termination(kind: Option<TokenKind>) -> bool {
    kind.is_some_and(TokenKind::is_termination)
}

/// Whose move a number with so many periods indicates.
pub(super) fn side_of(periods: usize) -> Color {
    if periods >= 2 { Color::Black } else { Color::White }
}
