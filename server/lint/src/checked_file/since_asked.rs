//! What the rules about whole files say after an edit, without asking them of the whole file again.
//!
//! An edit replaces a game by another one. Most of these rules look at a few bytes of every game, its digest; and as long as those
//! that matter to a rule are the same, or are no other game's, it says what it said. Rules about neighbours are asked of these.
//! What this does not tell, as when a game becomes another one's duplicate, is worked out by asking of the whole file.

use std::sync::Arc;

use scoresheet_grammar::{Database, Game, Tree, read_head};

use super::file::{CheckedFile, FileEdit};
use super::unit::OfWhole;
use crate::file_view::{DigestedGame, FileFacts, FileOptions, FileView, GameDigest, Source};
use crate::finding::Finding;
use crate::linter::FileHook;
use crate::linter::Linter;
use crate::rule::FileScope;

/// So many games may be replaced before the rules are asked: those of a keystroke, or of a few that came quickly.
const MOST_REPLACED: usize = 4;

/// More findings are not moved at every keystroke. As many are shown of a file at most.
const MOST_MOVED: usize = 1000;

/// So many marks are known to have changed before all of them are put together anew.
const MOST_CHANGED: usize = 256;

/// So far from a game its neighbour is looked for: between them is text that is no game.
const MOST_BETWEEN: usize = 64;

/// What is known since the rules about whole files were asked of a whole file, while its games stay as many as they were.
#[derive(Clone, Debug)]
pub struct SinceAsked {
    asked: Arc<Asked>,
    /// The marks of games that were replaced, and those of the games in their place, by the place of the rule.
    changed: Vec<(usize, u64, u64)>,
    /// What was replaced since the rules have last spoken.
    replaced: Vec<Replaced>,
}

/// A file of which the rules were asked.
#[derive(Debug)]
struct Asked {
    name: Option<String>,
    has_byte_order_mark: bool,
    /// The marks of all games, sorted, by the place of the rule that has them; without those that are 0.
    marks: Vec<Vec<u64>>,
}

/// A game that another one has taken the place of.
#[derive(Clone, Debug)]
struct Replaced {
    /// Its index (0-based).
    index: usize,
    old: Arc<Game>,
    digest: GameDigest,
}

/// What the rules say after an edit.
struct Said {
    findings: Vec<Finding>,
    changed: Vec<(usize, u64, u64)>,
    /// How many games they were asked of.
    looked_at: usize,
}

impl SinceAsked {
    /// That the rules of these hooks have just been asked of all these games.
    pub(super) fn of(hooks: &[FileHook], options: FileOptions, facts: FileFacts, games: &[DigestedGame]) -> SinceAsked {
        let marks_of = |hook: &FileHook| {
            let FileScope::SameMark(mark) = hook.scope else { return Vec::new() };
            let mut marks: Vec<u64> =
                games.iter().map(|game| mark(&game.digest, options)).filter(|it| *it != 0).collect();
            marks.sort_unstable();
            marks
        };
        let asked = Asked {
            name: facts.name.map(str::to_owned),
            has_byte_order_mark: facts.has_byte_order_mark,
            marks: hooks.iter().map(marks_of).collect(),
        };
        SinceAsked { asked: Arc::new(asked), changed: Vec::new(), replaced: Vec::new() }
    }

    /// The same after an edit. Nothing where games have come or gone, or more than a few were replaced.
    pub(super) fn and(&self, edit: &FileEdit<Game>) -> Option<SinceAsked> {
        if edit.removed.len() != edit.inserted.len() {
            return None;
        }
        let mut since = self.clone();
        let both = edit.before.range(edit.removed.clone()).zip(edit.after.range(edit.inserted.clone()));
        for ((old, known), (new, _)) in both {
            if Arc::ptr_eq(old.unit, new.unit) || since.replaced.iter().any(|earlier| earlier.index == old.index) {
                continue;
            }
            if since.replaced.len() == MOST_REPLACED {
                return None;
            }
            let digest = known?.digest.of_game;
            since.replaced.push(Replaced { index: old.index, old: old.unit.clone(), digest });
        }
        Some(since)
    }

    fn is_about(&self, facts: FileFacts) -> bool {
        self.asked.name.as_deref() == facts.name && self.asked.has_byte_order_mark == facts.has_byte_order_mark
    }

    /// How many games have a mark of the rule at this place among the hooks.
    fn count(&self, hook: usize, mark: u64, changed: &[(usize, u64, u64)]) -> usize {
        let marks = self.asked.marks.get(hook).map_or(&[][..], Vec::as_slice);
        let asked = marks[marks.partition_point(|other| *other < mark)..].partition_point(|other| *other == mark);
        let of_hook = || changed.iter().filter(|(of, ..)| *of == hook);
        let gone = of_hook().filter(|(_, old, _)| *old == mark).count();
        let come = of_hook().filter(|(_, _, new)| *new == mark).count();
        (asked + come).saturating_sub(gone)
    }
}

impl Linter {
    /// What the rules about whole files say after an edit, where the games that it touched and their neighbours are enough to tell.
    pub(super) fn check_file_after_edit(
        &self,
        checked: &CheckedFile<Game>,
        file: &Database,
        facts: FileFacts,
    ) -> Option<OfWhole<Game>> {
        let since = checked.whole.as_ref()?;
        let Said { mut findings, changed, looked_at } = self.said_again(checked, since, file, facts)?;
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        let whole = Some(SinceAsked { changed, replaced: Vec::new(), asked: since.asked.clone() });
        Some(OfWhole { findings, whole, looked_at })
    }

    fn said_again(
        &self,
        checked: &CheckedFile<Game>,
        since: &SinceAsked,
        file: &Database,
        facts: FileFacts,
    ) -> Option<Said> {
        // What a file allows at its top may be idle now.
        if !since.is_about(facts) || !checked.origin.allowances.is_empty() || since.changed.len() > MOST_CHANGED {
            return None;
        }
        let findings = checked.of_file.all_moved(MOST_MOVED)?;
        let mut said = Said { findings, changed: since.changed.clone(), looked_at: 0 };
        for replaced in &since.replaced {
            let game = file.unit(replaced.index)?;
            let (before, after) = (replaced.digest, checked.units.get(replaced.index)?.digest.of_game);
            let has_same_head = head(&replaced.old) == head(game);
            // What is said of games points at their tags.
            if before.is_game != after.is_game || !said.findings.is_empty() && !has_same_head {
                return None;
            }
            for (place, hook) in self.hooks.file.iter().enumerate() {
                let stays = match hook.scope {
                    FileScope::Neighbours => true,
                    FileScope::Quiet(mark) => {
                        let has_spoken = said.findings.iter().any(|finding| finding.rule.name == hook.rule.name);
                        !has_spoken && mark(&before) == mark(&after)
                    }
                    FileScope::SameMark(mark) => {
                        let (old, new) = (mark(&before, self.file_options), mark(&after, self.file_options));
                        let others = |mark: u64, own: usize| {
                            if mark == 0 { 0 } else { since.count(place, mark, &said.changed).saturating_sub(own) }
                        };
                        let is_alone = others(old, 1) == 0 && (old == new || others(new, 0) == 0);
                        if is_alone && old != new {
                            said.changed.push((place, old, new));
                        }
                        is_alone || before == after && has_same_head
                    }
                };
                if !stays {
                    return None;
                }
            }
            self.ask_neighbours(checked, replaced, file, facts, &mut said)?;
        }
        Some(said)
    }

    /// Asks the rules about neighbours of a game that has taken another one's place and of the games before and behind it. Nothing
    /// where escape lines may allow something.
    fn ask_neighbours(
        &self,
        checked: &CheckedFile<Game>,
        replaced: &Replaced,
        file: &Database,
        facts: FileFacts,
        said: &mut Said,
    ) -> Option<()> {
        let index = replaced.index;
        if has_escape_line(&replaced.old) || has_escape_line(file.unit(index)?) {
            return None;
        }
        let hooks: Vec<&FileHook> =
            self.hooks.file.iter().filter(|hook| matches!(hook.scope, FileScope::Neighbours)).collect();
        if hooks.is_empty() {
            return Some(());
        }
        let is_game = |index: &usize| checked.units.get(*index).is_some_and(|part| part.digest.of_game.is_game);
        let first = (0..index).rev().take(MOST_BETWEEN).find(is_game);
        let last = (index + 1..file.len()).take(MOST_BETWEEN).find(is_game);
        let (first, last) = match (first, last) {
            (None, _) if index > MOST_BETWEEN => return None,
            (_, None) if index + MOST_BETWEEN < file.len() => return None,
            (first, last) => (first.unwrap_or(0), last.unwrap_or(file.len() - 1)),
        };
        let mut games = Vec::new();
        for (place, part) in checked.units.range(first..last + 1) {
            if has_escape_line(place.unit) {
                return None;
            }
            games.push(DigestedGame { start: place.start, digest: part?.digest.of_game });
        }
        let source = Source::Database(file, first);
        let FileFacts { name, has_byte_order_mark } = facts;
        let part = FileView { name, has_byte_order_mark, games: &games, source, options: self.file_options };
        let mut findings = Vec::new();
        hooks.iter().for_each(|hook| (hook.ask)(&part, &mut findings));
        self.set_levels(&mut findings);
        // Of the first, nothing is known here but that it is there.
        let begin = games.get(1).map_or(file.text_length(), |game| game.start);
        let end = file.start(last + 1).unwrap_or(usize::MAX);
        let is_of_part = |finding: &Finding| (begin..end).contains(&finding.range.start);
        said.findings
            .retain(|finding| !is_of_part(finding) || hooks.iter().all(|hook| hook.rule.name != finding.rule.name));
        said.findings.extend(findings);
        said.looked_at += games.len();
        Some(())
    }
}

/// Whether a line of a game begins as an escape line, which may allow something.
fn has_escape_line(game: &Game) -> bool {
    let text = game.text().as_bytes();
    let is_first = |place: usize| place == 0 || matches!(text[place - 1], b'\n' | b'\r');
    memchr::memchr_iter(b'%', text).any(is_first)
}

/// What stands before the moves of a game.
fn head(game: &Game) -> &str {
    let mut tree = Tree::default();
    read_head(game.text(), &mut tree);
    let end = tree.events().last().map_or(0, |(_, range)| range.end);
    &game.text()[..end]
}
