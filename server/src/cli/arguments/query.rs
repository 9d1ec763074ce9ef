//! The options that choose games: a query, or plain options for the common questions.

use std::ops::Range;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use scoresheet_collection::query::{Query, QueryError, SavedQueries};

/// Which games are meant.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Which games")]
pub(crate) struct QueryArguments {
    /// Take games for which this query holds, as in 'white = "Carlsen*" and material KRPvKR'; `search --help` has all terms. If it is
    /// given more than once, all of the queries must hold [default: all games]
    #[arg(short = 'w', long = "where", value_name = "QUERY")]
    pub(crate) queries: Vec<String>,
    /// Take games of this player, with either colour: Carlsen, "Carlsen, M" or "Carl*"
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) player: Option<String>,
    /// Take games of this event: "Tata Steel*"
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) event: Option<String>,
    /// Take games of this date or later: 2019, 2019.05 or 2019-05-03
    #[arg(long, value_name = "DATE", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) since: Option<String>,
    /// Take games of this date or earlier
    #[arg(long, value_name = "DATE", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) until: Option<String>,
    /// Take games with this ECO code, in the tag or by their moves: B90, B9* or B90..B99
    #[arg(long, value_name = "CODE", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) eco: Option<String>,
    /// Take games with this result: 1-0, 0-1, draw or *
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) result: Option<String>,
    /// Take games in which both players have this rating or a higher one, or one in a range: 2600 or 2600..2700
    #[arg(long, value_name = "RATING", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) elo: Option<String>,
    /// Take games that reach this position; in `tree`, count the moves that were played there
    #[arg(long, value_name = "FEN", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) fen: Option<String>,
    /// Take games that begin with these moves, * for any: "1. e4 c5 2. * d6"; in `tree`, count what follows them
    #[arg(long, value_name = "MOVES", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) line: Option<String>,
    /// Take games that reach this material, with either colour: KRPvKR
    #[arg(long, value_name = "MATERIAL", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) material: Option<String>,
}

/// An option as a query.
struct Part {
    /// As it is written.
    option: &'static str,
    /// The query that it means.
    query: String,
    /// Where its value is in the query: half-open byte offsets.
    value: Range<usize>,
}

/// What is wrong with an option, and its value.
#[derive(Debug)]
pub(crate) struct Misread {
    /// The option, as it is written.
    pub(crate) option: &'static str,
    /// The text that does not read.
    pub(crate) text: String,
    /// What is wrong with it.
    pub(crate) error: QueryError,
}

impl QueryArguments {
    /// Those about games, without the ones that say where a tree begins.
    pub(crate) fn of_games(&self) -> QueryArguments {
        QueryArguments { fen: None, line: None, ..self.clone() }
    }

    /// Whether a query names a saved one.
    pub(crate) fn needs_saved_queries(&self) -> bool {
        self.queries.iter().any(|query| query.contains('@'))
    }

    /// The query of all options together; `None` for all games.
    ///
    /// # Errors
    /// The first option that does not read.
    pub(crate) fn query(&self, saved: &SavedQueries) -> Result<Option<Query>, Misread> {
        let parts = self.parts();
        if parts.is_empty() {
            return Ok(None);
        }
        let texts: Vec<&str> = parts.iter().map(|part| part.query.as_str()).collect();
        Query::parse_all(&texts, saved).map(Some).map_err(|(index, error)| {
            let Part { option, query, value } = &parts[index];
            let place = |at: usize| at.saturating_sub(value.start).min(value.len());
            let span = place(error.span.start)..place(error.span.end);
            Misread { option, text: query[value.clone()].to_owned(), error: QueryError { span, ..error } }
        })
    }

    /// The queries that the options mean.
    fn parts(&self) -> Vec<Part> {
        let elo_compare = if self.elo.as_deref().is_some_and(|elo| elo.contains("..")) { "in" } else { ">=" };
        let elo = format!("elo {elo_compare}");
        let options = [
            ("--player", "player =", &self.player),
            ("--event", "event =", &self.event),
            ("--since", "date >=", &self.since),
            ("--until", "date <=", &self.until),
            ("--eco", "eco in", &self.eco),
            ("--result", "result =", &self.result),
            ("--elo", &elo, &self.elo),
            ("--line", "line", &self.line),
            ("--fen", "ever fen", &self.fen),
            ("--material", "ever material", &self.material),
        ];
        let of_query =
            self.queries.iter().map(|query| Part { option: "--where", query: query.clone(), value: 0..query.len() });
        let of_options = options.into_iter().filter_map(|(option, term, value)| {
            let value = value.as_deref()?;
            let start = term.len() + 2;
            // A space keeps a backslash at the end from being one before the quote.
            let space = if value.ends_with('\\') { " " } else { "" };
            let query = format!("{term} \"{}{space}\"", value.replace('"', "\\\""));
            Some(Part { option, query, value: start..start + value.len() })
        });
        of_query.chain(of_options).collect()
    }
}
