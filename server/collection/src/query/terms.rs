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
        "white" => Node::Header(term.player(Side::Of(Color::White))?),
        "black" => Node::Header(term.player(Side::Of(Color::Black))?),
        "player" => Node::Header(term.player(Side::Either)?),
        "players" => return term.players(nodes),
        "winner" => Node::Header(term.decided(true)?),
        "loser" => Node::Header(term.decided(false)?),
        "event" => Node::Header(term.tag("Event")?),
        "site" => Node::Header(term.tag("Site")?),
        "round" => Node::Header(term.tag("Round")?),
        "annotator" => Node::Header(term.tag("Annotator")?),
        "opening" => Node::Header(term.tag("Opening")?),
        "variation" => Node::Header(term.tag("Variation")?),
        "timecontrol" => Node::Header(term.tag("TimeControl")?),
        "termination" => Node::Header(term.tag("Termination")?),
        "variant" => Node::Header(term.tag("Variant")?),
        "title" => return term.title(nodes),
        "date" => Node::Header(term.date("Date")?),
        "eventdate" => Node::Header(term.date("EventDate")?),
        "result" => Node::Header(term.result()?),
        "eco" => Node::Header(term.eco()?),
        "elo" => Node::Header(term.elo(Elo::Both)?),
        "whiteelo" => Node::Header(term.elo(Elo::Of(Color::White))?),
        "blackelo" => Node::Header(term.elo(Elo::Of(Color::Black))?),
        "averageelo" => Node::Header(term.elo(Elo::Average)?),
        "elodifference" => Node::Header(term.elo(Elo::Difference)?),
        "plies" => Node::Header(term.length(false)?),
        "moves" => Node::Header(term.length(true)?),
        "tag" => Node::Header(term.any_tag()?),
        "has" => Node::Header(term.has()?),
        "nag" => Node::Header(term.nag()?),
        "comment" | "comments" => Node::Header(term.comment()?),
        "broken" => Node::Header(HeaderTerm::Broken),
        "fen" => Node::Position(term.fen()?),
        "line" => {
            nodes.push(Node::Line(term.line()?));
            Node::Ever
        }
        "board" => Node::Position(term.board()?),
        "pawns" => Node::Position(term.pawns()?),
        "material" => Node::Position(term.material()?),
        "imbalance" => Node::Position(term.imbalance()?),
        "move" => Node::Position(term.played()?),
        "capture" | "captured" => Node::Position(PositionTerm::Move(term.capture()?)),
        "promotion" => Node::Position(PositionTerm::Move(term.promotion()?)),
        "castling" => Node::Position(PositionTerm::Move(term.castling()?)),
        "enpassant" => Node::Position(PositionTerm::Move(MovePattern::en_passant())),
        "check" => Node::Position(PositionTerm::Check),
        "mate" => Node::Position(PositionTerm::Mate),
        "stalemate" => Node::Position(PositionTerm::Stalemate),
        "turn" => Node::Position(PositionTerm::Turn(term.turn()?)),
        "wtm" => Node::Position(PositionTerm::Turn(Color::White)),
        "btm" => Node::Position(PositionTerm::Turn(Color::Black)),
        _ => match Quantity::read(word) {
            Some(quantity) => Node::Position(PositionTerm::Compare(term.comparison(quantity)?)),
            None if is_in_use(word) => Node::Header(term.tag(word)?),
            None => return Err(term.unknown()),
        },
    };
    nodes.push(node);
    Ok(())
}
