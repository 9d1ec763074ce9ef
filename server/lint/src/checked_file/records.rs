//! Files of EPD and FEN records: each run of them is checked by itself, and the rules about whole files look at the facts of all records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scoresheet_chess::epd::position::RecordKind;
use scoresheet_grammar::epd::{EpdFile, Records};
use scoresheet_grammar::incremental::UnitPlace;

use super::file::CheckedFile;
use super::unit::CheckedUnit;
use crate::explanation::Effort;
use crate::finding::{Finding, Level};
use crate::record_linter::RecordLinter;
use crate::records::{CheckedLines, Duplicates, Piece, PieceText, RecordFile};
use crate::selector::Selector;

/// What, besides its text, the findings of a run of records depend on.
#[derive(PartialEq)]
pub struct RecordOrigin {
    asked: Arc<BTreeSet<&'static str>>,
    levels: Arc<BTreeMap<&'static str, Level>>,
    lowest: Level,
    /// What the top of the file allows in all of it.
    allowed: BTreeSet<Selector>,
    kind: RecordKind,
}

impl CheckedUnit for Records {
    type Linter = RecordLinter;
    type Facts<'file> = RecordKind;
    type Origin = RecordOrigin;
    /// The findings were taken out.
    type Digest = Arc<CheckedLines>;

    /// A run has about 128 lines, and a game is about as much work as 8 records.
    const GAMES: usize = 16;

    fn origin(linter: &RecordLinter, _: &EpdFile, kind: RecordKind) -> RecordOrigin {
        RecordOrigin {
            asked: linter.rules.asked.clone(),
            levels: linter.rules.levels.clone(),
            lowest: linter.rules.lowest,
            allowed: linter.allowed.clone(),
            kind,
        }
    }

    fn check(
        linter: &RecordLinter,
        _: &EpdFile,
        place: UnitPlace<'_, Records>,
        origin: &RecordOrigin,
        effort: &Effort,
    ) -> (Vec<Finding>, Arc<CheckedLines>) {
        let mut lines = linter.check_lines(place.unit.text(), origin.kind, effort);
        (std::mem::take(&mut lines.findings), Arc::new(lines))
    }

    fn check_whole(
        linter: &RecordLinter,
        checked: &CheckedFile<Records>,
        _: &EpdFile,
        kind: RecordKind,
    ) -> Vec<Finding> {
        let pieces = checked.units.iter().zip(checked.units.values()).map(|((place, _), part)| Piece {
            start: place.start,
            text: PieceText::Held(place.unit.text()),
            checked: &part.digest,
        });
        let pieces: Vec<Piece> = pieces.collect();
        linter.check_file(RecordFile { pieces: &pieces, kind, duplicates: &Duplicates::of(&pieces) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FileFindings, Near};
    use super::*;
    use crate::configuration::Configuration;
    use crate::rules::RULES;

    fn file(records: usize) -> String {
        let line = |number: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e{}; id \"{number}\";\n", number % 4 + 3);
        (0..records).map(line).collect()
    }

    fn shown(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{:?} {}", finding.range, finding.message)).collect()
    }

    #[test]
    fn only_what_is_touched_is_checked_again() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(2000);
        let before = EpdFile::parse(&text);
        let kind = RecordKind::default();
        let checked = CheckedFile::complete(&linter, &before, kind, None);
        assert_eq!(checked.checked_units(), before.len());
        let at = text.find("\"1000\"").unwrap();
        let (after, _) = before.edit(at..at + 1, "");
        let again = CheckedFile::complete(&linter, &after, kind, Some(&checked));
        assert!(again.checked_units() <= 2);
        let mut edited = text.clone();
        edited.remove(at);
        let fresh = linter.check_text(&edited, kind);
        assert_eq!(shown(&again.all()), shown(&fresh));
        assert_eq!(again.len(), fresh.len());
        let place = at..at + 1;
        let touching: Vec<Finding> =
            fresh.iter().filter(|one| one.range.start <= place.end && place.start <= one.range.end).cloned().collect();
        assert_eq!(shown(&again.touching(&place)), shown(&touching));
    }

    #[test]
    fn what_is_said_of_the_file_stays_until_it_is_asked_again() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(1000).replace("id \"900\"", "id \"7\"");
        let before = EpdFile::parse(&text);
        let checked = CheckedFile::complete(&linter, &before, RecordKind::default(), None);
        let at = text.find("\"500\"").unwrap();
        let (after, _) = before.edit(at..at, " ");
        let carried = CheckedFile::carried(&linter, &after, RecordKind::default(), Some(&checked));
        assert!(!carried.has_all_units() && !carried.is_complete());
        let of_file = |file: &CheckedFile<Records>| -> Vec<usize> {
            let after = file.of_file.known().map(|it| file.of_file.placed(it).range.start).filter(|start| *start > at);
            after.collect()
        };
        let moved: Vec<usize> = of_file(&checked).iter().map(|start| start + 1).collect();
        assert!(!moved.is_empty());
        assert_eq!(of_file(&carried), moved);
    }

    #[test]
    fn the_nearest_and_the_most_serious_are_shown() {
        let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Warning));
        let text = file(1000);
        let checked = CheckedFile::complete(&linter, &EpdFile::parse(&text), RecordKind::default(), None);
        let near = Near { offset: text.find("\"500\"").unwrap(), most: 20 };
        assert_eq!(checked.shown(usize::MAX, near).len(), checked.len());
        let shown: Vec<Finding> = checked.shown(100, near).into_iter().map(|shown| shown.in_file()).collect();
        assert_eq!(shown.len(), 100);
        assert!(shown.is_sorted_by_key(|one| one.range.start));
        let is_near = |one: &&Finding| one.range.start.abs_diff(near.offset) < 2000;
        assert_eq!(shown.iter().filter(is_near).count(), 20);
        assert!(shown.iter().filter(|one| !is_near(one)).all(|one| one.level == Level::Error));
    }
}
