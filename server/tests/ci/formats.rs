//! What each output format prints, and how runs end.

use std::fs;

use crate::run::*;

const FORMATS: [&str; 8] = ["json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson"];

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
fn formats_are_well_formed_and_tell_what_could_not_be_checked() {
    let folder = repository(&[("a.pgn", &faulty("A")), ("bad/scoresheet.toml", "\nlevle = 1\n"), ("bad/b.pgn", "")]);
    for (arguments, message) in [
        (&["missing.pgn", "a.pgn"][..], "missing.pgn: no such file"),
        (&["nothing-*.pgn", "a.pgn"], "nothing-*.pgn: no file matches"),
        (
            &["--changed=nowhere", "a.pgn"],
            "--changed: there is no revision 'nowhere' in this repository; is it fetched?",
        ),
        (
            &["--select", "ilegal-move", "a.pgn"],
            "there is no rule or group 'ilegal-move'; did you mean 'illegal-move'?",
        ),
        (&["--baseline", "none.json", "a.pgn"], "none.json: "),
        (&["bad"], "bad/scoresheet.toml:2: there is no key 'levle' here; did you mean 'level'?"),
    ] {
        for format in FORMATS {
            let arguments = [&["check", "--quiet", "--output-format", format], arguments].concat();
            let output = check_exit(folder.path(), &arguments, 2);
            assert!(!stderr(&output).is_empty(), "{format} {arguments:?}");
            tells(format, &stdout(&output), message);
        }
    }
}

/// A report, well formed, has the message that begins like this where its format has a place for such.
#[track_caller]
fn tells(format: &str, report: &str, message: &str) {
    match format {
        "junit" | "checkstyle" => {
            let document = roxmltree::Document::parse(report).unwrap();
            let mut messages = document.descendants().filter_map(|node| node.attribute("message"));
            assert!(messages.any(|told| told.starts_with(message)), "{format}: {report}");
        }
        "github" => assert!(report.contains(&format!("::error title=scoresheet::{message}")), "{report}"),
        "jsonl" => report.lines().for_each(|line| drop(serde_json::from_str::<serde_json::Value>(line).unwrap())),
        _ => {
            let json: serde_json::Value = serde_json::from_str(report).unwrap();
            if format == "sarif" {
                let invocation = &json["runs"][0]["invocations"][0];
                assert_eq!(invocation["executionSuccessful"], false);
                let told = &invocation["toolExecutionNotifications"][0]["message"]["text"];
                assert!(told.as_str().unwrap().starts_with(message), "{told}");
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
    assert_eq!(expected.len(), 12);
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
    #[cfg(target_os = "linux")]
    {
        let arguments = ["check", "--output-format", "junit", "--output-file", "/dev/full"];
        let said = stderr(&check_exit(folder.path(), &arguments, 2));
        assert!(said.contains("error: /dev/full: cannot write: No space left on device"), "{said}");
    }
}
