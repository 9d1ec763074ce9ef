//! The meaning of a Variant tag: the rules for a replay.
//!
//! The standard does not define this tag; sites and programs spell its values in different ways.

use shakmaty::variant::Variant;

use crate::similar_words::closest;

/// The rules of a game, as far as its Variant tag gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantKind {
    /// Ordinary chess, from any position.
    Standard,
    /// Chess960, Fischer Random: castling from other squares.
    Chess960,
    /// Other rules that can be replayed.
    Rules {
        /// Never [`Variant::Chess`].
        variant: Variant,
        /// Whether the game starts from a shuffled first rank.
        chess960: bool,
    },
    /// Unknown rules: moves are kept unchanged and not checked. Holds the tag's value.
    Unknown(String),
}

/// Returns the rules of a Variant tag's value. Letter case, spaces and punctuation do not matter.
pub fn variant_of_tag(value: &str) -> VariantKind {
    // All games of some sites have this value.
    if value == "Standard" {
        return VariantKind::Standard;
    }
    let name: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if STANDARD.contains(&name.as_str()) {
        return VariantKind::Standard;
    }
    if CHESS960.contains(&name.as_str()) {
        return VariantKind::Chess960;
    }
    let (rules, chess960) = match name.strip_suffix("960") {
        Some(rules) => (rules, true),
        None => (name.as_str(), false),
    };
    match RULES.iter().find(|(_, names)| names.contains(&rules)) {
        Some(&(variant, _)) => VariantKind::Rules { variant, chess960 },
        None => VariantKind::Unknown(value.trim().to_owned()),
    }
}

/// Returns the known variant that a misspelled Variant tag probably means; `None` for a known variant or any other
/// value.
pub fn similar_variant(value: &str) -> Option<&'static str> {
    let names = Variant::ALL.map(display_name).into_iter().chain(["Chess960"]);
    matches!(variant_of_tag(value), VariantKind::Unknown(_)).then(|| closest(value.trim(), names)).flatten()
}

impl VariantKind {
    /// Returns the rules and whether castling follows Chess960; `None` if the rules are unknown.
    pub fn rules(&self) -> Option<(Variant, bool)> {
        match self {
            VariantKind::Standard => Some((Variant::Chess, false)),
            VariantKind::Chess960 => Some((Variant::Chess, true)),
            VariantKind::Rules { variant, chess960 } => Some((*variant, *chess960)),
            VariantKind::Unknown(_) => None,
        }
    }

    /// Returns the name for the user, which is also the value of a Variant tag.
    pub fn display_name(&self) -> &str {
        match self {
            VariantKind::Standard => "Standard",
            VariantKind::Chess960 => "Chess960",
            VariantKind::Rules { variant, .. } => display_name(*variant),
            VariantKind::Unknown(name) => name,
        }
    }
}

/// Returns the name of known rules, as Lichess writes it in the Variant tag.
pub const fn display_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => "Standard",
        Variant::Atomic => "Atomic",
        Variant::Antichess => "Antichess",
        Variant::KingOfTheHill => "King of the Hill",
        Variant::ThreeCheck => "Three-check",
        Variant::Crazyhouse => "Crazyhouse",
        Variant::RacingKings => "Racing Kings",
        Variant::Horde => "Horde",
    }
}

const STANDARD: &[&str] = &[
    "",
    "chess",
    "standard",
    "standardchess",
    "normal",
    "normalchess",
    "regular",
    "regularchess",
    "orthodox",
    "classic",
    "classical",
    "classicchess",
    "fromposition",
    "setup",
    "none",
];

const CHESS960: &[&str] = &[
    "chess960",
    "960",
    "960chess",
    "c960",
    "fischerandom",
    "fischerandomchess",
    "fischerrandom",
    "fischerrandomchess",
    "fischer",
    "frc",
    "dfrc",
    "doublefischerrandom",
    "doublefischerandom",
    "freestyle",
    "freestylechess",
    "wildfr",
    "chess9lx",
];

// Giveaway, Suicide and Losers differ from Antichess in castling, kings or the meaning of stalemate.
const RULES: &[(Variant, &[&str])] = &[
    (Variant::Atomic, &["atomic", "atomicchess"]),
    (Variant::Antichess, &["antichess", "anti"]),
    (Variant::KingOfTheHill, &["kingofthehill", "koth"]),
    (Variant::ThreeCheck, &["threecheck", "threechecks", "3check", "3checks", "threecheckchess"]),
    (Variant::Crazyhouse, &["crazyhouse", "zh", "crazyhousechess"]),
    (Variant::RacingKings, &["racingkings", "racingking", "racing"]),
    (Variant::Horde, &["horde", "hordechess"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_name_the_same_rules() {
        let rules = |variant, chess960| VariantKind::Rules { variant, chess960 };
        let cases: &[(&[&str], VariantKind)] = &[
            (&["", " ", "normal", "Standard", "chess", "From Position", "Regular", "?", "-"], VariantKind::Standard),
            (
                &["Chess960", "Chess 960", "chess-960", "fischerandom", "Fischerandom", "Fischer Random", "FRC"],
                VariantKind::Chess960,
            ),
            (&["freestyle", "wild/fr", "DFRC", "960"], VariantKind::Chess960),
            (&["crazyhouse", "Crazyhouse", "zh"], rules(Variant::Crazyhouse, false)),
            (&["Crazyhouse960"], rules(Variant::Crazyhouse, true)),
            (&["King of the Hill", "koth", "kingofthehill"], rules(Variant::KingOfTheHill, false)),
            (&["Three-check", "3check", "threeCheck", "3-Check"], rules(Variant::ThreeCheck, false)),
            (&["Racing Kings", "racingkings"], rules(Variant::RacingKings, false)),
            (&["atomic"], rules(Variant::Atomic, false)),
            (&["Antichess", "Anti-chess"], rules(Variant::Antichess, false)),
            (&["Horde"], rules(Variant::Horde, false)),
        ];
        for (spellings, expected) in cases {
            for spelling in *spellings {
                assert_eq!(variant_of_tag(spelling), *expected, "{spelling:?}");
            }
        }
    }

    #[test]
    fn other_rules_are_unknown() {
        for name in ["Bughouse", "Seirawan", "suicide", "Giveaway", "losers", "Foo", "Kriegspiel"] {
            assert_eq!(variant_of_tag(name), VariantKind::Unknown(name.to_owned()));
            assert_eq!(variant_of_tag(name).rules(), None);
        }
    }

    #[test]
    fn slips_lead_to_known_variants() {
        let cases = [
            ("Crazyhose", Some("Crazyhouse")),
            ("crazyhuose", Some("Crazyhouse")),
            ("King of the Hil", Some("King of the Hill")),
            ("Antichss", Some("Antichess")),
            ("Ches960", Some("Chess960")),
            ("Crazyhouse", None),
            ("Seirawan", None),
            ("Bughouse", None),
            ("Hoard", None),
        ];
        for (value, expected) in cases {
            assert_eq!(similar_variant(value), expected, "{value}");
        }
    }

    #[test]
    fn display_names_read_back() {
        for variant in Variant::ALL {
            let read = variant_of_tag(display_name(variant));
            assert_eq!(read.rules(), Some((variant, false)));
            assert_eq!(read.display_name(), display_name(variant));
        }
    }
}
