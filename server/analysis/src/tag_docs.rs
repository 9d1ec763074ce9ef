//! What the tags of a game mean, for hover and completion.

mod table;

use crate::dates;

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

/// Every tag known here: the Seven Tag Roster, the standard's other tags, then those of sites and programs.
pub fn known_tags() -> impl Iterator<Item = TagDoc> {
    table::TAGS.iter().map(|(name, section, summary)| TagDoc {
        name,
        summary,
        section: Some(*section).filter(|section| !section.is_empty()),
    })
}

/// The values a tag may have, where they are few and fixed; `None` for tags with free text.
///
/// The lists are closed for Result, SetUp, Termination, WhiteType and BlackType. Mode, titles and Variant have
/// other values in use: those are the common ones.
pub fn values(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "Result" => Some(&["1-0", "0-1", "1/2-1/2", "*"]),
        "SetUp" => Some(&["0", "1"]),
        "Termination" => Some(&[
            "abandoned",
            "adjudication",
            "death",
            "emergency",
            "normal",
            "rules infraction",
            "time forfeit",
            "unterminated",
        ]),
        "Mode" => Some(&["OTB", "PM", "EM", "ICS", "TC"]),
        "WhiteType" | "BlackType" => Some(&["human", "program"]),
        "WhiteTitle" | "BlackTitle" => Some(&["-", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"]),
        "Variant" => Some(&[
            "Standard",
            "Chess960",
            "Crazyhouse",
            "King of the Hill",
            "Three-check",
            "Antichess",
            "Atomic",
            "Horde",
            "Racing Kings",
        ]),
        _ => None,
    }
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
