//! Completion of commands in comments, after `[` or `[%`.

use super::cursor::{Cursor, word_length};
use super::item::{Item, Kind};
use scoresheet_chess::command_docs::{CommandDoc, KNOWN_COMMANDS};

/// Returns the known commands; empty where no command is being typed, since the words of a comment are free text.
///
/// `comment` is the byte offset of the comment in the game.
pub(super) fn items(cursor: &Cursor, comment: usize) -> Vec<Item> {
    let before = &cursor.before()[comment..];
    let Some(bracket) = before.rfind('[') else { return Vec::new() };
    let name = before[bracket + 1..].strip_prefix('%').unwrap_or(&before[bracket + 1..]);
    if word_length(name) < name.len() {
        return Vec::new();
    }
    let after = cursor.after();
    let rest_of_name = word_length(after);
    let has_bracket = after[rest_of_name..].starts_with(']');
    let has_value = after[rest_of_name..].starts_with(' ');
    let range = comment + bracket..cursor.offset + rest_of_name;
    let item = |command: &CommandDoc| {
        let end = match (has_value, has_bracket) {
            (true, _) => "",
            (false, true) => " ",
            (false, false) => " ]",
        };
        let text = format!("[%{}{end}", command.name);
        Item {
            label: format!("[%{}]", command.name),
            detail: Some(command.summary.to_owned()),
            documentation: Some(format!("Example: `[%{} {}]`.", command.name, command.example)),
            caret: text.strip_suffix(']').map(str::len),
            filter_text: Some(format!("[%{}", command.name)),
            ..Item::new(Kind::Command, text, range.clone())
        }
    };
    KNOWN_COMMANDS.iter().map(item).collect()
}
