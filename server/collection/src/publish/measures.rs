//! What is measured in a game, as lines to be drawn: the evaluations and the clocks of its main line.

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::move_marks::clock_face;
use shakmaty::Color;

use super::story::TimedMove;

/// The size of a picture in its own units.
pub(super) const WIDTH: f64 = 640.0;
pub(super) const HEIGHT: f64 = 160.0;

/// An advantage of so many pawns, or a mate, is at the edge of the picture.
const MOST_PAWNS: f64 = 6.0;

/// A picture of what is measured.
#[derive(Debug)]
pub(super) struct Curve {
    /// What it shows, for those who do not see it.
    pub(super) words: String,
    pub(super) caption: String,
    /// The points of each line in units of the picture, from its left edge and its top.
    pub(super) lines: Vec<(Kind, Vec<(f64, f64)>)>,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Neither side is better.
    Middle,
    /// The evaluation.
    Score,
    /// White's clock.
    White,
    /// Black's clock.
    Black,
}

/// Returns the evaluations of these moves. `None` if fewer than two have one.
pub(super) fn evaluation(moves: &[TimedMove]) -> Option<Curve> {
    let height = |score: Score| {
        let pawns = match score {
            Score::Pawns(pawns) => pawns,
            // Mate in no move is given by the side that moved, which the sign does not tell.
            Score::Mate(moves) if moves < 0 => -MOST_PAWNS,
            Score::Mate(_) => MOST_PAWNS,
        };
        HEIGHT / 2.0 * (1.0 - pawns.clamp(-MOST_PAWNS, MOST_PAWNS) / MOST_PAWNS)
    };
    let score = points(moves, |one| one.score.map(height));
    let last = moves.iter().rev().find_map(|one| one.score).filter(|_| score.len() > 1)?;
    let middle = vec![(0.0, HEIGHT / 2.0), (WIDTH, HEIGHT / 2.0)];
    Some(Curve {
        words: format!("Evaluation after each move, White’s advantage above the middle; at the end {last}."),
        caption: "Evaluation: White’s advantage is above the middle, six pawns or more at the edge.".to_owned(),
        lines: vec![(Kind::Middle, middle), (Kind::Score, score)],
    })
}

/// Returns the clocks of these moves. `None` if fewer than two have one.
pub(super) fn clocks(moves: &[TimedMove]) -> Option<Curve> {
    let most = moves.iter().filter_map(|one| one.clock).fold(1.0, f64::max);
    let of = |color: Color| {
        let height = |clock: f64| HEIGHT * (1.0 - clock.max(0.0) / most);
        points(moves, |one| one.clock.filter(|_| one.turn == color).map(height))
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    let most = clock_face(most);
    (white.len() + black.len() > 1).then(|| Curve {
        words: format!("Time left on both clocks after each move, at most {most}."),
        caption: format!("Clocks: White’s line is solid, Black’s dashed; the top is {most}."),
        lines: vec![(Kind::White, white), (Kind::Black, black)],
    })
}

/// Returns points as a path of SVG.
pub(super) fn path(points: &[(f64, f64)]) -> String {
    let point = |(index, (x, y)): (usize, &(f64, f64))| format!("{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    points.iter().enumerate().map(point).collect()
}

/// The points of the moves that have a height.
fn points(moves: &[TimedMove], height: impl Fn(&TimedMove) -> Option<f64>) -> Vec<(f64, f64)> {
    let step = WIDTH / (moves.len().max(2) - 1) as f64;
    moves.iter().enumerate().filter_map(|(index, one)| Some((step * index as f64, height(one)?))).collect()
}
