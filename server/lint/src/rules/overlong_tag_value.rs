use scoresheet_grammar::ast::{Tag, unescape};

use super::tag_values::inner;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag value of more than 255 characters.
    ///
    /// ## What it does
    /// Checks for tag values that are longer than a string may be, and marks the excess. ChessForge writes whole chapters into
    /// its `Preamble` tags.
    ///
    /// ## Why is this bad?
    /// Programs need not keep more than 255 characters of a value. Long remarks belong in a comment before the first move.
    ///
    /// ## Example
    /// ```pgn
    /// [Preamble "Queen endings are rightly feared. The queen gives check from everywhere, the king has nowhere to hide, and the defender needs only one perpetual to save the half point; yet with a far advanced passed pawn the stronger side wins more often than the books of a hundred years ago believed."]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Preamble "Queen endings are rightly feared."]
    ///
    /// {The queen gives check from everywhere, the king has nowhere to hide.} 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "overlong-tag-value", group: Style, level: Info, fix: None, hooks: [Hook::Tag(check)],
}

/// The most characters of a string (section 7).
const MOST_CHARACTERS: usize = 255;

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(inner) = inner(tag).filter(|inner| inner.len() > MOST_CHARACTERS) else { return };
    let length = unescape(inner).chars().count();
    if length <= MOST_CHARACTERS {
        return;
    }
    let excess = length - MOST_CHARACTERS;
    let start = inner.char_indices().rev().nth(excess - 1).map_or(0, |(start, _)| start);
    let whole = tag.inner_range();
    let message = format!("The value of {} has {length} characters; PGN allows at most {MOST_CHARACTERS}", tag.name);
    findings.push(RULE.finding(whole.start + start..whole.end, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings;

    #[test]
    fn what_is_too_much_is_marked() {
        let value = |letters: usize| format!("[Event \"{}\"]\n\n*", "é".repeat(letters));
        assert!(findings(&RULE, &value(255)).is_empty());
        let found = findings(&RULE, &value(257));
        assert_eq!(found[0].range, 8 + 2 * 255..8 + 2 * 257);
        assert_eq!(found[0].message, "The value of Event has 257 characters; PGN allows at most 255");
    }
}
