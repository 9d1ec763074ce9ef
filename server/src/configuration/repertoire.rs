//! What a configuration says of a repertoire.

use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use scoresheet_lint::repertoire::Demands;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use shakmaty::Color;

use super::file::RepertoireTable;

/// A repertoire that a file belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepertoireSettings {
    /// The folder of the configuration that names the side: files with the same one are one repertoire.
    pub(crate) folder: PathBuf,
    /// The side.
    pub(crate) side: Color,
    /// What games or books it is compared with.
    pub(crate) against: Vec<PathBuf>,
    /// What share of the games makes a reply common.
    pub(crate) threshold: Percent,
    /// Up to this move number common replies need an answer.
    pub(crate) moves: NonZeroU32,
}

/// A share of games, in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Percent(u32);

/// What all layers of configuration say so far.
#[derive(Default)]
pub(super) struct Parts {
    side: Option<(Color, PathBuf)>,
    against: Vec<PathBuf>,
    threshold: Option<Percent>,
    moves: Option<NonZeroU32>,
}

impl Parts {
    /// Adds the table of a layer, whose paths are relative to `folder`. What it says wins.
    pub(super) fn add(&mut self, table: &RepertoireTable, folder: &Path) {
        if let Some(side) = table.side {
            self.side = Some((side.into(), folder.to_owned()));
        }
        if !table.against.is_empty() {
            self.against = table.against.iter().map(|path| folder.join(path)).collect();
        }
        self.threshold = table.threshold.or(self.threshold);
        self.moves = table.moves.or(self.moves);
    }

    /// The repertoire, if there is one.
    pub(super) fn settings(self) -> Option<RepertoireSettings> {
        let (side, folder) = self.side?;
        let defaults = RepertoireSettings::new(side, folder);
        Some(RepertoireSettings {
            against: self.against,
            threshold: self.threshold.unwrap_or(defaults.threshold),
            moves: self.moves.unwrap_or(defaults.moves),
            ..defaults
        })
    }
}

impl RepertoireSettings {
    /// The repertoire of a side, in a folder, that is compared with nothing.
    pub(crate) fn new(side: Color, folder: PathBuf) -> RepertoireSettings {
        let moves = const { NonZeroU32::new(10).unwrap() };
        RepertoireSettings { folder, side, against: Vec::new(), threshold: Percent(1000), moves }
    }

    /// What the repertoire has to meet.
    pub(crate) fn demands(&self) -> Demands {
        Demands { threshold: f64::from(self.threshold.0) / 10_000.0, moves: self.moves.get() }
    }
}

impl Percent {
    fn new(percent: f64) -> Result<Percent, &'static str> {
        match (0.0..=100.0).contains(&percent) {
            true => Ok(Percent((percent * 100.0).round() as u32)),
            false => Err("write a number of percent from 0 to 100"),
        }
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 100.0)
    }
}

impl FromStr for Percent {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Percent, &'static str> {
        let number = text.trim().trim_end_matches('%').trim_end();
        number.parse().map_err(|_| "write a number of percent from 0 to 100").and_then(Percent::new)
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Percent, D::Error> {
        Percent::new(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
