//! The configuration of each file, from `scoresheet.toml` and options.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::files::{self, Inputs};
use super::source::Input;
use crate::cli::arguments::{ConfigurationArguments, InputArguments};
use crate::cli::output::Streams;
use crate::configuration::{ConfigurationFile, FileSettings, Finder, Layer, Located, Source, resolve};
use crate::text_file::STDIN_NAME;

/// The configuration of every file.
pub(crate) struct Configurations {
    finder: Finder,
    /// With `--config` or `--isolated`: the one configuration of all files, or none.
    only: Option<Option<Arc<Source>>>,
}

impl Configurations {
    /// The configurations and files that the arguments name; compressed files in folders only with `archives`.
    ///
    /// # Errors
    ///
    /// The faults of configurations that cannot be used, which were reported; one line each.
    pub(crate) fn with_inputs(
        arguments: &InputArguments,
        archives: bool,
        colors: bool,
        streams: &mut Streams<'_>,
    ) -> Result<(Configurations, Inputs), Vec<String>> {
        let configurations = Configurations::new(&arguments.configuration).map_err(|error| streams.refusal(error))?;
        let inputs = files::collect(arguments, archives, |path| configurations.excludes(path));
        let faults = configurations.report_faults(inputs.found.iter().map(Input::path), colors, streams);
        if faults.is_empty() { Ok((configurations, inputs)) } else { Err(faults) }
    }

    /// The queries that the configuration of the working directory, or the one of `--config`, has under names.
    ///
    /// # Errors
    ///
    /// Why the configuration cannot be used.
    pub(crate) fn saved_queries(arguments: &ConfigurationArguments) -> Result<BTreeMap<String, String>, String> {
        let located = Configurations::new(arguments)?.locate(Path::new(STDIN_NAME));
        let Some(source) = located.source else { return Ok(BTreeMap::new()) };
        match &source.parsed {
            Ok(file) => Ok(file.queries.clone()),
            Err(fault) => Err(format!("{}:{}: {}", short(&source.path), fault.line(&source.text), fault.message)),
        }
    }

    /// Evaluates the options. The error is that the file of `--config` does not exist.
    fn new(arguments: &ConfigurationArguments) -> Result<Configurations, String> {
        let only = match &arguments.config {
            _ if arguments.isolated => Some(None),
            None => None,
            Some(path) => {
                let real = Finder::default().locate(path).path;
                let source = Source::read(&real).ok_or_else(|| format!("{}: no such file", path.display()))?;
                Some(Some(Arc::new(source)))
            }
        };
        Ok(Configurations { finder: Finder::default(), only })
    }

    /// The settings of a file.
    pub(crate) fn of(&self, path: &Path) -> FileSettings {
        let Located { path, source } = self.locate(path);
        let layer = source.as_deref().and_then(layer);
        resolve(layer.as_slice(), &path)
    }

    /// Whether a file that was found in a folder is to be skipped.
    fn excludes(&self, path: &Path) -> bool {
        let Located { path, source } = self.locate(path);
        source.is_some_and(|source| source.excludes(&path))
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
