//! Merges the game below into this one: common moves are shared, other moves become variations or continue this game at
//! its end. Lines are compared move by move from the start; transpositions do not count.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::Range;

use scoresheet_grammar::{Event, GameView, TokenKind};
use shakmaty::Move;

use super::raise::refuse;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};
use crate::edit::Edit;
use crate::formatted::Refusal;
use scoresheet_chess::game_name::game_name;
use scoresheet_chess::replay::{Outcome, Replay, Setup, Step};

/// A line of the game below that is not merged yet.
struct Pending {
    /// The tokens before its first move.
    before: Range<usize>,
    /// Its start in the game below: the index of the first token of a move.
    from: usize,
    /// Its start in this game: the index of the first token of a move, or the end of the line with the index `line`.
    to: usize,
    line: usize,
}

/// A move on the board, regardless of its spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Played {
    Move(Move),
    Null,
}

/// The insertions before a token of this game, by its index: annotations of the previous move, then variations.
type Insertions<'score, 'game> = BTreeMap<(usize, Order), Vec<Piece<'score, 'game>>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Annotations,
    Variations,
    Moves,
}

/// A move and its alternatives in this game.
struct Alternatives {
    /// The distinct moves, each with the index of its first token.
    moves: Vec<(Played, usize)>,
    /// The index after the last variation.
    end: usize,
}

struct Merge<'score, 'game> {
    here: &'score Score<'game>,
    below: &'score Score<'game>,
    moves_here: Vec<Option<Played>>,
    moves_below: Vec<Option<Played>>,
    /// The alternatives by the index of the first token of the move that they replace.
    alternatives: HashMap<usize, Alternatives>,
    insertions: Insertions<'score, 'game>,
    /// The lines that are not merged yet, in text order.
    pending: VecDeque<Pending>,
    /// Where lines that were added go on after their first moves, by token of the game below.
    rests: HashSet<usize>,
    /// The players of the game below, as a comment at the end of its main line.
    citation: Option<String>,
}

pub(super) fn merge_games(site: &Site) -> Answer {
    let Some(next) = site.next else { return refuse_at(site, "there is no game below this one") };
    let (here, below) = (Score::of(site.game), Score::of(next));
    here.check(0..here.tokens.len())?;
    let in_file = |trouble: Refusal| Refusal {
        offset: trouble.offset + site.game.text.len(),
        reason: format!("the game below: {}", trouble.reason),
    };
    below.check(0..below.tokens.len()).map_err(in_file)?;
    if has_text_outside(next, &below) {
        return refuse_at(site, "text, an escape line or a comment before or after the game below would be lost");
    }
    if !have_same_start(site.game, next) {
        return refuse_at(site, "the two games do not start from the same position");
    }
    if below.first_move(0).is_none() {
        return refuse_at(site, "there are no moves in the game below");
    }
    let mut answer = merged(&here, &below, citation(site.game, next, &below))?;
    let start = site.game.text.len();
    match answer.last_mut().filter(|last| last.range.end == start) {
        Some(last) => last.range.end += next.text.len(),
        None => answer.push(Edit::delete(start..start + next.text.len())),
    }
    Ok(answer)
}

/// Whether both games start from the same known position, with the same rules.
pub(super) fn have_same_start(one: GameView, other: GameView) -> bool {
    is_same_start(&Setup::of(one), &Setup::of(other))
}

/// Whether both are the same known position, with the same rules.
pub(super) fn is_same_start(one: &Setup, other: &Setup) -> bool {
    one.start.is_some() && one.start == other.start && one.variant == other.variant
}

/// The edits of the game `here` after which it has the lines of the game `below`, which has moves, and at the end of its main line the
/// `citation`. Both must read cleanly and have the same start. Linear in both games, but for moves with many alternatives.
pub(super) fn merged<'game>(here: &Score<'game>, below: &Score<'game>, citation: Option<String>) -> Answer {
    let start = here.first_move(0).unwrap_or(here.end);
    let Some(first) = below.first_move(0) else { return Ok(Vec::new()) };
    let mut merge = Merge {
        moves_here: played(here),
        moves_below: played(below),
        here,
        below,
        alternatives: HashMap::new(),
        insertions: Insertions::new(),
        pending: VecDeque::new(),
        rests: HashSet::new(),
        citation,
    };
    merge.pending.push_back(Pending { before: 0..first, from: first, to: start, line: 0 });
    while let Some(pending) = merge.pending.pop_front() {
        merge.place(pending)?;
    }
    let mut pieces = Vec::new();
    let mut kept = 0;
    for ((place, _), new) in merge.insertions {
        pieces.push(Piece::Tokens(here, kept..place));
        pieces.extend(new);
        kept = place;
    }
    pieces.push(Piece::Tokens(here, kept..here.tokens.len()));
    Ok(edits(here, &pieces, true))
}

impl<'score, 'game> Merge<'score, 'game> {
    /// Follows a line of the game below as long as this game has its moves, then inserts the rest.
    fn place(&mut self, pending: Pending) -> Result<(), Refusal> {
        let Pending { mut before, mut from, mut to, mut line } = pending;
        let below_line = self.below.tokens[from].line;
        loop {
            if to >= self.here.lines[line].close {
                self.append(before, from, (to, line));
                return Ok(());
            }
            if self.move_in(self.here, to).is_none() {
                return refuse(self.here, to, "a move number without a move is where the game below continues");
            }
            let Some(shared) = self.same_move(from, to) else {
                self.add_variation(before, from, to);
                return Ok(());
            };
            let line_of_alternatives = line;
            line = self.here.tokens[shared].line;
            let (block, other) = (self.here.block(shared), self.below.block(from));
            self.annotate(before, from, shared);
            for variation in self.below.variations_in(below_line, other.variations) {
                // A variation that continues its line begins after the move, others are alternatives to it.
                let at = match self.below.lines[variation].continues {
                    true => (block.rest.end, line),
                    false => (to, line_of_alternatives),
                };
                self.add_pending(variation, at, shared);
            }
            (from, to, before) = (other.rest.end, block.rest.end, 0..0);
            let is_done = from >= self.below.lines[below_line].close || self.move_in(self.below, from).is_none();
            if is_done {
                if below_line == 0
                    && let Some(citation) = self.citation.take()
                {
                    let piece = Piece::More(TokenKind::BraceComment, citation);
                    self.insert(block.head.end, Order::Annotations, [piece]);
                }
                return Ok(());
            }
        }
    }

    /// Returns the first token in this game of the move that begins at `from` in the game below: the move at `to` or a
    /// variation of it.
    fn same_move(&mut self, from: usize, to: usize) -> Option<usize> {
        let wanted = self.moves_below[self.move_in(self.below, from)?]?;
        self.alternatives(to).moves.iter().find(|(played, _)| *played == wanted).map(|(_, start)| *start)
    }

    /// Returns the move at `to` and its alternatives, computed once.
    fn alternatives(&mut self, to: usize) -> &Alternatives {
        if !self.alternatives.contains_key(&to) {
            let mut alternatives = Alternatives { moves: Vec::new(), end: self.here.block(to).variations.end };
            let mut candidates = vec![to];
            while let Some(candidate) = candidates.pop() {
                let Some(place) = self.move_in(self.here, candidate) else { continue };
                if let Some(played) = self.moves_here[place]
                    && alternatives.moves.iter().all(|(other, _)| *other != played)
                {
                    alternatives.moves.push((played, candidate));
                }
                let variations = self.here.variations_on(place);
                candidates.extend(variations.into_iter().rev().filter_map(|variation| self.here.first_move(variation)));
            }
            self.alternatives.insert(to, alternatives);
        }
        &self.alternatives[&to]
    }

    fn move_in(&self, score: &Score, start: usize) -> Option<usize> {
        // Not from the block: a move may have thousands of variations.
        let line = score.tokens[start].line;
        let mut own = score.places(line, start).take_while(|place| score.tokens[*place].line == line);
        own.find(|place| score.is_move(*place))
    }

    /// A variation of the game below that begins at `to` in a line here, on the move `shared` here.
    fn add_pending(&mut self, variation: usize, (to, line_here): (usize, usize), shared: usize) {
        let line = &self.below.lines[variation];
        let before = line.open + 1;
        match self.below.first_move(variation) {
            Some(from) => self.pending.push_back(Pending { before: before..from, from, to, line: line_here }),
            // A variation without moves is the same only if its text is.
            None if self.has_variation(shared, line.open..line.close + 1) => {}
            None => {
                let at = self.here.block(shared).variations.end;
                self.insert(at, Order::Variations, [Piece::Tokens(self.below, line.open..line.close + 1)]);
            }
        }
    }

    /// Whether the move at `to` in this game has a variation with the tokens at `places` of the game below.
    fn has_variation(&self, to: usize, places: Range<usize>) -> bool {
        let texts =
            |score: &Score<'game>, places: Range<usize>| places.map(|place| score.text(place)).collect::<Vec<_>>();
        let wanted = texts(self.below, places);
        let here = self.here.variations_on(to).into_iter().map(|variation| &self.here.lines[variation]);
        here.into_iter().any(|line| texts(self.here, line.open..line.close + 1) == wanted)
    }

    /// Copies the annotations of a move of the game below to the same move here, unless it already has them.
    fn annotate(&mut self, before: Range<usize>, from: usize, to: usize) {
        let (block, other) = (self.here.block(to), self.below.block(from));
        let line = self.below.tokens[from].line;
        let own = |place: &usize| self.below.tokens[*place].line == line;
        let is_annotation = |place: &usize| {
            let kind = self.below.tokens[*place].kind;
            kind.is_annotation() || kind.is_comment() || kind == TokenKind::EscapeLine
        };
        let after = self.below.places(line, other.head.start).take_while(|place| *place < other.rest.end);
        let first = before.end;
        let wanted: Vec<usize> = after.filter(own).chain(before).filter(is_annotation).collect();
        let line_here = self.here.tokens[to].line;
        let start = if line_here == 0 { 0 } else { self.here.lines[line_here].open + 1 };
        // Annotations before the first move of a line belong to that move, and stay before it.
        let is_first = self.here.first_move(line_here) == Some(to);
        let start = if is_first { start } else { to };
        let here: Vec<&str> = self
            .here
            .places(line_here, start)
            .take_while(|place| *place < block.rest.end)
            .filter(|place| !self.here.is_move(*place))
            .map(|place| self.here.text(place))
            .collect();
        // Signs come before comments.
        let is_nag = |place: &usize| self.here.tokens[*place].kind.is_annotation();
        let after_move = self.move_in(self.here, to).map_or(block.head.end, |place| place + 1);
        let nags_end = (after_move..block.head.end).find(|place| !is_nag(place)).unwrap_or(block.head.end);
        for place in wanted {
            if !here.iter().any(|text| is_same_annotation(text, self.below.text(place))) {
                let at = match self.below.tokens[place].kind {
                    _ if is_first && place < first => to,
                    kind if kind.is_annotation() => nags_end,
                    _ => block.head.end,
                };
                self.insert(at, Order::Annotations, [Piece::Tokens(self.below, place..place + 1)]);
            }
        }
    }

    /// Adds the rest of a line of the game below as a variation of the move at `to`.
    fn add_variation(&mut self, before: Range<usize>, from: usize, to: usize) {
        let at = self.alternatives(to).end;
        let mut pieces = vec![Piece::More(TokenKind::VariationOpen, "(".to_owned())];
        pieces.extend(self.rest_of_line(before, from, (to, self.here.tokens[to].line)));
        pieces.push(Piece::More(TokenKind::VariationClose, ")".to_owned()));
        self.insert(at, Order::Variations, pieces);
    }

    /// Adds the rest of a line of the game below after the last move of the line with the index `line` here, which ends at `to`. If another
    /// line of that game continues there already, this one becomes a variation of it.
    fn append(&mut self, before: Range<usize>, from: usize, (to, line): (usize, usize)) {
        let mut pieces = self.rest_of_line(before, from, (to, line));
        let Some(added) = self.insertions.get_mut(&(to, Order::Moves)) else {
            return self.insert(to, Order::Moves, pieces);
        };
        pieces.insert(0, Piece::More(TokenKind::VariationOpen, "(".to_owned()));
        pieces.push(Piece::More(TokenKind::VariationClose, ")".to_owned()));
        let place =
            added.iter().rposition(|piece| matches!(piece, Piece::Tokens(_, rest) if self.rests.contains(&rest.start)));
        let place = place.unwrap_or(added.len());
        added.splice(place..place, pieces);
    }

    /// The rest of a line of the game below: what is before its first move, that move, and what follows. The alternatives to that move are
    /// lines from the same position here.
    fn rest_of_line(
        &mut self,
        before: Range<usize>,
        from: usize,
        (to, line_here): (usize, usize),
    ) -> Vec<Piece<'score, 'game>> {
        let below = self.below;
        let line = below.tokens[from].line;
        let (block, close) = (below.block(from), below.lines[line].close);
        let variations: Vec<usize> = below.variations_in(line, block.variations.clone()).collect();
        let is_alternative = |variation: &usize| !below.lines[*variation].continues;
        let first_moves: Option<Vec<usize>> =
            variations.iter().filter(|it| is_alternative(it)).map(|it| below.first_move(*it)).collect();
        let mut pieces = vec![Piece::Tokens(below, before), Piece::Tokens(below, block.head.clone())];
        match first_moves.filter(|moves| moves.len() == variations.len()) {
            None => {
                self.rests.insert(block.head.end);
                pieces.push(Piece::Tokens(below, block.head.end..close));
            }
            Some(first_moves) => {
                for (variation, from) in variations.into_iter().zip(first_moves) {
                    let before = below.lines[variation].open + 1..from;
                    self.pending.push_back(Pending { before, from, to, line: line_here });
                }
                let between = below.places(line, block.variations.start).take_while(|at| *at < block.variations.end);
                let between = between.filter(|at| below.tokens[*at].line == line);
                pieces.extend(between.map(|at| Piece::Tokens(below, at..at + 1)));
                self.rests.insert(block.rest.start);
                pieces.push(Piece::Tokens(below, block.rest.start..close));
            }
        }
        if line == 0 {
            pieces.extend(self.citation.take().map(|citation| Piece::More(TokenKind::BraceComment, citation)));
        }
        pieces
    }

    fn insert(&mut self, at: usize, order: Order, pieces: impl IntoIterator<Item = Piece<'score, 'game>>) {
        self.insertions.entry((at, order)).or_default().extend(pieces);
    }
}

/// Whether two annotations differ in white space only, as comments do that are broken into other lines.
fn is_same_annotation(one: &str, other: &str) -> bool {
    let words = |text| {
        let text: &str = text;
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        inside.unwrap_or(text).split_ascii_whitespace()
    };
    one == other || one.starts_with('{') && other.starts_with('{') && words(one).eq(words(other))
}

/// Returns the moves of a game by token index.
fn played(score: &Score) -> Vec<Option<Played>> {
    let mut moves = vec![None; score.tokens.len()];
    let mut places = (0..score.tokens.len()).filter(|place| score.is_move(*place));
    let mut replay = Replay::new(score.game);
    while let Some((step, _)) = replay.advance() {
        if step == Step::Move
            && let Some(place) = places.next()
        {
            moves[place] = match &replay.ply().outcome {
                Outcome::Played { action, .. } => Some(Played::Move(*action)),
                Outcome::Null { .. } => Some(Played::Null),
                _ => None,
            };
        }
    }
    moves
}

/// Whether a game has content outside its tag pairs and movetext.
pub(super) fn has_text_outside(game: GameView, score: &Score) -> bool {
    let outside = |(event, _): (Event, Range<usize>)| match event {
        Event::Token(kind) => matches!(kind, TokenKind::Text | TokenKind::EscapeLine),
        _ => false,
    };
    let head_comment = || {
        let first = score.tokens.first().map_or(game.text.len(), |token| token.range.start);
        game.tree
            .events()
            .any(|(event, range)| matches!(event, Event::Token(kind) if kind.is_comment()) && range.start < first)
    };
    score.end + 1 < score.tokens.len() || game.tree.events().any(outside) || head_comment()
}

/// Returns the players and the result of the game below as a comment, if its tags have them and they differ from this
/// game's.
fn citation(here: GameView, below: GameView, score: &Score) -> Option<String> {
    let (tags, tags_here) = (below.tags(), here.tags());
    let is_known = |name: &str| {
        let value = tags.iter().find(|tag| tag.name == name).map(|tag| tag.value());
        let value_here = tags_here.iter().find(|tag| tag.name == name).map(|tag| tag.value());
        value.as_ref().is_some_and(|value| !matches!(value.as_ref(), "" | "?")) && value != value_here
    };
    if !is_known("White") && !is_known("Black") {
        return None;
    }
    let marker = (score.end < score.tokens.len()).then(|| score.text(score.end));
    Some(format!("{{{}}}", game_name(0, &tags, marker).replace('}', ")").replace('{', "(")))
}

pub(super) fn is_offered(site: &Site, _: &Score) -> bool {
    site.next.is_some_and(|next| next.tree.events().any(|(event, _)| event == Event::Token(TokenKind::San)))
}
