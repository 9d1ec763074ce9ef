//! From arguments to the list of inputs.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::source::Input;
use super::walk;
use crate::cli::arguments::InputArguments;
use crate::cli::language::Language;
use crate::cli::output::Streams;
use crate::embedded::kind_of_path;
use crate::patterns::matcher;
use crate::text_file::Archive;

/// The inputs, and the arguments that led nowhere.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// Ordered by path, whatever the order of the arguments. No file occurs twice.
    pub(crate) found: Vec<Input>,
    /// A message per argument, or place below it, that could not be read.
    pub(crate) errors: Vec<String>,
    /// Not an error, but probably a mistake.
    pub(crate) warning: Option<String>,
    seen: HashSet<PathBuf>,
}

/// Which files below folders are read beside those of games and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InFolders {
    /// Compressed ones.
    pub(crate) archives: bool,
    /// Documents that may have blocks of games or records.
    pub(crate) documents: Documents,
}

/// What becomes of documents below folders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Documents {
    /// The command reads none.
    #[default]
    NotRead,
    /// The command has an option to read them, which is not used.
    Offered,
    /// They are read.
    Read,
}

impl Documents {
    /// Those of a command with the option `--embedded`.
    pub(crate) fn of_option(is_used: bool) -> Documents {
        if is_used { Documents::Read } else { Documents::Offered }
    }
}

impl InFolders {
    /// Files of games and records, compressed or not.
    pub(crate) const ALL_GAMES: InFolders = InFolders { archives: true, documents: Documents::NotRead };
    /// Files of games and records that can be written.
    pub(crate) const WRITABLE_GAMES: InFolders = InFolders { archives: false, documents: Documents::NotRead };

    fn has(self, path: &Path) -> bool {
        let of_games = Language::of_extension(path).is_some() && (self.archives || Archive::of(path).is_none());
        of_games || self.documents == Documents::Read && kind_of_path(path).is_some()
    }
}

/// How a file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    InFolder,
    ByPattern,
    Named,
}

/// The inputs that the arguments name.
///
/// A named file is read whatever its extension. A folder stands for the `*.pgn`, `*.epd` and `*.fen` files below it,
/// and for what else `in_folders` has. Files that a `.gitignore` or `is_excluded` excludes are skipped. A pattern
/// matches files below the current folder. Without arguments, the current folder is read.
pub(super) fn collect(
    arguments: &InputArguments,
    in_folders: InFolders,
    is_excluded: impl Fn(&Path, Found) -> bool,
) -> Inputs {
    let is_excluded_in_folder = |path: &Path| is_excluded(path, Found::InFolder);
    let mut inputs = Inputs::default();
    if arguments.files.is_empty() {
        inputs.add_folder(Path::new("."), in_folders, is_excluded_in_folder);
    }
    for argument in &arguments.files {
        if argument == Path::new("-") {
            if !inputs.found.iter().any(Input::is_stdin) {
                inputs.found.push(Input::stdin(arguments.stdin_filename.as_deref()));
            }
        } else if argument.is_dir() {
            inputs.add_folder(argument, in_folders, is_excluded_in_folder);
        } else if !argument.exists() && is_pattern(argument) {
            inputs.add_matches(argument, |path| is_excluded(path, Found::ByPattern));
        } else if !is_excluded(argument, Found::Named) {
            // A missing file is reported when it is read.
            inputs.add_file(argument.clone());
        }
    }
    inputs.found.sort_by(|one, other| one.path().cmp(other.path()));
    if inputs.found.is_empty() && inputs.errors.is_empty() {
        let offer =
            if in_folders.documents == Documents::Offered { offer_of_documents(arguments, is_excluded) } else { None };
        let offer = offer.map(|offer| format!("; {offer}")).unwrap_or_default();
        inputs.warning = Some(format!("warning: no *.pgn, *.epd or *.fen files found{offer}"));
    }
    inputs
}

/// How the documents in the folders are read, if there are some.
fn offer_of_documents(arguments: &InputArguments, is_excluded: impl Fn(&Path, Found) -> bool) -> Option<String> {
    let in_folders = InFolders { documents: Documents::Read, ..InFolders::WRITABLE_GAMES };
    let mut documents = Inputs::default();
    let here = [PathBuf::from(".")];
    let named = if arguments.files.is_empty() { here.as_slice() } else { &arguments.files };
    for folder in named.iter().filter(|path| path.is_dir()) {
        documents.add_folder(folder, in_folders, |path| is_excluded(path, Found::InFolder));
    }
    let read = match documents.found.len() {
        0 => return None,
        1 => "is 1 document: to read the chess in it".to_owned(),
        count => format!("are {count} documents: to read the chess in them"),
    };
    Some(format!("there {read}, add --embedded"))
}

impl Inputs {
    /// Reports the errors and the warning.
    pub(crate) fn report(&self, streams: &mut Streams<'_>) {
        self.errors.iter().for_each(|error| streams.error(error));
        self.warning.iter().for_each(|warning| streams.note(warning));
    }

    /// The paths of the files, without standard input.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.found.iter().filter(|input| !input.is_stdin()).map(Input::path)
    }

    fn add_file(&mut self, path: PathBuf) {
        let identity = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if self.seen.insert(identity) {
            self.found.push(Input::File(path));
        }
    }

    fn add_folder(&mut self, folder: &Path, in_folders: InFolders, is_excluded: impl Fn(&Path) -> bool) {
        self.walk(folder, |path| in_folders.has(path) && !is_excluded(path));
    }

    fn add_matches(&mut self, pattern: &Path, is_excluded: impl Fn(&Path) -> bool) {
        let pattern = without_current_folder(pattern);
        let glob = match matcher(&pattern.to_string_lossy()) {
            Ok(glob) => glob,
            Err(error) => return self.errors.push(error),
        };
        let base: PathBuf = pattern.components().take_while(|part| !is_pattern(Path::new(part))).collect();
        let base = if base.as_os_str().is_empty() { PathBuf::from(".") } else { base };
        let errors = self.errors.len();
        let any = base.is_dir() && self.walk(&base, |path| glob.is_match(path) && !is_excluded(path));
        if !any && self.errors.len() == errors {
            self.errors.push(format!("{}: no file matches", pattern.display()));
        }
    }

    /// Adds the files below `folder` that are `wanted`. Returns whether there are any.
    fn walk(&mut self, folder: &Path, wanted: impl Fn(&Path) -> bool) -> bool {
        let (found, errors) = walk::files(folder, |path| wanted(without_current_folder(path)));
        self.errors.extend(errors);
        found.iter().for_each(|path| self.add_file(without_current_folder(path).to_path_buf()));
        !found.is_empty()
    }
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

fn without_current_folder(path: &Path) -> &Path {
    match path.components().next() {
        Some(Component::CurDir) => path.strip_prefix(".").unwrap_or(path),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names below a folder with a fixed content that `arguments`, taken below it too, lead to.
    fn check(arguments: &[&str], expected: &[&str], errors: usize) {
        check_with(InFolders::WRITABLE_GAMES, arguments, expected, errors);
    }

    fn check_with(in_folders: InFolders, arguments: &[&str], expected: &[&str], errors: usize) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        for name in [
            "b.pgn",
            "a.PGN",
            "notes.txt",
            "notes.md",
            "deep/c.pgn",
            "deep/excluded.pgn",
            "deep/out/d.pgn",
            ".hidden.pgn",
            "e.pgn.zst",
            "g.epd",
            "deep/h.FEN",
            "i.epd.gz",
            "f.gz",
        ] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        fs::write(root.join(".gitignore"), "out/\n").unwrap();
        let files = arguments.iter().map(|name| if *name == "-" { "-".into() } else { root.join(name) }).collect();
        let arguments = InputArguments { files, stdin_filename: Some("in.pgn".into()), ..InputArguments::default() };
        let inputs =
            collect(&arguments, in_folders, |path, how| how == Found::InFolder && path.ends_with("deep/excluded.pgn"));
        let names = inputs.found.iter().map(|input| {
            let path = input.path();
            path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/")
        });
        assert_eq!(names.collect::<Vec<_>>(), expected);
        assert_eq!(inputs.errors.len(), errors, "{:?}", inputs.errors);
    }

    #[test]
    fn folders_are_walked() {
        check(&[""], &["a.PGN", "b.pgn", "deep/c.pgn", "deep/h.FEN", "g.epd"], 0);
        check(&["deep", "b.pgn"], &["b.pgn", "deep/c.pgn", "deep/h.FEN"], 0);
        check(&["deep/out"], &["deep/out/d.pgn"], 0);
        check(&["deep/excluded.pgn"], &["deep/excluded.pgn"], 0);
    }

    #[test]
    fn documents_are_taken_where_they_are_wanted() {
        let in_folders = InFolders { documents: Documents::Read, ..InFolders::WRITABLE_GAMES };
        let all = ["a.PGN", "b.pgn", "deep/c.pgn", "deep/h.FEN", "g.epd", "notes.md"];
        check_with(in_folders, &[""], &all, 0);
        check(&["notes.md"], &["notes.md"], 0);
    }

    #[test]
    fn compressed_files_are_taken_where_they_can_be_read() {
        let all = ["a.PGN", "b.pgn", "deep/c.pgn", "deep/h.FEN", "e.pgn.zst", "g.epd", "i.epd.gz"];
        check_with(InFolders::ALL_GAMES, &[""], &all, 0);
        check(&["e.pgn.zst", "f.gz"], &["e.pgn.zst", "f.gz"], 0);
    }

    #[test]
    fn named_files_are_taken_once_whatever_they_are() {
        check(
            &["notes.txt", "missing.pgn", "notes.txt", ".hidden.pgn"],
            &[".hidden.pgn", "missing.pgn", "notes.txt"],
            0,
        );
        check(&["-", "b.pgn", "-"], &["b.pgn", "in.pgn"], 0);
    }

    #[test]
    fn patterns_are_expanded() {
        check(&["*.pgn"], &["b.pgn"], 0);
        check(&["**/*.{pgn,txt}"], &["b.pgn", "deep/c.pgn", "deep/excluded.pgn", "notes.txt"], 0);
        check(&["nothing-*.pgn", "nowhere/*.pgn"], &[], 2);
    }
}
