//! Games that do not read: what explains them is searched for, and they are checked with their slips undone.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::Discriminant;
use std::ops::Range;

use scoresheet_chess::piece_letters;
use scoresheet_chess::replay::Setup;
use scoresheet_grammar::{GameView, Parser, Tree};

use super::kept_moves::keep_moves;
use super::renumbered::join_numbers;
use super::{CheckedGame, Linter, Unexplained, Walked};
use crate::explanation::{self, Candidate, Effort, Explanation, Part, Repaired, Search, Slip};
use crate::finding::{Applicability, Edit, Finding};
use crate::findings::Findings;
use crate::suppression::FileAllowances;
use crate::walk::Walk;

impl Linter {
    /// What explains a game that does not read, slip by slip in text order; nothing where it reads, or nothing explains it.
    pub fn explain_slips(&self, game: GameView) -> Vec<Part> {
        let mut parts = Vec::new();
        let Some(trouble) = self.check_faults_and_walk(game, None).0.trouble else { return parts };
        self.search(game, trouble, &Effort::default(), |explanation| {
            parts.clone_from(&explanation.parts);
            let repaired = Repaired::of(game.text, explanation);
            let (again, _) = self.check_repaired(&repaired)?;
            again.trouble.map(|place| repaired.in_game(place..place).start)
        });
        parts
    }

    /// Searches for the slips of a game that does not read, given what [`Linter::check_unexplained`] found in it. Returns what is found once
    /// they are undone, or the same where nothing explains it.
    pub fn explain(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
        unexplained: Unexplained,
        effort: &Effort,
    ) -> CheckedGame {
        let Unexplained { found, trouble, has_escape_line } = unexplained;
        let mut explained = None;
        let left = self.search(game, trouble, effort, |explanation| {
            let repaired = Repaired::of(game.text, explanation);
            let (again, of_repaired) = self.check_repaired(&repaired)?;
            explained = Some(self.map_back(game, &repaired, of_repaired));
            again.trouble.map(|place| repaired.in_game(place..place).start)
        });
        let mut checked = match explained {
            None => found,
            Some(findings) => {
                // The digest is that of the text as it is: how much is explained depends on the other games.
                let walked = Walked { trouble: Some(trouble), has_escape_line, digest: Some(found.digest) };
                self.complete(game, is_first, file, walked, findings)
            }
        };
        effort.spend(keep_moves(game, &mut checked.findings, left));
        checked
    }

    /// Checks a game with its slips undone, if it still is one game.
    fn check_repaired(&self, repaired: &Repaired) -> Option<(Walked, Vec<Finding>)> {
        let mut tree = Tree::default();
        let range = Parser::new(&repaired.text).next_game(&mut tree);
        let view = GameView { text: &repaired.text, tree: &tree };
        (range == Some(0..repaired.text.len())).then(|| self.check_faults_and_walk(view, Some(repaired)))
    }

    /// Searches for what explains a game whose first trouble is at byte `trouble`. Hands explanations to `check`, each of more than the
    /// one before, which returns the first trouble that is left once it is undone. Returns how many of the tokens are left that are granted for
    /// the game.
    fn search(
        &self,
        game: GameView,
        trouble: usize,
        effort: &Effort,
        mut check: impl FnMut(Explanation) -> Option<usize>,
    ) -> usize {
        let reported: RefCell<HashMap<Discriminant<Slip>, bool>> = RefCell::default();
        let is_reported = |slip: &Candidate| {
            let kind = std::mem::discriminant(&slip.slip);
            *reported.borrow_mut().entry(kind).or_insert_with(|| self.reports_slip(slip, game.text))
        };
        let budget = effort.of_game(game.text.len());
        if budget == 0 {
            effort.cut();
            return 0;
        }
        let Some(mut search) = Search::new(game, trouble, &is_reported, budget) else { return budget };
        let mut trouble = Some(trouble);
        while let Some(place) = trouble {
            search.explain(place);
            let explanation = search.explanation();
            let explains = !explanation.slips.is_empty() || !explanation.meanings.is_empty();
            let left = if explains { check(explanation) } else { None };
            // Trouble that was read before is left without an explanation.
            trouble = left.filter(|place| search.read_up_to().is_some_and(|end| end <= *place));
        }
        effort.spend_on_search(budget - search.budget());
        if search.budget() == 0 {
            effort.cut();
        }
        search.budget()
    }

    /// Whether an active rule reports a slip.
    fn reports_slip(&self, slip: &Candidate, text: &str) -> bool {
        let mut findings = Findings::in_game();
        self.hooks.slip.iter().for_each(|ask| ask(slip, text, &mut findings));
        !findings.is_empty()
    }

    /// The findings of a game in which slips explain the faults: the slips themselves and the findings `of_repaired`, which remain
    /// once the slips are undone, mapped back to `game` as it is.
    ///
    /// Another text may be explained otherwise, and a fix that is safe where a game reads may take away the evidence. So fixes are unsafe,
    /// but for those before the only move that does not read, and of tags that say nothing about the start of the game.
    fn map_back(&self, game: GameView, repaired: &Repaired, of_repaired: Vec<Finding>) -> Vec<Finding> {
        let mut of_slips = Findings::in_game();
        for slip in &repaired.slips {
            self.hooks.slip.iter().for_each(|ask| ask(slip, game.text, &mut of_slips));
        }
        let mut findings = of_slips.into_vec();
        let movetext = explanation::movetext_start(game).unwrap_or(0);
        let tags_differ = repaired.slips.iter().any(|slip| slip.edit.range.start < movetext);
        // In another language than English, the letters of all moves say which piece a garbled one moves.
        let languages = Setup::of(game).languages;
        let is_foreign = languages.iter().any(|language| *language != piece_letters::english());
        // Which moves were left out is a guess; what comes after them rests on it.
        let is_guess =
            |slip: &&Candidate| matches!(slip.slip, Slip::MissingPair { .. }) && !slip.edit.text.contains("--");
        let guess = repaired.slips.iter().find(is_guess).map_or(usize::MAX, |slip| slip.edit.range.start);
        // A finding that overlaps a slip is reported once the user has repaired the slip.
        let is_apart = |range: &Range<usize>| repaired.is_apart(range) && !repaired.is_cut_off(range);
        for mut finding in of_repaired.into_iter().filter(|finding| is_apart(&finding.range)) {
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| repaired.is_apart_from(edit)));
            finding.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| repaired.keep_apart(edit));
            finding.move_ranges(|range| *range = repaired.in_game(range.clone()));
            // Where tags are to be inserted depends on those that are there.
            let stays = |edit: &Edit| edit.range.start > movetext || !edit.text.contains(['\n', '\r']);
            finding.fixes.retain(|fix| !tags_differ || fix.edits.iter().all(stays));
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| edit.range.end <= guess));
            for fix in &mut finding.fixes {
                let is_before = |edit: &Edit| !is_foreign && repaired.begins_after(edit.range.end);
                if !fix.edits.iter().all(|edit| is_before(edit) || is_of_other_tags(edit, &game.text[..movetext])) {
                    fix.applicability = Applicability::Unsafe;
                }
            }
            findings.push(finding);
        }
        join_numbers(game.text, &repaired.slips, &mut findings);
        findings
    }
}

/// Whether a line comment holds the next moves of the main line.
pub(super) fn hides_moves(comment: &Range<usize>, walk: &Walk) -> bool {
    let replay = &walk.replay;
    let position = replay.position().filter(|_| replay.has_moved() && !walk.is_in_variation());
    let number = walk.count.number(replay.number());
    position.is_some_and(|position| {
        explanation::hides_moves(walk.game.text, comment, position, number, &replay.setup().languages)
    })
}

/// Whether an edit changes only tags that say nothing about the start of a game; `tags` is the text before the movetext.
fn is_of_other_tags(edit: &Edit, tags: &str) -> bool {
    let says_nothing = |text: &str| {
        let text = text.to_ascii_lowercase();
        !["fen", "setup", "variant"].iter().any(|name| text.contains(name))
    };
    tags.get(edit.range.clone()).is_some_and(says_nothing) && says_nothing(&edit.text)
}
