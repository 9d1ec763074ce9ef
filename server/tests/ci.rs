//! What pipelines rely on, through the real program and on the sample repository: formats, exit codes, baselines and changes
//! since a revision.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const FORMATS: [&str; 8] = ["json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson"];

fn sample() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ci-sample")).unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    for variable in ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(variable);
    }
    command
}

fn scoresheet(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn check_exit(folder: &Path, arguments: &[&str], code: i32) -> Output {
    let output = scoresheet(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    output
}

/// A folder with these files that is a repository with one commit, tagged `start`.
fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    git(folder.path(), &["init", "-q", "-b", "main"]);
    commit(folder.path());
    git(folder.path(), &["tag", "start"]);
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn commit(folder: &Path) {
    git(folder, &["add", "--all"]);
    git(folder, &["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"]);
}

#[track_caller]
fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder).env_remove("GIT_DIR").env_remove("GIT_INDEX_FILE");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

/// A game with an illegal move, by these players.
fn faulty(white: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"Black\"]\n\n1. e4 e5 2. Bc5 Nf6 *\n\n")
}

fn clean(white: &str) -> String {
    faulty(white).replace("Bc5", "Bc4")
}

/// The lines of concise findings, without their messages.
fn places(output: &Output) -> Vec<String> {
    let text = stdout(output);
    let lines = text.lines().filter(|line| line.contains('['));
    lines.map(|line| line.split_once(']').map_or(line, |(place, _)| place).to_owned()).collect()
}

#[test]
fn every_format_prints_the_sample() {
    for format in FORMATS {
        let output = check_exit(&sample(), &["check", "--output-format", format], 1);
        insta::assert_snapshot!(format!("sample_as_{format}"), lasting(format, &stdout(&output)));
        let is_plain = matches!(format, "json" | "jsonl");
        assert_eq!(stderr(&output).is_empty(), is_plain, "{format}: {}", stderr(&output));
    }
}

/// A report without what changes with every version: the pages of the rules, the folder, the number.
fn lasting(format: &str, report: &str) -> String {
    if format != "sarif" {
        return report.to_owned();
    }
    let mut json: serde_json::Value = serde_json::from_str(report).unwrap();
    let driver = &mut json["runs"][0]["tool"]["driver"];
    assert_eq!(driver["semanticVersion"].take(), env!("CARGO_PKG_VERSION"));
    for rule in driver["rules"].as_array_mut().unwrap() {
        assert!(rule["help"]["markdown"].take().as_str().unwrap().contains("## What it does"));
        assert!(rule["help"]["text"].take().as_str().unwrap().len() > 100);
        rule["fullDescription"]["text"].take();
    }
    let text = serde_json::to_string_pretty(&json).unwrap();
    text.replace(&*sample().to_string_lossy(), "/sample")
}

#[test]
fn every_format_prints_nothing_where_nothing_is_found() {
    for format in FORMATS {
        let output = check_exit(&sample(), &["check", "--quiet", "--output-format", format, "games/clean.pgn"], 0);
        insta::assert_snapshot!(format!("clean_as_{format}"), lasting(format, &stdout(&output)));
    }
}

#[test]
fn formats_are_well_formed_where_a_file_cannot_be_read() {
    for format in FORMATS {
        let arguments = ["check", "--quiet", "--output-format", format, "missing.pgn", "games/faults.pgn"];
        let text = stdout(&check_exit(&sample(), &arguments, 2));
        match format {
            "junit" | "checkstyle" => {
                let document = roxmltree::Document::parse(&text).unwrap();
                assert!(
                    document.descendants().any(|node| node.attribute("message") == Some("missing.pgn: no such file"))
                );
            }
            "github" => assert!(text.contains("::error title=scoresheet::missing.pgn: no such file\n"), "{text}"),
            "jsonl" => text.lines().for_each(|line| drop(serde_json::from_str::<serde_json::Value>(line).unwrap())),
            _ => {
                let json: serde_json::Value = serde_json::from_str(&text).unwrap();
                if format == "sarif" {
                    let invocation = &json["runs"][0]["invocations"][0];
                    assert_eq!(invocation["executionSuccessful"], false);
                    let said = &invocation["toolExecutionNotifications"][0]["message"]["text"];
                    assert_eq!(said, "missing.pgn: no such file");
                }
            }
        }
    }
}

#[test]
fn the_same_findings_are_in_every_format() {
    let rules = |format: &str| {
        let text = stdout(&scoresheet(&sample(), &["check", "--output-format", format]));
        let json = || serde_json::from_str::<serde_json::Value>(&text).unwrap();
        let words = |values: &serde_json::Value, pointer: &str| -> Vec<String> {
            let values = values.as_array().unwrap().iter();
            values.map(|value| value.pointer(pointer).unwrap().as_str().unwrap().to_owned()).collect()
        };
        match format {
            "json" => words(&json(), "/rule"),
            "sarif" => words(&json()["runs"][0]["results"], "/ruleId"),
            "gitlab" => words(&json(), "/check_name"),
            "rdjson" => words(&json()["diagnostics"], "/code/value"),
            "jsonl" => {
                let values = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
                words(&values.collect(), "/rule")
            }
            "github" => {
                let titles = text.lines().map(|line| line.split("title=").nth(1).unwrap().split(',').next().unwrap());
                titles.map(str::to_owned).collect()
            }
            xml => {
                let document = roxmltree::Document::parse(&text).unwrap();
                let (element, attribute) = if xml == "junit" { ("testcase", "name") } else { ("error", "source") };
                let nodes = document
                    .descendants()
                    .filter(|node| node.has_tag_name(element) && node.has_children() == (xml == "junit"));
                let name = |name: &str| name.trim_start_matches("scoresheet.").split(' ').next().unwrap().to_owned();
                nodes.filter_map(|node| node.attribute(attribute)).map(name).collect()
            }
        }
    };
    let expected = rules("json");
    assert_eq!(expected.len(), 15);
    for format in FORMATS {
        assert_eq!(rules(format), expected, "{format}");
    }
}

#[test]
fn fingerprints_survive_insertions_and_tell_findings_apart() {
    let folder = tempfile::tempdir().unwrap();
    let prints = |text: &str| -> Vec<String> {
        write(folder.path(), "a.pgn", text);
        let json = |format: &str| -> serde_json::Value {
            serde_json::from_str(&stdout(&scoresheet(folder.path(), &["check", "--output-format", format]))).unwrap()
        };
        let sarif = json("sarif")["runs"][0]["results"].as_array().unwrap().clone();
        let gitlab = json("gitlab").as_array().unwrap().clone();
        let sarif = sarif.iter().map(|result| result["partialFingerprints"].to_string());
        sarif.chain(gitlab.iter().map(|issue| issue["fingerprint"].to_string())).collect()
    };
    let before = prints(&faulty("A"));
    assert_eq!(before.len(), 2);
    assert_eq!(prints(&(clean("X") + &faulty("A"))), before);
    let twice = prints(&faulty("A").repeat(2));
    let errors: std::collections::HashSet<&String> = twice.iter().collect();
    assert_eq!(errors.len(), twice.len(), "{twice:?}");
}

#[test]
fn paths_are_relative_to_the_checkout() {
    let folder = sample();
    let run = |format: &str, variable: &str| {
        let mut command =
            command(&folder.join("games"), &["check", "--output-format", format, "faults.pgn", "../records/suite.epd"]);
        stdout(&command.env(variable, &folder).output().unwrap())
    };
    let text = run("github", "GITHUB_WORKSPACE");
    assert!(text.contains("file=games/faults.pgn,") && text.contains("file=records/suite.epd,"), "{text}");
    assert!(run("gitlab", "CI_PROJECT_DIR").contains(r#""path":"games/faults.pgn""#));
    assert!(run("sarif", "GITHUB_WORKSPACE").contains(r#"{"uri":"games/faults.pgn","uriBaseId":"%SRCROOT%"}"#));
    assert!(run("checkstyle", "GITHUB_WORKSPACE").contains("<file name=\"faults.pgn\">"));
}

#[test]
fn exit_codes_are_as_documented() {
    let sample = sample();
    for (arguments, code) in [
        (&["check", "games/clean.pgn"][..], 0),
        (&["check", "games/faults.pgn"], 1),
        (&["check", "--exit-zero", "games/faults.pgn"], 0),
        (&["check", "--select", "impossible-date", "games/faults.pgn"], 0),
        (&["check", "--select", "impossible-date", "--level", "warning", "games/faults.pgn"], 1),
        (&["check", "missing.pgn"], 2),
        (&["check", "games/faults.pgn", "missing.pgn"], 2),
        (&["check", "--exit-zero", "missing.pgn"], 2),
        (&["check", "--output-format", "tap"], 2),
        (&["check", "--statistics", "--output-format", "sarif"], 2),
        (&["check", "--baseline", "missing.json"], 2),
        (&["check", "--write-baseline"], 2),
        (&["check", "--changed=no-such-revision"], 2),
        (&["check", "--changed", "--fix"], 2),
        (&["check", "--output-file", "games/clean.pgn"], 2),
        (&["check", "--output-file", "no-such-folder/report"], 2),
        (&["check", "--watch", "-"], 2),
        (&["format", "--check", "games/clean.pgn"], 0),
        (&["format", "--check", "games/faults.pgn"], 1),
        (&["format", "--check", "missing.pgn"], 2),
        (&["doctor"], 0),
        (&["completions", "bash"], 0),
        (&["completions", "tcsh"], 2),
        (&["man"], 0),
    ] {
        check_exit(&sample, arguments, code);
    }
}

#[test]
fn a_report_goes_to_a_file_and_the_summary_beside_it() {
    let folder = repository(&[("a.pgn", &faulty("A"))]);
    let arguments = ["check", "--output-format", "junit", "--output-file", "report.xml"];
    let output = check_exit(folder.path(), &arguments, 1);
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).starts_with("Found 1 error"), "{}", stderr(&output));
    let report = fs::read_to_string(folder.path().join("report.xml")).unwrap();
    let document = roxmltree::Document::parse(&report).unwrap();
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("1"), Some("1")));
}

#[test]
fn a_baseline_keeps_known_findings_quiet() {
    let folder = repository(&[("a.pgn", &(faulty("A") + &clean("C"))), ("b.pgn", &faulty("B").replace("e5", "c6"))]);
    let path = folder.path();
    let baseline = ["--baseline", "known.json"];
    let check = |code: i32| check_exit(path, &[&["check", "--output-format", "concise"][..], &baseline].concat(), code);
    let wrote = check_exit(path, &["check", "--write-baseline", "--baseline", "known.json"], 0);
    assert!(stderr(&wrote).contains("The baseline knows 2 findings now."), "{}", stderr(&wrote));
    assert_eq!(stderr(&check(0)), "2 known findings are not shown.\n");

    // Above it, in it, in its tags, in another file: it is the same.
    for text in [
        clean("X") + &faulty("A"),
        faulty("A").replace("1. e4", "{see} 1. e4").replace("*", "3. d3 *"),
        faulty("Anderssen"),
        faulty("A").replace('\n', "\r\n"),
    ] {
        write(path, "a.pgn", &text);
        check(0);
    }
    fs::rename(path.join("b.pgn"), path.join("c.pgn")).unwrap();
    check(0);

    // Once more, in another game, another one in the same game: that is new.
    write(path, "a.pgn", &faulty("A").repeat(2));
    assert_eq!(places(&check(1)), ["a.pgn:6:1: warning[duplicate-game", "a.pgn:9:13: error[illegal-move"]);
    write(path, "a.pgn", &(faulty("A") + &faulty("D").replace("1. e4 e5", "1. c4 d5")));
    assert_eq!(check(1).status.code(), Some(1));
    write(path, "a.pgn", &faulty("A").replace("Nf6", "Nf6 3. d3 d6 4. Ra5"));
    assert_eq!(check(1).status.code(), Some(1));

    // What is gone is counted, and forgotten when it is written anew.
    fs::rename(path.join("c.pgn"), path.join("b.pgn")).unwrap();
    write(path, "a.pgn", &clean("A"));
    let said = stderr(&check(0));
    assert!(said.contains("1 of the baseline does not occur any more"), "{said}");
    check_exit(path, &["check", "--write-baseline", "--baseline", "known.json", "a.pgn"], 0);
    assert!(!stderr(&check(0)).contains("any more"));
    write(path, "a.pgn", &faulty("A"));
    assert_eq!(check(1).status.code(), Some(1));
    write(path, "known.json", "[]");
    assert!(stderr(&check(2)).contains("this is no baseline"));
    write(path, "known.json", r#"{"version": 99}"#);
    assert!(stderr(&check(2)).contains("by a later version"));
}

#[test]
fn the_baseline_is_one_line_a_finding_and_stays_as_it_is() {
    let folder = repository(&[("games/a.pgn", &(faulty("A").repeat(2) + &faulty("B")))]);
    let arguments = ["check", "--write-baseline", "--baseline", "known.json"];
    check_exit(folder.path(), &arguments, 0);
    let text = fs::read_to_string(folder.path().join("known.json")).unwrap();
    insta::assert_snapshot!(text);
    check_exit(folder.path(), &arguments, 0);
    assert_eq!(fs::read_to_string(folder.path().join("known.json")).unwrap(), text);
    // Its paths are relative to it, wherever the command runs.
    check_exit(&folder.path().join("games"), &["check", "--baseline", "../known.json", "a.pgn"], 0);
}

#[test]
fn only_changed_games_are_checked() {
    let folder = repository(&[("a.pgn", &(faulty("A") + &faulty("B"))), ("b.pgn", &faulty("C")), ("c.epd", SUITE)]);
    let path = folder.path();
    let changed = |revision: &str| {
        let argument = format!("--changed{revision}");
        places(&scoresheet(path, &["check", "--output-format", "concise", &argument]))
    };
    assert_eq!(changed(""), [""; 0]);
    assert!(stderr(&scoresheet(path, &["check", "--changed"])).contains("no game changed"));

    write(path, "a.pgn", &(clean("X") + &faulty("A") + &faulty("B").replace("e5", "c5")));
    assert_eq!(changed(""), ["a.pgn:14:13: error[illegal-move"]);
    write(path, "d.pgn", &faulty("new"));
    assert_eq!(changed(""), ["a.pgn:14:13: error[illegal-move", "d.pgn:4:13: error[illegal-move"]);
    write(path, "c.epd", &format!("{}{}", SUITE.lines().next().unwrap(), "\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Nh3;\n"));
    assert_eq!(changed("")[1], "c.epd:2:32: error[illegal-move");

    // A file that was renamed, and one whose line ends changed, has the games it had.
    git(path, &["checkout", "-q", "."]);
    fs::remove_file(path.join("d.pgn")).unwrap();
    fs::rename(path.join("b.pgn"), path.join("e.pgn")).unwrap();
    write(path, "a.pgn", &(faulty("B") + &faulty("A")).replace('\n', "\r\n"));
    assert_eq!(changed(""), [""; 0]);
    // A copy is new, and so is what it doubles.
    write(path, "a.pgn", &(faulty("A") + &faulty("B") + &faulty("A")));
    assert_eq!(changed(""), ["a.pgn:11:1: warning[duplicate-game", "a.pgn:14:13: error[illegal-move"]);

    // What is committed is compared with where the branch began.
    commit(path);
    assert_eq!(changed(""), [""; 0]);
    assert_eq!(changed("=start").len(), 2);
    git(path, &["checkout", "-q", "-b", "other", "start"]);
    write(path, "a.pgn", &faulty("elsewhere"));
    commit(path);
    git(path, &["checkout", "-q", "main"]);
    assert_eq!(changed("=other").len(), 2, "what the other branch did does not count");
}

const SUITE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Nf3;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Nd3;\n";

#[test]
fn changes_of_no_repository_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.pgn", &faulty("A"));
    let said = |folder: &Path, arguments: &[&str]| {
        let mut command = command(folder, arguments);
        let output = command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        stderr(&output)
    };
    let outside = said(folder.path(), &["check", "--changed"]);
    assert!(outside.contains("--changed compares with a Git repository: git says: "), "{outside}");
    let inside = repository(&[("a.pgn", &faulty("A"))]);
    let other = folder.path().join("a.pgn");
    assert!(said(inside.path(), &["check", "--changed", other.to_str().unwrap()]).contains("not in the repository"));
    assert!(said(inside.path(), &["check", "--changed", "-"]).contains("standard input is in no repository"));
    assert!(said(inside.path(), &["check", "--changed=--help"]).contains("there is no revision '--help'"));
    let empty = tempfile::tempdir().unwrap();
    git(empty.path(), &["init", "-q"]);
    write(empty.path(), "a.pgn", &faulty("A"));
    check_exit(empty.path(), &["check", "--changed"], 1);
    // Two histories that have nothing to do with each other.
    git(inside.path(), &["checkout", "-q", "--orphan", "apart"]);
    // The same files, committed in the same second, would be the same commit.
    write(inside.path(), "a.pgn", &faulty("B"));
    commit(inside.path());
    assert!(said(inside.path(), &["check", "--changed=main"]).contains("fetch-depth: 0"));
}

#[test]
fn only_changed_games_are_formatted() {
    let ugly = |white: &str| clean(white).replace("1. e4 e5", "1.e4   e5");
    let folder = repository(&[("a.pgn", &(ugly("A") + &ugly("B"))), ("b.pgn", &ugly("C"))]);
    let path = folder.path();
    check_exit(path, &["format", "--check"], 1);
    check_exit(path, &["format", "--check", "--changed"], 0);
    write(path, "a.pgn", &(ugly("A") + &clean("X") + &ugly("B")));
    let roster_is_missing = check_exit(path, &["format", "--check", "--changed"], 1);
    assert_eq!(stdout(&roster_is_missing), "Would reformat: a.pgn\n");
    let shown = stdout(&check_exit(path, &["format", "--diff", "--changed"], 1));
    assert!(!shown.contains("\n-") && shown.contains("\n+[Event \"?\"]"), "{shown}");
    check_exit(path, &["format", "--changed"], 0);
    let written = fs::read_to_string(path.join("a.pgn")).unwrap();
    assert!(written.starts_with(&ugly("A")) && written.ends_with(&ugly("B")), "{written}");
    assert!(written.contains("[White \"X\"]") && written.contains("[Result \"*\"]"), "{written}");
    check_exit(path, &["format", "--check", "--changed"], 0);
}

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
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
