use scoresheet_grammar::Database;
use shakmaty::san::San;

use super::*;

const GAMES: [&str; 5] = [
    "[Event \"🏆\"]\r\n\r\n1. e4 {♘} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0",
    "1. Nf3 Nc6 2. e4 e5 1/2-1/2",
    "1. e4 c5 2. Nf3 0-1",
    "1. e4 e5 2. Ke3 Nc6 1-0",
    "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nc6 *",
];

fn indexed(text: &str, limits: IndexLimits) -> IndexedGame {
    IndexedGame::read(Database::parse(text).view(0).unwrap(), limits)
}

fn index(games: &[&str]) -> PositionIndex {
    let mut index = PositionIndex::new(IndexLimits::default());
    for (number, text) in games.iter().enumerate() {
        assert!(index.add(GameId(number as u64), &indexed(text, index.limits())));
    }
    index
}

fn after(moves: &str) -> VariantPosition {
    let mut position = VariantPosition::default();
    for san in moves.split_whitespace() {
        position.play_unchecked(san.parse::<San>().unwrap().to_move(&position).unwrap());
    }
    position
}

fn next(index: &PositionIndex, moves: &str) -> Vec<String> {
    let line = |next: NextMove| format!("{}: {}", next.san, next.counts);
    index.next_moves(&after(moves)).into_iter().map(line).collect()
}

#[test]
fn moves_are_counted_with_their_scores() {
    let index = index(&GAMES);
    assert_eq!(next(&index, ""), ["e4: 4 games, White scores 67%", "Nf3: 1 game, White scores 50%"]);
    assert_eq!(next(&index, "e4"), ["e5: 3 games, White scores 100%", "c5: 1 game, White scores 0%"]);
    assert_eq!(next(&index, "e4 e5"), ["Nf3: 2 games, White scores 100%"], "an illegal move is none");
    assert_eq!(next(&index, "e4 c5"), ["Nf3: 1 game, White scores 0%"], "a variation counts for less");
    // By transposition, and twice in one game.
    assert_eq!(next(&index, "Nf3 e5 e4"), ["Nc6: 2 games, White scores 100%", "Nf6: 1 game"]);
    assert!(next(&index, "d4").is_empty());
    let c5 = &index.next_moves(&after("e4"))[1];
    assert_eq!((c5.counts.in_variations, c5.counts.black), (1, 1));
}

#[test]
fn places_are_found_through_transpositions() {
    let index = index(&GAMES);
    let key = PositionKey::of(&after("e4 e5 Nf3 Nc6"));
    let found: Vec<(u64, &str, bool)> = index
        .reached(key)
        .into_iter()
        .map(|reach| {
            let (text, place) = (GAMES[reach.game.0 as usize], reach.place.unwrap());
            (reach.game.0, text[place..].split(' ').next().unwrap(), reach.in_variation)
        })
        .collect();
    assert_eq!(found, [(0, "Nc6", false), (1, "e5", false), (4, "Nc6", false)]);
    let ways = index.ways_to(key);
    let shown: Vec<String> = ways.iter().map(|way| format!("{} {}", way.example.game.0, way.counts)).collect();
    assert_eq!(shown, ["0 2 games, White scores 100%", "1 1 game, White scores 50%"]);
    assert!(index.reached(PositionKey::of(&after("e4 c5 Nf3")))[0].in_variation);
    assert_eq!(index.reached(PositionKey::of(&after("")))[0].place, None);
    assert!(index.ways_to(PositionKey::of(&after(""))).is_empty());
}

#[test]
fn games_come_and_go() {
    let mut index = index(&GAMES);
    index.remove(GameId(0));
    index.remove(GameId(0));
    assert_eq!(next(&index, "e4 e5"), ["Nf3: 1 game"]);
    assert!(index.add(GameId(2), &indexed("1. d4 1-0", index.limits())), "in place of the one before");
    assert_eq!(index.games(), 4);
    assert_eq!(next(&index, "e4"), ["e5: 2 games, White scores 100%"]);
    for round in 0..2_000 {
        assert!(index.add(GameId(3), &indexed(if round % 2 == 0 { "1. c4 *" } else { "1. b3 *" }, index.limits())));
        while index.compact() {}
    }
    assert!(next(&index, "").contains(&"b3: 1 game".to_owned()));
    assert!(index.runs.len() < 1_000, "removed entries are compacted");
    assert!(index.slots.len() < 1_000);
}

#[test]
fn nothing_stays_of_games_that_have_gone() {
    let mut index = index(&GAMES);
    for number in 0..500 {
        assert!(index.add(GameId(number), &indexed("1. e4 e5 *", index.limits())));
    }
    (0..500).for_each(|number| index.remove(GameId(number)));
    while index.compact() {}
    assert_eq!(index.bytes(), 0);
    assert!(index.add(GameId(1), &indexed("1. d4 *", index.limits())));
    assert_eq!(next(&index, ""), ["d4: 1 game"]);
}

#[test]
fn an_edited_index_equals_a_fresh_one() {
    let all = |index: &PositionIndex| {
        let positions = ["", "e4", "e4 e5", "Nf3", "e4 e5 Nf3", "e4 c5", "d4"];
        positions.map(|moves| (next(index, moves), index.reached(PositionKey::of(&after(moves)))))
    };
    let mut edited = index(&["1. d4 d5 *", "1. e4 *", "*", "1. e4 e5 *", "1. Nf3 *"]);
    for (number, text) in GAMES.iter().enumerate().rev() {
        edited.add(GameId(number as u64), &indexed(text, edited.limits()));
    }
    assert_eq!(all(&edited), all(&index(&GAMES)));
}

/// Games are added and removed between the steps.
#[test]
fn an_index_is_correct_during_compaction() {
    let count = 30_000;
    let games = GAMES.map(|text| indexed(text, IndexLimits::default()));
    let game = |number: u64| &games[number as usize % games.len()];
    let mut index = PositionIndex::new(IndexLimits { bytes: usize::MAX, ..IndexLimits::default() });
    (0..count).for_each(|number| assert!(index.add(GameId(number), game(number))));
    let before = index.bytes();
    let is_there = |number: u64| number.is_multiple_of(7);
    (0..count).filter(|number| !is_there(*number)).for_each(|number| index.remove(GameId(number)));
    let mut added = count;
    let mut steps = 0;
    while index.compact() {
        steps += 1;
        for _ in 0..2_000 {
            assert!(index.add(GameId(added), game(added)));
            added += 1;
        }
        index.remove(GameId(added - 1));
        let reached = index.reached(PositionKey::of(&after("e4")));
        assert!(reached.iter().all(|reach| reach.game.0 >= count || is_there(reach.game.0)));
    }
    assert!(steps > 2 && index.bytes() < before, "{steps}");
    let mut fresh = PositionIndex::new(index.limits());
    let left = (0..count)
        .filter(|number| is_there(*number))
        .chain((count..added).filter(|it| !(it + 1 - count).is_multiple_of(2_000)));
    left.for_each(|number| assert!(fresh.add(GameId(number), game(number))));
    for moves in ["", "e4", "e4 e5", "Nf3", "e4 e5 Nf3"] {
        let key = PositionKey::of(&after(moves));
        assert_eq!((next(&index, moves), index.reached(key)), (next(&fresh, moves), fresh.reached(key)), "{moves}");
    }
}

#[test]
fn limits_are_kept() {
    let few = IndexLimits { plies_per_game: 2, ..IndexLimits::default() };
    assert_eq!(indexed(GAMES[4], few).entries.len(), 3);
    let mut index = PositionIndex::new(IndexLimits { bytes: 8_000, ..IndexLimits::default() });
    let game = indexed(GAMES[4], index.limits());
    let taken = (0..200).filter(|number| index.add(GameId(*number), &game)).count();
    assert!(taken > 5 && taken < 100, "{taken}");
    assert!(!index.is_complete() && index.games() == taken);
    (0..200).for_each(|number| index.remove(GameId(number)));
    assert!(index.is_complete() && index.games() == 0);
}
