//! The meaning of tag values: fields of a FEN, periods of a time control, dates, opening codes, countries.

use std::time::Duration;

use scoresheet_grammar::fen::{Fen, parse_fen};

use super::page::Page;
use scoresheet_chess::dates;
use scoresheet_chess::openings;
use scoresheet_chess::tag_docs::countries;
use scoresheet_chess::time_control::{self, Period};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Describes the value of the tag `name`. `at` is the byte of the value that the pointer is on.
pub(super) fn describe(name: &str, value: &str, at: usize, page: &mut Page) {
    match name {
        "Date" | "EventDate" | "UTCDate" | "EndDate" | "SourceDate" | "SourceVersionDate" => {
            if let Some(words) = date(value) {
                page.title(value, &words);
            }
        }
        "TimeControl" => {
            for period in time_control::read(value).map(|control| control.periods).unwrap_or_default() {
                page.line(&self::period(period));
            }
        }
        "ECO" => {
            let code = value.get(..3).unwrap_or(value);
            if let Some(opening) = openings::of_code(code) {
                page.title(code, &format!("{}: {}", opening.name, volume(code)));
            }
        }
        name if name == "Site" || name.ends_with("Country") => {
            let code = value.rsplit([' ', ',']).next().unwrap_or(value);
            if let Some(country) = countries::name(code) {
                let section = if countries::is_in_standard(code) { " (section 15)" } else { "" };
                page.title(code, &format!("is {country}{section}."));
            }
        }
        name if name.eq_ignore_ascii_case("FEN") => fen_field(value, at, page),
        _ => {}
    }
}

/// Describes the field of a FEN that the pointer is on.
fn fen_field(value: &str, at: usize, page: &mut Page) {
    let fen = parse_fen(value);
    let Fen { placement, turn, castling, en_passant, halfmove, fullmove, .. } = &fen;
    let fields = [
        (
            placement,
            "Piece placement",
            "the ranks from the eighth to the first, each from a to h; digits count empty squares",
            1,
        ),
        (turn, "Side to move", "", 2),
        (castling, "Castling availability", "", 3),
        (en_passant, "En passant square", "", 4),
        (halfmove, "Halfmove clock", "plies since the last capture or pawn move", 5),
        (fullmove, "Move number", "the number of the next move; it increases after a move of Black", 6),
    ];
    for (index, (range, name, words, section)) in fields.into_iter().enumerate() {
        let Some(range) = range.as_ref().filter(|range| range.start <= at && at <= range.end) else { continue };
        let text = &value[range.clone()];
        let words = match index {
            1 => if text.eq_ignore_ascii_case("b") { "Black is to move" } else { "White is to move" }.to_owned(),
            2 => castling_words(text),
            3 if text == "-" => "no pawn has just moved two squares".to_owned(),
            3 => "the square that a pawn has just passed".to_owned(),
            _ => words.to_owned(),
        };
        page.title(&format!("{name} {text}:"), &format!("{words} (section 16.1.3.{section})."));
        // Between two fields, the first one counts.
        return;
    }
}

fn castling_words(text: &str) -> String {
    let side = |letter| match letter {
        'K' => "White kingside".to_owned(),
        'Q' => "White queenside".to_owned(),
        'k' => "Black kingside".to_owned(),
        'q' => "Black queenside".to_owned(),
        'A'..='H' => format!("White with the rook on the {}-file", letter.to_ascii_lowercase()),
        'a'..='h' => format!("Black with the rook on the {letter}-file"),
        other => format!("{other:?}, which has no meaning"),
    };
    match text {
        "-" => "neither side can castle".to_owned(),
        letters => letters.chars().map(side).collect::<Vec<_>>().join(", "),
    }
}

/// Formats a date: "is 4 November 1992.", "is November 1992; the day is not known."
fn date(value: &str) -> Option<String> {
    if dates::fault(value).is_some() || value == dates::UNKNOWN {
        return None;
    }
    let field = |range: std::ops::Range<usize>| value.get(range).and_then(|text| text.parse::<usize>().ok());
    let year = if value.starts_with("????") { "of an unknown year".to_owned() } else { value[..4].to_owned() };
    let month = field(5..7).and_then(|month| MONTHS.get(month.checked_sub(1)?).copied());
    Some(match (month, field(8..10)) {
        (Some(month), Some(day)) => format!("is {day} {month} {year}."),
        (Some(month), None) => format!("is {month} {year}; the day is not known."),
        (None, Some(day)) => format!("is day {day} of an unknown month, {year}."),
        (None, None) => format!("is {year}; month and day are not known."),
    })
}

fn period(period: Period) -> String {
    match period {
        Period::Unknown => "?: the time control is unknown.".to_owned(),
        Period::Unlimited => "-: no time limit.".to_owned(),
        Period::Sandclock(sand) => {
            format!("A sandclock of {}: the time that one side uses, the other side gains.", duration(sand))
        }
        Period::Clock { moves, time, increment } => {
            let moves = moves.map_or("for the rest of the game".to_owned(), |moves| match moves {
                1 => "for each move".to_owned(),
                moves => format!("for {moves} moves"),
            });
            let increment = match increment.is_zero() {
                true => String::new(),
                false => format!(", plus {} per move", duration(increment)),
            };
            format!("{} {moves}{increment}.", duration(time))
        }
    }
}

/// Formats a duration: "1 hour 30 minutes", "0.5 seconds".
fn duration(time: Duration) -> String {
    let whole = time.as_secs();
    let seconds = time.as_secs_f64() - (whole / 60 * 60) as f64;
    let parts = [(whole / 86_400, "day"), (whole / 3600 % 24, "hour"), (whole / 60 % 60, "minute")];
    let mut words: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| format!("{count} {unit}{}", if count == 1 { "" } else { "s" }))
        .collect();
    if seconds > 0.0 || words.is_empty() {
        words.push(format!("{seconds} second{}", if seconds == 1.0 { "" } else { "s" }));
    }
    words.join(" ")
}

/// Returns the volume of the Encyclopaedia of Chess Openings that contains a code.
fn volume(code: &str) -> &'static str {
    match code.as_bytes().first() {
        Some(b'A') => "volume A, flank openings and answers to 1. d4 other than d5 and Nf6 (section 9.4.1).",
        Some(b'B') => "volume B, answers to 1. e4 other than e5 and e6 (section 9.4.1).",
        Some(b'C') => "volume C, 1. e4 e6 and 1. e4 e5 (section 9.4.1).",
        Some(b'D') => "volume D, 1. d4 d5, and 1. d4 Nf6 with g6 and d5 (section 9.4.1).",
        _ => "volume E, 1. d4 Nf6 2. c4 with e6 or g6 (section 9.4.1).",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::*;

    #[track_caller]
    fn check(name: &str, value: &str, at: usize, expected: &str) {
        let mut page = Page::new(Style::Plain);
        describe(name, value, at, &mut page);
        assert_eq!(page.finish(), expected, "{name} {value}");
    }

    #[test]
    fn dates_and_places_are_put_into_words() {
        check("Date", "1992.11.04", 0, "1992.11.04 is 4 November 1992.");
        check("Date", "1992.11.??", 0, "1992.11.?? is November 1992; the day is not known.");
        check("EventDate", "1993.??.??", 0, "1993.??.?? is 1993; month and day are not known.");
        check("Date", "????.05.31", 0, "????.05.31 is 31 May of an unknown year.");
        for nothing in ["????.??.??", "2024.13.01", "yesterday", ""] {
            check("Date", nothing, 0, "");
        }
        check("Site", "New York City, NY USA", 0, "USA is United States of America (section 15).");
        check("Site", "Prague CZE", 0, "CZE is Czech Republic.");
        check("WhiteTeamCountry", "NOR", 0, "NOR is Norway (section 15).");
        check("Site", "https://lichess.org/abc 🏆", 0, "");
    }

    #[test]
    fn time_controls_are_put_into_words() {
        let stages = "1 hour 40 minutes for 40 moves.\n50 minutes for 20 moves.\n20 minutes for the rest of the game, plus 10 seconds per move.";
        check("TimeControl", "40/6000:20/3000:1200+10", 0, stages);
        check("TimeControl", "1/259200", 0, "3 days for each move.");
        check("TimeControl", "*180", 0, "A sandclock of 3 minutes: the time that one side uses, the other side gains.");
        check("TimeControl", "10+0.5", 0, "10 seconds for the rest of the game, plus 0.5 seconds per move.");
        check("TimeControl", "-", 0, "-: no time limit.");
        check("TimeControl", "blitz", 0, "");
    }

    #[test]
    fn codes_are_named() {
        check("ECO", "C60", 0, "C60 Ruy Lopez: volume C, 1. e4 e6 and 1. e4 e5 (section 9.4.1).");
        check(
            "ECO",
            "B33/01",
            1,
            "B33 Sicilian Defense: volume B, answers to 1. e4 other than e5 and e6 (section 9.4.1).",
        );
        check("ECO", "♘", 0, "");
    }

    #[test]
    fn fields_of_a_position_are_named() {
        let fen = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQq e3 0 30";
        let cases = [
            (
                "r3k",
                "Piece placement r3k2r/8/8/8/4P3/8/8/R3K2R: the ranks from the eighth to the first, each from a to h; digits count empty squares (section 16.1.3.1).",
            ),
            ("b KQ", "Side to move b: Black is to move (section 16.1.3.2)."),
            ("Qq", "Castling availability KQq: White kingside, White queenside, Black queenside (section 16.1.3.3)."),
            ("e3", "En passant square e3: the square that a pawn has just passed (section 16.1.3.4)."),
            ("0 30", "Halfmove clock 0: plies since the last capture or pawn move (section 16.1.3.5)."),
            (
                "30",
                "Move number 30: the number of the next move; it increases after a move of Black (section 16.1.3.6).",
            ),
        ];
        for (at, expected) in cases {
            check("FEN", fen, fen.rfind(at).unwrap(), expected);
        }
        check("FEN", "♘", 0, "");
    }
}
