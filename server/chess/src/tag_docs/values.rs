//! The values of tags with few fixed values: one table for the rules, completion and hover.

use crate::results::RESULTS;

/// The reasons for the end of a game (section 9.8.1).
pub const TERMINATIONS: &[&str] =
    &["abandoned", "adjudication", "death", "emergency", "normal", "rules infraction", "time forfeit", "unterminated"];

/// The modes of play (section 9.9.2). The standard gives them as examples.
pub const PLAYING_MODES: &[&str] = &["OTB", "PM", "EM", "ICS", "TC"];

/// The types of player (section 9.1.5).
pub const PLAYER_TYPES: &[&str] = &["human", "program"];

/// The titles of FIDE, and `-` for none (section 9.1.1).
pub const TITLES: &[&str] = &["-", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];

/// The titles of other federations and of sites, as their files spell them: FIDE's online arena, ICCF, national titles,
/// and those of Lichess.
pub const SITE_TITLES: &[&str] = &[
    "AGM", "AIM", "AFM", "ACM", "GMC", "IMC", "SIM", "CCM", "CCE", "LGM", "LIM", "HGM", "SM", "NM", "WNM", "LM", "BOT",
];

/// Returns the possible values of a tag with few fixed values; `None` for tags with free text.
///
/// The lists are closed for Result, SetUp, Termination, WhiteType and BlackType. Mode, titles and Variant have other
/// values in use: these are the common ones.
pub fn values(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "Result" => Some(&RESULTS),
        "SetUp" => Some(&["0", "1"]),
        "Termination" => Some(TERMINATIONS),
        "Mode" => Some(PLAYING_MODES),
        "WhiteType" | "BlackType" => Some(PLAYER_TYPES),
        "WhiteTitle" | "BlackTitle" => Some(TITLES),
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
