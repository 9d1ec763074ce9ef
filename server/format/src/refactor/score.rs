//! The movetext of a game as a list of tokens in lines, which the refactorings rearrange.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind, ast};
use shakmaty::Color;

use crate::formatted::Refusal;
use crate::games::clean::{first_trouble, is_clean, move_trouble};
use crate::style::LineEnding;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::move_tree::continuing_variations;
use scoresheet_chess::replay::{Replay, Setup, Step};

/// The tokens of a game from the start of its movetext to its end, and their lines. It plays no moves.
pub(super) struct Score<'game> {
    pub(super) game: GameView<'game>,
    /// The tokens, including those after the movetext.
    pub(super) tokens: Vec<Token>,
    /// The main line first, every other line after its parent.
    pub(super) lines: Vec<Line>,
    /// The index in `tokens` of the termination marker or the first token after the movetext, where the main line ends.
    pub(super) end: usize,
    /// Whether the game has any move numbers.
    pub(super) has_numbers: bool,
    /// The separator between a number and its move in this game.
    pub(super) gap_after_number: &'static str,
    count: Count,
}

/// A token with its line and its move number.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Half-open byte offsets relative to the game.
    pub(super) range: Range<usize>,
    /// The index of its line; a parenthesis belongs to the variation that it opens or closes.
    pub(super) line: usize,
    /// The number of the move or of the next move, counted from the start position.
    number: u32,
    /// The side to move before it.
    pub(super) turn: Color,
}

/// A line. Its fields are indices in [`Score::tokens`], except `parent`.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The index of the line that it branches from.
    pub(super) parent: usize,
    /// The move it replaces; `None` for the main line, for a variation before the first move and for one that continues its parent.
    pub(super) replaced: Option<usize>,
    /// Whether it continues its parent after the last move.
    pub(super) continues: bool,
    /// Its opening parenthesis; 0 for the main line.
    pub(super) open: usize,
    /// Its closing parenthesis; [`Score::end`] for the main line.
    pub(super) close: usize,
}

/// A move with its annotations and variations, as indices in [`Score::tokens`].
pub(super) struct Block {
    /// From its number, if it has one, up to the first variation.
    pub(super) head: Range<usize>,
    /// From the first variation to the end of the last one, including the tokens between them; empty if there are none.
    pub(super) variations: Range<usize>,
    /// From there to the number of the next move or the end of the line.
    pub(super) rest: Range<usize>,
}

impl<'game> Score<'game> {
    /// Reads a game. Linear in the game.
    pub(super) fn of(game: GameView<'game>) -> Score<'game> {
        let setup = Setup::of(game);
        let mut score = Score {
            game,
            tokens: Vec::new(),
            lines: vec![Line { parent: 0, replaced: None, continues: false, open: 0, close: 0 }],
            end: 0,
            has_numbers: false,
            gap_after_number: " ",
            count: Count::default(),
        };
        let mut reader = Reader { line: 0, number: setup.number, turn: setup.turn, last_move: None };
        let mut interrupted = Vec::new();
        let mut continuing = None;
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
                    // Few variations look as if they did, and only a replay tells.
                    let continues = reader.may_go_on_at(game.text, range.start)
                        && continuing.get_or_insert_with(|| continuing_variations(game)).contains(&range.start);
                    let replaced = reader.last_move.filter(|_| !continues);
                    score.lines.push(Line { parent: reader.line, replaced, continues, open, close: open });
                    interrupted.push(reader.clone());
                    reader =
                        if continues { Reader { line, last_move: None, ..reader } } else { reader.variation(line) };
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
                    self.gap_after_number = "";
                }
                self.has_numbers = true;
            }
            TokenKind::San => reader.go_on(self.tokens.len()),
            _ => {}
        }
        self.tokens.push(Token { kind, range, line, number, turn });
    }

    /// Returns the indices between the parentheses of a variation; an unclosed variation may end with its parenthesis.
    pub(super) fn inside(&self, variation: usize) -> Range<usize> {
        let line = &self.lines[variation];
        line.open + 1..line.close.max(line.open + 1)
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, place: usize) -> &'game str {
        &self.game.text[self.tokens[place].range.clone()]
    }

    /// Returns the white space before a token; empty before the first.
    pub(super) fn gap_before(&self, place: usize) -> &'game str {
        let before = place.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or("", |before| &self.game.text[before.range.end..self.tokens[place].range.start])
    }

    /// Returns the line end of the game.
    pub(super) fn line_end(&self) -> &'static str {
        LineEnding::of(self.game.text).text()
    }

    /// Returns the number of a move, or of the next move, in the count of the game.
    pub(super) fn number(&self, place: usize) -> u32 {
        self.count.number(self.tokens[place].number)
    }

    /// Returns the number of a move, or of the next move, counted from the start position.
    pub(super) fn number_from_start(&self, place: usize) -> u32 {
        self.tokens[place].number
    }

    /// Whether a token is a move or a part of a move number.
    pub(super) fn begins_move(&self, place: usize) -> bool {
        matches!(self.tokens[place].kind, TokenKind::San | TokenKind::MoveNumber | TokenKind::Periods)
    }

    /// Returns the token indices of a line from `from` to its end; for a variation in it, only the index of its
    /// parenthesis.
    pub(super) fn places(&self, line: usize, from: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.lines[line].close;
        let mut next = from;
        std::iter::from_fn(move || {
            let place = Some(next).filter(|place| *place < end)?;
            next = self.after(line, place);
            Some(place)
        })
    }

    /// Returns the index after a token of a line, or after the variation that it opens.
    fn after(&self, line: usize, place: usize) -> usize {
        let other = self.tokens[place].line;
        if other == line { place + 1 } else { self.lines[other].close.max(place) + 1 }
    }

    /// Returns the index where the first move of a line begins, including its number.
    pub(super) fn first_move(&self, line: usize) -> Option<usize> {
        let start = if line == 0 { 0 } else { self.lines[line].open + 1 };
        let has_move = self.places(line, start).any(|place| self.tokens[place].kind == TokenKind::San);
        self.places(line, start).find(|place| has_move && self.tokens[*place].line == line && self.begins_move(*place))
    }

    /// Returns the move that begins, with its number, at index `start`, with its annotations and variations.
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
                variations.get_or_insert(place..place).end = self.after(line, place);
            }
            found_move |= is_own && self.tokens[place].kind == TokenKind::San;
        }
        let variations = variations.unwrap_or(end..end);
        Block { head: start..variations.start, rest: variations.end..end, variations }
    }

    /// Returns the index where a move begins: its number, if it has one, which may precede a comment.
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

    /// Returns the variations of `line` in `range`, in order.
    pub(super) fn variations_in(&self, line: usize, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let lines = self.places(line, range.start).take_while(move |place| *place < range.end);
        lines.map(|place| self.tokens[place].line).filter(move |other| *other != line)
    }

    /// Returns the variations on a move, in order.
    pub(super) fn variations_on(&self, move_place: usize) -> Vec<usize> {
        let line = self.tokens[move_place].line;
        self.variations_in(line, self.block(move_place).variations).collect()
    }

    /// Returns the innermost variation that contains or touches byte `offset`.
    pub(super) fn variation_at(&self, offset: usize) -> Option<usize> {
        let touches =
            |line: &&Line| self.tokens[line.open].range.start <= offset && offset <= self.tokens[line.close].range.end;
        let innermost = self.lines.iter().skip(1).rev().find(touches)?;
        Some(self.tokens[innermost.open].line)
    }

    /// Returns the move at byte `offset`: its number or symbol touches the offset, or it is the last one before it in
    /// its line.
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

    /// Checks that the movetext can be rearranged: no syntax fault anywhere, and no move in `places` that does not read
    /// cleanly.
    pub(super) fn check(&self, places: Range<usize>) -> Result<(), Refusal> {
        self.check_moves(|place| places.contains(&place))
    }

    /// Checks the same for the moves at indices that are `wanted`.
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

    /// Returns a replay that has just played the move at an index.
    pub(super) fn played_to(&self, place: usize) -> Replay<'game> {
        let mut replay = Replay::new(self.game);
        (0..=place).filter(|place| self.is_move(*place)).for_each(|_| play_move(&mut replay));
        replay
    }

    /// Whether a token is a move.
    pub(super) fn is_move(&self, place: usize) -> bool {
        self.tokens[place].kind == TokenKind::San
    }

    /// Returns the moves from the start of the game to a line, and in the line those before `before`.
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
            let variation = &self.lines[line];
            before = variation.replaced.unwrap_or(if variation.continues { variation.open } else { 0 });
            line = self.lines[line].parent;
        }
        parts.into_iter().rev().flatten().collect()
    }
}

/// Advances past the next move.
fn play_move(replay: &mut Replay) {
    while let Some((step, _)) = replay.advance() {
        if step == Step::Move {
            break;
        }
    }
}

/// The state of reading a line.
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

    /// Whether a variation that begins at byte `start` may continue the line: it has no number, or that of the next move.
    fn may_go_on_at(&self, text: &str, start: usize) -> bool {
        let inside = text[start + 1..].trim_start();
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        self.last_move.is_some() && (digits == 0 || inside[..digits].parse() == Ok(self.number))
    }

    /// Returns the state at the start of a variation that replaces the last move of the line.
    fn variation(&self, line: usize) -> Reader {
        let mut reader = Reader { line, last_move: None, ..self.clone() };
        if self.last_move.is_some() {
            reader.turn = !reader.turn;
            reader.number = reader.number.saturating_sub(u32::from(reader.turn.is_black()));
        }
        reader
    }
}
