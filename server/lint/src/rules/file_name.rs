use crate::file_view::FileView;
use crate::finding::Finding;
use crate::rule::{FileScope, Hook, declare_rule};

declare_rule! {
    /// A file name that the standard advises against.
    ///
    /// ## What it does
    /// Reports a file whose name does not end in `.pgn`, whose name holds anything but letters, digits, hyphens, underscores and periods, or
    /// whose name is a date (`1993.pgn`, `199305.pgn`, `19930512.pgn`) that is not that of its games.
    ///
    /// ## Why is this bad?
    /// Programs find PGN files by their ending, not every system takes blanks and other signs in a name, and who looks for a game
    /// by its date does not find it in the wrong file.
    ///
    /// ## Example
    /// In a file that is called `2023.pgn`:
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
    name: "file-name", group: Pedantic, level: Hint, fix: None, hooks: [Hook::File(FileScope::Quiet(|digest| digest.date.into()), check)],
}

fn check(file: &FileView, findings: &mut Vec<Finding>) {
    let Some(name) = file.name else { return };
    let mut at_top = |message: String| findings.push(RULE.finding(0..0, message));
    let Some(stem) = name.strip_suffix(".pgn") else {
        return at_top(format!("The name of the file, {name}, does not end in .pgn"));
    };
    let is_portable = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    if let Some(odd) = stem.chars().find(|character| !is_portable(*character)) {
        let odd = if odd == ' ' { "a blank".to_owned() } else { odd.to_string() };
        return at_top(format!("The name of the file, {name}, holds {odd}, which not every system takes"));
    }
    if matches!(stem.len(), 4 | 6 | 8) && stem.bytes().all(|byte| byte.is_ascii_digit()) {
        findings.extend(game_of_other_date(file, stem));
    }
}

/// Speaks of the first game that has another date than `digits`: a year, with a month and a day or without.
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
    let message = format!("This game of {date} does not belong into the file {digits}.pgn{more}");
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
        assert_eq!(messages("games.txt", &["?"]), ["The name of the file, games.txt, does not end in .pgn"]);
        assert_eq!(
            messages("a b.pgn", &["?"]),
            ["The name of the file, a b.pgn, holds a blank, which not every system takes"]
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
        let other = "This game of 1993.06.12 does not belong into the file 199305.pgn, nor do 1 more";
        assert_eq!(messages("199305.pgn", &["1993.05.12", "1993.06.12", "1994.05.01"]), [other]);
        assert_eq!(messages("19930512.pgn", &["1993.05.13"]).len(), 1);
    }
}
