//! The check whether a game reads cleanly, and the obstacle if it does not.
//!
//! A game reads cleanly if it has no syntax fault outside its tag pairs and every move, also in variations, is one
//! legal move.

use scoresheet_grammar::{Fault, FaultKind, GameView, ast};
use shakmaty::Color;

use crate::formatted::Refusal;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Ply, Replay, Setup, Step, is_fen_tag};
use scoresheet_chess::variants::VariantKind;

/// Whether the moves of a game can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Every move must be one legal move.
    Known,
    /// Unknown variant: the moves stay as written.
    Unknown,
}

impl Rules {
    pub(super) fn of(setup: &Setup) -> Rules {
        match setup.variant {
            VariantKind::Unknown(_) => Rules::Unknown,
            _ => Rules::Known,
        }
    }
}

/// Returns the obstacle in a game with syntax faults; `None` if no syntax fault matters. Constant time in a game
/// without faults.
pub(crate) fn first_trouble(game: GameView) -> Option<Refusal> {
    let fault = game.tree.faults().iter().find(|fault| {
        !leaves_meaning_clear(fault.kind) || fault.kind == FaultKind::LineBreakInTagValue && has_strings(game, fault)
    })?;
    let offset = fault.range.start as usize;
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        if range.start >= offset {
            break;
        }
        if step == Step::Move && !is_clean(replay.ply(), replay.setup()) {
            return Some(move_trouble(game, replay.ply()));
        }
    }
    Some(Refusal { offset, reason: fault.kind.to_string() })
}

/// Explains why a move does not read cleanly.
pub(crate) fn move_trouble(game: GameView, ply: &Ply) -> Refusal {
    let text = &game.text[ply.range.clone()];
    let periods = if ply.turn == Color::White { "." } else { "..." };
    let (number, offset) = (ply.number, ply.range.start);
    let reason = match &ply.outcome {
        Outcome::Illegal(illegal) => format!("{number}{periods} {text} cannot be played: {}", illegal.reason),
        Outcome::Ambiguous { candidates, .. } => {
            let names: Vec<&str> = candidates.iter().map(|(_, san)| san.as_str()).collect();
            format!("{number}{periods} {text} can be any of {}", names.join(", "))
        }
        Outcome::Played { notes, .. } if notes.has_any(Notes::MAY_BE_ANOTHER) => {
            format!("{number}{periods} {text} may be another move")
        }
        Outcome::Played { notes, .. } if notes.has_any(Notes::SIGN.and(Notes::INNER_SPACE)) => {
            format!("{number}{periods} {text} begins with what may be a sign or a piece")
        }
        Outcome::Played { .. } => format!("{number}{periods} {text} does not say what the pawn becomes"),
        _ => return setup_trouble(game, offset),
    };
    Refusal { offset, reason }
}

/// Checks a move number in a game of an unknown variant, where only the written numbers tell the side to move. If they
/// do not fit a game with alternating moves, new numbers could be wrong.
pub(super) fn number_trouble(text: &str, offset: usize, replay: &Replay) -> Result<(), Refusal> {
    if ast::move_number(text).number == replay.number() {
        return Ok(());
    }
    let expected = replay.number();
    let reason = format!(
        "the move number {text} does not fit (move {expected} comes here), and the rules of this variant are not known"
    );
    Err(Refusal { offset, reason })
}

pub(crate) fn is_clean(ply: &Ply, setup: &Setup) -> bool {
    match ply.outcome {
        Outcome::Played { notes, .. } => !notes.has_any(Notes::MISSING_PROMOTION_PIECE),
        Outcome::Null { .. } => true,
        Outcome::Unchecked => Rules::of(setup) == Rules::Unknown,
        Outcome::Ambiguous { .. } | Outcome::Illegal(_) => false,
    }
}

/// Explains that the moves were not played because the game has no valid start position.
fn setup_trouble(game: GameView, first_move: usize) -> Refusal {
    let fen = game.tags().into_iter().find(|tag| is_fen_tag(tag.name));
    Refusal {
        offset: fen.map_or(first_move, |tag| tag.value_range.start),
        reason: "the FEN tag gives no position that can be set up, so the moves cannot be checked".to_owned(),
    }
}

/// Whether the value of a tag pair is in several strings on lines of their own: other readers begin another game after the first one.
fn has_strings(game: GameView, fault: &Fault) -> bool {
    let value = &game.text[fault.span()];
    value.trim_matches('"').contains('"')
}

/// Whether it is clear what a game means although it has this fault.
fn leaves_meaning_clear(fault: FaultKind) -> bool {
    match fault {
        FaultKind::UnclosedTag
        | FaultKind::UnopenedTag
        | FaultKind::MissingTagName
        | FaultKind::MissingTagValue
        | FaultKind::UnquotedTagValue
        | FaultKind::UnopenedTagValue
        | FaultKind::UnclosedTagValue
        | FaultKind::UnclosedTagAndValue
        | FaultKind::UnescapedQuote
        | FaultKind::LineBreakInTagValue
        | FaultKind::TextBetweenGames => true,
        FaultKind::UnclosedComment
        | FaultKind::StrayBrace
        | FaultKind::UnclosedVariation
        | FaultKind::StrayParenthesis
        | FaultKind::MisplacedTag
        | FaultKind::UnexpectedText
        | FaultKind::UnexpectedCharacter
        | FaultKind::ReservedCharacter
        | FaultKind::MalformedNag
        | FaultKind::ControlCharacter
        | FaultKind::UnknownResult
        | FaultKind::CutOffMove
        | FaultKind::DescriptiveNotation
        | FaultKind::MergeConflict
        | FaultKind::ConflictMarker
        | FaultKind::NoGame => false,
    }
}
