//! Which findings are shown where there are too many.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::counts::Counts;
use super::findings::{CheckedFile, ShownGame};
use crate::finding::Finding;

/// A finding, and the game it is in.
#[derive(Clone, Debug)]
pub struct Shown<'file> {
    /// Ranges are relative to the game; to the file where there is none.
    pub finding: Cow<'file, Finding>,
    /// Nothing for what is said about the file.
    pub game: Option<ShownGame<'file>>,
    /// The place among the findings of the game.
    pub index: usize,
}

/// A place whose findings are shown before others.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The byte offset in the file.
    pub offset: usize,
    /// So many findings at most, however serious.
    pub most: usize,
}

/// The places of a chunk, of a game in it and of a finding of that.
type Place = (usize, usize, usize);

impl CheckedFile {
    /// No more than `most` findings, ordered by place: those of the games around a place, then the most serious; of equally
    /// serious ones those about the file, then the first. The work depends on what is given, and on the number of chunks.
    pub fn shown(&self, most: usize, near: Near) -> Vec<Shown<'_>> {
        let counts = self.counts();
        let are_all = counts.sum() <= most;
        let near = if are_all { BTreeSet::new() } else { self.near(near) };
        let mut left = counts;
        if !are_all {
            let mut of_near = Counts::default();
            near.iter().for_each(|place| self.at(place).iter().for_each(|it| of_near.add(it.finding.level)));
            left.take_all(of_near);
            left = left.up_to(most.saturating_sub(near.len()));
        }
        let of_file = self.of_file.known().filter(|finding| left.take(finding.level));
        let mut shown: Vec<Shown> =
            of_file.map(|finding| Shown { finding: self.of_file.placed(finding), game: None, index: 0 }).collect();
        shown.extend(near.iter().filter_map(|place| self.at(place)));
        for (chunk, placed) in self.chunks.iter().enumerate() {
            if left.sum() == 0 {
                break;
            }
            if !placed.checked.levels.has_any(left) {
                continue;
            }
            for (place, game) in placed.games(0..usize::MAX) {
                for (index, finding) in game.checked.findings.iter().enumerate() {
                    if !near.contains(&(chunk, place, index)) && left.take(finding.level) {
                        shown.push(Shown { finding: Cow::Borrowed(finding), game: Some(game), index });
                    }
                }
            }
        }
        shown.sort_by_key(Shown::place);
        shown
    }

    /// The findings around a place, game by game.
    fn near(&self, near: Near) -> BTreeSet<Place> {
        let Some(last) = self.chunks.len().checked_sub(1) else { return BTreeSet::new() };
        let nearest = self.chunk_at(near.offset);
        let placed = &self.chunks[nearest];
        let starts = placed.checked.chunk.starts();
        let nearest_game = starts.partition_point(|start| placed.start + start <= near.offset).saturating_sub(1);
        let around = (0..=last).flat_map(|far| [nearest.checked_add(far), nearest.checked_sub(far.max(1))]);
        let mut found = BTreeSet::new();
        for chunk in around.flatten().filter(|chunk| *chunk <= last) {
            let checked = &self.chunks[chunk].checked;
            let mut games = checked.with_findings.clone();
            match chunk.cmp(&nearest) {
                std::cmp::Ordering::Less => games.reverse(),
                std::cmp::Ordering::Equal => games.sort_by_key(|game| game.abs_diff(nearest_game)),
                std::cmp::Ordering::Greater => {}
            }
            for game in games {
                let findings = checked.games[game].as_ref().map_or(0, |checked| checked.findings().len());
                for index in 0..findings {
                    if found.len() >= near.most {
                        return found;
                    }
                    found.insert((chunk, game, index));
                }
            }
        }
        found
    }

    fn at(&self, (chunk, game, index): &Place) -> Option<Shown<'_>> {
        let (_, game) = self.chunks.get(*chunk)?.games(*game..game + 1).next()?;
        let finding = Cow::Borrowed(game.checked.findings.get(*index)?);
        Some(Shown { finding, game: Some(game), index: *index })
    }
}

impl Shown<'_> {
    /// The half-open byte offsets in the file, to sort by.
    fn place(&self) -> (usize, usize) {
        let start = self.game.map_or(0, |game| game.start);
        (start + self.finding.range.start, start + self.finding.range.end)
    }
}
