//! Files of games: each is checked with what the top of the file allows, and leaves a digest for the rules about whole files.

use std::collections::{BTreeMap, BTreeSet};

use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_grammar::{Database, Game, GameView};

use super::file::{CheckedFile, FileEdit};
use super::findings::FileFindings;
use super::since_asked::SinceAsked;
use super::unit::{CheckedUnit, OfWhole};
use crate::file_view::{DigestedGame, FileFacts, FileOptions, GameDigest, Source};
use crate::finding::{Finding, Level};
use crate::linter::{CheckedGame, Linter};
use crate::suppression::{FileAllowances, UsedAllowances};

/// What, besides its text, the findings of a game depend on.
#[derive(PartialEq)]
pub struct GameOrigin {
    asked: BTreeSet<&'static str>,
    levels: BTreeMap<&'static str, Level>,
    lowest: Level,
    file_options: FileOptions,
    /// What the top of the file allows in all of it.
    pub(super) allowances: FileAllowances,
}

/// What the rules about whole files need of a game.
#[derive(Clone, Copy)]
pub struct KnownGame {
    used: UsedAllowances,
    pub(super) of_game: GameDigest,
}

impl CheckedUnit for Game {
    type Linter = Linter;
    type Facts<'file> = FileFacts<'file>;
    type Origin = GameOrigin;
    type Digest = KnownGame;
    /// Nothing where no edit can be told from the last findings.
    type Whole = Option<SinceAsked>;

    const GAMES: usize = 1;

    fn origin(linter: &Linter, file: &Database, _: FileFacts) -> GameOrigin {
        GameOrigin {
            asked: linter.asked.clone(),
            levels: linter.levels.clone(),
            lowest: linter.lowest,
            file_options: linter.file_options,
            allowances: file.read(0, |game| FileAllowances::of_game(game, &linter.ids)).unwrap_or_default(),
        }
    }

    fn check(
        linter: &Linter,
        file: &Database,
        place: UnitPlace<'_, Game>,
        origin: &GameOrigin,
    ) -> (Vec<Finding>, KnownGame) {
        let check = |game: GameView| linter.check_in_file(game, place.index == 0, &origin.allowances);
        let CheckedGame { findings, used, digest } = match file.kept_view(place.index) {
            Some(game) => check(game),
            None => place.unit.read(check),
        };
        (findings, KnownGame { used, of_game: digest })
    }

    fn check_whole(linter: &Linter, checked: &CheckedFile<Game>, file: &Database, facts: FileFacts) -> OfWhole<Game> {
        let mut used = UsedAllowances::default();
        let mut digests = Vec::with_capacity(file.len());
        for (place, part) in checked.units.iter() {
            let Some(part) = part else { continue };
            used = used | part.digest.used;
            digests.push(DigestedGame { start: place.start, digest: part.digest.of_game });
        }
        let source = Source::Database(file, 0);
        OfWhole {
            findings: linter.check_file(facts, &digests, source, &checked.origin.allowances, used),
            whole: Some(SinceAsked::of(&linter.hooks.file, linter.file_options, facts, &digests)),
            looked_at: digests.len(),
        }
    }

    fn check_whole_after_edit(
        linter: &Linter,
        checked: &CheckedFile<Game>,
        file: &Database,
        facts: FileFacts,
    ) -> Option<OfWhole<Game>> {
        linter.check_file_after_edit(checked, file, facts)
    }

    fn whole_after_edit(whole: &Option<SinceAsked>, edit: &FileEdit<Game>) -> Option<SinceAsked> {
        whole.as_ref().and_then(|since| since.and(edit))
    }
}

impl Linter {
    /// What the rules say of all games of a file and of the file, ordered by place. Ranges are relative to the file.
    pub fn check_database(&self, file: &Database, facts: FileFacts) -> Vec<Finding> {
        CheckedFile::complete(self, file, facts, None).all()
    }
}
