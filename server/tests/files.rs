//! `sort`, `split` and `merge` through the real program: no byte of a game is lost, whatever the encoding, and nothing is replaced unasked.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;

use program::run;

fn game(number: usize, white: &str, black: &str) -> String {
    let date = format!("{}.{:02}.01", 1990 + number * 7 % 20, 1 + number % 12);
    format!(
        "[Event \"E/{}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {{é {number}}} *\n\n",
        number % 3
    )
}

fn games() -> String {
    let players = ["Polgar, Judit", "Polgar, Susan", "Tal, M", "CON", "?"];
    let of_number = |number: usize| game(number, players[number % 5], players[(number + 1 + number % 3) % 5]);
    let games: String = (0..50).map(of_number).collect();
    games.trim_end().to_owned() + "\n"
}

/// The games of a text in alphabetical order.
fn sorted_games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = text.split("[Event").skip(1).map(|game| game.trim_end().to_owned()).collect();
    games.sort();
    games
}

#[track_caller]
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
    told
}

fn read_all(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (name(&entry), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn pieces_put_together_again_are_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), games()).unwrap();
    let rules: [(&[&str], usize, usize); 7] = [
        (&["--games", "7"], 8, 1),
        (&["--size", "1kB"], 5, 1),
        (&["--by", "year"], 20, 1),
        (&["--by", "event"], 3, 1),
        (&["--by", "player"], 5, 2),
        (&["--into", "a=white = Tal", "--into", "b=black = Tal"], 3, 1),
        (&["--by", "opening"], 1, 1),
    ];
    for (index, (rule, files, times)) in rules.into_iter().enumerate() {
        let pieces = format!("pieces{index}");
        succeed(path, &[&["split", "games.pgn", "-o", &pieces], rule].concat());
        let written = read_all(&path.join(&pieces));
        assert_eq!(written.len(), files, "{rule:?}: {:?}", written.iter().map(|(name, _)| name).collect::<Vec<_>>());
        assert!(written.iter().all(|(_, bytes)| bytes.ends_with(b"*\n") && !bytes.ends_with(b"\n\n")), "{rule:?}");
        succeed(path, &["merge", &pieces, "-o", "merged.pgn", "--force"]);
        let merged = fs::read_to_string(path.join("merged.pgn")).unwrap();
        let mut expected = sorted_games(&games().repeat(times));
        expected.sort();
        assert_eq!(sorted_games(&merged), expected, "{rule:?}");
        succeed(path, &["merge", &pieces, "-o", "merged.pgn", "--force", "--sort", "--dedupe"]);
        succeed(path, &["sort", "games.pgn", "-o", "sorted.pgn", "--force"]);
        let of = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        assert_eq!(of("merged.pgn"), of("sorted.pgn"), "{rule:?}");
    }
    let names: Vec<String> = read_all(&path.join("pieces4")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["CON_.pgn", "Polgar_Judit.pgn", "Polgar_Susan.pgn", "Tal.pgn", "unknown.pgn"]);
}

#[test]
fn games_of_a_query_are_extracted_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), games() + "\n% the end\n").unwrap();
    let told = succeed(path, &["extract", "games.pgn", "-o", "tal.pgn", "--player", "Tal"]);
    succeed(path, &["extract", "games.pgn", "-o", "others.pgn", "--where", "not player = Tal"]);
    let [tal, others] = ["tal.pgn", "others.pgn"].map(|name| fs::read_to_string(path.join(name)).unwrap());
    let count = tal.matches("[Event").count();
    assert_eq!(told, format!("{count} games found among 50 of 1 file written to tal.pgn\n"));
    assert!(tal.split("[Event").skip(1).all(|game| game.contains("Tal, M")));
    assert_eq!(sorted_games(&(tal.clone() + &others)), sorted_games(&games()));
    // With the other options of `merge`: each game once.
    succeed(path, &["merge", "games.pgn", "tal.pgn", "-o", "once.pgn", "--player", "Tal", "--dedupe"]);
    assert_eq!(sorted_games(&fs::read_to_string(path.join("once.pgn")).unwrap()), sorted_games(&tal));
    let nothing = run(path, &["extract", "games.pgn", "-o", "nobody.pgn", "--player", "Nobody"]);
    assert_eq!((nothing.status.code(), path.join("nobody.pgn").exists()), (Some(1), false));
}

#[test]
fn annotations_of_games_that_are_left_out_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = |comments: [&str; 2]| {
        format!(
            "[Event \"E\"]\n[White \"Tal, M\"]\n[Black \"Hort, V\"]\n\n1. e4 e5 {}2. Nf3 Nc6 {}*\n\n",
            comments[0], comments[1]
        )
    };
    fs::write(path.join("a.pgn"), game(["", ""]) + &game(["", "{one} "])).unwrap();
    fs::write(path.join("b.pgn"), "% first\n".to_owned() + &game(["{two} ", "{three} "])).unwrap();
    let told = succeed(path, &["merge", "a.pgn", "b.pgn", "-o", "all.pgn", "--dedupe"]);
    // An escape line stays with the game that follows it.
    let best = "% first\n".to_owned() + &game(["{two} ", "{three} "]);
    assert_eq!(fs::read_to_string(path.join("all.pgn")).unwrap(), best);
    assert!(told.starts_with("a.pgn:7: Tal, M – Hort, V, E: left out with its annotations; b.pgn:1 stays\n"), "{told}");
    assert!(told.contains("2 duplicates left out; 1 of them with annotations"), "{told}");
}

#[test]
fn what_must_be_last_is_last_in_a_merged_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), "[Event \"A\"]\n\n1. e4 *\n\n% end of a\n").unwrap();
    fs::write(path.join("b.pgn"), "[Event \"B\"]\n\n1. e4 *\n").unwrap();
    succeed(path, &["merge", "a.pgn", "b.pgn", "-o", "all.pgn"]);
    let merged = fs::read_to_string(path.join("all.pgn")).unwrap();
    assert_eq!(merged, "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. e4 *\n\n% end of a\n");
}

#[test]
fn what_exists_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), games()).unwrap();
    fs::create_dir(path.join("out")).unwrap();
    fs::write(path.join("out/E_1.pgn"), "mine").unwrap();
    let output = run(path, &["split", "games.pgn", "-o", "out", "--by", "event"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(read_all(&path.join("out")), [("E_1.pgn".to_owned(), b"mine".to_vec())]);
    assert_eq!(run(path, &["split", "games.pgn", "-o", "out", "--by", "event", "--dry-run"]).status.code(), Some(1));
    for command in [["sort", "games.pgn", "-o", "out/E_1.pgn"], ["merge", "games.pgn", "-o", "out/E_1.pgn"]] {
        assert_eq!(run(path, &command).status.code(), Some(2), "{command:?}");
        assert_eq!(fs::read(path.join("out/E_1.pgn")).unwrap(), b"mine");
    }
    succeed(path, &["split", "games.pgn", "-o", "out", "--by", "event", "--force"]);
    assert_eq!(read_all(&path.join("out")).len(), 3);
}

#[test]
fn encodings_stay_or_become_utf8() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let latin1: Vec<u8> = games().chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    let utf16: Vec<u8> = format!("\u{FEFF}{}", games()).encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(path.join("utf8.pgn"), games()).unwrap();
    fs::write(path.join("latin1.pgn"), &latin1).unwrap();
    fs::write(path.join("utf16.pgn"), &utf16).unwrap();
    for name in ["utf8", "latin1", "utf16"] {
        succeed(path, &["sort", &format!("{name}.pgn"), "-o", &format!("{name}-sorted.pgn")]);
    }
    let sorted = fs::read_to_string(path.join("utf8-sorted.pgn")).unwrap();
    let as_latin1: Vec<u8> = sorted.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    assert!(fs::read(path.join("latin1-sorted.pgn")).unwrap() == as_latin1);
    let as_utf16: Vec<u8> = format!("\u{FEFF}{sorted}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(fs::read(path.join("utf16-sorted.pgn")).unwrap() == as_utf16);
    succeed(path, &["split", "utf16.pgn", "-o", "parts", "--games", "20"]);
    assert!(read_all(&path.join("parts")).iter().all(|(_, bytes)| bytes.starts_with(b"\xFF\xFE")));
    let told = succeed(path, &["merge", "latin1.pgn", "utf16.pgn", "-o", "all.pgn", "--dedupe"]);
    assert!(told.contains("as UTF-8") && told.contains("50 duplicates"), "{told}");
    assert_eq!(fs::read_to_string(path.join("all.pgn")).unwrap(), games());
}

#[test]
fn stray_bytes_stay_beside_games_in_other_encodings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let stray = b"[White \"M\xC3\xBCller, \xC3\xA9\"]\n\n1. e4 {\xFF} *\n";
    fs::write(path.join("stray.pgn"), stray).unwrap();
    fs::write(path.join("latin1.pgn"), b"[White \"M\xFCller\"]\n\n1. d4 *\n").unwrap();
    let told = succeed(path, &["merge", "latin1.pgn", "stray.pgn", "-o", "all.pgn"]);
    assert!(told.contains("as UTF-8"), "{told}");
    let merged = fs::read(path.join("all.pgn")).unwrap();
    assert_eq!(merged, [&b"[White \"M\xC3\xBCller\"]\n\n1. d4 *\n\n"[..], &stray[..]].concat());
    succeed(path, &["merge", "latin1.pgn", "stray.pgn", "-o", "one.pgn", "--into-game"]);
    assert!(fs::read(path.join("one.pgn")).unwrap().windows(4).any(|bytes| bytes == b"{ \xFF "));
}

#[test]
fn a_backup_is_kept_of_what_is_not_committed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), games()).unwrap();
    succeed(path, &["sort", "games.pgn", "--write", "--no-backup"]);
    assert_eq!(read_all(path).len(), 1);
    fs::write(path.join("games.pgn"), games()).unwrap();
    let told = succeed(path, &["sort", "games.pgn", "--write"]);
    assert!(told.contains("games.pgn.bak"), "{told}");
    assert!(fs::read_to_string(path.join("games.pgn.bak")).unwrap() == games());
    succeed(path, &["sort", "games.pgn", "--write"]);
    assert_eq!(read_all(path).len(), 2, "a file in order is not written again");
    fs::remove_file(path.join("games.pgn.bak")).unwrap();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let git = std::process::Command::new("git").current_dir(path).args(identity).args(arguments).output();
        assert!(git.unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "--quiet"]);
    fs::write(path.join("games.pgn"), games()).unwrap();
    succeed(path, &["sort", "games.pgn", "--write"]);
    assert!(path.join("games.pgn.bak").exists(), "the repository does not have the file");
    fs::remove_file(path.join("games.pgn.bak")).unwrap();
    fs::write(path.join("games.pgn"), games()).unwrap();
    git(&["add", "games.pgn"]);
    git(&["commit", "--quiet", "--message", "games"]);
    succeed(path, &["sort", "games.pgn", "--write"]);
    assert!(!path.join("games.pgn.bak").exists());
}

#[test]
fn games_are_not_written_to_a_file_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), games()).unwrap();
    fs::write(path.join("b.pgn"), game(60, "X", "Y")).unwrap();
    let commands = [
        "merge a.pgn b.pgn -o a.pgn --force",
        "merge a.pgn b.pgn -o ./a.pgn --force --into-game",
        "extract a.pgn -o a.pgn --force --player Tal",
        "dedupe a.pgn -o a.pgn --force",
        "sort a.pgn -o a.pgn --force",
        "stats a.pgn -o a.pgn --force",
        "names a.pgn -o a.pgn --force",
        "table . -o a.pgn --force",
        "standings a.pgn --together -o a.pgn --force",
        "convert a.pgn -o a.pgn --to epd --force",
        "split b.pgn -o . --into b=moves>0 --force",
    ];
    for command in commands {
        let output = run(path, &command.split(' ').collect::<Vec<_>>());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains("this file is read"), "{command}: {told}");
    }
    assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), games());
    assert_eq!(read_all(path).len(), 2);
    // Of a folder, the output of the last time is no input.
    succeed(path, &["merge", "b.pgn", "-o", "out.pgn"]);
    fs::write(path.join("c.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n").unwrap();
    let told = succeed(path, &["merge", ".", "-o", "out.pgn", "--force"]);
    assert!(told.contains("out.pgn: left out: it is the output\n"), "{told}");
    assert!(told.contains("c.epd: left out: it has records, not games\n"), "{told}");
    assert!(told.contains("51 games of 2 files written"), "{told}");
    assert_eq!(run(path, &["merge", "c.epd", "-o", "d.pgn"]).status.code(), Some(2));
}

#[test]
fn names_of_other_kinds_of_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), games()).unwrap();
    let commands = [
        ("merge a.pgn -o b.pgn.gz", "leave out .gz"),
        ("sort a.pgn -o b.pgn.zst", "leave out .zst"),
        ("names a.pgn -o names.csv.gz", "leave out .gz"),
        ("convert a.pgn -o b.epd.gz --to epd", "leave out .gz"),
        ("edit move-game --game 1 --into b.pgn.gz --write a.pgn", "not compressed"),
        ("edit move-game --game 1 --into . --write a.pgn", "it is a folder"),
        ("merge a.pgn -o b.epd", "records, not games"),
    ];
    for (command, words) in commands {
        let output = run(path, &command.split(' ').collect::<Vec<_>>());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(words), "{command}: {told}");
    }
    assert_eq!(read_all(path), [("a.pgn".to_owned(), games().into_bytes())]);
}

#[test]
fn only_games_are_counted_and_their_numbers_are_those_of_edit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let of = |date: &str| format!("[Event \"E\"]\n[Date \"{date}\"]\n\n1. e4 *\n\n");
    let bare = "1. c4 *\n\n1. d4 *\n\n";
    let text = [bare, &of("2002.01.01"), &of("2001-02-03"), "% the end\n"].concat();
    fs::write(path.join("a.pgn"), &text).unwrap();
    let output = run(path, &["sort", "a.pgn", "--quiet"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "a.pgn: 1 of 4 games would move\n  game 4 to place 3: ? – ?, E, 2001-02-03\n");
    assert_eq!(run(path, &["edit", "delete-game", "--game", "5", "a.pgn"]).status.code(), Some(2), "{text}");
    assert_eq!(
        succeed(path, &["split", "a.pgn", "-o", "years", "--by", "year"]),
        "a.pgn: 4 games written to 3 files in years\n"
    );
    let names: Vec<String> = read_all(&path.join("years")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["0000.pgn", "2001.pgn", "2002.pgn"]);
    assert!(succeed(path, &["dedupe", "a.pgn"]).contains("0 duplicates of 4 games"));
    for noise in ["hello world\n", "\u{1}7zXZ\0\u{4}\n"] {
        fs::write(path.join("noise.pgn"), noise).unwrap();
        for command in ["merge a.pgn noise.pgn -o b.pgn", "sort noise.pgn", "dedupe noise.pgn a.pgn"] {
            let output = run(path, &command.split(' ').collect::<Vec<_>>());
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(2) && told.contains("there are no games"), "{command}: {told}");
        }
    }
    fs::write(path.join("blank.pgn"), "\n\n\n").unwrap();
    assert!(succeed(path, &["merge", "blank.pgn", "a.pgn", "-o", "b.pgn"]).contains("4 games of 2 files"));
    assert_eq!(fs::read_to_string(path.join("b.pgn")).unwrap(), text);
}

#[test]
fn parts_of_an_earlier_split_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), games()).unwrap();
    succeed(path, &["split", "a.pgn", "-o", "parts", "--games", "20"]);
    let told = succeed(path, &["split", "a.pgn", "-o", "parts", "--games", "25", "--force"]);
    assert!(told.contains("a-3.pgn: a part of an earlier split"), "{told}");
    assert_eq!(read_all(&path.join("parts")).len(), 3);
}

#[test]
fn more_files_than_may_be_open_are_merged_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.pgn"), (0..2_000).map(|number| game(number, "A", "B")).collect::<String>()).unwrap();
    succeed(path, &["split", "games.pgn", "-o", "parts", "--games", "1"]);
    succeed(path, &["merge", "parts", "-o", "merged.pgn"]);
    assert!(fs::read(path.join("merged.pgn")).unwrap() == fs::read(path.join("games.pgn")).unwrap());
}

/// Games with variations, comments and lines that part at any move; some are the beginning of others.
fn tree_games() -> String {
    let replies = [
        "e5 2. Nf3 $1 Nc6 (2... Nf6 {Petrov} 3. Nxe5) 3. Bb5",
        "c5 2. Nf3 (2. c3 d5) d6",
        "e6 2. d4",
        "e5 2. f4",
        "c5",
    ];
    let game = |number: usize| {
        let (first, reply) = (["e4", "e4 (1. d4 d5)", "e4 {best by test}"][number % 3], replies[number % 5]);
        format!("[White \"W{number}\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. {first} {reply} 0-1\n\n")
    };
    (0..300).map(game).collect()
}

#[test]
fn games_become_one_with_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), tree_games()).unwrap();
    let told = succeed(path, &["merge", "a.pgn", "-o", "tree.pgn", "--into-game"]);
    assert_eq!(told, "300 games of 1 file written as one to tree.pgn\n");
    let tree = fs::read_to_string(path.join("tree.pgn")).unwrap();
    let words = tree.split_whitespace().collect::<Vec<_>>().join(" ");
    let sources = (0..300).filter(|number| words.contains(&format!("W{number} – B, 0-1 (a.pgn:{})", 6 * number + 1)));
    assert_eq!(sources.count(), 300);
    for (kept, times) in
        [("{ Petrov }", 1), ("{ best by test }", 1), ("$1", 1), ("[Black \"B\"]", 1), ("[White \"?\"]", 1), ("d5", 2)]
    {
        assert_eq!(tree.matches(kept).count(), times, "{kept}");
    }
    assert_eq!(run(path, &["check", "tree.pgn", "--level", "warning"]).status.code(), Some(0), "{tree}");

    fs::write(path.join("b.pgn"), "[White \"X\"]\n\n1. e4 e4 *\n\n[White \"Y\"]\n\n1. e4 *\n").unwrap();
    let output = run(path, &["merge", "b.pgn", "-o", "-", "--into-game"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("b.pgn:1: left out: "));
    fs::write(path.join("c.pgn"), "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n").unwrap();
    let output = run(path, &["merge", "b.pgn", "c.pgn", "-o", "d.pgn", "--into-game"]);
    assert_eq!((output.status.code(), path.join("d.pgn").exists()), (Some(1), true));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("c.pgn:1: left out: the game does not start from the same position"), "{told}");
}

#[test]
#[ignore = "compares with python-chess"]
fn every_main_line_is_a_path_of_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), tree_games()).unwrap();
    succeed(path, &["merge", "a.pgn", "-o", "tree.pgn", "--into-game"]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/paths.py");
    let compared = std::process::Command::new("python3")
        .arg(script)
        .args(["tree.pgn", "a.pgn"])
        .current_dir(path)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(compared.stdout).unwrap(), "300 games, 0 of them not in the tree\n");
}

#[test]
fn games_are_sorted_by_parts_of_the_date_and_by_the_opening_of_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = |white: &str, date: &str, tags: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Date \"{date}\"]\n{tags}\n{moves} *\n\n")
    };
    let games = [
        game("a", "2001.05.02", "", "1. e4 e6"),
        game("b", "2001.02.09", "[ECO \"A00\"]\n", "1. e4 c5"),
        game("c", "2000.12.01", "", "1. d4 d5"),
        game("d", "2001.05.01", "[ECO \"?\"]\n", "1. e4 c5"),
    ];
    fs::write(path.join("games.pgn"), games.concat().trim_end()).unwrap();
    for (by, expected) in
        [("year", "cabd"), ("month", "cbad"), ("-month", "adbc"), ("eco", "bdac"), ("year,eco", "cbda")]
    {
        let sorted = run(path, &["sort", "games.pgn", "--by", by, "-o", "-"]);
        let sorted = String::from_utf8(sorted.stdout).unwrap();
        let whites: String = sorted.split("[White \"").skip(1).map(|game| &game[..1]).collect();
        assert_eq!(whites, expected, "{by}");
    }
}
