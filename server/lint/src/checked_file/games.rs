//! Files of games: each is checked with what the top of the file allows, and leaves a digest for the rules about whole files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_grammar::{Database, Game, GameView};

use super::file::CheckedFile;
use super::findings::FileFindings;
use super::unit::CheckedUnit;
use crate::explanation::Effort;
use crate::file_view::{DigestedGame, FileFacts, FileOptions, GameDigest, Source};
use crate::finding::{Finding, Level};
use crate::linter::{CheckedGame, Linter};
use crate::suppression::{FileAllowances, UsedAllowances};

/// What, besides its text, the findings of a game depend on.
#[derive(PartialEq)]
pub struct GameOrigin {
    asked: Arc<BTreeSet<&'static str>>,
    levels: Arc<BTreeMap<&'static str, Level>>,
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
        effort: &Effort,
    ) -> (Vec<Finding>, KnownGame) {
        let check = |game: GameView| linter.check_in_file(game, place.index == 0, &origin.allowances, effort);
        let CheckedGame { findings, used, digest } = match file.kept_view(place.index) {
            Some(game) => check(game),
            None => place.unit.read(check),
        };
        (findings, KnownGame { used, of_game: digest })
    }

    fn generation(facts: FileFacts) -> u64 {
        facts.elsewhere.generation
    }

    fn check_whole(linter: &Linter, checked: &CheckedFile<Game>, file: &Database, facts: FileFacts) -> Vec<Finding> {
        let mut used = UsedAllowances::default();
        let mut digests = Vec::with_capacity(file.len());
        for (place, part) in checked.units.iter() {
            let Some(part) = part else { continue };
            used = used | part.digest.used;
            digests.push(DigestedGame { start: place.start, digest: part.digest.of_game });
        }
        linter.check_file(facts, &digests, Source::Database(file), &checked.origin.allowances, used)
    }
}

impl Linter {
    /// What the rules say of all games of a file and of the file, ordered by place. Ranges are relative to the file.
    pub fn check_database(&self, file: &Database, facts: FileFacts) -> Vec<Finding> {
        CheckedFile::complete(self, file, facts, None).all()
    }
}
