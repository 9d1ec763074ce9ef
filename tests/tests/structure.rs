//! The rules of `ARCHITECTURE.md`: allowed dependencies between crates, pure crates, one place for each language and for what differs between
//! systems, no circles of imports, no overlong files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use scoresheet_tests::imports::Crate;
use scoresheet_tests::source_files::{crates, repository, rust_files};

/// Each crate, by its folder, with our crates that it may depend on.
const MAY_DEPEND_ON: [(&str, &[&str]); 8] = [
    ("grammar", &[]),
    ("server/chess", &["grammar"]),
    ("server/collection", &["grammar", "chess"]),
    ("server/embedded", &[]),
    ("server/format", &["grammar", "chess"]),
    ("server/lint", &["grammar", "chess", "format"]),
    ("server/ide", &["grammar", "chess", "format", "lint"]),
    ("server", &["grammar", "chess", "collection", "embedded", "format", "lint", "ide"]),
];

/// What only `server` knows: files, threads, the clock, other programs and the types of the protocol.
const OUTSIDE: [&str; 9] =
    ["std::env", "std::fs", "std::io", "std::net", "std::process", "std::thread", "std::time", "tokio", "tower_lsp"];

/// Lengths of time need no clock.
const DURATION: &str = "std::time::Duration";

/// Work that takes long lets others go first.
const YIELDING: (&str, &str, &str) = ("server/lint", "explanation/beam.rs", "std::thread::yield_now");

/// The files and folders of `server/src` in which games and records are told apart. `edit` edits games only.
const TELL_LANGUAGES_APART: [&str; 4] = ["language.rs", "cli/language", "lsp/documents", "cli/commands/edit"];

/// The variants by which they are.
const LANGUAGES: [[&str; 2]; 4] =
    [["Language", "Pgn"], ["Language", "Records"], ["Content", "Games"], ["Content", "Records"]];

/// What is only in `server/src/system`.
const SYSTEMS: [&str; 6] = ["std::os::", "cfg(unix", "cfg!(unix", "cfg(windows", "cfg!(windows", "target_os ="];

/// A module and its parts may import each other. More files that all do are one file in pieces.
const LARGEST_CIRCLE: usize = 3;
const LONGEST_FILE: usize = 500;
const LONGEST_PARSER: usize = 900;

#[test]
fn crates_depend_on_each_other_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_DEPEND_ON.into();
    assert!(allowed.keys().eq(&crates(&repository())), "the crates of MAY_DEPEND_ON are not those of the repository");
    for (folder, may) in allowed {
        for dependency in dependencies(folder) {
            assert!(may.contains(&dependency.as_str()), "{folder} must not depend on {dependency}");
        }
    }
}

#[test]
fn only_the_program_knows_files_threads_and_the_clock() {
    for folder in crates(&repository()).into_iter().filter(|folder| folder != "server") {
        for file in Crate::read(&source(&folder)).files.values() {
            let paths = file.outer_paths.iter().map(|path| path.join("::"));
            let is_allowed =
                |path: &str| path == DURATION || (folder.as_str(), &*file.path.to_string_lossy(), path) == YIELDING;
            let outside = paths.filter(|path| !is_allowed(path)).find(|path| is_below(path, "::", &OUTSIDE));
            assert!(outside.is_none(), "{folder}/src/{} uses {outside:?}", file.path.display());
        }
    }
}

#[test]
fn games_and_records_are_told_apart_in_few_places() {
    for file in Crate::read(&source("server")).files.values() {
        let told_apart = file
            .outer_paths
            .iter()
            .find(|path| LANGUAGES.iter().any(|language| path.ends_with(language.map(str::to_owned).as_slice())));
        let may = is_below(&file.path.to_string_lossy(), "/", &TELL_LANGUAGES_APART);
        assert!(may || told_apart.is_none(), "server/src/{} has {told_apart:?}", file.path.display());
    }
}

#[test]
fn one_module_asks_which_system_it_is() {
    let source = source("server");
    for file in Crate::read(&source).files.values().filter(|file| !file.path.starts_with("system")) {
        let text = std::fs::read_to_string(source.join(&file.path)).unwrap();
        // Tests may be of what one system has.
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_asked = |line: &&str| SYSTEMS.iter().any(|system| line.contains(system));
        let asks = code.lines().find(is_asked).filter(|_| !file.path.ends_with("tests.rs"));
        assert!(asks.is_none(), "server/src/{}: only server/src/system may ask: {asks:?}", file.path.display());
    }
}

#[test]
fn no_more_than_three_files_import_each_other() {
    for folder in crates(&repository()) {
        let files = Crate::read(&source(&folder));
        let large = files.circles().into_iter().find(|circle| circle.len() > LARGEST_CIRCLE);
        assert!(large.is_none(), "{folder}: these files import each other: {large:?}");
    }
}

#[test]
fn no_folders_import_each_other() {
    for folder in crates(&repository()) {
        let circles = Crate::read(&source(&folder)).folder_circles();
        assert!(circles.is_empty(), "{folder}: these folders import each other: {circles:?}");
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    for folder in crates(&repository()) {
        for file in Crate::read(&source(&folder)).files.values() {
            let longest = if file.path.ends_with("parser.rs") { LONGEST_PARSER } else { LONGEST_FILE };
            assert!(file.lines <= longest, "{folder}/src/{} has {} lines", file.path.display(), file.lines);
        }
    }
}

/// Those hold tests alone, so that all their lines count.
#[test]
fn no_file_of_tests_is_overlong() {
    let root = repository();
    let files = rust_files(&root).into_iter().filter(|file| {
        let path = file.strip_prefix(&root).unwrap_or(file);
        let is_named = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"));
        is_named || path.components().any(|part| part.as_os_str() == "tests")
    });
    let mut count = 0;
    for file in files {
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", file.display());
        count += 1;
    }
    assert!(count > 100, "only {count} files of tests were found");
}

/// Whether a path is one of `tops` or below one of them.
fn is_below(path: &str, separator: &str, tops: &[&str]) -> bool {
    tops.iter().any(|top| path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with(separator)))
}

fn source(folder: &str) -> PathBuf {
    repository().join(folder).join("src")
}

/// Our crates in the manifest's section `[dependencies]`, without the common prefix.
fn dependencies(folder: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(folder).join("Cargo.toml")).unwrap();
    let section =
        text.lines().skip_while(|line| *line != "[dependencies]").skip(1).take_while(|line| !line.starts_with('['));
    let names = section.filter_map(|line| line.strip_prefix("scoresheet-")?.split(['.', ' ', '=']).next());
    names.map(str::to_owned).collect()
}
