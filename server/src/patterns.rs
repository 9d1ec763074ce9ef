//! Patterns of file names, wherever they are written: in an argument, in `scoresheet.toml`, in a list such as `.gitignore`. What holds for
//! all of them is here, as whoever wrote them need not be the one who runs the program.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

/// The most bytes of a pattern. Many times what anyone writes; braces in braces are compiled with a call each, and many thousands of them
/// would be the end of the program.
pub(crate) const LONGEST_PATTERN: usize = 512;

/// The most bytes of a list of patterns. A longer file is none; nor is a device or a pipe, which may never end.
const LONGEST_LIST: u64 = 1 << 20;

/// The files that list what is to be passed over in a folder, the later stronger than the earlier.
pub(crate) const LIST_NAMES: [&str; 2] = [".gitignore", ".ignore"];

/// Reads a glob pattern: `*` and `?` stop at `/`, `**` does not.
///
/// # Errors
/// A message that names it, unless it is too long for that.
pub(crate) fn matcher(pattern: &str) -> Result<GlobMatcher, String> {
    if pattern.len() > LONGEST_PATTERN {
        return Err(format!("a pattern has at most {LONGEST_PATTERN} bytes"));
    }
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher())
        .map_err(|error| format!("'{pattern}' is not a valid pattern: {}", error.kind()))
}

/// The lines of a list of patterns. Nothing where there is no such file.
///
/// # Errors
/// Why it is not read, as words that follow its name.
pub(crate) fn list(path: &Path) -> Result<Option<Vec<String>>, String> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Ok(None),
        Ok(metadata) => metadata,
        // Not there; or a folder above is closed to us, and whoever closed it has nothing to tell.
        Err(_) => return Ok(None),
    };
    if !metadata.is_file() {
        return Err("it is no ordinary file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST_LIST + 1).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LONGEST_LIST {
        return Err("it is longer than 1 MiB".to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()))
}

/// Whether a line of a list can be read: a comment, or a pattern that is not too long.
pub(crate) fn is_readable(line: &str) -> bool {
    line.len() <= LONGEST_PATTERN || line.starts_with('#')
}

/// What of the list at `path` would not be read, with its place. Nothing where all of it is, or there is none.
pub(crate) fn fault(path: &Path) -> Option<String> {
    let shown = path.display();
    match list(path) {
        Ok(lines) => {
            let line = lines?.iter().position(|line| !is_readable(line))? + 1;
            Some(format!("{shown}:{line}: a pattern has at most {LONGEST_PATTERN} bytes"))
        }
        Err(reason) => Some(format!("{shown}: {reason}")),
    }
}
