//! Spellings that are joined to groups, each with its reason.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::evidence::Evidence;
use super::reason::Reason;

/// Spellings of each of two groups that are compared before they are joined. Groups have few; more of them add nothing.
const MOST_COMPARED: usize = 12;

/// A spelling, and in how many games it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The number of games.
    pub games: u32,
}

/// Which of some spellings may be the same name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grouping {
    /// Groups of at least two spellings, the largest first.
    pub groups: Vec<NameGroup>,
    /// Spellings that fit several names, in the order of the list.
    pub ambiguous: Vec<Ambiguity>,
}

/// Spellings that may be the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameGroup {
    /// The spellings, the most common one first.
    pub members: Vec<Member>,
}

/// A spelling of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its place in the list.
    pub spelling: usize,
    /// Why it is in the group; none for the first one.
    pub reason: Option<Reason>,
}

/// A spelling that fits several names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Its place in the list.
    pub spelling: usize,
    /// The places of spellings of these names, in the order of the list.
    pub candidates: Vec<usize>,
}

/// Spellings that are joined one by one.
pub(super) struct Forest<'a> {
    spellings: &'a [Spelling<'a>],
    evidence: &'a dyn Evidence,
    /// For each spelling the number of its group: that of one of its members.
    group_of: Vec<usize>,
    /// The members of the groups that have more than one, by their numbers.
    members: BTreeMap<usize, Vec<usize>>,
    joints: Vec<(usize, usize, Reason)>,
    ambiguous: Vec<Ambiguity>,
}

impl<'a> Forest<'a> {
    /// Every spelling is a group.
    pub(super) fn new(spellings: &'a [Spelling<'a>], evidence: &'a dyn Evidence) -> Forest<'a> {
        Forest {
            spellings,
            evidence,
            group_of: (0..spellings.len()).collect(),
            members: BTreeMap::new(),
            joints: Vec::new(),
            ambiguous: Vec::new(),
        }
    }

    /// The number of the group of a spelling.
    pub(super) fn group(&self, spelling: usize) -> usize {
        self.group_of[spelling]
    }

    /// The number of games of a spelling.
    pub(super) fn games(&self, spelling: usize) -> u32 {
        self.spellings[spelling].games
    }

    /// Whether the games speak for one player.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        self.evidence.are_alike(one, other)
    }

    /// Whether nothing keeps the groups of two spellings apart.
    pub(super) fn may_join(&self, one: usize, other: usize) -> bool {
        let members = |spelling: usize| self.members.get(&self.group(spelling)).cloned().unwrap_or(vec![spelling]);
        let (ones, others) = (members(one), members(other));
        let mut pairs = ones
            .iter()
            .take(MOST_COMPARED)
            .flat_map(|one| others.iter().take(MOST_COMPARED).map(move |other| (*one, *other)));
        !pairs.any(|(one, other)| self.evidence.are_different(one, other))
    }

    /// Joins the groups of two spellings, if nothing keeps them apart. Takes time for the smaller group.
    pub(super) fn join(&mut self, one: usize, other: usize, reason: Reason) {
        let (first, second) = (self.group(one), self.group(other));
        if first == second || !self.may_join(one, other) {
            return;
        }
        let size = |group: usize| self.members.get(&group).map_or(1, Vec::len);
        let (kept, dropped) = if size(first) >= size(second) { (first, second) } else { (second, first) };
        let moved = self.members.remove(&dropped).unwrap_or(vec![dropped]);
        moved.iter().for_each(|spelling| self.group_of[*spelling] = kept);
        self.members.entry(kept).or_insert_with(|| vec![kept]).extend(moved);
        self.joints.push((one, other, reason));
    }

    /// Notes that a spelling fits the names of several others.
    pub(super) fn note_ambiguous(&mut self, spelling: usize, mut candidates: Vec<usize>) {
        candidates.sort_unstable();
        self.ambiguous.push(Ambiguity { spelling, candidates });
    }

    /// The groups that came about.
    pub(super) fn finish(mut self) -> Grouping {
        let mut neighbours: BTreeMap<usize, Vec<(usize, Reason)>> = BTreeMap::new();
        for (one, other, reason) in &self.joints {
            neighbours.entry(*one).or_default().push((*other, *reason));
            neighbours.entry(*other).or_default().push((*one, *reason));
        }
        let rank = |spelling: usize| (std::cmp::Reverse(self.spellings[spelling].games), spelling);
        let groups = self.members.values().filter_map(|members| {
            let first = *members.iter().min_by_key(|spelling| rank(**spelling))?;
            // The weakest reason on the way to the most common spelling.
            let mut reasons = vec![Member { spelling: first, reason: None }];
            let mut seen = HashSet::from([first]);
            let mut next = VecDeque::from([(first, None::<Reason>)]);
            while let Some((spelling, on_the_way)) = next.pop_front() {
                for (neighbour, reason) in neighbours.get(&spelling).into_iter().flatten() {
                    if seen.insert(*neighbour) {
                        let weakest = on_the_way.max(Some(*reason));
                        reasons.push(Member { spelling: *neighbour, reason: weakest });
                        next.push_back((*neighbour, weakest));
                    }
                }
            }
            reasons[1..].sort_by_key(|member| rank(member.spelling));
            Some(NameGroup { members: reasons })
        });
        let mut groups: Vec<NameGroup> = groups.collect();
        let games = |group: &NameGroup| -> u64 {
            group.members.iter().map(|member| u64::from(self.spellings[member.spelling].games)).sum()
        };
        groups.sort_by_key(|group| (std::cmp::Reverse(games(group)), group.members[0].spelling));
        self.ambiguous.sort_by_key(|ambiguity| ambiguity.spelling);
        Grouping { groups, ambiguous: self.ambiguous }
    }
}
