//! The folder of the tables: nothing that is half written has a name by which it would be read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::parquet_files::WrittenFile;
use super::schema::VERSION;
use crate::cli::commands::export::arguments::TableName;
use crate::cli::shard::Shard;
use crate::cli::writing::create_atomically;
use crate::system::{System, with_slashes};

/// A folder with tables.
pub(super) struct LakeFolder {
    folder: PathBuf,
    /// Where files are until all are whole. Engines leave out names that begin with a dot or an underscore.
    unfinished: PathBuf,
    /// How names of files begin: with the shard.
    stem: String,
    manifest: PathBuf,
    /// Whether the folder was not there before.
    is_new: bool,
}

/// Why tables are not written to a folder.
pub(super) enum Refusal {
    /// There are some.
    Exists,
    /// There are some of a run with another number of parts, which have the same games.
    OtherParts(String),
    /// The system refuses.
    Io(io::Error),
}

impl LakeFolder {
    /// Makes the folder, or finds it. What an interrupted run of the same shard has left is removed; what a finished one has made is replaced at the
    /// end, with `force` only.
    pub(super) fn open(folder: &Path, shard: Option<Shard>, force: bool) -> Result<LakeFolder, Refusal> {
        let (number, of) = shard.map_or((1, 1), Shard::numbers);
        let stem = format!("part-{number}-of-{of}");
        let lake = LakeFolder {
            folder: folder.to_path_buf(),
            unfinished: folder.join(format!("_unfinished-{stem}")),
            manifest: folder.join(format!("_{stem}.json")),
            stem,
            is_new: !folder.exists(),
        };
        if let Some(other) = lake.other_parts() {
            return Err(Refusal::OtherParts(other));
        }
        match (lake.manifest.exists(), force) {
            (true, false) => return Err(Refusal::Exists),
            (true, true) => {}
            (false, _) => lake.remove_tables().map_err(Refusal::Io)?,
        }
        remove(fs::remove_dir_all(&lake.unfinished))
            .and_then(|()| fs::create_dir_all(&lake.unfinished))
            .map_err(Refusal::Io)?;
        Ok(lake)
    }

    /// Where files are written.
    pub(super) fn unfinished(&self) -> &Path {
        &self.unfinished
    }

    /// How the names of files begin.
    pub(super) fn stem(&self) -> &str {
        &self.stem
    }

    /// Gives the files of all tables their names, and lists them in the manifest, which is the last file to be written.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub(super) fn publish(&self, tables: &[(TableName, Vec<WrittenFile>)], facts: Value) -> io::Result<()> {
        // Those of a finished run, which stay until there are others.
        self.remove_tables()?;
        let mut folders = Vec::new();
        for (table, files) in tables {
            for file in files {
                let below = Path::new(table.name()).join(&file.path);
                let target = self.folder.join(&below);
                let parent = target.parent().unwrap_or(&self.folder).to_path_buf();
                fs::create_dir_all(&parent)?;
                fs::rename(self.unfinished.join(&below), target)?;
                folders.push(parent);
            }
        }
        folders.sort();
        folders.dedup();
        folders.iter().try_for_each(|folder| sync_folder(folder))?;
        let listed = tables.iter().map(|(table, files)| {
            let files = files.iter().map(|file| {
                let path = with_slashes(&file.path);
                let path = path.to_string_lossy();
                json!({ "path": path, "rows": file.rows, "bytes": file.bytes })
            });
            (table.name().to_owned(), Value::Array(files.collect()))
        });
        let manifest = json!({
            "schema": VERSION,
            "program": concat!("scoresheet ", env!("CARGO_PKG_VERSION")),
            "part": self.stem,
            "tables": Value::Object(listed.collect()),
            "export": facts,
        });
        let text = serde_json::to_string_pretty(&manifest).map_err(io::Error::other)? + "\n";
        create_atomically(&self.manifest, text.as_bytes(), false)?;
        sync_folder(&self.folder)?;
        fs::remove_dir_all(&self.unfinished)
    }

    /// A finished part of a run with another number of parts: `1-of-8`.
    fn other_parts(&self) -> Option<String> {
        let of = |stem: &str| stem.rsplit_once("-of-").map(|(_, of)| of.to_owned());
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let part = |name: std::ffi::OsString| {
            let part = name.to_str()?.strip_prefix("_part-")?.strip_suffix(".json")?.to_owned();
            (of(&part) != of(&self.stem)).then_some(part)
        };
        names.filter_map(part).min()
    }

    /// Removes the tables of this shard.
    fn remove_tables(&self) -> io::Result<()> {
        remove(fs::remove_file(&self.manifest))?;
        TableName::ALL.iter().try_for_each(|table| self.clean_folder(&self.folder.join(table.name())))
    }

    /// Removes the files of this shard from a folder and those directly below.
    fn clean_folder(&self, folder: &Path) -> io::Result<()> {
        let mut folders = vec![folder.to_path_buf()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(folder) else { continue };
            for entry in entries {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if name.strip_prefix(&self.stem).is_some_and(|rest| rest.starts_with('-'))
                    && name.ends_with(".parquet")
                {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }
}

/// Removes unfinished tables after an error, and the folder that was made for them.
impl Drop for LakeFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.unfinished);
        if self.is_new {
            // One that is not empty stays.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// What is not there need not be removed.
fn remove(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Waits until the names of a folder are on the disk, where the system can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if System::CURRENT == System::Windows { Ok(()) } else { File::open(folder)?.sync_all() }
}
