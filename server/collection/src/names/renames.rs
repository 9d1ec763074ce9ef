//! Which spellings become which names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use scoresheet_chess::names::{Reason, Spelling, group_players, sounds_of_last_names};
use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::escape;

use super::canonical::Canonical;
use super::counts::{Kind, NameCounts, Place};
use super::evidence::GamesEvidence;
use super::listing::spellings;

/// What is done to unify names.
#[derive(Debug, Default)]
pub struct Renames {
    /// The spellings that change, those with most games first.
    pub changes: Vec<Rename>,
    /// Spellings that fit several names of the list, and these. They stay.
    pub ambiguous: Vec<(String, Vec<String>)>,
    by_spelling: HashMap<(Kind, String), String>,
}

/// A spelling that becomes a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Rename {
    /// What it is a name of.
    pub kind: Kind,
    /// The spelling.
    pub from: String,
    /// The name.
    pub to: String,
    /// Why it is this name; none if the file has the spelling.
    pub reason: Option<Reason>,
    /// Its games.
    pub places: Vec<Place>,
}

impl Renames {
    /// Finds the spellings of some games that `canonical` changes: those that it has and, for `reasons`, those that are one player of its list only. Takes
    /// time for all names, and for those of the list whose last names are among them.
    pub fn new(counts: &NameCounts, canonical: &Canonical, reasons: &[Reason]) -> Renames {
        let mut renames = Renames::default();
        for kind in Kind::ALL {
            let texts = counts.spellings(kind);
            for (text, places) in texts.iter().zip(counts.places(kind)) {
                let to = canonical.pairs.get(&(kind, text.clone()));
                if let Some(to) = to.filter(|to| *to != text) {
                    renames.add(Rename { kind, from: text.clone(), to: to.clone(), reason: None, places });
                }
            }
        }
        renames.add_of_list(counts, canonical, reasons);
        renames.changes.sort_by(|one, other| {
            let key = |rename: &Rename| (rename.kind, std::cmp::Reverse(rename.places.len()));
            key(one).cmp(&key(other)).then_with(|| one.from.cmp(&other.from))
        });
        renames
    }

    /// Drops what is of other kinds.
    pub fn keep(&mut self, kinds: &[Kind]) {
        self.changes.retain(|rename| kinds.contains(&rename.kind));
        self.by_spelling.retain(|(kind, _), _| kinds.contains(kind));
        if !kinds.contains(&Kind::Player) {
            self.ambiguous.clear();
        }
    }

    /// The edits that rename in a game: byte ranges of the game, each with its new text, in order.
    pub fn edits(&self, game: GameView) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for tag in game.tags() {
            let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.tags().contains(&tag.name)) else { continue };
            if let Some(name) = self.by_spelling.get(&(kind, tag.value().into_owned())) {
                edits.push((tag.inner_range(), escape(name).into_owned()));
            }
        }
        edits
    }

    fn add(&mut self, rename: Rename) {
        self.by_spelling.insert((rename.kind, rename.from.clone()), rename.to.clone());
        self.changes.push(rename);
    }

    fn add_of_list(&mut self, counts: &NameCounts, canonical: &Canonical, reasons: &[Reason]) {
        if canonical.players.is_empty() {
            return;
        }
        let texts = counts.spellings(Kind::Player);
        let mut places = counts.places(Kind::Player);
        let known: HashMap<&str, usize> =
            texts.iter().enumerate().map(|(index, text)| (text.as_str(), index)).collect();
        let own: HashSet<String> = texts.iter().flat_map(|text| sounds_of_last_names(text)).collect();
        let mut all = spellings(texts, &places);
        let mut listed: HashSet<usize> = HashSet::new();
        for name in &canonical.players {
            let number = known.get(name.as_str()).copied();
            if number.is_none() && !sounds_of_last_names(name).iter().any(|sound| own.contains(sound)) {
                continue;
            }
            let is_new = listed.insert(number.unwrap_or(all.len()));
            if number.is_none() && is_new {
                // More games than any: the list says how a name is spelt.
                all.push(Spelling { text: name, games: u32::MAX });
            }
        }
        let grouping = group_players(&all, &GamesEvidence::new(counts));
        for group in grouping.groups {
            let members = || group.members.iter().map(|member| member.spelling);
            let names: Vec<usize> = members().filter(|spelling| listed.contains(spelling)).collect();
            let others = group.members.iter().filter(|member| !listed.contains(&member.spelling));
            for member in others {
                let from = all[member.spelling].text;
                if self.by_spelling.contains_key(&(Kind::Player, from.to_owned())) {
                    continue;
                }
                match names[..] {
                    [] => {}
                    [name] => {
                        // The reason of the group's first member is that of the name.
                        let of_name = group.members.iter().find(|member| member.spelling == name);
                        let reason = member.reason.max(of_name.and_then(|member| member.reason));
                        if reason.is_some_and(|reason| reasons.contains(&reason)) {
                            let places = std::mem::take(&mut places[member.spelling]);
                            self.add(Rename {
                                kind: Kind::Player,
                                from: from.to_owned(),
                                to: all[name].text.to_owned(),
                                reason,
                                places,
                            });
                        }
                    }
                    _ => {
                        let fits = names.iter().map(|name| all[*name].text.to_owned()).collect();
                        self.ambiguous.push((from.to_owned(), fits));
                    }
                }
            }
        }
        for ambiguity in grouping.ambiguous {
            let is_of_list = ambiguity.candidates.iter().any(|candidate| listed.contains(candidate));
            if is_of_list && ambiguity.spelling < texts.len() {
                let fits = ambiguity.candidates.iter().map(|candidate| all[*candidate].text.to_owned()).collect();
                self.ambiguous.push((texts[ambiguity.spelling].clone(), fits));
            }
        }
        self.ambiguous.sort();
    }
}
