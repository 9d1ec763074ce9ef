//! A tournament: its players, and what each did in each round.

use std::collections::{BTreeMap, HashMap, HashSet};

use shakmaty::Color;

use super::event::Event;
use super::names::identity;
use super::record::{Outcome, Record};

/// Of all pairs of players at least such a part meets in a round robin, as it is being played. In a Swiss it is far less.
const ROUND_ROBIN_PART: (usize, usize) = (3, 4);

/// How players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everyone meets everyone, as often as others.
    RoundRobin,
    /// By rounds.
    Swiss,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// What it is called, where it was and when.
    pub title: String,
    /// How players are paired.
    pub kind: Kind,
    /// In the order of the files.
    pub players: Vec<Player>,
    /// The number of the last round that has a game; 0 if rounds are not known.
    pub rounds: u32,
    /// How often two players of a round robin meet: as often as most of them did.
    pub cycles: u32,
    /// Its games and pairings.
    pub records: Vec<Record>,
    /// The players of each record; none if a name is unknown or both names are the same.
    pub(super) pairs: Vec<Pair>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name as it is written most often.
    pub name: String,
    /// The rating in the first game that has one.
    pub elo: Option<u16>,
    /// The games, byes and missed rounds, by rounds; what is in no round is first.
    pub turns: Vec<Turn>,
}

/// What a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The round; 0 if it is not known.
    pub round: u32,
    /// The index of the opponent, and the colour.
    pub opponent: Option<(usize, Color)>,
    /// What the player got, in half points.
    pub points: u8,
    /// How it came to that.
    pub way: Way,
}

/// How a player got the points of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In a game.
    Played,
    /// The game was paired and not played.
    Forfeit,
    /// There was no opponent.
    Bye,
    /// Nothing is known of the player in this round.
    Absent,
    /// The game has no result.
    Open,
}

/// The players of a record, White first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Both(usize, usize),
    /// A player with a bye.
    One(usize),
    /// The game is already among those before.
    Repeated,
    Unknown,
}

impl Tournament {
    /// The tournament of an event; its kind is found from the games if it is not given. Linear in the games, and in the square of the players of a
    /// round robin.
    pub fn new(event: Event, kind: Option<Kind>) -> Tournament {
        let title = event.title();
        let records = event.records;
        let (mut players, mut pairs) = players_of(&records);
        mark_repeated(&records, &mut pairs);
        let kind = kind.unwrap_or_else(|| likely_kind(&records, &pairs, players.len()));
        let rounds = records.iter().filter_map(|record| record.round).max().unwrap_or(0);
        for (record, pair) in records.iter().zip(&pairs) {
            add_turns(&mut players, record, *pair, kind);
        }
        if kind == Kind::Swiss {
            add_absences(&mut players, &records);
        }
        players.iter_mut().for_each(|player| player.turns.sort_by_key(|turn| turn.round));
        let cycles = cycles(&pairs);
        Tournament { title, kind, players, rounds, cycles, records, pairs }
    }

    /// The points of a player in halves, with those of byes and forfeits.
    pub fn points(&self, player: usize) -> u32 {
        self.players[player].turns.iter().map(|turn| u32::from(turn.points)).sum()
    }
}

impl Turn {
    /// Whether a game decided it.
    pub fn is_played(&self) -> bool {
        self.way == Way::Played
    }

    /// Whether the player had White in it.
    pub fn is_white(&self) -> bool {
        matches!(self.opponent, Some((_, Color::White)))
    }
}

/// The players in the order of the files, and the pair of each record.
fn players_of(records: &[Record]) -> (Vec<Player>, Vec<Pair>) {
    let mut indices: HashMap<String, usize> = HashMap::new();
    let mut spellings: Vec<BTreeMap<&str, u32>> = Vec::new();
    let mut players: Vec<Player> = Vec::new();
    let mut pairs = Vec::new();
    for record in records {
        let keys = [&record.names[0], &record.names[1]].map(|name| identity(name));
        let is_bye = |color: Color| matches!(record.outcome, Outcome::Bye(player, _) if player != color);
        let is_game = !matches!(record.outcome, Outcome::Bye(..));
        if is_game && (keys[0] == keys[1] || keys.iter().any(String::is_empty)) {
            pairs.push(Pair::Unknown);
            continue;
        }
        let mut found = [None; 2];
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            if is_bye(color) || keys[side].is_empty() {
                continue;
            }
            let index = *indices.entry(keys[side].clone()).or_insert_with(|| {
                players.push(Player { name: String::new(), elo: None, turns: Vec::new() });
                spellings.push(BTreeMap::new());
                players.len() - 1
            });
            *spellings[index].entry(record.names[side].as_str()).or_default() += 1;
            players[index].elo = players[index].elo.or(record.elos[side]);
            found[side] = Some(index);
        }
        pairs.push(match found {
            [Some(white), Some(black)] => Pair::Both(white, black),
            [Some(player), None] | [None, Some(player)] => Pair::One(player),
            [None, None] => Pair::Unknown,
        });
    }
    for (player, spellings) in players.iter_mut().zip(&spellings) {
        let most = spellings.iter().max_by_key(|(name, count)| (**count, name.len()));
        player.name = most.map(|(name, _)| (*name).to_owned()).unwrap_or_default();
    }
    (players, pairs)
}

/// Marks the games that are in the files more than once: with the same players, colours, round, date, result and length.
fn mark_repeated(records: &[Record], pairs: &mut [Pair]) {
    let mut seen = HashSet::new();
    for (record, pair) in records.iter().zip(pairs) {
        if let Pair::Both(white, black) = *pair
            && record.plies > 0
            && record.round.is_some()
            && !seen.insert((white, black, record.round, &record.date, record.outcome, record.plies))
        {
            *pair = Pair::Repeated;
        }
    }
}

/// A round robin if most pairs met, or if no round is known, or if there are as many rounds as a round robin has: nobody meets the same player
/// again in a Swiss.
fn likely_kind(records: &[Record], pairs: &[Pair], players: usize) -> Kind {
    let met = games_of_pairs(pairs).len();
    let all = players * players.saturating_sub(1) / 2;
    let rounds = records.iter().filter_map(|record| record.round).collect::<HashSet<u32>>().len();
    let (part, whole) = ROUND_ROBIN_PART;
    match met * whole >= all * part || rounds == 0 || rounds + 1 >= players {
        true => Kind::RoundRobin,
        false => Kind::Swiss,
    }
}

/// How many games each pair has; the smaller index is first.
pub(super) fn games_of_pairs(pairs: &[Pair]) -> BTreeMap<(usize, usize), u32> {
    let mut games = BTreeMap::new();
    for pair in pairs {
        if let Pair::Both(white, black) = *pair {
            *games.entry((white.min(black), white.max(black))).or_default() += 1;
        }
    }
    games
}

/// How many games most pairs have that met; of equal numbers the greater one.
fn cycles(pairs: &[Pair]) -> u32 {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for games in games_of_pairs(pairs).into_values() {
        *counts.entry(games).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(games, pairs)| (*pairs, *games)).map_or(1, |(games, _)| games)
}

fn add_turns(players: &mut [Player], record: &Record, pair: Pair, kind: Kind) {
    let round = record.round.unwrap_or(0);
    match (pair, record.outcome) {
        (Pair::One(player), Outcome::Bye(_, points)) if kind == Kind::Swiss => {
            players[player].turns.push(Turn { round, opponent: None, points, way: Way::Bye });
        }
        (Pair::Both(white, black), outcome) => {
            let (points, way) = match outcome {
                Outcome::Played(points) => (points, Way::Played),
                Outcome::Forfeit(points) => (points, Way::Forfeit),
                Outcome::Bye(..) | Outcome::Open => ([0, 0], Way::Open),
            };
            for (player, opponent, points) in
                [(white, (black, Color::White), points[0]), (black, (white, Color::Black), points[1])]
            {
                players[player].turns.push(Turn { round, opponent: Some(opponent), points, way });
            }
        }
        // The free round of a round robin with an odd number of players gives no point.
        _ => {}
    }
}

/// Adds a turn without points for each round that has games and none of the player: a zero-point bye (article 16.1.1).
fn add_absences(players: &mut [Player], records: &[Record]) {
    let mut rounds: Vec<u32> = records.iter().filter_map(|record| record.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    for player in players {
        let mut present: Vec<u32> = player.turns.iter().map(|turn| turn.round).collect();
        present.sort_unstable();
        let missed = rounds.iter().filter(|round| present.binary_search(round).is_err());
        let absences = missed.map(|round| Turn { round: *round, opponent: None, points: 0, way: Way::Absent });
        player.turns.extend(absences.collect::<Vec<_>>());
    }
}
