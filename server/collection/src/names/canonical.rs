//! How names are to be spelt: a file that users write.

use std::collections::{HashMap, HashSet};

use super::counts::{Kind, NameCounts};

/// How names are to be spelt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canonical {
    /// What is written instead of a spelling.
    pub(super) pairs: HashMap<(Kind, String), String>,
    /// Names of players. What is certainly one of them in other letters becomes it.
    pub(super) players: Vec<String>,
}

/// What is wrong with a file of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisreadCanonical {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// What may separate columns; programs for tables write semicolons where the comma is the decimal sign.
const SEPARATORS: [char; 3] = ['\t', ',', ';'];

/// Where columns are in a table with a header.
struct Columns {
    kind: Option<usize>,
    spelling: usize,
    name: usize,
}

/// The words that begin the first column of a list with columns of fixed widths.
const NUMBER_HEADINGS: [&str; 3] = ["ID", "FIDE ID", "ID Number"];

impl Canonical {
    /// Reads a file of names. Each line is one of these:
    ///
    /// - a spelling, a tab, and the name that is to be written;
    /// - the same with a comma, both in quotes: `"Tal, M.","Tal, Mikhail"`, or with a semicolon;
    /// - a name of a player, as `Tal, M.` or `Tal,M` without quotes.
    ///
    /// A first line with the headings `spelling` and `name`, perhaps with `kind`, says in which columns they are. A first line that begins with `ID` is
    /// that of FIDE's list: the names are in a column of a fixed width. Empty lines and those that begin with `#` are left out. Spellings are those of
    /// `kind`, unless a column says it.
    ///
    /// # Errors
    /// The first line that does not read, a spelling with two names, and a text without names.
    pub fn parse(text: &str, kind: Kind) -> Result<Canonical, MisreadCanonical> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).peekable();
        let mut canonical = Canonical::default();
        let first = lines.peek().map_or("", |(_, line)| *line);
        if let Some((from, to)) = fixed_columns(first) {
            let names = lines
                .skip(1)
                .map(|(_, line)| line.chars().skip(from).take(to - from).collect::<String>().trim().to_owned());
            canonical.players = names.filter(|name| !name.is_empty()).collect();
            return if canonical.players.is_empty() { Err(no_names()) } else { Ok(canonical) };
        }
        let header = SEPARATORS.into_iter().find_map(|separator| Some((separator, Columns::of(first, separator)?)));
        let (separator, columns) = header.unzip();
        if columns.is_some() {
            lines.next();
        }
        if lines.peek().is_none() {
            return Err(no_names());
        }
        for (index, line) in lines {
            let fail = |message: String| MisreadCanonical { line: index + 1, message };
            let separator = separator.or_else(|| separator_of(line));
            let Some(separator) = separator else {
                canonical.players.push(line.trim().to_owned());
                continue;
            };
            let fields = fields(line, separator).ok_or_else(|| fail("a quote is not closed".to_owned()))?;
            let at = columns.as_ref().map_or((None, 0, 1), |columns| (columns.kind, columns.spelling, columns.name));
            let (spelling, name) = match (fields.get(at.1), fields.get(at.2)) {
                (Some(spelling), Some(name)) => (spelling, name.trim()),
                (Some(name), None) if columns.is_none() => {
                    canonical.players.push(name.trim().to_owned());
                    continue;
                }
                _ => return Err(fail("a column is missing: each line needs a spelling and a name".to_owned())),
            };
            if columns.is_none() && fields.len() > 2 {
                let found = fields.len();
                return Err(fail(format!(
                    "there are {found} columns, but a spelling and a name are two: put names with commas in quotes"
                )));
            }
            let kind = match at.0.and_then(|at| fields.get(at)) {
                None => kind,
                Some(word) => Kind::ALL
                    .into_iter()
                    .find(|kind| kind.name() == word.trim())
                    .ok_or_else(|| fail(format!("{word} is no kind of name; there are player, event and site")))?,
            };
            if name == spelling {
                continue;
            }
            if name.is_empty() {
                return Err(fail(format!("there is no name for {spelling}; an unknown one is written ?")));
            }
            if let Some(other) =
                canonical.pairs.insert((kind, spelling.clone()), name.to_owned()).filter(|other| other != name)
            {
                return Err(fail(format!("{spelling} has two names: {other} and {name}")));
            }
        }
        Ok(canonical)
    }

    /// How many spellings have a name, and how many names of players there are besides.
    pub fn sizes(&self) -> (usize, usize) {
        (self.pairs.len(), self.players.len())
    }

    /// The spellings that no game has, in alphabetical order.
    pub fn unused(&self, counts: &NameCounts) -> Vec<&str> {
        let of_kind = |kind: Kind| counts.spellings(kind).iter().map(move |spelling| (kind, spelling.as_str()));
        let used: HashSet<(Kind, &str)> = Kind::ALL.into_iter().flat_map(of_kind).collect();
        let pairs = self.pairs.keys().map(|(kind, spelling)| (*kind, spelling.as_str()));
        let mut unused: Vec<&str> = pairs.filter(|pair| !used.contains(pair)).map(|(_, spelling)| spelling).collect();
        unused.sort_unstable();
        unused
    }
}

impl Columns {
    fn of(header: &str, separator: char) -> Option<Columns> {
        let headings = fields(header, separator)?;
        let find = |name: &str| headings.iter().position(|heading| heading.trim().eq_ignore_ascii_case(name));
        Some(Columns { kind: find("kind"), spelling: find("spelling")?, name: find("name")? })
    }
}

fn no_names() -> MisreadCanonical {
    MisreadCanonical { line: 1, message: "there are no names in this file".to_owned() }
}

/// The columns of the names in a list of fixed widths, from the header: half-open, in characters.
fn fixed_columns(header: &str) -> Option<(usize, usize)> {
    let first = header.split("  ").next()?.trim();
    if !NUMBER_HEADINGS.contains(&first) {
        return None;
    }
    let letters: Vec<char> = header.chars().collect();
    let name: Vec<char> = "Name".chars().collect();
    let from = letters.windows(name.len()).position(|window| window == name)?;
    let after = letters[from + name.len()..].iter().position(|letter| !letter.is_whitespace());
    Some((from, after.map_or(usize::MAX, |after| from + name.len() + after)))
}

/// What separates the fields of a line without a header; `None` if it is only a name, which may have commas.
fn separator_of(line: &str) -> Option<char> {
    let has = |separator| fields(line, separator).is_some_and(|fields| fields.len() > 1);
    match () {
        () if line.contains('\t') => Some('\t'),
        () if has(';') => Some(';'),
        () => line.starts_with('"').then_some(','),
    }
}

/// The fields of a line. `None` if a quote is open.
fn fields(line: &str, separator: char) -> Option<Vec<String>> {
    if separator == '\t' {
        return Some(line.split('\t').map(str::to_owned).collect());
    }
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.len() - 1;
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields[last].push('"');
            }
            '"' => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => fields.push(String::new()),
            _ => fields[last].push(letter),
        }
    }
    (!is_quoted).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, pairs: &[(Kind, &str, &str)], players: &[&str]) {
        let read = Canonical::parse(text, Kind::Player).unwrap();
        let pairs = pairs.iter().map(|(kind, from, to)| ((*kind, (*from).to_owned()), (*to).to_owned())).collect();
        assert_eq!(read, Canonical { pairs, players: players.iter().map(|name| (*name).to_owned()).collect() });
    }

    #[test]
    fn two_columns_or_names_are_read() {
        let tal = (Kind::Player, "Tal,M", "Tal, Mikhail");
        check("Tal,M\tTal, Mikhail\n", &[tal], &[]);
        check("Tal,M;Tal, Mikhail\n\"Tal,M\";\"Tal, Mikhail\"\n", &[tal], &[]);
        check("kind;name;spelling\nplayer;Tal, Mikhail;Tal,M\n", &[tal], &[]);
        check("Tal,M\n", &[], &["Tal,M"]);
        check("# ours\n\n\"Tal,M\",\"Tal, Mikhail\"\r\n", &[tal], &[]);
        check("name,games,spelling\n\"Tal, Mikhail\",3,\"Tal,M\"\n", &[tal], &[]);
        check("kind,name,spelling\nsite,London ENG,London\n", &[(Kind::Site, "London", "London ENG")], &[]);
        check("\u{FEFF}Tal, Mikhail\n\"Polgar, Judit\"\n", &[], &["Tal, Mikhail", "Polgar, Judit"]);
        let fide = "ID Number      Name                Fed Sex\n1503014        Carlsen, Magnus     NOR M  \n4100018        Kasparov, Garry     RUS M\n";
        check(fide, &[], &["Carlsen, Magnus", "Kasparov, Garry"]);
    }

    #[test]
    fn slips_are_named_with_their_line() {
        let fails = |text: &str| Canonical::parse(text, Kind::Player).unwrap_err();
        assert_eq!(fails("a\tb\n\"c\n").line, 2);
        assert!(fails("\"a\",b,c").message.contains("3 columns"));
        assert!(fails("a\tb\na\tc").message.contains("two names: b and c"));
        assert!(fails("kind\tspelling\tname\nplace\ta\tb").message.contains("no kind"));
        assert!(["", "# ours\n", "spelling,name\n"].iter().all(|none| fails(none).message.contains("no names")));
        assert!(fails("a\t ").message.contains("no name for a"));
        assert!(fails("spelling,name\na").message.contains("column is missing"));
    }
}
