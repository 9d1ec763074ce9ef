//! Completions, man pages, the doctor, and watching.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::run::*;

#[test]
fn completions_and_manual_pages_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef scoresheet"), ("fish", "complete -c scoresheet")] {
        let script = stdout(&check_exit(folder.path(), &["completions", shell], 0));
        assert!(script.contains(sign) && script.contains("write-baseline") && script.contains("sarif"), "{shell}");
    }
    for shell in ["powershell", "elvish"] {
        assert!(stdout(&check_exit(folder.path(), &["completions", shell], 0)).contains("write-baseline"), "{shell}");
    }
    let page = stdout(&check_exit(folder.path(), &["man"], 0));
    assert!(page.contains(".TH scoresheet 1"), "{page}");
    check_exit(folder.path(), &["man", "pages"], 0);
    for name in ["scoresheet.1", "scoresheet-check.1", "scoresheet-format.1", "scoresheet-doctor.1"] {
        let page = fs::read_to_string(folder.path().join("pages").join(name)).unwrap();
        assert!(page.contains(".SH"), "{name}");
    }
    write(folder.path(), "file", "");
    check_exit(folder.path(), &["man", "file"], 2);
}

#[test]
fn the_doctor_tells_of_a_configuration_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let healthy = stdout(&check_exit(folder.path(), &["doctor"], 0));
    for part in ["Program\n", env!("CARGO_PKG_VERSION"), "Terminal\n", "Configuration\n", "Editors\n"] {
        assert!(healthy.contains(part), "{part}: {healthy}");
    }
    write(folder.path(), "scoresheet.toml", "level = \"loud\"\n");
    let ill = stdout(&check_exit(folder.path(), &["doctor"], 1));
    assert!(ill.contains("it cannot be used") && ill.contains("loud"), "{ill}");
    write(folder.path(), "scoresheet.toml", "level = \"info\"\n[rules]\nillegal-move = \"off\"\n");
    let well = stdout(&check_exit(folder.path(), &["doctor"], 0));
    assert!(well.contains("level          info") && well.contains("rules          1 set"), "{well}");
}

#[cfg(unix)]
#[test]
fn the_doctor_knows_the_editors_on_the_path() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "nvim", "#!/bin/sh\necho NVIM v0.11.9\n");
    write(folder.path(), "hx", "#!/bin/sh\nexec sleep 60\n");
    for name in ["nvim", "hx"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/bin:/usr/bin", folder.path().display());
    let output = command(folder.path(), &["doctor"]).env("PATH", path).env("LC_ALL", "C.UTF-8").output().unwrap();
    let said = stdout(&output);
    assert!(said.contains("Neovim: ") && said.contains("/nvim, NVIM v0.11.9\n      needs 0.10"), "{said}");
    assert!(said.contains("Helix: ") && said.contains("/hx\n"), "one that does not answer: {said}");
    assert!(said.contains("on the PATH    no"), "{said}");
    assert!(said.contains("UTF-8 (C.UTF-8)"), "{said}");
}

#[cfg(unix)]
#[test]
fn watching_checks_again_what_is_written_and_ends_on_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.pgn", &faulty("A"));
    write(folder.path(), "b.pgn", &faulty("B"));
    let mut command = command(folder.path(), &["check", "--watch", "--output-format", "concise"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // A round ends with its summary.
    let mut round = || -> Vec<String> {
        let mut said = Vec::new();
        for line in lines.by_ref() {
            let is_last = line.starts_with("Found") || line.starts_with("Nothing");
            said.push(line);
            if is_last {
                break;
            }
        }
        said
    };
    let first = round();
    assert!(
        first.len() == 3 && first[0].starts_with("a.pgn:4:13") && first[2].starts_with("Found 2 errors"),
        "{first:?}"
    );
    assert!(!first.concat().contains('\u{1b}'), "no terminal, no clearing");
    write(folder.path(), "notes.txt", "of no interest");
    write(folder.path(), "a.pgn", &clean("A"));
    let second = round();
    assert!(second.len() == 2 && second[0].starts_with("b.pgn:4:13"), "{second:?}");
    write(folder.path(), "c.pgn", &faulty("C"));
    assert!(round().iter().any(|line| line.starts_with("c.pgn:4:13")));
    write(folder.path(), "scoresheet.toml", "[rules]\nillegal-move = \"off\"\n");
    assert_eq!(round(), ["Nothing to report in 3 files."]);
    fs::remove_file(folder.path().join("c.pgn")).unwrap();
    assert_eq!(round(), ["Nothing to report in 2 files."]);
    // In a repertoire, what is written into one file is wrong in another.
    let conflicts = |said: &[String]| said.iter().filter(|line| line.contains("[conflicting-answers]")).count();
    write(folder.path(), "scoresheet.toml", "[repertoire]\nside = \"white\"\n");
    assert_eq!(conflicts(&round()), 0);
    write(folder.path(), "a.pgn", "1. e4 e5 2. Nf3 *\n");
    assert_eq!(conflicts(&round()), 0);
    write(folder.path(), "b.pgn", "1. e4 e5 2. Nc3 *\n");
    let found = round();
    assert!(conflicts(&found) == 1 && found.iter().any(|line| line.starts_with("b.pgn:1:13")), "{found:?}");
    write(folder.path(), "a.pgn", "1. e4 e5 2. Nc3 *\n");
    assert_eq!(conflicts(&round()), 0);
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
