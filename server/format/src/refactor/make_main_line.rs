//! Makes a variation the main line through all levels: on each level it comes first, and the line it replaces second.

use super::raise::raise;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};

pub(super) fn make_main_line(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(variation) = score.variation_at(site.offset) else {
        return refuse_at(site, "this is already the main line");
    };
    let parents = std::iter::successors(Some(variation), |line| Some(score.lines[*line].parent));
    let mut path: Vec<usize> = parents.take_while(|line| *line != 0).collect();
    path.reverse();
    raise(&score, &path)
}
