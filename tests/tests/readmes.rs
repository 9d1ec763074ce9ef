//! The table of files in each folder's README is generated from the first sentence of each file. `UPDATE=1` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use scoresheet_tests::source_files::{repository, rust_files};

const BEGIN: &str = "<!-- files: generated from the first sentence of each file by UPDATE=1 cargo test -p scoresheet-tests --test readmes -->\n";
const END: &str = "<!-- files: end -->\n";

#[test]
fn the_tables_of_files_are_fresh() {
    let stale: Vec<String> = tables().into_iter().filter_map(|(readme, table)| check_fresh(&readme, &table)).collect();
    assert!(
        stale.is_empty(),
        "stale: {}; run UPDATE=1 cargo test -p scoresheet-tests --test readmes",
        stale.join(", ")
    );
}

/// Every source file begins with a sentence about its contents, except unit tests and rules, which have pages.
#[test]
fn every_file_begins_with_what_it_is_about() {
    let silent: Vec<String> = source_files()
        .filter(|file| !is_unit_test(file) && !is_rule(file) && first_sentence(file).is_none())
        .map(|file| file.display().to_string())
        .collect();
    assert!(silent.is_empty(), "these do not begin with `//! ...`: {silent:?}");
}

/// The table of every README: the files below it, and the folders below it that have their own README.
fn tables() -> BTreeMap<PathBuf, String> {
    let mut rows: BTreeMap<PathBuf, BTreeSet<(PathBuf, String)>> = BTreeMap::new();
    for file in source_files().filter(|file| !is_unit_test(file)) {
        let folder = nearest_readme(&file);
        if is_rule(&file) {
            let rules = file.with_file_name("*.rs");
            rows.entry(folder.clone())
                .or_default()
                .insert((rules, "A rule each: what it does, its check, its fix".into()));
        } else {
            rows.entry(folder.clone()).or_default().insert((file.clone(), first_sentence(&file).unwrap_or_default()));
        }
        let mut below = folder;
        while below.parent().is_some_and(|parent| parent != repository()) {
            let above = nearest_readme(&below);
            rows.entry(above.clone()).or_default().insert((below.clone(), about_folder(&below)));
            below = above;
        }
    }
    rows.into_iter().map(|(folder, rows)| (folder.join("README.md"), table(&folder, &rows))).collect()
}

fn table(folder: &Path, rows: &BTreeSet<(PathBuf, String)>) -> String {
    let mut table = "| file | what |\n|---|---|\n".to_owned();
    for (path, about) in rows {
        let name = path.strip_prefix(folder).unwrap_or(path).display().to_string().replace('\\', "/");
        let name = if path.is_dir() { format!("[`{name}/`]({name})") } else { format!("`{name}`") };
        table += &format!("| {name} | {} |\n", about.replace('|', "\\|"));
    }
    table
}

/// The path of the README if it is stale. `UPDATE=1` writes it instead.
fn check_fresh(readme: &Path, table: &str) -> Option<String> {
    let found = read_to_string(readme).unwrap_or_default();
    let expected = with_table(&found, table);
    if found == expected {
        return None;
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(readme, expected).unwrap();
        return None;
    }
    Some(readme.strip_prefix(repository()).unwrap_or(readme).display().to_string())
}

/// The text with this table between the marks; they are added at the end if they are missing.
fn with_table(text: &str, table: &str) -> String {
    let parts = text.split_once(BEGIN).and_then(|(above, rest)| Some((above, rest.split_once(END)?.1)));
    match parts {
        Some((above, below)) => format!("{above}{BEGIN}{table}{END}{below}"),
        None => format!("{}\n\n{BEGIN}{table}{END}", text.trim_end()),
    }
}

fn source_files() -> impl Iterator<Item = PathBuf> {
    ["grammar", "server", "tests"].into_iter().flat_map(|folder| rust_files(&repository().join(folder)))
}

/// Tests of another module need no description.
fn is_unit_test(file: &Path) -> bool {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    (stem == "tests" || stem.ends_with("_tests")) && file.components().any(|part| part.as_os_str() == "src")
}

/// A rule file starts with code: its documentation is the page of the rule.
fn is_rule(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "rules") && first_sentence(file).is_none()
}

/// The folder of the nearest README above a file or folder, without the repository's own.
fn nearest_readme(path: &Path) -> PathBuf {
    let root = repository();
    let mut above = path.ancestors().skip(1).take_while(|folder| *folder != root);
    let nearest = above.find(|folder| folder.join("README.md").is_file());
    nearest.unwrap_or_else(|| panic!("no folder above {} has a README", path.display())).to_owned()
}

/// A description of a folder with its own README: the first sentence of its module, or a reference to the file beside it, or the
/// heading of the README.
fn about_folder(folder: &Path) -> String {
    let modules = ["mod.rs", "src/lib.rs", "main.rs"].map(|name| folder.join(name));
    if let Some(sentence) = modules.iter().find_map(|module| first_sentence(module)) {
        return sentence;
    }
    let beside = folder.with_extension("rs");
    if let Some(name) = beside.file_name().filter(|_| beside.is_file()) {
        return format!("The parts of `{}`", name.display());
    }
    let readme = read_to_string(folder.join("README.md")).unwrap_or_default();
    readme.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']).to_owned()
}

/// The first sentence of a file's documentation, without its full stop and without links.
fn first_sentence(file: &Path) -> Option<String> {
    let text = read_to_string(file).unwrap_or_default();
    let lines =
        text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).take_while(|line| !line.is_empty());
    let paragraph = lines.collect::<Vec<_>>().join(" ").replace("[`", "`").replace("`]", "`");
    let end = paragraph.match_indices(". ").map(|(end, _)| end).find(|end| {
        let next = paragraph[end + 2..].trim_start_matches('`').chars().next();
        next.is_some_and(char::is_uppercase)
    });
    let sentence = paragraph[..end.unwrap_or(paragraph.len())].trim_end_matches('.');
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

#[test]
fn a_table_goes_between_its_marks() {
    let text = format!("# A\n\n{BEGIN}old\n{END}\nmore\n");
    assert_eq!(with_table(&text, "new\n"), format!("# A\n\n{BEGIN}new\n{END}\nmore\n"));
    assert_eq!(with_table("# A\n", "new\n"), format!("# A\n\n{BEGIN}new\n{END}"));
}
