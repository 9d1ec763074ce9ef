use std::collections::HashMap;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{FaultKind, GameView};

use crate::finding::{Applicability, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::name_in_two_words;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A tag that occurs twice in a game.
    ///
    /// ## What it does
    /// Checks for tag pairs with the name of an earlier tag pair of the same game. The several `Preamble` tags of ChessForge,
    /// which holds a long text that way, are not reported.
    ///
    /// ## Why is this bad?
    /// Some programs keep the first value, others the last.
    ///
    /// ## Example
    /// ```pgn
    /// [ECO "C20"]
    /// [ECO "C44"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [ECO "C20"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Deleting a tag with the same value as the first one is safe. Where the values differ the fix is unsafe, because which
    /// value is right is a guess. It is also unsafe where other text follows the tag on its line: that text would be read as
    /// moves.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "duplicate-tag", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let mut rest = &walk.tags[..];
    // Tags after a truncated tag pair may belong to the next game; tags between two truncations belong to one game.
    for cut in cuts(walk.game) {
        let (tags, after) = rest.split_at(rest.partition_point(|tag| tag.range.start < cut));
        check_tags(walk, tags, findings);
        rest = after;
    }
    check_tags(walk, rest, findings);
}

/// Report duplicates among tags that certainly belong to one game.
fn check_tags(walk: &Walk, tags: &[Tag], findings: &mut Findings) {
    if tags.len() <= FEW && !has_repeated_name(tags) {
        return;
    }
    let mut first_of_name = HashMap::with_capacity(tags.len());
    let mut repeated: Vec<(&Tag, Finding)> = Vec::new();
    for tag in tags.iter().filter(|tag| !tag.name.is_empty() && tag.name != "Preamble") {
        let first = *first_of_name.entry(tag.name).or_insert(tag);
        // A name in two words is another name, and another finding; so is a tag without a value.
        if first.range == tag.range
            || first.raw_value.is_empty()
            || tag.raw_value.is_empty()
            || [first, tag].into_iter().any(|tag| name_in_two_words(tag).is_some())
        {
            continue;
        }
        let delete = vec![delete(walk.game.text, tag.range.clone())];
        let (message, fix) = if first.value() != tag.value() {
            let message = format!("The game has the tag {} already, with another value", tag.name);
            (message, Fix::unsafe_("Delete this tag", delete))
        } else {
            let title = "Delete the repeated tag";
            let fix = if has_text_after(walk, tag) { Fix::unsafe_(title, delete) } else { Fix::safe(title, delete) };
            (format!("The game has the tag {} already", tag.name), fix)
        };
        let finding = RULE.finding(tag.name_range.clone(), message);
        let finding = finding.with_related(first.range.clone(), "the first occurrence").with_fix(fix);
        let follows = |last: &Tag| walk.text(last.range.end..tag.range.start).trim().is_empty();
        let is_apart = repeated.last().is_some_and(|(last, _)| !follows(last));
        if first.value() != tag.value() || is_apart || repeated.len() == MOST_PASTED {
            report(std::mem::take(&mut repeated), findings);
        }
        if first.value() == tag.value() {
            repeated.push((tag, finding));
        } else {
            findings.push(finding);
        }
    }
    report(repeated, findings);
}

/// So many repeated tags below each other, and more, are one slip: they were pasted twice.
const FEWEST_PASTED: usize = 3;

/// No game has more tags than so many; a broken text may have any number, and their findings take memory.
const MOST_PASTED: usize = 64;

/// Reports tags below each other that repeat earlier ones, as one finding where they are many.
fn report(repeated: Vec<(&Tag, Finding)>, findings: &mut Findings) {
    let ([(first, _), .., (last, _)], true) = (&repeated[..], repeated.len() >= FEWEST_PASTED) else {
        return findings.extend(repeated.into_iter().map(|(_, finding)| finding));
    };
    let message =
        format!("The {} tag pairs from {} to {} repeat tag pairs above", repeated.len(), first.name, last.name);
    let fixes: Vec<Fix> = repeated.iter().flat_map(|(_, finding)| finding.fixes.clone()).collect();
    let is_safe = fixes.iter().all(|fix| fix.applicability == Applicability::Safe);
    let edits = fixes.into_iter().flat_map(|fix| fix.edits).collect();
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }("Delete the repeated tags", edits);
    let Some((_, one)) = repeated.into_iter().next() else { return };
    findings.push(Finding { message, fixes: vec![fix], ..one });
}

/// Whether anything but another tag pair follows a tag on its line.
fn has_text_after(walk: &Walk, tag: &Tag) -> bool {
    let after = walk.game.text[tag.range.end..].trim_start_matches([' ', '\t']);
    let place = walk.game.text.len() - after.len();
    let is_tag = || walk.tags.binary_search_by_key(&place, |other| other.range.start).is_ok();
    !after.is_empty() && !after.starts_with(['\n', '\r']) && !is_tag()
}

/// Up to this many tags, comparing them all is faster than hashing.
const FEW: usize = 32;

fn has_repeated_name(tags: &[Tag]) -> bool {
    // Names that differ in these bits differ, as nearly all names of a game do.
    let mut seen = 0_u64;
    let is_new = |tag: &Tag| {
        let bytes = tag.name.as_bytes();
        let (first, last) = (bytes.first().unwrap_or(&0), bytes.last().unwrap_or(&0));
        let bit = 1 << ((bytes.len() * 11 + usize::from(*first) * 5 + usize::from(*last)) % 64);
        let is_new = seen & bit == 0;
        seen |= bit;
        is_new
    };
    if tags.iter().all(is_new) {
        return false;
    }
    tags.iter().enumerate().any(|(index, tag)| tags[..index].iter().any(|before| before.name == tag.name))
}

/// Where tag pairs are truncated, in text order.
fn cuts(game: GameView<'_>) -> impl Iterator<Item = usize> {
    let faults = game.tree.faults().iter();
    faults.filter(|fault| fault.kind == FaultKind::UnclosedTagAndValue).map(|fault| fault.range.end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, warnings};

    #[test]
    fn tags_that_were_pasted_twice_are_one_slip() {
        let tags = "[Event \"A\"]\n[Site \"B\"]\n[White \"C\"]\n";
        let twice = format!("{tags}[Black \"D\"]\n{tags}\n*");
        assert_eq!(warnings(&twice), ["duplicate-tag"]);
        check_fix(&RULE, &twice, &format!("{tags}[Black \"D\"]\n\n*"));
    }

    #[test]
    fn the_second_one_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]
[Site "S"]
[Site "T"]
 ^^^^ The game has the tag Site already, with another value
[Event "E"]
 ^^^^^ The game has the tag Event already
[Preamble "a"]
[Preamble "b"]

1. e4 *
"#,
        );
    }

    #[test]
    fn a_repetition_goes_safely() {
        check_fix(&RULE, "[Site \"S\"]\n[Site \"S\"]\n\n1. e4 *", "[Site \"S\"]\n\n1. e4 *");
        check_applicability(&RULE, "[Site \"S\"]\n[Site \"S\"]\n\n1. e4 *", Applicability::Safe);
        check_applicability(&RULE, "[Site \"S\"]\n[Site \"T\"]\n\n1. e4 *", Applicability::Unsafe);
        check_applicability(&RULE, "[Site \"S\"]\n[Site \"S\"] [Black \"B\"]\n\n1. e4 *", Applicability::Safe);
    }

    #[test]
    fn text_after_a_repetition_would_become_moves() {
        check_applicability(
            &RULE,
            "[Site \"S\"]\n[Site \"S\"] Z\n[Date \"2024.01.01\"]\n\n1. e4 *",
            Applicability::Unsafe,
        );
        check_applicability(&RULE, "[Site \"S\"]\n[Site \"S\"][%e4\n\n*", Applicability::Unsafe);
    }

    #[test]
    fn tags_of_the_next_game_are_no_repetition() {
        check(&RULE, "[Event \"E\"]\n[TimeControl \"60+0.6[Event \"F\"]\n\n1. e4 *");
        check(
            &RULE,
            "[Event \"E\"]\n[Site \"S\"]\n[Site \"S\"]\n ^^^^ The game has the tag Site already\n[Result \"1-0",
        );
        check(&RULE, "[Event \"E\"]\n[Round \"1\"]\n\n[Round \"2\"]\n\n[Round \"3\"]\n\n1. e4 *");
        check(
            &RULE,
            "[Event \"E\"]\n[Result \"1-0\n[Event \"F\"]\n[Site \"S\"]\n[Site \"S\"]\n ^^^^ The game has the tag Site already\n\n*",
        );
    }
}
