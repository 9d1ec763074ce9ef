//! What files of games and files of records do differently when they are checked.

use scoresheet_grammar::incremental::{Unit, UnitFile, UnitPlace};

use super::file::{CheckedFile, FileEdit};
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

    /// What the rules about whole files found last, as far as it saves work after an edit.
    type Whole: Clone + Default + Send + Sync;

    /// About as much work as so many games it is to check a unit.
    const GAMES: usize;

    /// What the findings of all units of a file depend on.
    fn origin(linter: &Self::Linter, file: &UnitFile<Self>, facts: Self::Facts<'_>) -> Self::Origin;

    /// The findings in a unit of `file`, ordered by place, with ranges relative to the unit. They depend on its text, on `origin` and on
    /// whether it is the first.
    fn check(
        linter: &Self::Linter,
        file: &UnitFile<Self>,
        place: UnitPlace<'_, Self>,
        origin: &Self::Origin,
    ) -> (Vec<Finding>, Self::Digest);

    /// The findings of the rules about whole files, once all units are checked.
    fn check_whole(
        linter: &Self::Linter,
        checked: &CheckedFile<Self>,
        file: &UnitFile<Self>,
        facts: Self::Facts<'_>,
    ) -> OfWhole<Self>;

    /// The same where the units that were edited and their neighbours tell, at no more work than these are.
    fn check_whole_after_edit(
        _: &Self::Linter,
        _: &CheckedFile<Self>,
        _: &UnitFile<Self>,
        _: Self::Facts<'_>,
    ) -> Option<OfWhole<Self>> {
        None
    }

    /// What is left after an edit of what was kept of the whole file.
    fn whole_after_edit(whole: &Self::Whole, _: &FileEdit<'_, Self>) -> Self::Whole {
        whole.clone()
    }
}

/// What the rules about whole files say.
pub struct OfWhole<U: CheckedUnit> {
    /// Ordered by place; ranges are relative to the file.
    pub(super) findings: Vec<Finding>,
    pub(super) whole: U::Whole,
    /// How many units the rules looked at.
    pub(super) looked_at: usize,
}
