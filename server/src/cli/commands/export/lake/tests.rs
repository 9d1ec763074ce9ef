//! The command from arguments to files, with small limits: blocks, runs and shards are many.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scoresheet_lint::rules::RULES;

use super::*;
use crate::cli::output::StandardInput;

/// A row as texts, by column.
type Row = BTreeMap<String, String>;

/// Runs a command line in which words with an `@` name files of a folder. Returns the exit and both outputs.
fn run_in(folder: &Path, command_line: &str) -> (Exit, Vec<u8>, String) {
    let words = command_line.split_whitespace().map(|word| match word.strip_prefix('@') {
        Some(name) => folder.join(name).into_os_string(),
        None => word.into(),
    });
    let arguments = crate::cli::parse(std::iter::once("scoresheet".into()).chain(words)).unwrap();
    let (mut stdout, mut stderr, mut stdin) = (Vec::new(), Vec::new(), &[][..]);
    let mut streams = Streams {
        stdin: StandardInput::new(&mut stdin),
        stdout: &mut stdout,
        stderr: &mut stderr,
        stdout_is_terminal: false,
        stderr_is_terminal: false,
        width: 100,
    };
    let exit = crate::cli::run(&arguments, RULES, &mut streams).unwrap();
    (exit, stdout, String::from_utf8(stderr).unwrap().replace(&format!("{}/", folder.display()), ""))
}

/// Exports to a folder, and returns its path.
#[track_caller]
fn export(folder: &Path, lake: &str, options: &str) -> PathBuf {
    let (exit, _, stderr) = run_in(folder, &format!("export --isolated --to parquet -o @{lake} {options}"));
    assert_eq!(exit, Exit::Clean, "{stderr}");
    folder.join(lake)
}

/// The paths of the Parquet files of a table, below its folder.
fn files(lake: &Path, table: &str) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![lake.join(table)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    let below = |path: &PathBuf| path.strip_prefix(lake.join(table)).unwrap().to_string_lossy().replace('\\', "/");
    let mut names: Vec<String> = found.iter().map(below).collect();
    names.sort();
    names
}

/// The rows of a table in the order of its files.
fn rows(lake: &Path, table: &str) -> Vec<Row> {
    let of_file = |name: &String| {
        let file = File::open(lake.join(table).join(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        reader.flat_map(|batch| rows_of(&batch.unwrap())).collect::<Vec<_>>()
    };
    files(lake, table).iter().flat_map(of_file).collect()
}

fn rows_of(batch: &RecordBatch) -> Vec<Row> {
    let schema = batch.schema();
    let row = |index: usize| {
        let cell = |(field, column): (&std::sync::Arc<arrow_schema::Field>, &arrow_array::ArrayRef)| {
            (field.name().clone(), cell(column, index))
        };
        schema.fields().iter().zip(batch.columns()).map(cell).collect()
    };
    (0..batch.num_rows()).map(row).collect()
}

fn cell(column: &arrow_array::ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return "-".to_owned();
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Date32 => column.as_primitive::<Date32Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Binary => format!("{:?}", column.as_binary::<i32>().value(row)),
        DataType::Map(..) => {
            let pairs = column.as_map().value(row);
            let text = |index: usize, row: usize| pairs.column(index).as_string::<i32>().value(row).to_owned();
            (0..pairs.len()).map(|pair| format!("{}={};", text(0, pair), text(1, pair))).collect()
        }
        other => panic!("no column is of the type {other}"),
    }
}

fn get<'r>(row: &'r Row, columns: &[&str]) -> Vec<&'r str> {
    columns.iter().map(|column| row[*column].as_str()).collect()
}

/// Games of all kinds, some of them broken, some longer than a block.
fn games(count: usize) -> String {
    let lines = [
        "1. e4 {[%clk 0:03:00] [%eval 0.25,18]} e5 {[%eval 0.3] [%clk 0:02:58] fine} 2. Nf3 $1 $14 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Ke3 e5",
        "1. e4 e5 (1... c5 2. Nf3) 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7# {[%eval #1]}",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unclosed",
    ];
    let mut text = String::new();
    for number in 0..count {
        let result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4];
        let long = if number % 17 == 5 { format!("{{{}}} ", "a long story ".repeat(230)) } else { String::new() };
        text += &format!(
            "[Event \"Café {}\"]\n[Site \"?\"]\n[Date \"{}.0{}.??\"]\n[Round \"{number}\"]\n[White \"W{}\"]\n[Black \"B\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"{}\"]\n[Annotator \"A {}\"]\n\n{long}{} {result}\n\n",
            number % 3,
            1990 + number % 5,
            number % 9 + 1,
            number % 7,
            if number % 6 == 0 { 0 } else { 2000 + number },
            number % 2,
            lines[number % lines.len()],
        );
    }
    text
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

const TABLES: [&str; 5] = ["games", "tree", "positions", "moves", "findings"];

#[test]
fn games_are_rows() {
    let text = "[Event \"E\"]\n[Site \"-\"]\n[Date \"2019.05.03\"]\n[White \"Réti\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n[Mode \"OTB\"]\n\n\
                1. e4 e5 2. Ke3 1-0\n\n[White \"x\"]\n[Date \"1998.??.??\"]\n[ECO \"A00\"]\n[FEN \"8/8/8/8/8/k7/7p/K7 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... h1=Q# 0-1\n";
    let folder = folder_with(&[("a.pgn", text)]);
    let lake = export(folder.path(), "lake", "@a.pgn --moves --findings");
    let games = rows(&lake, "games");
    assert_eq!(games.len(), 2);
    let columns =
        ["event", "site", "date", "day", "year", "month", "white", "black", "white_elo", "black_elo", "result"];
    assert_eq!(
        get(&games[0], &columns),
        ["E", "-", "2019.05.03", "18019", "2019", "5", "Réti", "-", "2700", "-", "1-0"]
    );
    assert_eq!(get(&games[1], &columns), ["-", "-", "1998.??.??", "-", "1998", "-", "x", "-", "-", "-", "0-1"]);
    let columns = ["eco", "plies", "moves", "material", "is_broken", "errors", "tags", "line", "game"];
    let e4_e5 = format!("{:?}", [0x0C, 0x07, 0x34, 0x09]);
    assert_eq!(
        get(&games[0], &columns),
        ["C20", "2", &e4_e5, "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP", "true", "1", "Mode=OTB;", "1", "1"]
    );
    assert_eq!(get(&games[1], &columns), ["A00", "1", "[207, 81]", "KvKQ", "false", "0", "SetUp=1;", "11", "2"]);
    assert_eq!(games[1]["byte_offset"], text.find("[White \"x").unwrap().to_string());
    let findings = rows(&lake, "findings");
    let illegal: Vec<&Row> = findings.iter().filter(|row| row["rule"] == "illegal-move").collect();
    assert_eq!(get(illegal[0], &["level", "game", "line", "col", "byte_offset"]), ["error", "1", "9", "13", "0"]);
}

#[test]
fn moves_have_what_is_written_of_them() {
    let folder = folder_with(&[("a.pgn", &games(5))]);
    let lake = export(folder.path(), "lake", "@a.pgn --table moves");
    assert_eq!(files(&lake, "games"), [""; 0]);
    let moves = rows(&lake, "moves");
    let columns = ["ply", "san", "uci", "clock", "eval", "mate", "depth", "nags", "comment"];
    assert_eq!(get(&moves[0], &columns), ["1", "e4", "e2e4", "180", "0.25", "-", "18", "-", "-"]);
    assert_eq!(get(&moves[1], &columns), ["2", "e5", "e7e5", "178", "0.3", "-", "-", "-", "fine"]);
    assert_eq!(get(&moves[2], &columns), ["3", "Nf3", "g1f3", "-", "-", "-", "-", "$1 $14", "-"]);
    let last = moves.last().unwrap();
    assert_eq!(get(last, &columns), ["7", "Qxf7#", "h5f7", "-", "-", "1", "-", "-", "-"]);
    let castling = moves.iter().find(|row| row["san"] == "O-O").unwrap();
    assert_eq!(castling["uci"], "e1g1");
    // Black may move first.
    let folder = folder_with(&[(
        "b.pgn",
        "[White \" Tal \"]\n[FEN \"8/8/8/8/8/8/8/K1k5 b - - 0 41\"]\n\n41... Kc2 42. Ka2 *\n",
    )]);
    let lake = export(folder.path(), "lake", "@b.pgn --table moves --table games");
    let movers: Vec<Row> = rows(&lake, "moves");
    let movers: Vec<Vec<&str>> = movers.iter().map(|row| get(row, &["ply", "mover", "san"])).collect();
    assert_eq!(movers, [["1", "black", "Kc2"], ["2", "white", "Ka2"]]);
    assert_eq!(rows(&lake, "games")[0]["white"], "Tal");
}

#[test]
fn the_tree_counts_what_the_positions_are() {
    let folder = folder_with(&[("a.pgn", &(games(120) + "[Event \"rare\"]\n\n1. a4 h5 2. b4 g5 *\n"))]);
    let lake = export(folder.path(), "lake", "@a.pgn --positions --min-games 1");
    let (games, positions) = (rows(&lake, "games"), rows(&lake, "positions"));
    let result: BTreeMap<&str, &str> = games.iter().map(|row| (row["game"].as_str(), row["result"].as_str())).collect();
    // A game counts once for a position, with what it played there first.
    let mut expected: BTreeMap<(i64, i32), [u64; 4]> = BTreeMap::new();
    let mut seen = std::collections::HashSet::new();
    for row in &positions {
        if seen.insert((row["hash"].clone(), row["game"].clone())) && row["move"] != "-" {
            let key = (row["hash"].parse().unwrap(), row["move"].parse().unwrap());
            let counts = expected.entry(key).or_default();
            counts[0] += 1;
            if let Some(place) =
                ["1-0", "1/2-1/2", "0-1"].iter().position(|other| *other == result[row["game"].as_str()])
            {
                counts[place + 1] += 1;
            }
        }
    }
    let tree = rows(&lake, "tree");
    let counted = |row: &Row| ["games", "white", "draws", "black"].map(|column| row[column].parse::<u64>().unwrap());
    let key = |row: &Row| (row["hash"].parse::<i64>().unwrap(), row["move"].parse::<i32>().unwrap());
    assert!(tree.is_sorted_by_key(key));
    assert_eq!(tree.iter().map(|row| (key(row), counted(row))).collect::<BTreeMap<_, _>>(), expected);
    // The default leaves out what one game reaches.
    let common = export(folder.path(), "common", "@a.pgn");
    let of_hash =
        |hash: i64| expected.iter().filter(|((other, _), _)| *other == hash).map(|(_, counts)| counts[0]).sum::<u64>();
    let kept: Vec<_> = tree.iter().filter(|row| of_hash(key(row).0) >= 2).cloned().collect();
    assert!(kept.len() < tree.len());
    assert_eq!(rows(&common, "tree"), kept);
}

#[test]
fn the_tree_is_that_of_the_command_tree() {
    let folder = folder_with(&[("a.pgn", &games(60)), ("b.pgn", &games(7))]);
    let lake = export(folder.path(), "lake", "@a.pgn @b.pgn --min-games 1");
    let tree = rows(&lake, "tree");
    let (_, json, _) = run_in(folder.path(), "tree @a.pgn @b.pgn --no-cache --depth 6 --output-format json");
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let mut compared = 0;
    for node in json["nodes"].as_array().unwrap() {
        let (fen, hash) = (&node["fen"], node["hash"].to_string());
        for played in node["moves"].as_array().unwrap() {
            let row =
                tree.iter().find(|row| row["hash"] == hash && row["uci"] == played["uci"].as_str().unwrap()).unwrap();
            for column in ["games", "white", "draws", "black"] {
                assert_eq!(row[column], played[column].to_string(), "{fen} {played}");
            }
            let (sum, count): (u64, u64) = (row["elo_sum"].parse().unwrap(), row["elo_games"].parse().unwrap());
            assert_eq!(sum.checked_div(count), played["elo"].as_u64());
            let year = row["last_date"].parse::<u64>().ok().map(|date| date / 10_000);
            assert_eq!(year, played["last_year"].as_u64());
            compared += 1;
        }
    }
    assert!(compared > 20);
}

#[test]
fn shards_together_are_one_run() {
    let zst = zstd::encode_all(games(90).as_bytes(), 1).unwrap();
    let folder = folder_with(&[("a.pgn", &games(100)), ("b.pgn", &games(3)), ("c.pgn", "")]);
    fs::write(folder.path().join("d.pgn.zst"), zst).unwrap();
    let files_and_tables = "@a.pgn @b.pgn @c.pgn @d.pgn.zst --positions --moves --findings";
    let one = export(folder.path(), "one", &format!("{files_and_tables} --min-games 1"));
    let sorted = |lake: &Path, table: &str| {
        let mut rows = rows(lake, table);
        rows.sort();
        rows
    };
    for of in [1, 3, 8] {
        let lake = format!("of-{of}");
        for number in 1..=of {
            export(folder.path(), &lake, &format!("{files_and_tables} --shard {number}/{of}"));
        }
        let lake = folder.path().join(lake);
        for table in TABLES.into_iter().filter(|table| *table != "tree") {
            assert_eq!(sorted(&lake, table), sorted(&one, table), "{table} of {of} shards");
        }
        let mut sums: BTreeMap<(i64, i32), Row> = BTreeMap::new();
        for row in rows(&lake, "tree") {
            let key = (row["hash"].parse().unwrap(), row["move"].parse().unwrap());
            match sums.entry(key) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(row);
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => add(entry.get_mut(), &row),
            }
        }
        assert_eq!(sums.into_values().collect::<Vec<_>>(), rows(&one, "tree"), "tree of {of} shards");
    }
}

/// Merges rows of the tree as the query of the documentation does.
fn add(sum: &mut Row, other: &Row) {
    let number = |row: &Row, column: &str| row[column].parse::<i64>().unwrap_or(0);
    for column in ["games", "white", "draws", "black", "elo_sum", "elo_games"] {
        let value = number(sum, column) + number(other, column);
        sum.insert(column.to_owned(), value.to_string());
    }
    if number(other, "last_date") > number(sum, "last_date") {
        sum.insert("last_date".to_owned(), other["last_date"].clone());
    }
    let place = |row: &Row| (row["file"].clone(), number(row, "game"));
    if place(other) < place(sum) {
        ["file", "game"].iter().for_each(|column| drop(sum.insert((*column).to_owned(), other[*column].clone())));
    }
}

#[test]
fn nothing_is_visible_unless_all_is_whole() {
    let folder = folder_with(&[("a.pgn", &games(40))]);
    fs::write(folder.path().join("cut.pgn.gz"), b"\x1F\x8B\x08\0\0\0\0\0").unwrap();
    let (exit, _, stderr) = run_in(folder.path(), "export --to parquet -o @lake @a.pgn @cut.pgn.gz");
    assert_eq!(exit, Exit::Trouble, "{stderr}");
    assert!(stderr.ends_with("\nerror: lake: nothing was exported, as not all could be read\n"), "{stderr}");
    let (exit, _, stderr) = run_in(folder.path(), "export --to parquet -o @lake @a.pgn @missing*.pgn");
    assert_eq!((exit, stderr.lines().count()), (Exit::Trouble, 2), "{stderr}");
    assert!(TABLES.iter().all(|table| files(&folder.path().join("lake"), table).is_empty()));
    assert!(!folder.path().join("lake").exists());
    // What a killed run leaves is removed by the next one.
    let lake = folder.path().join("lake");
    for name in
        ["games/part-1-of-1-0007.parquet", "games/by_year=1/part-1-of-1-0001.parquet", "_unfinished-part-1-of-1/x"]
    {
        fs::create_dir_all(lake.join(name).parent().unwrap()).unwrap();
        fs::write(lake.join(name), "half").unwrap();
    }
    fs::write(lake.join("games/part-1-of-10-0000.parquet"), "another's").unwrap();
    export(folder.path(), "lake", "@a.pgn");
    assert_eq!(files(&lake, "games"), ["part-1-of-1-0000.parquet", "part-1-of-10-0000.parquet"]);
    assert!(lake.join("_part-1-of-1.json").is_file() && !lake.join("_unfinished-part-1-of-1").exists());
    let again = "export --to parquet -o @lake @a.pgn";
    assert_eq!(
        run_in(folder.path(), again),
        (Exit::Trouble, Vec::new(), "error: lake: this was exported already; --force replaces it\n".to_owned())
    );
    assert_eq!(run_in(folder.path(), &format!("{again} --force")).0, Exit::Clean);
    // What there is stays until there is something else.
    fs::remove_file(lake.join("games/part-1-of-10-0000.parquet")).unwrap();
    let before = rows(&lake, "games").len();
    assert_eq!(run_in(folder.path(), &format!("{again} @missing.pgn --force")).0, Exit::Trouble);
    assert!(before > 0 && rows(&lake, "games").len() == before && lake.join("_part-1-of-1.json").is_file());
    // The same games in other parts would be there twice.
    for parts in ["--shard 1/2", "--shard 1/2 --force"] {
        let (exit, _, stderr) = run_in(folder.path(), &format!("{again} {parts}"));
        assert!(exit == Exit::Trouble && stderr.contains("this has part 1 of 1 of another export"), "{stderr}");
    }
}

#[test]
fn files_are_read_in_their_encoding() {
    let text = "[White \"Hübner\"]\n\n1. e4 *\n";
    let folder = folder_with(&[("utf-8.pgn", text)]);
    let of_utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    for (name, bytes) in [
        ("utf-16le.pgn", [&b"\xFF\xFE"[..], &of_utf16(u16::to_le_bytes)].concat()),
        ("utf-16be.pgn", of_utf16(u16::to_be_bytes)),
        ("latin1.pgn", text.chars().map(|letter| letter as u8).collect()),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let lake = export(folder.path(), "lake", "@utf-8.pgn @utf-16le.pgn @utf-16be.pgn @latin1.pgn");
    let whites: Vec<String> = rows(&lake, "games").iter().map(|row| row["white"].clone()).collect();
    assert_eq!(whites, ["Hübner"; 4]);
}

#[test]
fn files_without_a_game_are_told() {
    let folder = folder_with(&[("a.pgn", "1. e4 *\n"), ("prose.pgn", "No game at all.\n"), ("empty.pgn", "\n")]);
    let warning = "warning: prose.pgn: it has no game: neither a tag pair nor a move\n";
    for (files, expected, told) in [
        ("@a.pgn @prose.pgn @empty.pgn", Exit::Clean, warning),
        ("@prose.pgn", Exit::Found, warning),
        ("@empty.pgn", Exit::Found, ""),
        ("@a.pgn --player Nobody", Exit::Found, ""),
        ("@a.pgn @prose.pgn --quiet", Exit::Clean, ""),
    ] {
        let (exit, _, stderr) = run_in(folder.path(), &format!("export --isolated {files} --to arrow -o -"));
        assert_eq!((exit, stderr.as_str()), (expected, told), "{files}");
    }
}

#[test]
fn games_are_put_into_folders_by_date() {
    let folder = folder_with(&[("a.pgn", &(games(60) + "[Event \"no date\"]\n\n1. e4 *\n"))]);
    let lake = export(folder.path(), "lake", "@a.pgn --partition-by year");
    let names = files(&lake, "games");
    let folders: Vec<&str> = names.iter().filter_map(|name| name.split('/').next()).collect();
    let expected = ["by_year=1990", "by_year=1991", "by_year=1992", "by_year=1993", "by_year=1994"];
    assert_eq!(folders, [&expected[..], &["by_year=__HIVE_DEFAULT_PARTITION__"]].concat());
    assert_eq!(rows(&lake, "games").len(), rows(&export(folder.path(), "plain", "@a.pgn"), "games").len());
    let lake = export(folder.path(), "monthly", "@a.pgn --partition-by month");
    assert_eq!(files(&lake, "games").len(), 46);
}

#[test]
fn a_stream_has_the_rows_of_the_files() {
    let folder = folder_with(&[("a.pgn", &games(60))]);
    let lake = export(folder.path(), "lake", "@a.pgn --positions --moves --findings --player W3");
    for table in TABLES {
        let command = format!("export --isolated @a.pgn --to arrow -o - --player W3 --table {table}");
        let (exit, bytes, stderr) = run_in(folder.path(), &command);
        assert_eq!((exit, stderr.as_str()), (Exit::Clean, ""));
        let reader = arrow_ipc::reader::StreamReader::try_new(bytes.as_slice(), None).unwrap();
        let streamed: Vec<Row> = reader.flat_map(|batch| rows_of(&batch.unwrap())).collect();
        assert!(!streamed.is_empty());
        assert_eq!(streamed, rows(&lake, table), "{table}");
    }
}

#[test]
fn misuse_is_told() {
    let folder = folder_with(&[("a.pgn", "1. e4 *\n")]);
    for (options, expected) in [
        ("--to arrow -o - --table games --table tree", "a stream of Arrow has one table"),
        ("--to arrow -o @x", "write -o -"),
        ("--to parquet -o -", "write -o FOLDER"),
        ("--to parquet -o @a.pgn", "a.pgn: this is a file; -o names the folder of the tables"),
        ("--to arrow -o - --partition-by year", "goes with --to parquet"),
        ("--to parquet -o @x --shard 1/2 --min-games 2", "after they are merged"),
    ] {
        let (exit, _, stderr) = run_in(folder.path(), &format!("export @a.pgn {options}"));
        assert!(exit == Exit::Trouble && stderr.contains(expected), "{options}: {stderr}");
    }
    let (exit, _, _) = run_in(folder.path(), "export @a.pgn --to parquet -o @lake --player Nobody");
    assert_eq!(exit, Exit::Found);
}

/// The files that the first version of each schema wrote have columns that this version has, too, and their values. `UPDATE=1` writes those of a new version; the old ones stay.
#[test]
fn files_of_older_versions_are_read() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export");
    let of_this_version = fixtures.join(format!("schema-{}", super::schema::VERSION));
    if std::env::var_os("UPDATE").is_some() && !of_this_version.exists() {
        let folder = folder_with(&[("games.pgn", &games(12))]);
        let arguments = "@games.pgn --positions --moves --findings --min-games 1";
        let lake = export(folder.path(), "lake", arguments);
        for table in TABLES {
            fs::create_dir_all(of_this_version.join(table)).unwrap();
            for name in files(&lake, table) {
                fs::copy(lake.join(table).join(&name), of_this_version.join(table).join(&name)).unwrap();
            }
        }
    }
    let mut versions = 0;
    for entry in fs::read_dir(fixtures).unwrap() {
        let lake = entry.unwrap().path();
        for table in TableName::ALL {
            let old = rows(&lake, table.name());
            assert!(!old.is_empty(), "{}: {}", lake.display(), table.name());
            let old: Vec<&String> = old[0].keys().collect();
            let schema = table.schema();
            let lacking = old.iter().find(|name| schema.field_with_name(name).is_err());
            assert_eq!(lacking, None, "a column of {} in {}", table.name(), lake.display());
        }
        versions += 1;
    }
    assert_eq!(versions.to_string(), super::schema::VERSION);
    let games = rows(&of_this_version, "games");
    let columns = ["event", "white", "eco", "plies", "result"];
    assert_eq!(get(&games[0], &columns), ["Café 0", "W0", "C84", "10", "1-0"]);
}
