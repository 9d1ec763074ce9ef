//! `crosstable`, `standings` and `stats` on made-up tournaments: equal to an independent computation, in every form, and their ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::path::Path;
use std::process::Command;

use program::{fixture, run};

/// Exit code, standard output and standard error.
fn ran(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, arguments);
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), string(&output.stdout), string(&output.stderr))
}

fn tournaments(arguments: &[&str]) -> (Option<i32>, String, String) {
    ran(&fixture("tournaments"), &[arguments, &["--no-cache"]].concat())
}

const KINDS: [(&str, &str); 3] =
    [("round_robin.pgn", "round-robin"), ("double_round_robin.pgn", "round-robin"), ("swiss.pgn", "swiss")];

/// The tie-breaks in the order in which the independent script ranks by them.
const TIE_BREAKS: &str = "sonneborn-berger,progressive,wins,wins-played,black-games,black-wins,buchholz,buchholz-cut1,buchholz-median,koya,\
                          average-rating";

#[test]
fn tie_breaks_equal_an_independent_computation() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!(
            "SKIPPED: python3 is not installed, so tie-breaks were not compared with the independent computation"
        );
        return;
    }
    for (file, kind) in KINDS {
        let script = fixture("tournaments/independent.py");
        let output =
            Command::new("python3").arg(script).arg(fixture("tournaments").join(file)).arg(kind).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let independent = String::from_utf8(output.stdout).unwrap();
        let mut lines = independent.lines();
        let columns: Vec<&str> = lines.next().unwrap().split(';').collect();
        let expected: Vec<Vec<String>> = lines.map(|line| line.split(';').map(str::to_owned).collect()).collect();
        assert!(expected.len() >= 4, "{independent}");

        let json = tournaments(&["standings", file, "--tie-breaks", TIE_BREAKS, "--output-format", "json"]);
        assert_eq!(json.0, Some(0), "{}", json.2);
        let table = serde_json::from_str::<serde_json::Value>(&json.1).unwrap()[0].clone();
        assert_eq!(table["kind"], kind);
        let names: Vec<String> = table["tie_breaks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap().replace('-', "_"))
            .collect();
        assert_eq!(names, columns[2..]);
        let found: Vec<Vec<String>> = table["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| {
                let numbers = [&player["points"]].into_iter().chain(player["tie_breaks"].as_array().unwrap());
                let numbers = numbers.map(|number| format!("{:.2}", number.as_f64().unwrap()));
                [player["name"].as_str().unwrap().to_owned()].into_iter().chain(numbers).collect()
            })
            .collect();
        assert_eq!(found, expected, "{file}");
    }
}

#[test]
fn a_crosstable_has_every_result() {
    let (exit, text, _) = tournaments(&["crosstable", "round_robin.pgn"]);
    assert_eq!(exit, Some(0));
    assert_eq!(
        text,
        "Testville Masters, Testville, 2024.03.01 to 2024.03.05 (round robin)\n\
         \n\
         #  Player           Elo  1  2  3  4  5  6  Points  S.-B.  Koya  Direct  Wins\n\
         1  Ahlberg, Nora   2410  ×  ½  1  ½  1  1     4.0    8.0   1.5     0.5     3\n\
         2  Brandt, Otto    2385  ½  ×  1  ½  1  1     4.0    8.0   1.5     0.5     3\n\
         3  Castro, Ines    2350  0  0  ×  ½  1  +     2.5    3.5   0.0             2\n\
         4  Egede, Maja     2290  ½  ½  ½  ×  0  ½     2.0    5.5   1.5             0\n\
         5  Dietrich, Paul  2330  0  0  0  1  ×  1     2.0    2.5   0.0             2\n\
         6  Fabre, Louis    2275  0  0  -  ½  0  ×     0.5    1.0   0.0             0\n"
    );
    let (_, double, _) = tournaments(&["crosstable", "double_round_robin.pgn"]);
    assert!(double.contains("(double round robin)"), "{double}");
    assert!(double.contains("\n1  Brandt, Otto    2385  ×   ½0  ½1  11     4.0   9.00"), "{double}");
    let (_, swiss, _) = tournaments(&["crosstable", "swiss.pgn"]);
    for row in [
        "7  Iversen, Ada    2200  bye1  5w0   4b0   6b0   8b-",
        "8  Grieg, Tuva     2250  5b0   bye½  6w0   3b0   7w-",
        "9  Fabre, Louis    2275  2w½   4b-   bye0  bye0  . ",
        "Neither a game nor a bye, counted as a bye without a point: Fabre, Louis in round 5.",
    ] {
        assert!(swiss.contains(row), "{row}: {swiss}");
    }
}

#[test]
fn players_who_are_equal_in_all_share_a_place() {
    let (_, text, _) =
        tournaments(&["standings", "round_robin.pgn", "--output-format", "csv", "--tie-breaks", "sb,de"]);
    assert_eq!(
        text,
        "place,player,elo,games,points,sonneborn_berger,direct_encounter\n\
         1,\"Ahlberg, Nora\",2410,5,4.0,8.0,0.5\n\
         1,\"Brandt, Otto\",2385,5,4.0,8.0,0.5\n\
         3,\"Castro, Ines\",2350,4,2.5,3.5,\n\
         4,\"Egede, Maja\",2290,5,2.0,5.5,\n\
         5,\"Dietrich, Paul\",2330,5,2.0,2.5,\n\
         6,\"Fabre, Louis\",2275,4,0.5,1.0,\n"
    );
}

#[test]
fn tables_come_in_every_form_and_are_the_same_from_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    // More than the 64 kB from which on a file is kept in the cache.
    let games = std::fs::read_to_string(fixture("tournaments/swiss.pgn")).unwrap();
    let filler = format!("{{{}}}\n", "long ".repeat(20_000));
    std::fs::write(folder.path().join("open.pgn"), games.replacen("1. e4", &format!("{filler}1. e4"), 1)).unwrap();
    for command in [&["crosstable"][..], &["standings"], &["stats", "--by", "player"], &["stats"]] {
        for (format, start) in
            [("text", ""), ("csv", ""), ("json", "["), ("markdown", ""), ("html", "<table>\n<caption>")]
        {
            let arguments = [command, &["open.pgn", "--output-format", format]].concat();
            let plain = ran(folder.path(), &[&arguments[..], &["--no-cache"]].concat());
            assert_eq!(plain.0, Some(0), "{arguments:?}: {}", plain.2);
            assert!(plain.1.starts_with(start) && plain.1.lines().count() > 1, "{}", plain.1);
            for _ in 0..2 {
                assert_eq!(ran(folder.path(), &[&arguments[..], &["--cache-dir", "cache"]].concat()), plain);
            }
        }
    }
    assert!(folder.path().join("cache").exists());
}

#[test]
fn what_is_missing_and_doubtful_is_below_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let game = |round: &str, white: &str, black: &str, result: &str, moves: &str| {
        format!(
            "[Event \"Cup\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves}\n\n"
        )
    };
    let games = [
        game("1", "Tal, M", "Keres, P", "1-0", "1. e4 e5 0-1"),
        game("1", "Bronstein, D", "Geller, E", "1-0", "1-0"),
        game("2", "TAL,M.", "Bronstein, D", "*", "1. e4 *"),
        game("4", "Tal, Mikhail", "Geller, E", "1-0", "1. e4 1-0"),
        game("4", "Keres, P", "?", "1-0", "1. e4 1-0"),
        game("1", "Geller, E", "Bronstein, D", "1-0", "1. d4 1-0"),
        game("4", "Geller, E", "Geller, E", "1-0", "1. d4 1-0"),
    ];
    std::fs::write(folder.path().join("cup.pgn"), games.concat()).unwrap();
    let (exit, text, _) = ran(folder.path(), &["crosstable", "cup.pgn", "--kind", "round-robin", "--no-cache"]);
    assert_eq!(exit, Some(0));
    for note in [
        "Rounds without a game: 3.",
        "Keres, P - Geller, E",
        "More games than others: Bronstein, D - Geller, E (2 instead of 1).",
        "A pairing more than once in a round: Bronstein, D - Geller, E, 2 times in round 1.",
        "No result: TAL,M. - Bronstein, D (cup.pgn:17).",
        "Another Result tag than result: Tal, M - Keres, P, 1-0 in the tag (cup.pgn:1).",
        "1 game has no moves and counts as played.",
        "Left out, as the players are not known: Keres, P - ? (cup.pgn:33).",
        "Left out, as both sides have the same name: Geller, E - Geller, E (cup.pgn:49).",
        "Probably the same player: Tal, M and Tal, Mikhail.",
        "Missing games: Tal, M - Geller, E; Tal, M - Tal, Mikhail; ",
    ] {
        assert!(text.contains(note), "{note}: {text}");
    }
    // Without ratings there is no average of them.
    let csv = ["standings", "cup.pgn", "--tie-breaks", "average-rating,performance", "-o", "cup.csv", "--no-cache"];
    assert_eq!(ran(folder.path(), &csv).0, Some(0));
    let csv = std::fs::read_to_string(folder.path().join("cup.csv")).unwrap();
    let mut lines = csv.lines();
    assert!(lines.next().is_some_and(|header| header.ends_with(",average_rating,performance")), "{csv}");
    assert!(lines.all(|line| line.ends_with(",,")), "{csv}");
}

#[test]
fn of_many_events_one_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let games: String = (1..=7)
        .map(|number| {
            format!("[Event \"Match {number}\"]\n[White \"Tal, M\"]\n[Black \"Keres, P\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
        })
        .collect();
    std::fs::write(folder.path().join("games.pgn"), games).unwrap();
    let (exit, text, error) = ran(folder.path(), &["crosstable", "games.pgn"]);
    assert_eq!((exit, text.as_str()), (Some(2), ""));
    assert!(error.starts_with("error: there are 7 events; choose with --event"), "{error}");
    assert!(error.contains("\n  Match 7 (1 game)\n"), "{error}");
    let (exit, text, _) = ran(folder.path(), &["crosstable", "games.pgn", "--event", "Match 3"]);
    assert_eq!(exit, Some(0));
    assert!(text.starts_with("Match 3 (match)\n"), "{text}");
    let (exit, text, _) = ran(folder.path(), &["standings", "games.pgn", "--together"]);
    assert_eq!(exit, Some(0));
    assert!(text.contains("1  Tal, M        7       7"), "{text}");
    let (exit, _, error) = ran(folder.path(), &["crosstable", "games.pgn", "--event", "Olympiad"]);
    assert_eq!((exit, error.as_str()), (Some(1), "There are no games.\n"));
    let (exit, _, error) = ran(folder.path(), &["standings", "games.pgn", "--tie-breaks", "bucholz"]);
    assert_eq!(exit, Some(2));
    assert!(error.contains("did you mean buchholz?"), "{error}");
    let (exit, _, error) = ran(folder.path(), &["stats", "games.pgn", "--sort", "elo"]);
    assert_eq!(exit, Some(2));
    assert!(error.starts_with("error: --sort: there is no column elo; there are games, share,"), "{error}");
    assert_eq!(ran(folder.path(), &["stats", "games.pgn", "--event", "Olympiad"]).0, Some(1));
}

#[test]
fn a_table_with_too_many_columns_has_no_results() {
    let folder = tempfile::tempdir().unwrap();
    // A wheel: everybody plays the first player.
    let games: String = (1..=260)
        .map(|player| format!("[White \"A\"]\n[Black \"P{player}\"]\n[Round \"{player}\"]\n\n1-0\n\n"))
        .collect();
    std::fs::write(folder.path().join("games.pgn"), games).unwrap();
    for (kind, of) in [("round-robin", "261 players"), ("swiss", "260 rounds")] {
        let (exit, text, _) =
            ran(folder.path(), &["crosstable", "games.pgn", "--kind", kind, "--together", "--no-cache"]);
        let note = format!("The results are left out: with {of} the table is too wide.");
        assert!(exit == Some(0) && text.contains(&note), "{text}");
        assert!(text.lines().all(|line| line.len() < 300), "{text}");
    }
}
