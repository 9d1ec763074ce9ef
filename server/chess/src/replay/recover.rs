//! Recovery from an illegal move: the probable intention, judged by the moves that follow.

use std::cmp::Reverse;

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Move, Position, Square};

use super::check_and_mate::is_check;
use super::notes::Notes;
use super::resolve::{Resolution, resolve};
use super::written::{Action, Written, read_tolerant};
use crate::piece_letters::Language;

/// The number of following moves on which a guess is tried. More would hardly separate guesses, and the cost of an
/// illegal move is this number times the number of legal moves.
pub(crate) const LOOK_AHEAD: usize = 8;

/// The number of following moves on which guesses are tried that [`LOOK_AHEAD`] moves cannot separate.
pub(crate) const LONG_LOOK_AHEAD: usize = 60;

/// The probable intention of an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The replacement for the move.
    pub action: RepairAction,
    /// The number of following moves that are then legal, and the number tried.
    pub follows: (usize, usize),
    /// Whether no other move fits equally well.
    pub is_certain: bool,
    /// Whether the move is the meaning of the text in another language.
    pub is_translated: bool,
}

/// A replacement for an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepairAction {
    /// Play another move.
    Play {
        /// The move.
        action: Move,
        /// Its canonical SAN.
        san: String,
    },
    /// Play the move although it leaves a check unanswered, as if the piece that gives the check were on another square.
    Ignore {
        /// The square of that piece.
        from: Square,
        /// The other square.
        to: Square,
        /// The move.
        action: Move,
    },
    /// Skip the move: it is superfluous.
    Skip,
    /// Change the side to move: a move is missing, or there is no good guess.
    Pass,
}

/// Returns the best guess for a move with these `readings`, given the moves that follow on its line (`None` if the game
/// continues after no guess), and the canonical SAN of the moves worth suggesting, likeliest first.
pub(crate) fn recover(
    position: &VariantPosition,
    readings: &[Written],
    following: &[&str],
    languages: &[&'static Language],
) -> (Option<Repair>, Vec<String>) {
    // Parsed once for all guesses.
    let next_moves: Vec<Vec<Written>> = read(&following[..following.len().min(LOOK_AHEAD)], languages);
    if readings.is_empty() && next_moves.is_empty() {
        return (None, Vec::new());
    }
    let legal_moves = position.legal_moves();
    // Of equal guesses the first wins: no move rather than a move that resembles nothing.
    let mut guesses = Vec::with_capacity(2 + legal_moves.len());
    guesses.push(Guess::new(None, plays_read(position.clone(), &next_moves), 0));
    if let Some(passed) = pass(position) {
        guesses.push(Guess { is_pass: true, ..Guess::new(None, plays_read(passed, &next_moves), 0) });
    }
    for action in legal_moves {
        let mut after = position.clone();
        after.play_unchecked(action);
        let likeness = likeness(action, is_check(&after), readings);
        guesses.push(Guess::new(Some(action), plays_read(after, &next_moves), likeness));
    }
    guesses.sort_by_key(|guess| Reverse(guess.rank()));
    let rivals = separate_rivals(&mut guesses, position, following, languages);
    let Some(best) = guesses.first() else { return (None, Vec::new()) };
    let tried = next_moves.len();
    // If no move follows, only the likeness counts; otherwise the game must continue.
    let goes_on = if tried == 0 { best.likeness >= ALIKE } else { best.plays * 4 >= tried * 3 };
    if !goes_on {
        return (None, Vec::new());
    }
    let action = match best.action {
        Some(action) => RepairAction::Play { action, san: san(position, action) },
        None if best.is_pass => RepairAction::Pass,
        None => RepairAction::Skip,
    };
    let repair = Repair {
        action,
        follows: (best.plays, tried),
        is_certain: rivals == 1 && best.likeness >= ALIKE,
        is_translated: false,
    };
    (Some(repair), suggestions(position, &guesses))
}

/// Sorts the best guesses by how many moves of `following` are legal after them; returns how many are still equal.
fn separate_rivals(
    guesses: &mut [Guess],
    position: &VariantPosition,
    following: &[&str],
    languages: &[&'static Language],
) -> usize {
    let Some(best) = guesses.first().map(Guess::rank) else { return 0 };
    let rivals = guesses.iter().take_while(|guess| guess.rank() == best).count();
    if rivals == 1 || best.0 == following.len() {
        return rivals;
    }
    let rivals = &mut guesses[..rivals];
    let following = read(following, languages);
    for guess in rivals.iter_mut() {
        guess.later_plays = guess.after(position).map_or(0, |after| plays_read(after, &following));
    }
    rivals.sort_by_key(|guess| Reverse(guess.later_plays));
    rivals.iter().take_while(|guess| guess.later_plays == rivals[0].later_plays).count()
}

/// The maximum number of suggestions for an illegal move.
const MOST_SUGGESTIONS: usize = 3;

/// Returns the moves after which the game continues as far as after any other, and with nearly the highest likeness
/// among them.
fn suggestions(position: &VariantPosition, guesses: &[Guess]) -> Vec<String> {
    let Some(best) = guesses.first() else { return Vec::new() };
    let likeliest = guesses.iter().find(|guess| guess.action.is_some()).map_or(0, |guess| guess.likeness);
    guesses
        .iter()
        .take_while(|guess| guess.plays == best.plays)
        .filter(|guess| guess.likeness >= ALIKE && guess.likeness + 1 >= likeliest)
        .filter_map(|guess| guess.action)
        .take(MOST_SUGGESTIONS)
        .map(|action| san(position, action))
        .collect()
}

fn san(position: &VariantPosition, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

/// The likeness from which a legal move counts as a possible intention: a piece of the same kind to the same file or
/// rank, or another piece to the same square.
const ALIKE: u32 = 6;

#[derive(Clone)]
struct Guess {
    action: Option<Move>,
    is_pass: bool,
    plays: usize,
    likeness: u32,
    /// The number of legal moves in a longer look-ahead, if it was needed.
    later_plays: usize,
}

impl Guess {
    fn new(action: Option<Move>, plays: usize, likeness: u32) -> Guess {
        Guess { action, is_pass: false, plays, likeness, later_plays: 0 }
    }

    /// Ranks guesses by how far the game continues, then by likeness.
    fn rank(&self) -> (usize, u32) {
        (self.plays, self.likeness)
    }

    /// Returns the position after the guess.
    fn after(&self, position: &VariantPosition) -> Option<VariantPosition> {
        let mut after = position.clone();
        match self.action {
            Some(action) => after.play_unchecked(action),
            None if self.is_pass => return pass(position),
            None => {}
        }
        Some(after)
    }
}

/// Returns the position after a null move, unless the side to move is in check.
pub fn pass(position: &VariantPosition) -> Option<VariantPosition> {
    if is_check(position) {
        return None;
    }
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    setup.fullmoves = setup.fullmoves.saturating_add(u32::from(setup.turn.is_black()));
    setup.swap_turn();
    VariantPosition::from_setup(position.variant(), setup, position.castles().mode()).ok()
}

/// Returns the position with the piece on one square on another one, as if it were there.
pub fn with_piece_moved(position: &VariantPosition, from: Square, to: Square) -> Option<VariantPosition> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    let piece = setup.board.remove_piece_at(from)?;
    setup.board.set_piece_at(to, piece);
    setup.ep_square = None;
    VariantPosition::from_setup(position.variant(), setup, position.castles().mode()).ok()
}

/// Returns how many of `moves` are legal in sequence. A capture on an empty square ends the sequence: a piece is
/// missing.
pub(crate) fn plays(position: VariantPosition, moves: &[&str], languages: &[&'static Language]) -> usize {
    plays_read(position, &read(moves, languages))
}

/// Returns the readings of each move.
fn read(moves: &[&str], languages: &[&'static Language]) -> Vec<Vec<Written>> {
    moves.iter().map(|text| read_tolerant(text, languages)).collect()
}

fn plays_read(mut position: VariantPosition, moves: &[Vec<Written>]) -> usize {
    for (played, readings) in moves.iter().enumerate() {
        let in_check = is_check(&position);
        match readings.iter().map(|written| resolve(&position, in_check, written)).find(is_move) {
            Some(Resolution::One(_, notes)) if notes.has_any(Notes::SUPERFLUOUS_CAPTURE) => return played,
            Some(Resolution::One(action, _)) => position.play_unchecked(action),
            Some(Resolution::Null) => match pass(&position) {
                Some(passed) => position = passed,
                None => return played,
            },
            _ => return played,
        }
    }
    moves.len()
}

fn is_move(resolution: &Resolution) -> bool {
    matches!(resolution, Resolution::One(..) | Resolution::Null)
}

/// Returns the likeness of a legal move, which gives check or not, to a written one: piece, target and origin count.
fn likeness(action: Move, gives_check: bool, readings: &[Written]) -> u32 {
    readings.iter().map(|written| likeness_to(action, gives_check, written)).max().unwrap_or(0)
}

fn likeness_to(action: Move, gives_check: bool, written: &Written) -> u32 {
    let Action::Piece(piece) = &written.action else {
        return if matches!(written.action, Action::Castle(_)) && action.is_castle() { 6 } else { 0 };
    };
    if action.is_castle() || action.is_put() {
        return 0;
    }
    let to = action.to();
    let same_role = piece.role.is_none_or(|role| role == action.role());
    let same_origin = action.from().is_some_and(|from| {
        piece.from_file.is_none_or(|file| file == from.file()) && piece.from_rank.is_none_or(|rank| rank == from.rank())
    });
    let same_capture = piece.capture == action.is_capture();
    let same_check = (written.check != super::written::CheckMark::None) == gives_check;
    let files_apart = i32::from(piece.to_file).abs_diff(i32::from(to.file()));
    let ranks_apart = piece.to_rank.map_or(0, |rank| i32::from(rank).abs_diff(i32::from(to.rank())));
    let target = match (files_apart, ranks_apart) {
        (0, 0) => 4,
        // The writer hit a neighbouring key.
        (0, 1) | (1, 0) if same_role => 3,
        (0, _) | (_, 0) => 2,
        _ => 0,
    };
    target + 2 * u32::from(same_role) + u32::from(same_origin) + u32::from(same_capture) + u32::from(same_check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn much_later_moves_separate_guesses() {
        // Black's king moves to and fro; only the tenth ply shows where the bishop is.
        let position = crate::position_faults::start_position(
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            shakmaty::variant::Variant::Chess,
            false,
        )
        .unwrap();
        let following = ["Ke7", "Kd1", "Ke8", "Ke1", "Ke7", "Kd1", "Ke8", "Ke1", "Kd8", "Bf8"];
        let english = [crate::piece_letters::english()];
        let (repair, _) = recover(&position, &read_tolerant("Bh3", &english), &following, &english);
        let repair = repair.unwrap();
        assert!(matches!(&repair.action, RepairAction::Play { san, .. } if san == "Bh6"), "{repair:?}");
        assert!(repair.is_certain);
        let (repair, _) = recover(&position, &read_tolerant("Bd3", &english), &following[..9], &english);
        assert!(!repair.unwrap().is_certain);
    }

    #[test]
    fn a_passed_turn_counts_as_a_move() {
        let start = VariantPosition::default();
        let passed = pass(&start).unwrap();
        assert_eq!(fen(&passed), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
        let passed = pass(&passed).unwrap();
        assert_eq!(fen(&passed), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2");
    }
}
