//! Checks of the arguments of the common commands in comments.

use crate::command_docs::is_of_some_programs;

/// The fault of the arguments of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The arguments are correct.
    None,
    /// The arguments are missing.
    Empty,
    /// The arguments are in a dialect that some programs read.
    Dialect(Dialect),
    /// The arguments cannot be parsed. The text says why.
    Wrong(String),
}

/// A spelling of arguments that only some programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A time without hours, or whose minutes or seconds are not two digits below 60.
    Time,
    /// An evaluation with another mate mark, with its sign before the mark, or with the depth after a slash; or `#`,
    /// mate on the board.
    Evaluation,
    /// Marks with a comma after the last one.
    Marks,
}

impl Dialect {
    /// Returns a sentence that says what is unusual about these arguments.
    pub fn message(self, arguments: &str) -> String {
        match self {
            Dialect::Time => format!("{arguments} is not in hours, minutes and seconds, such as 0:03:00"),
            Dialect::Evaluation => {
                format!("{arguments} is not how most programs write an evaluation, such as 0.35 or #-3")
            }
            Dialect::Marks => "No comma follows the last mark".to_owned(),
        }
    }

    /// Returns these arguments as most programs write them, if that is certain.
    pub fn usual(self, arguments: &str) -> Option<String> {
        match self {
            // "3:00" may be minutes or hours.
            Dialect::Time => None,
            Dialect::Marks => Some(arguments.trim_end_matches([',', ' ']).to_owned()),
            Dialect::Evaluation => {
                let (start, rest, depth) = usual_evaluation(arguments)?;
                Some(depth.map_or_else(|| format!("{start}{rest}"), |depth| format!("{start}{rest},{depth}")))
            }
        }
    }
}

/// Checks the arguments of a command. Returns `None` for an unknown command.
pub fn fault(name: &str, arguments: &str) -> Option<Fault> {
    let check = match name {
        "clk" | "emt" | "egt" | "mct" => time,
        "eval" => evaluation,
        "csl" => squares,
        "cal" => arrows,
        _ => return None,
    };
    Some(if arguments.is_empty() { Fault::Empty } else { check(arguments) })
}

/// Returns the length in bytes of the command at the start of a text, if it is a common one in the form that nearly all
/// programs write, and so has no fault: `[%eval 0.35]`, `[%clk 0:03:00]`, `[%csl Gd4,Re5]`. It has one space, after the
/// name.
pub fn plain_command(text: &[u8]) -> Option<usize> {
    if let Some(score) = text.strip_prefix(b"[%eval ") {
        let length = plain_score_length(score)?;
        return (score.get(length) == Some(&b']')).then_some(text.len() - score.len() + length + 1);
    }
    let (start, arguments) = text.split_first_chunk()?;
    let length = match start {
        b"[%clk " | b"[%emt " | b"[%egt " | b"[%mct " => {
            arguments.first_chunk().filter(|time| is_plain_time(time)).map(|time| time.len())?
        }
        b"[%csl " => plain_marks(arguments, 1)?,
        b"[%cal " => plain_marks(arguments, 2)?,
        _ => return None,
    };
    (arguments.get(length) == Some(&b']')).then_some(start.len() + length + 1)
}

/// Returns the length in bytes of a command, brackets included, that only some programs write: the rules about arguments skip it.
pub fn foreign_command(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"[%")?;
    let length = memchr::memchr2(b']', b'"', inside).filter(|end| inside[*end] == b']')?;
    let name_length = inside.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
    is_of_some_programs(&inside[..name_length]).then_some(text.len() - inside.len() + length + 1)
}

/// Whether the arguments of a command name squares of the board.
pub fn names_squares(name: &str) -> bool {
    matches!(name, "csl" | "cal")
}

/// Returns the seconds of a time `h:mm:ss`, with or without fractions of a second; `None` for any other text.
pub fn seconds(text: &str) -> Option<f64> {
    if time(text) != Fault::None {
        return None;
    }
    let text = text.replace(',', ".");
    text.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))
}

/// Returns an evaluation in pawns from White's side, infinite for a mate; `None` if it cannot be parsed.
pub fn pawns(text: &str) -> Option<f64> {
    let score = match evaluation(text) {
        Fault::None => text.to_owned(),
        Fault::Dialect(dialect) => dialect.usual(text)?,
        _ => return None,
    };
    let score = score.split_once(',').map_or(score.as_str(), |(score, _)| score);
    match score.strip_prefix('#') {
        Some(moves) if moves.starts_with('-') => Some(f64::NEG_INFINITY),
        Some(_) => Some(f64::INFINITY),
        None => score.parse().ok(),
    }
}

/// Checks a time `h:mm:ss`, with or without fractions of a second.
fn time(text: &str) -> Fault {
    if text.as_bytes().first_chunk().is_some_and(|time| text.len() == time.len() && is_plain_time(time)) {
        return Fault::None;
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (whole, last) = parts.split_at(parts.len() - 1);
    let seconds = last.concat();
    let (seconds, fraction) = seconds.split_once(['.', ',']).unwrap_or((&seconds, "0"));
    let are_numbers = whole.iter().copied().chain([seconds, fraction]).all(is_digits);
    if !are_numbers || parts.len() > 3 {
        return Fault::Wrong(format!("{text} is not a time, such as 0:03:00"));
    }
    let is_two_digits = |part: &str| part.len() == 2 && part < "60";
    match parts.as_slice() {
        [_, minutes, _] if is_two_digits(minutes) && is_two_digits(seconds) => Fault::None,
        _ => Fault::Dialect(Dialect::Time),
    }
}

/// Checks an evaluation: pawns (`0.35`, `-1`) or moves to mate (`#-3`), with or without a search depth after a comma.
fn evaluation(text: &str) -> Fault {
    if plain_score_length(text.as_bytes()) == Some(text.len()) {
        return Fault::None;
    }
    let (value, depth) = text.split_once(',').unwrap_or((text, "0"));
    if is_score(value) && is_digits(depth.trim()) {
        return Fault::None;
    }
    // Mate on the board has no move count.
    if usual_evaluation(text).is_some() || text == "#" {
        return Fault::Dialect(Dialect::Evaluation);
    }
    Fault::Wrong(format!("{text} is not an evaluation, such as 0.35 or #-3"))
}

/// Splits an evaluation in another spelling into its usual parts: the mate mark with its sign, or an empty text; the
/// score or the moves to mate; the depth.
fn usual_evaluation(text: &str) -> Option<(&'static str, &str, Option<&str>)> {
    let (value, depth) = text.split_once(['/', ',']).map_or((text, None), |(value, depth)| (value, Some(depth.trim())));
    let (start, rest) = if is_score(value) { ("", value) } else { mate(value)? };
    depth.is_none_or(is_digits).then_some((start, rest, depth))
}

/// Splits `+#3` or `-M8`, moves to mate with the sign before the mark, into the usual mark with its sign and the moves.
fn mate(text: &str) -> Option<(&'static str, &str)> {
    let (mark, rest) = match text.strip_prefix('-') {
        Some(rest) => ("#-", rest),
        None => ("#", text.strip_prefix('+').unwrap_or(text)),
    };
    let moves = rest.strip_prefix(['M', 'm', '#'])?;
    is_digits(moves).then_some((mark, moves))
}

/// Whether a time has the form `0:03:00`: half of the commands in Lichess exports are such times.
fn is_plain_time([hours, one, m, minutes, other, s, seconds]: &[u8; 7]) -> bool {
    [hours, minutes, seconds].iter().all(|digit| digit.is_ascii_digit())
        && [m, s].iter().all(|digit| matches!(digit, b'0'..=b'5'))
        && [one, other].iter().all(|colon| **colon == b':')
}

/// Returns the length in bytes of the score at the start of a text: `0.35`, `-12.5` (one or two digits on both sides of
/// the point) or `#-3`. Half of the commands in Lichess exports hold one.
#[inline]
fn plain_score_length(text: &[u8]) -> Option<usize> {
    if let [b'#', mate @ ..] = text {
        let sign = usize::from(mate.first() == Some(&b'-'));
        let digits = mate[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        return (digits > 0).then_some(1 + sign + digits);
    }
    let sign = usize::from(matches!(text, [b'-' | b'+', ..]));
    let whole = match text[sign..] {
        [b'0'..=b'9', b'.', ..] => sign + 1,
        [b'0'..=b'9', b'0'..=b'9', b'.', ..] => sign + 2,
        _ => return None,
    };
    match text[whole + 1..] {
        [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', ..] => None,
        [b'0'..=b'9', b'0'..=b'9', ..] => Some(whole + 3),
        [b'0'..=b'9', ..] => Some(whole + 2),
        _ => None,
    }
}

/// Returns the length in bytes of a list of marks, each a colour letter and this number of squares, without spaces.
fn plain_marks(text: &[u8], squares: usize) -> Option<usize> {
    let mut length = 0;
    loop {
        let (colour, behind) = text[length..].split_first()?;
        let squares = behind.get(..2 * squares)?;
        if !colour.is_ascii_uppercase() || !squares.chunks_exact(2).all(|square| is_square(square[0], square[1])) {
            return None;
        }
        length += 1 + squares.len();
        if text.get(length) != Some(&b',') {
            return Some(length);
        }
        length += 1;
    }
}

fn is_score(text: &str) -> bool {
    if let Some(moves) = text.strip_prefix('#') {
        return is_digits(moves.strip_prefix(['+', '-']).unwrap_or(moves));
    }
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    (whole.is_empty() || is_digits(whole)) && is_digits(fraction)
}

fn squares(text: &str) -> Fault {
    marks(text, "square, such as Gd4", |squares| matches!(squares, [file, rank] if is_square(*file, *rank)))
}

fn arrows(text: &str) -> Fault {
    marks(
        text,
        "two squares, such as Ge2e4",
        |squares| matches!(squares, [file, rank, to_file, to_rank] if is_square(*file, *rank) && is_square(*to_file, *to_rank)),
    )
}

/// Checks a list of marks, each a colour letter and squares.
fn marks(text: &str, what: &str, are_squares: impl Fn(&[u8]) -> bool) -> Fault {
    let is_mark = |mark: &&str| match mark.as_bytes() {
        [colour, squares @ ..] => colour.is_ascii_uppercase() && are_squares(squares),
        [] => false,
    };
    let is_wrong = |mark: &&str| !is_mark(mark);
    // Some programs write a comma after the last mark.
    let (all, is_dialect) = text.trim_end().strip_suffix(',').map_or((text, false), |all| (all, true));
    match all.split(',').map(str::trim).find(is_wrong) {
        None if is_dialect => Fault::Dialect(Dialect::Marks),
        None => Fault::None,
        Some(mark) => Fault::Wrong(format!(
            "{mark} is not a colour and {}{what}",
            if what.starts_with("two") { "" } else { "a " }
        )),
    }
}

fn is_square(file: u8, rank: u8) -> bool {
    matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8')
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Kind {
        None,
        Empty,
        Dialect,
        Wrong,
    }

    #[test]
    fn arguments_are_read() {
        use Kind::*;
        let cases = [
            ("clk", "0:03:00", None),
            ("clk", "10:03:00.25", None),
            ("clk", "3:00", Dialect),
            ("emt", "0:0:4", Dialect),
            ("emt", "1.748", Dialect),
            ("clk", "0:75:00", Dialect),
            ("clk", "-0:00:01", Wrong),
            ("clk", "soon", Wrong),
            ("clk", "1:2:3:4", Wrong),
            ("clk", "", Empty),
            ("eval", "0.35", None),
            ("eval", "-1.5,22", None),
            ("eval", "-106,29", None),
            ("eval", "#-3", None),
            ("eval", "+.5", None),
            ("eval", "+0.35/13", Dialect),
            ("eval", "-M8", Dialect),
            ("eval", "+#3", Dialect),
            ("eval", "#", Dialect),
            ("eval", "--", Wrong),
            ("csl", "Gd4", None),
            ("csl", "Gd4, Re5", None),
            ("csl", "Gd4, Re5,", Dialect),
            ("csl", "Gd4,,Re5", Wrong),
            ("csl", "gd4", Wrong),
            ("csl", "Gd9", Wrong),
            ("cal", "Ge2e4,Rd1d8", None),
            ("cal", "Ge2", Wrong),
        ];
        for (name, arguments, expected) in cases {
            let found = match fault(name, arguments) {
                Some(Fault::None) => None,
                Some(Fault::Empty) => Empty,
                Some(Fault::Dialect(..)) => Dialect,
                Some(Fault::Wrong(_)) => Wrong,
                Option::None => panic!("{name} is not known"),
            };
            assert_eq!(found, expected, "{name} {arguments}");
        }
        assert_eq!(seconds("1:02:03.5"), Some(3723.5));
        assert_eq!(seconds("3:00"), Option::None);
        assert_eq!((pawns("-1.5,22"), pawns("+0.35/13")), (Some(-1.5), Some(0.35)));
        assert_eq!(
            (pawns("#-3"), pawns("+#3"), pawns("#")),
            (Some(f64::NEG_INFINITY), Some(f64::INFINITY), Option::None)
        );
        let better = |text| match fault("eval", text) {
            Some(Fault::Dialect(dialect)) => dialect.usual(text),
            _ => Option::None,
        };
        assert_eq!(better("-#8").as_deref(), Some("#-8"));
        assert_eq!(super::Dialect::Marks.usual("Gd4, Re5,").as_deref(), Some("Gd4, Re5"));
        assert_eq!(better("+0.35/13").as_deref(), Some("+0.35,13"));
        assert_eq!(fault("tqu", "what,ever"), Option::None);
    }
}
