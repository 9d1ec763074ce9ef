//! `search` through the real program: what it finds, what it prints, how it ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use program::{run, run_with, transcript};

const GAMES: &str = "[Event \"Café\"]\n[Date \"2019.05.03\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [Event \"Club\"]\n[White \"Cyd, E\"]\n[Black \"Ada\"]\n[Result \"1/2-1/2\"]\n\n\
    1. d4 d5 (1... Nf6 2. c4) 2. Ke5 1/2-1/2\n";

/// A folder with games in some encodings and archives.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("games.pgn", GAMES.as_bytes());
    write("latin1.pgn", &GAMES.chars().map(|character| character as u8).collect::<Vec<u8>>());
    let utf16: Vec<u8> = format!("\u{FEFF}{GAMES}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    write("utf16.pgn", &utf16);
    write("suite.epd", b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n");
    folder
}

#[track_caller]
fn check(arguments: &[&str], expected: &str) {
    let folder = folder();
    let output = run(folder.path(), &[&["search", "--color", "never"], arguments].concat());
    assert_eq!(transcript(&output), expected, "{arguments:?}");
}

fn printed(code: i32, out: &str, error: &str) -> String {
    format!("exit code {code}\n----- standard output\n{out}----- standard error\n{error}")
}

#[test]
fn a_line_a_game() {
    check(
        &["games.pgn", "--player", "Ada"],
        &printed(0, "games.pgn:1: Ada – Bob, Café, 2019.05.03, 1-0\ngames.pgn:9: Cyd, E – Ada, Club, 1/2-1/2\n", ""),
    );
    check(
        &[".", "--where", "mate"],
        &printed(
            0,
            "games.pgn:7: Ada – Bob, Café, 2019.05.03, 1-0, ply 7 4. Qxf7#\n\
             latin1.pgn:7: Ada – Bob, Café, 2019.05.03, 1-0, ply 7 4. Qxf7#\n\
             utf16.pgn:7: Ada – Bob, Café, 2019.05.03, 1-0, ply 7 4. Qxf7#\n",
            "3 broken games were searched as far as their moves read.\n",
        ),
    );
    check(
        &["games.pgn", "--where", "move d5"],
        &printed(0, "games.pgn:14: Cyd, E – Ada, Club, 1/2-1/2, ply 2 1... d5, has a move that cannot be read\n", ""),
    );
    check(
        &["games.pgn", "--where", "move c4 in variations"],
        &printed(
            0,
            "games.pgn:14: Cyd, E – Ada, Club, 1/2-1/2, ply 3 2. c4 in a variation, has a move that cannot be read\n",
            "",
        ),
    );
}

#[test]
fn numbers_and_names_alone() {
    check(&[".", "--player", "Ada", "--count"], &printed(0, "6\n", ""));
    check(&[".", "--player", "Eve", "--count"], &printed(1, "0\n", ""));
    check(&["games.pgn", "--player", "Eve"], &printed(1, "", ""));
    check(&[".", "--event", "Café", "--files-with-matches"], &printed(0, "games.pgn\nlatin1.pgn\nutf16.pgn\n", ""));
    check(
        &[".", "--limit", "3", "--output-format", "locations"],
        &printed(
            0,
            "games.pgn:1:1: Ada – Bob, 2019.05.03, 1-0\ngames.pgn:9:1: Cyd, E – Ada, 1/2-1/2\n\
         latin1.pgn:1:1: Ada – Bob, 2019.05.03, 1-0\n",
            "",
        ),
    );
}

#[test]
fn plain_options_make_one_query() {
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -";
    let arguments = [
        "games.pgn",
        "--event",
        "caf*",
        "--since",
        "2019.05",
        "--until",
        "2019",
        "--result",
        "1-0",
        "--line",
        "e4 * Qh5",
        "--fen",
        mate,
        "--material",
        "KQRRBBNNP8vKQRRBBNNP7",
        "--count",
    ];
    check(&arguments, &printed(0, "1\n", ""));
    check(&["games.pgn", "--eco", "B90..B99", "--count"], &printed(1, "0\n", ""));
    check(&["games.pgn", "--elo", "2000", "--count"], &printed(1, "0\n", ""));
}

#[test]
fn formats_for_programs() {
    check(
        &["games.pgn", "--where", "mate", "--output-format", "jsonl"],
        &printed(
            0,
            "{\"file\":\"games.pgn\",\"game\":1,\"location\":{\"line\":7,\"column\":35},\"start\":0,\"end\":125,\"white\":\"Ada\",\
             \"black\":\"Bob\",\"white_elo\":null,\"black_elo\":null,\"event\":\"Café\",\"site\":null,\"date\":\"2019.05.03\",\
             \"round\":null,\"result\":\"1-0\",\"eco\":null,\"ply\":7,\"move\":\"4. Qxf7#\",\
             \"fen\":\"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\",\"variation\":false,\
             \"broken\":false}\n",
            "1 broken game was searched as far as its moves read.\n",
        ),
    );
    check(
        &["games.pgn", "--player", "Cyd", "--output-format", "csv"],
        &printed(
            0,
            "file,line,column,game,start,end,white,black,white_elo,black_elo,event,site,date,round,result,eco,ply,move,fen,\
             variation,broken\n\
             games.pgn,9,1,2,125,232,\"Cyd, E\",Ada,,,Club,,,,1/2-1/2,,,,,,\n",
            "",
        ),
    );
    check(&["games.pgn", "--player", "Eve", "--output-format", "json"], &printed(1, "[]\n", ""));
    check(
        &["games.pgn", "--where", "mate", "--output-format", "epd", "--quiet"],
        &printed(
            0,
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - fmvn 4; hmvc 0; id \"Ada – Bob, Café, 2019.05.03\";\n",
            "",
        ),
    );
}

#[test]
fn games_are_copied_byte_for_byte() {
    let folder = folder();
    for name in ["games.pgn", "latin1.pgn"] {
        let output = run(folder.path(), &["search", name, "--output-format", "pgn"]);
        assert_eq!(output.stdout, [&std::fs::read(folder.path().join(name)).unwrap()[..], b"\n"].concat(), "{name}");
    }
    let output = run(folder.path(), &["search", "utf16.pgn", "--output-format", "pgn"]);
    let expected: Vec<u8> = format!("{GAMES}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(output.stdout.ends_with(&expected));
    let output =
        run_with(GAMES.as_bytes(), folder.path(), &["search", "-", "--player", "Cyd", "--output-format", "pgn"]);
    assert_eq!(output.stdout, [&GAMES.as_bytes()[125..], b"\n"].concat());
}

#[test]
fn next_moves_are_counted_with_their_results() {
    check(
        &["games.pgn", "--next", "--output-format", "csv"],
        &printed(
            0,
            "move,games,share,white,draws,black,score\nd4,1,0.5000,0,1,0,0.5000\ne4,1,0.5000,1,0,0,1.0000\n",
            "",
        ),
    );
    check(
        &["games.pgn", "--where", "move e4", "--manoeuvres", "2", "--quiet"],
        &printed(
            0,
            "move        games   share   white   draws   black   score\n\
             ...Nc6          1  100.0%       1       0       0  100.0%\n\
             ...e5           1  100.0%       1       0       0  100.0%\n\
             Bc4             1  100.0%       1       0       0  100.0%\n\
             Qh5             1  100.0%       1       0       0  100.0%\n",
            "",
        ),
    );
}

#[test]
fn wrong_usage_is_said_before_any_file_is_read() {
    check(
        &["missing.pgn", "--where", "whit = x"],
        &printed(
            2,
            "",
            "error: whit is not a known search term\n --> --where:1:1\n  |\n1 | whit = x\n  | ^^^^\n  |\n  = help: did you mean white?\n",
        ),
    );
    check(
        &["missing.pgn", "--fen", "8/8 w"],
        &printed(
            2,
            "",
            "error: 2 ranks where a board has 8\n --> --fen:1:1\n  |\n1 | 8/8 w\n  | ^^^\n  |\n  = help: for a part of a board write board \"...\", where digits are squares of anything\n",
        ),
    );
    check(
        &["suite.epd"],
        &printed(
            2,
            "",
            "error: suite.epd: this file has records, not games; `scoresheet convert --to pgn` writes them as games\n",
        ),
    );
    check(
        &["games.pgn", "--where", "not check", "--count"],
        &printed(
            0,
            "2\n",
            "note: not is about one position, and nearly every game has one; never is about all positions of a game\n",
        ),
    );
    check(
        &["games.pgn", "--where", "Q = 10", "--count"],
        &printed(1, "0\n", "note: Q = 10 holds in no position of ordinary chess\n"),
    );
    check(
        &["missing.pgn", "--player", ""],
        &printed(
            2,
            "",
            "error: a value is required for '--player <NAME>' but none was supplied\n\nFor more information, try '--help'.\n",
        ),
    );
    check(
        &["games.pgn", "--where", "mate", "--cache-dir", "games.pgn"],
        &printed(
            2,
            "",
            "error: invalid value 'games.pgn' for '--cache-dir <FOLDER>': this is not a folder\n\nFor more information, try '--help'.\n",
        ),
    );
    check(&["missing.pgn"], &printed(2, "", "error: missing.pgn: no such file\n"));
    check(
        &["white = Tal", "latin2.pgn"],
        &printed(
            2,
            "",
            "error: latin2.pgn: no such file\nerror: white = Tal: no such file\nhelp: white = Tal is a query: write --where before it\n",
        ),
    );
    check(
        &["white = \"T*\""],
        &printed(
            2,
            "",
            "error: white = \"T*\": no file matches\nhelp: white = \"T*\" is a query: write --where before it\n",
        ),
    );
    check(
        &["games.pgn", "--player", "Ada", "--output-format", "epd"],
        &printed(
            2,
            "",
            "error: --output-format epd prints the positions that were found, but the query is about no position\n",
        ),
    );
    check(
        &["games.pgn", "--next", "--output-format", "pgn"],
        &printed(2, "", "error: --next and --manoeuvres are printed as text, json, jsonl or csv\n"),
    );
}

#[test]
fn several_queries_must_all_hold() {
    let count = |queries: &[&str]| {
        let queries = queries.iter().flat_map(|query| ["--where", *query]);
        let arguments: Vec<&str> = ["search", "games.pgn", "--quiet", "--count"].into_iter().chain(queries).collect();
        transcript(&run(folder().path(), &arguments))
    };
    let found = |count: u32| printed(i32::from(count == 0), &format!("{count}\n"), "");
    assert_eq!(count(&["mate"]), found(1));
    assert_eq!(count(&["mate", "player = Ada"]), found(1));
    assert_eq!(count(&["mate or player = Zoe", "player = Zoe"]), found(0));
    let misread = count(&["mate", "matee"]);
    assert!(misread.contains("1 | matee\n"), "{misread}");
}

#[test]
fn archives_and_pipes_are_read_like_files() {
    let folder = folder();
    let output = run_with(GAMES.as_bytes(), folder.path(), &["search", "-", "--where", "mate", "--quiet"]);
    assert_eq!(transcript(&output), printed(0, "<stdin>:7: Ada – Bob, Café, 2019.05.03, 1-0, ply 7 4. Qxf7#\n", ""));
    let gz = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, GAMES.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    std::fs::write(folder.path().join("games.pgn.gz"), gz).unwrap();
    let output = run(folder.path(), &["search", "games.pgn.gz", "--where", "mate", "--quiet"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("games.pgn.gz:7: Ada"));
    let gz = std::fs::read(folder.path().join("games.pgn.gz")).unwrap();
    for command in ["search", "check", "table"] {
        let output = run_with(&gz, folder.path(), &[command, "-"]);
        let advice = "this is compressed with gzip: name the file with .gz, or pipe it through gzip -dc";
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: <stdin>: {advice}\n"), "{command}");
    }
}

/// The first block is UTF-8 by its look, the last one is not: reading starts anew, and nothing is printed twice.
#[test]
fn nothing_is_found_twice() {
    let game = |name: &[u8]| [b"[Event \"", name, b"\"]\n[White \"Ada\"]\n\n1. e4 *\n\n"].concat();
    let mut bytes = game("É".as_bytes()).repeat(40_000);
    bytes.extend(game(b"caf\xE9 \xFC\xE4\xF6").repeat(10_000));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mixed.pgn"), &bytes).unwrap();
    let output = run(folder.path(), &["search", "mixed.pgn", "--player", "Ada", "--output-format", "locations"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<usize> = text.lines().map(|line| line.split(':').nth(1).unwrap().parse().unwrap()).collect();
    let expected: Vec<usize> = (0..50_000).map(|game| 5 * game + 1).collect();
    assert!(lines == expected, "{} games", lines.len());
}
