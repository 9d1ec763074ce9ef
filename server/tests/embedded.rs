//! Chess inside other documents, through the real program: places are those of the document, and no byte outside of a block changes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A document with blocks in a quote, a list, after tabs, with characters of several bytes, and with text that looks like chess but is none.
const NOTES: &str = "\
# Nöte 1. e4 e5 2. Ke3

> é:
>
> ```pgn
> 1.e4 e5 2.Ke3
> ```

- ♘

  ~~~ PGN
  1.  e4 {é} 2. Ke3

  ~~~

1.\t```chess
\tfen:  4k3/8/8/8/8/8/4P3/4K2 w - - 0 1
\t```

```epd
4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke3 ;
```

```
1.e4 e5 2.Ke3
```

```pgn
[White \"é\"]
1.e4   c5
```
";

/// What is found in it.
const FINDINGS: &str = "\
notes.md:6:13: error[illegal-move] Ke3 cannot be played: the king on e1 cannot reach e3
notes.md:12:17: error[illegal-move] Ke3 cannot be played: the king on e8 cannot reach e3
notes.md:17:26: error[invalid-position] Rank 1 has 7 squares instead of 8
notes.md:21:32: error[illegal-move] Ke3 cannot be played: the king on e1 cannot reach e3
Found 4 errors (2 fixable with --fix --unsafe-fixes).
";

/// A folder with a document of this text, as it is and with line ends of two characters.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.md"), text).unwrap();
    fs::write(folder.path().join("crlf.md"), text.replace('\n', "\r\n")).unwrap();
    folder
}

/// The texts of both documents after a command; they must be equal but for their line ends.
#[track_caller]
fn after(text: &str, arguments: &[&str], code: i32) -> String {
    let folder = folder(text);
    let output = program::run(folder.path(), &[arguments, &["notes.md", "crlf.md"]].concat());
    assert_eq!(output.status.code(), Some(code), "{}", program::transcript(&output));
    let [after, crlf] = ["notes.md", "crlf.md"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert_eq!(crlf, after.replace('\n', "\r\n"));
    after
}

#[test]
fn places_are_those_of_the_document() {
    let folder = folder(NOTES);
    let found = |name: &str| {
        let output = program::run(folder.path(), &["check", name]);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap().replace(name, "notes.md")
    };
    assert_eq!(found("notes.md"), FINDINGS);
    assert_eq!(found("crlf.md"), FINDINGS);
    let json = program::run(folder.path(), &["check", "--output-format", "json", "crlf.md"]);
    let found: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let bytes = fs::read(folder.path().join("crlf.md")).unwrap();
    let marked = |place: &serde_json::Value| {
        let place = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap();
        String::from_utf8_lossy(&bytes[place("start")..place("end")]).into_owned()
    };
    let all: Vec<String> = found.as_array().unwrap().iter().map(marked).collect();
    assert_eq!(all, ["Ke3", "Ke3", "4K2", "Ke3"]);
    assert_eq!(marked(&found[0]["fixes"][0]["edits"][0]), "Ke3");
}

#[test]
fn formatting_changes_blocks_that_read_cleanly() {
    let expected = NOTES.replace("1.e4   c5", "\n1. e4 c5");
    assert_eq!(after(NOTES, &["format", "--quiet"], 1), expected);
    let output = program::run(folder(NOTES).path(), &["format", "--check", "notes.md"]);
    insta::assert_snapshot!(program::transcript(&output));
    let output = program::run(folder(NOTES).path(), &["format", "--diff", "--quiet", "notes.md"]);
    insta::assert_snapshot!(program::transcript(&output));
}

#[test]
fn fixes_are_of_the_document() {
    let fixed = |text: &str| text.replacen("2.Ke3\n> ", "2.Ke2\n> ", 1).replace("1. e4 {é} 2. Ke3", "1. e4 {é} 2. Ke2");
    let after = after(NOTES, &["check", "--fix", "--unsafe-fixes", "--quiet"], 1);
    let changed = NOTES.lines().zip(after.lines()).filter(|(old, new)| old != new);
    let changed: Vec<(&str, &str)> = changed.collect();
    assert!(changed.iter().all(|(old, _)| old.contains("Ke3")), "{changed:#?}");
    assert!(!changed.is_empty() && fixed(NOTES).lines().count() == after.lines().count());
    let long = "> ```pgn\n> 1. e4 e5 2. Bc4 Nf6 3.   O-O-O\n> ```\n\n1. O-0\n\n```pgn\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0\n```\n";
    let written = long.replace("0-0", "O-O");
    assert_eq!(self::after(long, &["check", "--fix", "--quiet"], 1), written);
}

#[test]
fn documents_are_read_where_they_are_wanted() {
    let folder = folder("```pgn\n1.e4\n```\n");
    fs::write(folder.path().join("a.pgn"), "[Event \"a\"]\n\n1. e4 *\n").unwrap();
    let listed = |arguments: &[&str]| {
        let output = program::run(folder.path(), &[&["check", "--show-files"], arguments].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(listed(&["."]), "a.pgn\n");
    assert_eq!(listed(&["--embedded"]), "a.pgn\ncrlf.md\nnotes.md\n");
    assert_eq!(listed(&["notes.md"]), "notes.md\n");
    assert_eq!(listed(&["*.md"]), "crlf.md\nnotes.md\n");
    let formatted = |arguments: &[&str]| {
        let output = program::run_with(b"```pgn\n1.e4\n```\n", folder.path(), &[&["format", "-"], arguments].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(formatted(&["--stdin-filename", "x.md"]), "```pgn\n1. e4\n```\n");
    let code = |arguments: &[&str]| program::run(folder.path(), arguments).status.code();
    assert_eq!(code(&["check", "--language", "pgn", "notes.md"]), Some(1), "the language is requested");
}

#[test]
fn findings_are_known_again_after_an_edit_around_the_block() {
    let folder = folder(NOTES);
    let check = |arguments: &[&str]| {
        let baseline = ["check", "notes.md", "--baseline", "known.json"];
        program::run(folder.path(), &[baseline.as_slice(), arguments].concat()).status.code()
    };
    check(&["--write-baseline"]);
    fs::write(folder.path().join("notes.md"), format!("More.\n\n```pgn\n1. d4\n```\n\n{NOTES}")).unwrap();
    assert_eq!(check(&[]), Some(0));
    fs::write(folder.path().join("notes.md"), format!("```pgn\n1. d5\n```\n\n{NOTES}")).unwrap();
    assert_eq!(check(&[]), Some(1));
}

/// A book with a game in pieces, variations, a game from a position, and text that looks like chess but is left alone.
const BOOK: &str = "\
\\newchessgame[white=Anna, black={B, C}]
So began it: \\mainline{1.e4 e5 2.Nf3  d6?!} Better is \\variation{2...  Nc6 3.Bb5!} or\\footnote{Not \\variation{2...Nf6 3. Ke3}.}
\\mainline[outvar]{3. d4 exd4
  4.Nxd4 Nf6   5. Nc3
    Be7} % \\mainline{6. Ke8}
\\mainline{6. Be2 \\xskakcomment{ $\\pm$ } O-O} $6. Ke5$
\\mainline{7. 0-0 c6} \\variation{x + y}
\\newchessgame[setfen={4k3/8/8/8/8/8/4P3/4K3 w - - 0 26}, moveid=26w]
\\mainline{26.e4 Kd7 27. Ke5}\\mainline{27... Ke6}
";

#[test]
fn a_game_in_pieces_is_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.tex");
    fs::write(&path, BOOK).unwrap();
    let check =
        program::run(folder.path(), &["check", "--level", "info", "--output-format", "concise", "-q", "book.tex"]);
    assert_eq!(
        String::from_utf8(check.stdout).unwrap(),
        "book.tex:2:122: error[illegal-move] Ke3 cannot be played: the king on e1 cannot reach e3\n\
         book.tex:7:14: warning[zero-castling] 0-0 is castling with zeros; PGN writes O-O with the letter O\n\
         book.tex:9:25: error[illegal-move] Ke5 cannot be played: the king on e1 cannot reach e5\n"
    );
    let fixed = BOOK.replace("7. 0-0", "7. O-O");
    let fix = program::run(folder.path(), &["check", "--fix", "-q", "book.tex"]);
    assert_eq!((fix.status.code(), fs::read_to_string(&path).unwrap()), (Some(1), fixed.clone()));
    let format = program::run(folder.path(), &["format", "-q", "book.tex"]);
    let formatted = fixed
        .replace("1.e4 e5 2.Nf3  d6", "1. e4 e5 2. Nf3 d6")
        .replace("2...  Nc6 3.Bb5!", "2... Nc6 3. Bb5!")
        .replace("  4.Nxd4 Nf6   5. Nc3\n    Be7", "  4. Nxd4 Nf6 5. Nc3\n    Be7");
    assert_eq!((format.status.code(), fs::read_to_string(&path).unwrap()), (Some(1), formatted));
}

#[test]
fn what_documents_do_not_have_is_named() {
    let folder = folder("```pgn\n1.e4\n```\n");
    let error = |arguments: &[&str]| String::from_utf8(program::run(folder.path(), arguments).stderr).unwrap();
    assert_eq!(
        error(&["check", "."]),
        "warning: no *.pgn, *.epd or *.fen files found; there are 2 documents: to read the chess in them, add --embedded\n"
    );
    assert!(!error(&["search", "e4", "."]).contains("--embedded"));
    let archive = error(&["format", "--archive", "notes.md"]);
    assert!(
        archive.contains("notes.md: a document keeps its encoding and its line ends, also with --archive"),
        "{archive}"
    );
}

/// So many documents of other people are tried.
const MOST_DOCUMENTS: usize = 100;

/// Beginnings of a line and of the lines after it, around a block.
const AROUND: [(&str, &str); 6] =
    [("", ""), ("> ", "> "), ("- ", "  "), ("1.\t", "\t"), ("> 1. ", ">    "), ("-   > ", "    > ")];

/// A block before and after formatting.
const GAME: [&str; 2] =
    ["```pgn\n[White \"é\"]\n1.e4 e5\n  2.Nf3 {♘}\n\n\n```\n", "```pgn\n[White \"é\"]\n\n1. e4 e5 2. Nf3 { ♘ }\n```\n"];
const RECORD: [&str; 2] =
    ["~~~~epd\n4k3/8/8/8/8/8/4P3/4K3 w  - - bm  e4\n~~~~\n", "~~~~epd\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n~~~~\n"];

/// A block with something in front of its lines; white space at the end of empty ones is left out, as formatting does.
fn surrounded(block: &str, (first, later): (&str, &str)) -> String {
    let line = |(index, line): (usize, &str)| format!("{}{line}", if index == 0 { first } else { later });
    let lines = block.split_inclusive('\n').enumerate().map(line).map(|line| format!("{}\n", line.trim_end()));
    format!("\n{}\n", lines.collect::<String>())
}

/// A document with blocks put into it: what is between them, and each block before and after.
struct Sown {
    between: Vec<String>,
    blocks: Vec<[String; 2]>,
}

impl Sown {
    /// Puts blocks at some ends of lines, whatever is there.
    fn new(text: &str, number: usize) -> Sown {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let count = 1 + number % 4;
        let parts = (0..=count)
            .map(|part| lines[part * lines.len() / (count + 1)..(part + 1) * lines.len() / (count + 1)].concat());
        let mut between: Vec<String> =
            parts.map(|part| if part.is_empty() || part.ends_with('\n') { part } else { part + "\n" }).collect();
        let block = |index: usize| {
            [GAME, RECORD][(number + index) % 2]
                .map(|block| surrounded(block, AROUND[(number + 2 * index) % AROUND.len()]))
        };
        let mut blocks: Vec<[String; 2]> = (0..count).map(block).collect();
        if number.is_multiple_of(3) {
            let crlf = |text: &String| text.replace("\r\n", "\n").replace('\n', "\r\n");
            between = between.iter().map(crlf).collect();
            blocks = blocks.iter().map(|block| block.each_ref().map(crlf)).collect();
        }
        Sown { between, blocks }
    }

    fn text(&self) -> String {
        let rest = self.between[1..].iter().zip(&self.blocks).map(|(text, block)| format!("{}{text}", block[0]));
        format!("{}{}", self.between[0], rest.collect::<String>())
    }

    /// How many blocks were formatted in `after`, in which nothing else may have changed.
    fn formatted_in(&self, path: &Path, after: &str) -> usize {
        let place = || path.display();
        let mut rest = after.strip_prefix(self.between[0].as_str()).unwrap_or_else(|| panic!("{}", place()));
        let mut count = 0;
        for (block, text) in self.blocks.iter().zip(&self.between[1..]) {
            let formatted = rest.strip_prefix(block[1].as_str());
            count += usize::from(formatted.is_some());
            rest = formatted
                .or_else(|| rest.strip_prefix(block[0].as_str()))
                .unwrap_or_else(|| panic!("{}: {rest:.300}", place()));
            rest = rest.strip_prefix(text.as_str()).unwrap_or_else(|| panic!("{}: {rest:.300}", place()));
        }
        assert_eq!(rest, "", "{}", place());
        count
    }
}

/// Markdown of packages that are installed here: those of Cargo, npm and the system.
fn documents() -> Vec<PathBuf> {
    let home = std::env::var("HOME").unwrap_or_default();
    let folders = [
        format!("{home}/.cargo/registry/src"),
        "/usr/share".into(),
        "/usr/lib/node_modules".into(),
        "/usr/local/lib".into(),
    ];
    let mut found = Vec::new();
    for folder in folders {
        let mut left = vec![PathBuf::from(folder)];
        while let (Some(folder), true) = (left.pop(), found.len() < 20 * MOST_DOCUMENTS) {
            let mut entries: Vec<PathBuf> =
                fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            entries.sort();
            left.extend(entries.iter().filter(|path| path.is_dir() && !path.is_symlink()).cloned());
            found.extend(
                entries
                    .into_iter()
                    .filter(|path| path.extension().is_some_and(|extension| extension == "md") && path.is_file()),
            );
        }
    }
    found
}

#[test]
fn no_byte_of_other_peoples_documents_changes_outside_of_blocks() {
    let found = documents();
    let readable = |path: &PathBuf| fs::read_to_string(path).ok().filter(|text| (200..200_000).contains(&text.len()));
    let step = (found.len() / (2 * MOST_DOCUMENTS)).max(1);
    let texts: Vec<(PathBuf, String)> = found
        .iter()
        .step_by(step)
        .filter_map(|path| Some((path.clone(), readable(path)?)))
        .take(MOST_DOCUMENTS)
        .collect();
    if texts.len() < MOST_DOCUMENTS {
        // Not by a macro, whose output tests that succeed do not show.
        let _ =
            writeln!(std::io::stderr(), "embedded: only {} Markdown files of packages were found here", texts.len());
    }
    let folder = tempfile::tempdir().unwrap();
    let mut arguments = vec!["format".to_owned(), "--quiet".to_owned()];
    let mut sown = Vec::new();
    for (number, (path, text)) in texts.iter().enumerate() {
        let (name, document) = (format!("{number:03}.md"), Sown::new(text, number));
        fs::write(folder.path().join(&name), document.text()).unwrap();
        arguments.push(name.clone());
        sown.push((path, name, document));
    }
    if sown.is_empty() {
        return;
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = program::run(folder.path(), &arguments);
    assert_ne!(output.status.code(), Some(2), "{}", program::transcript(&output));
    let (mut formatted, mut blocks) = (0, 0);
    for (path, name, document) in &sown {
        formatted += document.formatted_in(path, &fs::read_to_string(folder.path().join(name)).unwrap());
        blocks += document.blocks.len();
    }
    // Some are put into code and comments, where they are none.
    assert!(formatted * 10 > blocks * 7, "{formatted} of {blocks}");
    let _ = writeln!(
        std::io::stderr(),
        "embedded: {formatted} of {blocks} blocks in {} documents were formatted",
        sown.len()
    );
}
