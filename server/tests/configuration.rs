//! `scoresheet.toml` through the real program: which file holds for what, and what is said of one that cannot be used.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

use std::path::Path;
use std::process::{Command, Stdio};

const GAME: &str = "[Event \"Idea\"]\n[Result \"*\"]\n\n1. d4 d5 2. -- e6 *\n";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Exit code, standard output and standard error of the program in a folder.
fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Exit code of a check, and the rules of its findings with their levels and files.
#[track_caller]
fn check(files: &[(&str, &str)], arguments: &str, code: i32, expected: &[&str]) {
    let folder = folder(files);
    let (found_code, out, error) = run(folder.path(), &format!("check -q --output-format concise {arguments}"));
    let describe = |line: &str| {
        let (file, rest) = line.split_once(':').unwrap();
        let (level, _) = rest.split_once(": ").unwrap().1.split_once(']').unwrap();
        format!("{file} {}", level.replace('[', " "))
    };
    let found: Vec<String> = out.lines().map(describe).collect();
    assert_eq!(
        (found_code, found.iter().map(String::as_str).collect::<Vec<_>>().as_slice()),
        (code, expected),
        "{error}"
    );
}

#[test]
fn the_nearest_file_holds_and_flags_win() {
    let files = [
        ("scoresheet.toml", "rules.null-move = 'error'\n"),
        ("a.pgn", GAME),
        ("deep/scoresheet.toml", "level = 'hint'\nrules.all = 'off'\nrules.missing-roster-tag = 'hint'\n"),
        ("deep/er/b.pgn", GAME),
        ("other.toml", "rules.null-move = 'hint'\n"),
    ];
    check(&files, "", 1, &["a.pgn error null-move", "deep/er/b.pgn hint missing-roster-tag"]);
    check(&files, "--isolated", 0, &["a.pgn warning null-move", "deep/er/b.pgn warning null-move"]);
    check(&files, "--config other.toml", 0, &[]);
    check(
        &files,
        "--config other.toml --level hint --select null-move",
        1,
        &["a.pgn hint null-move", "deep/er/b.pgn hint null-move"],
    );
    check(&files, "--ignore null-move --level error", 0, &[]);
    check(&files, "--select null-move", 1, &["a.pgn error null-move", "deep/er/b.pgn warning null-move"]);
}

#[test]
fn a_level_moves_the_exit_code_of_its_files() {
    check(&[("scoresheet.toml", "level = 'warning'\n"), ("a.pgn", GAME)], "", 1, &["a.pgn warning null-move"]);
    check(&[("b/scoresheet.toml", "level = 'warning'\n"), ("a.pgn", GAME)], "", 0, &["a.pgn warning null-move"]);
}

#[test]
fn excluded_files_are_passed_over_unless_named() {
    let files = [
        ("scoresheet.toml", "exclude = ['archive/', '*.old.pgn']\n"),
        ("archive/a.pgn", GAME),
        ("b.old.pgn", GAME),
        ("c.pgn", GAME),
    ];
    check(&files, "", 0, &["c.pgn warning null-move"]);
    check(&files, "archive/a.pgn", 0, &["archive/a.pgn warning null-move"]);
    check(
        &files,
        "--isolated",
        0,
        &["archive/a.pgn warning null-move", "b.old.pgn warning null-move", "c.pgn warning null-move"],
    );
}

#[test]
fn a_file_that_cannot_be_used_is_shown_and_ends_with_2() {
    let files = [("scoresheet.toml", "# Ours\n[rules]\nnul-move = \"off\"\n"), ("a.pgn", GAME)];
    let folder = folder(&files);
    for command in ["check a.pgn", "format --check ."] {
        let (code, out, error) = run(folder.path(), command);
        assert_eq!((code, out.as_str()), (2, ""));
        assert_eq!(
            error,
            "\
error: there is no rule or group 'nul-move'; did you mean 'null-move'?
 --> scoresheet.toml:3:1
  |
3 | nul-move = \"off\"
  | ^^^^^^^^
"
        );
    }
    assert_eq!(run(folder.path(), "check --isolated a.pgn").0, 0);
    let (code, _, error) = run(folder.path(), "check --config nowhere.toml a.pgn");
    assert_eq!((code, error.as_str()), (2, "error: nowhere.toml: no such file\n"));
}

#[test]
fn games_are_formatted_as_configured() {
    let files = [
        ("scoresheet.toml", "format.style = 'reduced'\nformat.archive = true\n"),
        ("a.pgn", "1. e4 {a comment} e5 *\r\n"),
    ];
    let folder = folder(&files);
    let formatted = |arguments: &str| {
        assert_eq!(run(folder.path(), arguments).0, 0);
        std::fs::read_to_string(folder.path().join("a.pgn")).unwrap()
    };
    assert!(formatted("format --isolated a.pgn").ends_with("1. e4 { a comment } 1... e5 *\r\n\r\n"));
    assert!(formatted("format --style export a.pgn").ends_with("1. e4 { a comment } 1... e5 *\n\n"));
    assert!(formatted("format a.pgn").ends_with("\n\n1. e4 e5 *\n\n"));
}

/// The reference page tells the truth: its example, and the settings that it shows for an editor.
#[test]
fn the_example_of_the_page_does_what_the_page_says() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md")).unwrap();
    let blocks = |language: &str| -> Vec<String> {
        let parts: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
        parts.iter().filter_map(|part| part.strip_prefix(&format!("{language}\n"))).map(str::to_owned).collect()
    };
    let block = |language: &str| blocks(language).swap_remove(0);
    let (toml, game, console) = (block("toml"), block("pgn"), block("console"));
    let files = [
        ("scoresheet.toml", toml.as_str()),
        ("games.pgn", &game),
        ("studies/idea.pgn", &game),
        ("archive/x.pgn", "1. e5"),
    ];
    let (command, expected) = console.split_once('\n').unwrap();
    let (_, out, error) = run(folder(&files).path(), command.strip_prefix("$ scoresheet ").unwrap());
    assert_eq!(out, expected, "{error}");
    check(&[("a.pgn", &blocks("pgn")[1])], "--level hint", 0, &[]);
    let settings: serde_json::Value = serde_json::from_str(&block("json")).unwrap();
    let unknown = |member: &&String| !page.contains(&format!("`{member}`"));
    assert_eq!(settings.as_object().unwrap().keys().find(unknown), None);
}

#[test]
fn keys_on_the_command_line_win_over_all_files() {
    let files = [
        ("scoresheet.toml", "rules.null-move = 'error'\n"),
        ("a.pgn", GAME),
        ("old/b.pgn", GAME),
        ("other.toml", "rules.null-move = 'hint'\n"),
    ];
    check(&files, "--config rules.null-move=off", 0, &[]);
    check(
        &files,
        "--config level=hint --config rules.all=off --config rules.null-move=info",
        1,
        &["a.pgn info null-move", "old/b.pgn info null-move"],
    );
    check(
        &files,
        "--config other.toml --config rules.null-move=error --config exclude=['old']",
        1,
        &["a.pgn error null-move"],
    );
    check(&files, "--isolated --config rules.null-move=error a.pgn", 1, &["a.pgn error null-move"]);
    let folder = folder(&files);
    for (arguments, fault) in [
        ("--config level=infos", "'infos' is not known here"),
        ("--config levle=info", "levle"),
        ("--config other.toml --config scoresheet.toml", "names two files"),
        ("--config missing.toml", "no such file"),
        ("--config other.toml --isolated", "--isolated ignores the file"),
    ] {
        let (code, _, error) = run(folder.path(), &format!("check {arguments}"));
        assert!(code == 2 && error.contains(fault), "{arguments}: {code} {error}");
    }
}

#[test]
fn files_are_excluded_by_options() {
    let files = [("a.pgn", GAME), ("old/b.pgn", GAME), ("old/deep/c.pgn", GAME), ("d.pgn", GAME)];
    let (a, b, c, d) = (
        "a.pgn warning null-move",
        "old/b.pgn warning null-move",
        "old/deep/c.pgn warning null-move",
        "d.pgn warning null-move",
    );
    check(&files, "--exclude old", 0, &[a, d]);
    check(&files, "--exclude old/deep --exclude d.*", 0, &[a, b]);
    check(&files, "--exclude old **/*.pgn", 0, &[a, d]);
    check(&files, "--exclude old old/b.pgn", 0, &[b]);
    check(&files, "--exclude old --force-exclude old/b.pgn d.pgn", 0, &[d]);
    let mut configured = files.to_vec();
    configured.push(("scoresheet.toml", "exclude = ['old']\n"));
    check(&configured, "", 0, &[a, d]);
    check(&configured, "old/deep/c.pgn", 0, &[c]);
    check(&configured, "--force-exclude old/deep/c.pgn a.pgn", 0, &[a]);
    let folder = folder(&files);
    let (code, _, error) = run(folder.path(), "check --exclude /old");
    assert!(code == 2 && error.contains("patterns are relative"), "{error}");
}

#[test]
fn what_would_be_checked_is_shown() {
    let files =
        [("scoresheet.toml", "rules.null-move = 'off'\nlevel = 'info'\n"), ("a.pgn", GAME), ("old/b.pgn", GAME)];
    let folder = folder(&files);
    assert_eq!(run(folder.path(), "check --show-files --exclude old").1, "a.pgn\n");
    let (code, out, _) = run(folder.path(), "check --show-settings --extend-select long-line a.pgn");
    assert_eq!(code, 0);
    assert!(out.starts_with("a.pgn\n  configuration = ") && out.contains("scoresheet.toml\n"), "{out}");
    assert!(
        out.contains("  level = findings from info up are reported, those from info up are errors of the run\n"),
        "{out}"
    );
    assert!(out.contains("  rules.null-move = off (by default warning)\n"), "{out}");
}

#[test]
fn more_rules_than_the_configured_ones() {
    let files = [("a.pgn", GAME)];
    check(&files, "", 0, &["a.pgn warning null-move"]);
    check(
        &files,
        "--extend-select missing-roster-tag",
        0,
        &["a.pgn warning missing-roster-tag", "a.pgn warning null-move"],
    );
    check(
        &files,
        "--extend-select missing-roster-tag --ignore style,null-move",
        0,
        &["a.pgn warning missing-roster-tag"],
    );
}

#[test]
fn doctor_needs_a_folder() {
    let folder = folder(&[("a.pgn", GAME)]);
    for (name, fault) in [("nowhere", "no such folder"), ("a.pgn", "this is no folder")] {
        let (code, _, error) = run(folder.path(), &format!("doctor {name}"));
        assert!(code == 2 && error.contains(fault), "{error}");
    }
    assert_eq!(run(folder.path(), "doctor .").0, 0);
}

#[test]
fn rules_are_listed_by_group_language_and_words() {
    let folder = folder(&[]);
    let list = |arguments: &str| run(folder.path(), &format!("rules {arguments}")).1;
    assert!(list("").starts_with("correctness: The game cannot be read") && list("").contains("\n\npedantic: "));
    let epd = list("--language epd --group style");
    assert!(epd.starts_with("style: ") && !epd.contains("correctness") && epd.contains("opcode-order"), "{epd}");
    assert!(list("NULL move").lines().any(|line| line.starts_with("  null-move ")));
    assert_eq!(run(folder.path(), "rules xyzzy").0, 1);
}
