use crate::file_view::FileView;
use crate::finding::Finding;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A file name that the standard advises against.
    ///
    /// ## What it does
    /// Checks for files whose name does not end in `.pgn`, has other characters than letters, digits, hyphens, underscores and
    /// periods, or is a date (`1993.pgn`, `199305.pgn`, `19930512.pgn`) that is not the date of its games.
    ///
    /// ## Why is this bad?
    /// Programs recognise PGN files by their extension, not every system allows spaces and other characters in a name, and a
    /// game in a file with the wrong date is hard to find.
    ///
    /// ## Example
    /// In a file named `2023.pgn`:
    /// ```pgn
    /// [Date "2022.12.30"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "2023.01.02"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 11.
    name: "file-name", group: Pedantic, level: Hint, fix: None, hooks: [Hook::File(check)],
}

fn check(file: &FileView, findings: &mut Findings) {
    let Some(name) = file.name else { return };
    let mut at_top = |message: String| findings.push(RULE.finding(0..0, message));
    let Some(stem) = name.strip_suffix(".pgn") else {
        return at_top(format!("The file name {name} does not end in .pgn"));
    };
    let is_portable = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    if let Some(odd) = stem.chars().find(|character| !is_portable(*character)) {
        let odd = if odd == ' ' { "a space".to_owned() } else { odd.to_string() };
        return at_top(format!("The file name {name} contains {odd}, which not every system allows"));
    }
    if matches!(stem.len(), 4 | 6 | 8) && stem.bytes().all(|byte| byte.is_ascii_digit()) {
        findings.extend(game_of_other_date(file, stem));
    }
}

/// Reports the first game with another date than `digits`: a year, optionally with a month and a day.
fn game_of_other_date(file: &FileView, digits: &str) -> Option<Finding> {
    let divisor = 10_u32.pow(8 - digits.len() as u32);
    let wanted: u32 = digits.parse().ok()?;
    // Unknown digits count as zeros, and may be anything.
    let differs = |date: u32| {
        let date = date / divisor;
        let parts = |number: u32| match digits.len() {
            4 => [number, 0, 0],
            6 => [number / 100, number % 100, 0],
            _ => [number / 10_000, number / 100 % 100, number % 100],
        };
        parts(date).into_iter().zip(parts(wanted)).any(|(part, wanted)| part != 0 && part != wanted)
    };
    let mut others = (0..file.games.len()).filter(|index| differs(file.games[*index].digest.date));
    let index = others.next()?;
    let more = match others.count() {
        0 => String::new(),
        more => format!(", nor do {more} more"),
    };
    let (range, date) = file.read(index, |game| {
        let tag = game.tags().into_iter().find(|tag| tag.name == "Date")?;
        Some((file.in_file(index, &tag.range), tag.value().into_owned()))
    })?;
    let message = format!("A game of {date} does not belong in a file named {digits}.pgn{more}");
    Some(RULE.finding(range, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_view::FileOptions;
    use crate::testing::findings_in_file;

    fn messages(name: &str, dates: &[&str]) -> Vec<String> {
        let text: String = dates.iter().map(|date| format!("[Date \"{date}\"]\n\n1. e4 *\n\n")).collect();
        let found = findings_in_file(&[&RULE], &text, Some(name), FileOptions::default());
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn names_are_portable() {
        assert_eq!(messages("games.txt", &["?"]), ["The file name games.txt does not end in .pgn"]);
        assert_eq!(
            messages("a b.pgn", &["?"]),
            ["The file name a b.pgn contains a space, which not every system allows"]
        );
        for name in ["Fischer.pgn", "wijk-aan_zee.2023.pgn", "12345.pgn"] {
            assert!(messages(name, &["2022.01.01"]).is_empty(), "{name}");
        }
    }

    #[test]
    fn dates_are_those_of_the_games() {
        assert!(messages("1993.pgn", &["1993.05.12", "1993.??.??", "????.??.??"]).is_empty());
        assert!(messages("199305.pgn", &["1993.05.12", "1993.??.??"]).is_empty());
        assert!(messages("19930512.pgn", &["1993.05.12"]).is_empty());
        let other = "A game of 1993.06.12 does not belong in a file named 199305.pgn, nor do 1 more";
        assert_eq!(messages("199305.pgn", &["1993.05.12", "1993.06.12", "1994.05.01"]), [other]);
        assert_eq!(messages("19930512.pgn", &["1993.05.13"]).len(), 1);
    }
}
