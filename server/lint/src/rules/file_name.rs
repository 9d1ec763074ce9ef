use std::collections::HashMap;

use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::names::{hash_of_letters, sounds_of_last_names};
use scoresheet_grammar::ast::Tag;

use crate::file_view::FileView;
use crate::finding::Finding;
use crate::findings::Findings;
use crate::name_hash::NameHash;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A file name that the standard advises against.
    ///
    /// ## What it does
    /// Checks for files whose name does not end in `.pgn` or has other characters than letters, digits, hyphens, underscores and
    /// periods, and for games that do not belong in the file: the file, or its folder, has the name of a date (`1993`, `199305`;
    /// a file also `19930512`) that is not theirs, or most games of the file are of the player or the event that it is named
    /// after, and they are not. The name for a player is the last name, alone or with the first name after it (`Tal.pgn`,
    /// `Tal_Mikhail.pgn`). Games with an unknown date, player or event may be anywhere.
    ///
    /// ## Why is this bad?
    /// Programs recognise PGN files by their extension, not every system allows spaces and other characters in a name, and a
    /// game in a file or folder of another date, player or event is hard to find.
    ///
    /// ## Example
    /// In a file named `2023.pgn`:
    /// ```pgn
    /// [Date "2022.12.30"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "2023.01.02"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 11.1 to 11.4.
    name: "file-name", group: Pedantic, level: Hint, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    let Some(name) = file.name else { return };
    let mut at_top = |message: String| findings.push(RULE.finding(0..0, message));
    let Some(stem) = name.strip_suffix(".pgn") else {
        return at_top(format!("The file name {name} does not end in .pgn"));
    };
    let is_portable = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    if let Some(odd) = stem.chars().find(|character| !is_portable(*character)) {
        let odd = if odd == ' ' { "a space".to_owned() } else { odd.to_string() };
        return at_top(format!("The file name {name} contains {odd}, which not every system allows"));
    }
    let folder = file.folder.filter(|folder| is_date(folder) && folder.len() < 8);
    if let Some(folder) = folder
        && is_date(stem)
        && !stem.starts_with(folder)
        && !folder.starts_with(stem)
    {
        return at_top(format!("The file {name} does not belong in a folder named {folder}"));
    }
    let by_file = || is_date(stem).then(|| game_of_other_date(file, stem, &format!("a file named {name}")))?;
    let by_folder = || game_of_other_date(file, folder?, &format!("a folder named {}", folder?));
    let others = || game_of_other_player(file, name, stem).or_else(|| game_of_other_event(file, name, stem));
    findings.extend(by_file().or_else(by_folder).or_else(others));
}

/// Whether a name is a year, a year and a month, or a date.
fn is_date(name: &str) -> bool {
    let part = |at: usize, length: usize| name.get(at..at + length).and_then(|part| part.parse::<u32>().ok());
    matches!(name.len(), 4 | 6 | 8)
        && name.bytes().all(|byte| byte.is_ascii_digit())
        && part(0, 4).is_some_and(|year| (1400..2200).contains(&year))
        && part(4, 2).is_none_or(|month| month <= 12)
        && part(6, 2).is_none_or(|day| day <= 31)
}

/// Reports the first game with another date than `digits`: a year, optionally with a month and a day.
fn game_of_other_date(file: &FileView, digits: &str, place: &str) -> Option<Finding> {
    let divisor = 10_u32.pow(8 - digits.len() as u32);
    let wanted: u32 = digits.parse().ok()?;
    // Unknown digits count as zeros, and may be anything.
    let differs = |date: u32| {
        let date = date / divisor;
        let parts = |number: u32| match digits.len() {
            4 => [number, 0, 0],
            6 => [number / 100, number % 100, 0],
            _ => [number / 10_000, number / 100 % 100, number % 100],
        };
        parts(date).into_iter().zip(parts(wanted)).any(|(part, wanted)| part != 0 && part != wanted)
    };
    let others = (0..file.games.len()).filter(|index| differs(file.games[*index].digest.date));
    misplaced(file, others, "Date", place, |date| format!("A game of {date}"))
}

/// Reports the first game without the player whose last name is the file's, if most games have that player.
fn game_of_other_player(file: &FileView, name: &str, stem: &str) -> Option<Finding> {
    let wanted = sounds_of_last_names(&stem.replace('_', " "));
    let name_of =
        |index: usize, side: usize| file.read_head(index, |game| value(&game.tags(), ["White", "Black"][side]));
    let is_wanted = |index: usize, side: usize| {
        let value = name_of(index, side);
        let has_sound = |player: &str| sounds_of_last_names(player).iter().any(|sound| wanted.contains(sound));
        value.is_some_and(|value| value.split(':').any(has_sound))
    };
    // The names with the number of their games, and the place of the first one.
    let mut names: HashMap<NameHash, (usize, usize, usize)> = HashMap::new();
    for (index, game) in file.games.iter().enumerate() {
        for (side, name) in game.digest.names.iter().enumerate() {
            if let Some(name) = name {
                names.entry(*name).or_insert((0, index, side)).0 += 1;
            }
        }
    }
    // A file of a player has that player in most games, under a few spellings: other names need not be read.
    let mut most: Vec<_> = names.iter().map(|(name, (games, index, side))| (*games, *index, *side, *name)).collect();
    most.sort_unstable_by_key(|(games, index, ..)| (std::cmp::Reverse(*games), *index));
    most.truncate(SPELLINGS);
    // The file has the name of one of them, not a title with the name in it.
    let is_name = |player: String| [last_name(&player), &player].into_iter().any(|name| is_called(stem, name));
    if !most.iter().any(|(_, index, side, _)| name_of(*index, *side).is_some_and(is_name)) {
        return None;
    }
    let mut verdicts: HashMap<NameHash, bool> =
        most.into_iter().map(|(_, index, side, name)| (name, is_wanted(index, side))).collect();
    let is_certain = |index: usize, verdicts: &HashMap<NameHash, bool>| {
        file.games[index].digest.names.iter().flatten().any(|name| verdicts.get(name) == Some(&true))
    };
    let games: Vec<usize> = (0..file.games.len()).filter(|index| file.games[*index].digest.is_game).collect();
    let certain = games.iter().filter(|index| is_certain(**index, &verdicts)).count();
    if certain < 2 || certain * 2 <= games.len() {
        return None;
    }
    let mut has_player = |index: usize| {
        is_certain(index, &verdicts)
            || file.games[index].digest.names.iter().enumerate().any(|(side, name)| match name {
                Some(name) => *verdicts.entry(*name).or_insert_with(|| is_wanted(index, side)),
                None => true,
            })
    };
    let others: Vec<usize> = games.into_iter().filter(|index| !has_player(*index)).collect();
    let place = format!("a file named {name}");
    misplaced(file, others.into_iter(), "White", &place, |_| format!("A game without {}", stem.replace('_', " ")))
}

/// Reports the first game of another event, if most games are of the event that the file is named after.
fn game_of_other_event(file: &FileView, name: &str, stem: &str) -> Option<Finding> {
    let games: Vec<usize> = (0..file.games.len()).filter(|index| file.games[*index].digest.is_game).collect();
    let event = |index: usize| file.read_head(index, |game| value(&game.tags(), "Event")).unwrap_or_default();
    let is_same = |event: &str| is_called(stem, event);
    // Of a file of an event, a game at one of three places is of it: other files need not be read.
    let samples = [games.first()?, &games[games.len() / 2], games.last()?];
    if !samples.into_iter().any(|index| is_same(&event(*index))) {
        return None;
    }
    let plain = |text: &str| text.chars().filter(|one| one.is_alphanumeric()).collect::<String>().to_lowercase();
    let (mut same, mut others) = (0, Vec::new());
    for index in &games {
        let event = event(*index);
        if is_same(&event) {
            same += 1;
        // A longer name may be that of a group or stage of the event.
        } else if !is_unknown(&event) && !plain(&event).starts_with(&plain(stem)) {
            others.push(*index);
        }
    }
    if same < 2 || same * 2 <= games.len() {
        return None;
    }
    let place = format!("a file named {name}");
    misplaced(file, others.into_iter(), "Event", &place, |event| format!("A game of the event {event}"))
}

/// Reports the first of the games that do not belong in a place, at its tag of this name, and the number of the rest.
fn misplaced(
    file: &FileView,
    mut games: impl Iterator<Item = usize>,
    tag_name: &str,
    place: &str,
    description: impl Fn(&str) -> String,
) -> Option<Finding> {
    let index = games.next()?;
    let more = match games.count() {
        0 => String::new(),
        1 => ", nor does another one".to_owned(),
        more => format!(", nor do {more} more"),
    };
    let (range, value) = file.read_head(index, |game| {
        let tag = game.tags().into_iter().find(|tag| tag.name == tag_name)?;
        Some((file.in_file(index, &tag.range), tag.value().into_owned()))
    })?;
    Some(RULE.finding(range, format!("{} does not belong in {place}{more}", description(&value))))
}

/// Whether a file's name without its extension is a name of a player or an event, but for letter case, accents, punctuation and order.
fn is_called(stem: &str, name: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    hash_of_letters(name) == hash_of_letters(stem) && digits(name) == digits(stem)
}

/// The part of a player's name before the comma, or the last word.
fn last_name(player: &str) -> &str {
    let last_word = || player.split_whitespace().last().unwrap_or_default();
    player.split_once(',').map_or_else(last_word, |(last, _)| last)
}

/// The value of a tag.
fn value(tags: &[Tag], name: &str) -> Option<String> {
    tags.iter().find(|tag| tag.name == name).map(|tag| tag.value().into_owned())
}

/// How many of the most frequent names in a file are read to find out whether it is a player's file.
const SPELLINGS: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_view::FileOptions;
    use crate::testing::findings_in_file;

    fn messages(name: &str, dates: &[&str]) -> Vec<String> {
        let text: String = dates.iter().map(|date| format!("[Date \"{date}\"]\n\n1. e4 *\n\n")).collect();
        let found = findings_in_file(&[&RULE], &text, Some(name), FileOptions::default());
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn names_are_portable() {
        assert_eq!(messages("games.txt", &["?"]), ["The file name games.txt does not end in .pgn"]);
        assert_eq!(
            messages("a b.pgn", &["?"]),
            ["The file name a b.pgn contains a space, which not every system allows"]
        );
        for name in ["Fischer.pgn", "wijk-aan_zee.2023.pgn", "12345.pgn"] {
            assert!(messages(name, &["2022.01.01"]).is_empty(), "{name}");
        }
    }

    #[test]
    fn dates_are_those_of_the_games() {
        assert!(messages("1993.pgn", &["1993.05.12", "1993.??.??", "????.??.??"]).is_empty());
        assert!(messages("199305.pgn", &["1993.05.12", "1993.??.??"]).is_empty());
        assert!(messages("19930512.pgn", &["1993.05.12"]).is_empty());
        let other = "A game of 1993.06.12 does not belong in a file named 199305.pgn, nor does another one";
        assert_eq!(messages("199305.pgn", &["1993.05.12", "1993.06.12", "1994.05.01"]), [other]);
        assert_eq!(messages("19930512.pgn", &["1993.05.13"]).len(), 1);
    }

    #[test]
    fn dates_are_those_of_the_folder() {
        assert!(messages("1993/tal.pgn", &["1993.05.12", "????.??.??"]).is_empty());
        assert!(messages("1993/199305.pgn", &["1993.05.12"]).is_empty());
        assert!(messages("199305/1993.pgn", &["1993.05.12"]).is_empty());
        let other = "A game of 1994.05.01 does not belong in a folder named 1993";
        assert_eq!(messages("1993/tal.pgn", &["1993.05.12", "1994.05.01"]), [other]);
        let folder = "The file 199405.pgn does not belong in a folder named 1993";
        assert_eq!(messages("1993/199405.pgn", &["1994.05.01"]), [folder]);
        for path in ["0001/1993.pgn", "1993/0002.pgn", "199313/1993.pgn", "games/1993.pgn"] {
            assert!(messages(path, &["1993.05.12"]).is_empty(), "{path}");
        }
    }

    fn messages_of(name: &str, games: &[(&str, &str, &str)]) -> Vec<String> {
        let game = |(event, white, black): &(&str, &str, &str)| {
            format!("[Event \"{event}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
        };
        let text: String = games.iter().map(game).collect();
        let found = findings_in_file(&[&RULE], &text, Some(name), FileOptions::default());
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn players_files_have_their_games() {
        let own =
            [("a", "Tal, Mikhail", "Keres, Paul"), ("b", "Botvinnik, M", "Tal, M"), ("c", "M. Tal", "Fischer, R")];
        let with = |more: &[(&'static str, &'static str, &'static str)]| [&own[..], more].concat();
        assert!(messages_of("Tal.pgn", &own).is_empty());
        let others = with(&[("d", "Keres, Paul", "Smyslov, V"), ("d", "Geller, E", "Spassky, B")]);
        assert_eq!(
            messages_of("Tal.pgn", &others),
            ["A game without Tal does not belong in a file named Tal.pgn, nor does another one"]
        );
        assert_eq!(messages_of("tal.pgn", &others).len(), 1);
        assert_eq!(messages_of("Tal_Mikhail.pgn", &others).len(), 1);
        assert!(
            messages_of("Tal.pgn", &with(&[("d", "?", "Keres, Paul"), ("d", "Geller, E:Tal, M", "X, Y")])).is_empty()
        );
        for name in ["games.pgn", "Keres.pgn", "riga.pgn", "tal_miniatures.pgn", "tal_1960.pgn", "best-of-Tal.pgn"] {
            assert!(messages_of(name, &others).is_empty(), "{name}");
        }
    }

    #[test]
    fn events_files_have_their_games() {
        let own = [("Wijk aan Zee 1999", "Ivanov", "Petrov"); 3];
        let with = |event| [&own[..], &[(event, "Orlov", "Sokolov")]].concat();
        let message = "A game of the event Linares 1999 does not belong in a file named wijk-aan-zee_1999.pgn";
        assert_eq!(messages_of("wijk-aan-zee_1999.pgn", &with("Linares 1999")), [message]);
        assert_eq!(messages_of("WijkAanZee1999.pgn", &with("Wijk aan Zee 1998")).len(), 1);
        for event in ["Wijk aan Zee 1999", "Wijk aan Zee 1999 (B)", "?", ""] {
            assert!(messages_of("wijk-aan-zee_1999.pgn", &with(event)).is_empty(), "{event}");
        }
        for name in ["wijk-aan-zee.pgn", "linares_1999.pgn"] {
            assert!(messages_of(name, &with("Linares 1999")).is_empty(), "{name}");
        }
    }
}
