//! Queries: a small language of terms about games, positions and sequences of positions.
//!
//! A game is found where some position of its main line fulfils the query. Terms about the game as a whole, such as
//! `white = "Carlsen*"` and `line "1. e4 c5"`, hold in each of its positions, so that they can be joined with any other.
//! In a sequence with `then`, a line holds in the position after its last move only, so that what follows counts from there.
//! All terms mean the colours as they are written, except `material KRPvKR`, which means either side.

mod board_pattern;
mod completion;
mod count;
#[cfg(test)]
mod doubt_tests;
mod error;
#[cfg(test)]
mod error_tests;
mod examples;
mod explain;
mod header;
mod header_terms;
mod lexer;
mod material_pattern;
mod men;
mod move_pattern;
mod name_test;
mod node;
mod parser;
mod position;
mod position_terms;
mod program;
mod range_test;
mod search;
mod term;
mod terms;
#[cfg(test)]
mod tests;
mod text_test;
mod verdicts;
mod vocabulary;

pub use completion::{Completions, QueryCompletion, completions};
pub use error::QueryError;
pub use examples::Example;
pub(crate) use name_test::Name;
pub use parser::SavedQueries;
pub use search::{Answer, Found};
pub use verdicts::Verdict;
pub use vocabulary::words;

use crate::game::{Game, Lines};
use node::Node;
use position::PositionTerm;
use program::Program;

/// The longest text of a query. Bytes; `flip` and `mirror` copy what is in it.
const MOST_BYTES: usize = 1 << 14;

/// A query that was read, to be asked of many games.
#[derive(Clone, Debug)]
pub struct Query {
    program: Program,
    lines: Lines,
    /// Why a term can hardly ever hold.
    impossible: Option<String>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// The first thing that does not read, with its place and what to write instead.
    ///
    /// ```
    /// use scoresheet_collection::query::Query;
    ///
    /// let error = Query::parse("whit = \"Carlsen*\"").unwrap_err();
    /// assert_eq!((error.span, error.help.as_deref()), (0..4, Some("did you mean white?")));
    /// ```
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        Query::parse_all(&[text], &SavedQueries::new()).map_err(|(_, error)| error)
    }

    /// Reads some queries that must all hold. In them `@name` is one of the `saved` queries.
    ///
    /// # Errors
    /// The index of the first that does not read, and why.
    pub fn parse_all(texts: &[&str], saved: &SavedQueries) -> Result<Query, (usize, QueryError)> {
        let (mut nodes, mut lines) = (Vec::new(), Lines::Main);
        for (index, text) in texts.iter().enumerate() {
            if text.len() > MOST_BYTES {
                return Err((index, QueryError::new(0..text.len(), "the query is too long")));
            }
            let parsed = parser::parse(text, saved).map_err(|error| (index, error))?;
            nodes.extend(parsed.nodes);
            if index > 0 {
                nodes.push(Node::And);
            }
            if parsed.lines == Lines::All {
                lines = Lines::All;
            }
        }
        let impossible = nodes.iter().find_map(Node::doubt);
        Ok(Query { program: Program::new(&nodes), lines, impossible })
    }

    /// Asks a game. The answer is [`Answer::Unknown`] only if the source does not keep what decides.
    pub fn find(&self, game: &mut impl Game) -> Answer {
        search::find(&self.program, self.lines, game)
    }

    /// Terms about positions, one of which holds somewhere in the main line of every game that is found.
    fn required(&self) -> Option<Vec<&PositionTerm>> {
        self.program.required().filter(|_| self.lines == Lines::Main)
    }

    /// Whether what is found is a position, not only a game.
    pub fn is_of_positions(&self) -> bool {
        self.program.needs_positions()
    }

    /// Whether games must be played to answer, unless their tags decide.
    pub fn plays_moves(&self) -> bool {
        self.program.needs_positions() || self.program.dearest() == Some(header::Cost::Moves)
    }

    /// What the user probably did not mean, in a sentence.
    pub fn doubt(&self) -> Option<&str> {
        let is_vague = self.program.only_denies();
        let vague = "not is about one position, and nearly every game has one; never is about all positions of a game";
        self.impossible.as_deref().or(is_vague.then_some(vague))
    }

    /// Which lines of a game the query is about.
    pub fn lines(&self) -> Lines {
        self.lines
    }
}
