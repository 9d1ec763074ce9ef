//! Games to PGC, the binary form of section 20 of the standard, and back.

use scoresheet_chess::replay::Replay;
use scoresheet_collection::pgc::{Decoded, Decoding, Losses, NoOrdinal, encode};
use scoresheet_format::epd::Converted;
use scoresheet_format::{FormatOptions, RefusedGame, format_game, format_text};
use scoresheet_grammar::{GameView, Parser, Tree};

use super::outcome::Outcome;
use super::part::{Content, Part};
use crate::cli::language::{Language, LanguageName};

/// How much text of a stream is held at a time. Bytes.
const TEXT_AT_A_TIME: usize = 4 << 20;

/// Writes the games of a stream, in export format or as records.
///
/// # Errors
///
/// A message: nothing can be written.
pub(super) fn read(bytes: &[u8], to: LanguageName, outcome: &mut Outcome) -> Result<(), String> {
    let mut decoding = Decoding::new(bytes);
    while let Some(Decoded { text, faults, .. }) = decoding.next(TEXT_AT_A_TIME) {
        for fault in faults {
            outcome.leave_out(&format!("byte {}", fault.offset), fault.game, &fault.message)?;
        }
        let language = Language::default();
        let formatted =
            language.map_pieces(&text, |piece| format_text(&text[piece], FormatOptions::default()).text).concat();
        match to {
            LanguageName::Pgn => outcome.add(formatted.as_bytes(), [].into(), [].into())?,
            LanguageName::Epd | LanguageName::Fen => {
                let Converted { text, lost, lost_names, .. } = language.convert(&formatted, to);
                outcome.add(text.as_bytes(), lost, lost_names)?;
            }
        }
    }
    Ok(())
}

/// The stream of the games of a text.
pub(super) fn of_games(text: &str) -> Part {
    joined(Language::default(), text, games_of_piece)
}

/// The stream of the games that the records of a text are.
pub(super) fn of_records(language: Language, text: &str) -> Part {
    joined(language, text, |piece| {
        let mut part = Part::default();
        for line in language.split(piece, 1) {
            let Converted { text, refused, count, lost, lost_names } =
                language.convert(&piece[line.clone()], LanguageName::Pgn);
            let mut of_line = games_of_piece(&text);
            // What is left out has its place in the records.
            of_line.refused.iter_mut().for_each(|of_game| (of_game.game, of_game.offset) = (1, 0));
            of_line.refused.splice(0..0, refused);
            of_line.count = count;
            of_line.lose(lost, lost_names);
            part.append(of_line, line.start);
        }
        part
    })
}

fn joined(language: Language, text: &str, work: impl Fn(&str) -> Part + Sync) -> Part {
    let mut joined = Part::default();
    let pieces = language.map_pieces(text, |piece| (piece.start, work(&text[piece])));
    pieces.into_iter().for_each(|(start, part)| joined.append(part, start));
    joined
}

fn games_of_piece(text: &str) -> Part {
    let mut part = Part::default();
    let (mut bytes, mut losses) = (Vec::new(), Losses::default());
    let (mut parser, mut tree, mut exported_tree) = (Parser::new(text), Tree::default(), Tree::default());
    let mut exported = String::new();
    while let Some(range) = parser.next_game(&mut tree) {
        part.count += 1;
        exported.clear();
        let refused = |offset, reason| RefusedGame { game: part.count, offset: range.start + offset, reason };
        let game = GameView { text: &text[range.clone()], tree: &tree };
        // In export format everything is spelt in one way, and what does not read is refused.
        if let Err(refusal) = format_game(game, FormatOptions::default(), &mut exported) {
            part.refused.push(refused(refusal.offset, refusal.reason));
            continue;
        }
        Parser::new(&exported).next_game(&mut exported_tree);
        let game = GameView { text: &exported, tree: &exported_tree };
        if let Err(NoOrdinal { offset }) = encode(game, &mut bytes, &mut losses) {
            let written = exported[offset..].split_whitespace().next().unwrap_or_default();
            let variant = game.tag("Variant").filter(|_| Replay::new(game).position().is_none());
            let reason = match variant {
                Some(variant) => format!("the variant {variant} is not known, so its moves have no numbers in PGC"),
                None if written.starts_with('(') => {
                    "PGC has no place for a variation that continues its line".to_owned()
                }
                None => format!("PGC has no number for the move {written}"),
            };
            part.refused.push(refused(0, reason));
        }
    }
    part.lose(losses.iter().collect(), [].into());
    Part { content: Content::Bytes(bytes), ..part }
}
