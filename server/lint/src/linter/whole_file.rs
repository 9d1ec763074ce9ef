//! All games of a file: what its escape lines allow, and what is left of the findings.

use scoresheet_grammar::GameView;

use super::Linter;
use crate::file_view::{DigestedGame, FileFacts, FileView, GameDigest, Source};
use crate::finding::Finding;
use crate::rule::{Hook, Rule};
use crate::rule_id::RuleId;
use crate::suppression::{AllowedName, FileAllowances, GameAllowances, UsedAllowances};

/// What is known of a game when the rules have been asked.
#[derive(Clone, Debug, Default)]
pub struct CheckedGame {
    /// Ordered by place. Ranges are relative to the game.
    pub findings: Vec<Finding>,
    /// What of the file's own allowances was used.
    pub used: UsedAllowances,
    /// What the rules about whole files need of it; empty where no such rule is asked.
    pub digest: GameDigest,
}

impl Linter {
    /// What the rules say of a game that is a file by itself, ordered by place. Ranges are relative to the game.
    pub fn check(&self, game: GameView) -> Vec<Finding> {
        let allowances = FileAllowances::of_game(game, &self.ids);
        let CheckedGame { mut findings, used, digest } = self.check_in_file(game, true, &allowances);
        let digested = [DigestedGame { start: 0, digest }];
        let of_file =
            self.check_file(FileFacts::default(), &digested, Source::Texts(&|_| game.text.into()), &allowances, used);
        if !of_file.is_empty() {
            findings.extend(of_file);
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }

    /// What is to be said of a file once all its games are checked: by the rules about whole files, and of the allowances at
    /// its top, given what the games have used of them. `source` has those of `games`, which lists all.
    /// Ordered by place; ranges are relative to the file.
    pub fn check_file<'file>(
        &'file self,
        facts: FileFacts<'file>,
        games: &'file [DigestedGame],
        source: Source<'file>,
        allowances: &FileAllowances,
        mut used: UsedAllowances,
    ) -> Vec<Finding> {
        let FileFacts { name, has_byte_order_mark } = facts;
        let file = FileView { name, has_byte_order_mark, games, source, options: self.file_options };
        let mut findings = Vec::new();
        self.hooks.file.iter().for_each(|hook| (hook.ask)(&file, &mut findings));
        let mut of_games = AllowancesOfGames { file, known: &self.ids, last: None };
        findings.retain(|finding| {
            used = used | allowances.uses(finding.rule);
            !of_games.allow(finding)
        });
        let asked = |name: &AllowedName| self.may_be_unused(name);
        allowances.idle(used, asked, |allowance, idle| {
            self.hooks.idle_allowance.iter().for_each(|ask| ask(allowance, idle, &source.text(0), &mut findings));
        });
        findings.retain(|finding| !allowances.allows(finding.rule));
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
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
        let allowances = GameAllowances::of_game(game, is_first.then_some(file), &self.ids);
        let used = allowances.suppress(
            file,
            findings,
            |name| self.may_be_unused_in_game(name),
            |line, why| {
                self.hooks.idle_allowance.iter().for_each(|ask| ask(line, why, game.text, &mut idle));
            },
        );
        idle.retain(|finding| !allowances.allows(finding.rule) && !file.allows(finding.rule));
        findings.append(&mut idle);
        used
    }

    /// The same for one game: what rules about the whole file have to say of it is not known yet.
    fn may_be_unused_in_game(&self, name: &AllowedName) -> bool {
        let is_about_files = |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::File(..)));
        self.may_be_unused(name) && !self.known.iter().any(|rule| is_about_files(rule) && name.includes(rule.id()))
    }

    /// Whether all rules that are meant were asked, so that a name that allows none of them is idle.
    fn may_be_unused(&self, name: &AllowedName) -> bool {
        // Without the rules about slips, illegal moves are called by that name only.
        let is_meant = |rule: &Rule| name.names(rule.id()) || !self.hooks.slip.is_empty() && name.includes(rule.id());
        let mut meant = self.known.iter().filter(|rule| is_meant(rule));
        meant.all(|rule| self.asked.contains(rule.name) && !rule.is_about_allowances())
    }

    /// Give findings the levels that are configured, and take away those that are too low.
    pub(crate) fn set_levels(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| {
            if let Some(level) = self.levels.get(finding.rule.name) {
                finding.level = *level;
            }
            finding.level >= self.lowest
        });
    }
}

/// What the games of a file allow, read where a finding is in them.
struct AllowancesOfGames<'file> {
    file: FileView<'file>,
    known: &'file [RuleId],
    /// The last game that was read, and what it allows. Rules speak of one game after the other.
    last: Option<(usize, Option<GameAllowances>)>,
}

impl AllowancesOfGames<'_> {
    /// Whether the game in which a finding about a file is allows it.
    fn allow(&mut self, finding: &Finding) -> bool {
        let after = self.file.games.partition_point(|game| game.start <= finding.range.start);
        let Some(index) = after.checked_sub(1) else { return false };
        // Only few games have an escape line.
        let may_allow = || self.file.text(index).contains('%');
        let read =
            || may_allow().then(|| self.file.read(index, |game| GameAllowances::of_game(game, None, self.known)));
        let last = self.last.take().filter(|(last, _)| *last == index);
        let (_, allowances) = self.last.insert(last.unwrap_or_else(|| (index, read())));
        allowances.as_ref().is_some_and(|allowances| allowances.allows(finding.rule))
    }
}
