//! What can stand in a `scoresheet.toml`. The reference page and the JSON schema are made from these types.

use std::path::Path;

use globset::GlobMatcher;
use schemars::JsonSchema;
use scoresheet_analysis::configuration::{RuleOption, Setting};
use scoresheet_analysis::finding::Level;
use scoresheet_analysis::format::Style;
use scoresheet_analysis::selector::Selector;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::patterns::matcher;

/// The configuration of Scoresheet for the files in a folder and the folders below it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "scoresheet.toml")]
pub(crate) struct ConfigurationFile {
    /// Findings from this level up are reported, and let `scoresheet check` end with exit code 1. Without it, warnings and
    /// errors are reported, and only errors make the exit code 1.
    #[schemars(with = "LevelName")]
    pub(crate) level: Option<LevelName>,
    /// Files and folders that are passed over where a folder is checked or formatted: glob patterns relative to the folder
    /// of this file. A file that is named itself is never passed over.
    pub(crate) exclude: Vec<Pattern>,
    /// The level of all findings of a rule or of the rules of a group, or `"off"`. A rule with options takes a table of its
    /// `level` and them instead. The more particular key wins: a rule over
    /// its group over `all`. Rules that are not named keep the levels of their own; pedantic rules are off unless a level is
    /// given to them here.
    pub(crate) rules: RuleLevels,
    /// How `scoresheet format` and format on save write games.
    pub(crate) format: FormatSettings,
    /// Other levels for some of the files. Of several that match a file the later wins over the earlier, and all of them
    /// over `rules`.
    pub(crate) overrides: Vec<Override>,
}

/// Other levels for some of the files.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Override {
    /// The files: glob patterns relative to the folder of the configuration file. `*` and `?` stop at `/`, `**` does not;
    /// a pattern that matches a folder stands for all files in it.
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
    /// The layout: as `scoresheet format --style`.
    #[schemars(with = "StyleName")]
    pub(crate) style: Option<StyleName>,
    /// Whether to write LF line ends and, where the text allows it, ISO 8859-1: as `scoresheet format --archive`. In an
    /// editor only the line ends are written; the encoding is the editor's.
    #[schemars(with = "bool")]
    pub(crate) archive: Option<bool>,
}

/// The level of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum LevelName {
    /// The game cannot be read or contradicts itself.
    Error,
    /// Probably wrong, or read otherwise by other programs.
    Warning,
    /// Not export format.
    Info,
    /// Pedantry.
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
    /// A line for each pair of moves, comments and variations on lines of their own.
    Readable,
}

/// What rules and groups were given, in the order of the file.
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
    /// The rule is not asked.
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
    /// Whether `path`, relative to the folder of the configuration, or a folder on the way to it matches.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        path.ancestors().any(|path| !path.as_os_str().is_empty() && self.0.is_match(path))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.glob() == other.0.glob()
    }
}

/// A list of patterns with something in it.
fn some_patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pattern>, D::Error> {
    let patterns = Vec::deserialize(deserializer)?;
    if patterns.is_empty() {
        return Err(D::Error::custom("an override without files is for none"));
    }
    Ok(patterns)
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        let text = String::deserialize(deserializer)?;
        let path = path_of(&text);
        let compiled = matcher(path).map_err(D::Error::custom)?;
        if text.starts_with('/') || text.split('/').any(|part| part == "..") {
            let message = "never matches, as patterns are for the files below the folder of the configuration";
            return Err(D::Error::custom(format!("'{text}' {message}")));
        }
        if path.is_empty() || path == "." {
            return Err(D::Error::custom(format!("'{text}' matches no file; '**' matches all files")));
        }
        Ok(Pattern(compiled))
    }
}

/// A folder may be written with a slash at its end, and what is below this one with a dot at its beginning.
fn path_of(pattern: &str) -> &str {
    let mut path = pattern.trim_end_matches('/');
    while let Some(rest) = path.strip_prefix("./") {
        path = rest;
    }
    path
}
