//! The values of the commands in the comments at a move: clocks, evaluation, arrows and squares.

use scoresheet_grammar::command::{Command, commands, without_commands};
use scoresheet_grammar::{GameView, TokenKind, ast};
use shakmaty::{Color, Square};

use crate::command_arguments::seconds;
use crate::command_docs::{self, Score};
use crate::diagram::Brush;
use crate::engine_comment::engine_comment;
use crate::move_tree::MoveTree;
use crate::time_control::{self, Period};

/// The command values at a move. The last of several values counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveMarks {
    /// Seconds left on the clock of the player who moved.
    pub clock: Option<f64>,
    /// Seconds spent on the move.
    pub spent: Option<f64>,
    /// An engine's evaluation and the depth of its search.
    pub score: Option<(Score, Option<u32>)>,
    /// `[%cal ...]`
    pub arrows: Vec<(Brush, Square, Square)>,
    /// `[%csl ...]`
    pub squares: Vec<(Brush, Square)>,
    /// What an engine's program wrote as text, with single spaces.
    pub data: Option<String>,
}

impl MoveMarks {
    /// Collects the commands of the comments after move `index`, or at the start of the game without an index. Linear
    /// in the comments.
    pub fn at(game: GameView, tree: &MoveTree, index: Option<usize>) -> MoveMarks {
        let mut marks = MoveMarks::default();
        for comment in tree.comments.iter().filter(|comment| comment.previous_move == index) {
            marks.add_all(&game.text[comment.range.clone()], index.map(|index| tree.moves[index].turn));
        }
        marks
    }

    /// Adds the commands of a comment, as it is written, and what an engine's program wrote into it after a move of `mover`.
    pub fn add_all(&mut self, comment: &str, mover: Option<Color>) {
        let kind = if comment.starts_with('{') { TokenKind::BraceComment } else { TokenKind::LineComment };
        self.add_text(ast::comment_text(kind, comment), mover);
    }

    /// The same of a comment without its braces or its semicolon.
    pub fn add_text(&mut self, comment: &str, mover: Option<Color>) {
        let words = without_commands(comment);
        if let Some(data) = mover.and_then(|mover| engine_comment(&words, mover)) {
            self.clock = data.left.or(self.clock);
            self.spent = data.spent.or(self.spent);
            self.score = data.score.map(|score| (score, data.depth)).or(self.score);
            self.data = Some(words.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        commands(comment, 0).for_each(|command| self.add(&command));
    }

    fn add(&mut self, command: &Command) {
        match command.name {
            "clk" => self.clock = seconds(command.arguments).or(self.clock),
            "emt" => self.spent = seconds(command.arguments).or(self.spent),
            "eval" => self.score = command_docs::score(command).or(self.score),
            "csl" => {
                let squares = command_docs::squares(command).unwrap_or_default().into_iter();
                self.squares.extend(squares.filter_map(|(letter, on)| Some((Brush::from_letter(letter)?, on))));
            }
            "cal" => {
                let arrows = command_docs::arrows(command).unwrap_or_default().into_iter();
                self.arrows
                    .extend(arrows.filter_map(|(letter, from, to)| Some((Brush::from_letter(letter)?, from, to))));
            }
            _ => {}
        }
    }
}

/// The seconds left on each clock after every move, with the time control.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    /// The clock of the mover after each move, by index in the tree.
    left: Vec<Option<f64>>,
    /// The seconds before the first move, and the increment.
    control: Option<(f64, f64)>,
}

impl Clocks {
    /// Reads the clocks of a game. Linear in the game.
    pub fn of(game: GameView, tree: &MoveTree) -> Clocks {
        let mut left = vec![None; tree.moves.len()];
        for comment in &tree.comments {
            let Some(index) = comment.previous_move else { continue };
            let mut marks = MoveMarks::default();
            marks.add_all(&game.text[comment.range.clone()], Some(tree.moves[index].turn));
            left[index] = marks.clock.or(left[index]);
        }
        Clocks { left, control: game.tag("TimeControl").and_then(|value| first_period(&value)) }
    }

    /// Returns the seconds left on the clock of a side after move `index` of its line.
    pub fn left(&self, tree: &MoveTree, index: usize, side: Color) -> Option<f64> {
        let own = if tree.moves[index].turn == side { Some(index) } else { tree.moves[index].previous };
        self.left[own?].filter(|_| own.is_some_and(|own| tree.moves[own].turn == side))
    }

    /// Returns the seconds that move `index` took, from the clock after it and the clock after the player's previous
    /// move. `None` if the clock gained more than the increment.
    pub fn used(&self, tree: &MoveTree, index: usize) -> Option<f64> {
        let now = self.left[index]?;
        let before = tree.moves[index].previous.and_then(|previous| tree.moves[previous].previous);
        let (before, increment) = match (before, self.control) {
            (Some(before), control) => (self.left[before]?, control.map_or(0.0, |(_, increment)| increment)),
            // Servers add no increment for a move on which the clock has not run.
            (None, Some((time, increment))) => (time, if now > time { increment } else { 0.0 }),
            (None, None) => return None,
        };
        Some(before + increment - now).filter(|used| *used >= 0.0)
    }
}

/// Returns the seconds and the increment of the first period of a time control (section 9.6.1).
fn first_period(value: &str) -> Option<(f64, f64)> {
    match *time_control::read(value)?.periods.first()? {
        Period::Clock { time, increment, .. } => Some((time.as_secs_f64(), increment.as_secs_f64())),
        _ => None,
    }
}

/// Formats seconds as a clock shows them, without fractions: `0:05`, `12:00`, `1:02:03`.
pub fn clock_face(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn comments_tell_what_there_is_at_a_move() {
        let text = "{[%csl Rd5]} 1. e4 {🏆 [%clk 0:03:00] [%eval 0.3,12]} (1. d4 {[%eval 0.1]}) {[%cal Ge2e4,Xd2d4]} e5 {[%emt 0:00:05]} *";
        let database = Database::parse(text);
        let view = database.view(0).unwrap();
        let tree = MoveTree::of(view);
        let e4 = MoveMarks::at(view, &tree, Some(0));
        assert_eq!((e4.clock, e4.spent, e4.score), (Some(180.0), None, Some((Score::Pawns(0.3), Some(12)))));
        assert_eq!(e4.arrows, [(Brush::Green, Square::E2, Square::E4)]);
        assert_eq!(MoveMarks::at(view, &tree, None).squares, [(Brush::Red, Square::D5)]);
        assert_eq!(MoveMarks::at(view, &tree, Some(2)).spent, Some(5.0));
    }

    #[test]
    fn engines_say_the_same_without_commands() {
        let text = "1. e4 {d=28, mt=2500, tl=150000, wv=0.25,} e5 {+0.10/20 1.5s} 2. Nf3 {d=3, mt=2000, tl=120000, wv=0.3 [%eval 0.5]} *";
        let database = Database::parse(text);
        let view = database.view(0).unwrap();
        let tree = MoveTree::of(view);
        let marks = [0, 1, 2].map(|index| MoveMarks::at(view, &tree, Some(index)));
        let told = marks.map(|marks| (marks.clock, marks.spent, marks.score));
        assert_eq!(
            told,
            [
                (Some(150.0), Some(2.5), Some((Score::Pawns(0.25), Some(28)))),
                (None, Some(1.5), Some((Score::Pawns(-0.1), Some(20)))),
                (Some(120.0), Some(2.0), Some((Score::Pawns(0.5), None))),
            ]
        );
        assert_eq!(Clocks::of(view, &tree).left(&tree, 2, Color::White), Some(120.0));
    }

    #[test]
    fn clocks_tell_how_long_moves_took() {
        let text = "[TimeControl \"180+2\"]\r\n\r\n1. e4 {[%clk 0:02:58]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:50]} Nc6 {[%clk 0:09:00]} \
                    3. Bb5 *";
        let database = Database::parse(text);
        let view = database.view(0).unwrap();
        let tree = MoveTree::of(view);
        let clocks = Clocks::of(view, &tree);
        let used: Vec<Option<f64>> = (0..5).map(|index| clocks.used(&tree, index)).collect();
        assert_eq!(used, [Some(2.0), Some(0.0), Some(10.0), None, None]);
        assert_eq!(
            (clocks.left(&tree, 2, Color::White), clocks.left(&tree, 2, Color::Black)),
            (Some(170.0), Some(180.0))
        );
        assert_eq!(clocks.left(&tree, 0, Color::Black), None);
    }

    #[test]
    fn clocks_have_faces() {
        let shown = [5.9, 61.0, 3723.0, -1.0].map(clock_face);
        assert_eq!(shown, ["0:05", "1:01", "1:02:03", "0:00"]);
    }
}
