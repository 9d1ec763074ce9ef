//! Ordinary NAGs and comments. Most are, and rules that look only at unusual ones are not called for them: see [`Which`](crate::rule::Which).

use memchr::memchr3;

use scoresheet_chess::command_arguments::{foreign_command, plain_command};
use scoresheet_chess::damaged_commands::may_be_damaged;

/// Whether the NAG with this text is neither `$0` nor the mark of a mistake (`$2`, `$4`, `$6`), and below 100. Callers check that it
/// follows its move directly; otherwise it is not ordinary.
#[inline]
pub(super) fn is_ordinary_nag(nag: &str) -> bool {
    matches!(nag.as_bytes(), [b'$', b'1' | b'3' | b'5' | b'7'..=b'9'] | [b'$', b'1'..=b'9', b'0'..=b'9'])
}

/// Whether a comment, given with its braces, contains only words and commands in the form that most programs write, and at least one: it
/// cannot have swallowed moves, no rule reports such commands, and no word may be a damaged one. Linear in the comment.
#[inline]
pub(super) fn is_ordinary_comment(comment: &str) -> bool {
    let inside = comment.get(1..).unwrap_or_default();
    if is_white_space(inside) {
        return false;
    }
    let mut rest = inside.as_bytes();
    let mut open = 0_usize;
    loop {
        rest = match rest {
            [] | [b'}'] => return true,
            [b' ', tail @ ..] => tail,
            [b'[', b'%', ..] => match plain_command(rest).or_else(|| harmless_command(rest)) {
                Some(length) if rest.get(length) != Some(&b']') => &rest[length..],
                _ => return false,
            },
            [b'[' | b'%', ..] if may_be_damaged(rest) => return false,
            [b'[' | b'%', tail @ ..] => tail,
            [b'(', tail @ ..] => {
                open += 1;
                tail
            }
            [b')', tail @ ..] if open > 0 => {
                open -= 1;
                tail
            }
            [b')' | b'{', ..] => return false,
            _ => match next_sign(rest) {
                Some(next) => &rest[next..],
                None => return true,
            },
        }
    }
}

/// Whether a comment, given without its opening brace, is empty or white space.
#[inline]
fn is_white_space(inside: &str) -> bool {
    match inside.as_bytes() {
        // Most begin with a command or a word.
        [b'!'..=b'z', ..] | [b' ', b'!'..=b'z', ..] => false,
        _ => matches!(inside.trim_start(), "" | "}"),
    }
}

/// Returns the offset of the next bracket, parenthesis, opening brace or percent sign.
// Inlined, as most comments are short.
#[inline]
fn next_sign(text: &[u8]) -> Option<usize> {
    // `[` and `{` differ in one bit, as do `(` and `)`.
    // Without branches, so that all bytes of a chunk are compared at once.
    let is_sign = |byte: &u8| (*byte | 0x20 == b'{') | (*byte | 1 == b')') | (*byte == b'%');
    let has_sign = |chunk: &[u8; 16]| chunk.iter().fold(false, |has_sign, byte| has_sign | is_sign(byte));
    let (chunks, rest) = text.as_chunks();
    let before = chunks.iter().take_while(|chunk| !has_sign(chunk)).count();
    match chunks.get(before) {
        Some(chunk) => Some(16 * before + chunk.iter().position(is_sign)?),
        None => Some(16 * before + rest.iter().position(is_sign)?),
    }
}

/// Returns the length of a command of some programs, about which there is no rule, if it contains nothing suspicious.
fn harmless_command(rest: &[u8]) -> Option<usize> {
    foreign_command(rest).filter(|length| memchr3(b'{', b')', b'[', &rest[1..*length]).is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_grammar::command::commands;

    use super::*;
    use crate::suspicious_comment::is_suspicious_comment;
    use scoresheet_chess::command_arguments::{Fault, fault};
    use scoresheet_chess::damaged_commands::damaged_commands;

    #[test]
    fn most_comments_are_plain() {
        for comment in [
            "{ a [b] (c }",
            "{ (a) (b (c)) [d] }",
            "{[%eval -0.35][%clk 0:03:00] a}",
            "{ [%emt 0:00:07] }",
            "{ [%eval +12.5]",
            "{ [%eval #-12] }",
            "{ 50% [A] }",
        ] {
            assert!(is_ordinary_comment(comment), "{comment}");
        }
        for comment in ["{[%evp 1]}", "{[%csl Ge4]}", "{ a [%csl Ge4,Re5][%cal Ge2e4] b }"] {
            assert!(is_ordinary_comment(comment), "{comment}");
        }
        for comment in [
            "{}",
            "{",
            "{ \n\u{a0}}",
            "{ :) }",
            "{(a) b)}",
            "{a {b}",
            "{[%eval 0,35]}",
            "{[%eval 0.35}",
            "{a [%clk 3:00]}",
            "{[%evp (1)]}",
            "{[%x 1]}",
            "{[clk 0:01:00]}",
            "{a %clk 0:01:00]}",
            "{[[%clk 0:01:00]}",
            "{[%clk 0:01:00]]}",
            "{[%brsp Nf3[%clk 0:01:00]}",
        ] {
            assert!(!is_ordinary_comment(comment), "{comment}");
        }
        for comment in
            ["{[%x \"a]}", "{[%x}", "{[%csl G]}", "{[%csl Ge9]}", "{[%csl Ge4,]}", "{[%cal Ge4]}", "{[%eval]}"]
        {
            assert!(!is_ordinary_comment(comment), "{comment}");
        }
    }

    proptest! {
        #[test]
        fn plain_comments_have_no_findings(parts in prop::collection::vec(prop::sample::select(PARTS), 0..8)) {
            let comment = format!("{{{}}}", parts.concat());
            if is_ordinary_comment(&comment) {
                prop_assert!(!is_suspicious_comment(&comment), "{}", comment);
                prop_assert_eq!(damaged_commands(&comment, 1..comment.len() - 1), []);
                for command in commands(&comment, 0) {
                    prop_assert!(command.is_closed, "{}", comment);
                    let fault = fault(command.name, command.arguments);
                    prop_assert!(matches!(fault, None | Some(Fault::None)), "{}", comment);
                }
            }
        }
    }

    const PARTS: &[&str] = &[
        " ", "a", "[", "]", "[%", "[%eval ", "#", "[%clk ", "[%evp ", "[%csl ", "[%cal ", "0.3", "-", "1", ":",
        "0:00:07", "0:00:07]", "12.50]", "Ge4", "Ge2e4", ",", "\"", "{", "(", ")", "%", "9. Nf3", "clk", "
",
    ];
}
