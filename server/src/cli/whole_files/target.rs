//! Where games are written: to a new file, to the file that they are from, or to standard output.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::cli::language::{Language, LanguageName};
use crate::cli::output::{Streams, display_path};
use crate::cli::writing::{Replacement, check_output, ensure_unchanged, is_committed, keep_backup, remove_leftovers};
use crate::text_file::Stamp;

/// How much is written at a time. Bytes.
const BUFFER: usize = 1 << 18;

/// Where games are written.
pub(crate) enum Target {
    /// To standard output.
    Stdout,
    /// To a new file, or with `force` over another one.
    New { path: PathBuf, force: bool },
    /// To one of many new files: that they are on the disk is not waited for.
    OneOfMany { path: PathBuf, force: bool },
    /// To the file that they are from, and whether its old content is kept if it is not committed.
    Same { path: PathBuf, stamp: Option<Stamp>, keeps_backup: bool },
}

/// What was written besides the games.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Where the old content of a file is.
    pub(crate) backup: Option<PathBuf>,
}

impl Target {
    /// The file of an option `--output`; `-` is standard output.
    ///
    /// # Errors
    ///
    /// A message if it cannot be written: it exists, or its name is that of a compressed file or of one without games.
    pub(crate) fn of_output(path: &Path, force: bool) -> Result<Target, String> {
        if path == Path::new("-") {
            return Ok(Target::Stdout);
        }
        let shown = display_path(path);
        check_output(path, [])?;
        if Language::of(path, None).name() != LanguageName::Pgn {
            return Err(format!("{shown}: a file of this name has records, not games; give a name that ends in .pgn"));
        }
        if !force && path.exists() {
            return Err(format!("{shown}: the file exists; use --force to replace it"));
        }
        remove_leftovers([path]);
        Ok(Target::New { path: path.to_path_buf(), force })
    }

    /// Writes what `write` writes, all of it or nothing: nothing, too, if it returns false.
    ///
    /// # Errors
    ///
    /// A message; the file is as it was. The inner error is that of standard output.
    pub(crate) fn write(
        &self,
        streams: &mut Streams<'_>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<bool>,
    ) -> io::Result<Result<Written, String>> {
        match self {
            Target::Stdout => write(streams.stdout).map(|_| Ok(Written::default())),
            Target::New { path, .. } | Target::OneOfMany { path, .. } => Ok(self.write_file(path, None, write)),
            Target::Same { path, stamp, .. } => Ok(self.write_file(path, *stamp, write)),
        }
    }

    fn write_file(
        &self,
        path: &Path,
        stamp: Option<Stamp>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<bool>,
    ) -> Result<Written, String> {
        let written = || {
            let replacement = match self {
                Target::New { force, .. } => Replacement::create(path, *force)?,
                Target::OneOfMany { force, .. } => Replacement::create(path, *force)?.without_waiting(),
                _ => Replacement::of(path)?,
            };
            let mut buffer = BufWriter::with_capacity(BUFFER, replacement);
            if !write(&mut buffer)? {
                return Ok(Written::default());
            }
            let replacement = buffer.into_inner().map_err(io::IntoInnerError::into_error)?;
            let keeps = matches!(self, Target::Same { keeps_backup: true, .. }) && !is_committed(path);
            let (mut backup, mut stamp) = (None, stamp);
            if keeps {
                ensure_unchanged(path, stamp)?;
                backup = Some(keep_backup(path)?);
                // That the old content got another name is a change, too.
                stamp = Some(Stamp::of(path)?);
            }
            if let Err(error) = replacement.finish(stamp) {
                // It is of no use: the file is as it was.
                let _ = backup.iter().try_for_each(std::fs::remove_file);
                return Err(error);
            }
            Ok(Written { backup })
        };
        written().map_err(|error: io::Error| {
            let unchanged = if matches!(self, Target::Same { .. }) { "; the file is unchanged" } else { "" };
            match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("{}: the file exists; use --force to replace it", display_path(path))
                }
                _ => format!("{}: cannot write: {error}{unchanged}", display_path(path)),
            }
        })
    }
}

/// Replaces the content of a file that was read in the state `stamp`, and keeps the old one if it is not committed and `keeps_backup` is set.
///
/// # Errors
///
/// A message with the path; the file is as it was.
pub(crate) fn rewrite(path: &Path, bytes: &[u8], stamp: Option<Stamp>, keeps_backup: bool) -> Result<Written, String> {
    let target = Target::Same { path: path.to_path_buf(), stamp, keeps_backup };
    target.write_file(path, stamp, |out| out.write_all(bytes).map(|()| true))
}
