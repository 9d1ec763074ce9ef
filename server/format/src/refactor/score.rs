//! The movetext of a game as a list of tokens in lines of play: what the refactorings take apart and put together.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind, ast};
use shakmaty::Color;

use crate::formatted::Refusal;
use crate::games::clean::{first_trouble, is_clean, move_trouble};
use crate::style::LineEnding;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::{Replay, Setup, Step};

/// A game's tokens from the start of its movetext to its end, and the lines of play that they are in. No move is played.
pub(super) struct Score<'game> {
    pub(super) game: GameView<'game>,
    /// What stands behind the movetext counts too.
    pub(super) tokens: Vec<Token>,
    /// The main line first, every other line behind the one that it hangs on.
    pub(super) lines: Vec<Line>,
    /// The place in `tokens` of the termination marker, or of what stands behind the movetext: there the main line ends.
    pub(super) end: usize,
    /// Whether the game has move numbers at all.
    pub(super) has_numbers: bool,
    /// What stands between a number and its move in this game.
    pub(super) behind_number: &'static str,
    count: Count,
}

/// A token and what is known of its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Half-open byte offsets relative to the game.
    pub(super) range: Range<usize>,
    /// The line it is in, by place; a parenthesis is in the variation that it opens or closes.
    pub(super) line: usize,
    /// The number of the move, or of the move to come, by the position that the game starts from.
    number: u32,
    /// Whose move it is, or whose is to come.
    pub(super) turn: Color,
}

/// A line of play. Places are those in [`Score::tokens`].
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line it hangs on.
    pub(super) parent: usize,
    /// The move it replaces; nothing for the main line and for a variation before the first move.
    pub(super) replaced: Option<usize>,
    /// Its opening parenthesis; for the main line 0.
    pub(super) open: usize,
    /// Its closing parenthesis; for the main line [`Score::end`].
    pub(super) close: usize,
}

/// A move with all that hangs on it. Places are those in [`Score::tokens`].
pub(super) struct Block {
    /// From its number, if it has one, to before the first variation.
    pub(super) head: Range<usize>,
    /// From the first variation to behind the last one, with what stands between them; empty where there is none.
    pub(super) variations: Range<usize>,
    /// From there to the next move's number or the end of the line.
    pub(super) rest: Range<usize>,
}

impl<'game> Score<'game> {
    /// Read a game. Linear in the game.
    pub(super) fn of(game: GameView<'game>) -> Score<'game> {
        let setup = Setup::of(game);
        let mut score = Score {
            game,
            tokens: Vec::new(),
            lines: vec![Line { parent: 0, replaced: None, open: 0, close: 0 }],
            end: 0,
            has_numbers: false,
            behind_number: " ",
            count: Count::default(),
        };
        let mut reader = Reader { line: 0, number: setup.number, turn: setup.turn, last_move: None };
        let mut interrupted = Vec::new();
        let mut in_movetext = false;
        let mut is_over = false;
        for (event, range) in game.tree.events() {
            match event {
                Event::Enter(NodeKind::Movetext) => in_movetext = true,
                Event::Leave(NodeKind::Movetext) if !is_over => {
                    score.end = score.tokens.len();
                    is_over = true;
                }
                Event::Enter(NodeKind::Variation) => {
                    let line = score.lines.len();
                    let open = score.tokens.len();
                    score.lines.push(Line { parent: reader.line, replaced: reader.last_move, open, close: open });
                    interrupted.push(reader.clone());
                    reader = reader.variation(line);
                }
                Event::Leave(NodeKind::Variation) => {
                    score.lines[reader.line].close = score.tokens.len().saturating_sub(1);
                    reader = interrupted.pop().unwrap_or(reader);
                }
                Event::Token(kind) if in_movetext => {
                    if kind.is_termination() && interrupted.is_empty() && !is_over {
                        score.end = score.tokens.len();
                        is_over = true;
                    }
                    score.token(kind, range, &mut reader, setup.has_fen);
                }
                _ => {}
            }
        }
        score.lines[0].close = score.end;
        score
    }

    fn token(&mut self, kind: TokenKind, range: Range<usize>, reader: &mut Reader, has_fen: bool) {
        let Reader { line, number, turn, .. } = *reader;
        match kind {
            TokenKind::MoveNumber => {
                let written = ast::move_number(&self.game.text[range.clone()]);
                self.count.check(written, number, turn, has_fen);
                let next = self.game.text[range.end..].chars().next();
                if !self.has_numbers && next.is_some_and(|next| !next.is_whitespace()) {
                    self.behind_number = "";
                }
                self.has_numbers = true;
            }
            TokenKind::San => reader.go_on(self.tokens.len()),
            _ => {}
        }
        self.tokens.push(Token { kind, range, line, number, turn });
    }

    /// The places between the parentheses of a variation; one that is not closed may end with its parenthesis.
    pub(super) fn inside(&self, variation: usize) -> Range<usize> {
        let line = &self.lines[variation];
        line.open + 1..line.close.max(line.open + 1)
    }

    /// The text of a token.
    pub(super) fn text(&self, place: usize) -> &'game str {
        &self.game.text[self.tokens[place].range.clone()]
    }

    /// The white space before a token; empty before the first.
    pub(super) fn gap_before(&self, place: usize) -> &'game str {
        let before = place.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or("", |before| &self.game.text[before.range.end..self.tokens[place].range.start])
    }

    /// How the game's lines end.
    pub(super) fn line_end(&self) -> &'static str {
        LineEnding::of(self.game.text).text()
    }

    /// The number of a move, or of the move to come, in the count of the game.
    pub(super) fn number(&self, place: usize) -> u32 {
        self.count.number(self.tokens[place].number)
    }

    /// The number of a move, or of the move to come, by the position that the game starts from.
    pub(super) fn number_from_start(&self, place: usize) -> u32 {
        self.tokens[place].number
    }

    /// Whether a token is a move, or a part of the number before one.
    pub(super) fn begins_move(&self, place: usize) -> bool {
        matches!(self.tokens[place].kind, TokenKind::San | TokenKind::MoveNumber | TokenKind::Periods)
    }

    /// The places of what stands in a line from `from` on to its end; of a variation in it, only that of its parenthesis.
    pub(super) fn places(&self, line: usize, from: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.lines[line].close;
        let mut next = from;
        std::iter::from_fn(move || {
            let place = Some(next).filter(|place| *place < end)?;
            next = self.behind(line, place);
            Some(place)
        })
    }

    /// The place behind a token of a line, or behind the variation that it opens.
    fn behind(&self, line: usize, place: usize) -> usize {
        let other = self.tokens[place].line;
        if other == line { place + 1 } else { self.lines[other].close.max(place) + 1 }
    }

    /// Where the first move of a line begins, its number included.
    pub(super) fn first_move(&self, line: usize) -> Option<usize> {
        let start = if line == 0 { 0 } else { self.lines[line].open + 1 };
        let has_move = self.places(line, start).any(|place| self.tokens[place].kind == TokenKind::San);
        self.places(line, start).find(|place| has_move && self.tokens[*place].line == line && self.begins_move(*place))
    }

    /// The move that begins, with its number, at place `start`, and all that hangs on it.
    pub(super) fn block(&self, start: usize) -> Block {
        let line = self.tokens[start].line;
        let mut found_move = false;
        let mut variations: Option<Range<usize>> = None;
        let mut end = self.lines[line].close;
        for place in self.places(line, start) {
            let is_own = self.tokens[place].line == line;
            if is_own && found_move && self.begins_move(place) {
                end = place;
                break;
            }
            if !is_own {
                variations.get_or_insert(place..place).end = self.behind(line, place);
            }
            found_move |= is_own && self.tokens[place].kind == TokenKind::San;
        }
        let variations = variations.unwrap_or(end..end);
        Block { head: start..variations.start, rest: variations.end..end, variations }
    }

    /// Where a move begins: its number, if it has one, which may stand before a comment.
    pub(super) fn lead(&self, move_place: usize) -> usize {
        let line = self.tokens[move_place].line;
        let mut lead = move_place;
        for place in (0..move_place).rev() {
            match self.tokens[place].kind {
                _ if self.tokens[place].line != line => break,
                TokenKind::MoveNumber | TokenKind::Periods => lead = place,
                kind if kind.is_comment() || kind == TokenKind::EscapeLine => {}
                _ => break,
            }
        }
        lead
    }

    /// The lines among `range` that hang on `line`, in order.
    pub(super) fn variations_in(&self, line: usize, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let lines = self.places(line, range.start).take_while(move |place| *place < range.end);
        lines.map(|place| self.tokens[place].line).filter(move |other| *other != line)
    }

    /// The variations that hang on a move, in order.
    pub(super) fn variations_on(&self, move_place: usize) -> Vec<usize> {
        let line = self.tokens[move_place].line;
        self.variations_in(line, self.block(move_place).variations).collect()
    }

    /// The variation that byte `offset` is in, or touches: the innermost one.
    pub(super) fn variation_at(&self, offset: usize) -> Option<usize> {
        let touches =
            |line: &&Line| self.tokens[line.open].range.start <= offset && offset <= self.tokens[line.close].range.end;
        let innermost = self.lines.iter().skip(1).rev().find(touches)?;
        Some(self.tokens[innermost.open].line)
    }

    /// The move that byte `offset` is at: the one whose number or symbol it touches, else the last one before it in its line.
    pub(super) fn move_at(&self, offset: usize) -> Option<usize> {
        let line = self.variation_at(offset).unwrap_or(0);
        let from = if line == 0 { 0 } else { self.lines[line].open + 1 };
        let mut found = None;
        let mut has_number = false;
        for place in self.places(line, from).filter(|place| self.tokens[*place].line == line) {
            let is_move = self.tokens[place].kind == TokenKind::San;
            if self.tokens[place].range.start > offset && !(has_number && is_move) {
                break;
            }
            if is_move {
                (found, has_number) = (Some(place), false);
            } else {
                has_number = self.begins_move(place) || has_number && self.tokens[place].range.start > offset;
            }
        }
        found
    }

    /// What stands in the way of taking the movetext apart: a syntax fault anywhere, or a move among `places` that does not
    /// read cleanly.
    pub(super) fn check(&self, places: Range<usize>) -> Result<(), Refusal> {
        self.check_moves(|place| places.contains(&place))
    }

    /// The same for the moves at places that are `wanted`.
    pub(super) fn check_moves(&self, wanted: impl Fn(usize) -> bool) -> Result<(), Refusal> {
        if let Some(trouble) = first_trouble(self.game) {
            return Err(trouble);
        }
        let Some(last) = (0..self.tokens.len()).rev().find(|place| self.is_move(*place) && wanted(*place)) else {
            return Ok(());
        };
        let mut replay = Replay::new(self.game);
        for place in (0..=last).filter(|place| self.is_move(*place)) {
            play_move(&mut replay);
            if wanted(place) && !is_clean(replay.ply(), replay.setup()) {
                return Err(move_trouble(self.game, replay.ply()));
            }
        }
        Ok(())
    }

    /// A replay that has just played the move at a place.
    pub(super) fn played_to(&self, place: usize) -> Replay<'game> {
        let mut replay = Replay::new(self.game);
        (0..=place).filter(|place| self.is_move(*place)).for_each(|_| play_move(&mut replay));
        replay
    }

    /// Whether a token is a move.
    pub(super) fn is_move(&self, place: usize) -> bool {
        self.tokens[place].kind == TokenKind::San
    }

    /// The moves that lead to a line, and to those before `before` in it, from the first move of the game on.
    pub(super) fn moves_to(&self, line: usize, before: usize) -> Vec<usize> {
        let mut parts = Vec::new();
        let (mut line, mut before) = (line, before);
        loop {
            let start = if line == 0 { 0 } else { self.lines[line].open + 1 };
            let is_wanted = |place: &usize| self.tokens[*place].line == line && self.is_move(*place);
            parts.push(
                self.places(line, start).take_while(|place| *place < before).filter(is_wanted).collect::<Vec<_>>(),
            );
            if line == 0 {
                break;
            }
            before = self.lines[line].replaced.unwrap_or(0);
            line = self.lines[line].parent;
        }
        parts.into_iter().rev().flatten().collect()
    }
}

/// Go on to behind the next move.
fn play_move(replay: &mut Replay) {
    while let Some((step, _)) = replay.advance() {
        if step == Step::Move {
            break;
        }
    }
}

/// How far the reading is in a line.
#[derive(Clone)]
struct Reader {
    line: usize,
    number: u32,
    turn: Color,
    last_move: Option<usize>,
}

impl Reader {
    fn go_on(&mut self, place: usize) {
        self.number = self.number.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
        self.last_move = Some(place);
    }

    /// A variation in place of the line's last move.
    fn variation(&self, line: usize) -> Reader {
        let mut reader = Reader { line, last_move: None, ..self.clone() };
        if self.last_move.is_some() {
            reader.turn = !reader.turn;
            reader.number = reader.number.saturating_sub(u32::from(reader.turn.is_black()));
        }
        reader
    }
}
