//! Names of files for values of tags: as section 11 of the standard has them, and safe on all systems.

use std::collections::{HashMap, HashSet};

/// The longest name without its extension. Bytes; systems allow 255, some with a path before it.
const LONGEST: usize = 80;

/// The name for what is unknown.
const UNKNOWN: &str = "unknown";

/// Names that Windows keeps for devices, in lower case.
const RESERVED: [&str; 8] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$", "desktop"];

/// How the name of a file is formed from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// The value itself, as the event's name (section 11.3).
    Whole,
    /// The last name of a player (section 11.2), with the first names where several players have it.
    LastName,
}

/// The names of files for these values, without extension and each once, whatever the letter case. `taken` are used already. Linear.
pub fn file_names(values: &[String], rule: NameRule, taken: &[&str]) -> Vec<String> {
    let mut bearers: HashMap<String, usize> = HashMap::new();
    if rule == NameRule::LastName {
        values.iter().for_each(|value| *bearers.entry(last_name(value).to_lowercase()).or_default() += 1);
    }
    let mut used: HashSet<String> = taken.iter().map(|name| name.to_lowercase()).collect();
    // Where the search for a free number goes on.
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut unique = |name: String| {
        let folded = name.to_lowercase();
        let mut found = name.clone();
        while !used.insert(found.to_lowercase()) {
            let number = numbers.entry(folded.clone()).or_insert(1);
            *number += 1;
            found = format!("{name}-{number}");
        }
        found
    };
    let name = |value: &String| match rule {
        NameRule::LastName if bearers.get(&last_name(value).to_lowercase()) == Some(&1) => safe(last_name(value)),
        _ => safe(value),
    };
    values.iter().map(|value| unique(name(value))).collect()
}

/// The part of a player's name before the comma, or the last word.
fn last_name(player: &str) -> &str {
    match player.split_once(',') {
        Some((last, _)) => last.trim(),
        None => player.split_whitespace().last().unwrap_or(""),
    }
}

/// A name that is a single part of a path on every system.
fn safe(value: &str) -> String {
    let is_odd = |character: char| {
        character.is_whitespace() || character.is_control() || "/\\:*?\"<>|,;%$~'`!&{}[]()#".contains(character)
    };
    let words: Vec<&str> = value.split(is_odd).filter(|word| !word.is_empty()).collect();
    let joined = words.join("_");
    let short = &joined[..joined.floor_char_boundary(LONGEST)];
    let name = short.trim_matches(['.', '-', '_', ' ']);
    let stem = name.split('.').next().unwrap_or("").to_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        stem.strip_prefix(port).is_some_and(|rest| rest.chars().count() == 1 && !rest.starts_with(char::is_alphabetic))
    });
    match name {
        "" => UNKNOWN.to_owned(),
        _ if is_port || RESERVED.contains(&stem.as_str()) => format!("{name}_"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(values: &[&str], rule: NameRule) -> Vec<String> {
        file_names(&values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>(), rule, &["rest"])
    }

    #[test]
    fn players_have_their_last_names() {
        let players = ["Tal, Mikhail", "Polgar, Judit", "Polgar, Susan", "Magnus Carlsen", "?", "tal"];
        let expected = ["Tal_Mikhail", "Polgar_Judit", "Polgar_Susan", "Carlsen", "unknown", "tal"];
        assert_eq!(names(&players, NameRule::LastName), expected);
        assert_eq!(names(&["Tal, Mikhail", "de la Bourdonnais, L"], NameRule::LastName), ["Tal", "de_la_Bourdonnais"]);
    }

    #[test]
    fn names_are_safe_and_each_occurs_once() {
        let values = ["../../etc/passwd", "A/B\\C", "CON", "com1.x", "", "...", "a b", "A  B", "a:b", "rest", "x\0\n"];
        let expected =
            ["etc_passwd", "A_B_C", "CON_", "com1.x_", "unknown", "unknown-2", "a_b", "A_B-2", "a_b-3", "rest-2", "x"];
        assert_eq!(names(&values, NameRule::Whole), expected);
        let long = "é".repeat(300);
        assert!(names(&[&long, &long], NameRule::Whole).iter().all(|name| name.len() <= LONGEST + 2));
    }
}
