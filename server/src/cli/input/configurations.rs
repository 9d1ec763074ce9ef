//! The configuration of each file, from `scoresheet.toml` and options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::{self, Found, InFolders, Inputs};
use super::source::Input;
use crate::cli::arguments::{ConfigOption, ConfigurationArguments, InputArguments};
use crate::cli::output::Streams;
use crate::configuration::{ConfigurationFile, Fault, FileSettings, Finder, Layer, Located, Pattern, Source, resolve};
use crate::text_file::STDIN_NAME;

/// The configuration of every file.
pub(crate) struct Configurations {
    finder: Finder,
    /// With `--config` or `--isolated`: the one configuration of all files, or none.
    only: Option<Option<Arc<Source>>>,
    /// The keys that `--config` sets, which win; as if in a file of the working directory.
    keys: ConfigurationFile,
    /// The working directory, with links resolved.
    here: PathBuf,
}

impl Configurations {
    /// The configurations and files that the arguments name; in folders, what is wanted of them.
    ///
    /// # Errors
    ///
    /// The faults of configurations that cannot be used, which were reported; one line each.
    pub(crate) fn with_inputs(
        arguments: &InputArguments,
        in_folders: InFolders,
        colors: bool,
        streams: &mut Streams<'_>,
    ) -> Result<(Configurations, Inputs), Vec<String>> {
        let configurations = Configurations::new(&arguments.configuration).map_err(|error| streams.refusal(error))?;
        let inputs = files::collect(arguments, in_folders, |path, how| configurations.excludes(path, how, arguments));
        let faults = configurations.report_faults(inputs.found.iter().map(Input::path), colors, streams);
        if faults.is_empty() { Ok((configurations, inputs)) } else { Err(faults) }
    }

    /// The queries that the configuration of the working directory, or the one of `--config`, has under names.
    ///
    /// # Errors
    ///
    /// Why the configuration cannot be used.
    pub(crate) fn saved_queries(arguments: &ConfigurationArguments) -> Result<BTreeMap<String, String>, String> {
        let configurations = Configurations::new(arguments)?;
        let mut queries = match configurations.locate(Path::new(STDIN_NAME)).source {
            None => BTreeMap::new(),
            Some(source) => match &source.parsed {
                Ok(file) => file.queries.clone(),
                Err(fault) => {
                    return Err(format!("{}:{}: {}", short(&source.path), fault.line(&source.text), fault.message));
                }
            },
        };
        queries.extend(configurations.keys.queries);
        Ok(queries)
    }

    /// Evaluates the options. The error is that the file of `--config` does not exist, or that options contradict one another.
    fn new(arguments: &ConfigurationArguments) -> Result<Configurations, String> {
        let mut files = arguments.config.iter().filter_map(ConfigOption::file);
        let only = match (files.next(), files.next()) {
            (None, _) => arguments.isolated.then_some(None),
            (Some(_), _) if arguments.isolated => return Err("--isolated ignores the file of --config".to_owned()),
            (Some(_), Some(_)) => return Err("--config names two files; one configuration holds for all".to_owned()),
            (Some(path), None) => {
                let real = Finder::default().locate(path).path;
                let source = Source::read(&real).ok_or_else(|| format!("{}: no such file", path.display()))?;
                Some(Some(Arc::new(source)))
            }
        };
        let lines: Vec<&str> = arguments.config.iter().filter_map(ConfigOption::line).collect();
        let keys = lines.join("\n").parse().map_err(|fault: Fault| format!("--config: {}", fault.message))?;
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        Ok(Configurations { finder: Finder::default(), only, keys, here })
    }

    /// The settings of a file.
    pub(crate) fn of(&self, path: &Path) -> FileSettings {
        let Located { path, source } = self.locate(path);
        let layer = source.as_deref().and_then(layer);
        let layers: Vec<Layer> = layer.into_iter().chain([(&self.keys, self.here.as_path())]).collect();
        resolve(&layers, &path)
    }

    /// The configuration file that holds for a file.
    pub(crate) fn file_of(&self, path: &Path) -> Option<PathBuf> {
        self.locate(path).source.map(|source| source.path.clone())
    }

    /// Whether a file is to be skipped: a named one only with `--force-exclude`, one that matches a pattern only by `--exclude`.
    fn excludes(&self, path: &Path, how: Found, arguments: &InputArguments) -> bool {
        let forced = arguments.force_exclude;
        let (by_options, by_files) = match how {
            Found::InFolder => (true, true),
            Found::ByPattern => (true, forced),
            Found::Named => (forced, forced),
        };
        if !by_options && !by_files {
            return false;
        }
        let Located { path, source } = self.locate(path);
        let relative = path.strip_prefix(&self.here).ok();
        let by_pattern = |patterns: &[Pattern]| relative.is_some_and(|path| patterns.iter().any(|it| it.matches(path)));
        by_options && by_pattern(&arguments.exclude)
            || by_files && (by_pattern(&self.keys.exclude) || source.is_some_and(|source| source.excludes(&path)))
    }

    /// Reports every configuration of these files that cannot be used. Returns the faults.
    fn report_faults<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a Path>,
        colors: bool,
        streams: &mut Streams<'_>,
    ) -> Vec<String> {
        paths.into_iter().for_each(|path| drop(self.locate(path)));
        let sources = match &self.only {
            Some(only) => only.iter().cloned().collect(),
            None => self.finder.sources(),
        };
        let mut faults = Vec::new();
        for source in sources {
            if let Err(fault) = &source.parsed {
                let path = short(&source.path);
                streams.note(fault.render(&path, &source.text, colors));
                faults.push(format!("{path}:{}: {}", fault.line(&source.text), fault.message));
            }
        }
        faults
    }

    fn locate(&self, path: &Path) -> Located {
        let located = self.finder.locate(path);
        match &self.only {
            Some(source) => Located { source: source.clone(), ..located },
            None => located,
        }
    }
}

fn layer(source: &Source) -> Option<Layer<'_>> {
    source.parsed.as_ref().ok().map(|file: &ConfigurationFile| (file, source.folder()))
}

/// The path relative to the working directory if it is inside it.
fn short(path: &Path) -> String {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
