//! The parser: tokens to trees, game by game. It never fails, never recurses on input and never drops a byte.
//!
//! A game is: text and escape lines, the tag section, the movetext with its termination marker, and whatever follows up
//! to the next game. The parser walks through these [`Phase`]s token by token; open variations are a counter and a stack.

mod conflicts;
mod descriptive;
mod ending;
mod plain;
mod tags_after_moves;
mod text_among_tags;

use std::ops::Range;

use crate::fault::FaultKind;
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::Lexer;
use crate::shape;
use crate::tag_value::tag_value_end;
use crate::tree::{OddEmptyLines, Tree};

/// Of the variations left open at the end of a game, how many are reported. The rest follow from the same slip.
const MOST_UNCLOSED_VARIATIONS: usize = 1;

/// How many variations may be open at a place: more than any game has. All who walk over a tree keep something of each of them.
const MOST_OPEN_VARIATIONS: usize = 1 << 15;

/// Of the tag names of a game, how many are remembered, to see where another game begins without moves between them.
const MOST_TAG_NAMES: usize = 32;

/// How many games [`Parser::next_games`] reads. More gained nothing.
#[doc(hidden)]
pub const GAMES_PER_CALL: usize = 16;

/// Reads a file game by game into trees that the caller provides, so that one can be used again and again.
///
/// ```
/// use scoresheet_grammar::{Parser, Tree};
///
/// let mut tree = Tree::default();
/// let mut parser = Parser::new("1. e4 * 1. d4 *");
/// while let Some(range) = parser.next_game(&mut tree) {
///     assert_eq!((range.len() + 1) / 8, 1);
///     assert!(tree.faults().is_empty());
/// }
/// ```
pub struct Parser<'text> {
    text: &'text str,
    lexer: Lexer<'text>,
    position: usize,
    /// The names of the tag pairs of the game being read; kept so that not every game takes new memory.
    tag_names: Vec<Range<usize>>,
    /// Empty between two games; kept likewise.
    open_variations: Vec<OpenVariation>,
    /// Whether what is plain is read in the quick way; a test reads without it, too.
    takes_shortcuts: bool,
}

impl<'text> Parser<'text> {
    /// A parser at the start of `text`.
    ///
    /// ```
    /// let mut parser = scoresheet_grammar::Parser::new("");
    /// assert_eq!(parser.next_game(&mut Default::default()), None);
    /// ```
    pub fn new(text: &'text str) -> Parser<'text> {
        Parser {
            text,
            lexer: Lexer::at(text, 0),
            position: 0,
            tag_names: Vec::new(),
            open_variations: Vec::new(),
            takes_shortcuts: true,
        }
    }

    /// Goes to byte `position` of the text, where a game begins.
    #[doc(hidden)]
    pub fn go_to(&mut self, position: usize) {
        self.lexer.seek(position);
        self.position = position;
    }

    /// Read the next game into `tree`, whose old content is dropped. Returns the game's range, half-open byte offsets in
    /// the text, or nothing at the end. Linear in the game.
    ///
    /// ```
    /// let mut tree = scoresheet_grammar::Tree::default();
    /// let mut parser = scoresheet_grammar::Parser::new("1. e4 * 1. d4 *");
    /// assert_eq!(parser.next_game(&mut tree), Some(0..8));
    /// assert_eq!(parser.next_game(&mut tree), Some(8..15));
    /// ```
    pub fn next_game(&mut self, tree: &mut Tree) -> Option<Range<usize>> {
        self.read(tree, false)
    }

    /// Read the next games, one into each of `trees`, which are held together. Returns their ranges: fewer than there are trees at the end of
    /// the text.
    ///
    /// Checking a file is faster with some games at once than one by one: the instructions of the parser and of the checks evict each other
    /// from the instruction cache.
    #[doc(hidden)]
    pub fn next_games(&mut self, trees: &mut [Tree; GAMES_PER_CALL]) -> Vec<Range<usize>> {
        let mut games = Vec::with_capacity(GAMES_PER_CALL);
        games.extend(trees.iter_mut().map_while(|tree| self.next_game(tree)));
        games
    }

    fn read(&mut self, tree: &mut Tree, only_head: bool) -> Option<Range<usize>> {
        if self.position == self.text.len() {
            return None;
        }
        tree.clear();
        self.tag_names.clear();
        let start = self.position;
        let mut game = GameParser {
            text: self.text,
            lexer: &mut self.lexer,
            tree,
            start,
            position: start,
            phase: Phase::Prolog,
            open_variations: std::mem::take(&mut self.open_variations),
            last_move: None,
            text_run: None,
            tag_names: &mut self.tag_names,
            empty_line_before: false,
            is_in_conflict: false,
            no_game_before: 0,
            open_in_text: 0,
            head_before: 0,
            only_head,
            takes_shortcuts: self.takes_shortcuts,
        };
        self.position = game.parse();
        self.open_variations = game.open_variations;
        tree.sort_faults();
        Some(start..self.position)
    }
}

/// Read the first game of `text` into `tree`, whose old content is dropped, but only up to its movetext. Linear in what is
/// read.
///
/// ```
/// use scoresheet_grammar::{GameView, Tree, read_head};
///
/// let text = "[White \"Ada\"]\n\n1. e4 e5 *";
/// let mut tree = Tree::default();
/// read_head(text, &mut tree);
/// let head = GameView { text, tree: &tree };
/// assert_eq!((head.tag("White").as_deref(), head.items().count()), (Some("Ada"), 0));
/// ```
pub fn read_head(text: &str, tree: &mut Tree) {
    tree.clear();
    Parser::new(text).read(tree, true);
}

/// How far into a game the parser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing but text, comments and escape lines so far.
    Prolog,
    /// Inside the tag section, between two tag pairs.
    Tags,
    /// Between the last tag pair and the end of the movetext; the movetext node is open.
    Movetext,
    /// After the termination marker.
    Epilog,
}

/// A run of tokens that have no business where they are; reported as one fault.
struct TextRun {
    kind: FaultKind,
    range: Range<usize>,
}

/// A variation whose `)` has not come yet.
#[derive(Clone, Copy, Debug)]
struct OpenVariation {
    /// Where its `(` is.
    start: usize,
    /// The place in the tree of the move it hangs on.
    parent_move: Option<usize>,
}

struct GameParser<'parser, 'text> {
    text: &'text str,
    lexer: &'parser mut Lexer<'text>,
    tree: &'parser mut Tree,
    /// Where the game begins in the text; `position` and all ranges below are offsets in the text.
    start: usize,
    position: usize,
    phase: Phase,
    open_variations: Vec<OpenVariation>,
    /// The place in the tree of the last move of the line being read.
    last_move: Option<usize>,
    text_run: Option<TextRun>,
    /// The names of the first tag pairs, up to [`MOST_TAG_NAMES`].
    tag_names: &'parser mut Vec<Range<usize>>,
    /// Whether an empty line is before the current token.
    empty_line_before: bool,
    /// Whether a conflict of a merge has begun and not ended.
    is_in_conflict: bool,
    /// No game begins among the escape lines before this offset.
    no_game_before: usize,
    /// How many parentheses the text after the termination marker has left open.
    open_in_text: usize,
    /// Comments before this offset belong to the head of the game: tag pairs follow.
    head_before: usize,
    /// Whether to stop where the movetext begins.
    only_head: bool,
    takes_shortcuts: bool,
}

impl GameParser<'_, '_> {
    /// Read one game; returns where the next one begins.
    fn parse(&mut self) -> usize {
        self.read_tokens();
        self.finish();
        self.position
    }

    /// Read up to the end of the game.
    #[inline]
    fn read_tokens(&mut self) {
        loop {
            if self.takes_shortcuts && !self.empty_line_before && !self.tree.is_descriptive() {
                match self.phase {
                    Phase::Movetext => self.plain_moves(),
                    Phase::Prolog | Phase::Tags => self.plain_tags(),
                    Phase::Epilog => {}
                }
            }
            if self.lexer.take_single_space() {
                self.tree.white_space(b" ");
                self.position += 1;
                self.empty_line_before = false;
                continue;
            }
            // Looked at before the lexer reads on: to it, this is a comment.
            if matches!(self.phase, Phase::Prolog | Phase::Tags) && self.is_tag_with_other_bracket(self.position) {
                if self.tag_or_next_game(self.position) {
                    return self.lexer.seek(self.position);
                }
                self.empty_line_before = false;
                continue;
            }
            let Some((kind, range)) = self.lexer.next() else { return };
            if kind == TokenKind::Whitespace {
                let white_space = &self.text.as_bytes()[range.clone()];
                self.empty_line_before = white_space.len() > 1 && shape::has_empty_line(white_space);
                if self.empty_line_before {
                    self.note_odd_empty_line(white_space);
                }
                self.tree.white_space(white_space);
                self.position = range.end;
                continue;
            }
            let ends = match self.phase {
                Phase::Movetext => self.movetext_token(kind, range.clone()),
                Phase::Prolog | Phase::Tags => self.head_token(kind, range.clone()),
                Phase::Epilog => self.epilog_token(kind, range.clone()),
            };
            if ends {
                self.lexer.seek(range.start);
                self.position = range.start;
                return;
            }
            self.empty_line_before = false;
        }
    }

    /// Note whether white space with an empty line is what no game in export format has at this place.
    fn note_odd_empty_line(&mut self, white_space: &[u8]) {
        match self.phase {
            Phase::Movetext => self.tree.note_odd_empty_line(OddEmptyLines::InMovetext),
            Phase::Tags if !matches!(white_space, b"\n\n" | b"\r\n\r\n") => {
                self.tree.note_odd_empty_line(OddEmptyLines::BeforeMovetext);
            }
            Phase::Tags | Phase::Prolog | Phase::Epilog => {}
        }
    }

    /// A token before the movetext. Returns whether it belongs to the next game.
    fn head_token(&mut self, kind: TokenKind, range: Range<usize>) -> bool {
        let rest = &self.text.as_bytes()[range.start..];
        match kind {
            TokenKind::EscapeLine => self.hidden_line(range),
            TokenKind::Bracket if shape::begins_tags(rest) || self.is_broken_tag(range.start) => {
                return self.tag_or_next_game(range.start);
            }
            _ if self.is_tag_without_bracket(range.start) => return self.tag_or_next_game(range.start),
            _ if kind.is_comment() && self.tags_follow(range.start) => self.plain_token(kind, range),
            _ if !self.begins_movetext(kind, range.start) || self.is_text_among_tags(range.start) => {
                self.text_to_line_end(range.start);
            }
            _ => {
                if self.only_head {
                    return true;
                }
                self.open_movetext();
                return self.movetext_token(kind, range);
            }
        }
        false
    }

    /// A token of the movetext. Returns whether it belongs to the next game.
    #[inline]
    fn movetext_token(&mut self, kind: TokenKind, range: Range<usize>) -> bool {
        if self.tree.is_descriptive() {
            return self.descriptive_token(kind, range);
        }
        if self.may_begin_unknown_result(kind, &range) && self.take_unknown_result(kind, range.clone()) {
            return false;
        }
        match kind {
            TokenKind::San => {
                self.tree.note_piece_letter(self.text.as_bytes()[range.start]);
                self.last_move = Some(self.tree.len());
                self.plain_token(kind, range);
                false
            }
            TokenKind::MoveNumber if !self.empty_line_before => {
                self.plain_token(kind, range);
                false
            }
            _ => self.other_movetext_token(kind, range),
        }
    }

    /// The same for all but moves and their numbers, which are what most movetext is.
    #[inline(never)]
    fn other_movetext_token(&mut self, kind: TokenKind, range: Range<usize>) -> bool {
        match kind {
            TokenKind::Bracket => return self.bracket_in_movetext(range),
            TokenKind::MoveNumber if self.empty_line_before && self.is_new_game_without_tags(range.start) => {
                return true;
            }
            TokenKind::VariationOpen if self.open_variations.len() < MOST_OPEN_VARIATIONS => self.open_variation(range),
            TokenKind::VariationOpen => self.text_token(FaultKind::UnexpectedCharacter, TokenKind::Unknown, range),
            TokenKind::VariationClose if self.ends_number(range.start) => self.plain_token(TokenKind::Periods, range),
            TokenKind::VariationClose => {
                if !self.close_variation(range.clone()) {
                    self.fault_token(FaultKind::StrayParenthesis, kind, range);
                }
            }
            TokenKind::Termination | TokenKind::OddTermination => {
                self.end_text_run();
                self.note_half_move(range.start);
                if !self.open_variations.is_empty() && self.is_last_of_game(range.end) {
                    self.close_variations();
                }
                let ends_movetext = self.open_variations.is_empty();
                self.token(kind, range);
                if ends_movetext {
                    self.tree.leave(NodeKind::Movetext);
                    self.phase = Phase::Epilog;
                }
            }
            TokenKind::UnclosedComment => {
                self.end_text_run();
                self.fault(FaultKind::UnclosedComment, range.start..range.start + 1);
                self.token(kind, range);
            }
            TokenKind::EscapeLine => self.hidden_line(range),
            TokenKind::StrayBrace => self.fault_token(FaultKind::StrayBrace, kind, range),
            TokenKind::StrayDollar => self.fault_token(FaultKind::MalformedNag, kind, range),
            TokenKind::Angle => self.fault_token(FaultKind::ReservedCharacter, kind, range),
            TokenKind::Control => self.fault_token(FaultKind::ControlCharacter, kind, range),
            TokenKind::Word if self.take_descriptive_move(range.clone()) => {}
            TokenKind::Word => self.text_token(FaultKind::UnexpectedText, kind, range),
            // The end of a sentence.
            TokenKind::Periods | TokenKind::Suffix
                if self.text_run.as_ref().is_some_and(|run| run.range.end == range.start) =>
            {
                self.text_token(FaultKind::UnexpectedCharacter, kind, range);
            }
            TokenKind::Unknown if self.text[range.clone()].starts_with("/*") => {
                self.fault_token(FaultKind::UnexpectedCharacter, kind, range);
            }
            TokenKind::Unknown | TokenKind::StrayBracket => {
                self.text_token(FaultKind::UnexpectedCharacter, kind, range);
            }
            _ => self.plain_token(kind, range),
        }
        false
    }

    /// Whether the parenthesis at byte `start`, which closes no variation, is written in place of the period of a move number, or after it: `1) e4`,
    /// `1.) e4`.
    fn ends_number(&self, start: usize) -> bool {
        let before = &self.text[..start];
        self.open_variations.is_empty()
            && before.strip_suffix('.').unwrap_or(before).ends_with(|last: char| last.is_ascii_digit())
            && self.tree.last_token() == Some(TokenKind::MoveNumber)
    }

    /// A token after the termination marker. Returns whether it belongs to the next game.
    fn epilog_token(&mut self, kind: TokenKind, range: Range<usize>) -> bool {
        match kind {
            TokenKind::EscapeLine if !self.is_in_conflict && self.game_follows(range.start) => return true,
            TokenKind::EscapeLine => self.hidden_line(range),
            _ if kind.is_comment() => {
                if kind == TokenKind::UnclosedComment {
                    self.fault(FaultKind::UnclosedComment, range.start..range.start + 1);
                }
                self.plain_token(kind, range);
            }
            _ if self.begins_game_after_marker(kind, range.start, self.empty_line_before) => return true,
            TokenKind::San | TokenKind::MoveNumber | TokenKind::Termination | TokenKind::OddTermination
                if !self.empty_line_before && self.text_run.is_none() =>
            {
                self.token(kind, range);
            }
            _ => self.text_to_line_end(range.start),
        }
        false
    }

    /// Whether a token after the termination marker, no comment or escape line, begins the next game. `empty_line` means that one is before it.
    fn begins_game_after_marker(&self, kind: TokenKind, start: usize, empty_line: bool) -> bool {
        let rest = &self.text.as_bytes()[start..];
        match kind {
            TokenKind::Bracket if shape::begins_tags(rest) => true,
            _ if self.is_tag_without_bracket(start) => true,
            // Inside of a parenthesis it is rather the number of a variation.
            TokenKind::MoveNumber if is_first_number(rest) && shape::is_movetext_number(rest) => {
                empty_line || self.open_in_text == 0
            }
            _ => empty_line && self.begins_movetext(kind, start),
        }
    }

    /// Whether a token outside of movetext begins it.
    fn begins_movetext(&self, kind: TokenKind, start: usize) -> bool {
        let rest = &self.text.as_bytes()[start..];
        match kind {
            // After the tags there is movetext or nothing; only what follows a tag pair on its line may be anything else.
            _ if self.phase == Phase::Tags && shape::is_first_on_line(self.text.as_bytes(), start) => true,
            TokenKind::San => self.phase == Phase::Tags || line_is_moves(self.text, start),
            TokenKind::MoveNumber if self.phase == Phase::Tags && is_number_with_period(rest) => true,
            TokenKind::MoveNumber => shape::is_movetext_number(rest),
            TokenKind::Nag => true,
            TokenKind::VariationOpen => self.phase != Phase::Tags || !self.is_parenthesis_of_words(start),
            // Before any tag a star is a marker only if it is alone: "* milk" is a list.
            TokenKind::Termination => self.phase == Phase::Tags || line_is_moves(self.text, start),
            TokenKind::OddTermination => self.phase == Phase::Tags,
            TokenKind::Word => shape::is_movetext_letter(rest),
            TokenKind::Angle => shape::is_movetext_in_element(rest),
            _ => kind.is_comment(),
        }
    }

    /// Whether a move number after an empty line begins another game although this one has no termination marker: its
    /// number is 1 and there are moves before it.
    fn is_new_game_without_tags(&self, start: usize) -> bool {
        self.last_move.is_some() && self.begins_new_game(start)
    }

    /// The same, if there are moves before.
    fn begins_new_game(&self, start: usize) -> bool {
        let rest = &self.text.as_bytes()[start..];
        let is_black = rest.starts_with(b"1..") || rest.starts_with("1…".as_bytes());
        self.open_variations.is_empty() && is_first_number(rest) && !is_black && shape::is_movetext_number(rest)
    }

    /// A tag pair in the head of the game. It begins the next game if it follows an empty line and repeats a tag of this
    /// one, or is Event: then this game has neither moves nor a termination marker.
    fn tag_or_next_game(&mut self, start: usize) -> bool {
        let name = self.tag_name(start);
        let repeats =
            || shape::begins_tags(&self.text.as_bytes()[start..]) && self.is_next_games(&self.text[name.clone()]);
        if self.empty_line_before && (repeats() || shape::is_certain_start(self.text.as_bytes(), start)) {
            return true;
        }
        if self.phase == Phase::Prolog {
            self.end_text_run();
            self.tree.enter(NodeKind::TagSection);
            self.phase = Phase::Tags;
        }
        if shape::is_setup_tag(&self.text[name.clone()]) {
            self.tree.note_setup_tag();
        }
        if self.tag_names.len() < MOST_TAG_NAMES {
            self.tag_names.push(name.clone());
        }
        self.end_text_run();
        self.tag(start, name);
        false
    }

    /// The range of the name of the tag pair that begins at `start`.
    fn tag_name(&self, start: usize) -> Range<usize> {
        let bytes = self.text.as_bytes();
        let from = start + usize::from(bytes[start] == b'[' || shape::is_other_opening_bracket(bytes[start]));
        let from = from + shape::tag_name_start(&bytes[from..]);
        from..from + shape::tag_name_length(&bytes[from..])
    }

    /// One tag pair, whole or broken, that begins at `start` and has its name at `name`. Returns where it ends.
    fn tag(&mut self, start: usize, name: Range<usize>) -> usize {
        let bytes = self.text.as_bytes();
        self.tree.enter(NodeKind::Tag);
        if bytes[start] == b'[' {
            self.token(TokenKind::TagOpen, start..start + 1);
        } else {
            self.fault(FaultKind::UnopenedTag, name.clone());
            if start < name.start {
                self.token(TokenKind::Text, start..start + 1);
            }
        }
        self.gap_to(name.start);
        if !name.is_empty() {
            self.token(TokenKind::TagName, name.clone());
        }
        let value_start = name.end + self.gap_before(name.end, b"\"");
        let has_quote = bytes.get(value_start) == Some(&b'"');
        let closed = if has_quote { self.quoted_value(value_start) } else { self.unquoted_value(&name) };
        let value_end = self.position;
        let bracket = value_end + self.gap_before(value_end, b"]");
        if bytes.get(bracket) == Some(&b']') {
            self.gap_to(bracket);
            self.token(TokenKind::TagClose, bracket..bracket + 1);
            if !closed {
                self.fault(FaultKind::UnclosedTagValue, value_start..value_end);
            }
        } else if closed {
            self.fault(
                FaultKind::UnclosedTag,
                self.text.floor_char_boundary(value_end.saturating_sub(1)).max(start)..value_end,
            );
            self.other_closing_bracket(value_end);
        } else {
            self.fault(FaultKind::UnclosedTagAndValue, value_start..value_end);
        }
        if name.is_empty() {
            self.fault(FaultKind::MissingTagName, start..self.position);
        }
        self.tree.leave(NodeKind::Tag);
        self.lexer.seek(self.position);
        self.position
    }

    /// Takes the bracket of another kind that ends the line of a tag pair in place of its `]`, if one does.
    fn other_closing_bracket(&mut self, value_end: usize) {
        let bytes = self.text.as_bytes();
        let bracket = value_end + self.gap_before(value_end, b"");
        if matches!(bytes.get(bracket), Some(b')' | b'}' | b'>'))
            && bytes[bracket + 1..bracket + 1 + shape::line_length(&bytes[bracket + 1..])].trim_ascii().is_empty()
        {
            self.gap_to(bracket);
            self.token(TokenKind::Text, bracket..bracket + 1);
        }
    }

    /// The value that begins with the quote at `start`. Returns whether it is closed.
    fn quoted_value(&mut self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        self.gap_to(start);
        let end = tag_value_end(&bytes[start..]);
        let range = start..start + end.length;
        self.token(if end.closed { TokenKind::TagValue } else { TokenKind::BrokenTagValue }, range.clone());
        if end.has_line_break {
            self.fault(FaultKind::LineBreakInTagValue, range.clone());
        }
        if end.closed && !end.is_plain {
            self.unescaped_quotes(start + 1..range.end - 1);
        }
        end.closed
    }

    /// What is where a quoted value should be: all up to `]` or the line end. Counts as closed: its fault is named here.
    fn unquoted_value(&mut self, name: &Range<usize>) -> bool {
        let bytes = self.text.as_bytes();
        let from = name.end + self.gap_before(name.end, b"");
        let line = &bytes[from..from + shape::length_before_bracket(&bytes[from..])];
        let inside = memchr::memrchr(b']', line).map_or(line, |bracket| &line[..bracket]);
        let length = inside.trim_ascii_end().len();
        if length == 0 {
            self.fault(FaultKind::MissingTagValue, name.clone());
            return true;
        }
        self.gap_to(from);
        let range = from..from + length;
        let lost_first_quote = inside.trim_ascii_end().ends_with(b"\"");
        self.fault(
            if lost_first_quote { FaultKind::UnopenedTagValue } else { FaultKind::UnquotedTagValue },
            range.clone(),
        );
        self.token(TokenKind::BrokenTagValue, range);
        true
    }

    /// Name the quotes inside a value that have no backslash before them. A backslash at the very end means itself.
    fn unescaped_quotes(&mut self, inside: Range<usize>) {
        let bytes = self.text.as_bytes();
        let mut escaped = false;
        for position in inside {
            match bytes[position] {
                b'\\' if !escaped => escaped = true,
                b'"' if !escaped => self.fault(FaultKind::UnescapedQuote, position..position + 1),
                _ => escaped = false,
            }
        }
    }

    /// The length of the white space at `from`; line ends count only if one of `before` follows (a tag pair may be on
    /// several lines, section 8.1, but a broken one must not swallow the next line).
    #[inline]
    fn gap_before(&self, from: usize, before: &[u8]) -> usize {
        let rest = &self.text.as_bytes()[from..];
        if rest.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return 0;
        }
        let all = rest.len() - rest.trim_ascii_start().len();
        if rest.get(all).is_some_and(|byte| before.contains(byte)) {
            return all;
        }
        rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// Take the white space up to `end`.
    fn gap_to(&mut self, end: usize) {
        if end > self.position {
            let white_space = &self.text.as_bytes()[self.position..end];
            if self.phase == Phase::Movetext && shape::has_empty_line(white_space) {
                self.note_odd_empty_line(white_space);
            }
            self.tree.white_space(white_space);
            self.position = end;
        }
    }

    /// Whether `[` after another tag pair begins one that is broken. Without a name it must be the first on its line, so
    /// that a line is looked at once.
    fn is_broken_tag(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let rest = &bytes[start..];
        self.phase == Phase::Tags
            && shape::is_tag_like(rest)
            && (!self.tag_name(start).is_empty() || shape::is_first_on_line(bytes, start))
    }

    fn is_tag_without_bracket(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        shape::is_first_on_line(bytes, start) && shape::is_tag_without_bracket(&bytes[start..])
    }

    /// Whether a line begins with a tag pair that has another bracket in place of its `[`.
    #[inline]
    fn is_tag_with_other_bracket(&self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        matches!(&bytes[start..], [first, rest @ ..]
            if shape::is_other_opening_bracket(*first)
                && shape::is_first_on_line(bytes, start)
                && shape::is_tag_without_bracket(rest))
    }

    /// Whether a token before the movetext begins a tag pair, also one with another bracket or none.
    fn is_tag(&self, kind: TokenKind, start: usize) -> bool {
        kind == TokenKind::Bracket && shape::begins_tags(&self.text.as_bytes()[start..])
            || self.is_tag_with_other_bracket(start)
            || self.is_tag_without_bracket(start)
    }

    /// Text outside of the game proper: one token to the end of the line, or up to a tag pair on it.
    fn text_to_line_end(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        let mut line = &bytes[start..start + self.length_of_text(start)];
        if self.phase == Phase::Epilog {
            line = shape::before_open_comment(line);
            let count = |sign| memchr::memchr_iter(sign, line).count();
            self.open_in_text = (self.open_in_text + count(b'(')).saturating_sub(count(b')'));
        }
        let text = line.trim_ascii_end();
        let range = start..start + text.len().max(1);
        // At least one whole character: a lone no-break space, say, trims to nothing as bytes never do.
        let end = (range.end..=self.text.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(range.end);
        let range = start..end;
        self.extend_text_run(FaultKind::TextBetweenGames, range.clone());
        self.token(TokenKind::Text, range.clone());
        self.lexer.seek(range.end);
    }

    /// Whether only white space and escape lines are between `start` and the beginning of a game. Looks at every byte
    /// once, however many escape lines there are.
    fn game_follows(&mut self, start: usize) -> bool {
        if start < self.no_game_before {
            return false;
        }
        self.look_for_game(start)
    }

    fn look_for_game(&mut self, start: usize) -> bool {
        let mut ahead = Lexer::at(self.text, start);
        let mut empty_line = true;
        while let Some((kind, range)) = ahead.next() {
            match kind {
                TokenKind::EscapeLine => self.no_game_before = range.end,
                TokenKind::Whitespace => empty_line = true,
                TokenKind::Bracket => return shape::begins_tags(&self.text.as_bytes()[range.start..]),
                _ if self.is_tag_without_bracket(range.start) => return true,
                _ => return empty_line && self.begins_movetext(kind, range.start) && !kind.is_comment(),
            }
        }
        false
    }

    /// Whether a tag pair of this name, set apart from those before it, is rather the next game's: one of them has the
    /// name too, or it is Event, the first of the roster (section 8.1.1).
    fn is_next_games(&self, name: &str) -> bool {
        !self.tag_names.is_empty()
            && (name == "Event" || self.tag_names.iter().any(|other| self.text[other.clone()] == *name))
    }

    /// Whether after byte `end` there is nothing left, or a tag pair at the start of a line: the game is over there.
    fn is_last_of_game(&self, end: usize) -> bool {
        let rest = shape::without_white_space(&self.text[end..]);
        let position = self.text.len() - rest.len();
        rest.is_empty()
            || shape::is_first_on_line(self.text.as_bytes(), position) && shape::begins_tags(rest.as_bytes())
    }

    fn open_movetext(&mut self) {
        self.end_text_run();
        if self.phase == Phase::Tags {
            self.tree.leave(NodeKind::TagSection);
        }
        self.tree.enter(NodeKind::Movetext);
        self.phase = Phase::Movetext;
    }

    /// A variation begins with the parenthesis at `range`.
    fn open_variation(&mut self, range: Range<usize>) {
        self.end_text_run();
        if let Some(event) = self.last_move {
            self.tree.note_variation(event);
        }
        self.tree.enter(NodeKind::Variation);
        self.open_variations.push(OpenVariation { start: range.start, parent_move: self.last_move.take() });
        self.token(TokenKind::VariationOpen, range);
    }

    /// The innermost open variation ends with the parenthesis at `range`. Returns whether there is one.
    fn close_variation(&mut self, range: Range<usize>) -> bool {
        let Some(variation) = self.open_variations.pop() else { return false };
        self.note_half_move(range.start);
        self.last_move = variation.parent_move;
        self.plain_token(TokenKind::VariationClose, range);
        self.tree.leave(NodeKind::Variation);
        true
    }

    /// Close the variations that the game leaves open, as if their `)` stood here.
    fn close_variations(&mut self) {
        for index in 0..self.open_variations.len().min(MOST_UNCLOSED_VARIATIONS) {
            let start = self.open_variations[index].start;
            self.fault(FaultKind::UnclosedVariation, start..start + 1);
        }
        self.open_variations.drain(..).for_each(|_| self.tree.leave(NodeKind::Variation));
    }

    /// Close whatever is open at the end of the game.
    fn finish(&mut self) {
        self.end_text_run();
        if self.phase == Phase::Prolog {
            self.tree.find_no_game();
        }
        match self.phase {
            Phase::Tags => self.tree.leave(NodeKind::TagSection),
            Phase::Movetext => {
                self.note_cut_off_move();
                self.close_variations();
                self.tree.leave(NodeKind::Movetext);
            }
            Phase::Prolog | Phase::Epilog => {}
        }
    }

    #[inline]
    fn plain_token(&mut self, kind: TokenKind, range: Range<usize>) {
        if self.text_run.is_some() {
            self.end_text_run();
        }
        self.token(kind, range);
    }

    #[inline]
    fn token(&mut self, kind: TokenKind, range: Range<usize>) {
        self.position = range.end;
        self.tree.token(kind, range.len());
    }

    fn fault_token(&mut self, fault: FaultKind, kind: TokenKind, range: Range<usize>) {
        self.end_text_run();
        self.fault(fault, range.clone());
        self.token(kind, range);
    }

    /// A token that is part of a run of text in the movetext.
    fn text_token(&mut self, fault: FaultKind, kind: TokenKind, range: Range<usize>) {
        self.extend_text_run(fault, range.clone());
        self.token(kind, range);
    }

    fn extend_text_run(&mut self, kind: FaultKind, range: Range<usize>) {
        match &mut self.text_run {
            Some(run) => {
                run.range.end = range.end;
                if run.kind == FaultKind::UnexpectedCharacter {
                    run.kind = kind;
                }
            }
            None => self.text_run = Some(TextRun { kind, range }),
        }
    }

    fn end_text_run(&mut self) {
        if let Some(run) = self.text_run.take() {
            self.fault(run.kind, run.range);
        }
    }

    fn fault(&mut self, kind: FaultKind, range: Range<usize>) {
        self.tree.fault(kind, range.start - self.start..range.end - self.start);
    }
}

/// Whether a move number is that of a first move: `1`, `1.`, `1...`.
fn is_first_number(rest: &[u8]) -> bool {
    rest.first() == Some(&b'1') && !rest.get(1).is_some_and(u8::is_ascii_digit)
}

/// Whether a number is followed by a period at once.
fn is_number_with_period(rest: &[u8]) -> bool {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    rest.get(digits) == Some(&b'.')
}

/// Whether the first two tokens of a line are moves, or a move and what may follow one: also the tags of the next game.
fn line_is_moves(text: &str, start: usize) -> bool {
    let line = &text[start..start + shape::line_length(&text.as_bytes()[start..])];
    // Hyphens under a heading or above a signature are no null moves.
    if line.starts_with("--") && line.trim_end().bytes().all(|byte| byte == b'-') {
        return false;
    }
    let mut lexer = Lexer::at(text, start);
    let on_line = std::iter::from_fn(|| lexer.next()).take_while(|(_, range)| range.start < start + line.len());
    let mut significant = on_line.map(|(kind, _)| kind).filter(|kind| *kind != TokenKind::Whitespace);
    significant.next();
    significant.next().is_none_or(|second| {
        second.is_annotation()
            || second.is_comment()
            || second.is_termination()
            || matches!(second, TokenKind::San | TokenKind::MoveNumber | TokenKind::VariationOpen | TokenKind::Bracket)
    })
}
