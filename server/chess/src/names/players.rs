//! Which of some players' names may be the same.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::evidence::Evidence;
use super::forest::{Forest, Grouping, Spelling};
use super::letters::{MOST_WORDS, Marked, with_single_vowels, words};
use super::one_letter::{difference, pairs};
use super::player::strip_rating;
use super::reason::Reason;
use super::romanised::{keys, with_sibilants};
use super::unknown::unknown;

/// Names of a family that are compared with each other; a larger one is of a club, not of persons. Bounds the work.
const LARGEST_FAMILY: usize = 2000;

/// A first name that is long enough to tell one person from another.
const FULL_NAME: usize = 3;

/// The shortest first name that may be written in other letters: shorter ones, such as `Ian` and `Jan`, are other names.
const LEAST_ROMANISED: usize = 4;

/// The shortest word in which one letter may be a slip: shorter ones are too often other names.
const LEAST_MISTYPED: usize = 5;

/// A spelling with a slip is in a game where the right one is in so many.
const TIMES_RARER: u32 = 5;

/// What tells a son from his father.
const SUFFIXES: [&str; 5] = ["jr", "sr", "ii", "iii", "iv"];

/// Groups the spellings of players' names, which must be different texts. Names that say nothing are in no group. `evidence` is asked about pairs that
/// the names would allow. Takes time for the number of names, and for each last name for the square of its names up to a limit.
///
/// ```
/// use scoresheet_chess::names::{NoEvidence, Reason, Spelling, group_players};
///
/// let names = ["Tal, Mikhail", "Tal, M.", "Polgar, J", "Polgar, Judit", "Polgar, Jozsef"];
/// let spellings: Vec<Spelling> = names.iter().map(|text| Spelling { text, games: 1 }).collect();
/// let grouping = group_players(&spellings, &NoEvidence);
/// assert_eq!(grouping.groups[0].members[1].reason, Some(Reason::Initials));
/// assert_eq!((grouping.groups.len(), grouping.ambiguous[0].spelling), (1, 2));
/// ```
pub fn group_players(spellings: &[Spelling], evidence: &dyn Evidence) -> Grouping {
    let names: Vec<Option<Name>> = spellings.iter().map(|spelling| Name::read(spelling.text)).collect();
    let mut players = Players { names: &names, forest: Forest::new(spellings, evidence) };
    players.join_same_letters();
    players.join_other_order();
    players.join_romanised();
    players.join_one_letter();
    players.join_shorter();
    players.forest.finish()
}

/// Groups only spellings that differ in letter case, accents and punctuation or in the order of their words. Evidence is asked as by
/// [`group_players`]; takes time for the number of names.
pub(super) fn group_surely(spellings: &[Spelling], evidence: &dyn Evidence) -> Grouping {
    let names: Vec<Option<Name>> = spellings.iter().map(|spelling| Name::read(spelling.text)).collect();
    let mut players = Players { names: &names, forest: Forest::new(spellings, evidence) };
    players.join_same_letters();
    players.join_other_order();
    players.forest.finish()
}

/// The last names that a player's name can have, as they sound. Names that [`group_players`] groups share one, but for those with a slip.
pub fn sounds_of_last_names(text: &str) -> Vec<String> {
    let (readings, _) = readings(&with_sibilants(strip_rating(text.trim())), Marked::ByLetter);
    readings.iter().flat_map(|reading| keys(&with_single_vowels(&reading.family))).collect()
}

/// A name as it is compared.
struct Name {
    /// Last and first names; several where no comma tells which is which, the likely one first. A name of one kind has one.
    readings: Vec<Reading>,
    /// The likely one with ü as ue, if the name has such letters.
    spelt_out: Option<Reading>,
    /// The likely one by its sounds.
    sounds: Reading,
    has_comma: bool,
    suffix: Option<String>,
    /// A program, a site's user, or several players: no person's name.
    is_word: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Reading {
    /// Without spaces and hyphens.
    family: String,
    first: Vec<String>,
}

impl Name {
    fn read(text: &str) -> Option<Name> {
        if unknown(text).is_some() {
            return None;
        }
        let text = strip_rating(text.trim());
        let is_word =
            |letter: char| letter.is_ascii_digit() || matches!(letter, ':' | ';' | '/' | '@' | '(' | '_' | '&' | '+');
        let has_comma = text.contains(',');
        if text.contains(is_word) || text.split_whitespace().count() > MOST_WORDS {
            let family = text.split_whitespace().map(str::to_lowercase).collect::<Vec<String>>().join(" ");
            let reading = Reading { family, first: Vec::new() };
            let (readings, sounds) = (vec![reading.clone()], reading);
            return Some(Name { readings, spelt_out: None, sounds, has_comma, suffix: None, is_word: true });
        }
        let (name, mark) = without_mark(text);
        let (readings, suffix) = readings(name, Marked::ByLetter);
        let likely = readings.first()?.clone();
        let spelt = self::readings(name, Marked::ByTwo).0.into_iter().next().filter(|spelt| *spelt != likely);
        let sounds = self::readings(&with_sibilants(name), Marked::ByLetter).0.into_iter().next()?;
        let suffix = suffix.or(mark.map(str::to_owned));
        Some(Name { readings, spelt_out: spelt, sounds, has_comma, suffix, is_word: false })
    }

    fn likely(&self) -> &Reading {
        &self.readings[0]
    }

    /// The likely last name, and the same with ü as ue.
    fn families(&self) -> impl Iterator<Item = &str> {
        let spelt = self.spelt_out.as_ref().filter(|spelt| spelt.family != self.likely().family);
        std::iter::once(self.likely()).chain(spelt).map(|reading| reading.family.as_str())
    }
}

impl Reading {
    /// The number of letters of the first names: how much they say.
    fn letters(&self) -> usize {
        self.first.iter().map(String::len).sum()
    }

    fn has_full_first_name(&self) -> bool {
        self.first.first().is_some_and(|first| first.chars().count() >= FULL_NAME)
    }

    fn joined(&self) -> Vec<char> {
        self.family.chars().chain([',']).chain(self.first.join(" ").chars().collect::<Vec<_>>()).collect()
    }
}

/// The last and first names that a text can have, the likely ones first, and what tells a son from his father.
fn readings(text: &str, marked: Marked) -> (Vec<Reading>, Option<String>) {
    let named = |text: &str| -> Vec<String> {
        words(text, marked).into_iter().filter(|word| word.contains(char::is_alphanumeric)).collect()
    };
    let mut suffix = None;
    let mut take_suffix = |words: &mut Vec<String>| {
        if words.len() > 1 && SUFFIXES.contains(&words[words.len() - 1].as_str()) {
            suffix = words.pop();
        }
    };
    let readings = match text.split_once(',') {
        Some((family, first)) => {
            let first: Vec<&str> = first.split_whitespace().collect();
            let mut first = named(&match family.contains(char::is_lowercase) {
                true => first.into_iter().map(with_initials_apart).collect::<Vec<String>>().join(" "),
                false => first.join(" "),
            });
            let mut family = named(family);
            // The suffix may be all that follows a second comma.
            take_suffix(&mut family);
            take_suffix(&mut first);
            if family.is_empty() { Vec::new() } else { vec![Reading { family: family.concat(), first }] }
        }
        None => {
            let mut words = named(text);
            take_suffix(&mut words);
            without_comma(&words)
        }
    };
    (readings, suffix)
}

/// Two capitals are two initials: `JM.`
fn with_initials_apart(word: &str) -> String {
    let letters: Vec<char> = word.trim_end_matches(['.', ',']).chars().collect();
    match letters[..] {
        [first, second] if first.is_uppercase() && second.is_uppercase() => format!("{first} {second}"),
        _ => word.to_owned(),
    }
}

fn without_comma(words: &[String]) -> Vec<Reading> {
    let is_initial = |word: &String| word.chars().count() == 1;
    let reading = |(first, family): (&[String], &[String])| Reading { family: family.concat(), first: first.to_vec() };
    let count = words.len();
    if count <= 1 {
        return words.iter().map(|word| Reading { family: word.clone(), first: Vec::new() }).collect();
    }
    let last_is_family = (1..count).map(|at| reading(words.split_at(count - at)));
    let first_is_family = (1..count).map(|at| {
        let (family, first) = words.split_at(at);
        reading((first, family))
    });
    // Initials at the end follow the last name.
    match is_initial(&words[count - 1]) && !is_initial(&words[0]) {
        true => first_is_family.chain(last_is_family).collect(),
        false => last_is_family.chain(first_is_family).collect(),
    }
}

/// A small letter after the name tells namesakes apart, as in `Li, Chao b`.
fn without_mark(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(' ') {
        Some((name, mark))
            if mark.len() == 1
                && mark.bytes().all(|byte| byte.is_ascii_lowercase())
                && name.contains(char::is_uppercase)
                && !name.ends_with(',') =>
        {
            (name.trim_end(), Some(mark))
        }
        _ => (text, None),
    }
}

struct Players<'a> {
    names: &'a [Option<Name>],
    forest: Forest<'a>,
}

fn all(names: &[Option<Name>]) -> impl Iterator<Item = (usize, &Name)> {
    names.iter().enumerate().filter_map(|(index, name)| Some((index, name.as_ref()?)))
}

fn persons(names: &[Option<Name>]) -> impl Iterator<Item = (usize, &Name)> {
    all(names).filter(|(_, name)| !name.is_word)
}

impl Players<'_> {
    /// Letter case, accents, spaces and punctuation.
    fn join_same_letters(&mut self) {
        let mut known: HashMap<(bool, &Reading, &Option<String>), usize> = HashMap::new();
        let mut joints = Vec::new();
        for (index, name) in all(self.names) {
            match known.entry((name.has_comma, name.likely(), &name.suffix)) {
                Entry::Occupied(first) => joints.push((*first.get(), index)),
                Entry::Vacant(place) => {
                    place.insert(index);
                }
            }
        }
        for (index, name) in all(self.names) {
            let spelt = name.spelt_out.as_ref();
            let same = spelt.and_then(|spelt| known.get(&(name.has_comma, spelt, &name.suffix)));
            joints.extend(same.map(|same| (*same, index)));
        }
        joints.into_iter().for_each(|(one, other)| self.forest.join(one, other, Reason::Letters));
    }

    /// Last name first, with a comma or without one, or first name first.
    fn join_other_order(&mut self) {
        let with_comma: HashMap<(&Reading, &Option<String>), usize> = persons(self.names)
            .filter(|(_, name)| name.has_comma)
            .map(|(index, name)| ((name.likely(), &name.suffix), index))
            .collect();
        let mut pairs: HashMap<[&str; 2], usize> = HashMap::new();
        let mut joints = Vec::new();
        let mut ambiguous = Vec::new();
        for (index, name) in persons(self.names).filter(|(_, name)| !name.has_comma) {
            let found: BTreeSet<usize> =
                name.readings.iter().filter_map(|reading| with_comma.get(&(reading, &name.suffix)).copied()).collect();
            let groups: BTreeSet<usize> = found.iter().map(|found| self.forest.group(*found)).collect();
            match groups.len() {
                0 => {}
                1 => joints.extend(found.first().map(|found| (*found, index))),
                _ => ambiguous.push((index, found)),
            }
            let likely = name.likely();
            if let [first] = &likely.first[..]
                && first.chars().count() >= FULL_NAME
                && likely.family.chars().count() >= FULL_NAME
                && name.suffix.is_none()
                && groups.is_empty()
            {
                let mut words = [first.as_str(), likely.family.as_str()];
                words.sort_unstable();
                match pairs.entry(words) {
                    Entry::Occupied(other) => joints.push((*other.get(), index)),
                    Entry::Vacant(place) => {
                        place.insert(index);
                    }
                }
            }
        }
        joints.into_iter().for_each(|(one, other)| self.forest.join(one, other, Reason::Order));
        ambiguous.into_iter().for_each(|(index, found)| self.forest.note_ambiguous(index, found.into_iter().collect()));
    }

    /// Other letters for the same sounds, with all of the first names.
    fn join_romanised(&mut self) {
        let mut buckets: HashMap<(String, String), Vec<usize>> = HashMap::new();
        for (index, name) in persons(self.names).filter(|(_, name)| name.sounds.has_full_first_name()) {
            for family in keys(&with_single_vowels(&name.sounds.family)) {
                for first in keys(&with_single_vowels(&name.sounds.first.concat())) {
                    buckets.entry((family.clone(), first)).or_default().push(index);
                }
            }
        }
        let mut joints = Vec::new();
        for bucket in buckets.values() {
            // All of a bucket are alike: it is enough to join each to the next.
            for pair in bucket.windows(2) {
                let [one, other] = pair else { continue };
                if let (Some(first), Some(second)) = (&self.names[*one], &self.names[*other]) {
                    let may_be = |one: &str, other: &str| {
                        one == other || one.chars().count().min(other.chars().count()) >= LEAST_ROMANISED
                    };
                    let (first_names, other_first_names) =
                        (first.likely().first.concat(), second.likely().first.concat());
                    if first.suffix == second.suffix
                        && may_be(&first_names, &other_first_names)
                        && may_be(&first.likely().family, &second.likely().family)
                    {
                        joints.push((*one, *other));
                    }
                }
            }
        }
        joints.sort_unstable();
        joints.into_iter().for_each(|(one, other)| self.forest.join(one, other, Reason::Romanised));
    }

    /// One letter, in a name that is much rarer and in no other name of the list.
    fn join_one_letter(&mut self) {
        let mut of_word: HashMap<Vec<char>, usize> = HashMap::new();
        let mut games: HashMap<usize, u32> = HashMap::new();
        let (mut first_names, mut families): (Owners, Owners) = Default::default();
        let mut listed: Vec<(Vec<char>, usize)> = Vec::new();
        for (index, name) in persons(self.names) {
            let likely = name.likely();
            families.entry(&likely.family).or_default().insert(self.forest.group(index));
            if !likely.has_full_first_name() {
                continue;
            }
            first_names.entry(&likely.first[0]).or_default().insert(self.forest.group(index));
            let word = likely.joined();
            let of = *of_word.entry(word.clone()).or_insert_with(|| {
                listed.push((word, index));
                index
            });
            *games.entry(of).or_default() += self.forest.games(index);
        }
        let words: Vec<Vec<char>> = listed.iter().map(|(word, _)| word.clone()).collect();
        let mut joints = Vec::new();
        for (one, other) in pairs(&words) {
            let (one, other) = (listed[one].1, listed[other].1);
            let (rare, common) = if games[&one] <= games[&other] { (one, other) } else { (other, one) };
            let is_rare = games[&rare].saturating_mul(TIMES_RARER) <= games[&common];
            if !is_rare && !self.forest.are_alike(rare, common) {
                continue;
            }
            if let (Some(rare_name), Some(common_name)) = (&self.names[rare], &self.names[common])
                && rare_name.suffix == common_name.suffix
                && is_slip(rare_name.likely(), common_name.likely(), &families, &first_names)
            {
                joints.push((rare, common));
            }
        }
        joints.into_iter().for_each(|(one, other)| self.forest.join(one, other, Reason::OneLetter));
    }

    /// Initials, shorter first names, and last names alone, where they fit one name only.
    fn join_shorter(&mut self) {
        let mut families: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut order: Vec<usize> = Vec::new();
        let names = self.names;
        for (index, name) in persons(names) {
            name.families().for_each(|family| families.entry(family).or_default().push(index));
            order.push(index);
        }
        // What says most comes first, so that the shorter ones find it in its group.
        let letters = |index: &usize| self.names[*index].as_ref().map_or(0, |name| name.likely().letters());
        order.sort_by_key(|index| (std::cmp::Reverse(letters(index)), *index));
        for index in order {
            let Some(name) = &names[index] else { continue };
            let mut of_family: Vec<usize> =
                name.families().flat_map(|family| families[family].iter().copied()).collect();
            of_family.sort_unstable();
            of_family.dedup();
            if of_family.len() > LARGEST_FAMILY || name.likely().family.chars().count() < 2 {
                continue;
            }
            let own = self.forest.group(index);
            let mut is_known = false;
            let mut fitting: Vec<usize> = Vec::new();
            for other in of_family.iter().copied().filter(|other| *other != index) {
                let Some(longer) = &self.names[other] else { continue };
                // Without a comma the word may be a first name.
                let is_told = longer.has_comma || !name.likely().first.is_empty();
                if !is_told || name.suffix != longer.suffix || !self.is_shorter(index, other) {
                    continue;
                }
                is_known |= self.forest.group(other) == own;
                if self.forest.group(other) != own && self.forest.may_join(index, other) {
                    fitting.push(other);
                }
            }
            if is_known {
                continue;
            }
            // The most common spelling of each group.
            fitting
                .sort_by_key(|other| (self.forest.group(*other), std::cmp::Reverse(self.forest.games(*other)), *other));
            fitting.dedup_by_key(|other| self.forest.group(*other));
            let reason = if name.likely().first.is_empty() { Reason::LastName } else { Reason::Initials };
            match fitting[..] {
                [] => {}
                [only] => self.forest.join(index, only, reason),
                _ => self.forest.note_ambiguous(index, fitting),
            }
        }
    }

    /// Whether the first names of one person are a shorter form of the other's.
    fn is_shorter(&self, index: usize, other: usize) -> bool {
        let (Some(shorter), Some(longer)) = (&self.names[index], &self.names[other]) else { return false };
        let (shorter, longer) = (&shorter.likely().first, &longer.likely().first);
        let count = |words: &[String]| words.iter().map(String::len).sum::<usize>();
        if count(shorter) >= count(longer) {
            return false;
        }
        let mut needs_more = false;
        for (short, long) in shorter.iter().zip(longer) {
            let letters: Vec<char> = short.chars().collect();
            match letters[..] {
                _ if short == long => {}
                _ if !long.starts_with(short.as_str()) => {
                    let is_initial = long.chars().count() == 1 && short.starts_with(long.as_str());
                    if !is_initial {
                        return false;
                    }
                }
                [_] => {}
                // `Vl` is short for Vladimir; `Li` is a name.
                [_, second] if !"aeiouy".contains(second) => {}
                // `Ana` may be short for Anatoly, or a name.
                _ => needs_more = true,
            }
        }
        // A second full name may be another person's.
        let is_full = |word: &String| word.chars().count() >= FULL_NAME;
        needs_more |= shorter.first().is_some_and(is_full) && longer.iter().skip(shorter.len()).any(is_full);
        !needs_more || self.forest.are_alike(index, other)
    }
}

/// The groups in which a word is.
type Owners<'a> = HashMap<&'a str, BTreeSet<usize>>;

/// Whether names that differ in one letter are one name with a slip: not at the start or the end of a word, where other names differ, and the rarer
/// word is in no other name.
fn is_slip(rare: &Reading, common: &Reading, families: &Owners, first_names: &Owners) -> bool {
    let chars = |word: &str| word.chars().collect::<Vec<char>>();
    let is_only = |owners: &Owners, word: &str| owners.get(word).is_none_or(|groups| groups.len() < 2);
    let is_inside = |one: &str, other: &str| {
        let (one, other) = (chars(one), chars(other));
        let is_long = one.len().min(other.len()) >= LEAST_MISTYPED;
        is_long && difference(&one, &other).is_some_and(|at| at > 0 && at + 1 < one.len().max(other.len()))
    };
    if rare.first == common.first {
        return is_inside(&rare.family, &common.family) && is_only(families, &rare.family);
    }
    rare.family == common.family
        && rare.first.len() == common.first.len()
        && rare.first[1..] == common.first[1..]
        && is_inside(&rare.first[0], &common.first[0])
        && is_only(first_names, &rare.first[0])
}

#[cfg(test)]
mod tests {
    use super::super::evidence::NoEvidence;
    use super::*;

    /// The groups as texts, with the reason of each but the first, and the ambiguous names.
    fn grouped(names: &[(&str, u32)]) -> (Vec<String>, Vec<String>) {
        let spellings: Vec<Spelling> = names.iter().map(|(text, games)| Spelling { text, games: *games }).collect();
        let Grouping { groups, ambiguous } = group_players(&spellings, &NoEvidence);
        let groups = groups.iter().map(|group| {
            let member = |member: &super::super::forest::Member| match member.reason {
                None => names[member.spelling].0.to_owned(),
                Some(reason) => format!("{} ({})", names[member.spelling].0, reason.name()),
            };
            group.members.iter().map(member).collect::<Vec<String>>().join(" = ")
        });
        (groups.collect(), ambiguous.iter().map(|found| names[found.spelling].0.to_owned()).collect())
    }

    #[track_caller]
    fn check(names: &[&str], expected: &[&str]) {
        let names: Vec<(&str, u32)> = names.iter().map(|name| (*name, 1)).collect();
        assert_eq!(grouped(&names), (expected.iter().map(|group| (*group).to_owned()).collect(), vec![]));
    }

    #[test]
    fn one_player_has_many_names() {
        check(
            &[
                "Tal, Mikhail",
                "TAL, MIKHAIL",
                "Mikhail Tal",
                "Tal Mikhail",
                "Tal, M.",
                "Tal,M",
                "M. Tal",
                "Tal, Mikhail N.",
            ],
            &[
                "Tal, Mikhail = TAL, MIKHAIL (letters) = Mikhail Tal (order) = Tal Mikhail (order) = Tal, M. (initials) = Tal,M (initials) = \
               M. Tal (initials) = Tal, Mikhail N. (initials)",
            ],
        );
        check(
            &["Hübner, Robert", "Huebner, Robert", "Hubner, Robert"],
            &["Hübner, Robert = Huebner, Robert (letters) = Hubner, Robert (letters)"],
        );
        check(
            &["Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"],
            &["Vachier-Lagrave, Maxime = Maxime Vachier Lagrave (order)"],
        );
        check(&["Hou Yifan", "Yifan Hou"], &["Hou Yifan = Yifan Hou (order)"]);
        check(
            &["Kortschnoj, Viktor", "Korchnoi, Viktor", "Korchnoi, V."],
            &["Kortschnoj, Viktor = Korchnoi, Viktor (transliteration) = Korchnoi, V. (transliteration)"],
        );
        check(&["Каспаров, Гарри", "Kasparow, Garri"], &["Каспаров, Гарри = Kasparow, Garri (transliteration)"]);
        check(&["Müller, Karsten", "Mueller, K"], &["Müller, Karsten = Mueller, K (initials)"]);
        check(&["Mueller, Karsten", "Müller, K"], &["Mueller, Karsten = Müller, K (initials)"]);
        check(&["Karasev, Vladimir", "Karasev,Vl"], &["Karasev, Vladimir = Karasev,Vl (initials)"]);
        check(
            &["Sicre, Jean-Marc", "Sicre, JM.", "Sicre, J."],
            &["Sicre, Jean-Marc = Sicre, JM. (initials) = Sicre, J. (initials)"],
        );
        check(&["Carlsen", "Carlsen, Magnus"], &["Carlsen = Carlsen, Magnus (last name)"]);
    }

    #[test]
    fn other_players_have_other_names() {
        for names in [
            ["Polgar, J.", "Polgar, Z."],
            ["Carlsen, Magnus", "Carlsen, Markus"],
            ["Byrne, Donald", "Byrne, Robert"],
            ["Smith, John", "Smith, John Jr."],
            ["Smith, John, Sr.", "Smith, John, Jr."],
            ["Smith, J.", "Smith Jr., John"],
            ["Li, Chao a", "Li, Chao b"],
            ["Meyer, Peter", "Meier, Peter"],
            ["Wang, Li", "Li, Wang"],
            ["Wang, Li", "Wang, Liang"],
            ["Nguyen, Thanh", "Nguyen, Thanh Son"],
            ["Ivanov, Sergey", "Ivanova, Sergey"],
            ["Stockfish 8", "Stockfish 9"],
            ["Fairy-Stockfish", "Stockfish"],
            ["Wang Yue", "Wang Jue"],
            ["Karpov, Ana", "Karpov, Anatoly"],
            ["A main line of eight words and one: 5... d5", "A main line of eight words and one: 5... e5"],
            ["Smith, Ian", "Smith, Jan"],
            ["?", "NN"],
        ] {
            check(&names, &[]);
        }
    }

    #[test]
    fn a_slip_is_rare_and_in_no_other_name() {
        let names = [
            ("Mathieu, Rene", 20),
            ("Mathiue, Rene", 1),
            ("Larsen, Bent", 20),
            ("Larson, Bent", 1),
            ("Larson, Kim", 3),
        ];
        assert_eq!(grouped(&names).0, ["Mathieu, Rene = Mathiue, Rene (one letter)"]);
        assert_eq!(grouped(&[("Mathieu, Rene", 4), ("Mathiue, Rene", 1)]).0, Vec::<String>::new());
        assert_eq!(grouped(&[("Carlsen, Magnus", 50), ("Carlsen, Magnes", 1)]).0.len(), 1);
        assert_eq!(grouped(&[("Carlsen, Daniel", 50), ("Carlsen, Daniela", 1)]).0.len(), 0);
    }

    #[test]
    fn what_fits_several_names_is_ambiguous() {
        let (groups, ambiguous) =
            grouped(&[("Polgar, J", 9), ("Polgar, Judit", 1), ("Polgar, Jozsef", 1), ("Polgar", 1)]);
        assert_eq!((groups.len(), ambiguous), (0, vec!["Polgar, J".to_owned(), "Polgar".to_owned()]));
        let (groups, _) = grouped(&[("Tal, M", 9), ("Tal, Mikhail", 1), ("Tal, Mikhail N", 1)]);
        assert_eq!(groups.len(), 1);
    }

    struct Met;

    impl Evidence for Met {
        fn are_different(&self, one: usize, other: usize) -> bool {
            one != other
        }

        fn are_alike(&self, _: usize, _: usize) -> bool {
            false
        }
    }

    #[test]
    fn games_may_show_that_there_are_two() {
        let spellings = ["Tal, M.", "Tal, Mikhail"].map(|text| Spelling { text, games: 1 });
        assert_eq!(group_players(&spellings, &Met), Grouping::default());
    }
}
