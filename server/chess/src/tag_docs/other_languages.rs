//! The names of the Seven Tag Roster in other languages, as people translate them by hand.

use super::ROSTER;

/// The translations of the names of the roster, in its order: German, Dutch, the Scandinavian languages, French, Spanish, Portuguese,
/// Italian, Polish, Czech and Hungarian, without words that are tag names in their own right.
const TRANSLATIONS: [&[&str]; ROSTER.len()] = [
    &[
        "Turnier",
        "Veranstaltung",
        "Wettkampf",
        "Toernooi",
        "Evenement",
        "Événement",
        "Turnering",
        "Tournoi",
        "Evento",
        "Torneo",
        "Torneio",
        "Turniej",
        "Turnaj",
        "Verseny",
    ],
    &[
        "Ort", "Spielort", "Plaats", "Plats", "Sted", "Lieu", "Sitio", "Lugar", "Local", "Luogo", "Miejsce", "Místo",
        "Misto",
    ],
    &["Datum", "Dato", "Fecha", "Data"],
    &["Runde", "Ronde", "Rond", "Ronda", "Rodada", "Turno", "Runda", "Kolo", "Forduló", "Fordulo"],
    &[
        "Weiß", "Weiss", "Wit", "Vit", "Hvid", "Hvit", "Blanc", "Blancs", "Blancas", "Blanco", "Brancas", "Branco",
        "Bianco", "Białe", "Biale", "Bílý", "Bily", "Világos", "Vilagos",
    ],
    &[
        "Schwarz", "Zwart", "Svart", "Noir", "Noirs", "Negras", "Negro", "Pretas", "Preto", "Nero", "Czarne", "Černý",
        "Cerny", "Sötét", "Sotet",
    ],
    &[
        "Ergebnis",
        "Resultat",
        "Résultat",
        "Resultaat",
        "Uitslag",
        "Resultado",
        "Risultato",
        "Wynik",
        "Výsledek",
        "Vysledek",
        "Eredmény",
        "Eredmeny",
    ],
];

/// The tag of the roster whose name `name` is in another language, in any case.
pub(super) fn roster_name(name: &str) -> Option<&'static str> {
    let is_same = |word: &&str| word.len() == name.len() && word.to_lowercase() == name.to_lowercase();
    let place = TRANSLATIONS.iter().position(|words| words.iter().any(is_same))?;
    Some(ROSTER[place].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag_docs::is_in_use;

    #[test]
    fn names_are_translated_in_any_case() {
        for (name, expected) in [
            ("Turnier", Some("Event")),
            ("ort", Some("Site")),
            ("Fecha", Some("Date")),
            ("RUNDE", Some("Round")),
            ("Weiß", Some("White")),
            ("Nero", Some("Black")),
            ("Résultat", Some("Result")),
            ("Event", None),
            ("", None),
        ] {
            assert_eq!(roster_name(name), expected, "{name}");
        }
    }

    #[test]
    fn no_translation_is_a_name_in_use_or_of_two_tags() {
        let mut words: Vec<&str> = TRANSLATIONS.concat();
        assert!(words.iter().all(|word| !is_in_use(word)));
        let many = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), many);
    }
}
