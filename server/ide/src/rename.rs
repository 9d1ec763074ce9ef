//! Renaming of a player, an event, a site, an annotator, a team or a tag.

mod names;

use std::ops::Range;

use scoresheet_grammar::ast::{Tag, escape};
use scoresheet_grammar::{Database, GameView};

use scoresheet_chess::placed_game::{PlacedGame, game_at, games};
use scoresheet_lint::finding::Edit;

/// The maximum length of a tag name: the standard allows symbols of 255 characters (section 7).
const LONGEST_TAG_NAME: usize = 255;

/// The maximum number of suggested names.
const MOST_SUGGESTIONS: usize = 8;

/// The tags whose values are names of the same kind.
const GROUPS: [(&[&str], NameKind); 5] = [
    (&["White", "Black"], NameKind::Player),
    (&["Event"], NameKind::Event),
    (&["Site"], NameKind::Site),
    (&["Annotator"], NameKind::Annotator),
    (&["WhiteTeam", "BlackTeam"], NameKind::Team),
];

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A player, in White and Black.
    Player,
    /// An event.
    Event,
    /// A site.
    Site,
    /// An annotator.
    Annotator,
    /// A team, in WhiteTeam and BlackTeam.
    Team,
    /// A tag.
    Tag,
}

/// A name to rename, independent of its place, so that it can be searched in any file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTarget {
    /// The kind of the name.
    pub kind: NameKind,
    /// The name, without quotes and escapes.
    pub name: String,
}

/// A name at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renameable {
    /// The range of the name: half-open byte offsets in the file. Of several players in one value (section 8.1.1.5),
    /// only the one at the cursor.
    pub range: Range<usize>,
    /// The name, which is also the placeholder in an editor.
    pub target: RenameTarget,
}

/// Returns the name at byte `offset` of the file, if it can be renamed. Linear in the tag section of the game.
pub fn prepare_rename(database: &Database, offset: usize) -> Option<Renameable> {
    let game = game_at(database, offset)?;
    let at = offset - game.start;
    let touches = |range: &Range<usize>| range.start <= at && at <= range.end;
    let tag = game.view.tags().into_iter().find(|tag| touches(&tag.range))?;
    if touches(&tag.name_range) && !tag.name.is_empty() {
        let target = RenameTarget { kind: NameKind::Tag, name: tag.name.to_owned() };
        return Some(Renameable { range: game.in_file(&tag.name_range), target });
    }
    let kind = name_kind(tag.name)?;
    let (name, range) = parts(game.view.text, &tag, kind).into_iter().find(|(_, range)| touches(range))?;
    if matches!(name.as_str(), "" | "?" | "-") {
        return None;
    }
    Some(Renameable { range: game.in_file(&range), target: RenameTarget { kind, name } })
}

/// Returns the edits that rename `target` in all games of a file, in ascending order.
///
/// The same target can be renamed in other files. Linear in the tag sections.
///
/// # Errors
/// A sentence for the user where `new` is not a valid name, or where a game already has a tag of that name.
pub fn rename(database: &Database, target: &RenameTarget, new: &str) -> Result<Vec<Edit>, String> {
    rename_from(database, 0, target, new)
}

/// Renames `target` in a part of a file that comes after `games_before` games.
///
/// # Errors
/// As [`rename`].
pub fn rename_from(
    database: &Database,
    games_before: usize,
    target: &RenameTarget,
    new: &str,
) -> Result<Vec<Edit>, String> {
    check_name(target.kind, new)?;
    let mut edits = Vec::new();
    for game in games(database) {
        let tags = game.view.tags();
        if target.kind == NameKind::Tag {
            let game = PlacedGame { index: game.index + games_before, ..game };
            edits.extend(tag_name_edits(game, &tags, &target.name, new)?);
            continue;
        }
        for tag in tags.iter().filter(|tag| name_kind(tag.name) == Some(target.kind)) {
            let found = parts(game.view.text, tag, target.kind).into_iter().filter(|(name, _)| *name == target.name);
            edits.extend(found.map(|(_, range)| Edit::replace(game.in_file(&range), escape(new))));
        }
    }
    Ok(edits)
}

/// Returns names that `target` may be meant to be, the most likely first.
///
/// First those of `others` that are normal forms (`Last, First`) of it or differ from it by case, spaces, punctuation, or
/// initials instead of first names, the most frequent first; then its other normal forms. `others` are names of the same
/// kind, each with its number of occurrences. Linear in `others`.
pub fn rename_suggestions<'names>(
    target: &RenameTarget,
    others: impl Iterator<Item = (&'names str, usize)>,
) -> Vec<String> {
    let forms = match target.kind {
        NameKind::Tag => Vec::new(),
        NameKind::Player | NameKind::Annotator => names::player_forms(&target.name),
        NameKind::Event | NameKind::Site | NameKind::Team => names::plain_forms(&target.name),
    };
    let first = first_letter(&target.name);
    let is_meant = |name: &str| {
        forms.iter().any(|form| form == name) || first_letter(name) == first && is_alike(name, &target.name)
    };
    let mut suggestions: Vec<(usize, &str)> =
        others.filter(|(name, _)| *name != target.name && is_meant(name)).map(|(name, count)| (count, name)).collect();
    suggestions.sort_by(|(one_count, one), (other_count, other)| (other_count, one).cmp(&(one_count, other)));
    suggestions.dedup();
    let mut suggestions: Vec<String> = suggestions.into_iter().map(|(_, name)| name.to_owned()).collect();
    for form in forms {
        if !suggestions.contains(&form) {
            suggestions.push(form);
        }
    }
    suggestions.truncate(MOST_SUGGESTIONS);
    suggestions
}

/// Returns the first letter or digit in lower case, a fast filter: names that are alike share it.
fn first_letter(name: &str) -> Option<char> {
    name.chars().find(|letter| letter.is_alphanumeric()).and_then(|letter| letter.to_lowercase().next())
}

/// A name in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAt {
    /// The kind of the name.
    pub kind: NameKind,
    /// The name, without quotes and escapes.
    pub name: String,
    /// Its range: half-open byte offsets relative to the game.
    pub range: Range<usize>,
}

/// Returns the names in the tag values of a game, in text order, without unknown names. Linear in the tag section.
pub fn names_of(game: GameView) -> Vec<NameAt> {
    let in_tag = |tag: &Tag| {
        let kind = name_kind(tag.name)?;
        let is_known = |(name, _): &(String, Range<usize>)| !matches!(name.as_str(), "" | "?" | "-");
        let known = parts(game.text, tag, kind).into_iter().filter(is_known);
        Some(known.map(move |(name, range)| NameAt { kind, name, range }).collect::<Vec<_>>())
    };
    game.tags().iter().filter_map(in_tag).flatten().collect()
}

/// Returns the kind of the names in the values of a tag.
pub fn name_kind(tag_name: &str) -> Option<NameKind> {
    GROUPS.iter().find(|(names, _)| names.contains(&tag_name)).map(|(_, kind)| *kind)
}

fn check_name(kind: NameKind, new: &str) -> Result<(), String> {
    if kind == NameKind::Tag {
        let is_symbol = new.starts_with(|first: char| first.is_ascii_alphanumeric())
            && new.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        return match is_symbol && new.len() <= LONGEST_TAG_NAME {
            true => Ok(()),
            false => Err(format!("{new:?} is not a tag name: use letters, digits and underscores (section 8.1)")),
        };
    }
    match new {
        _ if new.trim().is_empty() => Err("A name cannot be empty; write ? for an unknown one".to_owned()),
        _ if new.contains(char::is_control) => Err("A name must be on one line, without control characters".to_owned()),
        _ => Ok(()),
    }
}

fn tag_name_edits(game: PlacedGame, tags: &[Tag], old: &str, new: &str) -> Result<Vec<Edit>, String> {
    let edits: Vec<Edit> = tags
        .iter()
        .filter(|tag| tag.name == old)
        .map(|tag| Edit::replace(game.in_file(&tag.name_range), new))
        .collect();
    if !edits.is_empty() && old != new && tags.iter().any(|tag| tag.name == new) {
        return Err(format!("Game {} already has a {new} tag", game.index + 1));
    }
    Ok(edits)
}

/// Returns the names in a tag's value with their ranges in the game: the whole value, or the players that colons
/// separate.
fn parts(text: &str, tag: &Tag, kind: NameKind) -> Vec<(String, Range<usize>)> {
    let inner = tag.inner_range();
    let Some(raw) = text.get(inner.clone()) else { return Vec::new() };
    let is_list = kind == NameKind::Player && !raw.contains("://");
    let mut parts = Vec::new();
    let mut start = inner.start;
    for part in raw.split(|letter| is_list && letter == ':') {
        let lead = part.len() - part.trim_start().len();
        let trimmed = part.trim();
        let range = start + lead..start + lead + trimmed.len();
        parts.push((scoresheet_grammar::ast::unescape(trimmed).into_owned(), range));
        start += part.len() + 1;
    }
    parts
}

/// Returns whether two names may be the same: equal letters and digits, or the same family name and first names of
/// which one begins with the other.
fn is_alike(one: &str, other: &str) -> bool {
    let key = |name: &str| -> String {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    if key(one) == key(other) {
        return true;
    }
    let split = |name: &str| {
        let (family, first) = name.split_once(',')?;
        Some((key(family), key(first)))
    };
    let (Some((family, first)), Some((other_family, other_first))) = (split(one), split(other)) else { return false };
    let begins = first.starts_with(&other_first) || other_first.starts_with(&first);
    family == other_family && begins && !(first.is_empty() && other_first.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    const FILE: &str = "[Event \"Opera \\\"box\\\" 🏆\"]\r\n[Site \"Paris FRA\"]\r\n[White \"Paul Morphy\"]\r\n[Black \"Duke Karl:Count Isouard\"]\r\n\r\n\
        1. e4 e5 *\r\n\r\n[White \"Morphy, Paul\"]\r\n[Black \"Paul Morphy\"]\r\n[Site \"Paris FRA\"]\r\n[Annotator \"Paul Morphy\"]\r\n\r\n*\r\n\r\n\
        [Event \"Opera \\\"box\\\" 🏆\"]\r\n[White \"Count Isouard : Paul Morphy\"]\r\n[Black \"MORPHY, P.\"]\r\n\r\n*\r\n";

    fn at(place: &str) -> Option<Renameable> {
        let (text, offset) = with_cursor(&FILE.replacen(&place.replace("<|>", ""), place, 1));
        let found = prepare_rename(&Database::parse(&text), offset);
        if let Some(found) = &found {
            assert!(found.range.start <= offset && offset <= found.range.end);
        }
        found
    }

    /// Returns the file after renaming the name at `place`, and the number of edits.
    #[track_caller]
    fn renamed(place: &str, new: &str) -> (String, usize) {
        let edits = rename(&Database::parse(FILE), &at(place).unwrap().target, new).unwrap();
        let mut text = FILE.to_owned();
        edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        (text, edits.len())
    }

    #[test]
    fn players_are_renamed_on_both_sides_and_among_others() {
        let (text, edits) = renamed("[White \"Paul M<|>orphy\"]", "Morphy, Paul");
        assert_eq!(edits, 3);
        assert!(text.contains("[White \"Morphy, Paul\"]\r\n[Black \"Duke Karl:Count Isouard\"]"));
        assert!(text.contains("[Black \"Morphy, Paul\"]\r\n[Site"));
        assert!(text.contains("[White \"Count Isouard : Morphy, Paul\"]"));
        assert!(text.contains("[Annotator \"Paul Morphy\"]"), "another tag");
        let found = at("Duke Karl:Count<|> Isouard").unwrap();
        assert_eq!((found.target.name.as_str(), &FILE[found.range]), ("Count Isouard", "Count Isouard"));
        assert_eq!(renamed("Duke Karl:Count<|> Isouard", "Isouard").1, 2);
    }

    #[test]
    fn values_are_written_with_escapes() {
        let (text, edits) = renamed("[Event \"Ope<|>ra", "The \"Opera\"");
        assert_eq!(edits, 2);
        assert_eq!(text.matches("[Event \"The \\\"Opera\\\"\"]").count(), 2);
        assert_eq!(at("[Event \"Ope<|>ra").unwrap().target.name, "Opera \"box\" 🏆");
        assert_eq!(renamed("[Site \"<|>Paris", "Versailles FRA").1, 2);
    }

    #[test]
    fn tags_are_renamed_where_they_do_not_clash() {
        let target = at("[Anno<|>tator").unwrap().target;
        assert_eq!(target, RenameTarget { kind: NameKind::Tag, name: "Annotator".to_owned() });
        let database = Database::parse(FILE);
        assert_eq!(rename(&database, &target, "Remark").unwrap().len(), 1);
        assert_eq!(rename(&database, &target, "Site"), Err("Game 2 already has a Site tag".to_owned()));
        assert!(rename(&database, &target, "two words").is_err());
        assert!(rename(&database, &at("<|>Paris FRA").unwrap().target, "a\nb").is_err());
        assert!(rename(&database, &at("<|>Paris FRA").unwrap().target, " ").is_err());
    }

    #[test]
    fn other_places_cannot_be_renamed() {
        for place in ["1. e<|>4", "<|>*\r\n\r\n[Event"] {
            assert_eq!(at(place), None, "{place}");
        }
        let (text, offset) = with_cursor("[White \"?<|>\"]\n[Result \"1-0\"]\n\n*");
        assert_eq!(prepare_rename(&Database::parse(&text), offset), None);
        assert_eq!(prepare_rename(&Database::parse(&text), text.find("1-0").unwrap()), None);
    }

    #[test]
    fn similar_names_are_suggested() {
        let suggest = |place: &str, others: &[(&str, usize)]| {
            rename_suggestions(&at(place).unwrap().target, others.iter().copied())
        };
        let others = [("Morphy, P.", 2), ("MORPHY, P.", 1), ("Tal, M", 9), ("Morphy, Paul", 3), ("Paul, Morphy", 1)];
        assert_eq!(suggest("[White \"Paul M<|>orphy\"]", &others), ["Morphy, Paul", "Paul, Morphy"]);
        assert_eq!(suggest("[White \"Paul M<|>orphy\"]", &[]), ["Morphy, Paul", "Paul, Morphy"]);
        assert_eq!(suggest("[Black \"MORPHY<|>, P.\"]", &others), ["Morphy, Paul", "Morphy, P."]);
        assert!(suggest("<|>Paris FRA", &others).is_empty());
    }

    #[test]
    fn names_of_a_game_have_places() {
        let database = Database::parse(FILE);
        let game = database.view(0).unwrap();
        let found = names_of(game);
        let names: Vec<(NameKind, &str)> = found.iter().map(|at| (at.kind, at.name.as_str())).collect();
        let player = |name| (NameKind::Player, name);
        let (event, site) = ((NameKind::Event, "Opera \"box\" 🏆"), (NameKind::Site, "Paris FRA"));
        assert_eq!(names, [event, site, player("Paul Morphy"), player("Duke Karl"), player("Count Isouard")]);
        assert_eq!(&game.text[found[4].range.clone()], "Count Isouard");
    }
}
