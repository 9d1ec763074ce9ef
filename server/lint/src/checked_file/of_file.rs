//! What the rules about whole files have said, while the file is edited.

use std::borrow::Cow;
use std::sync::Arc;

use super::change::Change;
use crate::finding::Finding;

/// What the rules about whole files say.
#[derive(Clone, Debug, Default)]
pub struct OfFile {
    /// Ordered by place; ranges are relative to the file, as everywhere but in the chunks.
    pub(super) findings: Arc<Vec<Finding>>,
    /// What has become of the text since they were asked.
    pub(super) since: Option<Change>,
    /// Whether they have not been asked of this text.
    pub(super) is_outdated: bool,
    /// The [`CheckedUnit::generation`](super::CheckedUnit::generation) when they were asked.
    pub(super) generation: u64,
}

impl OfFile {
    /// The findings whose places are still there, as they were found.
    pub(super) fn known(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| self.since.is_none_or(|since| since.keeps(finding)))
    }

    /// One of them, where it is now.
    pub(super) fn placed<'file>(&self, finding: &'file Finding) -> Cow<'file, Finding> {
        match self.since {
            None => Cow::Borrowed(finding),
            Some(since) => Cow::Owned(since.moved(finding.clone())),
        }
    }

    /// The same of a text that has changed, if it has.
    pub(super) fn after(&self, change: Option<Change>) -> OfFile {
        if change.is_none() {
            return self.clone();
        }
        let since = self.since.zip(change).map(|(first, second)| first.then(second)).or(change);
        OfFile { since, is_outdated: true, ..self.clone() }
    }

    /// Whether the rules say the same as in another file.
    pub fn says_what(&self, other: &OfFile) -> bool {
        let mut one = self.known().map(|finding| self.placed(finding));
        let mut other = other.known().map(|finding| other.placed(finding));
        loop {
            match (one.next(), other.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if is_same(&one, &other) => {}
                _ => return false,
            }
        }
    }
}

fn is_same(one: &Finding, other: &Finding) -> bool {
    let said = |finding: &'_ Finding| (finding.rule.name, finding.level, finding.range.clone());
    said(one) == said(other) && one.message == other.message && one.related == other.related && one.fixes == other.fixes
}
