//! Commands in comments whose name or signs are damaged, so that they are read as words: `[clk 0:01:00]`, `%clk 0:01:00]`, `[[%clk 0:01:00]`,
//! `[%ckl 0:01:00]`.

use std::ops::Range;

use memchr::{memchr_iter, memchr2, memmem};
use scoresheet_grammar::command::{Command, commands};

use crate::command_arguments::{Fault, fault};
use crate::command_docs::{KNOWN_COMMANDS, OTHER_COMMANDS, is_known};
use crate::similar_words::{closest, in_other_capitals};

/// Longer names and arguments are not those of a damaged command. Bytes.
const LONGEST: usize = 200;

/// So far around a comment a command is looked for that only some programs write. Bytes.
const NEARBY: usize = 4096;

/// What is wrong with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Its `[` is missing, or is another bracket.
    Open,
    /// Its `%` is missing.
    Percent,
    /// A bracket or `%` is there twice.
    Doubled,
    /// Its name is mistyped, or has no space after it.
    Name,
}

/// A command that is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedCommand {
    /// All of it; half-open byte offsets.
    pub range: Range<usize>,
    /// What is wrong.
    pub damage: Damage,
    /// What was meant.
    pub meant: String,
}

/// The damaged commands in a comment of a game, in text order. `comment` is the text between its braces, in bytes. What may as well be words is none:
/// a name that only some programs write counts where it is used nearby. Linear in the comment.
pub fn damaged_commands(game: &str, comment: Range<usize>) -> Vec<DamagedCommand> {
    let text = &game[comment.clone()];
    let nearby = Nearby { game, start: comment.start, end: comment.end };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(sign) = memchr2(b'[', b'%', &text.as_bytes()[at..]).map(|sign| at + sign) {
        let damaged = match &text.as_bytes()[sign..] {
            [b'[', b'[', b'%', ..] => doubled_open(text, sign),
            [b'[', b'%', ..] => match commands(&text[sign..], 0).next() {
                Some(command) => {
                    at = sign + command.range.end;
                    if let Some(damaged) = written_with_percent(text, sign, &command, &nearby) {
                        found.push(damaged);
                    }
                    continue;
                }
                None => None,
            },
            [b'[', ..] => without_percent(text, sign, &nearby),
            _ => without_open(text, sign, &nearby),
        };
        at = damaged.as_ref().map_or(sign + 1, |damaged| damaged.range.end);
        found.extend(damaged);
    }
    for damaged in &mut found {
        damaged.range = damaged.range.start + comment.start..damaged.range.end + comment.start;
    }
    found
}

/// Whether [`damaged_commands`] may find one that begins with this `[`, or with a `%` that follows none: the cheap part of the search.
pub fn may_be_damaged(text: &[u8]) -> bool {
    match text {
        [b'[', b'[', b'%', ..] => true,
        [b'[', first, second, ..] => first.is_ascii_lowercase() && (second.is_ascii_lowercase() || *second == b'_'),
        [b'%', first, ..] => first.is_ascii_lowercase(),
        _ => false,
    }
}

/// The arguments that garbled ones of a command are meant to be: with letters for digits, other signs between the parts, or signs that are there
/// twice.
///
/// ```
/// use scoresheet_chess::damaged_commands::mended_arguments;
///
/// assert_eq!(mended_arguments("clk", "0:0l:3O").as_deref(), Some("0:01:30"));
/// assert_eq!(mended_arguments("eval", "--0:35").as_deref(), Some("-0.35"));
/// assert_eq!(mended_arguments("clk", "soon"), None);
/// ```
pub fn mended_arguments(name: &str, arguments: &str) -> Option<String> {
    let between = match name {
        "csl" | "cal" => ',',
        "eval" => '.',
        _ => ':',
    };
    let mut mended = String::with_capacity(arguments.len());
    for character in arguments.trim_end_matches([',', ';']).chars() {
        let character = match character {
            'O' | 'o' if between != ',' => '0',
            'l' | 'I' | '|' if between != ',' => '1',
            ' ' | ';' | ':' | '.' | ',' => between,
            other => other,
        };
        // Signs have something between them.
        if character.is_ascii_alphanumeric() || character == '#' || !mended.ends_with(character) {
            mended.push(character);
        }
    }
    (mended != arguments && fault(name, &mended) == Some(Fault::None)).then_some(mended)
}

/// The text around a comment.
struct Nearby<'game> {
    game: &'game str,
    start: usize,
    end: usize,
}

impl Nearby<'_> {
    /// Whether a command with this name and these arguments is meant.
    fn is_command(&self, name: &str, arguments: &str) -> bool {
        match fault(name, arguments) {
            Some(fault) => is_fit(&fault),
            None => is_known(name) && !arguments.is_empty() && self.has(name),
        }
    }

    /// Whether a command of this name is nearby.
    fn has(&self, name: &str) -> bool {
        let bytes = self.game.as_bytes();
        let around = &bytes[self.start.saturating_sub(NEARBY)..bytes.len().min(self.end + NEARBY)];
        memmem::find(around, format!("[%{name} ").as_bytes()).is_some()
    }
}

fn is_fit(fault: &Fault) -> bool {
    matches!(fault, Fault::None | Fault::Dialect(_))
}

/// `[[%clk 0:01:00]`, and with both brackets doubled.
fn doubled_open(text: &str, open: usize) -> Option<DamagedCommand> {
    let command = commands(&text[open + 1..], 0).next().filter(is_whole)?;
    let end = open + 1 + command.range.end;
    let range = open..end + usize::from(text[end..].starts_with(']'));
    Some(DamagedCommand { range, damage: Damage::Doubled, meant: text[open + 1..end].to_owned() })
}

/// A command with both brackets, a name that programs write, and arguments that fit.
fn is_whole(command: &Command) -> bool {
    command.is_closed && fault(command.name, command.arguments).map_or(is_known(command.name), |fault| is_fit(&fault))
}

/// `[%clk 0:01:00]]`, `[%ckl 0:01:00]`, `[%clk0:01:00]`, `[%%clk 0:01:00]`, `[% clk 0:01:00]`.
fn written_with_percent(text: &str, open: usize, command: &Command, nearby: &Nearby) -> Option<DamagedCommand> {
    if !command.is_closed || command.range.len() > LONGEST {
        return None;
    }
    let range = open..open + command.range.end;
    if is_known(command.name) {
        let is_doubled = is_whole(command) && text[range.end..].starts_with(']') && !is_in_brackets(&text[..open]);
        let meant = text[range.clone()].to_owned();
        return is_doubled.then(|| DamagedCommand { range: open..range.end + 1, damage: Damage::Doubled, meant });
    }
    let inside = &text[open + 2..range.end - 1];
    let (damage, (name, arguments)) = if command.name.is_empty() {
        let rest = inside.trim_start_matches(['%', ' ', ':']);
        let (name, arguments) = rest.split_once(' ')?;
        let arguments = arguments.trim();
        let is_command = inside.len() > rest.len() && nearby.is_command(name, arguments);
        (Damage::Doubled, is_command.then_some((name, arguments))?)
    } else {
        let glued = || KNOWN_COMMANDS.iter().find_map(|known| glued(inside, known.name));
        (Damage::Name, meant_name(command, nearby).map(|name| (name, command.arguments)).or_else(glued)?)
    };
    Some(DamagedCommand { range, damage, meant: format!("[%{name} {arguments}]") })
}

/// Whether a bracket of this text is open at its end.
fn is_in_brackets(text: &str) -> bool {
    let count = |bracket| memchr_iter(bracket, text.as_bytes()).count();
    text.len() <= NEARBY && count(b'[') > count(b']')
}

/// The name that an unknown one is meant to be, where the arguments are those of such a command.
fn meant_name(command: &Command, nearby: &Nearby) -> Option<&'static str> {
    let common = || KNOWN_COMMANDS.iter().map(|known| known.name);
    let is_of = |name: &&str| fault(name, command.arguments) == Some(Fault::None);
    let other = || OTHER_COMMANDS.iter().copied();
    in_other_capitals(command.name, common())
        .filter(|name| nearby.is_command(name, command.arguments))
        .or_else(|| closest(command.name, common().filter(is_of)))
        .or_else(|| {
            let name = in_other_capitals(command.name, other()).or_else(|| closest(command.name, other()));
            name.filter(|name| nearby.is_command(name, command.arguments))
        })
}

/// A name and the arguments that run into it.
fn glued<'text>(inside: &'text str, name: &'static str) -> Option<(&'static str, &'text str)> {
    let arguments = inside.strip_prefix(name)?.trim();
    (fault(name, arguments) == Some(Fault::None)).then_some((name, arguments))
}

/// `[clk 0:01:00]`.
fn without_percent(text: &str, open: usize, nearby: &Nearby) -> Option<DamagedCommand> {
    let (name, arguments, length) = name_and_arguments(&text[open + 1..], b']')?;
    nearby.is_command(name, arguments).then(|| DamagedCommand {
        range: open..open + 1 + length,
        damage: Damage::Percent,
        meant: format!("[%{name} {arguments}]"),
    })
}

/// `%clk 0:01:00]`, `(%clk 0:01:00)`, `{%clk 0:01:00]`.
fn without_open(text: &str, percent: usize, nearby: &Nearby) -> Option<DamagedCommand> {
    let before = text[..percent].chars().next_back();
    let is_open = |bracket: &char| matches!(bracket, '(' | '{' | '<');
    if !before.is_none_or(|before| before.is_whitespace() || "]})".contains(before) || is_open(&before)) {
        return None;
    }
    let rest = &text[percent + 1..];
    let closed = name_and_arguments(rest, b']').filter(|(name, arguments, _)| nearby.is_command(name, arguments));
    let (name, arguments, length) = closed.or_else(|| {
        let found = name_and_arguments(rest, b')').filter(|_| before == Some('('));
        found.filter(|(name, arguments, _)| nearby.is_command(name, arguments))
    })?;
    let start = percent - usize::from(before.is_some_and(|before| is_open(&before)));
    let range = start..percent + 1 + length;
    Some(DamagedCommand { range, damage: Damage::Open, meant: format!("[%{name} {arguments}]") })
}

/// The name at the start of a text, the arguments after it up to a bracket, and the length of all of it.
fn name_and_arguments(text: &str, close: u8) -> Option<(&str, &str, usize)> {
    let near = &text[..text.floor_char_boundary(LONGEST)];
    let end = memchr2(close, b'[', near.as_bytes()).filter(|end| near.as_bytes()[*end] == close)?;
    let (name, arguments) = near[..end].split_once(char::is_whitespace)?;
    Some((name, arguments.trim(), end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_damaged_command_means() {
        for (comment, damage, meant) in [
            ("[clk 0:01:00]", Damage::Percent, "[%clk 0:01:00]"),
            ("a [eval #-3] b", Damage::Percent, "a [%eval #-3] b"),
            (" %clk 0:03:56] ", Damage::Open, " [%clk 0:03:56] "),
            ("[%eval +0.10]%clk 0:03:56]", Damage::Open, "[%eval +0.10][%clk 0:03:56]"),
            ("(%clk 1:19:05)", Damage::Open, "[%clk 1:19:05]"),
            ("{%eval +3.47]", Damage::Open, "[%eval +3.47]"),
            ("[[%clk 1:18:13]", Damage::Doubled, "[%clk 1:18:13]"),
            ("[%eval +4.96]]fight", Damage::Doubled, "[%eval +4.96]fight"),
            ("[[%eval +4.96]] good", Damage::Doubled, "[%eval +4.96] good"),
            ("[%%clk 0:01:00]", Damage::Doubled, "[%clk 0:01:00]"),
            ("[% clk 0:01:00]", Damage::Doubled, "[%clk 0:01:00]"),
            ("[%veal 0.78]", Damage::Name, "[%eval 0.78]"),
            ("[%Cal Gg3h4]", Damage::Name, "[%cal Gg3h4]"),
            ("[%lck 0:04:22]", Damage::Name, "[%clk 0:04:22]"),
            ("[%eva +0.50]", Damage::Name, "[%eval +0.50]"),
            ("[%clkk 0:00:25.3]", Damage::Name, "[%clk 0:00:25.3]"),
            ("[%clk0:00:25]", Damage::Name, "[%clk 0:00:25]"),
            ("[%brsp Nf2] [brsp Nf2]", Damage::Percent, "[%brsp Nf2] [%brsp Nf2]"),
            ("[%brsp Nf2][%brps Nf2]", Damage::Name, "[%brsp Nf2][%brsp Nf2]"),
        ] {
            let game = format!("1. e4 {{{comment}}} *");
            let found = damaged_commands(&game, 7..7 + comment.len());
            let [damaged] = found.as_slice() else { panic!("{comment}: {found:?}") };
            assert_eq!(damaged.damage, damage, "{comment}");
            let (before, after) = (&game[7..damaged.range.start], &game[damaged.range.end..7 + comment.len()]);
            assert_eq!(format!("{before}{}{after}", damaged.meant), meant, "{comment}");
        }
    }

    #[test]
    fn what_garbled_arguments_mean() {
        for (name, arguments, meant) in [
            ("clk", "0.08.10", Some("0:08:10")),
            ("clk", "0::08:10", Some("0:08:10")),
            ("clk", "0 : 08 : 10", Some("0:08:10")),
            ("clk", "O:08:1O", Some("0:08:10")),
            ("clk", "1:2:3:4", None),
            ("eval", "0,35", Some("0.35")),
            ("eval", "0.3O", Some("0.30")),
            ("eval", "good", None),
            ("cal", "Ge2e4;Rd1d8", Some("Ge2e4,Rd1d8")),
            ("cal", "Ge2e4 Rd1d8", Some("Ge2e4,Rd1d8")),
            ("cal", "Ge2e9", None),
        ] {
            assert_eq!(mended_arguments(name, arguments).as_deref(), meant, "{arguments}");
        }
    }

    #[test]
    fn words_and_whole_commands_are_not_damaged() {
        for comment in [
            "[clk]",
            "[eval good]",
            "[score 1-0]",
            "50%eval 3]",
            "100 % cal 3]",
            "a [%clk 0:01:00] b",
            "[see [%csl Ge4]]",
            "[%foo 0:01:00]",
            "[%evp 0,1]",
            "[%clk soon]]",
            "[ref 3] is meant",
            "[%key Sgg4b3,Sgf6g8] [%]",
            "%",
            "[",
        ] {
            assert_eq!(damaged_commands(comment, 0..comment.len()), [], "{comment}");
        }
    }
}
