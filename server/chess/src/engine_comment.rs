//! What programs that play engine matches write into comments as plain text: scores, depths and times, without commands.
//!
//! Two forms are common. TCEC writes pairs of name and value, `d=28, mt=2507, tl=155224, wv=0.25`; cutechess, WinBoard and Arena write the
//! score, the depth and the time, `+0.34/20 1.2s`. What a person wrote is in neither.

use shakmaty::Color;

use crate::command_docs::Score;

/// The data of an engine in a comment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineComment<'a> {
    /// The evaluation from White's side, where the comment says from whose side it is.
    pub score: Option<Score>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Seconds left on the clock of the side that moved.
    pub left: Option<f64>,
    /// Seconds spent on the move.
    pub spent: Option<f64>,
    /// What follows the data and is none: `White mates`.
    pub words: &'a str,
}

/// Reads the text of a comment, without braces and commands, after a move of `mover`. `None` if it is not the data of an engine. Linear in
/// the text.
pub fn engine_comment(text: &str, mover: Color) -> Option<EngineComment<'_>> {
    let text = text.trim().trim_end_matches(',').trim_end();
    pairs(text).or_else(|| score_and_depth(text, mover))
}

/// The least number of pairs in a comment that is data: `x=1` alone may be a person's word on a move.
const LEAST_PAIRS: usize = 2;

/// The longest name of a value: TCEC's are `d`, `sd`, `R50`, `cutechess` has `bmv`.
const LONGEST_NAME: usize = 4;

/// Reads `d=28, sd=43, mt=2507, tl=155224, pv=e4 c6, wv=0.25`, also after `book`.
fn pairs(text: &str) -> Option<EngineComment<'_>> {
    let mut data = EngineComment::default();
    let is_book = text == "book" || text.starts_with("book,");
    let mut count = if is_book { LEAST_PAIRS } else { 0 };
    let pairs = text.strip_prefix("book").filter(|_| is_book).unwrap_or(text).split(',').map(str::trim);
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=')?;
        let is_name = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name {
            return None;
        }
        count += 1;
        match name {
            // White's view of it; `ev` is from the side that moved in some years and from White's in others.
            "wv" => data.score = white_score(value),
            "d" => data.depth = value.parse().ok(),
            "tl" => data.left = thousandths_or_clock(value),
            "mt" => data.spent = thousandths_or_clock(value),
            _ => {}
        }
    }
    (count >= LEAST_PAIRS).then_some(data)
}

/// Reads `+0.34/20 1.2s, White mates`. The score is from the side that moved. Arena writes the expected answer before it: `(Nf6) +0.34/20 1`.
fn score_and_depth(text: &str, mover: Color) -> Option<EngineComment<'_>> {
    let text = match text.strip_prefix('(') {
        Some(expected) => expected.split_once(')').filter(|(answer, _)| !answer.contains(' '))?.1.trim_start(),
        None => text,
    };
    let (first, rest) = text.split_once([' ', ',']).unwrap_or((text, ""));
    let (score, depth) = first.split_once('/')?;
    let score = if mover.is_white() { white_score(score)? } else { opposite(white_score(score)?) };
    let depth = Some(depth.parse().ok()?);
    let (time, words) = rest.trim_start().split_once([' ', ',']).unwrap_or((rest.trim(), ""));
    Some(match plain_seconds(time) {
        Some(spent) => EngineComment { score: Some(score), depth, spent: Some(spent), words: words.trim(), left: None },
        None => EngineComment { score: Some(score), depth, words: rest.trim(), ..EngineComment::default() },
    })
}

/// Reads `0.25`, `+1.30`, `-M9`, `M3` or `#-3`.
fn white_score(text: &str) -> Option<Score> {
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let score = match unsigned.strip_prefix(['M', '#']) {
        Some(moves) => Score::Mate(moves.parse().ok()?),
        // Programs write the point even of 0.00; `1/2` is a result.
        None if unsigned.starts_with(|first: char| first.is_ascii_digit()) && unsigned.contains('.') => {
            Score::Pawns(unsigned.parse().ok().filter(|pawns: &f64| pawns.is_finite())?)
        }
        None => return None,
    };
    Some(if is_negative { opposite(score) } else { score })
}

fn opposite(score: Score) -> Score {
    match score {
        Score::Pawns(pawns) => Score::Pawns(-pawns),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// Reads thousandths of a second, or a clock `h:mm:ss` as TCEC wrote in its first years.
fn thousandths_or_clock(text: &str) -> Option<f64> {
    if text.contains(':') { clock(text) } else { Some(f64::from(text.parse::<u32>().ok()?) / 1000.0) }
}

/// Reads seconds, `1.2s` or `12`, or minutes and seconds, `1:05`.
fn plain_seconds(text: &str) -> Option<f64> {
    if text.contains(':') {
        return clock(text);
    }
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_number = number.starts_with(|first: char| first.is_ascii_digit());
    number.parse().ok().filter(|seconds: &f64| is_number && seconds.is_finite())
}

fn clock(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + f64::from(part.parse::<u32>().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_data_is_read_from_the_forms_of_match_programs() {
        let pawns = |pawns| Some(Score::Pawns(pawns));
        let cases = [
            (
                "d=28, sd=43, mt=2500, tl=1552242, pv=e4 c6 b3, wv=0.25, R50=50,",
                Color::Black,
                (pawns(0.25), Some(28), Some(1552.242), Some(2.5), ""),
            ),
            (
                " ev=0.10, d=1, mt=00:00:05, tl=01:40:00, s=0 kN/s, tb=0,  ",
                Color::White,
                (None, Some(1), Some(6000.0), Some(5.0), ""),
            ),
            ("d=30, wv=-M9", Color::White, (Some(Score::Mate(-9)), Some(30), None, None, "")),
            ("book, mb=+0+0+0+0+0,", Color::White, (None, None, None, None, "")),
            ("book", Color::White, (None, None, None, None, "")),
            ("+0.34/20 1.2s", Color::White, (pawns(0.34), Some(20), None, Some(1.2), "")),
            ("+0.34/20 1.2s", Color::Black, (pawns(-0.34), Some(20), None, Some(1.2), "")),
            (
                "-M5/20 0.5s, Black mates",
                Color::White,
                (Some(Score::Mate(-5)), Some(20), None, Some(0.5), "Black mates"),
            ),
            ("(Nf6) -0.10/12 65", Color::White, (pawns(-0.1), Some(12), None, Some(65.0), "")),
            ("0.00/9 1:05", Color::Black, (pawns(-0.0), Some(9), None, Some(65.0), "")),
            ("+1.00/9, a blunder?", Color::White, (pawns(1.0), Some(9), None, None, "a blunder?")),
        ];
        for (text, mover, (score, depth, left, spent, words)) in cases {
            let expected = EngineComment { score, depth, left, spent, words };
            assert_eq!(engine_comment(text, mover), Some(expected), "{text}");
        }
    }

    #[test]
    fn peoples_words_are_none() {
        for text in [
            "",
            "a good move",
            "x=1",
            "booked",
            "1/2",
            "1/2-1/2 was possible",
            "+0.3",
            "Draw, as a=b, c",
            "e4/d4 12",
            "bookish, d=1",
            "and/or 12",
            "w=1, d = 2",
            "inf/3",
            "NaN/4 1s",
            "(a novelty) 1.0/3",
            "(",
        ] {
            assert_eq!(engine_comment(text, Color::White), None, "{text}");
        }
    }
}
