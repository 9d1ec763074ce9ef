//! `dedupe` through the real program: which games it takes for the same, and that no byte of another game changes.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use program::run;
use serde_json::Value;

/// Main lines of more than 20 plies; no two have more than a few plies in common.
const LINES: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Be7 8. Qf3 Qc7 9. O-O-O Nbd7 10. g4 b5 11. Bxf6 Nxf6 12. g5 Nd7",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. O-O Nc6 8. d5 Ne7 9. Ne1 Nd7 10. Nd3 f5 11. Bd2 Nf6 12. f3 f4",
];

/// Another last ply for each of them.
const OTHER_ENDS: [&str; 4] = ["Rc8", "c6", "Nh5", "Kh8"];

/// The kinds of games of the set, by the name of their event, which the reports of the program are compared by.
struct Set {
    /// The text of each file.
    files: [String; 2],
    /// Which games are duplicates, by file and number from 1.
    expected: BTreeSet<(usize, usize)>,
    counts: [usize; 2],
}

impl Set {
    fn new() -> Set {
        Set { files: [String::new(), String::new()], expected: BTreeSet::new(), counts: [0, 0] }
    }

    fn add(&mut self, file: usize, text: &str, is_duplicate: bool) {
        self.files[file] += text;
        self.counts[file] += 1;
        if is_duplicate {
            self.expected.insert((file, self.counts[file]));
        }
    }
}

/// A game with 1900 plus `year` as its year.
fn game(event: &str, year: usize, players: [&str; 2], moves: &str, result: &str) -> String {
    let [white, black] = players;
    format!(
        "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"{}.05.0{}\"]\n[Round \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n\n{moves} {result}\n\n",
        1900 + year,
        1 + year % 9
    )
}

/// The line without its last plies.
fn shortened(line: &str, plies: usize) -> &str {
    (0..plies).fold(line, |line, _| {
        let line = line.rsplit_once(' ').unwrap().0;
        // The number of the move that is left out goes with it.
        line.rsplit_once(' ').filter(|(_, last)| last.ends_with('.')).map_or(line, |(rest, _)| rest)
    })
}

/// Sets for the default, for `--prefix` and for `--plies-apart 2`: which games are expected depends on the options.
fn set(prefix: bool, apart: bool) -> Set {
    let mut set = Set::new();
    let spellings = [
        (["Tal, Mikhail", "Hübner, Robert"], ["TAL,M", "Huebner, R."]),
        (["Botvinnik, Mikhail", "Łuczak, Adam"], ["Mikhail Botvinnik", "Luczak, A"]),
        (["Vachier-Lagrave, Maxime", "Hou, Yifan"], ["Vachier Lagrave, M.", "Hou Yifan"]),
        (["O'Kelly de Galway, A.", "Réti, Richard"], ["OKelly de Galway, Alberic", "Reti"]),
    ];
    for year in 0..40 {
        let line = LINES[year % 4];
        let (players, spelt) = spellings[year / 4 % 4];
        let original = game("Open", year, players, line, "1-0");
        set.add(0, &original, false);
        // Exact, with other headers, with names spelt in another way.
        set.add(1, &original, true);
        set.add(0, &game("The Open, Riga", year, players, line, "1-0"), true);
        set.add(1, &game("Open", year, spelt, &line.replace("O-O", "0-0"), "1-0"), true);
        // Contained, one move less, one ply different at the end.
        set.add(1, &game("Open", year, spelt, shortened(line, 4), "*"), prefix);
        set.add(0, &game("Open", year, players, shortened(line, 1), "1-0"), prefix || apart);
        let other = format!("{} {}", shortened(line, 1), OTHER_ENDS[year % 4]);
        set.add(1, &game("Open", year, players, &other, "1-0"), apart);
        // The same opening only; other players; another day; the same opening with a result that does not agree.
        set.add(0, &game("Cup", year, players, shortened(line, 10), "1-0"), false);
        set.add(1, &game("Open", year, ["Polgar, Judit", "Polgar, Susan"], line, "1-0"), false);
        set.add(1, &game("Open", year, ["Polgar, Susan", "Polgar, Judit"], line, "1-0"), false);
        set.add(0, &game("Open", year + 50, players, line, "1-0"), false);
        set.add(1, &game("Open", year, players, shortened(line, 2), "0-1"), false);
        // Two real short draws.
        let draw = game("Open", year, ["Korchnoi, V", "Karpov, A"], "1. e4 e5 2. Nf3 Nc6", "1/2-1/2");
        set.add(0, &draw.replace(".05.0", ".06.1"), false);
        set.add(1, &draw.replace(".05.0", ".07.1"), false);
        set.add(
            1,
            &draw
                .replacen(&format!("{}.05.0{}", 1900 + year, 1 + year % 9), "????.??.??", 1)
                .replace("Open", &format!("Match {year}")),
            false,
        );
    }
    set
}

#[test]
fn the_games_of_the_set_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let set = set(false, true);
    fs::write(folder.path().join("a.pgn"), &set.files[0]).unwrap();
    fs::write(folder.path().join("b.pgn"), &set.files[1]).unwrap();
    let output = run(folder.path(), &["check", "--select", "illegal-move,ambiguous-move", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?')).collect()
}

fn report(folder: &Path, options: &[&str]) -> Value {
    let output = run(folder, &[&["dedupe", "a.pgn", "b.pgn", "--output-format", "json"], options].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn named(report: &Value) -> BTreeSet<(usize, usize)> {
    let place = |one: &Value| {
        let place = &one["duplicate"];
        (usize::from(place["file"] == "b.pgn"), place["game"].as_u64().unwrap() as usize)
    };
    report["duplicates"].as_array().unwrap().iter().map(place).collect()
}

#[test]
fn duplicates_are_found_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], bool, bool); 3] =
        [(&[], false, false), (&["--prefix"], true, false), (&["--plies-apart", "1"], false, true)];
    for (options, prefix, apart) in cases {
        let set = set(prefix, apart);
        fs::write(folder.path().join("a.pgn"), &set.files[0]).unwrap();
        fs::write(folder.path().join("b.pgn"), &set.files[1]).unwrap();
        let report = report(folder.path(), options);
        assert_eq!(report["complete"], true);
        let named = named(&report);
        let wrong: Vec<_> = named.difference(&set.expected).collect();
        assert!(wrong.is_empty(), "{options:?}: not duplicates: {wrong:?}");
        let found = set.expected.intersection(&named).count();
        assert!(found * 100 >= set.expected.len() * 98, "{options:?}: {found} of {}", set.expected.len());
    }
}

#[test]
fn kept_and_deleted_games_are_all_games_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let set = set(false, false);
    let files = [latin1(&set.files[0]), set.files[1].clone().into_bytes()];
    fs::write(path.join("a.pgn"), &files[0]).unwrap();
    fs::write(path.join("b.pgn"), &files[1]).unwrap();
    let deleted = named(&report(path, &[]));
    let output = run(path, &["dedupe", "a.pgn", "b.pgn", "--write"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for (file, name) in ["a.pgn", "b.pgn"].into_iter().enumerate() {
        let old = fs::read(path.join(format!("{name}.bak"))).unwrap();
        assert!(old == files[file], "{name}");
        let starts: Vec<usize> =
            (0..old.len()).filter(|at| old[*at..].starts_with(b"[Event ")).chain([old.len()]).collect();
        let kept = starts.windows(2).enumerate().filter(|(index, _)| !deleted.contains(&(file, index + 1)));
        let expected: Vec<u8> = kept.flat_map(|(_, range)| old[range[0]..range[1]].to_vec()).collect();
        assert!(fs::read(path.join(name)).unwrap() == expected, "{name}");
    }
    let again = run(path, &["dedupe", "a.pgn", "b.pgn"]);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stdout));
}

#[test]
fn the_game_with_most_annotation_stays_and_files_named_twice_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let plain = game("Open", 60, ["Tal, M", "Keres, P"], LINES[0], "1-0");
    let annotated = plain.replace("3. Bb5", "3. Bb5 {the Spanish}");
    fs::write(path.join("a.pgn"), [plain.as_str(), &annotated].concat()).unwrap();
    let output = run(path, &["dedupe", "a.pgn", "./a.pgn", "--write", "--no-backup"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with("a.pgn:1: Tal, M – Keres, P") && told.contains("duplicate of a.pgn:11: same players"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), annotated);
}

#[test]
fn the_game_with_most_known_tags_stays_and_what_is_lost_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let full = game("Riga", 60, ["Tal, M", "Keres, P"], LINES[0], "1-0");
    let bare = full.replace("Riga", "?").replace("1960.05.07", "????.??.??").replace("1-0", "*");
    let other = full.replace("1-0", "0-1").replace("[Round \"?\"]", "[Opening \"Spanish\"]");
    let check = |games: &[&str], kept: &str, lost: &str| {
        fs::write(path.join("a.pgn"), games.concat()).unwrap();
        let output = run(path, &["dedupe", "a.pgn", "--write", "--no-backup", "--quiet"]);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.ends_with(&format!("same players, same moves{lost}\n")), "{told}");
        assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), kept);
    };
    check(&[&bare, &full], &full, "");
    check(&[&full, &bare], &full, "");
    check(&[&full, &other], &other, "; its result is 1-0, not 0-1");
    let commented = bare.replace("3. Bb5", "3. Bb5 {x}");
    check(&[&full, &commented], &commented, "; not in the other game: Event, Date, Result");
    fs::write(path.join("a.pgn"), [&full[..], &commented].concat()).unwrap();
    fs::write(path.join("b.pgn"), "").unwrap();
    let json = report(path, &[]);
    assert_eq!(json["duplicates"][0]["losesTags"], serde_json::json!(["Event", "Date", "Result"]));
    assert_eq!(report(path, &["--merge"])["duplicates"][0]["losesTags"], serde_json::json!([]));
}

#[test]
fn text_before_a_game_counts_as_annotation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let plain = game("Riga", 60, ["Tal, M", "Keres, P"], LINES[0], "1-0");
    for lead in ["World Open 1960\n\n", "% the first round\n"] {
        fs::write(path.join("a.pgn"), plain.clone() + &plain.replace("1-0", "*")).unwrap();
        fs::write(path.join("b.pgn"), lead.to_owned() + &plain).unwrap();
        let output = run(path, &["dedupe", "a.pgn", "b.pgn", "--write", "--no-backup"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_to_string(path.join("b.pgn")).unwrap(), lead.to_owned() + &plain);
        assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), "");
        // With its text, a game is deleted only by hand.
        let output = run(path, &["edit", "delete-game", "--game", "1", "b.pgn"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && told.contains("there is text"), "{told}");
        // Where the other game has more, the line says that the text is lost.
        let more = plain.replace("3. Bb5", "3. Bb5 {a comment that is longer than the text before the other game}");
        fs::write(path.join("a.pgn"), more).unwrap();
        let output = run(path, &["dedupe", "a.pgn", "b.pgn"]);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.starts_with("b.pgn:") && told.contains("not in the other game: annotations"), "{told}");
    }
}

#[test]
fn tags_of_other_players_are_not_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let tal = game("?", 60, ["Tal, M", "Keres, P"], &LINES[0].replace("3. Bb5", "3. Bb5 {best}"), "1-0");
    let nunn = game("Reykjavik", 88, ["Nunn, J", "Salov, V"], &LINES[0].replace("a6", "a6 {y}"), "1-0");
    fs::write(path.join("a.pgn"), [tal.as_str(), &nunn].concat()).unwrap();
    let output = run(path, &["dedupe", "a.pgn", "--by", "moves", "--merge", "-o", "-"]);
    let once = String::from_utf8(output.stdout).unwrap();
    assert_eq!(once, tal.replace("a6", "a6 {y}"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("taken over: annotations; not in the other game: Event"), "{told}");
}

#[test]
fn few_moves_without_players_show_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let of = |players, moves| game("Open", 60, players, moves, "1-0");
    let short = shortened(LINES[0], 15);
    let games = [of(["A", "B"], short), of(["C", "D"], short), of(["A", "B"], LINES[1]), of(["C", "D"], LINES[1])];
    fs::write(path.join("a.pgn"), games.concat()).unwrap();
    assert_eq!(run(path, &["dedupe", "a.pgn"]).status.code(), Some(0));
    let told = run(path, &["dedupe", "a.pgn", "--by", "moves"]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.lines().count() == 1 && told.contains("a.pgn:21: same moves"), "{told}");
}

/// Games in two files: of each, one with comments, one with variations and a tag, one with NAGs that ends in another way, and one alone.
fn to_be_merged() -> [String; 2] {
    let mut files = [String::new(), String::new()];
    for number in 0..24 {
        let (line, players) = (LINES[number % 4], [format!("White{number}"), "Black, B".to_owned()]);
        let of = |moves: &str| game("?", number, [&players[0], &players[1]], moves, "1-0");
        let commented =
            line.replacen(" 2. ", &format!(" {{reply {number}}} 2. "), 1).replace(" 5. ", " {développé} 5. ");
        let varied = line.replacen(" 8. ", " (7... a5 {instead} 8. a4) 8. ", 1);
        let rated = format!("{} a5 $6", shortened(line, 1));
        let alone = of(line).replace(&players[0], &format!("Alone{number}"));
        files[number % 2] += &of(&commented);
        files[1 - number % 2] += &of(&varied).replace("[Event \"?\"]", "[Event \"Riga\"]\n[Annotator \"T\"]");
        files[number / 2 % 2] += &of(&rated);
        files[number / 3 % 2] += &alone;
    }
    files
}

#[test]
fn games_that_stay_take_over_what_their_duplicates_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let [a, b] = to_be_merged();
    for (name, text) in [("a.pgn", &a), ("b.pgn", &b), ("all.pgn", &[&a[..], &b].concat())] {
        fs::write(path.join(name), text).unwrap();
    }
    let options = ["--merge", "--plies-apart", "1"];
    let told = run(path, &[&["dedupe", "a.pgn", "b.pgn"], &options[..]].concat());
    assert_eq!(told.status.code(), Some(1));
    let lines = String::from_utf8(told.stdout).unwrap();
    assert!(lines.lines().count() == 48 && lines.contains("; taken over: "), "{lines}");
    assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), a, "nothing is written");

    let output = run(path, &[&["dedupe", "a.pgn", "b.pgn", "-o", "once.pgn"], &options[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let once = fs::read_to_string(path.join("once.pgn")).unwrap();
    assert_eq!(once.matches("[White ").count(), 48);
    for (text, times) in [("{développé}", 24), ("{instead}", 24), ("$6", 24), ("[Annotator \"T\"]", 24), ("Riga", 24)]
    {
        assert_eq!(once.matches(text).count(), times, "{text}: {once}");
    }
    for alone in [&a[..], &b].concat().split_inclusive(" 1-0\n\n").filter(|game| game.contains("Alone")) {
        assert!(once.contains(alone.trim_end()), "another game changed: {alone}");
    }

    // In the files themselves, annotations go over from each to the other, so that the second run deletes what the first one had to keep.
    let write = || run(path, &[&["dedupe", "a.pgn", "b.pgn", "--write", "--no-backup"], &options[..]].concat());
    let first = write();
    let told = String::from_utf8(first.stderr).unwrap();
    assert!(first.status.code() == Some(1) && told.contains("not deleted yet"), "{told}");
    assert_eq!(write().status.code(), Some(0));
    let written: Vec<u8> = ["a.pgn", "b.pgn"].iter().flat_map(|name| fs::read(path.join(name)).unwrap()).collect();
    fs::write(path.join("twice.pgn"), &written).unwrap();
    assert_eq!(written.windows(7).filter(|bytes| bytes == b"[White ").count(), 48);
    if std::process::Command::new("python3").args(["-c", "import chess.pgn"]).status().is_ok_and(|it| it.success()) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/merged.py");
        for merged in ["once.pgn", "twice.pgn"] {
            let mut python = std::process::Command::new("python3");
            let compared = python.arg(&script).args([merged, "all.pgn"]).current_dir(path).output().unwrap();
            let told = String::from_utf8_lossy(&compared.stdout);
            assert_eq!(told, "96 games in 48, 0 of them not in the one that stays\n", "{merged}");
        }
    } else {
        eprintln!("SKIPPED: python-chess is not installed, so the merged games were not read by it");
    }
}

#[test]
fn duplicates_that_cannot_be_merged_stay_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let plain = game("Open", 60, ["Tal, M", "Keres, P"], LINES[0], "1-0");
    let after = plain.replace("[Round \"?\"]", "[Round \"2\"]").replace(" 1-0\n\n", " 1-0 {after the end}\n\n");
    let greek = plain.replace("3. Bb5", "3. Bb5 {Ισπανικό άνοιγμα}").replace("M\"]", "Mikhail\"]");
    fs::write(
        path.join("a.pgn"),
        latin1(&plain.replace(
            "3. Bb5",
            "3. Bb5 {é} (3. Bc4 {a comment that is a good deal longer than the other one}) (3. d4)",
        )),
    )
    .unwrap();
    fs::write(path.join("b.pgn"), greek + &after).unwrap();
    let output = run(path, &["dedupe", "a.pgn", "b.pgn", "--merge", "--write", "--no-backup"]);
    let (told, summary) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{told}{summary}");
    assert!(told.contains("b.pgn:1: ") && told.contains("so it stays: the file of the game that stays"), "{told}");
    assert!(told.contains("so it stays: text, an escape line or a comment before or after"), "{told}");
    assert!(summary.starts_with("2 duplicates of 3 games in 2 files; 2 of them cannot be merged"), "{summary}");
    assert_eq!(fs::read_to_string(path.join("b.pgn")).unwrap().matches("[White ").count(), 2);
    // In one file as UTF-8, the comment has its letters.
    let output = run(path, &["dedupe", "a.pgn", "b.pgn", "--merge", "-o", "-"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("{é} {Ισπανικό άνοιγμα}") && text.contains("{after the end}"), "{text}");
}
