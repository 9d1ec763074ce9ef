//! `scoresheet publish`: the same bytes for the same games, the sources of all games in their pages, and folders of others left alone.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use program::{run, run_with};

/// The games of the page about this command.
const GAMES: &str = include_str!("../docs/publish.pgn");

fn publish(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, &[&["publish", "--no-cache"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The files of a folder below it, and their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for below in ["", "games"] {
        for entry in fs::read_dir(folder.join(below)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                let name = Path::new(below).join(entry.file_name());
                files.insert(name.to_str().unwrap().to_owned(), fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

/// The bytes of the links to sources in a page, in order.
fn sources(page: &str) -> Vec<u8> {
    let links = page.split("data:application/vnd.chess-pgn;base64,").skip(1);
    links.flat_map(|link| decode(link.split('"').next().unwrap())).collect()
}

/// Decodes base64, independently of how it is written.
fn decode(text: &str) -> Vec<u8> {
    let alphabet: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let mut bits: Vec<bool> = Vec::new();
    for letter in text.trim_end_matches('=').chars() {
        let value = alphabet.iter().position(|other| *other == letter).unwrap();
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit))).collect()
}

#[test]
fn the_same_games_are_the_same_bytes_and_are_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let first = publish(folder.path(), &["games.pgn", "-o", "site"]);
    assert_eq!(first, (Some(0), "site: 2 games; 5 files written, 0 unchanged\n".to_owned()));
    let before = files(&folder.path().join("site"));
    let second = publish(folder.path(), &["games.pgn", "-o", "site"]);
    assert_eq!(second, (Some(0), "site: 2 games; 0 files written, 5 unchanged\n".to_owned()));
    assert_eq!(files(&folder.path().join("site")), before);

    // A game more changes its own page, the index, and the page that leads to it.
    fs::write(folder.path().join("games.pgn"), format!("{GAMES}\n[White \"Carl\"]\n\n1. d4 *\n")).unwrap();
    let third = publish(folder.path(), &["games.pgn", "-o", "site"]);
    assert_eq!(third.1, "site: 3 games; 4 files written, 2 unchanged, 1 removed\n");
    let fewer = publish(folder.path(), &["games.pgn", "-o", "site", "--player", "Morphy"]);
    assert_eq!(fewer.1, "site: 1 game; 2 files written, 2 unchanged, 2 removed\n");
    assert_eq!(files(&folder.path().join("site")).len(), 5, "with the list of files");
}

#[test]
fn sources_are_the_file_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let latin1: Vec<u8> =
        GAMES.replace("Paul", "Réti").chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect();
    let utf16: Vec<u8> =
        "\u{FEFF}".chars().chain(GAMES.chars()).collect::<String>().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let odd = format!(
        "% escaped\r\n\r\n{}\r\n  ; no game\r\n1. e4 {{\u{0}\r}} e5\n\n\n[White \"a\"]\n*\n*\n  ",
        GAMES.replace('\n', "\r\n")
    );
    let twice = format!("{GAMES}\n{GAMES}");
    let cases: [(&str, &[u8]); 4] =
        [("latin1", &latin1), ("utf16", &utf16), ("odd", odd.as_bytes()), ("twice", twice.as_bytes())];
    for (name, bytes) in cases {
        fs::write(folder.path().join("games.pgn"), bytes).unwrap();
        let single = format!("{name}.html");
        assert_eq!(publish(folder.path(), &["games.pgn", "-o", &single, "--single-file"]).0, Some(0), "{name}");
        let page = fs::read_to_string(folder.path().join(single)).unwrap();
        let found = sources(&page);
        // A byte order mark belongs to no game.
        let bytes = bytes.strip_prefix(b"\xFF\xFE").unwrap_or(bytes);
        assert!(found == bytes, "{name}: {:?}", String::from_utf8_lossy(&found));

        assert_eq!(publish(folder.path(), &["games.pgn", "-o", name]).0, Some(0), "{name}");
        let pages = files(&folder.path().join(name));
        let of_pages: usize = pages.values().map(|page| sources(&String::from_utf8_lossy(page)).len()).sum();
        assert_eq!(of_pages, bytes.len(), "{name}");
    }
}

#[test]
fn folders_and_files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    fs::create_dir(folder.path().join("own")).unwrap();
    fs::write(folder.path().join("own/index.html"), "mine").unwrap();
    fs::write(folder.path().join("own.html"), "mine").unwrap();
    let refused = publish(folder.path(), &["games.pgn", "-o", "own"]);
    assert_eq!(
        refused,
        (Some(2), "error: own: it is no empty folder and no site of ours; choose another one\n".to_owned())
    );
    let refused = publish(folder.path(), &["games.pgn", "-o", "own.html", "--single-file"]);
    assert_eq!(
        refused,
        (
            Some(2),
            "error: own.html: the file exists and is none of ours; choose another name, or use --force to replace it\n"
                .to_owned()
        )
    );
    assert_eq!(fs::read(folder.path().join("own/index.html")).unwrap(), b"mine");
    assert_eq!(fs::read(folder.path().join("own.html")).unwrap(), b"mine");
    let none = publish(folder.path(), &["games.pgn", "-o", "site", "--player", "Nobody"]);
    assert_eq!(none, (Some(1), "There are no games.\n".to_owned()));
    assert!(!folder.path().join("site").exists());
}

#[test]
fn standard_input_and_one_file_work_as_a_folder_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_with(
        GAMES.as_bytes(),
        folder.path(),
        &["publish", "-", "-o", "all.html", "--single-file", "--title", "Two <games>"],
    );
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "all.html: 2 games; 1 file written, 0 unchanged\n");
    let page = fs::read_to_string(folder.path().join("all.html")).unwrap();
    assert!(page.contains("<title>Two &lt;games&gt;</title>") && page.trim_end().ends_with("</main></body></html>"));
    assert_eq!(page.matches("<article").count(), 2);
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let again = publish(folder.path(), &["games.pgn", "-o", "all.html", "--single-file", "--title", "Two <games>"]);
    assert_eq!(again.1, "all.html: 2 games; 0 files written, 1 unchanged\n");
}

#[test]
fn a_page_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    assert_eq!(publish(folder.path(), &["games.pgn", "-o", "site"]).0, Some(0));
    let pages = files(&folder.path().join("site"));
    let page = pages.iter().find(|(name, _)| name.starts_with("games/morphy")).unwrap().1;
    let page = String::from_utf8(page.clone()).unwrap();
    // Without boards, which have their own tests, and without the source.
    let mut shown = String::new();
    for (index, piece) in page.split("<svg xmlns").enumerate() {
        shown += if index == 0 { piece } else { piece.split_once("</svg>").unwrap().1 };
    }
    let (start, source) = shown.split_once("base64,").unwrap();
    let end = source.split_once('"').unwrap().1;
    insta::assert_snapshot!(format!("{start}base64,\"{end}"));
}

#[test]
fn layouts_are_templates() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    fs::create_dir(folder.path().join("layout")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join("layout").join(name), text).unwrap();
    let arguments = ["games.pgn", "-o", "site", "--template", "layout"];
    let none = publish(folder.path(), &arguments);
    let expected = "error: layout: none of game.html, index.html, table.html and style.css is there\n";
    assert_eq!(none, (Some(2), expected.to_owned()));
    write("game.html", "<h1>{{ game.title }}</h1>\n{{ moves }}\n");
    write("style.css", "h1 { color: red }\n");
    assert_eq!(publish(folder.path(), &arguments).0, Some(0));
    let pages = files(&folder.path().join("site"));
    let shown = |start: &str| {
        let page = pages.iter().find(|(name, _)| name.starts_with(start)).unwrap().1;
        String::from_utf8(page.clone()).unwrap()
    };
    assert!(shown("games/morphy").starts_with("<h1>Morphy, Paul – Duke Karl &#x2f; Count Isouard</h1>\n<p class="));
    assert!(shown("index.html").contains("<table") && shown("style.css") == "h1 { color: red }\n");

    // What is wrong is told once, with its place, and nothing that was published is removed.
    write("game.html", "<h1>\n{{ game.titel }}</h1>\n");
    let wrong = publish(folder.path(), &arguments);
    assert_eq!(wrong.0, Some(2));
    assert!(wrong.1.starts_with("error: game.html:2: undefined value"), "{}", wrong.1);
    assert_eq!(wrong.1.matches("game.html:2").count(), 1, "{}", wrong.1);
    assert_eq!(files(&folder.path().join("site")).len(), pages.len());
    write("game.html", "{% if %}");
    let wrong = publish(folder.path(), &arguments);
    assert!(wrong.1.starts_with("error: layout: game.html:1: syntax error: "), "{}", wrong.1);
    let wrong = publish(folder.path(), &["games.pgn", "-o", "a.typ", "--template", "layout"]);
    assert!(wrong.1.starts_with("error: --template is for a site;"), "{}", wrong.1);
}

#[test]
fn a_board_is_for_pages() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let refused = publish(folder.path(), &["games.pgn", "-o", "games.md", "--viewer"]);
    let expected = "error: --viewer is for a site: only its pages have a board\n";
    assert_eq!(refused, (Some(2), expected.to_owned()));
    assert_eq!(publish(folder.path(), &["games.pgn", "-o", "games.html", "--single-file", "--viewer"]).0, Some(2));
}

#[cfg(not(feature = "viewer"))]
#[test]
fn a_build_without_a_board_says_how_to_get_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let (exit, message) = publish(folder.path(), &["games.pgn", "-o", "site", "--viewer"]);
    let expected = "error: this build has no board: packages have one; from source, run `server/packaging/viewer/build target/viewer` and \
                    `SCORESHEET_VIEWER=$PWD/target/viewer cargo install --path server --features viewer`\n";
    assert_eq!((exit, message.as_str()), (Some(2), expected));
    assert!(!folder.path().join("site").exists());
}

#[cfg(feature = "viewer")]
#[test]
fn a_board_is_part_of_the_site() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let first = publish(folder.path(), &["games.pgn", "-o", "site", "--viewer"]);
    assert_eq!(first, (Some(0), "site: 2 games; 9 files written, 0 unchanged\n".to_owned()));
    let site = files(&folder.path().join("site"));
    assert!(String::from_utf8_lossy(&site["pgn-viewer.js"]).contains("const PgnViewer="));
    // A game that does not read to its end would stop on the board.
    fs::write(folder.path().join("broken.pgn"), "1. e4 e5 2. Ke5 *\n").unwrap();
    assert_eq!(publish(folder.path(), &["broken.pgn", "-o", "broken", "--viewer"]).0, Some(0));
    let pages = files(&folder.path().join("broken"));
    assert!(pages.iter().all(|(_, page)| !String::from_utf8_lossy(page).contains("data-pgn")));
    assert!(String::from_utf8_lossy(&site["pgn-viewer.LICENSE.txt"]).contains("GNU GENERAL PUBLIC LICENSE"));
    // Without it, its files go.
    let second = publish(folder.path(), &["games.pgn", "-o", "site"]);
    assert_eq!(second, (Some(0), "site: 2 games; 2 files written, 3 unchanged, 4 removed\n".to_owned()));
}
