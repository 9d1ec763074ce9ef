//! What configurations mean for one file.

use std::path::Path;

use scoresheet_format::{FormatOptions, LineEnding, LineWidth, Style, Suffixes};
use scoresheet_lint::configuration::{Configuration, Setting};
use scoresheet_lint::finding::Level;
use scoresheet_lint::rule_id::Group;
use scoresheet_lint::rules::RULES;

use super::file::{ConfigurationFile, RuleLevels};
use super::repertoire::{self, RepertoireSettings};

/// A configuration and the folder that its patterns are relative to.
pub(crate) type Layer<'a> = (&'a ConfigurationFile, &'a Path);

/// The settings of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileSettings {
    /// The active rules, and the level from which findings are reported.
    pub(crate) configuration: Configuration,
    /// The level from which findings make the exit code 1.
    pub(crate) exit_level: Level,
    /// The layout.
    pub(crate) style: Style,
    /// The length of lines.
    pub(crate) line_width: LineWidth,
    /// How suffixes are written.
    pub(crate) suffixes: Suffixes,
    /// Whether to write LF and ISO 8859-1.
    pub(crate) archive: bool,
    /// The repertoire that the file belongs to.
    pub(crate) repertoire: Option<RepertoireSettings>,
}

/// The settings of the file at `path` from `layers`. A later layer wins over an earlier one, key by key.
pub(crate) fn resolve(layers: &[Layer<'_>], path: &Path) -> FileSettings {
    let mut settings = FileSettings::default();
    let mut repertoire = repertoire::Parts::default();
    for (file, folder) in layers {
        repertoire.add(&file.repertoire, folder);
        if file.repertoire.side.is_some() {
            settings.switch_on_repertoire();
        }
        if let Some(level) = file.level {
            settings.set_level(level.into());
        }
        settings.apply(&file.rules);
        let relative = path.strip_prefix(folder).ok();
        for other in &file.overrides {
            if relative.is_some_and(|path| other.files.iter().any(|pattern| pattern.matches(path))) {
                settings.apply(&other.rules);
            }
        }
        settings.style = file.format.style.map_or(settings.style, Style::from);
        settings.line_width = file.format.line_width.map_or(settings.line_width, |width| width.0);
        settings.suffixes = file.format.suffixes.map_or(settings.suffixes, Suffixes::from);
        settings.archive = file.format.archive.unwrap_or(settings.archive);
    }
    settings.repertoire = repertoire.settings();
    settings
}

impl FileSettings {
    /// Reports findings from `level` up, and lets them make the exit code 1.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.configuration.lowest = level;
        self.exit_level = level;
    }

    /// Turns on the rules with these names that are off.
    pub(crate) fn switch_on(&mut self, names: impl IntoIterator<Item = &'static str>) {
        for rule in names.into_iter().filter_map(|name| RULES.iter().find(|rule| rule.name == name)) {
            if self.configuration.setting(rule.id()) == Setting::Off {
                self.configuration.set(rule, Setting::On);
            }
        }
    }

    /// Turns on the rules about repertoires that are off.
    pub(crate) fn switch_on_repertoire(&mut self) {
        self.switch_on(RULES.iter().filter(|rule| rule.group == Group::Repertoire).map(|rule| rule.name));
    }

    fn apply(&mut self, rules: &RuleLevels) {
        self.configuration.apply(RULES, &rules.levels);
        rules.options.iter().for_each(|(option, is_on)| self.configuration.set_option(option, *is_on));
    }

    /// How the file is formatted.
    pub(crate) fn format_options(&self) -> FormatOptions {
        let line_ending = if self.archive { LineEnding::Lf } else { LineEnding::Keep };
        let FileSettings { style, line_width, suffixes, archive, .. } = *self;
        FormatOptions { style, line_ending, line_width, suffixes, is_for_archive: archive, is_fragment: false }
    }
}

impl Default for FileSettings {
    fn default() -> FileSettings {
        FileSettings {
            configuration: Configuration::new(Level::Warning),
            exit_level: Level::Error,
            style: Style::Export,
            line_width: LineWidth::default(),
            suffixes: Suffixes::default(),
            archive: false,
            repertoire: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "level = 'info'\nrules.style = 'off'\nformat.style = 'readable'\n\
        [[overrides]]\nfiles = ['studies/**']\nrules.style = 'hint'\n\
        [[overrides]]\nfiles = ['studies/old', '*.pgn']\nrules.null-move = 'error'\n";

    /// The settings of a file below the folder of the configuration.
    fn settings(texts: &[&str], path: &str) -> FileSettings {
        let files: Vec<ConfigurationFile> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let layers: Vec<Layer> = files.iter().map(|file| (file, Path::new("/games"))).collect();
        resolve(&layers, &Path::new("/games").join(path))
    }

    #[track_caller]
    fn check_rule(texts: &[&str], path: &str, name: &str, expected: Setting) {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        assert_eq!(settings(texts, path).configuration.setting(rule.id()), expected, "{path}");
    }

    #[test]
    fn overrides_match_below_the_folder() {
        let (style, portability) = ("missing-roster-tag", "null-move");
        check_rule(&[BASE], "other/a.pgn", style, Setting::Off);
        check_rule(&[BASE], "studies/deep/a.pgn", style, Setting::At(Level::Hint));
        check_rule(&[BASE], "studies/deep/a.pgn", portability, Setting::On);
        check_rule(&[BASE], "studies/old/deep/a.pgn", portability, Setting::At(Level::Error));
        check_rule(&[BASE], "a.pgn", portability, Setting::At(Level::Error));
        check_rule(&[BASE], "/elsewhere/a.pgn", portability, Setting::On);
    }

    #[test]
    fn a_pattern_may_begin_with_a_dot() {
        let file = "[[overrides]]\nfiles = ['./a.pgn']\nrules.null-move = 'off'\n";
        check_rule(&[file], "a.pgn", "null-move", Setting::Off);
        check_rule(&[file], "b.pgn", "null-move", Setting::On);
    }

    #[test]
    fn a_rule_has_options_beside_its_level() {
        let is_on = |texts: &[&str]| settings(texts, "a.pgn").configuration.file_options.beginnings_are_duplicates;
        let on = "rules.duplicate-game = { level = 'hint', prefix = true }";
        assert!(is_on(&["rules.duplicate-game.prefix = true"]) && is_on(&[on]) && !is_on(&[]));
        assert!(!is_on(&[on, "rules.duplicate-game.prefix = false"]));
        check_rule(&[on], "a.pgn", "duplicate-game", Setting::At(Level::Hint));
        check_rule(&["rules.duplicate-game.prefix = true"], "a.pgn", "duplicate-game", Setting::On);
    }

    #[test]
    fn later_layers_win_key_by_key() {
        let both = settings(&["level = 'hint'\nformat.archive = true", BASE], "a.pgn");
        assert_eq!((both.exit_level, both.configuration.lowest), (Level::Info, Level::Info));
        assert_eq!((both.style, both.archive), (Style::Readable, true));
        assert_eq!(settings(&[], "a.pgn"), FileSettings::default());
        check_rule(&["rules.style = 'error'", BASE], "other/a.pgn", "missing-roster-tag", Setting::Off);
    }
}
