//! Reads a query: terms, operators by their precedence, brackets. Without recursion, so that no text is too deep.
//!
//! Loosest first: `then`; `for`, `up to`, `from` and `in variations`, which follow what they are about; `or`; `and`;
//! `not`, `ever`, `never`, `flip` and `mirror` before one term or brackets.

use std::collections::BTreeMap;
use std::ops::Range;

use super::count::{Comparison, Quantity};
use super::error::QueryError;
use super::lexer::{Compare, Kind, Lexer, Token, Wanted};
use super::node::{Label, Node};
use super::position::PositionTerm;
use super::terms::read_term;
use super::vocabulary;
use crate::game::Lines;

/// The most nodes of a query: `flip` and `mirror` double what they are about, so a short text could ask for any number.
const MOST_NODES: usize = 4096;

/// A query that was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    /// In postfix order.
    pub(super) nodes: Vec<Node>,
    pub(super) lines: Lines,
}

/// Reads a query, in which `@name` is one of the `saved` queries.
///
/// # Errors
/// The first thing that does not read.
pub(super) fn parse(text: &str, saved: &SavedQueries) -> Result<Parsed, QueryError> {
    parse_part(text, Some(saved))
}

/// Returns what the reader wants after a text: nothing if it does not read so far.
pub(super) fn wanted_after(text: &str, saved: &SavedQueries) -> Vec<Wanted> {
    let mut parser = Parser::new(text, Some(saved));
    // The text ends before the query does, so that there is an error in most cases.
    let _ = parser.read();
    parser.lexer.wanted_at_end()
}

/// Reads a query, or one of the saved ones, which have none that they may use.
fn parse_part(text: &str, saved: Option<&SavedQueries>) -> Result<Parsed, QueryError> {
    let mut parser = Parser::new(text, saved);
    parser.read()?;
    Ok(parser.parsed)
}

/// The texts of queries by their names.
pub type SavedQueries = BTreeMap<String, String>;

struct Parser<'text> {
    text: &'text str,
    /// Those that the query may use; none in a saved query.
    saved: Option<&'text SavedQueries>,
    lexer: Lexer<'text>,
    parsed: Parsed,
    /// Where the operands that wait for an operator begin in the nodes.
    starts: Vec<usize>,
    /// Operators that wait for their last operand, and brackets.
    open: Vec<Waiting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    operator: Operator,
    span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Operator {
    Bracket,
    Then(Option<u32>),
    Or,
    And,
    Not,
    Ever,
    Never,
    Flip,
    Mirror,
}

/// The precedence of what follows its operand: `for`, `up to`.
const OF_SUFFIX: u8 = 2;

impl Operator {
    fn precedence(&self) -> u8 {
        match self {
            Operator::Bracket => 0,
            Operator::Then(_) => 1,
            Operator::Or => 3,
            Operator::And => 4,
            Operator::Not | Operator::Ever | Operator::Never | Operator::Flip | Operator::Mirror => 5,
        }
    }

    fn prefix(word: &str) -> Option<Operator> {
        Some(match word {
            "not" => Operator::Not,
            "ever" => Operator::Ever,
            "never" => Operator::Never,
            "flip" => Operator::Flip,
            "mirror" => Operator::Mirror,
            _ => return None,
        })
    }
}

impl<'text> Parser<'text> {
    fn new(text: &'text str, saved: Option<&'text SavedQueries>) -> Parser<'text> {
        let (parsed, starts, open) = (Parsed::default(), Vec::new(), Vec::new());
        Parser { text, saved, lexer: Lexer::new(text), parsed, starts, open }
    }

    fn read(&mut self) -> Result<(), QueryError> {
        loop {
            self.operand()?;
            if !self.after_operand()? {
                return Ok(());
            }
        }
    }

    /// Reads what may be before a term, and the term.
    fn operand(&mut self) -> Result<(), QueryError> {
        loop {
            let token = self.lexer.want(Wanted::Term).next()?;
            match &token.kind {
                Kind::Open => self.open.push(Waiting { operator: Operator::Bracket, span: token.span }),
                Kind::Word(word) => {
                    let lower = word.to_ascii_lowercase();
                    if let Some(operator) = Operator::prefix(&lower) {
                        self.open.push(Waiting { operator, span: token.span });
                        continue;
                    }
                    if lower == "in" {
                        self.variations(&token)?;
                        continue;
                    }
                    let start = self.parsed.nodes.len();
                    match word.strip_prefix('@') {
                        Some(name) => self.saved(name, &token)?,
                        None => {
                            read_term(&token, &mut self.lexer, &mut self.parsed.nodes)?;
                            let label: Label = self.text[token.span.start..self.lexer.place()].into();
                            self.parsed.nodes[start..].iter_mut().for_each(|node| node.set_label(&label));
                        }
                    }
                    self.starts.push(start);
                    return Ok(());
                }
                Kind::End if self.parsed.nodes.is_empty() && self.open.is_empty() => {
                    let error = QueryError::new(token.span, "the query is empty");
                    return Err(error.with_help("write a term, as in white = \"Carlsen*\" and date >= 2019"));
                }
                Kind::End => return Err(QueryError::new(token.span, "a term is missing at the end")),
                Kind::Text(_) => {
                    let error = QueryError::new(token.span, "a text alone is no term");
                    return Err(error.with_help("write the field before it, as in player = \"Carlsen*\""));
                }
                _ => return Err(QueryError::new(token.span, "a term is missing here")),
            }
        }
    }

    /// Adds a saved query. It may contain no other, so that none contains itself.
    fn saved(&mut self, name: &str, token: &Token) -> Result<(), QueryError> {
        if name.is_empty() {
            let error = QueryError::new(token.span.clone(), "the name of a saved query is missing");
            return Err(error.with_help("as in @greek-gift"));
        }
        let Some(saved) = self.saved else {
            let error = QueryError::new(token.span.clone(), "a saved query cannot use another one");
            return Err(error.with_help(format!("write the terms of {name} in its place")));
        };
        let Some(text) = saved.get(name) else {
            let error = QueryError::new(token.span.clone(), format!("no query is saved as {name}"));
            let similar = vocabulary::similar(name, saved.keys().map(String::as_str));
            return Err(match similar {
                Some(similar) => error.with_help(format!("did you mean @{similar}?")),
                None => error.with_help(format!("write {name} = \"...\" under [queries] in scoresheet.toml")),
            });
        };
        let parsed = parse_part(text, None).map_err(|error| {
            let place = text.get(error.span).filter(|place| !place.is_empty());
            let at = place.map_or_else(String::new, |place| format!(" at {place}"));
            let message = format!("the query saved as {name} does not read{at}: {}", error.message);
            QueryError { span: token.span.clone(), message, help: error.help }
        })?;
        self.parsed.nodes.extend(parsed.nodes);
        if parsed.lines == Lines::All {
            self.parsed.lines = Lines::All;
        }
        Ok(())
    }

    /// Reads what may follow a term, up to the next operator. Returns whether another term must follow.
    fn after_operand(&mut self) -> Result<bool, QueryError> {
        loop {
            let token = self.lexer.want(Wanted::Joining).next()?;
            let word = match &token.kind {
                Kind::End => {
                    self.reduce(1, &token.span)?;
                    return match self.open.pop() {
                        Some(bracket) => {
                            let error = QueryError::new(bracket.span, "the parenthesis has no end");
                            Err(error.with_help("write ) after the last term inside of it"))
                        }
                        None => Ok(false),
                    };
                }
                Kind::Close => {
                    self.reduce(1, &token.span)?;
                    if self.open.pop().is_none() {
                        return Err(QueryError::new(token.span, "there is no ( for this )"));
                    }
                    continue;
                }
                Kind::Word(word) => word.to_ascii_lowercase(),
                _ => String::new(),
            };
            match word.as_str() {
                "and" | "or" | "then" => {
                    let operator = match word.as_str() {
                        "and" => Operator::And,
                        "or" => Operator::Or,
                        _ => Operator::Then(self.within()?),
                    };
                    self.reduce(operator.precedence(), &token.span)?;
                    self.open.push(Waiting { operator, span: token.span });
                    return Ok(true);
                }
                "for" => {
                    let plies = self.plies("for")?;
                    self.suffix(Node::For(plies), &token.span)?;
                }
                "up" => {
                    self.word("to", "up to move 20")?;
                    self.limit(Compare::LessOrEqual, "up to move 20", &token.span)?;
                }
                "from" => self.limit(Compare::MoreOrEqual, "from move 20", &token.span)?,
                "in" => self.variations(&token)?,
                _ => {
                    let error = QueryError::new(token.span.clone(), "expected and, or, then or the end of the query");
                    let similar = match word.as_str() {
                        "&&" | "&" | "," => Some("and"),
                        "||" | "|" => Some("or"),
                        _ => vocabulary::similar(&word, vocabulary::JOINING.iter().copied()),
                    };
                    return Err(match similar {
                        Some(similar) => error.with_help(format!("did you mean {similar}?")),
                        None => error.with_help("write and between two terms that must both hold"),
                    });
                }
            }
        }
    }

    /// Applies an operator that follows all that is open since the last `then` or bracket.
    fn suffix(&mut self, node: Node, span: &Range<usize>) -> Result<(), QueryError> {
        self.reduce(OF_SUFFIX, span)?;
        self.parsed.nodes.push(node);
        Ok(())
    }

    /// Reads `move 20` or `ply 40` after `up to` and `from`.
    fn limit(&mut self, compare: Compare, example: &str, span: &Range<usize>) -> Result<(), QueryError> {
        self.lexer.want(Wanted::Word("move")).peek()?;
        let token = self.lexer.want(Wanted::Word("ply")).next()?;
        let quantity = match &token.kind {
            Kind::Word(word) if word.eq_ignore_ascii_case("move") => Quantity::MoveNumber,
            Kind::Word(word) if word.eq_ignore_ascii_case("ply") => Quantity::Ply,
            _ => {
                let error = QueryError::new(token.span, "expected move or ply");
                return Err(error.with_help(format!("as in {example}")));
            }
        };
        let number = self.number(example)?;
        let limit = Comparison::with_number(quantity, compare, number);
        let label = self.text[span.start..self.lexer.place()].into();
        self.suffix(Node::Position(PositionTerm::Compare(limit), label), span)?;
        self.parsed.nodes.push(Node::And);
        Ok(())
    }

    /// Reads `variations` after `in`.
    fn variations(&mut self, token: &Token) -> Result<(), QueryError> {
        let next = self.lexer.want(Wanted::Word("variations")).next()?;
        if !matches!(&next.kind, Kind::Word(word) if word.eq_ignore_ascii_case("variations")) {
            let error = QueryError::new(token.span.clone(), "expected variations after in");
            return Err(error.with_help("as in move Bxh7+ in variations, or eco in B90..B99"));
        }
        self.parsed.lines = Lines::All;
        Ok(())
    }

    /// Reads `within 6` after `then`, if it is there.
    fn within(&mut self) -> Result<Option<u32>, QueryError> {
        match self.lexer.want(Wanted::Word("within")).peek()?.kind {
            Kind::Word(word) if word.eq_ignore_ascii_case("within") => {
                self.lexer.next()?;
                self.plies("then within").map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Reads a number of plies, or of moves: `4`, `4 plies`, `2 moves`.
    fn plies(&mut self, before: &str) -> Result<u32, QueryError> {
        let number = self.number(&format!("{before} 4 plies"))?;
        let Kind::Word(unit) = self.lexer.peek()?.kind else { return Ok(number) };
        let factor = match unit.to_ascii_lowercase().as_str() {
            "ply" | "plies" => 1,
            "move" | "moves" if !self.is_before_move()? => 2,
            _ => return Ok(number),
        };
        self.lexer.next()?;
        Ok(number.saturating_mul(factor))
    }

    /// Whether the word `move` that comes next begins a term: `then within 6 move Bxh7+`.
    fn is_before_move(&mut self) -> Result<bool, QueryError> {
        let Kind::Word(word) = self.lexer.peek()?.kind else { return Ok(false) };
        Ok(word.eq_ignore_ascii_case("move"))
    }

    fn number(&mut self, example: &str) -> Result<u32, QueryError> {
        let token = self.lexer.next()?;
        let number = match &token.kind {
            Kind::Word(word) => word.parse().ok().filter(|number| *number > 0),
            _ => None,
        };
        number.ok_or_else(|| {
            QueryError::new(token.span, "expected a number from 1").with_help(format!("as in {example}"))
        })
    }

    fn word(&mut self, wanted: &'static str, example: &str) -> Result<(), QueryError> {
        let token = self.lexer.want(Wanted::Word(wanted)).next()?;
        if matches!(&token.kind, Kind::Word(word) if word.eq_ignore_ascii_case(wanted)) {
            return Ok(());
        }
        Err(QueryError::new(token.span, format!("expected {wanted}")).with_help(format!("as in {example}")))
    }

    /// Applies the waiting operators that bind at least as tightly as `precedence`.
    fn reduce(&mut self, precedence: u8, span: &Range<usize>) -> Result<(), QueryError> {
        while let Some(waiting) = self.open.last()
            && waiting.operator.precedence() >= precedence.max(1)
        {
            let Waiting { operator, span: place } = waiting.clone();
            self.open.pop();
            // Before anything is doubled.
            let copied = match operator {
                Operator::Flip | Operator::Mirror => self.parsed.nodes.len() - self.starts.last().copied().unwrap_or(0),
                _ => 0,
            };
            if self.parsed.nodes.len() + copied > MOST_NODES {
                let error = QueryError::new(span.start.min(span.end)..span.end, "the query is too long");
                return Err(error.with_help("flip and mirror each double what they are about; write fewer of them"));
            }
            self.apply(&operator, &place)?;
        }
        Ok(())
    }

    fn apply(&mut self, operator: &Operator, span: &Range<usize>) -> Result<(), QueryError> {
        let nodes = &mut self.parsed.nodes;
        let last = self.starts.last().copied().unwrap_or(0);
        match operator {
            Operator::Bracket => {}
            Operator::Not => nodes.push(Node::Not),
            Operator::Ever => nodes.push(Node::Ever),
            Operator::Never => nodes.extend([Node::Ever, Node::Not]),
            Operator::Flip => {
                let flipped: Result<Vec<Node>, Label> = nodes[last..].iter().map(Node::flipped).collect();
                nodes.extend(flipped.map_err(|term| {
                    unchangeable("flip", format!("flip cannot exchange the colours of {term}"), &term, span)
                })?);
                nodes.push(Node::Or);
            }
            Operator::Mirror => {
                let mirrored: Result<Vec<Node>, Label> = nodes[last..].iter().map(Node::mirrored).collect();
                nodes.extend(mirrored.map_err(|term| {
                    unchangeable("mirror", format!("{term} cannot be seen in a mirror"), &term, span)
                })?);
                nodes.push(Node::Or);
            }
            Operator::And => {
                self.starts.pop();
                nodes.push(Node::And);
            }
            Operator::Or => {
                self.starts.pop();
                nodes.push(Node::Or);
            }
            Operator::Then(within) => {
                self.starts.pop();
                let first = self.starts.last().copied().unwrap_or(0);
                nodes[first..].iter_mut().for_each(Node::set_in_sequence);
                nodes.push(Node::Then(*within));
            }
        }
        Ok(())
    }
}

/// A term that `flip` or `mirror` cannot change.
fn unchangeable(operator: &str, message: String, term: &str, span: &Range<usize>) -> QueryError {
    QueryError::new(span.clone(), message).with_help(format!("write it outside, as in {term} and {operator} (...)"))
}
