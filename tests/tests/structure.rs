//! The rules of `ARCHITECTURE.md`: allowed dependencies between crates, no circles of imports, no overlong files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use scoresheet_tests::imports::Crate;
use scoresheet_tests::source_files::{crates, repository};

/// Each crate, by its folder, with our crates that it may depend on.
const MAY_DEPEND_ON: [(&str, &[&str]); 7] = [
    ("grammar", &[]),
    ("server/chess", &["grammar"]),
    ("server/format", &["grammar", "chess"]),
    ("server/lint", &["grammar", "chess", "format"]),
    ("server/ide", &["grammar", "chess", "format", "lint"]),
    ("server/collection", &["grammar", "chess", "format", "lint"]),
    ("server", &["grammar", "chess", "format", "lint", "ide", "collection"]),
];

/// A module and its parts may import each other. More files that all do are one file in pieces.
const LARGEST_CIRCLE: usize = 3;
const LONGEST_FILE: usize = 500;
const LONGEST_PARSER: usize = 900;

#[test]
fn crates_depend_on_each_other_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_DEPEND_ON.into();
    for folder in crates(&repository()) {
        let may =
            allowed.get(folder.as_str()).unwrap_or_else(|| panic!("{folder} is a new crate: add it to MAY_DEPEND_ON"));
        for dependency in dependencies(&folder) {
            assert!(may.contains(&dependency.as_str()), "{folder} must not depend on {dependency}");
        }
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
