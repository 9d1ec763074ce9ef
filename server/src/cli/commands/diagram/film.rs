//! The positions of the main line of a game, each with the time that it is shown.

use scoresheet_chess::move_marks::Clocks;
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_grammar::Database;
use scoresheet_ide::board_state::board_state_at_ply;

use super::arguments::{DiagramArguments, Pace};
use super::scene::{Scene, chosen_game, no_such_ply, of_state};

/// An animation has at most so many moves: the longest game that was ever played has half as many.
const MOST_PLIES: usize = 1000;

/// The seconds that a position is shown by the clocks: that of a move which took as long as moves of this game do, the least and the most.
const USUAL: f64 = 1.0;
const LEAST: f64 = 0.25;
const MOST: f64 = 5.0;

/// The last position is shown so many times as long as another one, before the first one follows.
const LAST: f64 = 3.0;

/// Returns the positions of the game that the arguments choose, from its start to its end or the ply of the arguments, with the seconds that each is shown.
///
/// # Errors
/// A message, if there is no such game, a position is not known, or there are no clocks.
pub(super) fn of_film(arguments: &DiagramArguments, text: &str) -> Result<Vec<(Scene, f64)>, String> {
    let database = Database::parse(text);
    let game = chosen_game(arguments, &database)?;
    let tree = MoveTree::of(game.view);
    let main_line: Vec<usize> = (0..tree.moves.len()).filter(|one| tree.moves[*one].variation.is_none()).collect();
    let plies = arguments.ply.unwrap_or(main_line.len());
    if plies > main_line.len() {
        return Err(no_such_ply(game.index + 1, main_line.len(), plies));
    }
    if plies > MOST_PLIES {
        return Err(format!("an animation shows at most {MOST_PLIES} plies, and the game has {plies}: use --ply"));
    }
    let seconds = seconds(arguments.pace, &Clocks::of(game.view, &tree), &tree, &main_line[..plies])?;
    let scene = |ply: usize| of_state(board_state_at_ply(game, ply).ok());
    (0..=plies).zip(seconds).map(|(ply, seconds)| Ok((scene(ply)?, seconds))).collect()
}

/// How long the start and each position after a move are shown.
fn seconds(pace: Pace, clocks: &Clocks, tree: &MoveTree, moves: &[usize]) -> Result<Vec<f64>, String> {
    let mut all = match pace {
        Pace::Seconds(seconds) => vec![seconds; moves.len() + 1],
        Pace::Clocks => {
            let used: Vec<Option<f64>> = moves.iter().map(|index| clocks.used(tree, *index)).collect();
            let known: Vec<f64> = used.iter().flatten().copied().collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            if known.is_empty() || mean <= 0.0 {
                return Err("the game has no clocks ([%clk]): give --pace in seconds".to_owned());
            }
            // A position is shown while the next move is thought about.
            let thought = used.iter().map(|used| used.map_or(USUAL, |used| (used / mean * USUAL).clamp(LEAST, MOST)));
            thought.chain([USUAL]).collect()
        }
    };
    all.last_mut().into_iter().for_each(|last| *last *= LAST);
    Ok(all)
}
