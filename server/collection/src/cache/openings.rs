//! The openings of the games of a segment.

use scoresheet_chess::openings::{LONGEST_OPENING, may_be_named, opening};

use super::piece::Flags;
use super::reaching::{Node, position_after};
use super::segment::{Named, Segment};

impl Segment<'_> {
    /// Returns for each game the opening of the last named position of its main line, and after how many plies it is reached; as
    /// [`of_main_line`](scoresheet_chess::openings::of_main_line) does. Found when it is asked for first.
    pub fn openings(&self) -> &[Named] {
        self.openings.get_or_init(|| openings(self))
    }
}

// What games share is played once.
fn openings(segment: &Segment) -> Vec<Named> {
    let mut of_games = vec![None; segment.count()];
    // The positions of the current game, each with the last name up to there.
    let mut nodes: Vec<(Node, Named)> = vec![(Node::start(), None)];
    let mut codes = Vec::new();
    for place in 0..segment.count() {
        let game = segment.game_at(place);
        let named = if segment.flags(game) & Flags::OTHER_START == 0 {
            let Some(shared) = segment.follow_codes(place, &mut codes) else { break };
            while nodes.len() > 1 && nodes.last().is_some_and(|(node, _)| node.end > shared) {
                nodes.pop();
            }
            follow(&mut nodes, &codes)
        } else {
            None
        };
        if let Some(of_game) = of_games.get_mut(game) {
            *of_game = named;
        }
    }
    of_games
}

/// Plays the rest of the moves as far as openings go. Returns the last name.
fn follow(nodes: &mut Vec<(Node, Named)>, codes: &[u8]) -> Named {
    while nodes.len() <= LONGEST_OPENING
        && let Some((last, named)) = nodes.last()
        && let Some(next) = last.next(codes)
    {
        let named = match may_be_named(next.key) {
            true => {
                opening(&position_after(&codes[..next.end])).map(|opening| (opening, nodes.len() as u32)).or(*named)
            }
            false => *named,
        };
        nodes.push((next, named));
    }
    nodes.last().and_then(|(_, named)| *named)
}
