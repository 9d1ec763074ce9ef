//! Checking a document, or as much of it as there is time for.

use rayon::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::incremental::{Missing, UnitFile};
use scoresheet_lint::checked_file::{CheckedFile, FileFindings};
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::Finding;

use super::findings::{Findings, Share};
use super::observer::{Observer, Step};
use super::text_version::{TextVersion, UnitWork};
use super::unit::LanguageUnit;
use crate::linters::Linters;

/// What the findings in a document depend on besides its text.
#[derive(Clone, Copy)]
pub(super) struct Circumstances<'document> {
    /// What is known of the file.
    pub facts: FileFacts<'document>,
    /// The notation and the rules of records.
    pub kind: RecordKind,
    /// Which rules run.
    pub linters: &'document Linters,
}

/// The findings in a version of a document, as far as they are known when a share of what is left to do is done.
pub(super) struct Check<'document> {
    pub circumstances: Circumstances<'document>,
    pub share: Share<'document>,
    pub observer: &'document dyn Observer,
}

/// The findings in another text, in the language of a document.
pub(super) struct CheckText<'document> {
    pub circumstances: Circumstances<'document>,
    pub text: &'document str,
}

impl UnitWork for Check<'_> {
    type Answer = Findings;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Findings {
        version.findings(|file, before| {
            let checked = check(file, self.circumstances, before, self.share);
            self.observer.observe(Step::Checked(checked.checked_units()));
            checked
        })
    }
}

impl UnitWork for CheckText<'_> {
    type Answer = Vec<Finding>;

    fn run<U: LanguageUnit>(self, _: &TextVersion<U>) -> Vec<Finding> {
        check(&UnitFile::<U>::parse(self.text), self.circumstances, None, Share::all()).all()
    }
}

/// So many parts are checked side by side, before their findings count.
const PARTS_AT_ONCE: usize = 32;

/// The findings in a file, as far as they are known from this text or one `before` it, and from a `share` of the work that is left.
fn check<U: LanguageUnit>(
    file: &UnitFile<U>,
    circumstances: Circumstances,
    before: Option<&CheckedFile<U>>,
    share: Share,
) -> CheckedFile<U> {
    let linter = U::linter(file, circumstances.linters);
    let linter = linter.as_ref();
    let facts = U::facts(circumstances.facts, circumstances.kind);
    let mut checked = CheckedFile::carried(linter, file, facts, before);
    let missing = checked.missing(share.near, share.games);
    let effort = checked.share(missing.len());
    for missing in missing.chunks(PARTS_AT_ONCE) {
        let check = |missing: &Missing<U>| (share.is_wanted)().then(|| checked.check(linter, file, missing, effort));
        let computed: Vec<_> = match missing.len() {
            // After a keystroke there is one game to check: no work for several threads.
            1 => missing.iter().filter_map(check).collect(),
            _ => missing.par_iter().filter_map(check).collect(),
        };
        computed.into_iter().for_each(|computed| checked.put(computed));
    }
    let is_small = file.len().saturating_mul(U::GAMES) <= share.games_of_file;
    if is_small && (share.is_wanted)() {
        checked.check_whole(linter, file, facts);
    }
    checked
}
