//! Games counted in groups.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::cell::{Cell, StatsColumn, StatsTable};
use super::tally::{Counted, Tally, share};
use crate::cache::GameResult;
use crate::table::{Column, Row};
use crate::tournament::{identity, leading_number};

/// Lengths are counted in groups of so many moves.
const MOVES_IN_GROUP: u32 = 10;

/// A letter and two digits; the standard has more letters and digits after a slash, and programs write a letter.
const ECO_CODE: usize = 3;

/// By what games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// All games together.
    All,
    /// Each player, with both colours.
    Player,
    /// The opening: that of the tags, or else of the moves.
    Opening,
    /// The ECO code without what is after its digits: that of the tag, or else of the moves.
    Eco,
    /// The year of the Date tag.
    Year,
    /// The year and the month of the Date tag.
    Month,
    /// The result.
    Result,
    /// The Event tag.
    Event,
    /// The Site tag.
    Site,
    /// The number of moves, in tens.
    Length,
    /// The men at the end.
    Material,
    /// The pieces that pawns were promoted to.
    Promotions,
}

/// Games counted in groups.
#[derive(Clone, Debug)]
pub struct Counts {
    by: By,
    games: u64,
    groups: BTreeMap<String, Group>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    /// The spellings, each with how often it is there.
    names: BTreeMap<String, u64>,
    tally: Tally,
}

impl Counts {
    /// Counts games by something.
    pub fn new(by: By) -> Counts {
        Counts { by, games: 0, groups: BTreeMap::new() }
    }

    /// Returns the columns of rows that games are counted from: first those that all counts need.
    pub fn columns(by: By) -> Vec<Column> {
        let tag = |name: &str| Column::Tag(name.to_owned());
        let mut columns = vec![tag("WhiteElo"), tag("BlackElo"), tag("Date"), Column::Plies];
        columns.extend(match by {
            By::All | By::Year | By::Month | By::Result | By::Length => vec![],
            By::Player => vec![tag("White"), tag("Black")],
            By::Opening => vec![Column::Eco, Column::Opening],
            By::Eco => vec![Column::Eco],
            By::Event => vec![tag("Event")],
            By::Site => vec![tag("Site")],
            By::Material => vec![Column::Material],
            By::Promotions => vec![Column::Promotions],
        });
        columns
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the game of a row with [these columns](Counts::columns).
    pub fn add(&mut self, row: &Row, result: GameResult) {
        let mut cells = row.cells();
        let mut next = || cells.next().unwrap_or_default();
        let elos = [next(), next()].map(leading_number);
        let date = next();
        let game = Counted {
            elos,
            result,
            year: date.get(..4).and_then(|year| year.parse().ok()),
            plies: next().parse().unwrap_or(0),
        };
        let (first, second) = (next(), next());
        self.games += 1;
        match self.by {
            By::Player => {
                self.count(first, &game, Color::White);
                self.count(second, &game, Color::Black);
            }
            By::All => self.count("all", &game, Color::White),
            By::Opening => self.count(format!("{first}\t{second}").trim(), &game, Color::White),
            By::Promotions if first.is_empty() => self.count("none", &game, Color::White),
            By::Eco => self.count(first.get(..ECO_CODE).unwrap_or(first), &game, Color::White),
            By::Event | By::Site | By::Material | By::Promotions => self.count(first, &game, Color::White),
            By::Year => self.count(&game.year.map_or_else(String::new, |year| year.to_string()), &game, Color::White),
            By::Month => {
                let month = date.get(.."YYYY.MM".len()).filter(|_| game.year.is_some());
                self.count(month.unwrap_or_default(), &game, Color::White);
            }
            By::Result => self.count(result.written(), &game, Color::White),
            By::Length => {
                let first = game.plies.div_ceil(2).saturating_sub(1) / MOVES_IN_GROUP * MOVES_IN_GROUP;
                let name = match game.plies {
                    0 => "0".to_owned(),
                    _ => format!("{}-{}", first + 1, first + MOVES_IN_GROUP),
                };
                self.count(&name, &game, Color::White);
            }
        }
    }

    /// Adds the games of other counts.
    pub fn append(&mut self, other: Counts) {
        self.games += other.games;
        for (key, group) in other.groups {
            let own = self.groups.entry(key).or_default();
            own.tally.append(&group.tally);
            for (name, count) in group.names {
                *own.names.entry(name).or_default() += count;
            }
        }
    }

    /// The table: the largest groups first, years and lengths in their order.
    pub fn table(&self) -> StatsTable {
        let mut groups: Vec<(&String, &Group)> = self.groups.iter().collect();
        if !matches!(self.by, By::Year | By::Month | By::Length) {
            groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.tally.games()));
        }
        let rows = groups.into_iter().map(|(_, group)| self.row(group)).collect();
        let mut table = StatsTable { columns: self.shown(), rows };
        if matches!(self.by, By::Year | By::Month | By::Length) {
            let key = table.columns[0].key.to_owned();
            // This is the name of a column.
            let _ = table.sort(&[(key, false)]);
        }
        table
    }

    fn count(&mut self, name: &str, game: &Counted, color: Color) {
        let key = if self.by == By::Player { identity(name) } else { name.to_owned() };
        let group = self.groups.entry(key).or_default();
        match group.names.get_mut(name) {
            Some(count) => *count += 1,
            None => {
                group.names.insert(name.to_owned(), 1);
            }
        }
        group.tally.add(game, color);
    }

    fn shown(&self) -> Vec<StatsColumn> {
        let column = |(key, heading): &(&'static str, &'static str)| StatsColumn { key, heading };
        let name: &[(&str, &str)] = match self.by {
            By::All => &[],
            By::Player => &[("player", "Player")],
            By::Opening => &[("eco", "ECO"), ("opening", "Opening")],
            By::Eco => &[("eco", "ECO")],
            By::Year => &[("year", "Year")],
            By::Month => &[("month", "Month")],
            By::Result => &[("result", "Result")],
            By::Event => &[("event", "Event")],
            By::Site => &[("site", "Site")],
            By::Length => &[("length", "Moves")],
            By::Material => &[("material", "Material")],
            By::Promotions => &[("promotions", "Promotions")],
        };
        let counts: &[(&str, &str)] = match self.by {
            By::Player => &[
                ("games", "Games"),
                ("wins", "Won"),
                ("draws", "Drawn"),
                ("losses", "Lost"),
                ("points", "Points"),
                ("score", "Score"),
                ("white_games", "White"),
                ("white_score", "Score"),
                ("black_games", "Black"),
                ("black_score", "Score"),
                ("elo", "Elo"),
                ("opponents", "Opp. Elo"),
                ("performance", "Perf."),
                ("first_year", "First"),
                ("last_year", "Last"),
            ],
            _ => &[
                ("games", "Games"),
                ("share", "Share"),
                ("white", "White"),
                ("draws", "Draws"),
                ("black", "Black"),
                ("score", "Score"),
                ("moves", "Moves"),
                ("white_elo", "White Elo"),
                ("black_elo", "Black Elo"),
                ("first_year", "First"),
                ("last_year", "Last"),
            ],
        };
        name.iter().chain(counts).map(column).collect()
    }

    fn row(&self, group: &Group) -> Vec<Cell> {
        let most = group.names.iter().max_by_key(|(name, count)| (**count, name.len()));
        let name = most.map_or("", |(name, _)| name.as_str());
        let words = |text: &str| if text.is_empty() { Cell::Unknown } else { Cell::Words(text.to_owned()) };
        let tally = &group.tally;
        let mut cells = match self.by {
            By::All => vec![],
            By::Opening => {
                let (eco, opening) = name.split_once('\t').unwrap_or(("", name));
                vec![words(eco), words(opening)]
            }
            _ => vec![words(name)],
        };
        cells.push(Cell::Count(tally.games()));
        match self.by {
            By::Player => {
                cells.extend(tally.results());
                cells.extend([tally.points(), tally.score()]);
                for color in Color::ALL {
                    cells.extend([tally.games_with(color), tally.score_with(color)]);
                }
                cells.extend([tally.rating(), tally.opponents(), tally.performance()]);
            }
            _ => {
                cells.push(share(tally.games(), self.games));
                cells.extend(tally.results());
                cells.extend([tally.score(), tally.moves(), tally.rating(), tally.opponents()]);
            }
        }
        cells.extend(tally.years());
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(by: By, games: &[(&[&str], GameResult)]) -> Counts {
        let mut counts = Counts::new(by);
        for (cells, result) in games {
            let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
            counts.add(&Row::new(&cells, false), *result);
        }
        counts
    }

    #[test]
    fn players_are_counted_with_both_colours_and_all_spellings() {
        let mut counts = counted(
            By::Player,
            &[
                (&["2600", "2500", "1990.01.01", "40", "Tal, M", "Bronstein, D"], GameResult::White),
                (&["", "2600", "1991.??.??", "20", "Petrosian, T", "Tal,M."], GameResult::Draw),
            ],
        );
        counts.append(counted(By::Player, &[(&["2600", "2400", "", "20", "Tal, M", "Keres, P"], GameResult::Open)]));
        let table = counts.table();
        assert_eq!(table.columns.len(), table.rows[0].len());
        assert_eq!(
            table.rows[0],
            [
                Cell::Words("Tal, M".to_owned()),
                Cell::Count(3),
                Cell::Count(1),
                Cell::Count(1),
                Cell::Count(0),
                Cell::Number(1.5),
                Cell::Share(0.75),
                Cell::Count(2),
                // The game without a result is not in the score.
                Cell::Share(1.0),
                Cell::Count(1),
                Cell::Share(0.5),
                Cell::Count(2600),
                // Only Bronstein has a rating in a game with a result: 2500 + 800 for a score of 1 of 1.
                Cell::Count(2500),
                Cell::Count(3300),
                Cell::Count(1990),
                Cell::Count(1991),
            ]
        );
        assert_eq!((counts.games(), table.rows.len()), (3, 4));
    }

    #[test]
    fn lengths_are_in_their_order_and_any_column_sorts() {
        let games: Vec<(&[&str], GameResult)> = vec![
            (&["", "", "", "201"], GameResult::White),
            (&["", "", "", "20"], GameResult::Draw),
            (&["", "", "", "1"], GameResult::Black),
            (&["", "", "", "0"], GameResult::White),
            (&["", "", "", "21"], GameResult::White),
        ];
        let mut table = counted(By::Length, &games).table();
        let names = |table: &StatsTable| -> Vec<String> {
            let name = |row: &Vec<Cell>| if let Cell::Words(name) = &row[0] { name.clone() } else { String::new() };
            table.rows.iter().map(name).collect()
        };
        assert_eq!(names(&table), ["0", "1-10", "11-20", "101-110"]);
        table.sort(&[("score".to_owned(), false), ("length".to_owned(), true)]).unwrap();
        assert_eq!(names(&table), ["1-10", "101-110", "11-20", "0"]);
        assert_eq!(table.sort(&[("elo".to_owned(), false)]), Err("elo".to_owned()));
    }

    #[test]
    fn months_are_in_their_order_and_codes_without_what_follows() {
        let of = |by: By, cell: &str| {
            let date_or = |date: &str| if by == By::Month { cell.to_owned() } else { date.to_owned() };
            let cells = ["", "", &date_or("2001.01.01"), "2", cell];
            let counts = counted(by, &[(&cells, GameResult::Draw)]);
            counts.table().rows[0][0].clone()
        };
        let words = |text: &str| Cell::Words(text.to_owned());
        assert_eq!(of(By::Eco, "E12/07"), words("E12"));
        assert_eq!(of(By::Eco, "é"), words("é"));
        assert_eq!(of(By::Site, "Riga"), words("Riga"));
        assert_eq!(of(By::Month, "1999.02.03"), words("1999.02"));
        assert_eq!(of(By::Month, "1999.??.??"), words("1999.??"));
        assert_eq!(of(By::Month, "????.02.??"), Cell::Unknown);
        let dates = ["2000.10.01", "2000.02.01", "1999.12.01", "2000.02.28"];
        let games: Vec<[&str; 4]> = dates.iter().map(|date| ["", "", *date, "2"]).collect();
        let games: Vec<(&[&str], GameResult)> = games.iter().map(|cells| (&cells[..], GameResult::Draw)).collect();
        let months: Vec<Cell> = counted(By::Month, &games).table().rows.iter().map(|row| row[0].clone()).collect();
        assert_eq!(months, ["1999.12", "2000.02", "2000.10"].map(words));
    }
}
