//! The curves of the evaluation and of the clocks as HTML, and the numbers in a table.

use scoresheet_chess::move_marks::clock_face;

use super::html::Html;
use super::measures::{Curve, HEIGHT, Kind, WIDTH, clocks, evaluation, path};
use super::notation::figurines;
use super::story::TimedMove;

/// Writes what is measured in a game, if anything is.
pub(super) fn write(html: &mut Html, moves: &[TimedMove], level: Level) {
    let (evaluation, clocks) = (evaluation(moves), clocks(moves));
    let (has_scores, has_clocks) = (evaluation.is_some(), clocks.is_some());
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
    evaluation.iter().chain(&clocks).for_each(|curve| draw(html, curve));
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

fn draw(html: &mut Html, curve: &Curve) {
    let size = format!("0 0 {WIDTH} {HEIGHT}");
    let words = format!("{} The numbers are in the table below.", curve.words);
    html.open("figure", &[("class", "curve")]);
    html.open("svg", &[("viewBox", &size), ("role", "img"), ("aria-label", &words), ("preserveAspectRatio", "none")]);
    for (kind, points) in &curve.lines {
        let class = match kind {
            Kind::Middle => "middle",
            Kind::Score => "score",
            Kind::White => "white",
            Kind::Black => "black",
        };
        html.open("path", &[("class", class), ("d", &path(points))]);
        html.close();
    }
    html.close();
    html.element("figcaption", &[], &curve.caption);
    html.close();
    html.line();
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
