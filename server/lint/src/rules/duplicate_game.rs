use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use scoresheet_grammar::GameView;

use crate::digest::move_hashes;
use crate::file_view::{FileOptions, FileView, GameDigest, head};
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::game_identity::GameIdentity;

declare_rule! {
    /// A game that occurs twice in the file.
    ///
    /// ## What it does
    /// Checks for games with the same players and moves as an earlier game of the file. Moves are compared as played, without
    /// variations and regardless of spelling. A game is no duplicate if it has no moves, if a player is unknown, or if its tags
    /// tell it apart: another date, another round of the same event, another time of day or another web address. With an
    /// option, a game whose moves are the beginning of another game's is a duplicate as well.
    ///
    /// ## Why is this bad?
    /// Statistics and opening trees count the game twice, and annotations end up in only one of the copies.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "World Championship 1972"]
    /// [Site "Reykjavik ISL"]
    /// [Date "1972.07.23"]
    /// [Round "6"]
    /// [White "Fischer, Robert J."]
    /// [Black "Spassky, Boris V."]
    /// [Result "*"]
    ///
    /// 1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 *
    ///
    /// [Event "Wch Reykjavik"]
    /// [Site "Reykjavik ISL"]
    /// [Date "1972.07.23"]
    /// [Round "6"]
    /// [White "Fischer, Robert J."]
    /// [Black "Spassky, Boris V."]
    /// [Result "*"]
    ///
    /// 1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "World Championship 1972"]
    /// [Site "Reykjavik ISL"]
    /// [Date "1972.07.23"]
    /// [Round "6"]
    /// [White "Fischer, Robert J."]
    /// [Black "Spassky, Boris V."]
    /// [Result "*"]
    ///
    /// 1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.1.1.
    name: "duplicate-game", group: Suspicious, level: Warning, fix: None, hooks: [Hook::File(check)],
}

/// The number of games with the same players and moves that a game is compared with. More than a few that differ only by tags
/// are no accident.
const MOST_COMPARED: usize = 16;

/// The number of games of the same two players that are compared for beginnings; limits their data to about 32 MiB.
const MOST_HELD_GAMES: usize = 1 << 20;

/// The number of moves replayed to find beginnings: seconds of work. Later games are not compared.
const MOST_REPLAYED_MOVES: usize = 16 << 20;

/// Games of another mark are no duplicates of a game.
fn mark(digest: &GameDigest, options: FileOptions) -> u64 {
    match options.beginnings_are_duplicates {
        _ if digest.moves == 0 || digest.players == 0 => 0,
        true => digest.players,
        false => digest.players ^ digest.moves,
    }
}

fn check(file: &FileView, findings: &mut Vec<Finding>) {
    let mark = |index: &usize| mark(&file.games[*index].digest, file.options);
    let mut candidates: Vec<usize> = (0..file.games.len()).filter(|index| mark(index) != 0).collect();
    keep_shared(&mut candidates, mark);
    let key = |index: &usize| (file.games[*index].digest.players, file.games[*index].digest.moves);
    candidates.sort_unstable_by_key(|index| (key(index), *index));
    for same in candidates.chunk_by(|one, other| key(one) == key(other)).filter(|same| same.len() > 1) {
        check_same(file, same, findings);
    }
    if file.options.beginnings_are_duplicates {
        let mut replayed = 0;
        for same_players in candidates.chunk_by(|one, other| key(one).0 == key(other).0).filter(|same| same.len() > 1) {
            check_beginnings(file, same_players, &mut replayed, findings);
        }
    }
}

/// Keep the games that share their hash with another one, and a few more: most games of a file are unique and need not be
/// sorted. Linear, in little memory.
fn keep_shared(games: &mut Vec<usize>, hash: impl Fn(&usize) -> u64) {
    // Enough slots that few games share one by chance.
    let slots = (games.len() * 16).next_power_of_two() as u64;
    let slot = |index: &usize| {
        let slot = (hash(index) ^ hash(index) >> 32) & (slots - 1);
        ((slot / 64) as usize, 1_u64 << (slot % 64))
    };
    let words = slots.div_ceil(64) as usize;
    let (mut taken, mut shared) = (vec![0; words], vec![0; words]);
    for (word, bit) in games.iter().map(slot) {
        shared[word] |= taken[word] & bit;
        taken[word] |= bit;
    }
    games.retain(|index| {
        let (word, bit) = slot(index);
        shared[word] & bit != 0
    });
}

/// Report every game with the players and moves of an earlier one.
fn check_same(file: &FileView, same: &[usize], findings: &mut Vec<Finding>) {
    let mut seen: Vec<(usize, Details)> = Vec::new();
    for &index in same {
        let details = Details::of(file, index);
        match seen.iter().find(|(_, earlier)| !earlier.is_apart_from(&details)) {
            Some((place, earlier)) => {
                let place = place + 1;
                let message = format!("This game is a duplicate of game {place}: same players, same moves");
                findings.push(duplicate(&details, earlier, message));
            }
            None if seen.len() < MOST_COMPARED => seen.push((index, details)),
            None => {}
        }
    }
}

/// Report every game whose moves are the beginning of another game of the same players.
fn check_beginnings(file: &FileView, same_players: &[usize], replayed: &mut usize, findings: &mut Vec<Finding>) {
    // The first of several games with the same moves represents them all.
    let mut games: Vec<usize> = same_players.iter().copied().take(MOST_HELD_GAMES).collect();
    games.dedup_by_key(|index| file.games[*index].digest.moves);
    games.sort_unstable();
    let mut by_moves: HashMap<u64, usize> =
        games.iter().map(|index| (file.games[*index].digest.moves, *index)).collect();
    for longer in games {
        if by_moves.len() < 2 || *replayed > MOST_REPLAYED_MOVES {
            return;
        }
        let hashes = file.read(longer, move_hashes);
        *replayed += hashes.len();
        let Some((_, before_last)) = hashes.split_last() else { continue };
        for hash in before_last {
            let Some(&shorter) = by_moves.get(hash) else { continue };
            let (details, details_of_longer) = (Details::of(file, shorter), Details::of(file, longer));
            if !details.is_apart_from(&details_of_longer) {
                by_moves.remove(hash);
                let message = format!("This game is the beginning of game {}, which has the same players", longer + 1);
                findings.push(duplicate(&details, &details_of_longer, message));
            }
        }
    }
}

fn duplicate(game: &Details, other: &Details, message: String) -> Finding {
    RULE.finding(game.head.clone(), message).with_related(other.head.clone(), "the other game")
}

/// A game as it is compared with others.
struct Details {
    /// The range that findings about the game mark; half-open byte offsets relative to the file.
    head: Range<usize>,
    identity: GameIdentity,
}

impl Details {
    fn of(file: &FileView, index: usize) -> Details {
        file.read_head(index, |game: GameView| {
            let tags = game.tags();
            let identity = GameIdentity::of(|name| {
                let tag = tags.iter().find(|tag| tag.name == name);
                tag.map_or(String::new(), |tag| Cow::into_owned(tag.value()))
            });
            Details { head: file.in_file(index, &head(game.text, &tags)), identity }
        })
    }

    fn is_apart_from(&self, other: &Details) -> bool {
        self.identity.is_apart_from(&other.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings_in_file;

    /// The places among the games, from 1, of those found and of the games that they duplicate.
    #[track_caller]
    fn check_games(games: &[(&str, &str)], beginnings_are_duplicates: bool, expected: &[(usize, usize)]) {
        let texts: Vec<String> = games.iter().map(|(tags, moves)| format!("{tags}\n\n{moves}\n\n")).collect();
        let starts: Vec<usize> =
            texts.iter().scan(0, |end, text| Some(std::mem::replace(end, *end + text.len()))).collect();
        let game_at = |offset: usize| starts.partition_point(|start| *start <= offset);
        let options = FileOptions { beginnings_are_duplicates };
        let found = findings_in_file(&[&RULE], &texts.concat(), None, options);
        let found: Vec<(usize, usize)> = found
            .iter()
            .map(|finding| (game_at(finding.range.start), game_at(finding.related[0].range.start)))
            .collect();
        assert_eq!(found, expected);
    }

    const PLAYERS: &str = "[White \"Alekhine\"]\n[Black \"Capablanca\"]";

    #[test]
    fn moves_are_the_same_however_they_are_written() {
        let other = "[Black \"Capablanca\"]\n[White \"Alekhine \"]\n[Event \"x\"]\n[Result \"1-0\"]";
        let games = [
            (PLAYERS, "1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. Be2 e6 5. O-O *"),
            (other, "1.e2-e4 d5 2. ed5 ♞f6 {good} 3. Nf3! Nd5 (3... Qd5) 4. Be2 e6 5. 0-0 1-0"),
            (PLAYERS, "1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. Be2 e6 *"),
        ];
        check_games(&games, false, &[(2, 1)]);
        check_games(&games, true, &[(2, 1), (3, 1)]);
    }

    #[test]
    fn games_need_moves_and_players() {
        check_games(&[(PLAYERS, "1-0"), (PLAYERS, "1-0")], false, &[]);
        let unknown = "[White \"?\"]\n[Black \"Capablanca\"]";
        check_games(&[(unknown, "1. e4 *"), (unknown, "1. e4 *")], false, &[]);
        check_games(&[("[White \"a\"]", "1. e4 *"), ("[White \"a\"]", "1. e4 *")], false, &[]);
    }

    #[test]
    fn the_start_position_counts() {
        let with_fen = format!("{PLAYERS}\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]");
        let as_usual = format!("{PLAYERS}\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]");
        check_games(&[(PLAYERS, "1. e4 *"), (&with_fen, "1. e4 *"), (&as_usual, "1. e4 *")], false, &[(3, 1)]);
    }

    #[test]
    fn tags_tell_games_apart() {
        let with = |tags: &str| format!("{PLAYERS}\n{tags}");
        let apart = [
            ("[Date \"1927.09.16\"]", "[Date \"1927.09.18\"]"),
            ("[Date \"1927\"]", "[Date \"1928.09.16\"]"),
            ("[Date \"03/04/1927\"]", "[Date \"05/06/1927\"]"),
            ("[Event \"Match\"]\n[Round \"1\"]", "[Event \"Match\"]\n[Round \"2\"]"),
            ("[Site \"https://lichess.org/a\"]", "[Site \"https://lichess.org/b\"]"),
            ("[UTCTime \"10:00:00\"]", "[UTCTime \"10:05:00\"]"),
        ];
        for (one, other) in apart {
            check_games(&[(&with(one), "1. e4 *"), (&with(other), "1. e4 *")], true, &[]);
        }
        let alike = [
            ("[Date \"1927.09.16\"]", "[Date \"1927.??.??\"]"),
            ("[Date \"1927.09.16\"]", "[Date \"1927\"]"),
            ("[Date \"1927.09.16\"]", "[Date \"1927.09.00\"]"),
            ("[Date \"1927.09.16\"]", "[Date \"1927-09-16\"]"),
            ("[Date \"1927.04.03\"]", "[Date \"03/04/1927\"]"),
            ("[Date \"1927.04.03\"]", "[Date \"unbekannt!\"]"),
            ("[Event \"Match\"]\n[Round \"1\"]", "[Event \"World Championship\"]\n[Round \"1.1\"]"),
            ("[Site \"Buenos Aires\"]", "[Site \"Buenos Aires ARG\"]"),
        ];
        for (one, other) in alike {
            check_games(&[(&with(one), "1. e4 *"), (&with(other), "1. e4 *")], false, &[(2, 1)]);
        }
    }

    #[test]
    fn a_beginning_may_follow_the_whole_game() {
        check_games(&[(PLAYERS, "1. e4 e5 *"), (PLAYERS, "1. e4 *")], true, &[(2, 1)]);
        check_games(&[(PLAYERS, "1. e4 *"), (PLAYERS, "1. e4 e5 *"), (PLAYERS, "1. d4 *")], true, &[(1, 2)]);
    }

    #[test]
    fn games_that_do_not_read_cleanly_are_compared_by_their_text() {
        let games = [(PLAYERS, "1. e4 e5 2. Ke4 *"), (PLAYERS, "1. e4 e5 2. Ke4 *"), (PLAYERS, "1. e4 e5 2. Kf5 *")];
        check_games(&games, false, &[(2, 1)]);
    }
}
