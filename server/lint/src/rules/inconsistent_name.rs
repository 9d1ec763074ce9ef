use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use scoresheet_chess::names::{Evidence, Inconsistent, Profile, Spelling, inconsistent};
use scoresheet_grammar::ast::escape;

use crate::file_view::{FileView, NameElsewhere};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::name_hash::NameHash;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A player whose name is spelt in several ways.
    ///
    /// ## What it does
    /// Checks for names in White and Black that are surely the same as a more common one of the file, or as one that has the standard's comma: they differ
    /// in letter case, accents, spaces or punctuation only, or in the order of first and last name. Each spelling is reported once, where it comes first.
    /// Names are not the same if the players met, or if their ratings or their numbers in FIDE's list show that they are two. Initials and other spellings of
    /// the same sounds are no certainty: `scoresheet names` lists them. Files with more than 4,096 names are left to that command. With
    /// `scoresheet check --across`, names are compared over all files, up to 65,536 spellings.
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

/// Files with more names are databases, for which there is `scoresheet names`. Their names are counted until there are so many.
const MOST_NAMES: usize = 4096;

/// The games of each spelling that are read for ratings and numbers.
const MOST_READ: usize = 8;

/// A spelling in more games is not renamed by a fix, which would be as large.
const MOST_RENAMED: usize = 1000;

/// A name of the file.
struct Name {
    text: String,
    hash: NameHash,
    /// The games that have it, each once.
    games: Vec<usize>,
}

fn check(file: &FileView, findings: &mut Findings) {
    match file.elsewhere.names {
        Some(names) => check_across(file, names, findings),
        None => check_file(file, findings),
    }
}

/// Reports the names that are spelt otherwise in all files.
fn check_across(file: &FileView, names: &[NameElsewhere], findings: &mut Findings) {
    let wanted: HashSet<NameHash> =
        names.iter().flat_map(|name| [&name.name, &name.right]).filter_map(|name| NameHash::of(name)).collect();
    let games = games_of_names(file, |name| wanted.contains(&name));
    let read = |text: &str| {
        let hash = NameHash::of(text)?;
        Name::read(file, hash, games.get(&hash)?.clone()).filter(|name| name.text == text)
    };
    for NameElsewhere { name, right, games, other } in names {
        let Some(name) = read(name) else { continue };
        let place = read(right).and_then(|right| right.first_place(file));
        let is_spelt = format!("is spelt {right} in {} of all files", count(*games));
        let Some(mut finding) = finding(file, &name, right, &is_spelt) else { continue };
        match place {
            Some(place) => finding = finding.with_related(place, format!("spelt {right} here")),
            None => finding.elsewhere = Some(Box::new(other.clone())),
        }
        findings.push(finding);
    }
}

/// Reports the names that are spelt otherwise in the file.
fn check_file(file: &FileView, findings: &mut Findings) {
    let Some(alike) = alike_names(file) else { return };
    if alike.is_empty() {
        return;
    }
    let games = games_of_names(file, |name| alike.contains(&name));
    let mut names: Vec<Name> = games.into_iter().filter_map(|(hash, games)| Name::read(file, hash, games)).collect();
    // The order of the file.
    names.sort_by(|one, other| one.games.cmp(&other.games).then_with(|| one.text.cmp(&other.text)));
    let spellings: Vec<Spelling> =
        names.iter().map(|name| Spelling { text: &name.text, games: name.games.len() as u32 }).collect();
    let evidence = FileEvidence::new(file, &names);
    for Inconsistent { spelling, right, .. } in inconsistent(&spellings, &evidence) {
        let right = &names[right];
        let is_spelt = format!("is spelt {} in {} of this file", right.text, count(right.games.len()));
        let found = finding(file, &names[spelling], &right.text, &is_spelt).zip(right.first_place(file));
        findings
            .extend(found.map(|(finding, place)| finding.with_related(place, format!("spelt {} here", right.text))));
    }
}

/// The names of a file that have the letters of another one, which are few. `None` in a file with too many names.
fn alike_names(file: &FileView) -> Option<HashSet<NameHash>> {
    let mut all: HashSet<NameHash> = HashSet::new();
    for game in file.games {
        all.extend(game.digest.names.into_iter().flatten());
        if all.len() > MOST_NAMES {
            return None;
        }
    }
    let mut all: Vec<NameHash> = all.into_iter().collect();
    all.sort_unstable();
    let alike = all.chunk_by(|one, other| one.has_letters_of(*other)).filter(|names| names.len() > 1);
    Some(alike.flatten().copied().collect())
}

/// The games of each name that `is_wanted`.
fn games_of_names(file: &FileView, is_wanted: impl Fn(NameHash) -> bool) -> HashMap<NameHash, Vec<usize>> {
    let mut games: HashMap<NameHash, Vec<usize>> = HashMap::new();
    for (index, game) in file.games.iter().enumerate() {
        let [white, black] = game.digest.names;
        for name in [white, black.filter(|_| black != white)].into_iter().flatten().filter(|name| is_wanted(*name)) {
            games.entry(name).or_default().push(index);
        }
    }
    games
}

impl Name {
    fn read(file: &FileView, hash: NameHash, games: Vec<usize>) -> Option<Name> {
        let text = file.read_head(*games.first()?, |game| {
            let mut values =
                game.tags().into_iter().filter(|tag| is_player(tag.name)).map(|tag| tag.value().trim().to_owned());
            values.find(|value| NameHash::of(value) == Some(hash))
        })?;
        Some(Name { text, hash, games })
    }

    /// Where it is first.
    fn first_place(&self, file: &FileView) -> Option<Range<usize>> {
        self.places(file, *self.games.first()?).into_iter().next()
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

/// The finding that a name `is_spelt` as `right` elsewhere.
fn finding(file: &FileView, name: &Name, right: &str, is_spelt: &str) -> Option<Finding> {
    let games = count(name.games.len());
    let message = format!("{} (in {games}) {is_spelt}", name.text);
    let mut finding = RULE.finding(name.first_place(file)?, message);
    if name.games.len() <= MOST_RENAMED {
        let new = escape(right);
        let places = name.games.iter().flat_map(|index| name.places(file, *index));
        let edits = places.map(|place| Edit::replace(place, &*new)).collect();
        finding.fixes.push(Fix::unsafe_(format!("Write {right} in {games}"), edits));
    }
    Some(finding)
}

fn count(games: usize) -> String {
    match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    }
}

/// What the games of a file say of its names.
struct FileEvidence<'f, 't> {
    file: &'f FileView<'t>,
    names: &'f [Name],
    /// Who played whom.
    met: HashSet<[Option<NameHash>; 2]>,
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
        let [first, second] = [one, other].map(|name| Some(self.names[name].hash));
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
    use scoresheet_grammar::Database;

    use super::*;
    use crate::file_view::{FileFacts, OtherFiles};
    use crate::finding::{Elsewhere, Level};
    use crate::linter::Linter;
    use crate::rules::RULES;
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
    fn other_files_have_the_last_word() {
        let text = game("Tal, Mikhail", "Keres, Paul").repeat(2) + &game("TAL, MIKHAIL", "KERES, PAUL");
        let linter = Linter::new(RULES, |rule| rule.name == RULE.name, Level::Hint);
        let found = |names: &[NameElsewhere]| -> Vec<(String, usize, Option<usize>)> {
            let elsewhere = OtherFiles { names: Some(names), ..OtherFiles::default() };
            let facts = FileFacts { elsewhere, ..FileFacts::default() };
            let found = linter.check_database(&Database::parse(&text), facts);
            let places = found
                .into_iter()
                .map(|it| (text[it.range].to_owned(), it.related.len(), it.elsewhere.map(|other| other.line)));
            places.collect()
        };
        let name = |name: &str, right: &str| NameElsewhere {
            name: name.to_owned(),
            right: right.to_owned(),
            games: 9,
            other: Elsewhere {
                file: "x.pgn".to_owned(),
                game: 3,
                line: 17,
                column: 1,
                start: 200,
                message: "the other spelling",
            },
        };
        assert_eq!(found(&[]), []);
        assert_eq!(
            found(&[name("Tal, Mikhail", "TAL, MIKHAIL"), name("Keres, Paul", "Keres, P."), name("Tahl", "Tal")]),
            [("Tal, Mikhail".to_owned(), 1, None), ("Keres, Paul".to_owned(), 0, Some(17))]
        );
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
