//! One encoding for the games of several files.

use super::source::GamesSource;
use crate::cli::input::Input;
use crate::cli::output::display_path;
use crate::text_file::Encoding;

/// The encoding in which all files are written; `None` if they have the same one and are copied as they are.
///
/// # Errors
///
/// A message about a file that cannot be written in the encoding of the others.
pub(crate) fn common_encoding(inputs: &[Input], sources: &[GamesSource]) -> Result<Option<Encoding>, String> {
    if sources.iter().all(|source| source.encoding == sources[0].encoding) {
        return Ok(None);
    }
    let stray = sources.iter().position(|source| source.encoding == Encoding::UTF_8_WITH_STRAY_BYTES);
    match stray {
        None => Ok(Some(Encoding::UTF_8)),
        Some(_) if sources.iter().all(|source| source.encoding.extends_utf8()) => Ok(None),
        Some(index) => Err(format!(
            "{}: the file has bytes that are not UTF-8, so it cannot be written together with files in other encodings; use --encoding",
            display_path(inputs[index].path())
        )),
    }
}
