//! Reads one term: a field and what it is compared with, or a part of a position.

use scoresheet_chess::tag_docs::is_in_use;
use shakmaty::Color;

use super::count::Quantity;
use super::error::QueryError;
use super::header::{Elo, HeaderTerm, Side};
use super::lexer::{Kind, Lexer, Token};
use super::move_pattern::MovePattern;
use super::node::Node;
use super::position::PositionTerm;
use super::term::Term;

/// Reads the term that begins with the word `first`, and adds its nodes.
///
/// # Errors
/// What does not read.
pub(super) fn read_term<'text>(
    first: &Token<'text>,
    lexer: &mut Lexer<'text>,
    nodes: &mut Vec<Node>,
) -> Result<(), QueryError> {
    let Kind::Word(word) = first.kind else { return Err(QueryError::new(first.span.clone(), "expected a term")) };
    let mut term = Term { first, word, lexer };
    let node = match word.to_ascii_lowercase().as_str() {
        "white" => Node::header(term.player(Side::Of(Color::White))?),
        "black" => Node::header(term.player(Side::Of(Color::Black))?),
        "player" => Node::header(term.player(Side::Either)?),
        "players" => return term.players(nodes),
        "winner" => Node::header(term.decided(true)?),
        "loser" => Node::header(term.decided(false)?),
        "event" => Node::header(term.tag("Event")?),
        "site" => Node::header(term.tag("Site")?),
        "round" => Node::header(term.tag("Round")?),
        "annotator" => Node::header(term.tag("Annotator")?),
        "opening" => Node::header(term.opening()?),
        "variation" => Node::header(term.tag("Variation")?),
        "timecontrol" => Node::header(term.tag("TimeControl")?),
        "termination" => Node::header(term.tag("Termination")?),
        "variant" => Node::header(term.tag("Variant")?),
        "title" => return term.title(nodes),
        "date" => Node::header(term.date("Date")?),
        "eventdate" => Node::header(term.date("EventDate")?),
        "result" => Node::header(term.result()?),
        "eco" => Node::header(term.eco()?),
        "elo" => Node::header(term.elo(Elo::Both)?),
        "whiteelo" => Node::header(term.elo(Elo::Of(Color::White))?),
        "blackelo" => Node::header(term.elo(Elo::Of(Color::Black))?),
        "averageelo" => Node::header(term.elo(Elo::Average)?),
        "elodifference" => Node::header(term.elo(Elo::Difference)?),
        "plies" => Node::header(term.length(false)?),
        "moves" => Node::header(term.length(true)?),
        "tag" => Node::header(term.any_tag()?),
        "has" => Node::header(term.has()?),
        "nag" => Node::header(term.nag()?),
        "comment" | "comments" => Node::header(term.comment()?),
        "broken" => Node::header(HeaderTerm::Broken),
        "fen" => Node::position(term.fen()?),
        "line" => Node::line(term.line()?),
        "reaches" => Node::position(term.reaches()?),
        "board" => Node::position(term.board()?),
        "pawns" => Node::position(term.pawns()?),
        "material" => Node::position(term.material()?),
        "imbalance" => Node::position(term.imbalance()?),
        "move" => Node::position(term.played()?),
        "capture" | "captured" => Node::position(PositionTerm::Move(term.capture()?)),
        "promotion" => Node::position(PositionTerm::Move(term.promotion()?)),
        "castling" => Node::position(PositionTerm::Move(term.castling()?)),
        "enpassant" => Node::position(PositionTerm::Move(MovePattern::en_passant())),
        "check" => Node::position(PositionTerm::Check),
        "mate" => Node::position(PositionTerm::Mate),
        "stalemate" => Node::position(PositionTerm::Stalemate),
        "turn" => Node::position(PositionTerm::Turn(term.turn()?)),
        "wtm" => Node::position(PositionTerm::Turn(Color::White)),
        "btm" => Node::position(PositionTerm::Turn(Color::Black)),
        _ => match Quantity::read(word) {
            Some(quantity) => Node::position(PositionTerm::Compare(term.comparison(quantity)?)),
            None if is_in_use(word) => Node::header(term.tag(word)?),
            None => return Err(term.unknown()),
        },
    };
    nodes.push(node);
    Ok(())
}
