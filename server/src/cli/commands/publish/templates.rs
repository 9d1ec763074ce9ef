//! `--template`: reads the templates of a folder.

use std::fs;
use std::path::Path;

use scoresheet_collection::publish::Templates;

use super::arguments::{PublishArguments, Target};
use crate::cli::output::display_path;

/// The style sheet that replaces ours.
const STYLE: &str = "style.css";

/// Reads the templates of the arguments, if they name a folder.
///
/// # Errors
/// A message, with the file and the line where a template does not read.
pub(super) fn read(arguments: &PublishArguments) -> Result<Option<Templates>, String> {
    let Some(folder) = &arguments.template else { return Ok(None) };
    if arguments.target() != Target::Site {
        return Err("--template is for a site; Typst and LaTeX have their layout at the start of the source".to_owned());
    }
    let shown = display_path(folder);
    let files = files(folder).map_err(|error| format!("{shown}: {error}"))?;
    let style = files.iter().find(|(name, _)| name == STYLE).map(|(_, text)| text.clone());
    let templates = files.into_iter().filter(|(name, _)| name != STYLE).collect();
    Templates::new(templates, style).map(Some).map_err(|error| format!("{shown}: {error}"))
}

/// The names and texts of the templates and the style sheet, in the order of their names.
fn files(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.ends_with(".html") || name == STYLE {
            let text = fs::read_to_string(entry.path()).map_err(|error| format!("{name}: {error}"))?;
            files.push((name, text));
        }
    }
    files.sort();
    Ok(files)
}
