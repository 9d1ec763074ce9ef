//! The columns of a table, and their names.

use std::str::FromStr;

use scoresheet_chess::similar_words::{closest, most_similar};
use scoresheet_chess::tag_docs;

/// A column of a table of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The value of a tag, on one line; empty if it means unknown.
    Tag(String),
    /// The ECO code: that of the tag, or else of the moves.
    Eco,
    /// The name of the opening: that of the tags, or else of the moves.
    Opening,
    /// The number of the first move after the last position with a name; empty if the game ends there.
    LeftBook,
    /// How many plies of the main line read.
    Plies,
    /// How many moves these are.
    Moves,
    /// The men at the end of the main line: `KRPvKR`.
    Material,
    /// The pieces that White's pawns and Black's were promoted to in the main line: `Q`, `vN`, `QQvQ`.
    Promotions,
    /// The file and the line on which the game begins: `games.pgn:12`.
    Location,
    /// The file.
    File,
    /// The line on which the game begins, from 1.
    Line,
    /// The number of the game in its file, from 1.
    Game,
    /// `yes` if the main line does not read to its end.
    Broken,
}

/// What the values of a column are, for their order and their alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Words, or numbers where all of a value is one.
    Words,
    /// A number.
    Number,
    /// A number that may have something after it, as a rating; 0 is unknown.
    Rating,
    /// A date with unknown parts.
    Date,
    /// A round with its parts: `3.1`.
    Round,
    /// A result.
    Result,
    /// The men of both sides.
    Material,
    /// A file and a line.
    Location,
}

/// The columns that are not tags.
const COMPUTED: [(&str, Column); 12] = [
    ("eco", Column::Eco),
    ("opening", Column::Opening),
    ("left-book", Column::LeftBook),
    ("plies", Column::Plies),
    ("moves", Column::Moves),
    ("material", Column::Material),
    ("promotions", Column::Promotions),
    ("location", Column::Location),
    ("file", Column::File),
    ("line", Column::Line),
    ("game", Column::Game),
    ("broken", Column::Broken),
];

/// What is before the name of a tag that is not in use elsewhere.
const TAG: &str = "tag:";

impl Column {
    /// All columns with a name of their own: what is computed, and the tags in use.
    pub fn all() -> impl Iterator<Item = Column> {
        let tags = tag_docs::known_tags().map(|tag| tag.name).filter(|name| !matches!(*name, "ECO" | "Opening"));
        COMPUTED.into_iter().map(|(_, column)| column).chain(tags.map(|name| Column::Tag(name.to_owned())))
    }

    /// The name, as in headers of files and keys of objects: `white_elo`.
    pub fn key(&self) -> String {
        match self {
            Column::Tag(name) if is_known(name) => snake_case(name),
            Column::Tag(name) => name.clone(),
            other => other.computed_name().replace('-', "_"),
        }
    }

    /// The heading for people.
    pub fn heading(&self) -> String {
        match self {
            Column::Tag(name) => name.clone(),
            Column::Eco => "ECO".to_owned(),
            other => {
                let mut name = other.computed_name().replace('-', " ");
                name[..1].make_ascii_uppercase();
                name
            }
        }
    }

    /// What its values are.
    pub fn value(&self) -> Value {
        match self {
            Column::Tag(name) => value_of_tag(name),
            Column::Plies | Column::Moves | Column::Line | Column::Game | Column::LeftBook => Value::Number,
            Column::Material => Value::Material,
            Column::Location => Value::Location,
            Column::Eco | Column::Opening | Column::Promotions | Column::File | Column::Broken => Value::Words,
        }
    }

    fn computed_name(&self) -> &'static str {
        COMPUTED.iter().find(|(_, column)| column == self).map_or("", |(name, _)| name)
    }
}

impl FromStr for Column {
    type Err = String;

    /// The column of a name in any letter case, with or without `-` and `_`. A tag that is not in use elsewhere is written `tag:Name`.
    fn from_str(name: &str) -> Result<Column, String> {
        let name = name.trim();
        if let Some(tag) = name.strip_prefix(TAG) {
            return match tag_docs::is_well_formed(tag) && !tag.is_empty() {
                true => Ok(Column::Tag(tag.to_owned())),
                false => Err("a tag has a name of letters, digits and underscores, as in tag:WhiteTeam".to_owned()),
            };
        }
        let plain = plain(name);
        if let Some(column) = Column::all().find(|column| self::plain(&column.key()) == plain) {
            return Ok(column);
        }
        let keys: Vec<String> = Column::all().map(|column| column.key()).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        // The names of tags are often shortened.
        let shortened = || keys.iter().copied().find(|key| plain.len() > 2 && self::plain(key).starts_with(&plain));
        let meant = closest(name, keys.iter().copied()).or_else(shortened).or_else(|| most_similar(name, &keys));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
        let tag = tag_docs::is_well_formed(name) && !name.is_empty();
        let tag = if tag { format!(" (A tag of this name is written tag:{name})") } else { String::new() };
        Err(format!("there is no such column{meant}{tag}"))
    }
}

fn is_known(tag: &str) -> bool {
    tag_docs::describe(tag).is_some()
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

/// `white_elo` of `WhiteElo`, `eco_url` of `ECOUrl`.
fn snake_case(name: &str) -> String {
    let bytes = name.as_bytes();
    let mut snake = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
        let is_lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
        if index > 0 && byte.is_ascii_uppercase() && (!is_upper(index - 1) || is_lower(index + 1)) {
            snake.push('_');
        }
        snake.push(byte.to_ascii_lowercase().into());
    }
    snake
}

fn value_of_tag(name: &str) -> Value {
    match name {
        "Result" => Value::Result,
        "Round" => Value::Round,
        "PlyCount" | "Board" | "EventRounds" | "EventCategory" | "WhiteRD" | "BlackRD" | "WhiteRatingDiff"
        | "BlackRatingDiff" => Value::Number,
        _ if name.ends_with("Elo") || name.ends_with("USCF") => Value::Rating,
        _ if name.ends_with("Date") => Value::Date,
        _ => Value::Words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names() {
        let check = |name: &str, expected: Result<&str, &str>| {
            let column = name.parse::<Column>();
            let found = column.as_ref().map(Column::key);
            assert_eq!(found.as_deref().map_err(|error| error.as_str()), expected, "{name}");
        };
        check("white", Ok("white"));
        check("WhiteElo", Ok("white_elo"));
        check("white-elo", Ok("white_elo"));
        check(" ECO", Ok("eco"));
        check("ECOUrl", Ok("eco_url"));
        check("LEFT_BOOK", Ok("left_book"));
        check("tag:MyTag", Ok("MyTag"));
        check("tag:White", Ok("white"));
        let meant = |meant: &str, name: &str| {
            format!("there is no such column; did you mean {meant}? (A tag of this name is written tag:{name})")
        };
        for (name, column) in [("whitte", "white"), ("matrial", "material"), ("plys", "plies"), ("annot", "annotator")]
        {
            check(name, Err(&meant(column, name)));
        }
        check("XyzTag", Err("there is no such column (A tag of this name is written tag:XyzTag)"));
        check("?", Err("there is no such column"));
        check("tag:", Err("a tag has a name of letters, digits and underscores, as in tag:WhiteTeam"));
    }

    #[test]
    fn every_column_is_found_by_its_name() {
        for column in Column::all() {
            assert_eq!(column.key().parse::<Column>().as_ref(), Ok(&column));
            assert!(!column.heading().is_empty());
        }
    }
}
