//! The names of players in a tournament: which spellings are one name, and which are no player.

/// What a name is without its punctuation and letter case: `Tal,M` and `TAL, M.` are one. Empty if there is no letter.
pub(crate) fn identity(name: &str) -> String {
    let words = name.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Whether the name says that there is no opponent: `bye`, and what pairing programs of other languages write.
pub(super) fn is_bye(name: &str) -> bool {
    let identity = identity(name);
    let last = identity.rsplit(' ').next().unwrap_or_default();
    // "half point bye", "bye 1"
    last == "bye"
        || matches!(identity.split(' ').next(), Some("bye"))
        || matches!(last, "spielfrei" | "freilos" | "exempt" | "libre" | "riposa")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_and_case_make_no_other_player() {
        assert_eq!(identity("Tal,M"), identity(" TAL, M. "));
        assert_ne!(identity("Tal, M"), identity("Tal, Mikhail"));
        assert_eq!(identity(" - "), "");
    }

    #[test]
    fn byes_are_no_players() {
        let byes = ["bye", "BYE", "(bye)", "Half-point bye", "bye, 1", "Spielfrei"];
        assert_eq!(byes.iter().filter(|name| !is_bye(name)).collect::<Vec<_>>(), [&""; 0]);
        let players = ["Byers, Ann", "Byebye, Joe", "Free, J", ""];
        assert_eq!(players.iter().filter(|name| is_bye(name)).collect::<Vec<_>>(), [&""; 0]);
    }
}
