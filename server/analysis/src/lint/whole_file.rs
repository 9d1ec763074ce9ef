//! All games of a file: what its escape lines allow, and what is left of the findings.

use scoresheet_grammar::{Database, GameView};

use super::Linter;
use crate::finding::Finding;
use crate::placed_game::games;
use crate::rules::{RULES, UNUSED_SUPPRESSION};
use crate::suppression::{self, AllowedName, FileAllowances, UsedAllowances};

impl Linter {
    /// What the rules say of a game that is a file by itself, ordered by place. Ranges are relative to the game.
    pub fn check(&self, game: GameView) -> Vec<Finding> {
        self.check_games([(0, game)])
    }

    /// What the rules say of all games of a file, ordered by place. Ranges are relative to the file.
    pub fn check_database(&self, file: &Database) -> Vec<Finding> {
        self.check_games(games(file).map(|game| (game.start, game.view)))
    }

    /// The same for games and the byte offsets at which they begin.
    fn check_games<'game>(&self, games: impl IntoIterator<Item = (usize, GameView<'game>)>) -> Vec<Finding> {
        let mut games = games.into_iter().peekable();
        let Some(&(_, first)) = games.peek() else { return Vec::new() };
        let allowances = FileAllowances::of_game(first);
        let mut used = UsedAllowances::default();
        let mut findings = Vec::new();
        for (index, (start, game)) in games.enumerate() {
            let checked = self.check_in_file(game, index == 0, &allowances);
            used = used | checked.used;
            findings.extend(checked.findings.into_iter().map(|finding| finding.shifted(start)));
        }
        let of_file = self.check_file_allowances(first.text, &allowances, used);
        if !of_file.is_empty() {
            findings.extend(of_file);
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }

    /// What is to be said of the allowances at the top of a file once all its games are checked, given what they have
    /// used. `text` is the file's, or its first game's; ranges are relative to it.
    pub fn check_file_allowances(&self, text: &str, file: &FileAllowances, used: UsedAllowances) -> Vec<Finding> {
        let mut findings = Vec::new();
        file.idle(
            used,
            |name| self.may_be_unused(name),
            |allowance, idle| {
                self.idle_allowance.iter().for_each(|ask| ask(allowance, idle, text, &mut findings));
            },
        );
        findings.retain(|finding| !file.allows(finding.rule));
        self.set_levels(&mut findings);
        findings
    }

    /// Take away what is allowed, and report what allows nothing.
    #[cold]
    pub(super) fn suppress(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
        findings: &mut Vec<Finding>,
    ) -> UsedAllowances {
        let mut idle = Vec::new();
        let used = suppression::suppress(
            game,
            is_first,
            file,
            findings,
            |name| self.may_be_unused(name),
            |line, why| {
                self.idle_allowance.iter().for_each(|ask| ask(line, why, game.text, &mut idle));
            },
        );
        idle.retain(|finding| !suppression::allows_in_game(game, finding.rule) && !file.allows(finding.rule));
        findings.append(&mut idle);
        used
    }

    /// Whether all rules that are meant were asked, so that a name that allows none of them is idle.
    fn may_be_unused(&self, name: &AllowedName) -> bool {
        let mut meant = RULES.iter().filter(|rule| name.includes(rule));
        !name.includes(&UNUSED_SUPPRESSION) && meant.all(|rule| self.asked.contains(rule.name))
    }

    /// Give findings the levels that are configured, and take away those that are too low.
    pub(super) fn set_levels(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| {
            if let Some(level) = self.levels.get(finding.rule.name) {
                finding.level = *level;
            }
            finding.level >= self.lowest
        });
    }
}
