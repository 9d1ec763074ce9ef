//! What requests about many games have in common: which games are wanted, and partial answers.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use scoresheet_collection::query::{Query, QueryError, SavedQueries};
use scoresheet_collection::tree::{self, RootPosition};
use serde::Serialize;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::Url;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::collection::{QueryFault, Scope};
use crate::lsp::proto::extensions::{Position, Range};
use crate::lsp::proto::position::{Encoding, Places};
use crate::lsp::proto::unit_position::UnitPlaces;
use crate::lsp::session::many_games::ManyGames;
use crate::lsp::session::state::State;

/// The least time between partial answers: so that clients draw them, and the work is not only making them.
const BETWEEN_PARTS: Duration = Duration::from_millis(100);

/// The games that a request wants.
pub(super) struct GamesWanted {
    /// The open documents, that of the request first if there is one.
    pub(super) open: Vec<Snapshot>,
    has_document: bool,
    root: Root,
    pub(super) query: Option<Query>,
    /// The text of the query, and the saved ones that it may use.
    pub(super) query_text: Option<(String, SavedQueries)>,
}

/// A position of a request.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) position: Option<Position>,
    pub(super) fen: Option<String>,
    pub(super) line: Option<String>,
}

impl Root {
    /// Whether the request names a position.
    pub(super) fn is_given(&self) -> bool {
        self.position.is_some() || self.fen.is_some() || self.line.is_some()
    }
}

impl GamesWanted {
    /// Reads what a request says.
    ///
    /// # Errors
    /// A query that does not read, and parameters that do not go together.
    pub(super) fn read(
        state: &State,
        document: Option<Url>,
        root: Root,
        scope: &Scope,
        query: Option<String>,
    ) -> Result<GamesWanted> {
        let settings = state.settings();
        let read = |text: String| {
            // The disk may be slow, and most queries name no other.
            let saved = text.contains('@').then(|| state.configurations.saved_queries(document.as_ref(), &settings));
            let saved = saved.unwrap_or_default();
            Ok::<_, Error>((read_query(&text, &saved, settings.encoding)?, (text, saved)))
        };
        let (query, query_text) = query.map(read).transpose()?.unzip();
        if document.is_none() && (root.position.is_some() || *scope == Scope::Document) {
            return Err(Error::invalid_params("a position and the scope document need a textDocument"));
        }
        let has_document = document.is_some();
        let mut open = match document {
            Some(uri) => {
                let from = state.snapshots_around(&uri, root.position.map(Into::into));
                from.ok_or_else(|| Error::invalid_params(format!("{uri} is not open, or has no games there")))?
            }
            None => state.snapshots(),
        };
        if *scope == Scope::Document {
            open.truncate(1);
        }
        Ok(GamesWanted { open, has_document, root, query, query_text })
    }

    /// All games that a query finds.
    pub(super) fn of_query(state: &State, query: Query) -> GamesWanted {
        GamesWanted {
            open: state.snapshots(),
            has_document: false,
            root: Root::default(),
            query: Some(query),
            query_text: None,
        }
    }

    /// The document of the request.
    pub(super) fn document(&self) -> Option<&Snapshot> {
        self.open.first().filter(|_| self.has_document)
    }

    /// The position of the request, the usual start if it names none. `None` where the document has no position. May read the document,
    /// so not for the thread on which messages are read.
    ///
    /// # Errors
    /// Where a FEN or a line does not read.
    pub(super) fn position(&self) -> Result<Option<RootPosition>> {
        if let Some((position, snapshot)) = self.root.position.zip(self.document()) {
            return Ok(snapshot.position_on_board(snapshot.offset(position.into())));
        }
        let root = tree::root(self.root.fen.as_deref(), self.root.line.as_deref());
        root.map(Some).map_err(|error| Error::invalid_params(error.to_string().trim_start_matches("--").to_owned()))
    }

    /// The position that games must reach, if the request names one. `None` inside where the document has no position.
    pub(super) fn required_position(&self) -> Result<Option<Option<RootPosition>>> {
        if self.root.is_given() { self.position().map(Some) } else { Ok(None) }
    }
}

fn read_query(text: &str, saved: &SavedQueries, encoding: Encoding) -> Result<Query> {
    Query::parse_all(&[text], saved).map_err(|(_, QueryError { span, message, help })| {
        let places = UnitPlaces::new(text, encoding);
        let range: Range = places.range(&span).into();
        let data = serde_json::to_value(QueryFault { range, suggestion: help }).ok();
        Error { code: ErrorCode::InvalidParams, message: message.into(), data }
    })
}

/// Sends partial answers.
pub(super) struct Partials<'a> {
    games: &'a ManyGames,
    last: Mutex<Option<Instant>>,
}

impl<'a> Partials<'a> {
    pub(super) fn new(games: &'a ManyGames) -> Partials<'a> {
        Partials { games, last: Mutex::default() }
    }

    /// Sends an answer, if the client wants partial ones and the last was long ago.
    pub(super) fn tell<T: Serialize>(&self, answer: impl FnOnce() -> T) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.games.reporter.wants_parts() && last.is_none_or(|last| last.elapsed() >= BETWEEN_PARTS) {
            self.games.reporter.send_part(&answer());
            *last = Some(Instant::now());
        }
    }
}
