//! The tag sections of made-up games.

use super::Shape;
use super::random::Random;

/// The tag pairs of game `number`, a line each.
pub(super) fn tags(shape: Shape, random: &mut Random, number: usize, result: &str) -> String {
    let white = player(random);
    let black = loop {
        let other = player(random);
        if other != white {
            break other;
        }
    };
    let year = 1950 + random.below(75);
    let date = format!("{year}.{:02}.{:02}", 1 + random.below(12), 1 + random.below(28));
    let mut elo = || (1400 + random.below(1400)).to_string();
    let (white_elo, black_elo) = (elo(), elo());
    let town = random.pick(&SYLLABLES);
    let pairs: Vec<(&str, String)> = match shape {
        Shape::Lichess => vec![
            ("Event", "Rated Rapid game".to_owned()),
            ("Site", format!("https://lichess.org/{number:08}")),
            ("Date", date.clone()),
            ("Round", "-".to_owned()),
            ("White", white),
            ("Black", black),
            ("Result", result.to_owned()),
            ("UTCDate", date),
            ("UTCTime", format!("{:02}:{:02}:{:02}", random.below(24), random.below(60), random.below(60))),
            ("WhiteElo", white_elo),
            ("BlackElo", black_elo),
            ("TimeControl", "600+0".to_owned()),
            ("Termination", "Normal".to_owned()),
        ],
        Shape::Study => vec![
            ("Event", format!("Lessons of {white}: chapter {number}")),
            ("Site", format!("https://lichess.org/study/{number:08}")),
            ("Result", result.to_owned()),
            ("UTCDate", date),
            ("UTCTime", format!("{:02}:{:02}:{:02}", random.below(24), random.below(60), random.below(60))),
            ("Variant", "Standard".to_owned()),
            ("ECO", "?".to_owned()),
            ("Opening", "?".to_owned()),
            ("Annotator", white),
        ],
        Shape::Plain | Shape::Annotated | Shape::Tiny | Shape::Faulty | Shape::Giant => {
            let roster = [
                ("Event", format!("{}grad Open {year}", capitalised(town))),
                ("Site", format!("{}grad", capitalised(town))),
                ("Date", date),
                ("Round", (1 + random.below(11)).to_string()),
                ("White", white),
                ("Black", black),
                ("Result", result.to_owned()),
            ];
            let elo = [("BlackElo", black_elo), ("WhiteElo", white_elo)];
            roster.into_iter().chain(elo.into_iter().filter(|_| shape != Shape::Tiny)).collect()
        }
    };
    pairs.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect()
}

/// Half a million names.
fn player(random: &mut Random) -> String {
    let surname: String = (0..3).map(|_| random.pick(&SYLLABLES)).collect();
    format!("{}, {}", capitalised(&surname), random.pick(&FIRST_NAMES))
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

const SYLLABLES: [&str; 32] = [
    "ka", "ro", "min", "sel", "vik", "tor", "lan", "be", "du", "gar", "hol", "im", "jun", "kov", "lis", "mar", "nor",
    "ol", "per", "qui", "ras", "sto", "ta", "ul", "vas", "wen", "xi", "yar", "zan", "fel", "cho", "ber",
];

const FIRST_NAMES: [&str; 16] = [
    "Anna", "Boris", "Clara", "David", "Elena", "Fatima", "Georg", "Hana", "Ivan", "Julia", "Karim", "Lea", "Miguel",
    "Nora", "Otto", "Pia",
];
