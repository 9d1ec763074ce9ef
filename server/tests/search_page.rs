//! The examples of `docs/search.md`, `docs/tree.md`, `docs/table.md`, `docs/files.md`, `docs/tournaments.md`, `docs/names.md`,
//! `docs/publish.md`, `docs/diagram.md`, `docs/pgc.md` and `docs/repertoire.md`, run on the games beside them, on made-up tournaments, names and
//! a made-up repertoire. `UPDATE=1` writes their output into the page.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::path::{Path, PathBuf};

use program::{fixture, run};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// A folder with the games and the configuration of the page.
fn folder(page: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(docs().join("search.pgn"), folder.path().join("search.pgn")).unwrap();
    if let Some(configuration) = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()) {
        std::fs::write(folder.path().join("scoresheet.toml"), configuration).unwrap();
    }
    folder
}

/// The words of a command, as a shell reads them: single quotes hold anything.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (number, word) in part.split(' ').enumerate() {
            if number > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What a command prints, on both outputs.
fn printed(folder: &Path, command: &str) -> (Option<i32>, String) {
    let words = words(command);
    assert_eq!(words[0], "scoresheet", "{command}");
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let output = run(folder, &[&arguments[..], &["--color", "never"]].concat());
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_examples_print_what_the_page_says() {
    for page in [
        "search.md",
        "tree.md",
        "table.md",
        "files.md",
        "tournaments.md",
        "names.md",
        "publish.md",
        "diagram.md",
        "pgc.md",
        "repertoire.md",
    ] {
        check_page(&docs().join(page));
    }
}

const TOURNAMENTS: [&str; 3] = ["round_robin.pgn", "double_round_robin.pgn", "swiss.pgn"];

fn check_page(path: &Path) {
    let page = std::fs::read_to_string(path).unwrap();
    let folder = folder(&page);
    for file in TOURNAMENTS {
        std::fs::copy(fixture("tournaments").join(file), folder.path().join(file)).unwrap();
    }
    for file in ["names.pgn", "names.tsv", "players.txt"] {
        std::fs::copy(fixture("names").join(file), folder.path().join(file)).unwrap();
    }
    std::fs::create_dir(folder.path().join("white")).unwrap();
    for file in ["games.pgn", "white/extra.pgn", "white/open.pgn", "white/sicilian.pgn"] {
        std::fs::copy(fixture("repertoire").join(file), folder.path().join(file)).unwrap();
    }
    std::fs::copy(fixture("epd").join("suite.epd"), folder.path().join("problems.epd")).unwrap();
    let mut expected = String::new();
    let mut in_console = false;
    for line in page.lines() {
        match line {
            "```console" => in_console = true,
            "```" => in_console = false,
            _ if in_console && !line.starts_with("$ ") => continue,
            _ => {}
        }
        expected += &format!("{line}\n");
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            let (_, text) = printed(folder.path(), command);
            assert!(!text.is_empty() || command.contains(" -o "), "{command} prints nothing");
            let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
            expected.extend(lines);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &expected).unwrap();
    } else {
        assert!(page == expected, "stale: run UPDATE=1 cargo test -p scoresheet --test search_page");
    }
}

/// The examples of `tree --help` can be run, and the book is one that other programs read.
#[test]
fn the_examples_of_trees_can_be_run() {
    let folder = folder("");
    std::fs::rename(folder.path().join("search.pgn"), folder.path().join("games.pgn")).unwrap();
    std::fs::copy(folder.path().join("games.pgn"), folder.path().join("my-games.pgn")).unwrap();
    std::fs::create_dir(folder.path().join("games")).unwrap();
    let help = String::from_utf8(run(folder.path(), &["tree", "--help"]).stdout).unwrap();
    let examples: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("scoresheet tree ")).collect();
    assert_eq!(examples.len(), 7, "{help}");
    for example in examples {
        let (exit, text) = printed(folder.path(), example.split(" > ").next().unwrap());
        assert!(matches!(exit, Some(0 | 1)), "{example}: {text}");
    }
    assert!(std::fs::read(folder.path().join("book.bin")).unwrap().len().is_multiple_of(16));
}

/// The examples of `table --help` can be run.
#[test]
fn the_examples_of_tables_can_be_run() {
    let folder = folder("");
    std::fs::rename(folder.path().join("search.pgn"), folder.path().join("games.pgn")).unwrap();
    std::fs::create_dir(folder.path().join("games")).unwrap();
    std::fs::copy(folder.path().join("games.pgn"), folder.path().join("games/more.pgn")).unwrap();
    let help = String::from_utf8(run(folder.path(), &["table", "--help"]).stdout).unwrap();
    let examples: Vec<&str> =
        help.lines().map(str::trim).filter(|line| line.starts_with("scoresheet table ")).collect();
    assert_eq!(examples.len(), 6, "{help}");
    for example in examples {
        let (exit, text) = printed(folder.path(), example.split(" > ").next().unwrap());
        assert!(matches!(exit, Some(0 | 1)), "{example}: {text}");
    }
    assert!(std::fs::read_to_string(folder.path().join("round.html")).unwrap().starts_with("<table>\n<caption>"));
}

/// The examples of `crosstable --help`, `standings --help` and `stats --help` can be run.
#[test]
fn the_examples_of_tournaments_can_be_run() {
    let folder = folder("");
    std::fs::create_dir(folder.path().join("games")).unwrap();
    for name in ["games.pgn", "tournament.pgn", "club.pgn", "games/more.pgn"] {
        std::fs::copy(fixture("tournaments/round_robin.pgn"), folder.path().join(name)).unwrap();
    }
    std::fs::copy(fixture("tournaments/swiss.pgn"), folder.path().join("open.pgn")).unwrap();
    for (command, count) in [("crosstable", 5), ("standings", 3), ("stats", 4)] {
        let help = String::from_utf8(run(folder.path(), &[command, "--help"]).stdout).unwrap();
        let start = format!("scoresheet {command} ");
        let examples: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with(&start)).collect();
        assert_eq!(examples.len(), count, "{help}");
        for example in examples {
            let (exit, text) = printed(folder.path(), example.split(" > ").next().unwrap());
            assert!(matches!(exit, Some(0 | 1)), "{example}: {text}");
        }
    }
    assert!(std::fs::read_to_string(folder.path().join("table.html")).unwrap().starts_with("<table>\n<caption>"));
}

/// The examples of `names --help` can be run: what was listed can be given back.
#[test]
fn the_examples_of_names_can_be_run() {
    let folder = folder("");
    std::fs::create_dir(folder.path().join("games")).unwrap();
    for name in ["games.pgn", "games/more.pgn"] {
        std::fs::copy(fixture("names/names.pgn"), folder.path().join(name)).unwrap();
    }
    let help = String::from_utf8(run(folder.path(), &["names", "--help"]).stdout).unwrap();
    let examples: Vec<&str> =
        help.lines().map(str::trim).filter(|line| line.starts_with("scoresheet names ")).collect();
    assert_eq!(examples.len(), 5, "{help}");
    for example in examples {
        let (exit, text) = printed(folder.path(), example);
        assert!(matches!(exit, Some(0 | 1)), "{example}: {text}");
    }
    let games = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(!games.contains("Tal, M.") && games.contains("Polgar, J."), "{games}");
}

/// The commands that stand for menu items can be run, and find something.
#[test]
fn the_commands_of_the_menus_can_be_run() {
    let page = std::fs::read_to_string(docs().join("manual.md")).unwrap();
    let folder = folder("");
    let mut commands = 0;
    for command in page.split('`').skip(1).step_by(2).filter(|code| code.starts_with("scoresheet ")) {
        commands += 1;
        let (exit, text) = printed(folder.path(), command);
        // A difference and a finding end with 1.
        let may_find = command.contains("--diff") || command.contains(" check ");
        assert!(exit == Some(0) || may_find && exit == Some(1), "{command}: {text}");
        assert!(!text.is_empty(), "{command} prints nothing");
    }
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| menu item")) {
        assert!(row.contains('`'), "{row}");
    }
    assert!(commands > 30, "{commands}");
}

/// Every term finds something among the games of the page, and so does every command.
#[test]
fn the_rows_of_the_tables_find_games() {
    let page = std::fs::read_to_string(docs().join("search.md")).unwrap();
    let folder = folder(&page);
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let Some(code) = row.replace("\\|", "\u{1}").split('`').nth(1).map(|code| code.replace('\u{1}', "|")) else {
            continue;
        };
        rows += 1;
        let (exit, text) = match code.starts_with("scoresheet ") {
            true => printed(folder.path(), &code),
            false => {
                let output = run(folder.path(), &["search", "search.pgn", "--where", &code]);
                (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
            }
        };
        assert_eq!(exit, Some(0), "{code} finds nothing: {text}");
    }
    assert!(rows > 50, "{rows} rows");
}

/// The examples of `--help` run, too.
#[test]
fn the_examples_of_the_help_can_be_run() {
    let page = std::fs::read_to_string(docs().join("search.md")).unwrap();
    let folder = folder(&page);
    std::fs::rename(folder.path().join("search.pgn"), folder.path().join("games.pgn")).unwrap();
    std::fs::create_dir(folder.path().join("games")).unwrap();
    let help = run(folder.path(), &["search", "--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("$ ")).collect();
    assert_eq!(examples.len(), 10);
    for example in examples {
        let (exit, text) = printed(folder.path(), example);
        assert!(matches!(exit, Some(0 | 1)), "{example}: {text}");
    }
}
