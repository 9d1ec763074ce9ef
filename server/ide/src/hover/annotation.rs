//! Hover on a NAG, a suffix or a traditional sign: its meaning (section 10).

use scoresheet_grammar::{GameView, TokenKind, ast};

use super::page::Page;
use super::target::Target;
use scoresheet_chess::nag;
use scoresheet_chess::reach::reach_place;

/// The last NAG with a meaning in section 10; programs brought the higher ones into use.
const LAST_OF_STANDARD: u16 = 139;

pub(super) fn describe(game: GameView, target: &Target, page: &mut Page) {
    let text = &game.text[target.range.clone()];
    // The meaning of some signs depends on the side that moved.
    let white_moved = || reach_place(game, target.place).replay.ply().turn.is_white();
    let number = match target.kind {
        TokenKind::Nag => u16::try_from(ast::nag_number(text)).ok(),
        TokenKind::Entity => nag::from_entity(text, white_moved()).map(u16::from),
        _ => nag::from_glyph(text, white_moved()).map(u16::from),
    };
    let known = number.and_then(|number| nag::meaning(number).map(|meaning| (number, meaning)));
    let Some((number, meaning)) = known else { return unknown(target.kind, text, page) };
    let sign = format!("${number}");
    let name = match (target.kind, nag::glyph(number)) {
        (TokenKind::Nag, Some(glyph)) => format!("{sign} {glyph}"),
        (TokenKind::Nag, None) => sign,
        _ => format!("{text} {sign}"),
    };
    page.title(&format!("{name}:"), meaning);
    page.line(match target.kind {
        _ if number > LAST_OF_STANDARD => "Not in the PGN standard, but used like this by chess programs.",
        TokenKind::Suffix => "PGN standard, sections 8.2.3.8 and 10.",
        _ => "PGN standard, section 10.",
    });
}

fn unknown(kind: TokenKind, text: &str, page: &mut Page) {
    match kind {
        TokenKind::Nag => page.title(text, "has no meaning in the PGN standard (section 10), nor in common use."),
        TokenKind::Suffix => page.title(text, "is not one of the six suffixes ! ? !! ?? !? ?! (section 8.2.3.8)."),
        _ => page.title(text, "is a sign without a known meaning."),
    }
}
