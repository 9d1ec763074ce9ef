//! A query about all games of a segment of a cache.

use scoresheet_chess::replay::has_legal_move;
use shakmaty::variant::VariantPosition;
use shakmaty::{Board, CastlingMode, Chess, Color, Setup, Square};

use super::position::PositionTerm;
use super::search::Answer;
use super::{Query, search};
use crate::cache::{CachedGame, Segment};
use crate::text_game::TextGames;

/// The answer to a query about one game of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The game is not found.
    #[default]
    No,
    /// The game is not found as far as it reads.
    Broken,
    /// The game is found.
    Yes,
    /// The text of the game decides.
    Unknown,
}

/// After how many games the work may end early.
const AT_A_TIME: usize = 1024;

impl Query {
    /// Asks all games of a segment. Returns a verdict for each, in the order of the file: those that [`Query::find`] gives for the texts, or
    /// unknown ones. The rest of them is meaningless if it `is_enough` before the end.
    pub fn verdicts(&self, segment: &Segment, is_enough: &dyn Fn() -> bool) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::No; segment.count()];
        let may_be_found = self.may_be_found(segment);
        // Games with much in common are next to each other in this order.
        for place in 0..segment.count() {
            if place % AT_A_TIME == 0 && is_enough() {
                break;
            }
            let game = segment.game_at(place);
            let may_be = may_be_found.as_ref().is_none_or(|may_be| may_be.get(game) == Some(&true));
            // Where the search in a broken game ends is found out by playing it.
            if !may_be && !segment.is_broken(game) && segment.is_complete(game) {
                continue;
            }
            let Some(verdict) = verdicts.get_mut(game) else { continue };
            *verdict = match search::find(&self.program, self.lines, &mut CachedGame::new(segment, game)) {
                Answer::Found(_) => Verdict::Yes,
                Answer::NotFound { is_broken: false } => Verdict::No,
                Answer::NotFound { is_broken: true } => Verdict::Broken,
                Answer::Unknown => Verdict::Unknown,
            };
        }
        verdicts
    }

    /// Asks one game of a segment, and its text if the segment does not keep what decides. The answer is unknown only if there is no text.
    pub fn find_in(&self, segment: &Segment, game: usize, text: impl FnOnce() -> Option<String>) -> Answer {
        match self.find(&mut CachedGame::new(segment, game)) {
            Answer::Unknown => {
                text().and_then(|text| Some(self.find(&mut TextGames::new(&text).next()?))).unwrap_or(Answer::Unknown)
            }
            known => known,
        }
    }

    /// Which games may be found, if the query tells enough to see it without playing all of them by the rules.
    fn may_be_found(&self, segment: &Segment) -> Option<Vec<bool>> {
        let terms = self.required()?;
        let mut may_be = vec![false; segment.count()];
        for term in terms {
            let of_term = match term {
                PositionTerm::Exact(position) => {
                    for reaching in segment.reaching(position) {
                        may_be.get_mut(reaching.game).into_iter().for_each(|may| *may = true);
                    }
                    continue;
                }
                PositionTerm::Board(pattern) => segment.placing(&pattern.placed()),
                PositionTerm::Move(pattern) if !pattern.is_mate() => {
                    segment.moving(|us, action| pattern.may_be(us, action))
                }
                // No move can follow.
                PositionTerm::Mate | PositionTerm::Move(_) => segment.ending(may_be_mate),
                PositionTerm::Stalemate => segment.ending(may_be_stalemate),
                _ => return None,
            };
            may_be.iter_mut().zip(of_term).for_each(|(may, of_term)| *may |= of_term);
        }
        Some(may_be)
    }
}

/// Whether the side to move is mated, if nothing can be taken en passant.
fn may_be_mate(board: &Board, turn: Color) -> bool {
    is_check(board, turn) && may_have_no_move(board, turn, true)
}

/// Whether the side to move has no move and is not in check, if nothing can be taken en passant.
fn may_be_stalemate(board: &Board, turn: Color) -> bool {
    !is_check(board, turn) && may_have_no_move(board, turn, false)
}

fn is_check(board: &Board, turn: Color) -> bool {
    let attackers = |king: Square| board.attacks_to(king, !turn, board.occupied());
    board.king_of(turn).is_none_or(|king| attackers(king).any())
}

/// Castling does not matter: where it is possible, the king can make a step, too.
fn may_have_no_move(board: &Board, turn: Color, in_check: bool) -> bool {
    let setup = Setup { board: board.clone(), turn, ..Setup::empty() };
    let position = setup.position::<Chess>(CastlingMode::Standard).map(VariantPosition::Chess);
    !position.is_ok_and(|position| has_legal_move(&position, in_check))
}
