//! Properties of formatting in every style: it loses nothing, and is idempotent.

use scoresheet_chess::nag;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_chess::results;
use scoresheet_chess::variants::VariantKind;
use scoresheet_format::{FormatOptions, Formatted, LineWidth, Style, Suffixes, format_text};
use scoresheet_grammar::{Database, GameView, NodeKind, TokenKind, ast, split};

/// Formats `text` in every style; the games keep their meaning, and formatting again changes nothing. Returns the result in export
/// format.
pub fn check_format(text: &str) -> Formatted {
    let old = Database::parse(text);
    for options in layouts() {
        let style = options.style;
        let formatted = format_text(text, options);
        assert_eq!(formatted.games, old.len());
        let again = format_text(&formatted.text, options);
        assert!(
            again.text == formatted.text,
            "{options:?} is not idempotent: {}",
            difference(&formatted.text, &again.text)
        );
        let new = Database::parse(&formatted.text);
        assert_eq!(new.len(), old.len(), "{options:?}: another number of games in\n{}", formatted.text);
        for ((_, old), (_, new)) in old.views().zip(new.views()) {
            let (before, after) = (said(old, style), said(new, style));
            let differ = before.iter().zip(&after).position(|(before, after)| before != after);
            let differ = differ.unwrap_or(before.len().min(after.len()));
            let (before_text, after_text) = (old.text, new.text);
            assert!(
                before == after,
                "{options:?} changes {:?} to {:?} in\n{before_text:.1000}\n\n{after_text:.1000}",
                before.get(differ),
                after.get(differ)
            );
        }
        check_edits(text, &formatted.text);
        check_pieces(text, options, &formatted);
        check_lines(&formatted, options);
        check_long_moves(&formatted, options);
    }
    format_text(text, FormatOptions::default())
}

/// All styles, and short lines with suffixes.
fn layouts() -> [FormatOptions; 4] {
    let of = |style| FormatOptions { style, ..FormatOptions::default() };
    let short = FormatOptions {
        suffixes: Suffixes::Keep,
        line_width: LineWidth::new(*LineWidth::RANGE.start()).unwrap(),
        ..FormatOptions::default()
    };
    [of(Style::Export), of(Style::Reduced), of(Style::Readable), short]
}

/// The meaning of a game, independent of its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    /// A played move, or the text of a move that was not played.
    Move(String),
    /// The number of a NAG.
    Nag(String),
    /// The words of a comment.
    Comment(Vec<String>),
    Open,
    Close,
    Escape(String),
    Text(String),
    Tag(String, String),
    /// A termination marker in a variation.
    Marker(String),
    Result(String),
}

fn said(game: GameView, style: Style) -> Vec<Said> {
    let mut said = Vec::new();
    let mut tags: Vec<Said> = Vec::new();
    for tag in game.tags() {
        let value = tag.value();
        let is_blank = |letter: char| letter.is_ascii_whitespace() || letter == '\u{B}';
        let words = value.split(is_blank).filter(|word| !word.is_empty());
        let value = words.collect::<Vec<_>>().join(" ");
        tags.push(Said::Tag(tag.name.to_owned(), value));
    }
    let mut replay = Replay::new(game);
    let (mut result, mut in_tag) = (None, false);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => said.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => Said::Move(format!("{action:?}")),
                Outcome::Null { .. } => Said::Move("--".to_owned()),
                _ => Said::Move(text.to_owned()),
            }),
            Step::Token(kind) if kind.is_comment() => said.push(comment(ast::comment_text(kind, text))),
            Step::Token(TokenKind::Nag) => said.push(Said::Nag(text.trim_start_matches(['$', '0']).to_owned())),
            Step::Token(kind) if kind.is_annotation() => {
                let white_moved = replay.turn().is_black();
                let number = match kind {
                    TokenKind::Entity => nag::from_entity(text, white_moved),
                    _ => nag::from_glyph(text, white_moved),
                };
                said.push(number.map_or_else(|| comment(text), |number| Said::Nag(number.to_string())));
            }
            Step::Token(kind) if kind.is_termination() && replay.depth() == 0 => result = Some(marker(text)),
            Step::Token(kind) if kind.is_termination() => said.push(Said::Marker(marker(text))),
            Step::Token(TokenKind::EscapeLine) => said.push(Said::Escape(text.to_owned())),
            Step::Enter(NodeKind::Tag) => in_tag = true,
            Step::Leave(NodeKind::Tag) => in_tag = false,
            // Typed for the `]` of a tag pair, it is written as one.
            Step::Token(TokenKind::Text) if in_tag && matches!(text, "}" | ")" | ">") => {}
            Step::Token(TokenKind::Text) => said.push(Said::Text(text.to_owned())),
            Step::Enter(NodeKind::Variation) => said.push(Said::Open),
            Step::Leave(NodeKind::Variation) => said.push(Said::Close),
            _ => {}
        }
    }
    let from_tag = game.tag("Result").and_then(|value| results::canonical(&value));
    said.push(Said::Result(result.unwrap_or_else(|| from_tag.map_or("*".to_owned(), Into::into))));
    if style == Style::Reduced {
        reduce(said)
    } else {
        // Escape lines and text between the tag pairs move with them, so they are compared separately from the moves.
        let (mut outside, mut all): (Vec<_>, Vec<_>) =
            said.into_iter().partition(|said| matches!(said, Said::Escape(_) | Said::Text(_)));
        outside.sort_by_key(|said| format!("{said:?}"));
        tags.retain(|tag| !is_filled_in(tag));
        tags.sort_by_key(|tag| format!("{tag:?}"));
        all.extend(tags);
        all.extend(outside);
        all
    }
}

/// The part that reduced export format keeps: the moves of the main line and the result.
fn reduce(said: Vec<Said>) -> Vec<Said> {
    let mut depth = 0;
    said.into_iter()
        .filter(|said| {
            depth += i32::from(*said == Said::Open) - i32::from(*said == Said::Close);
            depth == 0 && matches!(said, Said::Move(_) | Said::Result(_))
        })
        .collect()
}

/// Whether the value of a tag pair is unknown.
fn is_filled_in(tag: &Said) -> bool {
    matches!(tag, Said::Tag(name, value) if value.is_empty() || name == "Result" || value.trim_matches(['?', '.']).is_empty())
}

fn comment(text: &str) -> Said {
    Said::Comment(
        text.split([' ', '\t', '\n', '\r', '\x0B', '\x0C'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
    )
}

fn marker(text: &str) -> String {
    let same: String =
        text.replace(['O', 'o', 'О'], "0").replace(['l', 'I'], "1").replace([' ', '.'], "").replace(':', "-");
    match same.replace(['–', '—', '−', '‐', '‑'], "-").as_str() {
        "1/2" | "½" | "½-½" | "05-05" => "1/2-1/2".to_owned(),
        other => other.to_owned(),
    }
}

/// The first line that differs.
fn difference(left: &str, right: &str) -> String {
    let lines = left.lines().zip(right.lines()).find(|(left, right)| left != right);
    lines.map_or_else(|| "the ends".to_owned(), |(left, right)| format!("\n{left}\n{right}"))
}

fn check_edits(old: &str, new: &str) {
    let mut text = String::with_capacity(new.len());
    let mut end = 0;
    for edit in scoresheet::text_edits::text_edits(old, new) {
        assert!(edit.range.start >= end);
        text.push_str(&old[end..edit.range.start]);
        text.push_str(&edit.text);
        end = edit.range.end;
    }
    text.push_str(&old[end..]);
    assert!(text == new, "the edits do not give the formatted text");
}

fn check_pieces(text: &str, options: FormatOptions, whole: &Formatted) {
    let options = options.for_text(text);
    let mut joined = Formatted::default();
    for piece in split(text, 1000) {
        joined.append(format_text(&text[piece.clone()], options), piece.start);
    }
    assert!(joined == *whole, "the pieces do not give the whole");
}

/// Moves with their origin square are formatted like canonical ones. The writer handles each of them separately, with the same result as for
/// runs of canonical moves. Such runs exist in ordinary chess only; in variants, a check mark is compared with the position only for moves
/// that are rewritten, so it may differ.
fn check_long_moves(formatted: &Formatted, options: FormatOptions) {
    if !formatted.refused.is_empty() {
        return;
    }
    let mut long = String::with_capacity(2 * formatted.text.len());
    let mut copied = 0;
    for (start, game) in Database::parse(&formatted.text).views() {
        let mut replay = Replay::new(game);
        if matches!(replay.setup().variant, VariantKind::Rules { .. }) {
            continue;
        }
        while let Some((step, range)) = replay.advance() {
            if step != Step::Move {
                continue;
            }
            let Outcome::Played { action, canonical: None, .. } = &replay.ply().outcome else { continue };
            let Some(from) = action.from().filter(|_| !action.is_castle()) else { continue };
            let text = &game.text[range.clone()];
            let Some(target) = text.rfind(&action.to().to_string()) else { continue };
            let piece = text.find(|letter: char| !letter.is_ascii_uppercase()).unwrap_or(0);
            let takes = if action.is_capture() { "x" } else { "" };
            long.push_str(&formatted.text[copied..start + range.start]);
            long.push_str(&format!("{}{from}{takes}{}", &text[..piece], &text[target..]));
            copied = start + range.end;
        }
    }
    long.push_str(&formatted.text[copied..]);
    let same = format_text(&long, options);
    assert!(
        same.text == formatted.text,
        "{:?} of moves with their squares: {}",
        options.style,
        difference(&formatted.text, &same.text)
    );
}

/// Section 8.2.1, in files that were formatted as a whole: no white space at either end of a line of the movetext.
fn check_lines(formatted: &Formatted, options: FormatOptions) {
    if !formatted.refused.is_empty() || options.style == Style::Readable {
        return;
    }
    for (_, game) in Database::parse(&formatted.text).views() {
        if game.tags().is_empty() {
            // Text without a game is unchanged.
            continue;
        }
        let mut in_movetext = false;
        let mut range = 0..0;
        for (event, at) in game.tree.events() {
            match event {
                scoresheet_grammar::Event::Enter(NodeKind::Movetext) => (in_movetext, range.start) = (true, at.start),
                scoresheet_grammar::Event::Leave(NodeKind::Movetext) => (in_movetext, range.end) = (false, at.end),
                scoresheet_grammar::Event::Token(TokenKind::EscapeLine) if in_movetext => return,
                _ => {}
            }
        }
        for line in game.text[range].lines() {
            assert!(!line.is_empty() && line.trim_ascii() == line && !line.starts_with('%'), "{line:?}");
        }
    }
}
