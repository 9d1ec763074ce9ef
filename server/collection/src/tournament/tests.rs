//! Tie-breaks by examples worked out by hand.

use shakmaty::Color;

use super::event::Event;
use super::record::{Outcome, Record};
use super::{Kind, Ranking, TieBreak, Tournament};

const WON: Outcome = Outcome::Played([2, 0]);
const DRAWN: Outcome = Outcome::Played([1, 1]);
const LOST: Outcome = Outcome::Played([0, 2]);

fn tournament(kind: Kind, games: &[(u32, &str, &str, Outcome)]) -> Tournament {
    Tournament::new(event(games), Some(kind))
}

fn event(games: &[(u32, &str, &str, Outcome)]) -> Event {
    let record = |(round, white, black, outcome): &(u32, &str, &str, Outcome)| Record {
        event: String::new(),
        site: String::new(),
        date: String::new(),
        round: Some(*round),
        event_rounds: None,
        names: [white, black].map(|name| (*name).to_owned()),
        elos: [None; 2],
        outcome: *outcome,
        plies: 30,
        other_result: None,
        location: String::new(),
    };
    Event::of_all(games.iter().map(record).collect()).unwrap()
}

/// The value of a tie-break of each player, by name.
fn values(tournament: &Tournament, tie_break: TieBreak) -> Vec<(String, f64)> {
    let ranking = Ranking::new(tournament, &[tie_break]);
    let named = |placed: &super::Placed| {
        (tournament.players[placed.player].name.clone(), placed.values[0].map_or(-1.0, super::Value::decimal))
    };
    let mut values: Vec<(String, f64)> = ranking.places.iter().map(named).collect();
    values.sort_by(|one, other| one.0.cmp(&other.0));
    values
}

#[track_caller]
fn check(tournament: &Tournament, tie_break: TieBreak, expected: &[(&str, f64)]) {
    let expected: Vec<(String, f64)> = expected.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    assert_eq!(values(tournament, tie_break), expected, "{tie_break:?}");
}

/// The names in the order of a ranking, with their places.
fn order(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Vec<(u32, String)> {
    let ranking = Ranking::new(tournament, tie_breaks);
    ranking.places.iter().map(|placed| (placed.place, tournament.players[placed.player].name.clone())).collect()
}

/// Four players and three rounds. A beats B, C forfeits to D; A - D is a draw, B has the bye of the pairing, C asked for a half-point bye; in the last
/// round A beats C, B and D draw.
fn unplayed() -> Tournament {
    tournament(
        Kind::Swiss,
        &[
            (1, "A", "B", WON),
            (1, "C", "D", Outcome::Forfeit([0, 2])),
            (2, "A", "D", DRAWN),
            (2, "B", "bye", Outcome::Bye(Color::White, 2)),
            (2, "C", "bye", Outcome::Bye(Color::White, 1)),
            (3, "C", "A", LOST),
            (3, "B", "D", DRAWN),
        ],
    )
}

#[test]
fn unplayed_rounds_are_games_against_a_dummy() {
    // Points: A 1 + 1/2 + 1 = 2.5; B 0 + 1 + 1/2 = 1.5; C 0 + 1/2 + 0 = 0.5; D 1 + 1/2 + 1/2 = 2. C plays in round 3, so its bye stays as it is
    // (article 16.3.2 does not apply).
    // A: B 1.5 + D 2 + C 0.5 = 4.
    // B: A 2.5, the bye: min(own 1.5, 3 draws 1.5) = 1.5 (16.4.2), D 2 = 6.
    // C: the forfeit: min(own 0.5, D 2) = 0.5 (16.4.1), the bye: min(0.5, 1.5) = 0.5, A 2.5 = 3.5.
    // D: the forfeit: min(own 2, C 0.5) = 0.5, A 2.5, B 1.5 = 4.5.
    let tournament = unplayed();
    check(&tournament, TieBreak::Buchholz, &[("A", 4.0), ("B", 6.0), ("C", 3.5), ("D", 4.5)]);
    // The lowest is cut: A 0.5, B 1.5, C 0.5 (both are voluntary, and equal), D 0.5.
    check(&tournament, TieBreak::BuchholzCut1, &[("A", 3.5), ("B", 4.5), ("C", 3.0), ("D", 4.0)]);
    // And the highest: A 2, B 2.5, C 2.5, D 2.5.
    check(&tournament, TieBreak::BuchholzMedian, &[("A", 1.5), ("B", 2.0), ("C", 0.5), ("D", 1.5)]);
    // A: 1.5 * 1 + 2 / 2 + 0.5 * 1 = 3. B: 1.5 * 1 + 2 / 2 = 2.5. C: 0.5 / 2 = 0.25. D: 0.5 * 1 + 2.5 / 2 + 1.5 / 2 = 2.5.
    check(&tournament, TieBreak::SonnebornBerger, &[("A", 3.0), ("B", 2.5), ("C", 0.25), ("D", 2.5)]);
    // A: 1 + 1.5 + 2.5. B: 0 + 1 + 1.5. C: 0 + 0.5 + 0.5. D: 1 + 1.5 + 2.
    check(&tournament, TieBreak::Progressive, &[("A", 5.0), ("B", 2.5), ("C", 1.0), ("D", 4.5)]);
    // Byes and forfeits are wins (7.1), but not over the board (7.2).
    check(&tournament, TieBreak::Wins, &[("A", 2.0), ("B", 1.0), ("C", 0.0), ("D", 1.0)]);
    check(&tournament, TieBreak::WinsPlayed, &[("A", 2.0), ("B", 0.0), ("C", 0.0), ("D", 0.0)]);
}

#[test]
fn the_byes_of_a_player_who_has_left_are_draws_for_opponents() {
    // C loses to A and does not come again: for A it has 0 + 1/2 + 1/2 = 1 (article 16.3.2), not 0.
    let tournament = tournament(
        Kind::Swiss,
        &[
            (1, "A", "C", WON),
            (1, "B", "D", WON),
            (2, "A", "B", DRAWN),
            (3, "A", "D", WON),
            (2, "D", "bye", Outcome::Bye(Color::White, 2)),
            (3, "B", "bye", Outcome::Bye(Color::White, 2)),
        ],
    );
    // Points: A 2.5, B 2.5, C 0, D 1. A: C 1 + B 2.5 + D 1 = 4.5. B: D 1 + A 2.5 + min(2.5, 1.5) = 5. C: A 2.5 and twice its own 0. D: B 2.5 +
    // min(1, 1.5) + A 2.5 = 6.
    check(&tournament, TieBreak::Buchholz, &[("A", 4.5), ("B", 5.0), ("C", 2.5), ("D", 6.0)]);
}

#[test]
fn a_round_that_a_player_chose_not_to_play_is_cut_first() {
    // A has 1/2 + 1 + 1 = 2.5 and asked for the bye in round 1: its dummy has min(2.5, 1.5) = 1.5. B has 0 + 0 + 1, C has 1 + 0 + 0: 1 each.
    // Without article 16.5 the cut would take 1.
    let tournament = tournament(
        Kind::Swiss,
        &[
            (1, "A", "bye", Outcome::Bye(Color::White, 1)),
            (1, "C", "B", WON),
            (2, "A", "B", WON),
            (3, "A", "C", WON),
            (2, "C", "D", LOST),
            (3, "B", "D", WON),
        ],
    );
    let of = |tie_break| values(&tournament, tie_break)[0].1;
    assert_eq!((of(TieBreak::Buchholz), of(TieBreak::BuchholzCut1)), (3.5, 2.0));
}

#[test]
fn forfeits_of_a_round_robin_are_games() {
    // A 1 + 1, B 0 + 1 (without a game), C 0. Article 15.2: B has the whole score of C in its sum, which is 0; A has 1 * 1 + 0.
    let tournament = tournament(
        Kind::RoundRobin,
        &[(1, "A", "B", WON), (2, "C", "A", LOST), (3, "B", "C", Outcome::Forfeit([2, 0]))],
    );
    check(&tournament, TieBreak::SonnebornBerger, &[("A", 1.0), ("B", 0.0), ("C", 0.0)]);
    // Half of all points is 1: A and B have that. A won against B.
    check(&tournament, TieBreak::Koya, &[("A", 1.0), ("B", 0.0), ("C", 0.0)]);
}

#[test]
fn a_direct_encounter_is_decided_among_those_who_are_equal() {
    // A, B and C have 2 points: A beat B, B beat C, C beat A; each has 1 of 2 against the others.
    let circle = tournament(
        Kind::RoundRobin,
        &[
            (1, "A", "B", WON),
            (1, "C", "D", WON),
            (2, "B", "C", WON),
            (2, "D", "A", LOST),
            (3, "C", "A", WON),
            (3, "B", "D", WON),
        ],
    );
    let expected = [(1, "A"), (1, "B"), (1, "C"), (4, "D")].map(|(place, name)| (place, name.to_owned()));
    assert_eq!(order(&circle, &[TieBreak::DirectEncounter]), expected);
    check(&circle, TieBreak::DirectEncounter, &[("A", 1.0), ("B", 1.0), ("C", 1.0), ("D", -1.0)]);
    // A beat both others who have 2 points; these did not meet, so they stay equal, and A is first whatever their game would be (article 6.3).
    let not_met = tournament(
        Kind::Swiss,
        &[
            (1, "C", "A", LOST),
            (1, "E", "B", LOST),
            (2, "A", "B", WON),
            (2, "C", "E", WON),
            (3, "A", "E", LOST),
            (3, "C", "F", WON),
            (3, "B", "G", WON),
        ],
    );
    let found = order(&not_met, &[TieBreak::DirectEncounter]);
    let expected = [(1, "A"), (2, "B"), (2, "C")].map(|(place, name)| (place, name.to_owned()));
    assert_eq!(found[..3], expected);
    // Of two games against each other the average counts (6.1.2).
    let twice = tournament(
        Kind::RoundRobin,
        &[(1, "A", "B", WON), (2, "B", "A", DRAWN), (3, "B", "C", WON), (4, "C", "A", LOST), (5, "C", "B", LOST)],
    );
    check(&twice, TieBreak::DirectEncounter, &[("A", 0.75), ("B", 0.25), ("C", -1.0)]);
}

#[test]
fn tie_breaks_have_names() {
    for tie_break in TieBreak::all() {
        assert_eq!(tie_break.name().parse::<TieBreak>(), Ok(tie_break));
        assert!(!tie_break.heading().is_empty());
    }
    assert_eq!("BH/C1".parse::<TieBreak>(), Ok(TieBreak::BuchholzCut1));
    assert_eq!("bucholz".parse::<TieBreak>(), Err("there is no such tie-break; did you mean buchholz?".to_owned()));
}

#[test]
fn the_kind_is_found_from_the_games() {
    let all = [(1, "A", "B", WON), (2, "B", "C", DRAWN), (3, "C", "A", WON)];
    let records = |count: usize| tournament(Kind::Swiss, &all[..count]).records;
    let kind = |records: Vec<Record>| Tournament::new(Event::of_all(records).unwrap(), None).kind;
    assert_eq!(kind(records(3)), Kind::RoundRobin);
    // Two rounds of three players are as many as a round robin has, and a match is one of two players.
    assert_eq!((kind(records(2)), kind(records(1))), (Kind::RoundRobin, Kind::RoundRobin));
    let swiss = [(1, "A", "B", WON), (1, "C", "D", WON), (2, "A", "C", DRAWN), (2, "B", "D", WON)];
    let records = || tournament(Kind::Swiss, &swiss).records;
    assert_eq!(kind(records()), Kind::Swiss);
    let without_rounds = records().into_iter().map(|record| Record { round: None, ..record }).collect();
    assert_eq!(kind(without_rounds), Kind::RoundRobin);
}

#[test]
fn a_game_that_is_in_the_files_again_counts_once() {
    let games = [(1, "A", "B", WON), (2, "B", "A", WON), (1, "A", "B", WON), (1, "A", "B", DRAWN)];
    let twice = tournament(Kind::RoundRobin, &games);
    assert_eq!((twice.points(0), twice.points(1), twice.cycles), (3, 3, 3));
    let notes = super::missing(&twice);
    assert!(notes.contains(&"The same game again, counted once: A - B ().".to_owned()), "{notes:?}");
}

#[test]
fn games_of_one_player_are_no_tournament() {
    let opponents = ["B", "C", "D", "E", "F"];
    let with_opponents = |count: usize, round: Option<u32>| {
        let of = |name: &&'static str| (1, "A", *name, WON);
        let games: Vec<_> = opponents[..count].iter().map(of).collect();
        let mut event = event(&games);
        event.records.iter_mut().for_each(|record| record.round = round);
        event.records[0].names.reverse();
        event
    };
    assert_eq!(with_opponents(5, None).only_player(), Some("A"));
    assert_eq!(with_opponents(4, None).only_player(), None);
    assert_eq!(with_opponents(5, Some(1)).only_player(), None);
    let mut with_another = with_opponents(5, None);
    with_another.records[4].names = ["B", "C"].map(str::to_owned);
    assert_eq!(with_another.only_player(), None);
}

#[test]
fn pairs_of_which_nothing_is_known_are_no_missing_games() {
    let games = [(1, "A.", "B", WON), (2, "C", "A.", WON), (3, "A.", "D", DRAWN), (4, "E", "A.", WON)];
    let notes = super::missing(&tournament(Kind::RoundRobin, &games));
    assert_eq!(notes, ["Of all other pairs no game is known; all games are of A."]);
    let four = [(1, "A", "B", WON), (2, "C.", "D.", WON), (3, "A", "C.", DRAWN)];
    let notes = super::missing(&tournament(Kind::RoundRobin, &four));
    assert_eq!(notes, ["Missing games: A - D.; B - C.; B - D."], "a period is enough");
}
