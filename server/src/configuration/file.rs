//! What a `scoresheet.toml` can contain. The reference page and the JSON schema are generated from these types.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use globset::GlobMatcher;
use schemars::JsonSchema;
use scoresheet_format::{LineWidth, Style, Suffixes};
use scoresheet_lint::configuration::{RuleOption, Setting};
use scoresheet_lint::finding::Level;
use scoresheet_lint::selector::Selector;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use shakmaty::Color;

use super::repertoire::Percent;
use crate::patterns::matcher;

/// The configuration of Scoresheet for the files in a folder and the folders below it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "scoresheet.toml")]
pub(crate) struct ConfigurationFile {
    /// Findings from this level up are reported and let `scoresheet check` end with exit code 1. By default warnings
    /// and errors are reported, and only errors set the exit code to 1.
    #[schemars(with = "LevelName")]
    pub(crate) level: Option<LevelName>,
    /// Files and folders to skip when a folder is checked or formatted: glob patterns relative to the folder of this
    /// file. A file that is named on the command line is never skipped.
    pub(crate) exclude: Vec<Pattern>,
    /// The level of all findings of a rule or of the rules of a group, or `"off"`. A rule with options takes a table
    /// of its `level` and the options instead. The more specific key wins: a rule over its group over `all`. Rules
    /// that are not named keep their own levels; pedantic rules are off unless they get a level here, and rules of the group engine report something only with `check --engine`.
    pub(crate) rules: RuleLevels,
    /// How `scoresheet format` and format on save write games.
    pub(crate) format: FormatSettings,
    /// What one side means to play: the games of the folder are a repertoire, which the rules of the group `repertoire` check.
    pub(crate) repertoire: RepertoireTable,
    /// Queries of `scoresheet search` under names: `greek-gift = "move Bxh7+"` is `@greek-gift` in a query.
    pub(crate) queries: BTreeMap<String, String>,
    /// Other levels for some of the files. If several overrides match a file, later ones win over earlier ones, and
    /// all of them over `rules`.
    pub(crate) overrides: Vec<Override>,
}

/// Other levels for some of the files.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Override {
    /// The files: glob patterns relative to the folder of the configuration file. `*` and `?` stop at `/`, `**` does
    /// not; a pattern that matches a folder includes all files in it.
    #[serde(deserialize_with = "some_patterns")]
    #[schemars(length(min = 1))]
    pub(crate) files: Vec<Pattern>,
    /// The levels for these files, as in the table `rules` of the configuration.
    pub(crate) rules: RuleLevels,
}

/// How games are written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FormatSettings {
    /// The layout: the same as `scoresheet format --style`.
    #[schemars(with = "StyleName")]
    pub(crate) style: Option<StyleName>,
    /// The most columns of a line: the same as `scoresheet format --line-width`. Export format has 79.
    #[schemars(with = "u8", range(min = 40, max = 255))]
    pub(crate) line_width: Option<Columns>,
    /// What `!`, `?` and their pairs become. Export format has NAGs in their place (section 8.2.3.8 of the standard).
    #[schemars(with = "SuffixesName")]
    pub(crate) suffixes: Option<SuffixesName>,
    /// Whether to write LF line endings and, if the text allows it, ISO 8859-1: the same as `scoresheet format
    /// --archive`. An editor chooses the encoding itself, so there only the line endings change.
    #[schemars(with = "bool")]
    pub(crate) archive: Option<bool>,
}

/// A repertoire, which is all files that the configuration holds for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct RepertoireTable {
    /// The side whose repertoire it is. It turns on the rules of the group `repertoire`.
    #[schemars(with = "SideName")]
    pub(crate) side: Option<SideName>,
    /// Files of games, folders of them, or opening books in the format of Polyglot (`*.bin`), relative to the folder of this file: what they play
    /// shows which replies are common. By default none.
    pub(crate) against: Vec<String>,
    /// Replies in so many percent of the games of a position, or more, are common. By default 10.
    #[schemars(with = "f64", range(min = 0, max = 100))]
    pub(crate) threshold: Option<Percent>,
    /// Up to this move number common replies need an answer, and games are followed to see how many stay in the repertoire. By default 10.
    #[schemars(with = "u32", range(min = 1))]
    pub(crate) moves: Option<NonZeroU32>,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum SideName {
    /// White.
    White,
    /// Black.
    Black,
}

/// The level of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum LevelName {
    /// The game or record cannot be read, or contradicts itself.
    Error,
    /// Probably wrong, or read differently by other programs.
    Warning,
    /// Not in export format.
    Info,
    /// A matter of taste.
    Hint,
}

/// A layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum StyleName {
    /// The standard's export format.
    Export,
    /// The standard's reduced export format: seven tags, no comments, no variations.
    Reduced,
    /// A pair of moves a line, comments and variations on lines of their own.
    Readable,
}

/// What suffixes become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum SuffixesName {
    /// NAGs: `e4!` becomes `e4 $1`.
    Nags,
    /// What they are.
    Keep,
}

/// The length of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns(pub(crate) LineWidth);

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Columns, D::Error> {
        let (least, most) = LineWidth::RANGE.into_inner();
        let number = i64::deserialize(deserializer)?;
        let width = u8::try_from(number).ok().and_then(LineWidth::new);
        width
            .map(Columns)
            .ok_or_else(|| D::Error::custom(format!("lines have {least} to {most} columns, not {number}")))
    }
}

/// The values of rules and groups, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RuleLevels {
    /// The levels.
    pub(crate) levels: Vec<(Selector, Setting)>,
    /// The options of rules.
    pub(crate) options: Vec<(&'static RuleOption, bool)>,
}

/// A glob pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(GlobMatcher);

/// The level of a rule's findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RuleLevel {
    /// The rule is off.
    Off,
    /// Its findings are hints.
    Hint,
    /// Its findings are infos.
    Info,
    /// Its findings are warnings.
    Warning,
    /// Its findings are errors.
    Error,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Level {
        match name {
            LevelName::Error => Level::Error,
            LevelName::Warning => Level::Warning,
            LevelName::Info => Level::Info,
            LevelName::Hint => Level::Hint,
        }
    }
}

impl From<SuffixesName> for Suffixes {
    fn from(name: SuffixesName) -> Suffixes {
        match name {
            SuffixesName::Nags => Suffixes::Nags,
            SuffixesName::Keep => Suffixes::Keep,
        }
    }
}

impl From<SideName> for Color {
    fn from(name: SideName) -> Color {
        match name {
            SideName::White => Color::White,
            SideName::Black => Color::Black,
        }
    }
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Style {
        match name {
            StyleName::Export => Style::Export,
            StyleName::Reduced => Style::Reduced,
            StyleName::Readable => Style::Readable,
        }
    }
}

impl From<RuleLevel> for Setting {
    fn from(level: RuleLevel) -> Setting {
        match level {
            RuleLevel::Off => Setting::Off,
            RuleLevel::Hint => Setting::At(Level::Hint),
            RuleLevel::Info => Setting::At(Level::Info),
            RuleLevel::Warning => Setting::At(Level::Warning),
            RuleLevel::Error => Setting::At(Level::Error),
        }
    }
}

impl Pattern {
    /// A pattern in the form of a configuration.
    ///
    /// # Errors
    /// Why it matches no file.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let path = path_of(text);
        let compiled = matcher(path)?;
        if text.starts_with('/') || text.split('/').any(|part| part == "..") {
            return Err(format!("'{text}' never matches: patterns are relative to a folder"));
        }
        if path.is_empty() || path == "." {
            return Err(format!("'{text}' matches no file; '**' matches all files"));
        }
        Ok(Pattern(compiled))
    }

    /// Whether `path`, relative to the folder of the configuration, or a folder above it matches.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        path.ancestors().any(|path| !path.as_os_str().is_empty() && self.0.is_match(path))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.glob() == other.0.glob()
    }
}

/// A list of at least one pattern.
fn some_patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pattern>, D::Error> {
    let patterns = Vec::deserialize(deserializer)?;
    if patterns.is_empty() {
        return Err(D::Error::custom("an override needs at least one pattern in 'files'"));
    }
    Ok(patterns)
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        Pattern::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A folder may end with a slash, and a relative path may begin with a dot.
fn path_of(pattern: &str) -> &str {
    let mut path = pattern.trim_end_matches('/');
    while let Some(rest) = path.strip_prefix("./") {
        path = rest;
    }
    path
}
