//! Spellings that are surely another one of a list.

use super::evidence::Evidence;
use super::forest::{NameGroup, Spelling};
use super::players::group_surely;
use super::reason::Reason;

/// A spelling that is surely a name that is spelt otherwise, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent {
    /// Its place in the list.
    pub spelling: usize,
    /// The place of the other spelling.
    pub right: usize,
    /// Why they are the same.
    pub reason: Reason,
}

/// Finds the spellings of players' names, of one file or of several, that are surely the same as another one: letter by letter, or with first and last name
/// in another order. The other one is the most common one, if possible with a comma after the last name (section 8.1.1.5). Initials and sounds are no
/// certainty, and neither are single words. In the order of the list; takes time for the number of names.
pub fn inconsistent(spellings: &[Spelling], evidence: &dyn Evidence) -> Vec<Inconsistent> {
    let mut found: Vec<Inconsistent> = Vec::new();
    for NameGroup { members } in group_surely(spellings, evidence).groups {
        let text = |spelling: usize| spellings[spelling].text.trim();
        let sure: Vec<_> = members.iter().filter(|member| text(member.spelling).contains([' ', ','])).collect();
        // The most common one comes first.
        let with_comma = sure.iter().find(|member| text(member.spelling).contains(','));
        let Some(right) = with_comma.or(sure.first()) else { continue };
        for member in sure.iter().filter(|member| member.spelling != right.spelling) {
            let reason = member.reason.max(right.reason).unwrap_or(Reason::Letters);
            found.push(Inconsistent { spelling: member.spelling, right: right.spelling, reason });
        }
    }
    found.sort_by_key(|found| found.spelling);
    found
}

#[cfg(test)]
mod tests {
    use super::super::evidence::NoEvidence;
    use super::*;

    #[test]
    fn only_what_is_sure_is_found() {
        let names =
            [("Tal, Mikhail", 5), ("TAL, MIKHAIL", 1), ("Mikhail Tal", 2), ("Tal, M.", 3), ("Tahl, Mikhail", 1)];
        let spellings = names.map(|(text, games)| Spelling { text, games });
        let found = inconsistent(&spellings, &NoEvidence);
        assert_eq!(
            found,
            [
                Inconsistent { spelling: 1, right: 0, reason: Reason::Letters },
                Inconsistent { spelling: 2, right: 0, reason: Reason::Order },
            ]
        );
    }
}
