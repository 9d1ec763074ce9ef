//! Commands from arguments to exit codes, each in its own folder, with rules about words.

use std::fs;
use std::io;
use std::path::PathBuf;

use scoresheet_lint::rule::KnownRules;

use super::output::{Exit, StandardInput, Streams};
use super::testing::RULES;

/// A folder with files, and standard input, for one command.
pub(super) struct Case {
    folder: tempfile::TempDir,
    stdin: Vec<u8>,
}

/// The result of a command, without the path of the folder.
pub(super) struct Outcome {
    pub(super) exit: Exit,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Case {
    pub(super) fn new(files: &[(&str, &[u8])]) -> Case {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        Case { folder, stdin: Vec::new() }
    }

    fn stdin(text: &str) -> Case {
        Case { stdin: text.into(), ..Case::new(&[]) }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Runs a command line in which words with an `@` name files of the folder, `@` alone the folder.
    pub(super) fn run(&self, command_line: &str) -> Outcome {
        self.run_with(command_line, RULES)
    }

    /// The same with other rules.
    pub(super) fn run_with(&self, command_line: &str, rules: KnownRules) -> Outcome {
        self.run_on(command_line, false, rules)
    }

    fn run_on(&self, command_line: &str, stdout_is_terminal: bool, rules: KnownRules) -> Outcome {
        let words = command_line.split_whitespace().map(|word| match word.strip_prefix('@') {
            Some(name) => self.path(name).into_os_string(),
            None => word.into(),
        });
        let arguments = super::parse(std::iter::once("scoresheet".into()).chain(words)).unwrap();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut stdin = self.stdin.as_slice();
        let mut streams = Streams {
            stdin: StandardInput::new(&mut stdin),
            stdout: &mut stdout,
            stderr: &mut stderr,
            stdout_is_terminal,
            stderr_is_terminal: false,
            width: 100,
        };
        let exit = super::run(&arguments, rules, &mut streams).unwrap();
        let folder = format!("{}/", self.folder.path().display());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&folder, "");
        Outcome { exit, stdout: text(stdout), stderr: text(stderr) }
    }
}

/// The exit of a command on a file `games.pgn` with this text.
fn exit_of(text: &str, command_line: &str) -> Exit {
    Case::new(&[("games.pgn", text.as_bytes())]).run(command_line).exit
}

#[test]
fn check_exits_by_level() {
    assert_eq!(exit_of("fine", "check @"), Exit::Clean);
    assert_eq!(exit_of("bad", "check @"), Exit::Found);
    assert_eq!(exit_of("odd", "check @"), Exit::Clean);
    assert_eq!(exit_of("odd", "check --level warning @"), Exit::Found);
    assert_eq!(exit_of("bad", "check --exit-zero @"), Exit::Clean);
    assert_eq!(exit_of("bad", "check --ignore bad-word @"), Exit::Clean);
    assert_eq!(exit_of("bad", "check --select bda-word @"), Exit::Trouble);
    assert_eq!(exit_of("fine", "check --encoding utf-16le @games.pgn"), Exit::Clean);
    assert_eq!(exit_of("fin", "check --encoding utf-16le @games.pgn"), Exit::Trouble);
}

#[test]
fn wrong_usage_is_refused_by_the_parser() {
    for line in ["", "check --level loud", "check --encoding klingon", "rule", "frobnicate"] {
        let words = std::iter::once("scoresheet").chain(line.split_whitespace()).map(Into::into);
        assert!(super::parse(words).unwrap_err().use_stderr(), "{line}");
    }
    let words = ["scoresheet", "lsp", "--stdio"].map(Into::into);
    assert!(super::parse(words).is_ok());
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let outcome = Case::new(&[("b.pgn", b"bad")]).run("check @a.pgn @b.pgn");
    assert_eq!(outcome.exit, Exit::Trouble);
    assert_eq!(outcome.stderr, "error: a.pgn: no such file\n");
    assert_eq!(
        outcome.stdout,
        "b.pgn:1:1: error[bad-word] 'bad' is a bad word\nFound 1 error (1 fixable with --fix).\n"
    );
}

#[test]
fn levels_draw_the_line_of_what_is_shown() {
    let case = Case::new(&[("games.pgn", b"plain fussy odd")]);
    let rules = |line: &str| case.run(line).stdout.lines().filter(|line| line.contains('[')).count();
    assert_eq!(rules("check @"), 1);
    assert_eq!(rules("check --level info @"), 2);
    assert_eq!(rules("check --level hint --select all @"), 3);
    assert_eq!(rules("check --select fussy-word @"), 1);
    assert_eq!(case.run("check --quiet --level error @").stdout, "");
}

#[test]
fn json_is_one_array_over_all_files() {
    let case = Case::new(&[("a.pgn", b"bad odd"), ("b.pgn", b""), ("c.pgn", b"bad")]);
    let json: serde_json::Value = serde_json::from_str(&case.run("check --output-format json @").stdout).unwrap();
    let files: Vec<_> = json.as_array().unwrap().iter().map(|finding| finding["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["a.pgn", "a.pgn", "c.pgn"]);
    assert_eq!(case.run("check --output-format json @b.pgn").stdout, "[]\n");
    let counts: serde_json::Value =
        serde_json::from_str(&case.run("check --statistics --output-format json @").stdout).unwrap();
    assert_eq!(counts[0], serde_json::json!({"rule": "bad-word", "level": "error", "count": 2, "fixable": 2}));
}

#[test]
fn json_offsets_are_bytes_on_disk() {
    let utf16: Vec<u8> = "\u{FEFF}é\r\n♘ bad".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&[u8], u64, u64); 5] = [
        ("é\n♘ bad".as_bytes(), 7, 10),
        ("é\r\n♘ bad".as_bytes(), 8, 11),
        ("\u{FEFF}é\r♘ bad".as_bytes(), 10, 13),
        (&utf16, 12, 18),
        (b"d\xE9j\xE0 vu, M\xFCller\nx bad", 18, 21),
    ];
    for (bytes, start, end) in cases {
        let case = Case::new(&[("games.pgn", bytes)]);
        let json: serde_json::Value = serde_json::from_str(&case.run("check --output-format json @").stdout).unwrap();
        assert_eq!((json[0]["start"].as_u64(), json[0]["end"].as_u64()), (Some(start), Some(end)), "{bytes:?}");
        assert_eq!(json[0]["location"], serde_json::json!({"line": 2, "column": 3}));
        assert_eq!(json[0]["fixes"][0]["edits"][0]["start"], start);
    }
}

#[test]
fn fix_writes_back_in_the_encoding_of_the_file() {
    let case = Case::new(&[("a.pgn", b"M\xFCller baad odd"), ("b.pgn", b"fine")]);
    let before = fs::metadata(case.path("b.pgn")).unwrap().modified().unwrap();
    let outcome = case.run("check --fix @");
    assert_eq!(outcome.exit, Exit::Clean);
    assert_eq!(case.read("a.pgn"), b"M\xFCller good odd");
    assert!(outcome.stdout.starts_with("a.pgn:1:13: warning[odd-word]"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("Fixed 2 findings. Found 1 warning in 1 of 2 files"), "{}", outcome.stdout);
    assert_eq!(fs::metadata(case.path("b.pgn")).unwrap().modified().unwrap(), before);
    assert_eq!(
        case.run("check --fix --unsafe-fixes @").stdout,
        "Fixed 1 finding. Nothing left to report in 2 files.\n"
    );
}

#[test]
fn diff_shows_repairs_and_writes_nothing() {
    let case = Case::new(&[("a.pgn", b"bad\nx\n")]);
    let outcome = case.run("check --diff @");
    assert_eq!(outcome.exit, Exit::Found);
    assert_eq!(outcome.stdout, "--- a.pgn\n+++ a.pgn\n@@ -1,2 +1,2 @@\n-bad\n+good\n x\n");
    assert_eq!(outcome.stderr, "Would fix 1 finding.\n");
    assert_eq!(case.read("a.pgn"), b"bad\nx\n");
    assert_eq!(exit_of("odd", "check --diff @"), Exit::Clean);
}

#[test]
fn diff_says_what_repairs_would_leave() {
    let case = Case::new(&[("a.pgn", b"bad odd\n"), ("b.pgn", b"odd\n")]);
    let outcome = case.run("check --diff @");
    let left = "2 findings have no safe fix: see `check` without --diff.\n";
    assert_eq!((outcome.exit, outcome.stderr), (Exit::Found, format!("Would fix 1 finding.\n{left}")));
    let outcome = case.run("check --diff @b.pgn");
    let left = "1 finding has no safe fix: see `check` without --diff.\n";
    assert_eq!((outcome.exit, outcome.stdout.as_str(), outcome.stderr.as_str()), (Exit::Clean, "", left));
    assert_eq!(case.run("check --diff --level warning @b.pgn").exit, Exit::Found);
    assert_eq!(case.run("check --diff --level warning --exit-zero @b.pgn").exit, Exit::Clean);
    let outcome = case.run("check --diff --unsafe-fixes @b.pgn");
    assert_eq!(outcome.stderr, "Would fix 1 finding.\n");
}

#[test]
fn repairs_that_undo_each_other_are_not_written() {
    let case = Case::new(&[("a.pgn", b"bad ping")]);
    let outcome = case.run("check --fix @a.pgn");
    assert_eq!((outcome.exit, case.read("a.pgn").as_slice()), (Exit::Trouble, b"bad ping".as_slice()));
    assert!(
        outcome.stderr.contains("a.pgn: some fixes undo each other, so the file is unchanged"),
        "{}",
        outcome.stderr
    );
    let outcome = case.run("check --fix --diff @a.pgn");
    assert_eq!((outcome.exit, outcome.stdout.as_str()), (Exit::Trouble, ""));
    let outcome = Case::stdin("bad ping").run("check --fix -");
    assert_eq!((outcome.exit, outcome.stdout.as_str()), (Exit::Trouble, "bad ping"));
}

#[test]
fn standard_input_is_checked_and_repaired() {
    let case = Case::stdin("bad odd");
    assert!(case.run("check - --stdin-filename x.pgn").stdout.starts_with("x.pgn:1:1: error[bad-word]"));
    let outcome = case.run("check --fix -");
    assert_eq!(outcome.stdout, "good odd");
    assert!(outcome.stderr.starts_with("<stdin>:1:6: warning[odd-word]"), "{}", outcome.stderr);
}

/// A game in export format.
const FORMATTED: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
    [Result \"*\"]\n\n1. e4 *\n\n";

fn unformatted() -> String {
    FORMATTED.replace("1. e4", "1.e4")
}

#[test]
fn format_rewrites_only_what_changes() {
    let utf16 =
        |text: &str| -> Vec<u8> { format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let case = Case::new(&[("a.pgn", &utf16(&unformatted())), ("b.pgn", FORMATTED.as_bytes())]);
    let outcome = case.run("format @");
    assert_eq!((outcome.exit, outcome.stdout.as_str()), (Exit::Clean, ""));
    assert_eq!(outcome.stderr, "1 file reformatted, 1 unchanged.\n");
    assert_eq!(case.read("a.pgn"), utf16(FORMATTED));
    assert_eq!(case.run("format @").stderr, "0 files reformatted, 2 unchanged.\n");
}

#[test]
fn format_check_and_diff_write_nothing() {
    let case = Case::new(&[("a.pgn", unformatted().as_bytes()), ("b.pgn", FORMATTED.as_bytes())]);
    let outcome = case.run("format --check @");
    assert_eq!((outcome.exit, outcome.stdout.as_str()), (Exit::Found, "Would reformat: a.pgn\n"));
    let outcome = case.run("format --diff @");
    assert_eq!(outcome.exit, Exit::Found);
    assert!(outcome.stdout.starts_with("--- a.pgn\n+++ a.pgn\n@@ "), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("\n-1.e4 *\n+1. e4 *\n"), "{}", outcome.stdout);
    assert_eq!(case.read("a.pgn"), unformatted().as_bytes());
    assert_eq!(case.run("format --check @b.pgn").exit, Exit::Clean);
}

#[test]
fn format_names_games_left_unchanged() {
    let outcome = Case::new(&[("a.pgn", b"1. e4 {x")]).run("format @ --quiet");
    assert_eq!(outcome.exit, Exit::Found);
    assert!(outcome.stderr.starts_with("a.pgn:1:7: game 1 left unchanged: "), "{}", outcome.stderr);
}

#[test]
fn format_prints_standard_input() {
    let outcome = Case::stdin(&unformatted()).run("format -");
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), (FORMATTED, ""));
    assert_eq!(Case::stdin(FORMATTED).run("format -").stdout, FORMATTED);
    assert_eq!(Case::stdin(&unformatted()).run("format --check -").stdout, "Would reformat: <stdin>\n");
}

#[test]
fn archives_are_latin1_where_the_text_allows_it() {
    let latin1 = FORMATTED.replace("White \"?\"", "White \"R\u{E9}ti\"");
    let other = FORMATTED.replace("White \"?\"", "White \"\u{2658}\"");
    let case = Case::new(&[("a.pgn", latin1.as_bytes()), ("b.pgn", other.as_bytes())]);
    assert_eq!(case.run("format --archive --check @").stdout, "Would reformat: a.pgn\n");
    assert_eq!(case.run("format --archive --diff @").stdout, "a.pgn: only the encoding would change, to ISO 8859-1\n");
    assert_eq!(case.run("format --archive @a.pgn").exit, Exit::Clean);
    let kept = case.run("format --archive @b.pgn");
    assert_eq!(kept.exit, Exit::Found);
    assert!(kept.stderr.starts_with("b.pgn: kept in UTF-8, because ISO 8859-1 has no '\u{2658}'\n"), "{}", kept.stderr);
    assert_eq!(case.read("a.pgn"), latin1.chars().map(|letter| letter as u8).collect::<Vec<_>>());
    assert_eq!(case.read("b.pgn"), other.as_bytes());
}

/// The bytes 128 to 159 would be read as letters of Windows-1252: an ellipsis here.
#[test]
fn archives_do_not_use_the_codes_128_to_159() {
    let text = FORMATTED.replace("White \"?\"", "White \"R\u{E9}ti\u{85}\"");
    let case = Case::new(&[("a.pgn", text.as_bytes())]);
    let outcome = case.run("format --archive @a.pgn");
    assert_eq!(outcome.exit, Exit::Found);
    let reasons =
        ["game 1 is not in export format: the control character U+0085", "does not use the control character U+0085"];
    assert!(reasons.iter().all(|reason| outcome.stderr.contains(reason)), "{}", outcome.stderr);
    assert_eq!(case.read("a.pgn"), text.as_bytes());
}

#[test]
fn format_says_what_is_not_in_export_format_and_what_is_left_out() {
    let game = FORMATTED.replace("1. e4", "1. e4 $256 ( { x }) { y }").replace("[White", "%x\n[White");
    let case = Case::new(&[("a.pgn", game.as_bytes())]);
    let departure = |arguments: &str| {
        let outcome = case.run(arguments);
        (outcome.exit, outcome.stderr)
    };
    let (exit, messages) = departure("format --check @a.pgn");
    assert_eq!(exit, Exit::Found);
    assert!(messages.starts_with("a.pgn:10:7: game 1 is not in export format: $256 is no NAG"), "{messages}");
    assert!(messages.contains("1 unchanged; 1 game is not in export format.\n"), "{messages}");
    let (exit, messages) = departure("format --archive --check @a.pgn");
    assert_eq!(exit, Exit::Found);
    assert!(messages.starts_with("a.pgn:5:1: game 1 is not in export format: an archive has no lines"), "{messages}");
    let (exit, messages) = departure("format --style reduced @a.pgn");
    assert_eq!(exit, Exit::Clean);
    assert!(
        messages.ends_with("Left out, as reduced export format does: 1 comment, 1 variation, 1 NAG.\n"),
        "{messages}"
    );
    assert_eq!(departure("format --quiet --style reduced @a.pgn"), (Exit::Clean, String::new()));
}

#[test]
fn line_width_and_suffixes_are_chosen() {
    let game = FORMATTED.replace("1. e4", "1. e4 $1");
    let case = Case::new(&[
        ("a.pgn", game.as_bytes()),
        ("scoresheet.toml", b"format = { suffixes = 'keep', line-width = 100 }"),
    ]);
    assert_eq!(case.run("format --check @a.pgn").exit, Exit::Clean);
    fs::write(case.path("a.pgn"), FORMATTED.replace("1. e4", "1. e4!")).unwrap();
    assert_eq!(case.run("format --check @a.pgn").exit, Exit::Clean);
    assert!(
        case.run("check --show-settings @a.pgn")
            .stdout
            .contains("format = export, lines of 100 columns, with suffixes\n")
    );
    assert_eq!(case.run("format --check --line-width 40 @a.pgn").exit, Exit::Clean);
}

#[test]
fn a_file_that_cannot_be_written_stays_and_is_named() {
    let case = Case::new(&[("a.pgn", unformatted().as_bytes()), ("b.pgn", b"bad")]);
    for name in ["a.pgn", "b.pgn"] {
        let mut permissions = fs::metadata(case.path(name)).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(case.path(name), permissions).unwrap();
    }
    let outcome = case.run("format -q @a.pgn");
    assert_eq!(outcome.exit, Exit::Trouble);
    assert_eq!(outcome.stderr, "error: a.pgn: cannot write: the file is read-only; the file is unchanged\n");
    let outcome = case.run("check --fix @b.pgn");
    assert_eq!(outcome.exit, Exit::Trouble);
    assert!(outcome.stdout.starts_with("b.pgn:1:1: error[bad-word]"), "what could not be repaired is reported");
}

#[test]
fn rules_explain_themselves() {
    let outcome = Case::new(&[]).run("rule bad-word");
    assert_eq!(
        outcome.stdout,
        "bad-word (error, correctness)\nFor PGN. A fix is always available.\n\nFinds bad words.\n\nExample\n    bad\n"
    );
    let outcome = Case::new(&[]).run("rule bad-wrod");
    assert_eq!(outcome.exit, Exit::Trouble);
    assert_eq!(outcome.stderr, "error: there is no rule 'bad-wrod'; did you mean 'bad-word'?\n");
    let json: serde_json::Value =
        serde_json::from_str(&Case::new(&[]).run("rules --output-format json").stdout).unwrap();
    assert_eq!(json[1]["fix"], "sometimes");
}

#[test]
fn binary_output_does_not_go_to_a_terminal() {
    let case = Case::new(&[("a.pgn", b"[White \"Ada\"]\n\n1. e4 e5 *\n")]);
    // Not every build draws pictures of pixels.
    let commands = [
        ("tree @a.pgn --output-format polyglot", "book.bin"),
        ("convert @a.pgn --to pgc --lossy", "a.pgc"),
        ("diagram @a.pgn --game 1 --ply 1 --output-format png", ""),
    ];
    for (command, file) in commands {
        let outcome = case.run_on(command, true, RULES);
        let error = "error: this output is no text for a terminal; write it to a file with --output\n";
        assert_eq!((outcome.exit, &*outcome.stdout, &*outcome.stderr), (Exit::Trouble, "", error), "{command}");
        if !file.is_empty() {
            let outcome = case.run_on(&format!("{command} --output @{file}"), true, RULES);
            assert_eq!((outcome.exit, case.path(file).exists()), (Exit::Clean, true), "{command}");
        }
    }
}

#[test]
fn a_tree_of_one_game_counts_one_game() {
    let case = Case::new(&[("a.pgn", b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n")]);
    let outcome = case.run("tree @a.pgn --output-format pgn");
    assert!(outcome.stdout.ends_with("\n\n{1 game} 1. e4 {1 game, 100.0 %} *\n"), "{}", outcome.stdout);
}

#[test]
fn a_closed_pipe_is_told_to_the_caller() {
    struct Closed;
    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let arguments = super::parse(["scoresheet", "check", "-"].map(Into::into)).unwrap();
    let mut stdin = b"bad".as_slice();
    let mut streams = Streams {
        stdin: StandardInput::new(&mut stdin),
        stdout: &mut Closed,
        stderr: &mut Vec::new(),
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        width: 100,
    };
    let error = super::run(&arguments, RULES, &mut streams).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
