//! Writing a game as PGC.

use std::collections::BTreeMap;

use scoresheet_chess::nag;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::ast::{self, Tag};
use scoresheet_grammar::{GameView, NodeKind, TokenKind};

use super::latin1;
use super::marker::{
    ESCAPE, GAME_BEGIN, GAME_END, LONG_MOVES, NAG, REDUCED_GAME, ROSTER, SHORT_MOVES, TAG_PAIR, VARIATION_BEGIN,
    VARIATION_END, termination,
};
use super::ordinal::ordinal_of;

/// How often something was met for which PGC has no place, by what it is called in the singular.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<&'static str, usize>);

impl Losses {
    /// Adds `count` more of something.
    pub fn add(&mut self, what: &'static str, count: usize) {
        if count > 0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// Adds the losses of another text.
    pub fn append(&mut self, other: Losses) {
        other.0.into_iter().for_each(|(what, count)| self.add(what, count));
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns what was lost and how often, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().map(|(what, count)| (*what, *count))
    }
}

/// A move that has no ordinal, as it is not legal or a null move; or a variation that replaces no move, but continues its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOrdinal {
    /// Its byte offset in the game; that of its parenthesis for a variation.
    pub offset: usize,
}

/// Appends the records of a game to `out` and counts in `losses` what has no place in them. Text that is no game gives no records but
/// those of its escape lines. Linear in the game, times the legal moves of its positions.
///
/// # Errors
/// If a move has no ordinal; then nothing is appended or counted.
pub fn encode(game: GameView, out: &mut Vec<u8>, losses: &mut Losses) -> Result<(), NoOrdinal> {
    let tags = game.tags();
    let mut encoder = Encoder::default();
    let result = encoder.read(game, &tags)?;
    losses.append(encoder.losses);
    out.extend(encoder.before);
    if tags.is_empty() && encoder.records.is_empty() && result.is_none() {
        return Ok(());
    }
    let stated = tags.iter().find(|tag| tag.name == "Result").map(|tag| tag.value());
    if let (Some(stated), Some(marker)) = (&stated, result) {
        losses.add("contradicted termination marker", usize::from(termination(Some(stated.as_ref())) != marker));
    }
    if let Some(moves) = encoder.only_moves.filter(|_| tags.iter().map(|tag| tag.name).eq(ROSTER)) {
        out.push(REDUCED_GAME);
        // What is lost of the values is counted by now.
        tags.iter().for_each(|tag| short_string(&tag.value(), TOO_LONG_VALUE, out, &mut Losses::default()));
        out.extend(moves);
        return Ok(());
    }
    let (head, movetext) = encoder.records.split_at(encoder.head_length.unwrap_or(encoder.records.len()));
    out.push(GAME_BEGIN);
    out.extend(head);
    if let (None, Some(marker)) = (&stated, result) {
        tag_pair("Result", marker, out, losses);
    }
    out.extend(movetext);
    out.push(GAME_END);
    Ok(())
}

const TOO_LONG_NAME: &str = "overlong tag name";
const TOO_LONG_VALUE: &str = "overlong tag value";

fn tag_pair(name: &str, value: &str, out: &mut Vec<u8>, losses: &mut Losses) {
    out.push(TAG_PAIR);
    short_string(name, TOO_LONG_NAME, out, losses);
    short_string(value, TOO_LONG_VALUE, out, losses);
}

/// A "string-1": a byte for the length, and the characters (section 20.3).
fn short_string(text: &str, too_long: &'static str, out: &mut Vec<u8>, losses: &mut Losses) {
    let bytes = characters(text, losses);
    let length = u8::try_from(bytes.len()).unwrap_or(u8::MAX);
    losses.add(too_long, usize::from(bytes.len() > usize::from(length)));
    out.push(length);
    out.extend(&bytes[..usize::from(length)]);
}

fn characters(text: &str, losses: &mut Losses) -> Vec<u8> {
    let (bytes, replaced) = latin1::bytes(text);
    losses.add("non-Latin-1 character", replaced);
    bytes
}

/// A "mvseq-2": a word for the length, and the ordinals. `None` if there are too many.
fn long_moves(ordinals: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(ordinals.len()).ok()?;
    Some([&length.to_le_bytes(), ordinals].concat())
}

#[derive(Default)]
struct Encoder {
    /// The escape lines before the game.
    before: Vec<u8>,
    /// The records of the game.
    records: Vec<u8>,
    /// How many bytes of them precede the movetext.
    head_length: Option<usize>,
    /// The moves that are not in a record yet.
    pending: Vec<u8>,
    /// The "mvseq-2" of the game, if it has nothing but tag pairs and moves.
    only_moves: Option<Vec<u8>>,
    losses: Losses,
}

impl Encoder {
    /// Writes the records of a game with these tag pairs. Returns the termination marker.
    fn read<'game>(&mut self, game: GameView<'game>, tags: &[Tag]) -> Result<Option<&'game str>, NoOrdinal> {
        let mut replay = Replay::new(game);
        replay.keep_positions();
        let mut result = None;
        let mut tags = tags.iter();
        let mut is_in_tag = false;
        let mut has_only_tags = true;
        while let Some((step, range)) = replay.advance() {
            let text = &game.text[range.clone()];
            match step {
                Step::Move => {
                    let ordinal = match &replay.ply().outcome {
                        Outcome::Played { action, .. } => {
                            replay.position_before().and_then(|position| ordinal_of(position, *action))
                        }
                        _ => None,
                    };
                    self.pending.push(ordinal.ok_or(NoOrdinal { offset: range.start })?);
                }
                Step::Enter(NodeKind::Movetext) => self.head_length = Some(self.records.len()),
                Step::Enter(NodeKind::Variation) => {
                    // A reader takes a variation for one that replaces the move before it.
                    if replay.continues_line() && replay.has_moved() {
                        return Err(NoOrdinal { offset: range.start });
                    }
                    self.record(&[VARIATION_BEGIN]);
                }
                Step::Leave(NodeKind::Variation) => self.record(&[VARIATION_END]),
                Step::Enter(NodeKind::Tag) => {
                    is_in_tag = true;
                    if let Some(tag) = tags.next() {
                        tag_pair(tag.name, &tag.value(), &mut self.records, &mut self.losses);
                    }
                }
                Step::Leave(NodeKind::Tag) => is_in_tag = false,
                Step::Token(_) if is_in_tag => {}
                Step::Token(TokenKind::EscapeLine) => {
                    has_only_tags &= self.records.is_empty() && self.pending.is_empty();
                    self.escape(&text[1..]);
                }
                Step::Token(TokenKind::Termination) if replay.depth() == 0 => result = Some(text),
                Step::Token(kind) => self.token(kind, text, replay.turn().is_black()),
                Step::Enter(_) | Step::Leave(_) => {}
            }
        }
        // Nothing but moves came after the tag pairs.
        if has_only_tags && self.head_length.unwrap_or(self.records.len()) == self.records.len() {
            self.only_moves = long_moves(&self.pending);
        }
        self.flush();
        Ok(result)
    }

    fn token(&mut self, kind: TokenKind, text: &str, white_moved: bool) {
        let nag = match kind {
            TokenKind::Nag => Some(ast::nag_number(text)),
            TokenKind::Suffix | TokenKind::Glyph => nag::from_glyph(text, white_moved).map(u32::from),
            TokenKind::MoveNumber | TokenKind::Periods | TokenKind::EnPassantMark | TokenKind::Whitespace => return,
            TokenKind::VariationOpen | TokenKind::VariationClose => return,
            kind if kind.is_comment() => return self.losses.add("comment", 1),
            _ => return self.losses.add("stray text", 1),
        };
        match nag.and_then(|nag| u8::try_from(nag).ok()) {
            Some(nag) => self.record(&[NAG, nag]),
            None => self.losses.add("out-of-range NAG", 1),
        }
    }

    /// A "string-2" with what follows the percent sign (section 20.4.10).
    fn escape(&mut self, line: &str) {
        let bytes = characters(line, &mut self.losses);
        let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
        self.losses.add("overlong escape line", usize::from(bytes.len() > usize::from(length)));
        self.flush();
        let records = if self.records.is_empty() { &mut self.before } else { &mut self.records };
        records.push(ESCAPE);
        records.extend(length.to_le_bytes());
        records.extend(&bytes[..usize::from(length)]);
    }

    fn record(&mut self, bytes: &[u8]) {
        self.flush();
        self.records.extend(bytes);
    }

    /// Writes the pending moves: in a short sequence if they fit, else in long ones.
    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if let Ok(length) = u8::try_from(pending.len()) {
            if length > 0 {
                self.records.extend([SHORT_MOVES, length]);
                self.records.extend(pending);
            }
            return;
        }
        for moves in pending.chunks(usize::from(u16::MAX)) {
            self.records.push(LONG_MOVES);
            self.records.extend((moves.len() as u16).to_le_bytes());
            self.records.extend(moves);
        }
    }
}
