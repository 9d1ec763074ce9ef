//! Checks of a whole file: suppression by its escape lines, and the rules about whole files.

use scoresheet_grammar::GameView;

use super::Linter;
use crate::explanation::Effort;
use crate::file_view::{DigestedGame, FileFacts, FileView, GameDigest, Source};
use crate::finding::Finding;
use crate::findings::Findings;
use crate::rule::{Hook, Rule};
use crate::rule_id::RuleId;
use crate::suppression::{AllowedName, FileAllowances, GameAllowances, UsedAllowances};

/// The result of checking a game.
#[derive(Clone, Debug, Default)]
pub struct CheckedGame {
    /// Ordered by place. Ranges are relative to the game.
    pub findings: Vec<Finding>,
    /// The suppressions of the whole file that had an effect.
    pub used: UsedAllowances,
    /// The digest for the rules about whole files; empty if no such rule is active.
    pub digest: GameDigest,
}

impl Linter {
    /// Checks a game that is a file by itself. Findings are ordered by place; ranges are relative to the game.
    pub fn check(&self, game: GameView) -> Vec<Finding> {
        let allowances = FileAllowances::of_game(game, &self.ids);
        let CheckedGame { mut findings, used, digest } =
            self.check_in_file(game, true, &allowances, &Effort::default());
        let digested = [DigestedGame { start: 0, digest }];
        let of_file =
            self.check_file(FileFacts::default(), &digested, Source::Texts(&|_| game.text.into()), &allowances, used);
        if !of_file.is_empty() {
            findings.extend(of_file);
            findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        findings
    }

    /// Returns the findings on the whole file once all its games are checked: those of the rules about whole files, and those on unused
    /// suppressions at its top, given what the games have `used` of them. `games` lists all games, `source` provides their texts.
    /// Findings are ordered by place; ranges are relative to the file.
    pub fn check_file<'file>(
        &'file self,
        facts: FileFacts<'file>,
        games: &'file [DigestedGame],
        source: Source<'file>,
        allowances: &FileAllowances,
        mut used: UsedAllowances,
    ) -> Vec<Finding> {
        let FileFacts { name, folder, has_byte_order_mark, elsewhere } = facts;
        let (options, lowest_reported) = (self.file_options, self.lowest_reported);
        let file = FileView { name, folder, has_byte_order_mark, games, source, elsewhere, options, lowest_reported };
        let mut of_file = Findings::in_file();
        self.hooks.file.iter().for_each(|ask| ask(&file, &mut of_file));
        let mut findings = of_file.into_vec();
        let mut of_games = AllowancesOfGames { file, known: &self.ids, last: None };
        findings.retain(|finding| {
            used = used | allowances.uses(finding.rule);
            !of_games.allow(finding)
        });
        let may_be_unused = |name: &AllowedName| self.may_be_unused(name);
        let mut of_allowances = Findings::in_file();
        allowances.idle(used, may_be_unused, |allowance, idle| {
            self.hooks.idle_allowance.iter().for_each(|ask| ask(allowance, idle, &source.text(0), &mut of_allowances));
        });
        findings.append(&mut of_allowances.into_vec());
        findings.retain(|finding| !allowances.allows(finding.rule));
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// The digest of a game, if only that is wanted of it; empty if no rule about whole files is active.
    pub fn digest(&self, game: GameView) -> GameDigest {
        self.check_faults_and_walk(game, None).0.digest.unwrap_or_default()
    }

    /// Removes suppressed findings, and reports suppressions without effect.
    #[cold]
    pub(super) fn suppress(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
        findings: &mut Vec<Finding>,
    ) -> UsedAllowances {
        let mut of_lines = Findings::in_game();
        let allowances = GameAllowances::of_game(game, is_first.then_some(file), &self.ids);
        let used = allowances.suppress(
            file,
            findings,
            |name| self.may_be_unused_in_game(name),
            |line, why| {
                self.hooks.idle_allowance.iter().for_each(|ask| ask(line, why, game.text, &mut of_lines));
            },
        );
        let mut idle = of_lines.into_vec();
        idle.retain(|finding| !allowances.allows(finding.rule) && !file.allows(finding.rule));
        findings.append(&mut idle);
        used
    }

    /// Like [`Linter::may_be_unused`] for one game, before the rules about whole files have been called.
    fn may_be_unused_in_game(&self, name: &AllowedName) -> bool {
        let is_about_files = |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::File(..)));
        self.may_be_unused(name) && !self.known.iter().any(|rule| is_about_files(rule) && name.includes(rule.id()))
    }

    /// Whether all rules that the name includes are active, so that it has no effect if none of them is suppressed.
    fn may_be_unused(&self, name: &AllowedName) -> bool {
        // Without the rules about slips, illegal moves are reported by the rule of that name only.
        let is_meant = |rule: &Rule| name.names(rule.id()) || !self.hooks.slip.is_empty() && name.includes(rule.id());
        let mut meant = self.known.iter().filter(|rule| is_meant(rule));
        meant.all(|rule| self.asked.contains(rule.name) && rule.reports_whenever_it_applies())
    }

    /// Gives findings their configured levels, and removes those below the lowest level.
    pub(crate) fn set_levels(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| {
            if let Some(level) = self.levels.get(finding.rule.name) {
                finding.level = *level;
            }
            finding.level >= self.lowest
        });
    }
}

/// The suppressions of the games of a file, read on demand.
struct AllowancesOfGames<'file> {
    file: FileView<'file>,
    known: &'file [RuleId],
    /// The last game that was read, with its suppressions: rules about files report game by game.
    last: Option<(usize, Option<GameAllowances>)>,
}

impl AllowancesOfGames<'_> {
    /// Whether the game that contains a finding suppresses it.
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
