//! The names of months in the languages of tournament reports.

/// The number of a month (1 to 12) by its name or at least three letters of it, in any language and case; `None` where the letters begin the names
/// of several months.
pub(super) fn number(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    if word.chars().count() < SHORTEST {
        return None;
    }
    if let Some(month) = NAMES.iter().find_map(|names| names.iter().position(|name| *name == word)) {
        return Some(month + 1);
    }
    let begins = |month: &usize| NAMES.iter().any(|names| names[month - 1].starts_with(&word));
    let mut months = (1..=12).filter(begins);
    months.next().filter(|_| months.next().is_none())
}

/// In letters.
const SHORTEST: usize = 3;

/// English, German, French, Spanish, Italian, Portuguese, Dutch, and Russian in the genitive that dates have.
const NAMES: [[&str; 12]; 8] = [
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    [
        "januar",
        "februar",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
    [
        "января",
        "февраля",
        "марта",
        "апреля",
        "мая",
        "июня",
        "июля",
        "августа",
        "сентября",
        "октября",
        "ноября",
        "декабря",
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_names_and_abbreviations() {
        for (word, month) in [
            ("May", Some(5)),
            ("JUNE", Some(6)),
            ("Sept", Some(9)),
            ("sep", Some(9)),
            ("Okt", Some(10)),
            ("mar", Some(3)),
            ("mai", Some(5)),
            ("jui", None),
            ("juil", Some(7)),
            ("ju", None),
            ("мая", Some(5)),
            ("round", None),
            ("", None),
        ] {
            assert_eq!(number(word), month, "{word}");
        }
    }
}
