//! What files of games and files of records do differently when they are checked.

use scoresheet_grammar::incremental::{Unit, UnitFile, UnitPlace};

use super::file::CheckedFile;
use crate::explanation::Effort;
use crate::finding::Finding;

/// A unit of a file that is checked: a game, or a run of records.
pub trait CheckedUnit: Unit + Send + Sync {
    /// The rules that run.
    type Linter: Sync;

    /// What is known of a file besides its text.
    type Facts<'file>: Copy;

    /// What, besides its text, the findings of a unit depend on.
    type Origin: PartialEq + Send + Sync;

    /// What the rules about whole files need of a unit.
    type Digest: Clone + Send + Sync;

    /// About as much work as so many games it is to check a unit.
    const GAMES: usize;

    /// What the findings of all units of a file depend on.
    fn origin(linter: &Self::Linter, file: &UnitFile<Self>, facts: Self::Facts<'_>) -> Self::Origin;

    /// The findings in a unit of `file`, ordered by place, with ranges relative to the unit. They depend on its text, on `origin` and on
    /// whether it is the first, unless less is left of `effort` than it takes to explain it.
    fn check(
        linter: &Self::Linter,
        file: &UnitFile<Self>,
        place: UnitPlace<'_, Self>,
        origin: &Self::Origin,
        effort: &Effort,
    ) -> (Vec<Finding>, Self::Digest);

    /// Another number for each time that the rules about whole files have something else to say of the same text.
    fn generation(_: Self::Facts<'_>) -> u64 {
        0
    }

    /// The findings of the rules about whole files, ordered by place, with ranges relative to the file; once all units are checked.
    fn check_whole(
        linter: &Self::Linter,
        checked: &CheckedFile<Self>,
        file: &UnitFile<Self>,
        facts: Self::Facts<'_>,
    ) -> Vec<Finding>;
}
