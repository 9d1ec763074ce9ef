//! Games made up from a seed, to measure with where real files are not at hand or must not be needed: legal moves at
//! random, written in the shapes that files come in.
//!
//! Every game differs from the others in players and moves, and there is nothing to report about any but the faulty. Random play is not
//! chess: more pieces wander, and more checks are given, than in games between people.

mod line;
mod random;
mod tags;
mod writer;

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Outcome, Position};

use line::{LineWriter, Remarks};
use random::Random;
use writer::Writer;

/// The kind of file that games are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Tags and moves, 79 columns.
    Plain,
    /// Nested variations, comments and NAGs, 79 columns.
    Annotated,
    /// As Lichess writes them: one line a game, a comment with evaluation and clock behind every move.
    Lichess,
    /// As people teach with: from a position on, with arrows, remarks in parentheses and variations.
    Study,
    /// Eight plies at most, so that the tags are most of the text.
    Tiny,
    /// As plain, but in every twentieth game a token of the movetext has been lost.
    Faulty,
    /// One game, all of it variations within variations: about fifteen thousand in a megabyte.
    Giant,
}

impl Shape {
    /// All of them.
    pub const ALL: [Shape; 7] =
        [Shape::Plain, Shape::Annotated, Shape::Lichess, Shape::Study, Shape::Tiny, Shape::Faulty, Shape::Giant];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Plain => "plain",
            Shape::Annotated => "annotated",
            Shape::Lichess => "lichess",
            Shape::Study => "study",
            Shape::Tiny => "tiny",
            Shape::Faulty => "faulty",
            Shape::Giant => "giant",
        }
    }
}

/// Games without end, each with the empty line behind it.
struct Games {
    shape: Shape,
    random: Random,
    number: usize,
}

/// Games of at least `bytes` bytes altogether; of shape [`Shape::Giant`] it is one game. The same arguments give the same
/// text, ever.
pub fn text(shape: Shape, seed: u64, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + bytes / 8);
    pieces(shape, seed, bytes).for_each(|game| text += &game);
    text
}

/// The games of [`text`], one by one.
pub fn pieces(shape: Shape, seed: u64, bytes: usize) -> impl Iterator<Item = String> {
    let mut games = Games { shape, random: Random::new(seed), number: 0 };
    let mut left = bytes;
    std::iter::from_fn(move || {
        let game = (left > 0).then(|| games.next_game(left))?;
        left = left.saturating_sub(game.len());
        Some(game)
    })
}

impl Games {
    /// The next game; it goes on to `bytes` bytes if it is a giant.
    fn next_game(&mut self, bytes: usize) -> String {
        self.number += 1;
        let start = self.start();
        let (writer, end) = self.movetext(start.clone(), bytes);
        let result = match end.outcome() {
            Outcome::Known(outcome) => outcome.as_str(),
            Outcome::Unknown if self.shape == Shape::Study => "*",
            Outcome::Unknown => self.random.pick(&["1-0", "0-1", "1/2-1/2"]),
        };
        let mut text = tags::tags(self.shape, &mut self.random, self.number, result);
        if self.shape == Shape::Study {
            let fen = Fen::from_position(&start, EnPassantMode::Legal);
            text += &format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n");
        }
        text.push('\n');
        let mut movetext = writer.ended_by(result);
        if self.shape == Shape::Faulty && self.number.is_multiple_of(20) {
            lose_token(&mut movetext, &mut self.random);
        }
        text += &movetext;
        text += "\n\n";
        text
    }

    /// Where the game starts.
    fn start(&mut self) -> Chess {
        let mut position = Chess::default();
        if self.shape != Shape::Study {
            return position;
        }
        for _ in 0..10 + self.random.below(30) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[self.random.below(moves.len())]);
        }
        position
    }

    /// The moves from a position on, and the position after the last.
    fn movetext(&mut self, start: Chess, bytes: usize) -> (Writer, Chess) {
        let (remarks, plies, columns) = match self.shape {
            Shape::Plain | Shape::Faulty => (Remarks::None, 20 + self.random.below(140), Some(writer::COLUMNS)),
            Shape::Tiny => (Remarks::None, self.random.below(9), Some(writer::COLUMNS)),
            Shape::Lichess => (Remarks::Clocks, 20 + self.random.below(120), None),
            Shape::Annotated => {
                (Remarks::Prose { variations: 4, depth: 3 }, 30 + self.random.below(70), Some(writer::COLUMNS))
            }
            Shape::Study => (Remarks::Lesson { variations: 5, depth: 2 }, 4 + self.random.below(20), None),
            Shape::Giant => {
                let mut line = LineWriter::new(
                    &mut self.random,
                    Remarks::Prose { variations: 2, depth: 6 },
                    Some(writer::COLUMNS),
                );
                let end = line.write_to_size(start, bytes);
                return (line.into_writer(), end);
            }
        };
        let mut line = LineWriter::new(&mut self.random, remarks, columns);
        let end = line.write(start, plies);
        (line.into_writer(), end)
    }
}

fn lose_token(movetext: &mut String, random: &mut Random) {
    let starts: Vec<usize> = movetext.match_indices([' ', '\n']).map(|(blank, _)| blank + 1).collect();
    let lost = random.below(starts.len() - 1);
    movetext.replace_range(starts[lost]..starts[lost + 1], "");
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::{Database, Event, GameView, NodeKind};
    use scoresheet_lint::checked_file::{CheckedFile, FileFindings};
    use scoresheet_lint::configuration::Configuration;
    use scoresheet_lint::file_view::FileFacts;
    use scoresheet_lint::finding::Level;
    use scoresheet_lint::linter::Linter;
    use scoresheet_lint::rules::RULES;

    use super::{Shape, text};

    const BYTES: usize = 100_000;

    #[test]
    fn there_is_nothing_to_report_but_of_the_faulty() {
        let linter = Linter::configured(RULES, &Configuration::new(Level::Warning));
        for shape in Shape::ALL {
            let text = text(shape, 1, BYTES);
            let file = Database::parse(&text);
            let findings = CheckedFile::complete(&linter, &file, FileFacts::default(), None).all();
            let what: Vec<_> =
                findings.iter().map(|finding| (finding.rule.name, &text[finding.range.clone()])).collect();
            match shape {
                Shape::Faulty => assert!(what.len() > file.len() / 40, "{what:?}"),
                _ => assert_eq!(what, [], "{}", shape.name()),
            }
        }
    }

    #[test]
    fn the_size_is_as_asked() {
        for shape in Shape::ALL {
            let length = text(shape, 1, BYTES).len();
            assert!((BYTES..BYTES * 3 / 2).contains(&length), "{}: {length}", shape.name());
        }
    }

    #[test]
    fn the_seed_decides() {
        for shape in Shape::ALL {
            let small = |seed| text(shape, seed, 10_000);
            assert_eq!(small(7), small(7));
            assert_ne!(small(7), small(8));
        }
    }

    #[test]
    fn the_giant_is_one_game_of_many_variations() {
        let file = Database::parse(&text(Shape::Giant, 1, 1_000_000));
        let is_variation = |event: &Event| *event == Event::Enter(NodeKind::Variation);
        let variations_of = |game: GameView| game.tree.events().filter(|(event, _)| is_variation(event)).count();
        let variations: Vec<usize> = file.views().map(|(_, game)| variations_of(game)).collect();
        assert_eq!(variations.len(), 1);
        assert!(variations[0] > 10_000, "{variations:?}");
    }
}
