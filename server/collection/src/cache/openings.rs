//! The openings of the games of a segment.

use super::piece::Flags;
use super::segment::{Named, Segment};

impl Segment<'_> {
    /// Returns for each game what [`Segment::opening`] does. Found when it is asked for first.
    pub fn openings(&self) -> &[Named] {
        self.openings.get_or_init(|| {
            let mut of_games = vec![None; self.count()];
            for place in 0..self.count() {
                let game = self.game_at(place);
                if let Some(of_game) = of_games.get_mut(game) {
                    *of_game = self.opening(game);
                }
            }
            of_games
        })
    }

    /// Returns the opening of the last named position of the main line of a game, and after how many plies it is reached; as
    /// [`of_main_line`](scoresheet_chess::openings::of_main_line) does. Fast for games that follow each other in the order of their moves.
    pub fn opening(&self, game: usize) -> Named {
        if let Some(of_games) = self.openings.get() {
            return of_games.get(game).copied().flatten();
        }
        if self.flags(game) & Flags::OTHER_START != 0 {
            return None;
        }
        let mut walk = self.opening_walk.take();
        let named = self.with_codes(game, |codes| walk.named(codes));
        self.opening_walk.set(walk);
        named
    }
}
