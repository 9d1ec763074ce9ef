//! Repairs that would take moves away: a fix after which fewer moves can be read than before is not offered.

use scoresheet_chess::readable_moves::readable_moves;
use scoresheet_grammar::{Event, GameView, Games, NodeKind};

use crate::explanation::Effort;
use crate::finding::{Applicability, Edit, Finding, Fix};

/// How many bytes of a game and of what its fixes make of it are read to compare them: those of several slips in a long annotated game, in
/// less time than the search for them takes.
const MOST_READ: usize = 3 << 17;

/// A game with more syntax faults is not read again.
const MOST_FAULTS: usize = 512;

/// A game with variations nested deeper than that is not read again: they take much more time than their bytes.
const MOST_OPEN: usize = 200;

/// Reading so many bytes takes as long as a token of the search for slips.
const BYTES_PER_TOKEN: usize = 16;

/// Rules whose fixes are the writer's choice of what stays.
const CHOICES: [&str; 2] = ["continuing-variation", "duplicate-variation"];

/// Takes the fixes away after which fewer moves of the game can be read, and those for which there is no effort left to know: they come back
/// once others are made.
pub(super) fn keep_moves(game: GameView, findings: &mut [Finding], effort: &Effort) {
    let may_take = |finding: &Finding, fix: &Fix| {
        fix.applicability == Applicability::Unsafe
            && !CHOICES.contains(&finding.rule.name)
            && fix.edits.iter().any(|edit| may_take_moves(edit, game.text))
    };
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let fixes = finding.fixes.iter().enumerate();
        places.extend(fixes.filter(|(_, fix)| may_take(finding, fix)).map(|(rank, _)| (rank, index)));
    }
    // What is offered first matters most.
    places.sort_unstable();
    let mut known = None;
    let mut left = if places.is_empty() || is_hopeless(game) { 0 } else { MOST_READ };
    places.retain(|(rank, index)| {
        // Before anything is copied: a broken text has a finding at each of its characters.
        if left < game.text.len() || effort.of_game(0) == 0 {
            return true;
        }
        let fixed = applied(game.text, &findings[*index].fixes[*rank]);
        left = left.saturating_sub(fixed.len());
        effort.spend(1 + fixed.len() / BYTES_PER_TOKEN);
        let before = *known.get_or_insert_with(|| readable_moves(game));
        Games::new(&fixed).map(|game| readable_moves(game.view())).sum::<usize>() < before
    });
    for (rank, index) in places.into_iter().rev() {
        findings[index].fixes.remove(rank);
    }
}

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

/// Whether an edit may make a move unreadable: it takes text away, or changes what is a comment, a variation, a tag or the end of a game. A word
/// in place of another one leaves the rest as it is, and the end of a comment gives moves only: it is missing at each keystroke in a new one.
fn may_take_moves(edit: &Edit, text: &str) -> bool {
    if edit.range.is_empty() && edit.text.trim() == "}" {
        return false;
    }
    let is_word =
        |text: &str| !text.contains(|letter: char| letter.is_whitespace() || "(){}[]<>;%*\"".contains(letter));
    let old = &text[edit.range.clone()];
    !is_word(old) || !is_word(&edit.text) || edit.text.is_empty()
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut fixed = String::with_capacity(text.len());
    let mut at = 0;
    for edit in &fix.edits {
        fixed.push_str(&text[at..edit.range.start]);
        fixed.push_str(&edit.text);
        at = edit.range.end;
    }
    fixed.push_str(&text[at..]);
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULES;

    /// The titles of the fixes that are left of those that replace a part of a game, the rest of which reads or does not.
    fn kept(rule: &str, text: &str, replaced: &str, fixes: &[&str], effort: &Effort) -> Vec<String> {
        let rule = RULES.iter().find(|other| other.name == rule).unwrap();
        let start = text.find(replaced).unwrap();
        let range = start..start + replaced.len();
        let fix = |new: &&str| Fix::unsafe_(*new, vec![Edit::replace(range.clone(), *new)]);
        let fixes = fixes.iter().map(fix).collect();
        let mut findings = [Finding { fixes, ..rule.finding(range.clone(), "") }];
        let game = Games::new(text).next().unwrap();
        keep_moves(game.view(), &mut findings, effort);
        findings[0].fixes.iter().map(|fix| fix.title.clone()).collect()
    }

    #[test]
    fn a_fix_takes_no_moves_that_can_be_played() {
        let of = |text, replaced, fixes: &[&str]| kept("missing-delimiter", text, replaced, fixes, &Effort::default());
        let prose = "1. e4 good e5 fine 2. Nf3 *";
        assert_eq!(of(prose, "good e5 fine", &["{good e5 fine}", "{good} e5 {fine}"]), ["{good} e5 {fine}"]);
        assert_eq!(of("1. e4 e5 2. Nf3 Ra5 *", "Nf3 Ra5", &["{Nf3 Ra5}", "Nf3 {Ra5}", "Nf3"]), ["Nf3 {Ra5}", "Nf3"]);
        assert_eq!(of("1. e4 * e5 2. Nf3 *", "* e5", &["e5", "{*} e5"]), ["e5", "{*} e5"]);
        // The game goes on behind the brace.
        assert_eq!(
            of("1. e4 e5 2. Nf3 Nf6 better 2... Nc6 3. Bb5 *", "Nf6 better", &["{Nf6 better}"]),
            ["{Nf6 better}"]
        );
    }

    #[test]
    fn what_is_not_known_is_not_offered_but_for_words_and_choices() {
        let none = Effort::default();
        none.spend(usize::MAX);
        let text = "1. e4 e5 2. Ra5 Nc6 *";
        assert_eq!(kept("illegal-move", text, "Ra5", &["{Ra5}", "Ra3"], &none), ["Ra3"]);
        assert_eq!(kept("continuing-variation", text, "Nc6", &["{Nc6}"], &Effort::default()), ["{Nc6}"]);
    }
}
