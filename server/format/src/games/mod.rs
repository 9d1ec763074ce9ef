//! Games in export format (sections 3.2, 8.1 and 8.2), reduced export format (section 3.2.4) and a readable layout with
//! one line for each pair of moves.
//!
//! Formatting keeps the whole content of a game in order, except in reduced format; a game that does not read cleanly
//! is copied byte for byte. Each game is formatted separately and ends with an empty line, so the pieces of a file can
//! be formatted separately and joined.

pub(crate) mod clean;
mod comment;
mod departures;
mod layout;
mod movetext;
mod outside;
mod readable;
mod tags;

use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use clean::first_trouble;
use layout::Filler;
use readable::Readable;
use scoresheet_chess::replay::Replay;
use tags::TagSection;

use crate::formatted::{Formatted, Refusal, RefusedGame, Written, end_like};
use crate::style::{FormatOptions, Style};

/// Formats all games of a text in order. Linear in the text.
///
/// The pieces from [`scoresheet_grammar::split`] can be formatted separately, with options from
/// [`FormatOptions::for_text`] for the whole file, and joined with [`Formatted::append`]: the result is the same as for
/// the whole file.
pub fn format_text(text: &str, options: FormatOptions) -> Formatted {
    let options = options.for_text(text);
    let mut formatted = Formatted { text: String::with_capacity(text.len() + text.len() / 16), ..Formatted::default() };
    let mut parser = Parser::new(text);
    let mut tree = Tree::default();
    while let Some(range) = parser.next_game(&mut tree) {
        formatted.games += 1;
        let game = GameView { text: &text[range.clone()], tree: &tree };
        let number = formatted.games;
        let in_text = |Refusal { offset, reason }| RefusedGame { game: number, offset: range.start + offset, reason };
        match format_game(game, options, &mut formatted.text) {
            Ok(Written { departure, left_out }) => {
                formatted.departures.extend(departure.map(in_text));
                formatted.left_out += left_out;
            }
            Err(refusal) => formatted.refused.push(in_text(refusal)),
        }
    }
    let is_last_written = formatted.refused.last().is_none_or(|refused| refused.game < formatted.games);
    if options.is_fragment && is_last_written {
        end_like(text, &mut formatted.text, options.line_ending.text());
    }
    formatted
}

/// Appends a formatted game to `out`, with the empty line that ends it (section 8.2.1). Linear in the game.
///
/// Text without a tag pair, a move or a termination marker is copied unchanged.
///
/// # Errors
/// A game that does not read cleanly is appended byte for byte; the refusal names the first obstacle.
pub fn format_game(game: GameView, options: FormatOptions, out: &mut String) -> Result<Written, Refusal> {
    let start = out.len();
    let outcome = match first_trouble(game) {
        Some(trouble) => Err(trouble),
        None if is_game(game) => write_game(game, options.for_text(game.text), out),
        None => {
            out.push_str(game.text);
            Ok(Written::default())
        }
    };
    if outcome.is_err() {
        out.truncate(start);
        out.push_str(game.text);
    }
    outcome
}

fn write_game(game: GameView, options: FormatOptions, out: &mut String) -> Result<Written, Refusal> {
    let start = out.len();
    let line_end = options.line_ending.text();
    let section = TagSection::of(game);
    let marker = if options.is_fragment { "" } else { section.marker() };
    // A copied game may end in the middle of a line.
    if !out.is_empty() && !out.ends_with(['\n', '\r']) {
        outside::refuse_half_tag(out).map_err(|refusal| Refusal { offset: 0, ..refusal })?;
        out.push_str(line_end);
    }
    let tags_left_out = section.write(options, line_end, out)?;
    let mut replay = Replay::new(game);
    let mut filler = Filler::new(game.text, out, options);
    match options.style {
        Style::Export | Style::Reduced => movetext::write(game, &mut replay, marker, options, &mut filler)?,
        Style::Readable => movetext::write(game, &mut replay, marker, options, &mut Readable::new(filler))?,
    }
    outside::write_after_game(game, &mut replay, options, out)?;
    out.push_str(line_end);
    out.push_str(line_end);
    outside::refuse_torn(game, &out[start..])?;
    Ok(departures::survey(game, options, tags_left_out))
}

/// Whether the text is a game: it has a tag pair, a move or a termination marker. The first few events decide.
fn is_game(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| match event {
        Event::Enter(node) => node == NodeKind::TagSection,
        Event::Token(kind) => kind == TokenKind::San || kind.is_termination(),
        Event::Leave(_) => false,
    })
}

#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod tests;
