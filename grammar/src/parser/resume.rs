//! Resuming the parse of a game in another text that begins the same: candidate repairs of slips, hundreds for a game, differ from it
//! in one place.

use super::{GameParser, OpenVariation, Parser, Phase};
use crate::game_view::GameView;
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::{LONGEST_FOREIGN_COMMENT, Lexer};
use crate::tree::{Event, Place, Tree};

/// How many bytes after a place the next token must begin at the latest: what follows white space may decide what is before it.
const NEAR: usize = 32;

/// The state of the parser at a place among the moves of a game.
#[doc(hidden)]
pub struct SavedParse {
    /// The tree so far.
    tree: Tree,
    place: Place,
    open_variations: Vec<OpenVariation>,
    /// The last move of the line, by its place in the tree.
    last_move: Option<usize>,
    /// Whether something that belongs to moves is before: comments alone may be between tag pairs in another text.
    has_moves: bool,
}

impl SavedParse {
    /// The state of the parser of `game` at `place` of its tree. Nothing if the place is not after a plain token among the moves, or what was
    /// parsed up to there depends on more than the next few bytes. Linear in the game.
    pub fn of(game: GameView, place: Place) -> Option<SavedParse> {
        let mut tree = game.tree.up_to(place);
        let (mut open_variations, mut last_move): (Vec<OpenVariation>, Option<usize>) = (Vec::new(), None);
        let mut parents = Vec::new();
        let (mut has_tags, mut is_in_movetext, mut has_moves) = (false, false, false);
        let (mut letters, mut last) = (Vec::new(), None);
        let mut events = tree.events();
        while let Some((event, range)) = events.next() {
            match event {
                Event::Leave(NodeKind::TagSection) => has_tags = true,
                Event::Enter(NodeKind::Movetext) => is_in_movetext = has_tags,
                Event::Leave(NodeKind::Movetext) => return None,
                Event::Enter(NodeKind::Variation) => {
                    parents.extend(last_move);
                    open_variations.push(OpenVariation { start: range.start, parent_move: last_move.take() });
                }
                Event::Leave(NodeKind::Variation) => {
                    last_move = open_variations.pop().and_then(|variation| variation.parent_move);
                }
                Event::Token(TokenKind::San) => {
                    letters.push(game.text.as_bytes()[range.start]);
                    last_move = Some(events.place().event_index() - 1);
                }
                _ => {}
            }
            has_moves |= is_in_movetext && belongs_to_moves(event);
            last = Some(event);
        }
        parents.into_iter().for_each(|event| tree.note_variation(event));
        letters.into_iter().for_each(|letter| tree.note_piece_letter(letter));
        let is_between = match last? {
            event @ Event::Token(kind) => kind == TokenKind::BraceComment || belongs_to_moves(event),
            event => event == Event::Enter(NodeKind::Movetext),
        };
        let (_, range) = game.tree.events_from(place).next()?;
        // With its slash.
        let before = place.offset().saturating_sub(LONGEST_FOREIGN_COMMENT + 1)..place.offset();
        let is_settled = range.start.max(place.offset()) < place.offset() + NEAR
            && tree.faults().iter().all(|fault| !fault.kind.depends_on_rest())
            && memchr::memmem::find(&game.text.as_bytes()[before], b"/*").is_none();
        let saved = SavedParse { tree, place, open_variations, last_move, has_moves };
        (is_in_movetext && is_between && is_settled).then_some(saved)
    }
}

impl<'text> Parser<'text> {
    /// Reads the first game into `tree`, in place of what it holds, from where another reading was: of a text that is the same
    /// up to there and for more bytes after it than the longest move has. Where the other may have an odd empty line, so may this
    /// one. Returns what [`Parser::next_game`] does; nothing, and the tree stays as it is, where what is before may be read otherwise.
    #[doc(hidden)]
    pub fn resume(text: &'text str, saved: &SavedParse, tree: &mut Tree) -> Option<std::ops::Range<usize>> {
        let place = saved.place.offset();
        if !saved.has_moves && !moves_begin(text, place) {
            return None;
        }
        tree.clone_from(&saved.tree);
        let mut game = GameParser {
            text,
            lexer: &mut Lexer::at(text, place),
            tree,
            start: 0,
            position: place,
            phase: Phase::Movetext,
            open_variations: saved.open_variations.clone(),
            last_move: saved.last_move,
            text_run: None,
            tag_names: &mut Vec::new(),
            empty_line_before: false,
            no_game_before: 0,
            head_before: 0,
            only_head: false,
            takes_shortcuts: true,
        };
        let end = game.parse();
        tree.sort_faults();
        Some(0..end)
    }
}

/// Whether a token begins at byte `place`, and it or the first one after the comments there belongs to moves: comments after the tag
/// pairs are of the movetext then.
fn moves_begin(text: &str, place: usize) -> bool {
    let mut lexer = Lexer::at(text, place);
    let mut kinds = std::iter::from_fn(|| lexer.next()).map(|(kind, _)| kind);
    text.as_bytes().get(place).is_some_and(u8::is_ascii_graphic)
        && kinds
            .find(|kind| !matches!(kind, TokenKind::BraceComment | TokenKind::Whitespace))
            .is_some_and(|kind| belongs_to_moves(Event::Token(kind)))
}

/// Whether this is a move, its number or an annotation of it.
fn belongs_to_moves(event: Event) -> bool {
    let Event::Token(kind) = event else { return false };
    matches!(kind, TokenKind::San | TokenKind::MoveNumber) || kind.is_annotation()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tree::OddEmptyLines;

    /// Reading on in another text from each place of `text` that is so far before byte `common`, up to which both are the same,
    /// gives the tree that reading it at once gives, but for whether it may have an odd empty line. Returns from how many places.
    fn check(text: &str, other: &str, common: usize) -> usize {
        let (mut tree, mut expected, mut resumed) = (Tree::default(), Tree::default(), Tree::default());
        let range = Parser::new(text).next_game(&mut tree).unwrap();
        let game = GameView { text: &text[range], tree: &tree };
        let expected_range = Parser::new(other).next_game(&mut expected).unwrap();
        let odd_empty_lines = expected.odd_empty_lines();
        expected.note_odd_empty_line(OddEmptyLines::InMovetext);
        let mut events = tree.events();
        let mut places = 0;
        while events.next().is_some() {
            let place = events.place();
            if place.offset() + 64 > common {
                break;
            }
            if let Some(saved) = SavedParse::of(game, place) {
                let Some(range) = Parser::resume(other, &saved, &mut resumed) else { continue };
                // More of them may be expected than there are.
                assert!(resumed.odd_empty_lines() >= odd_empty_lines, "{text:?} {other:?} {place:?}");
                resumed.note_odd_empty_line(OddEmptyLines::InMovetext);
                assert_eq!((range, &resumed), (expected_range.clone(), &expected), "{text:?} {other:?} {place:?}");
                places += 1;
            }
        }
        places
    }

    #[test]
    fn reading_goes_on_from_every_token_of_a_plain_game() {
        let head = "[Event \"E\"]\n[FEN \"x\"]\n\n1. e4 {a} (1. d4 $1 (1. c4) d5) e5\n2. Nf3 x y Nc6 (2... d6) 3. ";
        let tail = "Bb5 a6 ( 3... Nf6 4. O-O ) ".repeat(4);
        assert_eq!(check(&format!("{head}{tail}*"), &format!("{head}{tail}Q) {{b *"), head.len() + tail.len()), 26);
    }

    #[test]
    fn a_comment_behind_the_tag_pairs_may_be_between_tag_pairs_in_the_other_text() {
        let common = format!("[Event \"E\"]\n\n{{a}} {{b {}", "e4 ".repeat(30));
        assert_eq!(check(&common, &format!("{common}}}\n[Site \"a\"]\n\n1. e4 *"), common.len()), 0);
        let common = format!("[Event \"E\"]\n\n{{a}} 1. {{b}} {}", "e4 ".repeat(30));
        assert_eq!(check(&common, &format!("{common}\n[Site \"a\"]\n\n1. e4 *"), common.len()), 12);
    }

    proptest! {
        #[test]
        fn it_reads_the_same_as_at_once(
            common in prop::collection::vec(prop::sample::select(PARTS), 0..40),
            one in prop::collection::vec(prop::sample::select(PARTS), 0..10),
            other in prop::collection::vec(prop::sample::select(PARTS), 0..10),
        ) {
            let common = format!("[Event \"E\"]\n\n{}", common.concat());
            let (one, other) = (format!("{common}{}", one.concat()), format!("{common}{}", other.concat()));
            check(&one, &other, common.len());
        }
    }

    const PARTS: &[&str] = &[
        "e4 ",
        "Nf3 ",
        "exd5\n",
        "Qh4+ ",
        "O-O",
        "1. ",
        "12... ",
        "7.",
        " ",
        "\n",
        "\n\n",
        "{f} ",
        "{",
        "}",
        " ( ",
        "(",
        ")",
        ") ",
        " *",
        "$1 ",
        "!? ",
        "% x\n",
        "; y\n",
        "word ",
        "é",
        "< ",
        "ed ",
        "1-0 ",
        "[x]",
        "[Site \"a\"]\n",
    ];
}
