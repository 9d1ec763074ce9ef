//! Commands that are written in another way than those of the same name around them: one of many is a slip.

use memchr::memmem;

use scoresheet_chess::command_arguments::{Fault, fault};
use scoresheet_grammar::command::{Command, commands};

/// So far around a command its like are looked for. Bytes.
const NEARBY: usize = 4096;

/// How many are looked at on either side, and how many there must be.
const MOST: usize = 4;
const FEWEST: usize = 3;

/// A whole number with so many digits is an evaluation without its point, where others have one.
const DIGITS_WITHOUT_POINT: usize = 3;

/// Whether the arguments of a command are fit for some programs, but those around it are all written as most programs do. Bounded.
pub(super) fn differs_from_neighbours(command: &Command, text: &str) -> bool {
    let is_usual: &dyn Fn(&str) -> bool = match command.name {
        "eval" if is_other_number(command.arguments) => {
            &|arguments| arguments.contains('.') && !arguments.contains(',')
        }
        name => &move |arguments| fault(name, arguments) == Some(Fault::None),
    };
    let all = neighbours(command, text);
    // A mate has no point.
    let others: Vec<&str> = all.into_iter().filter(|arguments| !arguments.contains('#')).collect();
    others.len() >= FEWEST && others.into_iter().all(is_usual)
}

/// Whether a number has a comma for its point, or has lost its point.
pub(super) fn is_other_number(arguments: &str) -> bool {
    let number = arguments.trim_start_matches(['+', '-']);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match number.split_once(',') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(number) && number.len() >= DIGITS_WITHOUT_POINT,
    }
}

/// The arguments of the commands of the same name around a command.
fn neighbours<'text>(command: &Command, text: &'text str) -> Vec<&'text str> {
    let start = text.floor_char_boundary(command.range.start.saturating_sub(NEARBY));
    let end = text.floor_char_boundary(command.range.end.saturating_add(NEARBY));
    let (before, after) = (&text[start..command.range.start], &text[command.range.end..end]);
    let begin = format!("[%{} ", command.name);
    let of_before = memmem::rfind_iter(before.as_bytes(), &begin).take(MOST).map(|place| &before[place..]);
    let of_after = memmem::find_iter(after.as_bytes(), &begin).take(MOST).map(|place| &after[place..]);
    of_before.chain(of_after).filter_map(|rest| Some(commands(rest, 0).next()?.arguments)).collect()
}
