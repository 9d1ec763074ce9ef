//! The meaning and the values of tags, for hover, completion and the rules about tags.

pub mod countries;
mod misspelled;
mod other_languages;
mod table;
mod values;

use std::sync::LazyLock;

use crate::dates;

pub use misspelled::{misspelled, name_in_two_words, name_with_odd_characters};
pub use values::{PLAYER_TYPES, PLAYING_MODES, SITE_TITLES, TERMINATIONS, TITLES, values};

/// The Seven Tag Roster (section 8.1.1) in order, with the values for unknown.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", dates::UNKNOWN),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The description of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagDoc {
    /// The tag's name in its usual spelling.
    pub name: &'static str,
    /// One or two sentences.
    pub summary: &'static str,
    /// The section of the PGN standard that defines the tag; `None` for tags of sites and programs.
    pub section: Option<&'static str>,
}

/// Returns the description of the tag `name`. Letter case counts, as in PGN.
pub fn describe(name: &str) -> Option<TagDoc> {
    known_tags().find(|tag| tag.name == name)
}

/// Whether `name` is a known tag, or one in use with a name similar to a known one. Letter case counts.
pub fn is_in_use(name: &str) -> bool {
    /// A hash table with open addressing: each name at its key or after the names there. Every tag needs a lookup, and
    /// a list of lists would cost one more memory access.
    /// In place: as the only block that stays among many in a page of the allocator, it would keep all of that page.
    static NAMES: LazyLock<[&str; KEYS]> = LazyLock::new(|| {
        let mut names = [""; KEYS];
        for name in known_tags().map(|tag| tag.name).chain(table::OTHER_NAMES.iter().copied()) {
            let place = place_of(name, &names);
            names[place] = name;
        }
        names
    });
    !NAMES[place_of(name, NAMES.as_slice())].is_empty()
}

/// Returns the index of a name in the table, or else of the free entry for it.
fn place_of(name: &str, names: &[&str]) -> usize {
    let mut place = key(name);
    while !names[place].is_empty() && names[place] != name {
        place = (place + 1) % KEYS;
    }
    place
}

/// Whether a tag name consists of ASCII letters, digits and underscores (section 8.1).
pub fn is_well_formed(name: &str) -> bool {
    /// A table, because every tag needs this check and three comparisons per byte cost much more.
    static IS_OF_NAME: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 0x80 {
            table[byte as usize] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as u32;
            byte += 1;
        }
        table
    };
    name.bytes().all(|byte| IS_OF_NAME[usize::from(byte)])
}

/// Returns a hash below [`KEYS`] that few tags in use share: of the length, the first and the last byte of a name.
fn key(name: &str) -> usize {
    let (first, last) = (name.bytes().next().unwrap_or(0), name.bytes().next_back().unwrap_or(0));
    (name.len() * 29 + usize::from(first) * 7 + usize::from(last)) % KEYS
}

const KEYS: usize = 1024;

// A lookup ends at a free entry.
const _: () = assert!(2 * (table::TAGS.len() + table::OTHER_NAMES.len()) < KEYS);

/// Returns every known tag: the Seven Tag Roster, the standard's other tags, then those of sites and programs.
pub fn known_tags() -> impl Iterator<Item = TagDoc> {
    table::TAGS.iter().map(|(name, section, summary)| TagDoc {
        name,
        summary,
        section: Some(*section).filter(|section| !section.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{VariantKind, variant_of_tag};

    #[test]
    fn the_standards_tags_have_their_section() {
        let cases = [
            ("Event", Some("8.1.1.1")),
            ("Result", Some("8.1.1.7")),
            ("BlackTitle", Some("9.1.1")),
            ("UTCDate", Some("9.5.3")),
            ("FEN", Some("9.7.2")),
            ("PlyCount", Some("9.9.3")),
            ("Variant", None),
            ("WhiteFideId", None),
        ];
        for (name, section) in cases {
            assert_eq!(describe(name).map(|tag| tag.section), Some(section), "{name}");
        }
        assert_eq!(describe("event"), None);
        assert_eq!(describe("Nonsense"), None);
    }

    #[test]
    fn names_in_use_are_known_ones_and_their_rivals() {
        for (name, expected) in
            [("Event", true), ("PlyCount", true), ("WhiteFideID", true), ("Plycount", false), ("Evnt", false)]
        {
            assert_eq!(is_in_use(name), expected, "{name}");
        }
        for name in table::OTHER_NAMES {
            assert!(describe(name).is_none(), "{name} is in both tables");
        }
        let all = known_tags().map(|tag| tag.name).chain(table::OTHER_NAMES.iter().copied());
        assert!(all.into_iter().all(is_in_use));
    }

    #[test]
    fn the_table_is_in_order() {
        let tags: Vec<TagDoc> = known_tags().collect();
        let names: Vec<&str> = tags.iter().map(|tag| tag.name).collect();
        assert_eq!(names[..7], ROSTER.map(|(name, _)| name));
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len());
        for tag in &tags {
            assert!(tag.summary.ends_with('.'), "{}", tag.name);
            assert!(tag.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'), "{}", tag.name);
            let paired = match tag.name.strip_prefix("White") {
                Some(rest) => names.contains(&format!("Black{rest}").as_str()),
                None => true,
            };
            assert!(paired, "{}", tag.name);
        }
    }

    #[test]
    fn values_belong_to_known_tags() {
        for tag in known_tags() {
            assert!(values(tag.name).is_none_or(|values| !values.is_empty()));
        }
        assert_eq!(values("Result").map(<[_]>::len), Some(4));
        assert_eq!(values("Event"), None);
        for name in values("Variant").unwrap_or_default() {
            assert!(!matches!(variant_of_tag(name), VariantKind::Unknown(_)), "{name}");
        }
    }
}
