//! The lossless flat tree of one game: two byte arrays, about 0.7 bytes a byte of PGN.
//!
//! `events` holds, in text order, one byte for every token, node start and node end; `lengths` holds one byte
//! for every token. A token byte carries a flag for the single space that follows most tokens, so that white space
//! hardly costs anything. Offsets are relative to the game, so an edit before it changes nothing here.

mod last_token;
mod skip;

use std::ops::Range;

use crate::fault::{Fault, FaultKind};
use crate::kind::{NodeKind, TokenKind};

pub use skip::{Before, LineBefore};

/// Set on a token's event byte: the token is followed by exactly one space (U+0020).
const SPACE_AFTER: u8 = 0x40;
/// Set on the event byte of a node's start.
const NODE_START: u8 = 0x80;
/// Set on the event byte of a node's end.
const NODE_END: u8 = 0xC0;
/// Set on a move's event byte: a variation hangs on the move, so that a replay must keep the position before it.
const HAS_VARIATION: u8 = 0x20;
/// The bits of an event byte that hold the kind.
const KIND: u8 = 0x1F;
/// The events of a tag pair in export format after its start.
const PLAIN_TAG: [u8; 5] = [
    TokenKind::TagOpen as u8,
    TokenKind::TagName as u8 | SPACE_AFTER,
    TokenKind::TagValue as u8,
    TokenKind::TagClose as u8,
    NODE_END | NodeKind::Tag as u8,
];
/// In `lengths`: the length did not fit and is in `long_lengths`.
const LONG: u8 = u8::MAX;

/// The tree of one game and its syntax faults. Holds no text: see [`crate::Game`].
///
/// ```
/// use scoresheet_grammar::{FaultKind, Games};
///
/// let game = Games::new("1. e4 (1. d4 *").next().unwrap();
/// let faults: Vec<FaultKind> = game.view().tree.faults().iter().map(|fault| fault.kind).collect();
/// assert_eq!(faults, [FaultKind::UnclosedVariation]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    events: Vec<u8>,
    lengths: Vec<u8>,
    long_lengths: Vec<u32>,
    faults: Vec<Fault>,
    piece_letters: u32,
    odd_empty_lines: OddEmptyLines,
    has_setup_tag: bool,
    is_descriptive: bool,
}

/// Where empty lines may be that no game in export format has (section 8.2.1).
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OddEmptyLines {
    /// Nowhere: there are none.
    #[default]
    Nowhere,
    /// Only between the tag section and the movetext: more than one.
    BeforeMovetext,
    /// In the movetext; before it, too, as may be.
    InMovetext,
}

/// A position in a walk over a tree. Ordered as in the tree.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    event: usize,
    length: usize,
    long: usize,
    offset: usize,
    token_end: usize,
}

/// A step of a walk over a tree, in text order. White space is not an event: it is the gap between two tokens.
///
/// ```
/// use scoresheet_grammar::{Event, Games, NodeKind, TokenKind};
///
/// let game = Games::new("e4").next().unwrap();
/// let events: Vec<_> = game.view().tree.events().collect();
/// assert_eq!(events, [
///     (Event::Enter(NodeKind::Movetext), 0..0),
///     (Event::Token(TokenKind::San), 0..2),
///     (Event::Leave(NodeKind::Movetext), 2..2),
/// ]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node begins.
    Enter(NodeKind),
    /// A node ends.
    Leave(NodeKind),
    /// A token other than white space.
    Token(TokenKind),
}

/// A tag pair in export format: `[Name "value"]`.
pub(crate) struct PlainTag {
    pub(crate) name_length: usize,
    /// With the quotes.
    pub(crate) value_length: usize,
}

impl Tree {
    /// All events in text order, each with its range: half-open byte offsets relative to the game. The range of a
    /// start of a node is empty, at the start of its first token; that of its end is empty, at the end of its last token.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 *").next().unwrap();
    /// assert_eq!(game.view().tree.events().count(), 5);
    /// ```
    pub fn events(&self) -> Events<'_> {
        Events { tree: self, event: 0, length: 0, long: 0, offset: 0, token_end: 0 }
    }

    /// The events from a place on that another walk over this tree, or one that is the same up to there, has reached.
    #[doc(hidden)]
    pub fn events_from(&self, place: Place) -> Events<'_> {
        let Place { event, length, long, offset, token_end } = place;
        Events { tree: self, event, length, long, offset, token_end }
    }

    /// The syntax faults, by start.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 } *").next().unwrap();
    /// assert_eq!(game.view().tree.faults()[0].span(), 6..7);
    /// ```
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Which capital letters moves of this game begin with: bit 0 is `A`, bit 25 is `Z`.
    #[doc(hidden)]
    pub fn piece_letters(&self) -> u32 {
        self.piece_letters
    }

    /// Where there may be an empty line in the movetext, or more than one before it.
    #[doc(hidden)]
    pub fn odd_empty_lines(&self) -> OddEmptyLines {
        self.odd_empty_lines
    }

    /// Whether a tag pair before the movetext is named FEN or Variant, in capitals or not.
    #[doc(hidden)]
    pub fn has_setup_tag(&self) -> bool {
        self.has_setup_tag
    }

    /// How many bytes the tree takes, without the faults.
    #[doc(hidden)]
    pub fn heap_size(&self) -> usize {
        self.events.capacity() + self.lengths.capacity() + self.long_lengths.capacity() * 4
    }

    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.lengths.clear();
        self.long_lengths.clear();
        self.faults.clear();
        self.piece_letters = 0;
        self.odd_empty_lines = OddEmptyLines::Nowhere;
        self.has_setup_tag = false;
        self.is_descriptive = false;
    }

    pub(crate) fn enter(&mut self, node: NodeKind) {
        self.events.push(NODE_START | node as u8);
    }

    pub(crate) fn leave(&mut self, node: NodeKind) {
        self.events.push(NODE_END | node as u8);
    }

    #[inline]
    pub(crate) fn token(&mut self, kind: TokenKind, length: usize) {
        self.events.push(kind as u8);
        self.length(length);
    }

    /// A token with a single space after it, or nothing.
    #[inline]
    pub(crate) fn token_and_space(&mut self, kind: TokenKind, length: usize, has_space: bool) {
        self.events.push(kind as u8 | if has_space { SPACE_AFTER } else { 0 });
        self.length(length);
    }

    /// A tag pair in export format: a name and a value with its quotes, of these lengths.
    #[inline]
    pub(crate) fn plain_tag(&mut self, name_length: usize, value_length: usize) {
        self.events.push(NODE_START | NodeKind::Tag as u8);
        self.events.extend_from_slice(&PLAIN_TAG);
        self.lengths.push(1);
        self.length(name_length);
        self.length(value_length);
        self.lengths.push(1);
    }

    /// White space of any length; a single space after a token becomes a flag of that token.
    #[inline]
    pub(crate) fn white_space(&mut self, text: &[u8]) {
        if text == b" "
            && let Some(last) = self.events.last_mut()
            && *last & (NODE_START | SPACE_AFTER) == 0
        {
            *last |= SPACE_AFTER;
            return;
        }
        self.token(TokenKind::Whitespace, text.len());
    }

    pub(crate) fn fault(&mut self, kind: FaultKind, range: Range<usize>) {
        self.faults.push(Fault { kind, range: range.start as u32..range.end as u32 });
    }

    /// There is no game: the first text was not before one, whatever escape lines and other texts are after it.
    pub(crate) fn find_no_game(&mut self) {
        if let Some(text) = self.faults.iter_mut().find(|fault| fault.kind == FaultKind::TextBetweenGames) {
            text.kind = FaultKind::NoGame;
        }
    }

    /// How many events there are: the place the next one will have.
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// Note that a variation hangs on the move at place `event`.
    pub(crate) fn note_variation(&mut self, event: usize) {
        self.events[event] |= HAS_VARIATION;
    }

    pub(crate) fn note_odd_empty_line(&mut self, place: OddEmptyLines) {
        self.odd_empty_lines = self.odd_empty_lines.max(place);
    }

    pub(crate) fn note_setup_tag(&mut self) {
        self.has_setup_tag = true;
    }

    pub(crate) fn sort_faults(&mut self) {
        self.faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    }

    #[inline]
    pub(crate) fn note_piece_letter(&mut self, first: u8) {
        if first.is_ascii_uppercase() {
            self.piece_letters |= 1 << (first - b'A');
        }
    }

    #[inline]
    fn length(&mut self, length: usize) {
        if length < LONG as usize {
            self.lengths.push(length as u8);
        } else {
            self.lengths.push(LONG);
            self.long_lengths.push(length as u32);
        }
    }
}

/// An iterator over the events of a tree. Constant time a step; cheap to copy, so a walk can look ahead.
///
/// ```
/// use scoresheet_grammar::{Events, Games};
///
/// let game = Games::new("1. e4 *").next().unwrap();
/// let events: Events = game.view().tree.events();
/// assert_eq!(events.map(|(_, range)| range.len()).sum::<usize>(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Events<'tree> {
    tree: &'tree Tree,
    event: usize,
    length: usize,
    long: usize,
    /// Where the next token, white space or not, begins.
    offset: usize,
    /// Where the last token other than white space ended.
    token_end: usize,
}

impl Iterator for Events<'_> {
    type Item = (Event, Range<usize>);

    // Every walk over a game goes through here, so each gets its own copy.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let byte = *self.tree.events.get(self.event)?;
            self.event += 1;
            match byte & NODE_END {
                NODE_START => {
                    let at = self.offset;
                    return Some((Event::Enter(NodeKind::from_u8(byte & KIND)), at..at));
                }
                NODE_END => {
                    let at = self.token_end;
                    return Some((Event::Leave(NodeKind::from_u8(byte & KIND)), at..at));
                }
                _ => {}
            }
            let start = self.offset;
            let end = start + self.take_length();
            self.offset = end + usize::from(byte & SPACE_AFTER != 0);
            let kind = TokenKind::from_u8(byte & KIND);
            if kind != TokenKind::Whitespace {
                self.token_end = end;
                return Some((Event::Token(kind), start..end));
            }
        }
    }
}

impl Place {
    /// How many bytes have been walked over.
    #[doc(hidden)]
    pub fn offset(self) -> usize {
        self.offset
    }
}

impl Events<'_> {
    #[inline]
    fn take_length(&mut self) -> usize {
        let length = self.tree.lengths[self.length];
        self.length += 1;
        if length < LONG {
            return length as usize;
        }
        self.long += 1;
        self.tree.long_lengths[self.long - 1] as usize
    }

    /// Goes over the tokens and the end of the tag pair whose start was given last, if it is in export format: no white space but
    /// the space after the name, and not so long as to have long lengths.
    #[inline]
    pub(crate) fn take_plain_tag(&mut self) -> Option<PlainTag> {
        if !self.tree.events[self.event..].starts_with(&PLAIN_TAG) {
            return None;
        }
        let [_, name, value, _, ..] = self.tree.lengths[self.length..] else { return None };
        if name == LONG || value == LONG {
            return None;
        }
        let tag = PlainTag { name_length: name.into(), value_length: value.into() };
        self.event += PLAIN_TAG.len();
        self.length += 4;
        self.offset += 1 + tag.name_length + 1 + tag.value_length + 1;
        self.token_end = self.offset;
        Some(tag)
    }

    /// Goes to a place in the same tree.
    #[inline]
    fn go_to(&mut self, place: Place) {
        let Place { event, length, long, offset, token_end } = place;
        *self = Events { tree: self.tree, event, length, long, offset, token_end };
    }

    /// The place of the walk.
    #[doc(hidden)]
    #[inline]
    pub fn place(&self) -> Place {
        let Events { event, length, long, offset, token_end, .. } = *self;
        Place { event, length, long, offset, token_end }
    }

    /// Goes back to before the token that was given last, with all white space before it walked over; it begins at byte `start`.
    #[doc(hidden)]
    #[inline]
    pub fn go_back_to_token(&mut self, start: usize) {
        self.go_to(self.place_of_token(start));
    }

    /// The place of the token that was given last, with all white space before it walked over; it begins at byte `start`.
    pub(crate) fn place_of_token(&self, start: usize) -> Place {
        let is_long = self.tree.lengths[self.length - 1] == LONG;
        Place {
            event: self.event - 1,
            length: self.length - 1,
            long: self.long - usize::from(is_long),
            offset: start,
            token_end: start,
        }
    }

    /// Whether the next event is a move, a move number, a brace comment, a NAG or white space.
    #[doc(hidden)]
    #[inline(always)]
    pub fn is_before_plain(&self) -> bool {
        self.tree.events.get(self.event).is_some_and(|byte| is_plain(*byte))
    }

    /// The next token other than white space, if it is a move, a move number, a brace comment or a NAG, and whether it is a move that a
    /// variation hangs on. Nothing if anything else follows the white space: then the walk stays after the white space.
    #[doc(hidden)]
    #[inline(always)]
    pub fn next_plain(&mut self) -> Option<(TokenKind, Range<usize>, bool)> {
        loop {
            let byte = *self.tree.events.get(self.event)?;
            if !is_plain(byte) {
                return None;
            }
            self.event += 1;
            let start = self.offset;
            let end = start + self.take_length();
            self.offset = end + usize::from(byte & SPACE_AFTER != 0);
            let kind = TokenKind::from_u8(byte & KIND);
            if kind != TokenKind::Whitespace {
                self.token_end = end;
                return Some((kind, start..end, byte & HAS_VARIATION != 0));
            }
        }
    }

    /// Whether the token given last is a move that a variation hangs on.
    #[doc(hidden)]
    #[inline]
    pub fn has_variation(&self) -> bool {
        self.event > 0 && self.tree.events[self.event - 1] & HAS_VARIATION != 0
    }

    /// How many bytes the events so far cover, white space after the last token included.
    #[doc(hidden)]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// Whether an event is a move, a move number, a brace comment, a NAG or white space.
#[inline(always)]
fn is_plain(event: u8) -> bool {
    const PLAIN: u32 = 1 << TokenKind::San as u8
        | 1 << TokenKind::MoveNumber as u8
        | 1 << TokenKind::BraceComment as u8
        | 1 << TokenKind::Nag as u8
        | 1 << TokenKind::Whitespace as u8;
    event & NODE_START == 0 && PLAIN >> (event & KIND) & 1 != 0
}
