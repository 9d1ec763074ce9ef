//! The moves and comments of a game as a list in text order, for a view of the game next to the text.

use std::collections::HashMap;
use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind, ast, command};
use shakmaty::Color;

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::engine_comment::engine_comment;
use scoresheet_chess::move_marks::MoveMarks;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::nag;
use scoresheet_chess::placed_game::PlacedGame;

/// A window of the moves and comments of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveList {
    /// The byte offset in the file of a cursor at the position before the first move.
    pub start: usize,
    /// The byte offset in the file of the end of the main line's last move; none without moves.
    pub end: Option<usize>,
    /// The items in text order.
    pub items: Vec<Item>,
    /// Whether there are items before the window.
    pub has_earlier: bool,
    /// Whether there are items after the window.
    pub has_later: bool,
}

/// A move or a comment, and its place in the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its half-open byte offsets in the file. A cursor at the end of a move is at the position after it.
    pub range: Range<usize>,
    /// The index of its line: 0 for the main line, then from 1 the variations in the order in which they open.
    pub line: usize,
    /// The nesting depth: 0 on the main line.
    pub depth: usize,
    /// The move or the comment.
    pub kind: ItemKind,
}

/// The content of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A move.
    Move(ListedMove),
    /// The words of a comment, without its commands and without the data of an engine.
    Comment(String),
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMove {
    /// The text as written.
    pub text: String,
    /// The move number.
    pub number: u32,
    /// The side that moves.
    pub turn: Color,
    /// Whether the position after it is certain: neither it nor an earlier move of its line is illegal or ambiguous.
    pub is_certain: bool,
    /// The NAGs after it, including suffixes and traditional signs, without those that have no meaning.
    pub nags: Vec<u16>,
    /// An engine's evaluation of the position after it, and the search depth in plies.
    pub evaluation: Option<(Score, Option<u32>)>,
    /// The seconds left on the clock of the side that moved.
    pub clock: Option<f64>,
    /// What an engine's program wrote into the comments after it as text, which is in no item of its own.
    pub data: Option<String>,
}

/// Returns at most `most` moves and comments around byte `offset` of the file. Linear in the game.
pub fn move_list(game: PlacedGame, offset: usize, most: usize) -> MoveList {
    let tree = MoveTree::of(game.view);
    let reader = Reader::read(game.view, &tree);
    let found = reader.entries.partition_point(|entry| entry.range.start + game.start <= offset);
    let end = (found + most / 2).max(most).min(reader.entries.len());
    let start = end.saturating_sub(most);
    let shown = &reader.entries[start..end];
    let last = tree.moves.iter().rev().find(|one| one.variation.is_none());
    MoveList {
        start: game.start + before_moves(&tree),
        end: last.map(|last| game.start + last.range.end),
        items: items(game, &tree, shown, &reader.nags),
        has_earlier: start > 0,
        has_later: end < reader.entries.len(),
    }
}

/// Returns a byte offset in the game before its first move: the start of the movetext if that is before the move, else
/// 0.
fn before_moves(tree: &MoveTree) -> usize {
    let movetext = tree.movetext.as_ref().map_or(0, |movetext| movetext.start);
    let is_before = |start: usize| tree.moves.first().is_none_or(|first| start < first.range.start);
    if is_before(movetext) { movetext } else { 0 }
}

/// A move, or a comment with text.
struct Entry {
    range: Range<usize>,
    variation: Option<usize>,
    what: What,
}

enum What {
    Move(usize),
    /// The words of a comment.
    Comment(String),
}

/// A line that is being read: the variation, and its last move so far.
#[derive(Clone, Copy, Default)]
struct Line {
    variation: Option<usize>,
    last: Option<usize>,
}

#[derive(Default)]
struct Reader {
    entries: Vec<Entry>,
    /// The NAGs with the indices of their moves, in text order.
    nags: Vec<(usize, u16)>,
    line: Line,
    interrupted: Vec<Line>,
    variations: usize,
    moves: usize,
}

impl Reader {
    fn read(game: GameView, tree: &MoveTree) -> Reader {
        let mut reader = Reader::default();
        for (before, (event, range)) in game.tree.events().enumerate() {
            match event {
                Event::Enter(NodeKind::Variation) => reader.open(),
                Event::Leave(NodeKind::Variation) => reader.line = reader.interrupted.pop().unwrap_or_default(),
                Event::Token(_) if tree.moves.get(reader.moves).is_some_and(|next| next.events == before + 1) => {
                    reader.add_move(range);
                }
                Event::Token(kind) if kind.is_comment() => {
                    let mover = reader.line.last.map(|last| tree.moves[last].turn);
                    let words = words(kind, mover, &game.text[range.clone()]);
                    if !words.is_empty() {
                        reader.add(range, What::Comment(words));
                    }
                }
                Event::Token(kind) if kind.is_annotation() => reader.annotate(tree, kind, &game.text[range]),
                _ => {}
            }
        }
        reader
    }

    fn open(&mut self) {
        self.interrupted.push(self.line);
        self.line = Line { variation: Some(self.variations), last: None };
        self.variations += 1;
    }

    fn add_move(&mut self, range: Range<usize>) {
        self.line.last = Some(self.moves);
        self.add(range, What::Move(self.moves));
        self.moves += 1;
    }

    fn add(&mut self, range: Range<usize>, what: What) {
        self.entries.push(Entry { range, variation: self.line.variation, what });
    }

    fn annotate(&mut self, tree: &MoveTree, kind: TokenKind, text: &str) {
        let Some(last) = self.line.last else { return };
        let white_moved = tree.moves[last].turn.is_white();
        let number = nag::of_token(kind, text, white_moved);
        self.nags.extend(number.filter(|number| nag::meaning(*number).is_some()).map(|number| (last, number)));
    }
}

fn items(game: PlacedGame, tree: &MoveTree, entries: &[Entry], nags: &[(usize, u16)]) -> Vec<Item> {
    let mut annotations: HashMap<usize, ListedMarks> = (entries.iter())
        .filter_map(|entry| match entry.what {
            What::Move(index) => Some((index, ListedMarks::default())),
            What::Comment(..) => None,
        })
        .collect();
    for (index, number) in nags {
        if let Some(marks) = annotations.get_mut(index) {
            marks.nags.push(*number);
        }
    }
    for comment in &tree.comments {
        let Some(index) = comment.previous_move else { continue };
        let Some(marks) = annotations.get_mut(&index) else { continue };
        marks.marks.add_all(&game.view.text[comment.range.clone()], Some(tree.moves[index].turn));
    }
    let item = |entry: &Entry| Item {
        range: game.in_file(&entry.range),
        line: entry.variation.map_or(0, |variation| variation + 1),
        depth: entry.variation.map_or(0, |variation| tree.variations[variation].depth),
        kind: match entry.what {
            What::Comment(ref words) => ItemKind::Comment(words.clone()),
            What::Move(index) => {
                let marks = annotations.remove(&index).unwrap_or_default();
                let one = &tree.moves[index];
                ItemKind::Move(ListedMove {
                    text: game.view.text[entry.range.clone()].to_owned(),
                    number: one.number,
                    turn: one.turn,
                    is_certain: one.key.is_some(),
                    nags: marks.nags,
                    evaluation: marks.marks.score,
                    clock: marks.marks.clock,
                    data: marks.marks.data,
                })
            }
        },
    };
    entries.iter().map(item).collect()
}

#[derive(Default)]
struct ListedMarks {
    nags: Vec<u16>,
    marks: MoveMarks,
}

/// What a person wrote into a comment, with single spaces.
fn words(kind: TokenKind, mover: Option<Color>, comment: &str) -> String {
    let text = command::without_commands(ast::comment_text(kind, comment));
    let data = mover.and_then(|mover| engine_comment(&text, mover));
    data.map_or(text.as_str(), |data| data.words).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use scoresheet_chess::placed_game::game_at;

    const GAME: &str = "1. d4 *\n\n[White \"🏆\"]\n{of the tags}\n\n{🏆  first\n word} 1. e4! {[%eval 0.3,12][%clk 0:03:00]} $146 e5 \
        (1... c5 {a} (1... c6 $999 ⩲) 2. Nf3 +-) (1... e6) $6 {b} 2. Ke3 ; c\nNc6 *\n";

    fn list(text: &str, place: &str, most: usize) -> MoveList {
        let database = Database::parse(text);
        let offset = text.find(place).unwrap();
        let list = move_list(game_at(&database, offset).unwrap(), offset, most);
        for item in &list.items {
            if let ItemKind::Move(one) = &item.kind {
                assert_eq!(text[item.range.clone()], one.text);
            }
        }
        list
    }

    /// Formats each item with its line and depth.
    fn shown(list: &MoveList) -> Vec<String> {
        let name = |item: &Item| match &item.kind {
            ItemKind::Move(one) => format!("{}/{} {}", item.line, item.depth, one.text),
            ItemKind::Comment(words) => format!("{}/{} {{{words}}}", item.line, item.depth),
        };
        list.items.iter().map(name).collect()
    }

    #[test]
    fn moves_and_comments_have_their_lines() {
        let list = list(GAME, "e4", 100);
        assert_eq!(
            shown(&list),
            [
                "0/0 {of the tags}",
                "0/0 {🏆 first word}",
                "0/0 e4",
                "0/0 e5",
                "1/1 c5",
                "1/1 {a}",
                "2/2 c6",
                "1/1 Nf3",
                "3/1 e6",
                "0/0 {b}",
                "0/0 Ke3",
                "0/0 {c}",
                "0/0 Nc6"
            ]
        );
        assert!(!list.has_earlier && !list.has_later);
    }

    #[test]
    fn moves_have_their_annotations() {
        let list = list(GAME, "e4", 100);
        let moves: Vec<&ListedMove> = (list.items.iter())
            .filter_map(|item| match &item.kind {
                ItemKind::Move(one) => Some(one),
                ItemKind::Comment(_) => None,
            })
            .collect();
        let nags: Vec<&[u16]> = moves.iter().map(|one| one.nags.as_slice()).collect();
        assert_eq!(nags, [&[1, 146][..], &[6], &[], &[14], &[18], &[], &[], &[]]);
        assert_eq!((moves[0].evaluation, moves[0].clock), (Some((Score::Pawns(0.3), Some(12))), Some(180.0)));
        assert_eq!((moves[1].number, moves[1].turn), (1, Color::Black));
        let certain: Vec<bool> = moves.iter().map(|one| one.is_certain).collect();
        assert_eq!(certain, [true, true, true, true, true, true, false, false]);
    }

    #[test]
    fn the_data_of_engines_is_at_the_move_and_words_stay() {
        let text = "1. e4 {d=28, wv=0.25, pv=e5 Nf3} e5 {+0.10/20 1.5s} {a book move} 2. Nf3 {+M3/9, White mates} *";
        let list = list(text, "e4", 100);
        assert_eq!(shown(&list), ["0/0 e4", "0/0 e5", "0/0 {a book move}", "0/0 Nf3", "0/0 {White mates}"]);
        let data: Vec<Option<&str>> = (list.items.iter())
            .filter_map(|item| match &item.kind {
                ItemKind::Move(one) => Some(one.data.as_deref()),
                ItemKind::Comment(_) => None,
            })
            .collect();
        assert_eq!(data, [Some("d=28, wv=0.25, pv=e5 Nf3"), Some("+0.10/20 1.5s"), Some("+M3/9, White mates")]);
    }

    #[test]
    fn a_part_of_a_long_game_is_around_the_place() {
        let part = |place: &str, most: usize| {
            let list = list(GAME, place, most);
            (shown(&list).join(", "), list.has_earlier, list.has_later)
        };
        assert_eq!(part("Nf3", 3), ("2/2 c6, 1/1 Nf3, 3/1 e6".to_owned(), true, true));
        assert_eq!(part("[White", 2), ("0/0 {of the tags}, 0/0 {🏆 first word}".to_owned(), false, true));
        assert_eq!(part("Nc6", 2), ("0/0 {c}, 0/0 Nc6".to_owned(), true, false));
        assert_eq!(part("Nc6", 0), (String::new(), true, false));
        assert_eq!(list("[White \"a\"]\n", "a", 5).items, []);
    }

    #[test]
    fn a_cursor_has_places_for_the_start_and_the_end() {
        let places = |text: &str| {
            let list = list(text, "e4", 5);
            (list.start, list.end.map(|end| text[..end].to_owned()))
        };
        assert_eq!(places("[White \"a\"]\n\n1. e4 (1. d4 d5) *"), (13, Some("[White \"a\"]\n\n1. e4".to_owned())));
        assert_eq!(places("[White \"a\"]\n\n{b} e4 e5"), (13, Some("[White \"a\"]\n\n{b} e4 e5".to_owned())));
        assert_eq!(places("[White \"a\"]\n\ne4"), (0, Some("[White \"a\"]\n\ne4".to_owned())));
        assert_eq!(list("[White \"a\"]\n", "a", 5).end, None);
    }
}
