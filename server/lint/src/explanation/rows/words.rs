//! Text that is no movetext: a mistyped move, a comment without braces, a sign.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_chess::look_alikes::{in_ascii_width, resembles};
use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::{TokenKind, ast};

use super::Rows;
use super::measures::{are_measures, is_measure, is_time};
use super::scraps::is_face;
use crate::explanation::costs::{self, price};
use crate::explanation::likeness::garbling;
use crate::explanation::line::Line;
use crate::explanation::path::Place;
use crate::explanation::prose::{LONGEST_REMARK, is_of_prose};
use crate::explanation::seams::seams;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token, Trouble};
use crate::finding::Edit;

/// A longer word is no mistyped move. Characters.
const LONGEST_MOVE: usize = 9;

/// How many moves a remark has for each word, at most.
const MOVES_PER_WORD: usize = 2;

/// How many tokens before a word that does not fit may belong to the same remark.
const MOVES_BEFORE_WORDS: usize = 3;

impl Rows<'_, '_> {
    pub(super) fn words(&mut self) {
        self.check_in_words();
        self.dash_for_null_move();
        self.mistyped_as_word();
        self.spoken();
        let text = self.slice(&self.token.range);
        if is_sign(text) || self.token.kind == TokenKind::Entity {
            self.leave(&costs::SIGN, self.skipped());
        } else if is_measure(text) && !self.text.text[self.token.range.end..].starts_with(char::is_alphanumeric) {
            self.leave(&costs::MEASURE, self.skipped());
        }
        self.note_in_parentheses();
        self.letters_at_number();
        self.letters_after_move();
        self.measure_after_nag();
        self.measure_in_pieces();
        self.measures();
        self.remarks();
    }

    /// A dash for a null move: `1. e4 — 2. d4`.
    fn dash_for_null_move(&mut self) {
        let (here, range) = (self.here.clone(), self.token.range.clone());
        let is_dash = matches!(self.slice(&range), "-" | "–" | "—" | "―" | "−");
        // `---` is more than a dash.
        let is_alone = self.text.text[..range.start].ends_with(char::is_whitespace)
            && !self.text.text[range.end..].starts_with(|next: char| !next.is_whitespace());
        let Some(after) = self.head.line.now.after_pass().filter(|_| is_dash && is_alone) else { return };
        let line = self.head.line.moved(after, range.clone());
        let next = Head { at: range.end, line, last: Some(TokenKind::San), ..self.head.clone() };
        self.write_move(&costs::DASH, 0, (&here, next), range, "--", Slip::Unreadable);
    }

    /// A number that is no move number: a score, the rest of a move, or words in parentheses.
    pub(super) fn number_for_text(&mut self) {
        let run = self.run(char::is_whitespace);
        if !self.measure_in_pieces() && !self.slice(&run).contains(['.', '…']) {
            self.mistyped_as_word();
        }
        self.note_in_parentheses();
    }

    /// The text from the token up to the first character like this.
    pub(super) fn run(&self, is_end: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.token.range.start;
        let rest = self.text.ahead(start);
        let run = start..start + rest.find(is_end).unwrap_or(rest.len());
        self.text.spend_on_bytes(run.len());
        run
    }

    /// A word in place of a move: it alone, or all up to the next blank or delimiter, or up to the next blank where a delimiter is in it.
    fn mistyped_as_word(&mut self) {
        if self.head.line.now.position.is_none() {
            return;
        }
        let before_delimiter = self.run(|next| next.is_whitespace() || "{}()".contains(next));
        let (mut here, mut ranges) = (self.here.clone(), vec![self.token.range.clone()]);
        for range in [before_delimiter, self.run(char::is_whitespace)] {
            if !ranges.contains(&range) {
                ranges.push(range);
            }
        }
        // An `N` before a letter of another script is that of a move: `Nﬂ6`.
        if let Some(letter) = self.head.letter.filter(|letter| letter + 1 == self.token.range.start)
            && let Some(place) = self.place_at(letter)
        {
            here = place;
            ranges.iter_mut().for_each(|range| range.start = letter);
        }
        let may_be_move =
            |range: &Range<usize>| self.slice(range).chars().nth(LONGEST_MOVE).is_none() && !range.is_empty();
        for range in ranges.into_iter().filter(may_be_move).collect::<Vec<_>>() {
            let written = self.slice(&range).trim_end_matches(['!', '?', '.', ',', '+', '#']);
            let is_foreign = self.text.is_foreign(written);
            let playable = self.head.line.now.playable();
            self.text.spend_on_options(playable.len());
            for playable in playable {
                let spellings = self.text.spellings(is_foreign, playable);
                // A word that shares nothing with a move is none.
                let alike = spellings.filter(|spelling| shares_much(written, spelling));
                let Some(cost) = alike.filter_map(|spelling| garbling(written, &spelling, costs::MOST_GARBLING)).min()
                else {
                    continue;
                };
                if !self.is_within(costs::WORD_FOR_MOVE.cost + cost, self.head) {
                    continue;
                }
                let whole = Token { kind: TokenKind::San, range: range.clone() };
                let next = self.text.moved(self.head, &whole, playable.0);
                let meant = next.line.now.with_check_mark(&playable.1);
                self.write_move(&costs::WORD_FOR_MOVE, cost, (&here, next), range.clone(), &meant, Slip::Unreadable);
            }
        }
    }

    /// A word that runs into the number of the next move: `aa3.`.
    pub(super) fn letters_at_number(&mut self) {
        let text = self.slice(&self.token.range);
        let letters = text.trim_end_matches(|character: char| character.is_ascii_digit());
        let is_number = text[letters.len()..] == self.head.number().to_string()
            && self.text.text[self.token.range.end..].starts_with('.');
        if !is_number || letters.is_empty() || !letters.chars().all(char::is_alphabetic) {
            return;
        }
        let range = self.token.range.start..self.token.range.start + letters.len();
        let head = Head { at: range.end, last: Some(TokenKind::BraceComment), ..self.head.clone() };
        let (here, text) = (self.here.clone(), format!("{{{letters}}} "));
        self.replace(&costs::WORD_AT_NUMBER, 0, (&here, head), range, &text, Slip::MissingBraces);
    }

    /// A legal move and letters that run into it: `Nf3TN`. One letter is rather one too many in the move.
    fn letters_after_move(&mut self) {
        let text = self.slice(&self.token.range);
        let Some(rank) = text.rfind(|character: char| character.is_ascii_digit()) else { return };
        let (written, letters) = text.split_at(rank + 1);
        if letters.chars().nth(1).is_none() || !letters.chars().all(char::is_alphabetic) {
            return;
        }
        let board = &self.head.line.now;
        let fitting = board.position.as_ref().map(|position| self.text.tried(written).fit(position, board.in_check));
        let Some(Fitting::One(action, _)) = fitting else { return };
        let Range { start, end } = self.token.range;
        let of_move = Token { kind: TokenKind::San, range: start..start + written.len() };
        let next = self.text.moved(self.head, &of_move, action);
        let next = Head { at: end, last: Some(TokenKind::BraceComment), ..next };
        let (here, text) = (self.here.clone(), format!(" {{{letters}}}"));
        self.replace(&costs::WORD_AFTER_MOVE, 0, (&here, next), of_move.range.end..end, &text, Slip::MissingBraces);
    }

    /// A note in parentheses instead of braces.
    pub(super) fn note_in_parentheses(&mut self) {
        let open =
            self.here.before().take(MOVES_BEFORE_WORDS).find(|place| place.token().kind != TokenKind::MoveNumber);
        let Some(open) = open.filter(|open| open.token().kind == TokenKind::VariationOpen) else { return };
        let inside = self.text.ahead(open.token().range.end);
        let close =
            memchr::memchr3(b')', b'(', b'{', inside.as_bytes()).filter(|close| inside[*close..].starts_with(')'));
        if let Some(close) = close.filter(|close| are_measures(&inside[..*close]) || is_time(&inside[..*close])) {
            self.text.spend_on_bytes(close);
            return self.note(&open, open.token().range.end + close + 1, 0);
        }
        let (mut at, mut cost, mut has_words, mut depth) = (open.token().range.end, 0, false, 0_usize);
        let varied = Head { line: open.head().line.varied(), ..open.head().clone() };
        let (mut line, mut follows_move) = (Rc::clone(&varied.line), false);
        let (mut has_number, mut has_garbled) = (false, false);
        for _ in 0..LONGEST_REMARK {
            let Some(token) = self.text.token(at) else { return };
            at = token.range.end;
            let is_mouth = is_face(&self.text.text[open.token().range.end..token.range.start]);
            match token.kind {
                // `(:-))`, `(:-()`
                TokenKind::VariationOpen if is_mouth => {}
                TokenKind::VariationClose if is_mouth && self.text.text[at..].starts_with(')') => {}
                // `(1-0 (58) Morphy-Anderssen)`
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose if depth > 0 => depth -= 1,
                // A garbled move with its number.
                TokenKind::VariationClose if has_number && has_garbled && !has_words => return,
                TokenKind::VariationClose => return self.note(&open, at, cost),
                // In prose a semicolon is one.
                TokenKind::LineComment if has_words && depth == 0 => {
                    let end = self.slice(&token.range).find(')');
                    return end.map_or((), |end| self.note(&open, token.range.start + end + 1, cost + costs::WORD));
                }
                TokenKind::StrayBrace => return,
                TokenKind::San if !has_words => return,
                kind if kind.is_comment() => return,
                TokenKind::MoveNumber => cost += costs::WORD,
                _ => cost += self.price_in_prose(&varied, &mut line, &token, follows_move),
            }
            let is_prose = is_of_prose(self.slice(&token.range));
            has_words |= token.kind == TokenKind::Word && is_prose;
            has_garbled |= token.kind == TokenKind::Word && !is_prose;
            has_number |= token.kind == TokenKind::MoveNumber && self.slice(&token.range).ends_with(['.', '…']);
            follows_move = token.kind == TokenKind::San;
        }
    }

    /// The text from a parenthesis up to byte `end`, after another one, in braces.
    pub(super) fn note(&mut self, open: &Place, end: usize, cost: u32) {
        let start = open.token().range.start;
        let head = Head { at: end, last: Some(TokenKind::BraceComment), ..open.head().clone() };
        let text = format!("{{{}}}", &self.text.text[start + 1..end - 1]);
        self.replace(&costs::NOTE, cost, (open, head), start..end, &text, Slip::NoteInParentheses);
    }

    /// Words, and moves among them, without braces: from the trouble on, or from a move shortly before it.
    pub(super) fn remarks(&mut self) {
        self.remark(&self.here.clone());
        let before: Vec<Place> = self.here.before().take(MOVES_BEFORE_WORDS).collect();
        for place in before {
            let is_movetext = matches!(place.token().kind, TokenKind::San | TokenKind::MoveNumber);
            if !is_movetext || place.head().line.depth != self.head.line.depth {
                return;
            }
            self.remark(&place);
        }
    }

    /// Words after a number that does not fit: `12 min`. In parentheses it is a note.
    pub(super) fn remark_with_number(&mut self) {
        if self.head.last != Some(TokenKind::VariationOpen) {
            self.remark(&self.here.clone());
        }
    }

    /// The same from one place on.
    fn remark(&mut self, place: &Place) {
        let is_here = place.index == place.path.steps.len();
        let (head, first) = self.at(place);
        let (head, first) = (head.clone(), first.clone());
        let (head, first) = (&head, &first);
        let start = first.range.start;
        if is_of_movetext(first.kind) && !self.text.prose.follows(self.text, start) {
            return;
        }
        let mut line = Rc::clone(&head.line);
        let (mut at, mut cost, mut open) = (start, 0, 0_usize);
        let (mut has_movetext, mut moves, mut words, mut follows_move) = (false, 0, 0, false);
        // What the moves cost more than those of an aside, and whether a number in it is as high as the next one of the game.
        let (mut precious, mut has_number) = (0, false);
        for _ in 0..LONGEST_REMARK {
            let Some(token) = self.text.token(at) else { return };
            match token.kind {
                TokenKind::VariationOpen => open += 1,
                TokenKind::VariationClose if open == 0 => return,
                TokenKind::VariationClose => open -= 1,
                TokenKind::StrayBrace => return,
                kind if kind.is_comment() => return,
                _ => {}
            }
            at = token.range.end;
            has_movetext |= is_of_movetext(token.kind);
            let price = self.price_in_prose(head, &mut line, &token, follows_move);
            cost += price;
            match token.kind {
                TokenKind::San => {
                    (moves, follows_move) = (moves + 1, true);
                    precious += price - costs::UNPLAYABLE_MOVE;
                }
                TokenKind::MoveNumber => {
                    has_number |= ast::move_number(self.slice(&token.range)).number >= self.head.number();
                }
                TokenKind::Word if at > start + token.range.len() || !self.is_garbled_move(head, &token) => {
                    let is_word = is_of_prose(self.slice(&token.range));
                    (words, follows_move) = (words + usize::from(is_word), follows_move && !is_word);
                }
                TokenKind::Word => cost += costs::PRECIOUS_MOVE,
                _ => {}
            }
            let next = self.text.token(at);
            let goes_on = |next: &Token| {
                let is_glued = next.range.start == at && matches!(next.kind, TokenKind::Periods | TokenKind::Suffix);
                is_glued || matches!(next.kind, TokenKind::Word | TokenKind::Unknown)
            };
            if open > 0 || next.as_ref().is_some_and(goes_on) {
                continue;
            }
            let next_kind = next.as_ref().map(|next| next.kind);
            // After an aside the game goes on with a number that the aside has reached.
            let is_aside = has_number && next.is_some_and(|next| self.is_number_of_next(head, &next));
            let cost = if is_aside { cost - precious } else { cost };
            let next = Head { at, last: Some(TokenKind::BraceComment), ..head.clone() };
            // A page, a diagram or a year is no move number.
            let is_number_of_next = token.kind == TokenKind::MoveNumber && {
                let text = self.slice(&token.range);
                ast::move_number(text).number == self.head.number() || text.ends_with(['.', '…'])
            };
            // `…, 1982. 18. Bxh7+`: of two numbers, the second one is that of the move.
            let is_before_number = next_kind == Some(TokenKind::MoveNumber);
            if is_here && !has_movetext {
                // Reported by the fault itself, which covers all words up to the next token of movetext.
                self.leave_at(&costs::WORDS, costs::WORDS.cost + cost, next);
            } else if words > 0
                && moves <= MOVES_PER_WORD * words
                && at > self.token.range.start
                && (!is_number_of_next || is_before_number)
            {
                let range = start..at;
                let edit = Edit::replace(range.clone(), format!("{{{}}}", self.slice(&range)));
                let candidate = Candidate::new(edit, first.range.clone(), Slip::MissingBraces);
                self.edit(&costs::BRACES, cost, place, next, candidate);
            }
        }
    }

    /// Whether a token is the number of the next move.
    fn is_number_of_next(&self, head: &Head, token: &Token) -> bool {
        let written = ast::move_number(self.slice(&token.range));
        let is_black = head.line.now.turn.is_black();
        token.kind == TokenKind::MoveNumber && written.number == head.number() && (written.periods >= 2) == is_black
    }

    /// Whether a word is much like a move that can be played, or begins with one and goes on with another token.
    fn is_garbled_move(&self, head: &Head, token: &Token) -> bool {
        let written = self.slice(&token.range);
        let board = &head.line.now;
        let is_move = |end: usize| {
            let tried = self.text.tried(&self.text.text[token.range.start..end]);
            board.position.as_ref().is_some_and(|at| matches!(tried.fit(at, board.in_check), Fitting::One(..)))
        };
        if written.len() <= 2 * LONGEST_MOVE && seams(self.text.text, token.range.clone()).into_iter().any(is_move) {
            return true;
        }
        let playable = head.line.now.playable();
        self.text.spend_on_options(playable.len());
        written.len() <= LONGEST_MOVE
            && playable.iter().any(|(_, san)| garbling(written, san, costs::NEIGHBOUR).is_some())
    }

    /// What it costs to take a token for prose. Moves that cannot be played where they are, are likely to be prose, as long as none was played
    /// and words are between them; `line` is where those that can be played lead.
    fn price_in_prose(&self, head: &Head, line: &mut Rc<Line>, token: &Token, follows_move: bool) -> u32 {
        if token.kind != TokenKind::San {
            return price(token.kind);
        }
        let board = &line.now;
        let tried = self.text.tried(self.slice(&token.range));
        match board.position.as_ref().map(|position| tried.fit(position, board.in_check)) {
            Some(Fitting::One(action, _)) => *line = line.moved(board.after(action), token.range.clone()),
            _ if Rc::ptr_eq(&head.line, line) && !follows_move => return costs::UNPLAYABLE_MOVE,
            _ => {}
        }
        costs::PRECIOUS_MOVE
    }
}

fn is_of_movetext(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::San | TokenKind::MoveNumber) || kind.is_termination()
}

fn is_sign(text: &str) -> bool {
    matches!(
        text,
        "," | ";"
            | ":"
            | "."
            | "'"
            | "`"
            | "\""
            | "|"
            | "_"
            | "/"
            | "\\"
            | "*"
            | "^"
            | "-"
            | "–"
            | "—"
            | "="
            | "·"
            | "•"
    )
}

/// Whether two texts share enough characters to be one and the same, mistyped: half of the shorter at least.
fn shares_much(written: &str, meant: &str) -> bool {
    let is = |other: char, character: char| {
        other == character || resembles(other).or_else(|| in_ascii_width(other)) == Some(character)
    };
    let has = |character: char| written.chars().any(|other| is(other, character));
    let shared = meant.chars().filter(|character| has(*character)).count();
    2 * shared >= written.chars().count().min(meant.len())
}

/// Whether a trouble is about text among the moves.
pub(super) fn is_about_text(trouble: Trouble) -> bool {
    matches!(trouble, Trouble::Word | Trouble::Brace | Trouble::Termination | Trouble::Variation)
}
