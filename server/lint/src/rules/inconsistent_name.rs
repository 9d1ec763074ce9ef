use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use scoresheet_chess::names::{Evidence, Inconsistent, Profile, Spelling, inconsistent};
use scoresheet_grammar::ast::escape;

use crate::digest::name_hash;
use crate::file_view::FileView;
use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A player whose name is spelt in several ways.
    ///
    /// ## What it does
    /// Checks for names in White and Black that are surely the same as a more common one of the file, or as one that has the standard's comma: they differ
    /// in letter case, accents, spaces or punctuation only, or in the order of first and last name. Each spelling is reported once, where it comes first.
    /// Names are not the same if the players met, or if their ratings or their numbers in FIDE's list show that they are two. Initials and other spellings of
    /// the same sounds are no certainty: `scoresheet names` lists them. Files with more than 4,096 names are left to that command.
    ///
    /// ## Why is this bad?
    /// Searches, statistics and tables of tournaments count one player as two.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.01"]
    /// [Round "1"]
    /// [White "Tal, Mikhail"]
    /// [Black "Smyslov, Vasily V."]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    ///
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.02"]
    /// [Round "2"]
    /// [White "Mikhail Tal"]
    /// [Black "Keres, Paul"]
    /// [Result "*"]
    ///
    /// 1. d4 d5 *
    ///
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.03"]
    /// [Round "3"]
    /// [White "Tal, Mikhail"]
    /// [Black "Botvinnik, Mikhail M."]
    /// [Result "*"]
    ///
    /// 1. c4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.01"]
    /// [Round "1"]
    /// [White "Tal, Mikhail"]
    /// [Black "Smyslov, Vasily V."]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    ///
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.02"]
    /// [Round "2"]
    /// [White "Tal, Mikhail"]
    /// [Black "Keres, Paul"]
    /// [Result "*"]
    ///
    /// 1. d4 d5 *
    ///
    /// [Event "Club Championship"]
    /// [Site "Riga LAT"]
    /// [Date "1958.01.03"]
    /// [Round "3"]
    /// [White "Tal, Mikhail"]
    /// [Black "Botvinnik, Mikhail M."]
    /// [Result "*"]
    ///
    /// 1. c4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: it writes one spelling in all games of the file, and the other one may be right.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.5.
    name: "inconsistent-name", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::File(check)],
}

/// Files with more names are databases, for which there is `scoresheet names`. Every name is read once.
const MOST_NAMES: usize = 4096;

/// The games of each spelling that are read for ratings and numbers.
const MOST_READ: usize = 8;

/// A spelling in more games is not renamed by a fix, which would be as large.
const MOST_RENAMED: usize = 1000;

/// A name of the file.
struct Name {
    text: String,
    hash: u32,
    /// The games that have it, each once.
    games: Vec<usize>,
}

fn check(file: &FileView, findings: &mut Vec<Finding>) {
    let Some(games) = games_by_name(file) else { return };
    let mut names: Vec<Name> = games.into_iter().filter_map(|(hash, games)| Name::read(file, hash, games)).collect();
    // The order of the file.
    names.sort_by(|one, other| one.games.cmp(&other.games).then_with(|| one.text.cmp(&other.text)));
    let spellings: Vec<Spelling> =
        names.iter().map(|name| Spelling { text: &name.text, games: name.games.len() as u32 }).collect();
    let evidence = FileEvidence::new(file, &names);
    for Inconsistent { spelling, right, .. } in inconsistent(&spellings, &evidence) {
        findings.extend(finding(file, &names[spelling], &names[right]));
    }
}

/// The games of each name, by its hash. `None` if there are too many names.
fn games_by_name(file: &FileView) -> Option<HashMap<u32, Vec<usize>>> {
    let mut games: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, game) in file.games.iter().enumerate() {
        let [white, black] = game.digest.names;
        let second = Some(black).filter(|black| *black != white);
        for hash in [Some(white), second].into_iter().flatten().filter(|hash| *hash != 0) {
            games.entry(hash).or_default().push(index);
        }
        if games.len() > MOST_NAMES {
            return None;
        }
    }
    Some(games)
}

impl Name {
    fn read(file: &FileView, hash: u32, games: Vec<usize>) -> Option<Name> {
        let text = file.read_head(*games.first()?, |game| {
            let mut values =
                game.tags().into_iter().filter(|tag| is_player(tag.name)).map(|tag| tag.value().trim().to_owned());
            values.find(|value| name_hash(value) == hash)
        })?;
        Some(Name { text, hash, games })
    }

    /// The values of the tags of a game that have the name.
    fn places(&self, file: &FileView, index: usize) -> Vec<Range<usize>> {
        file.read_head(index, |game| {
            let tags = game.tags();
            let own = tags.iter().filter(|tag| is_player(tag.name) && tag.value().trim() == self.text);
            own.map(|tag| file.in_file(index, &tag.inner_range())).collect()
        })
    }
}

fn is_player(tag: &str) -> bool {
    matches!(tag, "White" | "Black")
}

fn finding(file: &FileView, name: &Name, right: &Name) -> Option<Finding> {
    let range = name.places(file, *name.games.first()?).into_iter().next()?;
    let other = right.places(file, *right.games.first()?).into_iter().next()?;
    let games = |name: &Name| match name.games.len() {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let message =
        format!("{} (in {}) is spelt {} in {} of this file", name.text, games(name), right.text, games(right));
    let mut finding = RULE.finding(range, message).with_related(other, format!("spelt {} here", right.text));
    if name.games.len() <= MOST_RENAMED {
        let new = escape(&right.text);
        let places = name.games.iter().flat_map(|index| name.places(file, *index));
        let edits = places.map(|place| Edit::replace(place, &*new)).collect();
        finding.fixes.push(Fix::unsafe_(format!("Write {} in {}", right.text, games(name)), edits));
    }
    Some(finding)
}

/// What the games of a file say of its names.
struct FileEvidence<'f, 't> {
    file: &'f FileView<'t>,
    names: &'f [Name],
    /// Who played whom, by the hashes of the names.
    met: HashSet<[u32; 2]>,
    profiles: RefCell<HashMap<usize, Profile>>,
}

impl<'f, 't> FileEvidence<'f, 't> {
    fn new(file: &'f FileView<'t>, names: &'f [Name]) -> FileEvidence<'f, 't> {
        let met = file.games.iter().map(|game| game.digest.names).collect();
        FileEvidence { file, names, met, profiles: RefCell::default() }
    }

    /// What the first games of a name say; read when it is needed first.
    fn with_profiles<T>(&self, one: usize, other: usize, ask: impl FnOnce(&Profile, &Profile) -> T) -> T {
        let mut profiles = self.profiles.borrow_mut();
        for name in [one, other] {
            profiles.entry(name).or_insert_with(|| self.profile(&self.names[name]));
        }
        ask(&profiles[&one], &profiles[&other])
    }

    fn profile(&self, name: &Name) -> Profile {
        let mut profile = Profile::default();
        for index in name.games.iter().take(MOST_READ) {
            self.file.read_head(*index, |game| {
                let value = |tag: &str| game.tag(tag).unwrap_or_default();
                for [player, number, rating] in
                    [["White", "WhiteFideId", "WhiteElo"], ["Black", "BlackFideId", "BlackElo"]]
                {
                    if value(player).trim() == name.text {
                        profile.add(&value(number), &value("Date"), &value(rating));
                    }
                }
            });
        }
        profile
    }
}

impl Evidence for FileEvidence<'_, '_> {
    fn are_different(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|name| self.names[name].hash);
        self.met.contains(&[first, second])
            || self.met.contains(&[second, first])
            || self.with_profiles(one, other, Profile::is_apart_from)
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        self.with_profiles(one, other, Profile::is_like)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_fix, findings};

    fn game(white: &str, black: &str) -> String {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
    }

    fn found(games: &[(&str, &str)]) -> Vec<(String, usize)> {
        let text: String = games.iter().map(|(white, black)| game(white, black)).collect();
        let found = findings(&RULE, &text);
        found.iter().map(|finding| (text[finding.range.clone()].to_owned(), finding.related.len())).collect()
    }

    #[test]
    fn the_rarer_spelling_is_marked_once() {
        let games =
            [("Tal, Mikhail", "Keres, Paul"), ("TAL, MIKHAIL", "a"), ("a", "TAL, MIKHAIL"), ("Mikhail  Tal", "b")];
        assert_eq!(found(&games), [("Tal, Mikhail".to_owned(), 1), ("Mikhail  Tal".to_owned(), 1)]);
    }

    #[test]
    fn two_players_are_left_alone() {
        assert_eq!(found(&[("Tal, Mikhail", "TAL, Mikhail")]), []);
        for names in
            [["Tal, M.", "Tal, Mikhail"], ["Polgar, J.", "Polgar, Z."], ["?", "NN"], ["Kortschnoj, V.", "Korchnoi, V."]]
        {
            assert_eq!(found(&[(names[0], "a"), (names[1], "b")]), []);
        }
        let rated = |white: &str, elo: u16| {
            format!("[White \"{white}\"]\n[Black \"a\"]\n[Date \"1999.01.01\"]\n[WhiteElo \"{elo}\"]\n\n*\n\n")
        };
        assert_eq!(findings(&RULE, &(rated("Tal, Ann", 2500) + &rated("Tal,Ann", 2450))).len(), 1);
        assert_eq!(findings(&RULE, &(rated("Tal, Ann", 2500) + &rated("Tal,Ann", 1450))).len(), 0);
    }

    #[test]
    fn all_games_are_renamed() {
        let name = "Le \\\"Bot\\\", Ann";
        let other = "le \\\"bot\\\",ann";
        let common = game(name, "a").repeat(3);
        let before = common.clone() + &game(other, "c") + &game("c", &format!(" {other}")) + &game("Bot, Ann", "c");
        let after = common + &game(name, "c") + &game("c", name) + &game("Bot, Ann", "c");
        check_fix(&RULE, &before, &after);
    }
}
