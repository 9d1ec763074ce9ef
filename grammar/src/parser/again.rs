//! Reading a large game again after an edit: no more of it than the edit can have changed.
//!
//! What stands before the edit is copied from the old tree, up to a move that is far enough before it. From there on the text is
//! read, until behind the edit a move begins where one began before. There the lexer finds what it found, as it knows nothing but
//! where it is; and the parser does with it what it did, but for what depends on the variations that are open. So the old tree is
//! copied again: to its end where the same variations are open, else up to the next token that tells the difference.

use std::ops::Range;

use super::among_moves::AmongMoves;
use super::{GameParser, OpenVariation, Phase, odd_empty_line};
use crate::fault::{Fault, FaultKind};
use crate::game::GameView;
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::Lexer;
use crate::shape;
use crate::tree::{Event, Events, OddEmptyLines, Place, Tree};

/// So far before an edit its text is not looked at. Bytes: more than any look ahead goes that is not over white space and single
/// tokens. The farthest is that for the end of a comment as programmers write them.
const LOOK_AHEAD_BYTES: usize = 2_400;

/// The same in tokens: `(+0.35/12)` is one, but would be seven if its parenthesis were missing.
const LOOK_AHEAD_TOKENS: usize = 16;

/// In deeper variations nothing is copied: which are open is compared each time, and people nest ten at most.
const DEEPEST: usize = 64;

impl GameView<'_> {
    /// The tree of `text`, which is this game's with the bytes `edit` replaced. Equal to what a parser makes of it; nothing where that
    /// finds another game in it.
    ///
    /// The work depends on the edit and what it changes; besides, the old tree is walked over and copied, which takes a tenth of
    /// the time that reading takes.
    ///
    /// # Panics
    /// If `edit` lies outside of the game.
    pub fn read_again(self, edit: Range<usize>, text: &str) -> Option<ReadAgain> {
        if text.is_empty() {
            return None;
        }
        let mut tree = Tree::with_room_of(self.tree);
        let old = OldGame::before(self, edit.start);
        let mut names = Vec::new();
        let mut lexer = Lexer::at(text, old.at.map_or(0, Place::offset));
        let known = old.at.map(|at| (at.offset(), old.known.clone()));
        let mut new = GameParser::resumed(text, &mut lexer, &mut tree, &mut names, known);
        let mut again = Again::of(old, edit, text);
        again.begin(&mut new);
        let is_whole = again.read(&mut new);
        again.note(&mut tree, text);
        tree.sort_faults();
        is_whole.then_some(ReadAgain { tree, bytes: text.len() - again.copied })
    }
}

/// The tree of a game after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAgain {
    /// The tree.
    pub tree: Tree,
    /// How many bytes of the text were read; the tree of the others is copied.
    pub bytes: usize,
}

/// A walk over the old tree that knows what the parser knew there.
#[derive(Clone)]
struct OldGame<'old> {
    game: GameView<'old>,
    events: Events<'old>,
    /// Where the walk began, if not before the game.
    at: Option<Place>,
    is_in_movetext: bool,
    known: AmongMoves,
    /// Whether what was given last is a `)` that closes a variation.
    closes_variation: bool,
}

impl<'old> OldGame<'old> {
    /// The walk at the last move that an edit at byte `edit` leaves what it is; before the game where there is none.
    fn before(game: GameView<'old>, edit: usize) -> OldGame<'old> {
        let at = last_settled_move(game.tree, edit);
        let (events, known) = match &at {
            Some((place, known)) => (game.tree.events_from(*place), known.clone()),
            None => (game.tree.events(), AmongMoves::default()),
        };
        let at = at.map(|(place, _)| place);
        OldGame { game, events, at, is_in_movetext: at.is_some(), known, closes_variation: false }
    }

    /// Does what the parser did at `place`, a number of events.
    fn follow(&mut self, event: Event, range: &Range<usize>, place: usize) {
        self.closes_variation = event == Event::Token(TokenKind::VariationClose);
        self.known.follow(event, range.start, place);
        match event {
            Event::Enter(NodeKind::Movetext) => self.is_in_movetext = true,
            Event::Leave(NodeKind::Movetext) => self.is_in_movetext = false,
            _ => {}
        }
    }
}

/// The last move that an edit at byte `edit` leaves what it is, and what the parser knows there: so far before the edit that nobody
/// looks ahead to it, and as far before what is not closed, which ends where something else than it ends.
fn last_settled_move(tree: &Tree, edit: usize) -> Option<(Place, AmongMoves)> {
    let movetext = tree.first_start_of(NodeKind::Movetext, 0)?;
    // How far a broken tag pair reaches may depend on all of the line behind it, and on more lines.
    let mut near_movetext = tree.events_from(tree.place_before_event(movetext));
    let (_, begin) = near_movetext.find(|(event, _)| *event == Event::Enter(NodeKind::Movetext))?;
    if tree.faults().first().is_some_and(|fault| fault.span().start < begin.start) {
        return None;
    }
    let ends = [
        tree.first_end_of(NodeKind::Movetext, movetext),
        tree.first_start_of(NodeKind::Tag, movetext),
        tree.first_token_of(TokenKind::UnclosedComment, movetext),
    ];
    let end = ends.into_iter().flatten().min().unwrap_or(usize::MAX);
    let near = tree.place_before(edit);
    let mut ahead = tree.events_from(if near.event_index() <= end { near } else { tree.place_before_event(end) });
    let mut place = ahead.place();
    while let Some((_, range)) = ahead.next()
        && range.start < edit
        && ahead.place().event_index() <= end
    {
        place = ahead.place();
    }
    let mut before = tree.events_before(place);
    let mut tokens = 0;
    while let Some((event, range)) = before.next() {
        if before.event_index() < movetext {
            return None;
        }
        tokens += usize::from(matches!(event, Event::Token(_)));
        let is_far = tokens > LOOK_AHEAD_TOKENS && range.start + LOOK_AHEAD_BYTES <= place.offset();
        if is_far && event == Event::Token(TokenKind::San) {
            return with_few_variations(tree, before.place_of_token());
        }
    }
    None
}

/// What the parser knows at a move; where too many variations are open, at that on which the first of those hangs.
fn with_few_variations(tree: &Tree, at: Place) -> Option<(Place, AmongMoves)> {
    let known = AmongMoves::at(tree, at);
    let Some(deepest) = known.open_variations.get(DEEPEST) else { return Some((at, known)) };
    let parent = deepest.parent_move?;
    let mut ahead = tree.events_from(tree.place_before_event(parent));
    loop {
        let (_, range) = ahead.next()?;
        if ahead.place().event_index() > parent {
            let at = ahead.place_of_token(range.start);
            return Some((at, AmongMoves::at(tree, at)));
        }
    }
}

/// The reading of a game whose old tree is known.
struct Again<'old> {
    /// It stands before what is neither copied nor dropped yet.
    old: OldGame<'old>,
    /// What was replaced in the old text; it ends in the new one at `new_end`.
    edit: Range<usize>,
    new_end: usize,
    /// Before this byte of the new text nothing is copied again.
    first_copied: usize,
    /// What is said of the parts of the old tree that are not copied, white space among the tags taken for such among the moves: then what
    /// is left is looked at once more, and that is all.
    dropped: Notes,
    /// How many bytes the others have.
    copied: usize,
}

impl<'old> Again<'old> {
    fn of(old: OldGame<'old>, edit: Range<usize>, text: &str) -> Again<'old> {
        let new_end = edit.end + text.len() - old.game.text.len();
        let hides_marker = |text: &str, end: usize| {
            let start = memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[..end]).map_or(0, |line_end| line_end + 1);
            let behind = shape::line_length(&text.as_bytes()[end..]).min(1);
            shape::may_hide_marker(&text.as_bytes()[start..end + behind])
        };
        // To find the end of a comment, all of the line is looked at on which it begins.
        let is_line_alike = hides_marker(old.game.text, edit.end) == hides_marker(text, new_end);
        let rest_of_line = shape::line_length(&text.as_bytes()[new_end..]) + 1;
        let first_copied = if is_line_alike { new_end } else { new_end + rest_of_line };
        Again { old, edit, new_end, first_copied, dropped: Notes::default(), copied: 0 }
    }

    /// Copies what stands before the place from which on the text is read.
    fn begin(&mut self, new: &mut GameParser) {
        let tree = self.old.game.tree;
        let Some(at) = self.old.at else { return };
        new.tree.copy(tree, tree.events().place(), Some(at));
        self.copied += at.offset();
        self.copy_faults(new, 0..at.offset(), |place| place);
        if tree.has_setup_tag() {
            new.tree.note_setup_tag();
        }
    }

    /// Reads and copies. Returns whether all of the new text is one game.
    fn read(&mut self, new: &mut GameParser) -> bool {
        while new.read_tokens(|at| self.meets(at)) {
            if self.old.events.clone().next().is_none() {
                new.takes_shortcuts = true;
                new.read_tokens(|_| false);
                break;
            }
            new.end_text_run();
            if self.has_same_variations(new) {
                self.copy_rest(new);
                return true;
            }
            self.copy_part(new);
        }
        self.drop_before(usize::MAX);
        new.finish();
        new.position == new.text.len()
    }

    /// Whether a move of the old tree begins where one begins at byte `at` of the new text, or there is nothing left of the old tree.
    fn meets(&mut self, at: usize) -> bool {
        if at < self.first_copied || self.old.known.open_variations.len() > DEEPEST {
            return false;
        }
        let place = at - self.new_end + self.edit.end;
        self.drop_before(place);
        let next = self.old.events.clone().next();
        next.is_none_or(|(event, range)| {
            event == Event::Token(TokenKind::San) && range.start == place && self.old.is_in_movetext
        })
    }

    /// Walks over what stands before a place in the old tree.
    fn drop_before(&mut self, place: usize) {
        let mut ahead = self.old.events.clone();
        while let Some((event, range, gap)) = next_with_gap(&mut ahead)
            && range.start < place
        {
            self.dropped.add_letter(event, &range, self.old.game.text);
            self.dropped.add_gap(Phase::Movetext, gap, self.old.game.text);
            self.old.follow(event, &range, ahead.place().event_index() - 1);
            self.old.events = ahead.clone();
        }
    }

    fn has_same_variations(&self, new: &GameParser) -> bool {
        let (old, new) = (&self.old.known.open_variations, &new.open_variations);
        let is_same =
            |(one, other): (&OpenVariation, &OpenVariation)| one.parent_move.is_some() == other.parent_move.is_some();
        old.len() == new.len() && old.iter().zip(new).all(is_same)
    }

    /// Copies all that is left of the old tree.
    fn copy_rest(&mut self, new: &mut GameParser) {
        let Some(from) = self.next_token() else { return };
        new.tree.copy(self.old.game.tree, from, None);
        self.copied += self.old.game.text.len() - from.offset();
        self.copy_faults(new, from.offset()..usize::MAX, |place| self.in_new(place));
        let is_open = |fault: &&Fault| fault.kind == FaultKind::UnclosedVariation && fault.span().start < from.offset();
        let left_open = self.old.game.tree.faults().iter().filter(is_open).count();
        for variation in new.open_variations.iter().take(left_open) {
            new.tree.fault(FaultKind::UnclosedVariation, variation.start..variation.start + 1);
        }
        new.position = new.text.len();
    }

    /// Copies the old tree up to where it matters which variations are open.
    fn copy_part(&mut self, new: &mut GameParser) {
        let Some(from) = self.next_token() else { return };
        let (new_event, depth) = (new.tree.len(), new.open_variations.len());
        let open_variations = std::mem::take(&mut new.open_variations);
        let mut known = AmongMoves { open_variations, last_move: new.last_move, has_variation: false };
        let mut ahead = self.old.events.clone();
        while let Some((event, range, gap)) = next_with_gap(&mut ahead) {
            let ends = match event {
                Event::Token(TokenKind::VariationClose) => known.open_variations.len() == depth,
                // A variation that is left open.
                Event::Leave(NodeKind::Variation) => !self.old.closes_variation,
                Event::Leave(NodeKind::Movetext | NodeKind::TagSection) => true,
                Event::Token(TokenKind::MoveNumber) => shape::has_blank_line(&self.old.game.text.as_bytes()[gap]),
                Event::Token(kind) => kind.is_termination(),
                _ => false,
            };
            if ends {
                break;
            }
            let place = ahead.place().event_index() - 1;
            self.old.follow(event, &range, place);
            known.follow(event, self.in_new(range.start), place + new_event - from.event_index());
            self.old.events = ahead.clone();
        }
        (new.open_variations, new.last_move) = (known.open_variations, known.last_move);
        let to = self.old.events.place();
        new.tree.copy(self.old.game.tree, from, Some(to));
        self.copied += to.offset() - from.offset();
        self.copy_faults(new, from.offset()..to.offset(), |place| self.in_new(place));
        // A variation may hang on it in the old game that is no more part of what was copied.
        if let Some(last) = new.last_move.filter(|_| !self.old.known.has_variation) {
            new.tree.forget_variation(last);
        }
        new.position = self.in_new(to.offset());
        new.lexer.seek(new.position);
        new.blank_line_before = false;
    }

    /// The place of the next token of the old tree, with the white space before it dropped: another may stand there now.
    fn next_token(&mut self) -> Option<Place> {
        let mut ahead = self.old.events.clone();
        let (_, range, gap) = next_with_gap(&mut ahead)?;
        self.dropped.add_gap(Phase::Movetext, gap, self.old.game.text);
        Some(ahead.place_of_token(range.start))
    }

    /// Copies the faults that begin in a part of the old text, with the places that they have in the new one. Which variations are
    /// left open, turns out at the end.
    fn copy_faults(&self, new: &mut GameParser, part: Range<usize>, place: impl Fn(usize) -> usize) {
        let is_at_end = part.end == usize::MAX;
        let faults = self.old.game.tree.faults().iter().filter(|fault| part.contains(&fault.span().start));
        for fault in faults.filter(|fault| is_at_end || fault.kind != FaultKind::UnclosedVariation) {
            new.tree.fault(fault.kind, place(fault.span().start)..place(fault.span().end));
        }
    }

    /// A place behind the edit in the new text.
    fn in_new(&self, old: usize) -> usize {
        old - self.edit.end + self.new_end
    }

    /// Notes in the new tree what is said of all of it.
    fn note(&self, tree: &mut Tree, text: &str) {
        let old = self.old.game.tree;
        let read = Notes { piece_letters: tree.piece_letters(), odd_empty_lines: tree.odd_empty_lines() };
        let known = Notes { piece_letters: old.piece_letters(), odd_empty_lines: old.odd_empty_lines() };
        let notes = if self.dropped.is_part_of(read) { known.and(read) } else { Notes::of(tree, text) };
        tree.set_notes(notes.piece_letters, notes.odd_empty_lines);
    }
}

/// What is said of all moves and all lines of a tree.
#[derive(Clone, Copy, Debug, Default)]
struct Notes {
    piece_letters: u32,
    odd_empty_lines: OddEmptyLines,
}

impl Notes {
    /// Those of a whole tree, as the parser takes them.
    fn of(tree: &Tree, text: &str) -> Notes {
        let mut notes = Notes::default();
        let mut events = tree.events();
        let (mut phase, mut is_in_tag) = (Phase::Prolog, false);
        while let Some((event, range, gap)) = next_with_gap(&mut events) {
            if phase == Phase::Movetext {
                notes.add_letter(event, &range, text);
            }
            if !is_in_tag || phase == Phase::Movetext {
                notes.add_gap(phase, gap, text);
            }
            match event {
                Event::Enter(NodeKind::Tag) => is_in_tag = true,
                Event::Leave(NodeKind::Tag) => is_in_tag = false,
                Event::Enter(NodeKind::TagSection) => phase = Phase::Tags,
                Event::Enter(NodeKind::Movetext) => phase = Phase::Movetext,
                Event::Leave(NodeKind::Movetext) => phase = Phase::Epilog,
                _ => {}
            }
        }
        notes
    }

    /// Those of an event.
    fn add_letter(&mut self, event: Event, range: &Range<usize>, text: &str) {
        if event == Event::Token(TokenKind::San)
            && let first @ b'A'..=b'Z' = text.as_bytes()[range.start]
        {
            self.piece_letters |= 1 << (first - b'A');
        }
    }

    /// Those of white space.
    fn add_gap(&mut self, phase: Phase, gap: Range<usize>, text: &str) {
        let white_space = &text.as_bytes()[gap];
        if white_space.len() > 1
            && shape::has_blank_line(white_space)
            && let Some(place) = odd_empty_line(phase, white_space)
        {
            self.odd_empty_lines = self.odd_empty_lines.max(place);
        }
    }

    fn is_part_of(self, other: Notes) -> bool {
        self.piece_letters & !other.piece_letters == 0 && self.odd_empty_lines <= other.odd_empty_lines
    }

    fn and(self, other: Notes) -> Notes {
        Notes {
            piece_letters: self.piece_letters | other.piece_letters,
            odd_empty_lines: self.odd_empty_lines.max(other.odd_empty_lines),
        }
    }
}

/// The next event, its range, and that of the white space before it.
fn next_with_gap(events: &mut Events) -> Option<(Event, Range<usize>, Range<usize>)> {
    let from = events.offset();
    let (event, range) = events.next()?;
    // What ends without a token of its own ends behind the white space.
    let to = if matches!(event, Event::Leave(_)) { events.offset() } else { range.start };
    Some((event, range, from..to))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parser::Parser;

    /// Replaces part of a game; the tree that comes of it must be that of a fresh parser.
    #[track_caller]
    fn check(before: &Tree, text: &str, edit: Range<usize>, new: &str) -> (Option<ReadAgain>, String) {
        let mut edited = text.to_owned();
        edited.replace_range(edit.clone(), new);
        let mut fresh = Tree::default();
        let is_whole = Parser::new(&edited).next_game(&mut fresh) == Some(0..edited.len());
        let again = GameView { text, tree: before }.read_again(edit.clone(), &edited);
        assert_eq!(again.is_some(), is_whole, "{edit:?} {new:?} in {text:?}");
        if let Some(again) = &again {
            assert!(again.tree == fresh, "{edit:?} {new:?} in {text:?}");
        }
        (again, edited)
    }

    /// Edits a game, of which the first that `parts` make is taken, again and again.
    fn check_all(parts: &[&str], edits: &[(usize, usize, Vec<&str>)]) {
        let mut text = parts.concat();
        let mut tree = Tree::default();
        let Some(range) = Parser::new(&text).next_game(&mut tree) else { return };
        text.truncate(range.end);
        for (at, length, new) in edits {
            let start = text.floor_char_boundary(at % (text.len() + 1));
            let end = text.floor_char_boundary((start + length).min(text.len()));
            let (again, edited) = check(&tree, &text, start..end, &new.concat());
            if let Some(again) = again {
                (tree, text) = (again.tree, edited);
            }
        }
    }

    /// The tree of a game of 100 kB, with a variation every hundred bytes.
    fn large_game() -> (Tree, String) {
        let moves = (1..=1000).map(|number| {
            format!(
                "{number}. Nf3 {{ a remark of some length }} (Nc3 Nc6 (d5 {{ and }} exd5) Nh3\n Ng8) Nf6 $1 Ng1 \n Ng8 "
            )
        });
        let text = format!("[Event \"a\"]\n\n{} *\n", moves.collect::<String>());
        let mut tree = Tree::default();
        Parser::new(&text).next_game(&mut tree);
        (tree, text)
    }

    #[test]
    fn an_empty_line_goes_with_what_is_typed_into_it() {
        for text in ["{a}\n2... Nc6 Nf6 \n\nNf3\n", "{a}\n2... Nc6 \n\nNf3 Nf6 x y\n"] {
            let mut tree = Tree::default();
            Parser::new(text).next_game(&mut tree);
            let place = text.find("\nNf3").unwrap();
            assert!(
                tree.odd_empty_lines() == OddEmptyLines::InMovetext
                    && check(&tree, text, place..place, "e5 ").0.is_some()
            );
        }
    }

    #[test]
    fn little_of_a_large_game_is_read_again() {
        let (tree, text) = large_game();
        let at = |what: &str| text[text.len() / 2..].find(what).unwrap() + text.len() / 2;
        for (place, typed) in [
            (at("Nf3"), "{ x } "),
            (at("Nf3"), "( e4 "),
            (at("Nf3"), "e4) "),
            (at("Nf3"), "{ x "),
            (at("Nf3"), "\n\n"),
            (at("exd5"), ") "),
            (at("Nc6"), "x"),
            (at(") Nh3"), "("),
            (at("$1"), "[x] ; y \n"),
            (text.len() - 3, "e4 "),
        ] {
            let again = check(&tree, &text, place..place, typed).0.unwrap();
            assert!(again.bytes < 3 * LOOK_AHEAD_BYTES, "{} bytes after {typed:?}", again.bytes);
        }
        let again = check(&tree, &text, 8..9, "b").0.unwrap();
        assert!(again.bytes < 100);
    }

    #[test]
    fn a_broken_tag_pair_reaches_far() {
        for head in ["[x]", "[x \"y "] {
            let text = format!("[Event \"a\"]\n{head}{}", "Nf3 Nc6 {abc def ghi} 4. Ke2 ".repeat(200));
            let mut tree = Tree::default();
            Parser::new(&text).next_game(&mut tree);
            for end in ["]", "\"]"] {
                check(&tree, &text, text.len()..text.len(), end);
            }
        }
    }

    #[test]
    fn what_is_left_open_is_read_again_once() {
        let (tree, text) = large_game();
        let place = text.rfind('}').unwrap();
        let (opened, edited) = check(&tree, &text, place..place + 1, "");
        let opened = opened.unwrap();
        assert!(opened.bytes < 3 * LOOK_AHEAD_BYTES);
        let (closed, edited) = check(&opened.tree, &edited, place..place, "}");
        assert!(closed.unwrap().tree == tree && edited == text);
    }

    const MOVES: &[&str] =
        &["1. e4 ", "e5 ", "Nf3\n", "2... Nc6 ", "O-O ", "Qxd5+ ", "e8=Q ", "K e2 ", "Be 7 ", "castles "];
    const OTHERS: &[&str] = &[
        "( ",
        "(",
        ") ",
        ")",
        "{ a } ",
        "{a (b) c}",
        "{",
        "}",
        "$1 ",
        "!? ",
        "; a\n",
        "\n",
        "\n\n",
        "\r\n",
        "1-0 ",
        "* ",
        "1 - 0 ",
        "%a\n",
        "x y ",
        "[A \"b\"] ",
        "[%c d]",
        "\"",
        "/* a ",
        "*/",
        "(+0.3/1) ",
        "é",
        "<",
        "+-",
        "\n\n1. d4 ",
        "    ",
        "{\n\n[a ",
    ];

    const HEADS: &[&str] = &[
        "[Event \"a\"]\n\n1. d4 ",
        "[Event \"a\"]\n\n\n1. d4 ",
        "[Event \"a\"]\r\r1. d4 ",
        "[Event \"a\"]\n \n1. d4 ",
        "[Event \"a\"]\n[x]",
        "[Event \"a\"]\n[x \"y ",
    ];

    fn parts() -> impl Strategy<Value = Vec<&'static str>> {
        let part = prop_oneof![
            100 => prop::sample::select(MOVES),
            1 => prop::sample::select(OTHERS),
            10 => prop::sample::select(&["(", ") ", "{ a } "][..]),
        ];
        prop::collection::vec(part, 0..3000)
    }

    fn edits() -> impl Strategy<Value = Vec<(usize, usize, Vec<&'static str>)>> {
        let part = prop_oneof![prop::sample::select(MOVES), prop::sample::select(OTHERS)];
        let length = prop_oneof![Just(0_usize), 0_usize..5, 0_usize..100, 0_usize..4000];
        prop::collection::vec((0_usize..100_000, length, prop::collection::vec(part, 0..4)), 1..12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn whatever_is_edited_it_reads_as_it_reads_anew(head in prop::sample::select(HEADS), parts in parts(), edits in edits()) {
            check_all(&[&[head], parts.as_slice()].concat(), &edits);
        }
    }
}
