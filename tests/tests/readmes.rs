//! Every source file is named in the README of its crate or of a folder on the way. A rule's page is its entry.

use std::path::{Path, PathBuf};

#[test]
fn every_file_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for krate in ["grammar", "server/analysis", "server", "tests"] {
        let folder = root.join(krate);
        for source in ["src", "tests", "benches"] {
            rust_files(&folder.join(source)).iter().for_each(|file| check_listed(&folder, file));
        }
    }
}

/// Some README between the file and its crate says its name, or the folder's name with a star: `lsp_*.rs`.
#[track_caller]
fn check_listed(krate: &Path, file: &Path) {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap();
    let is_rule = file.parent().is_some_and(|parent| parent.ends_with("analysis/src/rules"));
    let is_listed = file.ancestors().skip(1).take_while(|folder| folder.starts_with(krate)).any(|folder| {
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        readme.contains(name) || name.starts_with("lsp_") && readme.contains("lsp_*.rs")
    });
    assert!(is_listed || is_rule, "{} is in no README", file.display());
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}
