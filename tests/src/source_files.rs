//! The Rust files of the repository, for tests about the code itself.

use std::path::{Path, PathBuf};

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// Every `.rs` file below `folder`, sorted, without build output.
#[must_use]
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !name.starts_with('.') && !["target", "node_modules", "artifacts", "corpus"].contains(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The folders of the published crates below the root of a checkout: `grammar`, `server` and those in it.
#[must_use]
pub fn crates(checkout: &Path) -> Vec<String> {
    let server = std::fs::read_dir(checkout.join("server")).into_iter().flatten().flatten();
    let below = server.map(|entry| format!("server/{}", entry.file_name().display()));
    let mut crates: Vec<String> = ["grammar".to_owned(), "server".to_owned()].into_iter().chain(below).collect();
    crates.retain(|folder| checkout.join(folder).join("Cargo.toml").is_file());
    crates.sort();
    crates
}
