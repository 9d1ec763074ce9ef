use std::cmp::Reverse;

use scoresheet_chess::collation::Entries;
use scoresheet_chess::duplicates::{Criteria, Duplicate, GameDigest, GameFacts, Reason, find_in_bucket};
use scoresheet_chess::replay::{is_fen_tag, is_variant_tag};
use scoresheet_grammar::GameView;

use crate::file_view::FileView;
use crate::finding::{Edit, Elsewhere, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A game that occurs twice in the file.
    ///
    /// ## What it does
    /// Checks for games with the same players and moves as another game of the file, as `scoresheet dedupe` compares them. The game
    /// with most annotation is not reported; of games with as much, the one with most known tags, and of equal ones the first.
    /// Moves are compared as played, without variations and regardless of spelling; names by initials and without accents. A
    /// game is no duplicate if its tags tell it apart: another date, another round of the same event, another time of day or
    /// another web address. Games of fewer than 20 plies must also have the same result, and the same full date or the same
    /// event. Games without moves or with unknown players are duplicates only if they are the same character by character. With
    /// an option, a game whose moves, at least 20 plies, are the beginning of another game's is a duplicate as well. With
    /// `scoresheet check --across`, games are compared over all files.
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
    /// [White "Fischer, R."]
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
    /// ## Fix safety
    /// The fix is unsafe: it deletes the game, with annotations and tags that the other one may not have. It is not applied if the game
    /// has moves that no other game has. `scoresheet dedupe --merge` takes over what the other game does not have.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.
    name: "duplicate-game", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::File(check)],
}

/// So many bytes of games with equal main lines are compared. No more games have the same moves unless they are made for it.
const MOST_HELD: usize = 16 << 20;

fn check(file: &FileView, findings: &mut Findings) {
    for duplicate in file.elsewhere.duplicates.iter().filter(|duplicate| duplicate.game < file.games.len()) {
        let Elsewhere { file: other, game, line, .. } = &duplicate.other;
        let message = format!("This game is a duplicate of game {game} of {other} (line {line}): {}", duplicate.reason);
        let mut finding = RULE.finding(file.head(duplicate.game), message);
        finding.elsewhere = Some(Box::new(duplicate.other.clone()));
        finding.fixes.extend(deletion(file, duplicate.game));
        findings.push(finding);
    }
    let criteria = Criteria { prefix: file.options.beginnings_are_duplicates, ..Criteria::default() };
    let bucket = |index: &usize| file.games[*index].digest.line.bucket(criteria.prefix);
    let mut candidates: Vec<usize> = (0..file.games.len()).filter(|index| file.games[*index].digest.is_game).collect();
    keep_shared(&mut candidates, bucket);
    candidates.sort_unstable_by_key(|index| (bucket(index), *index));
    for same in candidates.chunk_by(|one, other| bucket(one) == bucket(other)).filter(|same| same.len() > 1) {
        check_bucket(file, same, &criteria, findings);
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

/// Reports every game of a bucket that is a duplicate of another one, which is longer or says more.
fn check_bucket(file: &FileView, same: &[usize], criteria: &Criteria, findings: &mut Findings) {
    let (mut games, mut held) = (Vec::new(), 0);
    let are_copies = *criteria == Criteria::default() && are_copies(file, same);
    for index in same.iter().copied() {
        let facts = |game: GameView, digest: GameDigest| (digest.worth(), digest.facts(game, criteria));
        let (worth, facts) = match are_copies {
            true => file.read_head(index, |game| {
                facts(game, GameDigest::of_same_movetext(game, file.games[index].digest.line))
            }),
            false => file.read(index, |game| facts(game, GameDigest::of(game))),
        };
        held += facts.size();
        games.push((Reverse(worth), index, facts));
        if held > MOST_HELD {
            break;
        }
    }
    games.sort_by_key(|(worth, index, _)| (*worth, *index));
    let (indices, facts): (Vec<usize>, Vec<GameFacts>) =
        games.into_iter().map(|(_, index, facts)| (index, facts)).unzip();
    for Duplicate { game, of, reason } in find_in_bucket(&facts, criteria).0 {
        let (game, of) = (indices[game], indices[of]);
        if file.elsewhere.duplicates.binary_search_by_key(&game, |duplicate| duplicate.game).is_ok() {
            continue;
        }
        let start = file.games[game].start;
        if findings.only_counts(&RULE, &(start..start)) {
            continue;
        }
        let message = match reason {
            Reason::Beginning(_) => {
                format!("This game is the beginning of game {}, which has the same players", of + 1)
            }
            reason => format!("This game is a duplicate of game {}: {reason}", of + 1),
        };
        let mut finding = RULE.finding(file.head(game), message).with_related(file.head(of), "the other game");
        finding.fixes.extend(deletion(file, game));
        findings.push(finding);
    }
}

/// Whether the games of a bucket are the same, character by character, but for their tags, and begin in the start position, so that they need not be
/// replayed: most duplicates are such copies.
fn are_copies(file: &FileView, same: &[usize]) -> bool {
    let mut first: Option<String> = None;
    same.iter().all(|index| {
        file.read_head(*index, |game| {
            let tags = game.tags();
            let movetext = game.text[tags.last().map_or(0, |tag| tag.range.end)..].trim();
            let is_same = *first.get_or_insert_with(|| movetext.to_owned()) == movetext;
            let mut end = 0;
            let are_tags_alone = tags.iter().all(|tag| {
                let before = &game.text[end..tag.range.start];
                end = tag.range.end;
                before.trim().is_empty() && !is_fen_tag(tag.name) && !is_variant_tag(tag.name)
            });
            is_same && are_tags_alone
        })
    })
}

/// Deletes a game; `None` if there is more in its text than one game.
fn deletion(file: &FileView, index: usize) -> Option<Fix> {
    let text = file.text(index);
    let mut entries = Entries::new(&text);
    let entry = entries.next().filter(|entry| entry.is_alone(&text) && entries.next().is_none())?;
    let start = file.games[index].start;
    let is_last = index + 1 == file.games.len();
    let range = match index.checked_sub(1).filter(|_| is_last) {
        // The white space at the end of the file stays there.
        Some(before) => {
            let before = file.text(before);
            start - (before.len() - before.trim_ascii_end().len())..start + entry.end
        }
        None => start..start + text.len(),
    };
    Some(Fix::unsafe_("Delete this game", vec![Edit::delete(range)]))
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use crate::file_view::{DuplicateElsewhere, FileFacts, FileOptions, OtherFiles};
    use crate::finding::Level;
    use crate::linter::Linter;
    use crate::rules::RULES;
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

    const PLAYERS: &str = "[White \"Alekhine, A.\"]\n[Black \"Capablanca\"]";
    const LINE: &str =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";

    #[test]
    fn moves_are_the_same_however_they_are_written() {
        let other = "[Black \"Capablanca\"]\n[White \"ALEKHINE, Alexander \"]\n[Event \"x\"]\n[Result \"1-0\"]";
        let other_line = LINE.replace("2. Nf3", "2.Ng1-f3! {good} (2. f4)").replace("O-O", "0-0");
        let longer = format!("{LINE} 11. d4 *");
        let games = [(PLAYERS, &*format!("{LINE} *")), (other, &*format!("{other_line} 1-0")), (PLAYERS, &*longer)];
        check_games(&games, false, &[(1, 2)]);
        check_games(&games, true, &[(1, 3), (2, 3)]);
    }

    #[test]
    fn the_game_that_says_most_is_not_reported() {
        let with = |tags: &str| format!("{PLAYERS}\n{tags}");
        let (full, empty) = (with("[Date \"1927.09.16\"]"), with("[Date \"????.??.??\"]\n[Event \"?\"]"));
        check_games(&[(&empty, LINE), (&full, LINE)], false, &[(1, 2)]);
        check_games(&[(&full, LINE), (&empty, &format!("{LINE} {{x}}"))], false, &[(1, 2)]);
        let line = format!("{LINE} *");
        check_games(&[(&full, &line), (&empty, &line), (&full, &line)], false, &[(2, 1), (3, 1)]);
        let remark = PLAYERS.replace('\n', "\n{said}\n");
        check_games(&[(&full, &line), (&remark, &line)], false, &[(1, 2)]);
    }

    #[test]
    fn games_without_moves_or_players_need_the_same_text() {
        check_games(&[(PLAYERS, "1-0"), (PLAYERS, "1-0"), (PLAYERS, "{x} 1-0")], false, &[(2, 1)]);
        let unknown = "[White \"?\"]\n[Black \"Capablanca\"]";
        check_games(&[(unknown, "1. e4 *"), (unknown, "1. e4 *"), (unknown, "1. e4 {x} *")], false, &[(2, 1)]);
        check_games(&[("", "{a comment}"), ("", "{a comment}")], false, &[]);
    }

    #[test]
    fn short_games_need_the_same_day_or_event_and_result() {
        let with = |tags: &str| format!("{PLAYERS}\n{tags}");
        let same = "[Event \"Match\"]\n[Result \"1-0\"]";
        let others = ["[Event \"Match\"]\n[Result \"0-1\"]", "[Event \"Cup\"]\n[Result \"1-0\"]"];
        check_games(&[(&with(same), "1. e4 e5 1-0"), (&with(same), "1. e4 e5 {x} 1-0")], false, &[(1, 2)]);
        for other in others {
            check_games(&[(&with(same), "1. e4 e5 *"), (&with(other), "1. e4 e5 *")], false, &[]);
        }
    }

    #[test]
    fn the_start_position_counts() {
        let tags = format!("{PLAYERS}\n[Event \"Match\"]");
        let with_fen = format!("{tags}\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]");
        let as_usual = format!("{tags}\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]");
        check_games(&[(&tags, "1. e4 *"), (&with_fen, "1. e4 *"), (&as_usual, "1. e4 *")], false, &[(3, 1)]);
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
            check_games(&[(&with(one), LINE), (&with(other), LINE)], true, &[]);
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
            check_games(&[(&with(one), LINE), (&with(other), LINE)], false, &[(2, 1)]);
        }
    }

    #[test]
    fn a_beginning_may_follow_the_whole_game() {
        let longer = format!("{LINE} 11. d4");
        check_games(&[(PLAYERS, &longer), (PLAYERS, LINE)], true, &[(2, 1)]);
        check_games(&[(PLAYERS, LINE), (PLAYERS, &longer), (PLAYERS, "1. d4 *")], true, &[(1, 2)]);
        check_games(&[(PLAYERS, "1. e4 e5 *"), (PLAYERS, "1. e4 *")], true, &[]);
    }

    #[test]
    fn games_that_do_not_read_cleanly_are_compared_by_their_text() {
        let with = |moves: &'static str| ("[White \"a\"]\n[Black \"b\"]\n[Event \"c\"]", moves);
        let games = [with("1. e4 e5 2. Ke4 *"), with("1. e4 e5 2. Ke4 {x} *"), with("1. e4 e5 2. Kf5 *")];
        check_games(&games, false, &[(1, 2)]);
    }

    #[test]
    fn the_later_game_is_deleted() {
        let game = |name: &str| format!("[White \"{name}\"]\n[Black \"b\"]\n\n1. e4 e5 *\n\n");
        let (a, b) = (game("a"), game("b"));
        let fixed = |text: &str| {
            let mut text = text.to_owned();
            let found = findings_in_file(&[&RULE], &text, None, FileOptions::default());
            let edits = found.iter().rev().filter_map(|finding| finding.fixes.first()).flat_map(|fix| &fix.edits);
            edits.for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
            text
        };
        assert_eq!(fixed(&[&*a, &a, &b].concat()), [&*a, &b].concat());
        assert_eq!(fixed([&*a, &b, &a].concat().trim_end()), [&*a, &b].concat().trim_end());
        // What is beside a game may be about another one.
        let remark = [&*a, "% remark\n", &a, &b].concat();
        assert_eq!(fixed(&remark), remark);
    }

    #[test]
    fn games_of_other_files_come_first() {
        let game = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 *\n\n";
        let linter = Linter::new(RULES, |rule| rule.name == RULE.name, Level::Hint);
        let other =
            Elsewhere { file: "x.pgn".to_owned(), game: 3, line: 17, column: 1, start: 200, message: "the other game" };
        let elsewhere = [DuplicateElsewhere { game: 1, other, reason: Reason::SameText }];
        let elsewhere = OtherFiles { duplicates: &elsewhere, ..OtherFiles::default() };
        let facts = FileFacts { elsewhere, ..FileFacts::default() };
        let found = linter.check_database(&Database::parse(&game.repeat(2)), facts);
        let messages: Vec<&str> = found.iter().map(|finding| &*finding.message).collect();
        assert_eq!(messages, ["This game is a duplicate of game 3 of x.pgn (line 17): same text"]);
        assert_eq!((found[0].range.start, found[0].fixes.len()), (game.len(), 1));
    }
}
