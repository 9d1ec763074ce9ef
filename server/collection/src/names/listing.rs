//! The names of a collection in groups.

use scoresheet_chess::names::{Grouping, Reason, Spelling, Unknown, group_events, group_players, group_sites, unknown};

use super::counts::{Kind, NameCounts, Place};
use super::evidence::GamesEvidence;

/// The names of a kind.
#[derive(Debug)]
pub struct Listing {
    /// What they are names of.
    pub kind: Kind,
    /// The most common one first.
    pub names: Vec<Name>,
}

/// A name, with its spellings.
#[derive(Debug)]
pub struct Name {
    /// The number of games, whatever the spelling.
    pub games: u64,
    /// The spellings, the most common one first.
    pub spellings: Vec<SpeltName>,
}

/// A spelling of a name.
#[derive(Debug)]
pub struct SpeltName {
    /// As it is in the tags.
    pub text: String,
    /// Its games, in the order in which they were added.
    pub places: Vec<Place>,
    /// Why it is taken for a spelling of the name; none for the most common one.
    pub reason: Option<Reason>,
    /// The names that it may be short for, if it fits several.
    pub fits: Vec<String>,
    /// What it means, if it is no name.
    pub unknown: Option<Unknown>,
}

impl Listing {
    /// The names of a kind, grouped. Spellings are compared as [`group_players`] does.
    pub fn new(counts: &NameCounts, kind: Kind) -> Listing {
        let texts = counts.spellings(kind);
        let mut places = counts.places(kind);
        let spellings = spellings(texts, &places);
        let grouping = match kind {
            Kind::Player => group_players(&spellings, &GamesEvidence::new(counts)),
            Kind::Event => group_events(&spellings),
            Kind::Site => group_sites(&spellings),
        };
        let Grouping { groups, ambiguous } = grouping;
        let mut fits: Vec<Vec<String>> = vec![Vec::new(); texts.len()];
        for ambiguity in ambiguous {
            fits[ambiguity.spelling] = ambiguity.candidates.iter().map(|candidate| texts[*candidate].clone()).collect();
        }
        let mut spelt: Vec<Option<SpeltName>> = Vec::with_capacity(texts.len());
        for ((text, places), fits) in texts.iter().zip(&mut places).zip(fits) {
            let places = std::mem::take(places);
            spelt.push(Some(SpeltName { text: text.clone(), places, reason: None, fits, unknown: unknown(text) }));
        }
        let mut names = Vec::with_capacity(texts.len());
        for group in groups {
            let of_group = group
                .members
                .iter()
                .filter_map(|member| Some(SpeltName { reason: member.reason, ..spelt[member.spelling].take()? }));
            names.push(Name::of(of_group.collect()));
        }
        names.extend(spelt.into_iter().flatten().map(|spelt| Name::of(vec![spelt])));
        names.sort_by(|one, other| {
            let key = |name: &Name| std::cmp::Reverse(name.games);
            key(one).cmp(&key(other)).then_with(|| one.text().cmp(other.text()))
        });
        Listing { kind, names }
    }

    /// Returns the number of spellings.
    pub fn spellings(&self) -> usize {
        self.names.iter().map(|name| name.spellings.len()).sum()
    }
}

impl Name {
    fn of(spellings: Vec<SpeltName>) -> Name {
        let mut places: Vec<Place> = spellings.iter().flat_map(|spelling| spelling.places.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        Name { games: places.len() as u64, spellings }
    }

    /// Returns the most common spelling.
    pub fn text(&self) -> &str {
        self.spellings.first().map_or("", |spelling| spelling.text.as_str())
    }

    /// Whether there is something to look at: several spellings, one that fits several names, or a value that names nothing in other words than the
    /// standard's.
    pub fn is_doubtful(&self) -> bool {
        self.spellings.len() > 1
            || self.spellings.iter().any(|spelling| !spelling.fits.is_empty() || spelling.is_otherwise_unknown())
    }
}

impl SpeltName {
    /// Whether it names nothing, but is not the `?` that the standard has for names (section 8.1.1).
    pub fn is_otherwise_unknown(&self) -> bool {
        self.unknown.is_some() && self.text != "?"
    }
}

/// The spellings with their numbers of games.
pub(super) fn spellings<'t>(texts: &'t [String], places: &[Vec<Place>]) -> Vec<Spelling<'t>> {
    texts.iter().zip(places).map(|(text, places)| Spelling { text, games: places.len() as u32 }).collect()
}
