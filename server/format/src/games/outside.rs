//! The parts before the tag pairs and after the termination marker: text, escape lines, comments. They keep their place
//! and their lines, except that a comment after the termination marker is laid out anew where a line would be too long.

use std::ops::Range;

use scoresheet_grammar::{Event, FaultKind, GameView, NodeKind, Parser, TokenKind, Tree};

use super::layout::{Filler, is_too_wide};
use crate::formatted::Refusal;
use crate::style::{FormatOptions, LineWidth, Style};
use scoresheet_chess::replay::{Replay, Step};

/// Writes the part before the tag pairs, or before the movetext of a game without tag pairs, with the end of its last
/// line.
///
/// # Errors
/// Text on the line of a tag pair that would have another meaning on a separate line.
pub(super) fn write_before_game(game: GameView, style: Style, line_end: &str, out: &mut String) -> Result<(), Refusal> {
    let mut last_end = None;
    let mut previous_end = 0;
    for (event, range) in game.tree.events() {
        let gap = previous_end..range.start;
        previous_end = range.end;
        match event {
            Event::Enter(_) => {
                if let Some(end) = last_end {
                    end_text(&game.text[..end], &game.text[gap], line_end, out)?;
                }
                return Ok(());
            }
            // Reduced export format has no comments.
            Event::Token(kind) if kind.is_comment() && style == Style::Reduced => continue,
            _ if last_end.is_some() => push_lines(&game.text[gap.start..range.end], line_end, out),
            _ => push_lines(&game.text[indented(game.text, range.clone())], line_end, out),
        }
        last_end = Some(range.end);
    }
    Ok(())
}

/// Writes the white space between text and the tag pairs of its game: at most one empty line.
fn end_text(text: &str, gap: &str, line_end: &str, out: &mut String) -> Result<(), Refusal> {
    let line_ends = count_line_ends(gap);
    if line_ends == 0 {
        refuse_half_tag(text)?;
    }
    // With a result at its end and an empty line after it, the text would be a separate game.
    let is_like_game = ["1-0", "0-1", "1/2-1/2", "*"].iter().any(|marker| text.ends_with(marker));
    (0..line_ends.clamp(1, if is_like_game { 1 } else { 2 })).for_each(|_| out.push_str(line_end));
    Ok(())
}

/// Refuses text whose end would be a broken tag pair on a separate line, because a real tag pair follows on its line or
/// may do so.
///
/// # Errors
/// The text ends like a tag pair.
pub(super) fn refuse_half_tag(text: &str) -> Result<(), Refusal> {
    match text.ends_with("\"]") {
        true => Err(Refusal { offset: text.len() - 1, reason: "text precedes a tag pair on its line".to_owned() }),
        false => Ok(()),
    }
}

/// Refuses a game in which text follows a tag pair on its line, with another tag pair after it: at the end of the line
/// the text may be a move, and the rest the next game.
///
/// # Errors
/// Such a text in `written`, the formatted game.
pub(super) fn refuse_torn(game: GameView, written: &str) -> Result<(), Refusal> {
    let text = game.tree.faults().iter().find(|fault| fault.kind == FaultKind::TextBetweenGames);
    let Some(text) = text else { return Ok(()) };
    match Parser::new(written).next_game(&mut Tree::default()) {
        Some(range) if range.end < written.len() => {
            let reason = "text between the tag pairs may be read as a move".to_owned();
            Err(Refusal { offset: text.span().start, reason })
        }
        _ => Ok(()),
    }
}

/// Writes the rest of `replay`: the part after the termination marker. The last line is not ended.
///
/// # Errors
/// Moves, another termination marker, text that runs into the marker, or text on a line on which the next game may begin.
pub(super) fn write_after_game(
    game: GameView,
    replay: &mut Replay,
    options: FormatOptions,
    out: &mut String,
) -> Result<(), Refusal> {
    let line_end = options.line_ending.text();
    let drops_comments = options.style == Style::Reduced && !keeps_comments_after(game);
    let mut last_end = None;
    let mut previous_end = None;
    let mut follows_text = false;
    while let Some((step, range)) = replay.advance() {
        let Step::Token(kind) = step else { return Err(moves_after_end(range.start)) };
        let gap_start = previous_end.unwrap_or_else(|| trimmed_length(&game.text[..range.start]));
        previous_end = Some(range.end);
        match kind {
            TokenKind::Text | TokenKind::EscapeLine => follows_text = true,
            // Reduced export format has no comments.
            _ if kind.is_comment() && drops_comments => continue,
            _ if kind.is_comment() => {}
            _ => return Err(moves_after_end(range.start)),
        }
        let gap = &game.text[gap_start..range.start];
        if kind == TokenKind::Text && last_end.is_none() && gap.is_empty() && is_in_word(game.text, range.start) {
            let reason = "text runs into the end of the game: both may be one word".to_owned();
            return Err(Refusal { offset: range.start, reason });
        }
        if kind == TokenKind::BraceComment
            && !follows_text
            && is_wide(gap, &game.text[range.clone()], out, options.line_width)
        {
            let most = if last_end.is_none() { 2 } else { usize::MAX };
            (0..count_line_ends(gap).min(most)).for_each(|_| out.push_str(line_end));
            Filler::on_last_line(game.text, out, options).last_comment(range.start + 1..range.end - 1);
            last_end = Some(range.end);
            continue;
        }
        if last_end.is_none() {
            push_first_gap(gap, game.text, range.clone(), line_end, out);
        } else {
            push_lines(gap, line_end, out);
        }
        push_lines(&game.text[range.clone()], line_end, out);
        last_end = Some(range.end);
    }
    if last_end == Some(game.text.len()) { refuse_half_tag(game.text) } else { Ok(()) }
}

/// Whether a marker that ends at a byte is a part of a longer word: `1-0%h5`. An asterisk is always a token of its own.
fn is_in_word(text: &str, end: usize) -> bool {
    text[..end].ends_with(char::is_alphanumeric)
}

/// Whether a comment, after this white space, has a line that is too long. Not if it may have a tag pair, which would be one at the beginning of
/// a line.
fn is_wide(gap: &str, comment: &str, out: &str, line_width: LineWidth) -> bool {
    let has_tag_pair = comment
        .match_indices('[')
        .any(|(start, _)| comment[start + 1..].trim_start().starts_with(|letter: char| letter.is_ascii_alphanumeric()));
    !has_tag_pair && is_too_wide(if count_line_ends(gap) == 0 { out } else { "" }, comment, line_width)
}

/// Appends text with its line ends replaced by `line_end`.
pub(super) fn push_lines(text: &str, line_end: &str, out: &mut String) {
    let mut rest = text;
    while let Some(end) = memchr::memchr2(b'\n', b'\r', rest.as_bytes()) {
        out.push_str(&rest[..end]);
        out.push_str(line_end);
        rest = &rest[end..];
        rest = rest.strip_prefix("\r\n").unwrap_or_else(|| &rest[1..]);
    }
    out.push_str(rest);
}

/// Appends the white space between the termination marker and the text after it: on the same line, on the next, or
/// after an empty line.
fn push_first_gap(gap: &str, text: &str, range: Range<usize>, line_end: &str, out: &mut String) {
    let line_ends = count_line_ends(gap).min(2);
    if line_ends == 0 {
        out.push(' ');
        return;
    }
    (0..line_ends).for_each(|_| out.push_str(line_end));
    out.push_str(&text[indented(text, range.clone()).start..range.start]);
}

/// Whether the comments after the termination marker stay in every style: one between an escape line and the next game keeps the line with
/// this game, and one after text with a brace keeps the brace from beginning a comment itself.
pub(super) fn keeps_comments_after(game: GameView) -> bool {
    let is_end_of_movetext = |(event, _): &(Event, Range<usize>)| *event == Event::Leave(NodeKind::Movetext);
    let mut events = game.tree.events().skip_while(|event| !is_end_of_movetext(event));
    events.any(|(event, range)| match event {
        Event::Token(TokenKind::EscapeLine) => true,
        Event::Token(TokenKind::Text) => game.text[range].contains('{'),
        _ => false,
    })
}

fn moves_after_end(offset: usize) -> Refusal {
    Refusal { offset, reason: "the game has already ended: a result precedes this".to_owned() }
}

/// Extends a range by the white space before it on its line: after a form feed a tag pair cannot lack its bracket, as
/// it may at the start of a line.
fn indented(text: &str, range: Range<usize>) -> Range<usize> {
    let gap = trimmed_length(&text[..range.start])..range.start;
    let line_end = text[gap.clone()].rfind(['\n', '\r']);
    line_end.map_or(gap.start, |line_end| gap.start + line_end + 1)..range.end
}

/// Returns the length without white space at the end, in the sense of the grammar.
fn trimmed_length(text: &str) -> usize {
    text.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{FEFF}' | '\u{200B}')).len()
}

fn count_line_ends(white_space: &str) -> usize {
    let bytes = white_space.as_bytes();
    let crlf = memchr::memmem::find_iter(bytes, b"\r\n").count();
    memchr::memchr2_iter(b'\n', b'\r', bytes).count() - crlf
}
