//! A cache changes nothing of what `search` prints, and a search that ends early leaves none.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::output::{Exit, StandardInput, Streams};
use crate::cli::testing::{RULES, samples};

/// Games in which columns, lines, the reading, the start or the end is unusual.
const ODD_GAMES: &str = "[Event \"Café\"]\n[White \"Réti, R\"]\n[Black \"Ada\"]\n[Result \"1-0\"]\n[ECO \"B90\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    1. d4 é d5 1/2-1/2 1. e4 {ein Zug} c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 $1 * 1. d4 Nf6 2. c4 e6 0-1\n\n\
    [White \"Réti, R\"]\n[FEN \"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 2. Qa7+ Ke6 3. Qb6+ Kd5 *\n\n\
    [Variant \"Chess960\"]\n[FEN \"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n\n\
    [White \"Bro\"]\n\n1. e4 e5 2. Ke5 Nc6 3. Bb5 a6 1-0\n\n[FEN \"8/8/8/8\"]\n\n1. e4 *\n\n\
    1. e4 -- 2. d4 -- 3. Nf3 *\n\n[White \"Open\n[Black \"}{\"]\n\n1. e4 {never closed\n\n1. d4 *\n\n";

const QUERIES: [&str; 13] = [
    "ever check",
    "never check",
    "mate",
    "material KQPvKPPPPPPPP or material KQvKP",
    "line \"1. e4 c5 2. * d6\"",
    "fen \"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\"",
    "move d5",
    "move Nc6 in variations",
    "player = \"Réti*\"",
    "plies > 4",
    "has comments or comment ~ \"Zug\"",
    "eco = B90",
    "broken",
];

const OUTPUTS: [&str; 11] = [
    "--output-format=text",
    "--output-format=json",
    "--output-format=jsonl",
    "--output-format=csv",
    "--output-format=pgn",
    "--output-format=locations",
    "--count",
    "--files-with-matches",
    "--next",
    "--limit=2",
    "--count --limit=2",
];

/// A folder with a file of games and a folder for caches.
struct Case {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl Case {
    fn new(name: &'static str, bytes: &[u8]) -> Case {
        let case = Case { folder: tempfile::tempdir().unwrap(), name };
        fs::write(case.path(), bytes).unwrap();
        case
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    fn cache_folder(&self) -> PathBuf {
        self.folder.path().join("caches")
    }

    fn caches(&self) -> usize {
        fs::read_dir(self.cache_folder()).map_or(0, Iterator::count)
    }

    /// Runs a command on the file, and prints to `out`. Returns standard error, too.
    fn run_to(&self, command: &[&str], cached: bool, out: &mut (dyn Write + Send)) -> (io::Result<Exit>, String) {
        let cache = format!("--cache-dir={}", self.cache_folder().display());
        let (path, cache) = (self.path(), if cached { &cache } else { "--no-cache" });
        let words = ["scoresheet", command[0], path.to_str().unwrap(), cache];
        let words = words.iter().chain(&command[1..]).map(|word| (*word).into());
        let arguments = crate::cli::parse(words).unwrap();
        let (mut errors, mut stdin) = (Vec::new(), [].as_slice());
        let mut streams = Streams {
            stdin: StandardInput::new(&mut stdin),
            stdout: out,
            stderr: &mut errors,
            stdout_is_terminal: false,
            stderr_is_terminal: false,
            width: 100,
        };
        let exit = crate::cli::run(&arguments, RULES, &mut streams);
        (exit, String::from_utf8(errors).unwrap())
    }

    fn run(&self, command: &[&str], cached: bool) -> (Exit, Vec<u8>, String) {
        let mut out = Vec::new();
        let (exit, errors) = self.run_to(command, cached, &mut out);
        (exit.unwrap(), out, errors)
    }

    /// Compares a search without a cache, with none yet and with one.
    #[track_caller]
    fn check(&self, query: &str, output: &str) {
        let command: Vec<&str> = ["search", "--where", query].into_iter().chain(output.split(' ')).collect();
        let expected = self.run(&command, false);
        let _ = fs::remove_dir_all(self.cache_folder());
        let shown = |(exit, out, errors): (Exit, Vec<u8>, String)| {
            format!("{exit:?}\n{}\n{errors}", String::from_utf8_lossy(&out))
        };
        let expected = shown(expected);
        assert_same(&shown(self.run(&command, true)), &expected, &format!("{query} {output} without a cache yet"));
        self.run(&["tree"], true);
        assert_same(&shown(self.run(&command, true)), &expected, &format!("{query} {output} with a cache"));
    }
}

#[track_caller]
fn assert_same(found: &str, expected: &str, what: &str) {
    assert!(found == expected, "{what}:\n{found}\n----- expected:\n{expected}");
}

fn in_latin1(text: &str) -> Vec<u8> {
    crate::text_file::encode_latin1(text).unwrap()
}

#[test]
fn a_cache_changes_nothing_of_what_is_printed() {
    let case = Case::new("games.pgn", ODD_GAMES.repeat(12).as_bytes());
    for query in QUERIES {
        for output in OUTPUTS {
            case.check(query, output);
        }
    }
}

#[test]
fn nor_in_other_encodings_and_archives() {
    let text = ODD_GAMES.repeat(8);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let utf16: Vec<u8> = format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let forms: [(&str, Vec<u8>); 5] = [
        ("games.pgn", in_latin1(&text)),
        ("games.pgn", utf16),
        ("games.pgn", text.replace('\n', "\r\n").into_bytes()),
        ("games.pgn", [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
        ("games.pgn.gz", gzip.finish().unwrap()),
    ];
    for (name, bytes) in forms {
        let case = Case::new(name, &bytes);
        for query in ["ever check", "player = \"Réti*\"", "move d5", "has comments"] {
            for output in ["--output-format=csv", "--output-format=pgn", "--count"] {
                case.check(query, output);
            }
        }
    }
}

#[test]
fn nor_of_any_sample() {
    for (index, (_, bytes)) in samples::edge_cases().into_iter().enumerate() {
        // Long enough to be kept.
        let case = Case::new("games.pgn", &bytes.repeat(1000 / bytes.len().max(1) + 2));
        case.check(["ever check", "move Nf3", "plies > 2"][index % 3], "--output-format=csv");
    }
}

#[test]
fn a_search_that_ends_early_leaves_no_cache() {
    let case = Case::new("games.pgn", ODD_GAMES.repeat(40).as_bytes());
    for output in ["--limit=1", "--files-with-matches"] {
        let (exit, out, _) = case.run(&["search", "--where", "ever check", output], true);
        assert_eq!((exit, case.caches()), (Exit::Clean, 0), "{output}");
        assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 1, "{output}");
    }
    case.run(&["search", "--where", "player = Ada"], true);
    assert_eq!(case.caches(), 0, "tags are searched faster than a cache is made");
    case.run(&["search", "--where", "ever check"], true);
    assert_eq!(case.caches(), 1);
}

/// Calls something at the first write of a game, and then fails or not.
struct Disturbing<'a> {
    written: Vec<u8>,
    disturb: Option<&'a (dyn Fn() -> io::Result<()> + Sync)>,
}

impl Write for Disturbing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty()
            && let Some(disturb) = self.disturb.take()
        {
            disturb()?;
        }
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn append(path: &Path) -> io::Result<()> {
    fs::File::options().append(true).open(path)?.write_all(b"1. e4 *\n")
}

#[test]
fn a_file_that_changes_while_it_is_searched_is_an_error_after_what_was_found() {
    for is_cached in [false, true] {
        let case = Case::new("games.pgn", ODD_GAMES.repeat(40).as_bytes());
        if is_cached {
            case.run(&["tree"], true);
        }
        let path = case.path();
        let change = || append(&path);
        let mut out = Disturbing { written: Vec::new(), disturb: Some(&change) };
        let (exit, errors) = case.run_to(&["search", "--where", "ever check"], true, &mut out);
        assert_eq!(exit.unwrap(), Exit::Trouble);
        assert!(errors.contains("changed while it was read"), "{errors}");
        assert!(out.written.starts_with(path.to_str().unwrap().as_bytes()));
        assert_eq!(case.caches(), usize::from(is_cached));
    }
}

#[test]
fn an_error_of_writing_ends_the_search() {
    for is_cached in [false, true] {
        let case = Case::new("games.pgn", ODD_GAMES.repeat(40).as_bytes());
        if is_cached {
            case.run(&["tree"], true);
        }
        let fail = || Err(io::ErrorKind::StorageFull.into());
        let mut out = Disturbing { written: Vec::new(), disturb: Some(&fail) };
        let (exit, _) = case.run_to(&["search", "--where", "ever check"], true, &mut out);
        assert_eq!(exit.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(out.written.is_empty());
        assert_eq!(case.caches(), usize::from(is_cached));
    }
}
