//! Reading games into a repertoire.

use std::ops::Range;

use scoresheet_grammar::{GameView, NodeKind, TokenKind};
use shakmaty::Position;

use super::graph::{Occurrence, OccurrenceId, Place, Repertoire};
use crate::nag::{is_mistake, of_token};
use crate::replay::{Outcome, Replay, Step, is_fen_tag};

/// An open line.
#[derive(Clone, Default)]
struct Line {
    /// The position that it has reached; `None` where it is unknown, as after an illegal move or a null move.
    node: Option<usize>,
    /// The position before its last move.
    before: Option<usize>,
    last: Option<OccurrenceId>,
    /// Whether the side of the repertoire has made a mistake, and whether it had before the last move.
    is_after_mistake: bool,
    was_after_mistake: bool,
    /// Comments before the next move, at the start of the line.
    comments: Vec<Range<usize>>,
    has_moved: bool,
}

struct Reader<'r> {
    repertoire: &'r mut Repertoire,
    file: usize,
    game: usize,
    start: usize,
    line: Line,
    interrupted: Vec<Line>,
}

impl Repertoire {
    /// Adds the lines of a game: game number `game` of file number `file`, both from 0, which begins at byte `start` of the text of the file. What
    /// follows a move that cannot be played, or a null move, is left out. Linear in the game.
    pub fn add_game(&mut self, game: GameView, file: usize, number: usize, start: usize) {
        // Why moves are illegal does not matter.
        let mut replay = Replay::new(game).for_troubles();
        let Some(position) = replay.position() else { return };
        let node = self.node(position);
        let mut reader = Reader {
            repertoire: self,
            file,
            game: number,
            start,
            line: Line { node: Some(node), ..Line::default() },
            interrupted: Vec::new(),
        };
        let mut has_moves = false;
        while let Some((step, range)) = replay.advance() {
            replay.repair_last();
            has_moves |= step == Step::Move;
            reader.follow(game, &replay, step, range);
        }
        if has_moves {
            let tag = game.tags().into_iter().find(|tag| is_fen_tag(tag.name)).map_or(0..0, |tag| tag.range);
            let place = reader.place(&tag);
            self.nodes[node].starts.push(place);
        }
    }
}

impl Reader<'_> {
    fn follow(&mut self, game: GameView, replay: &Replay, step: Step, range: Range<usize>) {
        match step {
            Step::Move => self.play(replay, range),
            Step::Enter(NodeKind::Variation) => self.open(replay.continues_line()),
            Step::Leave(NodeKind::Variation) => self.line = self.interrupted.pop().unwrap_or_default(),
            Step::Token(kind) if kind.is_annotation() => self.annotate(kind, &game.text[range]),
            Step::Token(kind) if kind.is_comment() && replay.is_in_movetext() => self.comment(range),
            _ => {}
        }
    }

    fn play(&mut self, replay: &Replay, range: Range<usize>) {
        let action = match replay.ply().outcome {
            Outcome::Played { action, .. } if !replay.is_guessed() => Some(action),
            _ => None,
        };
        if let Some(last) = self.line.last {
            self.repertoire.occurrence_mut(last).goes_on = true;
        }
        let line = &mut self.line;
        (line.before, line.was_after_mistake) = (line.node, line.is_after_mistake);
        (line.last, line.has_moved) = (None, true);
        let comments = std::mem::take(&mut line.comments);
        let Some(((node, action), position)) = line.node.take().zip(action).zip(replay.position()) else { return };
        let after = self.repertoire.node(position);
        let occurrence = Occurrence {
            place: self.place(&range),
            nags: Vec::new(),
            comments: [comments, Vec::new()],
            is_after_mistake: self.line.is_after_mistake,
            goes_on: false,
        };
        self.line.last = Some(self.repertoire.add(node, action, after, occurrence));
        self.line.node = Some(after);
    }

    fn open(&mut self, continues: bool) {
        let line = match continues {
            true => Line { node: self.line.node, is_after_mistake: self.line.is_after_mistake, ..Line::default() },
            false => Line { node: self.line.before, is_after_mistake: self.line.was_after_mistake, ..Line::default() },
        };
        self.interrupted.push(std::mem::replace(&mut self.line, line));
    }

    fn annotate(&mut self, kind: TokenKind, text: &str) {
        let Some(last) = self.line.last else { return };
        let is_own = self.repertoire.is_own_turn(last.node);
        let is_white = self.repertoire.nodes[last.node].position.turn().is_white();
        let Some(nag) = of_token(kind, text, is_white) else { return };
        let nags = &mut self.repertoire.occurrence_mut(last).nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
        self.line.is_after_mistake |= is_own && is_mistake(nag);
    }

    fn comment(&mut self, range: Range<usize>) {
        let range = range.start + self.start..range.end + self.start;
        match self.line.last {
            Some(last) => self.repertoire.occurrence_mut(last).comments[1].push(range),
            None if !self.line.has_moved => self.line.comments.push(range),
            None => {}
        }
    }

    fn place(&self, range: &Range<usize>) -> Place {
        let (start, end) = (range.start + self.start, range.end + self.start);
        Place { file: self.file, game: self.game, start, end }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;
    use shakmaty::Color;

    use super::*;

    fn read(text: &str) -> Repertoire {
        let database = Database::parse(text);
        let mut repertoire = Repertoire::new(Color::White);
        let mut start = 0;
        for index in 0.. {
            let Some(game) = database.view(index) else { break };
            repertoire.add_game(game, 0, index, start);
            start += game.text.len();
        }
        repertoire
    }

    /// The moves of all nodes, with the number of places where each is written.
    fn moves(repertoire: &Repertoire) -> Vec<String> {
        let nodes = repertoire.nodes.iter().enumerate();
        let moves = nodes.flat_map(|(node, found)| found.moves.iter().map(move |played| (node, played)));
        moves
            .map(|(node, played)| format!("{} {}", repertoire.numbered(node, played.action), played.occurrences.len()))
            .collect()
    }

    #[test]
    fn transpositions_meet() {
        let repertoire = read("1. d4 Nf6 2. c4 e6 (2... g6) *\n\n1. c4 Nf6 2. d4 g6 3. Nc3 *\n");
        let expected = [
            "1. d4 1",
            "1. c4 1",
            "1... Nf6 1",
            "2. c4 1",
            "2... e6 1",
            "2... g6 2",
            "3. Nc3 1",
            "1... Nf6 1",
            "2. d4 1",
        ];
        assert_eq!(moves(&repertoire), expected);
        assert_eq!((repertoire.lines(0).len(), repertoire.nodes[0].starts.len()), (2, 2));
        assert_eq!(repertoire.find(&repertoire.nodes[3].position), Some(3));
    }

    #[test]
    fn what_follows_a_mistake_is_not_to_be_played() {
        let repertoire = read("1. e4 e5 2. Nf3 (2. Qh5?! Nc6 3. Bc4 g6) 2... Nc6? *");
        let answers = |node: usize| -> Vec<String> {
            let moves = repertoire.lines(node).into_iter();
            moves.map(|index| repertoire.numbered(node, repertoire.nodes[node].moves[index].action)).collect()
        };
        assert_eq!((answers(2), answers(3)), (vec!["2. Nf3".to_owned()], vec!["2... Nc6".to_owned()]));
        let queen = &repertoire.nodes[2].moves[1];
        assert!(queen.is_mistake() && answers(queen.after).is_empty());
    }

    #[test]
    fn lines_end_where_they_do_not_read() {
        assert_eq!(moves(&read("1. e4 e5 2. Ke3 Nc6 (2... d6) *")), ["1. e4 1", "1... e5 1"]);
        assert_eq!(moves(&read("1. e4 -- 2. d4 *")), ["1. e4 1"]);
        assert!(read("[FEN \"8/8\"]\n\n1. e4 *").nodes.is_empty());
    }
}
