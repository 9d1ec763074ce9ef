//! What the tags of a game mean and which values they have, for hover, completion and the rules about tags.

pub mod countries;
mod misspelled;
mod table;
mod values;

use std::sync::LazyLock;

use crate::dates;

pub use misspelled::misspelled;
pub use values::{PLAYER_TYPES, PLAYING_MODES, SITE_TITLES, TERMINATIONS, TITLES, values};

/// The Seven Tag Roster (section 8.1.1) in its order, with what is written where nothing is known.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", dates::UNKNOWN),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagDoc {
    /// The tag's name in its usual spelling.
    pub name: &'static str,
    /// One or two sentences.
    pub summary: &'static str,
    /// The section of the PGN standard that defines the tag; `None` for tags of sites and programs.
    pub section: Option<&'static str>,
}

/// What the tag `name` means. Letter case counts, as it does in PGN.
pub fn describe(name: &str) -> Option<TagDoc> {
    known_tags().find(|tag| tag.name == name)
}

/// Whether `name` is a tag known here, or one that is in use beside a known one of much the same name. Letter case counts.
pub fn is_in_use(name: &str) -> bool {
    /// Each at its key, or behind those that are there. Asked for every tag; in a list of lists each would take one more look into memory.
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut names = vec![""; KEYS];
        for name in known_tags().map(|tag| tag.name).chain(table::OTHER_NAMES.iter().copied()) {
            let place = place_of(name, &names);
            names[place] = name;
        }
        names
    });
    !NAMES[place_of(name, &NAMES)].is_empty()
}

/// Where a name is in a list of them, or else the free place that it would have.
fn place_of(name: &str, names: &[&str]) -> usize {
    let mut place = key(name);
    while !names[place].is_empty() && names[place] != name {
        place = (place + 1) % KEYS;
    }
    place
}

/// Whether a tag name has nothing but ASCII letters, digits and underscores (section 8.1).
pub fn is_well_formed(name: &str) -> bool {
    /// Asked for every tag, a table is much less than three comparisons a byte.
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

/// A number below [`KEYS`] that hardly two tags in use share: of the length, the first and the last byte of a name.
fn key(name: &str) -> usize {
    let (first, last) = (name.bytes().next().unwrap_or(0), name.bytes().next_back().unwrap_or(0));
    (name.len() * 29 + usize::from(first) * 7 + usize::from(last)) % KEYS
}

const KEYS: usize = 1024;

// A search ends where no name is.
const _: () = assert!(2 * (table::TAGS.len() + table::OTHER_NAMES.len()) < KEYS);

/// Every tag known here: the Seven Tag Roster, the standard's other tags, then those of sites and programs.
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
