//! Events: the games that belong to one tournament.

use std::collections::{BTreeMap, HashMap, HashSet};

use scoresheet_chess::dates;

use super::names::identity;
use super::record::Record;

/// Between two games of one event in different years there are at most so many days. A tournament over the turn of the year has a free week;
/// next year's is months later.
const LONGEST_BREAK: u32 = 60;

/// The same in one year: a league pauses in summer, and a tournament at new year has its next edition in December.
const LONGEST_PAUSE: u32 = 200;

/// The first of July, as MMDD.
const MIDDLE_OF_YEAR: u32 = 701;

/// A player who plays all games against so many others plays no tournament: three could be one with four players of which games are missing.
const LEAST_OPPONENTS: usize = 5;

/// The games of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The Event tag; empty if it is unknown.
    pub name: String,
    /// The Site tag; empty if it is unknown, or the address of each game.
    pub site: String,
    /// The first date, as YYYYMMDD; 0 if no date is known.
    pub first: u32,
    /// The last date.
    pub last: u32,
    /// In the order of the files.
    pub records: Vec<Record>,
}

/// Puts records together that have the same event, the same site and dates near each other, in the order in which they begin in the files. An event
/// of every year is one for each year. Linear in the records, apart from sorting them by date.
pub fn events(records: Vec<Record>) -> Vec<Event> {
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    let mut groups: Vec<Vec<Record>> = Vec::new();
    for record in records {
        let place = *places.entry((folded(&record.event), folded(site(&record)))).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(record);
    }
    let mut events: Vec<Event> = join_unknown_sites(groups).into_iter().flat_map(by_date).collect();
    events.iter_mut().for_each(Event::find_dates);
    events
}

impl Event {
    /// One event of all records. `None` if there are none.
    pub fn of_all(records: Vec<Record>) -> Option<Event> {
        let mut event = Event::new(records);
        event.find_dates();
        (!event.records.is_empty()).then_some(event)
    }

    /// Whether a record has players.
    pub fn has_players(&self) -> bool {
        self.records.iter().any(|record| record.names.iter().any(|name| !identity(name).is_empty()))
    }

    /// The player of all its games, if these have no rounds and more than a few opponents: the games that a player kept of a server, or a
    /// simultaneous exhibition. Nobody of them plays for a place. Linear.
    pub fn only_player(&self) -> Option<&str> {
        let first = self.records.iter().find(|record| record.names.iter().all(|name| !identity(name).is_empty()))?;
        let has_rounds = self.records.iter().any(|record| record.round.is_some());
        first.names.iter().map(String::as_str).filter(|_| !has_rounds).find(|player| {
            let own = identity(player);
            let mut opponents = HashSet::new();
            let is_of_player = |record: &Record| {
                let names = record.names.each_ref().map(|name| identity(name));
                let colour = names.iter().position(|name| *name == own);
                colour.is_some_and(|colour| {
                    opponents.insert(names[1 - colour].clone());
                    true
                })
            };
            self.records.iter().all(is_of_player) && opponents.len() >= LEAST_OPPONENTS
        })
    }

    /// Returns its name, its site and its dates, as far as they are known.
    pub fn title(&self) -> String {
        let name = if self.name.is_empty() { "Event without a name" } else { &self.name };
        let site = (!self.site.is_empty()).then_some(self.site.as_str());
        let dates = match (written_date(self.first), written_date(self.last)) {
            (Some(first), Some(last)) if first == last => Some(first),
            (Some(first), Some(last)) => Some(format!("{first} to {last}")),
            _ => None,
        };
        [Some(name), site, dates.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn new(records: Vec<Record>) -> Event {
        let of_first = |of: fn(&Record) -> &str| records.iter().map(of).find(|text| !text.is_empty());
        let name = of_first(|record| &record.event).unwrap_or_default().to_owned();
        let site = of_first(site).unwrap_or_default().to_owned();
        Event { name, site, first: 0, last: 0, records }
    }

    fn find_dates(&mut self) {
        let dates = || self.records.iter().map(|record| dates::collation(&record.date)).filter(|date| *date > 0);
        (self.first, self.last) = (dates().min().unwrap_or(0), dates().max().unwrap_or(0));
    }
}

/// The site, unless it is the address of the game on a server.
fn site(record: &Record) -> &str {
    if record.site.contains("://") { "" } else { &record.site }
}

fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// Puts the games without a site to those that have one, if there is only one for their event.
fn join_unknown_sites(groups: Vec<Vec<Record>>) -> Vec<Vec<Record>> {
    let mut of_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, group) in groups.iter().enumerate() {
        of_name.entry(folded(&group[0].event)).or_default().push(index);
    }
    let mut groups: Vec<Option<Vec<Record>>> = groups.into_iter().map(Some).collect();
    for same in of_name.into_values() {
        if let [first, second] = same[..]
            && [first, second]
                .into_iter()
                .any(|group| groups[group].as_ref().is_some_and(|group| site(&group[0]).is_empty()))
            && let Some(more) = groups[second].take()
            && let Some(group) = &mut groups[first]
        {
            group.extend(more);
        }
    }
    groups.into_iter().flatten().collect()
}

/// Cuts the games of an event where its next edition begins. Games without a date belong to the first edition.
fn by_date(records: Vec<Record>) -> Vec<Event> {
    let days_of = days_by_year(&records);
    let mut days: Vec<u32> = days_of.values().flatten().copied().collect();
    days.sort_unstable();
    // The last day of each edition but the last one.
    let mut ends: Vec<u32> = Vec::new();
    for pair in days.windows(2) {
        let is_same_year = pair[0] / 10_000 == pair[1] / 10_000;
        let longest = if is_same_year { LONGEST_PAUSE } else { LONGEST_BREAK };
        if day_number(pair[1]).saturating_sub(day_number(pair[0])) > longest {
            ends.push(pair[0]);
        }
    }
    let mut editions: Vec<Vec<Record>> = vec![Vec::new(); ends.len() + 1];
    let mut order: Vec<usize> = Vec::new();
    for record in records {
        let date = dates::collation(&record.date);
        let day = match (date, has_month(date)) {
            (_, true) => Some(date),
            // Without a month it belongs to the last edition of its year.
            (_, false) => days_of.get(&(date / 10_000)).and_then(|days| days.iter().max()).copied(),
        };
        let edition = day.map_or(0, |day| ends.partition_point(|end| *end < day));
        if editions[edition].is_empty() {
            order.push(edition);
        }
        editions[edition].push(record);
    }
    order.into_iter().map(|edition| Event::new(std::mem::take(&mut editions[edition]))).collect()
}

/// The days of the records in each year. A year of which no month is known has a day in its middle.
fn days_by_year(records: &[Record]) -> BTreeMap<u32, Vec<u32>> {
    let mut days: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for date in records.iter().map(|record| dates::collation(&record.date)).filter(|date| *date > 0) {
        let of_year = days.entry(date / 10_000).or_default();
        of_year.extend(has_month(date).then_some(date));
    }
    for (year, days) in &mut days {
        if days.is_empty() {
            days.push(year * 10_000 + MIDDLE_OF_YEAR);
        }
    }
    days
}

fn has_month(date: u32) -> bool {
    month(date) > 0
}

fn month(date: u32) -> u32 {
    date / 100 % 100
}

/// Days since some day, with every month as long as the longest.
fn day_number(date: u32) -> u32 {
    date / 10_000 * 372 + month(date) * 31 + date % 100
}

fn written_date(date: u32) -> Option<String> {
    let (year, month, day) = (date / 10_000, month(date), date % 100);
    match (year, month, day) {
        (0, ..) => None,
        (_, 0, _) => Some(format!("{year}")),
        (_, _, 0) => Some(format!("{year}.{month:02}")),
        _ => Some(format!("{year}.{month:02}.{day:02}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::record::Outcome;

    fn record(event: &str, site: &str, date: &str) -> Record {
        Record {
            event: event.to_owned(),
            site: site.to_owned(),
            date: date.to_owned(),
            round: None,
            event_rounds: None,
            names: ["A", "B"].map(str::to_owned),
            elos: [None; 2],
            outcome: Outcome::Open,
            plies: 30,
            other_result: None,
            location: String::new(),
        }
    }

    fn found(records: &[(&str, &str, &str)]) -> Vec<(String, usize)> {
        let records = records.iter().map(|(event, site, date)| record(event, site, date)).collect();
        events(records).iter().map(|event| (event.title(), event.records.len())).collect()
    }

    #[track_caller]
    fn check(records: &[(&str, &str, &str)], expected: &[(&str, usize)]) {
        let expected: Vec<(String, usize)> =
            expected.iter().map(|(title, games)| ((*title).to_owned(), *games)).collect();
        assert_eq!(found(records), expected);
    }

    #[test]
    fn each_edition_of_an_event_is_one() {
        check(
            &[
                ("Hastings", "Hastings", "1990.12.28"),
                ("Hastings", "Hastings", "1991.01.05"),
                ("Hastings", "Hastings", "1991.12.29"),
                ("Hastings", "Hastings", "1992.01.03"),
                ("HASTINGS", "Hastings", "1990.12.29"),
            ],
            &[("Hastings, Hastings, 1990.12.28 to 1991.01.05", 3), ("Hastings, Hastings, 1991.12.29 to 1992.01.03", 2)],
        );
        check(
            &[("League", "", "1990.02.01"), ("League", "", "1990.08.01"), ("League", "", "1990.??.??")],
            &[("League, 1990 to 1990.08.01", 3)],
        );
        check(
            &[("Cup", "", "1990.??.??"), ("Cup", "", "1991.??.??"), ("Cup", "", "")],
            &[("Cup, 1990", 2), ("Cup, 1991", 1)],
        );
    }

    #[test]
    fn dates_without_months_do_not_join_years() {
        let dates = ["1988.??.??", "1989.??.??", "1997.02.04", "1998.02.21", "1998.??.??"];
        let games: Vec<(&str, &str, &str)> = dates.iter().map(|date| ("Linares", "", *date)).collect();
        let expected = [
            ("Linares, 1988", 1),
            ("Linares, 1989", 1),
            ("Linares, 1997.02.04", 1),
            ("Linares, 1998 to 1998.02.21", 2),
        ];
        check(&games, &expected);
    }

    #[test]
    fn sites_distinguish_events_of_one_name() {
        check(
            &[("Open", "Biel", ""), ("Open", "Lugano", ""), ("Open", "Biel", "")],
            &[("Open, Biel", 2), ("Open, Lugano", 1)],
        );
        check(&[("Open", "", ""), ("Open", "Lugano", "")], &[("Open, Lugano", 2)]);
        check(&[("", "https://server/1", ""), ("", "https://server/2", "")], &[("Event without a name", 2)]);
    }
}
