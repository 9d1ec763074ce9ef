//! The moves of a game as a tree: which move follows which, in which variation, and which position it reaches.
//!
//! Flat arrays, so that 200,000 nested variations need no recursion anywhere.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};
use shakmaty::{Color, Move};

use crate::position_key::PositionKey;
use crate::replay::{Outcome, Replay, Step};

/// The moves, variations and comments of a game. Ranges are half-open byte offsets relative to the game.
#[derive(Clone, Debug, Default)]
pub struct MoveTree {
    /// The moves of all lines in text order.
    pub moves: Vec<TreeMove>,
    /// The variations in the order in which they begin.
    pub variations: Vec<TreeVariation>,
    /// The comments of the movetext in text order.
    pub comments: Vec<TreeComment>,
    /// The termination marker (section 8.2.6) of the main line.
    pub termination: Option<Range<usize>>,
    /// From the first token of the movetext to the last.
    pub movetext: Option<Range<usize>>,
    /// The position before the first move, if it is known.
    pub start: Option<PositionKey>,
}

/// A move and its place in the tree. An index refers to the arrays of [`MoveTree`].
#[derive(Clone, Debug)]
pub struct TreeMove {
    /// The range of the move symbol.
    pub range: Range<usize>,
    /// The move number indication before it (section 8.2.2).
    pub number_range: Option<Range<usize>>,
    /// The number of events of the game's tree up to and including the move.
    pub events: usize,
    /// The side that moves.
    pub turn: Color,
    /// Its move number.
    pub number: u32,
    /// The move before it; `None` at the start of the game.
    pub previous: Option<usize>,
    /// Its variation; `None` on the main line.
    pub variation: Option<usize>,
    /// The move on the board, also after a guess; `None` for a null move or an illegal move.
    pub action: Option<Move>,
    /// The position it reaches, if that is certain.
    pub key: Option<PositionKey>,
}

/// A recursive annotation variation (section 8.2.5).
#[derive(Clone, Debug)]
pub struct TreeVariation {
    /// The range with its parentheses.
    pub range: Range<usize>,
    /// The nesting depth; 1 in a variation of the main line.
    pub depth: usize,
    /// The variation around it; `None` on the main line.
    pub parent: Option<usize>,
    /// The move that it replaces; `None` before the first move of its line and if it continues the line.
    pub replaces: Option<usize>,
    /// Its first move, if it has any.
    pub first: Option<usize>,
}

/// A comment and the move it belongs to.
#[derive(Clone, Debug)]
pub struct TreeComment {
    /// The range of the comment.
    pub range: Range<usize>,
    /// The last move of its line before it; `None` before the first move of the line.
    pub previous_move: Option<usize>,
}

/// Returns the byte offsets of the parentheses that open variations which continue their lines. Linear in the game.
pub fn continuing_variations(game: GameView) -> Vec<usize> {
    let mut replay = Replay::new(game).for_troubles();
    let mut found = Vec::new();
    while let Some((step, range)) = replay.advance() {
        replay.repair_last();
        if step == Step::Enter(NodeKind::Variation) && replay.continues_line() {
            found.push(range.start);
        }
    }
    found
}

/// An open line.
#[derive(Clone, Copy, Default)]
struct Line {
    variation: Option<usize>,
    /// Its last move.
    last: Option<usize>,
    /// The move before its first move.
    before: Option<usize>,
}

impl MoveTree {
    /// Builds the tree of a game by replaying it. Linear in the game.
    pub fn of(game: GameView) -> MoveTree {
        MoveTree::of_first(game, usize::MAX)
    }

    /// Builds the tree of the first moves of a game, `most` at most, with the termination marker wherever it is. Linear in the game.
    pub fn of_first(game: GameView, most: usize) -> MoveTree {
        let mut reader =
            Reader { tree: MoveTree::default(), line: Line::default(), interrupted: Vec::new(), number: None };
        // The tree does not need the reasons why moves are illegal.
        let mut replay = Replay::new(game).for_troubles();
        reader.tree.start = replay.position().map(PositionKey::of);
        let mut events = 0;
        while let Some((step, range)) = replay.advance() {
            if reader.tree.moves.len() >= most {
                reader.tree.termination = termination(game);
                break;
            }
            events += 1;
            replay.repair_last();
            reader.follow(&replay, step, range, events);
        }
        reader.tree
    }

    /// Returns the move at byte `offset` of the game, or else the move that ends there. Logarithmic in the number of
    /// moves.
    pub fn move_at(&self, offset: usize) -> Option<usize> {
        let index = self.moves.partition_point(|one| one.range.start <= offset).checked_sub(1)?;
        (offset <= self.moves[index].range.end).then_some(index)
    }

    /// Returns the variations around byte `offset`, innermost first. Linear in their number, logarithmic in the number
    /// of all variations.
    pub fn variations_at(&self, offset: usize) -> impl Iterator<Item = usize> {
        let mut next = self.variations.partition_point(|variation| variation.range.start <= offset).checked_sub(1);
        std::iter::from_fn(move || {
            let current = next?;
            next = self.variations[current].parent;
            Some(current)
        })
        .filter(move |index| offset < self.variations[*index].range.end)
    }

    /// Returns the moves that follow move `index`, or the start of the game: the move of its own line first, then the
    /// first moves of the variations on it. Linear in the moves after `index`.
    pub fn next_moves(&self, index: Option<usize>) -> Vec<usize> {
        let line = index.and_then(|index| self.moves[index].variation);
        let from = index.map_or(0, |index| index + 1);
        let is_next = |next: &usize| self.moves[*next].previous == index;
        let (mut own, others): (Vec<usize>, Vec<usize>) =
            (from..self.moves.len()).filter(is_next).partition(|next| self.moves[*next].variation == line);
        own.extend(others);
        own
    }

    /// Returns the last move before byte `offset` on the line around it, and the variation of that line. In a
    /// variation, the moves before its first one count as well.
    pub fn last_before(&self, offset: usize) -> (Option<usize>, Option<usize>) {
        let line = self.variations_at(offset).find(|index| self.variations[*index].range.start < offset);
        let before = self.moves.partition_point(|one| one.range.start < offset);
        let last = self.moves[..before].iter().rposition(|one| one.variation == line);
        let last = last.or_else(|| {
            let variation = &self.variations[line?];
            match variation.replaces {
                Some(replaced) => self.moves[replaced].previous,
                None => variation.first.and_then(|first| self.moves[first].previous),
            }
        });
        (last, line)
    }

    /// Returns the moves from the first one up to and including move `index`. Linear in their number.
    pub fn path(&self, index: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(index), |index| self.moves[*index].previous).collect();
        path.reverse();
        path
    }

    /// Returns the number of variations around move `index`: 0 on the main line.
    pub fn depth(&self, index: usize) -> usize {
        self.moves[index].variation.map_or(0, |variation| self.variations[variation].depth)
    }
}

impl TreeMove {
    /// Returns the byte offset where the move begins, including its number.
    pub fn start(&self) -> usize {
        self.number_range.as_ref().map_or(self.range.start, |number| number.start)
    }
}

struct Reader {
    tree: MoveTree,
    line: Line,
    interrupted: Vec<Line>,
    /// The move number indication before the next move.
    number: Option<Range<usize>>,
}

impl Reader {
    fn follow(&mut self, replay: &Replay, step: Step, range: Range<usize>, events: usize) {
        match step {
            Step::Move => self.add(replay, range, events),
            Step::Enter(NodeKind::Variation) => self.open(range, replay.continues_line()),
            Step::Leave(NodeKind::Variation) => {
                if let Some(variation) = self.line.variation {
                    self.tree.variations[variation].range.end = range.end;
                }
                self.line = self.interrupted.pop().unwrap_or_default();
            }
            Step::Enter(NodeKind::Movetext) => self.tree.movetext = Some(range),
            Step::Leave(NodeKind::Movetext) => {
                if let Some(movetext) = &mut self.tree.movetext {
                    movetext.end = range.end;
                }
            }
            Step::Token(TokenKind::MoveNumber) => self.number = Some(range),
            Step::Token(kind) if kind.is_comment() => {
                self.tree.comments.push(TreeComment { range, previous_move: self.line.last });
            }
            Step::Token(kind) if kind.is_termination() && self.interrupted.is_empty() => {
                self.tree.termination.get_or_insert(range);
            }
            _ => {}
        }
        if !matches!(step, Step::Token(TokenKind::MoveNumber | TokenKind::Periods)) {
            self.number = None;
        }
    }

    fn add(&mut self, replay: &Replay, range: Range<usize>, events: usize) {
        let ply = replay.ply();
        let is_played = matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null { .. });
        let action = match ply.outcome {
            Outcome::Played { action, .. } => Some(action),
            _ => None,
        };
        let is_certain = is_played && !replay.is_guessed();
        let index = self.tree.moves.len();
        self.tree.moves.push(TreeMove {
            range,
            number_range: self.number.take(),
            events,
            turn: ply.turn,
            number: ply.number,
            previous: self.line.last.or(self.line.before),
            variation: self.line.variation,
            action,
            key: replay.position().filter(|_| is_certain).map(PositionKey::of),
        });
        if self.line.last.is_none()
            && let Some(variation) = self.line.variation
        {
            self.tree.variations[variation].first = Some(index);
        }
        self.line.last = Some(index);
    }

    fn open(&mut self, range: Range<usize>, continues: bool) {
        let Line { variation, last, before } = self.line;
        self.interrupted.push(self.line);
        let index = self.tree.variations.len();
        self.tree.variations.push(TreeVariation {
            range,
            depth: self.interrupted.len(),
            parent: variation,
            replaces: last.filter(|_| !continues),
            first: None,
        });
        let replaced = last.filter(|_| !continues);
        let before = replaced.map_or(last.or(before), |replaced| self.tree.moves[replaced].previous);
        self.line = Line { variation: Some(index), last: None, before };
    }
}

/// Returns the range of the termination marker of the main line (section 8.2.6), in bytes of the game. Linear in the game.
pub fn termination(game: GameView) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    game.tree.events().find_map(|(event, range)| {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(kind) if kind.is_termination() && depth == 0 => return Some(range),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    const TEXT: &str = "1. e4 {🏆} e5\r\n(1... c5 2. Nf3 (2. c3) 2... d6 {a}) (1... e6) {b} 2. Nf3 Nc6 *";

    fn tree(text: &str) -> MoveTree {
        MoveTree::of(Database::parse(text).view(0).unwrap())
    }

    fn at(tree: &MoveTree, text: &str, at: &str) -> usize {
        tree.move_at(text.find(at).unwrap()).unwrap()
    }

    fn words(tree: &MoveTree, moves: &[usize]) -> Vec<String> {
        moves.iter().map(|index| TEXT[tree.moves[*index].range.clone()].to_owned()).collect()
    }

    #[test]
    fn the_first_moves_are_those_of_the_whole_tree() {
        let whole = tree(TEXT);
        for most in 0..=whole.moves.len() {
            let first = MoveTree::of_first(Database::parse(TEXT).view(0).unwrap(), most);
            let ranges = |tree: &MoveTree| tree.moves.iter().map(|one| one.range.clone()).collect::<Vec<_>>();
            assert_eq!(ranges(&first), ranges(&whole)[..most]);
            assert_eq!(first.termination, whole.termination, "{most}");
        }
    }

    #[test]
    fn moves_know_the_moves_before_them() {
        let tree = tree(TEXT);
        let path = |place: &str| words(&tree, &tree.path(at(&tree, TEXT, place))).join(" ");
        assert_eq!(path("c3)"), "e4 c5 c3");
        assert_eq!(path("d6"), "e4 c5 Nf3 d6");
        assert_eq!(path("e6"), "e4 e6");
        assert_eq!(path("Nc6"), "e4 e5 Nf3 Nc6");
        let replaced = tree.variations.iter().map(|variation| variation.replaces.unwrap()).collect::<Vec<_>>();
        assert_eq!(words(&tree, &replaced), ["e5", "Nf3", "e5"]);
        assert_eq!(words(&tree, &tree.next_moves(Some(0))), ["e5", "c5", "e6"]);
        assert_eq!(words(&tree, &tree.next_moves(None)), ["e4"]);
        let depths: Vec<usize> = (0..tree.moves.len()).map(|index| tree.depth(index)).collect();
        assert_eq!(depths, [0, 0, 1, 1, 2, 1, 1, 0, 0]);
        assert_eq!(&TEXT[tree.moves[5].number_range.clone().unwrap()], "2...");
        assert_eq!((tree.moves[5].number, tree.moves[5].turn), (2, Color::Black));
        assert_eq!(&TEXT[tree.termination.clone().unwrap()], "*");
        assert_eq!(tree.movetext, Some(0..TEXT.len()));
    }

    #[test]
    fn comments_are_about_the_move_before_them() {
        let tree = tree(TEXT);
        let previous_move =
            |index: usize| tree.comments[index].previous_move.map(|at| &TEXT[tree.moves[at].range.clone()]);
        assert_eq!([previous_move(0), previous_move(1), previous_move(2)], [Some("e4"), Some("d6"), Some("e5")]);
    }

    #[test]
    fn places_have_a_line_and_a_move_before_them() {
        let tree = tree(TEXT);
        let last = |place: &str| {
            let (last, line) = tree.last_before(TEXT.find(place).unwrap());
            (last.map(|last| TEXT[tree.moves[last].range.clone()].to_owned()), line)
        };
        assert_eq!(last("1. e4"), (None, None));
        assert_eq!(last("1... c5"), (Some("e4".to_owned()), Some(0)));
        assert_eq!(last("c3)"), (Some("c5".to_owned()), Some(1)));
        assert_eq!(last("2... d6"), (Some("Nf3".to_owned()), Some(0)));
        assert_eq!(last("{b}"), (Some("e5".to_owned()), None));
        assert_eq!(last("*"), (Some("Nc6".to_owned()), None));
    }

    #[test]
    fn positions_are_known_as_far_as_moves_are_certain() {
        let text = "1. e4 e5 2. Ke3 Nc6 (2... Nf6) *";
        let known: Vec<bool> = tree(text).moves.iter().map(|one| one.key.is_some()).collect();
        assert_eq!(known[..3], [true, true, false]);
        let transposed = tree("1. e4 e5 2. Nf3 (2. Nc3 Nc6 3. Nf3 Nf6) 2... Nf6 3. Nc3 Nc6 *");
        assert_eq!(transposed.moves[6].key, transposed.moves[9].key);
        assert!(transposed.moves[6].key.is_some());
    }

    #[test]
    fn moves_after_the_end_are_not_played() {
        let tree = tree("1. e4 * 1. d4");
        assert!(tree.moves.iter().skip(1).all(|one| one.key.is_none()));
    }
}
