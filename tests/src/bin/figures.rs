//! `figures CHECKOUT...`: the size and coupling of the code, one column per checkout.
//!
//! Test files and lines of documentation do not count. A circle is a set of files that all import each other.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scoresheet_tests::imports::Crate;
use scoresheet_tests::source_files::crates;

fn main() {
    let checkouts: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let columns: Vec<BTreeMap<String, String>> = checkouts.iter().map(|checkout| figures(checkout)).collect();
    let mut rows: Vec<&String> = columns.iter().flat_map(BTreeMap::keys).collect();
    rows.sort();
    rows.dedup();
    let names = checkouts.iter().map(|checkout| checkout.display().to_string());
    print_row("figure", names);
    print_row("---", checkouts.iter().map(|_| "---".to_owned()));
    for row in rows {
        print_row(row, columns.iter().map(|column| column.get(row).cloned().unwrap_or_default()));
    }
}

fn print_row(name: &str, cells: impl Iterator<Item = String>) {
    println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
}

fn figures(checkout: &Path) -> BTreeMap<String, String> {
    let mut figures = BTreeMap::new();
    let (mut total, mut public, mut private, mut longest) = (0, 0, 0, (0, String::new()));
    for folder in crates(checkout) {
        let code = Crate::read(&checkout.join(&folder).join("src"));
        let mut lines = 0;
        for file in code.files.values() {
            let path = Path::new(&folder).join("src").join(&file.path);
            let text = std::fs::read_to_string(checkout.join(&path)).unwrap_or_default();
            let trimmed = || text.lines().map(str::trim_start);
            lines += trimmed().filter(|line| !line.starts_with("///") && !line.starts_with("//!")).count();
            public += trimmed().filter(|line| line.starts_with("pub ")).count();
            private += trimmed().filter(|line| line.starts_with("pub(")).count();
            longest = longest.max((file.lines, path.display().to_string()));
        }
        total += lines;
        figures.insert(format!("lines of `{folder}`"), lines.to_string());
        let sizes: Vec<String> =
            code.circles().iter().map(Vec::len).filter(|size| *size > 2).map(|size| size.to_string()).collect();
        figures.insert(format!("circles of three files and more in `{folder}`"), sizes.join(", "));
        if folder == "server" {
            figures.insert("files of `server/src/lsp` that import chess".into(), chess_in_lsp(&code));
        }
    }
    figures.insert("lines, all".into(), total.to_string());
    figures.insert("`pub` items and fields".into(), public.to_string());
    figures.insert("`pub(crate)`, `pub(super)` items and fields".into(), private.to_string());
    figures.insert("longest file, without its tests".into(), format!("{}: {}", longest.1, longest.0));
    figures
}

fn chess_in_lsp(server: &Crate) -> String {
    let is_chess =
        |word: &String| word == "shakmaty" || word.starts_with("scoresheet_") && word != "scoresheet_grammar";
    let files = server.files.values().filter(|file| file.path.starts_with("lsp"));
    let with_chess = files.clone().filter(|file| file.outer_paths.iter().any(|path| is_chess(&path[0])));
    format!("{} of {}", with_chess.count(), files.count())
}
