//! Hover on a move, a move number or a termination marker: the position there.

use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};
use shakmaty::Color;

use super::page::Page;
use super::target::Target;
use scoresheet_chess::command_docs;
use scoresheet_chess::position_facts;
use scoresheet_chess::reach::{Reached, reach_place};
use scoresheet_chess::replay::{IllegalMove, Outcome, Ply, Repair, RepairAction};
use scoresheet_chess::results;
use scoresheet_chess::variants::VariantKind;

/// Describes a move: its name, the opening and the position after it; or why it cannot be played, and the position
/// before it.
pub(super) fn describe(game: GameView, target: &Target, page: &mut Page) {
    let reached = reach_place(game, target.place);
    let text = &game.text[target.range.clone()];
    let ply = reached.replay.ply();
    match &ply.outcome {
        Outcome::Played { canonical, .. } => {
            let san = canonical.as_deref().unwrap_or(text);
            page.title(&numbered(ply, san), &opening(&reached));
            if san != text {
                page.line(&format!("Written as {text}; in standard algebraic notation it is {san}."));
            }
            facts(&reached, page);
            command_meanings(game, target, ply.turn, page);
            let (position, last_move) = (reached.replay.position().cloned(), reached.replay.last_move());
            match reached.left_the_book() {
                Some(left) if left.is_last => {
                    page.line("This move leaves the book: no named opening continues with it.");
                }
                Some(left) => page.line(&format!("The line left the book at move {}.", left.number)),
                None => {}
            }
            position.into_iter().for_each(|position| page.position(&position, last_move));
        }
        Outcome::Null { .. } => {
            page.title(&numbered(ply, text), "is a null move: the turn passes.");
            facts(&reached, page);
            command_meanings(game, target, ply.turn, page);
            position_after(&reached, page);
        }
        Outcome::Illegal(illegal) => {
            let IllegalMove { reason, repair, suggestions, .. } = illegal.as_ref();
            not_played(&reached, page, |page| {
                page.title(&numbered(ply, text), &format!("cannot be played: {reason}."));
                if let Some(meant) = meant(repair.as_ref(), suggestions) {
                    page.line(&meant);
                }
            });
        }
        Outcome::Ambiguous { candidates, chosen, .. } => {
            let names: Vec<&str> = candidates.iter().map(|(_, san)| san.as_str()).collect();
            not_played(&reached, page, |page| {
                page.title(&numbered(ply, text), &format!("is ambiguous: it may be {}.", names.join(" or ")));
                if let Some(san) = chosen.and_then(|chosen| names.get(chosen)) {
                    page.line(&format!("The moves after it fit {san}."));
                }
            });
        }
        Outcome::Unchecked => {
            page.title(&numbered(ply, text), &format!("was not checked: {}.", why_unchecked(&reached)));
        }
    }
}

/// Describes a move number: the position before its move.
pub(super) fn before(game: GameView, target: &Target, page: &mut Page) {
    let reached = reach_place(game, target.place);
    let turn = side(reached.replay.turn());
    page.title(&format!("Move {}", reached.replay.number()), &format!("{turn} to move. {}", opening(&reached)));
    facts(&reached, page);
    position_after(&reached, page);
}

/// Describes a termination marker (section 8.2.6): its meaning, and the last position.
pub(super) fn termination(game: GameView, target: &Target, page: &mut Page) {
    let text = &game.text[target.range.clone()];
    let (marker, meaning) = match results::canonical(text) {
        Some(marker) => (marker, result(marker).unwrap_or_default()),
        None => (text, "A result that PGN does not have (section 8.2.6)."),
    };
    page.title(marker, meaning);
    if marker != text {
        page.line(&format!("Written as {text}; the standard's spelling is {marker} (section 8.2.6)."));
    }
    let reached = reach_place(game, target.place);
    if reached.replay.last_move().is_some() {
        facts(&reached, page);
        position_after(&reached, page);
    }
}

/// Returns the meaning of a value of the Result tag (section 8.1.1.7).
pub(super) fn result(value: &str) -> Option<&'static str> {
    match value {
        "1-0" => Some("White won."),
        "0-1" => Some("Black won."),
        "1/2-1/2" => Some("The game was drawn."),
        "*" => Some("The game is unfinished, or its result is unknown."),
        _ => None,
    }
}

/// Says what is true of the position: before the board, below which editors cut a hover off.
fn facts(reached: &Reached, page: &mut Page) {
    let Some(position) = reached.replay.position() else { return };
    page.line(&position_facts::facts(position, reached.occurrences()).join(" "));
}

fn position_after(reached: &Reached, page: &mut Page) {
    if let Some(position) = reached.replay.position() {
        page.position(position, reached.replay.last_move());
    }
}

/// Adds the meaning of the commands in the comments on the move.
fn command_meanings(game: GameView, target: &Target, mover: Color, page: &mut Page) {
    let mut depth = 0_usize;
    for (event, range) in game.tree.events_from(target.place) {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) if depth == 0 => return,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(TokenKind::San) if depth == 0 => return,
            Event::Token(kind) if kind.is_comment() && depth == 0 => {
                let commands = commands(&game.text[range.clone()], range.start);
                let words: Vec<String> =
                    commands.filter_map(|command| command_docs::describe(&command, mover)).collect();
                if !words.is_empty() {
                    page.line(&words.join(" "));
                }
            }
            _ => {}
        }
    }
}

/// Describes a move that cannot be played with `explain`, and shows the position before it.
///
/// Editors that show pictures also show the diagnostic, with the same text, above the hover: there the board comes
/// first, so that it is visible without scrolling.
fn not_played(reached: &Reached, page: &mut Page, explain: impl FnOnce(&mut Page)) {
    let before = reached.before_last_move();
    if page.has_images() {
        before.into_iter().for_each(|position| page.position(position, None));
        return explain(page);
    }
    explain(page);
    if let Some(position) = before {
        page.line("The position before it:");
        page.position(position, None);
    }
}

/// Formats a move with its number: "12. Nf3", "12... Nf6".
fn numbered(ply: &Ply, san: &str) -> String {
    let periods = ply.turn.fold_wb(".", "...");
    format!("{}{periods} {san}", ply.number)
}

fn opening(reached: &Reached) -> String {
    reached.opening().map(|opening| format!("{} {}", opening.eco, opening.name)).unwrap_or_default()
}

/// Returns the probable intended move, or how the replay continues after the move.
fn meant(repair: Option<&Repair>, suggestions: &[String]) -> Option<String> {
    if let Some(Repair { action: RepairAction::Play { san, .. }, is_certain: true, .. }) = repair {
        return Some(format!("{san} was meant, as the moves after it show."));
    }
    if !suggestions.is_empty() {
        return Some(format!("Perhaps {} was meant.", suggestions.join(" or ")));
    }
    match &repair?.action {
        RepairAction::Play { san, .. } => Some(format!("The moves after it continue as if {san} had been played.")),
        RepairAction::Ignore { .. } => Some("The moves after it continue as if there were no check.".to_owned()),
        RepairAction::Skip => Some("The moves after it continue as if this move were missing.".to_owned()),
        RepairAction::Pass => Some("The moves after it continue as if another move had been played.".to_owned()),
    }
}

fn why_unchecked(reached: &Reached) -> String {
    let setup = reached.replay.setup();
    match &setup.variant {
        VariantKind::Unknown(name) => format!("the rules of {name} are not supported"),
        _ if setup.start.is_none() => "the FEN tag has no legal start position".to_owned(),
        _ => "an earlier move of this line cannot be played".to_owned(),
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
