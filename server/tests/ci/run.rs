//! Running the program in folders and repositories made for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn sample() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ci-sample")).unwrap()
}

pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    for variable in ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(variable);
    }
    command
}

pub(crate) fn scoresheet(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
pub(crate) fn check_exit(folder: &Path, arguments: &[&str], code: i32) -> Output {
    let output = scoresheet(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    output
}

/// A folder with these files that is a repository with one commit, tagged `start`.
pub(crate) fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    git(folder.path(), &["init", "-q", "-b", "main"]);
    commit(folder.path());
    git(folder.path(), &["tag", "start"]);
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) fn commit(folder: &Path) {
    git(folder, &["add", "--all"]);
    git(folder, &["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"]);
}

#[track_caller]
pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder).env_remove("GIT_DIR").env_remove("GIT_INDEX_FILE");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

/// A game with an illegal move, by these players.
pub(crate) fn faulty(white: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"Black\"]\n\n1. e4 e5 2. Bc5 Nf6 *\n\n")
}

pub(crate) fn clean(white: &str) -> String {
    faulty(white).replace("Bc5", "Bc4")
}

/// The lines of concise findings, without their messages.
pub(crate) fn places(output: &Output) -> Vec<String> {
    let text = stdout(output);
    let lines = text.lines().filter(|line| line.contains('['));
    lines.map(|line| line.split_once(']').map_or(line, |(place, _)| place).to_owned()).collect()
}
