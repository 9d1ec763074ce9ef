//! Commands inside comments: `[%clk 0:01:00]`, `[%cal Ge2e4,Rd1d8]`. To the tree a comment is one token: commands are
//! read on demand. The notation is ChessBase's and has become common; the standard leaves the text of comments free (section 5).

use std::ops::Range;

/// A command in a comment.
///
/// ```
/// let clock = scoresheet_grammar::command::commands("[%clk 0:01:00]", 0).next().unwrap();
/// assert_eq!((clock.name, clock.arguments, clock.is_closed), ("clk", "0:01:00", true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'text> {
    /// All of it with its brackets; half-open byte offsets on the footing of the `start` given to [`commands`], as all
    /// ranges here.
    pub range: Range<usize>,
    /// The name, as written.
    pub name: &'text str,
    /// Where the name is.
    pub name_range: Range<usize>,
    /// What follows the name, without the white space around it.
    pub arguments: &'text str,
    /// Where `arguments` is.
    pub arguments_range: Range<usize>,
    /// Whether the closing bracket is there.
    pub is_closed: bool,
}

/// The commands in the text of a comment that begins at byte `start`, in text order. Linear in the text.
///
/// ```
/// let names: Vec<&str> =
///     scoresheet_grammar::command::commands("[%eval 0.2] good [%clk 0:01:00]", 0).map(|command| command.name).collect();
/// assert_eq!(names, ["eval", "clk"]);
/// ```
pub fn commands(comment: &str, start: usize) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = comment.get(from..)?.as_bytes();
        let found = memchr::memchr_iter(b'[', rest).find(|bracket| rest.get(bracket + 1) == Some(&b'%'))?;
        let command = command_at(comment, from + found, start);
        from = command.range.end - start;
        Some(command)
    })
}

/// The text of a comment without the commands in it. Linear in the text.
///
/// ```
/// assert_eq!(scoresheet_grammar::command::without_commands("[%clk 0:01:00] good"), " good");
/// ```
pub fn without_commands(comment: &str) -> String {
    let mut words = String::new();
    let mut from = 0;
    for command in commands(comment, 0) {
        words.push_str(&comment[from..command.range.start]);
        from = command.range.end;
    }
    words.push_str(&comment[from..]);
    words
}

/// The command whose bracket is at byte `open` of the comment.
fn command_at(comment: &str, open: usize, start: usize) -> Command<'_> {
    let bytes = comment.as_bytes();
    let inside = open + 2;
    let (end, is_closed) = match closing_bracket(&bytes[inside..]) {
        // The next command begins before this one ends.
        Some(length) if let Some(next) = next_command(&bytes[inside..inside + length]) => {
            (comment[..inside + next].trim_end().len().max(inside), false)
        }
        Some(length) => (inside + length, true),
        None => (comment.strip_suffix('}').unwrap_or(comment).trim_end().len().max(inside), false),
    };
    let is_of_name = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_alphanumeric() || *byte == b'_';
    let name_length = bytes[inside..end].iter().position(|byte| !is_of_name(byte)).unwrap_or(end - inside);
    let name_end = inside + name_length;
    let (arguments_start, arguments) = match &bytes[name_end..end] {
        // Nearly all have one space after the name and no other white space.
        [b' ', first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => {
            (name_end + 1, &comment[name_end + 1..end])
        }
        _ => {
            let rest = &comment[name_end..end];
            let after_name = rest.trim_start();
            (name_end + (rest.len() - after_name.len()), after_name.trim_end())
        }
    };
    let at = |range: Range<usize>| range.start + start..range.end + start;
    Command {
        range: at(open..end + usize::from(is_closed)),
        name: &comment[inside..name_end],
        name_range: at(inside..name_end),
        arguments,
        arguments_range: at(arguments_start..arguments_start + arguments.len()),
        is_closed,
    }
}

/// The offset of a command in the text of another one, which has no quotes.
fn next_command(inside: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', inside)
        .find(|bracket| inside.get(bracket + 1) == Some(&b'%'))
        .filter(|bracket| !inside[..*bracket].contains(&b'"'))
}

/// The offset of the `]` that closes a command. A bracket inside quotes does not, if the quotes are closed.
fn closing_bracket(inside: &[u8]) -> Option<usize> {
    let first = memchr::memchr2(b']', b'"', inside)?;
    if inside[first] == b']' {
        return Some(first);
    }
    let mut quoted = false;
    for (position, byte) in inside.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b']' if !quoted => return Some(position),
            b'[' if !quoted && inside.get(position + 1) == Some(&b'%') => break,
            _ => {}
        }
    }
    memchr::memchr(b']', inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, expected: &[(&str, &str, bool)]) {
        let found: Vec<_> = commands(comment, 10)
            .map(|command| {
                assert_eq!(&comment[command.name_range.start - 10..command.name_range.end - 10], command.name);
                assert_eq!(
                    &comment[command.arguments_range.start - 10..command.arguments_range.end - 10],
                    command.arguments
                );
                (command.name, command.arguments, command.is_closed)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn commands_are_found_with_their_arguments() {
        check("{ no [command] }", &[]);
        check("{[%clk 0:01:00]}", &[("clk", "0:01:00", true)]);
        check(
            "{a [%eval #-3] b [%cal ] [%csl Ge5,Rz9]}",
            &[("eval", "#-3", true), ("cal", "", true), ("csl", "Ge5,Rz9", true)],
        );
        check("{[%clk\n0:01:03]}", &[("clk", "0:01:03", true)]);
        check("{[%tqu \"En\",\"a [b] c\",10] x}", &[("tqu", "\"En\",\"a [b] c\",10", true)]);
        check("{[%clk 0:01:00}", &[("clk", "0:01:00", false)]);
        check("{[%x \"a] [%y b]}", &[("x", "\"a", true), ("y", "b", true)]);
        check(
            "{[%eval +0.52[%brsp Qc7] [%clk 0:01}",
            &[("eval", "+0.52", false), ("brsp", "Qc7", true), ("clk", "0:01", false)],
        );
        check("{[%", &[("", "", false)]);
    }

    #[test]
    fn words_are_left_without_the_commands() {
        assert_eq!(without_commands(" so [%clk 0:01:00] it [is] [%cal Ge2e4]"), " so  it [is] ");
        assert_eq!(without_commands("[%eval 1"), "");
    }
}
