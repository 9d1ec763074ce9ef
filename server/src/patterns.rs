//! Patterns of file names: in arguments, in `scoresheet.toml`, in lists such as `.gitignore`. The limits here hold for
//! all of them, because their author need not be the user who runs the program.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

/// The most bytes of a pattern. Many times what anyone writes; nested braces are compiled recursively, and thousands
/// of them would overflow the stack.
pub(crate) const LONGEST_PATTERN: usize = 512;

/// The most bytes of a list of patterns. A longer file is not a list; a device or a pipe may never end.
const LONGEST_LIST: u64 = 1 << 20;

/// The files that list exclusions in a folder; later ones win.
pub(crate) const LIST_NAMES: [&str; 2] = [".gitignore", ".ignore"];

/// Compiles a glob pattern: `*` and `?` stop at `/`, `**` does not.
///
/// # Errors
///
/// A message with the pattern, unless it is too long.
pub(crate) fn matcher(pattern: &str) -> Result<GlobMatcher, String> {
    if pattern.len() > LONGEST_PATTERN {
        return Err(format!("a pattern has at most {LONGEST_PATTERN} bytes"));
    }
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher())
        .map_err(|error| format!("'{pattern}' is not a valid pattern: {}", error.kind()))
}

/// The lines of a list of patterns. None if there is no such file.
///
/// # Errors
///
/// Why it cannot be read, as words that follow its name.
pub(crate) fn list(path: &Path) -> Result<Option<Vec<String>>, String> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Ok(None),
        Ok(metadata) => metadata,
        // It does not exist, or a folder above is not readable.
        Err(_) => return Ok(None),
    };
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST_LIST + 1).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LONGEST_LIST {
        return Err("it is longer than 1 MiB".to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()))
}

/// Whether a line of a list is usable: a comment, or a pattern that is not too long.
pub(crate) fn is_readable(line: &str) -> bool {
    line.len() <= LONGEST_PATTERN || line.starts_with('#')
}

/// Why the list at `path` cannot be read in full, with the place. None if it can, or if there is no list.
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
