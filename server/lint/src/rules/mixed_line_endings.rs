use std::ops::Range;

use crate::file_view::FileView;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::{LineEnds, line_ends};

declare_rule! {
    /// Different line endings in one file.
    ///
    /// ## What it does
    /// Checks for files in which some lines end with a line feed, others with a carriage return or with both. One finding
    /// covers the whole file.
    ///
    /// ## Why is this bad?
    /// Some editors then show stray characters, or all lines as one, and a program that saves the file changes lines that
    /// nobody edited.
    ///
    /// ## Example
    /// In this example ␍ shows where a carriage return is.
    /// ```pgn
    /// 1. e4 e5
    /// 2. Nf3 Nc6␍
    /// *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5
    /// 2. Nf3 Nc6
    /// *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it gives all lines the most common line ending, and all line endings mean the same.
    ///
    /// ## References
    /// PGN standard, sections 3.2.2 and 4.1.
    name: "mixed-line-endings", group: Style, level: Info, fix: Always, hooks: [Hook::File(check)],
}

/// The kinds, in order of preference where two are equally frequent.
const KINDS: [(LineEnds, &str, &str); 3] = [
    (LineEnds::LF, "\n", "a line feed"),
    (LineEnds::CRLF, "\r\n", "a carriage return and a line feed"),
    (LineEnds::CR, "\r", "a carriage return"),
];

fn check(file: &FileView, findings: &mut Findings) {
    let all = file.games.iter().fold(LineEnds::default(), |kinds, game| kinds.and(game.digest.line_ends));
    if KINDS.iter().all(|(kind, ..)| !all.has_others_than(*kind)) {
        return;
    }
    let Some((usual, right, name)) = KINDS.into_iter().rev().max_by_key(|(kind, ..)| count(file, *kind)) else {
        return;
    };
    let mut others: Vec<(Range<usize>, LineEnds)> = Vec::new();
    for (index, game) in file.games.iter().enumerate() {
        if game.digest.line_ends.has_others_than(usual) {
            let text = file.text(index);
            let ends = line_ends(&text).map(|range| (file.in_file(index, &range), LineEnds::kind(&text[range])));
            others.extend(ends.filter(|(_, kind)| *kind != usual));
        }
    }
    let Some((first, kind)) = others.first() else { return };
    let other = KINDS.iter().find(|(other, ..)| other == kind).map_or("", |(_, _, name)| name);
    let more = match others.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let message = format!("This line{more} ends with {other}, but most lines of the file end with {name}");
    let place = first.start..first.start;
    let edits = others.into_iter().map(|(range, _)| Edit::replace(range, right)).collect();
    findings.push(RULE.finding(place, message).with_fix(Fix::safe("Use one line ending in the whole file", edits)));
}

fn count(file: &FileView, wanted: LineEnds) -> usize {
    let count_in = |index: usize| {
        let text = file.text(index);
        line_ends(&text).filter(|range| LineEnds::kind(&text[range.clone()]) == wanted).count()
    };
    (0..file.games.len()).map(count_in).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_fix, findings};

    #[test]
    fn the_majority_decides() {
        check_fix(
            &RULE,
            "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\r\n\n*\r",
            "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n*\n",
        );
        check_fix(&RULE, "[Event \"x\"]\r\n\r\n1. e4\n*", "[Event \"x\"]\r\n\r\n1. e4\r\n*");
    }

    #[test]
    fn one_finding_is_enough() {
        let found = findings(&RULE, "1. e4\r\ne5\r\n2. d4\nd5\n*\n");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].range, 5..5);
        assert!(
            found[0].message.starts_with("This line (and 1 more) ends with a carriage return and"),
            "{}",
            found[0].message
        );
        assert!(findings(&RULE, "1. e4\r\ne5 *\r\n").is_empty());
    }
}
