//! The curves of the evaluation and of the clocks, and the numbers in a table.

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::move_marks::clock_face;
use shakmaty::Color;

use super::html::Html;
use super::notation::figurines;
use super::story::TimedMove;

/// The size of a curve in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;

/// An advantage of so many pawns, or a mate, is at the edge of the picture.
const MOST_PAWNS: f64 = 6.0;

/// Writes what is measured in a game, if anything is.
pub(super) fn write(html: &mut Html, moves: &[TimedMove], level: Level) {
    let has_scores = moves.iter().filter(|one| one.score.is_some()).count() > 1;
    let has_clocks = moves.iter().filter(|one| one.clock.is_some()).count() > 1;
    if !has_scores && !has_clocks {
        return;
    }
    html.open("section", &[("class", "curves")]);
    html.element(
        level.heading(),
        &[],
        match (has_scores, has_clocks) {
            (true, true) => "Evaluation and clocks",
            (true, false) => "Evaluation",
            _ => "Clocks",
        },
    );
    html.line();
    if has_scores {
        evaluation(html, moves);
    }
    if has_clocks {
        clocks(html, moves);
    }
    table(html, moves, has_scores, has_clocks);
    html.close();
    html.line();
}

/// The rank of a heading.
#[derive(Clone, Copy, Debug)]
pub(super) enum Level {
    /// Of a game that has a page.
    Page,
    /// Of a game among others.
    Part,
}

impl Level {
    /// The heading of the game.
    pub(super) fn title(self) -> &'static str {
        match self {
            Level::Page => "h1",
            Level::Part => "h2",
        }
    }

    /// The headings in it.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Level::Page => "h2",
            Level::Part => "h3",
        }
    }
}

fn evaluation(html: &mut Html, moves: &[TimedMove]) {
    let height = |score: Score| {
        let pawns = match score {
            Score::Pawns(pawns) => pawns,
            // Mate in no move is given by the side that moved, which the sign does not tell.
            Score::Mate(moves) => {
                if moves < 0 {
                    -MOST_PAWNS
                } else {
                    MOST_PAWNS
                }
            }
        };
        HEIGHT / 2.0 * (1.0 - pawns.clamp(-MOST_PAWNS, MOST_PAWNS) / MOST_PAWNS)
    };
    let points = |one: &TimedMove| one.score.map(height);
    let last = moves.iter().rev().find_map(|one| one.score).map(|score| score.to_string()).unwrap_or_default();
    let words = format!(
        "Evaluation after each move, White’s advantage above the middle; at the end {last}. The numbers are in the table below."
    );
    html.open("figure", &[("class", "curve")]);
    begin(html, &words);
    let middle = format!("M0 {0:.1}H{WIDTH}", HEIGHT / 2.0);
    html.open("path", &[("class", "middle"), ("d", &middle)]);
    html.close();
    curve(html, "score", moves.iter().map(points));
    html.close();
    html.element(
        "figcaption",
        &[],
        "Evaluation: White’s advantage is above the middle, six pawns or more at the edge.",
    );
    html.close();
    html.line();
}

fn clocks(html: &mut Html, moves: &[TimedMove]) {
    let most = moves.iter().filter_map(|one| one.clock).fold(1.0, f64::max);
    let of = |color: Color| {
        moves
            .iter()
            .map(move |one| one.clock.filter(|_| one.turn == color).map(|clock| HEIGHT * (1.0 - clock.max(0.0) / most)))
    };
    let words = format!(
        "Time left on both clocks after each move, at most {}. The numbers are in the table below.",
        clock_face(most)
    );
    html.open("figure", &[("class", "curve")]);
    begin(html, &words);
    curve(html, "white", of(Color::White));
    curve(html, "black", of(Color::Black));
    html.close();
    let caption = format!("Clocks: White’s line is solid, Black’s dashed; the top is {}.", clock_face(most));
    html.element("figcaption", &[], &caption);
    html.close();
    html.line();
}

fn begin(html: &mut Html, words: &str) {
    let size = format!("0 0 {WIDTH} {HEIGHT}");
    html.open("svg", &[("viewBox", &size), ("role", "img"), ("aria-label", words), ("preserveAspectRatio", "none")]);
}

/// Draws the heights of the moves, without those that have none.
fn curve(html: &mut Html, class: &str, heights: impl ExactSizeIterator<Item = Option<f64>>) {
    let step = WIDTH / (heights.len().max(2) - 1) as f64;
    let mut path = String::new();
    for (index, height) in heights.enumerate() {
        if let Some(height) = height {
            let command = if path.is_empty() { 'M' } else { 'L' };
            path += &format!("{command}{:.1} {height:.1}", step * index as f64);
        }
    }
    html.open("path", &[("class", class), ("d", &path)]);
    html.close();
}

fn table(html: &mut Html, moves: &[TimedMove], has_scores: bool, has_clocks: bool) {
    html.open("details", &[]);
    html.element("summary", &[], "Numbers");
    html.open("table", &[]);
    html.open("thead", &[]);
    html.open("tr", &[]);
    let columns = [("Move", true), ("Evaluation", has_scores), ("Clock", has_clocks)];
    columns
        .iter()
        .filter(|(_, is_shown)| *is_shown)
        .for_each(|(name, _)| html.element("th", &[("scope", "col")], name));
    html.close();
    html.close();
    html.open("tbody", &[]);
    for one in moves {
        html.open("tr", &[]);
        let dots = one.turn.fold_wb(".", "…");
        html.element("th", &[("scope", "row")], &format!("{}{dots} {}", one.number, figurines(&one.text)));
        if has_scores {
            html.element("td", &[], &one.score.map(|score| score.to_string()).unwrap_or_default());
        }
        if has_clocks {
            html.element("td", &[], &one.clock.map(clock_face).unwrap_or_default());
        }
        html.close();
        html.line();
    }
    html.close();
    html.close();
    html.close();
}
