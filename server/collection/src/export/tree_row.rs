//! A row of the table of what was played: a move in a position, with the games that it was played in.

use shakmaty::Color;

use super::position_moves::TalliedGame;
use crate::cache::GameResult;

/// A move in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeRow {
    /// The key of the position as a signed number: the same bits.
    pub hash: i64,
    /// The move: see [`PlayedMove::code`](super::PlayedMove::code).
    pub code: u16,
    /// In how many games it was played, also those without a result.
    pub games: u64,
    /// How many of these White won.
    pub white: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many Black won.
    pub black: u64,
    /// The sum of the known ratings of those who played it, and how many there are.
    pub elo_sum: u64,
    /// The number of these ratings.
    pub elo_games: u64,
    /// The last date on which it was played: YYYYMMDD, with zeros for what is unknown. 0 if no date is known.
    pub last_date: u32,
    /// The first of the games, by [`TalliedGame::place`].
    pub place: u64,
}

/// The longest row as bytes: hash, move and form, and seven numbers of at most ten bytes.
pub const LONGEST_ROW: usize = 8 + 2 + 1 + 8 * 10;

/// The form of a row of one game; its lowest two bits are the result.
const ONE_GAME: u8 = 0x80;
/// Whether the player had a rating.
const RATED: u8 = 0x40;

impl TreeRow {
    /// A row without games.
    pub(super) fn new(hash: i64, code: u16) -> TreeRow {
        TreeRow { hash, code, place: u64::MAX, ..TreeRow::default() }
    }

    /// Counts a game in which `mover` played the move.
    #[inline]
    pub(super) fn count(&mut self, game: &TalliedGame, mover: Color) {
        self.games += 1;
        match game.result {
            GameResult::White => self.white += 1,
            GameResult::Black => self.black += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Open => {}
        }
        let elo = game.elos[mover.fold_wb(0, 1)];
        self.elo_sum += u64::from(elo);
        self.elo_games += u64::from(elo > 0);
        self.last_date = self.last_date.max(game.date);
        self.place = self.place.min(game.place);
    }

    /// What rows are ordered by, and merged by if it is the same.
    #[inline]
    pub fn key(&self) -> (i64, u16) {
        (self.hash, self.code)
    }

    /// Adds the games of the same move in the same position.
    #[inline]
    pub fn add(&mut self, other: &TreeRow) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.elo_sum += other.elo_sum;
        self.elo_games += other.elo_games;
        self.last_date = self.last_date.max(other.last_date);
        self.place = self.place.min(other.place);
    }

    /// Appends the row as bytes, at most [`LONGEST_ROW`].
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.hash.to_le_bytes());
        out.extend(self.code.to_le_bytes());
        if self.games == 1 {
            let result = self.white as u8 | (self.draws as u8) << 1 | (self.black as u8 * 3);
            out.push(ONE_GAME | result | if self.elo_games > 0 { RATED } else { 0 });
            let numbers = [self.elo_sum, u64::from(self.last_date), self.place];
            let first = usize::from(self.elo_games == 0);
            numbers[first..].iter().for_each(|number| write_number(*number, out));
            return;
        }
        out.push(0);
        let of_games = [self.games, self.white, self.draws, self.black, self.elo_sum, self.elo_games];
        of_games
            .into_iter()
            .chain([u64::from(self.last_date), self.place])
            .for_each(|number| write_number(number, out));
    }

    /// Reads a row, and tells its length. `None` if the bytes are none, or not all of one.
    pub fn read(bytes: &[u8]) -> Option<(TreeRow, usize)> {
        let mut rest = bytes;
        let hash = i64::from_le_bytes(take(&mut rest)?);
        let code = u16::from_le_bytes(take(&mut rest)?);
        let [form] = take(&mut rest)?;
        let mut row = TreeRow::new(hash, code);
        if form & ONE_GAME != 0 {
            row.games = 1;
            match form & 3 {
                1 => row.white = 1,
                2 => row.draws = 1,
                3 => row.black = 1,
                _ => {}
            }
            if form & RATED != 0 {
                (row.elo_sum, row.elo_games) = (read_number(&mut rest)?, 1);
            }
        } else {
            let counts =
                [&mut row.games, &mut row.white, &mut row.draws, &mut row.black, &mut row.elo_sum, &mut row.elo_games];
            for count in counts {
                *count = read_number(&mut rest)?;
            }
        }
        row.last_date = read_number(&mut rest)? as u32;
        row.place = read_number(&mut rest)?;
        Some((row, bytes.len() - rest.len()))
    }
}

/// A key as tables have it.
pub(super) fn signed(key: u64) -> i64 {
    key.cast_signed()
}

/// Leaves out positions that fewer games reach.
#[derive(Debug)]
pub struct Threshold {
    least: u64,
    /// The rows of one position.
    rows: Vec<TreeRow>,
}

impl Threshold {
    /// Keeps the positions in which moves of at least so many games were played.
    pub fn new(least: u64) -> Threshold {
        Threshold { least, rows: Vec::new() }
    }

    /// Adds the next row, in order. Calls `on_row` with those of the position before, if there are enough games.
    pub fn add(&mut self, row: TreeRow, on_row: &mut impl FnMut(TreeRow)) {
        if self.rows.first().is_some_and(|first| first.hash != row.hash) {
            self.end(on_row);
        }
        self.rows.push(row);
    }

    /// The same after the last row.
    pub fn end(&mut self, on_row: &mut impl FnMut(TreeRow)) {
        let games: u64 = self.rows.iter().map(|row| row.games).sum();
        if games >= self.least {
            self.rows.iter().copied().for_each(on_row);
        }
        self.rows.clear();
    }
}

/// Appends a number in as many bytes as it needs: seven bits each, the lowest first.
fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let [byte] = take(bytes)?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: GameResult, elo: u16, date: u32, place: u64) -> TalliedGame {
        TalliedGame { result, elos: [elo, 2000], date, place }
    }

    fn row(hash: i64, games: &[TalliedGame]) -> TreeRow {
        let mut row = TreeRow::new(hash, 7);
        games.iter().for_each(|game| row.count(game, Color::White));
        row
    }

    #[test]
    fn rows_read_as_they_were_written() {
        let games = [
            game(GameResult::White, 2700, 20_190_503, 1 << 40),
            game(GameResult::Draw, 0, 0, 3),
            game(GameResult::Black, 1, 1, 0),
            game(GameResult::Open, 0, u32::MAX, u64::MAX),
        ];
        let mut rows: Vec<TreeRow> = games.iter().map(|game| row(i64::MIN, &[*game])).collect();
        rows.extend([row(i64::MAX, &games), row(0, &[])]);
        let most = TreeRow {
            games: u64::MAX,
            white: u64::MAX,
            draws: u64::MAX,
            black: u64::MAX,
            elo_sum: u64::MAX,
            elo_games: u64::MAX,
            ..row(-1, &games)
        };
        rows.push(most);
        for row in rows {
            let mut bytes = Vec::new();
            row.write(&mut bytes);
            assert!(bytes.len() <= LONGEST_ROW);
            assert_eq!(TreeRow::read(&bytes), Some((row, bytes.len())));
            for end in 0..bytes.len() {
                assert_eq!(TreeRow::read(&bytes[..end]), None, "{end} bytes");
            }
        }
    }

    #[test]
    fn rows_of_the_same_move_are_added() {
        let games = [game(GameResult::White, 2700, 20_190_503, 9), game(GameResult::Draw, 0, 20_200_000, 3)];
        let mut sum = row(5, &games[..1]);
        sum.add(&row(5, &games[1..]));
        assert_eq!(sum, row(5, &games));
        assert_eq!((sum.games, sum.white, sum.draws, sum.elo_sum, sum.elo_games), (2, 1, 1, 2700, 1));
        assert_eq!((sum.last_date, sum.place), (20_200_000, 3));
    }

    #[test]
    fn positions_of_too_few_games_are_left_out() {
        let one = game(GameResult::White, 0, 0, 1);
        let rows = [row(1, &[one]), row(2, &[one]), TreeRow { code: 8, ..row(2, &[one]) }, row(3, &[one, one])];
        let kept = |least| {
            let (mut threshold, mut kept) = (Threshold::new(least), Vec::new());
            rows.iter().for_each(|row| threshold.add(*row, &mut |row: TreeRow| kept.push(row.key())));
            threshold.end(&mut |row: TreeRow| kept.push(row.key()));
            kept
        };
        assert_eq!(kept(1).len(), 4);
        assert_eq!(kept(2), [(2, 7), (2, 8), (3, 7)]);
        assert_eq!(kept(3), []);
    }
}
