//! Repairs that would take moves away: a fix after which fewer moves can be read than before is not offered.

use std::cell::LazyCell;
use std::ops::Range;

use scoresheet_chess::readable_moves::readable_moves;
use scoresheet_format::refactor::apply;
use scoresheet_grammar::{Event, GameView, Games, NodeKind, TokenKind};

use crate::explanation::MOST_OPEN;
use crate::finding::{Applicability, Edit, Finding, Fix, Level};

/// How many bytes of a game are read to compare it with what its fixes make of it: those of several slips in a long annotated game, in less time
/// than the search for them takes.
const MOST_READ: usize = 3 << 17;

/// How many edits of other slips are compared together with one.
const MOST_TOGETHER: usize = 16;

/// A game with more syntax faults is not read again.
const MOST_FAULTS: usize = 512;

/// Reading so many bytes takes as long as a token of the search for slips.
const BYTES_PER_TOKEN: usize = 16;

/// Rules whose fixes are the writer's choice of what stays.
const CHOICES: [&str; 2] = ["continuing-variation", "duplicate-variation"];

/// Takes the fixes away after which fewer moves of the game can be read. `tokens` is the effort that is left for the game; fixes for which it does not
/// suffice stay, as a long game with many slips needs them, and `--fix` compares once more what it applies. In a hopeless game all are taken away:
/// they come back once others are made. Returns the tokens that it took.
pub(super) fn keep_moves(game: GameView, findings: &mut [Finding], tokens: usize) -> usize {
    let comments = LazyCell::new(|| comments(game));
    let ends_comment = |edit: &Edit| {
        let comment = |edit: &Edit| comments.get(comments.partition_point(|comment| comment.end < edit.range.end));
        edit.text.trim() == "}" && comment(edit).is_some_and(|comment| comment.start < edit.range.start)
    };
    let may_take = |finding: &Finding, fix: &Fix| {
        fix.applicability == Applicability::Unsafe
            && !CHOICES.contains(&finding.rule.name)
            && fix.edits.iter().any(|edit| may_take_moves(edit, game.text) && !ends_comment(edit))
    };
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let fixes = finding.fixes.iter().enumerate();
        places.extend(fixes.filter(|(_, fix)| may_take(finding, fix)).map(|(rank, _)| (rank, index)));
    }
    // What is offered first matters most.
    places.sort_unstable();
    if places.is_empty() {
        return 0;
    }
    let is_hopeless = is_hopeless(game);
    let granted = if is_hopeless { 0 } else { tokens.min(MOST_READ / BYTES_PER_TOKEN) };
    let cost = 1 + game.text.len() / BYTES_PER_TOKEN;
    let mut left = granted;
    let mut known = None;
    places.retain(|(rank, index)| {
        // Before anything is copied: a broken text has a finding at each of its characters.
        if left < cost {
            return is_hopeless;
        }
        left -= cost;
        let before = *known.get_or_insert_with(|| readable_moves(game));
        let moves_after = |edits: &[Edit]| {
            let mut edits = edits.to_vec();
            edits.sort_by_key(|edit| edit.range.start);
            Games::new(&apply(game.text, &edits)).map(|game| readable_moves(game.view())).sum::<usize>()
        };
        let edits = &findings[*index].fixes[*rank].edits;
        if moves_after(edits) >= before {
            return false;
        }
        // Of several slips, one may hide that the repair of another one is right.
        let others = first_fixes(findings, *index, edits);
        if others.is_empty() || left < 2 * cost {
            return true;
        }
        left -= 2 * cost;
        let without = moves_after(&others);
        moves_after(&[&others[..], edits].concat()) < before.max(without)
    });
    for (rank, index) in places.into_iter().rev() {
        findings[index].fixes.remove(rank);
    }
    granted - left
}

/// The edits of the first fixes of all errors but one, as long as they are apart from each other and from the edits of that one.
fn first_fixes(findings: &[Finding], but: usize, edits: &[Edit]) -> Vec<Edit> {
    let mut together: Vec<Edit> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let Some(fix) = finding.fixes.first().filter(|_| index != but && finding.level == Level::Error) else {
            continue;
        };
        let is_apart = |edit: &Edit| {
            let touches = |other: &Edit| other.range.start <= edit.range.end && edit.range.start <= other.range.end;
            !together.iter().chain(edits).any(touches)
        };
        if fix.edits.iter().all(is_apart) {
            together.extend_from_slice(&fix.edits);
        }
        if together.len() > MOST_TOGETHER {
            break;
        }
    }
    together
}

/// Whether a game has too many faults, or variations nested so deep that they take much more time than their bytes.
fn is_hopeless(game: GameView) -> bool {
    let mut open = 0_usize;
    let mut is_deep = |event: Event| {
        match event {
            Event::Enter(NodeKind::Variation) => open += 1,
            Event::Leave(NodeKind::Variation) => open -= 1,
            _ => {}
        }
        open > MOST_OPEN
    };
    game.tree.faults().len() > MOST_FAULTS || game.tree.events().any(|(event, _)| is_deep(event))
}

/// Where a game has comments in braces. The end of one gives moves only, be it inserted or in place of a `)` in the comment: it is missing at each
/// keystroke in a new one.
fn comments(game: GameView) -> Vec<Range<usize>> {
    let is_comment =
        |event: &Event| matches!(event, Event::Token(TokenKind::BraceComment | TokenKind::UnclosedComment));
    game.tree.events().filter(|(event, _)| is_comment(event)).map(|(_, range)| range).collect()
}

/// Whether an edit may make a move unreadable: it takes text away, or changes what is a comment, a variation, a tag or the end of a game. A word
/// in place of another one leaves the rest as it is. White space alone makes two words of one, or one of two.
fn may_take_moves(edit: &Edit, text: &str) -> bool {
    let (old, new) = (text[edit.range.clone()].trim(), edit.text.trim());
    let is_word =
        |text: &str| !text.contains(|letter: char| letter.is_whitespace() || "(){}[]<>;%*\"".contains(letter));
    let takes_letters = new.is_empty() && old.contains(char::is_alphanumeric);
    let is_blank = old.is_empty() && new.is_empty();
    is_blank || takes_letters || !is_word(old) || !is_word(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULES;

    /// The titles of the fixes that are left of those that replace a part of a game, the rest of which reads or does not.
    fn kept(rule: &str, text: &str, replaced: &str, fixes: &[&str], tokens: usize) -> Vec<String> {
        kept_and_taken(rule, text, replaced, fixes, tokens).0
    }

    /// The same with the tokens that it took.
    fn kept_and_taken(rule: &str, text: &str, replaced: &str, fixes: &[&str], tokens: usize) -> (Vec<String>, usize) {
        let rule = RULES.iter().find(|other| other.name == rule).unwrap();
        let start = text.find(replaced).unwrap();
        let range = start..start + replaced.len();
        let fix = |new: &&str| Fix::unsafe_(*new, vec![Edit::replace(range.clone(), *new)]);
        let fixes = fixes.iter().map(fix).collect();
        let mut findings = [Finding { fixes, ..rule.finding(range.clone(), "") }];
        let game = Games::new(text).next().unwrap();
        let taken = keep_moves(game.view(), &mut findings, tokens);
        (findings[0].fixes.iter().map(|fix| fix.title.clone()).collect(), taken)
    }

    #[test]
    fn a_fix_takes_no_moves_that_can_be_played() {
        let of = |text, replaced, fixes: &[&str]| kept("missing-delimiter", text, replaced, fixes, usize::MAX);
        let prose = "1. e4 good e5 fine 2. Nf3 *";
        assert_eq!(of(prose, "good e5 fine", &["{good e5 fine}", "{good} e5 {fine}"]), ["{good} e5 {fine}"]);
        assert_eq!(of("1. e4 e5 2. Nf3 Ra5 *", "Nf3 Ra5", &["{Nf3 Ra5}", "Nf3 {Ra5}", "Nf3"]), ["Nf3 {Ra5}", "Nf3"]);
        assert_eq!(of("1. e4 * e5 2. Nf3 *", "* e5", &["e5", "{*} e5"]), ["e5", "{*} e5"]);
        // All moves after the comment can be read then.
        assert_eq!(
            of("1. e4 e5 2. Nf3 Nf6 better 2... Nc6 3. Bb5 *", "Nf6 better", &["{Nf6 better}"]),
            ["{Nf6 better}"]
        );
    }

    #[test]
    fn the_end_of_a_comment_takes_no_moves_and_is_not_compared() {
        let of = |text, replaced, fix| kept_and_taken("mistyped-delimiter", text, replaced, &[fix], usize::MAX);
        let kept = |fix: &str| (vec![fix.to_owned()], 0);
        for text in ["1. e4 e5 {a note) 2. Nf3 {b} Nc6 *", "1. e4 e5 {a note) 2. Nf3 Nc6 *"] {
            assert_eq!(of(text, ")", "}"), kept("}"), "{text}");
            assert_eq!(of(text, " 2.", "} 2.").0, ["} 2."], "{text}");
        }
        let (kept, taken) = of("1. e4 {one} (1. d4) 1... e5 2. Bc4 Nc6 {two} *", ")", "}");
        assert!(kept.is_empty() && taken > 0);
    }

    #[test]
    fn words_choices_and_what_is_not_known_stay() {
        let text = "1. e4 e5 2. Nf3 Nc6 *";
        assert_eq!(kept("illegal-move", text, "Nf3", &["{Nf3}", "Nc3"], 0), ["{Nf3}", "Nc3"]);
        assert_eq!(kept("illegal-move", text, "Nf3", &["{Nf3}", "Nc3"], usize::MAX), ["Nc3"]);
        assert_eq!(kept("continuing-variation", text, "Nc6", &["{Nc6}"], usize::MAX), ["{Nc6}"]);
    }

    #[test]
    fn only_words_are_repaired_where_hope_is_lost() {
        let text = format!("1. e4 e5 2. Nf3 {}", "}".repeat(MOST_FAULTS + 1));
        assert_eq!(kept("illegal-move", &text, "Nf3", &["Nf3 {}", "Nc3"], usize::MAX), ["Nc3"]);
    }
}
