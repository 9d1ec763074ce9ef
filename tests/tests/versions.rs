//! All files that contain the version have that of `Cargo.toml`.

use std::path::Path;

/// The version in a file after the first `before`.
#[track_caller]
fn check(file: &str, before: &str) {
    let text = read(file);
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("there is no {before:?} in {file}"));
    let end = rest.find(|letter: char| letter == '"' || letter.is_whitespace()).unwrap_or(rest.len());
    assert_eq!(&rest[..end], env!("CARGO_PKG_VERSION"), "{file}");
}

/// The version at this place of a JSON file.
#[track_caller]
fn check_json(file: &str, pointer: &str) {
    let value: serde_json::Value = serde_json::from_str(&read(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert_eq!(value.pointer(pointer).unwrap(), env!("CARGO_PKG_VERSION"), "{file}");
}

#[track_caller]
fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).unwrap()
}

#[test]
fn the_version_is_everywhere_the_same() {
    check("Cargo.toml", "[workspace.package]\nversion = \"");
    for folder in [
        "grammar",
        "server/chess",
        "server/collection",
        "server/embedded",
        "server/format",
        "server/lint",
        "server/ide",
        "server",
    ] {
        check("Cargo.toml", &format!("path = \"{folder}\", version = \""));
    }
    check_json("editors/vscode/package.json", "/version");
    check_json("editors/vscode/package-lock.json", "/version");
    check_json("editors/vscode/package-lock.json", "/packages//version");
    check("editors/vscode/CHANGELOG.md", "\n## ");
    check("editors/zed/Cargo.toml", "\nversion = \"");
    check("editors/zed/extension.toml", "\nversion = \"");
    check("editors/emacs/scoresheet-mode.el", "\n;; Version: ");
}

#[test]
fn every_crate_takes_the_version_of_the_workspace() {
    for krate in [
        "grammar",
        "server/chess",
        "server/collection",
        "server/embedded",
        "server/format",
        "server/lint",
        "server/ide",
        "server",
        "tests",
    ] {
        let text = read(&format!("{krate}/Cargo.toml"));
        assert!(text.contains("\nversion.workspace = true\n"), "{krate}");
    }
}
