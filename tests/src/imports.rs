//! The imports between the files of a crate, read from their `use` declarations and paths; code of tests does not count.
//!
//! The text is scanned, not parsed: a path is a sequence of words and `::`, and only those that begin at a module of the crate count.
//! Expansions of macros are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::source_files::rust_files;

/// The path of a module from the root of its crate: `["lint", "walk"]` for `crate::lint::walk`.
pub type ModulePath = Vec<String>;

/// The files of a crate with their imports.
pub struct Crate {
    pub files: BTreeMap<ModulePath, File>,
}

pub struct File {
    /// Relative to the crate's `src`.
    pub path: PathBuf,
    /// The number of lines outside of test modules.
    pub lines: usize,
    /// Other files of the crate.
    pub imports: BTreeSet<ModulePath>,
    /// The paths that begin neither with `crate`, `self` nor `super`: those of other crates, and of names in scope.
    pub outer_paths: BTreeSet<ModulePath>,
}

impl Crate {
    /// Reads the crate whose sources are below `src`.
    #[must_use]
    pub fn read(src: &Path) -> Self {
        let mut scans = BTreeMap::new();
        for file in rust_files(src) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let path = file.strip_prefix(src).unwrap_or(&file).to_owned();
            let module = module_path(&path);
            scans.insert(module.clone(), (path, Scan::of(&text, &module)));
        }
        let test_modules: BTreeSet<ModulePath> =
            scans.values().flat_map(|(_, scan)| scan.test_modules.iter().cloned()).collect();
        let is_test = |module: &[String]| (0..=module.len()).any(|end| test_modules.contains(&module[..end]));
        scans.retain(|module, _| !is_test(module));
        let modules: BTreeSet<ModulePath> = scans.keys().cloned().collect();
        let files = scans.into_iter().map(|(module, (path, scan))| {
            let mut imports: BTreeSet<ModulePath> =
                scan.paths.iter().map(|path| longest_prefix(path, &modules)).collect();
            imports.remove(&module);
            (module, File { path, lines: scan.lines, imports, outer_paths: scan.outer_paths })
        });
        Self { files: files.collect() }
    }

    /// Returns the sets of files that import each other, directly or through others, the largest first.
    #[must_use]
    pub fn circles(&self) -> Vec<Vec<&Path>> {
        let edges = self.files.iter().map(|(module, file)| (module.clone(), file.imports.clone())).collect();
        let circles = circles(&edges);
        circles.iter().map(|circle| circle.iter().map(|module| self.files[module].path.as_path()).collect()).collect()
    }

    /// Returns the sets of sibling folders that import each other, directly or through other siblings. The file `a.rs` belongs to the
    /// folder `a`.
    #[must_use]
    pub fn folder_circles(&self) -> Vec<Vec<String>> {
        let folders: BTreeSet<&[String]> =
            self.files.keys().filter(|module| !module.is_empty()).map(|module| &module[..module.len() - 1]).collect();
        let mut edges: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        for (from, file) in &self.files {
            for to in &file.imports {
                let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
                let (Some(from), Some(to)) = (from.get(..=common), to.get(..=common)) else { continue };
                if folders.contains(from) && folders.contains(to) {
                    edges.entry(from.to_vec()).or_default().insert(to.to_vec());
                }
            }
        }
        circles(&edges).iter().map(|circle| circle.iter().map(|folder| folder.join("/")).collect()).collect()
    }
}

/// The strongly connected components of more than one node, the largest first.
fn circles(edges: &BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> Vec<Vec<ModulePath>> {
    let names: Vec<&ModulePath> = edges.keys().collect();
    let targets: Vec<Vec<usize>> = edges
        .values()
        .map(|targets| targets.iter().filter_map(|target| names.binary_search(&target).ok()).collect())
        .collect();
    let reached: Vec<Vec<bool>> = (0..names.len()).map(|start| reached_from(start, &targets)).collect();
    let circle_of = |start: usize| -> Vec<usize> {
        (0..names.len()).filter(|end| reached[start][*end] && reached[*end][start]).collect()
    };
    let circles: BTreeSet<Vec<usize>> = (0..names.len()).map(circle_of).filter(|circle| circle.len() > 1).collect();
    let mut circles: Vec<Vec<ModulePath>> =
        circles.iter().map(|circle| circle.iter().map(|node| names[*node].clone()).collect()).collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reached_from(start: usize, targets: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; targets.len()];
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &target in &targets[node] {
            if !reached[target] {
                reached[target] = true;
                open.push(target);
            }
        }
    }
    reached
}

/// `lint/walk.rs` is the module `lint::walk`, `lint/mod.rs` and `lint.rs` are `lint`, `lib.rs` is the root.
fn module_path(file: &Path) -> ModulePath {
    let mut path: ModulePath = file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| last == "mod") || path == ["lib"] || path == ["main"] {
        path.pop();
    }
    path
}

fn longest_prefix(path: &[String], modules: &BTreeSet<ModulePath>) -> ModulePath {
    let ends = (0..=path.len()).rev();
    ends.map(|end| &path[..end]).find(|prefix| modules.contains(*prefix)).unwrap_or_default().to_vec()
}

/// The result of scanning one file.
#[derive(Default)]
struct Scan {
    /// Paths from the root of the crate, of items: `["lint", "walk", "Walk"]`.
    paths: Vec<ModulePath>,
    outer_paths: BTreeSet<ModulePath>,
    test_modules: Vec<ModulePath>,
    lines: usize,
}

impl Scan {
    fn of(text: &str, module: &[String]) -> Self {
        let tokens = tokens(text);
        let mut scan = Self { lines: text.lines().count(), ..Self::default() };
        // The current module, and for each open inline module the depth of braces at which it ends.
        let mut module = module.to_vec();
        let mut inline_modules = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            match tokens[at].1 {
                "#" if words(&tokens[at..], &["#", "[", "cfg", "(", "test", ")", "]"]) => {
                    let end = item_end(&tokens, at + 7);
                    if let Some(name) = module_declaration(&tokens[at + 7..end]) {
                        scan.test_modules.push([&module[..], &[name.to_owned()]].concat());
                    }
                    let last = tokens.get(end.saturating_sub(1)).map_or(text.len(), |token| token.0);
                    scan.lines -= text[tokens[at].0..last].lines().count();
                    at = end;
                    continue;
                }
                "mod" if tokens.get(at + 2).is_some_and(|token| token.1 == "{") => {
                    module.push(tokens[at + 1].1.to_owned());
                    inline_modules.push(depth);
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inline_modules.last() == Some(&depth) {
                        inline_modules.pop();
                        module.pop();
                    }
                }
                "use" => {
                    at = scan.read_use_tree(&tokens, at + 1, &[], &module);
                    continue;
                }
                word if is_word(word) && words(&tokens[at + 1..], &[":", ":"]) => {
                    let (path, end) = path_at(&tokens, at);
                    scan.add(&path, &module);
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        scan
    }

    /// Reads a tree of imports from `at` on, below `prefix`, and returns where it ends.
    fn read_use_tree(&mut self, tokens: &[Token], mut at: usize, prefix: &[&str], module: &[String]) -> usize {
        // The prefixes of the open braces, instead of recursion.
        let mut prefixes = vec![prefix.to_vec()];
        while let Some(&(_, token)) = tokens.get(at) {
            match token {
                ";" => return at,
                "{" | "," | ":" | "*" => at += 1,
                "}" => {
                    prefixes.pop();
                    at += 1;
                }
                "as" => at += 2,
                _ => {
                    let (path, end) = path_at(tokens, at);
                    let path = [prefixes.last().map_or(&[][..], Vec::as_slice), &path].concat();
                    at = end;
                    if words(&tokens[at..], &[":", ":", "{"]) {
                        prefixes.push(path);
                        at += 3;
                    } else {
                        self.add(&path, module);
                    }
                }
            }
        }
        at
    }

    /// Adds a path that is written in `module`, resolved from the root of the crate.
    fn add(&mut self, path: &[&str], module: &[String]) {
        let supers = path.iter().take_while(|word| **word == "super").count();
        let (base, rest): (&[String], _) = match path {
            ["crate", rest @ ..] => (&[], rest),
            ["self", rest @ ..] => (module, rest),
            ["super", ..] => (&module[..module.len().saturating_sub(supers)], &path[supers..]),
            [_, ..] => {
                self.outer_paths.insert(path.iter().map(|word| (*word).to_owned()).collect());
                (module, path)
            }
            [] => return,
        };
        self.paths.push(base.iter().cloned().chain(rest.iter().map(|word| (*word).to_owned())).collect());
    }
}

/// The offset and the text of a word, or of one other character.
type Token<'a> = (usize, &'a str);

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn words(tokens: &[Token], expected: &[&str]) -> bool {
    tokens.len() >= expected.len() && tokens.iter().zip(expected).all(|(token, expected)| token.1 == *expected)
}

/// The words `a`, `b`, `c` of `a::b::c`, and where they end.
fn path_at<'a>(tokens: &[Token<'a>], mut at: usize) -> (Vec<&'a str>, usize) {
    let mut path = vec![tokens[at].1];
    at += 1;
    while words(&tokens[at..], &[":", ":"]) && tokens.get(at + 2).is_some_and(|token| is_word(token.1)) {
        path.push(tokens[at + 2].1);
        at += 3;
    }
    (path, at)
}

/// The name of the module that is declared, not written out: `mod name;`.
fn module_declaration<'a>(item: &[Token<'a>]) -> Option<&'a str> {
    let at = item.iter().position(|token| token.1 == "mod")?;
    item.get(at + 2).filter(|token| token.1 == ";").map(|_| item[at + 1].1)
}

/// Where the item that begins at `at` ends: after its `;`, or after its braces.
fn item_end(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        match token.1 {
            "{" => depth += 1,
            "}" if depth <= 1 => return index + 1,
            "}" => depth -= 1,
            ";" if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The words and signs of a text of Rust, without comments and literals.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal_length(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push((at, &rest[..length]));
            length
        } else {
            tokens.push((at, &rest[..first.len_utf8()]));
            first.len_utf8()
        };
        at += length;
    }
    tokens
}

/// The length of the string, raw string, character literal or lifetime quote at the start of the text.
fn literal_length(text: &str) -> Option<usize> {
    let unprefixed = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", &raw[..hashes]);
            let inside = &raw[hashes + 1..];
            return Some(text.len() - inside.len() + inside.find(&end).map_or(inside.len(), |at| at + end.len()));
        }
    }
    let quote = unprefixed.chars().next().filter(|quote| "\"'".contains(*quote))?;
    let mut inside = unprefixed[1..].char_indices();
    if quote == '\'' {
        let first = inside.next()?.1;
        if first != '\\' {
            let (at, second) = inside.next()?;
            return Some(if second == '\'' { prefix + 1 + at + 1 } else { prefix + 1 });
        }
        inside.next();
    }
    while let Some((at, character)) = inside.next() {
        if character == '\\' {
            inside.next();
        } else if character == quote {
            return Some(prefix + 1 + at + 1);
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_declarations_and_paths() {
        let text = r##"
            use std::fmt;
            use crate::{finding::{Edit, Finding as F}, rule::Hook};
            pub(super) use walk::Walk;
            // use crate::no;
            const TEXT: &str = "use crate::no;"; const RAW: &str = r#"" use crate::no; "#; const C: char = '"';
            fn f<'a>(x: &'a super::lines::Line) -> crate::rule::Level { self::walk::go() }
            mod inside { use super::walk::Other; }
            #[cfg(test)]
            mod tests { use crate::no::Never; }
            #[cfg(test)]
            mod testing;
        "##;
        let scan = Scan::of(text, &["lint".into()]);
        let paths: Vec<String> = scan.paths.iter().map(|path| path.join("::")).collect();
        assert_eq!(
            paths,
            [
                "lint::std::fmt",
                "finding::Edit",
                "finding::Finding",
                "rule::Hook",
                "lint::walk::Walk",
                "lines::Line",
                "rule::Level",
                "lint::walk::go",
                "lint::walk::Other",
            ]
        );
        let outer: Vec<String> = scan.outer_paths.iter().map(|path| path.join("::")).collect();
        assert_eq!(outer, ["std::fmt", "walk::Walk"]);
        assert_eq!(scan.test_modules, [["lint", "testing"]]);
        assert_eq!(scan.lines, text.lines().count() - 4);
    }

    #[test]
    fn circles_go_through_any_number_of_files() {
        let node = |name: &str| vec![name.to_owned()];
        let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("e", "f")];
        let edges = edges.iter().fold(BTreeMap::<_, BTreeSet<_>>::new(), |mut edges, (from, to)| {
            edges.entry(node(from)).or_default().insert(node(to));
            edges
        });
        assert_eq!(circles(&edges), [vec![node("a"), node("b"), node("c")], vec![node("d"), node("e")]]);
    }
}
